"""What a page draws: the scene's description, and the arrays that stay the same, for its GPU.

A body is drawn by its skin where it has one, or by the mesh's surface: only vertices of triangles, numbered
anew. A drawn vertex follows x = X + B p with its block B (3, r) of the basis, the skin's weights folded in;
a force f on it acts as B^T f. Pages have y up: a body whose scene has another axis up is turned, places and
forces alike. Of smoke a page has the walls and the ways of the particles; the rest comes to it (`drift`).
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from runtime.body.target import Target
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.push import Push
from runtime.upright import upright
from softrein.viewer.smoke.drift import Layout, layout_of

ORDER = ("lqr", "pd", "spd", "timed", "p", "none")
STRONGEST = 3.0  # the clamp of a user's force, in typical forces of the scene
BENT = 0.5  # sizes of a body that this clamp bends it in the long run, at the least
FEW = 5000  # triangles of a surface for pages that a processor draws
TYPES = {"f": "f4", "u": "u4", "b": "u1"}
ON_THE_WIRE = {"f4": "<f4", "u4": "<u4", "u1": "u1"}
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
    materials = bundle.scene.get("materials") or {"body": {"density": 1000.0}}
    density = float(np.mean([material["density"] for material in materials.values()]))
    shares = np.repeat(density * volumes / 4, 4)
    return np.bincount(bundle.tets.ravel(), shares, minlength=len(bundle.vertices))


class Content(NamedTuple):
    """What a page loads, once."""

    description: bytes  # scene.json
    arrays: dict[str, bytes]


class Scene:
    """A bundle as the viewer's processes and pages see it."""

    def __init__(self, bundle: Bundle) -> None:
        """Of a loaded bundle."""
        self.bundle = bundle
        self.controllers = tuple(name for name in ORDER if name in bundle.controllers)
        self.shown = bundle.rank if bundle.axes == 3 else bundle.track.states.shape[1]  # entries of a state

    @cached_property
    def body(self) -> Body:
        """A soft body as it is drawn."""
        assert isinstance(self.bundle, BodyBundle)
        return drawn_body(self.bundle)

    @cached_property
    def coarse(self) -> np.ndarray:
        """The body's surface by few triangles (k, 3) over its drawn vertices."""
        return coarser(self.body.rest, self.body.triangles, FEW)

    @property
    def counts(self) -> tuple[int, int, int]:
        """Entries of a state that are shown, rank, and targets: what a frame's size goes by."""
        return self.shown, self.bundle.rank, len(self.bundle.targets)

    @cached_property
    def smoke(self) -> Layout | None:
        """How much a message has of what smoke's flow carries; of a body nothing."""
        return layout_of(self.bundle) if isinstance(self.bundle, SmokeBundle) else None

    @property
    def turn(self) -> np.ndarray:
        """From the bundle's axes to the page's, (3, 3) of a body and (2, 2) of smoke."""
        return upright(self.bundle.up) if isinstance(self.bundle, BodyBundle) else np.eye(2)

    @property
    def vertices(self) -> int:
        """How many vertices are drawn; of smoke none."""
        return len(self.body.rest) if self.bundle.axes == 3 else 0

    @cached_property
    def size(self) -> float:
        """The diagonal of the body at rest, or of the box, in m."""
        if isinstance(self.bundle, SmokeBundle):
            return float(np.linalg.norm(self.bundle.extent))
        return float(np.linalg.norm(np.ptp(self.body.rest, axis=0)))

    @cached_property
    def force(self) -> float:
        """A typical force of a push, N or m/s^2: the scene's own, or what bends or stirs by a tenth of it."""
        ensemble = self.bundle.scene.get("ensemble")
        pushes = [float(np.linalg.norm(push.force)) for push in self.bundle.pushes]
        if ensemble is not None or pushes:
            return float(max(pushes + list(ensemble["force"] if ensemble else [])))
        if self.bundle.axes == 3:
            return 0.1 * self.size / self.softest
        return float(0.1 * self.size / (self.bundle.steps * self.bundle.dt) ** 2)

    @cached_property
    def give(self) -> np.ndarray:
        """How far each drawn vertex (v,) of a body at rest gives way to a force in the long run, m/N."""
        assert isinstance(self.bundle, BodyBundle)
        stiffness, axes = np.linalg.eigh(self.bundle.model.stiffness_at_rest())
        stiffness = np.maximum(np.abs(stiffness), 1e-9 * np.abs(stiffness).max())
        return np.asarray(((self.body.basis @ axes) ** 2 / stiffness).sum(axis=(1, 2)))

    @property
    def softest(self) -> float:
        """The largest `give`."""
        return max(float(self.give.max()), np.finfo(float).tiny)

    @cached_property
    def largest_force(self) -> float:
        """The most that a user's force can be; enough to hold a body's softest place well away from rest."""
        held = BENT * self.size / self.softest if self.bundle.axes == 3 else 0.0
        return max(STRONGEST * self.force, held)

    @property
    def largest_radius(self) -> float:
        """The widest patch or gust, m."""
        return (0.5 if self.bundle.axes == 3 else 0.15) * self.size

    def arrays(self) -> dict[str, np.ndarray]:
        """What pages load once, by name."""
        if isinstance(self.bundle, SmokeBundle):
            paths = self.bundle.shape.positions(self.bundle.track.states)
            return {"solid": self.bundle.solid, "paths": np.swapaxes(paths, 0, 1)}
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

    def files(self) -> dict[str, bytes]:
        """The arrays as they are sent: little-endian, C order."""
        return {
            name: np.ascontiguousarray(array, ON_THE_WIRE[TYPES[array.dtype.kind]]).tobytes()
            for name, array in self.arrays().items()
        }

    @cached_property
    def content(self) -> Content:
        """All that pages load, ready to be sent."""
        return Content(json.dumps(self.description()).encode(), self.files())

    def description(self) -> dict[str, Any]:
        """scene.json."""
        bundle = self.bundle
        listed = {
            name: {
                "shape": list(array.shape),
                "type": TYPES[array.dtype.kind],
                "url": f"arrays/{name}.bin",
            }
            for name, array in self.arrays().items()
        }
        return {
            "kind": bundle.kind,
            "name": bundle.name,
            "rank": bundle.rank,
            "dt": bundle.dt,
            "steps": bundle.steps,
            "rewind": bundle.rewind,
            "controllers": list(self.controllers),
            "effort_unit": bundle.effort_unit,
            "deviation_unit": bundle.deviation_unit,
            "push_unit": bundle.units["push"],
            "pushes": [self._push(push) for push in bundle.pushes],
            "targets": [self._target(target) for target in bundle.targets],
            "force": self.force,
            "largest_force": self.largest_force,
            "largest_radius": self.largest_radius,
            "size": self.size,
            "cost": float(bundle.costs.control[0, 0]),
            "arrays": listed,
            **self._of_kind(),
        }

    def _of_kind(self) -> dict[str, Any]:
        bundle = self.bundle
        if isinstance(bundle, SmokeBundle):
            assert self.smoke is not None
            return {
                "cells": list(bundle.solid.shape),
                "extent": [float(length) for length in bundle.extent],
                "particles": bundle.particles,
                "smoke": list(self.smoke.cells),
                "trail": self.smoke.trail,
                "leaves": self.smoke.leaves,
                "leaves_in_all": len(bundle.carried),
            }
        assert isinstance(bundle, BodyBundle)
        rest = self.body.rest
        return {
            "watched": np.unique(self.body.drawn[bundle.watched()]).tolist(),
            "extent": [rest.min(axis=0).tolist(), rest.max(axis=0).tolist()],
        }

    def place(self, push: Push) -> int | list[float]:
        """Where one of the scene's pushes acts: the drawn vertex of a body, or the point (2,) m in smoke."""
        at = push.at
        if isinstance(self.bundle, BodyBundle):
            vertex = int(at) if isinstance(at, int | np.integer) else self.bundle.shape.nearest(np.array(at))
            return int(self.body.drawn[vertex])
        if isinstance(at, int | np.integer):
            step = min(round(push.time / self.bundle.dt), self.bundle.steps)
            at = self.bundle.shape.positions(self.bundle.track.states[step])[at]
        return [float(x) for x in np.asarray(at)]

    def _push(self, push: Push) -> dict[str, Any]:
        return {
            "at": self.place(push),
            "force": (self.turn @ push.force).tolist(),
            "time": push.time,
            "duration": push.duration,
            "radius": push.radius,
        }

    def _target(self, target: Target) -> dict[str, Any]:
        return {
            "name": target.name,
            "radius": target.radius,
            "place": (self.turn @ target.centre).tolist(),
            "anchor": (self.turn @ target.anchor).tolist(),
            "step": target.step,
            "flies": bool(target.flight),
        }
