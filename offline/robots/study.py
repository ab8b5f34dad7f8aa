"""`softrein robots`: open loops against logs of others, and closed loops on full models, as plain data."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypedDict

import numpy as np

from offline.campaign.pool import Map
from offline.figures import known, plain
from offline.full.body.full_body import FullBody, build_full_body, simulate
from offline.full.body.loads import Loads
from offline.robots.loop import RobotRun, drive_robot, maker, task_of
from offline.robots.robots import Log, Robot
from runtime.base.progress import Progress, silent
from runtime.bundle.body import BodyBundle
from runtime.control.registry import LQR, MPC, NONE, PD
from softrein.errors import SimulationError, one_line

Array = np.ndarray

CONTROLLERS = (NONE.name, LQR.name, MPC.name, PD.name)
LOG: Final = "log"  # in place of a controller: the full model under the logged inputs


class Entry(NamedTuple):
    """A run to be made: its robot, and its controller."""

    robot: int
    controller: str


Figures = Mapping[str, object]  # figures of a run or a log, numbers or None; or an "error" in words


class _Description(TypedDict):
    words: str
    rank: int
    vertices: int
    controllers: dict[str, Figures]
    seconds: dict[str, float]


class Facts(_Description, total=False):
    """Facts about a robot, and its results: by controller, and of the log if there is one."""

    log: Figures


class StudyResult(NamedTuple):
    """The results of the study."""

    facts: dict[str, Facts]
    # by robot, then by controller or "wanted": positions of the followed points (T + 1, paths, 3) m; for a
    # log by "full", "reduced" and "logged" (T, 1, 3)
    places: dict[str, dict[str, Array]]


class _Runs:
    """The work of a process."""

    def __init__(self, robots: Sequence[Robot], bundles: Sequence[BodyBundle]) -> None:
        self._robots, self._bundles = robots, bundles

    def __call__(self, entry: Entry) -> tuple[RobotRun | Compared | str, float]:
        """Make a run, or compare a log with the models; return the result or the failure, and the time, s."""
        robot, bundle, begin = self._robots[entry.robot], self._bundles[entry.robot], time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            full = build_full_body(robot.scene)
            try:
                if entry.controller == LOG:
                    found: RobotRun | Compared | str = compared(robot, bundle, full)
                else:
                    task = task_of(robot.name, full, bundle)
                    found = drive_robot(full, task, maker(entry.controller)(task))
            except (Exception, SystemExit) as error:  # controllers of users may fail in any way
                found = f"{type(error).__name__}: {one_line(str(error), 200)}"
        return found, time.perf_counter() - begin


def judge(
    robots: Sequence[Robot],
    bundles: Sequence[BodyBundle],
    controllers: Sequence[str] = CONTROLLERS,
    each: Map = map,
    progress: Progress = silent,
) -> StudyResult:
    """Run every robot under every controller, and under logged commands where there are any.

    Raises ControllerError for an unknown controller.
    """
    entries = [Entry(k, LOG) for k, robot in enumerate(robots) if robot.log is not None]
    entries += [Entry(k, name) for k in range(len(robots)) for name in controllers]
    facts: dict[str, Facts] = {}
    places: dict[str, dict[str, Array]] = {}
    for robot, bundle in zip(robots, bundles, strict=True):
        facts[robot.name] = {
            "words": robot.words,
            "rank": bundle.rank,
            "vertices": len(bundle.vertices),
            "controllers": {},
            "seconds": {},
        }
        places[robot.name] = {}
    progress("runs", 0, len(entries))
    runs = each(_Runs(robots, bundles), entries)
    for done, (entry, (found, seconds)) in enumerate(zip(entries, runs, strict=True), 1):
        robot, bundle = robots[entry.robot], bundles[entry.robot]
        own, where = facts[robot.name], places[robot.name]
        own["seconds"][entry.controller] = round(seconds, 1)
        if isinstance(found, RobotRun):
            figures = found.figures(bundle.dt)
            own["controllers"][entry.controller] = {k: plain(v) for k, v in figures.items()}
            where |= {"wanted": found.wanted, entry.controller: found.places}
        elif isinstance(found, Compared):
            own[LOG] = found.facts
            where |= found.places
        elif entry.controller == LOG:
            own[LOG] = {"error": found}
        else:
            own["controllers"][entry.controller] = {"error": found}
        progress("runs", done, len(entries))
    return StudyResult(facts, places)


class Compared(NamedTuple):
    """A log compared with both models."""

    facts: dict[str, float | None]
    places: dict[str, Array]  # (T, 1, 3) m, by "full", "reduced" and "logged"


def compared(robot: Robot, bundle: BodyBundle, full: FullBody) -> Compared:
    """Return the models' distances from a log, in mm: of all vertices at rest, and of the followed one.

    Raises SimulationError where the full model fails; where the reduced one fails it has no figure.
    """
    log = robot.log
    assert log is not None
    rest, full_places = full.body.positions(full.start()), open_loop(full, log)
    steps = bundle.steps
    logged = log.places[:steps]
    try:
        reduced = reduced_loop(bundle, log)
    except SimulationError:
        reduced = np.full((steps + 1, 3), np.nan)
    facts = {"equilibrium rms [mm]": _rms(rest, log.equilibrium)}
    facts |= {"full rms [mm]": _rms(full_places[:steps], logged)}
    facts |= {"reduced rms [mm]": _rms(reduced[:steps], logged)}
    places = {"full": full_places[:steps], "reduced": reduced[:steps], "logged": logged}
    return Compared({k: known(v) for k, v in facts.items()}, {k: v[:, None] for k, v in places.items()})


def open_loop(full: FullBody, log: Log) -> Array:
    """Return the followed vertex's places (T + 1, 3) m at each step, under the log's commands."""
    steps, count = full.scene.time.steps, log.pulled.shape[1]
    loads = Loads(np.zeros((count, full.body.free.size)), log.pulled[:steps].T.copy(), np.eye(count))
    run = simulate(replace(full, loads=loads))
    return np.array([full.body.positions(u)[log.vertex] for u, _ in run])


def reduced_loop(bundle: BodyBundle, log: Log) -> Array:
    """Do as `open_loop`, by the reduced model and from the bundle's own start. Raises SimulationError."""
    plant, r = bundle.plant(), bundle.rank
    inputs = np.array(bundle.track.feedforward)
    inputs[:, r : r + log.pulled.shape[1]] += log.pulled[: bundle.steps]
    states = [bundle.track.states[0]]
    for given in inputs:
        states.append(plant.step(states[-1], given))
    return np.asarray(bundle.shape.positions(np.array(states), np.array([log.vertex]))[:, 0])


def _rms(places: Array, others: Array) -> float:
    return 1e3 * float(np.sqrt(np.mean(np.sum((places - others) ** 2, axis=-1))))
