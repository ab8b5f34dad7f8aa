"""The bundle of a soft body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, cast

import numpy as np

from runtime.base.arguments import array, flag, refused, whole
from runtime.base.fields import stored
from runtime.base.renamed import renamed, renamed_property
from runtime.body.contact.contacts import Contacts, nothing_touched
from runtime.body.contact.data import BODYS, CARRIERS
from runtime.body.contact.data import INPUTS as TOOL_INPUTS
from runtime.body.contact.prepared import loose_coordinates
from runtime.body.handle.hand import Hand, Way, still_way
from runtime.body.handle.pose import exponential, nearest_rotation
from runtime.body.handle.tool import Tool, Tools, tool_inputs
from runtime.body.midpoint import SCHEMES
from runtime.body.model import BodyModel
from runtime.body.plant import BodyPlant
from runtime.body.polynomial import panels_size
from runtime.body.pushed import PushedShape
from runtime.body.shape import Shape
from runtime.body.terms.base_motion import INPUTS, Handle
from runtime.body.terms.contact import Contact, Feeler
from runtime.body.terms.drawn import Drawn, Surface
from runtime.body.terms.kinds import ACTUATOR_TERMS, actuator_terms, stored_terms
from runtime.body.terms.term import Acting, ActuatorTerm
from runtime.bundle.body_members import CONTACT, ELASTIC, HANDLE, MUSCLES, SKIN, UNMODELLED, WALLS, WAY
from runtime.bundle.body_simulator import BodySimulator
from runtime.bundle.checks import about
from runtime.bundle.record import Bundle, Units
from runtime.bundle.resample import sensors_at, way_at
from runtime.control.base.choice import Choice
from runtime.control.paths import axes_of
from runtime.control.proportional import proportional_terms
from runtime.control.registry import LQR
from runtime.observing.kalman import Unknown
from runtime.observing.kinds import MARKER
from runtime.observing.sensors import Knowledge, Observing, Sensor, check_sensors, measured_by, unknown_force
from runtime.plant.frame import Frame
from runtime.plant.inputs import Inputs
from runtime.plant.up_axis import AXES, UP
from runtime.simulator import Simulator
from softrein.errors import ControllerError, shown

SAMPLES = 50  # states of the reference that are searched for the vertex that moves most
# tolerance for sums that must be one: a skin's weights at a vertex, the squares of a rotation's rows
SUM = 1e-6
GENTLE = 10**-1.5  # smallest PD gains: this fraction of the body's lowest frequency


@renamed(foresees="preview")
@dataclass(frozen=True, kw_only=True, repr=False)
class BodyBundle(Bundle):
    """The bundle of a soft body under control, with states (p, v): n = 2r."""

    kind: ClassVar[str] = "deformable"
    _simulated: ClassVar[type[Simulator]] = BodySimulator

    newton_iterations: int = stored(
        shared=True,
        least=1,
        most=1000,
        meaning="most iterations of a step, until it converges; 1: one, linearised",
    )
    scheme: str = stored(
        default="midpoint",
        shared=True,
        since=16,
        choices=tuple(SCHEMES),
        meaning="scheme of a step; older files lack it, and mean `midpoint`",
    )
    up: str = stored(
        default=UP,
        since=6,
        choices=tuple(AXES),
        meaning="the axis that points up; older files may lack it, and mean `y`",
    )
    densities: dict[str, float] = stored(
        default=dict,
        since=6,
        older="materials.*.density",
        above=0,
        unit="kg/m³",
        meaning="density of each material by name; empty: those of the mesh's file",
    )
    watch: str | None = stored(
        default=None,
        since=6,
        older="watch",
        meaning="the region whose middle is followed in pictures; null: the vertex that moves most",
    )
    sensors: list[Sensor] = stored(
        default=list,
        since=9,
        resampled=sensors_at,
        meaning="points that are measured",
    )
    observing: Observing = stored(
        default=Observing(), since=9, meaning="an observer's model of unknown forces"
    )
    unmodelled: dict[str, np.ndarray] = stored(default=dict, since=9, members=UNMODELLED)
    vertices: np.ndarray = stored(
        "vertices",
        3,
        shared=True,
        unit="m",
        meaning="X: the rest shape; behind it two vertices of each free ball, and four of each free box or "
        "capsule, the first its centre",
    )
    tets: np.ndarray = stored(
        "tetrahedra",
        4,
        dtype="i8",
        below="vertices",
        shared=True,
        unit="vertex",
        meaning="tetrahedra, right-handed",
    )
    surface: np.ndarray = stored(
        "triangles",
        3,
        dtype="i8",
        below="vertices",
        shared=True,
        unit="vertex",
        meaning="the surface's triangles, counter-clockwise seen from outside",
    )
    free: np.ndarray = stored(
        "free",
        dtype="i8",
        below="coordinates",
        shared=True,
        unit="coordinate",
        meaning="which coordinate each row of `vectors` moves: 3 vertex + axis; all others are fixed",
    )
    vectors: np.ndarray = stored(
        "free", "rank", shared=True, unit="kg^-1/2", meaning="U: the basis, of unit mass"
    )
    regions: dict[str, np.ndarray] = stored(
        "",
        dtype="i8",
        below="vertices",
        shared=True,
        unit="vertex",
        meaning="vertices of a named region; in its name `%2F` stands for a slash, `%2E` for a point that is "
        "all of it, `%25` for a percent sign",
    )
    model: BodyModel = stored(
        shared=True,
        operator="elastic",
        members=ELASTIC,
        meaning="how the material is stored: `polynomial`, which older files mean that lack it, or `sampled`",
    )
    skin: dict[str, np.ndarray] = stored(default=dict, shared=True, members=SKIN)
    muscles: dict[str, np.ndarray] = stored(default=dict, shared=True, since=8, members=MUSCLES)
    walls: dict[str, np.ndarray] = stored(default=dict, shared=True, since=11, members=WALLS)
    contact: dict[str, np.ndarray] = stored(default=dict, shared=True, since=15, members=CONTACT)
    obstacles: list[str] = stored(
        default=list, shared=True, since=15, meaning="names of the shapes that a body may touch, tools last"
    )
    handle: dict[str, np.ndarray] = stored(default=dict, shared=True, since=10, members=HANDLE)
    way: dict[str, np.ndarray] = stored(default=dict, since=10, resampled=way_at, members=WAY)

    @cached_property
    def masses(self) -> np.ndarray:
        """The mass (v,) kg of each vertex; of several densities the mean is used for all parts."""
        corners = self.vertices[self.tets]
        volumes = np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])) / 6
        density = float(np.mean(list(self.densities.values()) or [1000.0]))
        shares = np.repeat(density * volumes / 4, 4)
        return np.bincount(self.tets.ravel(), shares, minlength=len(self.vertices))

    @cached_property
    def actuated(self) -> Acting[ActuatorTerm]:
        """The terms whose inputs are controls: cables and chambers."""
        return Acting(self.rank, actuator_terms(self.muscles))

    driven = renamed_property("driven", "actuated")

    @property
    def axes(self) -> int:
        """The number of axes of space, three."""
        return 3

    @property
    def units(self) -> Units:
        """The units of figures; efforts are of the scene's actuators, in their scales, or reduced forces."""
        if not all(term.in_newtons for term in self.actuated.terms):
            return Units("s", "m √kg", "N")
        return Units("N² s" if self.actuator_names else "N² s/kg", "m √kg", "N")

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes that its arrays' declared shapes name."""
        count = len(self.vertices)
        own = {"size": 2 * self.rank, "panels": panels_size(self.rank)}
        if self.muscles:
            own["squares"] = self.rank**2
            own["begins"] = 1 + len(self.muscles["springs"])
            own["chambers + 1"] = 1 + len(self.muscles["volumes"])
        return super().sizes | own | {"vertices": count, "coordinates": 3 * count}

    @cached_property
    def inputs(self) -> Inputs:
        """The plant's inputs: "force", "cable", "pressure", "tools" (twelve each) and "handle" (nine)."""
        driven = dict.fromkeys(ACTUATOR_TERMS, 0) | {
            kind: term.inputs
            for kind, made in ACTUATOR_TERMS.items()
            for term in self.actuated.terms
            if isinstance(term, made)
        }
        tools = 0 if self.touching is None else self.touching.inputs
        known = {"tools": tools, "handle": INPUTS if self.way else 0}
        return Inputs({"force": self.rank, **driven, **known})

    @cached_property
    def touching(self) -> Contact | None:
        """The term of contact; None if the body touches nothing."""
        return Contact(**self.contact) if self.contact else None

    def contacts(self, states: np.ndarray) -> Contacts:
        """The contacts of the body in a run of this motion, from the run's states (T + 1, n).

        Tools move as in the scene. A step that was halved is evaluated as if it had been taken in one piece.
        """
        states = array("states", states, self.track.states.shape)
        if self.touching is None:
            return nothing_touched()
        inputs = self.track.feedforward[:, self.inputs["tools"]]
        return Feeler(self.touching, SCHEMES[self.scheme]).along(states, inputs, self.dt, self.obstacles)

    @property
    def tools(self) -> list[str]:
        """The names of the shapes that are tools."""
        moving = self.contact["moving"] if self.contact else ()
        return [name for name, tool in zip(self.obstacles, moving, strict=True) if tool >= 0]

    @property
    def things(self) -> list[str]:
        """The names of the shapes that move freely."""
        moving = self.contact["moving"] if self.contact else ()
        return [name for name, free in zip(self.obstacles, moving, strict=False) if free <= -2]

    @property
    def never_returns(self) -> str:
        """The first thing that moves freely, if there is one."""
        return self.things[0] if self.things else ""

    @property
    def free_coordinates(self) -> int:
        """The number of reduced coordinates of free things; they are the last ones."""
        return 3 * sum(self._loose)

    @property
    def _loose(self) -> list[int]:
        """The number of vertices of each free thing, which are behind the body's own."""
        kinds = (int(self.contact["kinds"][self.obstacles.index(name)]) for name in self.things)
        return [CARRIERS.get(kind, 0) for kind in kinds]

    @cached_property
    def shape(self) -> Shape:
        """The body's geometry. Coordinates by which free things turn move none of its vertices."""
        vectors = self.vectors
        if self.things:
            vectors, first = vectors.copy(), len(vectors) - self.free_coordinates
            for count in self._loose:
                vectors[first + 3 : first + 3 * count] = 0.0
                first += 3 * count
        loose = len(self.vertices) - len(self.own_vertices)
        return PushedShape(self.vertices, self.surface, self.free, vectors, self.regions, self.forces, loose)

    @property
    def drawn_triangles(self) -> np.ndarray:
        """The triangles (k, 3) that pictures show: the fine skin if there is one, or the mesh's surface."""
        return self.skin["triangles"] if self.skin else self.surface

    def drawn(self, positions: np.ndarray) -> np.ndarray:
        """Positions (..., s, 3) m of the vertices of `drawn_triangles`, from those of the mesh (..., v, 3).

        The skin's array `corners` (s, 4) holds vertices of the mesh and `weights` (s, 4) how much of each.
        """
        positions = self._of_the_mesh(positions)
        return _along(self.skin, positions) if self.skin else positions

    def chamber_walls(self, positions: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
        """Vertices (..., w, 3) m of all chambers' surfaces, and the triangles (k, 3) of each over them.

        `positions` (..., v, 3) m are of the mesh. The result is empty for bundles older than these surfaces.
        """
        positions = self._of_the_mesh(positions)
        if not self.walls:
            return np.zeros((*positions.shape[:-2], 0, 3)), []
        triangles, begins = self.walls["triangles"], self.walls["chambers"]
        return _along(self.walls, positions), np.split(triangles, begins[1:-1])

    @cached_property
    def drawings(self) -> list[Drawn]:
        """The drawings of cables and chambers, in the order of their inputs."""
        rest, walls = self.chamber_walls(self.vertices)
        modes = np.moveaxis(self.chamber_walls(np.moveaxis(self.shape.modes, 2, 0))[0], 0, 2)
        surfaces = []
        for each in walls:
            own, triangles = np.unique(each, return_inverse=True)
            surfaces.append(Surface(rest[own], modes[own], triangles.reshape(-1, 3)))
        return [each for term in self.actuated.terms for each in term.drawn(surfaces)]

    def _of_the_mesh(self, positions: np.ndarray) -> np.ndarray:
        positions = array("positions", positions)
        if positions.shape[-2:] != self.vertices.shape:
            raise refused("positions", positions, f"those of {len(self.vertices)} vertices (..., v, 3)")
        return positions

    def plant(self) -> BodyPlant:
        """A plant with working memory of its own, for one thread."""
        base = (Handle(**self.handle),) if self.way else ()
        contact = () if self.touching is None else (self.touching,)
        terms = (*self.actuated.terms, *contact, *base)
        return BodyPlant(self.model, self.dt, self.newton_iterations, terms, self.scheme)

    @renamed(foresees="preview")
    def simulator(
        self,
        controller: Choice = LQR.name,
        rewind: bool | None = None,
        preview: bool = False,
        sensors: bool = False,
        handle: bool = False,
        **options: Any,
    ) -> BodySimulator:
        """Make a simulator as `Bundle.simulator` does, with `handle` one whose held region can be moved.

        It is moved by `BodySimulator.handle`, which also exists without this option if the scene moves that
        region. Raises ControllerError for a handle together with sensors other than markers.
        """
        if flag("handle", handle):
            if sensors and any(sensor.kind != MARKER for sensor in self.sensors):
                raise ControllerError(
                    f"{shown(self.name)}: sensors: with a handle only markers measure, in its frame"
                )
            return self.in_moving_frame().simulator(controller, rewind, preview, sensors, **options)
        return cast(BodySimulator, super().simulator(controller, rewind, preview, sensors, **options))

    def in_moving_frame(self) -> BodyBundle:
        """The same body with a handle that can be moved; it rests where the scene does not move it.

        Raises ControllerError for a bundle that is older than such handles.
        """
        if self.way:
            return self
        if self.contact:
            raise ControllerError(
                f"the handle of {shown(self.name)} cannot move, as the body has contact: move "
                "[[tools]] instead"
            )
        if self.others:
            return self.each_motion(lambda bundle: replace(bundle, others={}).in_moving_frame())
        if not self.handle:
            raise ControllerError(
                f"{shown(self.name)} was made before handles could be moved: precompute it again"
            )
        steps, count = self.steps, self.actuators.shape[1]
        still, none = np.zeros((steps, INPUTS)), np.zeros((INPUTS, count))
        track = self.track._replace(feedforward=np.hstack([self.track.feedforward, still]))
        correction = np.hstack([self.correction, still]) if len(self.correction) else self.correction
        return replace(
            self,
            way=still_way(steps),
            track=track,
            uncontrolled=np.hstack([self.uncontrolled, still]),
            correction=correction,
            actuators=np.vstack([self.actuators, none]),
        )

    @property
    def frame_way(self) -> dict[str, np.ndarray]:
        """See `Bundle.frame_way`: the arrays of a `runtime.body.handle.hand.Way`."""
        return self.way

    def frame(self) -> Frame:
        """The frame in which states are given, see `Bundle.frame`: that of the handle if the scene moves it.

        Without such a handle the frame is space: `Tools`, which moves the scene's tools, if there are any.
        """
        if not self.way:
            rests = self.contact.get("poses", np.zeros((0, 12)))[len(self.obstacles) - len(self.tools) :]
            return Tools(self.tools, self.dt, self.inputs["tools"], rests) if self.tools else super().frame()
        return Hand(Handle(**self.handle), self.dt, self.inputs["handle"])

    @property
    def turns(self) -> np.ndarray | None:
        """See `Bundle.turns`."""
        return Way(**self.way).turns if self.way else None

    def in_space(self, states: np.ndarray) -> np.ndarray:
        """See `Bundle.in_space`."""
        states = super().in_space(states)
        return np.hstack([states, Way(**self.way).poses(self.handle["pivot"])]) if self.way else states

    def iterated(self, least: int, most: int | None = None) -> BodyBundle:
        """See `Bundle.iterated`."""
        super().iterated(least, most)
        wanted = max(self.newton_iterations, least)
        wanted = wanted if most is None else min(wanted, most)
        if wanted == self.newton_iterations:
            return self
        return self.each_motion(lambda bundle: replace(bundle, newton_iterations=wanted))

    def proportional_terms(self) -> dict[str, np.ndarray]:
        """The gains of a unit of kp (1/s^2) and of kd (1/s).

        They are the same at all steps, but with cables and chambers they depend on the reference's state.
        """
        if not self.actuated.terms:
            return proportional_terms(self.actuators[: self.rank])
        terms, r, driven = [], self.rank, slice(0, self.inputs["tools"].start)
        for state, force in zip(self.track.states, self.track.feedforward, strict=False):
            effects = self.actuated.slopes(state[:r], state[r:], force[driven]).by_input
            terms.append(proportional_terms(effects @ self.actuators[driven]))
        return {name: np.concatenate([each[name] for each in terms]) for name in terms[0]}

    def timed_terms(self) -> dict[str, np.ndarray]:
        """The same as `proportional_terms`, as the basis is mass-orthonormal."""
        return self.proportional_terms()

    def proportional_ranges(self) -> dict[str, tuple[float, float]]:
        """The ranges of kp and kd: from far below the body's lowest frequency up to 1 / dt.

        With the largest gains an error changes its sign in one step.
        """
        own = self.rank - self.free_coordinates
        stiffness = self.model.stiffness(np.zeros(self.rank))[:own, :own]
        softest = np.linalg.eigvalsh(stiffness)[0]  # zero, or a little less, where the body may turn
        least, largest = max(np.sqrt(max(softest, 0.0)), 1e-6) * GENTLE, 1 / self.dt
        return {"kp": (least**2, largest**2), "kd": (least, largest)}

    def watched(self) -> np.ndarray:
        """The vertices (k,) whose middle pictures follow: a region, or the vertex that moves farthest."""
        region = self.watched_region
        return self.most_moved if region is None else self.regions[region]

    @property
    def watched_region(self) -> str | None:
        """The region that the scene names for pictures, else the first one that follows a path, or None."""
        return self.watch if self.watch is not None or not self.paths else self.paths[0].region

    @property
    def most_moved(self) -> np.ndarray:
        """The vertex (1,) of the body that moves farthest."""
        states, own = self.track.states[:: max(1, self.steps // SAMPLES)], np.arange(len(self.own_vertices))
        ranges = np.linalg.norm(np.ptp(self.shape.positions(states, own), axis=0), axis=1)
        return np.array([np.argmax(ranges)])

    def _check_driven(self) -> None:
        """Raise ValueError unless each cable and chamber is driven by exactly one control."""
        if (np.count_nonzero(self.actuators[self.rank : self.inputs["tools"].start], axis=1) != 1).any():
            raise ValueError("actuators: each cable and chamber is driven by one control of its own")
        for term in stored_terms(self.muscles):
            term.check(self.rank)

    def _check_walls(self) -> None:
        """Raise ValueError unless each chamber has triangles of its own."""
        begins, count = self.walls["chambers"], len(self.walls["triangles"])
        if begins[0] != 0 or begins[-1] != count or (np.diff(begins) < 1).any():
            raise ValueError(f"walls/chambers must rise by 1 or more from 0 to {count}")
        _check_weights("walls", self.walls)

    def _check_contact(self) -> None:
        """Raise ValueError unless shapes have names, and tools move alike with and without control."""
        assert self.touching is not None
        self.touching.check()
        most = min(self.rank, len(self.vectors), 3 * (len(self.vertices) - 1 - int(self.tets.max())))
        if self.free_coordinates > most:
            raise ValueError(
                "contact/moving: there are more free things than the body has coordinates and vertices for"
            )
        own, loose = self.rank - self.free_coordinates, loose_coordinates(self.touching)
        if not np.array_equal(np.flatnonzero(loose != BODYS), np.arange(own, self.rank)):
            raise ValueError("contact/point_modes: the last coordinates must be those of free things alone")
        if self.actuators[own : self.rank].any():
            raise ValueError(
                "actuators: nothing drives what moves freely: set the rows of its coordinates to 0"
            )
        names = set(self.obstacles)
        if not len(self.obstacles) == len(names) == len(self.contact["kinds"]):
            raise ValueError("obstacles: expected a name of its own for each shape of contact")
        if self.way:
            raise ValueError("way: the handle of a body with contact cannot move")
        self._check_known("tools", self.inputs["tools"].start)

    def _check_way(self) -> None:
        """Raise ValueError unless a moving handle has its arrays and unit quaternions, and no controls."""
        if not self.handle:
            raise ValueError("way: it moves a handle, and the bundle has none")
        if np.abs((self.way["rotation"] ** 2).sum(axis=1) - 1).max() > SUM:
            raise ValueError("way/rotation: its quaternions are not of length 1")
        self._check_known("the handle", self.inputs["handle"].start)

    def _check_known(self, what: str, first: int) -> None:
        """Raise ValueError unless the inputs from `first` on have no controls, and are alike in all runs."""
        if self.actuators[first:].any():
            raise ValueError(
                f"actuators: controls drive {what}, which follows its own motion: set its rows to 0"
            )
        if not np.array_equal(self.uncontrolled[:, first:], self.track.feedforward[:, first:]):
            raise ValueError(
                f"uncontrolled: the motion of {what} differs from that in track/feedforward: make both equal"
            )

    @property
    def bends_within_steps(self) -> bool:
        """See `Bundle.bends_within_steps`: the forces of cables, chambers and contact do."""
        return bool(self.muscles or self.contact)

    def _known_inputs(self, moments: np.ndarray, dt: float) -> tuple[slice, np.ndarray]:
        """See `Bundle._known_inputs`: they are those of tools, which move from pose to pose."""
        found = []
        for name in self.tools:
            tool = Tool(self.dt, slice(0, 0))
            tool.follow(self.track.feedforward[:, self._tool_slots(name)], 0)
            places, turns = zip(*map(tool.at, moments), strict=True)
            found.append(tool_inputs(np.array(places), np.array(turns), dt))
        return self.inputs["tools"], np.hstack([np.zeros((len(moments) - 1, 0)), *found])

    @property
    def own_vertices(self) -> np.ndarray:
        """The body's vertices (k, 3) m at rest; the vertices of free things, behind them, are left out."""
        return self.vertices[: len(self.vertices) - sum(self._loose)]

    @property
    def sides(self) -> np.ndarray:
        """The sides of the box around the body at rest (3,) m."""
        return np.asarray(np.ptp(self.own_vertices, axis=0))

    def obstacle_poses(self, step: int = 0, state: np.ndarray | None = None) -> np.ndarray:
        """The poses of shapes at a step of the motion (o, 12): their middles, m, and rotations row by row.

        The poses of free things are those of a `state` (n,), by default the motion's own.
        """
        step = whole("step", step, f"a step of the motion, 0 to {self.steps}", most=self.steps)
        found = np.array(self.contact.get("poses", np.zeros((0, 12))))
        for name in self.tools:
            tool, own = Tool(self.dt, slice(0, 0)), found[self.obstacles.index(name)]
            tool.follow(self.track.feedforward[:, self._tool_slots(name)], 0)
            place, turn = tool.at(step)
            own[:3] += place
            own[3:] = (turn @ own[3:].reshape(3, 3)).ravel()
        now = self.track.states[step] if state is None else state
        for name in self.things:
            shape = self.obstacles.index(name)
            middle = -2 - int(self.contact["moving"][shape])
            own = slice(middle, middle + CARRIERS[int(self.contact["kinds"][shape])])
            rest, moved = self.contact["points"][own], self.contact["point_modes"][own] @ now[: self.rank]
            found[shape, :3] = rest[0] + moved[0]
            turn = exponential(moved[1]) if len(moved) == 2 else nearest_rotation((rest + moved)[1:].T)
            found[shape, 3:] = turn.ravel()
        return found

    def _tool_slots(self, name: str) -> slice:
        """The places of a tool's inputs among the plant's."""
        first = self.inputs["tools"].start + TOOL_INPUTS * self.tools.index(name)
        return slice(first, first + TOOL_INPUTS)

    @property
    def unknown(self) -> Unknown:
        """The unknown forces that an observer estimates."""
        lacking = self.unmodelled.get("forces", np.zeros((0, self.rank))) / np.sqrt(self.dt)
        return Unknown(unknown_force(self.shape, self.observing), self.observing.decay(self.dt), lacking)

    @property
    def knowledge(self) -> Knowledge:
        """An observer's model: how sensors measure the state, and the unknown forces that act on the skin.

        Raises ControllerError where the scene has no sensors.
        """
        if not self.sensors:
            return super().knowledge
        return Knowledge(
            measured_by(self.sensors, self.shape, self.dt, self.unmodelled),
            self.unknown,
            self.rewind,
            self.observing.extended,
        )

    def _check_kind(self) -> None:
        if self.contact:
            self._check_contact()
        check_sensors(self.sensors, self.shape)
        if self.muscles:
            self._check_driven()
        if self.walls:
            if not self.muscles:
                raise ValueError("walls: they are surfaces of chambers, and the bundle has none")
            self._check_walls()
        if self.obstacles and not self.contact:
            raise ValueError("obstacles: they are shapes of contact, and the bundle has none")
        if self.way:
            self._check_way()
            if any(sensor.kind != MARKER for sensor in self.sensors):
                raise ValueError("sensors: with a handle only markers measure, in its frame")
        if not np.isin(self.surface, self.free // 3).any():
            raise ValueError("surface has no vertex that can move: no push could act on it")
        if self.watch is not None:
            self._check_region("watch", self.watch)
        for k, path in enumerate(self.paths):
            self._check_region(f"paths.{k}.region", path.region)
            with about(f"paths.{k}"):
                axes_of("axes", path.axes)
        for k, target in enumerate(self.targets):
            self._check_region(f"targets.{k}.region", target.region)
            if target.up != self.up:
                raise ValueError(f"targets.{k}.up is {target.up!r}, expected {self.up!r}, as of the bundle")
            if target.step > self.steps:
                raise ValueError(f"targets.{k}.step is {target.step}, expected 0 to {self.steps}")
        if self.skin:
            _check_weights("skin", self.skin)

    def _check_region(self, field: str, name: str) -> None:
        if name not in self.regions or not self.regions[name].size:
            raise ValueError(f"{field} is {shown(name)}, expected a region that has vertices")


def _along(part: Mapping[str, np.ndarray], positions: np.ndarray) -> np.ndarray:
    """Points (..., k, 3) that move with the `corners` (k, 4) of tetrahedra, by `weights` (k, 4)."""
    return np.einsum("...skx,sk->...sx", positions[..., part["corners"], :], part["weights"])


def _check_weights(name: str, part: Mapping[str, np.ndarray]) -> None:
    if np.abs(part["weights"].sum(axis=1) - 1).max(initial=0) > SUM:
        raise ValueError(f"{name}/weights do not sum to one at each vertex")
