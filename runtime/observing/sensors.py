"""Sensors on vertices, and what an observer knows beforehand; a bundle stores both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from runtime.base.arguments import flag, number, whole
from runtime.base.fields import stored
from runtime.body.shape import Shape
from runtime.observing.kalman import KalmanGains, MeasurementModel, Unknown, kalman_gains
from runtime.observing.kinds import MARKER, SENSOR_KINDS
from runtime.plant.actuation import make_actuation
from runtime.plant.plant import Plant
from runtime.plant.track import Track, linearised
from softrein.errors import ControllerError

# most markers of all sensors: the filter of a body of r = 24 with gains for 500 steps then takes 170 MB
MOST_MARKERS = 200
MOST_PLACES = 200  # most places on the skin at which pushes are expected

Array = np.ndarray


@dataclass(frozen=True)
class Sensor:
    """A sensor with points on vertices; three coordinates of each are measured, with independent noise."""

    vertices: list[int] = stored(least=0, unit="vertex", meaning="where its points sit")
    noise: float = stored(
        above=0, unit="m, m/s²", meaning="standard deviation of each coordinate, in its kind's unit"
    )
    every: int = stored(
        default=1,
        least=1,
        most=2**31 - 1,
        unit="step",
        meaning="from one measurement to the next, counted from the motion's beginning",
    )
    kind: str = stored(
        default=MARKER,
        since=17,
        choices=tuple(SENSOR_KINDS),
        meaning="what is measured of each: its place, or its acceleration in the mean over the last step, in "
        "the axes of space and without gravity",
    )


@dataclass(frozen=True)
class Observing:
    """The observer's assumptions about unknown forces. Raises ControllerError for values out of range."""

    time_constant: float = stored(
        default=0.5, above=0, unit="s", meaning="by which an unknown force is expected to fade"
    )
    force: float = stored(
        default=1.0,
        above=0,
        unit="N",
        meaning="how large unknown pushes are expected to be: the root of their mean square",
    )
    radius: float = stored(default=0.0, least=0, unit="m", meaning="and of which radius on the skin")
    extended: bool = stored(
        default=True,
        meaning="whether gains are made as it runs, about the estimate; or along the motion",
    )

    def __post_init__(self) -> None:
        number("time_constant", self.time_constant, "a number of seconds, above 0", above=0)
        number("force", self.force, "a number of newtons, above 0", above=0)
        number("radius", self.radius, "a number of metres, not negative", least=0)
        flag("extended", self.extended)

    def decay(self, dt: float) -> float:
        """Phi, the share of a disturbance that is left after a step."""
        return float(np.exp(-dt / self.time_constant))


def check_sensors(sensors: Sequence[Sensor], shape: Shape) -> None:
    """Raise ControllerError for too many markers, or a sensor that cannot be.

    That is one with missing vertices, with none that can move, or with a noise or an interval out of range.
    """
    count = sum(len(sensor.vertices) for sensor in sensors)
    if count > MOST_MARKERS:
        raise ControllerError(f"sensors have {count} markers together, expected {MOST_MARKERS} at most")
    for k, sensor in enumerate(sensors):
        unit = SENSOR_KINDS[sensor.kind].unit
        number(f"sensors.{k}.noise", sensor.noise, f"a number of {unit}, above 0", above=0)
        whole(f"sensors.{k}.every", sensor.every, "a whole number of steps from 1 up", least=1)
        for vertex in sensor.vertices:
            whole(
                f"sensors.{k}.vertices", vertex, f"vertices from 0 to {shape.count - 1}", most=shape.count - 1
            )
        if not (sensor.vertices and shape.modes[sensor.vertices].any()):
            raise ControllerError(f"sensors.{k} has no vertex that can move: nothing could be learnt from it")


def measured_by(
    sensors: Sequence[Sensor], shape: Shape, dt: float, unseen: Mapping[str, Array] | None = None
) -> MeasurementModel:
    """The measurement model of all sensors in steps of `dt` s: three coordinates of each point, in order.

    `unseen` has arrays (v, 3) by the kinds' names in `lacking`: the standard deviation of measurements of
    each vertex from what any state of the model can represent, which is treated as noise.
    """
    vertices = np.concatenate([sensor.vertices for sensor in sensors]).astype(np.int64)
    coordinates = 3 * np.array([len(sensor.vertices) for sensor in sensors])
    kinds = [SENSOR_KINDS[sensor.kind] for sensor in sensors]
    weights = np.repeat([kind.weights(dt) for kind in kinds], coordinates, axis=0)
    own = np.repeat([float(sensor.noise) for sensor in sensors], coordinates)
    lacking = [(unseen or {}).get(kind.lacking, np.zeros((shape.count, 3))) for kind in kinds]
    modes = shape.modes[vertices].reshape(3 * len(vertices), -1)
    moves = bool(weights[:, 1:].any())
    return MeasurementModel(
        np.hstack([weight[:, None] * modes for weight in (weights.T if moves else weights.T[:1])]),
        weights[:, 0] * shape.vertices[vertices].reshape(-1),
        np.hypot(own, np.concatenate([u[s.vertices].ravel() for u, s in zip(lacking, sensors, strict=True)])),
        own,
        np.repeat([sensor.every for sensor in sensors], coordinates),
        modes.shape[1] if moves else 0,
    )


def unknown_force(shape: Shape, observing: Observing) -> Array:
    """The factor S_d (r, r) of a disturbance's covariance, which is that of pushes anywhere on the skin.

    `force` is the root mean square of a push, and all directions are equally likely: S_d^T S_d = force^2 / 3
    times the mean over places of the sum over axes of u u^T, u = U^T of a unit push there.
    """
    skin = np.unique(shape.surface)
    some = skin[:: max(1, len(skin) // MOST_PLACES)]
    patches = [shape.patch(int(vertex), observing.radius) for vertex in some]
    rows = np.concatenate([np.einsum("vxr,v->xr", shape.modes[each], share) for each, share in patches])
    rank = rows.shape[1]
    scaled = observing.force / np.sqrt(len(rows)) * rows
    return np.asarray(np.linalg.qr(np.vstack([scaled, np.zeros((rank, rank))]), mode="r"))


class Knowledge(NamedTuple):
    """An observer's model: how sensors measure the state, their noise, and the unknown forces."""

    measurement: MeasurementModel
    unknown: Unknown
    repeats: bool = False  # whether the motion repeats
    extended: bool = False  # whether gains are computed while it runs (extended Kalman filter)


def steps_along(plant: Plant, track: Track, rank: int) -> tuple[Array, Array]:
    """The Jacobians F (T, n, n) and G (T, n, r) of a motion's steps by state and by a force on coordinates.

    They are about the motion's own feed-forward, and so include the stiffness of cables under its tensions.
    """
    F, G, _ = linearised(plant, make_actuation(np.eye(plant.forces, rank)), track)
    return F, G


def gains_along(plant: Plant, track: Track, knowledge: Knowledge) -> KalmanGains | None:
    """The filter's gains along a motion; None for an extended filter, which computes them online.

    Raises ControllerError where they do not settle.
    """
    if knowledge.extended:
        return None
    F, G = steps_along(plant, track, len(knowledge.unknown.disturbance))
    return kalman_gains(F, G, knowledge.measurement, knowledge.unknown, knowledge.repeats)
