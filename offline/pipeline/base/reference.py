"""The reference motion and the inputs that make it ([002], section 5.3), by one of two ways.

projected   the full run, projected, under its projected control w_ff,k = U^T B u_k. With this alone the
            reduced model reproduces it only approximately: a correction w_model, which belongs to the model
            and is never applied to the full one, makes it pass through the projected states exactly, or,
            where the full model took a step in parts, near them (docs/theory.md). For smoke these include the
            full run's own particles.
reduced     the reduced model's own run under the projected control. The full model, left alone, departs from
            it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from offline.campaign.snapshots import Snapshots
from offline.scenes.base.parts import EnrichmentPart, ReferencePart
from reduce.pod import Basis
from runtime.base.fields import nothing
from runtime.bundle.resample import corrected
from runtime.plant.plant import Plant
from runtime.plant.track import Track
from softrein.errors import SimulationError, warn

Array = np.ndarray

# of the largest trained motion: distances of a reference from the full motion that are told, and warned of
TOLD, MUCH = 1e-3, 0.05


class Reference(NamedTuple):
    """The motion to be tracked, and the inputs of a run without a controller."""

    track: Track
    # (T, forces) input without control: the nominal run's inputs, projected, plus the correction
    uncontrolled: Array
    correction: Array  # (T, forces) w_model, included in the feed-forward and in `uncontrolled`; (0, 0): none


def build_reference(
    part: ReferencePart, plant: Plant, projected: Track, trained: float = 0.0
) -> tuple[Reference, str]:
    """Return the scene's reference, and in words the reduced run's distance from the projected one.

    `projected` is the nominal run, projected, and `trained` the size of training runs (`trained_size`).
    Raises SimulationError where the reduced model's run fails.
    """
    control, states, correction = projected.feedforward, projected.states, nothing()
    alone, acting = "", control
    if part.source != "reduced":
        (correction, states), alone = corrected(plant, states, control), ", by its own forces alone,"
        acting = control + correction
    try:
        reduced = reduced_states(plant, states[0], control)
    except SimulationError:
        if part.source == "reduced":
            raise
        words = "diverges"
    else:
        full = projected.states[:, plant.coordinates]
        apart = distance_between(reduced[:, plant.coordinates], full, trained)
        words = f"is off the full one by {apart:.1%} of the largest motion that the scene trains"
        states = reduced if part.source == "reduced" else states
    words = f"{part.source}; the reduced run{alone} {words}"
    if part.source != "reduced":
        off = distance_between(states[:, plant.coordinates], projected.states[:, plant.coordinates], trained)
        if off > TOLD:
            words += f"; no step reaches all of the full one: the reference is off it by {off:.1%}"
        if off > MUCH:
            warn(
                f"reference: it is off the full motion by {off:.0%} of the largest that the scene trains, "
                "where steps of the full model were taken in parts, or what moves freely is touched beyond "
                "the reduced body's reach: take a smaller time.step, or more modes (basis.rank)"
            )
    forward = acting
    if part.feedforward == "zero":
        forward, words = acting.copy(), f"{words}; no feed-forward"
        forward[:, plant.steered] -= control[:, plant.steered]
    return Reference(Track(states, forward), acting, correction), words


def reduced_states(plant: Plant, start: Array, feedforward: Array) -> Array:
    """Return the states (T + 1, n) of the reduced run from `start` (n,); raises what the plant raises."""
    states = np.empty((len(feedforward) + 1, plant.size))
    states[0] = start
    for step, force in enumerate(feedforward):
        states[step + 1] = plant.step(states[step], force)
    return states


def trained_size(part: EnrichmentPart, steps: int, training: Sequence[Path], basis: Basis) -> float:
    """Return the largest size |q| of a training run in the basis, as the rms over its states.

    The columns that a run keeps for T + 1 states, all of them or fewer, have the sum of the states'
    squares. Files of `training` after those of the runs are no motions.
    """
    count = len(range(0, steps + 1, part.keep_every))
    squares = (np.sum(basis.project(Snapshots([path]).run(0)) ** 2) for path in training[: part.runs])
    return float(np.sqrt(max(squares, default=0.0) / count))


def distance_between(one: Array, other: Array, trained: float = 0.0) -> float:
    """Return the distance of two motions (T + 1, r): rms over time, relative to the second's largest size.

    It is relative to `trained`, the size of training motions, if that is larger: for a scene that only sags
    by itself and is trained to be moved, a share of the sag would be meaningless.
    """
    size = max(np.linalg.norm(other, axis=1).max(), trained)
    difference = np.linalg.norm(one - other, axis=1)
    return float(np.sqrt(np.mean(difference**2)) / size) if size > 0 else 0.0
