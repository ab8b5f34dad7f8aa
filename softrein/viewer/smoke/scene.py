"""Smoke for pages: they load walls and the ways of the particles, and receive the rest (`drift`)."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from runtime.base.clock import step_at
from runtime.bundle.smoke import SmokeBundle
from runtime.control.base.choice import Choice
from runtime.plant.push import Push
from softrein.base.kinds import PLANE
from softrein.base.obstacles import solid_surface
from softrein.viewer import scene
from softrein.viewer.base.messages import LONGEST, Fields, number, vector
from softrein.viewer.scene import Place
from softrein.viewer.shown.drift import Drift, Layout, carried_of, layout_of, sampled
from softrein.viewer.shown.plans import layout_for

DIGITS = 4  # of places along ways, in the box's size


class Scene(scene.Scene):
    """Smoke as the viewer's processes and pages see it."""

    bundle: SmokeBundle
    smoke: Layout
    widest = 0.15
    says: ClassVar[dict[str, str]] = {
        "invite": "Stir the smoke.",
        "push": "your wind",
        "paths": "Nothing here follows a path: paths are for bodies.",
        "keys": "Key-frames are set by hand on bodies only; those of smoke stand in its scene.",
    }

    def __init__(self, bundle: SmokeBundle, controller: Choice | None = None, sensed: bool = False) -> None:
        """Set up a `softrein.viewer.scene.Scene` that sends pages all of a state, and turns no axes."""
        super().__init__(bundle, controller, sensed)
        self.shown, self.turn = bundle.track.states.shape[1], np.eye(bundle.axes)
        self.smoke = layout_of(bundle)
        self.size = float(np.linalg.norm(bundle.extent))
        self.plan = layout_for(bundle.replanning.ahead, bundle.particles, bundle.axes)
        self.scales = self.size, self.size**2  # m for positions, m^2 for the flow's coordinates
        # m/s^2, moves air at rest by about a tenth of the size in the motion's duration
        self.gentle_force = 0.1 * self.size / (bundle.steps * bundle.dt) ** 2

    def arrays(self) -> dict[str, np.ndarray]:
        """Solids, and the ways of the steered particles."""
        paths = np.swapaxes(self.bundle.shape.positions(self.bundle.track.states), 0, 1)
        return {
            "paths": paths,
            **(self._walls if self.bundle.axes > PLANE else {"solid": self.bundle.solid}),
        }

    def led(self) -> list[object]:
        """See `softrein.viewer.scene.Scene.led`: the steered particles' places (T + 1, axes) m."""
        ways = np.swapaxes(self.bundle.shape.positions(self.bundle.track.states), 0, 1)
        return list(np.round(ways, DIGITS - int(np.floor(np.log10(self.size)))).tolist())

    @cached_property
    def _walls(self) -> dict[str, np.ndarray]:
        """Solids in space, by a surface and, where smoke is behind them, by the cells that it is shown in."""
        share = sampled(self.bundle.solid.astype(float), self.smoke.cells)
        found = {"solid": (share > 0.5).T}
        if self.bundle.solid.any():
            surface = solid_surface(self.bundle.solid, self.bundle.modes.spacing).compute_normals()
            found["solid_vertices"] = np.asarray(surface.points, dtype=np.float32)
            found["solid_normals"] = np.asarray(surface.point_normals, dtype=np.float32)
            found["solid_triangles"] = surface.regular_faces.astype(np.uint32)
        return found

    def about(self) -> dict[str, object]:
        """Return the box (cells, m), and how many particles, cells of smoke and leaves the page draws."""
        bundle = self.bundle
        return {
            "cells": list(bundle.solid.shape),
            "extent": [float(length) for length in bundle.extent],
            "particles": bundle.particles,
            "smoke": list(self.smoke.cells),
            "trail": self.smoke.trail,
            "leaves": self.smoke.leaves,
            "leaves_in_all": len(carried_of(bundle)),
        }

    def messages(self) -> Fields:
        """Return the messages of hands: to blow continuously, and to push with a gust."""
        return messages(self.bundle.axes)

    def place(self, push: Push) -> Place:
        """The point (d,) m at which a push acts.

        For a push at a particle it is where the reference has the particle when the push begins.
        """
        at = push.at
        if isinstance(at, int | np.integer):
            step = step_at(push.time, self.bundle.dt, self.bundle.steps)
            at = self.bundle.shape.positions(self.bundle.track.states[step])[at]
        return tuple(float(x) for x in np.asarray(at))

    def nearest(self, point: np.ndarray, state: np.ndarray) -> Place:
        """The point (d,) m itself, or the nearest in the box."""
        return tuple(float(x) for x in np.clip(point, 0.0, self.bundle.extent))

    def where(self, place: Place, state: np.ndarray) -> np.ndarray:
        """Return the place itself, which is fixed, (d,) m."""
        return np.array(place)

    def ways(self, states: np.ndarray) -> np.ndarray:
        """Return the ways of the steered particles."""
        return np.swapaxes(self.bundle.shape.positions(states), 0, 1)[: self.plan.lines]

    def drift(self, whole: bool = False) -> Drift:
        """Smoke, leaves and trails; the `whole` of it is on the bundle's own grid, with all its leaves."""
        return Drift(self.bundle, layout_of(self.bundle, whole))


def messages(axes: int = 2) -> Fields:
    """Return the messages of hands in smoke with `axes` axes."""
    shove = {"at": vector(axes), "force": vector(axes), "radius": number(0.0)}
    return {"blow": shove, "push": {**shove, "duration": number(0.0, LONGEST)}}
