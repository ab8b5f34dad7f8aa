"""What a reduced body lacks of the full one that it is of, for an observer to reckon with.

The full model is steered once by LQR, with no push. From its states z_k = (p, v), projected, the reduced
plant comes to other ends than the full one under the same controls. The forces that its steps lack are

    q_k = 1/h (v_k+1 - v of step(z_k, w_k)),     S^T S = h / T sum q_k q_k^T

A filter takes each for independent of the next. They are not: on the scene `tshape` the correlation of q_k
with q_k+1 is 0.77, of those four steps apart nothing. But with the sum of correlations over time in place of
the covariance, or G_k^+ in place of 1/h, which makes those of stiff coordinates larger, the effort of
control was 2 % and 60 % larger, and the error no smaller.

Of the full model's places a part, u - U U^T M u, is what no reduced state shows. Markers show it, and to
whoever looks for the state it is noise.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from offline.full.body.full_body import FullBody
from offline.verification.body import DrivenBody
from offline.verification.steering import steer
from runtime.bundle.body import BodyBundle
from runtime.control.law import AffineGains

Array = np.ndarray


class _Watched(DrivenBody):
    """A full body that is looked at as it is steered."""

    def __init__(self, full: FullBody, bundle: BodyBundle) -> None:
        super().__init__(full, bundle)
        self.states, self.controls = list[Array](), list[Array]()
        self.unseen = np.zeros_like(bundle.vertices)  # m^2, summed over the steps

    def project(self, state: Any) -> Array:
        """As ever."""
        self.states.append(super().project(state))
        shown = self._bundle.shape.positions(self.states[-1])
        self.unseen += (self._full.body.positions(state[0]) - shown) ** 2
        return self.states[-1]

    def acting(self, state: Array, control: Array) -> Array:
        """Likewise."""
        self.controls.append(control.copy())
        return super().acting(state, control)


def unmodelled(full: FullBody, bundle: BodyBundle) -> dict[str, Array]:
    """`BodyBundle.unmodelled`; nothing, with a warning, where LQR cannot steer the full model."""
    drive, to_go = _Watched(full, bundle), bundle.setting.cost_to_go
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = steer(drive, bundle, AffineGains(to_go.gains, to_go.offset), [[]])
    if not np.isfinite(run.error).all():
        warnings.warn(
            "LQR loses the full model, so that the observer is not told what the reduced one lacks: more "
            "enrichment, or a larger rank, brings them closer",
            RuntimeWarning,
            stacklevel=2,
        )
        return {}
    forces = _lacked(bundle, drive.states, drive.controls)
    factor: Any = np.linalg.qr(np.vstack([forces, np.zeros((bundle.rank,) * 2)]), mode="r")
    return {
        "forces": np.sqrt(bundle.dt / len(forces)) * factor,
        "places": np.sqrt(drive.unseen / len(drive.states)),
    }


def _lacked(bundle: BodyBundle, states: list[Array], controls: list[Array]) -> Array:
    """q (T, r)."""
    plant, r = bundle.plant(), bundle.rank
    found = np.empty((len(controls), r))
    for k, control in enumerate(controls):
        force = bundle.track.feedforward[k] + bundle.actuators @ control
        found[k] = (states[k + 1] - plant.step(states[k], force))[r:] / bundle.dt
    return found
