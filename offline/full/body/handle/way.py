"""The motion of a handle that a scene gives: its pose at each state, and its inputs over each step.

Translations and rotation vectors are cubic splines (`scipy.interpolate.CubicSpline`): at rest at both ends
and beyond them, or closed. The inputs of a step are those of its middle (`runtime.body.handle.pose`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from offline.scenes.base.parts import TimePart
from offline.scenes.body.contact import ToolPart
from offline.scenes.body.paths import HandlePart, PosesPart
from runtime.body.handle.hand import Way, still_way
from runtime.body.handle.pose import Motion, Offset, exponential, matrices, moved, quaternion, rest
from runtime.body.handle.tool import tool_inputs
from runtime.body.terms.base_motion import INPUTS

Array = np.ndarray
ROUND = 1e-12  # fraction of gravity: a frame turned by less counts as not turned
# function of time [s] that returns value, rate and acceleration (3, 3), one a row
Rates = Callable[[float], Array]


class Carried(NamedTuple):
    """The motion of the handle that carries a body."""

    pivot: Array  # (3,) m, pivot of the rotation
    gravity: Array  # (3,) m/s^2, gravity
    inputs: Array  # (T, 9) inputs of `runtime.body.terms.base_motion`, constant over each step
    way: dict[str, Array]  # the arrays of a `runtime.body.handle.hand.Way`

    @property
    def at_first(self) -> Array:
        """The inputs (9,) of a handle that stays where this one begins."""
        return self._staying(0)

    @property
    def at_last(self) -> Array:
        """The inputs (9,) of a handle that stays where this one ends."""
        return self._staying(-1)

    def _staying(self, at: int) -> Array:
        found = rest(np.zeros(3), matrices(self.way["rotation"][at])).inputs(self.gravity)
        return found if np.abs(found).max() > ROUND * np.abs(self.gravity).max(initial=0) else 0 * found


def carried_by(
    part: HandlePart | None, pivot: Array, gravity: tuple[float, float, float], time: TimePart
) -> Carried | None:
    """Return the motion of a handle about its pivot (3,) m; None where the scene has no handle."""
    if part is None:
        return None
    down, steps, dt = np.array(gravity), time.steps, time.step
    if not part.moves:
        return Carried(pivot, down, np.zeros((steps, INPUTS)), still_way(steps))
    once_more = part.period is not None and not part.closes
    place, turn = (_rates(points, part, steps * dt, once_more) for points in (part.translation, part.turns))

    def motion(moment: float) -> Motion:
        return moved(rest(np.zeros(3), np.eye(3)), Offset(place(moment), turn(moment)))

    states = [motion(k * dt) for k in range(steps + 1)]
    inputs = np.array([motion((k + 0.5) * dt).inputs(down) for k in range(steps)])
    way = Way(
        np.array([each.translation for each in states]),
        np.array([each.velocity for each in states]),
        _continuous(np.array([quaternion(each.rotation) for each in states])),
        np.array([each.spin for each in states]),
    )
    return Carried(pivot, down, inputs, way._asdict())


def tools_by(parts: Sequence[ToolPart], time: TimePart) -> Array:
    """Return the tools' poses and velocities at each step (T, 12 for each tool), from the scene's poses.

    The 12 are translation (m), rotation vector (rad) and both velocities: inputs of
    `runtime.body.terms.contact`.
    """
    found = [np.zeros((time.steps, 0))]
    for part in parts:
        end, once_more = time.steps * time.step, part.period is not None and not part.closes
        place, turn = (_rates(points, part, end, once_more) for points in (part.translation, part.turns))
        moments = time.step * np.arange(time.steps + 1)
        found.append(
            tool_inputs(
                np.array([place(moment)[0] for moment in moments]),
                np.array([exponential(turn(moment)[0]) for moment in moments]),
                time.step,
            )
        )
    return np.hstack(found)


def _rates(
    points: list[tuple[float, float, float]] | None, part: PosesPart, end: float, once_more: bool
) -> Rates:
    """Return the spline through points, and the first `once_more`; it is at rest where there are none.

    A periodic motion may end some whole turns later than it began: then it is uniform turning plus a periodic
    rest.
    """
    from scipy.interpolate import CubicSpline

    if points is None:
        return lambda moment: np.zeros((3, 3))
    values = np.array(points)
    if part.period is not None:
        values = np.vstack([values, values[:1]]) if once_more else values
        # changed by half a step at most, for a whole number of rounds
        period = end / max(round(end / part.period), 1)
        times, even = np.linspace(0, period, len(values)), (values[-1] - values[0]) / period
        rest_of_it = values - times[:, None] * even
        rest_of_it[-1] = rest_of_it[0]
        curve = CubicSpline(times, rest_of_it, bc_type="periodic")

        def round_and_round(moment: float) -> Array:
            within = moment % period
            return np.array([curve(within, order) for order in range(3)]) + [within * even, even, 0 * even]

        return round_and_round
    first, last = (part.times or [0.0])[0], (part.times or [0.0])[-1]
    curve = CubicSpline(part.times, values, bc_type="clamped")

    def along(moment: float) -> Array:
        inside = first <= moment <= last
        near = min(max(moment, first), last)
        return np.array([curve(near, order) * (order == 0 or inside) for order in range(3)])

    return along


def _continuous(quaternions: Array) -> Array:
    """Choose for each rotation (T + 1, 4) that of its two quaternions which is nearer to the one before."""
    signs = np.sign((quaternions[1:] * quaternions[:-1]).sum(axis=1))
    return quaternions * np.cumprod(np.concatenate([[1.0], np.where(signs < 0, -1.0, 1.0)]))[:, None]
