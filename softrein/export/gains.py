"""Gains, and the matrices that they are made from, as arrays for NumPy (.npz) and MATLAB (.mat).

With dz = z - z_ref,k the deviation at the beginning of step k = 0 ... T - 1, and c the feedback's controls,
near the reference

    dz_k+1 = A_k dz_k + B_k c + d_k,    c = K_k dz_k + k_k within what limits leave beside the feed-forward
    the remaining cost is 1/2 dz^T P_k dz + p_k^T dz, up to a constant, without limits
    sensors measure y = rest + C (z_ref,k + dz) + noise, each coordinate at the instants k that are a
        multiple of its `every`
    the distance of places that follow a path from their goals is G dz - g_k

    name           shape          unit             meaning
    A              (T, n, n)                       Jacobian of step k by the state
    B              (T, n, s)      state / control  Jacobian of step k by the controls
    defects        (T, n)         state            d: the defect of the reference in step k
    K              (T, s, n)      control / state  gains of the controller that was asked for
    offset         (T, s)         control          k: the controller's offset
    P              (T + 1, n, n)  cost / state^2   cost-to-go of LQR by A and B, behind the end of plans
    slope          (T + 1, n)     cost / state     p
    C              (q, n)         m / state        three coordinates of each marker of the sensors, q may be
                                                   0; accelerometers are left out
    rest           (q,)           m                the measurement in the state zero
    noise          (q,)           m                standard deviation of each, of the sensors alone
    expected_noise (q,)           m                the same, with the model's errors at these places
    every          (q,)           step             from one measurement to the next
    measured       (T + 1, q)                      whether a coordinate is measured at instant k
    markers        (q / 3,)       vertex           where the markers sit
    followers      (m, n)         m / state        G: coordinates of places that follow paths, m may be 0
    goals          (T + 1, m)     m                g: their goals, relative to the reference
    states         (T + 1, n)     state            z_ref
    feedforward    (T, f)         input            the plant's own input w_ff, held over step k
    own            (T, s)         control          c_ff: the motion's own part of each control
    correction     (T, f)         input            the part of w_ff that only the model has, not the plant
    actuation      (f, s)         input / control  from controls to inputs, w = w_ff + actuation c
    limits         (s, 2)         control          low and high of feedback and feed-forward together
    dt             ()             s                time step
    names          (s,)                            of the actuators; none where coordinates are driven

A state is [p, v] of a body, m kg^1/2 and m kg^1/2 / s, and [places, z] of smoke, m and m^2/s (in space
m^(5/2)/s). Inputs are reduced forces (N kg^-1/2; of smoke m^2/s^2, in space m^(5/2)/s^2), of a body with
cables and chambers followed by the control of each: N, m or Pa. A control is in the `scale` of its actuator
(1 N, 1 mm or 1 kPa by default), and where there are no actuators it is a reduced force.

In a .mat file the step is the last index, as usual in MATLAB: A(:,:,1) is A_0, states(:,1) is z_ref,0.

Limits: cost-to-go and gains belong to the same problem where the bundle's discretisation is "step"; gains by
"exponential" are those of the continuous plant, but P is not. At another time step than the bundle's own
gains are resampled, and the cost-to-go is made anew.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from runtime.base.arguments import instance
from runtime.base.arguments import path as file_path
from runtime.bundle.record import Bundle
from runtime.control.base.law import AffineGains
from runtime.control.registry import CONTROLLERS, LQR
from runtime.observing.kinds import MARKER
from softrein.base.whole_file import check_writable, whole_file
from softrein.errors import BundleError, ControllerError, SoftreinError, shown, warn

Array = np.ndarray
BY_STEP = (
    "A",
    "B",
    "K",
    "P",
    "defects",
    "offset",
    "slope",
    "measured",
    "goals",
    "states",
    "feedforward",
    "own",
    "correction",
)


def check_gains_file(path: Path) -> None:
    """Raise SoftreinError unless `path` ends in .npz or .mat and can be written."""
    if path.suffix not in WRITERS:
        raise SoftreinError(f"{path}: a file of gains ends in .npz (NumPy) or .mat (MATLAB)")
    check_writable(path)


def check_affine(name: str, *others: type) -> None:
    """Raise ControllerError for a controller of the package that is more than gains, before it is tuned.

    Controllers of the types `others` are accepted as well.
    """
    allowed = {each for each, kind in CONTROLLERS.items() if kind.gains in (AffineGains, *others)}
    if name in CONTROLLERS and name not in allowed:
        raise _more_than_gains(name, sorted(allowed))


def gains_of(bundle: Bundle, controller: str = LQR.name) -> dict[str, Array]:
    """Return the arrays above, for a controller that is K dz + k along the motion.

    Raises ControllerError for one that the bundle lacks, or that has another form.
    """
    instance("bundle", bundle, Bundle, "a bundle, as softrein.load returns it", BundleError)
    choice = bundle.choice(controller)
    if not isinstance(choice, AffineGains):
        known = [name for name in bundle.gains if isinstance(bundle.choice(name), AffineGains)]
        raise _more_than_gains(controller, known)
    setting, track, costs = bundle.setting, bundle.track, bundle.costs
    F, G, d = setting.jacobians
    steps, size, controls = G.shape
    offset = np.zeros((steps, controls)) if choice.offset is None else choice.offset
    own = np.broadcast_to(bundle.actuation.own, (steps, controls))
    correction = bundle.correction if len(bundle.correction) else np.zeros_like(track.feedforward)
    found = {
        "own": own,
        "correction": correction,
        "A": F,
        "B": G,
        "defects": d,
        "K": np.broadcast_to(choice.gains, (steps, controls, size)),
        "offset": offset,
        "P": setting.cost_to_go.value,
        "slope": setting.cost_to_go.slope,
        **_measurements(bundle),
        "followers": np.reshape(costs.places, (-1, size)),
        "goals": costs.goals.reshape(steps + 1, -1),
        "states": track.states,
        "feedforward": track.feedforward,
        "actuation": bundle.actuation.at(track.states[0]),
        "limits": bundle.limits,
        "dt": np.array(bundle.dt),
        "names": np.array(bundle.actuator_names, dtype=str),
    }
    return {name: np.array(each) for name, each in found.items()}  # copies: the bundle stays as it is


def _more_than_gains(controller: str, known: list[str]) -> ControllerError:
    has = f"; give one of {', '.join(map(shown, known))}" if known else ""
    return ControllerError(f"{shown(controller)} is more than gains on the deviation, K dz + k{has}")


def _measurements(bundle: Bundle) -> dict[str, Array]:
    """Return the arrays of the bundle's sensors; they are empty where it has none."""
    steps, size = bundle.steps, bundle.track.states.shape[1]
    sensors = getattr(bundle, "sensors", ())
    markers = [sensor for sensor in sensors if sensor.kind == MARKER]
    if len(markers) < len(sensors):
        warn(f"{shown(bundle.name)}: accelerometers are left out, as they measure more than the state")
    if not markers:
        none, whole = np.zeros(0), np.zeros(0, dtype=np.int64)
        return {
            "C": np.zeros((0, size)),
            "rest": none,
            "noise": none,
            "expected_noise": none,
            "every": whole,
            "measured": np.zeros((steps + 1, 0), dtype=bool),
            "markers": whole,
        }
    measurement = bundle.knowledge.measurement
    places = [np.full(3 * len(sensor.vertices), sensor.kind == MARKER) for sensor in sensors]
    rows = np.flatnonzero(np.concatenate(places))
    C, every = np.zeros((len(rows), size)), measurement.every[rows]
    own = min(size, measurement.places.shape[1])  # a last velocity, for accelerometers, may stand behind
    C[:, :own] = measurement.places[rows, :own]
    return {
        "C": C,
        "rest": measurement.rest[rows],
        "noise": measurement.own[rows],
        "expected_noise": measurement.noise[rows],
        "every": every,
        "measured": np.arange(steps + 1)[:, None] % every == 0,
        "markers": np.concatenate([sensor.vertices for sensor in markers]),
    }


def export_gains(bundle: Bundle, path: str | Path, controller: str = LQR.name) -> dict[str, Array]:
    """Write the arrays to a file, .npz or .mat, and return them.

    Raises SoftreinError for another suffix, and where the file cannot be written; ControllerError as
    `gains_of`.
    """
    path = Path(file_path("path", path, BundleError))
    check_gains_file(path)
    found = gains_of(bundle, controller)
    with whole_file(path) as temporary:
        WRITERS[path.suffix](temporary, found)
    return found


def _write_npz(path: Path, found: dict[str, Array]) -> None:
    np.savez(path, **found)  # type: ignore[arg-type]  # numpy's stubs take its flags for arrays


def _write_mat(path: Path, found: dict[str, Array]) -> None:
    from scipy.io import savemat

    turned: dict[str, object] = {
        name: np.moveaxis(array, 0, -1) if name in BY_STEP else array for name, array in found.items()
    }
    turned["names"] = found["names"].astype(object)  # a MATLAB cell array of strings
    savemat(path, turned, oned_as="column")


WRITERS = {".npz": _write_npz, ".mat": _write_mat}
