"""Free boxes and capsules that tumble, slide, tip over, roll and collide, against mechanics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from offline.full.body.terms.free_things import second_moments
from runtime.body.contact.data import touching_places
from runtime.body.contact.shapes import BOX, CAPSULE, PLANE, SPHERE
from runtime.body.handle.pose import exponential
from runtime.body.plant import BodyPlant
from runtime.body.terms.contact import Contact, Feeler
from tests.runtime.body.test_body import stiffness_model
from tests.runtime.body.test_contact import AREA, DELTA, STIFF, STRAIGHT, Ground, contact_with, posed

Array = np.ndarray
MASS, GRAVITY = 0.2, 9.81  # kg, m/s^2
HALVES = (0.02, 0.03, 0.05)  # m, of a box
ROD = (0.02, 0.05, 0.0)  # m, radius and half length of a capsule
Placed = tuple[int, Sequence[float], Array]  # kind, size, pose


class Things(NamedTuple):
    """Free things alone, c coordinates in all."""

    plant: BodyPlant
    contact: Contact
    scales: Array  # (c,) of coordinates
    rest: Array  # (things, 4, 3): middles, and the axes of frames

    def at(self, states: Array) -> tuple[Array, Array]:
        """Middles and axes, and their rates (..., things, 4, 3)."""
        p, v = np.split(states / np.tile(self.scales, 2), 2, axis=-1)
        shape = (*states.shape[:-1], *self.rest.shape)
        return self.rest + p.reshape(shape), v.reshape(shape)

    def begun(self, velocity: Array, spin: Array) -> Array:
        """The state in which each moves so (things, 3)."""
        turning = np.cross(spin[:, None], self.rest[:, 1:])
        v = np.concatenate([velocity[:, None], turning], axis=1).ravel()
        return np.concatenate([np.zeros_like(v), self.scales * v])

    def run(self, z: Array, steps: int) -> tuple[Array, Array]:
        """What `at` has (steps + 1, things, 4, 3)."""
        states = [z]
        for _ in range(steps):
            states.append(self.plant.step(states[-1], np.zeros(self.plant.forces)))
        return self.at(np.array(states))

    def masses(self) -> Array:
        """(things, 4) kg, kg m^2."""
        return self.scales.reshape(-1, 4, 3)[:, :, 0] ** 2

    def angular(self, places: Array, rates: Array) -> Array:
        """All of their angular momentum (..., 3) kg m^2/s."""
        return np.asarray((self.masses()[..., None] * np.cross(places, rates)).sum(axis=(-3, -2)))

    def energy(self, places: Array, rates: Array) -> Array:
        """That of their motion and of their strain (...), J."""
        moving = (self.masses()[..., None] * rates**2).sum(axis=(-3, -2, -1)) / 2
        kappa = self.contact.data(0).rigidity[-places.shape[-3] :]
        return np.asarray(moving + (kappa / 2 * (strain(places) ** 2).sum(axis=(-2, -1))).sum(axis=-1))


def strain(places: Array) -> Array:
    """C (..., 3, 3)."""
    axes = places[..., 1:, :]
    return np.asarray(axes @ np.swapaxes(axes, -1, -2) - np.eye(3))


def with_things(
    points: Array, modes: Array, things: Sequence[Placed], shapes: Sequence[Placed], ground: Ground,
    area: float = AREA,
) -> tuple[Contact, Array]:  # fmt: skip
    """Samples of a body (m, 3), obstacles, and free things; the scales of their twelve coordinates each."""
    b, r = modes.shape[2], modes.shape[2] + 12 * len(things)
    rests, rows, areas = [points], [np.zeros((len(points), 3, r))], [np.full(len(points), AREA)]
    rows[0][:, :, :b] = modes
    moving, scales = [-1] * len(shapes), []
    for k, (kind, size, pose) in enumerate(things):
        moving.append(-2 - sum(map(len, rests)))
        scales.append(np.sqrt(np.repeat([MASS, *second_moments(kind, np.array(size), MASS)], 3)))
        carriers = np.zeros((4, 3, r))
        for c in range(4):
            carriers[c, :, b + 12 * k + 3 * c :][:, :3] = np.diag(1 / scales[-1][3 * c : 3 * c + 3])
        own, turn = touching_places(kind, np.array(size)), pose[3:].reshape(3, 3)
        rests.append(np.vstack([pose[:3], turn.T, pose[:3] + own @ turn.T]))
        rows.append(np.concatenate([carriers, carriers[0] + np.einsum("ka,axr->kxr", own, carriers[1:])]))
        areas.append(np.concatenate([np.zeros(4), np.full(len(own), area)]))
    contact = contact_with(np.concatenate(rests), np.concatenate(rows), [*shapes, *things], ground)
    contact = contact._replace(areas=np.concatenate(areas), moving=np.array(moving))
    contact.check()
    return contact, np.concatenate(scales)


def of_things(
    things: Sequence[Placed], shapes: Sequence[Placed], ground: Ground, dt: float,
    gravity: Sequence[float] = (0.0, 0.0, 0.0), area: float = AREA,
) -> Things:  # fmt: skip
    """`area` (m^2) is what each place stands for with which they touch."""
    contact, scales = with_things(np.zeros((0, 3)), np.zeros((0, 3, 0)), things, shapes, ground, area)
    standing = np.tile(np.concatenate([np.sqrt(MASS) * np.array(gravity), np.zeros(9)]), len(things))
    model = stiffness_model(np.zeros((len(scales), len(scales))))._replace(standing=standing)
    poses = np.array([pose for _, _, pose in things])
    rest = np.stack([poses[:, :3], *np.moveaxis(poses[:, 3:].reshape(-1, 3, 3), 2, 0)], axis=1)
    return Things(BodyPlant(model, dt, 60, [contact]), contact, scales, rest)


def pose_at(place: Sequence[float], turn: Sequence[float] = (0.0, 0.0, 0.0)) -> Array:
    return np.concatenate([place, exponential(np.array(turn)).ravel()])


def tumbled(start: Array, W: Array, J: Array, times: Array) -> Array:
    """Rotations (k, 3, 3) of a rigid body, by Euler's equations and a quaternion."""
    inertia, none = J.sum() - J, np.zeros(3)

    def rates(t: float, y: Array) -> Array:
        q, w = y[:4], y[4:]
        turning = 0.5 * np.array([-q[1:] @ w, *(q[0] * w + np.cross(q[1:], w))])
        return np.concatenate([turning, -np.cross(w, inertia * w) / inertia])

    first = np.concatenate([[1.0], none, start.T @ W])
    found = solve_ivp(rates, (0, times[-1]), first, t_eval=times, rtol=1e-11, atol=1e-12).y[:4]
    w, x, y, z = found / np.linalg.norm(found, axis=0)
    turned = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip
    return np.asarray(start @ np.moveaxis(turned, 2, 0))


@pytest.mark.parametrize(("kind", "size"), [(BOX, HALVES), (CAPSULE, ROD)])
def test_what_tumbles_does_so_as_a_rigid_body(kind: int, size: Sequence[float]) -> None:
    """Over some six turns, about its unstable axis: a box flips over on its way."""
    dt, steps = 1e-3, 2000
    pose = pose_at((0, 0, 0), (0.3, -0.5, 0.8))
    things = of_things([(kind, size, pose)], [(PLANE, (), pose_at((0, 0, -50)))], Ground(0.3), dt)
    turn = pose[3:].reshape(3, 3)
    W = turn @ np.array([0.4, 20.0, 0.3])
    z = things.begun(np.array([[0.3, -0.1, 0.2]]), W[None])
    places, rates = things.run(z, steps)
    wanted = tumbled(turn, W, second_moments(kind, np.array(size), MASS), dt * np.arange(steps + 1))
    if kind == BOX:
        assert (wanted[:, :, 1] @ (turn @ [0, 1, 0])).min() < -0.9
    assert np.abs(places[:, 0, 1:] - np.swapaxes(wanted, 1, 2)).max() < 0.01
    assert np.abs(strain(places)).max() < 1e-4
    angular = things.angular(places, rates)
    np.testing.assert_allclose(rates[:, 0, 0], rates[:1, 0, 0].repeat(steps + 1, 0), atol=1e-8)
    assert np.abs(angular - angular[0]).max() < 1e-8 * np.abs(angular).max()
    energy = things.energy(places, rates)
    assert np.diff(energy).max() < 1e-8 * energy[0]  # a step's tolerance
    assert energy[-1] > 0.999 * energy[0]


@pytest.mark.parametrize("degrees", [10.0, 15.0, 18.0, 30.0])
def test_a_box_on_an_incline_sticks_or_slides(degrees: float) -> None:
    mu, theta, dt = 0.3, np.radians(degrees), 1e-3
    pull = GRAVITY * np.array([np.sin(theta), 0, -np.cos(theta)])
    box = BOX, (0.05, 0.03, 0.02), pose_at((0, 0, 0.02 + 0.8 * DELTA))
    things = of_things([box], [(PLANE, (), STRAIGHT)], Ground(mu, layer=2e-3), dt, pull)
    places, rates = things.run(things.begun(np.zeros((1, 3)), np.zeros((1, 3))), 1000)
    speed = rates[:, 0, 0, 0]
    if np.tan(theta) < mu:
        rho = np.tan(theta) / mu
        assert abs(speed[-1]) < 1.01e-3 * rho / np.sqrt(1 - rho**2)  # creep, as the law has it
    else:
        wanted = GRAVITY * (np.sin(theta) - mu * np.cos(theta))
        assert (speed[-1] - speed[500]) / (500 * dt) == pytest.approx(wanted, rel=0.01)
    assert np.abs(strain(places)).max() < 1e-3


@pytest.mark.parametrize("degrees", [20.5, 23.0])
def test_a_box_tips_over_where_its_middle_leaves_its_base(degrees: float) -> None:
    """One that is 2.5 times as high as it is deep does so from 21.8 degrees on, on a hard layer."""
    theta, dt, area = np.radians(degrees), 2e-3, 0.5
    pull = GRAVITY * np.array([np.sin(theta), 0, -np.cos(theta)])
    sunk = np.sqrt(DELTA * MASS * GRAVITY / (9 * area * STIFF))
    box = BOX, (0.02, 0.03, 0.05), pose_at((0, 0, 0.05 + DELTA - sunk))
    things = of_things([box], [(PLANE, (), STRAIGHT)], Ground(2.0, layer=5e-3), dt, pull, area)
    places, _ = things.run(things.begun(np.zeros((1, 3)), np.zeros((1, 3))), 600)
    upright = places[:, 0, 3, 2]
    if np.tan(theta) < 0.4:
        assert upright.min() > 0.999
    else:
        assert upright[-1] < 0.1  # it lies on its side
        assert places[-1, 0, 0, 2] == pytest.approx(0.02 + DELTA, abs=DELTA)
    assert np.abs(strain(places)).max() < 1e-3


def test_a_capsule_rolls_down_a_slope_with_its_inertia() -> None:
    theta, dt, radius = np.radians(20), 1e-3, ROD[0]
    pull = GRAVITY * np.array([np.sin(theta), 0, -np.cos(theta)])
    lying = pose_at((0, 0, radius + 0.8 * DELTA), (np.pi / 2, 0, 0))  # along y
    things = of_things([(CAPSULE, ROD, lying)], [(PLANE, (), STRAIGHT)], Ground(0.4, layer=2e-3), dt, pull)
    places, rates = things.run(things.begun(np.zeros((1, 3)), np.zeros((1, 3))), 600)
    x, _, _ = second_moments(CAPSULE, np.array(ROD), MASS)
    wanted = GRAVITY * np.sin(theta) / (1 + 2 * x / (MASS * radius**2))
    speed = rates[:, 0, 0, 0]
    assert (speed[-1] - speed[200]) / (400 * dt) == pytest.approx(wanted, rel=0.01)
    assert np.abs(places[:, 0, 3, 1]).min() > 0.999  # its axis stays
    assert np.abs(strain(places)).max() < 1e-3


@pytest.mark.parametrize(("kind", "size"), [(BOX, HALVES), (CAPSULE, ROD)])
def test_second_moments_are_those_of_the_shape(kind: int, size: Sequence[float]) -> None:
    half = np.array([size[0], size[0], size[0] + size[1]]) if kind == CAPSULE else np.array(size)
    middles = (np.arange(120) + 0.5 - 60) / 60
    grid = np.stack(np.meshgrid(*(h * middles for h in half), indexing="ij"), axis=-1)
    if kind == CAPSULE:
        beyond = np.maximum(np.abs(grid[..., 2]) - size[1], 0)
        grid = grid[np.hypot(np.hypot(grid[..., 0], grid[..., 1]), beyond) < size[0]]
    wanted = MASS * (grid.reshape(-1, 3) ** 2).mean(axis=0)
    np.testing.assert_allclose(second_moments(kind, np.array(size), MASS), wanted, rtol=3e-3)


@pytest.mark.parametrize("dt", [1e-3, 5e-3])
def test_what_collides_keeps_momentum_and_angular_momentum(dt: float) -> None:
    """A box, a capsule and another box, spinning, off centre and with friction; energy does not grow."""
    poses = (
        pose_at((-0.08, 0, 0), (0.2, 0.4, 0)),
        pose_at((0.06, 0.02, 0), (1, 0, 0)),
        pose_at((0.2, 0, 0.01)),
    )
    things = of_things(
        [(BOX, HALVES, poses[0]), (CAPSULE, ROD, poses[1]), (BOX, (0.03, 0.03, 0.03), poses[2])],
        [(PLANE, (), pose_at((0, 0, -50)))], Ground(0.4, 0.3), dt,
    )  # fmt: skip
    velocity = np.array([[1.2, 0.1, 0], [0, 0, 0.1], [-0.8, 0, 0]])
    z = things.begun(velocity, np.array([[3.0, -8, 10], [0, 6, -5], [4, 0, 2]]))
    places, rates = things.run(z, round(0.4 / dt))
    momentum, angular = rates[:, :, 0].sum(axis=1), things.angular(places, rates)
    assert np.abs(rates[-1, :, 0] - velocity).min(axis=0).max() > 0.1
    assert (np.linalg.norm(rates[-1, :, 0] - velocity, axis=1) > 0.1).all()  # each was hit
    np.testing.assert_allclose(momentum, momentum[:1].repeat(len(momentum), 0), atol=1e-8)
    assert np.abs(angular - angular[0]).max() < 1e-8 * np.abs(angular).max()
    energy = things.energy(places, rates)
    assert energy[-1] < 0.99 * energy[0]
    assert energy.max() < 1.0001 * energy[0]
    assert np.abs(strain(places)).max() < 1e-3


@pytest.mark.parametrize(
    ("seed", "every"),
    [pytest.param(each, 1, marks=pytest.mark.slow("compares all columns by differences")) for each in (2, 3)]
    + [(3, 4)],
)
def test_linearise_is_the_jacobian_of_a_step_with_boxes(seed: int, every: int) -> None:
    """With a body of eight coordinates, boxes, capsules and a slope; where nothing begins to touch."""
    rng, b = np.random.default_rng(seed), 8
    things = [
        (BOX, HALVES, pose_at((0.03, 0.05, 0.03), rng.uniform(-1, 1, 3))),
        (CAPSULE, ROD, pose_at((0.1, 0.06, 0.005), rng.uniform(-0.3, 0.3, 3))),
        (CAPSULE, (0.02, 0.03, 0), pose_at((0.1, 0.1, 0.005), rng.uniform(-0.3, 0.3, 3) + [np.pi / 2, 0, 0])),
        (BOX, (0.03, 0.02, 0.02), pose_at((0.09, 0.02, 0.03), rng.uniform(-1, 1, 3))),
    ]
    shapes = [(PLANE, (), pose_at((0, 0, -0.02), (0.2, 0.1, 0))), (SPHERE, (0.03,), posed(rng))]
    modes = 0.3 * rng.standard_normal((40, 3, b))
    contact, scales = with_things(rng.uniform(0, 0.1, (40, 3)), modes, things, shapes, Ground(0.4, 0.5, 1e-3))
    r = b + len(scales)
    stiffness = np.zeros((r, r))
    stiffness[:b, :b] = np.diag(rng.uniform(50, 500, b))
    plant = BodyPlant(stiffness_model(stiffness), 0.002, 60, [contact])
    z, w = 0.01 * rng.standard_normal(2 * r), np.zeros(plant.forces)
    z[b:r] = 0.0
    z[r : r + b] *= 20
    spins, velocity = rng.uniform(-8, 8, (4, 3)), rng.uniform(-0.3, 0.3, (4, 3))
    turns = np.array([pose[3:].reshape(3, 3).T for _, _, pose in things])
    rates = np.concatenate([velocity[:, None], np.cross(spins[:, None], turns)], axis=1)
    z[r + b :] = scales * rates.ravel()
    for _ in range(2):
        z = plant.step(z, w)
    F, G = plant.linearise(z, w)
    feeler = Feeler(contact)

    def touched(z: Array, w: Array) -> tuple[Array, set[tuple[int, int]]]:
        end = plant.step(z, w)
        feeler.touch(z, end, w[r:], plant.dt)
        work = feeler.data.work
        return end, set(map(tuple, work.at[: int(work.active[0])].tolist()))

    pairs, own = touched(z, w)[1], contact.data(0).own
    met = {(int(own[sample]), shape) for shape, sample in pairs}
    assert len({shape for one, shape in met if one < 0}) >= 2, met  # the body touches things
    assert any(one >= 2 for one, _ in met)
    compared = 0
    for axis, e in list(enumerate(np.eye(3 * r)))[::every]:
        size, slopes, same = 4e-7 * (1.0 if axis < r else 5.0), [], True
        for part in (1.0, 0.5):
            ends = [
                touched(z + way * part * size * e[: 2 * r], w + way * part * size * e[2 * r :])
                for way in (1, -1)
            ]
            same &= ends[0][1] == ends[1][1] == pairs
            slopes.append((ends[0][0] - ends[1][0]) / (2 * part * size))
        if same:  # extrapolated, as edges bend sharply
            difference = (4 * slopes[1] - slopes[0]) / 3
            found = np.hstack([F, G])[:, axis]
            np.testing.assert_allclose(found, difference, atol=1e-6 * max(np.abs(F).max(), 1))
            compared += 1
    assert compared > r // every
