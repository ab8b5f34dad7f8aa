"""The errors of a reduced body against its full one, which an observer takes into account.

The full model is steered by LQR under a few random pushes, or the scene's own where it has no ensemble;
where it has neither, pushes like those of its training runs are drawn. Along the motion itself the reduced
model has no error, as its correction makes it go there. From the projected full states z_k = (p, v) the
reduced plant comes to other ends than the full one under the same controls and pushes. The forces missing in
its steps are

    q_k = 1/h (v_k+1 - v of step(z_k, w_k)),     S^T S = h / T sum q_k q_k^T

A filter assumes that they are independent. They are not: on the scene `tshape` the correlation of q_k
with q_k+1 is 0.77, of those four steps apart zero. But with the sum of correlations over time instead of
the covariance, or G_k^+ instead of 1/h, which makes those of stiff coordinates larger, the effort of
control was 2 % and 60 % larger, and the error no smaller.

A part of the full model's displacements, u - U U^T M u, is not represented by a reduced state. Markers
measure it, and for the estimate of the state it is noise. The same part of accelerations is noise of
accelerometers.
"""

from __future__ import annotations

import warnings
from contextlib import suppress

import numpy as np

from offline.full.body.full_body import FullBody
from offline.pipeline.body.runs import control_scale
from offline.steering.body import ControlledBody, State
from offline.steering.closed_loop import steer
from offline.tuning.pushes import ensemble_of, random_pushes, seed_of
from runtime.bundle.body import BodyBundle
from runtime.control.base.law import AffineGains
from runtime.observing.kinds import MARKER, SENSOR_KINDS
from runtime.plant.push import Ensemble, Push
from softrein.errors import SceneError, SimulationError, warn

Array = np.ndarray

RUNS = 4  # runs of the full model
LOST = 10.0  # in median errors: runs beyond that are not described by a covariance
GRAVITY = 9.81  # m/s^2


class _Seen:
    """The record of a run of the full model, as far as it went."""

    def __init__(self, vertices: Array) -> None:
        self.states, self.controls = list[Array](), list[Array]()
        # squared measured values, by kind of sensor, that no reduced state reproduces, summed over the states
        self.unseen = {kind: np.zeros_like(vertices) for kind in SENSOR_KINDS.values()}
        self.velocity: Array | None = None  # m/s, velocity that the reduced model lacks at the last state


class _Watched(ControlledBody):
    """A full body that records what happens while it is steered, run by run."""

    def __init__(self, full: FullBody, bundle: BodyBundle) -> None:
        super().__init__(full, bundle)
        self.runs = list[_Seen]()

    def start(self) -> State:
        """Begin a new run, whose states are recorded. See `ControlledBody.start`."""
        self.runs.append(_Seen(self._bundle.vertices))
        return super().start()

    def project(self, state: State) -> Array:
        """Record a reduced state, and the part of measurements outside it. See `ControlledBody.project`."""
        run, found, r = self.runs[-1], super().project(state), self._bundle.rank
        run.states.append(found)
        places, shape = self._full.body.positions, self._bundle.shape
        place = places(state[0]) - shape.positions(found)
        velocity = places(state[1]) - shape.positions(np.roll(found, r))  # both relative to the rest shape
        before = velocity if run.velocity is None else run.velocity
        for kind in run.unseen:
            run.unseen[kind] += kind.of(self._bundle.dt, place, velocity, before) ** 2
        run.velocity = velocity
        return found

    def acting(self, state: Array, control: Array) -> Array:
        """Record a control. See `ControlledBody.acting`."""
        self.runs[-1].controls.append(control.copy())
        return super().acting(state, control)


def unmodelled(full: FullBody, bundle: BodyBundle) -> dict[str, Array]:
    """Return `BodyBundle.unmodelled`; empty, with a warning, where no run is left.

    Left out are runs in which LQR loses the full model, or a step of the reduced one fails from its place.
    """
    drive, to_go = _Watched(full, bundle), bundle.setting.cost_to_go
    pushes = pushes_of(full, bundle)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        error = steer(drive, bundle, AffineGains(to_go.gains, to_go.offset), pushes).error
    kept = _kept(error)
    if not kept.size:
        warn(
            "LQR loses the full model, so the observer has no measure of the reduced model's error: take "
            "more enrichment, or a larger rank",
            RuntimeWarning,
        )
        return {}
    lacked, seen = list[Array](), list[_Seen]()
    for run in kept:
        with suppress(SimulationError):  # the reduced model does not step where the full one goes
            lacked.append(_lacked(bundle, pushes[run], drive.runs[run]))
            seen.append(drive.runs[run])
    if not seen:
        warn(
            "the reduced model fails where LQR keeps the full one, so the observer has no measure of its "
            "error: take more enrichment, or a larger rank",
            RuntimeWarning,
        )
        return {}
    forces = np.concatenate(lacked)
    factor = np.asarray(np.linalg.qr(np.vstack([forces, np.zeros((bundle.rank,) * 2)]), mode="r"))
    count, kinds = sum(len(run.states) for run in seen), {MARKER, *(part.kind for part in full.scene.sensors)}
    unseen = {
        kind.lacking: np.sqrt(sum(run.unseen[kind] for run in seen) / count)
        for name, kind in SENSOR_KINDS.items()
        if name in kinds
    }
    return {"forces": np.sqrt(bundle.dt / len(forces)) * factor, **unseen}


def _kept(error: Array) -> Array:
    """Return the runs (k,) whose error (runs,) is finite and not far above the median."""
    finite = np.flatnonzero(np.isfinite(error))
    return finite[error[finite] <= LOST * np.median(error[finite])] if finite.size else finite


def pushes_of(full: FullBody, bundle: BodyBundle) -> list[list[Push]]:
    """Return the pushes under which the full model is recorded, a list for each run."""
    if bundle.ensemble is None and bundle.pushes:
        return [list(bundle.pushes)]
    ensemble = ensemble_of(bundle) if bundle.ensemble else _as_in_training(full, bundle)
    return random_pushes(bundle, ensemble, RUNS, seed_of(bundle, "unmodelled"))


def _as_in_training(full: FullBody, bundle: BodyBundle) -> Ensemble:
    """Return pushes with strength, radius and duration of the training runs', in the motion's first half."""
    part = full.scene.enrichment
    try:
        scale = control_scale(full)
    except SceneError:  # only actuators move the body: use a fraction of its weight
        scale = GRAVITY * full.body.total_mass
    low, high = (share * scale for share in part.strength)
    half = bundle.steps * bundle.dt / 2
    return Ensemble((low, high), part.duration, float(np.mean(part.radius)), (0.0, half))


def _lacked(bundle: BodyBundle, pushes: list[Push], run: _Seen) -> Array:
    """Return q (T, r) of a run."""
    plant, r, events = bundle.plant(), bundle.rank, bundle.events(pushes)
    found = np.empty((len(run.controls), r))
    for k, control in enumerate(run.controls):
        pushed = events.force[(events.first <= k) & (k < events.last)].sum(axis=0)
        force = bundle.track.feedforward[k] + bundle.actuators @ control + pushed
        found[k] = (run.states[k + 1] - plant.step(run.states[k], force))[r:] / bundle.dt
    return found
