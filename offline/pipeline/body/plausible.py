"""Whether a full run stays what the body can be.

A run is refused in which a vertex is further from where it rests than `FARTHEST` times the body's diagonal,
or in which more than `INVERTED` of its volume is inside out, or which holds energy that nobody put in
(`offline.pipeline.body.energy`): its states are the integrator's, not the body's, and a basis that is made of
them has modes for nothing that moves.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from meshes.tetmesh import signed_volumes
from offline.full.body.full_body import FullBody
from offline.full.body.newmark import FullStepper
from offline.pipeline.body.causes import Cause
from offline.pipeline.body.energy import Added, Balance
from softrein.errors import SimulationError

Array = np.ndarray
FARTHEST = 5.0  # diagonals of the body at rest: soft robots bend, turn round, and stretch to twice or thrice
INVERTED = 0.5  # of the volume at rest: at hard impacts a few elements turn inside out for a moment
EVERY = 4  # steps: so often, and at the end, elements and energy are looked at; an explosion does not go away


class ImplausibleError(SimulationError):
    """A run has left what the body can be; the states before are not to be trusted either."""


class Plausible:
    """Checks the states of one full run, one after the other."""

    def __init__(
        self, full: FullBody, cause: Cause, added: Added | None = None, stepper: FullStepper | None = None
    ) -> None:
        """`cause` is what the run is under, `added` what of it is no load of `full`; `stepper` takes it."""
        self._full, self._cause = full, cause
        self._balance = Balance(full, added, stepper)
        self._volumes = signed_volumes(full.mesh.vertices, full.mesh.tets)
        self._size = float(np.linalg.norm(full.mesh.sides))

    def watched(self, states: Iterator[tuple[Array, Array]]) -> Iterator[tuple[Array, Array]]:
        """The same states (u, v). Raises ImplausibleError at the first that the body cannot be in."""
        last = self._full.scene.time.steps
        for step, (u, v) in enumerate(states):
            fault = self._strayed(u) or self._added(u, v, step % EVERY == 0 or step >= last)
            if fault:
                raise ImplausibleError(
                    f"step {step}: {fault}, under {self._cause.load}: no state of such a body; "
                    f"{self._cause.remedy}, or take a smaller time.step"
                )
            yield u, v

    def _strayed(self, u: Array) -> str:
        """How far the farthest vertex is from its place, in words, where that is too far."""
        away = float(np.sqrt((u[: self._full.bodys].reshape(-1, 3) ** 2).sum(axis=1).max()))
        if away <= FARTHEST * self._size:
            return ""
        return f"a vertex is {away:.3g} m from its place, in a body of {self._size:.3g} m"

    def _added(self, u: Array, v: Array, looked_at: bool) -> str:
        """Take a state; what is wrong with its elements or its energy, in words, if these are looked at."""
        self._balance.add(u, v)
        return self._turned(u) or self._balance.excess(u, v) if looked_at else ""

    def _turned(self, u: Array) -> str:
        """How much of the body is inside out, in words, where that is too much."""
        inside_out = signed_volumes(self._full.body.positions(u), self._full.mesh.tets) < 0
        share = float(self._volumes[inside_out].sum() / self._volumes.sum())
        return f"{share:.0%} of the volume is inside out" if share > INVERTED else ""
