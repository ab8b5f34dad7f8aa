"""A body as pages draw it.

It is drawn by its skin where it has one, or by the mesh's surface: only vertices of triangles, numbered
anew. A drawn vertex follows x = X + B p with its block B (3, r) of the basis, the skin's weights folded in;
a force f on it acts as B^T f.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np

from runtime.body.handle.carrier import Carrier
from runtime.body.handle.hand import Hand
from runtime.body.handle.pose import exponential, logarithm
from runtime.body.handle.tool import Tools
from runtime.bundle.body import BodyBundle
from runtime.bundle.body_simulator import Touching
from runtime.bundle.record import Bundle
from runtime.control.base.choice import Choice
from runtime.plant.push import Push
from runtime.plant.up_axis import upright_axes
from runtime.simulator import Simulator
from softrein.base.obstacles import Surface, surfaces
from softrein.viewer import scene
from softrein.viewer.base.messages import LONGEST, Checks, Fields, number, several, vector, whole
from softrein.viewer.body.strokes import MOST, Strokes
from softrein.viewer.interaction import held_within
from softrein.viewer.keyframes.handles import Handles
from softrein.viewer.keyframes.motion_buffers import MotionBuffers
from softrein.viewer.keyframes.words import asked_for
from softrein.viewer.scene import Place
from softrein.viewer.shown.coarse import coarser
from softrein.viewer.shown.drives import Drives
from softrein.viewer.shown.encounters import Encounter, encounters_of
from softrein.viewer.shown.plans import layout_for

BENT = 0.5  # in body sizes: the largest user force bends the body statically at least this far
FEW = 5000  # most triangles of the surface sent to pages that draw in software
STATES = 40  # states of the reference from which the body's extent is computed
# s: shortest time in which the handle reaches the requested place, and time of its way back
CARRIED_SOON, CARRIED_BACK = 0.15, 0.6
# body sizes per second (mean speed), and body sizes from its rest position, at most
CARRIED_FAST, CARRIED_FAR = 2.0, 3.0
CARRIED_SPIN, CARRIED_TURN = 6.0, 3.0  # rad/s and rad, the same for rotation
KNOB = 0.045  # radius of the knob on the handle, in body sizes
VIEWS = 3  # directions per side of a cube in which the farthest vertices are determined


class Body(NamedTuple):
    """A body as it is drawn."""

    rest: np.ndarray  # (v, 3) m, vertex positions at rest
    triangles: np.ndarray  # (k, 3) vertex indices
    basis: np.ndarray  # (v, 3, r) displacement of each vertex per reduced coordinate
    mass: np.ndarray  # (v,) kg, lumped mass
    drawn: np.ndarray  # (vertices of the mesh,) index of the drawn vertex closest to each at rest


def drawn_body(bundle: BodyBundle) -> Body:
    """The drawn vertices of a body, as they are turned for the page."""
    from scipy.spatial import cKDTree

    turn = upright_axes(bundle.up)

    used, triangles = np.unique(bundle.drawn_triangles, return_inverse=True)
    basis = np.moveaxis(bundle.drawn(np.moveaxis(bundle.shape.modes, 2, 0))[:, used], 0, 2)
    rest = bundle.drawn(bundle.vertices)[used]
    drawn = cKDTree(rest).query(bundle.vertices)[1]
    mass = np.bincount(drawn, bundle.masses, minlength=len(rest))
    basis = np.ascontiguousarray(np.einsum("ab,vbr->var", turn, basis))
    return Body(rest @ turn.T, triangles.reshape(-1, 3), basis, mass, drawn)


def gives_way(bundle: BodyBundle, basis: np.ndarray) -> np.ndarray:
    """Return the static compliance (v,) of drawn vertices of a body at rest, m/N."""
    stiffness, axes = np.linalg.eigh(bundle.model.stiffness_at_rest())
    stiffness = np.maximum(np.abs(stiffness), 1e-9 * np.abs(stiffness).max())
    return np.asarray(((basis @ axes) ** 2 / stiffness).sum(axis=(1, 2)))


class Scene(scene.Scene):
    """A body as the viewer's processes and pages see it."""

    bundle: BodyBundle
    handles: Handles
    widest = 0.5
    ghost = True
    says: ClassVar[dict[str, str]] = {
        "invite": "Take hold and pull.",
        "push": "your force",
        "paths": "Nothing here follows a path, so that none can be drawn.",
        "keys": "This body has no regions to set key-frames for.",
    }

    def __init__(self, bundle: BodyBundle, controller: Choice | None = None, sensed: bool = False) -> None:
        super().__init__(bundle, controller, sensed)
        self.body = drawn_body(bundle)
        self.shown, self.turn, self.vertices = bundle.rank, upright_axes(bundle.up), len(self.body.rest)
        self.size = float(np.linalg.norm(np.ptp(self.body.rest, axis=0)))
        self.drives = Drives(bundle, self.turn) if bundle.muscles else None
        self.handles = Handles(bundle, self.body.rest, self.body.drawn, self.turn, not sensed)
        self.frame = np.eye(3), np.zeros(3)  # rotation matrix and origin [m] of the handle's frame in space
        self.tools = [bundle.obstacle_poses()[bundle.obstacles.index(name)] for name in bundle.tools]
        self.things = self._things()
        watched = bundle.watched()
        if (watched >= len(bundle.own_vertices)).any():  # a free ball, which is drawn separately
            watched = bundle.most_moved
        self.watched = np.unique(self.body.drawn[watched])
        self.plan = layout_for(bundle.replanning.ahead, 1, 3)
        # m kg^1/2, the unit of reduced coordinates
        self.scales = (self.size * float(np.sqrt(self.body.mass.sum())),) * 2
        self.give = gives_way(bundle, self.body.basis)
        held = self.size / max(float(self.give.max()), np.finfo(float).tiny)  # by the most flexible place
        self.gentle_force, self.holding_force = 0.1 * held, BENT * held

    @cached_property
    def strokes(self) -> Strokes:
        """The paths of the body."""
        return Strokes(self.bundle, self.turn)

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
            **(self.drives.arrays() if self.drives else {}),
            **self._obstacle_arrays(),
            **self.handles.arrays(),
        }

    def _obstacle_arrays(self) -> dict[str, np.ndarray]:
        """The surfaces of what it may touch, one after the other, each in its own frame."""
        if not self.surfaces:
            return {}
        firsts = np.cumsum([0, *(len(each.vertices) for each in self.surfaces)])
        triangles = [each.triangles + first for each, first in zip(self.surfaces, firsts, strict=False)]
        return {
            "obstacle_rest": np.concatenate([each.vertices for each in self.surfaces]),
            "obstacle_triangles": np.concatenate(triangles).astype(np.uint32),
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

    def about(self) -> dict[str, object]:
        """Return what is watched, and the box around the body at rest."""
        rest = self.body.rest
        return {
            "paths": self.led(),
            "watched": self.watched.tolist(),
            "markers": [int(self.body.drawn[v]) for each in self.bundle.sensors for v in each.vertices]
            if self.sensed
            else None,
            "regions": self.handles.described() if self.handles.count else None,
            "obstacles": self.obstacles(),
            "extent": [rest.min(axis=0).tolist(), rest.max(axis=0).tolist()],
        }

    def messages(self) -> Fields:
        """Return the messages of hands: on vertices, paths, actuators, key-frames and a handle, if any."""
        actuators = self.drives.count if self.drives else 0
        paths, steps = len(self.bundle.paths), self.bundle.steps
        found = messages(self.vertices, paths, actuators, self.handles.count, steps, bool(self.bundle.way))
        tools = {"carry": {"which": whole(0, len(self.tools) - 1), "to": vector(3)}, "leave": {}}
        return found | (tools if self.tools else {})

    def place(self, push: Push) -> Place:
        """The index of the drawn vertex at which a push acts."""
        return int(self.body.drawn[self.bundle.shape.vertex_of(push.at)])

    def nearest(self, point: np.ndarray, state: np.ndarray) -> Place:
        """The drawn vertex, among those that can move, that is nearest to a point (3,) m."""
        can_move = np.flatnonzero(self.body.basis.any(axis=(1, 2)))
        here = self.body.rest[can_move] + self.body.basis[can_move] @ state[: self.bundle.rank]
        return int(can_move[np.argmin(np.linalg.norm(here - point, axis=1))])

    def where(self, place: Place, state: np.ndarray) -> np.ndarray:
        """Return the place of a drawn vertex, (3,) m."""
        assert isinstance(place, int)
        return np.asarray(self.body.rest[place] + self.body.basis[place] @ state[: self.bundle.rank])

    def ways(self, states: np.ndarray) -> np.ndarray:
        """The way of the middle of what is watched, as if the handle stayed where it is."""
        rest, basis = (part[self.watched].mean(axis=0) for part in (self.body.rest, self.body.basis))
        return self.placed(rest + states[:, : self.bundle.rank] @ basis.T)[None]

    def see(self, simulator: Simulator) -> None:
        """See `softrein.viewer.scene.Scene.see`."""
        if isinstance(simulator.frame, Tools):
            self.tools = [tool.placement for tool in simulator.frame.tools.values()]
        if self.things:
            self.things = self._things(simulator.state)
        if isinstance(simulator.frame, Hand):
            origin, turn = np.split(simulator.frame.placement, [3])
            self.frame = self.turn @ turn.reshape(3, 3) @ self.turn.T, self.turn @ origin

    def carry(
        self, simulator: Simulator, to: Sequence[float], turn: Sequence[float] | None = None, which: int = 0
    ) -> None:
        """Move the handle, or one of the tools, smoothly and with a bounded speed."""
        hand, back = self._hands(simulator)[which], self.turn.T
        here, far = hand.pose, CARRIED_FAR * self.size
        goal = back @ held_within(np.array(to), far)
        turned = here.rotation if turn is None else back @ held_within(np.array(turn), CARRIED_TURN)
        away = float(np.linalg.norm(goal - here.translation)) / (CARRIED_FAST * self.size)
        twist = logarithm(exponential(here.rotation).T @ exponential(turned))
        over = max(CARRIED_SOON, away, float(np.linalg.norm(twist)) / CARRIED_SPIN, self.bundle.dt)
        hand.move(tuple(goal), tuple(turned), over)

    def leave(self, simulator: Simulator) -> None:
        """See `softrein.viewer.scene.Scene.leave`."""
        for hand in self._hands(simulator):
            hand.release(max(CARRIED_BACK, self.bundle.dt))

    def _hands(self, simulator: Simulator) -> list[Carrier]:
        """Return what can be moved: the handle, or the tools."""
        frame = simulator.frame
        if isinstance(frame, Tools):
            return list(frame.tools.values())
        assert isinstance(frame, Hand)
        return [frame]

    def placed(self, points: np.ndarray) -> np.ndarray:
        """See `softrein.viewer.scene.Scene.placed`."""
        turn, origin = self.frame
        return np.asarray(points @ turn.T + origin)

    def within(self, point: np.ndarray) -> np.ndarray:
        """Transform a point (3,) m from space into the handle's frame."""
        turn, origin = self.frame
        return np.asarray((point - origin) @ turn)

    def turned(self, vector: np.ndarray) -> np.ndarray:
        """See `softrein.viewer.scene.Scene.turned`."""
        return np.asarray(self.frame[0] @ vector)

    def own(self, vector: np.ndarray) -> np.ndarray:
        """See `softrein.viewer.scene.Scene.own`."""
        return np.asarray(self.frame[0].T @ vector)

    def pose(self) -> list[np.ndarray]:
        """See `softrein.viewer.scene.Scene.pose`."""
        if self.bundle.way:
            return [self.frame[1], self.frame[0].ravel()]
        return [each for tool in (*self.tools, *self.things) for each in self._turned(tool)]

    def _things(self, state: np.ndarray | None = None) -> list[np.ndarray]:
        """Return the poses of free things in a state (n,), or at the motion's beginning."""
        if not self.bundle.things:
            return []
        poses = self.bundle.obstacle_poses(0, state)
        return [poses[self.bundle.obstacles.index(name)] for name in self.bundle.things]

    @property
    def placements(self) -> int:
        """See `scene.Scene.placements`."""
        return super().placements or len(self.tools) + len(self.things)

    @property
    def touches(self) -> int:
        """See `scene.Scene.touches`."""
        return len(self.bundle.obstacles)

    def touched(self, before: np.ndarray, after: np.ndarray, force: np.ndarray) -> list[np.ndarray]:
        """See `scene.Scene.touched`: of each the force, and the middle of where it presses."""
        if self._touching is None:
            return []
        pressed = zip(*self._touching.pressed(before, after, force), strict=True)
        return [self.turn @ np.nan_to_num(each) for both in pressed for each in both]

    @cached_property
    def _touching(self) -> Touching | None:
        return Touching(self.bundle) if self.touches else None

    def _turned(self, pose: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the middle of a tool in a pose (12,), and its rotation (9,), in the page's axes."""
        return self.turn @ pose[:3], (self.turn @ pose[3:].reshape(3, 3)).ravel()

    @cached_property
    def surfaces(self) -> list[Surface]:
        """The surfaces of the shapes that it may touch."""
        return surfaces(self.bundle)

    def obstacles(self) -> list[dict[str, object]]:
        """The description of these for pages: each one's triangles, pose, and number as a tool.

        It is the number among the poses of a frame, tools first, then what is `free`; -1 for fixed ones. Its
        `rest` is the place from which a tool's own way counts, and with it that to which a page carries it.
        """
        poses, moves = self.bundle.obstacle_poses(), [*self.bundle.tools, *self.bundle.things]
        return [
            {
                "name": name,
                "triangles": len(surface.triangles),
                "tool": moves.index(name) if name in moves else -1,
                "free": name in self.bundle.things,
                "place": np.concatenate(self._turned(pose)).tolist(),
                "rest": (self.turn @ rest[:3]).tolist(),
            }
            for name, surface, pose, rest in zip(
                self.bundle.obstacles, self.surfaces, poses, self.bundle.contact.get("poses", ()), strict=True
            )
        ]

    def handle(self) -> dict[str, object] | None:
        """The pivot of the handle at rest, and its size in the picture, both in metres."""
        if not self.bundle.way:
            return None
        return {"pivot": (self.turn @ self.bundle.handle["pivot"]).tolist(), "radius": KNOB * self.size}

    def draw(
        self, simulator: Simulator, which: int, points: Sequence[tuple[float, ...]]
    ) -> list[list[float]]:
        """See `softrein.viewer.scene.Scene.draw`; `Strokes` does it."""
        return self.strokes.draw(simulator, which, points)

    def led(self) -> list[object]:
        """See `softrein.viewer.scene.Scene.led`: paths, with the normals of their planes."""
        return list(self.strokes.described())

    def motion_buffers(self, name: str | None = None) -> MotionBuffers:
        """Room for two of them."""
        return MotionBuffers(self.bundle, name)

    def follow(self, bundle: Bundle) -> None:
        """See `softrein.viewer.scene.Scene.follow`; paths keep their places."""
        super().follow(bundle)
        self.__dict__.pop("strokes", None)

    def encounters(self) -> list[Encounter]:
        """Return the encounters of the targets with the body."""
        return encounters_of(self.bundle)


def messages(
    vertices: int, paths: int = 0, actuators: int = 0, places: int = 0, steps: int = 1, handle: bool = False
) -> Fields:
    """Return the messages of hands on a body.

    The arguments are the numbers of drawn vertices, paths, actuators, places for key-frames, and steps of the
    motion. A handle is moved by a translation `to` of its pivot and a rotation vector, both from its pose at
    rest; or released to its own motion.
    """
    place = {"vertex": whole(0, vertices - 1)}
    shove = {**place, "force": vector(3), "radius": number(0.0)}
    draw = {"path": {"which": whole(0, paths - 1), "points": several(MOST, vector(3))}} if paths else {}
    which: Checks = {"which": whole(0, actuators - 1)}
    drive: Fields = {"drive": {**which, "value": number()}, "loosen": which} if actuators else {}
    return {
        "grab": {**place, "to": vector(3)},
        "push": {**shove, "duration": number(0.0, LONGEST)},
        **draw,
        **drive,
        **(asked_for(places, steps) if places else {}),
        **({"carry": {"to": vector(3), "turn": vector(3)}, "leave": {}} if handle else {}),
    }
