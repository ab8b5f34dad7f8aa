"""The way that a controller plans, in the window: a line into the future that fades towards its end."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from softrein.base import theme
from softrein.window.session import Session

if TYPE_CHECKING:
    from pyvista import Actor, Plotter

WIDTH = 5  # pixels
FAINT = 0.06  # how much is seen of its end
IN_FRONT = -66_000  # units of depth by which what belongs to hands and plans is drawn before all else


def in_front(actor: Actor) -> None:
    """Let lines be seen through whatever is before them."""
    actor.mapper.SetResolveCoincidentTopologyToPolygonOffset()
    actor.mapper.SetRelativeCoincidentTopologyLineOffsetParameters(0, IN_FRONT)


class Future:
    """The lines of a session's plans."""

    def __init__(self, pyvista: ModuleType, plotter: Plotter, session: Session) -> None:
        self._session, layout = session, session.scene.plan
        shape = layout.lines, layout.points
        numbers = np.arange(np.prod(shape)).reshape(shape)
        cells = np.insert(numbers, 0, layout.points, axis=1)
        self._mesh = pyvista.PolyData(np.zeros((numbers.size, 3)), lines=cells.ravel())
        self._mesh["seen"] = self._seen = np.zeros((numbers.size, 4), np.uint8)
        self._seen[:, 3] = np.tile(np.linspace(255, 255 * FAINT, layout.points), layout.lines)
        self._actor = plotter.add_mesh(
            self._mesh,
            scalars="seen",
            rgb=True,
            line_width=WIDTH,
            lighting=False,
            reset_camera=False,
            pickable=False,
        )
        in_front(self._actor)
        self._actor.visibility = False

    def draw(self) -> None:
        """Where they lead now; nothing without a plan."""
        ways = self._session.ways()
        self._actor.visibility = len(ways) > 0
        if not len(ways):
            return
        self._seen[:, :3] = np.array([*bytes.fromhex(theme.colour_of(self._session.controller)[1:])])
        self._mesh["seen"], self._mesh.points = self._seen, ways.reshape(-1, 3)
