"""The reduced plant: its step, its linearisations, many runs at once, and the errors of a step that fails."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.runtime import _nrt_python, rtsys

from meshes import block
from offline.full.body.material import Material
from offline.full.body.stvk import StVK
from reduce import pod, reduce_deformable
from reduce.body import polynomial_matrix
from runtime.base.kernels import padded
from runtime.body.midpoint import FINEST, factor_and_solve
from runtime.body.model import BodyModel
from runtime.body.plant import BodyPlant, step_body
from runtime.body.polynomial import Polynomial, pack_panels
from runtime.body.tile import LANES
from softrein.errors import BasisError, SimulationError

Array = np.ndarray

DAMPING = (0.7, 2e-3)  # 1/s, s
STEP = 0.01  # s; omega dt of the models below goes from 0.1 to 10
ROUND_OFF = 1e-11  # relative; two implementations of the same step differ by 1e-13
DIFFERENCES = 1e-7  # relative; fourth-order differences of the step reach 1e-10, a missing term makes 1e-3


@cache
def soft_model(rank: int, damping: tuple[float, float] = DAMPING) -> BodyModel:
    """A soft block under gravity on a basis without structure, mass-orthonormal."""
    mesh = block((4, 2, 2), (0.4, 0.2, 0.2))
    body = StVK(mesh, Material(young=5e4, poisson=0.4, density=1000.0), mesh.regions["left"])
    stiffness = np.asarray(body.stiffness(np.zeros(body.free.size)).todense())
    smooth = np.linalg.solve(stiffness, np.random.default_rng(0).standard_normal((len(stiffness), 40)))
    basis = pod(smooth, rank, mass=body.mass)
    return reduce_deformable(body, basis, damping, standing=body.gravity((0.0, -9.81, 0.0)))


def stiffness_model(stiffness: Array, damping: tuple[float, float] = (0.0, 0.0)) -> BodyModel:
    """A linear body."""
    rank = len(stiffness)
    gram = np.zeros((rank * (rank + 3) // 2,) * 2)
    gram[:rank, :rank] = stiffness
    panels = pack_panels(polynomial_matrix(gram, rank))
    return BodyModel(Polynomial(panels), np.array(damping), np.zeros(rank), np.eye(rank))


def snapping_model(sink: float = -100.0) -> BodyModel:
    """One coordinate with the energy sink/2 p^2 + 50/2 p^4: the tangent is negative about p = 0."""
    panels = pack_panels(polynomial_matrix(np.diag([sink, 50.0]), 1))
    return BodyModel(Polynomial(panels), np.zeros(2), np.zeros(1), np.eye(1))


def random_state(rank: int, seed: int = 0, size: float = 0.1) -> tuple[Array, Array]:
    """A state bent far enough for its stiffness to change, and a force."""
    rng = np.random.default_rng(seed)
    p, v, w = rng.standard_normal((3, rank))
    return np.concatenate([size * p, 10 * size * v]), 20 * w


def distance(a: Array, b: Array) -> float:
    return float(np.abs(a - b).max() / np.abs(b).max())


def reference_step(
    model: BodyModel, z: Array, w: Array, h: float, iterations: int, theta: float = 0.5
) -> Array:
    """The scheme of `runtime.body.midpoint`, by dense NumPy; always `iterations` of them, no halving."""
    r = len(w)
    (alpha, beta), one = model.damping, np.eye(r)
    p, v, middle = z[:r], z[r:], np.zeros(r)
    for _ in range(iterations):
        at = p + theta * h * middle
        f, K = model.force(at), model.stiffness(at)
        D = alpha * one + beta * K
        residual = middle - v + theta * h * (D @ middle + f - w - model.standing)
        tangent = one + theta * h * D + (theta * h) ** 2 * (K + beta * model.hessian(at, middle))
        middle = middle - np.linalg.solve(tangent, residual)
    return np.concatenate([p + h * middle, (middle - (1 - theta) * v) / theta])


@pytest.mark.parametrize("rank", [1, 2, 3, 7, 8, 9, 16, 24, 30])
def test_a_step_is_that_of_the_dense_implementation(rank: int) -> None:
    model, (z, w) = soft_model(rank), random_state(rank, rank)
    step = BodyPlant(model, STEP).step(z, w)
    assert distance(step, reference_step(model, z, w, STEP, iterations=1)) < ROUND_OFF


@pytest.mark.parametrize("rank", [1, 6, 17])
def test_several_iterations_solve_the_implicit_step(rank: int) -> None:
    model, (z, w) = soft_model(rank), random_state(rank, rank)
    step = BodyPlant(model, STEP, newton_iterations=12).step(z, w)
    once, converged = (reference_step(model, z, w, STEP, iterations) for iterations in (1, 20))
    assert distance(step, converged) < 1e-8  # the step stops at a residual of 1e-9
    assert distance(once, converged) > 1e-4  # and one iteration would not have done


@pytest.mark.parametrize(("iterations", "close"), [(1, ROUND_OFF), (12, 1e-8)])
def test_backward_euler(iterations: int, close: float) -> None:
    """By the dense implementation, singly and many at once; and of a converged step by its own equation."""
    model, (z, w) = soft_model(9), random_state(9, 4)
    plant = BodyPlant(model, STEP, iterations, scheme="euler")
    step, wanted = plant.step(z, w), reference_step(model, z, w, STEP, 20 if iterations > 1 else 1, 1.0)
    assert distance(step, wanted) < close
    out = np.empty((18, 12))
    assert (plant.step_batch(np.repeat(z[:, None], 12, 1), np.repeat(w[:, None], 12, 1), out) == 0).all()
    assert distance(out[:, 5], wanted) < close
    p, v = np.split(step, 2)
    assert p == pytest.approx(z[:9] + STEP * v, rel=1e-12)
    if iterations > 1:
        alpha, beta = model.damping
        resistance = alpha * v + beta * model.stiffness(p) @ v + model.force(p)
        assert distance(v, z[9:] + STEP * (w + model.standing - resistance)) < close


def test_backward_euler_turns_an_oscillator_as_its_books_say() -> None:
    # Its amplitude falls by 1 / sqrt(1 + (omega h)^2) a step, and its phase turns by atan(omega h).
    omega, h = 30.0, 0.01
    plant, z = BodyPlant(stiffness_model(np.array([[omega**2]])), h, scheme="euler"), np.array([1.0, 0.0])
    for _ in range(7):
        z = plant.step(z, np.zeros(1))
    turned, left = 7 * np.arctan(omega * h), (1 + (omega * h) ** 2) ** -3.5
    assert z == pytest.approx([left * np.cos(turned), -omega * left * np.sin(turned)], rel=1e-9)


def test_iterations_stop_when_converged() -> None:
    # A linear body is solved by the first iteration; the others would only add round-off.
    model = stiffness_model(np.diag([1.0, 1e4]), DAMPING)
    z, w = random_state(2)
    steps = [BodyPlant(model, STEP, newton_iterations=count).step(z, w) for count in (1, 50)]
    assert np.array_equal(*steps)


def test_a_linear_oscillator_turns_by_the_midpoint_rule() -> None:
    # The implicit midpoint rule turns the phase plane by 2 atan(omega h / 2) a step and keeps the energy.
    omega = np.array([0.3, 20.0, 700.0])
    rotation = np.linalg.qr(np.random.default_rng(0).standard_normal((3, 3)))[0]
    plant = BodyPlant(stiffness_model(rotation * omega**2 @ rotation.T), STEP)
    modal = np.array([1.0, -2.0, 0.5])
    z = np.concatenate([rotation @ (modal / omega), np.zeros(3)])
    steps = 500
    for _ in range(steps):
        z = plant.step(z, np.zeros(3))
    angle = steps * 2 * np.arctan(omega * STEP / 2)
    exact = np.concatenate([rotation @ (modal * np.cos(angle) / omega), -rotation @ (modal * np.sin(angle))])
    assert distance(z, exact) < 1e-10  # round-off of 500 steps


@pytest.mark.parametrize(
    ("iterations", "damping", "order"), [(1, (0.7, 0.0), 2), (8, (0.7, 0.02), 2), (1, (0.7, 0.02), 1)]
)
def test_the_order_of_the_step(iterations: int, damping: tuple[float, float], order: int) -> None:
    # One iteration takes the stiffness in the damping from the step's start, and pays with an order.
    model, (start, w) = soft_model(3, damping), random_state(3, size=0.05)

    def final(steps: int, iterations: int) -> Array:
        plant, z = BodyPlant(model, 0.2 / steps, iterations), start
        for _ in range(steps):
            z = plant.step(z, w)
        return z

    exact = final(2048, iterations=8)
    errors = [np.linalg.norm(final(steps, iterations) - exact) for steps in (64, 128, 256)]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert np.all(np.abs(orders - order) < 0.2), orders


def differences(function: Callable[[Array], Array], x: Array, step: float) -> Array:
    """Jacobian of `function` at x by differences of fourth order."""
    columns = []
    for direction in step * np.eye(len(x)):
        near = function(x + direction) - function(x - direction)
        far = function(x + 2 * direction) - function(x - 2 * direction)
        columns.append((8 * near - far) / (12 * step))
    return np.stack(columns, axis=-1)


@pytest.mark.parametrize(("rank", "iterations"), [(1, 1), (5, 1), (9, 1), (5, 30)])
def test_linearise_is_the_jacobian_of_the_step(rank: int, iterations: int) -> None:
    # 30 iterations stop at a residual of 1e-9, which differences amplify: hence the looser tolerance.
    z, w = random_state(rank, 3)
    plant = BodyPlant(soft_model(rank), STEP, iterations)
    F, G = plant.linearise(z, w)
    tolerance = DIFFERENCES if iterations == 1 else 1e-5
    assert distance(F, differences(lambda x: plant.step(x, w), z, 1e-3)) < tolerance
    assert distance(G, differences(lambda x: plant.step(z, x), w, 1e-1)) < tolerance


def test_tangent_is_the_jacobian_of_the_equation_of_motion() -> None:
    rank = 6
    model, (z, w) = soft_model(rank), random_state(rank, 4)
    alpha, beta = model.damping

    def motion(state: Array, force: Array) -> Array:
        p, v = state[:rank], state[rank:]
        f, K = model.force_and_stiffness(p)
        return np.concatenate([v, force + model.standing - f - alpha * v - beta * K @ v])

    A, B = BodyPlant(model, STEP).tangent(z)
    assert distance(A, differences(lambda x: motion(x, w), z, 0.1)) < 1e-11  # cubic: differences are exact
    assert distance(B, differences(lambda x: motion(z, x), w, 0.1)) < 1e-11
    undamped_hessian = A.copy()
    undamped_hessian[rank:, :rank] = -model.stiffness(z[:rank])
    assert distance(undamped_hessian, A) > 1e-2  # the Hessian term is there to be missed


def test_the_two_linearisations_agree_for_small_steps() -> None:
    z, w = random_state(4)
    h = 1e-6
    plant = BodyPlant(soft_model(4), h)
    F, G = plant.linearise(z, w)
    A, B = plant.tangent(z)
    assert distance((F - np.eye(8)) / h, A) < 1e-2
    assert distance(G / h, B) < 1e-2


def batch(plant: BodyPlant, states: Array, forces: Array) -> tuple[Array, Array]:
    out = np.full_like(states, 7.0)
    return out, plant.step_batch(states, forces, out)


def random_batch(rank: int, count: int) -> tuple[Array, Array]:
    pairs = [random_state(rank, seed) for seed in range(count)]
    return np.stack([z for z, _ in pairs], axis=1), np.stack([w for _, w in pairs], axis=1)


@pytest.mark.parametrize("rank", [1, 5, 8, 24])
@pytest.mark.parametrize("count", [0, 1, LANES - 1, LANES, 2 * LANES + 3])
def test_a_batch_is_many_single_steps(rank: int, count: int) -> None:
    plant = BodyPlant(soft_model(rank), STEP)
    states, forces = random_batch(rank, count) if count else (np.zeros((2 * rank, 0)), np.zeros((rank, 0)))
    out, status = batch(plant, states, forces)
    assert np.array_equal(status, np.zeros(count))
    for column in range(count):
        assert distance(out[:, column], plant.step(states[:, column], forces[:, column])) < ROUND_OFF


def test_a_batch_takes_several_iterations() -> None:
    plant = BodyPlant(soft_model(3), STEP, newton_iterations=10)
    states, forces = random_batch(3, 5)
    out, status = batch(plant, states, forces)
    assert np.array_equal(status, np.zeros(5))
    for column in range(5):  # both stop at a residual of 1e-9, or where less than 1e-8 is foretold
        assert distance(out[:, column], plant.step(states[:, column], forces[:, column])) < 1e-7


def test_a_batch_marks_what_fails_and_steps_the_rest() -> None:
    plant = BodyPlant(snapping_model(), dt=0.25)  # 1 + h^2/4 K = -0.56 at p = 0: halved
    states, forces = np.array([[1.0, 0.0, np.nan, 1.0], [0.0, 1.0, 0.0, 0.0]]), np.zeros((1, 4))
    forces[0, 3] = np.inf
    out, status = batch(plant, states, forces)
    assert np.array_equal(np.sign(status), [0, 1, -1, -1])
    assert np.array_equal(out[:, 1], plant.step(states[:, 1], forces[:, 1]))
    assert distance(out[:, 0], plant.step(states[:, 0], forces[:, 0])) < ROUND_OFF
    assert np.isnan(out[:, 2:]).all()


def test_a_batch_that_does_not_fit_is_refused() -> None:
    plant = BodyPlant(soft_model(3), STEP)
    states, forces = random_batch(3, 4)
    with pytest.raises(SimulationError, match=r"\(6, count\) and \(3, count\)"):
        plant.step_batch(states, forces[:, :3], np.empty_like(states))
    with pytest.raises(SimulationError, match="out must be"):
        plant.step_batch(states, forces, np.empty((6, 3)))
    with pytest.raises(SimulationError, match="overlap"):
        plant.step_batch(states, forces, states)


def count_halvings(plant: BodyPlant, z: Array, w: Array) -> int:
    return step_body(plant.data, z, w, np.empty_like(z))


def test_a_step_that_is_not_definite_is_halved() -> None:
    plant, half = (BodyPlant(snapping_model(), dt) for dt in (0.25, 0.125))
    z, w = np.array([0.0, 0.1]), np.zeros(1)  # h^2/4 100 is 1.56 for the whole step and 0.39 for the half
    assert count_halvings(plant, z, w) == 1
    assert np.array_equal(plant.step(z, w), half.step(half.step(z, w), w))
    F, G = plant.linearise(z, w)
    assert distance(F, differences(lambda x: plant.step(x, w), z, 1e-3)) < DIFFERENCES
    assert distance(G, differences(lambda x: plant.step(z, x), w, 1e-3)) < DIFFERENCES


def test_only_the_part_that_fails_is_halved_further() -> None:
    # K = 300 p^2 - 800 is too far below zero for half a step until |p| > 0.76, where the first half ends.
    plant, quarter, half = (BodyPlant(snapping_model(-800.0), dt) for dt in (0.16, 0.04, 0.08))
    z, w = np.array([-0.4, -20.0]), np.zeros(1)
    assert count_halvings(half, z, w) == 1
    assert count_halvings(plant, z, w) == 2
    assert np.array_equal(plant.step(z, w), half.step(quarter.step(quarter.step(z, w), w), w))


def test_a_step_that_does_not_converge_is_halved() -> None:
    model, (z, w) = soft_model(3), random_state(3, size=0.3)
    thorough, hasty = (BodyPlant(model, 5 * STEP, count) for count in (30, 3))
    assert count_halvings(thorough, z, w) == 0
    assert count_halvings(hasty, z, w) > 0


def test_a_hopeless_step_is_an_error() -> None:
    plant = BodyPlant(snapping_model(-1e9), dt=1.0)  # even a 64th of the step is unstable
    z, w = np.array([0.0, 0.1]), np.zeros(1)
    assert count_halvings(plant, z, w) == -1
    for attempt in (plant.step, plant.linearise):
        with pytest.raises(SimulationError, match=f"{FINEST} parts"):
            attempt(z, w)


@pytest.mark.parametrize("iterations", [1, 4])
@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
@pytest.mark.parametrize("place", ["p", "v", "w"])
def test_what_is_not_finite_never_passes_in_silence(iterations: int, bad: float, place: str) -> None:
    plant = BodyPlant(soft_model(3), STEP, iterations)
    z, w = random_state(3)
    {"p": z[:3], "v": z[3:], "w": w}[place][1] = bad
    for attempt in (plant.step, plant.linearise):
        with pytest.raises(SimulationError):
            attempt(z, w)


def test_a_step_may_be_taken_in_place() -> None:
    plant, (z, w) = BodyPlant(soft_model(5), STEP), random_state(5)
    following = plant.step(z, w)
    assert step_body(plant.data, z, w, z) == 0
    assert np.array_equal(z, following)


def test_a_step_depends_on_nothing_but_its_arguments() -> None:
    # A plant has working memory: what an earlier step left there must not matter, NaN least of all.
    used, (z, w) = BodyPlant(soft_model(5), STEP, 5), random_state(5)
    with pytest.raises(SimulationError):
        used.step(np.full(10, np.nan), w)
    used.step(*random_state(5, 9))
    used.linearise(*random_state(5, 8))
    assert np.array_equal(used.step(z, w), BodyPlant(soft_model(5), STEP, 5).step(z, w))


@njit
def many_steps(data, z, w, count):  # type: ignore[no-untyped-def]
    for _ in range(count):
        step_body(data, z, w, z)


@pytest.mark.parametrize("iterations", [1, 6])
def test_stepping_allocates_nothing(iterations: int) -> None:
    plant, (z, w) = BodyPlant(soft_model(9), STEP, iterations), random_state(9)
    _nrt_python.memsys_enable_stats()
    allocated = []
    for count in (1, 1, 200):  # the first call compiles
        before = rtsys.get_allocation_stats().alloc
        many_steps(plant.data, z, w, count)
        allocated.append(rtsys.get_allocation_stats().alloc - before)
    _nrt_python.memsys_disable_stats()
    assert allocated[2] == allocated[1]


@pytest.mark.parametrize("rank", [1, 3, 4, 7, 8, 9, 24, 31])
def test_the_factorisation_solves_and_tells_what_is_definite(rank: int) -> None:
    rng = np.random.default_rng(rank)
    root, right = rng.standard_normal((rank, rank + 5)), rng.standard_normal(rank)
    a = root @ root.T
    work, pivots, solution = np.full((rank, padded(rank)), np.nan), np.zeros(rank), right.copy()
    work[:, :rank] = np.triu(a)
    assert factor_and_solve(work, pivots, solution)
    assert np.allclose(solution, np.linalg.solve(a, right), rtol=1e-9)
    for spoiled in (-1.0, np.nan):
        work[:, :rank] = np.triu(a)
        work[rank - 1, rank - 1] = spoiled
        assert not factor_and_solve(work, pivots, right.copy())


def test_a_basis_that_is_not_orthonormal_is_refused() -> None:
    model = soft_model(3)
    with pytest.raises(BasisError, match=r"mass=body\.mass"):
        BodyPlant(model._replace(mass=model.mass + 1e-6), STEP)


@pytest.mark.parametrize(
    "change", [{"elastic": Polynomial(np.zeros(8))}, {"damping": np.zeros(3)}, {"mass": np.eye(2)}]
)
def test_a_model_whose_arrays_do_not_fit_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BasisError, match="rank 3"):
        BodyPlant(soft_model(3)._replace(**change), STEP)


@pytest.mark.parametrize("dt", [0.0, -1e-3, np.nan, np.inf])
def test_a_bad_time_step_is_refused(dt: float) -> None:
    with pytest.raises(SimulationError, match="time step"):
        BodyPlant(soft_model(3), dt)


@pytest.mark.parametrize("iterations", [0, -1, 1.5])
def test_bad_iterations_are_refused(iterations: float) -> None:
    with pytest.raises(SimulationError, match="newton_iterations"):
        BodyPlant(soft_model(3), STEP, iterations)  # type: ignore[arg-type]


def test_states_of_the_wrong_length_are_refused() -> None:
    plant = BodyPlant(soft_model(3), STEP)
    for z, w in ((np.zeros(5), np.zeros(3)), (np.zeros(6), np.zeros(6)), (np.zeros((6, 1)), np.zeros(3))):
        with pytest.raises(SimulationError, match="has the shape"):
            plant.step(z, w)
