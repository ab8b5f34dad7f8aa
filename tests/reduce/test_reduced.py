"""The reduced body against the full one: forces, stiffness, Hessian, and the reduction's refusals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import reduce
import reduce.body
from meshes import TetMesh, block, read_mesh, tshape, write_mesh
from offline.full.body.material import Material
from offline.full.body.stvk import StVK
from reduce.body import (
    fourth_derivative,
    gram_matrix,
    polynomial_matrix,
    reduce_deformable,
    strain_directions,
)
from runtime.body.model import BodyModel
from runtime.body.polynomial import (
    monomial_length,
    pack_panels,
    panels_size,
    symmetric_product,
    unpack_panels,
)
from softrein.errors import BasisError, MaterialError, SimulationError

ROUND_OFF = 1e-12  # relative; measured 2e-15
RANKS = (1, 2, 3, 7, 8, 9, 17, 24, 30, 33)  # on either side of the panels' blocks of eight

Array = np.ndarray


def reduced(body: StVK, vectors: Array, **settings: Any) -> BodyModel:
    """The model on a basis that need not be orthonormal."""
    return reduce_deformable(body, SimpleNamespace(vectors=vectors), **settings)


def random_vectors(body: StVK, rank: int, seed: int) -> Array:
    """Vectors without any structure, as large as a tenth of the body: strains far from small."""
    return 0.02 * np.random.default_rng(seed).standard_normal((body.free.size, rank))


def distance(a: Array, b: Array) -> float:
    return float(np.abs(a - b).max() / np.abs(b).max())


@pytest.fixture(scope="module")
def tshape_body() -> StVK:
    mesh = tshape()
    return StVK(mesh, Material(young=1e5, poisson=0.4, density=1000.0), mesh.regions["foot"])


@pytest.fixture(scope="module")
def file_body(tmp_path_factory: pytest.TempPathFactory) -> StVK:
    """A crooked block of two materials, one of which grows thicker when pulled, from a file."""
    mesh = block((4, 2, 2), (0.4, 0.2, 0.2))
    crooked = mesh.vertices + 0.01 * np.random.default_rng(1).uniform(-1, 1, mesh.vertices.shape)
    path = Path(tmp_path_factory.mktemp("meshes") / "crooked.vtk")
    write_mesh(path, TetMesh(crooked, mesh.tets))
    mesh = read_mesh(path)
    soft_end = np.flatnonzero(mesh.vertices[:, 0] > 0.25)
    mesh = TetMesh(mesh.vertices, mesh.tets, {"end": soft_end})
    materials = {"body": Material(2e5, -0.3, 900.0), "end": Material(3e4, 0.45, 1500.0)}
    return StVK(mesh, materials, np.flatnonzero(mesh.vertices[:, 0] < 0.02))


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("which", ["tshape_body", "file_body"])
def test_force_and_stiffness_are_the_projected_ones(
    which: str, rank: int, request: pytest.FixtureRequest
) -> None:
    body = request.getfixturevalue(which)
    vectors = random_vectors(body, rank, seed=rank)
    model = reduced(body, vectors)
    for size in (0.0, 0.1, 1.0):
        p = size * np.random.default_rng(rank + 1).standard_normal(rank) / np.sqrt(rank)
        full_force, full_stiffness = body.force_and_stiffness(vectors @ p)
        force, stiffness = model.force_and_stiffness(p)
        assert distance(stiffness, vectors.T @ (full_stiffness @ vectors)) < ROUND_OFF
        assert np.array_equal(stiffness, stiffness.T)
        if size == 0.0:
            assert np.array_equal(force, np.zeros(rank))
        else:
            assert distance(force, vectors.T @ full_force) < ROUND_OFF


def test_the_separate_methods_agree_with_the_joint_one(file_body: StVK) -> None:
    model = reduced(file_body, random_vectors(file_body, 5, seed=0))
    p = np.random.default_rng(3).standard_normal(5)
    force, stiffness = model.force_and_stiffness(p)
    assert np.array_equal(model.force(p), force)
    assert np.array_equal(model.stiffness(p), stiffness)
    assert model.rank == 5


def fourth_order_difference(function: Callable[[Array], Array], p: Array, step: float) -> Array:
    """Derivatives of `function` along each coordinate, in the last axis; exact up to degree 4."""
    columns = []
    for direction in step * np.eye(len(p)):
        near = function(p + direction) - function(p - direction)
        far = function(p + 2 * direction) - function(p - 2 * direction)
        columns.append((8 * near - far) / (12 * step))
    return np.stack(columns, axis=-1)


@pytest.mark.parametrize("rank", [1, 3, 8, 13])
def test_stiffness_and_hessian_are_derivatives(file_body: StVK, rank: int) -> None:
    # The polynomials are cubic and quadratic: a wide step loses no accuracy and little to round-off.
    model = reduced(file_body, random_vectors(file_body, rank, seed=rank))
    p, v = np.random.default_rng(rank).standard_normal((2, rank))
    assert distance(fourth_order_difference(model.force, p, 0.5), model.stiffness(p)) < ROUND_OFF
    slope = fourth_order_difference(lambda q: model.stiffness(q) @ v, p, 0.5)
    assert distance(slope, model.hessian(p, v)) < ROUND_OFF
    assert np.array_equal(model.hessian(p, v), model.hessian(p, v).T)
    assert distance(model.hessian(p, 3 * v), 3 * model.hessian(p, v)) < ROUND_OFF


@pytest.mark.parametrize("rank", [1, 4, 9])
def test_the_stiffness_at_rest_is_read_off_without_a_kernel(file_body: StVK, rank: int) -> None:
    model = reduced(file_body, random_vectors(file_body, rank, seed=rank))
    assert distance(model.stiffness_at_rest(), model.stiffness(np.zeros(rank))) < ROUND_OFF


def test_the_hessian_holds_its_linear_term(file_body: StVK) -> None:
    # At rest K3[p v^T + v p^T] vanishes and K2[v] alone is left.
    model = reduced(file_body, random_vectors(file_body, 4, seed=4))
    v = np.random.default_rng(0).standard_normal(4)
    difference = (model.stiffness(v) - model.stiffness(-v)) / 2  # odd part: K2[v]
    assert distance(model.hessian(np.zeros(4), v), difference) < ROUND_OFF
    assert np.abs(difference).max() > 0.01 * np.abs(model.stiffness(np.zeros(4))).max()


def test_the_gram_matrix_gives_the_full_energy(file_body: StVK) -> None:
    vectors = random_vectors(file_body, 6, seed=6)
    p = np.random.default_rng(6).standard_normal(6)
    first, second = np.triu_indices(6)
    monomials = np.concatenate([p, p[first] * p[second]])
    energy = 0.5 * monomials @ gram_matrix(file_body, vectors) @ monomials
    assert energy == pytest.approx(file_body.energy(vectors @ p), rel=ROUND_OFF)


def test_blocks_of_elements_change_nothing(file_body: StVK, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = random_vectors(file_body, 5, seed=5)
    at_once = gram_matrix(file_body, vectors)
    monkeypatch.setattr(reduce.body, "BLOCK_BYTES", 7 * 8 * 6 * 20)  # seven elements: 192 is no multiple
    assert distance(gram_matrix(file_body, vectors), at_once) < ROUND_OFF


def test_strain_directions_are_an_orthonormal_basis() -> None:
    flat = strain_directions().reshape(6, 9)
    assert np.allclose(flat @ flat.T, np.eye(6), rtol=0, atol=1e-15)
    assert np.array_equal(strain_directions(), strain_directions().transpose(0, 2, 1))
    assert np.allclose(np.trace(strain_directions(), axis1=1, axis2=2)[1:], 0, rtol=0, atol=1e-15)


def test_the_fourth_derivative_is_fully_symmetric() -> None:
    rank = 5
    h = np.random.default_rng(0).standard_normal((15, 15))
    packed = fourth_derivative(h + h.T, rank)
    place = np.zeros((rank, rank), dtype=int)
    upper = np.triu_indices(rank)
    place[upper] = place.T[upper] = np.arange(15)
    full = packed[place[:, :, None, None], place[None, None]]
    for axes in ((1, 0, 2, 3), (2, 1, 0, 3), (3, 1, 2, 0)):  # they generate all permutations
        assert np.allclose(full, full.transpose(axes), rtol=0, atol=1e-13)


@pytest.mark.parametrize("length", [8, 16, 40, 200])
def test_the_panel_product_is_the_dense_one(length: int) -> None:
    rng = np.random.default_rng(length)
    matrix = rng.standard_normal((length, length))
    matrix += matrix.T
    x, product = rng.standard_normal(length), np.full(length, np.nan)  # what was there before must not matter
    panels = pack_panels(matrix)
    symmetric_product(panels, x, product)
    assert np.allclose(product, matrix @ x, rtol=0, atol=1e-12)
    assert np.array_equal(unpack_panels(panels, length), matrix)
    assert panels.ctypes.data % 64 == 0


@pytest.mark.parametrize("rank", RANKS)
def test_sizes_follow_from_the_rank(rank: int) -> None:
    matrix = polynomial_matrix(np.eye(rank * (rank + 3) // 2), rank)
    assert matrix.shape == (monomial_length(rank),) * 2
    assert np.array_equal(matrix, matrix.T)
    assert pack_panels(matrix).shape == (panels_size(rank),)


def test_damping_standing_load_and_mass_are_projected(file_body: StVK) -> None:
    vectors = random_vectors(file_body, 4, seed=2)
    gravity = file_body.gravity((0.0, -9.81, 0.0))
    model = reduced(file_body, vectors, damping=(0.5, 1e-3), standing=gravity)
    assert np.array_equal(model.damping, [0.5, 1e-3])
    assert distance(model.standing, vectors.T @ gravity) < ROUND_OFF
    assert distance(model.mass, vectors.T @ np.diag(file_body.mass) @ vectors) < ROUND_OFF


def test_a_pod_basis_gives_the_identity_as_mass(file_body: StVK) -> None:
    snapshots = random_vectors(file_body, 12, seed=7)
    model = reduce_deformable(file_body, reduce.pod(snapshots, 6, mass=file_body.mass))
    assert np.allclose(model.mass, np.eye(6), rtol=0, atol=1e-13)
    assert np.array_equal(model.standing, np.zeros(6))


def test_arguments_may_be_lists_views_or_read_only(file_body: StVK) -> None:
    model = reduced(file_body, random_vectors(file_body, 3, seed=3))
    p = np.array([0.3, -0.2, 0.5])
    frozen, strided = p.copy(), np.repeat(p, 2)[::2]
    frozen.setflags(write=False)
    for argument in (list(p), frozen, strided, p.astype(np.float32)):
        assert np.allclose(model.force(np.asarray(argument)), model.force(p), rtol=1e-6)


def test_the_wrong_length_is_refused(file_body: StVK) -> None:
    model = reduced(file_body, random_vectors(file_body, 3, seed=3))
    with pytest.raises(SimulationError, match=r"p has the shape \(4,\).*\(3,\)"):
        model.force(np.zeros(4))
    with pytest.raises(SimulationError, match=r"v has the shape \(2,\)"):
        model.hessian(np.zeros(3), np.zeros(2))


def bad_bases(count: int) -> dict[str, tuple[Array, str]]:
    broken = np.ones((count, 2))
    broken[3, 1] = np.nan
    return {
        "short": (np.ones((count - 1, 2)), "degrees of freedom"),
        "flat": (np.ones(count), "degrees of freedom"),
        "empty": (np.ones((count, 0)), "degrees of freedom"),
        "nan": (broken, "not finite"),
    }


@pytest.mark.parametrize("kind", ["short", "flat", "empty", "nan"])
def test_a_basis_that_does_not_fit_is_refused(file_body: StVK, kind: str) -> None:
    vectors, message = bad_bases(file_body.free.size)[kind]
    with pytest.raises(BasisError, match=message):
        reduced(file_body, vectors)


@pytest.mark.parametrize("damping", [(-1.0, 0.0), (0.0, np.nan), (0.1,)])
def test_bad_damping_is_refused(file_body: StVK, damping: Any) -> None:
    with pytest.raises(MaterialError, match="damping"):
        reduced(file_body, random_vectors(file_body, 2, seed=0), damping=damping)


def test_a_bad_standing_load_is_refused(file_body: StVK) -> None:
    with pytest.raises(BasisError, match="standing load"):
        reduced(file_body, random_vectors(file_body, 2, seed=0), standing=np.zeros(5))


def test_an_impossible_material_is_refused(file_body: StVK) -> None:
    lame = np.array(file_body.lame)
    lame[11] = [-1e5, 1e5]  # 3 lambda + 2 mu < 0
    names = ("mesh", "free", "mass", "laws", "patches")
    body = SimpleNamespace(lame=lame, **{name: getattr(file_body, name) for name in names})
    with pytest.raises(MaterialError, match="element 11"):
        reduce_deformable(body, SimpleNamespace(vectors=random_vectors(file_body, 2, seed=0)))
