"""The frame in which a plant's states are given while a simulator runs; `Frame` itself is space, at rest.

A frame that moves is `runtime.body.handle.hand.Hand`: its motion acts on the plant by inputs of the step,
behind the others. All frames have the same interface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from runtime.plant.track import Track

Array = np.ndarray
Place = int | str | Sequence[float]  # where a push acts, see `runtime.plant.push.Push`


class Frame:
    """A frame at rest in space, and the interface of frames that move."""

    @property
    def turn(self) -> Array | None:
        """The rotation from the frame into space in the middle of the coming step; None if it never turns."""
        return None

    @property
    def moving(self) -> bool:
        """Whether it has left its way in the reference."""
        return False

    @property
    def kept(self) -> object:
        """The state of the frame, for `restore`."""
        return None

    def restore(self, kept: Any) -> None:
        """Return to a state of `kept`."""

    def follow(self, way: Mapping[str, Array], track: Track, index: int) -> None:
        """Follow the way in a motion from one of its steps."""

    def seek(self, index: int) -> None:
        """Go to a step of the way."""

    def reset(self) -> None:
        """Go back to the way at once."""

    def drive(self, disturbance: Array) -> None:
        """Write the coming step's inputs less the motion's own into a disturbance (forces,)."""

    def stepped(self) -> None:
        """Count a step that was taken."""

    def placed(self, positions: Array) -> Array:
        """Positions (..., axes) m in space of points that are given in the frame."""
        return positions

    def seen(self, at: Place) -> Place:
        """The place of a push in the frame: an index, a region, or a point (axes,) m, given in space."""
        return at
