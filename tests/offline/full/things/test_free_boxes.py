"""Free boxes and capsules beside a full body: against the reduced one on a whole basis, and balances."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from offline.full.body.full_body import FullBody
from offline.full.body.terms.contact import Contact
from offline.full.body.terms.free_things import gyration, second_moments
from offline.pipeline.body.kind import plant_of, projected
from offline.pipeline.body.runs import BodyNominal, control_scale
from softrein.errors import SceneError
from tests.offline.full.test_free_things import check_energy, compare_slopes, path_of, small, whole_basis

Array = np.ndarray
MASS = 0.04  # kg
BOX = (
    "tools=[{name='ball', shape='box', size=[0.05, 0.04, 0.06], position=[0.065, 0.21, 0.018], mass=0.04, "
    "velocity=[-1.5, 0.2, 0.1], spin=[3, 5, -12], rotation=[0.2, 0.1, 0.6], friction=0.4}]"
)
ROD = (
    "tools=[{name='ball', shape='capsule', radius=0.02, length=0.06, position=[0.06, 0.21, 0.018], "
    "mass=0.04, velocity=[-1.5, 0.2, 0.1], spin=[3, 5, -12], rotation=[0.2, 0.1, 0.6], friction=0.4}]"
)
WALL = "obstacles=[{name='wall', shape='plane', normal=[-1, 0, 0], position=[0.14, 0, 0], friction=0.4}]"
KINDS = pytest.mark.parametrize("thing", [BOX, ROD], ids=["box", "capsule"])


def axes(full: FullBody, u: Array) -> Array:
    """Those of the thing (..., 3, 3) at displacements (n, ...)."""
    contact = full.contact
    assert isinstance(contact, Contact)
    first = -1 - int(contact.law.moving[contact.law.moving <= -2][0])
    rest = contact.points.rest[first : first + 3]
    return rest + rates(full, u)


def rates(full: FullBody, v: Array) -> Array:
    """Theirs (..., 3, 3) 1/s at velocities (n, ...)."""
    moved = np.moveaxis(v[full.bodys + 3 : full.bodys + 12], 0, -1)
    return np.asarray(moved.reshape(*moved.shape[:-1], 3, 3) / gyration(full.scene.things[0])[:, None])


@KINDS
def test_a_reduced_body_on_a_whole_basis_does_the_same(thing: str) -> None:
    full = small(thing, WALL)
    found, basis = path_of(full), whole_basis(full)
    plant = plant_of(full, basis, None)
    track = projected(BodyNominal(full, found.u, found.v, ""), basis)
    z = track.states[0].copy()
    states = [z]
    for inputs in track.feedforward:
        z = plant.step(z, inputs)
        states.append(z)
    assert np.abs(found.v[full.bodys, -1] - found.v[full.bodys, 0]) > 1.0  # it was hit
    np.testing.assert_allclose(np.array(states), track.states, atol=1e-6 * np.abs(track.states).max())
    there = axes(full, found.u)
    assert np.abs(there @ np.swapaxes(there, -1, -2) - np.eye(3)).max() < 1e-3
    assert np.abs(there[-1] - there[0]).max() > 0.3


@KINDS
def test_what_the_thing_gains_the_body_gave(thing: str) -> None:
    """Its momentum changes by the impulse of what presses on it, and nothing else moves it."""
    full = small(thing)
    contact = full.contact
    assert isinstance(contact, Contact)
    stepper, (u, v) = full.stepper(), full.begin()
    middle, given = full.bodys, np.zeros(3)
    before = v[middle : middle + 3].copy()
    for step in range(full.scene.time.steps):
        u, v = stepper.step(u, v, full.loads.at(step), None, full.known_at(step))
        for start, end, _ in stepper.parts:
            contact.begin(start, np.zeros(0))
            given += 2 * start.half * contact.wrenches((start.u + end) / 2)[0, :3]
    gained = MASS * (v[middle : middle + 3] - before)
    assert np.linalg.norm(gained) > 0.02
    np.testing.assert_allclose(gained, given, atol=1e-8 * np.linalg.norm(gained))


@KINDS
def test_stiffness_is_the_slope_of_the_force(thing: str) -> None:
    """What goes into the matrix, and what does not."""
    compare_slopes(small(thing, WALL))


@KINDS
def test_energy_never_grows_without_loads(thing: str) -> None:
    check_energy(small(thing, WALL, "loads=[]", "time.steps=150", "enrichment.kind='velocity'"))


def test_gravity_pulls_what_touches_nothing_and_turns_it_not() -> None:
    full = small(BOX, "gravity=[0,0,-9.81]", "start='rest'", "tools.0.position=[1,1,1]", "time.steps=50")
    found, t = path_of(full), 0.1
    fell = found.u[full.bodys : full.bodys + 3, -1]
    np.testing.assert_allclose(fell, [-1.5 * t, 0.2 * t, 0.1 * t - 9.81 * t * t / 2], rtol=1e-9)
    J = second_moments(4, np.array(full.scene.things[0].halves), MASS)
    spin = np.einsum("a,tax->tx", J, np.cross(axes(full, found.u), rates(full, found.v)))
    np.testing.assert_allclose(spin, spin[:1].repeat(len(spin), 0), atol=1e-8 * np.abs(spin).max())


def test_what_the_layer_would_throw_off_is_told() -> None:
    """On the ground and in the layer of another thing; not where it lies at the layer's end."""
    ground = "obstacles=[{name='ground', shape='plane', position=[0, -0.3, 0]}]"
    box = "{{name='{}', shape='box', size=[0.05, 0.04, 0.06], position=[0.2, {}, 0], mass=0.04}}"
    heights = {"flush": (-0.28, -0.24), "apart": (-0.276, -0.232)}
    for how, (low, high) in heights.items():
        tools = f"tools=[{box.format('ball', low)}, {box.format('top', high)}]"
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            small(tools, ground, "gravity=[0, -9.81, 0]")
        said = [str(each.message) for each in told if "throws it off" in str(each.message)]
        assert len(said) == (2 if how == "flush" else 0)
        if said:
            assert "'top' begins" in said[1]
            assert "from 'ball', and the layer of contact, 0.004 m thick" in said[1]


def test_what_a_thrown_thing_sets_in_motion_is_trained_by_its_momentum() -> None:
    full = small(BOX, "loads=[]", "enrichment.duration=0.02")
    fast = float(np.linalg.norm([-1.5, 0.2, 0.1]))
    assert control_scale(full.alone) == pytest.approx(MASS * fast / 0.02)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("tools.0.spin=[0, 0, 400]", "tools.0.spin: 'ball' turns by 0.8 rad in a step"),
        ("tools.0.velocity=[-2000, 0, 0]", "tools.0.velocity: 'ball' goes"),
        ("tools.0.position=[0.03, 0.2, 0.0]", "begins .* m inside of 'ball'"),
        ("tools.0.times=[0, 1]", "moves freely cannot follow poses|times"),
        (
            "obstacles=[{name='pole', shape='sphere', radius=0.05, position=[0.12,0.21,0]}]",
            "'ball' begins .* m inside of 'pole'",
        ),
    ],
)
def test_what_cannot_be_is_refused(entry: str, words: str) -> None:
    with pytest.raises(SceneError, match=words):
        small(BOX, entry)
