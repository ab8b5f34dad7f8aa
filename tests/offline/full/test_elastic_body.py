"""Bodies of any law: derivatives, laws mixed, patches that share volume, inversion, beams, steps."""

from __future__ import annotations

import warnings
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import brentq
from scipy.spatial import Delaunay
from scipy.spatial.transform import Rotation

from meshes import TetMesh, block, tshape, write_mesh
from meshes.tetmesh import MeshMaterial
from offline import ElasticBody, FullStepper, Material, StVK, natural_modes
from offline.full.body.equilibrium import equilibrium
from offline.full.body.full_body import build_full_body, build_mesh
from offline.full.factorisation import Factor
from offline.scenes.body.mesh import MeshPart
from offline.scenes.reading import read_scene
from reduce import reduce_deformable
from runtime.body.laws.names import NAMES
from softrein.errors import MaterialError, SceneError

Array = np.ndarray
LAWS = list(NAMES)


def rubber(law: str, poisson: float = 0.4, **more: bool) -> Material:
    return Material(1e5, poisson, 1000.0, law, **more)


def bar(law: str, poisson: float = 0.4, **more: bool) -> ElasticBody:
    mesh = block((3, 2, 2), (0.3, 0.2, 0.2))
    return ElasticBody(mesh, rubber(law, poisson, **more), mesh.regions["left"])


def mixed() -> ElasticBody:
    """All laws, one of them nearly incompressible."""
    mesh = tshape()
    third = np.array_split(np.arange(len(mesh.tets)), 3)
    parts = dict(zip("abc", third, strict=True))
    mesh = TetMesh(mesh.vertices, mesh.tets, mesh.regions, parts)
    materials = {"a": rubber("stvk"), "b": rubber("neo-hookean", 0.49), "c": rubber("corotated", 0.3)}
    return ElasticBody(mesh, materials, mesh.regions["foot"])


def bent(body: ElasticBody, seed: int = 0, strain: float = 0.15) -> Array:
    """A random displacement, of this strain or so."""
    edge = np.cbrt(6 * body.mesh.volumes.mean())
    return strain * edge * np.random.default_rng(seed).uniform(-1, 1, body.free.size)


BODIES = {
    "stvk, patches": lambda: bar("stvk", 0.48),
    "neo-hookean": lambda: bar("neo-hookean"),
    "neo-hookean, patches": lambda: bar("neo-hookean", 0.49),
    "corotated, patches": lambda: bar("corotated", 0.4, mean_volume=True),
    "mixed": mixed,
}


@pytest.mark.parametrize("name", BODIES)
def test_energy_force_stiffness_and_hessian_are_derivatives(name: str) -> None:
    body = BODIES[name]()
    u, rng = bent(body), np.random.default_rng(1)
    v = rng.standard_normal(u.size)
    step = 1e-6 / np.abs(v).max()
    force, stiffness = body.force_and_stiffness(u)
    assert abs(stiffness - stiffness.T).max() == 0
    slope = (body.energy(u + step * v) - body.energy(u - step * v)) / (2 * step)
    assert slope == pytest.approx(force @ v, rel=1e-6)
    turned = (body.force(u + step * v) - body.force(u - step * v)) / (2 * step)
    np.testing.assert_allclose(turned, stiffness @ v, atol=2e-7 * np.abs(turned).max())
    lower = body.lower_matrix()
    body.add_hessian(u, v, 2.0, lower)
    step *= 50
    ends = [body.stiffness(u + sign * step * v) for sign in (1, -1)]
    change = np.tril(((ends[0] - ends[1]) / step).toarray())
    np.testing.assert_allclose(lower.toarray(), change, atol=1e-6 * np.abs(change).max())


@pytest.mark.parametrize("name", BODIES)
def test_a_turned_body_has_the_turned_force(name: str) -> None:
    body = BODIES[name]()
    body = ElasticBody(body.mesh, _materials_of(name, body), [])
    u = bent(body).reshape(-1, 3)
    turn = Rotation.random(rng=3).as_matrix()
    X = body.mesh.vertices
    turned = ((X + u) @ turn.T - X).ravel()
    force = body.force(u.ravel()).reshape(-1, 3)
    np.testing.assert_allclose(
        body.force(turned).reshape(-1, 3), force @ turn.T, atol=1e-10 * np.abs(force).max()
    )
    assert body.energy(turned) == pytest.approx(body.energy(u.ravel()), rel=1e-10)


def _materials_of(name: str, body: ElasticBody):
    if name == "mixed":
        return {"a": rubber("stvk"), "b": rubber("neo-hookean", 0.49), "c": rubber("corotated", 0.3)}
    law, *rest = name.split(", ")
    return rubber(law, 0.48 if rest else 0.4)


def test_a_mixed_body_is_the_sum_of_its_parts() -> None:
    body = mixed()
    u = np.zeros(body.mesh.vertices.size)
    u[body.free] = bent(body)
    total = 0.0
    for law, poisson, name in (("stvk", 0.4, "a"), ("neo-hookean", 0.49, "b"), ("corotated", 0.3, "c")):
        tets = body.mesh.tets[body.mesh.element_regions[name]]
        used, local = np.unique(tets, return_inverse=True)
        part = ElasticBody(TetMesh(body.mesh.vertices[used], local.reshape(-1, 4)), rubber(law, poisson), [])
        total += part.energy(u.reshape(-1, 3)[used].ravel())
    assert body.energy(u[body.free]) == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize("name", BODIES)
def test_the_patch_test(name: str) -> None:
    """Under one displacement gradient nothing acts inside, and each face bears its area times P n."""
    law, *rest = name.split(", ")
    if law == "mixed":
        return
    mesh = block((3, 3, 3), (0.3, 0.3, 0.3))
    inner = ((mesh.vertices > 0.01) & (mesh.vertices < 0.29)).all(axis=1)
    moved = np.array(mesh.vertices)
    moved[inner] += 0.02 * np.random.default_rng(0).uniform(-1, 1, (inner.sum(), 3))
    mesh = TetMesh(moved, mesh.tets, mesh.regions)
    body = ElasticBody(mesh, rubber(law, 0.48 if rest else 0.4), [])
    gradient = np.array([[0.2, 0.1, 0.0], [-0.05, -0.1, 0.02], [0.03, 0.0, 0.15]])
    force = body.force((mesh.vertices @ gradient.T).ravel()).reshape(-1, 3)
    assert np.abs(force[inner]).max() < 1e-11 * np.abs(force).max()
    one = ElasticBody(TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]]), rubber(
        law, 0.48 if rest else 0.4, mean_volume=False), [])  # fmt: skip
    stress = 6 * one.force((one.mesh.vertices @ gradient.T).ravel()).reshape(-1, 3)[1:].T  # V P g_a, V = 1/6
    # the faces x = 0.3 and x = 0 pull the body apart: sum of X x force is volume times P
    np.testing.assert_allclose(force.T @ mesh.vertices / 0.027, stress, atol=1e-9 * np.abs(stress).max())


@pytest.mark.parametrize("name", BODIES)
def test_projected_stiffness_is_semidefinite_and_exact_where_that_is(name: str) -> None:
    body = BODIES[name]()
    lower = body.lower_matrix()

    def whole(u: Array, projected: bool) -> Array:
        body.fill_system(u, lower, 1.0, 0.0, projected)
        return np.asarray(lower + np.tril(lower.toarray(), -1).T)

    squeezed = bent(body, strain=0.05)
    squeezed -= 0.65 * body.mesh.vertices.ravel()[body.free] * (body.free % 3 == 0)
    exact, projected = whole(squeezed, False), whole(squeezed, True)
    assert np.linalg.eigvalsh(exact)[0] < 0
    values = np.linalg.eigvalsh(projected)
    assert values[0] > -1e-10 * values[-1]
    rest = np.zeros(body.free.size)
    np.testing.assert_allclose(whole(rest, True), whole(rest, False), atol=1e-9 * np.abs(exact).max())


def test_patches_are_disjoint_and_of_one_material() -> None:
    body = mixed()
    starts, elements = body.patches
    shared = body.mesh.element_regions["b"]
    assert np.unique(elements).size == elements.size
    assert set(elements) <= set(shared)
    assert elements.size > 0.95 * len(shared)
    assert (np.diff(starts) >= 2).all()
    assert 3.5 < np.diff(starts).mean() < 9
    for begin, end in pairwise(starts):  # each hangs together by edges at least
        members = body.mesh.tets[elements[begin:end]]
        reached, before = {0}, 0
        while len(reached) > before:
            before = len(reached)
            reached |= {
                j for j in range(len(members)) for i in reached if len(set(members[i]) & set(members[j])) >= 2
            }
        assert len(reached) == len(members)


def test_only_nearly_incompressible_materials_share_volume() -> None:
    assert bar("stvk", 0.45).patches.elements.size == 0
    assert bar("neo-hookean", 0.46).patches.elements.size > 0
    assert bar("neo-hookean", 0.46, mean_volume=False).patches.elements.size == 0
    assert bar("neo-hookean", 0.3, mean_volume=True).patches.elements.size > 0
    with pytest.raises(MaterialError, match="mean_volume"):
        rubber("stvk", -0.2, mean_volume=True)


def tip(cells: int, poisson: float, **more: bool) -> float:
    """Compliance [m/N] of a cantilever's tip at small load; ten times as long as thick."""
    mesh = block((5 * cells, cells, cells), (1.0, 0.2, 0.2))
    body = ElasticBody(mesh, Material(1e6, poisson, 1000.0, "neo-hookean", **more), mesh.regions["left"])
    load = np.zeros(body.free.size)
    at_end = np.isin(body.free, 3 * mesh.regions["right"] + 2)
    load[at_end] = body.mass[at_end] / body.mass[at_end].sum()
    lower = body.lower_matrix()
    body.fill_system(np.zeros(load.size), lower, 1.0, 0.0)
    factor = Factor(lower)
    factor.refactor(lower)
    return float(load @ factor.solve(load))


def test_a_nearly_incompressible_beam_does_not_lock() -> None:
    sizes = np.array([4, 8])
    tips = {nu: np.array([tip(cells, nu) for cells in sizes]) for nu in (0.3, 0.49)}
    limits = {nu: float((4 * found[1] - found[0]) / 3) for nu, found in tips.items()}
    errors = {nu: limits[nu] / found[0] - 1 for nu, found in tips.items()}
    inertia, area = 0.2**4 / 12, 0.2**2
    for (
        nu,
        limit,
    ) in limits.items():  # Timoshenko's beam; the clamp holds back contraction, worth some percent
        theory = 1 / (3e6 * inertia) + 1 / (5 / 6 * 1e6 / (2 * (1 + nu)) * area)
        assert limit == pytest.approx(theory, rel=0.02 if nu < 0.4 else 0.05)
    assert 0 < errors[0.49] < 1.1 * errors[0.3]
    locked = limits[0.49] / tip(4, 0.49, mean_volume=False) - 1
    assert locked > 1.4 * errors[0.49]  # or there is nothing to be shown


def free_beam(poisson: float) -> float:
    """Lowest bending frequency [rad/s] of Timoshenko's free beam, 1 m by 0.1 m, 1 MPa, 1000 kg/m^3.

    The coefficient of a rectangle is Cowper's; the equations are those of
    `tests.offline.full.test_cantilever`.
    """
    area, inertia, shear = (
        0.01,
        0.1**4 / 12,
        10 * (1 + poisson) / (12 + 11 * poisson) / (2 * (1 + poisson)) * 1e6,
    )

    def mismatch(frequency: float) -> float:
        turning, moving = 1e3 * inertia * frequency**2, 1e3 * area * frequency**2
        change = [[0, 1, 0, 1 / (shear * area)], [0, 0, 1 / (1e6 * inertia), 0], [0, -turning, 0, -1]]
        return float(np.linalg.det(expm(np.array([*change, [-moving, 0, 0, 0]]))[2:, :2]))

    slender = 4.73**2 * np.sqrt(1e6 * inertia / (1e3 * area))
    return float(brentq(mismatch, 0.7 * slender, slender))


def test_a_free_nearly_incompressible_beam_converges_to_theory() -> None:
    errors = {}
    for nu in (0.3, 0.49):
        for cells in (2, 4):
            mesh = block((10 * cells, cells, cells), (1.0, 0.1, 0.1))
            body = ElasticBody(mesh, Material(1e6, nu, 1000.0, "neo-hookean"), [])
            errors[nu, cells] = (natural_modes(body, 7).frequencies[6] / free_beam(nu)) ** 2 - 1
    for cells in (2, 4):
        assert 0 < errors[0.49, cells] < 1.1 * errors[0.3, cells]
    assert errors[0.49, 4] < 0.1
    assert np.log2(errors[0.3, 2] / errors[0.3, 4]) == pytest.approx(2, abs=0.2)


def test_an_irregular_nearly_incompressible_beam_does_not_lock() -> None:
    """The tetrahedra of Delaunay between the places of a body-centred lattice, shaken."""
    cells, rng = (30, 3, 3), np.random.default_rng(0)
    edge = 0.1 / 3
    corners = np.array(list(np.ndindex(31, 4, 4)), dtype=float) * edge
    middles = (np.array(list(np.ndindex(*cells)), dtype=float) + 0.5) * edge
    middles += 0.15 * edge * rng.uniform(-1, 1, middles.shape)
    points = np.vstack([corners, middles])
    tets = Delaunay(points, qhull_options="QJ Qbb Qc").simplices
    a, b, c = (points[tets[:, i]] - points[tets[:, 0]] for i in (1, 2, 3))
    volumes = np.einsum("ij,ij->i", a, np.cross(b, c))
    tets[volumes < 0] = tets[volumes < 0][:, [0, 2, 1, 3]]
    mesh = TetMesh(points, tets[np.abs(volumes) > 1e-3 * edge**3])

    def error(poisson: float, shared: bool | None = None) -> float:
        body = ElasticBody(mesh, Material(1e6, poisson, 1000.0, "neo-hookean", shared), [])
        return float((natural_modes(body, 7).frequencies[6] / free_beam(poisson)) ** 2 - 1)

    assert error(0.49, False) > 2.5 * error(0.3)
    assert 0 < error(0.49) < 1.1 * error(0.3)


@pytest.mark.parametrize("law", LAWS)
def test_laws_vibrate_alike(law: str) -> None:
    mesh = block((8, 2, 2), (0.8, 0.1, 0.1))
    frequencies = natural_modes(ElasticBody(mesh, rubber(law), mesh.regions["left"]), 4).frequencies
    expected = natural_modes(StVK(mesh, rubber("stvk"), mesh.regions["left"]), 4).frequencies
    np.testing.assert_allclose(frequencies, expected, rtol=1e-8)


@pytest.mark.parametrize("law", ["neo-hookean", "corotated"])
@pytest.mark.parametrize("height", [0.0, -0.4], ids=["flattened", "inverted"])
@pytest.mark.parametrize("iterations", [1, 20])
@pytest.mark.filterwarnings("ignore:step")
def test_elements_recover(law: str, height: float, iterations: int) -> None:
    mesh = TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.3, 0.3, 1]], [[0, 1, 2, 3]])
    body = ElasticBody(mesh, rubber(law), [0, 1, 2])
    stepper = FullStepper(body, (30.0, 0.0), 0.02, iterations)
    u, v = np.array([0.02, -0.01, height - 1]), np.zeros(3)
    for _ in range(150):
        u, v = stepper.step(u, v, np.zeros(3))
    assert np.abs(u).max() < 1e-3
    assert stepper.counts["unconverged"] == 0


@pytest.mark.parametrize("backend", ["splu", "cg"])
@pytest.mark.parametrize("iterations", [1, 30])
@pytest.mark.filterwarnings("ignore:step")
def test_a_step_never_fails_for_indefiniteness(iterations: int, backend: str) -> None:
    body = bar("neo-hookean", 0.49)
    for seed in range(3):
        stepper = FullStepper(body, (5.0, 1e-3), 0.005, iterations, backend)
        u, v = bent(body, seed, 1.0), np.zeros(body.free.size)  # many elements are inside out
        for _ in range(5):
            u, v = stepper.step(u, v, 0 * v)
        assert stepper.counts["indefinite"] > 0
        assert stepper.counts["halved"] == 0
        assert np.isfinite(u).all()


def test_the_converged_step_solves_its_equations() -> None:
    """With damping by the stiffness at the step's start, which is the derivative of a potential."""
    body, h, (alpha, beta) = bar("neo-hookean", 0.49), 0.01, (0.3, 2e-3)
    rng = np.random.default_rng(2)
    u, v = bent(body, strain=0.03), rng.standard_normal(body.free.size)
    load = rng.standard_normal(body.free.size)
    stepper = FullStepper(body, (alpha, beta), h, newton_iterations=30)
    end, velocity = stepper.step(u, v, load)
    middle, p = (end - u) / h, (u + end) / 2
    resistance = alpha * body.mass * middle + beta * (body.stiffness(u) @ middle) + body.force(p)
    residual = body.mass * (velocity - v) + h * (resistance - load)
    assert np.linalg.norm(residual) < 1e-7 * np.linalg.norm(body.mass * v)
    assert not any(stepper.counts.values())


def test_an_equilibrium_is_a_minimum() -> None:
    """Neo-Hookean silicone, much softer than its weight: it hangs and swells, and every load step settles."""
    mesh = block((3, 2, 2), (0.3, 0.1, 0.1))
    body = ElasticBody(mesh, Material(1e4, 0.49, 1000.0, "neo-hookean"), mesh.regions["left"])
    load = body.gravity((0.0, 0.0, -9.81))
    u = equilibrium(body, load)
    np.testing.assert_allclose(body.force(u), load, atol=1e-8 * np.abs(load).max())
    assert np.abs(u).max() > 0.05
    assert np.linalg.eigvalsh(body.stiffness(u).toarray())[0] > 0


def test_a_slender_body_sags_to_where_rounding_leaves_it() -> None:
    """Sixty elements long, one across: rounded stresses are above 1e-10 of the weight of a vertex."""
    mesh = block((60, 1, 1), (0.6, 0.01, 0.01))
    body = ElasticBody(mesh, Material(1e6, 0.3, 1000.0), mesh.regions["xmin"])
    load = body.gravity((0.0, 0.0, -0.1))
    u = equilibrium(body, load)
    assert np.linalg.norm(body.force(u) - load) < 1e-6 * np.linalg.norm(load)
    assert np.abs(u).max() > 0.05


def test_the_reduced_polynomial_knows_patches() -> None:
    body = bar("stvk", 0.49)
    vectors = np.linalg.qr(np.random.default_rng(0).standard_normal((body.free.size, 5)))[0]
    model = reduce_deformable(body, type("Basis", (), {"vectors": vectors})())
    p = 0.02 * np.random.default_rng(1).standard_normal(5)
    force, stiffness = body.force_and_stiffness(vectors @ p)
    np.testing.assert_allclose(model.force(p), vectors.T @ force, rtol=1e-9)
    np.testing.assert_allclose(model.stiffness(p), vectors.T @ (stiffness @ vectors), rtol=1e-8)


def test_what_has_no_polynomial_is_reduced_by_all_its_elements() -> None:
    body = bar("corotated")
    vectors = np.eye(body.free.size)[:, :3]
    model = reduce_deformable(body, type("Basis", (), {"vectors": vectors})())
    assert model.operator == "sampled"
    wanted = body.stiffness(np.zeros(body.free.size))[:3, :3].toarray()
    np.testing.assert_allclose(model.stiffness_at_rest(), wanted, rtol=0, atol=1e-12 * np.abs(wanted).max())


def test_stvk_is_of_its_own_law() -> None:
    mesh = block((2, 1, 1), (0.2, 0.1, 0.1))
    with pytest.raises(MaterialError, match=r"StVK: element 0 .*'neo-hookean'.*ElasticBody"):
        StVK(mesh, rubber("neo-hookean"), [])
    with pytest.raises(MaterialError, match=r"law = 'jelly'.*stvk, neo-hookean, corotated"):
        rubber("jelly")


def test_scenes_have_laws() -> None:
    scene = read_scene("beam", ["materials.body.law=neo-hookean", "materials.body.poisson=0.47"])
    full = build_full_body(scene)
    assert (full.body.laws == LAWS.index("neo-hookean")).all()
    assert full.body.patches.elements.size
    with pytest.raises(SceneError, match=r"materials.body.law.*'jelly'.*neo-hookean"):
        read_scene("beam", ["materials.body.law=jelly"])
    with pytest.raises(SceneError, match=r"mesh\.law"):
        read_scene("beam", ["mesh.law=neo-hookean"])


def test_the_materials_of_a_file_get_a_law_from_the_scene(tmp_path: Path) -> None:
    mesh = block((2, 1, 1), (0.2, 0.1, 0.1))
    made_of = {"rubber": MeshMaterial(1000.0, 1e5, 0.4, np.arange(len(mesh.tets)))}
    write_mesh(tmp_path / "a.veg", TetMesh(mesh.vertices, mesh.tets, materials=made_of))
    for law in (None, "neo-hookean"):
        found = build_mesh(MeshPart(file=tmp_path / "a.veg", fixed=["body"], law=law))
        body = ElasticBody(found, None, [0])
        assert (body.laws == LAWS.index(law or "stvk")).all()
        assert body.lame[0] == pytest.approx(rubber("stvk").lame)


def test_nothing_is_warned_of_near_incompressibility() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bar("neo-hookean", 0.499)


def test_vertices_of_equal_mass():
    mesh = block((2, 1, 1), (2.0, 1.0, 1.0))
    equal, other = (ElasticBody(mesh, rubber("stvk"), [0], equal=shared) for shared in (True, False))
    assert equal.mass == pytest.approx(2.0 * 1000.0 / len(mesh.vertices))
    assert np.ptp(other.mass) > 0.1 * other.mass.mean()
