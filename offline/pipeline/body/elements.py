"""The choice of a body's elements that are evaluated at run time, and their error on states held out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from offline.campaign.snapshots import Snapshots
from offline.full.body.full_body import FullBody
from offline.scenes.body.parts import ElementsPart
from offline.scenes.body.scene import BodyScene
from reduce.pod import Basis
from reduce.protocols import Body
from reduce.sampling import (
    KEPT_BYTES,
    ROWS_A_MODE,
    Sampling,
    energy_scaling,
    operator_of,
    sample_elements,
)
from runtime.body.elastic import evaluate, kept_behind
from runtime.body.sampled import Sampled

Array = np.ndarray

EXACT = "stvk"  # name of the law whose reduced force is a polynomial
# Largest rank for which the polynomial is faster than sampled elements, six per coordinate: at r = 64 both
# take 0.3 ms, at r = 100 the polynomial has 106 MB.
POLYNOMIAL_RANK = 64
STATES = 400  # states used for sampling
HELD_OUT_RUN = 4  # one of this many training runs is held out, the first of them among the first ones
HELD_OUT = 40  # held-out states on which the sampled elements are judged


def is_sampled(scene: BodyScene, rank: float) -> bool:
    """Whether elements are sampled: if the scene says so, or no polynomial is exact, or it is slower."""
    return scene.basis.elements is not None or scene.laws != {EXACT} or rank > POLYNOMIAL_RANK


def sampling_bytes(n: float, tets: float, rank: float) -> float:
    """Return the bytes for choosing elements: states, rows, and all elements for the comparison."""
    states, rows, gradients = (STATES + HELD_OUT) * n, ROWS_A_MODE * rank * tets, 9 * tets * rank
    return 8 * (3 * states + 2 * rows + 2 * gradients) + KEPT_BYTES


class Chosen(NamedTuple):
    """The elements, or None where the polynomial is exact and faster, and a text about them."""

    sampling: Sampling | None
    words: str
    forces: float = 0.0  # mean relative error of reduced forces on held-out states
    tangents: float = 0.0  # mean relative error of reduced stiffness on held-out states


def choose_elements(
    full: FullBody, runs: Sequence[Array], training: Sequence[Path], basis: Basis, still: Array | None = None
) -> Chosen:
    """Choose a body's elements, by states of its own `runs` and of training runs.

    `runs` (n, count) each include the nominal one. Every `HELD_OUT_RUN`-th training run is held out, or
    without training runs the last fifth of the others. `still` (n, count) are further states for training.
    """
    if not is_sampled(full.scene, basis.rank):
        return Chosen(None, "")
    part, body = full.scene.basis.elements or ElementsPart(), full.body
    seen, unseen = _split(runs, [_states(full, Snapshots([path]).run(0)) for path in training])
    seen = seen if still is None else np.hstack([seen, still])
    sampling = sample_elements(body, basis, seen, part.tolerance, part.most)
    forces, tangents = held_out_errors(body, basis, sampling, unseen)
    what = "points" if body.mesh.quadratic else "elements"
    return Chosen(
        sampling,
        f"; {len(sampling.elements)} of {len(body.lame)} {what}, {sampling.error:.2%} off in training"
        f", held out {forces:.2%} (forces) and {tangents:.2%} (tangents)",
        forces,
        tangents,
    )


def held_out_errors(body: Body, basis: Basis, sampling: Sampling, states: Array) -> tuple[float, float]:
    """Return mean relative errors of reduced force and stiffness at states (n, count).

    They are compared with those of all elements in the norm of the energy, as in `reduce.sampling`: forces,
    and both sides of stiffnesses, are multiplied by K(0)^-1/2. States without force are left out; NaN where
    none remains.
    """
    few, whole = (operator_of(body, basis.vectors, each) for each in (sampling, None))
    scaling = energy_scaling(_evaluated(whole, np.zeros(basis.rank))[1])
    errors = []
    for p in basis.project(states).T:
        made = [_evaluated(each, p) for each in (few, whole)]
        if np.any(made[1][0]):
            found, wanted = ((scaling @ f, scaling @ K @ scaling) for f, K in made)
            pairs = zip(found, wanted, strict=True)
            errors.append([np.linalg.norm(a - b) / np.linalg.norm(b) for a, b in pairs])
    forces, tangents = np.mean(errors, axis=0) if errors else (np.nan, np.nan)
    return float(forces), float(tangents)


def _evaluated(operator: Sampled, p: Array) -> tuple[Array, Array]:
    force, stiffness = evaluate(kept_behind(operator), np.ascontiguousarray(p), operator.work_size(p.size))
    return force, stiffness


def _split(runs: Sequence[Array], others: Sequence[Array]) -> tuple[Array, Array]:
    """Return states for training and states held out, (n, count) each, of own runs and of training runs."""
    if others:
        held = others[::HELD_OUT_RUN]
        kept = [*runs, *(run for i, run in enumerate(others) if i % HELD_OUT_RUN)]
    else:
        cuts = [max(1, run.shape[1] * 4 // 5) for run in runs]
        held = [part for run, cut in zip(runs, cuts, strict=True) if (part := run[:, cut:]).shape[1]]
        kept = [run[:, :cut] for run, cut in zip(runs, cuts, strict=True)]
    seen, unseen = (
        np.hstack([_thinned(run, max(1, most // len(group))) for run in group])
        for group, most in ((kept, STATES), (held, HELD_OUT))
    )
    return seen, unseen


def _states(full: FullBody, run: Array) -> Array:
    """Return the states of a training run; of a compressed one its columns, scaled to the size of a state.

    The columns have the sum of the squares of all states that the run kept.
    """
    part, time = full.scene.enrichment, full.scene.time
    return run / np.sqrt(len(range(0, time.steps + 1, part.keep_every))) if part.tolerance > 0 else run


def _thinned(run: Array, most: int) -> Array:
    """Return at most `most` states, spread over the run from its end."""
    return np.asarray(run[:, np.unique(np.linspace(run.shape[1] - 1, 0, most).astype(int))])
