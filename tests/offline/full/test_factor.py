"""Both factorisations: right answers, errors for indefinite matrices, nothing kept from the last matrix."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from offline.full import factorisation
from offline.full.factorisation import Factor, NotPositiveDefinite, default_backend
from softrein.errors import MissingPackageError, SimulationError

BACKENDS = [
    pytest.param(
        "cholmod", marks=pytest.mark.skipif(factorisation._cholmod() is None, reason="not installed")
    ),
    "splu",
]
# Column by column, and with dense blocks, which tell an indefinite matrix in different ways.
SIZES = [40, factorisation.SUPERNODAL_UNKNOWNS + 50]

each_backend = pytest.mark.parametrize("backend", BACKENDS)
each_size = pytest.mark.parametrize("size", SIZES)


def symmetric(size: int, seed: int) -> sparse.csc_matrix:
    """Positive definite, a band and random entries far from the diagonal, always of the same pattern."""
    places = np.random.default_rng(0).integers(0, size, (2, size // 2))
    values = np.random.default_rng(seed)
    band = sparse.diags([values.uniform(-1, 1, size - k) for k in (1, 2, 5)], [-1, -2, -5])
    far = sparse.coo_array((values.uniform(-1, 1, size // 2), places), shape=(size, size))
    half = sparse.tril(sparse.csc_array(band + far), -1)
    both = half + half.T
    return sparse.csc_matrix(both + sparse.diags(1.0 + abs(both).sum(axis=0)))


def lower(matrix: sparse.csc_matrix) -> sparse.csc_matrix:
    part = sparse.csc_matrix(sparse.tril(matrix))
    part.sort_indices()
    return part


def indefinite(matrix: sparse.csc_matrix) -> sparse.csc_matrix:
    """The same pattern, one pivot negative in the middle, though each diagonal entry is positive."""
    changed = matrix.tolil()
    middle = matrix.shape[0] // 2
    changed[middle, middle] = 1e-3
    return lower(sparse.csc_matrix(changed))


@each_backend
@each_size
def test_solves_one_matrix_after_the_other(backend, size):
    solver = Factor(lower(symmetric(size, 1)), backend)
    right = np.random.default_rng(2).standard_normal(size)
    for seed in (1, 3, 4):
        matrix = symmetric(size, seed)
        half = lower(matrix)
        values, given = half.data.copy(), right.copy()
        solver.refactor(half)
        solution = solver.solve(right)
        np.testing.assert_allclose(matrix @ solution, right, rtol=0, atol=1e-13 * np.abs(right).max())
        np.testing.assert_array_equal(half.data, values)
        np.testing.assert_array_equal(right, given)


@each_backend
@each_size
def test_tells_an_indefinite_matrix_and_recovers(backend, size):
    good = symmetric(size, 1)
    bad = indefinite(good)
    dense = bad.toarray()
    assert np.linalg.eigvalsh(dense).min() < 0  # reads the lower triangle
    solver = Factor(lower(good), backend)
    with pytest.raises(NotPositiveDefinite):
        solver.refactor(bad)
    solver.refactor(lower(good))
    right = np.ones(size)
    np.testing.assert_allclose(good @ solver.solve(right), right, atol=1e-12)


@each_backend
@each_size
def test_tells_a_singular_matrix(backend, size):
    solver = Factor(lower(symmetric(size, 1)), backend)
    bad = lower(symmetric(size, 1))
    bad.data[:] = 0.0
    with pytest.raises(NotPositiveDefinite):
        solver.refactor(bad)


@each_backend
@each_size
def test_a_matrix_that_is_not_finite_never_passes_unseen(backend, size):
    solver = Factor(lower(symmetric(size, 1)), backend)
    bad = lower(symmetric(size, 1))
    bad.data[:] = np.nan
    try:
        solver.refactor(bad)
    except NotPositiveDefinite:
        return
    assert not np.isfinite(solver.solve(np.ones(size))).any()


@each_backend
def test_tells_a_zero_on_the_diagonal(backend):
    """[[0, 1], [1, 0]]: pivoting off the diagonal would take it."""
    matrix = sparse.csc_matrix(([0.0, 1.0, 0.0], [0, 1, 1], [0, 2, 3]), shape=(2, 2))
    with pytest.raises(NotPositiveDefinite):
        Factor(matrix, backend).refactor(matrix)


@pytest.mark.skipif(factorisation._cholmod() is None, reason="CHOLMOD is not installed")
def test_both_backends_agree():
    matrix = symmetric(300, 5)
    right = np.random.default_rng(6).standard_normal(300)
    solutions = []
    for backend in ("cholmod", "splu"):
        solver = Factor(lower(matrix), backend)
        solver.refactor(lower(matrix))
        solutions.append(solver.solve(right))
    np.testing.assert_allclose(*solutions, rtol=0, atol=1e-13 * np.abs(solutions[0]).max())


def test_without_cholmod_the_other_takes_over(monkeypatch):
    monkeypatch.setattr(factorisation, "_cholmod", lambda: None)
    assert default_backend() == "splu"
    assert Factor(lower(symmetric(40, 1))).backend == "splu"
    with pytest.raises(MissingPackageError, match="libsuitesparse-dev"):
        Factor(lower(symmetric(40, 1)), "cholmod")


@pytest.mark.skipif(factorisation._cholmod() is None, reason="CHOLMOD is not installed")
def test_cholmod_is_preferred():
    assert Factor(lower(symmetric(40, 1))).backend == "cholmod"


def test_an_unknown_backend_is_refused():
    with pytest.raises(SimulationError, match=r"'pardiso'.*cholmod, splu"):
        Factor(lower(symmetric(40, 1)), "pardiso")
