"""The frame that a plant's states are in while a simulator runs; `Frame` itself is space, which rests.

One that moves is `runtime.body.handle.hand.Hand`: what it does to the plant are inputs of the step, behind
the others. Simulators ask every frame the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from runtime.plant.track import Track

Array = np.ndarray
Place = int | str | Sequence[float]  # where a push acts, see `runtime.plant.push.Push`


class Frame:
    """See the module."""

    @property
    def turn(self) -> Array | None:
        """The rotation from it into space in the middle of the coming step; None: it never turns."""
        return None

    @property
    def moving(self) -> bool:
        """Whether it has left the way that the motion has it go."""
        return False

    @property
    def kept(self) -> object:
        """What `restore` takes back."""
        return None

    def restore(self, kept: Any) -> None:
        """Be as it was."""

    def follow(self, way: Mapping[str, Array], track: Track, index: int) -> None:
        """Go along a motion's own way from one of its steps."""

    def seek(self, index: int) -> None:
        """Be at a step of that."""

    def reset(self) -> None:
        """Back to it."""

    def drive(self, disturbance: Array) -> None:
        """Put what the coming step's inputs are, beyond the motion's own, into a disturbance (forces,)."""

    def stepped(self) -> None:
        """A step was taken."""

    def placed(self, positions: Array) -> Array:
        """Positions (..., axes) m in space, of those in the frame."""
        return positions

    def seen(self, at: Place) -> Place:
        """Where a push acts, as the frame has it: an index, or a point that is (axes,) m in space."""
        return at
