"""A body's shape that refuses pushes far from the body; they would act on the nearest vertex otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.base.arguments import is_whole, said
from runtime.body.shape import Shape
from softrein.errors import ControllerError

FAR = 1.0  # fraction of the body's diagonal at rest: a push farther from all vertices is an error


class PushedShape(Shape):
    """A `Shape` that raises ControllerError for a point farther from the body than its diagonal is long."""

    def vertex_of(self, at: int | str | Sequence[float], state: np.ndarray | None = None) -> int:
        """See `Shape.vertex_of`."""
        vertex = super().vertex_of(at, state)
        if isinstance(at, str) or is_whole(at):
            return vertex
        here = self.vertices[vertex] if state is None else self.positions(state, np.array([vertex]))[0]
        away = float(np.hypot.reduce(here - np.asarray(at, dtype=float)))
        diagonal = float(np.linalg.norm(np.ptp(self.vertices[: self.own], axis=0)))
        if away > FAR * diagonal:
            raise ControllerError(
                f"a push at {said(at)} is {away:.3g} m from the body, whose diagonal is {diagonal:.3g} m: "
                "bring it to the body's place and unit"
            )
        return vertex
