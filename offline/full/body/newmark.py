"""Implicit Newmark (1/4, 1/2) for a full body, in the form whose state is position and velocity alone.

Written for the mean velocity of a step (docs/theory.md, section "One step map"; the damping is that of
[002, appendix B]), with p the displacement, h the step and w the load held over it:

    p_mid = p + h/2 v_mid,     D(p) = alpha M + beta K(p)
    r(v_mid) = M (v_mid - v) + h/2 (D(p_mid) v_mid + f(p_mid) - w) = 0
    p <- p + h v_mid,          v <- 2 v_mid - v

Newton's method starts at v_mid = 0. Its tangent, the last term being the Hessian of the damping
[002, appendix B], is

    S = M + h/2 D(p_mid) + h^2/4 K(p_mid) + h^2/4 beta K'(p_mid)[v_mid]

so that one iteration is the linearly implicit rule S(p) v_mid = M v + h/2 (w - f(p)), of second order where
beta = 0; stiffness damping, taken at the start of the step, makes it of first order with a small constant. S
is assembled straight into the data of a lower triangular csc matrix, which the solver reads where it lies.
Iterations for the first v_mid start at v, so that a step depends on its arguments alone.

Where S is not positive definite (strong compression), the elements' nearest positive semidefinite stiffness
takes the place of K in it, and the last term is left out; that is counted, and the first time warned of.

Line search. An iteration whose residual is no smaller is tried again at a half, a quarter, ... of its length,
until the step's potential falls as far as its slope lets expect (Armijo),

    1/2 v_mid^T (M + h/2 D) v_mid - v_mid^T (M v + h/2 w) + W(p_mid),

with D where the iteration begins: its gradient there is the residual, and S is positive definite, so that it
falls. Iterations that go well pay nothing for it.

Limits: a step whose iterations do not converge is replaced by two steps of half its length, up to six times
over; that is counted, and the first time warned of.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offline.full.body.step_solver import StepSolver
from offline.full.factorisation import NotPositiveDefinite
from reduce.protocols import Body
from softrein.errors import SimulationError

Floats = NDArray[np.float64]

CONVERGED = 1e-9  # residual over the size of its terms; rounding in stiff bodies leaves 1e-12 to 1e-10
MOST_HALVINGS = 6  # a step 64 times shorter, its stiffness part 4096 times smaller, helps or nothing does
SUFFICIENT = 1e-4  # of the fall that the slope lets expect, the usual share
MOST_CUTS = 12  # of an iteration's length; where rounding hides the potential's fall, the whole one is taken
ADVICE = "take a smaller step or load"


class _NotConverged(ArithmeticError):
    """The iterations were used up."""


class FullStepper:
    """Steps one full body in time; keeps one symbolic analysis and counts what it had to fall back on.

    `body` is not shared with another thread while this steps. `damping` is Rayleigh's (alpha [1/s], beta
    [s]), D(u) = alpha M + beta K(u), neither negative. With one of `newton_iterations`, the most of a step,
    there is no test of convergence. `backend` is that of `offline.full.body.step_solver`, and `standing`
    (n_free,) [N] a load that is added to that of every step, such as gravity.

    `counts` says how often a tangent was "indefinite" (and projected), an iteration "cut" by the line search,
    the iterations "unconverged", a step "halved"; errors name the step by `steps`, those begun so far;
    `matrix` is the lower triangle of the last S, csc.

    Raises SimulationError for an argument out of range or of the wrong shape, and MissingPackageError where
    the backend asked for is not installed.
    """

    def __init__(
        self, body: Body, damping: tuple[float, float], dt: float, newton_iterations: int = 1,
        backend: str | None = None, standing: ArrayLike | None = None,
    ) -> None:  # fmt: skip
        self.body = body
        self.damping, self.dt = _checked_damping(damping), _checked_step(dt)
        self.newton_iterations = _checked_iterations(newton_iterations)
        standing = np.zeros_like(body.mass) if standing is None else standing
        self.standing = _checked_vector("standing", standing, body.mass)
        self.matrix = body.lower_matrix()
        self._solver = StepSolver(self.matrix, backend)
        self.counts = dict.fromkeys(("indefinite", "cut", "unconverged", "halved"), 0)
        self.steps = 0

    @property
    def backend(self) -> str:
        """Name of the solver in use; see `StepSolver.backend`."""
        return self._solver.backend

    @property
    def iterations(self) -> int:
        """Of the last linear solve; 0 where it was direct."""
        return self._solver.iterations

    def step(self, u: ArrayLike, v: ArrayLike, load: ArrayLike) -> tuple[Floats, Floats]:
        """State (u [m], v [m/s]) one step later, under a load (n_free,) [N] held over it; new arrays.

        Raises SimulationError, naming the step: an argument of the wrong shape or not finite, halved steps
        that fail as well, or a new state that is not finite.
        """
        number, self.steps = self.steps, self.steps + 1
        try:
            u, v, load = (self._checked(*given) for given in (("u", u), ("v", v), ("load", load)))
            with np.errstate(over="ignore", invalid="ignore"):  # what overflows ends as an error below
                return _require_finite(*self._advance(u, v, load + self.standing, self.dt, 0))
        except SimulationError as error:
            raise SimulationError(f"step {number} (t = {number * self.dt:.6g} s): {error}") from None

    def _checked(self, name: str, values: ArrayLike) -> Floats:
        return _checked_vector(name, values, self.body.mass)

    def _advance(self, u: Floats, v: Floats, load: Floats, h: float, halvings: int) -> tuple[Floats, Floats]:
        """One step of length h, or two of half that length where it cannot be done."""
        try:
            middle = self._middle_velocity(u, v, load, h)
            return u + h * middle, 2.0 * middle - v
        except NotPositiveDefinite:
            self._fall_back("the tangent is not a number", halvings)
        except _NotConverged:
            self.counts["unconverged"] += 1
            self._fall_back(f"{self.newton_iterations} iterations do not converge", halvings)
        u, v = self._advance(u, v, load, h / 2, halvings + 1)
        return self._advance(u, v, load, h / 2, halvings + 1)

    def _middle_velocity(self, u: Floats, v: Floats, load: Floats, h: float) -> Floats:
        """Newton's method of the module's docstring."""
        force = self._evaluate(u, h)
        right = self.body.mass * v - h / 2 * (force - load)  # less the residual at v_mid = 0
        middle = self._descend(u, h, right, v)
        if self.newton_iterations == 1:
            return middle
        residual, scale = self._residual(u, v, load, h, middle)
        for _ in range(self.newton_iterations - 1):
            if np.linalg.norm(residual) <= CONVERGED * scale:
                return middle
            p = u + h / 2 * middle
            self._add_damping_hessian(p, h, middle)
            change = -self._descend(p, h, residual)
            before, slope, middle = middle, float(residual @ change), middle + change
            previous, (residual, scale) = residual, self._residual(u, v, load, h, middle)
            if not np.linalg.norm(residual) < np.linalg.norm(previous):
                length = self._searched(u, h, before, change, slope)
                if length < 1.0:
                    middle = before + length * change
                    residual, scale = self._residual(u, v, load, h, middle)
        if np.linalg.norm(residual) <= CONVERGED * scale:
            return middle
        raise _NotConverged

    def _descend(self, p: Floats, h: float, right: Floats, guess: Floats | None = None) -> Floats:
        """S^-1 right for the S in `matrix`, made at p; or for the projected one where that is indefinite."""
        try:
            return self._solve(right, guess)
        except NotPositiveDefinite:
            self._warn_of_projection()
            self.body.fill_system(p, self.matrix, self._stiffness_factor(h), self._mass_factor(h), True)
            return self._solve(right, guess)

    def _searched(self, u: Floats, h: float, middle: Floats, change: Floats, slope: float) -> float:
        """The length of the change of v_mid with which the potential falls enough; 1 where none is found."""
        force = self._evaluate(u + h / 2 * middle, h)
        curved = change @ self._damped_momentum(h, change)
        start = self.body.energy(u + h / 2 * middle)
        linear = slope - h / 2 * (force @ change)
        length = 1.0
        for cuts in range(MOST_CUTS):
            energy = self._energy(u + h / 2 * (middle + length * change)) - start
            if energy + length * linear + length * length / 2 * curved <= SUFFICIENT * length * slope:
                self.counts["cut"] += cuts > 0
                return length
            length /= 2
        return 1.0

    def _energy(self, p: Floats) -> float:
        """Strain energy at p; infinite where p is not finite."""
        return self.body.energy(p) if np.isfinite(p).all() else math.inf

    def _evaluate(self, p: Floats, h: float) -> Floats:
        """Internal force at p; the tangent S at p goes into `matrix`."""
        return self.body.fill_system(p, self.matrix, self._stiffness_factor(h), self._mass_factor(h))

    def _add_damping_hessian(self, p: Floats, h: float, middle: Floats) -> None:
        """Add h^2/4 beta d(K(p) v_mid)/dp to `matrix`."""
        if self.damping[1] != 0.0:
            self.body.add_hessian(p, h / 2 * middle, h / 2 * self.damping[1], self.matrix)

    def _mass_factor(self, h: float) -> float:
        return 1.0 + h / 2 * self.damping[0]

    def _stiffness_factor(self, h: float) -> float:
        return h / 2 * self.damping[1] + h * h / 4

    def _solve(self, right: Floats, guess: Floats | None = None) -> Floats:
        return self._solver.solve(self.matrix, right, guess)

    def _residual(self, u: Floats, v: Floats, load: Floats, h: float, middle: Floats) -> tuple[Floats, float]:
        """r(v_mid) and the size of its terms [kg m/s]; S at p_mid goes into `matrix`."""
        force = self._evaluate(u + h / 2 * middle, h)
        momentum, impulse = self.body.mass * v, h / 2 * (force - load)
        residual = self._damped_momentum(h, middle) - momentum + impulse
        scale = np.linalg.norm(momentum) + h / 2 * (np.linalg.norm(load) + np.linalg.norm(force))
        return residual, float(scale)

    def _damped_momentum(self, h: float, middle: Floats) -> Floats:
        """(M + h/2 D(p_mid)) v_mid. K v_mid is drawn from S v_mid, of which it is a known share."""
        mass_part = self._mass_factor(h) * self.body.mass * middle
        if self.damping[1] == 0.0:
            return mass_part
        share = h / 2 * self.damping[1] / self._stiffness_factor(h)
        return mass_part + share * (_symmetric_product(self.matrix, middle) - mass_part)

    def _fall_back(self, reason: str, halvings: int) -> None:
        """Count a step that is halved; warn of the first; give up when there were too many halvings."""
        if halvings == MOST_HALVINGS:
            raise SimulationError(f"{reason}, even with the step halved {halvings} times; {ADVICE}")
        if self.counts["halved"] == 0:
            warnings.warn(
                f"step {self.steps - 1}: {reason}; the step is halved, and so are later ones like it",
                stacklevel=4,
            )
        self.counts["halved"] += 1

    def _warn_of_projection(self) -> None:
        """Count an indefinite tangent; warn of the first."""
        if self.counts["indefinite"] == 0:
            warnings.warn(
                f"step {self.steps - 1}: the tangent is indefinite (strong compression); here and in later "
                "steps like it the elements' nearest positive semidefinite stiffness takes its place",
                stacklevel=5,
            )
        self.counts["indefinite"] += 1


def _symmetric_product(lower: Any, x: Floats) -> Floats:
    """Product with the symmetric matrix whose lower triangle, rows sorted, is `lower`."""
    diagonal = lower.data[lower.indptr[:-1]]
    return np.asarray(lower @ x + lower.T @ x - diagonal * x)


def _checked_damping(damping: tuple[float, float]) -> tuple[float, float]:
    try:
        alpha, beta = (float(value) for value in damping)
    except (TypeError, ValueError):
        raise SimulationError(f"damping = {damping!r}: give two numbers, alpha [1/s] and beta [s]") from None
    if not (0.0 <= alpha < math.inf and 0.0 <= beta < math.inf):
        raise SimulationError(f"damping = {damping!r}: alpha [1/s], beta [s] must be finite and not negative")
    return alpha, beta


def _checked_step(dt: float) -> float:
    if not 0.0 < dt < math.inf:
        raise SimulationError(f"dt = {dt!r}: the time step must be finite and above 0 s")
    return float(dt)


def _checked_iterations(count: int) -> int:
    if not isinstance(count, (int, np.integer)) or count < 1:
        raise SimulationError(f"newton_iterations = {count!r}: give a whole number, at least 1")
    return int(count)


def _checked_vector(name: str, values: ArrayLike, like: Floats) -> Floats:
    vector = np.ascontiguousarray(values, dtype=float)
    if vector.shape != like.shape:
        raise SimulationError(f"{name} has the shape {vector.shape}; the body needs {like.shape}")
    if not np.isfinite(vector).all():
        place = int(np.isfinite(vector).argmin())
        raise SimulationError(f"{name} is not finite at free degree of freedom {place}")
    return vector


def _require_finite(u: Floats, v: Floats) -> tuple[Floats, Floats]:
    if not (np.isfinite(u).all() and np.isfinite(v).all()):
        raise SimulationError(f"the state is no longer finite; {ADVICE}")
    return u, v
