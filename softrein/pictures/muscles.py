"""Cables and chambers in pictures: laid over the body, the warmer the more they pull or press."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from runtime.control.registry import LQR
from softrein.base import theme
from softrein.base.muscles import ShownMuscles
from softrein.pictures import offscreen
from softrein.pictures.offscreen import Sheet, Thing

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle

THICK = 1.3  # a cable, in radii of other curves

Array = np.ndarray


class Acting(NamedTuple):
    """Cables (k, 3) m, and chambers by vertices (w, 3) m and triangles; each with its share, -1 to 1."""

    cables: list[tuple[Array, float]]
    chambers: list[tuple[Array, Array, float]]


def driven(bundle: BodyBundle, controller: str = LQR.name, controls: Array | None = None) -> Array | None:
    """What drives each of a bundle's muscles (T, count), of a run's `controls` (T, s); None without muscles.

    Without `controls` that of the reference.
    """
    if not bundle.muscles:
        return None
    forward = bundle.track_of(controller).feedforward
    feedback = np.zeros((len(forward), len(bundle.limits))) if controls is None else controls
    return ShownMuscles(bundle).driven(forward, feedback)


def acting(bundle: BodyBundle, state: Array, given: Array | None) -> Acting | None:
    """Where muscles are in a state (n,), and how strongly they act that are driven by (count,)."""
    if given is None:
        return None
    shown = ShownMuscles(bundle)
    shares = shown.shares(given).tolist()
    cables = shown.cables(state)
    walls = shown.chambers(bundle.shape.positions(state))
    return Acting(
        list(zip(cables, shares, strict=False)),
        [(*wall, share) for wall, share in zip(walls, shares[len(cables) :], strict=False)],
    )


def lay(sheet: Sheet, found: Acting | None, thin: float) -> None:
    """Lay them over the body, whose colour is not to mix with theirs, which says how much they do.

    `thin` m is the radius of other curves.
    """
    if found is None:
        return
    walls: list[Thing] = [
        offscreen.body(points, triangles, theme.of_share(share))
        for points, triangles, share in found.chambers
    ]
    sheet.lay(walls)
    sheet.lay(
        [offscreen.tube(route, THICK * thin, theme.of_share(abs(share))) for route, share in found.cables]
    )
