"""Quadratic tetrahedra against beam theory, exact fields, differences, and the linear tetrahedra in them."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from meshes.quadratic import POINTS, quadratic, quadrature
from meshes.shapes.procedural import block
from meshes.tetmesh import MeshMaterial, TetMesh
from offline.full.body.elastic_body import ElasticBody
from offline.full.body.equilibrium import equilibrium
from offline.full.body.free_things import with_things, without_things
from offline.full.body.material import Material
from offline.full.body.terms.base_motion import inertia_of
from offline.scenes.body.contact import ToolPart
from reduce.body import reduce_deformable
from reduce.pod import Basis, pod
from reduce.sampling import sample_elements
from softrein.errors import MeshError

SIDE, LENGTH, YOUNG = 0.1, 1.0, 1e6


def bent_block(seed: int = 3) -> TetMesh:
    """A block whose inner vertices are moved, so that no two elements are alike."""
    mesh = block((2, 2, 2), (1.0, 0.8, 0.9))
    vertices, rng = np.array(mesh.vertices), np.random.default_rng(seed)
    inner = np.setdiff1d(np.arange(len(vertices)), mesh.surface)
    vertices[inner] += 0.05 * rng.uniform(-1, 1, (inner.size, 3))
    return TetMesh(vertices, mesh.tets, mesh.regions)


def body_of(mesh: TetMesh, law: str = "stvk", poisson: float = 0.3, fixed: object = ()) -> ElasticBody:
    return ElasticBody(mesh, Material(YOUNG, poisson, 1000.0, law), fixed)


def some_motion(body: ElasticBody, size: float, seed: int = 0) -> np.ndarray:
    return size * np.random.default_rng(seed).standard_normal(len(body.free))


def cantilever(mesh: TetMesh, law: str, poisson: float) -> tuple[ElasticBody, np.ndarray]:
    """A body held at one end, and a shear force of 1 N over the other one (n_free,) N."""
    body = body_of(mesh, law, poisson, np.flatnonzero(mesh.vertices[:, 0] < 1e-9))
    end = mesh.surface[(mesh.vertices[mesh.surface][:, :, 0] > LENGTH - 1e-9).all(axis=1)]
    a, b, c = (mesh.vertices[end[:, k]] for k in range(3))
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    load = np.zeros(mesh.vertices.shape)
    np.add.at(load[:, 1], end.ravel(), np.repeat(areas / areas.sum() / 3, 3))
    return body, load.reshape(-1)[body.free]


def theory(poisson: float) -> float:
    """How far that end goes by Timoshenko's beam under 1 N, m."""
    second_moment, shear = SIDE**4 / 12, YOUNG / (2 * (1 + poisson))
    factor = 10 * (1 + poisson) / (12 + 11 * poisson)  # Cowper's, of a rectangle
    return LENGTH**3 / (3 * YOUNG * second_moment) + LENGTH / (factor * shear * SIDE**2)


def sag_over_theory(mesh: TetMesh, law: str, poisson: float) -> float:
    """How far a cantilever's end goes under a small shear force there, over theory."""
    body, load = cantilever(mesh, law, poisson)
    sag = load @ np.linalg.solve(body.stiffness(np.zeros(len(load))).toarray(), load)
    return float(sag / theory(poisson))


@pytest.mark.parametrize("law", ["stvk", "neo-hookean"])
@pytest.mark.parametrize("poisson", [0.0, 0.3, 0.49, 0.499, 0.4999])
def test_a_cantilever_of_two_elements_across_bends_as_beam_theory_says(law: str, poisson: float) -> None:
    mesh = block((20, 2, 2), (LENGTH, SIDE, SIDE))
    assert sag_over_theory(quadratic(mesh), law, poisson) == pytest.approx(1.0, abs=0.015)
    assert sag_over_theory(mesh, law, poisson) < 0.75  # what it is for


@pytest.mark.parametrize("law", ["neo-hookean", "corotated"])
@pytest.mark.parametrize("poisson", [0.3, 0.49])
def test_the_reduced_cantilever_bends_as_beam_theory_says(law: str, poisson: float) -> None:
    """With all elements and with sampled ones, on a basis of its own equilibria."""
    body, load = cantilever(quadratic(block((10, 2, 2), (LENGTH, SIDE, SIDE))), law, poisson)
    force = 1e-3  # N, which bends it by 4e-5 of its length
    motion = np.array([equilibrium(body, size * force * load) for size in (1, 2, 5, 10)]).T
    basis = pod(motion, 3, mass=body.mass)
    end = basis.vectors.T @ load
    sampling = sample_elements(body, basis, motion, 0.01)
    assert len(sampling.elements) < len(body.lame) / 4
    for sampled in (None, sampling):
        model, p = reduce_deformable(body, basis, (0.0, 0.0), sampling=sampled), np.zeros(3)
        for _ in range(8):
            p = p - np.linalg.solve(model.stiffness(p), model.force(p) - force * end)
        assert end @ p / force / theory(poisson) == pytest.approx(1.0, abs=0.03)


def test_shape_functions_have_the_gradients_of_every_quadratic_field() -> None:
    mesh = quadratic(bent_block())
    points = quadrature(mesh)
    rng = np.random.default_rng(1)
    square, slope, constant = rng.standard_normal((3, 3)), rng.standard_normal(3), 0.7
    square = square + square.T

    def value(x: np.ndarray) -> np.ndarray:
        return np.einsum("...i,ij,...j->...", x, square, x) / 2 + x @ slope + constant

    found = np.einsum("pk,pkd->pd", value(mesh.vertices[points.nodes]), points.gradients)
    corners = mesh.vertices[points.nodes[::POINTS, :4]]
    near, far = 0.5854101966249685, 0.1381966011250105  # as tables have them
    weights = np.full((POINTS, 4), far) + (near - far) * np.eye(4)
    places = np.einsum("pk,ekd->epd", weights, corners).reshape(-1, 3)
    np.testing.assert_allclose(found, places @ square + slope, atol=1e-12)


def test_points_integrate_squares_exactly_and_fill_the_volume() -> None:
    mesh = quadratic(block((3, 2, 1), (0.6, 0.5, 0.4)))
    points = quadrature(mesh)
    assert points.volumes.sum() == pytest.approx(0.12, rel=1e-12)
    slopes = np.einsum("pk,pk->p", mesh.vertices[points.nodes][:, :, 0] ** 2, points.gradients[:, :, 0])
    # d(x^2)/dx = 2 x at each point: the integral of (2 x)^2 over the block is 4/3 0.6^3 0.5 0.4
    assert points.volumes @ slopes**2 == pytest.approx(4 / 3 * 0.6**3 * 0.2, rel=1e-12)


@pytest.mark.parametrize("density", [1000.0, 300.0])
def test_a_bar_that_hangs_along_gravity_moves_along_it_as_the_exact_field(density: float) -> None:
    """Without cross contraction the field z (L - z / 2) rho g / E is quadratic: weight is in balance with it.

    By lumped masses, which are all positive, it went sideways by 13 % of its sag.
    """
    mesh = quadratic(bent_block())
    body = ElasticBody(mesh, Material(YOUNG, 0.0, density), np.flatnonzero(mesh.vertices[:, 2] < 1e-9))
    long, z, g = 0.9, mesh.vertices[:, 2], 1e-4
    exact = np.zeros(mesh.vertices.shape)
    exact[:, 2] = density * g / YOUNG * z * (long - z / 2)
    load = body.gravity((0.0, 0.0, g))
    forces = body.stiffness(np.zeros(body.free.size)) @ exact.reshape(-1)[body.free]
    np.testing.assert_allclose(forces, load, rtol=0, atol=1e-9 * np.abs(load).max())


def test_who_bears_weight_and_how_much() -> None:
    """Equal masses bear it as they are, linear elements by their lumped masses, loose vertices their own."""
    mesh, law = bent_block(), Material(YOUNG, 0.3, 700.0)
    linear, curved = ElasticBody(mesh, law, []), ElasticBody(quadratic(mesh), law, [])
    np.testing.assert_allclose(linear.weighing, linear.mass, rtol=1e-14)
    assert curved.weighing.sum() == pytest.approx(curved.mass.sum(), rel=1e-12)
    assert curved.weighing.min() < 0 < curved.mass.min()
    equal = ElasticBody(quadratic(mesh), law, [], equal=True)
    np.testing.assert_array_equal(equal.weighing, equal.mass)
    ball = ToolPart(name="ball", shape="sphere", radius=0.1, position=(3.0, 0.0, 0.0), mass=0.25)
    beside = with_things(quadratic(mesh), [ball])
    both = ElasticBody(beside, law, [], np.full(beside.loose, 0.25))
    np.testing.assert_array_equal(both.weighing[-3 * beside.loose :], 0.25)
    np.testing.assert_allclose(both.weighing[: -3 * beside.loose], curved.weighing, rtol=1e-12)


def test_a_body_that_falls_with_its_handle_bears_no_load() -> None:
    body, down = body_of(quadratic(bent_block()), fixed=[0, 1, 2]), np.array([0.0, 0.0, -9.81])
    falling = inertia_of(body, np.array([0.3, 0.2, 0.1]), np.concatenate([down, np.zeros(6)]))
    assert falling is not None
    still = np.zeros(body.free.size)
    weight = body.gravity(tuple(down))
    np.testing.assert_allclose(falling.load(still, still), -weight, rtol=0, atol=1e-12 * np.abs(weight).max())


def test_pure_bending_leaves_the_inside_free_of_forces() -> None:
    """Its displacement is quadratic: elements of any shape hold it exactly, and none pushes another."""
    mesh, poisson = quadratic(bent_block()), 0.3
    body = body_of(mesh, "stvk", poisson)
    x, y, z = (mesh.vertices - 0.3).T
    bending = np.stack([x * y, -(x**2) / 2 - poisson * (y**2 - z**2) / 2, -poisson * y * z], axis=1)
    force = (body.stiffness(np.zeros(len(body.free))) @ bending.ravel()).reshape(-1, 3)
    inner = np.setdiff1d(np.arange(len(mesh.vertices)), mesh.surface)
    assert inner.size > 15
    assert np.abs(force[inner]).max() < 1e-11 * np.abs(force).max()


@pytest.mark.parametrize("law", ["stvk", "neo-hookean", "corotated"])
@pytest.mark.parametrize("poisson", [0.3, 0.49])
def test_forces_are_slopes_of_the_energy_and_stiffness_of_forces(law: str, poisson: float) -> None:
    body = body_of(quadratic(block((1, 1, 1), (1.0, 1.0, 1.0))), law, poisson, [0])
    u, along, step = some_motion(body, 0.02), some_motion(body, 1.0, 1), 1e-6
    slope = (body.energy(u + step * along) - body.energy(u - step * along)) / (2 * step)
    force, stiffness = body.force_and_stiffness(u)
    assert force @ along == pytest.approx(slope, rel=1e-6)
    change = (body.force(u + step * along) - body.force(u - step * along)) / (2 * step)
    np.testing.assert_allclose(stiffness @ along, change, atol=1e-6 * np.abs(change).max())
    assert abs(stiffness - stiffness.T).max() == 0.0


@pytest.mark.parametrize("law", ["stvk", "neo-hookean"])
@pytest.mark.parametrize("poisson", [0.3, 0.49])
def test_the_reduced_model_has_the_full_ones_forces(law: str, poisson: float) -> None:
    body = body_of(quadratic(block((1, 1, 1), (1.0, 1.0, 1.0))), law, poisson, [0])
    rng = np.random.default_rng(5)
    modes = np.linalg.qr(rng.standard_normal((len(body.free), 5)))[0] / np.sqrt(body.mass)[:, None]
    model = reduce_deformable(body, Basis(modes, np.ones(5), np.array(body.mass)), (0.0, 0.0))
    p = 0.3 * rng.standard_normal(5)
    assert np.abs(modes @ p).max() > 0.005
    np.testing.assert_allclose(model.force(p), modes.T @ body.force(modes @ p), rtol=1e-9)


def test_a_quadratic_element_is_eight_of_the_same_volume_and_keeps_regions() -> None:
    mesh = block((2, 1, 1), (1.0, 1.0, 1.0))
    half = np.flatnonzero(mesh.vertices[mesh.tets][:, :, 0].mean(axis=1) < 0.5)
    made_of = {"hard": MeshMaterial(1000.0, 1e6, 0.3, half)}
    given = TetMesh(mesh.vertices, mesh.tets, mesh.regions, {"half": half}, made_of)
    found = quadratic(given)
    np.testing.assert_allclose(found.volumes.reshape(-1, 8), np.repeat(mesh.volumes[:, None] / 8, 8, axis=1))
    np.testing.assert_array_equal(found.vertices[: len(mesh.vertices)], mesh.vertices)
    for name, expected in (("xmin", 0.0), ("xmax", 1.0)):
        np.testing.assert_array_equal(found.regions[name], np.flatnonzero(found.vertices[:, 0] == expected))
    for elements in (found.element_regions["half"], found.materials["hard"].elements):
        assert found.volumes[elements].sum() == pytest.approx(0.5)
    assert (found.vertices[found.tets[found.element_regions["half"]]][:, :, 0] <= 0.5).all()
    assert quadratic(found) is found


def test_an_edge_through_a_thin_body_is_not_of_its_skin() -> None:
    mesh = block((2, 2, 1), (1.0, 1.0, 0.1))  # one cell thick: all vertices are on the skin
    skin = TetMesh(mesh.vertices, mesh.tets, {"skin": mesh.regions["zmin"]})
    assert (quadratic(skin).vertices[quadratic(skin).regions["skin"]][:, 2] == 0.0).all()
    sides = {tuple(sorted(pair)) for a, b, c in mesh.surface.tolist() for pair in ((a, b), (b, c), (a, c))}
    through = next(pair for pair in mesh.edges.tolist() if tuple(pair) not in sides)
    ends = TetMesh(mesh.vertices, mesh.tets, {"two": through})
    np.testing.assert_array_equal(quadratic(ends).regions["two"], through)
    whole = TetMesh(mesh.vertices, mesh.tets, {"one": mesh.tets[0]})
    assert len(quadratic(whole).regions["one"]) == 10


def test_what_is_made_of_a_quadratic_mesh_is_quadratic() -> None:
    mesh = quadratic(block((1, 1, 1), (1.0, 1.0, 1.0)))
    assert pickle.loads(pickle.dumps(mesh)).quadratic
    ball = ToolPart(name="ball", shape="sphere", radius=0.1, position=(2.0, 0.0, 0.0), mass=0.1)
    with_ball = with_things(mesh, [ball])
    assert with_ball.quadratic
    assert without_things(with_ball).quadratic
    body = ElasticBody(with_ball, Material(YOUNG, 0.3, 1000.0), [0], np.ones(2))
    assert np.isfinite(body.force(some_motion(body, 0.01))).all()


def test_a_flag_without_elements_of_eight_is_refused() -> None:
    mesh = block((1, 1, 1), (1.0, 1.0, 1.0))
    with pytest.raises(MeshError, match="quadratic"):
        TetMesh(mesh.vertices, mesh.tets, quadratic=True)
    found = quadratic(mesh)
    moved = np.array(found.vertices)
    moved[-1] += 0.01
    with pytest.raises(MeshError, match="not in the middle"):
        TetMesh(moved, found.tets, quadratic=True)


def test_points_of_quadratic_elements_are_sampled() -> None:
    """Few of them give the reduced force of all, on the states that they were chosen by."""
    body = body_of(quadratic(block((3, 1, 1), (3.0, 1.0, 1.0))), "neo-hookean", 0.3, np.arange(4))
    rng = np.random.default_rng(5)
    modes = np.linalg.qr(rng.standard_normal((len(body.free), 4)))[0] / np.sqrt(body.mass)[:, None]
    basis = Basis(modes, np.ones(4), np.array(body.mass))
    states = modes @ (0.2 * rng.standard_normal((4, 12)))
    sampling = sample_elements(body, basis, states, 0.02)
    assert len(sampling.elements) < len(body.lame) == 4 * 15
    model = reduce_deformable(body, basis, (0.0, 0.0), sampling=sampling)
    for u in states.T:
        exact = modes.T @ body.force(u)
        found = model.force(modes.T @ (body.mass * u))
        assert np.linalg.norm(found - exact) < 0.06 * np.linalg.norm(exact)
