"""Contact of a reduced body: distances of shapes, the law on a single particle, and the step's Jacobians."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp

from meshes import SignedDistance
from runtime.body.contact.data import INPUTS
from runtime.body.contact.law import press, rub, rubbed
from runtime.body.contact.shapes import GRID, KINDS, PLANE, SPHERE, Shapes, distances
from runtime.body.handle.pose import exponential
from runtime.body.handle.tool import Tool, tool_inputs
from runtime.body.plant import BodyPlant
from runtime.body.terms.contact import Contact, Feeler
from runtime.plant.stepping import step_plant
from tests.runtime.body.test_body import soft_model, stiffness_model

Array = np.ndarray
DELTA, STIFF, SLIP = 1e-3, 1e6, 1e-3  # m, Pa/m, m/s
MASS, AREA = 0.2, 1e-3  # kg, m^2 of a particle
NO_GRID = np.zeros((0, 4), dtype=np.int64), np.zeros((0, 5)), np.zeros(0), np.zeros(0)
STRAIGHT = np.concatenate([np.zeros(3), np.eye(3).ravel()])


class Ground(NamedTuple):
    friction: float = 0.0
    damping: float = 0.0  # s/m
    layer: float = 0.0  # s
    tilt: float = 0.0  # rad


def contact_with(
    points: Array, modes: Array, shapes: Sequence[tuple[int, Sequence[float], Array]], ground: Ground,
    tools: int = 0, grid: tuple[Array, Array, Array, Array] = NO_GRID,
) -> Contact:  # fmt: skip
    """Samples with shapes, each a kind, its size and its pose; the last ones are tools."""
    count = len(shapes)
    return Contact(
        points=points, point_modes=modes, areas=np.full(len(points), AREA),
        kinds=np.array([kind for kind, _, _ in shapes]),
        sizes=np.array([[*size, *(0.0,) * (3 - len(size))] for _, size, _ in shapes], dtype=float),
        poses=np.array([pose for _, _, pose in shapes]),
        moving=np.array([*(-1,) * (count - tools), *range(tools)]),
        friction=np.full(count, ground.friction), stiffness=np.full(count, STIFF),
        law=np.array([DELTA, SLIP, ground.damping, ground.layer]),
        grid_shapes=grid[0], grid_frames=grid[1], grid_slopes=grid[2], coefficients=grid[3],
    )  # fmt: skip


def particle(ground: Ground, dt: float, gravity: Sequence[float] = (0.0, 0.0, -9.81)) -> BodyPlant:
    """A particle of `MASS` above the plane z = 0: p is sqrt(MASS) times where it is."""
    model = stiffness_model(np.zeros((3, 3)))._replace(standing=np.sqrt(MASS) * np.array(gravity))
    modes = np.eye(3)[None] / np.sqrt(MASS)
    return BodyPlant(model, dt, 20, [contact_with(np.zeros((1, 3)), modes, [(PLANE, (), STRAIGHT)], ground)])


def run(plant: BodyPlant, place: Sequence[float], velocity: Sequence[float], steps: int) -> Array:
    """Places and velocities (steps + 1, 6), m and m/s."""
    z = np.sqrt(MASS) * np.array([*place, *velocity])
    states = [z]
    for _ in range(steps):
        z = plant.step(z, np.zeros(plant.forces))
        states.append(z)
    return np.array(states) / np.sqrt(MASS)


def posed(rng: np.random.Generator) -> Array:
    """A random pose about the middle of the bodies below."""
    return np.concatenate([rng.uniform(0.0, 0.1, 3), exponential(rng.uniform(-2, 2, 3)).ravel()])


@cache
def bubble() -> tuple[Array, Array, Array, Array]:
    """The grid of a ball of 5 cm, by its surface."""
    import pyvista

    ball = pyvista.Icosphere(radius=0.05, nsub=4)
    grid = SignedDistance.of(np.array(ball.points), ball.regular_faces, margin=0.02, cells=40)
    shape = np.array([[*grid.values.shape, 0]])
    frame = np.array([[*grid.origin, grid.spacing, grid.border]])
    return shape, frame, np.array([grid.steepest]), grid.coefficients.ravel()


SHAPES: list[tuple[int, tuple[float, ...]]] = [
    (PLANE, ()), (SPHERE, (0.03,)), (2, (0.02, 0.04)), (3, (0.02, 0.04)), (4, (0.02, 0.03, 0.04)),
    (GRID, (0.0,)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "size"), SHAPES, ids=KINDS)
def test_gradients_and_hessians_are_those_of_the_distance(kind: int, size: tuple[float, ...]) -> None:
    rng, grid = np.random.default_rng(kind), bubble()
    shapes = Shapes(
        np.array([kind]), np.array([[*size, *(0.0,) * (3 - len(size))]]), grid[0], grid[1], grid[3]
    )
    pose = posed(rng)
    points = pose[:3] + rng.uniform(-0.06, 0.06, (300, 3))
    points = points[distances(shapes, 0, pose, points)[:, 0] < 0.02]  # within the grid
    found, step = distances(shapes, 0, pose, points), 1e-6
    smooth = np.zeros(len(points), dtype=bool)
    for axis in range(3):
        ahead, behind = (
            distances(shapes, 0, pose, points + sign * step * np.eye(3)[axis]) for sign in (1, -1)
        )
        slope, bend = (ahead[:, 0] - behind[:, 0]) / (2 * step), (ahead[:, 1:4] - behind[:, 1:4]) / (2 * step)
        np.testing.assert_allclose(found[:, 1 + axis], slope, atol=1e-4)
        near = np.abs(found[:, 4:].reshape(-1, 3, 3)[:, :, axis] - bend).max(axis=1) < 1e-3
        smooth |= near
        assert near.mean() > 0.95  # but where the nearest face is another one
    assert smooth.any()


def test_distances_are_what_they_are_called() -> None:
    rng = np.random.default_rng(0)
    shapes = Shapes(
        np.array([kind for kind, _ in SHAPES[:5]]),
        np.array([[*size, *(0.0,) * (3 - len(size))] for _, size in SHAPES[:5]]), *NO_GRID[:2], NO_GRID[3],
    )  # fmt: skip
    points = rng.uniform(-0.1, 0.1, (500, 3))
    x, y, z = points.T
    away = np.hypot(x, y)
    past = np.maximum(np.abs(z) - 0.04, 0)
    sides = np.abs(points) - [0.02, 0.03, 0.04]
    expected = [
        z,
        np.linalg.norm(points, axis=1) - 0.03,
        np.hypot(away, past) - 0.02,
        np.hypot(np.maximum(away - 0.02, 0), past) + np.minimum(np.maximum(away - 0.02, np.abs(z) - 0.04), 0),
        np.linalg.norm(np.maximum(sides, 0), axis=1) + np.minimum(sides.max(axis=1), 0),
    ]
    for which, wanted in enumerate(expected):
        np.testing.assert_allclose(distances(shapes, which, STRAIGHT, points)[:, 0], wanted, atol=1e-14)


def test_a_grid_has_the_distance_of_its_surface() -> None:
    grid, rng = bubble(), np.random.default_rng(0)
    shapes = Shapes(np.array([GRID]), np.zeros((1, 3)), grid[0], grid[1], grid[3])
    points = rng.standard_normal((500, 3))
    points *= rng.uniform(0.04, 0.065, (500, 1)) / np.linalg.norm(points, axis=1, keepdims=True)
    found = distances(shapes, 0, STRAIGHT, points)
    np.testing.assert_allclose(found[:, 0], np.linalg.norm(points, axis=1) - 0.05, atol=2e-4)
    far = distances(shapes, 0, STRAIGHT, np.array([[1.0, 0, 0], [0, -0.3, 0.2]]))
    assert (far[:, 0] > 0.02).all()
    assert (far[:, 0] <= [0.95, 0.32]).all()  # a bound, from which nobody concludes that it is near
    nobody = np.zeros((1, 3)), np.zeros((1, 3, 2))
    data = contact_with(*nobody, [(GRID, (0.0,), STRAIGHT)], Ground(), grid=grid).data(0)
    assert data.stride[0] == pytest.approx(0.05, abs=5e-3)  # as of a sphere, half its thickness
    assert 0.05 < data.extent[0] < 0.2


def test_the_pressure_is_the_slope_of_its_energy_and_continuous() -> None:
    for s in (1e-5, 0.3 * DELTA, DELTA * (1 - 1e-9), DELTA * (1 + 1e-9), 4 * DELTA):
        _, pressure, hardness, _ = press(s, DELTA, STIFF)
        assert pressure == pytest.approx(quad(lambda t: press(t, DELTA, STIFF)[2], 0, s, limit=200)[0])
        assert press(s, DELTA, STIFF)[0] == pytest.approx(
            quad(lambda t: press(t, DELTA, STIFF)[1], 0, s, limit=200)[0], rel=1e-6
        )
        assert hardness > 0
    below, above = (press(DELTA * (1 + sign * 1e-12), DELTA, STIFF) for sign in (-1, 1))
    np.testing.assert_allclose(below[:3], above[:3], rtol=1e-9)


def test_friction_is_the_slope_of_its_potential_and_bends_as_it_says() -> None:
    rng, step = np.random.default_rng(1), 1e-7
    for _ in range(20):
        u, n, law = rng.normal(size=3), rng.normal(size=3), np.array([0.7, 0.4, 0.05])
        n /= np.linalg.norm(n)
        by_x = (np.eye(3) - np.outer(n, n)) @ rng.normal(size=(3, 3))
        found = np.zeros(21)
        rub(u, n, law, by_x.ravel(), found)

        def slopes(u: Array, n: Array, law: Array = law) -> Array:
            there = np.zeros(21)
            rub(u, n, law, np.zeros(9), there)
            return there[:3]

        for axis, e in enumerate(np.eye(3)):
            ends = [rubbed(u + sign * step * e, n, *law) for sign in (1, -1)]
            assert found[axis] == pytest.approx((ends[0] - ends[1]) / (2 * step), abs=1e-6)
            by_u = (slopes(u + step * e, n) - slopes(u - step * e, n)) / (2 * step)
            np.testing.assert_allclose(found[3:12].reshape(3, 3)[:, axis], by_u, atol=1e-5)
            turned = [slopes(u, n + sign * step * by_x[:, axis]) for sign in (1, -1)]
            np.testing.assert_allclose(
                found[12:].reshape(3, 3)[:, axis], (turned[0] - turned[1]) / (2 * step), atol=1e-5
            )


def force_at(s: float) -> float:
    return AREA * float(press(s, DELTA, STIFF)[1]) if s > 0 else 0.0


@pytest.mark.parametrize(("damping", "layer"), [(0.0, 0.0), (0.8, 0.0), (0.0, 1e-3)])
def test_a_ball_bounces_as_the_law_integrated_by_others_says(damping: float, layer: float) -> None:
    ground, dt, speed = Ground(damping=damping, layer=layer), 2e-5, 0.3
    states = run(particle(ground, dt, (0, 0, 0)), (0, 0, 1.5 * DELTA), (0, 0, -speed), 3000)
    inside = states[:, 2] < DELTA

    def law(t: float, y: Array) -> list[float]:
        s = DELTA - y[0]
        held = 0.0
        if s > 0 and y[1] < 0:
            held = (damping * force_at(s) + layer * AREA * press(s, DELTA, STIFF)[2]) * y[1]
        return [y[1], (force_at(s) - held) / MASS]

    exact = solve_ivp(law, (0, 0.05), [DELTA, -speed], rtol=1e-10, atol=1e-13, max_step=1e-5)
    touching = exact.y[0] < DELTA
    assert states[-1, 5] == pytest.approx(exact.y[1, -1], rel=0.01)
    assert dt * inside.sum() == pytest.approx(exact.t[1:][touching[1:]].max(), rel=0.01)
    assert states[:, 2].min() - DELTA == pytest.approx(exact.y[0].min() - DELTA, rel=0.01)
    if damping == layer == 0:
        assert states[-1, 5] == pytest.approx(speed, rel=1e-6)
    else:
        assert states[-1, 5] < 0.95 * speed


@pytest.mark.parametrize("dt", [1e-2, 1e-3, 1e-4])
def test_what_the_layer_gives_back_is_what_was_put_into_it(dt: float) -> None:
    """However coarse the steps are, and wherever in the layer they begin and end."""
    for drop in (0.011, 0.0137, 0.02):
        states = run(particle(Ground(), dt), (0, 0, drop), (0, 0, 0), round(0.3 / dt))
        depth = DELTA - states[:, 2]
        stored = [AREA * press(s, DELTA, STIFF)[0] if s > 0 else 0.0 for s in depth]
        held = MASS * (states[:, 5] ** 2 / 2 + 9.81 * states[:, 2]) + stored
        np.testing.assert_allclose(held, held[0], rtol=1e-7)
        assert max(stored) > 0.5 * held[0]


@pytest.mark.parametrize(
    ("kind", "size", "dt", "gained"),
    [
        (SPHERE, (0.03,), 5e-3, 0.008),
        (SPHERE, (0.03,), 2e-2, 0.02),
        (2, (0.02, 0.04), 5e-3, 0.008),
        (2, (0.02, 0.04), 2e-2, 0.02),
        (3, (0.02, 0.04), 5e-3, 0.012),
        (4, (0.02, 0.03, 0.04), 1e-3, 0.056),
        (4, (0.02, 0.03, 0.04), 5e-3, 0.156),
        (4, (0.02, 0.03, 0.04), 2e-2, 0.192),
    ],
)
def test_what_bounces_off_curves_and_edges_gains_little(
    kind: int, size: tuple[float, ...], dt: float, gained: float
) -> None:
    """Along the gradient in the middle of a step no more than a share; bounds are twice what was measured."""
    contact = contact_with(
        np.zeros((1, 3)), np.eye(3)[None] / np.sqrt(MASS), [(kind, size, STRAIGHT)], Ground()
    )
    shapes, bounced = Shapes(contact.kinds, contact.sizes, *NO_GRID[:2], NO_GRID[3]), 0
    plant = BodyPlant(stiffness_model(np.zeros((3, 3))), dt, 20, [contact])
    for seed in range(25):
        rng = np.random.default_rng(seed)
        place = rng.standard_normal(3)
        place *= 0.12 / np.linalg.norm(place)
        way = rng.uniform(-0.025, 0.025, 3) - place
        states = run(plant, place, way * rng.uniform(0.3, 3) / np.linalg.norm(way), round(0.5 / dt))
        depths = DELTA - distances(shapes, 0, STRAIGHT, states[:, :3])[:, 0]
        stored = [AREA * press(s, DELTA, STIFF)[0] if s > 0 else 0.0 for s in depths]
        held = MASS * (states[:, 3:] ** 2).sum(axis=1) / 2 + stored
        assert held.max() <= held[0] * (1 + gained)
        bounced += bool((states[-1, 3:] - states[0, 3:]).any())
    assert bounced > 10


@pytest.mark.parametrize("degrees", [5.0, 14.0, 16.0, 17.0, 25.0, 45.0])
def test_on_an_incline_it_sticks_or_slides_as_coulomb_says(degrees: float) -> None:
    mu, theta, dt = 0.3, np.radians(degrees), 1e-3
    gravity = 9.81 * np.array([np.sin(theta), 0, -np.cos(theta)])
    plant = particle(Ground(mu, layer=5e-3), dt, gravity)
    states = run(plant, (0, 0, DELTA), (0, 0, 0), 2000)
    speed = states[:, 3]
    rho = np.tan(theta) / mu
    if rho < 1:
        creep = SLIP * rho / np.sqrt(1 - rho**2)
        assert speed[-1] <= creep * (1 + 1e-6)
        assert speed[-1] == pytest.approx(creep, rel=0.1)
    else:
        along = (speed[-1] - speed[1000]) / (1000 * dt)
        assert along == pytest.approx(9.81 * (np.sin(theta) - mu * np.cos(theta)), rel=0.01)


def test_a_step_does_not_depend_on_the_steps_before() -> None:
    """Not even whether it is halved, which tools do that go fast near a body, and none farther away."""
    rng, model, shapes = np.random.default_rng(3), soft_model(8), [(SPHERE, (0.03,), STRAIGHT)]
    r, count, halved = model.rank, 40, 0
    contact = contact_with(
        rng.uniform(0, 0.1, (count, 3)), 0.3 * rng.standard_normal((count, 3, r)), shapes,
        Ground(0.4, 0.5, 1e-3), tools=1,
    )  # fmt: skip
    used = BodyPlant(model, 0.01, 50, [contact])
    for _ in range(40):
        z, w = 0.01 * rng.standard_normal(2 * r), np.zeros(used.forces)
        w[r : r + 3] = 0.05 + rng.uniform(0.05, 0.16) * np.array([1.0, 0.3, -0.2])
        w[r + 6 : r + 9] = rng.uniform(-3, 3, 3)
        fresh = BodyPlant(model, 0.01, 50, [contact])
        expected, found = np.empty(2 * r), np.empty(2 * r)
        times = step_plant(fresh.calls(), z, w, expected)
        assert step_plant(used.calls(), z, w, found) == times
        np.testing.assert_array_equal(found, expected)
        halved += times > 0
    assert 5 < halved < 35


def test_linearise_is_the_jacobian_of_a_step_under_a_plane_that_turns() -> None:
    """Also without friction and damping, where a plane that stands still leaves the matrix symmetric."""
    rng, model = np.random.default_rng(1), soft_model(5)
    r = model.rank
    points, modes = rng.uniform(0, 0.1, (30, 3)), 0.3 * rng.standard_normal((30, 3, r))
    pose = np.concatenate([[0.05, 0.05, 0.04], np.eye(3).ravel()])
    contact = contact_with(points, modes, [(PLANE, (), pose)], Ground(), tools=1)
    plant = BodyPlant(model, 0.01, 50, [contact])
    z, w = np.zeros(2 * r), np.zeros(plant.forces)
    w[r:] = [*np.zeros(9), 20.0, -15.0, 0.0]  # 0.2 rad and more in a step
    F, G = plant.linearise(z, w)
    found = np.hstack([F, G[:, :r]])
    for axis, e in enumerate(np.eye(3 * r)):
        ahead, behind = (
            plant.step(z + sign * e[: 2 * r], w + np.pad(sign * e[2 * r :], (0, INPUTS)))
            for sign in (1e-6, -1e-6)
        )
        slope = (ahead - behind) / 2e-6
        np.testing.assert_allclose(found[:, axis], slope, atol=1e-5 * np.abs(slope).max())


def test_frames_that_mirror_are_refused() -> None:
    for turned, refused in ((np.diag([1.0, -1.0, -1.0]), False), (np.diag([1.0, 1.0, -1.0]), True)):
        pose = np.concatenate([np.zeros(3), turned.ravel()])
        contact = contact_with(np.zeros((1, 3)), np.ones((1, 3, 2)), [(PLANE, (), pose)], Ground())
        with pytest.raises(ValueError, match="no rotations") if refused else nullcontext():
            contact.check()


def test_the_force_of_rest_is_the_slope_of_the_energy() -> None:
    rng, r, step = np.random.default_rng(3), 4, 1e-6
    points, modes = rng.uniform(0, 0.1, (40, 3)), 0.3 * rng.standard_normal((40, 3, r))
    pose = np.concatenate([[0.05, 0.05, 0.04], np.eye(3).ravel()])
    contact = contact_with(points, modes, [(PLANE, (), pose), (SPHERE, (0.03,), pose)], Ground(0.4, 0.5))
    p, none = 0.002 * rng.standard_normal(r), np.zeros(0)
    feeler = Feeler(contact)
    feeler.look(np.concatenate([p, np.zeros(r)]), p, none, np.inf)
    force = feeler.data.work.force.copy()
    ways = step * np.eye(r)
    slope = [(contact.energy(p + way, none) - contact.energy(p - way, none)) / (2 * step) for way in ways]
    assert contact.energy(p, none) > 0
    np.testing.assert_allclose(force, -np.array(slope), rtol=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_linearise_is_the_jacobian_of_a_step_in_contact(seed: int) -> None:
    """With each shape, obstacles and tools that move and turn; where nothing begins to touch."""
    rng, model = np.random.default_rng(seed), soft_model(8)
    r, count = model.rank, 40
    modes = 0.3 * rng.standard_normal((count, 3, r))
    grid = bubble()
    shapes = [(kind, size, posed(rng)) for kind, size in SHAPES]
    contact = contact_with(
        rng.uniform(0, 0.1, (count, 3)), modes, shapes, Ground(0.4, 0.5, 1e-3), tools=3, grid=grid
    )
    plant = BodyPlant(model, 0.01, 50, [contact])
    z, w = 0.01 * rng.standard_normal(2 * r), np.zeros(plant.forces)
    w[:r] = rng.standard_normal(r)
    for k in range(3):
        w[r + INPUTS * k :][:INPUTS] = [*rng.uniform(-0.02, 0.02, 6), *rng.uniform(-0.5, 0.5, 6)]
    z = plant.step(z, w)
    F, G = plant.linearise(z, w)
    feeler = Feeler(contact)

    def touched(z: Array, w: Array) -> tuple[Array, set[tuple[int, int]]]:
        end = plant.step(z, w)
        found = feeler.touch(z, end, w[r:], plant.dt)
        return end, set(zip(found.shapes.tolist(), found.samples.tolist(), strict=True))

    pairs = touched(z, w)[1]
    assert len({shape for shape, _ in pairs}) >= 4
    step, compared = 1e-6, 0
    for axis, e in enumerate(np.eye(2 * r + r)):
        size = step * (1.0 if axis < r else 50.0)
        (ahead, one), (behind, other) = (
            touched(z + sign * size * e[: 2 * r], w + sign * size * np.pad(e[2 * r :], (0, 3 * INPUTS)))
            for sign in (1, -1)
        )
        if one == other == pairs:
            found = np.hstack([F, G[:, :r]])[:, axis]
            np.testing.assert_allclose(
                found, (ahead - behind) / (2 * size), atol=1e-6 * max(np.abs(F).max(), 1)
            )
            compared += 1
    assert compared > r


def test_what_is_found_does_not_depend_on_where_samples_were_looked_at() -> None:
    """A step from a state is the same to the last bit whatever came before."""
    rng, model = np.random.default_rng(5), soft_model(8)
    r = model.rank
    modes = 0.3 * rng.standard_normal((60, 3, r))
    shapes = [(SPHERE, (0.03,), posed(rng)), (4, (0.02, 0.03, 0.04), posed(rng))]
    contact = contact_with(rng.uniform(0, 0.1, (60, 3)), modes, shapes, Ground(0.3), tools=1)
    used, states = BodyPlant(model, 0.01, 50, [contact]), 0.02 * rng.standard_normal((30, 2 * r))
    w = np.zeros(used.forces)
    for z in states:
        w[r:] = np.concatenate([rng.uniform(-0.03, 0.03, 6), rng.uniform(-0.5, 0.5, 6)])
        fresh = BodyPlant(model, 0.01, 50, [contact])
        np.testing.assert_array_equal(used.step(z, w), fresh.step(z, w))


def test_a_batch_is_many_single_steps() -> None:
    rng, model = np.random.default_rng(6), soft_model(6)
    r = model.rank
    contact = contact_with(
        rng.uniform(0, 0.1, (30, 3)),
        0.3 * rng.standard_normal((30, 3, r)),
        [(PLANE, (), posed(rng))],
        Ground(0.3),
    )
    plant = BodyPlant(model, 0.01, 30, [contact])
    states, forces = 0.02 * rng.standard_normal((2 * r, 9)), rng.standard_normal((r, 9))
    out = np.empty_like(states)
    assert not plant.step_batch(states, forces, out).any()
    for column in range(9):
        np.testing.assert_array_equal(out[:, column], plant.step(states[:, column], forces[:, column]))


@pytest.mark.parametrize(
    ("name", "wrong", "words"),
    [
        ("poses", np.zeros((1, 12)), "no rotations"),
        ("moving", np.array([1]), "moving"),
        ("law", np.zeros(4), "law"),
        ("sizes", np.zeros((1, 3)), "size"),
        ("kinds", np.array([GRID]), "grid"),
    ],
)
def test_arrays_that_are_no_contact_are_refused(name: str, wrong: Array, words: str) -> None:
    contact = contact_with(np.zeros((1, 3)), np.zeros((1, 3, 2)), [(SPHERE, (0.1,), STRAIGHT)], Ground())
    contact.check()
    with pytest.raises(ValueError, match=words):
        contact._replace(**{name: wrong}).check()


def test_a_grid_that_would_be_read_beyond_its_end_is_refused() -> None:
    shape, frame, slopes, values = bubble()
    good = contact_with(
        np.zeros((1, 3)),
        np.zeros((1, 3, 2)),
        [(GRID, (0.0,), STRAIGHT)],
        Ground(),
        grid=(shape, frame, slopes, values),
    )
    good.check()
    for wrong in (
        {"coefficients": values[:-1]},
        {"grid_shapes": shape + [[0, 0, 1, 0]]},
        {"grid_shapes": shape + [[0, 0, 0, 1]]},
        {"sizes": np.array([[0.5, 0, 0]])},
        {"sizes": np.array([[1.0, 0, 0]])},
        {"grid_frames": frame * [1, 1, 1, 0, 1]},
    ):
        with pytest.raises(ValueError, match=r"grid|sizes"):
            good._replace(**wrong).check()


@pytest.mark.parametrize("closed", [True, False])
def test_where_its_way_closes_a_tool_goes_on_along_it(closed: bool) -> None:
    """At the seam of an open way it blends from the end into the beginning instead."""
    steps, dt = 100, 0.01
    angle = np.linspace(0, 2 * np.pi if closed else np.pi, steps + 1)
    places = 0.05 * np.column_stack([np.cos(angle), np.sin(angle), 0 * angle])
    inputs = tool_inputs(places, np.tile(np.eye(3), (steps + 1, 1, 1)), dt)
    tool = Tool(dt, slice(0, 12), np.concatenate([np.zeros(3), np.eye(3).ravel()]))
    tool.follow(inputs, 0)
    for _ in range(steps):
        tool.stepped()
    end = tool.placement
    tool.follow(inputs, 0)
    np.testing.assert_allclose(tool.placement, end, atol=1e-9)
    assert tool.moving is not closed
    if closed:
        np.testing.assert_array_equal(tool.coming, inputs[0])
