"""Times and steps: step k begins at k dt, and a time in seconds is rounded to the nearest step."""

from __future__ import annotations

from runtime.base.arguments import number
from softrein.errors import SimulationError

LAST = 2**62  # largest step number that fits into index arrays; serves as "never"


def step_at(time: float, dt: float, last: int = LAST) -> int:
    """The step, from 0 to `last`, that begins nearest to a time in s; steps are dt s long."""
    return round(min(max(time / dt, 0), last))


def steps_within(duration: float, dt: float) -> int:
    """The number of steps of dt s in a duration in s: the nearest whole number, and at least one."""
    return max(1, step_at(duration, dt))


def checked_dt(dt: object) -> float:
    """Check a time step in s; raises SimulationError unless it is a positive and finite number."""
    return number("dt", dt, "a time step in seconds, positive and finite", above=0, error=SimulationError)
