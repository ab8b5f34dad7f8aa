"""Contact of a body in pictures: a dot at each contact, and for each obstacle an arrow as long as its force.

An arrow begins in the middle of the contacts, and has the direction of the force on the body. All arrows of
a bundle's pictures have one scale, by which the largest force of its reference is as long as a push's arrow;
where the reference touches nothing, it is the largest force of the run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from softrein.base import theme
from softrein.pictures import offscreen
from softrein.pictures.offscreen import Sheet, Thing

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle

LONGEST = 0.45  # length of the arrow for the reference's largest force, in body sizes
MOST = 1.5  # largest drawn length as a multiple of that; longer arrows are cut
LEAST = 0.03  # smallest drawn length as a fraction of it; shorter arrows are left out
DOT = 2.2  # radius of a contact point in radii of curves
OPACITY = 0.8


class Touch(NamedTuple):
    """The drawing of contact at a moment."""

    points: np.ndarray  # (k, 3) m, points of contact
    arrows: list[tuple[np.ndarray, np.ndarray]]  # tail and tip (3,) m of each force arrow


class Touches:
    """Contact in one run."""

    def __init__(self, bundle: BodyBundle, states: np.ndarray, size: float) -> None:
        """`states` (T + 1, n) are the run's; `size` is the body's in m."""
        self._found = bundle.contacts(states)
        self._force, self._place = self._found.pressed(bundle.steps)
        reference = bundle.contacts(bundle.track.states).pressed(bundle.steps)[0]
        told = reference if reference.any() else self._force
        most = float(np.linalg.norm(told, axis=-1).max(initial=0.0))
        self._longest, self._scale = MOST * LONGEST * size, LONGEST * size / most if most else 0.0

    def at(self, step: int) -> Touch:
        """Return the contact in the step that ends at `step`."""
        arrows = []
        for force, place in zip(self._force[max(step - 1, 0)], self._place[max(step - 1, 0)], strict=True):
            span = self._scale * force
            length = float(np.linalg.norm(span))
            if length > LEAST * self._longest:
                arrows.append((place, place + span * min(1.0, self._longest / length)))
        return Touch(self._found.at(max(step - 1, 0)).points, arrows)


def lay(sheet: Sheet, touch: Touch, thin: float, around: list[Thing]) -> None:
    """Lay it over the body; `thin` m is the radius of curves."""
    dots = [offscreen.sphere(point, DOT * thin, theme.TOUCH) for point in touch.points]
    arrows = [offscreen.arrow(tail, tip, theme.TOUCH) for tail, tip in touch.arrows]
    if dots or arrows:
        sheet.lay([*dots, *arrows], OPACITY, around=around)
