"""The full soft body: derivatives, invariance, analytic stress, materials, and refusals.

The energy is a polynomial of degree four in the displacement and the force one of degree three. On such a
polynomial the five-point difference quotient is exact whatever its width, so the derivatives are compared to
rounding, not to the usual 1e-6.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meshes import TetMesh, block, tshape
from meshes.tetmesh import MeshMaterial
from offline import Material, StVK
from softrein.errors import MaterialError, MeshError, SimulationError

RUBBER = Material(young=3e5, poisson=0.4, density=1000.0)
FOAM = Material(young=2e4, poisson=0.1, density=50.0)
ROUNDING = 1e-10  # of five-point quotients: 1e-16, times the terms of several hundred elements that cancel


def single() -> StVK:
    """One odd tetrahedron, free."""
    vertices = [[0.0, 0.1, 0.0], [1.0, 0.0, 0.2], [0.1, 0.8, 0.0], [0.3, 0.2, 0.9]]
    return StVK(TetMesh(vertices, [[0, 1, 2, 3]]), RUBBER, [])


def bar() -> StVK:
    mesh = block((3, 2, 1), (0.3, 0.2, 0.1))
    return StVK(mesh, RUBBER, mesh.regions["left"])


def scattered() -> StVK:
    """Fixed vertices here and there, so that elements have from none to three of them."""
    mesh = block((2, 2, 2), (0.2, 0.3, 0.2))
    return StVK(mesh, RUBBER, [0, 5, 13, 14, 22])


def mixed() -> StVK:
    """The T of two materials, an auxetic one in the bar."""
    mesh = tshape()
    return StVK(mesh, {"bar": Material(1e5, -0.3, 500.0), "body": RUBBER}, mesh.regions["foot"])


BODIES = {body.__name__: body for body in (single, bar, scattered, mixed)}


@pytest.fixture(scope="module", params=BODIES)
def body(request: pytest.FixtureRequest) -> StVK:
    return BODIES[request.param]()


def size_of(body: StVK) -> float:
    return float(np.cbrt(body.mesh.volumes.sum()))


def displacement(body: StVK, seed: int, strain: float = 0.2) -> np.ndarray:
    """Random, about as large as gives this strain in one element."""
    edge = np.cbrt(body.mesh.volumes.mean())
    return strain * edge * np.random.default_rng(seed).standard_normal(body.free.size)


def five_point(function, u, direction, width):
    """Derivative along the direction; exact for polynomials of degree four."""
    near = function(u + width * direction) - function(u - width * direction)
    far = function(u + 2 * width * direction) - function(u - 2 * width * direction)
    return (8 * near - far) / (12 * width)


seeds = st.integers(0, 2**32 - 1)


@settings(max_examples=8)
@given(seed=seeds)
def test_force_is_the_gradient_of_the_energy(body, seed):
    u, direction = displacement(body, seed), displacement(body, seed + 1)
    slope = five_point(body.energy, u, direction, 0.5)
    scale = np.linalg.norm(body.force(u)) * np.linalg.norm(direction)
    assert slope == pytest.approx(body.force(u) @ direction, abs=ROUNDING * scale)


@settings(max_examples=8)
@given(seed=seeds)
def test_stiffness_is_the_derivative_of_the_force(body, seed):
    u, direction = displacement(body, seed), displacement(body, seed + 1)
    change = five_point(body.force, u, direction, 0.5)
    np.testing.assert_allclose(
        body.stiffness(u) @ direction, change, rtol=0, atol=ROUNDING * np.abs(change).max()
    )


@pytest.mark.parametrize("make", [single, scattered])
def test_every_entry_of_the_stiffness(make):
    body = make()
    u = displacement(body, 1)
    columns = [five_point(body.force, u, axis, 0.01) for axis in np.eye(body.free.size)]
    expected = np.stack(columns, axis=1)
    np.testing.assert_allclose(
        body.stiffness(u).toarray(), expected, rtol=0, atol=1e-9 * np.abs(expected).max()
    )


def test_stiffness_is_symmetric_and_canonical_csc(body):
    stiffness = body.stiffness(displacement(body, 3))
    assert stiffness.format == "csc"
    assert abs(stiffness - stiffness.T).max() == 0
    for column in range(stiffness.shape[0]):
        rows = stiffness.indices[stiffness.indptr[column] : stiffness.indptr[column + 1]]
        assert (np.diff(rows) > 0).all()


def test_all_ways_to_the_force_and_the_stiffness_agree(body):
    u = displacement(body, 4)
    force, stiffness = body.force_and_stiffness(u)
    np.testing.assert_array_equal(force, body.force(u))
    lower = body.lower_matrix()
    np.testing.assert_array_equal(body.fill_system(u, lower, 0.25, 3.0), force)
    expected = np.tril(0.25 * stiffness.toarray() + 3.0 * np.diag(body.mass))
    np.testing.assert_allclose(lower.toarray(), expected, rtol=1e-15)


def test_a_result_is_not_overwritten_by_the_next(body):
    u = displacement(body, 5)
    force, stiffness = body.force_and_stiffness(u)
    kept_force, kept = force.copy(), stiffness.copy()
    body.force_and_stiffness(2 * u)
    np.testing.assert_array_equal(force, kept_force)
    assert (stiffness != kept).nnz == 0


def rotation(axis: np.ndarray, angle: float) -> np.ndarray:
    """Rodrigues' formula."""
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


@pytest.mark.parametrize("angle", [1e-4, 1.0, 3.0])
def test_rigid_motions_cost_no_energy(angle):
    mesh = tshape()
    body = StVK(mesh, RUBBER, [])
    turned = mesh.vertices @ rotation(np.array([1.0, 2.0, -0.5]), angle).T + [3.0, -1.0, 2.0]
    u = (turned - mesh.vertices).ravel()
    # Coordinates of 3 m are rounded to 4e-16 m, over edges of 3 cm: a strain of about 1e-14.
    strain, volume = 1e-13, mesh.volumes.sum()
    assert 0 <= body.energy(u) < RUBBER.young * volume * strain**2
    assert np.abs(body.force(u)).max() < RUBBER.young * volume ** (2 / 3) * strain


def test_turning_the_body_turns_its_forces():
    mesh = tshape()
    body = StVK(mesh, RUBBER, [])
    u = displacement(body, 6)
    turn = rotation(np.array([1.0, -1.0, 0.3]), 1.2)
    turned = (body.positions(u) @ turn.T - mesh.vertices).ravel()
    expected = body.force(u).reshape(-1, 3) @ turn.T
    np.testing.assert_allclose(
        body.force(turned).reshape(-1, 3), expected, rtol=0, atol=1e-11 * np.abs(expected).max()
    )


def test_small_motion_keeps_its_digits():
    """From F^T F - I the strain of a motion of 1e-12 would have lost all but four of its digits."""
    body = bar()
    u = displacement(body, 7)
    linear = body.stiffness(np.zeros_like(u)) @ u
    tiny = 1e-12
    np.testing.assert_allclose(body.force(tiny * u) / tiny, linear, rtol=0, atol=1e-11 * np.abs(linear).max())


def test_homogeneous_deformation_gives_the_analytic_stress():
    mesh = block((3, 3, 3), (0.3, 0.2, 0.4))
    body = StVK(mesh, RUBBER, [])
    gradient = np.array([[0.10, 0.03, -0.02], [0.00, -0.05, 0.04], [0.06, 0.01, 0.08]])
    lame, shear = RUBBER.lame
    deformation = gradient + np.eye(3)
    strain = (deformation.T @ deformation - np.eye(3)) / 2
    second = lame * np.trace(strain) * np.eye(3) + 2 * shear * strain  # second Piola-Kirchhoff stress
    u = (mesh.vertices @ gradient.T).ravel()
    volume = mesh.volumes.sum()
    forces = body.force(u).reshape(-1, 3)
    # The sum of f x^T over the vertices is the volume times the first Piola-Kirchhoff stress F S.
    np.testing.assert_allclose(forces.T @ mesh.vertices, volume * deformation @ second, rtol=1e-12, atol=1e-9)
    density = lame / 2 * np.trace(strain) ** 2 + shear * np.sum(strain * strain)
    assert body.energy(u) == pytest.approx(volume * density, rel=1e-12)
    inside = np.setdiff1d(np.arange(len(mesh.vertices)), mesh.surface)
    assert inside.size > 0
    assert np.abs(forces[inside]).max() < 1e-12 * np.abs(forces).max()


def test_fixed_vertices_only_take_their_rows_away():
    mesh = block((2, 2, 2), (0.2, 0.2, 0.2))
    held, floating = StVK(mesh, RUBBER, [26, 0, 4, 4]), StVK(mesh, RUBBER, [])
    np.testing.assert_array_equal(held.fixed, [0, 4, 26])
    np.testing.assert_array_equal(np.setdiff1d(floating.free, held.free), [0, 1, 2, 12, 13, 14, 78, 79, 80])
    u = displacement(held, 8)
    everywhere = np.zeros(floating.free.size)
    everywhere[held.free] = u
    np.testing.assert_allclose(held.force(u), floating.force(everywhere)[held.free], rtol=1e-12, atol=1e-10)
    expected = floating.stiffness(everywhere)[held.free][:, held.free]
    assert abs(held.stiffness(u) - expected).max() < 1e-12 * abs(expected).max()
    np.testing.assert_array_equal(held.mass, floating.mass[held.free])
    np.testing.assert_allclose(held.positions(u)[[0, 4, 26]], mesh.vertices[[0, 4, 26]], atol=0)


def test_mass_and_weight_are_those_of_the_body():
    mesh = tshape()
    body = StVK(mesh, RUBBER, [])
    total = RUBBER.density * mesh.volumes.sum()
    assert body.mass.sum() == pytest.approx(3 * total, rel=1e-13)
    assert (body.mass > 0).all()
    weight = body.gravity((0.0, -9.81, 2.0)).reshape(-1, 3).sum(axis=0)
    np.testing.assert_allclose(weight, [0.0, -9.81 * total, 2.0 * total], rtol=1e-13)


def test_regions_override_the_whole_body():
    mesh = tshape()
    body = StVK(mesh, {"bar": FOAM, "body": RUBBER}, [])
    in_bar = np.isin(mesh.tets, mesh.regions["bar"]).all(axis=1)
    np.testing.assert_allclose(body.lame[in_bar], [FOAM.lame] * in_bar.sum())
    np.testing.assert_allclose(body.lame[~in_bar], [RUBBER.lame] * (~in_bar).sum())
    total = FOAM.density * mesh.volumes[in_bar].sum() + RUBBER.density * mesh.volumes[~in_bar].sum()
    assert body.mass.sum() == pytest.approx(3 * total)


def test_regions_of_elements_are_exact_in_any_order():
    """All four vertices of every element of `few` are in the other region's elements too."""
    bar = block((4, 2, 2), (0.2, 0.1, 0.1))
    few = np.array([2, 17, 18, 40])
    rest = np.setdiff1d(np.arange(len(bar.tets)), few)
    mesh = TetMesh(bar.vertices, bar.tets, element_regions={"few": few, "rest": rest})
    expected = np.empty((len(bar.tets), 2))
    expected[few], expected[rest] = FOAM.lame, RUBBER.lame
    for materials in (
        {"few": FOAM, "rest": RUBBER}, {"rest": RUBBER, "few": FOAM}, {"few": FOAM, "body": RUBBER},
        {"body": RUBBER, "few": FOAM},
    ):  # fmt: skip
        np.testing.assert_array_equal(StVK(mesh, materials, []).lame, expected)


def test_a_name_means_the_region_of_elements_before_that_of_vertices():
    bar = block((2, 1, 1), (0.2, 0.1, 0.1))
    mesh = TetMesh(bar.vertices, bar.tets, {"a": np.arange(12), "all": np.arange(12)}, {"a": [0, 3]})
    density = StVK(mesh, {"a": FOAM, "body": RUBBER}, []).density
    assert np.flatnonzero(density == FOAM.density).tolist() == [0, 3]
    density = StVK(mesh, {"a": FOAM, "all": RUBBER}, []).density  # elements go before vertices
    assert np.flatnonzero(density == FOAM.density).tolist() == [0, 3]


@pytest.mark.parametrize("kind", ["vertices", "elements"])
def test_two_materials_for_an_element_are_refused_in_any_order(kind):
    bar = block((2, 1, 1), (0.2, 0.1, 0.1))
    everything = np.arange(len(bar.vertices if kind == "vertices" else bar.tets))
    both = {"a": everything, "b": everything}
    mesh = TetMesh(bar.vertices, bar.tets, **{"regions" if kind == "vertices" else "element_regions": both})
    for names in ("ab", "ba"):
        with pytest.raises(MaterialError, match=rf"'[ab]' and '[ab]': 10 elements.* one of {kind}"):
            StVK(mesh, dict.fromkeys(names, RUBBER) | {"body": FOAM}, [])


def test_the_materials_that_a_mesh_brings():
    bar = block((2, 1, 1), (0.2, 0.1, 0.1))
    own = {"x": MeshMaterial(FOAM.density, FOAM.young, FOAM.poisson, [1, 2])}
    with pytest.raises(MaterialError, match=r"8 elements, the first 0 at .* no material"):
        StVK(TetMesh(bar.vertices, bar.tets, materials=own), None, [])
    own["y"] = MeshMaterial(RUBBER.density, RUBBER.young, RUBBER.poisson, [0, *range(3, 10)])
    body = StVK(TetMesh(bar.vertices, bar.tets, materials=own), None, [])
    assert np.flatnonzero(body.density == FOAM.density).tolist() == [1, 2]
    assert body.lame[0] == pytest.approx(RUBBER.lame)


# Runs in a process of its own, since the number of threads is settled when numba starts.
THREADS = """
import hashlib, sys
import numba, numpy as np
from meshes import block
from offline import ElasticBody, Material
from offline.full.body import assembly

assembly.SMALLEST_PARALLEL = 0
called = []
parallel = assembly._assemble_parallel
assembly._assemble_parallel = lambda *arguments: (called.append(1), parallel(*arguments))
mesh = block((7, 6, 5), (0.7, 0.6, 0.5))
for threads in (1, numba.config.NUMBA_NUM_THREADS):
    numba.set_num_threads(threads)
    sums = hashlib.sha256()
    for material in (Material(3e5, 0.4, 1000.0), Material(3e5, 0.49, 1000.0, "neo-hookean")):
        body = ElasticBody(mesh, material, mesh.regions["left"])  # with workspaces of its own
        u = 0.02 * np.random.default_rng(0).standard_normal(body.free.size)
        force, stiffness = body.force_and_stiffness(u)
        sums.update(force.tobytes() + stiffness.data.tobytes())
    print(sums.hexdigest(), len(called))
"""


def output_with_threads(script: str, threads: int) -> str:
    environment = {**os.environ, "NUMBA_NUM_THREADS": str(threads)}
    command, root = [sys.executable, "-c", script], Path(__file__).resolve().parents[3]
    result = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=True, timeout=200
    )
    return result.stdout.strip()


def test_the_number_of_threads_changes_no_bit():
    lines = output_with_threads(THREADS, 3).splitlines()
    (one, serial_calls), (three, parallel_calls) = (line.split() for line in lines)
    assert (serial_calls, parallel_calls) == ("0", "2")  # otherwise the same loop would have run twice
    assert one == three


ONE_THREAD = """
import numba
from offline.full.body import assembly
from tests.offline.full.test_stvk import bar, displacement

assembly.SMALLEST_PARALLEL = 0
body = bar()
body.force_and_stiffness(displacement(body, 0))
try:
    print(numba.threading_layer())
except ValueError:
    print("none")
"""


def test_a_worker_with_one_thread_starts_no_threading_layer():
    assert output_with_threads(ONE_THREAD, 1) == "none"


@pytest.mark.parametrize(
    ("constants", "word"),
    [
        ((0.0, 0.3, 1.0), "young"),
        ((-1.0, 0.3, 1.0), "young"),
        ((np.nan, 0.3, 1.0), "young"),
        ((np.inf, 0.3, 1.0), "young"),
        (("soft", 0.3, 1.0), "young"),
        ((1.0, 0.5, 1.0), "poisson"),
        ((1.0, -1.0, 1.0), "poisson"),
        ((1.0, np.nan, 1.0), "poisson"),
        ((1.0, 0.3, 0.0), "density"),
        ((1.0, 0.3, None), "density"),
    ],
)
def test_impossible_materials_are_refused(constants, word):
    with pytest.raises(MaterialError, match=word):
        Material(*constants)


def test_lame_constants():
    lame, shear = Material(young=2.5, poisson=0.25, density=1.0).lame
    assert (lame, shear) == pytest.approx((1.0, 1.0))


def test_unusable_regions_are_refused():
    mesh = block((2, 2, 2), (1.0, 1.0, 1.0))
    with pytest.raises(MaterialError, match=r"'nose'.*left"):
        StVK(mesh, {"body": RUBBER, "nose": FOAM}, [])
    with pytest.raises(MaterialError, match="'left': no element"):
        StVK(mesh, {"body": RUBBER, "left": FOAM}, [])  # a face has vertices but no element
    with pytest.raises(MaterialError, match="no material"):
        StVK(mesh, {}, [])


def test_elements_left_out_are_named():
    mesh = tshape()
    with pytest.raises(MaterialError, match=r"elements, the first \d+ at \(.*\) m, have no material"):
        StVK(mesh, {"bar": RUBBER}, [])


@pytest.mark.parametrize(
    ("fixed", "message"),
    [
        ([0, 27], "27 is out of range"),
        ([-1], "-1 is out of range"),
        (np.arange(27), "all 27 vertices are fixed"),
        ([0.0, 1.0], "must be a list of vertex indices"),
        (np.zeros(27, dtype=bool), "flatnonzero"),
        ([[0, 1]], "must be a list of vertex indices"),
    ],
)
def test_unusable_fixed_vertices_are_refused(fixed, message):
    with pytest.raises(MeshError, match=message):
        StVK(block((2, 2, 2), (1.0, 1.0, 1.0)), RUBBER, fixed)


@pytest.mark.parametrize("method", ["energy", "force", "stiffness", "force_and_stiffness", "positions"])
def test_unusable_displacements_are_refused(method):
    body = bar()
    evaluate = getattr(body, method)
    with pytest.raises(SimulationError, match=r"shape \(5,\).*54"):
        evaluate(np.zeros(5))
    with pytest.raises(SimulationError, match="shape"):
        evaluate(np.zeros((body.free.size, 1)))
    u = np.zeros(body.free.size)
    u[4] = np.nan
    vertex = body.free[4] // 3
    with pytest.raises(SimulationError, match=f"vertex {vertex}, axis y"):
        evaluate(u)
