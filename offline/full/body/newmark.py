"""Implicit Newmark (1/4, 1/2), or backward Euler, for a full body, with position and velocity alone as state.

It is written for the mean velocity of a step (docs/theory.md, section "One step map"; the damping is that of
[002, appendix B]), with p the displacement, h the step and w the load held over it:

    p_mid = p + h/2 v_mid,     D(p) = alpha M + beta K(p)
    r(v_mid) = M (v_mid - v) + h/2 (D(p_mid) v_mid + f(p_mid) - w) = 0
    p <- p + h v_mid,          v <- 2 v_mid - v

Backward Euler is the same with its equation at the end of the step: theta h for h/2, with theta = 1 for 1/2,
and v <- (v_mid - (1 - theta) v) / theta. It is of first order, and damps motions that are fast for the step.

Newton's method starts at v_mid = 0 (from v it takes more iterations of bodies with stiff modes, 3.9 a step
of the scene `tshape` against 3.4). Its tangent, the last term being the Hessian of the damping [002, appendix
B], is

    S = M + h/2 D(p_mid) + h^2/4 K(p_mid) + h^2/4 beta K'(p_mid)[v_mid]

so that one iteration is the linearly implicit rule S(p) v_mid = M v + h/2 (w - f(p)), of second order where
beta = 0; stiffness damping, taken at the start of the step, makes it of first order with a small constant. S
is assembled directly into the data of a lower triangular csc matrix, which the solver reads in place.
Iterative solvers start at v for the first v_mid, so that a step depends on its arguments alone. Newton's
method converges quadratically: a residual that is predicted to be far below the tolerance is not evaluated.

Where S is not positive definite, the elements' nearest positive semidefinite stiffness takes the place of K;
that is counted, and warned of the first time. Then, and always for a body that `projects` (with any
law but St. Venant-Kirchhoff's, or with contact), several iterations from v_mid = 0 minimise the
step's own potential, with damping by the stiffness at the step's start,

    Phi(v_mid) = 1/2 v_mid^T (M + h/2 D(p)) v_mid - v_mid^T (M v + h/2 w) + W(p_mid)

whose gradient is r with D(p) for D(p_mid). An iteration after which the residual is no smaller is shortened
to a half, a quarter, ... of its length, until Phi falls as far as its slope predicts (Armijo); as S is
positive definite, it does. Iterations that reduce the residual pay nothing for it; with friction, whose force
can reverse at once, a residual must be half of the last one to count as smaller.

A body's terms (`offline.full.body.terms`) are part of f and of K, but not of the K in the damping (beta).

Where the body's handle moves, the forces of inertia in its frame (`offline.full.body.terms.base_motion`) at
p_mid and v_mid are a further load, linear in both. Newton's equation S x = b then has h/2 L x on its right, L
the load's derivative by v_mid, and is solved by iterations with the same S, each of which reduces the change
to about h |w| of the last one, w being the handle's angular velocity. The part of contact that is not
symmetric is treated alike. A line search takes the load, and the state on which friction depends, as
constant.

A step that creates energy (`offline.full.body.terms.balance`), above TOLERATED of the energy present, is
repeated by backward Euler, damped by the projected stiffness, which takes energy from every mode. The
midpoint rule creates energy where modes are stiff for the step, such as those of volume in a nearly
incompressible body; damping does where K is indefinite.

Limits: a step whose iterations do not converge, or one that creates energy by backward Euler, too, is
replaced by two steps of half its length, up to six times over; that is counted, and warned of the first time.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offline.full.body.step_solver import StepSolver
from offline.full.body.terms.balance import StepBalance
from offline.full.body.terms.base_motion import Inertia, inertia_of
from offline.full.body.terms.sum import Sum, size_of_pull
from offline.full.body.terms.term import Part, Start
from offline.full.factorisation import NotPositiveDefinite
from reduce.protocols import Sparse, Stepped
from runtime.body.midpoint import SCHEMES
from runtime.body.terms.base_motion import INPUTS
from softrein.errors import SimulationError, warn

Floats = NDArray[np.float64]

CONVERGED = 1e-9  # residual relative to the size of its terms; rounding in stiff bodies leaves 1e-12 to 1e-10
SQUARING = 1e-2  # ratio of successive residuals below which Newton's method converges quadratically
MOST_HALVINGS = 6  # at most six: a step 64 times shorter has a stiffness term 4096 times smaller
# ratio by which iterations with friction must reduce the residual; otherwise a line search sets their length
FALL = 0.5
SUFFICIENT = 1e-4  # Armijo constant: share of the predicted decrease
# most halvings of an iteration's length; if rounding hides the decrease of Phi, the full step is taken
MOST_CUTS = 20
SETTLED = 1e-10  # fraction of v_mid: smaller changes by a moving handle's forces are ignored
MOST_TURNS = 60  # most fixed-point iterations for these forces; if they do not converge the step is halved
# Tolerated energy gain of a step, relative to the energy, by theta. The midpoint rule's error alternates in
# sign, by up to 0.019 on the T without damping; backward Euler dissipates. Steps of the package's scenes gain
# 2e-16 at most.
TOLERATED = {0.5: 0.02, 1.0: 1e-3}
ADVICE = "take a smaller step or load, or lower limits of what drives the body"
STEADIER = "take a shorter time.step, more of time.newton_iterations, or time.scheme = 'euler'"


class _TooFast(ArithmeticError):
    """Raised where a tool, or the body near a shape, moves farther in a part of a step than it may."""


class _NotConverged(ArithmeticError):
    """Raised where the iterations are used up."""


class _MakesEnergy(ArithmeticError):
    """Raised where a part of a step creates energy."""


def is_sure(norm: float, before: float, tolerated: float) -> bool:
    """Whether the next iteration surely meets the tolerance, as predicted by the last two residuals."""
    return norm < SQUARING * before < np.inf and norm * (norm / before) ** 2 <= tolerated


class FullStepper:
    """A time stepper of one full body; it keeps one symbolic analysis and counts its fallbacks.

    `body` must not be shared with another thread while this steps. `damping` is Rayleigh's (alpha [1/s], beta
    [s]), D(u) = alpha M + beta K(u), neither negative. `newton_iterations` are the most of a step; with one
    there is no test of convergence. `backend` is that of `offline.full.body.step_solver`, and `standing`
    (n_free,) [N] a load that is added to that of every step, such as gravity. `pivot` (3,) [m] is the point
    about which a handle turns. `scheme` is "midpoint" or "euler".

    `counts` says how often a tangent was "indefinite", the iterations "unconverged", a step "gaining"
    energy, a step "halved"; errors name the step by `steps`, the number begun so far; `parts` are those of
    the last step of a body with terms; `matrix` is the lower triangle of the last S, csc.

    Raises SimulationError for an argument out of range or of the wrong shape, and MissingPackageError where
    the backend asked for is not installed.
    """

    def __init__(
        self,
        body: Stepped,
        damping: tuple[float, float],
        dt: float,
        newton_iterations: int = 1,
        backend: str | None = None,
        standing: ArrayLike | None = None,
        pivot: ArrayLike = (0.0, 0.0, 0.0),
        scheme: str = "midpoint",
    ) -> None:
        if scheme not in SCHEMES:
            raise SimulationError(f"scheme = {scheme!r}: there are {', '.join(SCHEMES)}")
        self.body, self.theta = body, SCHEMES[scheme]
        self._pivot = np.asarray(pivot, dtype=float)
        self._inertia: Inertia | None = None  # inertia of the handle's motion in the current step
        self._sum = body if isinstance(body, Sum) else None
        self.damping, self.dt = _checked_damping(damping), _checked_step(dt)
        self.newton_iterations = _checked_iterations(newton_iterations)
        standing = np.zeros_like(body.mass) if standing is None else standing
        self.standing = _checked_vector("standing", standing, body.mass)
        self.matrix = body.lower_matrix()
        self._solver = StepSolver(self.matrix, backend)
        self._balance = StepBalance(body)
        self.counts = dict.fromkeys(("indefinite", "unconverged", "gaining", "halved"), 0)
        self.steps = 0
        self.parts: list[Part] = []

    @property
    def backend(self) -> str:
        """Name of the solver in use; see `StepSolver.backend`."""
        return self._solver.backend

    @property
    def iterations(self) -> int:
        """The iterations of the last linear solve; 0 where it was direct."""
        return self._solver.iterations

    def step(
        self,
        u: ArrayLike,
        v: ArrayLike,
        load: ArrayLike,
        control: ArrayLike | None = None,
        known: Floats | None = None,
        since: float = 0.0,
    ) -> tuple[Floats, Floats]:
        """Return the state (u [m], v [m/s]) one step later, under a load (n_free,) [N] held over it.

        `control` is that of the body's terms, held over the step as well; None: as before. `known` are the
        motions of tools (`runtime.body.terms.contact`), then of a handle (`runtime.body.terms.base_motion`),
        which begin `since` s before this step; None: they rest. Raises SimulationError, naming the step, for
        an argument of the wrong shape or not finite, halved steps that fail as well, or a new state that is
        not finite.
        """
        number, self.steps = self.steps, self.steps + 1
        driven = tools = 0
        if self._sum is not None:
            driven, tools = self._sum.terms.actuated, self._sum.terms.count - self._sum.terms.actuated
        try:
            known = self._known(known, tools)
            if control is not None:
                there = np.zeros(0) if self._sum is None else self._sum.control[:driven]
                control = _checked_vector("control", control, there)
            if self._sum is not None:
                self._sum.control[driven:] = known[:tools]
                if control is not None:
                    self._sum.control[:driven] = control
            self._inertia = inertia_of(self.body, self._pivot, known[tools:])
            u, v, load = (self._checked(*given) for given in (("u", u), ("v", v), ("load", load)))
            with np.errstate(over="ignore", invalid="ignore"):  # an overflow raises an error below
                self.parts = []
                return _require_finite(*self._advance(u, v, load + self.standing, self.dt, 0, since))
        except SimulationError as error:
            raise SimulationError(f"step {number} (t = {number * self.dt:.6g} s): {error}") from None

    def _checked(self, name: str, values: ArrayLike) -> Floats:
        return _checked_vector(name, values, self.body.mass)

    def _advance(
        self, u: Floats, v: Floats, load: Floats, h: float, halvings: int, since: float
    ) -> tuple[Floats, Floats]:
        """Take a part of the step, of length h, `since` s after its beginning, or two of half the length."""
        try:
            try:
                return self._attempt(u, v, load, h, halvings, since)
            except _MakesEnergy:
                self._steady()
                return self._attempt(u, v, load, h, halvings, since, steady=True)
        except NotPositiveDefinite:
            self._fall_back("indefinite", "the tangent is indefinite", halvings)
        except _TooFast:
            self._fall_back(
                "unconverged", "the body and what it meets would pass through each other", halvings
            )
        except _NotConverged:
            self._fall_back("unconverged", f"{self.newton_iterations} iterations do not converge", halvings)
        except _MakesEnergy:
            self._fall_back("gaining", "the step makes energy", halvings, STEADIER)
        u, v = self._advance(u, v, load, h / 2, halvings + 1, since)
        return self._advance(u, v, load, h / 2, halvings + 1, since + h / 2)

    def _attempt(
        self, u: Floats, v: Floats, load: Floats, h: float, halvings: int, since: float, steady: bool = False
    ) -> tuple[Floats, Floats]:
        """Take that part by the scheme, or, `steady`, by backward Euler damped by the projected stiffness."""
        theta = 1.0 if steady else self.theta
        start = Start(u, since, theta * h, v)
        if self._sum is not None and not self._sum.begin(start) and halvings < MOST_HALVINGS:
            raise _TooFast
        # A theta step is a midpoint step of length 2 theta h.
        middle = self._middle_velocity(u, v, load, 2.0 * theta * h, steady)
        end = u + h * middle, (middle - (1.0 - theta) * v) / theta
        if self._inertia is not None:
            load = load + self._inertia.load(u + theta * h * middle, middle)
        part = Part(start, end[0], theta)
        if self._balance.made(part, v, end[1], load) > TOLERATED[theta]:
            raise _MakesEnergy
        if self._sum is not None:
            self.parts.append(part)
        return end

    def _steady(self) -> None:
        """Count a part that creates energy; warn of the first."""
        if self.counts["gaining"] == 0:
            warn(
                f"step {self.steps - 1}: the step makes energy; it is taken by backward Euler, and so are "
                f"later ones like it: {STEADIER}"
            )
        self.counts["gaining"] += 1

    def _middle_velocity(self, u: Floats, v: Floats, load: Floats, h: float, steady: bool = False) -> Floats:
        """Return v_mid by the Newton's method of the module's docstring."""
        force = self._evaluate(u, h, projected=steady)
        right = self.body.mass * v - h / 2 * (force - load)  # minus the residual at v_mid = 0
        if self._inertia is not None:
            right += h / 2 * self._inertia.load(u, np.zeros_like(u))
        one = self.newton_iterations == 1
        if not (self.body.projects or steady):
            try:
                middle = self._solve(right, h, v)
                return middle if one else self._converged(u, v, load, h, middle)
            except NotPositiveDefinite:
                self._project()
                self._evaluate(u, h, projected=True)
        middle = self._descend(right, h, lambda: self._evaluate(u, h, projected=True), v)
        return middle if one else self._minimised(u, v, load, h, middle)

    def _converged(self, u: Floats, v: Floats, load: Floats, h: float, middle: Floats) -> Floats:
        """Return v_mid by further iterations from `middle`, the result of the first."""
        before = np.inf
        for iteration in range(1, self.newton_iterations + 1):
            residual, scale = self._residual(u, v, load, h, middle)
            norm = float(np.linalg.norm(residual))
            if norm <= CONVERGED * scale:
                return middle
            if iteration == self.newton_iterations:
                break
            self._add_damping_hessian(u + h / 2 * middle, h, middle)
            middle = middle - self._solve(residual, h)
            if is_sure(norm, before, CONVERGED * scale):
                return middle
            before = norm
        raise _NotConverged

    def _known(self, given: ArrayLike | None, tools: int) -> Floats:
        """Return the motions of tools (`tools` numbers), and of a handle (nine) if that moves."""
        if given is None:
            return np.zeros(tools)
        known = np.asarray(given, dtype=float)
        if known.shape not in ((tools,), (tools + INPUTS,)):
            raise SimulationError(
                f"known has the shape {known.shape}; the body's tools need {(tools,)}, and with a handle "
                f"{(tools + INPUTS,)}"
            )
        return _checked_vector("known", known, known)

    def _minimised(self, u: Floats, v: Floats, load: Floats, h: float, middle: Floats) -> Floats:
        """Minimise Phi from `middle`, v_mid after one iteration, whose S is in `matrix`."""
        potential = _Potential(self.body, u, self.body.mass * v + h / 2 * load, h, self._mass_factor(h))
        potential.inertia = self._inertia
        if self.damping[1] != 0.0:
            share = h / 2 * self.damping[1] / self._stiffness_factor(h)
            potential.damping = share * self._elastic()
            potential.damping.data[self.matrix.indptr[:-1]] -= share * self._mass_factor(h) * self.body.mass
        terms = None if self._sum is None else self._sum.terms
        fall, foretells = FALL if terms and terms.searched else 1.0, terms is None or not terms.rigid
        before, (residual, force) = np.inf, potential.gradient(middle, self.matrix)
        for _ in range(self.newton_iterations - 1):
            norm, tolerated = float(np.linalg.norm(residual)), CONVERGED * potential.scale(force)
            if norm <= tolerated:
                return middle
            start = middle
            change = self._descend(-residual, h, lambda at=start: potential.gradient(at, self.matrix, True))  # type: ignore[misc]
            middle, previous, earlier = start + change, residual, force
            if foretells and is_sure(norm, before, tolerated):
                return middle
            before = norm
            residual, force = potential.gradient(middle, self.matrix)
            if not np.linalg.norm(residual) < fall * np.linalg.norm(previous):
                length = potential.searched(start, change, float(previous @ change), earlier)
                if length < 1.0:
                    middle = start + length * change
                    residual, force = potential.gradient(middle, self.matrix)
        if np.linalg.norm(residual) <= CONVERGED * potential.scale(force):
            return middle
        raise _NotConverged

    def _descend(
        self, right: Floats, h: float, project: Callable[[], object], guess: Floats | None = None
    ) -> Floats:
        """Return S^-1 right for the S in `matrix`, or, if it is indefinite, for that of `project`."""
        try:
            return self._solve(right, h, guess)
        except NotPositiveDefinite:
            self._project()
            project()
            return self._solve(right, h, guess)

    def _project(self) -> None:
        """Count a tangent that is not positive definite; warn of the first."""
        if self.counts["indefinite"] == 0:
            warn(
                f"step {self.steps - 1}: the tangent is indefinite; here and in later steps like it the "
                "elements' nearest positive semidefinite stiffness takes its place"
            )
        self.counts["indefinite"] += 1

    def _evaluate(self, p: Floats, h: float, projected: bool = False) -> Floats:
        """Return the internal force at p; the tangent S at p goes into `matrix`."""
        factors = self._stiffness_factor(h), self._mass_factor(h)
        if self._sum is not None:
            return self._sum.fill_system(p, self.matrix, *factors, projected, pulls=h * h / 4)
        if projected:
            return self.body.fill_system(p, self.matrix, *factors, projected=True)
        return self.body.fill_system(p, self.matrix, *factors)

    def _add_damping_hessian(self, p: Floats, h: float, middle: Floats) -> None:
        """Add h^2/4 beta d(K(p) v_mid)/dp to `matrix`."""
        if self.damping[1] != 0.0:
            self.body.add_hessian(p, h / 2 * middle, h / 2 * self.damping[1], self.matrix)

    def _mass_factor(self, h: float) -> float:
        return 1.0 + h / 2 * self.damping[0]

    def _stiffness_factor(self, h: float) -> float:
        return h / 2 * self.damping[1] + h * h / 4

    def _solve(self, right: Floats, h: float, guess: Floats | None = None) -> Floats:
        change = np.zeros_like(right) if guess is None else guess
        turned = self._turned(h, change)
        if turned is None:
            return self._solver.solve(self.matrix, right, guess)
        found = self._solver.solve(self.matrix, right + turned, guess)
        change = found - change
        for _ in range(MOST_TURNS):
            turned = self._turned(h, change)
            assert turned is not None, "what is not symmetric is so throughout an iteration"
            change = self._solver.again(self.matrix, turned)
            found += change
            if np.linalg.norm(change) <= SETTLED * np.linalg.norm(found):
                return found
        raise _NotConverged

    def _turned(self, h: float, change: Floats) -> Floats | None:
        """Return the unsymmetric part of Newton's equation for a change of v_mid; None: there is none."""
        found = None if self._sum is None else self._sum.terms.turned(change)
        if found is not None:
            found = -h * h / 4 * found
        if self._inertia is not None:
            of_handle = h / 2 * self._inertia.change(h / 2, change)
            found = of_handle if found is None else found + of_handle
        return found

    def _residual(self, u: Floats, v: Floats, load: Floats, h: float, middle: Floats) -> tuple[Floats, float]:
        """Return r(v_mid) and the size of its terms [kg m/s]; S at p_mid goes into `matrix`."""
        force = self._evaluate(u + h / 2 * middle, h)
        momentum, impulse = self.body.mass * v, h / 2 * (force - load)
        residual, inertial = self._damped_momentum(h, middle) - momentum + impulse, 0.0
        if self._inertia is not None:
            inertia = self._inertia.load(u + h / 2 * middle, middle)
            residual -= h / 2 * inertia
            inertial = float(np.linalg.norm(inertia))
        forces = np.linalg.norm(load) + np.linalg.norm(force) + size_of_pull(self.body) + inertial
        scale = np.linalg.norm(momentum) + h / 2 * forces
        return residual, float(scale)

    def _damped_momentum(self, h: float, middle: Floats) -> Floats:
        """Return (M + h/2 D(p_mid)) v_mid. K v_mid is taken from S v_mid, of which it is a known share."""
        mass_part = self._mass_factor(h) * self.body.mass * middle
        if self.damping[1] == 0.0:
            return mass_part
        share = h / 2 * self.damping[1] / self._stiffness_factor(h)
        return mass_part + share * (_symmetric_product(self._elastic(), middle) - mass_part)

    def _elastic(self) -> Sparse:
        """Return S without the stiffness of the terms, which is not part of the damping."""
        return self.matrix if self._sum is None else self._sum.without_pulls(self.matrix)

    def _fall_back(self, kind: str, reason: str, halvings: int, advice: str = ADVICE) -> None:
        """Count a step that failed and warn of the first; raise an error after too many halvings."""
        self.counts[kind] += 1
        if halvings == MOST_HALVINGS:
            raise SimulationError(f"{reason}, even with the step halved {halvings} times; {advice}")
        if self.counts["halved"] == 0:
            warn(f"step {self.steps - 1}: {reason}; the step is halved, and so are later ones like it")
        self.counts["halved"] += 1


class _Potential:
    """The potential Phi of a step; `damping` is the lower triangle of h/2 beta K(p), or None."""

    damping: Sparse = None
    inertia: Inertia | None = None

    def __init__(self, body: Stepped, start: Floats, momentum: Floats, h: float, mass_factor: float) -> None:
        self.body, self.start, self.momentum = body, start, momentum  # momentum: M v + h/2 w
        self.h, self.mass_factor = h, mass_factor

    def gradient(self, middle: Floats, matrix: Sparse, projected: bool = False) -> tuple[Floats, Floats]:
        """Return Phi's gradient at v_mid [kg m/s], and the force there; the tangent goes into `matrix`."""
        h, mass = self.h, self.body.mass
        inertia = self.mass_factor * mass * middle
        p = self.start + h / 2 * middle
        force = self.body.fill_system(p, matrix, h * h / 4, self.mass_factor, projected)
        residual = inertia + h / 2 * force - self.momentum
        if self.inertia is not None:
            residual -= h / 2 * self.inertia.load(p, middle)
        if self.damping is not None:
            residual = residual + _symmetric_product(self.damping, middle)
            matrix.data += self.damping.data
        return residual, force

    def scale(self, force: Floats) -> float:
        """Return the size of the residual's terms [kg m/s]."""
        forces = np.linalg.norm(force) + size_of_pull(self.body)
        return float(np.linalg.norm(self.momentum) + self.h / 2 * forces)

    def searched(self, middle: Floats, change: Floats, slope: float, force: Floats) -> float:
        """Return the length of a change of v_mid with which Phi falls enough; 1 where none is found."""
        h, mass = self.h, self.body.mass
        curved = change @ (self.mass_factor * mass * change)
        if self.damping is not None:
            curved += change @ _symmetric_product(self.damping, change)
        p = self.start + h / 2 * middle
        if isinstance(self.body, Sum):
            self.body.hold(p)
        energy, linear = self.body.energy(p), slope - h / 2 * (force @ change)
        length = 1.0
        for _ in range(MOST_CUTS):
            end = p + h / 2 * length * change
            if np.isfinite(end).all():
                rise = self.body.energy(end) - energy + length * linear + length * length / 2 * curved
                if rise <= SUFFICIENT * length * slope:
                    return length
            length /= 2
        return 1.0


def _symmetric_product(lower: Sparse, x: Floats) -> Floats:
    """Return the product with the symmetric matrix whose lower triangle, rows sorted, is `lower`."""
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
