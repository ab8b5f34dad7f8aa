"""The process that steps the simulation by the wall clock, and the server's end of it.

Step k is due one period after step k - 1; the first one when the first page is there. Between steps the
process obeys the commands that lie in its pipe, for about a millisecond; the rest waits (`waiting`). After a
step it publishes a frame, at most FRAMES a second, and while nothing moves at each command, or now and then.
Then, while the next step is not due yet, it lets the flow carry what that carries. It waits for nobody: what
pages see goes into shared memory, and what it says through the pipe is rare. It ends when the pipe closes.
Nor does the server ever wait for it: what the pipe has no room for waits at the server's end.
"""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np

from runtime.bundle.file import load
from runtime.control.base.choice import Choice
from runtime.control.registry import LQR
from runtime.realtime import SLEEP_MARGIN, short_slices
from softrein.errors import SimulationError, one_line
from softrein.viewer.base.frames import Frames, GainBuffers, Timings
from softrein.viewer.base.messages import FACTORS, Command, frame_size
from softrein.viewer.base.waiting import Outbox, Waiting, has_room
from softrein.viewer.live import Live
from softrein.viewer.scene import Scene, scene_of

FRAMES = 240  # most frames published per second: twice what a page receives
IDLE = 0.1  # s between frames while nothing changes
MOST_LETTERS = 600  # of a message to pages
MOST, LONGEST = 16, 1e-3  # commands handled between two steps, and their time limit in s; always at least one
QUIET = 1.0  # s between two error messages to pages, and between messages about runs
EVERYBODY = 0  # number that addresses all pages
LAG = 0.1  # s of delay that a simulation catches up with; a longer delay is dropped
RECENT = 512  # steps whose latency is reported in a frame
REPORT = 0.5  # s between two measurements of rate and latency
PATIENCE = 2.0  # s until pages are admitted even if kernels are still compiling
COMPILING = "Kernels are compiled, once on this machine: the motion begins in a minute or two."
ENDING = 2.0  # s for a process to end by itself
RELEASE, START, TELL = Command("release", 0, {}), Command("start", 0, {}), Command("tell", 0, {})
LOOP = Command("endless", 0, {"on": True})


class Memory:
    """The memory that both ends of a simulation share: one makes it, the other attaches by its names."""

    def __init__(self, scene: Scene, names: Sequence[str | None] = (None,) * 5) -> None:
        frames, timings, gains, smoke, motions = names
        self.frames, self.timings = Frames(frame_size(*scene.counts), frames), Timings(timings)
        self.gains = GainBuffers(scene.bundle.gains[LQR.name].shape, gains)
        self.smoke = Frames(scene.smoke.size, smoke) if scene.smoke else None
        self.motions = scene.motion_buffers(motions)
        self._all = self.frames, self.timings, self.gains, self.smoke, self.motions

    @property
    def names(self) -> list[str | None]:
        """The names by which the other end attaches."""
        return [None if each is None else each.name for each in self._all]

    def close(self) -> None:
        """Detach from it; its maker removes it."""
        for each in self._all:
            if each is not None:
                each.close()


class Pace:
    """The recent pace of steps."""

    def __init__(self, timings: Timings) -> None:
        self._timings, self._steps, self._since = timings, timings.count, time.perf_counter()
        self.step_us = self.p99_us = self.rate = 0.0

    def measure(self, now: float) -> None:
        """Take the figures anew, where it is time."""
        if now - self._since < REPORT:
            return
        steps = self._timings.count
        self.rate = (steps - self._steps) / (now - self._since)
        if steps > self._steps:
            latency = 1e6 * self._timings.last(RECENT)[:, 0]
            self.step_us, self.p99_us = (float(each) for each in np.percentile(latency, [50, 99]))
        self._steps, self._since = steps, now


class Loop:
    """Steps, commands and frames in turn."""

    def __init__(
        self, live: Live, frames: Frames, timings: Timings, pipe: Connection, smoke: Frames | None = None
    ) -> None:
        self._live, self._frames, self._timings, self._pipe = live, frames, timings, pipe
        self._pace, self._waiting, self._smoke = Pace(timings), Waiting(), smoke
        self._next_frame = self._next_word = 0.0
        self._show_smoke()

    def run(self) -> None:
        """Run until the pipe closes."""
        live, clock = self._live, time.perf_counter
        due = clock()
        while True:
            stood = not live.moving
            if stood:
                self._pipe.poll(0 if self._waiting else max(self._next_frame - clock(), 0.0))
            elif (ahead := due - clock()) > 0:
                _sleep(ahead)
                while clock() < due:
                    pass
            obeyed = self._take_commands()
            if obeyed is None:
                return
            if stood:
                due = clock()
            if not live.moving:
                if obeyed or due >= self._next_frame:
                    self._publish(due)
                    self._next_frame = due + IDLE
                continue
            begun = clock()
            live.step()
            now = clock()
            self._timings.add(now - due, now - begun)
            if now >= self._next_frame:
                self._publish(now)
            live.carry()
            self._show_smoke()
            due = due + live.period if now - due < LAG else now + live.period

    def _take_commands(self) -> int | None:
        """Execute commands, within bounds; return how many, None where the pipe is closed."""
        clock, waiting, obeyed = time.perf_counter, self._waiting, 0
        until = clock() + LONGEST
        try:
            while not waiting.is_full and self._pipe.poll() and clock() < until:
                waiting.add(*self._pipe.recv())
            while waiting and obeyed < MOST and (not obeyed or clock() < until):
                page, command = waiting.take()
                obeyed += 1
                if command.do == "tell":
                    self._pipe.send(("run", (page, self._live.runs.told())))
                    continue
                done = self._live.obey(page, command)
                if command.do == "swap":
                    self._pipe.send(("swapped", {**command.values, "used": done}))
                while self._live.moved:
                    self._pipe.send(("moved", self._live.moved.pop(0)))
                while self._live.drawn:
                    which, (drawn, places) = self._live.drawn.popitem()
                    self._pipe.send(("path", (which, drawn, places)))
            self._show_smoke()
        except (EOFError, OSError):
            return None
        return obeyed

    def _publish(self, now: float) -> None:
        self._pace.measure(now)
        pace = self._pace
        frame = self._live.frame(self._frames.newest + 1, pace.step_us, pace.p99_us, pace.rate)
        self._frames.write(frame)
        self._next_frame = now + 1 / FRAMES
        if now >= self._next_word:
            self._speak(now)

    def _speak(self, now: float) -> None:
        """Send rare messages, errors and finished runs; later, if the pipe is full."""
        live = self._live
        if not (live.errors or live.runs.fresh) or not has_room(self._pipe):
            return
        if live.errors:
            self._pipe.send(("error", one_line("; ".join(dict.fromkeys(live.errors)), MOST_LETTERS)))
            live.errors.clear()
        while live.runs.fresh:
            self._pipe.send(("run", (EVERYBODY, live.runs.fresh.popitem()[1])))
        self._next_word = now + QUIET

    def _show_smoke(self) -> None:
        """Publish what the flow carries, if that has moved."""
        drift = self._live.drift
        if self._smoke is not None and drift is not None and drift.moved:
            self._smoke.write(drift.message(self._smoke.newest + 1, self._live.simulator.time))


def _sleep(ahead: float) -> None:
    if ahead > SLEEP_MARGIN:
        time.sleep(ahead - SLEEP_MARGIN)


def simulate(
    file: Path,
    motion: str,
    controller: Choice | None,
    sensed: bool,
    names: list[str | None],
    pipe: Connection,
) -> None:
    """Run the process of the simulation, of the file's bundle of a motion."""
    scene = scene_of(load(file).motion(motion), controller, sensed)
    scene.offer(scene.bundle.comparators)
    memory = Memory(scene, names)
    live = Live(scene, memory.gains.sets, motions=memory.motions.sets if memory.motions else ())
    live.waits = True
    live.obey(EVERYBODY, LOOP)  # later pages must not find a motion that has ended
    memory.frames.write(live.frame(1, 0.0, 0.0, 0.0))  # the frame that pages see until kernels are compiled
    with telling(pipe, COMPILING):
        live.prepare()
    if live.drift is not None:
        live.drift.adapt(scene.bundle.dt / max(FACTORS))
    loop = Loop(live, memory.frames, memory.timings, pipe, memory.smoke)
    gc.collect()
    gc.freeze()
    gc.disable()  # steps create no reference cycles, and a collection takes longer than a step
    try:
        pipe.send(("ready", None))
        with short_slices():
            loop.run()
    except BrokenPipeError:
        pass  # the server has ended
    del loop, live
    gc.collect()
    memory.close()


@contextmanager
def telling(pipe: Connection, words: str) -> Iterator[None]:
    """Pages are told these words every few seconds, as long as it takes."""
    over = Event()

    def tell() -> None:
        with suppress(OSError):  # the server has ended
            while not over.wait(PATIENCE):
                if has_room(pipe):
                    pipe.send(("error", words))

    thread = Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class Simulation(Memory):
    """The process and its shared memory, as the server holds them; a context manager."""

    def __init__(self, file: Path, scene: Scene) -> None:
        """Start the process; `is_ready` once it has said that it can step."""
        super().__init__(scene)
        motion = next(iter(scene.bundle.motions))
        given = file, motion, scene.controller, scene.sensed, self.names
        self.process, self.pipe = start_process(simulate, *given)
        self._outbox, self.is_ready = Outbox(self.pipe), False

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait(self, seconds: float = PATIENCE) -> None:
        """Wait at most so many seconds for the process to be ready, which `is_ready` then says.

        Raises SimulationError where the process has ended.
        """
        try:
            if self.pipe.poll(seconds):
                self.is_ready = self.pipe.recv()[0] == "ready"
                return
        except (EOFError, OSError):
            raise SimulationError(self.epitaph()) from None

    def epitaph(self) -> str:
        """Return the message for a process that has ended by itself."""
        self.process.join(ENDING)
        return f"the simulation's process ended by itself (exit code {self.process.exitcode})"

    def send(self, page: int, command: Command) -> None:
        """A page's command, for the next step; nothing where the process has ended. It never blocks."""
        self._outbox.send(page, command)

    def heard(self) -> list[tuple[str, Any]]:
        """Return the process's messages since the last call."""
        said: list[tuple[str, object]] = []
        try:
            while self.pipe.poll():
                said.append(self.pipe.recv())
                self.is_ready = self.is_ready or said[-1][0] == "ready"
        except (EOFError, OSError):
            pass
        return said

    def close(self) -> None:
        """End the process, and remove the shared memory."""
        end_process(self.process, self.pipe)
        super().close()


def start_process(target: Callable[..., None], *arguments: object) -> tuple[SpawnProcess, Connection]:
    """A process that runs `target(*arguments, pipe)`, and our end of the pipe."""
    context = get_context("spawn")  # a fork would inherit the server's threads and sockets
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(*arguments, theirs), daemon=True)
    # Inherited by the new process: Ctrl-C reaches all processes of a terminal, but the server ends this one.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, before)
    theirs.close()
    return process, ours


def end_process(process: SpawnProcess, pipe: Connection) -> None:
    """Close the pipe, at which a process ends; or else end it."""
    pipe.close()
    process.join(ENDING)
    if process.is_alive():
        process.kill()
        process.join()
    process.close()
