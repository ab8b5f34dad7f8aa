"""Right and wrong messages, through the server's own code from a socket to a simulation."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from runtime.bundle.record import Bundle
from softrein.viewer.base import messages
from softrein.viewer.base.frames import Frames, Timings
from softrein.viewer.base.messages import Command, Malformed
from softrein.viewer.connection import Page
from softrein.viewer.gains import Prepared
from softrein.viewer.keyframes.editor import MOST, Keys
from softrein.viewer.live import Live
from softrein.viewer.scene import Scene, scene_of
from softrein.viewer.server import Viewer
from softrein.viewer.serving import wire
from softrein.viewer.simulation import Loop
from tests.runtime.control.test_path_following import following
from tests.softrein.viewer.serving.mutations import garbage, good, mutated
from tests.softrein.viewer.test_viewer_simulation import Scripted
from tests.softrein.viewer.viewing import gain_buffers, read_frame

PAGES = 3
MESSAGES = 2000  # in a round
TICK = 1e-3  # s of the server's clock from one message to the next: above what may be sent of some kinds


class Stepping:
    """In place of the simulation's process: a step of the loop at each command."""

    def __init__(self, scene: Scene) -> None:
        self.frames = Frames(messages.frame_size(*scene.counts))
        self.timings = Timings()
        self.live, self.scene = Live(scene, gain_buffers(scene.bundle, 0.0)), scene
        self.pipe = Scripted()
        self.loop = Loop(self.live, self.frames, self.timings, self.pipe)  # type: ignore[arg-type]
        self.taken: dict[str, int] = {}

    def send(self, page: int, command: Command) -> None:
        self.taken[command.do] = self.taken.get(command.do, 0) + 1
        self.pipe.sent.append((page, command))
        while self.pipe.sent:
            self.loop._take_commands()
        if self.live.moving:
            self.live.step()
        assert np.isfinite(self.live.simulator.state).all()
        if sum(self.taken.values()) % 20 == 0:
            self.loop._publish(0.0)
            read = self.frames.read()
            assert read is not None
            told = messages.without_room(bytes(read[1]), self.scene.plan.numbers)
            frame = read_frame(told, *self.scene.counts)
            arrays = [*frame.state, *frame.reference, *frame.control]
            assert np.isfinite([*frame[5:13], *frame.force, *frame.at, frame.factor, *arrays]).all()

    def close(self) -> None:
        self.frames.close()
        self.timings.close()


class Gains:
    """In place of the maker of gains: every wish is fine."""

    making = False

    def want(self, decades: float) -> bool:
        assert -4 <= decades <= 4
        return True

    def prepare(self) -> bool:
        return True

    def want_motion(self, keys: Keys, rough: bool) -> bool:
        assert len(keys) <= MOST
        assert np.isfinite([key.to for key in keys]).all()
        return True

    def save(self, what: str, name: str, keys: Keys) -> bool:
        return True


class Socket:
    """Of a stranger."""

    def __init__(self, texts: Iterator[str]) -> None:
        self.texts = texts

    async def receive(self) -> dict[str, Any]:
        text = next(self.texts, None)
        return (
            {"type": "websocket.disconnect"} if text is None else {"type": "websocket.receive", "text": text}
        )


class Clock:
    """The server's, which goes on by itself."""

    now = 0.0

    def monotonic(self) -> float:
        self.now += TICK
        return self.now


@pytest.mark.slow("messages by the thousand")
def test_nothing_that_may_be_sent_leaves_the_finite_numbers(
    either_bundle: Bundle, monkeypatch: pytest.MonkeyPatch, rounds: Iterable[random.Random]
) -> None:
    monkeypatch.setattr(wire, "time", Clock())
    bundle = either_bundle
    if bundle.axes == 3:  # which follows a path as well
        bundle = replace(
            following(bundle, bundle.steps, period=bundle.dt * bundle.steps), pushes=bundle.pushes
        )
    scene = scene_of(bundle)
    taken: Counter[str] = Counter()
    wrong = sent = 0

    def texts(rng: random.Random) -> Iterator[str]:
        for number in range(MESSAGES):
            message = good(
                rng, bundle.axes, getattr(scene, "vertices", 1), scene.controllers, len(bundle.paths),
                scene.handles.count if scene.handles else 0, bundle.steps,
            )  # fmt: skip
            yield garbage(rng) if number % 5 == 0 else mutated(rng, message)

    async def listen(rng: random.Random, simulation: Stepping) -> int:
        wrong, coming = 0, texts(rng)
        viewer = Viewer(scene, simulation, Gains(), saves=True)  # type: ignore[arg-type]
        if viewer._session is not None:
            viewer._session._open()
            viewer._session.hear(Prepared((), [], ""))
        pages = [Page(number, Socket(coming)) for number in range(1, PAGES + 1)]  # type: ignore[arg-type]
        while True:
            page = rng.choice(pages)
            try:
                await viewer._listen(page)
            except Malformed:
                wrong += 1
            else:
                return wrong
            if (late := page.late_move()) is not None:
                viewer._pass_on(page, late)

    for rng in rounds:
        with closing(Stepping(scene)) as simulation:
            wrong += asyncio.run(listen(rng, simulation))
            taken.update(simulation.taken)
            sent += MESSAGES
    print(f"{sent} messages")
    assert sent / 10 < sum(taken.values()) < sent - wrong  # edits of key-frames are the server's own
    hands = ("grab", "path", "seek") if bundle.axes == 3 else ("blow",)
    for do in (*hands, "push", "release", "controller", "cost", "pause", "rewind", "try", "jump", "scale"):
        assert taken[do] >= sent // 1000, do
    assert "took" not in taken
