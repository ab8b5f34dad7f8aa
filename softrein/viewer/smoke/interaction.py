"""Interaction in smoke: wind, which lasts for a moment after its last message, and gusts."""

from __future__ import annotations

import numpy as np

from runtime.base.clock import steps_within
from softrein.viewer import interaction
from softrein.viewer.interaction import HELD_BY, Shove
from softrein.viewer.scene import Place
from softrein.viewer.smoke.scene import Scene
from softrein.viewer.smoke.wind import Wind

HOLD = 0.25  # s for which wind continues after the last message about it
PATCH = 0.08  # width of the wind of a pulling hand, as a fraction of the box's longer side


class Interaction(interaction.Interaction):
    """The winds and gusts of pages."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._wind = Wind(scene.bundle)

    def prepare(self) -> None:
        """A first gust."""
        self._wind.pattern(np.zeros(self._wind.extent.size), PATCH)

    def blow(self, page: int, at: tuple[float, ...], force: tuple[float, ...], radius: float) -> None:
        """A page's wind around a point (d,) m, for a moment."""
        self._held[page] = self._gust(at, force, HOLD, radius)

    def pull(self, page: int, place: Place, to: np.ndarray) -> None:
        """Blow, at a place (d,) m, towards a point (d,) m: the farther the point, the stronger the wind."""
        assert isinstance(place, tuple)
        force = self._scene.largest_force / (HELD_BY * self._scene.size) * (to - place)
        self.blow(page, place, tuple(force), PATCH * float(self._wind.extent.max()))

    def push(self, at: Place, force: tuple[float, ...], duration: float, radius: float) -> None:
        """A gust of wind around a point (d,) m."""
        assert isinstance(at, tuple)
        self._add(self._gust(at, force, duration, radius))

    def _gust(self, at: tuple[float, ...], force: tuple[float, ...], duration: float, radius: float) -> Shove:
        place = np.clip(np.array(at), 0.0, self._wind.extent)
        pattern = self._wind.pattern(place, min(radius, self._scene.largest_radius))
        return Shove(pattern, self._clamped(force), place, steps_within(duration, self._dt), None)
