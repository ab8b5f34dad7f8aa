"""A small bundle of a body that touches a pole, and is touched by a ball that moves."""

from __future__ import annotations

from offline.scenes.reading import read_scene
from runtime.bundle.body import BodyBundle
from tests.kept import kept_bundle

SETTINGS = (
    "name='touching'",
    "obstacles=[{name='pole', shape='cylinder', radius=0.02, length=0.3, position=[0.25, -0.022, 0.04]}]",
    "tools=[{name='ball', shape='sphere', radius=0.02, position=[0.2, 0.12, 0.04], times=[0, 0.25, 0.5], "
    "translation=[[0, 0, 0], [0, -0.028, 0], [0, 0, 0]]}]",
    "enrichment.runs=3",
    "enrichment.presses=1",
    "time.step='5 ms'",
    "time.steps=120",
)


def touching_bundle() -> BodyBundle:
    """A beam of 120 steps, pushed on a pole, while a ball comes down on it and goes away again."""
    found = kept_bundle(read_scene("beam", list(SETTINGS)))
    assert isinstance(found, BodyBundle)
    return found
