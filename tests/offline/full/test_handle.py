"""A moving handle: the body in its frame, full and reduced, against the same body integrated in space."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from meshes import block
from meshes.quadratic import quadratic
from offline.full.body.elastic_body import ElasticBody
from offline.full.body.equilibrium import equilibrium
from offline.full.body.handle.way import carried_by
from offline.full.body.material import Material
from offline.full.body.newmark import FullStepper
from offline.full.body.terms.base_motion import inertia_of
from offline.scenes.base.parts import TimePart
from offline.scenes.body.paths import HandlePart
from reduce import reduce_deformable
from reduce.terms.base_motion import reduce_handle
from runtime.body.handle.hand import Way
from runtime.body.handle.pose import (
    Motion,
    Offset,
    apart,
    bending,
    exponential,
    faded,
    jacobian,
    logarithm,
    matrices,
    moved,
    quaternion,
)
from runtime.body.plant import BodyPlant
from runtime.body.terms.base_motion import Handle

Array = np.ndarray
GRAVITY = (0.0, 0.0, -9.81)
SOFT = Material(young=1e5, poisson=0.35, density=1000.0)
DIFFERENCES = 1e-7  # relative
SHAKEN = HandlePart(
    times=[0.05, 0.2, 0.35, 0.5],
    translation=[(0.0, 0.0, 0.0), (0.06, -0.02, 0.03), (-0.04, 0.03, 0.0), (0.02, 0.0, 0.05)],
    rotation=[(0.0, 0.0, 0.0), (0.3, 0.9, -0.4), (-0.8, 0.2, 1.1), (0.4, -1.2, 0.3)],
    pivot=(-0.05, 0.03, 0.1),
)


@cache
def beam(law: str = "stvk") -> ElasticBody:
    """A block that is held at one end."""
    mesh = block((4, 1, 2), (0.3, 0.06, 0.08))
    return ElasticBody(mesh, Material(1e5, 0.35, 1000.0, law), mesh.regions["xmin"])


def frame_run(body: ElasticBody, dt: float, steps: int, iterations: int = 6) -> Array:
    """Displacements (T + 1, n) in the handle's frame, under gravity."""
    part = TimePart(step=dt, steps=steps)
    assert SHAKEN.pivot is not None
    carried = carried_by(SHAKEN, np.array(SHAKEN.pivot), GRAVITY, part)
    assert carried is not None
    standing = body.gravity(GRAVITY)
    stepper = FullStepper(body, (0.0, 0.0), dt, iterations, "direct", standing, SHAKEN.pivot)
    u, v, none = np.zeros_like(standing), np.zeros_like(standing), np.zeros_like(standing)
    found = [u]
    for step in range(steps):
        u, v = stepper.step(u, v, none, None, carried.inputs[step])
        found.append(u)
    return np.array(found)


def space_run(body: ElasticBody, end: float, steps: int, keep: int) -> Array:
    """The same, by the explicit rule of Störmer and Verlet in space, where held vertices are moved.

    Nothing of the frame's forces is in it: positions x, and x'' = g - f / m.
    """
    vertices, dt = body.mesh.vertices, end / steps
    everything = ElasticBody(body.mesh, SOFT, np.zeros(0, dtype=np.int64))
    carried = carried_by(SHAKEN, np.array(SHAKEN.pivot), GRAVITY, TimePart(step=dt, steps=steps))
    assert carried is not None
    way, pivot, mass = Way(**carried.way), carried.pivot, everything.mass.reshape(-1, 3)
    rotations = matrices(way.rotation)

    def placed(points: Array, step: int) -> Array:
        return (points - pivot) @ rotations[step].T + pivot + way.translation[step]

    x, before = placed(vertices, 0), placed(vertices, 0)  # the handle rests until 50 ms
    found = [np.zeros(body.free.size)]
    free = np.unique(body.free // 3)
    for step in range(steps):
        force = everything.force((x - vertices).reshape(-1)).reshape(-1, 3)
        gain = np.array(GRAVITY) - force / mass
        following = 2 * x - before + dt * dt * (gain if step else gain / 2)
        following[body.fixed] = placed(vertices[body.fixed], step + 1)
        before, x = x, following
        if (step + 1) % keep == 0:
            local = (x - pivot - way.translation[step + 1]) @ rotations[step + 1] + pivot
            found.append((local - vertices)[free].reshape(-1))
    return np.array(found)


@pytest.mark.slow("full runs on a fine clock")
def test_a_shaken_body_is_the_one_that_is_integrated_in_space():
    """It converges to it as the scheme should: of second order."""
    end, body = 0.6, beam()
    truth = space_run(body, end, 12_000, 300)  # every 15 ms
    size = np.sqrt((truth**2).mean())
    errors = []
    for dt in (0.005, 0.0025):
        steps = round(end / dt)
        found = frame_run(body, dt, steps)[:: round(0.015 / dt)]
        errors.append(np.sqrt(((found - truth) ** 2).mean()) / size)
    assert size > 0.01  # it is really shaken
    assert errors[1] < 0.02
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2, abs=0.35)


def test_a_rotating_rod_stretches_as_the_formula_says():
    """u(L) = rho w^2 L^3 / (3 E), about an axis through its held end (Timoshenko & Goodier, section 32)."""
    length, young, density, spin = 1.0, 1e7, 1000.0, 3.0
    mesh = block((40, 1, 1), (length, 0.02, 0.02))
    body = ElasticBody(mesh, Material(young, 0.0, density), mesh.regions["xmin"])
    held = mesh.vertices[mesh.regions["xmin"]].mean(axis=0)
    inertia = inertia_of(body, held, np.array([0, 0, 0, 0, 0, spin, 0, 0, 0.0]))
    assert inertia is not None
    u = np.zeros_like(body.mass)
    for _ in range(4):  # the load grows with the stretch, by 1e-4 of it
        u = equilibrium(body, inertia.load(u, np.zeros_like(u)))
    end = np.isin(body.free // 3, mesh.regions["xmax"]) & (body.free % 3 == 0)
    assert u[end].mean() == pytest.approx(density * spin**2 * length**3 / (3 * young), rel=2e-3)


def test_what_turns_evenly_keeps_its_energy_in_the_frame():
    """That is kinetic and strain energy less what centrifugal forces have in store (Jacobi's integral)."""
    body, spin, dt = beam(), np.array([2.0, -3.0, 4.0]), 1e-3
    pivot, steps = np.array([0.1, 0.2, 0.0]), 400
    inputs = np.concatenate([np.zeros(3), spin, np.zeros(3)])
    stepper = FullStepper(body, (0.0, 0.0), dt, 8, "direct", pivot=pivot)
    u, v = np.zeros_like(body.mass), np.zeros_like(body.mass)
    rest = body.mesh.vertices[body.free[::3] // 3] - pivot

    def energy() -> float:
        swept = np.cross(spin, rest + u.reshape(-1, 3)).reshape(-1)
        return float(body.mass @ v**2 / 2 + body.energy(u) - body.mass @ swept**2 / 2)

    first, most = energy(), 0.0
    for _ in range(steps):
        u, v = stepper.step(u, v, np.zeros_like(u), None, inputs)
        most = max(most, float(body.mass @ v**2 / 2))
        assert abs(energy() - first) < 2e-3 * most + 1e-12
    assert most > 1e-3  # it moves


@pytest.mark.parametrize(
    ("law", "iterations", "order"),
    [("stvk", 1, 1), ("stvk", 8, 1), ("neo-hookean", 1, 1), ("neo-hookean", 12, 1), ("stvk", 1, 2)],
)
def test_at_full_rank_the_reduced_body_is_the_full_one(law, iterations, order):
    body, dt = body_of(law, order), 0.004
    n = body.free.size
    vectors = np.eye(n) / np.sqrt(body.mass)
    handle = reduce_handle(body, vectors, np.array([0.2, -0.1, 0.3]), np.array(GRAVITY))
    standing, damping = body.gravity(GRAVITY), (0.4, 1e-3)
    plant = BodyPlant(
        reduce_deformable(body, SimpleNamespace(vectors=vectors), damping, standing),
        dt,
        iterations,
        [handle],
    )
    stepper = FullStepper(body, damping, dt, iterations, "direct", standing, handle.pivot)
    rng = np.random.default_rng(5)
    u, v, z = np.zeros(n), np.zeros(n), np.zeros(2 * n)
    for _ in range(12):
        inputs = np.array([8, 8, 8, 3, 3, 3, 20, 20, 20]) * rng.standard_normal(9)
        u, v = stepper.step(u, v, np.zeros(n), None, inputs)
        z = plant.step(z, np.concatenate([np.zeros(n), inputs]))
    scale = np.sqrt(body.mass)
    assert np.abs(z[:n] - scale * u).max() < 1e-8 * np.abs(z[:n]).max()
    assert np.abs(z[n:] - scale * v).max() < 1e-8 * np.abs(z[n:]).max()


@cache
def body_of(law: str, order: int = 1) -> ElasticBody:
    """One of few vertices."""
    mesh = block((2, 1, 1) if order == 1 else (1, 1, 1), (0.2, 0.08, 0.08))
    mesh = mesh if order == 1 else quadratic(mesh)
    return ElasticBody(mesh, Material(1e5, 0.35, 1000.0, law), mesh.regions["xmin"])


@cache
def modes(rank: int, law: str = "stvk") -> Array:
    """Soft ones without structure, mass-orthonormal."""
    body, random = beam(law), np.random.default_rng(0)
    stiffness = body.stiffness(np.zeros(body.free.size)).toarray()
    vectors = np.linalg.solve(stiffness, random.standard_normal((body.free.size, rank)))
    factor = np.linalg.cholesky(vectors.T @ (body.mass[:, None] * vectors))
    return np.asarray(np.linalg.solve(factor, vectors.T).T)


def reduced(rank: int = 6, iterations: int = 1, law: str = "stvk") -> BodyPlant:
    """A block on a basis without structure, with a handle."""
    body, vectors = beam(law), modes(rank, law)
    handle = reduce_handle(body, vectors, np.array([0.1, 0.0, -0.2]), np.array(GRAVITY))
    model = reduce_deformable(body, SimpleNamespace(vectors=vectors), (0.7, 2e-3), body.gravity(GRAVITY))
    return BodyPlant(model, 0.01, iterations, [handle])


def carried_state(plant: BodyPlant, seed: int = 0) -> tuple[Array, Array]:
    """A state and inputs that matter."""
    rng, r = np.random.default_rng(seed), plant.model.rank
    z = np.concatenate([0.02 * rng.standard_normal(r), 0.2 * rng.standard_normal(r)])
    return z, np.concatenate([rng.standard_normal(r), 5 * rng.standard_normal(9)])


def test_the_load_and_its_slopes_are_those_of_the_full_body():
    plant = reduced()
    (handle,), body = plant.acting.terms, beam()
    assert isinstance(handle, Handle)
    z, w = carried_state(plant)
    p, v, inputs = z[:6], z[6:], w[6:]
    vectors = modes(6)
    inertia = inertia_of(body, handle.pivot, inputs)
    assert inertia is not None
    full = vectors.T @ inertia.load(vectors @ p, vectors @ v)
    np.testing.assert_allclose(handle.force(p, v, inputs), full, rtol=1e-11, atol=1e-12)
    h = 1e-5
    slopes = [
        (handle.force(p, v, inputs + h * e) - handle.force(p, v, inputs - h * e)) / (2 * h) for e in np.eye(9)
    ]
    found = handle.slopes(p, v, inputs).by_input
    assert np.abs(found - np.array(slopes).T).max() < DIFFERENCES * np.abs(found).max()


@pytest.mark.parametrize(
    ("law", "iterations"), [("stvk", 1), ("stvk", 8), ("neo-hookean", 1), ("neo-hookean", 12)]
)
@pytest.mark.parametrize("moves", [True, False])
def test_a_step_is_linearised_with_inertia_in_it(law, iterations, moves):
    plant = reduced(6, iterations, law)
    z, w = carried_state(plant)
    if not moves:
        w[6:] = 0.0
    F, G = plant.linearise(z, w)

    def differences(step, at, h):
        return np.array(
            [
                (8 * (step(at + h * e) - step(at - h * e)) - step(at + 2 * h * e) + step(at - 2 * h * e))
                / (12 * h)
                for e in np.eye(len(at))
            ]
        ).T

    near = differences(lambda one: plant.step(one, w), z, 1e-4)
    assert np.abs(F - near).max() < DIFFERENCES * np.abs(F).max()
    near = differences(lambda one: plant.step(z, one), w, 1e-2)
    assert np.abs(G - near).max() < 1e-6 * np.abs(G).max()
    by_inputs = G[:, 6:]
    assert np.abs(by_inputs - near[:, 6:]).max() < 1e-6 * np.abs(by_inputs).max()


def test_a_handle_at_rest_changes_nothing():
    plant = reduced()
    plain = BodyPlant(plant.model, plant.dt)
    z, w = carried_state(plant)
    w[6:] = 0.0
    np.testing.assert_allclose(plant.step(z, w), plain.step(z, w[:6]), rtol=1e-12)
    states, out, other = np.tile(z[:, None], 9), np.empty((12, 9)), np.empty((12, 9))
    plant.step_batch(states, np.tile(w[:, None], 9), out)
    plain.step_batch(states, np.tile(w[:6, None], 9), other)
    np.testing.assert_allclose(out, other, rtol=1e-12)


def test_many_steps_at_once_feel_the_handle():
    plant = reduced()
    z, w = carried_state(plant)
    out = np.empty((12, 3))
    plant.step_batch(np.tile(z[:, None], 3), np.tile(w[:, None], 3), out)
    np.testing.assert_allclose(out[:, 1], plant.step(z, w), rtol=1e-13)


def test_the_continuous_tangent_is_the_step_s_limit():
    plant = reduced()
    z, w = carried_state(plant)
    short, plain = BodyPlant(plant.model, 1e-6, 1, plant.acting.terms), BodyPlant(plant.model, 1e-6)
    (A, B), (A_rest, _) = plant.tangent(z, w), plain.tangent(z)
    (F, G), (F_rest, _) = short.linearise(z, w), plain.linearise(z, w[:6])
    np.testing.assert_allclose((F - F_rest) / 1e-6, A - A_rest, atol=3e-3 * np.abs(A - A_rest).max())
    np.testing.assert_allclose(G[6:] / 1e-6, B[6:], atol=1e-3 * np.abs(B[:, 6:]).max())
    rate = plant.reduced_force(z, w) + plant.model.standing - plant.model.force(z[:6])
    rate -= 0.7 * z[6:] + 2e-3 * plant.model.stiffness(z[:6]) @ z[6:]
    np.testing.assert_allclose((short.step(z, w) - z)[6:] / 1e-6, rate, rtol=1e-3)


@pytest.mark.parametrize("size", [1e-9, 1e-3, 0.19, 0.21, 1.0, 3.0, 9.0])
def test_rates_of_a_rotation_are_its_derivatives(size):
    rng = np.random.default_rng(2)
    axis, rate, second = rng.standard_normal((3, 3))
    vector, h = size * axis / np.linalg.norm(axis), 1e-4

    def at(t):
        return vector + t * rate + t * t / 2 * second

    def spin(t):
        return jacobian(at(t)) @ (rate + t * second)

    turned = exponential(vector).T @ (exponential(at(h)) - exponential(at(-h))) / (2 * h)
    np.testing.assert_allclose([turned[2, 1], turned[0, 2], turned[1, 0]], spin(0.0), atol=1e-6)
    found = jacobian(vector) @ second + bending(vector, rate)
    np.testing.assert_allclose(found, (spin(h) - spin(-h)) / (2 * h), atol=1e-6)


def some_motion(seed: int) -> Motion:
    rng = np.random.default_rng(seed)
    return Motion(
        *rng.standard_normal((3, 3)), exponential(rng.standard_normal(3)), *rng.standard_normal((2, 3))
    )


def test_an_offset_leads_from_one_motion_to_the_other():
    one, base = some_motion(1), some_motion(2)
    for found, wanted in zip(moved(base, apart(one, base)), one, strict=True):
        np.testing.assert_allclose(found, wanted, atol=1e-12)


def test_an_offset_fades_smoothly():
    begin, over, h = np.random.default_rng(3).standard_normal((3, 4)), 0.7, 1e-5
    np.testing.assert_allclose(faded(begin, 0.0, over), begin)
    np.testing.assert_allclose(faded(begin, 1.0 - 1e-9, over), 0.0, atol=1e-6)
    assert not faded(begin, 1.0, over).any()
    for share in (0.1, 0.5, 0.9):
        before, after = (faded(begin, share + sign * h, over) for sign in (-1, 1))
        rates = (after - before)[:2] / (2 * h * over)
        np.testing.assert_allclose(rates, faded(begin, share, over)[1:], atol=1e-5 * np.abs(rates).max())
    offset = Offset(begin[:, :3], begin[:, 1:])
    assert not np.any(offset.at(1.0, over).translation)


def test_rotations_are_read_back_from_matrices_and_quaternions():
    rng = np.random.default_rng(4)
    for size in (0.0, 1e-13, 1e-8, 1e-3, 1.0, 3.0, np.pi - 1e-9):
        vector = rng.standard_normal(3)
        vector *= size / np.linalg.norm(vector)
        rotation = exponential(vector)
        np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-14)
        np.testing.assert_allclose(logarithm(rotation), vector, atol=1e-8)
        np.testing.assert_allclose(matrices(quaternion(rotation)), rotation, atol=1e-14)
    for axis in np.eye(3):
        np.testing.assert_allclose(
            matrices(quaternion(exponential(np.pi * axis))), exponential(np.pi * axis), atol=1e-14
        )
