"""A body as pages draw it.

It is drawn by its skin where it has one, or by the mesh's surface: only vertices of triangles, numbered
anew. A drawn vertex follows x = X + B p with its block B (3, r) of the basis, the skin's weights folded in;
a force f on it acts as B^T f.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from runtime.bundle.body import BodyBundle
from runtime.control.choice import Choice
from runtime.control.paths import places_along
from runtime.push import Push
from runtime.upright import upright
from softrein.viewer import scene
from softrein.viewer.body.encounters import Encounter, encounters_of
from softrein.viewer.messages import LONGEST, Fields, number, vector, whole
from softrein.viewer.scene import Place
from softrein.viewer.steering.plans import layout_for

BENT = 0.5  # sizes of a body that the clamp of a user's force bends it in the long run, at the least
FEW = 5000  # triangles of a surface for pages that a processor draws
PLACES = 200  # of a path that is drawn
STATES = 40  # of the reference, by which it is found how far the body comes
VIEWS = 3  # along each side of a cube: directions in which it is looked who comes farthest


class Body(NamedTuple):
    """A body as it is drawn."""

    rest: np.ndarray  # (v, 3) m
    triangles: np.ndarray  # (k, 3)
    basis: np.ndarray  # (v, 3, r)
    mass: np.ndarray  # (v,) kg, the body's mass shared out
    drawn: np.ndarray  # (vertices of the mesh,) the drawn vertex that is closest to each at rest


def drawn_body(bundle: BodyBundle) -> Body:
    """The drawn vertices of a body, as they are turned for the page."""
    from scipy.spatial import cKDTree

    turn = upright(bundle.up)

    used, triangles = np.unique(bundle.drawn_triangles, return_inverse=True)
    basis = np.moveaxis(bundle.drawn(np.moveaxis(bundle.shape.modes, 2, 0))[:, used], 0, 2)
    rest = bundle.drawn(bundle.vertices)[used]
    drawn = cKDTree(rest).query(bundle.vertices)[1]
    mass = np.bincount(drawn, masses(bundle), minlength=len(rest))
    basis = np.ascontiguousarray(np.einsum("ab,vbr->var", turn, basis))
    return Body(rest @ turn.T, triangles.reshape(-1, 3), basis, mass, drawn)


def coarser(rest: np.ndarray, triangles: np.ndarray, most: int) -> np.ndarray:
    """At most `most` triangles (k, 3) in place of a surface's, over some of its vertices (v, 3).

    Decimated by quadric errors; each vertex that is left then moves to the nearest one of the surface.
    """
    if len(triangles) <= most:
        return triangles
    from pyvista import PolyData
    from scipy.spatial import cKDTree

    surface = PolyData.from_regular_faces(rest.astype(float), triangles)
    left = surface.decimate(1 - most / len(triangles))
    found = cKDTree(rest).query(left.points)[1][left.regular_faces]
    flat = (found == np.roll(found, 1, axis=1)).any(axis=1)
    return np.asarray(found[~flat])


def masses(bundle: BodyBundle) -> np.ndarray:
    """The mass (v,) kg of each vertex of the mesh; parts of several densities count with their mean."""
    corners = bundle.vertices[bundle.tets]
    volumes = np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])) / 6
    density = float(np.mean(list(bundle.densities.values()) or [1000.0]))
    shares = np.repeat(density * volumes / 4, 4)
    return np.bincount(bundle.tets.ravel(), shares, minlength=len(bundle.vertices))


def thinned(places: np.ndarray) -> np.ndarray:
    """Some `PLACES` of places (k, 3) one after the other, both ends among them, or all where they are few."""
    return places[np.unique(np.linspace(0, len(places) - 1, PLACES).astype(int))]


def gives_way(bundle: BodyBundle, basis: np.ndarray) -> np.ndarray:
    """How far drawn vertices (v,) of a body at rest give way to a force in the long run, m/N."""
    stiffness, axes = np.linalg.eigh(bundle.model.stiffness_at_rest())
    stiffness = np.maximum(np.abs(stiffness), 1e-9 * np.abs(stiffness).max())
    return np.asarray(((basis @ axes) ** 2 / stiffness).sum(axis=(1, 2)))


class Scene(scene.Scene):
    """A body as the viewer's processes and pages see it."""

    bundle: BodyBundle
    widest = 0.5

    def __init__(self, bundle: BodyBundle, controller: Choice | None = None) -> None:
        super().__init__(bundle, controller)
        self.body = drawn_body(bundle)
        self.shown, self.turn, self.vertices = bundle.rank, upright(bundle.up), len(self.body.rest)
        self.size = float(np.linalg.norm(np.ptp(self.body.rest, axis=0)))
        self.watched = np.unique(self.body.drawn[bundle.watched()])
        self.plan = layout_for(bundle.replanning.horizon, 1, 3)
        self.scales = (self.size * float(np.sqrt(self.body.mass.sum())),) * 2  # m kg^1/2, as coordinates are
        self.give = gives_way(bundle, self.body.basis)
        held = self.size / max(float(self.give.max()), np.finfo(float).tiny)  # by its softest place
        self.gentle_force, self.holding_force = 0.1 * held, BENT * held

    @cached_property
    def coarse(self) -> np.ndarray:
        """The body's surface by few triangles (k, 3) over its drawn vertices."""
        return coarser(self.body.rest, self.body.triangles, FEW)

    def arrays(self) -> dict[str, np.ndarray]:
        """The surface, and how it moves."""
        body = self.body
        return {
            "rest": body.rest,
            "triangles": body.triangles.astype(np.uint32),
            "coarse": self.coarse.astype(np.uint32),
            "basis": np.moveaxis(body.basis, 2, 1),
            "mass": body.mass,
            "reach": self.reach,
        }

    @cached_property
    def reach(self) -> np.ndarray:
        """The places (k, 3) m that the reference brings the body to farthest in each of many directions."""
        side = np.linspace(-1, 1, VIEWS)
        ways = np.stack(np.meshgrid(side, side, side), axis=-1).reshape(-1, 3)
        ways = ways[np.abs(ways).max(axis=1) == 1]
        states = self.bundle.track.states[:, : self.bundle.rank]
        found = self.body.rest[np.argmax(self.body.rest @ ways.T, axis=0)]
        for state in states[:: max(1, len(states) // STATES)]:
            places = self.body.rest + self.body.basis @ state
            farthest = places[np.argmax(places @ ways.T, axis=0)]
            farther = np.einsum("wx,wx->w", farthest - found, ways) > 0
            found[farther] = farthest[farther]
        return np.unique(found, axis=0)

    def about(self) -> dict[str, Any]:
        """What is watched, and the box around the body at rest."""
        rest, bundle = self.body.rest, self.bundle
        paths = places_along(bundle.shape, bundle.track, bundle.costs, bundle.paths)
        return {
            "paths": [(thinned(each) @ self.turn.T).tolist() for each in paths],
            "watched": self.watched.tolist(),
            "extent": [rest.min(axis=0).tolist(), rest.max(axis=0).tolist()],
        }

    def messages(self) -> Fields:
        """To hold a vertex, and to push at one."""
        return messages(self.vertices)

    def place(self, push: Push) -> Place:
        """The drawn vertex."""
        at = push.at
        vertex = int(at) if isinstance(at, int | np.integer) else self.bundle.shape.nearest(np.array(at))
        return int(self.body.drawn[vertex])

    def nearest(self, point: np.ndarray, state: np.ndarray) -> Place:
        """The drawn vertex, among those that can move, that is nearest to a point (3,) m."""
        can_move = np.flatnonzero(self.body.basis.any(axis=(1, 2)))
        here = self.body.rest[can_move] + self.body.basis[can_move] @ state[: self.bundle.rank]
        return int(can_move[np.argmin(np.linalg.norm(here - point, axis=1))])

    def where(self, place: Place, state: np.ndarray) -> np.ndarray:
        """Where a drawn vertex has gone, (3,) m."""
        assert isinstance(place, int)
        return np.asarray(self.body.rest[place] + self.body.basis[place] @ state[: self.bundle.rank])

    def ways(self, states: np.ndarray) -> np.ndarray:
        """The way of the middle of what is watched."""
        rest, basis = (part[self.watched].mean(axis=0) for part in (self.body.rest, self.body.basis))
        return np.asarray(rest + states[:, : self.bundle.rank] @ basis.T)[None]

    def encounters(self) -> list[Encounter]:
        """Those of the targets with the body."""
        return encounters_of(self.bundle)


def messages(vertices: int) -> Fields:
    """What hands on a body of so many drawn vertices may ask for."""
    place = {"vertex": whole(0, vertices - 1)}
    shove = {**place, "force": vector(3), "radius": number(0.0)}
    return {"grab": {**place, "to": vector(3)}, "push": {**shove, "duration": number(0.0, LONGEST)}}
