"""Drawing in a box of smoke: smoke, solids, paths, particles, leaves and gusts, on axes in metres.

Smoke has the controller's light colour, so that dark lines are legible on it everywhere, and a slight relief,
lit from above left: `1 - exp(-SOFT rho)` is its opacity, and the gradient of rho gives the light.

Limits: smoke is shown relative to the densest at the start, and not denser than that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from softrein.base import theme
from softrein.pictures.captions import LABEL, POINTS
from softrein.pictures.smoke_panels import Gust

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from runtime.bundle.smoke import SmokeBundle

GROUND = "#f6f7f9"  # slightly darker than paper, so that the box's edges are visible
LEAF = theme.BALL
DENSEST = 0.9  # share of the smoke's colour where the smoke is densest
SOFT = 2.0  # contrast of thin smoke: larger values make it more visible
# strength of the shading, and the inverse of the slope (per cell) that is shaded half as much
RELIEF, STEEP = 0.18, 6.0

# In pixels for a panel 500 wide, as in `softrein.pictures.captions`.
PATH, RIM, DASHED, EDGE = 3.6, 1.4, 1.8, 1.9  # line widths
DOT, START, RING, BADGE = 8.5, 4.5, 14.0, 11.5  # radii

# As fractions of the box's longer side.
# lengths of the strongest push's arrow and of an arrow's head, and the length below which no arrow is drawn
ARROW, HEAD, SHORTEST = 0.17, 0.045, 0.015
VARYING = 0.065  # length of each arrow for wind of changing direction
ROOMY = 0.12  # shortest arrow that has room for a number
LEAF_SIZE, STEERED_LEAF = 0.026, 0.036  # half lengths of leaves

# Drawing order, from bottom to top.
SMOKE, SOLID, REACH, CARRIED, LINE, REFERENCE, HOME, BEGIN, PUSH, STEERED = range(1, 11)
HEADING = 8  # number of steps over which a leaf's direction is computed


class SmokeBox:
    """One panel's axes, to be drawn on."""

    def __init__(self, bundle: SmokeBundle, axes: Axes, unit: float) -> None:
        """Take the axes; `unit` is the scale of pixels relative to a panel 500 wide."""
        self._axes, self._unit, self._solid = axes, unit, bundle.solid
        self._extent, self._side = np.asarray(bundle.extent), max(bundle.extent)
        self._densest = float(bundle.density.max())
        self._among_leaves = len(bundle.carried) > 0

    def clear(self) -> None:
        """Take away all that was drawn."""
        axes = self._axes
        for artist in [*axes.images, *axes.lines, *axes.patches, *axes.collections, *axes.texts]:
            artist.remove()

    def smoke(self, density: np.ndarray, colour: str) -> None:
        """Smoke (nx, ny), and the solid cells."""
        self._image(smoke_image(density, self._densest, colour), "bicubic", SMOKE)
        if self._solid.any():
            solid = np.zeros((*self._solid.T.shape, 4))
            solid[self._solid.T] = [*_rgb(theme.MOUNT), 1.0]
            self._image(solid, "nearest", SOLID)

    def path(self, path: np.ndarray, colour: str) -> None:
        """A particle's path (k, 2) m, light beside it, and a small ring where it begins."""
        from matplotlib.patheffects import Normal, withStroke

        rim = [withStroke(linewidth=self._points(PATH + 2 * RIM), foreground=theme.PAPER), Normal()]
        (line,) = self._axes.plot(*path.T, color=colour, lw=self._points(PATH), zorder=LINE)
        line.set(path_effects=rim, solid_capstyle="round", solid_joinstyle="round")
        self._disc(path[0], START, theme.PAPER, colour, BEGIN)

    def trail(self, path: np.ndarray, colour: str, kept: int) -> None:
        """A path that fades with age: faint where it is older than `kept` steps."""
        from matplotlib.collections import LineCollection

        pieces = np.stack([path[:-1], path[1:]], axis=1)
        opacity = 0.25 + 0.75 * np.clip(1 - np.arange(len(pieces))[::-1] / kept, 0, 1)
        colours = np.column_stack([np.tile(_rgb(colour), (len(pieces), 1)), opacity])
        lines = LineCollection(list(pieces), colors=colours, linewidths=self._points(PATH), zorder=LINE)
        self._axes.add_collection(lines)

    def reference(self, path: np.ndarray) -> None:
        """The reference's path, dashed, and a ring at its end."""
        width, dashes = self._points(DASHED), (0, (4, 2.2))
        self._axes.plot(*path.T, color=theme.INK, lw=width, ls=dashes, zorder=REFERENCE)
        self._disc(path[-1], RING, (*_rgb(theme.PAPER), 0.8), theme.INK, HOME)

    def steered(self, path: np.ndarray, colour: str) -> None:
        """A steered particle at the end of its path: a leaf among leaves, otherwise a dot."""
        if self._among_leaves:
            self._leaf(path, STEERED_LEAF, colour, STEERED)
        else:
            self._disc(path[-1], DOT, colour, theme.PAPER, STEERED)

    def carried_leaf(self, path: np.ndarray) -> None:
        """Draw a carried leaf, at the end of its path (k, 2) m."""
        self._leaf(path, LEAF_SIZE, LEAF, CARRIED)

    def gust(self, gust: Gust, force: np.ndarray, strongest: float, number: int | None = None) -> None:
        """An arrow through the place where a gust blows, as long as the force (2,) is strong; its number."""
        self._reach(gust)
        strength = float(np.linalg.norm(force))
        span = ARROW * self._side * strength / max(strongest, 1e-300)
        if span < SHORTEST * self._side:
            return
        along = force / strength
        tail = gust.place - 0.5 * span * along
        self._arrow(tail, span * along, min(HEAD * self._side, 0.6 * span))
        if number is not None:
            # position on the arrow, chosen so that its head stays visible
            back = 0.15 if span > ROOMY * self._side else 0.5
            self._badge(gust.place - back * span * along, number)

    def varying_gust(self, gust: Gust) -> None:
        """Draw arrows in all directions for wind that varies."""
        self._reach(gust)
        for angle in np.deg2rad([0, 90, 180, 270]):
            along = np.array([np.cos(angle), np.sin(angle)]) * self._side
            self._arrow(gust.place + 0.2 * VARYING * along, VARYING * along, 0.5 * VARYING * self._side)

    def _image(self, image: np.ndarray, interpolation: str, zorder: float) -> None:
        extent = (0, self._extent[0], 0, self._extent[1])
        self._axes.imshow(
            image, origin="lower", extent=extent, interpolation=interpolation, aspect="auto", zorder=zorder
        )

    def _disc(
        self, place: np.ndarray, radius: float, face: str | tuple[float, ...], edge: str, zorder: float
    ) -> None:
        (disc,) = self._axes.plot(*place[:, None], "o", zorder=zorder, clip_on=False)
        disc.set(ms=2 * self._points(radius), mfc=face, mec=edge, mew=self._points(EDGE))

    def _leaf(self, path: np.ndarray, size: float, colour: str, zorder: float) -> None:
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path as Outline
        from matplotlib.transforms import Affine2D

        way = path[-1] - path[max(len(path) - HEADING, 0)]
        place = Affine2D().scale(size * self._side).rotate(np.arctan2(way[1], way[0])).translate(*path[-1])
        corners = [(-0.75, 0), (-0.5, 0.62), (0.35, 0.6), (1, 0), (0.35, -0.6), (-0.5, -0.62), (-0.75, 0)]
        blade = Outline(corners, [Outline.MOVETO, *[Outline.CURVE4] * 6])
        style = {"ec": theme.INK, "lw": self._points(1.3), "zorder": zorder}
        for outline, face in ((blade, colour), (Outline([(-1.15, 0), (0.65, 0)]), "none")):
            patch = PathPatch(outline, fc=face, transform=place + self._axes.transData, **style)
            self._axes.add_patch(patch)

    def _reach(self, gust: Gust) -> None:
        """A disc where a gust has more than three fifths of its strength."""
        from matplotlib.patches import Circle

        disc = Circle(tuple(gust.place), gust.push.radius, fc=theme.PUSH, ec="none", alpha=0.16, zorder=REACH)
        self._axes.add_patch(disc)

    def _arrow(self, tail: np.ndarray, way: np.ndarray, head: float) -> None:
        from matplotlib.patches import FancyArrow

        arrow = FancyArrow(
            *tail, *way, width=0.3 * head, head_width=head, head_length=head, length_includes_head=True
        )
        arrow.set(fc=theme.PUSH, ec=theme.PAPER, lw=self._points(1.5), zorder=PUSH)
        self._axes.add_patch(arrow)

    def _badge(self, place: np.ndarray, number: int) -> None:
        """A number on a disc."""
        self._disc(place, BADGE, theme.PUSH, theme.PAPER, PUSH)
        size, (x, y) = self._points(0.72 * LABEL), place
        words = self._axes.text(x, y, str(number), color=theme.PAPER, fontsize=size, fontweight="bold")
        words.set(ha="center", va="center_baseline", zorder=PUSH)

    def _points(self, pixels: float) -> float:
        """Typographic points."""
        return pixels * self._unit * POINTS


def smoke_image(density: np.ndarray, densest: float, colour: str) -> np.ndarray:
    """Density (nx, ny) as an image (ny, nx, 3) in [0, 1], the lowest row first."""
    share = np.clip(density.T / (densest or 1.0), 0.0, 1.0)
    cover = DENSEST * np.expm1(-SOFT * share) / np.expm1(-SOFT)
    up, right = np.gradient(share)
    light = (RELIEF * STEEP * (0.5 * right - 0.86 * up) / (1 + STEEP * np.hypot(up, right)))[..., None]
    flat = _rgb(GROUND) + cover[..., None] * (_rgb(colour) - _rgb(GROUND))
    return np.asarray(flat + np.where(light > 0, light * (1 - flat), light * flat))


def _rgb(colour: str) -> np.ndarray:
    """A colour's parts, each in [0, 1]."""
    return np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) / 255
