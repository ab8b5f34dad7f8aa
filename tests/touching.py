"""A small bundle of a body that touches a pole and a moving ball."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from offline.scenes.reading import read_scene
from runtime.body.contact.data import ContactArrays
from runtime.body.contact.shapes import PLANE
from runtime.bundle.body import BodyBundle
from tests.shared_bundles import bare_bundle, shared_bundle

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


BAT = (
    "mesh.cells=[1,6,1]",
    "time.step='1 ms'",
    "time.steps=400",
    "contact.samples=80",
    "basis.rank=8",
    "enrichment.runs=3",
    "ensemble.time=[0, 0.2]",
    "control.instants=[{time=0.4, weight=1e-4, region='ball'}]",
    "obstacles=[{name='ground', shape='plane', position=[0, -0.3, 0]}]",
)

FREE = (
    "name='boxes'",
    "mesh.cells=[1,4,1]",
    "time.step='1 ms'",
    "time.steps=100",
    "contact.distance='4 mm'",
    "contact.samples=40",
    "basis.rank=6",
    "enrichment.runs=2",
    "ensemble.time=[0, 0.05]",
    "control.instants=[{time=0.1, weight=1, region='box'}]",
    "loads=[{region='ymax', force=[1, 0, 0], duration=0.1}]",
    "pushes=[{at='ymax', force=[1, 0, 0], time=0.05, duration=0.02, radius=0.03}]",
    "obstacles=[{name='wall', shape='plane', normal=[-1, 0, 0], position=[0.115, 0, 0], friction=0.4}]",
    "tools=[{name='box', shape='box', size=[0.05, 0.04, 0.06], position=[0.065, 0.21, 0.018], mass=0.04, "
    "velocity=[-1.5, 0.2, 0.1], spin=[3, 5, -12], rotation=[0.2, 0.1, 0.6], friction=0.4}, "
    "{name='rod', shape='capsule', radius=0.02, length=0.06, position=[0.06, 0.3, 0.018], mass=0.04, "
    "velocity=[0.8, -1.2, 0.1], spin=[3, 5, -12], rotation=[0.2, 0.1, 0.6], friction=0.4}, "
    "{name='ball', shape='sphere', radius=0.02, position=[0.07, 0.13, 0.018], mass=0.04, "
    "velocity=[0, 1, 0.1], spin=[0, 10, -30], friction=0.4}]",
)


def bat_bundle() -> BodyBundle:
    """A beam that hits a free ball, above a plane."""
    found = shared_bundle(read_scene("bat", list(BAT)))
    assert isinstance(found, BodyBundle)
    return found


def boxes_bundle() -> BodyBundle:
    """A beam that hits a free box, which a capsule and a ball run into by a wall, without comparators."""
    found = bare_bundle(read_scene("bat", list(FREE)))
    assert isinstance(found, BodyBundle)
    return found


def touching_bundle() -> BodyBundle:
    """A beam of 120 steps, pushed on a pole, while a ball comes down on it and goes away again."""
    found = shared_bundle(read_scene("beam", list(SETTINGS)))
    assert isinstance(found, BodyBundle)
    return found


def on_ground(bundle: BodyBundle, height: float = -1.0) -> BodyBundle:
    """The bundle with a plane at a height, in m, that two of its places may touch."""
    nothing = np.zeros(0)
    contact = ContactArrays(
        points=bundle.vertices[-2:],
        point_modes=np.ascontiguousarray(bundle.shape.modes[-2:]),
        areas=np.full(2, 1e-4),
        kinds=np.array([PLANE]),
        sizes=np.zeros((1, 3)),
        poses=np.array([[0.0, height, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0]]),
        moving=np.array([-1]),
        friction=np.array([0.3]),
        stiffness=np.array([1e6]),
        law=np.array([1e-3, 1e-3, 0, 0]),
        grid_shapes=np.zeros((0, 4), dtype=np.int64),
        grid_frames=np.zeros((0, 5)),
        grid_slopes=nothing,
        coefficients=nothing,
    )
    return replace(bundle, contact=contact._asdict(), obstacles=["ground"])
