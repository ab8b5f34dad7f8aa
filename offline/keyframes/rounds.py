"""The motion through a scene's key-frames, found on the reduced body and tried on the full one, in rounds.

    motion     on the reduced body of the present basis
    full runs  of the full body under the control found: distances of both from the key-frames, and from each
               other there; and, where another round follows, a second run with the motion's feedback, which
               keeps it near the intended motion
    basis      of all runs so far, these included; and a new reduced body

until reduced and full body agree at the key-frames, or all along an animation, three rounds at most. The
round is taken in which the full body came nearest to the goals. A motion outside of the span of the basis
differs in the full body; its own runs extend the basis. The shapes of an animation are among the snapshots
from the first round on. The full run of a motion that repeats is one that returns to its start
(`offline.keyframes.closed`). Full runs in which the body becomes implausible
(`offline.pipeline.body.plausible`) are never among the snapshots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from offline.animation.animated import Animated
from offline.animation.bound import Lost, fit, length, lost, lost_between, on_vertices
from offline.full.body.full_body import FullBody, simulate
from offline.full.body.newmark import FullStepper
from offline.gains.lqr import build_actuators
from offline.keyframes.closed import LEFT, Lap, closed, gap_of
from offline.keyframes.following import find_following
from offline.keyframes.request import ACCURACY, Request, accuracy_of, ask, half_period
from offline.keyframes.waypoints import NEAR, Waypoint, hindrance, unmet, waypoints_of
from offline.pipeline.base.table import Made, Staged
from offline.pipeline.body.causes import found_cause
from offline.pipeline.body.energy import Added
from offline.pipeline.body.kind import actuator_pattern, projected
from offline.pipeline.body.plausible import ImplausibleError, Plausible
from offline.pipeline.body.runs import BodyNominal
from offline.steering.as_loads import driven, follow
from reduce.pod import Basis
from runtime.base.progress import Progress
from runtime.body.plant import BodyPlant
from runtime.body.shape import Shape
from runtime.control.planning.motion import Motion
from runtime.plant.actuation import make_actuation
from softrein.errors import BasisError, ControllerError, SimulationError, warn

Array = np.ndarray
# (nominal run, round): basis and plant from all runs so far
Model = Callable[[BodyNominal, int], tuple[Basis, BodyPlant]]

ROUNDS = (1, 2, 3)
AGREED = 1e-3  # m: tolerated distance of full and reduced body at a key-frame, or along an animation
LARGE = 0.05  # fraction of an animation's extent: an rms distance of the full body above it is reported
FAR = 3.0  # in tolerances: a key-frame farther off counts as missed


class Found(NamedTuple):
    """A round: the motion, and the full run under its controls."""

    basis: Basis
    plant: BodyPlant
    request: Request
    motion: Motion
    nominal: BodyNominal
    waypoints: list[Waypoint]
    apart: float  # m, largest distance of full and reduced body at the key-frames
    far: Array  # (waypoints,) m or m/s, distance of the full body from each key-frame
    lost: Lost | None = None  # distance of the full body from its animation
    # whether feedback holds the full body to the motion; its controls then include that feedback
    is_held: bool = False
    # for a motion that repeats: relative distance of the full run's end from its start (`closed`)
    gap: float = 0.0

    @property
    def off(self) -> tuple[float, float]:
        """The full body's largest distance from goals that must be met, in tolerances; then `apart`."""
        pairs = zip(self.waypoints, self.far, strict=True)
        met = [far / point.tolerance for point, far in pairs if point.raised]
        met += [] if self.lost is None else [self.lost.rms / NEAR]
        return max(met, default=0.0), self.apart


def rounds(
    table: Staged, nominal: BodyNominal, progress: Progress, model: Model, numbers: Sequence[int] = ()
) -> Found:
    """Return the round in which the full body came nearest; `remarks_on` says what it misses.

    `nominal` is the body's run without control, and `numbers` are those of the rounds, `ROUNDS` unless given.
    Raises SimulationError where the full body's run fails in all.
    """
    numbers = numbers or ROUNDS
    found: list[Found] = []
    why = ""
    runs = _shapes(nominal.full)
    for number in numbers:
        try:
            basis, plant = model(nominal._replace(found=runs), number)
            request, motion = table.stage(f"motion, round {number}", _find, nominal, basis, plant)
        except (BasisError, ControllerError, SimulationError) as error:
            if not found:
                raise
            warn(f"keyframes: round {number} finds no motion, so that of an earlier one is taken: {error}")
            break
        name = f"full runs, round {number}"
        trial = table.stage(name, _run_under, nominal, basis, motion, number == numbers[-1], progress)
        why = trial.fault or why
        if trial.nominal is not None:
            outcome = _waypoints(nominal), trial.apart, trial.far, trial.lost, trial.is_held, trial.gap
            found.append(Found(basis, plant, request, motion, trial.nominal, *outcome))
        if trial.apart <= AGREED:
            break
        runs = [*runs, *(kept for run in trial.runs if (kept := _not_strayed(nominal.full, run)).size)]
    if not found:
        raise SimulationError(
            f"{nominal.full.scene.reference.source}: the full body's simulation fails under the control "
            "of every motion that was found: leave the motion more time, or take a smaller time.step; the "
            f"last failure: {why}"
        )
    return min(found, key=lambda each: each.off)


def remarks_on(found: Found, full: FullBody) -> Iterator[str]:
    """Say which key-frames a motion and the full body under its controls miss, and what else it lacks."""
    for words in unmet(found.waypoints, found.motion):
        yield f"{words}: {hindrance(found.motion, found.request.limits)}"
    if found.motion.slope > accuracy_of(found.plant):
        yield (
            f"the search for the motion has {_unfinished(found.motion)}: the motion is not the cheapest "
            "one; leave it more time, or wider limits"
        )
    count = len(found.waypoints)
    for point, far, own in zip(found.waypoints, found.far, found.motion.distances[:count], strict=True):
        if far > FAR * point.tolerance and (point.raised or far > FAR * own):
            yield f"the full body misses {point.name} by {point.words(far)}"
    if found.gap > LEFT:
        yield (
            f"the full body's motion is not periodic: a round ends {found.gap:.1%} of its size from where "
            "it began, and feedback within its limits cannot close it; give it wider limits, or more "
            "damping"
        )
    if full.animated is not None:
        yield from _lost_on_the_way(full.animated, found)


def _lost_on_the_way(animated: Animated, best: Found) -> Iterator[str]:
    """Say how far the motion, or the full body, is from an animation, where that is much of its size."""
    fit, large = best.request.fit, LARGE * animated.size
    assert fit is not None
    assert best.lost is not None
    by_motion = lost_by(animated, best.basis, best.motion)
    if by_motion.rms > large:
        shows = f"{fit.lost.words} cannot be represented by {best.basis.rank} modes"
        why = "take a larger basis.rank, if a body can take such shapes at all"
        if fit.lost.rms < by_motion.rms / 2:
            why = hindrance(best.motion, best.request.limits)
            sudden = "a motion that begins or turns suddenly no body can follow"
            other = (
                f"{sudden}; else set reference.weight above {best.request.weight or 0:.2g}, which it is now"
            )
            why = why if "limits" in why else other
        yield f"{animated.name}: the motion is {by_motion.words} from it, and {shows}: {why}"
    if best.lost.rms > large:
        yield f"{animated.name}: the full body is {best.lost.words} from it"


def lost_by(animated: Animated, basis: Basis, motion: Motion) -> Lost:
    """Return the distances of a motion of the reduced body from an animation."""
    return lost(animated.bound, basis.vectors @ motion.states[:, : basis.rank].T, animated.places)


def _not_strayed(full: FullBody, run: Array) -> Array:
    """Return a run's states (n, k) that are no farther from the body's animation than its own extent."""
    animated = full.animated
    if animated is None or not run.size:
        return run
    apart = animated.bound.apart(run, animated.places[: run.shape[1]])
    return run[:, np.sqrt(np.mean(apart**2, axis=1)) <= animated.size]


def _shapes(full: FullBody) -> list[Array]:
    """Return what the basis must represent from the first round on, as runs (n, T + 1): animation and poses.

    A pose counts as a run that stays there.
    """
    animated, poses = full.animated, [each for each in full.poses if each is not None]
    found = [] if animated is None else [on_vertices(full.body, animated.bound, animated.places)]
    stays = [on_vertices(full.body, pose.bound, pose.places[None]) for pose in poses]
    return [*found, *(np.repeat(u, full.scene.time.steps + 1, axis=1) for u in stays)]


def _waypoints(nominal: BodyNominal) -> list[Waypoint]:
    """Return the scene's goals for the body."""
    full, mesh = nominal.full, nominal.full.mesh
    return waypoints_of(full.scene, mesh.vertices, mesh.regions, full.poses)


def _find(nominal: BodyNominal, basis: Basis, plant: BodyPlant) -> Made[tuple[Request, Motion]]:
    """Search the motion of the reduced body."""
    full = nominal.full
    scene, mesh = full.scene, full.mesh
    pattern = actuator_pattern(full, basis)
    actuation = make_actuation(*build_actuators(scene.control, basis.rank, pattern, plant.forces))
    shape = Shape(mesh.vertices, mesh.surface, full.body.free, basis.vectors, dict(mesh.regions))
    start = projected(nominal, basis).states[0]
    mass = full.body.total_mass
    wanted = full.animated
    near = None if wanted is None else fit(wanted.bound, basis.vectors, wanted.places)
    poses = [each and fit(each.bound, basis.vectors, each.places[None]) for each in full.poses]
    slowest = half_period(plant.model, start)
    request = ask(scene, shape, start, actuation.limits, mass, slowest, near, poses)
    if full.known.shape[1]:
        driven_alone = np.zeros((scene.time.steps, plant.forces - full.known.shape[1]))
        request = request._replace(known=np.hstack([driven_alone, full.known]))
    request, motion = find_following(request, plant, actuation, start, scene.endless)
    waypoints = _waypoints(nominal)
    words, count = [], len(scene.keyframes)
    if wanted is not None and near is not None:
        far = lost_by(wanted, basis, motion)
        words.append(f"{far.words} from the animation, the basis at best {near.lost.words}")
    if count:
        words.append(met(waypoints, motion, count))
    words.append(f"{motion.iterations} iteration{'s' * (motion.iterations != 1)}")
    if plant.uncurved:
        lacking = " and ".join(plant.uncurved)
        words.append(
            f"by Gauss-Newton, as second derivatives of {lacking} are not known: slope {motion.slope:.1e}"
        )
    words += [_unfinished(motion)] * (motion.slope > accuracy_of(plant))
    return Made((request, motion), "; ".join(words), {"bytes": motion.states.nbytes + motion.controls.nbytes})


def met(waypoints: list[Waypoint], motion: Motion, count: int) -> str:
    """Say how near the motion comes to its `count` key-frames, or which of them it misses."""
    missed = "; ".join(unmet(waypoints, motion))
    within = f": {missed}" if missed else f" within {length(max(motion.distances[:count]))}"
    return f"{count} key-frame{'s' * (count > 1)}{within}"


def _unfinished(motion: Motion) -> str:
    return f"not converged, slope {motion.slope:.1e} where {ACCURACY:.0e} is required"


class _Trial(NamedTuple):
    """The full body under a motion's control."""

    nominal: BodyNominal | None  # the full run; None: it failed
    runs: list[Array]  # (n, k) m each, displacements of that run and of one under feedback, if any
    apart: float  # m, largest distance from the reduced body at the key-frames; infinite if the run failed
    far: Array  # (waypoints,) m or m/s, distance from each key-frame; infinite if the run failed
    lost: Lost | None = None  # distance from the animation
    is_held: bool = False  # whether its controls include feedback about the motion
    fault: str = ""  # why the run failed, or empty
    gap: float = 0.0  # relative distance of end and start, for a motion that repeats

    @property
    def words(self) -> str:
        """The distance from the animation, or that the run failed."""
        return "failed" if self.lost is None else self.lost.words


def _run_under(
    nominal: BodyNominal, basis: Basis, motion: Motion, last: bool, progress: Progress
) -> Made[_Trial]:
    """Run the full body under the motion's control alone, and also with its feedback where that is useful.

    It is useful where another round follows, or where the body is to follow an animation and drifts off: then
    the controls that the feedback made are used, if they come nearer.
    """
    full = nominal.full
    scene, steps, repeats = full.scene, full.scene.time.steps, full.scene.endless
    moved = driven(full, basis.vectors, motion.controls, motion.states[0] if repeats else None)
    stepper = moved.stepper()
    alone, fault = _as_far_as_it_goes(moved, simulate(moved, stepper), None, progress, stepper)
    found, runs = _trial(nominal, moved, alone, basis, motion)._replace(fault=fault), [alone[0]]
    said = [] if full.animated is None else [f"{found.words} from the animation"]
    holds = full.animated is not None and not repeats
    if repeats:
        found, run = _closed(nominal, moved, basis, motion, progress)
        runs += [] if run is None else [run[0]]
        said = [] if full.animated is None else [f"{found.words} from the animation"]
        fault = found.fault
    elif found.apart > AGREED and (holds or not last):
        _, limits = build_actuators(scene.control, basis.rank, actuator_pattern(full, basis))
        acting: list[Array] = []
        stepper = moved.stepper()
        states = follow(moved, basis, motion, limits, acting, stepper)
        run, _ = _as_far_as_it_goes(moved, states, _Feedback(moved, acting), progress, stepper)
        runs.append(run[0])
        if holds and run.shape[2] > steps:
            again = driven(full, basis.vectors, np.array(acting))
            held = _trial(nominal, again, run, basis, motion)._replace(is_held=True)
            said = [f"{held.words} from the animation held to the motion, {found.words} without"]
            found = min((held, found), key=lambda each: np.inf if each.lost is None else each.lost.rms)
    words = f"the full body's simulation fails: {fault}"
    if found.nominal is not None:
        places = [far for point, far in zip(_waypoints(nominal), found.far, strict=True) if not point.fast]
        said += [f"key-frames missed by {length(max(places))} at most"] if places else []
        words = "; ".join([*said, f"{length(found.apart)} from the reduced body"])
    return Made(found._replace(runs=runs), words, {"bytes": sum(run.nbytes for run in runs)})


def _closed(
    nominal: BodyNominal, moved: FullBody, basis: Basis, motion: Motion, progress: Progress
) -> tuple[_Trial, Array | None]:
    """Return the full body's closed period, and its states (2, n, T + 1) where there is one."""
    full = nominal.full
    _, limits = build_actuators(full.scene.control, basis.rank, actuator_pattern(full, basis))
    faults = [""]

    def lap(body: FullBody) -> Lap | None:
        acted: list[Array] = []
        stepper = body.stepper()
        states = follow(body, basis, motion, limits, acted, stepper)
        run, faults[0] = _as_far_as_it_goes(body, states, _Feedback(body, acted), progress, stepper)
        return None if faults[0] else Lap(run, np.array(acted), gap_of(body, run))

    found = closed(moved, lap)
    if found is None:
        none = np.empty((2, full.body.mass.size, 0))
        return _trial(nominal, moved, none, basis, motion)._replace(fault=faults[0]), None
    again = replace(driven(full, basis.vectors, found.acted), moving=found.run[:, :, 0].copy())
    trial = _trial(nominal, again, found.run, basis, motion)
    return trial._replace(is_held=True, gap=found.gap), found.run


def _trial(nominal: BodyNominal, moved: FullBody, run: Array, basis: Basis, motion: Motion) -> _Trial:
    """Evaluate a run (2, n, k) of the body as it is driven; the list of runs stays empty."""
    waypoints, animated = _waypoints(nominal), nominal.full.animated
    if run.shape[2] <= moved.scene.time.steps:
        return _Trial(None, [], np.inf, np.full(len(waypoints), np.inf))
    apart, far = _off(waypoints, moved, run, basis, motion)
    here = BodyNominal(moved, run[0], run[1], "")
    if animated is None:
        return _Trial(here, [], apart, far)
    meant = basis.vectors @ motion.states[:, : basis.rank].T
    apart = max(apart, lost_between(animated.bound, run[0], meant).most)
    return _Trial(here, [], apart, far, lost(animated.bound, run[0], animated.places))


def _off(
    waypoints: list[Waypoint], full: FullBody, run: Array, basis: Basis, motion: Motion
) -> tuple[float, Array]:
    """Return the largest distance of a run (2, n, T + 1) from a motion at waypoints, and that at each."""
    meant = [basis.vectors @ part for part in np.split(motion.states.T, 2)]
    here, there = ([point.middle(full.body, *each) for point in waypoints] for each in (run, meant))
    apart = [
        float(np.linalg.norm(one - other))
        for point, one, other in zip(waypoints, here, there, strict=True)
        if not point.fast
    ]
    far = [np.linalg.norm(each - point.goal) for point, each in zip(waypoints, here, strict=True)]
    return max(apart, default=0.0), np.array(far)


class _Feedback(NamedTuple):
    """The feedback's addition to a motion's controls, which acts beside the loads of a `driven` body."""

    full: FullBody
    acting: list[Array]  # (s,) control with feedback in each step so far

    def _apart(self, step: int) -> Array:
        return np.asarray(self.acting[step] - self.full.loads.factors[:, step])

    def load(self, step: int) -> Array:
        """Return the force (n_free,) in N over a step."""
        return np.asarray(self._apart(step) @ self.full.loads.patterns)

    def control(self, step: int) -> Array:
        """Return the control of cables and chambers (a,) over a step."""
        return np.asarray(self._apart(step) @ self.full.loads.driving)

    def velocity_change(self, step: int) -> float:
        """Return what it adds to velocities: nothing."""
        return 0.0


def _as_far_as_it_goes(
    full: FullBody,
    run: Iterator[tuple[Array, Array]],
    added: Added | None,
    progress: Progress,
    stepper: FullStepper | None = None,
) -> tuple[Array, str]:
    """Return the states (2, n, count) of a run of a `driven` body, and why they are fewer than T + 1, if so.

    There are none where the body becomes implausible: the states before lead there, and would put shapes
    into the basis that no body takes. `added` acts beside its loads, and `stepper` makes the run.
    """
    found: list[Array] = []
    try:
        for state in Plausible(full, found_cause(full), added, stepper).watched(run):
            progress("full runs", len(found), full.scene.time.steps)
            found.append(np.array(state))
    except ImplausibleError as error:
        return np.empty((2, full.body.mass.size, 0)), str(error)
    except SimulationError as error:
        return np.array(found).transpose(1, 2, 0), str(error)
    return np.array(found).transpose(1, 2, 0), ""
