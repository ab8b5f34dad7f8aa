"""The full simulation at scale: one step of a block of 78,200 tetrahedra and 53,136 degrees of freedom.

The best C++ peer needs 0.93 to 1.06 s of processor time a step by conjugate gradients with Jacobi's
preconditioner, three quarters of it in assembly, and 1.4 to 1.9 s by PARDISO. The bar is half of the better
figure. It is absolute, for one core of an AMD EPYC (Zen 4); on other machines, compare the ratio to CHOLMOD,
which is timed in turns.

The block is a bar of 1 m x 0.425 m x 0.575 m of soft rubber, held at one end, that falls under its weight and
a sideways pull and swings. Its steps are timed where it is bent, not at rest.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Row
from meshes import block
from offline.full.body.conjugate_gradients import TOLERANCE
from offline.full.body.material import Material
from offline.full.body.newmark import FullStepper
from offline.full.body.stvk import StVK
from offline.full.factorisation import Factor, default_backend

T = TypeVar("T")
Floats = NDArray[np.float64]
State = tuple[Floats, Floats]

CELLS, SIZE = (40, 17, 23), (1.0, 0.425, 0.575)  # cells of 2.5 cm; 51,840 unknowns with one end held
MATERIAL = Material(young=3e5, poisson=0.4, density=1000.0)
STEP = 0.01  # s
DAMPING = (0.1, 1e-3)  # 1/s, s
PULL = (0.0, -9.81, 5.0)  # m/s^2
STEPS = 20  # bends it by a quarter of its length
CHECKED = (0, 9, 19)  # steps whose errors are measured, and beside which CHOLMOD is timed
SUBSTEPS = 16  # a second order scheme leaves a 256th of the error, one of first order a sixteenth
PEER = 0.93  # s of processor time a step, the better figure
FASTER_THAN_CHOLMOD = 2.0


def rows() -> list[Row]:
    """A step's processor time, its ratio to CHOLMOD's, and the solver's error against the step's own."""
    mesh = block(CELLS, SIZE)
    swing = Swing(StVK(mesh, MATERIAL, mesh.regions["left"]))
    swing.run()
    what = f"full implicit step, {len(mesh.tets):,} tetrahedra, {3 * len(mesh.vertices):,} dofs"
    return [_time_row(what, swing), _cholmod_row(what, swing), _error_row(what, swing)]


class Swing:
    """A swing of the block, and the measurements along it.

    Attributes:
        processor: Seconds of processor time of each step, all threads together.
        wall: Seconds of each step.
        iterations: Iterations of the solver at each step.
        cholmod: Seconds of processor time of one refactorisation and solution at each of the steps checked.
        errors: (steps checked, 2) solver's error over the step's own, of displacement and velocity.
    """

    def __init__(self, body: StVK) -> None:
        self.body, self.load = body, body.gravity(PULL)
        self.stepper = FullStepper(body, DAMPING, STEP)
        self.fine = FullStepper(body, DAMPING, STEP / SUBSTEPS)
        self.direct = FullStepper(body, DAMPING, STEP, backend=default_backend())
        self.factor = Factor(self.stepper.matrix)
        self.processor: list[float] = []
        self.wall: list[float] = []
        self.iterations: list[int] = []
        self.cholmod: list[float] = []
        self.errors: list[tuple[float, float]] = []

    def run(self) -> None:
        """Take the steps, time them, and check some of them."""
        state = self._at_rest()
        self.stepper.step(*state, self.load)  # compiles and touches everything
        self._refactor_and_solve()
        gc.collect()
        for number in range(STEPS):
            wall, processor, after = _timed(partial(self.stepper.step, *state, self.load))
            self.wall.append(wall)
            self.processor.append(processor)
            self.iterations.append(self.stepper.iterations)
            if number in CHECKED:
                self.cholmod.append(_timed(self._refactor_and_solve)[1])
                self.errors.append(self._error_shares(state, after))
            state = after

    def _at_rest(self) -> State:
        return np.zeros(self.body.free.size), np.zeros(self.body.free.size)

    def _refactor_and_solve(self) -> Floats:
        """Refactor and solve with the matrix of the last step, as a direct solver does after the assembly."""
        self.factor.refactor(self.stepper.matrix)
        return self.factor.solve(self.load)

    def _error_shares(self, before: State, after: State) -> tuple[float, float]:
        """Distance from the direct solver's step, over the distance of that from many short steps."""
        exact = self.direct.step(*before, self.load)
        fine = before
        for _ in range(SUBSTEPS):
            fine = self.fine.step(*fine, self.load)
        u, v = (
            self._norm(ours - theirs) / self._norm(theirs - true)
            for ours, theirs, true in zip(after, exact, fine, strict=True)
        )
        return u, v

    def _norm(self, x: Floats) -> float:
        return math.sqrt(x @ (self.body.mass * x))


def _timed(function: Callable[[], T]) -> tuple[float, float, T]:
    """Wall seconds, processor seconds and result of one call."""
    wall, processor = perf_counter(), process_time()
    result = function()
    return perf_counter() - wall, process_time() - processor, result


def _time_row(what: str, swing: Swing) -> Row:
    detail = (
        f"{swing.stepper.backend}, {min(swing.iterations)} to {max(swing.iterations)} iterations to "
        f"{TOLERANCE:g}; wall {median(swing.wall):.3f} s; {MATERIAL.young:g} Pa, "
        f"Poisson {MATERIAL.poisson:g}, {MATERIAL.density:g} kg/m^3, steps of {1e3 * STEP:g} ms, "
        f"{swing.body.free.size:,} of the dofs free"
    )
    bar = PEER / 2
    return Row(f"{what}: processor time", median(swing.processor), bar, "at most", "s", detail)


def _cholmod_row(what: str, swing: Swing) -> Row:
    name = "one CHOLMOD refactorisation and solve"
    if default_backend() != "cholmod":
        return Row(f"{name} against {what}", math.nan, FASTER_THAN_CHOLMOD, "at least", "x", "not installed")
    theirs, ours = median(swing.cholmod), median(swing.processor)
    detail = f"processor time: {1e3 * ours:.0f} ms with assembly, CHOLMOD {1e3 * theirs:.0f} ms without"
    return Row(f"{name} against {what}", theirs / ours, FASTER_THAN_CHOLMOD, "at least", "x", detail)


def _error_row(what: str, swing: Swing) -> Row:
    worst = np.max(swing.errors, axis=0)
    detail = (
        f"largest of steps {', '.join(map(str, CHECKED))}: displacement {worst[0]:.1e}, velocity "
        f"{worst[1]:.1e} of the distance between a direct step and {SUBSTEPS} short ones"
    )
    return Row(f"{what}: solver's error over the step's own", float(worst.max()), 0.1, "at most", "x", detail)
