"""Identification: parameters of a scene from a recording, by the reduced model and then by the full one.

1. A full run at the scene's own values gives a basis. Where a modulus is to be found, reduced runs at other
   moduli, an eighth to eight times as large, choose the one to begin with: oscillations that are out of phase
   have many local minima. So do time shifts: the first round begins at the best one and at the recording's
   first frame, and goes on from the better fit.
2. Each round is a least squares fit of the reduced model, plus its difference from the last full run, so that
   the model is right where the last full run was; then follow a full run there, and a new basis. Rounds end
   when the coordinates converge.
3. At the end a full run for each parameter gives the Jacobian of the full model, for one more fit, linear
   about the last full run, and the covariance. A last full run gives the residual. Where that fit leads
   beyond the range of a linear one, it is repeated from there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

import numpy as np

from offline.identification.at_rest import at_rest, softness
from offline.identification.doubts import far_off, indistinct, left_out, outliers, rms, unfollowed
from offline.identification.fitting import (
    LEAST_SIGMA,
    TRUSTED,
    Fit,
    Problem,
    check_frames,
    check_moves,
    swing,
)
from offline.identification.found import scene_with
from offline.identification.markers import (
    Frame,
    exchanged_back,
    known_markers,
    labels_in_order,
    matched,
    matched_among,
    tracked,
)
from offline.identification.motion import Motion, Paths, Run, motion_of
from offline.identification.parameters import FACTOR, Parameter, parameters_of
from offline.identification.recording import Recording
from offline.scenes.body.scene import BodyScene
from runtime.base.progress import Progress, silent
from runtime.observing.kinds import MARKER
from softrein.errors import SceneError, SimulationError, warn

Array = np.ndarray
Align = Callable[[Paths], tuple[Frame, float]]  # the frame of a recording beside paths, and what it leaves

MOST_ROUNDS = 4
# change of the parameters between rounds at which iteration ends, or a tenth of their standard deviation
SETTLED = 2e-3
SCANNED = np.log(2.0) * np.arange(-3, 3.01, 0.5)  # logarithms of the factors on moduli that are tried first
CERTAIN = 1.96  # standard deviations of a 95 % interval
BOUND = 0.999  # share of the most that a coordinate may change in a fit, beyond which it is held back
MOST_ENDS = 4  # most final fits with the full model's Jacobian
NEAR = 0.02  # change of the parameters below which a linear fit is accurate to a thousandth
# step of difference quotients with the full model; small, as the errors common to both runs must cancel
FULL_DIFFERENCE = 2e-4
EXCHANGED = 8.0  # number of standard deviations that exchanging two markers must explain
OFF_PLACE = 1e-3  # m, default standard deviation of the markers' positions on the body


class Estimate(NamedTuple):
    """The estimate of one parameter."""

    name: str
    value: float
    low: float  # lower end of its 95 % interval
    high: float
    unit: str
    given: float  # value in the scene


@dataclass
class Identified:
    """The result of `softrein.identify`.

    Attributes:
        scene: The scene with the estimates.
        estimates: Each parameter with its 95 % interval.
        covariance: That of the estimates' logarithms (p, p): 0.01 is a tenth of the value. For Poisson's
            ratio it is that of log(nu / (1/2 - nu)), for a delay that of the delay (s).
        residual: Root mean square distance of the recorded markers from the simulated ones, m, without
            outliers, which `notes` count.
        motion: Root mean square distance of recorded markers from their means, the residual of a model at
            rest, m, without these outliers.
        held_out: The residuals of recordings that the fit did not see, by file, m, without outliers; files
            of one name in several folders are numbered.
        notes: Parameters that cannot be told apart, and other warnings, in words.
        sigma: A robust standard deviation of the residuals, m.
        shift: When the scene's time begins, in the recording's time, s.
        paths: Recorded and simulated paths for a picture: label, times (T,) s, recorded and simulated (T, 3).
        refined: The estimates on a finer mesh, if asked for.
        full_runs: How many full runs were made.
    """

    scene: BodyScene
    estimates: list[Estimate]
    covariance: Array = field(repr=False)
    residual: float
    motion: float
    sigma: float
    shift: float
    notes: list[str]
    full_runs: int
    paths: list[tuple[str, Array, Array, Array]] = field(repr=False, default_factory=list)
    held_out: dict[str, float] = field(default_factory=dict)
    refined: list[Estimate] = field(default_factory=list)

    def __getitem__(self, name: str) -> float:
        """Return the value of a parameter. Raises SceneError for one that was not fitted."""
        for each in self.estimates:
            if each.name == name:
                return each.value
        raise SceneError(f"{name}: not fitted; there is {', '.join(self.names)}")

    @property
    def names(self) -> list[str]:
        """The parameters, in the order of the estimates and of the covariance."""
        return [each.name for each in self.estimates]

    @property
    def facts(self) -> dict[str, object]:
        """Return all but the scene and the paths as plain data."""
        names = ("names", "residual", "motion", "sigma", "shift", "held_out", "notes", "full_runs")
        found = {name: getattr(self, name) for name in names}
        found["covariance"] = self.covariance.tolist()
        found["estimates"] = [each._asdict() for each in self.estimates]
        return {**found, "refined": [each._asdict() for each in self.refined]}


class Options(NamedTuple):
    """Options of a fit besides scene and recording."""

    placed: float = OFF_PLACE  # m, standard deviation of the markers' positions on the body
    held_out: Sequence[Recording] = ()
    refined: bool = False  # whether to fit once more with a finer mesh


def identify(
    scene: BodyScene,
    recording: Recording,
    names: Sequence[str],
    options: Options,
    progress: Progress = silent,
) -> Identified:
    """Find the parameters `names` of a scene from a recording of markers.

    Raises SceneError for parameters that the scene does not have and for a recording that no values explain,
    and SimulationError where full runs fail.
    """
    parameters = parameters_of(names, scene)
    if options.refined:
        check_refinable(scene)
    moves_time = not any(each.name == "delay" for each in parameters)
    scene_run, mesh = motion_of(scene, steps_of(scene, recording, moves_time))
    known = known_markers(scene, mesh, recording)
    markers, own = matched(known, mesh, recording)
    with catch_warnings():
        simplefilter("ignore")  # those of recordings that are held out are given when these are compared
        others = [matched_among(markers, known, mesh, each)[1] for each in options.held_out]
    for each in (own, *others):
        check_frames(each, scene.time.step * scene.time.steps)
        check_moves(each)
    motion = Motion(scene_run, parameters, mesh, markers)
    start = np.array([each.inside(each.value) for each in parameters])
    own = _tracked(labels_in_order(markers, own, options.placed, motion.begun(start)))
    problem = _problem(own, motion, options.placed, moves_time)
    fit, run = _rounds(motion, problem, start, progress)
    linear = np.array([each.linear for each in parameters])
    for _ in range(MOST_ENDS):
        before = fit.x
        fit, run = _finished(motion, problem, fit, run, start, progress)
        certain = np.sqrt(np.diag(fit.covariance))
        near = np.maximum(NEAR * linear, 0.1 * certain)
        if (np.abs(fit.x - before) <= near).all() and not _rises(before, fit.x):
            break
    lost, _ = indistinct(parameters, fit)
    if lost and (kept := [each.name for each in parameters if each.name not in lost]):
        with catch_warnings():
            simplefilter("ignore")  # these warnings were given when the recording was read
            found = identify(scene, recording, kept, options, progress)
        found.full_runs += motion.full_runs
        return _with_lost(found, _estimates(parameters, fit, lost), fit.covariance, lost)
    found = _identified(scene, motion, problem, fit, run)
    for name, other in zip(apart([each.name for each in options.held_out]), options.held_out, strict=True):
        try:
            found.held_out[name], notes = left_over(motion, run.paths, fit, known, other, options.placed)
        except SceneError as error:  # the fit has taken long
            notes = [f"not compared: {error}"]
        found.notes += [f"{name}, held out: {words}" for words in notes]
    if options.refined:
        found.refined = _refined(scene, recording, names, options, found)
    return found


def steps_of(scene: BodyScene, recording: Recording, moves_time: bool) -> int:
    """Return the most steps to simulate: all, or up to the recording's end where its time is the scene's."""
    if moves_time:
        return scene.time.steps
    ends = [load.start + load.duration for load in scene.loads if load.actuator is not None]
    lasts = max([float(recording.times[-1]), *ends])
    return int(np.ceil(lasts / scene.time.step)) + 1


def apart(names: Sequence[str]) -> list[str]:
    """Return names of files; those that occur more than once are numbered."""
    return [
        f"{name} ({names[: i + 1].count(name)})" if names.count(name) > 1 else name
        for i, name in enumerate(names)
    ]


def _problem(recording: Recording, motion: Motion, placed: float, moves_time: bool) -> Problem:
    """Return the fit's problem."""
    time = motion.scene.time
    return Problem(recording.times, recording.points, time.step, time.steps, placed, moves_time)


def _rounds(motion: Motion, problem: Problem, start: Array, progress: Progress) -> tuple[Fit, Run]:
    """Fit corrected reduced models in rounds; return the last fit, and the full run where it ended."""
    progress("identify", 0, MOST_ROUNDS + len(start) + 1)
    run = motion.full(start)
    model = motion.reduced(run)
    x, begun = start, _starts(motion, problem, model, start)
    fit: Fit | None = None
    for count in range(1, MOST_ROUNDS + 1):
        corrected = _plus(model, run.paths.plus(model(x), -1.0))
        fits = [problem.solve(corrected, each, start, frame) for each, frame in begun]
        fit = fits[0] if len(fits) == 1 else min(fits, key=partial(_left, problem, corrected))
        # later models are more accurate, but show the same exchanges
        if count == 1 and _exchange(problem, corrected, fit):
            fit = problem.solve(corrected, fit.x, start, fit.frame)
        moved, rising = np.abs(fit.x - x) if count > 1 else np.inf, _rises(x, fit.x)
        certain = np.sqrt(np.diag(fit.covariance))
        x, begun = fit.x, [(fit.x, fit.frame)]
        run = motion.full(x)
        progress("identify", count, MOST_ROUNDS + len(start) + 1)
        linear = np.array([each.linear for each in motion.parameters])
        if (moved <= np.maximum(SETTLED * linear, 0.1 * certain)).all() and not rising:
            return fit, run
        model = motion.reduced(run)
    assert fit is not None
    return fit, run


def _rises(before: Array, after: Array) -> bool:
    """Whether a coordinate went up as far as a fit may: a damping that is far too small has no effect yet."""
    return bool((after - before > BOUND * TRUSTED).any())


def _plus(model: Callable[[Array], Paths], off: Paths) -> Callable[[Array], Paths]:
    return lambda x: model(x).plus(off)


def _starts(
    motion: Motion, problem: Problem, model: Callable[[Array], Paths], start: Array
) -> list[tuple[Array, Frame]]:
    """Return where fits begin: coordinates and a frame, at the best time shift and at the recording's begin.

    Of a recording that begins with the motion itself, a wrong stiffness may fit better at another shift, from
    which no fit finds back.
    """
    best, begin = _nearest(motion, problem.aligned, model, start), problem.spanned[0]
    first = _nearest(motion, lambda paths: problem.framed(paths, begin), model, start)
    apart = abs(best[1].shift - begin) > problem.dt or not np.array_equal(best[0], first[0])
    return [best, first] if apart and problem.moves_time else [best]


def _left(problem: Problem, model: Callable[[Array], Paths], fit: Fit) -> float:
    """Return the share of motion that a fit does not explain, as `Problem.aligned` does; inf if it fails."""
    try:
        return problem.framed(model(fit.x), fit.frame.shift)[1]
    except SimulationError:
        return np.inf


def _nearest(
    motion: Motion, align: Align, model: Callable[[Array], Paths], start: Array
) -> tuple[Array, Frame]:
    """Return coordinates with all moduli times the factor that comes nearest, and the recording's frame."""
    stiff = np.array([each.kind == "young" for each in motion.parameters], dtype=float)

    def left(factor: float) -> float:
        try:
            return align(model(start + factor * stiff))[1]
        except SimulationError:
            return np.inf

    x = np.asarray(start + min(SCANNED, key=left) * stiff) if stiff.any() else start
    return x, align(model(x))[0]


def _exchange(problem: Problem, model: Callable[[Array], Paths], fit: Fit) -> bool:
    """Put exchanged markers back in frames up to the scene's end; return whether there were any."""
    places, _ = problem.at(model(fit.x), fit.frame.shift)
    expected = (places + fit.offsets - fit.frame.translation) @ fit.frame.rotation
    expected[problem.late(fit.frame.shift)] = np.nan
    problem.points, count = exchanged_back(problem.points, expected, (EXCHANGED * fit.sigma) ** 2)
    if count:
        problem.__dict__.pop("seen", None)
        _say_exchanged(count)
    return count > 0


def _tracked(recording: Recording) -> Recording:
    """Return the recording with markers put back that were exchanged from one frame to the next."""
    points, count = tracked(recording.points)
    if count:
        _say_exchanged(count)
    return recording._replace(points=points)


def _say_exchanged(count: int) -> None:
    warn(f"in {count} frames labels of markers were exchanged, which is corrected")


def _finished(
    motion: Motion, problem: Problem, fit: Fit, run: Run, around: Array, progress: Progress
) -> tuple[Fit, Run]:
    """Fit linearly about the last full run, with the full model's Jacobian, and make a full run there."""
    slopes, x, total = [], fit.x, MOST_ROUNDS + len(fit.x) + 1
    for i in range(len(x)):
        step = np.zeros(len(x))
        step[i] = FULL_DIFFERENCE
        other = motion.full(x + step).paths
        slopes.append(other.plus(run.paths, -1.0))
        progress("identify", MOST_ROUNDS + i + 1, total)

    def linear(y: Array) -> Paths:
        found = run.paths
        for slope, each in zip(slopes, (y - x) / FULL_DIFFERENCE, strict=True):
            found = found.plus(slope, float(each))
        return found

    last = problem.solve(linear, x, around, fit.frame)
    run = motion.full(last.x)
    left = problem.solve(lambda y: run.paths, last.x, last.x, last.frame, last.offsets)
    last.residuals, last.frame = left.residuals, left.frame
    progress("identify", total, total)
    return last, run


def _estimates(parameters: Sequence[Parameter], fit: Fit, lost: Collection[str]) -> list[Estimate]:
    """Return the estimates with 95 % intervals; those that are lost have the scene's values."""
    found = []
    for p, x, variance in zip(parameters, fit.x, np.diag(fit.covariance), strict=True):
        known = p.name in lost
        at, d = p.inside(p.value) if known else x, CERTAIN * np.sqrt(variance)
        value = p.value if known else p.outside(x)
        found.append(Estimate(p.name, value, p.outside(at - d), p.outside(at + d), p.unit, p.value))
    return found


def _with_lost(
    found: Identified, all_of: list[Estimate], covariance: Array, lost: dict[str, str]
) -> Identified:
    """Add the parameters that could not be found, from a fit of all with its covariance."""
    kept = [i for i, each in enumerate(all_of) if each.name in found.names]
    whole = np.diag(np.diag(covariance))
    whole[np.ix_(kept, kept)] = found.covariance
    estimates = list(all_of)
    for i, each in zip(kept, found.estimates, strict=True):
        estimates[i] = each
    return replace(found, estimates=estimates, covariance=whole, notes=[*lost.values(), *found.notes])


def _identified(scene: BodyScene, motion: Motion, problem: Problem, fit: Fit, run: Run) -> Identified:
    lost, told = indistinct(motion.parameters, fit)
    estimates = _estimates(motion.parameters, fit, lost)
    values = [(p, each.value) for p, each in zip(motion.parameters, estimates, strict=True)]
    found, notes = scene_with(scene, values, run.full.loads)
    recorded = fit.frame.places(problem.points) - fit.offsets
    used, far = np.isfinite(fit.residuals), far_off(fit.residuals, fit.sigma)
    moved = rms(swing(np.where(used & ~far[..., None], recorded, np.nan)))
    if not moved > LEAST_SIGMA:
        raise SceneError("no marker moves in the frames of the scene's time: record a motion then")
    still = np.where(used, swing(recorded), np.nan)
    simulated = recorded + fit.residuals
    notes += unfollowed(fit.residuals, still, fit.sigma) + left_out(problem, fit.frame.shift)
    notes += [*lost.values(), *told, *outliers(fit.residuals, fit.sigma)]
    if len(scene.materials) == 1 and "young" in (names := [each.kind for each in motion.parameters]):
        young = estimates[names.index("young")]
        notes += softness(at_rest(recorded, simulated), young.name, young.value)
    return Identified(
        scene=found,
        estimates=estimates,
        covariance=fit.covariance,
        residual=rms(fit.residuals[~far]),
        motion=moved,
        sigma=fit.sigma,
        shift=fit.frame.shift,
        notes=notes,
        full_runs=motion.full_runs,
        paths=[
            (label, problem.times, recorded[:, i], simulated[:, i])
            for i, label in enumerate(motion.markers.labels)
            if problem.seen[:, i].any()  # in frames that are left
        ],
    )


def left_over(
    motion: Motion,
    paths: Paths,
    fit: Fit,
    known: tuple[list[str], Array],
    other: Recording,
    placed: float,
) -> tuple[float, list[str]]:
    """Return the residual, m, of a recording that the fit did not see, and how many outliers it leaves out.

    Its frame and time shift are found. `known` are the markers by which the fitted recording was matched.
    Raises SceneError for others.
    """
    markers, own, order = matched_among(motion.markers, known, motion.mesh, other)
    still = Paths(paths.positions[:, order], paths.velocities[:, order])
    ordered = labels_in_order(markers, own, placed, still.positions[0])
    problem = _problem(_tracked(ordered), motion, placed, True)
    frame, _ = problem.aligned(still)
    found = problem.solve(lambda x: still, fit.x, fit.x, frame, fit.offsets[order])
    if _exchange(problem, lambda x: still, found):
        found = problem.solve(lambda x: still, fit.x, fit.x, found.frame, fit.offsets[order])
    far = far_off(found.residuals, found.sigma)
    return rms(found.residuals[~far]), outliers(found.residuals, found.sigma)


def check_refinable(scene: BodyScene) -> None:
    """Raise SceneError for a body without cells, and for a scene that names vertices by numbers."""
    if scene.mesh.cells is None:
        raise SceneError("--refined: only bodies of `cells` can be refined; fit again with a finer mesh.file")
    # neither pushes nor accelerometers have a part in a fit
    idle = ("pushes.", *(f"sensors.{k}." for k, part in enumerate(scene.sensors) if part.kind != MARKER))
    if numbered := [entry for entry in scene.numbered if not entry.startswith(idle)]:
        raise SceneError(
            f"--refined: {numbered[0]} are numbers of vertices, which others have in a finer mesh: give "
            "points, a box or a ball instead"
        )


def _refined(
    scene: BodyScene, recording: Recording, names: Sequence[str], options: Options, coarse: Identified
) -> list[Estimate]:
    """Return the estimates on a mesh of cells with 1.5 times as many along each edge."""
    assert scene.mesh.cells is not None  # guaranteed by `check_refinable`
    cells = tuple(-(-3 * each // 2) for each in scene.mesh.cells)
    mesh = coarse.scene.mesh.model_copy(update={"cells": cells})
    finer = coarse.scene.model_copy(update={"mesh": mesh})
    found = identify(finer, recording, names, options._replace(held_out=(), refined=False))
    both = [(a, _from_there(a, b)) for a, b in zip(coarse.estimates, found.estimates, strict=True)]
    coarse.notes += [
        f"{a.name}: {a.value:.4g} {a.unit} on this mesh, {b.value:.4g} {b.unit} on one of {cells} cells"
        for a, b in both
    ]
    return [b for _, b in both]


def _from_there(first: Estimate, second: Estimate) -> Estimate:
    """Combine two estimates, the second from a fit of the scene that already has the first's values."""
    factor = first.value if first.unit == FACTOR else 1.0
    ahead = first.value if first.name == "delay" else 0.0
    value, low, high = (factor * each + ahead for each in (second.value, second.low, second.high))
    return second._replace(value=value, low=low, high=high, given=first.given)
