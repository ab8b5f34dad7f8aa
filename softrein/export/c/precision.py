"""Whether rounding a part of a model to single precision changes too much of its motion."""

from __future__ import annotations

import numpy as np

from runtime.bundle.record import Bundle
from runtime.control.base.law import AffineGains
from runtime.plant.actuation import left
from softrein.errors import SimulationError

Array = np.ndarray
HOLDS = 1e-5  # largest relative change of states by rounding with which single precision is good enough
STEPS = 1000  # most steps of the pass
STRENGTH, LEAST = 0.4, 2e-3  # of the push, in the size of the forces that are there; N kg^-1/2
FARTHEST = 0.5  # of its size a push may bring a state: beyond, round-off may grow as in chaos
RESTS = 1e-6  # share of states under a push below which those without one are rest
MOST_HALVINGS = 60  # of the push


def too_coarse(bundle: Bundle, rounded: Bundle, law: AffineGains) -> bool:
    """Whether a pushed pass of the motion under gains differs by more than HOLDS, or loses a step."""
    count = min(bundle.steps, STEPS)
    during = range(count // 50, count // 10 + 1)
    try:
        force, exact = pushed(bundle, law, count, during)
    except SimulationError:  # as it is, too
        return False
    try:
        return not between(stepped(rounded, law, force, count, during), exact, bundle.rank) <= HOLDS
    except SimulationError:
        return True


def pushed(bundle: Bundle, law: AffineGains, count: int, during: range) -> tuple[Array, Array]:
    """Return a reduced force (r,) that brings no state farther than FARTHEST, and the states under it.

    It is pushed during some of the steps. Raises SimulationError where a step fails without a push.
    """
    still = stepped(bundle, law, np.zeros(bundle.rank), count, during)
    # what the motion takes, or the scene pushes with
    own = np.std(bundle.track.feedforward[:, : bundle.rank], axis=0)
    pushes = bundle.events(bundle.pushes).force[:, : bundle.rank]
    force = np.full(bundle.rank, max(STRENGTH * own.max(), STRENGTH * np.abs(pushes).max(initial=0.0), LEAST))
    free = getattr(bundle, "free_coordinates", 0)
    force[bundle.rank - free :] = 0.0  # nothing but contact acts on free things
    for _ in range(MOST_HALVINGS):
        try:
            states = stepped(bundle, law, force, count, during)
        except SimulationError:
            force /= 2
            continue
        if not _too_far(still, states, bundle.rank):
            return force, states
        force /= 2
    return 0.0 * force, still


def _too_far(still: Array, states: Array, rank: int) -> bool:
    """Whether a push carries states (T + 1, n) too far from those without it, of all that does not rest."""
    return any(
        np.abs(still[:, half]).max() > RESTS * np.abs(states[:, half]).max()
        and between(still[:, half], states[:, half], 0) > FARTHEST
        for half in _halves(states, rank)
    )


def between(one: Array, other: Array, rank: int) -> float:
    """Return the largest difference of states (T + 1, n), by halves over `other`'s largest; 0 if all are."""
    apart = (
        np.abs(one - other)[:, half].max() / np.abs(other[:, half]).max() for half in _halves(other, rank)
    )
    return float(max(apart, default=0.0))


def _halves(states: Array, rank: int) -> list[slice]:
    """Return the columns of positions and of velocities, of those that are not all zero."""
    split = states.shape[1] - rank
    return [half for half in (slice(split), slice(split, None)) if np.abs(states[:, half]).any()]


def stepped(bundle: Bundle, law: AffineGains, force: Array, count: int, during: range) -> Array:
    """Return the states (count + 1, n) under gains along the motion, round after round if it repeats.

    The reduced force (r,) is pushed during some of the steps. Raises SimulationError where one fails.
    """
    plant, track = bundle.plant(), bundle.track
    states = [track.states[0]]
    for step in range(count):
        k = step % bundle.steps
        w = track.feedforward[k].copy()
        control = law.gains[min(k, len(law.gains) - 1)] @ (states[-1] - track.states[k])
        control += 0.0 if law.offset is None else law.offset[k]
        w += bundle.actuators @ np.clip(control, *left(bundle.actuation, k))
        if step in during:
            w[: bundle.rank] += force
        states.append(plant.step(states[-1], w))
    return np.array(states)
