"""The loop of the simulation's process and the queues before it: no process, and a clock of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from softrein.viewer import simulation
from softrein.viewer.base.frames import Frames, Timings
from softrein.viewer.base.messages import Command, frame_size
from softrein.viewer.base.waiting import ROOM, Outbox, Waiting
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from softrein.viewer.simulation import EVERYBODY, MOST, Loop, telling
from tests.softrein.viewer.viewing import STARTING


def test_the_process_takes_any_controller(small_bundle: BodyBundle, tmp_path: Path) -> None:
    save(small_bundle, tmp_path / "own.softrein")
    scene = scene_of(small_bundle, small_bundle.gains["lqr"])
    with simulation.Simulation(tmp_path / "own.softrein", scene) as running:
        running.wait(STARTING)
        assert running.is_ready
        frame = running.frames.read()
        assert frame is not None
        assert scene.controllers[frame[1][1]] == "own"


class Clock:
    """Time that goes on only where somebody waits or looks."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        self.now += 2e-6
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Scripted:
    """A pipe's end without a pipe: it is known what comes and when; what is said is kept; it closes."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock, self.end = clock or Clock(), np.inf
        self.sent: deque[tuple[int, Command]] = deque()
        self.coming: deque[tuple[float, Command]] = deque()
        self.said: list[tuple[str, Any]] = []
        self.room: Any = open(os.devnull, "wb")  # noqa: SIM115 - which takes everything; closed with the test

    def poll(self, timeout: float = 0.0) -> bool:
        clock = self.clock
        if not self.sent and timeout > 0:
            until = min(clock.now + timeout, self.coming[0][0] if self.coming else self.end)
            clock.now = max(clock.now, until)
        while self.coming and self.coming[0][0] <= clock.now:
            self.sent.append((1, self.coming.popleft()[1]))
        return bool(self.sent) or clock.now >= self.end

    def fileno(self) -> int:
        return self.room.fileno()

    def recv(self) -> tuple[int, Command]:
        if not self.sent:
            raise EOFError
        return self.sent.popleft()

    def send(self, said: tuple[str, Any]) -> None:
        self.said.append(said)


@pytest.fixture
def loop(small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch) -> Iterator[Loop]:
    scene = scene_of(small_bundle)
    frames, timings = Frames(frame_size(*scene.counts)), Timings()
    clock = Clock()
    monkeypatch.setattr(simulation, "time", clock)
    made = Loop(Live(scene), frames, timings, Scripted(clock))  # type: ignore[arg-type]
    yield made
    frames.close()
    timings.close()


def grab(to: float, given: int = 0) -> Command:
    return Command("grab", given, {"vertex": 0, "to": (to, 0.0, 0.0)})


def command(do: str, **values: Any) -> Command:
    return Command(do, 0, values)


def run_for(loop: Loop, seconds: float, at: dict[float, Command] | None = None) -> None:
    """The loop for so long; commands come at times in s."""
    pipe: Any = loop._pipe
    pipe.coming.extend(sorted((at or {}).items()))
    pipe.end = seconds
    loop.run()


def test_only_the_newest_of_a_pages_moves_waits() -> None:
    waiting = Waiting()
    for number in range(100):
        waiting.add(1, grab(number))
        waiting.add(2, grab(-number))
        waiting.add(2, command("release"))
    waiting.add(1, command("rewind"))
    waiting.add(1, grab(100))
    left = [waiting.take() for _ in range(len(waiting))]
    assert [(page, each.do) for page, each in left] == [
        (2, "grab"), (2, "release"), (1, "rewind"), (1, "grab"),
    ]  # fmt: skip
    assert left[3][1].values["to"][0] == 100
    assert left[0][1].values["to"][0] == -99


def test_what_waits_is_bounded_and_what_the_server_wants_is_kept() -> None:
    waiting = Waiting()
    for _ in range(10 * ROOM):
        waiting.add(1, command("push"))
        waiting.add(3, command("release"))
    waiting.add(0, command("swap", slot=1))
    assert len(waiting) <= ROOM + 2
    assert {waiting.take()[1].do for _ in range(len(waiting))} == {"push", "release", "swap"}


def test_a_pipe_that_nobody_reads_holds_up_nobody() -> None:
    ours, theirs = Pipe()

    async def flood() -> list[tuple[int, Command]]:
        outbox = Outbox(ours)
        for number in range(20_000):
            outbox.send(1, command("push", number=number) if number % 2 else grab(number))
        outbox.send(0, command("swap", slot=1))
        outbox.send(1, command("release"))
        return await asyncio.get_running_loop().run_in_executor(None, drain, theirs)

    rescue = threading.Timer(10.0, theirs.close)  # of one that would wait for ever
    rescue.start()
    got = asyncio.run(flood())
    rescue.cancel()
    kinds = [each.do for _, each in got]
    assert kinds[-2:] == ["swap", "release"]
    assert [each.values["to"][0] for _, each in got if each.do == "grab"][-1] == 19_998
    assert len(got) < 20_000
    ours.close()
    Outbox(ours).send(1, command("release"))  # nobody is there: nothing happens
    theirs.close()


def drain(pipe: Connection) -> list[tuple[int, Command]]:
    """All that comes until nothing comes for a while."""
    got = []
    while pipe.poll(0.5):
        got.append(pipe.recv())
    return got


def test_between_two_steps_only_so_much_is_obeyed(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    obeyed: list[str] = []
    pipe: Any = loop._pipe

    def obey(page: int, command: Command) -> None:
        obeyed.append(command.do)
        if command.do == "push":
            pipe.clock.sleep(1.6e-3)  # as on a large body

    monkeypatch.setattr(loop._live, "obey", obey)
    pipe.sent.extend((1, command("push")) for _ in range(40))
    for taken in range(1, 41):
        assert loop._take_commands() == 1
        assert len(obeyed) == taken
    assert loop._take_commands() == 0
    pipe.sent.extend((page, command("jump")) for page in range(100))
    counts = [loop._take_commands() for _ in range(300)]
    assert max(each for each in counts if each is not None) <= MOST
    assert obeyed.count("jump") == 100
    obeyed.clear()
    pipe.sent.extend((1, grab(number)) for number in range(200))
    for _ in range(300):
        loop._take_commands()
    assert len(obeyed) < 100


def test_many_pushes_hold_up_no_steps(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred pushes at once, each as dear as on a large body, in a motion of 100 steps a second."""
    really = loop._live.obey
    pipe: Any = loop._pipe

    def obey(page: int, command: Command) -> None:
        pipe.clock.sleep(1.6e-3)
        really(page, command)

    monkeypatch.setattr(loop._live, "obey", obey)
    push = {"vertex": 0, "force": (0.0, 0.0, 0.1), "duration": 0.05, "radius": 0.0}
    loop._live.simulator.rewind = True
    pipe.sent.extend((1, command("push", **push)) for _ in range(200))
    run_for(loop, 1.0)
    late = loop._timings.last(10_000)[:, 0]
    assert len(late) in (99, 100, 101)
    assert late.max() < 0.004  # at once they would be late by 0.3 s


def test_runs_that_have_ended_are_told_when_somebody_listens(loop: Loop) -> None:
    """A pipe that nobody reads holds up no step; what was kept is told when it is read again."""
    live, pipe = loop._live, loop._pipe
    live.simulator.rewind = True
    ours, theirs = Pipe()
    pipe.room = ours  # type: ignore[attr-defined]
    os.set_blocking(ours.fileno(), False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(ours.fileno(), bytes(4096))
    run_for(loop, 2.0)
    said: Any = pipe.said  # type: ignore[attr-defined]
    assert not said
    assert loop._timings.count in (199, 200, 201)
    ours.close()
    theirs.close()
    pipe.room = open(os.devnull, "wb")  # type: ignore[attr-defined]  # noqa: SIM115
    run_for(loop, 2.2)
    [(what, (page, told))] = said
    assert (what, page, told.controller, told.worth) == ("run", EVERYBODY, live.controller, 1)


def test_a_page_that_is_new_is_told_the_run_of_now(loop: Loop) -> None:
    loop._live.simulator.rewind = True
    run_for(loop, 0.3, {0.2: command("tell")})
    [(what, (page, told))] = loop._pipe.said  # type: ignore[attr-defined]
    assert (what, page, told.number) == ("run", 1, loop._live.runs.now.number)
    assert 18 <= told.points[0, -1] <= 21


def test_errors_are_told_once_a_second(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    live, pipe = loop._live, loop._pipe
    live.simulator.rewind = True
    really = live.step

    def fail() -> None:
        really()
        live.errors.append(f"step {live.simulator.steps_taken} failed")

    monkeypatch.setattr(live, "step", fail)
    run_for(loop, 1.6)
    said: Any = [each for each in pipe.said if each[0] == "error"]  # type: ignore[attr-defined]
    assert len(said) == 2
    assert said[0][1] != said[1][1]
    assert len(live.errors) < 100


@pytest.mark.parametrize("why", ["paused", "waits", "finished"])
def test_frames_that_say_the_same_are_few_but_commands_show_at_once(loop: Loop, why: str) -> None:
    live = loop._live
    if why == "finished":
        while live.moving:
            live.step()
    else:
        setattr(live, why, True)
    published: list[tuple[float, float]] = []
    really = loop._publish

    def publish(now: float) -> None:
        published.append((now, live.factor))
        really(now)

    loop._publish = publish  # type: ignore[method-assign]
    run_for(loop, 1.0, {0.33: command("scale", factor=0.5), 0.555: command("scale", factor=0.7)})
    assert 10 <= len(published) <= 13
    for factor, asked in ((0.5, 0.33), (0.7, 0.555)):
        assert asked <= next(at for at, shown in published if shown == factor) < asked + 1e-3


def test_a_motion_that_goes_on_has_nothing_to_make_up_for(loop: Loop) -> None:
    loop._live.paused = loop._live.simulator.rewind = True
    run_for(loop, 0.6, {0.29: command("pause", on=False)})
    late = loop._timings.last(1000)[:, 0]
    assert len(late) == pytest.approx(31, abs=1)  # of a hundred a second
    assert late.max() < 1e-3


def test_frames_are_published_at_their_rate_at_most(loop: Loop) -> None:
    """However many steps there are: here five hundred a second."""
    live = loop._live
    live.simulator.rewind, live.factor = True, 5.0
    run_for(loop, 1.0)
    assert loop._timings.count > 490
    assert 160 < loop._frames.newest <= 240


def test_pages_hear_why_they_wait_and_no_more_after_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "PATIENCE", 0.01)
    ours, theirs = Pipe()
    with telling(theirs, "compiling"):
        assert [ours.recv() for _ in range(2)] == 2 * [("error", "compiling")]
    while ours.poll():
        ours.recv()
    assert not ours.poll(0.1)
    ours.close()
    with telling(theirs, "compiling"):
        time.sleep(0.05)  # nobody reads any more: nothing is raised
