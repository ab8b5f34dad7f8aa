"""The loop of a controller and a robot: it gets places of markers, and returns actuators' commands.

The robot is the full model. At each step `control(step, y)` gets the places y (k, 3) m of the markers, at the
beginning of the step and without noise, and returns a command (s,), in the actuators' `scale`s, that is
clipped to the limits and held over the step. A controller is a class, whose instance is made with its `Task`:

    class Mine:
        def __init__(self, task): ...
        def control(self, step, y): return task.rest

The bundle's own controllers, with its observer, have the same interface.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from offline.full.body.full_body import FullBody
from offline.steering.body import ControlledBody
from runtime.bundle.body import BodyBundle
from runtime.bundle.feedback import MarkerFeedback
from runtime.control.paths import misses_of_places, off_paths, places_along
from runtime.control.registry import CONTROLLERS, NONE
from softrein.errors import ControllerError, SimulationError, one_line, shown

Array = np.ndarray


@dataclass(frozen=True)
class Task:
    """The information that a controller gets; its arrays are read-only.

    Attributes:
        name: The robot's name.
        dt: Length of a step, s.
        wanted: (T + 1, paths, 3) m, where each followed place is to be at the beginning of each step, and at
            the end; along axes that do not count as it is at rest.
        axes: The axes of each path that count, such as "xy".
        rest: (s,) commands under which the robot rests.
        limits: (s, 2) of commands.
        actuators: Their names.
        vertices: (n, 3) m at rest, of the mesh.
        tets: (m, 4) vertices of its elements.
        markers: (k,) vertices that are measured.
        bundle: Its reduced model, for controllers that use it.

    """

    name: str
    dt: float
    wanted: Array
    axes: list[str]
    rest: Array
    limits: Array
    actuators: list[str]
    vertices: Array
    tets: Array
    markers: Array
    bundle: BodyBundle


class Controller(Protocol):
    """A controller, which is made with a task."""

    def control(self, step: int, y: Array) -> Array:
        """Return the command (s,) for a step at whose beginning markers are at y (k, 3) m."""


class RobotRun(NamedTuple):
    """A run of a robot."""

    wanted: Array  # (T + 1, paths, 3) m, desired positions
    places: Array  # (T + 1, paths, 3) m, actual positions
    distances: Array  # (T + 1, paths) m, distances between both
    commands: Array  # (T, s) commands to the robot
    took: Array  # (T,) s, computing time of each command

    def figures(self, dt: float) -> dict[str, float]:
        """Return the places' distances from their paths, the effort, and the times of the controller.

        Distances are root mean squares and the largest, in mm, over all but the first half second, in which a
        motion from rest is still on its way to a path (`runtime.control.paths.UNDER_WAY`), and the root mean
        square from the start. The controller's times are in ms, the median and the 99 % point.
        """
        off = off_paths(self.distances, dt)
        return {
            "rms [mm]": 1e3 * off["path rms"],
            "largest [mm]": 1e3 * off["path max"],
            "rms from the start [mm]": 1e3 * float(np.sqrt(np.mean(self.distances**2))),
            "effort": dt * float(np.sum(self.commands**2)),
            "plan [ms]": 1e3 * float(np.median(self.took)),
            "plan 99 % [ms]": 1e3 * float(np.percentile(self.took, 99)),
        }


class Own:
    """A controller of the bundle, which acts on its observer's estimate from the markers."""

    def __init__(self, task: Task, name: str) -> None:
        self._feedback = MarkerFeedback(task.bundle, name)
        self._feedback.measured(self._feedback.expected)  # compiles what is not compiled yet
        self._feedback.reset()

    def control(self, step: int, y: Array) -> Array:
        """See `Controller`."""
        if step:
            self._feedback.measured(y)
        return self._feedback.command


class Nothing:
    """Commands under which the robot rests."""

    def __init__(self, task: Task) -> None:
        self._rest = task.rest

    def control(self, step: int, y: Array) -> Array:
        """See `Controller`."""
        return self._rest


def maker(name: str) -> Callable[[Task], Controller]:
    """Return the function that makes a controller of a task: softrein's by name, or any MODULE:CLASS.

    Raises ControllerError where there is no such class, or where it has no `control`.
    """
    if name == NONE.name:
        return Nothing
    if ":" not in name and name not in CONTROLLERS:
        raise ControllerError(
            f"--controller {shown(name)}: give one of {', '.join(CONTROLLERS)}, or your own as MODULE:CLASS"
        )
    if ":" not in name:
        return lambda task: Own(task, name)
    module, _, word = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), word)
    except (Exception, SystemExit) as error:
        words = f"{type(error).__name__}: {one_line(str(error), 200)}"
        raise ControllerError(f"--controller {shown(name)}: {words}") from error
    if not callable(found) or not callable(getattr(found, "control", None)):
        raise ControllerError(f"--controller {shown(name)}: it is no class with a method control(step, y)")
    made: Callable[[Task], Controller] = found
    return made


def task_of(name: str, full: FullBody, bundle: BodyBundle) -> Task:
    """Return what is known of a robot's task beforehand."""
    actuation = bundle.actuation
    paths = bundle.paths
    wanted = np.stack(places_along(bundle.shape, bundle.track, bundle.costs, paths), axis=1)
    return Task(
        name,
        bundle.dt,
        _kept(wanted),
        [path.axes for path in paths],
        _kept(actuation.own[0]),
        _kept(actuation.limits),
        list(bundle.actuator_names),
        _kept(bundle.vertices),
        _kept(bundle.tets),
        _kept(np.concatenate([sensor.vertices for sensor in bundle.sensors])),
        bundle,
    )


def _kept(values: Array) -> Array:
    """Return a copy that a controller cannot change, as it is judged by it."""
    found = np.array(values)
    found.setflags(write=False)
    return found


def drive_robot(full: FullBody, task: Task, controller: Controller) -> RobotRun:
    """Run the full model through the task, under a controller.

    Raises ControllerError for an invalid command, SimulationError where the full model fails.
    """
    bundle = task.bundle
    drive = ControlledBody(full, bundle)
    state, steps, count = drive.start(), bundle.steps, len(task.limits)
    paths, places = len(bundle.paths), [drive.places(state)[: len(bundle.paths)]]
    commands, took = np.zeros((steps, count)), np.zeros(steps)
    for step in range(steps):
        seen = drive.seen(state).reshape(-1, 3)
        begin = time.perf_counter()
        command = controller.control(step, seen)
        took[step] = time.perf_counter() - begin
        commands[step] = _checked(command, count, step).clip(*task.limits.T)
        try:
            state = drive.advance(state, drive.own(step) + drive.acting(drive.project(state), commands[step]))
        except SimulationError as error:
            raise SimulationError(f"{task.name}: {error}") from None
        places.append(drive.places(state)[:paths])
    found = np.array(places)
    return RobotRun(task.wanted, found, misses_of_places(bundle.paths, task.wanted, found), commands, took)


def _checked(command: object, count: int, step: int) -> Array:
    try:
        found = np.array(command, dtype=float)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.shape != (count,) or not np.isfinite(found).all():
        raise ControllerError(f"step {step}: control() has to return {count} finite numbers, one an actuator")
    return found
