"""A thing that the motion should meet, as a bundle keeps it; what it does is `offline.targets`'s."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.upright import UP, upward


@dataclass(frozen=True)
class Target:
    """A ball of `radius` m at rest at `centre` (3,) m, on a string of `string` m; hit by a region's skin.

    `step` is when the reference motion hits it; `window` is how many steps early or late still counts. With a
    `flight`, points (k, 3) m through which it comes in the `window` steps before `step`, it is somebody who
    lands within `radius` of `centre`, on no string. `up` is its bundle's, by which it hangs.
    """

    name: str
    region: str
    centre: tuple[float, float, float]
    radius: float
    string: float
    step: int
    window: int
    flight: tuple[tuple[float, float, float], ...] = ()
    up: str = UP

    @property
    def anchor(self) -> np.ndarray:
        """Where the string is fixed, (3,) m: straight above the ball; just above who comes flying."""
        height = 5 * self.radius if self.flight else self.string
        return np.asarray(np.array(self.centre) + height * upward(self.up))
