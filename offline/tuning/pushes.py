"""Random pushes: those on which controllers are tuned, and fresh ones that no search has used."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from runtime.bundle.record import Bundle
from runtime.plant.push import Ensemble, Push
from softrein.errors import SceneError

# runs for tuning the shipped comparators, the scene's own pushes among them; `compare` tunes on all
TUNING_RUNS = 12
PURPOSES = (
    "tuning",
    "fresh",
    "elements",
    "verify",
    "noise",
    "unmodelled",
)  # all but the last belong to random pushes


def ensemble_of(
    bundle: Bundle,
    runs: int | None = None,
    tuning_runs: int | None = None,
    most: tuple[int | None, int | None] = (None, None),
) -> Ensemble:
    """Return the ensemble of the bundle's scene, with other numbers of fresh and of tuning pushes if given.

    Otherwise they are the scene's, but at most `most` of both.
    """
    if bundle.ensemble is None:
        raise SceneError("the scene has no [ensemble]: say how strong random pushes are, and when they come")
    own = bundle.ensemble
    return replace(
        own,
        runs=runs or min(own.runs, most[0] or own.runs),
        tuning_runs=tuning_runs or min(own.tuning_runs, most[1] or own.tuning_runs),
    )


def tuning_pushes(bundle: Bundle) -> list[list[Push]]:
    """Return the pushes for tuning: the scene's own as one run, and random ones if it has an ensemble."""
    own = [bundle.pushes] if bundle.pushes else []
    ensemble = bundle.ensemble
    if ensemble is None:
        return own or [[]]
    return own + random_pushes(bundle, ensemble, ensemble.tuning_runs, seed_of(bundle, "tuning"))


def random_pushes(
    bundle: Bundle, ensemble: Ensemble, count: int, seed: np.random.SeedSequence
) -> list[list[Push]]:
    """Draw `count` runs of one random push each, in random directions, at the places of `Bundle.places`."""
    rng = np.random.default_rng(seed)
    directions = rng.normal(size=(count, bundle.axes))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    forces = directions * rng.uniform(*ensemble.force, size=(count, 1))
    times = rng.uniform(*ensemble.time, size=count)
    return [
        [Push(at, tuple(force), float(time), ensemble.duration, ensemble.radius)]
        for at, force, time in zip(bundle.places(rng, times), forces.tolist(), times, strict=True)
    ]


def seed_of(bundle: Bundle, purpose: str, *numbers: int) -> np.random.SeedSequence:
    """Return independent seeds for each of `PURPOSES`, and for each number of one, from the scene's seed."""
    return np.random.SeedSequence(bundle.seed, spawn_key=(PURPOSES.index(purpose), *numbers))
