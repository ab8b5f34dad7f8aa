"""Smoke in the window: in its box, seen from the front, with its particles and the reference's rings."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, cast

import numpy as np

from softrein.base import theme
from softrein.pictures.smoke_box import smoke_image
from softrein.window.session import Session

if TYPE_CHECKING:
    from pyvista import Actor, Plotter

    from runtime.bundle.smoke import SmokeBundle

DOT, RING = 0.012, 0.02  # radii of particles and of the reference's rings, of the box's longer side


class View:
    """Smoke in its box, seen from the front, its particles and the reference's rings."""

    def __init__(
        self, pyvista: ModuleType, plotter: Plotter, session: Session, size: tuple[int, int]
    ) -> None:
        """In a plotter of so many pixels each way."""
        self._session = session
        self._bundle = bundle = cast("SmokeBundle", session.bundle)
        (nx, ny), (hx, hy) = bundle.solid.shape, bundle.modes.spacing
        self._densest = float(bundle.density.max())
        self._image = pyvista.ImageData(
            dimensions=(nx, ny, 1), spacing=(hx, hy, 1.0), origin=(hx / 2, hy / 2, 0.0)
        )
        self._image["smoke"] = np.zeros((nx * ny, 3), dtype=np.uint8)
        flat = {"lighting": False, "reset_camera": False}
        actor = plotter.add_mesh(self._image, scalars="smoke", rgb=True, **flat)
        side = self._side = float(max(bundle.extent))
        lx, ly = bundle.extent
        corners = np.array([[0, 0, 0], [lx, 0, 0], [lx, ly, 0], [0, ly, 0], [0, 0, 0]], dtype=float)
        plotter.add_mesh(
            pyvista.lines_from_points(corners), color=theme.FAINT_INK, line_width=2, pickable=False, **flat
        )
        self._rings = self._discs(pyvista, plotter, bundle.particles, 0.8 * RING, RING, theme.INK)
        self._leaves = self._discs(pyvista, plotter, len(bundle.carried), 0.0, DOT, theme.BALL)
        self._dots = self._discs(pyvista, plotter, bundle.particles, 0.0, DOT, theme.INK)
        self.held = [actor]
        middle = np.array([lx / 2, ly / 2, 0.0])
        tall = max(ly, lx * size[1] / size[0]) * 1.3  # room for the words
        plotter.camera.position = middle + [0.0, 0.0, 5 * side]
        plotter.camera.focal_point, plotter.camera.up = middle, (0.0, 1.0, 0.0)
        plotter.camera.parallel_projection, plotter.camera.parallel_scale = True, tall / 2
        plotter.camera.clipping_range = (side, 10 * side)

    def _discs(
        self, pyvista: ModuleType, plotter: Plotter, count: int, inner: float, outer: float, colour: str
    ) -> list[Actor]:
        """Actors of so many discs or rings."""
        mesh = pyvista.Disc(inner=inner * self._side, outer=outer * self._side, c_res=32)
        style = {"color": colour, "lighting": False, "reset_camera": False, "pickable": False}
        return [plotter.add_mesh(mesh, **style) for _ in range(count)]

    def flicked(self, looking: np.ndarray) -> np.ndarray:
        """Which way a flick goes: up."""
        return np.array([0.0, 1.0, 0.0])

    def draw(self) -> None:
        """Where all is now."""
        session, bundle, carried = self._session, self._bundle, self._session.live.drift
        assert carried is not None
        image = smoke_image(carried.density, self._densest, theme.body_of(session.controller))
        image[bundle.solid.T] = np.array([*bytes.fromhex(theme.MOUNT[1:])]) / 255
        self._image["smoke"] = np.round(255 * image.clip(0, 1)).astype(np.uint8).reshape(-1, 3)
        simulator = session.simulator
        wanted = bundle.shape.positions(simulator.reference_state)
        layers = (self._leaves, carried.leaves), (self._rings, wanted), (self._dots, simulator.positions())
        for height, (actors, places) in enumerate(layers, 1):
            for actor, place in zip(actors, places, strict=True):
                actor.position = (*place, 1e-3 * height * self._side)
        for dot in self._dots:
            dot.prop.color = theme.colour_of(session.controller)
