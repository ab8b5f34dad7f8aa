"""A bundle at another time step than that of its reference: states, forces and gains on another clock.

With T steps of dt and T' = round(T dt / dt') steps of dt', state k of the new clock is that of the old one at

    s_k = k T / T'    (in old steps)

so that the first state stays the first, and the last the last. Where dt' does not divide the motion's
duration, the motion becomes longer or shorter by at most dt'/2, evenly stretched, and its states,
velocities included, keep their values.

    a reference that the plant follows by itself: its run under the resampled forces, on the new clock
    places        cubic Hermite, with the rates that the plant gives them: v of a body, Psi(p) z of particles
    the rest      linear: v of a body, z of smoke. A body's step is the trapezoidal rule,
                  p' = p + dt (v + v')/2, and the cubic's derivative is then this very line
    held forces   the mean over a new step, times T dt / (T' dt'): the impulse stays the same, exactly
    gains, offsets, costs' schedule    the mean over a new step; gains that are constant stay one matrix
    instants, targets           the nearest step; a target's window is rounded up

Limits: gains that are optimal for one step are not for another, and may even be unstable for a much longer
one, since they were made for feedback that is held for dt: near a final cost they are of the order of 1 / dt.
`offline.at_step` makes them anew. A reference that is not the plant's own run is followed less exactly than
before, since the plant's step has another error; the feedback closes the gap. Pushes are in seconds and stay
as they are, but each begins and ends with a step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from runtime.body.target import Target
from runtime.control.costs import Costs
from runtime.loop import Track, defects
from softrein.errors import SimulationError

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle

Array = np.ndarray
B = TypeVar("B", bound="Bundle")

OWN = 1e-9  # of the largest state: a step that ends so close to the reference is the reference's own
MOST_STEPS = 100_000  # of a motion: gains for as many, of a body of r = 24, fill 0.9 GB


def at_step(bundle: B, dt: float) -> B:
    """The bundle at a time step of `dt` s; see above.

    Raises SimulationError for a step that is not positive and finite, is longer than the motion, or so short
    that there would be more than 100,000; and where the plant cannot make its own motion with it.
    """
    own = follows_by_itself(bundle)
    steps = _steps_of(bundle, dt)
    moments = np.arange(steps + 1) * bundle.steps / steps
    push = bundle.steps * bundle.dt / (steps * dt)
    sampled: dict[str, Any] = {
        name: _smooth(getattr(bundle, name), axis, moments) for name, axis in bundle.sampled.items()
    }
    other = replace(
        bundle,
        dt=float(dt),
        track=Track(_states(bundle, moments), push * means(bundle.track.feedforward, moments)),
        uncontrolled=push * means(bundle.uncontrolled, moments),
        costs=_costs(bundle.costs, moments),
        gains={name: _gains(gains, moments) for name, gains in bundle.gains.items()},
        offsets={name: means(offset, moments) for name, offset in bundle.offsets.items()},
        parts={
            name: means(part, moments) if len(part) == bundle.steps else part
            for name, part in bundle.parts.items()
        },
        targets=_targets(bundle.targets, bundle.steps, steps),
        **sampled,
    )
    if not own or (steps == bundle.steps and dt == bundle.dt):
        return other
    return replace(other, track=other.track._replace(states=_run_again(other)))


def follows_by_itself(bundle: Bundle) -> bool:
    """Whether the plant follows the bundle's reference without feedback: it is a run of the plant itself."""
    found = defects(bundle.plant(), bundle.track)
    return bool(np.abs(found).max() <= OWN * np.abs(bundle.track.states).max())


def _run_again(bundle: Bundle) -> Array:
    """The states (T + 1, n) that the feed-forward leads to; SimulationError where a step fails."""
    plant, states = bundle.plant(), bundle.track.states.copy()
    for step, force in enumerate(bundle.track.feedforward):
        try:
            states[step + 1] = plant.step(states[step], force)
        except SimulationError as error:
            raise SimulationError(
                f"at a time step of {bundle.dt:g} s the motion itself fails, at step {step}: {error}"
            ) from error
    return states


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
    """The line between `values` (T + 1, ...), at `moments` (T' + 1,) in steps."""
    first, u = _between(values, moments)
    return np.asarray((1 - u) * values[first] + u * values[first + 1])


def _between(values: Array, moments: Array) -> tuple[Array, Array]:
    """The step in which each moment lies, and how far into it, with the values' number of axes."""
    first = np.minimum(moments.astype(np.int64), len(values) - 2)
    return first, (moments - first).reshape(-1, *(1,) * (values.ndim - 1))


def _steps_of(bundle: Bundle, dt: float) -> int:
    duration = bundle.steps * bundle.dt
    if not 0 < dt < np.inf:
        raise SimulationError(f"the time step must be positive and finite, but dt = {dt!r} s")
    if dt > duration:
        raise SimulationError(
            f"a time step of {dt:g} s is longer than the motion, which lasts {duration:g} s"
        )
    if duration / dt > MOST_STEPS:
        raise SimulationError(
            f"a time step of {dt:g} s would take more than {MOST_STEPS} steps for a motion of {duration:g} s"
        )
    return round(duration / dt)


def _states(bundle: Bundle, moments: Array) -> Array:
    states, plant = bundle.track.states, bundle.plant()
    places = plant.positions.stop
    rates = np.empty((len(states), places))
    for state, rate in zip(states, rates, strict=True):  # the places' rate is linear in the rest of the state
        rate[:] = plant.tangent(state)[0][:places, places:] @ state[places:]
    smooth = hermite(states[:, :places], bundle.dt * rates, moments)
    return np.hstack([smooth, linear(states[:, places:], moments)])


def _smooth(values: Array, axis: int, moments: Array) -> Array:
    """The cubic through values whose rates are not known, with slopes from their neighbours."""
    if values.shape[axis] < 2:
        return values  # there are none
    values = np.moveaxis(values, axis, 0)
    return np.moveaxis(hermite(values, np.gradient(values, axis=0), moments), 0, axis)


def _gains(gains: Array, moments: Array) -> Array:
    return gains if len(gains) == 1 else means(gains, moments)


def _costs(costs: Costs, moments: Array) -> Costs:
    """The costs; instants that fall on one step become one."""
    ratio = (len(moments) - 1) / moments[-1]
    steps, which = np.unique(np.rint(costs.steps * ratio).astype(np.int64), return_inverse=True)
    instants = np.zeros((len(steps), *costs.instants.shape[1:]))
    np.add.at(instants, which, costs.instants)
    return costs._replace(schedule=means(costs.schedule, moments), steps=steps, instants=instants)


def _targets(targets: Sequence[Target], before: int, after: int) -> list[Target]:
    return [
        replace(
            target,
            step=round(target.step * after / before),
            window=-(-target.window * after // before),
        )
        for target in targets
    ]
