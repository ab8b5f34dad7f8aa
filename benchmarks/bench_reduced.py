"""The reduced body: its making, force and stiffness, controlled and linearised steps, ensembles of runs."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numba import njit
from numba.extending import get_cython_function_address
from numpy.typing import NDArray
from scipy.sparse.linalg import splu

from benchmarks.harness import Row, compare_times
from meshes import tshape
from offline.full.body.material import Material
from offline.full.body.stvk import StVK
from reduce.body import reduce_deformable
from reduce.pod import Basis, pod
from runtime import loop
from runtime.body.elastic import force_and_stiffness
from runtime.body.midpoint import step_body
from runtime.body.model import BodyModel
from runtime.body.plant import BodyPlant
from runtime.body.polynomial import monomial_length, unpack_panels
from runtime.bundle.file import load
from runtime.control.base.costs import Costs
from runtime.control.base.law import Law, make_law
from runtime.control.proportional import proportional_gains
from runtime.plant.actuation import make_actuation
from runtime.plant.stepping import LINEARISE, linearise_plant
from runtime.plant.system import system_of
from runtime.plant.track import Events, Track, no_events
from runtime.rollouts import Pushed, roll
from softrein.api.shipped import find

Array = NDArray[np.float64]

RANK = 24
STEP = 0.005  # s
DAMPING = (0.1, 1e-3)  # 1/s, s
KP, KD = 400.0, 10.0  # 1/s^2 and 1/s; stable at this step
RUNS, STEPS = 1000, 40  # of the ensemble
RUN_STEPS = 100  # of one controlled run
REPEATS = 100  # evaluations in one compiled call, so that the call itself does not count
DSYMV_SIZE = 300
# Products by dgemm of 48 x 48 x 48 that a linearised step may take. It passes over the polynomial's matrix
# twice, as fast as memory gives it: where dgemm has AVX-512, these alone are five.
MOST_PRODUCTS = 10.0
EYE = make_actuation(np.eye(RANK))  # a control for each coordinate


def rows() -> list[Row]:
    """The bars on the reduced body, all on one thread."""
    evaluations = [_evaluation_row(rank) for rank in (24, 30)]
    steps = [_step_row(), _converged_row()]
    return [*evaluations, *steps, *_linearisation_rows(), _reduction_row(), _ensemble_row()]


@cache
def _body() -> StVK:
    mesh = tshape()
    return StVK(mesh, Material(young=1e5, poisson=0.4, density=1000.0), mesh.regions["foot"])


@cache
def _basis(rank: int) -> Basis:
    """Shapes that the T-shape takes under random loads."""
    loads = np.random.default_rng(0).standard_normal((_body().free.size, 2 * rank))
    return pod(splu(_body().stiffness(np.zeros(len(loads)))).solve(loads), rank, mass=_body().mass)


@cache
def _plant(rank: int) -> BodyPlant:
    return BodyPlant(reduce_deformable(_body(), _basis(rank), DAMPING), STEP)


def _evaluation_row(rank: int) -> Row:
    plant = _plant(rank)
    p = np.random.default_rng(1).standard_normal(rank) * 0.01
    numpy = separate_evaluation(plant.model, p)
    _require_equal(plant.model.force_and_stiffness(p), numpy())
    ours, theirs = compare_times(lambda: _evaluate(plant.data, p, REPEATS), numpy, budget_s=4.0)
    ours /= REPEATS
    call, _ = compare_times(lambda: plant.model.force_and_stiffness(p), numpy, budget_s=2.0)
    detail = f"{1e6 * ours:.1f} us (called from Python {1e6 * call:.1f} us), NumPy {1e6 * theirs:.1f} us"
    return Row(f"force and stiffness, r = {rank}, against NumPy", theirs / ours, 2.5, "at least", "x", detail)


@njit
def _evaluate(data: Any, p: Array, count: int) -> None:
    for _ in range(count):
        force_and_stiffness(data.elastic, p, data.work.elastic, data.work.force, data.work.stiffness)


def separate_evaluation(model: BodyModel, p: Array) -> Callable[[], tuple[Array, Array]]:
    """Force and packed stiffness by NumPy from the usual storage, each one matrix-vector product.

    The force has r rows of all linear, quadratic and cubic monomials, the stiffness r (r + 1) / 2 rows of the
    constant, linear and quadratic ones; the monomials are formed here, beforehand.
    """
    rank = model.rank
    first, second = np.triu_indices(rank)
    weight = np.where(first == second, 1.0, 2.0)
    matrix = unpack_panels(model.arrays()["panels"], monomial_length(rank))
    of_pairs = slice(1 + rank, 1 + rank + weight.size)
    stiffness_rows = np.ascontiguousarray(matrix[of_pairs, : of_pairs.stop] / weight[:, None])
    place = np.zeros((rank, rank), dtype=int)
    place[first, second] = place[second, first] = np.arange(weight.size)
    triples = np.array(list(combinations_with_replacement(range(rank), 3)))
    orders = np.array([(1, 3, 6)[len(set(triple)) - 1] for triple in triples.tolist()])
    quartic = stiffness_rows[:, of_pairs] / weight
    cubic_rows = orders / 3 * quartic[place[:, triples[:, 0]], place[triples[:, 1], triples[:, 2]]]
    force_rows = np.hstack(
        [matrix[1 : 1 + rank, 1 : 1 + rank] / 4, matrix[1 : 1 + rank, of_pairs] / 2, cubic_rows]
    )
    squares, cubes = p[first] * p[second], p[triples].prod(axis=1)
    force_monomials, stiffness_monomials = np.hstack([p, squares, cubes]), np.hstack([1.0, p, squares])
    force, stiffness = np.empty(rank), np.empty(weight.size)
    return lambda: (
        np.matmul(force_rows, force_monomials, out=force),
        np.matmul(stiffness_rows, stiffness_monomials, out=stiffness),
    )


def _require_equal(ours: tuple[Array, Array], theirs: tuple[Array, Array]) -> None:
    """Check that the two sides compute the same thing."""
    np.testing.assert_allclose(ours[0], theirs[0], rtol=0, atol=1e-11 * np.abs(theirs[0]).max())
    packed = ours[1][np.triu_indices(len(ours[1]))]
    np.testing.assert_allclose(packed, theirs[1], rtol=0, atol=1e-11 * np.abs(theirs[1]).max())


def _step_row() -> Row:
    """Time a step of the real-time loop, feedback included, against SciPy's dsymv from compiled code."""
    plant, law, track = _plant(RANK), _law(RUN_STEPS), _track(RUN_STEPS)
    run = _sequential(plant, law, track, [no_events(RANK)])
    dsymv = _dsymv_calls(DSYMV_SIZE)
    ours, theirs = compare_times(run, dsymv, budget_s=4.0)
    ours, theirs = ours / RUN_STEPS, theirs / REPEATS
    detail = f"{1e6 * ours:.1f} us, dsymv {1e6 * theirs:.1f} us"
    what = f"controlled step, r = {RANK}, against dsymv of size {DSYMV_SIZE}"
    return Row(what, ours / theirs, 2.5, "at most", "x", detail)


def _converged_row() -> Row:
    """Time pushed steps under LQR of the T that comes with softrein, against the same with one iteration."""
    found = find()
    assert found is not None, "./dev makes the bundle in its set-up"
    bundle = load(found)
    plant, states, inputs = bundle.plant(), bundle.run().states[:-1], bundle.track.feedforward
    single = plant.data._replace(scheme=plant.data.scheme._replace(iterations=1))
    out = np.empty(plant.size)
    ours, theirs = compare_times(
        lambda: _step_from_each(plant.data, states, inputs, out),
        lambda: _step_from_each(single, states, inputs, out),
        budget_s=4.0,
    )
    ours, theirs = ours / len(inputs), theirs / len(inputs)
    detail = f"{1e6 * ours:.1f} us, one iteration {1e6 * theirs:.1f} us"
    what = f"converged step of the shipped T, r = {bundle.rank}, against one iteration"
    return Row(what, ours / theirs, 2.5, "at most", "x", detail)


@njit
def _step_from_each(data: Any, states: Array, inputs: Array, out: Array) -> None:
    for k in range(len(inputs)):
        step_body(data, states[k], inputs[k], out)


def _dsymv_calls(size: int) -> Callable[[], None]:
    """A function that makes `REPEATS` calls of SciPy's dsymv from compiled code, with no Python between."""
    address = get_cython_function_address("scipy.linalg.cython_blas", "dsymv")
    dsymv = ctypes.CFUNCTYPE(None, *(10 * [ctypes.c_void_p]))(address)
    matrix = np.random.default_rng(0).standard_normal((size, size))
    a, x, y = np.asfortranarray(matrix + matrix.T), np.ones(size), np.zeros(size)
    uplo = np.frombuffer(b"L", dtype=np.uint8).copy()  # the quicker of the two
    n, one, alpha, beta = np.array([size], np.int32), np.array([1], np.int32), np.ones(1), np.zeros(1)

    @njit
    def repeat(given, count):
        uplo, n, one, alpha, beta, a, x, y = given
        for _ in range(count):
            dsymv(
                uplo.ctypes, n.ctypes, alpha.ctypes, a.ctypes, n.ctypes, x.ctypes, one.ctypes,
                beta.ctypes, y.ctypes, one.ctypes,
            )  # fmt: skip

    given = uplo, n, one, alpha, beta, a, x, y
    repeat(given, 1)
    np.testing.assert_allclose(y, a @ x, atol=1e-10)
    return lambda: repeat(given, REPEATS)


def _linearisation_rows() -> list[Row]:
    """Time a step with its Jacobians, against BLAS's product of matrices of the Jacobian's size."""
    plant, rng = _plant(RANK), np.random.default_rng(4)
    size, z, w = plant.size, 0.01 * rng.standard_normal(plant.size), rng.standard_normal(RANK)
    room = np.empty(size), np.empty((size, size)), np.empty((size, RANK))
    a, b, c = rng.standard_normal((3, size, size))
    ours, theirs = compare_times(
        lambda: _linearise(plant.calls(LINEARISE), z, w, *room, REPEATS),
        lambda: _multiply(a, b, c, REPEATS),
        budget_s=4.0,
    )
    call, _ = compare_times(lambda: plant.linearise(z, w), lambda: None, budget_s=1.0)
    us, product = 1e6 * ours / REPEATS, 1e6 * theirs / REPEATS
    detail = f"{us:.1f} us (called from Python {1e6 * call:.1f} us), dgemm {product:.1f} us"
    what = f"linearised step, r = {RANK}"
    return [
        Row(what, us, 40.0, "at most", "us", f"called from Python {1e6 * call:.1f} us"),
        Row(
            f"{what}, against dgemm of {size} x {size} x {size}",
            ours / theirs,
            MOST_PRODUCTS,
            "at most",
            "x",
            detail,
        ),
    ]


@njit
def _linearise(data: Any, z: Array, w: Array, following: Array, F: Array, G: Array, count: int) -> None:
    for _ in range(count):
        linearise_plant(data, z, w, following, F, G, True)


@njit
def _multiply(a: Array, b: Array, c: Array, count: int) -> None:
    for _ in range(count):
        np.dot(a, b, c)


def _reduction_row() -> Row:
    body, basis = _body(), _basis(RANK)
    ours, _ = compare_times(
        lambda: reduce_deformable(body, basis, DAMPING), lambda: None, repeats=9, budget_s=5.0
    )
    mesh = body.mesh
    detail = f"{len(mesh.vertices)} vertices, {len(mesh.tets)} tetrahedra"
    return Row(f"reduced model of the T-shape, r = {RANK}", ours, 1.0, "at most", "s", detail)


def _ensemble_row() -> Row:
    """Time many pushed runs at once, against the compiled loop over one run after the other."""
    plant, law, track = _plant(RANK), _law(STEPS), _track(STEPS)
    begin, end = np.full(RUNS, 2), np.full(RUNS, 5)
    force = 20.0 * np.random.default_rng(2).standard_normal((RUNS, RANK))
    pushed, size = Pushed(Events(begin, end, force), np.arange(RUNS), RUNS), 2 * RANK
    singly = [Events(begin[i : i + 1], end[i : i + 1], force[i : i + 1]) for i in range(RUNS)]
    free = Costs(
        np.zeros((size, size)), np.ones(STEPS), np.zeros(0, int), np.zeros((0, size, size)), np.eye(RANK)
    )

    def batched() -> Array:
        return roll(lambda: plant, [law], [track], EYE, free, pushed)[0].final[-1]

    in_turn = _sequential(plant, law, track, singly)
    np.testing.assert_allclose(batched(), in_turn(), rtol=0, atol=1e-9 * np.abs(in_turn()).max())
    ours, theirs = compare_times(batched, in_turn, repeats=15, budget_s=15.0)
    ours, theirs = ours / (RUNS * STEPS), theirs / (RUNS * STEPS)
    detail = f"{1e6 * ours:.1f} us a step of a run, {1e6 * theirs:.1f} us by the compiled loop"
    return Row(
        f"ensemble of {RUNS:,} controlled runs, by batching", theirs / ours, 1.3, "at least", "x", detail
    )


def _law(steps: int) -> Law:
    """A law with different dense gains at each step, like LQR's."""
    pd = proportional_gains(KP, KD, np.eye(RANK))
    noise = np.random.default_rng(3).standard_normal((steps, *pd.shape[1:]))
    return make_law(pd + 0.1 * noise, noise.shape)


def _track(steps: int) -> Track:
    """A track at rest: the measured time does not depend on the motion."""
    return Track(np.zeros((steps + 1, 2 * RANK)), np.zeros((steps, RANK)))


def _sequential(plant: BodyPlant, law: Law, track: Track, events: list[Events]) -> Callable[[], Array]:
    """Compiled runs one after the other, each under its own events; returns the last one's final state."""
    system, sums, steps = system_of(plant, EYE, track), loop.tally(), len(track.feedforward)
    record = loop.Record(np.zeros((steps + 1, plant.size)), np.zeros((steps, plant.forces)))
    state, decider = np.zeros(plant.size), loop.decider_of(law)

    def run_all() -> Array:
        for event in events:
            state[:] = track.states[0]
            taken = loop.run(system, decider, event, state, sums, record)
            assert taken == steps
        return state

    return run_all
