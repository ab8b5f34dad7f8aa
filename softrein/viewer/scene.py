"""The scene for a page to draw: its description, and constant arrays for its GPU.

The part for every kind of bundle is here; bodies are in `softrein.viewer.body.scene`, smoke in
`softrein.viewer.smoke.scene`. Pages have y up: scenes with another axis up are rotated, places and forces
alike.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple, cast

import numpy as np

from runtime.bundle.record import Bundle
from runtime.control.base.choice import Choice
from runtime.control.registry import CONTROLLERS
from runtime.plant.push import Push
from runtime.simulator import Simulator
from softrein.base import theme
from softrein.base.kinds import of_kind
from softrein.viewer.base.messages import Fields
from softrein.viewer.keyframes.handles import Handles
from softrein.viewer.keyframes.motion_buffers import MotionBuffers
from softrein.viewer.shown.drift import Drift, Layout
from softrein.viewer.shown.drives import Drives
from softrein.viewer.shown.encounters import Encounter
from softrein.viewer.shown.plans import Layout as PlanLayout

# fraction of a motion's extent: if its end is this close to its start, the motion can be repeated
CLOSED = 0.02
FARTHEST = 20.0  # in body or box sizes: largest distance of a place, and largest movement in a step
STRONGEST = 3.0  # largest user force, in typical forces of the scene
TYPES = {"f": "f4", "u": "u4", "b": "u1"}
OWN = "own"  # name of a controller that is not in the bundle
ON_THE_WIRE = {"f4": "<f4", "u4": "<u4", "u1": "u1"}

# The place where something acts: a drawn vertex of a body, or a point (axes,) m in smoke.
Place = int | tuple[float, ...]


class Content(NamedTuple):
    """The content that a page loads once."""

    description: bytes  # content of scene.json
    arrays: dict[str, bytes]


class Scene(ABC):
    """A bundle as the viewer's processes and pages see it."""

    widest: ClassVar[float]  # largest radius of a patch or a gust, in sizes
    shown: int  # number of state entries sent to pages
    turn: np.ndarray  # (axes, axes) rotation from the bundle's axes to the page's
    size: float  # m, diagonal of the body at rest or of the box
    scales: tuple[float, float]  # large values of a state's entries: of positions; of others, times 1 / s
    gentle_force: float  # force that bends or stirs by a tenth of the size, N or m/s^2
    holding_force = 0.0  # least value of the largest user force, N or m/s^2
    smoke: Layout | None = None  # layout of messages about smoke
    drives: Drives | None = None  # cables and chambers that pages may drive
    handles: Handles | None = None  # regions and vertices that key-frames may hold
    plan: PlanLayout  # layout of a frame's part about plans
    ghost = False  # whether a page draws the reference motion and the control force
    says: ClassVar[dict[str, str]]  # texts of a page: about hands, and about missing paths or key-frames

    def __init__(self, bundle: Bundle, controller: Choice | None = None, sensed: bool = False) -> None:
        """Begin with `controller`: one of the bundle's, or any that `Bundle.simulator` takes.

        If `sensed`, controllers act on measurements of the bundle's sensors. Raises ControllerError where it
        has none.
        """
        self.bundle, self.controller, self.sensed = bundle, controller, sensed
        if sensed:
            _ = bundle.knowledge
        self.choices: dict[str, Choice] = {}
        self.offer(bundle.controllers)
        self.begins = controller if isinstance(controller, str) else next(iter(self.choices))
        if controller is not None and not isinstance(controller, str):
            self.begins = OWN
            self.choices[OWN] = controller

    def offer(self, names: Iterable[str]) -> None:
        """Let pages choose these controllers, too; those that the bundle lacks are tuned at first use."""
        offered = [*self.choices, *names]
        order = [*CONTROLLERS, *offered]
        self.choices |= {name: name for name in offered if name not in self.choices}
        self.choices = {name: self.choices[name] for name in sorted(self.choices, key=order.index)}

    @property
    def controllers(self) -> tuple[str, ...]:
        """The names of all, in the order of frames and pages."""
        return tuple(self.choices)

    @abstractmethod
    def arrays(self) -> dict[str, np.ndarray]:
        """Return the arrays that pages load once, by name."""

    @abstractmethod
    def about(self) -> dict[str, object]:
        """The entries of scene.json for this kind alone."""

    @abstractmethod
    def messages(self) -> Fields:
        """Return the messages of hands, and their fields."""

    @abstractmethod
    def place(self, push: Push) -> Place:
        """Return the place at which one of the scene's pushes acts."""

    @abstractmethod
    def nearest(self, point: np.ndarray, state: np.ndarray) -> Place:
        """The place that a hand takes at a point (axes,) m."""

    @abstractmethod
    def where(self, place: Place, state: np.ndarray) -> np.ndarray:
        """The point (axes,) m that a place is at, in a state (n,)."""

    @abstractmethod
    def ways(self, states: np.ndarray) -> np.ndarray:
        """Return the places of each line of a plan in states (k, n), (lines, k, axes) m."""

    def draw(
        self, simulator: Simulator, which: int, points: Sequence[tuple[float, ...]]
    ) -> list[list[float]]:
        """Let a simulation follow a path that a page drew; return the places (k, 3) m that pages show."""
        raise NotImplementedError  # only called for kinds with paths

    def led(self) -> list[object]:
        """Return what pages draw of where the followed motion leads: paths of a body, ways of particles."""
        return []

    def motion_buffers(self, name: str | None = None) -> MotionBuffers | None:
        """Room for motions through other key-frames: made, or with a name attached; None without such."""
        return None

    def follow(self, bundle: Bundle) -> None:
        """Go on along another motion of the model; pages were told nothing that depends on it."""
        self.bundle = bundle

    def handle(self) -> dict[str, object] | None:
        """The description for pages of a handle that can be moved."""
        return None

    def encounters(self) -> list[Encounter]:
        """Return the encounters with the targets."""
        return []

    def drift(self, whole: bool = False) -> Drift | None:
        """Return what the flow carries, for pages, or the `whole` of it; None without a flow."""
        return None

    @property
    def counts(self) -> tuple[int, int, int, int, int, int, int, int]:
        """The arguments of `frame_size`."""
        drives, handles = self.drives.count if self.drives else 0, self.placements
        known = self.shown, self.bundle.rank, len(self.bundle.targets), self.plan.numbers
        return *known, drives, handles, int(self.sensed), self.touches

    @property
    def placements(self) -> int:
        """The number of poses in a frame: of a handle, or of tools."""
        return int(bool(self.bundle.frame_way))

    @property
    def touches(self) -> int:
        """The number of contact forces in a frame: of obstacles and tools."""
        return 0

    def placed(self, points: np.ndarray) -> np.ndarray:
        """Points (..., axes) m in space, of those in the frame of a handle that moves."""
        return points

    def turned(self, vector: np.ndarray) -> np.ndarray:
        """A vector (axes,) likewise."""
        return vector

    def own(self, vector: np.ndarray) -> np.ndarray:
        """A vector (axes,) as that frame has it, of one in space."""
        return vector

    def see(self, simulator: Simulator) -> None:
        """See where the simulator's frame is now."""
        del simulator  # the handle does not move

    def carry(
        self, simulator: Simulator, to: Sequence[float], turn: Sequence[float] | None = None, which: int = 0
    ) -> None:
        """Move it to a place (3,) m and a rotation vector `turn` (3,) rad, in the page's axes."""
        raise NotImplementedError  # only called for kinds with a handle

    def leave(self, simulator: Simulator) -> None:
        """Release it to the motion's own way."""
        raise NotImplementedError

    def pose(self) -> list[np.ndarray]:
        """The entries of a frame for that pose."""
        return []

    def touched(self, before: np.ndarray, after: np.ndarray, force: np.ndarray) -> list[np.ndarray]:
        """Return a frame's entries of contact, after a step from one state to another under inputs."""
        del before, after, force  # no targets
        return []

    @cached_property
    def force(self) -> float:
        """A typical force of a push, N or m/s^2: the scene's own, or a gentle one."""
        ensemble = self.bundle.ensemble
        pushes = [float(np.linalg.norm(push.force)) for push in self.bundle.pushes]
        if ensemble is None and not pushes:
            return self.gentle_force
        return float(max(pushes + list(ensemble.force if ensemble else [])))

    @cached_property
    def largest_force(self) -> float:
        """The largest force of a user."""
        return max(STRONGEST * self.force, self.holding_force)

    @property
    def largest_radius(self) -> float:
        """The widest patch or gust, m."""
        return self.widest * self.size

    @property
    def starts_over(self) -> bool:
        """Whether a motion that is to repeat begins anew, as its end is not about where it began.

        It always does where something moves freely.
        """
        if self.bundle.never_returns:
            return True
        places = self.bundle.plant().positions
        states = self.bundle.track.states[:, places if places.stop else slice(None)]
        away = np.linalg.norm(states - states[0], axis=1)
        return not (self.bundle.rewind or away[-1] <= CLOSED * away.max())

    @property
    def bounds(self) -> np.ndarray:
        """The largest entries (n,) that a state may have: places, and the rest, which is velocities."""
        place, unit = self.scales
        states, places = self.bundle.track.states, self.bundle.plant().positions
        bounds = np.empty(states.shape[1])
        for part, scale in (
            (slice(places.stop), place),
            (slice(places.stop, None), unit / self.bundle.dt),
        ):
            reached = np.abs(states[:, part])
            bounds[part] = FARTHEST * max(scale, reached.max(initial=0.0))
        return bounds

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

    def description(self) -> dict[str, object]:
        """scene.json."""
        bundle = self.bundle
        units, turn = bundle.units, self.turn
        return {
            **{name: getattr(bundle, name) for name in ("kind", "name", "rank", "dt", "steps", "rewind")},
            "shown": self.shown,
            "ghost": self.ghost,
            "says": self.says,
            "controllers": list(self.controllers),
            "looks": {name: theme.shown(name) for name in self.controllers},
            "effort_unit": units.effort,
            "deviation_unit": units.deviation,
            "push_unit": units.push,
            "pushes": [
                {
                    "at": self.place(push),
                    "force": (turn @ push.force).tolist(),
                    "time": push.time,
                    "duration": push.duration,
                    "radius": push.radius,
                }
                for push in bundle.pushes
            ],
            "targets": [
                {
                    "name": target.name,
                    "radius": target.radius,
                    "place": (turn @ target.centre).tolist(),
                    "anchor": (turn @ target.anchor).tolist(),
                    "step": target.step,
                    "flies": bool(target.flight),
                }
                for target in bundle.targets
            ],
            "motions": [{"name": name, "words": each.description} for name, each in bundle.motions.items()]
            if bundle.others
            else [],
            "force": self.force,
            "largest_force": self.largest_force,
            "largest_radius": self.largest_radius,
            "size": self.size,
            "plan": self.plan._asdict(),
            "muscles": self.drives.described() if self.drives else [],
            "handle": self.handle(),
            "cost": float(bundle.costs.control[0, 0]),
            "arrays": {
                name: {"shape": list(each.shape), "type": TYPES[each.dtype.kind], "url": f"arrays/{name}.bin"}
                for name, each in self.arrays().items()
            },
            **self.about(),
        }


def scene_of(bundle: Bundle, controller: Choice | None = None, sensed: bool = False) -> Scene:
    """A bundle's scene, of whatever kind it is, in which a controller is in charge at first; see `Scene`."""
    return cast("Scene", of_kind(bundle, "viewer", "scene").Scene(bundle, controller, sensed))
