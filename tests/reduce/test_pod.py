"""POD: against the SVD, over many decades, weighted by mass, whole and in blocks."""

from __future__ import annotations

import tracemalloc
import warnings
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import reduce
from reduce import compression
from reduce.compression import GRAM_TOLERANCE, right_vectors
from reduce.pod import Basis, compress, pod
from softrein.errors import BasisError

EPS = np.finfo(float).eps
pod_module = import_module("reduce.pod")  # the attribute `reduce.pod` is the function


def orthonormal(rng, rows, columns):
    return np.linalg.qr(rng.standard_normal((rows, columns)))[0]


def known(rng, size, count, values):
    """Snapshots of known singular values, and their left singular vectors."""
    left = orthonormal(rng, size, len(values))
    return left * values @ orthonormal(rng, count, len(values)).T, left


def in_blocks(snapshots, width):
    return (snapshots[:, i : i + width] for i in range(0, snapshots.shape[1], width))


def defect(basis):
    """The largest entry of U^T M U - I."""
    gram = basis.vectors.T @ (basis.mass[:, None] * basis.vectors)
    return np.abs(gram - np.eye(basis.rank)).max()


def missed(snapshots, vectors):
    """The share of the snapshots' norm that an orthonormal basis misses."""
    rest = snapshots - vectors @ (vectors.T @ snapshots)
    return np.linalg.norm(rest) / np.linalg.norm(snapshots)


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture
def small_batches(monkeypatch):
    """Make POD compress after every few columns, so that parts have to be merged."""
    monkeypatch.setattr(pod_module, "BATCH_BYTES", 2**14)


@pytest.mark.parametrize("shape", [(60, 25), (25, 60), (40, 40), (3000, 12), (5, 4000)])
def test_it_is_the_svd(rng, shape):
    snapshots = rng.standard_normal(shape)
    left, values, _ = np.linalg.svd(snapshots, full_matrices=False)
    basis = pod(snapshots, 4)
    np.testing.assert_allclose(basis.singular_values, values, rtol=1e-12)
    np.testing.assert_allclose(np.abs(left[:, :4].T @ basis.vectors), np.eye(4), atol=1e-11)
    assert defect(basis) <= 1e-14


def test_twelve_decades(rng):
    """The last directions are 1e-12 of the first: a Gram matrix of the whole would see none below 1e-8."""
    values = np.logspace(0, -12, 49)
    snapshots, left = known(rng, 400, 60, values)
    basis = pod(snapshots, 49)
    np.testing.assert_allclose(basis.singular_values[:49], values, atol=20 * EPS)
    assert defect(basis) <= 1e-14
    # A direction is as sharp as its gap (0.44 of its value) is above round-off: 1e-15 / 1e-12.
    cosines = np.abs(np.sum(left * basis.vectors, axis=0))
    assert np.all(cosines[values > 1e-9] > 1 - 1e-10)
    assert np.all(cosines > 1 - 1e-4)


def test_twelve_decades_in_blocks(rng, small_batches):
    values = np.logspace(0, -12, 49)
    snapshots, left = known(rng, 400, 300, values)
    basis = pod(in_blocks(snapshots, 7), 45, tolerance=1e-14)
    np.testing.assert_allclose(basis.singular_values, values[: len(basis.singular_values)], atol=1e-13)
    assert np.all(np.abs(np.sum(left[:, :45] * basis.vectors, axis=0)) > 1 - 1e-4)
    assert defect(basis) <= 1e-14


def test_noise_in_weak_modes_is_orthogonalised_away(rng):
    """Dividing by singular values near round-off leaves modes that are far from orthogonal."""
    snapshots, _ = known(rng, 300, 80, np.logspace(0, -13, 60))
    values, right = right_vectors(snapshots, 0.0)
    raw = (snapshots @ right)[:, :55] / values[:55]
    assert np.abs(raw.T @ raw - np.eye(55)).max() > 1e-6
    assert defect(pod(snapshots, 55)) <= 1e-14


@pytest.mark.parametrize("tolerance", [1e-10, 1e-6, 2 * GRAM_TOLERANCE, 1e-3])
def test_blocks_agree_within_the_stated_bound(rng, small_batches, tolerance):
    values = np.logspace(0, -9, 120)
    snapshots, _ = known(rng, 500, 600, values)
    basis = pod(in_blocks(snapshots, 25), 10, tolerance=tolerance)
    batches = 600 // 25
    bound = (np.log2(batches) + 1) * tolerance * np.linalg.norm(values)
    assert np.abs(basis.singular_values - values[: len(basis.singular_values)]).max() <= bound
    whole = pod(snapshots, 10)
    assert missed(snapshots, basis.vectors) <= missed(snapshots, whole.vectors) * (1 + 1e-4)
    assert defect(basis) <= 1e-14
    if tolerance >= 1e-6:  # it did drop something
        assert basis.singular_values[-1] < 0.99 * values[len(basis.singular_values) - 1]


def test_merging_makes_no_difference(rng, small_batches):
    """What comes in one column at a time, in runs, or whole gives the same basis, signs included."""
    snapshots, _ = known(rng, 200, 300, np.logspace(0, -5, 40))
    whole = pod(snapshots, 12)
    for width in (1, 90, 300):
        basis = pod(list(in_blocks(snapshots, width)), 12)
        np.testing.assert_allclose(basis.vectors, whole.vectors, atol=1e-8)
        np.testing.assert_allclose(basis.singular_values[:12], whole.singular_values[:12], rtol=1e-10)


def test_many_columns_of_few_numbers_are_reduced_exactly(rng, small_batches):
    """More columns than rows: no tolerance is spent."""
    snapshots = rng.standard_normal((20, 5000)) * np.logspace(0, -10, 20)[:, None]
    basis = pod(in_blocks(snapshots, 150), 20, tolerance=1e-4)
    values = np.linalg.svd(snapshots, compute_uv=False)
    np.testing.assert_allclose(basis.singular_values, values, atol=1e-14 * values[0])


def test_memory_stays_bounded(rng, monkeypatch):
    """160 MB of snapshots that hold thirty directions pass through in a few MB."""
    monkeypatch.setattr(pod_module, "BATCH_BYTES", 2**21)
    size, width, count = 4000, 50, 100
    modes = orthonormal(rng, size, 30) * np.logspace(0, -4, 30)
    tracemalloc.start()
    basis = pod((modes @ rng.standard_normal((30, width)) for _ in range(count)), 8)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert basis.rank == 8
    # A batch of at most 2 + 1.6 MB in three copies, and log2(50) + 2 pieces of 30 columns, 1 MB each.
    assert peak < 25e6


def test_mass_weighting(rng):
    """U^T M U = I, and M^1/2 U spans what the SVD of M^1/2 A does."""
    mass = 10 ** rng.uniform(-4, 0, 90)
    snapshots = rng.standard_normal((90, 30))
    basis = pod(snapshots, 6, mass=mass)
    left, values, _ = np.linalg.svd(np.sqrt(mass)[:, None] * snapshots, full_matrices=False)
    np.testing.assert_allclose(basis.singular_values, values, rtol=1e-12)
    weighted = np.sqrt(mass)[:, None] * basis.vectors
    np.testing.assert_allclose(np.abs(left[:, :6].T @ weighted), np.eye(6), atol=1e-11)
    np.testing.assert_array_equal(basis.mass, mass)
    assert defect(basis) <= 1e-14
    blocks = pod(in_blocks(snapshots, 8), 6, mass=mass)
    np.testing.assert_allclose(blocks.vectors, basis.vectors, atol=1e-9)


def test_no_mass_is_a_mass_of_one(rng):
    snapshots = rng.standard_normal((12, 5))
    np.testing.assert_array_equal(pod(snapshots, 2).mass, np.ones(12))
    np.testing.assert_array_equal(pod(snapshots, 2).vectors, pod(snapshots, 2, mass=np.ones(12)).vectors)


def test_nothing_is_centred():
    """A constant state is a direction of its own: the mean is not taken away."""
    basis = pod(np.full((9, 4), 2.0), 1)
    np.testing.assert_allclose(basis.vectors, np.full((9, 1), 1 / 3), rtol=1e-15)
    np.testing.assert_allclose(basis.singular_values, [12.0])


def test_project_and_lift(rng):
    mass = rng.uniform(1, 2, 40)
    basis = pod(rng.standard_normal((40, 9)), 5, mass=mass)
    coordinates = rng.standard_normal((5, 3))
    np.testing.assert_allclose(basis.project(basis.lift(coordinates)), coordinates, atol=1e-14)


def test_energy_is_the_share_of_squares(rng):
    values = np.sqrt([0.7, 0.2, 0.09, 0.01])
    snapshots, _ = known(rng, 50, 8, values)
    for energy, rank in [(0.5, 1), (0.69, 1), (0.71, 2), (0.89, 2), (0.98, 3), (0.995, 4), (1 - 1e-16, 4)]:
        assert pod(snapshots, energy).rank == rank
        assert pod(in_blocks(snapshots, 3), np.float64(energy)).rank == rank


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 2**32 - 1), st.booleans())
def test_any_shape(size, count, seed, blocks):
    rng = np.random.default_rng(seed)
    snapshots, mass = rng.standard_normal((size, count)), rng.uniform(0.1, 10, size)
    basis = pod(in_blocks(snapshots, 4) if blocks else snapshots, np.int64(1), mass=mass)
    assert defect(basis) <= 1e-14
    largest = np.linalg.svd(np.sqrt(mass)[:, None] * snapshots, compute_uv=False)[0]
    assert basis.singular_values[0] == pytest.approx(largest, rel=1e-12)


def test_signs_are_settled(rng):
    """Turning snapshots round, or ties that only round-off breaks, turn no mode round."""
    snapshots = rng.standard_normal((30, 12))
    basis = pod(snapshots, 8)
    np.testing.assert_allclose(pod(-snapshots, 8).vectors, basis.vectors, atol=1e-12)
    np.testing.assert_allclose(pod(snapshots[:, ::-1], 8).vectors, basis.vectors, atol=1e-12)
    swing = np.array([[1.0], [-1 - 1e-13]])
    assert pod(swing, 1).vectors[0, 0] > 0
    assert pod(-swing, 1).vectors[0, 0] > 0


def test_snapshots_are_left_as_they_are(rng):
    snapshots = rng.standard_normal((30, 12))
    before = snapshots.copy()
    pod(snapshots, 3)
    np.testing.assert_array_equal(snapshots, before)


def test_the_packages_name_is_the_function():
    assert reduce.pod is pod
    assert reduce.Basis is Basis


SNAPSHOTS = np.arange(1.0, 13.0).reshape(4, 3) ** 2  # three directions
FLAT = np.outer(np.arange(1.0, 6.0), np.arange(1.0, 5.0))  # one direction, four snapshots


@pytest.mark.parametrize(
    ("snapshots", "rank", "mass", "says"),
    [
        (SNAPSHOTS, 4, None, "above the number of snapshots, 3"),
        (FLAT, 2, None, "4 snapshots hold 1 independent"),
        ([FLAT, FLAT], 2, None, "8 snapshots hold 1 independent"),
        (SNAPSHOTS, 0, None, "at least 1, got 0"),
        (SNAPSHOTS, -2, None, "at least 1, got -2"),
        (SNAPSHOTS, True, None, "got True"),
        (SNAPSHOTS, np.True_, None, "rank must be an integer"),
        (SNAPSHOTS, "three", None, "got 'three'"),
        (SNAPSHOTS, 0.0, None, "energy lies between 0 and 1"),
        (SNAPSHOTS, 1.0, None, "energy lies between 0 and 1"),
        (SNAPSHOTS, 2.0, None, "give a rank as an integer"),
        (SNAPSHOTS, float("nan"), None, "energy lies between 0 and 1"),
        (SNAPSHOTS, 1, np.ones(3), r"mass has the shape \(3,\), the snapshots need \(4,\)"),
        (SNAPSHOTS, 1, np.array([1, 1, 0, 1.0]), "entry 2 is 0.0"),
        (SNAPSHOTS, 1, np.array([1, -1, 1, 1.0]), "entry 1 is -1.0"),
        (SNAPSHOTS, 1, np.array([1, 1, 1, np.nan]), "entry 3 is nan"),
        (np.where(SNAPSHOTS == 25, np.nan, SNAPSHOTS), 1, None, "snapshot 1 .* nan in row 1"),
        ([SNAPSHOTS, np.where(SNAPSHOTS == 9, np.inf, SNAPSHOTS)], 1, None, "snapshot 5 .* inf in row 0"),
        (np.zeros((4, 3)), 1, None, "all snapshots are zero"),
        ([np.zeros((4, 3))], 0.5, None, "all snapshots are zero"),
        (np.zeros((4, 0)), 1, None, "no snapshots"),
        ([], 1, None, "no snapshots"),
        (np.zeros((0, 4)), 1, None, "n of at least 1"),
        (np.ones(4), 1, None, r"shape \(4,\)"),
        ([SNAPSHOTS, SNAPSHOTS[:3]], 1, None, "snapshot 3 has 3 rows, those before it have 4"),
    ],
)
def test_bad_input(snapshots, rank, mass, says):
    with pytest.raises(BasisError, match=says):
        pod(snapshots, rank, mass=mass)


def test_an_energy_that_compression_dropped(rng, small_batches):
    snapshots, _ = known(rng, 200, 100, np.logspace(0, -5, 50))
    with pytest.raises(BasisError, match="lower `tolerance`"):
        pod(in_blocks(snapshots, 20), 1 - 1e-9, tolerance=1e-2)


def test_round_off_of_a_gram_matrix_is_no_direction(monkeypatch):
    """A loose tolerance takes Gram matrices, whose round-off looks like 1e-8 of the largest value."""
    monkeypatch.setattr(pod_module, "BATCH_BYTES", 1)
    with pytest.raises(BasisError, match="hold 1 independent"):
        pod([FLAT, FLAT / 3, FLAT * 0.7], 2, tolerance=1e-3)


def test_a_tolerance_out_of_range():
    with pytest.raises(BasisError, match="tolerance"):
        pod([SNAPSHOTS], 1, tolerance=1.0)


def test_a_basis_that_does_not_fit_together():
    with pytest.raises(BasisError, match="do not fit"):
        Basis(np.eye(3), np.ones(3), np.ones(2))


# Within a bound on memory


@pytest.mark.parametrize("width", [1, 25, 600])
def test_few_columns_at_once_give_the_leading_modes(rng, width):
    """Sixty columns of six hundred: what is dropped is far below what fifteen modes leave out."""
    values = np.logspace(0, -6, 120)
    snapshots, left = known(rng, 500, 600, values)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        basis = pod(in_blocks(snapshots, width), 15, tolerance=0.0, columns=60)
    np.testing.assert_allclose(basis.singular_values[:15], values[:15], rtol=1e-6)
    assert len(basis.singular_values) <= 60
    assert np.abs(np.sum(left[:, :15] * basis.vectors, axis=0)).min() > 1 - 1e-6
    whole = missed(snapshots, pod(snapshots, 15).vectors)
    assert missed(snapshots, basis.vectors) <= whole * (1 + 1e-5)
    assert defect(basis) <= 1e-14


def test_too_few_columns_are_told_of(rng):
    snapshots = rng.standard_normal((200, 400))  # all directions count alike
    with pytest.warns(UserWarning, match=r"for want of memory 0\.\d+ of .* energy was dropped.*--memory"):
        basis = pod(in_blocks(snapshots, 40), 10, columns=20)
    assert basis.energy == pytest.approx(np.linalg.norm(snapshots) ** 2)  # what was dropped included
    with pytest.raises(BasisError, match=r"the 20 columns that memory allows hold 0\.\d+; allow more"):
        pod(in_blocks(snapshots, 40), 0.9, columns=20)
    with pytest.raises(BasisError, match="rank 10 is above the 9 columns"):
        pod(in_blocks(snapshots, 40), 10, columns=9)
    with pytest.raises(BasisError, match="columns"):
        pod(in_blocks(snapshots, 40), 1, columns=0)


def test_what_the_tolerance_drops_is_no_want_of_memory(rng):
    values = np.append(np.ones(5), np.full(55, 3e-4))
    snapshots, _ = known(rng, 300, 400, values)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        basis = pod(in_blocks(snapshots, 10), 5, tolerance=1e-2, columns=100)
    assert len(basis.singular_values) < 60  # it did drop something


def test_lists_are_columns_too_within_a_bound_on_memory() -> None:
    rows = [[1.0, 2.0, 3.0, 4.0, 5.0]] * 3
    np.testing.assert_allclose(pod([rows], 1, columns=2).vectors, pod(np.array(rows), 1).vectors)
    with pytest.raises(BasisError, match=r"blocks?|snapshots"):
        pod([[[1.0, 2.0], [3.0]]], 1, columns=2)


def test_no_snapshots_are_no_snapshot_of_zeros() -> None:
    with pytest.raises(BasisError, match="there are no snapshots"):
        compress(np.empty((3, 0)), 1e-3)


def test_few_columns_take_little_memory(rng):
    """80 MB of noise pass through in the copies of twenty columns of 32 kB that are counted."""
    size, count = 4000, 100

    def blocks():
        yield rng.standard_normal((size, 3 * 25))  # one wide block, and then narrow ones
        for _ in range(count):
            yield rng.standard_normal((size, 25))

    tracemalloc.start()
    with pytest.warns(UserWarning, match="for want of memory"):
        pod(blocks(), 5, columns=20)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < 8 * size * (6 * 20 + 2 * 75)


def test_a_run_is_compressed_as_it_goes_on(rng, monkeypatch):
    snapshots, _ = known(rng, 300, 90, np.logspace(0, -5, 60))
    whole, mass = compress(snapshots, 1e-3, np.full(300, 2.0)), np.full(300, 2.0)
    one = compress((column[:, None] for column in snapshots.T), 1e-3, mass)
    assert one.shape == whole.shape
    np.testing.assert_allclose(one @ one.T, whole @ whole.T, atol=1e-12)
    monkeypatch.setattr(pod_module, "BATCH_BYTES", 8 * 300 * 20)
    merged = compress((column[:, None] for column in snapshots.T), 1e-3, mass)
    assert merged.shape[1] < 60
    assert np.linalg.norm(merged @ merged.T - snapshots @ snapshots.T) < 1e-5
    with pytest.raises(BasisError, match="no snapshots"):
        compress(iter([]), 1e-3)


@pytest.mark.parametrize("off", [1e-12, 1e-6, 1e-2, 0.5])
def test_nearly_orthonormal_columns_are_made_so_each_by_those_before(off: float) -> None:
    rng = np.random.default_rng(4)
    columns = np.linalg.qr(rng.standard_normal((400, 12))).Q
    columns = columns + off * columns @ np.triu(rng.standard_normal((12, 12)), 1)
    found = compression.orthonormal(columns)
    np.testing.assert_allclose(found.T @ found, np.eye(12), atol=1e-14)
    shares = found.T @ columns
    np.testing.assert_allclose(np.tril(shares, -1), 0, atol=1e-12)
    assert (np.diag(shares) > 0).all()
