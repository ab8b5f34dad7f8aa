"""Free things beside a full body: against the reduced one on a whole basis, and balances of momentum."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from offline.full.body.full_body import FullBody, build_full_body, simulate
from offline.full.body.terms.contact import Contact
from offline.pipeline.body.kind import plant_of, projected, with_things
from offline.pipeline.body.runs import BodyNominal
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from offline.steering.body import other_body
from offline.steering.mismatch import Mismatch
from reduce.pod import Basis
from runtime.body.shape import Shape
from softrein.errors import SceneError

Array = np.ndarray
SMALL = (
    "mesh.cells=[1,4,1]",
    "time.steps=60",
    "time.step='2 ms'",
    "contact.distance='4 mm'",
    "contact.samples=60",
    "tools=[{name='ball', shape='sphere', radius=0.03, position=[0.06, 0.21, 0.018], mass=0.04, "
    "velocity=[-1.5, 0.2, 0.1], spin=[0, 10, -30], friction=0.4}]",
    "control.instants=[{time=0.1, weight=1, region='ball'}]",
    "pushes=[{at='ymax', force=[1, 0, 0], time=0.05, duration=0.02, radius=0.03}]",
    "ensemble.time=[0, 0.05]",
    "loads=[{region='ymax', force=[1, 0, 0], duration=0.1}]",
)


def small(*more: str) -> FullBody:
    scene = read_scene("bat", [*SMALL, *more])
    assert isinstance(scene, BodyScene)
    return build_full_body(scene)


class Path(NamedTuple):
    u: Array  # (n, T + 1)
    v: Array


def path_of(full: FullBody) -> Path:
    states = list(simulate(full))
    return Path(np.array([u for u, _ in states]).T, np.array([v for _, v in states]).T)


def whole_basis(full: FullBody) -> Basis:
    """All that the body can do, and its free things."""
    mass = full.body.mass
    vectors = np.vstack([np.diag(mass[: full.bodys] ** -0.5), np.zeros((len(mass) - full.bodys, full.bodys))])
    return with_things(full, Basis(vectors, np.ones(full.bodys), mass))


@pytest.mark.parametrize("law", ["stvk", "neo-hookean"])
def test_a_reduced_body_on_a_whole_basis_does_the_same(law: str) -> None:
    """The one eliminates an unsymmetric matrix, the other iterates about a symmetric one."""
    full = small(f"materials.body.law='{law}'")
    found, basis = path_of(full), whole_basis(full)
    plant = plant_of(full, basis, None)
    track = projected(BodyNominal(full, found.u, found.v, ""), basis)
    z = track.states[0].copy()
    states = [z]
    for inputs in track.feedforward:
        z = plant.step(z, inputs)
        states.append(z)
    spun = np.abs(found.u[full.bodys + 3 :]).max()
    assert np.abs(found.v[full.bodys, -1] - found.v[full.bodys, 0]) > 1.0  # it was hit
    assert spun > 0.5
    np.testing.assert_allclose(np.array(states), track.states, atol=1e-6 * np.abs(track.states).max())


def test_what_the_ball_gains_the_body_gave() -> None:
    """Its momentum changes by the impulse of what presses on it, and nothing else moves it."""
    full = small()
    contact = full.contact
    assert isinstance(contact, Contact)
    stepper, (u, v) = full.stepper(), full.begin()
    middle, given, mass = full.bodys, np.zeros(3), 0.04
    before = v[middle : middle + 3].copy()
    for step in range(full.scene.time.steps):
        u, v = stepper.step(u, v, full.loads.at(step), None, full.known_at(step))
        for start, end, _ in stepper.parts:
            contact.begin(start, np.zeros(0))
            given += 2 * start.half * contact.wrenches((start.u + end) / 2)[0, :3]
    gained = mass * (v[middle : middle + 3] - before)
    assert np.linalg.norm(gained) > 0.02
    np.testing.assert_allclose(gained, given, atol=1e-8 * np.linalg.norm(gained))


def test_in_steps_that_are_halved_the_mean_force_is_that_of_their_parts() -> None:
    """Their middle is no place at which anything acts."""
    full = small("time.step='16 ms'", "time.steps=8", "ensemble.time=[0, 0.02]")
    contact = full.contact
    assert isinstance(contact, Contact)
    stepper, (u, v) = full.stepper(), full.begin()
    middle, mass, h, halved = full.bodys, 0.04, full.scene.time.step, 0
    for step in range(full.scene.time.steps):
        before = v[middle : middle + 3].copy()
        u, v = stepper.step(u, v, full.loads.at(step), None, full.known_at(step))
        gained = mass * (v[middle : middle + 3] - before)
        given = h * contact.mean_wrenches(stepper.parts, np.zeros(0))[0, :3]
        np.testing.assert_allclose(given, gained, atol=1e-9)
        halved += len(stepper.parts) > 1 and np.linalg.norm(gained) > 1e-3
    assert halved


def compare_slopes(full: FullBody) -> float:
    """Hold the stiffness against the slope of the force; how much of it is not symmetric, at least."""
    rng, least = np.random.default_rng(0), []
    stepper, (u, v) = full.stepper(), full.begin()
    for step in range(full.scene.time.steps):
        u, v = stepper.step(u, v, full.loads.at(step), None, full.known_at(step))
        start, end, _ = stepper.parts[-1]
        middle, terms, none = (start.u + end) / 2, full.terms, np.zeros(0)
        terms.begin(start, none)
        force, data = terms.force_and_stiffness(middle, none)
        if np.abs(force).max() < 0.5:
            continue
        way = rng.standard_normal(u.size)
        lower = terms.lower_matrix()
        lower.data[:] = data
        turned = terms.turned(way)
        assert turned is not None
        wanted = -(lower @ way + lower.T @ way - lower.diagonal() * way + turned)
        ahead, behind = (terms.force_and_stiffness(middle + e * way, none)[0] for e in (1e-8, -1e-8))
        found = (ahead - behind) / 2e-8
        np.testing.assert_allclose(found, wanted, atol=1e-5 * np.abs(wanted).max())
        least.append(float(np.abs(turned).max() / np.abs(wanted).max()))
    assert len(least) > 1
    return min(least)


def check_energy(full: FullBody) -> None:
    """It never grows, and some of it is lost."""
    energies = [full.body.mass @ v**2 / 2 + full.body.energy(u) for u, v in simulate(full)]
    assert max(energies) <= energies[0] * (1 + 1e-9)
    assert energies[-1] < 0.99 * energies[0]


def test_stiffness_is_the_slope_of_the_force() -> None:
    """What goes into the matrix, and what does not."""
    assert compare_slopes(small()) > 1e-3


def test_energy_never_grows_without_loads() -> None:
    check_energy(small("loads=[]", "time.steps=150", "enrichment.kind='velocity'"))


def test_a_body_of_another_stiffness_keeps_its_ball() -> None:
    full = small()
    softer = other_body(full, Mismatch(young=0.5))
    assert softer.scene.things == full.scene.things
    np.testing.assert_array_equal(softer.mesh.vertices, full.mesh.vertices)
    assert softer.body.lame[0, 1] == pytest.approx(0.5 * full.body.lame[0, 1])
    for each in (full, small("mesh.masses='equal'")):
        alone = each.alone
        assert alone.mesh.loose == 0
        assert len(alone.body.free) == each.bodys
        assert alone.body.total_mass == pytest.approx(each.body.total_mass)


def test_a_push_beside_a_ball_is_the_body_s() -> None:
    full = small()
    shape = Shape(
        full.mesh.vertices, full.mesh.surface, full.body.free, np.eye(len(full.body.free)), {}, loose=2
    )
    vertices, shares = shape.patch(int(full.mesh.regions["ymax"][0]), 1.0)
    assert vertices.max() < len(full.mesh.vertices) - 2
    assert shares.sum() == pytest.approx(1.0)
    assert shape.nearest(full.mesh.vertices[-1]) < len(full.mesh.vertices) - 2


def test_gravity_pulls_a_ball_that_touches_nothing_and_turns_it_not() -> None:
    full = small("gravity=[0,0,-9.81]", "start='rest'", "tools.0.position=[1,1,1]", "time.steps=50")
    found, t = path_of(full), 0.1
    fell = found.u[full.bodys : full.bodys + 6, -1]
    np.testing.assert_allclose(fell[:3], [-1.5 * t, 0.2 * t, 0.1 * t - 9.81 * t * t / 2], rtol=1e-9)
    np.testing.assert_allclose(fell[3:], np.array([0, 10, -30]) * t, rtol=1e-9)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (
            "tools=[{name='ball', shape='cylinder', radius=0.1, length=0.1, mass=0.1}]",
            "a cylinder cannot move freely; these can: sphere, capsule, box",
        ),
        (
            "tools=[{name='ball', shape='sphere', radius=0.1, spin=[1, 0, 0], position=[1, 0, 0]}]",
            "give a `mass`",
        ),
        ("tools.0.position=[0.015, 0.2, 0.0]", "begins .* m inside of 'ball'"),
        ("tools.0.name='ymin'", "only contact can hold or drive it"),
        ("tools.0.name='zmax'", "rename it"),
        ("reference.rewind=true", "does not return"),
        ("tools.0.mass=0", "greater than 0"),
        ("mesh.fixed=['ymin','ball']", "only contact can hold or drive it"),
        ("loads=[{region='ball', force=[1, 0, 0], duration=0.1}]", "loads.0.region: 'ball' moves freely"),
        ("pushes.0.at='ball'", "pushes.0.at: 'ball' moves freely"),
        (
            "control.paths=[{region='ball', points=[[0, 0, 0], [0, 1, 0]], times=[0, 0.1], weight=1}]",
            "control.paths.0.region: 'ball' moves freely.*by \\[\\[control.instants\\]\\]",
        ),
        ("tools.0.velocity=[-2000, 0, 0]", "tools.0.velocity: 'ball' goes"),
        (
            "obstacles=[{name='box', shape='box', size=[0.1,0.1,0.1], position=[0.12,0.21,0]}]",
            "'ball' begins",
        ),
    ],
)
def test_what_cannot_be_free_is_refused(entry: str, words: str) -> None:
    with pytest.raises(SceneError, match=words):
        small(entry)


@pytest.mark.parametrize("sense", [1, -1])
def test_a_spinning_thing_does_not_sweep_through_the_body(sense: int) -> None:
    """Its end goes 9 cm in a step, from 2 cm before the body to 2 cm behind it, while its middle rests."""
    capsule = (
        f"tools=[{{name='ball', shape='capsule', radius=0.01, length=0.6, axis='x', mass=1e-3, friction=0, "
        f"rotation=[0, {-0.15 * sense}, 0], position=[0.32, 0.17, 0.018], spin=[0, {30 * sense}, 0]}}]"
    )
    alone = "control.instants=[]", "pushes=[]", "loads=[]", "ensemble.time=[0, 0.01]", "gravity=[0, 0, 0]"
    full = small(capsule, "time.step='10 ms'", "time.steps=4", *alone)
    bent, y = (
        np.zeros((len(full.body.mass), 1)),
        full.mesh.vertices.ravel()[full.body.free][1 : full.bodys : 3],
    )
    bent[2 : full.bodys : 3, 0] = y**2 / np.sqrt(y**4 @ full.body.mass[2 : full.bodys : 3])
    basis = with_things(full, Basis(bent, np.ones(1), full.body.mass))
    plant = plant_of(full, basis, None)
    z = np.concatenate([basis.vectors.T @ (full.body.mass * each) for each in full.begin()])
    after = plant.step(z, np.hstack([full.loads.reduced(basis.vectors), full.known])[0])
    assert abs(after[0]) > 1e-6  # kg^1/2 m: the body was hit
