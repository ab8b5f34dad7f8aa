"""A target that the motion should hit, as a bundle stores it; `offline.targets` simulates it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.base.fields import stored
from runtime.plant.up_axis import AXES, UP, upward


@dataclass(frozen=True)
class Target:
    """A ball of `radius` m at rest at `centre` (3,) m, on a string of `string` m, for a region's skin to hit.

    `step` is the step at which the reference motion hits it; hits up to `window` steps early or late count.
    With a `flight`, points (k, 3) m through which it flies in the `window` steps before `step`, it is a
    figure without a string that lands within `radius` of `centre`. `up` is that of the bundle, along which it
    hangs.
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
        """The upper end of the string, (3,) m, above the ball; with a flight, just above the landing."""
        height = 5 * self.radius if self.flight else self.string
        return np.asarray(np.array(self.centre) + height * upward(self.up))
