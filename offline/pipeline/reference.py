"""The reference motion and the control that makes it ([002], section 5.3), both ways.

reduced     simulate the reduced model under the projected control w_ff,k = U^T B u_k
projected   project the full run; the control, again U^T B u_k, makes it only approximately, and the
            controller closes the gap. For smoke the full run's own particles belong to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray


def reduced_states(plant: Any, start: Array, feedforward: Array) -> Array:
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
