"""Sampled elements: force and stiffness against the matrix products in them, and against the polynomial."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from numba.extending import get_cython_function_address

from benchmarks.harness import Row, compare_times
from runtime.base.kernels import Array, aligned, aligned_copy, padded
from runtime.body.elastic import force_and_stiffness
from runtime.body.laws.names import NAMES
from runtime.body.polynomial import monomial_length
from runtime.body.sampled import ITS_OWN, Sampled, panels_of

REPEATS = 20  # evaluations in one compiled call
SIZES = ((32, 100, 1.5), (64, 250, 2.5))  # rank, elements, and the bar
LARGE = (100, 300)  # rank and elements against the polynomial of that rank
STRAIN = 0.1


def rows() -> list[Row]:
    """The bars on sampled elements, on one thread."""
    return [*(_products_row(*size) for size in SIZES), _polynomial_row()]


def _operator(rank: int, elements: int, law: str) -> Sampled:
    rng = np.random.default_rng(0)
    made = Sampled(
        gradients=panels_of(rng.standard_normal((elements, 9, rank)) / np.sqrt(rank)),
        weights=rng.uniform(0.5, 1.5, elements),
        lame=np.tile([3e5, 1e5], (elements, 1)),
        laws=np.full(elements, NAMES.index(law)),
        patches=np.full(elements, ITS_OWN),
        shares=np.zeros(elements),
        patch_weights=np.zeros(0),
        elements=np.arange(elements),
    )
    return Sampled(*map(aligned_copy, made))


def _evaluation(rank: int, elements: int, law: str) -> Callable[[], None]:
    operator = _operator(rank, elements, law)
    p = STRAIN * np.random.default_rng(1).standard_normal(rank)
    work, force = aligned(operator.work_size(rank)), aligned(rank)
    stiffness = aligned(rank, padded(rank))
    return lambda: _evaluate(operator, p, work, force, stiffness, REPEATS)


@njit
def _evaluate(operator: Any, p: Array, work: Array, force: Array, stiffness: Array, count: int) -> None:
    for _ in range(count):
        force_and_stiffness(operator, p, work, force, stiffness)


def _products(rank: int, elements: int) -> Callable[[], None]:
    """A function that computes B p, D B by element, B^T (D B) and B^T P, each by BLAS."""
    rng = np.random.default_rng(2)
    B, D = rng.standard_normal((9 * elements, rank)), rng.standard_normal((elements, 9, 9))
    product, stiffness = np.empty_like(B), np.empty((rank, rank))
    p, strain, force = rng.standard_normal(rank), np.empty(9 * elements), np.empty(rank)
    return lambda: _multiply(B, D, p, strain, product, stiffness, force, REPEATS)


@njit
def _multiply(
    B: Array, D: Array, p: Array, strain: Array, product: Array, stiffness: Array, force: Array, count: int
) -> None:
    for _ in range(count):
        np.dot(B, p, strain)
        for e in range(D.shape[0]):
            np.dot(D[e], B[9 * e : 9 * e + 9], product[9 * e : 9 * e + 9])
        np.dot(B.T, product, stiffness)
        np.dot(strain, B, force)


def _products_row(rank: int, elements: int, bar: float) -> Row:
    ours, theirs = compare_times(_evaluation(rank, elements, "neo-hookean"), _products(rank, elements))
    detail = f"{1e6 * ours / REPEATS:.1f} us, products {1e6 * theirs / REPEATS:.1f} us; neo-Hookean"
    what = f"force and stiffness of {elements} elements, r = {rank}, against their matrix products"
    return Row(what, ours / theirs, bar, "at most", "x", detail)


def _polynomial_row() -> Row:
    rank, elements = LARGE
    ours, theirs = compare_times(_evaluation(rank, elements, "stvk"), _dsymv(monomial_length(rank)), 50)
    ours /= REPEATS
    detail = f"{1e6 * ours:.0f} us, one dsymv of the polynomial's size {1e6 * theirs:.0f} us"
    what = f"{elements} elements of St. Venant-Kirchhoff's law, r = {rank}, against the polynomial"
    return Row(what, theirs / ours, 3.0, "at least", "x", detail)


def _dsymv(size: int) -> Callable[[], None]:
    """A function that makes one product of a symmetric matrix (size, size) by BLAS."""
    pointers = [ctypes.c_void_p] * 10
    dsymv = ctypes.CFUNCTYPE(None, *pointers)(
        get_cython_function_address("scipy.linalg.cython_blas", "dsymv")
    )
    a, x, y = np.zeros((size, size)), np.ones(size), np.zeros(size)
    uplo, n, one = np.frombuffer(b"L", np.uint8).copy(), np.array([size], np.int32), np.array([1], np.int32)
    alpha, beta = np.ones(1), np.zeros(1)
    arrays = (uplo, n, alpha, a, n, x, one, beta, y, one)
    a[...] = 1e-3
    dsymv(*[each.ctypes.data for each in arrays])
    np.testing.assert_allclose(y, 1e-3 * size)
    return lambda: dsymv(*[each.ctypes.data for each in arrays])  # which keeps them
