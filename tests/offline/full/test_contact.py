"""Contact of a full body: momentum, energy, Hertz's force, and the same step as the reduced one's."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from meshes import TetMesh, block
from offline import Contact, ElasticBody, FullStepper, Material
from offline.full.body.equilibrium import equilibrium
from offline.full.body.terms.term import Start
from reduce.body import reduce_deformable
from reduce.terms.contact import reduce_contact
from runtime.body.handle.tool import tool_inputs
from runtime.body.plant import BodyPlant
from softrein.errors import SceneError

Array = np.ndarray


class Modes(NamedTuple):
    vectors: Array


SOFT = Material(2e5, 0.3, 1000.0)


def free_block(cells: tuple[int, int, int] = (3, 2, 3), material: Material = SOFT) -> ElasticBody:
    """A block of 6 x 4 x 6 cm that nothing holds."""
    return ElasticBody(block(cells, (0.06, 0.04, 0.06)), material, ())


def on_ground(body: ElasticBody, gap: float, **contact: Any) -> Contact:
    """With a plane below it."""
    low = float(body.mesh.vertices[:, 1].min()) - gap
    return Contact.of(body, [{"shape": "plane", "position": (0, low, 0)}], **contact)


def momentum(body: ElasticBody, v: Array) -> Array:
    return (body.mass * v).reshape(-1, 3).sum(axis=0)


def energy(body: ElasticBody, contact: Contact, u: Array, v: Array, weight: Array) -> float:
    contact.begin(None, np.zeros(contact.count))
    return float(
        body.mass @ v**2 / 2 + body.energy(u) + contact.energy(u, np.zeros(contact.count)) - weight @ u
    )


@pytest.mark.parametrize("law", ["stvk", "corotated", "neo-hookean"])
def test_what_a_body_gains_of_momentum_the_ground_gives(law: str) -> None:
    body = free_block(material=Material(2e5, 0.3, 1000.0, law))
    weight = body.gravity((1.0, -9.81, 0.5))
    contact = on_ground(body, 1e-4, friction=0.4, damping=0.3)
    stepper = FullStepper(contact.on(body), (0.0, 1e-3), 0.004, 30, standing=weight, backend="direct")
    u, v = np.zeros(body.mass.size), 0.05 * np.sin(np.arange(body.mass.size))
    total = weight.reshape(-1, 3).sum(axis=0)
    touched = False
    for _ in range(60):
        before, gained = u, momentum(body, v)
        u, v = stepper.step(u, v, np.zeros_like(u))
        contact.begin(Start(before, 0.0, 0.002), np.zeros(0))
        force = -contact.wrenches((before + u) / 2)[:, :3].sum(axis=0)
        touched = touched or bool(force.any())
        np.testing.assert_allclose(
            momentum(body, v) - gained, 0.004 * (total + force), atol=1e-8 * np.abs(total).max()
        )
    assert touched
    assert stepper.counts["halved"] == 0


@pytest.mark.parametrize("dt", [4e-3, 1e-3, 2e-4])
@pytest.mark.parametrize("friction", [0.0, 0.5])
def test_energy_never_grows_without_control(friction: float, dt: float) -> None:
    body = free_block()
    weight = body.gravity((0, -9.81, 0))
    contact = on_ground(body, 5e-4, friction=friction)
    stepper = FullStepper(contact.on(body), (0.0, 0.0), dt, 30, standing=weight, backend="direct")
    u, v = np.zeros(body.mass.size), np.tile([0.1, -0.4, 0.0], body.mass.size // 3)
    held = [energy(body, contact, u, v, weight)]
    for _ in range(round(0.08 / dt)):
        u, v = stepper.step(u, v, np.zeros_like(u))
        held.append(energy(body, contact, u, v, weight))
    unsure = 1e-6 if friction else 0.015  # of the material's own midpoint
    assert max(held) <= held[0] * (1 + unsure)
    assert (held[-1] < 0.99 * held[0]) == (friction > 0)


def test_at_rest_the_ground_bears_the_weight_within_its_layer() -> None:
    body = free_block()
    weight = body.gravity((0, -9.81, 0))
    contact = on_ground(body, 1e-4, gravity=(0.0, -9.81, 0.0))
    stepper = FullStepper(contact.on(body), (20.0, 1e-3), 0.01, 30, standing=weight)
    u = v = np.zeros(body.mass.size)
    for _ in range(150):
        u, v = stepper.step(u, v, np.zeros_like(u))
    np.testing.assert_allclose(
        contact.wrenches(u)[0, :3], weight.reshape(-1, 3).sum(axis=0), rtol=1e-3, atol=1e-6
    )
    assert contact.gaps(u).min() > 0  # the layer bears it


@pytest.mark.parametrize("degrees", [14.0, 25.0])
def test_a_block_on_an_incline_sticks_or_slides_as_coulomb_says(degrees: float) -> None:
    """It creeps by the slip speed's share, or slides with g (sin - mu cos), on the ground, gravity turned."""
    mu, slip, dt, steps, body, theta = 0.3, 1e-3, 4e-3, 200, free_block(), np.radians(degrees)
    weight = body.gravity((9.81 * np.sin(theta), -9.81 * np.cos(theta), 0))
    contact = on_ground(body, 0.0, friction=mu, slip=slip, gravity=(0.0, -9.81, 0.0), stiffness_damping=2e-3)
    stepper = FullStepper(contact.on(body), (0.0, 2e-3), dt, 30, standing=weight, backend="direct")
    u, v, speeds = np.zeros(body.mass.size), np.zeros(body.mass.size), []
    for _ in range(steps):
        u, v = stepper.step(u, v, np.zeros_like(u))
        speeds.append(momentum(body, v)[0] / body.total_mass)
    rho, half = np.tan(theta) / mu, steps // 2
    if rho < 1:
        np.testing.assert_allclose(speeds[half:], slip * rho / np.sqrt(1 - rho**2), rtol=0.01)
    else:
        along = (speeds[-1] - speeds[half - 1]) / (half * dt)
        assert along == pytest.approx(9.81 * (np.sin(theta) - mu * np.cos(theta)), rel=0.01)


def test_full_and_reduced_steps_agree_where_the_basis_is_all_there_is() -> None:
    """On all shapes, with friction and damping, and tools that move: under one law by two roads."""
    mesh = block((2, 1, 1), (0.1, 0.05, 0.05))
    body = ElasticBody(
        mesh, Material(1e5, 0.3, 1000.0, "corotated"), np.flatnonzero(mesh.vertices[:, 0] == 0)
    )
    obstacles = [
        {"shape": "plane", "position": (0, -0.004, 0), "normal": (0.1, 1, 0)},
        {"shape": "box", "size": (0.1, 0.02, 0.2), "position": (0.08, 0.064, 0.02), "rotation": (0, 0, -0.1)},
    ]
    tools = [
        {"name": "rod", "shape": "capsule", "radius": 0.01, "length": 0.05, "position": (0.115, 0.03, 0.02)}
    ]
    law = {"friction": 0.4, "damping": 0.5, "distance": 2e-3, "stiffness": 1e6, "slip": 5e-3}
    contact = Contact.of(body, obstacles, tools, stiffness_damping=1e-3, **law)
    vectors = np.diag(1 / np.sqrt(body.mass))
    damping, weight, dt = (0.1, 1e-3), body.gravity((0, -9.81, 0)), 0.004
    model = reduce_deformable(body, Modes(vectors), damping, weight)
    reduced = BodyPlant(model, dt, 40, [reduce_contact(contact, body, vectors)])
    stepper = FullStepper(contact.on(body), damping, dt, 40, standing=weight, backend="direct")
    ways = tool_inputs(
        np.outer(np.linspace(0, 1, 41), (-0.012, 0.0, 0.0)), np.tile(np.eye(3), (41, 1, 1)), dt
    )
    r = body.mass.size
    u = v = np.zeros(r)
    z, most = np.zeros(2 * r), 0
    for step, way in enumerate(ways):
        push = np.zeros(r)
        push[1::3] = 0.6 * np.sin(step / 4)
        u, v = stepper.step(u, v, push, np.zeros(0), way)
        z = reduced.step(z, np.concatenate([vectors.T @ push, way]))
        np.testing.assert_allclose(z[:r] * np.diag(vectors), u, atol=1e-9)
        np.testing.assert_allclose(z[r:] * np.diag(vectors), v, atol=1e-6)
        most = max(most, len(np.unique(contact.data.work.at[: int(contact.data.work.active[0]), 0])))
    assert most >= 2
    assert stepper.counts["halved"] == 0


def half_space(a: float) -> tuple[TetMesh, Array]:
    """A block below y = 0, fine to twice `a` from where it is pressed and coarser beyond; its bottom."""
    fine, inner, outer = 0.35 * a, 6, 12
    half = np.concatenate(
        [fine * np.arange(inner + 1), fine * inner + fine * np.cumsum(1.3 ** np.arange(1, outer + 1))]
    )
    count = len(half) - 1
    unit = block((2 * count, count, 2 * count), (1, 1, 1))
    at = np.rint(unit.vertices * [2 * count, count, 2 * count]).astype(int)
    across = np.concatenate([-half[:0:-1], half])
    vertices = np.column_stack([across[at[:, 0]], -half[::-1][at[:, 1]], across[at[:, 2]]])
    return TetMesh(vertices, unit.tets), np.flatnonzero(at[:, 1] == 0)


@pytest.mark.slow("a fine mesh, settled")
def test_a_ball_pressed_into_a_half_space_has_hertz_s_force() -> None:
    """F = 4/3 E* sqrt(R) d^1.5 of linear elasticity."""
    young, poisson, radius, deep = 1e5, 0.3, 0.05, 2.5e-4
    mesh, bottom = half_space(np.sqrt(radius * deep))
    body = ElasticBody(mesh, Material(young, poisson, 1000.0, "corotated"), bottom)
    ball = {"shape": "sphere", "radius": radius, "position": (0, radius - deep, 0)}
    contact = Contact.of(body, [ball], friction=0.0, distance=deep / 500, stiffness=1e10)
    u = equilibrium(contact.on(body), np.zeros(body.mass.size), steps=1)
    hertz = 4 / 3 * young / (1 - poisson**2) * np.sqrt(radius) * deep**1.5
    assert contact.wrenches(u)[0, 1] == pytest.approx(hertz, rel=0.05)


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ({"shape": "sphere"}, "radius: missing"),
        ({"shape": "sphere", "radius": 1, "size": (1, 1, 1)}, "size: a sphere has no such entry"),
        ({"shape": "ball", "radius": 1}, "shape"),
        ({"shape": "plane", "normal": (0, 0, 0)}, "must not be zero"),
        ({"shape": "plane", "friction": -0.1}, "friction"),
        ({"shape": "mesh", "file": "/nowhere/a.stl"}, r"obstacles\.0\.file"),
    ],
)
def test_what_is_no_shape_is_refused(shape: dict[str, Any], words: str) -> None:
    with pytest.raises(SceneError, match=words):
        Contact.of(free_block(), [shape])


def test_what_moves_freely_needs_vertices_of_its_own() -> None:
    """Otherwise it would move the body's last ones."""
    ball = {"name": "b", "shape": "sphere", "radius": 0.01, "mass": 0.1}
    with pytest.raises(SceneError, match="'b' moves freely, for which the mesh has no vertices"):
        Contact.of(free_block(), [], [ball])


def test_samples_stand_for_the_whole_surface() -> None:
    body = free_block()
    area = 2 * (0.06 * 0.04 * 2 + 0.06 * 0.06)
    plane = [{"shape": "plane", "position": (0, -1, 0)}]
    for law in ({}, {"samples": 37}, {"samples": 400}):
        contact = Contact.of(body, plane, **law)
        assert contact.law.areas.sum() == pytest.approx(area)
        if law:
            assert len(contact.law.areas) == law["samples"]
            assert contact.law.areas.max() < 12 * np.median(contact.law.areas)
    some = Contact.of(body, plane, region="ymin")
    assert some.law.areas.sum() == pytest.approx(0.06 * 0.06)
