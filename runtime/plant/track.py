"""A motion that a plant follows, its linearisation, and disturbances."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from runtime.plant.actuation import (
    Actuation,
    controlled,
)
from runtime.plant.plant import Plant
from runtime.plant.stepping import LINEARISE, linearise_steps

OWN: Final = 1e-9  # fraction of the largest state: steps that end this close to the reference reproduce it


class Track(NamedTuple):
    """The motion that is followed."""

    states: np.ndarray  # (T + 1, n)
    feedforward: np.ndarray  # (T, forces) reduced forces that produce the reference motion


class Events(NamedTuple):
    """Disturbances: reduced forces, each of which acts from step `first` up to, not including, `last`."""

    first: np.ndarray  # (count,) int, first step of each push
    last: np.ndarray  # (count,) int, step after its last
    force: np.ndarray  # (count, forces) reduced force


def no_events(forces: int) -> Events:
    """Events without any disturbance."""
    return Events(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros((0, forces)))


def defects(plant: Plant, track: Track) -> np.ndarray:
    """The defect (T, n) of each step of a reference: step(z_ref,k, w_ff,k) - z_ref,k+1.

    It is zero where the reference is a run of this very plant: values below `OWN` are round-off, which may
    differ between builds of the kernels, and are set to zero. Raises SimulationError where a step fails.
    """
    pairs = zip(track.states[:-1], track.feedforward, strict=True)
    return _defects(track, np.array([plant.step(state, force) for state, force in pairs]))


class Jacobians(NamedTuple):
    """The Jacobians and defects of each step of a reference of T steps."""

    F: np.ndarray  # (T, n, n) Jacobian by the state
    G: np.ndarray  # (T, n, s) Jacobian by the control
    defects: np.ndarray  # (T, n) d, end of the step from the reference minus the next reference state


def linearised(plant: Plant, actuation: Actuation, track: Track) -> Jacobians:
    """The Jacobians of each step of a reference, and its defects. Raises SimulationError where one fails."""
    ends, F, G = linearise_along(plant, actuation, track.states, track.feedforward)
    return Jacobians(F, G, _defects(track, ends))


def linearise_along(
    plant: Plant, actuation: Actuation, states: np.ndarray, forces: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The ends of T steps from `states` (T or more, n) under `forces` (T, forces), and their F and G.

    All are linearised in one call. Raises SimulationError where a step fails.
    """
    ends, F, G = jacobians_along(plant, states, forces)
    none = np.zeros(len(actuation.limits))
    GB = np.empty((*F.shape[:2], none.size))
    for k in range(len(F)):
        F[k], GB[k] = controlled(actuation, states[k], none, F[k], G[k])
    return ends, F, GB


def jacobians_along(
    plant: Plant, states: np.ndarray, forces: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """As `linearise_along`, with G (T, n, forces) by the plant's own inputs."""
    states, forces = (np.require(each, np.float64, ["C", "W"]) for each in (states, forces))
    steps, n = len(forces), plant.size
    ends, F, G = np.empty((steps, n)), np.empty((steps, n, n)), np.empty((steps, n, plant.forces))
    taken = linearise_steps(plant.calls(LINEARISE), states, forces, ends, F, G)
    if taken < steps:
        plant.linearise(states[taken], forces[taken])  # raises an error that says why
    return ends, F, G


def _defects(track: Track, ends: np.ndarray) -> np.ndarray:
    """The defects, computed from the ends of the steps."""
    found = ends - track.states[1:]
    return found if np.abs(found).max() > OWN * np.abs(track.states).max() else np.zeros_like(found)
