"""Resampling of a bundle: its states, forces and gains at another time step than that of its reference.

With T steps of dt and T' = round(T dt / dt') steps of dt', state k of the new clock is that of the old one at

    s_k = k T / T'    (in old steps)

so that the first and the last state are the same on both. Where dt' does not divide the motion's duration,
the motion becomes longer or shorter by at most dt'/2, evenly stretched, and its states, velocities included,
keep their values.

    a reference that the plant follows by itself: its run under the resampled forces, on the new clock; the
                  part that is the model's correction is computed anew, so that the motion stays the same, but
                  for things that move freely: these go where contact takes them at the new step
    places        cubic Hermite, with the rates that the plant gives them: v of a body, Psi(p) z of particles
    the rest      linear: v of a body, z of smoke. A body's step is the trapezoidal rule,
                  p' = p + dt (v + v')/2, and the cubic's derivative is then this very line
    held forces   the mean over a new step, times T dt / (T' dt'): the impulse stays exactly the same;
                  for inputs of cables and chambers and of the handle the mean alone, as these are levels
    gains, offsets, costs' schedule    the mean over a new step; gains that are constant stay one matrix
    instants, targets           the nearest step; a target's window is rounded up
    motions of tools            from pose to pose; the poses on the way stay the same
    goals on paths, a handle's way      cubic, with slopes from their neighbours
    plans, sensors              the nearest number of steps to their horizons and intervals

Limits: gains that are optimal for one step are not for another, and may even be unstable for a much longer
one, since they were made for feedback that is held for dt: near a final cost they are of the order of 1 / dt.
`offline.at_step` makes them anew. A reference that is not the plant's own run is followed less exactly than
before, since the plant's step has another error; the feedback closes the gap. Pushes are in seconds and do
not change, but each begins and ends with a step.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np

from runtime.base.clock import checked_dt, step_at
from runtime.base.fields import declared
from runtime.control.base.costs import Costs, along_other_states
from runtime.control.planning.options import MOST_STEPS as HORIZON
from runtime.control.planning.options import Replanning
from runtime.observing.sensors import Sensor
from runtime.plant.plant import Plant
from runtime.plant.track import Track, defects
from runtime.steered import Steered
from runtime.target import Target
from softrein.errors import SimulationError

Array = np.ndarray
B = TypeVar("B", bound=Steered)

ARRIVED = 1e-10  # fraction of a state's size: a step that ends this close to a state ends in it
MOST_STEPS = 100_000  # most steps of a motion: for a body of r = 24, gains for as many take 0.9 GB


class Clock(NamedTuple):
    """The new clock in terms of the old one."""

    moments: Array  # (T' + 1,) times of the new states, in old steps
    # (f,) T dt / (T' dt'), factor by which forces held over a step grow; 1 for actuators driven by level
    push: Array


def at_step(bundle: B, dt: float) -> B:
    """The bundle at a time step of `dt` s. The declaration of each field has its rule of resampling.

    Raises SimulationError for a step that is not positive and finite, is longer than the motion, or so short
    that the motion would have more than 100,000; and where the plant cannot make its own motion with it.
    """
    dt = checked_dt(dt)
    steps, own = _steps_of(bundle, dt), follows_by_itself(bundle)
    moments = np.arange(steps + 1) * bundle.steps / steps
    push = np.ones(bundle.track.feedforward.shape[1])
    push[: bundle.rank] = bundle.steps * bundle.dt / (steps * dt)
    clock = Clock(moments, push)
    own_inputs, known = bundle._known_inputs(moments, dt)
    track = Track(_states(bundle, moments), held_forces(bundle.track.feedforward, clock))
    track.feedforward[:, own_inputs] = known
    resampled = {}
    for name, each in declared(type(bundle)).items():
        value, rule = getattr(bundle, name), each.resampled
        if rule is not None:
            by_name = isinstance(value, dict)
            resampled[name] = {k: rule(v, clock) for k, v in value.items()} if by_name else rule(value, clock)
    resampled["uncontrolled"][:, own_inputs] = known
    other = replace(bundle, dt=dt, track=track, **resampled)
    if not own or (steps == bundle.steps and dt == bundle.dt):
        return other
    if len(bundle.correction):
        again = _corrected_again(other)
    else:
        again = replace(other, track=other.track._replace(states=_run_again(other)))
    return replace(again, costs=along_other_states(other.costs, other.track.states, again.track.states))


def follows_by_itself(bundle: Steered) -> bool:
    """Whether the bundle's reference is a run of the plant itself, which it follows without feedback.

    If the model has a correction, the run without control is tested, whatever the feed-forward is.
    """
    inputs = bundle.uncontrolled if len(bundle.correction) else bundle.track.feedforward
    return not defects(bundle.plant(), bundle.track._replace(feedforward=inputs)).any()


def _run_again(bundle: Steered) -> Array:
    """The states (T + 1, n) of the run under the feed-forward; SimulationError where a step fails."""
    plant, states = bundle.plant(), bundle.track.states.copy()
    for step, force in enumerate(bundle.track.feedforward):
        with told_by(bundle.dt, step):
            states[step + 1] = plant.step(states[step], force)
    return states


@contextmanager
def told_by(dt: float, step: int) -> Iterator[None]:
    """Add to a SimulationError within the block the new time step and the step that failed."""
    try:
        yield
    except SimulationError as error:
        raise SimulationError(
            f"at a time step of {dt:g} s the motion itself fails, at step {step}: {error}"
        ) from error


def corrected(plant: Plant, states: Array, driving: Array) -> tuple[Array, Array]:
    """The inputs (T, forces) that make a plant go through states (T + 1, n), less those `driving` the motion.

    They are a model's correction w_model (docs/theory.md). The states that it goes through are returned as
    well: a step may not be able to end in a state that was reached in several parts. Raises SimulationError,
    naming the step, where a step fails.
    """
    found, ways = np.empty_like(driving), states.copy()
    for step, force in enumerate(driving):
        try:
            found[step], ways[step + 1] = _follow(plant, ways[step], states[step + 1], force)
        except SimulationError as error:
            raise SimulationError(
                f"the reduced model cannot go through the full motion, at step {step}: {error}"
            ) from error
    return found, ways


def _follow(
    plant: Plant, z: Array, following: Array, driving: Array, given: Array | None = None
) -> tuple[Array, Array]:
    """The correction (forces,) of a step from z that ends at or near `following` (n,), and where it ends.

    If a correction is `given` (forces,), what goes by itself keeps its part of it, wherever that takes it.
    """
    wanted, acting = plant.reachable(z, following), driving
    if given is not None and plant.by_themselves.size:
        acting, free = driving.copy(), plant.by_themselves
        acting[free] += given[free]
        # what is far from its old way would begin its search there, perhaps inside of the body
        places, rates = np.arange(plant.size)[plant.coordinates][free], plant.size // 2 + free
        wanted[rates], wanted[places] = z[rates], z[places] + plant.dt * z[rates]
    inputs = plant.reaching(z, wanted, acting, alone=given is not None)
    end = plant.step(z, inputs)
    off = float(np.linalg.norm(end - following))
    return inputs - driving, following if off <= ARRIVED * float(np.linalg.norm(following)) else end


def _corrected_again(bundle: B) -> B:
    """The bundle with a new correction, by which its plant follows the motion as closely as it can.

    What moves freely is not made to follow it: the correction would do what contact does, in any run.
    """
    plant, states, correction = bundle.plant(), bundle.track.states.copy(), bundle.correction.copy()
    for step, force in enumerate(bundle.uncontrolled - bundle.correction):
        with told_by(bundle.dt, step):
            goal, given = states[step + 1], correction[step]
            correction[step], states[step + 1] = _follow(plant, states[step], goal, force, given)
    change = correction - bundle.correction
    track = Track(states, bundle.track.feedforward + change)
    return replace(bundle, track=track, uncontrolled=bundle.uncontrolled + change, correction=correction)


def corrections(forces: Array, clock: Clock) -> Array:
    """Resample corrections as `held_forces` does; an empty array stays empty."""
    return held_forces(forces, clock) if len(forces) else forces


def means(held: Array, moments: Array) -> Array:
    """The means (T', ...) of values (T, ...), each held for a step, between `moments` (T' + 1,) in steps."""
    found = np.empty((len(moments) - 1, *held.shape[1:]))
    for k, (start, end) in enumerate(pairwise(moments)):
        first, last = int(start), math.ceil(end)
        shares = np.diff(np.clip(np.arange(first, last + 1), start, end)) / (end - start)
        found[k] = np.tensordot(shares, held[first:last], 1)
    return found


def hermite(values: Array, slopes: Array, moments: Array) -> Array:
    """The cubic through `values` (T + 1, ...) with `slopes` per step, at `moments` (T' + 1,) in steps."""
    first, u = _between(values, moments)
    at_start, at_end = (1 + 2 * u) * (1 - u) ** 2, u**2 * (3 - 2 * u)
    rising, falling = u * (1 - u) ** 2, u**2 * (u - 1)
    ends = at_start * values[first] + at_end * values[first + 1]
    return np.asarray(ends + rising * slopes[first] + falling * slopes[first + 1])


def linear(values: Array, moments: Array) -> Array:
    """The linear interpolation of `values` (T + 1, ...), at `moments` (T' + 1,) in steps."""
    first, u = _between(values, moments)
    return np.asarray((1 - u) * values[first] + u * values[first + 1])


def _between(values: Array, moments: Array) -> tuple[Array, Array]:
    """The step in which each moment lies, and the share of it that has passed, shaped for `values`."""
    first = np.minimum(moments.astype(np.int64), len(values) - 2)
    return first, (moments - first).reshape(-1, *(1,) * (values.ndim - 1))


def _steps_of(bundle: Steered, dt: float) -> int:
    duration = bundle.steps * bundle.dt
    if dt > duration:
        raise SimulationError(
            f"a time step of {dt:g} s is longer than the motion, which lasts {duration:g} s"
        )
    if duration / dt > MOST_STEPS:
        raise SimulationError(
            f"a time step of {dt:g} s would take more than {MOST_STEPS} steps for a motion of {duration:g} s"
        )
    return step_at(duration, dt)


def _states(bundle: Steered, moments: Array) -> Array:
    states, plant = bundle.track.states, bundle.plant()
    places = plant.positions.stop
    rates = np.empty((len(states), places))
    # the places' rate of change is linear in the rest of the state
    for state, rate in zip(states, rates, strict=True):
        rate[:] = plant.tangent(state)[0][:places, places:] @ state[places:]
    smooth = hermite(states[:, :places], bundle.dt * rates, moments)
    return np.hstack([smooth, linear(states[:, places:], moments)])


def held_forces(forces: Array, clock: Clock) -> Array:
    """Resample inputs (T, f) that are held over steps; impulses of forces and levels of others are kept."""
    return clock.push * means(forces, clock.moments)


def smooth(values: Array, clock: Clock, axis: int = 0) -> Array:
    """The cubic through values whose rates are not known, with slopes from their neighbours along an axis."""
    if values.shape[axis] < 2:
        return values  # there are no steps
    values = np.moveaxis(values, axis, 0)
    return np.moveaxis(hermite(values, np.gradient(values, axis=0), clock.moments), 0, axis)


def mean_gains(gains: Array, clock: Clock) -> Array:
    """Resample gains (T or 1, s, n); constant gains stay one matrix."""
    return gains if len(gains) == 1 else means(gains, clock.moments)


def mean_offsets(offsets: Array, clock: Clock) -> Array:
    """Resample offsets of the feedback (T, s)."""
    return means(offsets, clock.moments)


def mean_parts(part: Array, clock: Clock) -> Array:
    """Resample another array of a controller: by means if it has an entry for each step, else not."""
    return means(part, clock.moments) if len(part) == round(clock.moments[-1]) else part


def costs_between(costs: Costs, clock: Clock) -> Costs:
    """Resample costs; weights at instants that fall on the same step are added."""
    ratio = (len(clock.moments) - 1) / clock.moments[-1]
    steps, which = np.unique(np.rint(costs.steps * ratio).astype(np.int64), return_inverse=True)
    instants = np.zeros((len(steps), *costs.instants.shape[1:]))
    np.add.at(instants, which, costs.instants)
    return costs._replace(
        schedule=means(costs.schedule, clock.moments),
        steps=steps,
        instants=instants,
        goals=smooth(costs.goals, clock),
    )


def replanning_at(options: Replanning, clock: Clock) -> Replanning:
    """Options for plans with the same horizon, interval and blocks in seconds, each at least one step."""
    ratio = (len(clock.moments) - 1) / clock.moments[-1]
    told = options.horizon, options.every, options.block
    horizon, every, block = (min(max(1, round(ratio * each)), HORIZON) for each in told)
    return replace(options, horizon=horizon, every=min(every, horizon), block=min(block, horizon))


def sensors_at(sensors: Sequence[Sensor], clock: Clock) -> list[Sensor]:
    """The sensors with the same interval between measurements, to the nearest step and at least one."""
    ratio = (len(clock.moments) - 1) / clock.moments[-1]
    return [replace(each, every=max(1, round(ratio * each.every))) for each in sensors]


def way_at(values: Array, clock: Clock) -> Array:
    """Resample a handle's way; quaternions (T + 1, 4) are normalised."""
    found = smooth(values, clock)
    if found.shape[1] == 4:
        found = found / np.linalg.norm(found, axis=1)[:, None]
    return found


def targets_at(targets: Sequence[Target], clock: Clock) -> list[Target]:
    """The targets at the nearest steps; their windows are rounded up."""
    before, after = round(clock.moments[-1]), len(clock.moments) - 1
    return [
        replace(
            target,
            step=round(target.step * after / before),
            window=-(-target.window * after // before),
        )
        for target in targets
    ]
