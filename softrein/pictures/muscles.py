"""What a body moves itself by, in pictures: lines and surfaces over it, the warmer the more they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from runtime.control.registry import LQR
from softrein.base import theme
from softrein.base.muscles import ShownMuscles
from softrein.pictures import offscreen
from softrein.pictures.offscreen import Sheet

if TYPE_CHECKING:
    from runtime.body.terms.drawn import Drawn
    from runtime.bundle.body import BodyBundle

THICK = 1.3  # a line, in radii of other curves

Array = np.ndarray


class Acting(NamedTuple):
    """One of them in a state: where its points are (k, 3) m, and how strongly it acts, from -1 to 1."""

    drawn: Drawn
    places: Array
    share: float


def driven(bundle: BodyBundle, controller: str = LQR.name, controls: Array | None = None) -> Array | None:
    """What drives each of a bundle's muscles (T, count), of a run's `controls` (T, s); None without muscles.

    Without `controls` that of the reference.
    """
    if not bundle.muscles:
        return None
    forward = bundle.track_of(controller).feedforward
    feedback = np.zeros((len(forward), len(bundle.limits))) if controls is None else controls
    return ShownMuscles(bundle).driven(forward, feedback)


def acting(bundle: BodyBundle, state: Array, given: Array | None) -> list[Acting]:
    """Where they are in a state (n,), and how strongly they act that are driven by (count,) or None."""
    if given is None:
        return []
    shown = ShownMuscles(bundle)
    pairs = zip(shown.drawings, shown.shares(given).tolist(), strict=True)
    return [Acting(each, shown.places(each, state), share) for each, share in pairs]


def lay(sheet: Sheet, found: Sequence[Acting], thin: float) -> None:
    """Lay them over the body, whose colour is not to mix with theirs, which says how much they do.

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
