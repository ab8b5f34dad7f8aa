"""A body's cables and chambers in pictures: lines and surfaces, warmer in colour if they act more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from runtime.control.registry import LQR
from softrein.base import theme
from softrein.base.shown_actuators import ShownActuators
from softrein.pictures import offscreen
from softrein.pictures.offscreen import Sheet

if TYPE_CHECKING:
    from runtime.body.terms.drawn import Drawn
    from runtime.bundle.body import BodyBundle

THICK = 1.3  # line radius, relative to other curves

Array = np.ndarray


class Acting(NamedTuple):
    """A cable or chamber in a state: its points (k, 3) m, and how strongly it acts, from -1 to 1."""

    drawn: Drawn
    places: Array
    share: float


def driven(bundle: BodyBundle, controller: str = LQR.name, controls: Array | None = None) -> Array | None:
    """Return the control cable each muscle (T, count), from a run's `controls` (T, s); None without any.

    Without `controls` it is the reference's.
    """
    if not bundle.muscles:
        return None
    forward = bundle.track_of(controller).feedforward
    feedback = np.zeros((len(forward), len(bundle.limits))) if controls is None else controls
    return ShownActuators(bundle).driven(forward, feedback)


def acting(bundle: BodyBundle, state: Array, given: Array | None) -> list[Acting]:
    """Return the muscles in a state (n,), with how strongly they act by controls `given` (count,) or None."""
    if given is None:
        return []
    shown = ShownActuators(bundle)
    pairs = zip(shown.drawings, shown.shares(given).tolist(), strict=True)
    return [Acting(each, shown.places(each, state), share) for each, share in pairs]


def lay(sheet: Sheet, found: Sequence[Acting], thin: float) -> None:
    """Draw them over the body, without mixing its colour with theirs, which shows how strongly they act.

    `thin` m is the radius of other curves.
    """
    if not found:
        return
    lines = [each for each in found if each.drawn.is_line]
    surfaces = [each for each in found if len(each.drawn.triangles)]
    sheet.lay(
        [offscreen.body(places, drawn.triangles, theme.of_share(share)) for drawn, places, share in surfaces]
    )
    sheet.lay(
        [offscreen.tube(places, THICK * thin, theme.of_share(abs(share))) for _, places, share in lines]
    )
