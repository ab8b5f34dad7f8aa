"""Free things that roll, slide, spin and collide, against mechanics, and the step's Jacobians."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from runtime.body.contact.shapes import BOX, PLANE, SPHERE
from runtime.body.handle.pose import exponential
from runtime.body.plant import BodyPlant
from runtime.body.terms.contact import Contact, Feeler
from tests.runtime.body.test_body import stiffness_model
from tests.runtime.body.test_contact import AREA, DELTA, STIFF, STRAIGHT, Ground, contact_with, posed

Array = np.ndarray
RADIUS, MASS = 0.04, 0.15  # m, kg
INERTIA = 0.4 * MASS * RADIUS**2
SCALES = np.sqrt(np.repeat([MASS, INERTIA], 3))  # of a ball's coordinates


def with_balls(
    points: Array, modes: Array, places: Sequence[Sequence[float]],
    shapes: Sequence[tuple[int, Sequence[float], Array]], ground: Ground,
) -> Contact:  # fmt: skip
    """Samples of a body (m, 3) with their modes, obstacles, and free balls; six more coordinates of each."""
    (m, _, r), count = modes.shape, len(places)
    found = np.zeros((m + 2 * count, 3, r + 6 * count))
    found[:m, :, :r] = modes
    for k in range(count):
        for part in range(2):
            at = r + 6 * k + 3 * part
            found[m + 2 * k + part, :, at : at + 3] = np.diag(1 / SCALES[3 * part : 3 * part + 3])
    balls = [(SPHERE, (RADIUS,), np.concatenate([place, np.eye(3).ravel()])) for place in places]
    rests = np.concatenate([points, *(np.array([place, (0, 0, 0)], dtype=float) for place in places)])
    contact = contact_with(rests, found, [*shapes, *balls], ground)
    areas = np.concatenate([np.full(m, AREA), np.tile([AREA, 0.0], count)])
    moving = np.concatenate([np.full(len(shapes), -1), -2 - (m + 2 * np.arange(count))])
    return contact._replace(areas=areas, moving=moving)


def of_balls(
    count: int,
    ground: Ground,
    dt: float,
    gravity: Array,
    shapes: Sequence[tuple[int, Sequence[float], Array]],
) -> BodyPlant:
    """A plant of nothing but balls, all in the origin at p = 0."""
    model = stiffness_model(np.zeros((6 * count, 6 * count)))
    standing = np.tile(np.concatenate([np.sqrt(MASS) * gravity, np.zeros(3)]), count)
    contact = with_balls(np.zeros((0, 3)), np.zeros((0, 3, 0)), [(0, 0, 0)] * count, shapes, ground)
    contact.check()
    return BodyPlant(model._replace(standing=standing), dt, 40, [contact])


def run(plant: BodyPlant, start: Array, steps: int) -> tuple[Array, Array]:
    """Places and turns, and their rates (steps + 1, balls, 6), from the first of both (2, balls, 6)."""
    count = start.shape[1]
    scales = np.tile(SCALES, 2 * count)
    z = start.ravel() * scales
    states = [z]
    for _ in range(steps):
        z = plant.step(z, np.zeros(plant.forces))
        states.append(z)
    found = (np.array(states) / scales).reshape(-1, 2, count, 6)
    return found[:, 0], found[:, 1]


@pytest.mark.parametrize("degrees", [10.0, 30.0, 44.0, 52.0, 70.0])
def test_a_ball_rolls_down_a_slope_or_slides_as_well(degrees: float) -> None:
    """It rolls where tan(theta) < 7/2 mu, by 5/7 g sin(theta)."""
    mu, theta, dt = 0.3, np.radians(degrees), 1e-3
    gravity = 9.81 * np.array([np.sin(theta), 0, -np.cos(theta)])
    plant = of_balls(1, Ground(mu, layer=2e-3), dt, gravity, [(PLANE, (), STRAIGHT)])
    start = np.zeros((2, 1, 6))
    start[0, 0, 2] = RADIUS + (DELTA - MASS * 9.81 * np.cos(theta) / (AREA * STIFF)) / 2  # where it rests
    _, rates = run(plant, start, 500)
    speed, spin = rates[:, 0, 0], rates[:, 0, 4]
    along, about = (speed[-1] - speed[250]) / (250 * dt), (spin[-1] - spin[250]) / (250 * dt)
    if np.tan(theta) < 3.5 * mu:
        assert along == pytest.approx(5 / 7 * 9.81 * np.sin(theta), rel=0.01)
        assert about * RADIUS == pytest.approx(along, rel=0.01)
    else:
        assert along == pytest.approx(9.81 * (np.sin(theta) - mu * np.cos(theta)), rel=0.01)
        assert about == pytest.approx(2.5 * mu * 9.81 * np.cos(theta) / RADIUS, rel=0.01)


@pytest.mark.parametrize("dt", [1e-3, 5e-3])
def test_two_balls_that_collide_keep_momentum_and_angular_momentum(dt: float) -> None:
    """Spinning, off centre and with friction; energy does not grow."""
    plant = of_balls(2, Ground(0.4, 0.3), dt, np.zeros(3), [])
    start = np.zeros((2, 2, 6))
    start[0, :, :3] = [[-0.06, 0, 0], [0.05, 0.03, -0.01]]
    start[1, :, :3] = [[1.2, 0.1, 0], [-0.4, 0, 0.2]]
    start[1, :, 3:] = [[3, -8, 20], [0, 14, -5]]
    places, rates = run(plant, start, round(0.4 / dt))
    momentum = MASS * rates[:, :, :3].sum(axis=1)
    turning = MASS * np.cross(places[:, :, :3], rates[:, :, :3]) + INERTIA * rates[:, :, 3:]
    energy = (MASS * rates[:, :, :3] ** 2 + INERTIA * rates[:, :, 3:] ** 2).sum(axis=(1, 2)) / 2
    assert np.abs(rates[-1] - rates[0]).max() > 0.3
    np.testing.assert_allclose(momentum, momentum[:1].repeat(len(momentum), 0), atol=1e-12)
    np.testing.assert_allclose(turning.sum(axis=1)[-1], turning.sum(axis=1)[0], atol=1e-12)
    assert energy[-1] < 0.999 * energy[0]
    free = np.linalg.norm(places[:, 0, :3] - places[:, 1, :3], axis=1) > 2 * RADIUS + DELTA
    assert (np.diff(energy[free]) < 1e-12).all()


def test_without_friction_nothing_is_lost_and_equal_balls_swap() -> None:
    plant = of_balls(2, Ground(), 2e-4, np.zeros(3), [])
    start = np.zeros((2, 2, 6))
    start[0, 1, 0], start[1, 0, 0] = 0.1, 1.0
    _, rates = run(plant, start, 800)
    np.testing.assert_allclose(rates[-1, :, 0], [0.0, 1.0], atol=1e-6)


def test_a_ball_that_is_hit_turns_the_body_s_own_momentum_into_its_flight() -> None:
    """A particle of a body strikes a ball: both together keep their momentum."""
    modes = np.eye(3)[None] / np.sqrt(0.3)
    contact = with_balls(np.array([[-0.06, 0.01, 0.0]]), modes, [(0, 0, 0)], [], Ground(0.5))
    plant = BodyPlant(stiffness_model(np.zeros((9, 9))), 1e-3, 40, [contact])
    scales = np.concatenate([np.full(3, np.sqrt(0.3)), SCALES])
    z = np.concatenate([np.zeros(9), scales * np.array([2.0, 0, 0, *np.zeros(6)])])
    before = 0.3 * 2.0
    for _ in range(60):
        z = plant.step(z, np.zeros(plant.forces))
    v = z[9:] / scales
    assert v[3] > 1.0
    assert 0.3 * v[0] + MASS * v[3] == pytest.approx(before, rel=1e-12)
    assert np.abs(v[6:]).max() > 1.0  # it was hit beside its middle


@pytest.mark.parametrize("seed", range(3))
def test_linearise_is_the_jacobian_of_a_step_with_free_things(seed: int) -> None:
    """With a body of eight coordinates, two balls, a slope and a box; where nothing begins to touch."""
    rng, b = np.random.default_rng(seed), 8
    count, r = 40, b + 12
    stiffness = np.zeros((r, r))
    stiffness[:b, :b] = np.diag(rng.uniform(50, 500, b))
    modes = 0.3 * rng.standard_normal((count, 3, b))
    slope = np.concatenate([[0, 0, -0.02], exponential(np.array([0.2, 0.1, 0])).ravel()])
    contact = with_balls(
        rng.uniform(0, 0.1, (count, 3)), modes, [(0.03, 0.05, 0.018), (0.1, 0.06, 0.02)],
        [(PLANE, (), slope), (BOX, (0.02, 0.03, 0.02), posed(rng))], Ground(0.4, 0.5, 1e-3),
    )  # fmt: skip
    plant = BodyPlant(stiffness_model(stiffness), 0.002, 60, [contact])
    z, w = 0.01 * rng.standard_normal(2 * r), np.zeros(plant.forces)
    z[r + b :] *= 20
    for _ in range(2):
        z = plant.step(z, w)
    F, G = plant.linearise(z, w)
    feeler = Feeler(contact)

    def touched(z: Array, w: Array) -> tuple[Array, set[tuple[int, int]]]:
        end = plant.step(z, w)
        feeler.touch(z, end, w[r:], plant.dt)
        work = feeler.data.work
        return end, set(map(tuple, work.at[: int(work.active[0])].tolist()))

    pairs = touched(z, w)[1]
    assert {shape for shape, _ in pairs} & {2, 3}
    assert {sample for _, sample in pairs} & {count, count + 2}
    step, compared = 1e-6, 0
    for axis, e in enumerate(np.eye(3 * r)):
        size = step * (1.0 if axis < r else 20.0)
        (ahead, one), (behind, other) = (
            touched(z + sign * size * e[: 2 * r], w + sign * size * e[2 * r :]) for sign in (1, -1)
        )
        if one == other == pairs:
            found = np.hstack([F, G])[:, axis]
            difference = (ahead - behind) / (2 * size)
            np.testing.assert_allclose(found, difference, atol=1e-6 * max(np.abs(F).max(), 1))
            compared += 1
    assert compared > r
