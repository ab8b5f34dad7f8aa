"""The reference motion and the inputs that make it ([002], section 5.3), both ways.

projected   the full run, projected, under its projected control w_ff,k = U^T B u_k. By this alone the reduced
            model makes it only nearly: a correction w_model, which is the model's own and which nobody
            applies to the full one, makes it go through the projected states exactly (docs/theory.md). For
            smoke the full run's own particles belong to them.
reduced     the reduced model's own run under the projected control. The full model, left alone, leaves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from offline.campaign.snapshots import Snapshots
from offline.scenes.parts import EnrichmentPart, ReferencePart
from reduce.pod import Basis
from runtime.base.fields import nothing
from runtime.bundle.resample import corrected
from runtime.plant.plant import Plant
from runtime.plant.track import Track
from softrein.errors import SimulationError

Array = np.ndarray


class Reference(NamedTuple):
    """The motion to be tracked, and the inputs that a run without a controller is left to."""

    track: Track
    uncontrolled: Array  # (T, forces) the nominal run's control, projected, and the correction
    correction: Array  # (T, forces) w_model, which is part of both; or (0, 0)


def build_reference(
    part: ReferencePart, plant: Plant, projected: Track, trained: float = 0.0
) -> tuple[Reference, str]:
    """The reference as the scene wants it, and in words how far the reduced run is from the projected one.

    `projected` is the nominal run, projected, and `trained` how far training runs go (`trained_size`). Raises
    SimulationError where the reduced model cannot make it.
    """
    control, states, correction = projected.feedforward, projected.states, nothing()
    alone, acting = "", control
    if part.source != "reduced":
        correction, alone = corrected(plant, states, control), ", by its own forces alone,"
        acting = control + correction
    try:
        reduced = reduced_states(plant, states[0], control)
    except SimulationError:
        if part.source == "reduced":
            raise
        words = "leaves the finite numbers"
    else:
        apart = distance_between(reduced[:, plant.coordinates], states[:, plant.coordinates], trained)
        words = f"is off the full one by {apart:.1%} of the largest motion that the scene trains"
        states = reduced if part.source == "reduced" else states
    words = f"{part.source}; the reduced run{alone} {words}"
    forward = acting
    if part.feedforward == "zero":
        forward, words = acting.copy(), f"{words}; no feed-forward"
        forward[:, plant.steered] -= control[:, plant.steered]
    return Reference(Track(states, forward), acting, correction), words


def reduced_states(plant: Plant, start: Array, feedforward: Array) -> Array:
    """The states (T + 1, n) of the reduced run from `start` (n,); raises what the plant raises."""
    states = np.empty((len(feedforward) + 1, plant.size))
    states[0] = start
    for step, force in enumerate(feedforward):
        states[step + 1] = plant.step(states[step], force)
    return states


def trained_size(part: EnrichmentPart, steps: int, training: Sequence[Path], basis: Basis) -> float:
    """The largest size |q| of a training run in the basis, as the rms over its states.

    What a run keeps of T + 1 states, all of them or fewer columns that stand for them, has the sum of their
    squares. Files of `training` behind those of the runs are no motions.
    """
    count = len(range(0, steps + 1, part.keep_every))
    squares = (np.sum(basis.project(Snapshots([path]).run(0)) ** 2) for path in training[: part.runs])
    return float(np.sqrt(max(squares, default=0.0) / count))


def distance_between(one: Array, other: Array, trained: float = 0.0) -> float:
    """How far two motions (T + 1, r) are apart: rms over time, relative to the second's largest size.

    Or to that of motions that are `trained` besides, if they are larger: of a scene that only sags by itself
    and is trained to be moved, a share of the sag would say nothing.
    """
    size = max(np.linalg.norm(other, axis=1).max(), trained)
    difference = np.linalg.norm(one - other, axis=1)
    return float(np.sqrt(np.mean(difference**2)) / size) if size > 0 else 0.0
