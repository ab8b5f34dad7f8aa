"""Times and steps: step k begins at k dt, and what is told in seconds begins with the nearest step."""

from __future__ import annotations

from runtime.base.arguments import number
from softrein.errors import SimulationError

LAST = 2**62  # the largest step that arrays of indices hold, and as good as never


def step_at(time: float, dt: float, last: int = LAST) -> int:
    """The step of dt s that begins nearest to a time in s; none before 0, none after `last`."""
    return round(min(max(time / dt, 0), last))


def steps_within(duration: float, dt: float) -> int:
    """How many steps of dt s something lasts: the nearest number, but one at least."""
    return max(1, step_at(duration, dt))


def checked_dt(dt: object) -> float:
    """A time step in s; raises SimulationError unless it is a positive and finite number."""
    return number("dt", dt, "a time step in seconds, positive and finite", above=0, error=SimulationError)
