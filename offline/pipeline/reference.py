"""The reference motion and the control that makes it ([002], section 5.3), both ways.

reduced     simulate the reduced model under the projected control w_ff,k = U^T B u_k
projected   project the full run; the control, again U^T B u_k, makes it only approximately, and the
            controller closes the gap. For smoke the full run's own particles belong to it.
"""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np

from offline.scenes.parts import ReferencePart
from runtime.loop import Track
from runtime.plant import Plant
from softrein.errors import SimulationError

Array = np.ndarray
APART = 0.05  # of a motion's size: farther off the full run, the reduced one is another motion to the eye


class Reference(NamedTuple):
    """The motion to be tracked, and the control that a run without a controller is left to."""

    track: Track
    uncontrolled: Array  # (T, r) the nominal run's control, projected


def build_reference(
    part: ReferencePart, plant: Plant, projected: Track, closer: str
) -> tuple[Reference, str]:
    """The reference as the scene wants it, and in words how far the reduced run is from the projected one.

    `projected` is the nominal run, projected. Warns where the two are far apart, and says what brings them
    `closer`.
    """
    control, states = projected.feedforward, projected.states
    try:
        reduced = reduced_states(plant, states[0], control)
        apart = distance_between(reduced[:, plant.coordinates], states[:, plant.coordinates])
        words = f"{part.source}; the reduced run is {apart:.1%} from the full one"
        if apart > APART:
            _warn_of_distance(apart, part, closer)
    except SimulationError:
        if part.tracked != "projected":
            raise
        words = f"{part.source}; the reduced run by itself leaves the finite numbers"
    if part.tracked != "projected":
        states = reduced
    if part.feedforward == "zero":
        return Reference(Track(states, np.zeros_like(control)), control), f"{words}; no feed-forward"
    return Reference(Track(states, control), control), words


def reduced_states(plant: Plant, start: Array, feedforward: Array) -> Array:
    """The states (T + 1, n) of the reduced run from `start` (n,); raises what the plant raises."""
    states = np.empty((len(feedforward) + 1, plant.size))
    states[0] = start
    for step, force in enumerate(feedforward):
        states[step + 1] = plant.step(states[step], force)
    return states


def distance_between(one: Array, other: Array) -> float:
    """How far two motions (T + 1, r) are apart: rms over time, relative to the second's largest size."""
    size = np.linalg.norm(other, axis=1).max()
    difference = np.linalg.norm(one - other, axis=1)
    return float(np.sqrt(np.mean(difference**2)) / size) if size > 0 else 0.0


def _warn_of_distance(apart: float, part: ReferencePart, closer: str) -> None:
    """Say how far the reduced run is from the full one, what follows from it, and what helps."""
    what = {
        "reduced": 'and is the reference; to follow the full run set reference.source = "projected"',
        "projected": "so that control has to keep the model to the reference, which is the full one",
        "keyframes": "and is the reference, so that the full one comes less near to the key-frames",
        "animation": "and is the reference, so that the full one comes less near to the animation",
    }[part.source if part.tracked == "reduced" else "projected"]
    warnings.warn(f"the reduced run is {apart:.0%} from the full one, {what}; {closer}", stacklevel=4)
