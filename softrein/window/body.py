"""A body in the window: beside its reference, a translucent outline, with its mount and its targets."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, cast

import numpy as np

from offline.targets import fly, spots_of
from softrein.base import theme
from softrein.pictures.body import hung, mount_of, thin_of, view_of
from softrein.pictures.offscreen import FEATURE_ANGLE, VIEW_ANGLE
from softrein.pictures.panels import moving, size_of
from softrein.window.session import Session

if TYPE_CHECKING:
    from pyvista import Plotter

    from runtime.bundle.body import BodyBundle

GHOST = 0.22  # opacity of the reference


class View:
    """A body, its reference, what holds it and what it should hit."""

    def __init__(
        self, pyvista: ModuleType, plotter: Plotter, session: Session, size: tuple[int, int]
    ) -> None:
        """Put the body, its reference, the mount and the targets into a plotter of `size` pixels, (2,).

        The camera is placed so that the whole motion is seen.
        """
        from vtkmodules.vtkFiltersCore import vtkPolyDataNormals

        self._session = session
        self._bundle = bundle = cast("BodyBundle", session.bundle)
        panel = moving(bundle, bundle.track.states, "", theme.REFERENCE)
        view = view_of(bundle, [panel], size[0], (size[1], size[1]))
        plotter.camera.position, plotter.camera.focal_point = view.eye, view.centre
        plotter.camera.up, plotter.camera.view_angle = view.axes[1], VIEW_ANGLE
        start, triangles = bundle.drawn(bundle.vertices), bundle.drawn_triangles
        self._body = pyvista.PolyData.from_regular_faces(start, triangles)
        self._reference = pyvista.PolyData.from_regular_faces(start.copy(), triangles)
        self._normals = vtkPolyDataNormals()
        self._normals.SetInputData(self._body)
        self._normals.SetFeatureAngle(FEATURE_ANGLE)
        self._actor = plotter.add_mesh(
            self._body, reset_camera=False, ambient=0.3, diffuse=0.8, specular=0.1, specular_power=12
        )
        self._actor.mapper.SetInputConnection(self._normals.GetOutputPort())
        self._actor.prop.interpolation = "Phong"
        plotter.add_mesh(
            self._reference,
            color=theme.REFERENCE,
            opacity=GHOST,
            culling="back",
            reset_camera=False,
            pickable=False,
        )
        plotter.add_silhouette(self._reference, color=theme.FAINT_INK, line_width=2, opacity=0.8)
        for mesh, style in mount_of(bundle):
            plotter.add_mesh(mesh, reset_camera=False, pickable=False, **style)
        self._balls, self._bees = {}, []
        for target in bundle.targets:
            centre = np.array(target.flight[0] if target.flight else target.centre)
            actors = [
                plotter.add_mesh(mesh, reset_camera=False, pickable=False, **style)
                for mesh, style in hung(target, centre, thin_of(bundle))
            ]
            if target.flight:
                path = fly(target, spots_of(bundle.shape, target, bundle.track.states))
                self._bees.append((actors, path - centre))
            else:
                self._balls[target.name] = actors[0]
        self.held = [self._actor]
        plotter.camera.clipping_range = (view.distance / 50, 10 * view.distance + 10 * size_of(bundle))

    def flicked(self, looking: np.ndarray) -> np.ndarray:
        """Which way a flick goes: away from who looks."""
        return looking

    def draw(self) -> None:
        """Where all is now."""
        simulator, bundle = self._session.simulator, self._bundle
        self._body.points = bundle.drawn(simulator.positions())
        self._reference.points = bundle.drawn(simulator.reference_positions)
        self._actor.prop.color = theme.body_of(self._session.controller)
        for name, ball in self._balls.items():
            ball.prop.color = theme.HIT if name in self._session.struck else theme.BALL
        for actors, path in self._bees:
            for actor in actors:
                actor.position = path[simulator.index]
