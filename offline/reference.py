"""The reference motion and the control that makes it ([002], section 5.3), both ways.

reduced     simulate the reduced model under the projected control w_ff,k = U^T B u_k
projected   project the full run, z_k = (U^T M u_k, U^T M v_k); the control, again U^T B u_k, makes it
            only approximately, and the controller closes the gap
"""

from __future__ import annotations

import numpy as np

from offline.loads import Loads
from reduce.pod import Basis
from runtime.body import DeformablePlant
from runtime.loop import Track

Array = np.ndarray


def project(basis: Basis, u: Array, v: Array) -> Array:
    """Reduced states (count, 2r) of full displacements and velocities, each (n_free, count)."""
    return np.hstack([basis.project(u).T, basis.project(v).T])


def reduced_reference(plant: DeformablePlant, loads: Loads, basis: Basis, start: Array) -> Track:
    """The reduced run from the displacement `start` (n_free,) m. Raises SimulationError as the plant does."""
    feedforward = loads.reduced(basis.vectors)
    states = np.empty((len(feedforward) + 1, plant.size))
    states[0] = project(basis, start[:, None], np.zeros_like(start)[:, None])[0]
    for step, force in enumerate(feedforward):
        states[step + 1] = plant.step(states[step], force)
    return Track(states, feedforward)


def projected_reference(loads: Loads, basis: Basis, u: Array, v: Array) -> Track:
    """The projection of a full run `u`, `v`, each (n_free, T + 1)."""
    return Track(project(basis, u, v), loads.reduced(basis.vectors))
