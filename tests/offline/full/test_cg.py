"""Conjugate gradients: against the direct solution, matrices to refuse, and the same steps everywhere."""

from __future__ import annotations

import warnings

import numba
import numpy as np
import pytest
from scipy import sparse

from meshes import TetMesh, block
from offline import FullStepper, Material, StVK
from offline.full.body import step_solver as solvers
from offline.full.body.assembly import SMALLEST_PARALLEL
from offline.full.body.conjugate_gradients import (
    RELAXATION,
    TOLERANCE,
    ConjugateGradients,
    NotSolved,
    _begin,
    has_blocks,
)
from offline.full.body.full_body import build_full_body
from offline.full.body.step_solver import StepSolver, best_backend
from offline.full.factorisation import (
    Factor,
    NotPositiveDefinite,
    _cholmod,
    counts_of_factor,
    default_backend,
)
from offline.scenes.reading import read_scene
from softrein.errors import SimulationError

MOST = 2000
RUBBER = Material(young=1e5, poisson=0.3, density=1000.0)
STEEL = Material(young=2e11, poisson=0.3, density=7800.0)


def bar(material: Material = RUBBER, fixed: str | None = "left", flat: float = 1.0, seed: int = 0) -> StVK:
    """A bar of 5 x 3 x 3 cells, its vertices disturbed, then flattened."""
    mesh = block((5, 3, 3), (0.25, 0.15, 0.15))
    vertices = mesh.vertices + 0.006 * np.random.default_rng(seed).standard_normal(mesh.vertices.shape)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a material locks, that elements are flat
        changed = TetMesh(vertices * [1.0, 1.0, flat], mesh.tets, mesh.regions)
        return StVK(changed, material, mesh.regions[fixed] if fixed else [])


BODIES = {
    "held": bar(),
    "floating": bar(fixed=None),
    "nearly incompressible": bar(Material(young=1e5, poisson=0.49, density=1000.0)),
    "flat elements": bar(flat=0.02),
    "steel": bar(STEEL),
}
each_body = pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())


def deformed(body: StVK, seed: int = 1) -> np.ndarray:
    """A bend by a few per cent of the length, and noise far below the size of an element."""
    x = body.positions(np.zeros(body.free.size))
    thickness = np.ptp(x, axis=0).min()
    bend = np.stack([0 * x[:, 0], x[:, 0] ** 2 / 2, x[:, 0] * x[:, 1] / 4], axis=1) * min(
        1.0, thickness / 0.15
    )
    noise = 1e-3 * thickness * np.random.default_rng(seed).standard_normal(body.free.size)
    return bend.ravel()[body.free] + noise


def system_of(body: StVK, h: float = 0.01):
    """Lower triangle of S = M + h^2/4 K, and the whole."""
    lower = body.lower_matrix()
    body.fill_system(deformed(body), lower, h * h / 4, 1.0)
    return lower, whole(lower)


def whole(lower: sparse.csc_matrix) -> np.ndarray:
    dense = lower.toarray()
    return dense + np.tril(dense, -1).T


def random_blocks(vertices: int, seed: int) -> sparse.csc_matrix:
    """Lower triangle of a positive definite matrix of 3 x 3 blocks, in a band and at random places."""
    random = np.random.default_rng(seed)
    band = np.eye(vertices, dtype=bool) | np.eye(vertices, k=-1, dtype=bool)
    linked = band | np.tril(random.random((vertices, vertices)) < 0.15, -1)
    present = np.kron(linked, np.ones((3, 3), dtype=bool))
    half = np.where(np.tril(present, -1), random.standard_normal(present.shape), 0.0)
    size = np.abs(half + half.T).sum(axis=0)
    pattern = sparse.csc_matrix(np.where(np.tril(present), 1.0, 0.0))
    pattern.sort_indices()
    columns = np.repeat(np.arange(3 * vertices), np.diff(pattern.indptr))
    # Between diagonally dominant, which is too easy, and indefinite.
    pattern.data = (half + np.diag(0.6 * size + random.random(size.size)))[pattern.indices, columns]
    least = np.linalg.eigvalsh(whole(pattern))[0]
    pattern.setdiag(pattern.diagonal() + max(0.0, 0.1 - least))
    return pattern


def solver_of(lower: sparse.csc_matrix, most: int = MOST) -> ConjugateGradients:
    solver = ConjugateGradients(lower, most)
    solver.refactor(lower)
    return solver


def energy_norm(matrix: np.ndarray, x: np.ndarray) -> float:
    return float(np.sqrt(x @ (matrix @ x)))


# The solution


@pytest.mark.parametrize("seed", range(6))
def test_solves_random_systems(seed):
    lower = random_blocks(20 + 7 * seed, seed)
    right, guess = np.random.default_rng(seed).standard_normal((2, lower.shape[0]))
    exact = np.linalg.solve(whole(lower), right)
    for start in (None, guess):
        found = solver_of(lower).solve(right, start)
        error = energy_norm(whole(lower), found - exact)
        assert error < 5 * TOLERANCE * energy_norm(whole(lower), exact - (0 if start is None else start))


@each_body
def test_solves_what_the_direct_solver_solves(body):
    """In the norm of the energy, to the tolerance; a few times it, because the norm is only estimated."""
    lower, dense = system_of(body)
    v = np.random.default_rng(2).standard_normal(body.free.size)
    right = body.mass * v - 0.005 * body.force(deformed(body))
    direct = Factor(lower)
    direct.refactor(lower)
    exact = direct.solve(right)
    solver = solver_of(lower)
    found = solver.solve(right, v)
    assert energy_norm(dense, found - exact) < 5 * TOLERANCE * energy_norm(dense, v - exact)
    assert 0 < solver.iterations < MOST


def test_the_residual_is_measured_in_the_norm_of_the_preconditioner():
    lower = random_blocks(30, 3)
    solver, dense = solver_of(lower), whole(lower)
    right, x = np.random.default_rng(4).standard_normal((2, lower.shape[0]))
    on_diagonal = np.kron(np.eye(30), np.ones((3, 3)))
    G = dense * on_diagonal / RELAXATION
    triangle = G + np.tril(dense * (1 - on_diagonal))
    preconditioner = triangle @ np.linalg.solve(G, triangle.T)
    residual = right - dense @ x
    expected = residual @ np.linalg.solve(preconditioner, residual)
    assert _begin(solver._system, right, x) == pytest.approx(expected, rel=1e-12)


def test_takes_no_more_iterations_than_its_preconditioner_allows():
    """Far fewer than the square root of the condition number asks of plain conjugate gradients."""
    body = BODIES["held"]
    lower, dense = system_of(body, h=0.1)
    values = np.linalg.eigvalsh(dense)
    solver = solver_of(lower)
    solver.solve(np.random.default_rng(1).standard_normal(body.free.size))
    assert solver.iterations < 0.3 * 0.5 * np.sqrt(values[-1] / values[0]) * np.log(2 / TOLERANCE)


def test_keeps_its_arguments_and_takes_one_matrix_after_the_other():
    first, second = (random_blocks(25, 5) for _ in range(2))
    second.data = second.data * 1.7
    right, guess = np.random.default_rng(0).standard_normal((2, first.shape[0]))
    kept, values = (right.copy(), guess.copy()), first.data.copy()
    solver = solver_of(first)
    before = solver.solve(right, guess)
    solver.refactor(second)
    np.testing.assert_allclose(solver.solve(right), before / 1.7, rtol=0, atol=1e-3 * np.abs(before).max())
    solver.refactor(first)
    np.testing.assert_array_equal(solver.solve(right, guess), before)
    np.testing.assert_array_equal((right, guess), kept)
    np.testing.assert_array_equal(first.data, values)


def test_a_guess_that_solves_is_the_solution():
    lower = random_blocks(25, 6)
    exact = np.random.default_rng(0).standard_normal(lower.shape[0])
    solver = solver_of(lower)
    np.testing.assert_allclose(solver.solve(whole(lower) @ exact, exact), exact, rtol=0, atol=1e-13)
    assert solver.iterations == 0
    assert not solver.solve(np.zeros_like(exact)).any()


@pytest.mark.parametrize("material", [RUBBER, STEEL])
def test_a_body_in_flight_needs_no_iterations(material):
    """Only rounding is left of the residual, and steel's is large: nothing may be asked of it."""
    body = bar(material, fixed=None)
    v = np.tile([100.0, -30.0, 1e-3], body.free.size // 3)
    stepper = FullStepper(body, (0.0, 0.0), 0.01, backend="cg")
    _, after = stepper.step(np.zeros_like(v), v, np.zeros_like(v))
    np.testing.assert_allclose(after, v, rtol=0, atol=1e-9)
    assert stepper.iterations == 0


# What has no solution


@pytest.mark.parametrize("seed", range(5))
def test_tells_a_direction_of_negative_curvature(seed):
    """Every vertex's own block is positive definite, so that only the iterations can tell."""
    lower = random_blocks(25, seed)
    bad = lower.copy()
    bad.setdiag(lower.diagonal() - 1.05 * np.linalg.eigvalsh(whole(lower))[0])
    lowest = np.linalg.eigvalsh(whole(bad))[0]
    assert -0.1 < lowest < 0
    solver, right = solver_of(bad), np.random.default_rng(0).standard_normal(75)
    with pytest.raises(NotPositiveDefinite):
        solver.solve(right)
    solver.refactor(lower)
    found = solver.solve(right)
    assert np.linalg.norm(right - whole(lower) @ found) < 1e-3 * np.linalg.norm(right)


@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan])
def test_tells_a_block_that_is_not_positive_definite(bad):
    lower = random_blocks(20, 1)
    lower[31, 31] = bad
    with pytest.raises(NotPositiveDefinite):
        solver_of(lower)


def test_what_is_not_a_number_never_passes_unseen():
    lower = random_blocks(20, 1)
    right = np.ones(60)
    off_diagonal = np.flatnonzero(lower.indices[lower.indptr[0] : lower.indptr[1]] >= 3)[0]
    solver = solver_of(lower)
    for bad in (np.nan, np.inf, 1e308):
        assert not np.isfinite(solver.solve(right * bad)).any()
    lower.data[off_diagonal] = np.nan
    for guess in (None, right):
        try:
            found = solver.solve(right, guess)
        except NotPositiveDefinite:
            continue
        assert not np.isfinite(found).any()


def test_iterations_that_are_used_up_are_an_error():
    lower, _ = system_of(BODIES["held"])
    with pytest.raises(NotSolved, match="not converged in 3 iterations"):
        solver_of(lower, 3).solve(np.ones(lower.shape[0]))


def test_other_matrices_are_refused():
    good = random_blocks(4, 0)
    assert has_blocks(good)
    scalar = sparse.csc_matrix(np.tril(np.eye(12) + np.eye(12, k=-1)))
    wrong_size = sparse.csc_matrix(np.eye(4))
    for pattern in (scalar, wrong_size):
        assert not has_blocks(pattern)
        with pytest.raises(SimulationError, match="3 x 3 blocks"):
            ConjugateGradients(pattern, MOST)


# Which solver


def unknowns_of(vertices: int):
    """A pattern of blocks along the diagonal alone."""
    return sparse.csc_matrix(sparse.tril(sparse.kron(sparse.eye(vertices), np.ones((3, 3)))))


def test_the_best_solver_by_size():
    vertices = solvers.ITERATIVE_UNKNOWNS // 3
    assert best_backend(unknowns_of(vertices)) == "cg"
    assert best_backend(unknowns_of(vertices - 1)) == default_backend()
    assert best_backend(sparse.csc_matrix(sparse.eye(3 * vertices))) == default_backend()


@pytest.mark.parametrize("backend", ["cg", "splu"])
def test_a_scene_overrides_it(backend):
    stepper = build_full_body(read_scene("beam", [f"backend={backend}"])).stepper()
    assert stepper.backend == backend


def test_direct_is_the_better_of_the_direct_ones_whatever_the_size():
    assert build_full_body(read_scene("beam", ["backend=direct"])).stepper().backend == default_backend()
    assert StepSolver(unknowns_of(solvers.ITERATIVE_UNKNOWNS), "direct").backend == default_backend()


def test_systems_too_hard_for_iterations_are_solved_directly_and_it_is_said(monkeypatch):
    monkeypatch.setattr(solvers, "ITERATIVE_UNKNOWNS", 3)
    monkeypatch.setattr(solvers, "MOST_BEFORE_DIRECT", 3)
    lower, _ = system_of(BODIES["held"])
    right = np.ones(lower.shape[0])
    solver = StepSolver(lower)
    assert solver.backend == "cg"
    direct = Factor(lower)
    direct.refactor(lower)
    with pytest.warns(UserWarning, match=f"not converged in 3 .* solver is {default_backend()}"):
        found = solver.solve(lower, right, right)
    np.testing.assert_array_equal(found, direct.solve(right))
    assert (solver.backend, solver.iterations) == (default_backend(), 0)
    with warnings.catch_warnings():  # once is enough
        warnings.simplefilter("error")
        np.testing.assert_array_equal(solver.solve(lower, right, right), found)


def test_so_is_another_right_side_that_is_too_hard(monkeypatch):
    """The same matrix again, from zero, where the first solve began at its solution."""
    monkeypatch.setattr(solvers, "ITERATIVE_UNKNOWNS", 3)
    monkeypatch.setattr(solvers, "MOST_BEFORE_DIRECT", 3)
    lower, _ = system_of(BODIES["held"])
    right = np.ones(lower.shape[0])
    direct = Factor(lower)
    direct.refactor(lower)
    guess = direct.solve(right)
    solver = StepSolver(lower)
    solver.solve(lower, right, guess)
    assert solver.backend == "cg"
    with pytest.warns(UserWarning, match=f"not converged in 3 .* solver is {default_backend()}"):
        found = solver.again(lower, 2 * right)
    np.testing.assert_array_equal(found, direct.solve(2 * right))


@pytest.mark.parametrize("worth", [0.1, 10.0])
def test_iterations_go_on_as_long_as_a_factorisation_takes_longer(monkeypatch, worth):
    lower, _ = system_of(BODIES["held"])
    right = np.ones(lower.shape[0])
    monkeypatch.setattr(solvers, "FEW", 1)
    monkeypatch.setattr(solvers, "ITERATIVE_UNKNOWNS", 3)
    iterations = StepSolver(lower, "cg")
    found = iterations.solve(lower, right)
    monkeypatch.setattr(solvers, "_worth_of_factor", lambda matrix: worth * iterations.iterations)
    solver = StepSolver(lower)
    np.testing.assert_array_equal(solver.solve(lower, right), found)
    assert solver.backend == ("cg" if worth > 1 else default_backend())


@pytest.mark.skipif(_cholmod() is None, reason="counts are CHOLMOD's")
def test_a_factor_is_counted():
    dense = sparse.csc_matrix(np.tril(np.ones((5, 5)) + 5 * np.eye(5)))
    assert counts_of_factor(dense) == (15, 55)  # 1 + ... + 5, and their squares


def test_iterations_that_were_asked_for_are_never_replaced(monkeypatch):
    monkeypatch.setattr(solvers, "MOST_ITERATIONS", 3)
    body = BODIES["held"]
    stepper, rest = FullStepper(body, (0.0, 0.0), 0.01, backend="cg"), np.zeros(body.free.size)
    with pytest.raises(SimulationError, match=r"step 0 .*not converged in 3 iterations; .*direct"):
        stepper.step(rest, rest, body.gravity((0.0, 0.0, -9.81)))


# Steps


def run(stepper: FullStepper, u: np.ndarray, v: np.ndarray, load: np.ndarray, steps: int):
    for _ in range(steps):
        u, v = stepper.step(u, v, load)
    return u, v


@each_body
@pytest.mark.parametrize("iterations", [1, 8])
def test_steps_like_the_direct_solvers(body, iterations):
    """After 30 steps under its weight; the errors of 1e-5 of each step's change do not add up to 1e-3."""
    rest, load = np.zeros(body.free.size), body.gravity((0.0, -1.0, -2.0))
    ends = [
        run(FullStepper(body, (0.1, 1e-3), 0.01, iterations, backend), rest, rest, load, 30)
        for backend in ("cg", default_backend())
    ]
    for found, expected in zip(*ends, strict=True):
        assert np.linalg.norm(found - expected) < 1e-3 * np.linalg.norm(expected)


def test_energy_behaves_as_with_the_direct_solvers():
    """Without damping, a swing of two seconds; the direct run's own energy wanders a hundred times as far."""
    body = BODIES["held"]
    rest, load, energies = np.zeros(body.free.size), body.gravity((0.0, 0.0, -3.0)), []
    for backend in ("cg", default_backend()):
        stepper, (u, v) = FullStepper(body, (0.0, 0.0), 0.01, backend=backend), (rest, rest)
        found = []
        for _ in range(200):
            u, v = stepper.step(u, v, load)
            found.append(body.energy(u) + 0.5 * v @ (body.mass * v) - load @ u)
        energies.append(np.array(found))
    scale = body.energy(u) + abs(load @ u)
    assert np.abs(energies[0] - energies[1]).max() < 1e-3 * scale
    assert np.ptp(energies[1]) > 0


@pytest.mark.skipif(numba.config.NUMBA_NUM_THREADS < 2, reason="one thread is all there is")
def test_a_step_does_not_depend_on_the_number_of_threads(monkeypatch):
    monkeypatch.setattr("offline.full.body.assembly.FEWEST_THREADS", 2)
    body = StVK(block((16, 12, 11), (0.4, 0.3, 0.275)), RUBBER, [0, 1, 2, 3])
    assert len(body.mesh.tets) >= SMALLEST_PARALLEL
    rest, load, before, ends = (
        np.zeros(body.free.size),
        body.gravity((0, 0, -9.81)),
        numba.get_num_threads(),
        [],
    )
    try:
        for threads in (1, 2):
            numba.set_num_threads(threads)
            ends.append(run(FullStepper(body, (0.1, 1e-3), 0.01, backend="cg"), rest, rest, load, 3))
    finally:
        numba.set_num_threads(before)
    np.testing.assert_array_equal(*ends)


def test_a_step_depends_on_its_arguments_alone():
    """Whatever the stepper stepped before: nothing is kept from one step for the next."""
    body = BODIES["held"]
    rest, load = np.zeros(body.free.size), body.gravity((0.0, 0.0, -9.81))
    used = FullStepper(body, (0.1, 1e-3), 0.01, backend="cg")
    u, v = run(used, rest, rest, load, 4)
    run(used, u, -v, -load, 3)
    fresh = FullStepper(body, (0.1, 1e-3), 0.01, backend="cg")
    np.testing.assert_array_equal(used.step(u, v, load), fresh.step(u, v, load))


@pytest.mark.skipif(_cholmod() is None, reason="CHOLMOD is not installed")
def test_the_solvers_error_is_far_below_the_steps_own():
    """A tenth is asked for; the tolerance leaves a hundredth."""
    body = bar()
    rest, load = np.zeros(body.free.size), body.gravity((0.0, -2.0, -1.0))
    u, v = run(FullStepper(body, (0.1, 1e-3), 0.01), rest, rest, load, 10)
    direct = FullStepper(body, (0.1, 1e-3), 0.01, backend="cholmod").step(u, v, load)
    found = FullStepper(body, (0.1, 1e-3), 0.01, backend="cg").step(u, v, load)
    exact = run(FullStepper(body, (0.1, 1e-3), 0.01 / 16, 8), u, v, load, 16)
    for ours, theirs, fine in zip(found, direct, exact, strict=True):
        assert np.linalg.norm(ours - theirs) < 0.01 * np.linalg.norm(theirs - fine)
