"""A check of a full run's energy against the energy that was put in.

At each state the body holds, with the lumped mass m and the strain energy W of all its elements,

    E = 1/2 m v^2 + W(u)

and the energy put in is that at its start plus the work of all that acted since: over the step from
(u, v) to (u', v'), under a load w and controls c that are held over it,

    w (u' - u)                     loads, pushes, forces of actuators, and gravity
    V_c(u) - V_c(u')               cables and chambers; minus the derivative of V_c is their force
    f_c (u' - u)                   contact, with the force of the step; on a plane the decrease of an energy
    L(u_mid, v_mid) (u' - u)       the inertia of a moving handle, in whose frame all is measured
    1/2 m (v^2 - (v - k)^2)        a kick k, of which v is the velocity after it

Implicit midpoint keeps this balance to the scheme's order, and damping takes from it. The work is exact for
steps that were halved as well, but for the handle's, which is of second order.

A run is refused that holds more than `MOST` times the most that had been put in so far. The measured ratio is
1.00 or less in all scenes of the package, 1.3 in runs that are pressed so hard that steps are halved and that
recover, and at least 3 within two steps in every run that explodes, 1e4 to 1e9 in the end.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from offline.full.body.full_body import FullBody
from offline.full.body.newmark import FullStepper
from offline.full.body.terms.base_motion import inertia_of
from offline.full.body.terms.term import Part, Start
from runtime.body.midpoint import SCHEMES

Array = np.ndarray
MOST = 2.0  # a run is refused whose kinetic and elastic energy exceeds the supplied work by this factor
# fraction of all work, in absolute values, that counts as round-off and error of the handle's work
UNSURE = 1e-3


class Added(Protocol):
    """Inputs that act on a run beside the body's own loads."""

    def load(self, step: int) -> Array:
        """Return the force (n_free,) in N over a step."""

    def control(self, step: int) -> Array | float:
        """Return the control of cables and chambers (a,) over a step."""

    def velocity_change(self, step: int) -> Array | float:
        """Return the change of velocity (n_free,) in m/s at the beginning of a step."""


class Balance:
    """The energy balance of one run, state by state."""

    def __init__(
        self, full: FullBody, added: Added | None = None, stepper: FullStepper | None = None
    ) -> None:
        """Begin a run; `added` acts beside the loads of `full`, and `stepper` knows the parts of steps.

        Without a stepper every step counts as undivided.
        """
        self._full, self._added, self._stepper = full, added, stepper
        self._step = 0
        self._before = np.empty(0)  # u of the previous state
        # J: work supplied so far; its maximum; sum of the absolute work
        self._given = self._most = self._moved = 0.0

    def add(self, u: Array, v: Array) -> None:
        """Take the next state (u, v), and add the energy that was put in on the way to it."""
        if self._step == 0:
            self._given = sum(self._held(u, v))
        else:
            work = self._work(u, v)
            self._given += work
            self._moved += abs(work)
        self._most = max(self._most, self._given)
        self._before, self._step = u, self._step + 1

    def excess(self, u: Array, v: Array) -> str:
        """Say what is wrong with the energy of the last state (u, v); empty if nothing is."""
        moving, strained = self._held(u, v)
        if moving + strained <= MOST * self._most + UNSURE * self._moved:
            return ""
        return (
            f"the body's energy is {moving + strained:.3g} J, of which {moving:.3g} J are kinetic, but "
            f"{self._most:.3g} J at most were supplied"
        )

    def _held(self, u: Array, v: Array) -> tuple[float, float]:
        """Return the energies of motion and of strain, J."""
        return float(self._full.body.mass @ v**2) / 2, self._full.body.energy(u)

    def _work(self, u: Array, v: Array) -> float:
        """Return the work done on the body since the last state, J."""
        full, step, way = self._full, self._step - 1, u - self._before
        work = float((full.loads.at(step) + full.standing) @ way) + self._of_terms(step, u)
        known = full.known_at(step)
        inertia = inertia_of(full.body, full.pivot, known[full.tools.shape[1] :])
        if inertia is not None:
            middle = (self._before + u) / 2
            work += float(inertia.load(middle, way / full.scene.time.step) @ way)
        if self._added is not None:
            work += float(self._added.load(step) @ way[: full.bodys]) + self._of_kick(v)
        return work

    def _of_kick(self, v: Array) -> float:
        """Return the work of the kick at the beginning of the next step; v is the velocity after it."""
        assert self._added is not None
        kick = np.asarray(self._added.velocity_change(self._step))
        if not kick.any():
            return 0.0
        kick = self._full.with_still_things(kick)
        return float(self._full.body.mass @ (kick * (v - kick / 2)))

    def _of_terms(self, step: int, u: Array) -> float:
        """Return the work of cables, chambers and contact under the inputs that were held over a step."""
        full = self._full
        if not full.terms.by_kind:
            return 0.0
        driven = full.loads.control_at(step)
        driven = driven + (0.0 if self._added is None else self._added.control(step))
        control = np.concatenate([driven, full.known_at(step)[: full.tools.shape[1]]])
        theta = SCHEMES[full.scene.time.scheme]
        whole = [Part(Start(self._before, 0.0, theta * full.scene.time.step), u, theta)]
        parts = whole if self._stepper is None else self._stepper.parts
        return sum(full.terms.work(part, control) for part in parts)
