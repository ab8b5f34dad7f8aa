"""A check that the states of a full run are plausible.

A run is refused in which a vertex is further from its place at rest than `FARTHEST` times the body's
diagonal, or in which more than `INVERTED` of its volume is inside out, or which holds more energy than was
put in (`offline.pipeline.body.energy`): its states are errors of the integrator, and a basis made of them has
modes that no body moves in.
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
# diagonals of the body at rest: soft robots bend, turn round, and stretch to twice or thrice their length
FARTHEST = 5.0
INVERTED = 0.5  # fraction of the rest volume: in hard impacts a few elements are inverted for a moment
EVERY = 4  # steps between two checks of elements and energy; an explosion does not go away


class ImplausibleError(SimulationError):
    """Raised where a run becomes implausible; the states before are not to be trusted either."""


class Plausible:
    """A checker of the states of one full run, one after the other."""

    def __init__(
        self, full: FullBody, cause: Cause, added: Added | None = None, stepper: FullStepper | None = None
    ) -> None:
        """Begin; `cause` moves the run, `added` acts beside `full`'s loads, `stepper` makes the steps."""
        self._full, self._cause = full, cause
        self._balance = Balance(full, added, stepper)
        self._volumes = signed_volumes(full.mesh.vertices, full.mesh.tets)
        self._size = float(np.linalg.norm(full.mesh.sides))

    def watched(self, states: Iterator[tuple[Array, Array]]) -> Iterator[tuple[Array, Array]]:
        """Yield the same states (u, v). Raises ImplausibleError at the first implausible one."""
        last = self._full.scene.time.steps
        for step, (u, v) in enumerate(states):
            fault = self._strayed(u) or self._added(u, v, step % EVERY == 0 or step >= last)
            if fault:
                raise ImplausibleError(
                    f"step {step}: {fault}, under {self._cause.load}: this state is not physical; "
                    f"{self._cause.remedy}, or take a smaller time.step"
                )
            yield u, v

    def _strayed(self, u: Array) -> str:
        """Say how far the farthest vertex is from its place, where that is too far."""
        away = float(np.sqrt((u[: self._full.bodys].reshape(-1, 3) ** 2).sum(axis=1).max()))
        if away <= FARTHEST * self._size:
            return ""
        return f"a vertex is {away:.3g} m from its place, in a body of {self._size:.3g} m"

    def _added(self, u: Array, v: Array, looked_at: bool) -> str:
        """Take a state; say what is wrong with its elements or its energy, if `looked_at`."""
        self._balance.add(u, v)
        return self._turned(u) or self._balance.excess(u, v) if looked_at else ""

    def _turned(self, u: Array) -> str:
        """Say how much of the body is inside out, where that is too much."""
        inside_out = signed_volumes(self._full.body.positions(u), self._full.mesh.tets) < 0
        share = float(self._volumes[inside_out].sum() / self._volumes.sum())
        return f"{share:.0%} of the volume is inside out" if share > INVERTED else ""
