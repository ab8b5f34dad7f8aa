"""Options of planning: the horizon, the iterations and the interval of plans."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.base.arguments import number, whole
from runtime.base.fields import stored
from runtime.control.planning.clock import HAS_CLOCK
from softrein.errors import ControllerError

# longest horizon in steps: far beyond what pays; plans of a large body then fill half a gigabyte
MOST_STEPS = 1000
MOST_ITERATIONS = 1000


@dataclass(frozen=True)
class Replanning:
    """Options of re-planning. Raises ControllerError for values out of range."""

    horizon: int = stored(
        default=20,
        least=1,
        most=MOST_STEPS,
        unit="step",
        meaning="how far ahead; what comes later costs what LQR has it",
    )
    iterations: int = stored(default=1, least=1, most=MOST_ITERATIONS, meaning="of each plan")
    every: int = stored(
        default=1,
        least=1,
        most=MOST_STEPS,
        unit="step",
        meaning="from one plan to the next; between them the plan's own feedback acts",
    )
    block: int = stored(
        default=1,
        called="stride",
        least=1,
        most=MOST_STEPS,
        unit="step",
        meaning="that a plan takes at once, under one control: a block; the horizon is cut to whole blocks, "
        "and a new plan comes after whole ones",
    )
    budget: float | None = stored(
        default=None,
        above=0,
        unit="s",
        meaning="time for a plan, after which the best so far acts; null: as long as it takes",
    )

    @property
    def ahead(self) -> int:
        """The number of blocks in a plan."""
        return self.horizon // self.block

    @property
    def between(self) -> int:
        """The steps from one plan to the next: a number of whole blocks, at most those of a plan."""
        return min(-(-self.every // self.block), self.ahead) * self.block

    def __post_init__(self) -> None:
        whole("horizon", self.horizon, least=1, most=MOST_STEPS)
        whole("iterations", self.iterations, least=1, most=MOST_ITERATIONS)
        wanted = f"a whole number from 1 to the horizon of {self.horizon} steps"
        whole("every", self.every, wanted, least=1, most=self.horizon)
        whole("block", self.block, wanted, least=1, most=self.horizon)
        if self.budget is not None:
            number("budget", self.budget, "a number of seconds, above 0, or None", above=0)
            if not HAS_CLOCK:
                raise ControllerError(
                    "this system has no clock that compiled code can read: leave out budget"
                )
