"""Drawing in a box of smoke in space, as VTK objects: smoke, solids, paths, particles and gusts.

Smoke is volume-rendered in the controller's light colour. Light comes from straight above and is absorbed on
its way, so that smoke is darker below:

    lit = DARKEST + (1 - DARKEST) exp(-SHADE a)

with a the integral of rho from here up, over the box's longest side.

Limits: y is up; smoke is shown relative to the densest at the start, and not denser than that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from softrein.base import theme
from softrein.base.obstacles import solid_surface
from softrein.pictures import offscreen
from softrein.pictures.offscreen import Thing
from softrein.pictures.smoke_panels import Gust

if TYPE_CHECKING:
    from runtime.bundle.smoke import SmokeBundle

SHADE, DARKEST = 16.0, 0.45  # absorption of light, and brightness of fully shaded smoke

# As fractions of the box's longest side.
THICK = 0.025  # thickness of a layer of the densest smoke that is opaque
EDGE, PATH, DASHED, DASH = 0.0012, 0.0035, 0.002, 0.012  # radii of lines, and length of a dash
DOT, LEAF, RING, RIM = 0.012, 0.01, 0.02, 0.004
ARROW, SHORTEST, VARYING = (
    0.14,
    0.015,
    0.06,
)  # arrow lengths: the strongest push's, the shortest drawn, and that of wind of changing direction


class SpaceBox:
    """Makes what is drawn in one bundle's box."""

    def __init__(self, bundle: SmokeBundle) -> None:
        """Take the bundle's box; nothing is drawn yet."""
        self.side = max(bundle.extent)
        self._extent, self._spacing = np.asarray(bundle.extent), bundle.modes.spacing
        self._densest = float(bundle.density.max()) or 1.0
        pyvista = offscreen.load_pyvista()
        box = pyvista.Box(bounds=np.stack([0 * self._extent, self._extent], axis=1).ravel())
        edges = box.extract_feature_edges().tube(radius=EDGE * self.side)
        self.around: list[Thing] = [(edges, {"color": theme.FAINT_INK, "lighting": False})]
        if bundle.solid.any():
            self.around.append(
                (solid_surface(bundle.solid, self._spacing), {"color": theme.MOUNT, "smooth_shading": True})
            )

    def smoke(self, density: np.ndarray, colour: str) -> Thing:
        """Smoke (cells) in a colour."""
        share = self._share(density)
        above = np.cumsum(share[:, ::-1], axis=1)[:, ::-1] * self._spacing[1] / self.side
        lit = DARKEST + (1 - DARKEST) * np.exp(-SHADE * above)
        colours = np.array([*bytes.fromhex(colour[1:])]) * lit[..., None]
        return self._cloud(np.concatenate([colours, 255 * share[..., None]], axis=-1))

    def shadow(self, density: np.ndarray) -> Thing:
        """Return the shadow of smoke (cells) on the floor, in its lowest layer of cells and one below."""
        above = self._share(density).sum(axis=1, keepdims=True) * self._spacing[1] / self.side
        opacity = np.repeat(255 * (1 - np.exp(-SHADE * above)), 2, axis=1)
        return self._cloud(np.stack([0 * opacity] * 3 + [opacity], axis=-1))

    def path(self, path: np.ndarray, colour: str) -> Iterator[Thing]:
        """A path (k, 3) m, if it leads anywhere."""
        if len(path) > 1 and np.ptp(path, axis=0).max() > EDGE * self.side:
            yield offscreen.tube(path, PATH * self.side, colour)

    def reference(self, path: np.ndarray, towards: np.ndarray) -> Iterator[Thing]:
        """The reference's path (k, 3) m, dashed, and a ring at its end that faces `towards`."""
        if len(path) > 1 and np.ptp(path, axis=0).max() > EDGE * self.side:
            yield offscreen.dashes(path, DASHED * self.side, DASH * self.side, theme.INK)
        yield offscreen.ring(path[-1], RING * self.side, RIM * self.side, towards, theme.INK)

    def steered(self, place: np.ndarray, colour: str) -> Thing:
        """A steered particle."""
        return offscreen.sphere(place, DOT * self.side, colour)

    def carried(self, place: np.ndarray) -> Thing:
        """Return a carried leaf."""
        return offscreen.sphere(place, LEAF * self.side, theme.BALL)

    def reach(self, gust: Gust) -> Thing:
        """A ball where a gust has more than three fifths of its strength."""
        return offscreen.sphere(gust.place, gust.push.radius, theme.PUSH)

    def arrow(self, gust: Gust, force: np.ndarray, strongest: float) -> Iterator[Thing]:
        """An arrow through the place where a gust blows, as long as the force (3,) is strong."""
        span = ARROW * self.side * force / max(strongest, 1e-300)
        if np.linalg.norm(span) > SHORTEST * self.side:
            yield offscreen.arrow(gust.place - span / 2, gust.place + span / 2, theme.PUSH)

    def arrows(self, gust: Gust) -> Iterator[Thing]:
        """Return arrows in all directions for wind that varies."""
        for along in np.concatenate([np.eye(3), -np.eye(3)]) * VARYING * self.side:
            yield offscreen.arrow(gust.place + 0.2 * along, gust.place + 1.2 * along, theme.PUSH)

    def _share(self, density: np.ndarray) -> np.ndarray:
        return np.clip(density / self._densest, 0.0, 1.0)

    def _cloud(self, colours: np.ndarray) -> Thing:
        return offscreen.cloud(colours.astype(np.uint8), self._spacing, THICK * self.side)
