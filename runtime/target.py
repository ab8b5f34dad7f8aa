"""A thing that the motion should meet, as a bundle keeps it; what it does is `offline.targets`'s."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.base.fields import stored
from runtime.plant.upright import AXES, UP, upward


@dataclass(frozen=True)
class Target:
    """A ball of `radius` m at rest at `centre` (3,) m, on a string of `string` m; hit by a region's skin.

    `step` is when the reference motion hits it; `window` is how many steps early or late still counts. With a
    `flight`, points (k, 3) m through which it comes in the `window` steps before `step`, it is somebody who
    lands within `radius` of `centre`, on no string. `up` is its bundle's, by which it hangs.
    """

    name: str = stored()
    region: str = stored(meaning="which region of the body is meant to meet it")
    centre: tuple[float, float, float] = stored(unit="m", meaning="where a ball rests, or somebody lands")
    radius: float = stored(above=0, unit="m", meaning="of the ball; of the place to land on")
    string: float = stored(
        least=0, unit="m", meaning="the ball hangs on it, from so far above `centre`, along `up`"
    )
    step: int = stored(least=0, most=2**31, meaning="when the motion meets it: 0 to T")
    window: int = stored(least=0, most=2**31, meaning="how many steps early or late still count")
    flight: tuple[tuple[float, float, float], ...] = stored(
        default=(), unit="m", meaning="not empty: somebody flies through these points, and lands at `step`"
    )
    up: str = stored(default=UP, choices=tuple(AXES), meaning="the bundle's")

    @property
    def anchor(self) -> np.ndarray:
        """Where the string is fixed, (3,) m: straight above the ball; just above who comes flying."""
        height = 5 * self.radius if self.flight else self.string
        return np.asarray(np.array(self.centre) + height * upward(self.up))
