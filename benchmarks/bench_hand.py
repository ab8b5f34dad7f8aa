"""Key-frames by hand: the time from the message that a point was dropped to the new motion being followed.

The bar of the T of `out/` goes through three places a second apart. A page without a browser drags the second
place about and drops it; it waits for frames whose reference goes through the wanted place, and then until
the motion has settled, under LQR's gains. All of `softrein view`'s processes run, and the simulation steps on
by the clock. Without `out/tshape.softrein` there are no rows.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import Row
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import load
from softrein.viewer.base.messages import MAKING_GAINS
from softrein.viewer.scene import Scene, scene_of
from tests.softrein.viewer.viewing import STARTING, Client, viewer

OUT = Path(__file__).resolve().parent.parent / "out" / "tshape.softrein"
REGION, AT = "bar", (100, 200, 300)
PLACES = ((5, -2, 12), (-8, -3, -12), (12, -4, 10))  # cm, from where the bar rests
DRAGS, WORDS, WAY = 12, 8, 0.02  # drags, words of each, and how far it goes, m
NEAR = 2e-3  # m: of the reference from the place, when it goes through it
FOLLOWED = 0.6  # s
OFTEN = 0.09  # s between two words of a drag, as a page sends them


def rows() -> list[Row]:
    """The bar on the time from a drop to a motion that follows it."""
    if not OUT.is_file():
        return []
    bundle = load(OUT)
    assert isinstance(bundle, BodyBundle)
    scene = scene_of(bundle)
    with viewer(OUT) as running, Client(running, *scene.counts) as page:
        page.send("endless", on=True)
        page.send("keys")
        page.until(lambda _: told(page).get("state") == "ready", STARTING)
        followed, settled = (np.array(each) for each in zip(*drags(page, scene), strict=True))
    detail = f"median; most {followed.max():.2f} s; settled after {np.median(settled):.2f} s"
    return [Row("a key-frame dropped, T", float(np.median(followed)), FOLLOWED, "at most", "s", detail)]


def told(page: Client) -> Any:
    """The last message about key-frames that a page received; empty if there is none."""
    return next((each for each in reversed(page.said) if each["say"] == "keys"), {})


def drags(page: Client, scene: Scene) -> list[tuple[float, float]]:
    """Seconds from each drop to a motion through the dropped place, and to one that has settled."""
    assert scene.handles is not None
    place, rng, found = scene.handles.number(REGION), np.random.default_rng(0), []
    goals = np.array(PLACES) / 100
    for step, to in zip(AT, goals, strict=True):
        page.send("key", place=place, step=step, to=to.tolist(), live=False)
        page.until(lambda _, step=step: is_met(page, step), 60.0)
    for _ in range(DRAGS):
        way = rng.normal(size=3)
        start, way = goals[1].copy(), WAY * way / np.linalg.norm(way)
        for word in range(1, WORDS):
            goals[1] = start + way * word / WORDS
            page.send("key", place=place, step=AT[1], to=goals[1].tolist(), live=True)
            until = time.perf_counter() + OFTEN
            while time.perf_counter() < until:
                page.frame()
        goals[1] = start + way
        dropped = time.perf_counter()
        page.send("key", place=place, step=AT[1], to=goals[1].tolist(), live=False)
        page.until(lambda _: is_met(page, AT[1], goals[1]), 60.0)
        near = time.perf_counter() - dropped
        page.until(lambda frame: not frame.flags & MAKING_GAINS, 60.0)
        found.append((near, time.perf_counter() - dropped))
        goals[1] = start
    return found


def is_met(page: Client, step: int, to: np.ndarray | None = None) -> bool:
    """Whether the motion that is followed goes through the key-frame of a step, which is at `to` if given."""
    for key in told(page).get("keys", ()):
        if key["step"] == step and key["came"] is not None:
            there = to is None or np.allclose(key["to"], to, atol=1e-5)
            return there and float(np.linalg.norm(np.subtract(key["to"], key["came"]))) < NEAR
    return False
