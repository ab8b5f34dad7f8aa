"""PD control of a rigid body's rotation, in the write-up's form [001] and in the stable one.

Body and target are both moved on by one step, and the error is the shorter rotation between them:

    e     = log( exp(dt w) R  (exp(dt w_target) R_target)^-1 )                a rotation vector, world frame
    write-up   alpha = -kp e - kd (w - w_target)                                                       [001]
    stable     alpha = -(kp e + kd (w - w_target)) / (1 + kd dt)

kp (1/s²) and kd (1/s) are gains per unit of inertia, as [001] has them. The stable form is [000, eq. 8]
about each principal axis: there a torque with gains I kp, I kd has I + (I kd) dt = I (1 + kd dt) in its
denominator, the inertia I of the axis cancels, and what remains is the same for all three axes, hence for
the vector in any frame.

The torque is the inertia times that acceleration, through the frame of the principal axes [001]:

    tau = P diag(inertia) P^-1 alpha  ( + w x P diag(inertia) P^-1 w ),     P = R frame

The term in brackets is the gyroscopic torque of Euler's equations. The write-up leaves it out, as do
engines that do not integrate it; include it (`gyroscopic=True`) if the plant has it and turns fast, or
the acceleration will not be alpha.

Conventions: right-handed, quaternions (w, x, y, z) from body to world, angular velocities, accelerations
and torques in the world frame. The write-up speaks of Unity, whose frames are left-handed: the formulas are
the same there, number by number, but data from there must be mirrored first. Mirrored in z, a vector (x, y,
z) becomes (x, y, -z), but quaternions and angular velocities, which have a sense of turning, become (w, -x,
-y, z) and (-x, -y, z).

Limits: e jumps at half a turn from the target, where the shorter way changes its side. Along a fixed axis the
conditions of `stability.check_gains` (with mass 1) are exact; while the axis turns they hold for small e
only. Everything is batched over leading axes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial.transform import Rotation

from characters.laws.checks import as_numbers, checked
from characters.laws.stability import Integrator, StabilityWarning, gains_fault
from softrein.errors import ControllerError, warn

GAINS = ("kp", "kd", "dt")  # one of each for each rotation
IDENTITY = (1.0, 0.0, 0.0, 0.0)


def rotation_control(
    rotation: ArrayLike,
    velocity: ArrayLike,
    target: ArrayLike,
    target_velocity: ArrayLike,
    kp: ArrayLike,
    kd: ArrayLike,
    dt: ArrayLike,
    stable: bool = True,
    integrator: Integrator | None = None,
) -> np.ndarray:
    """Angular acceleration (..., 3), rad/s², world frame, that turns a body towards a turning target.

    rotation, target (..., 4): body and target at the present step, (w, x, y, z), of any length but 0.
    velocity, target_velocity (..., 3): their angular velocities, rad/s, world frame. kp (1/s²), kd (1/s), dt
    (s): scalars or (...), per unit of inertia. `stable=False` is the write-up's form, which diverges once kp
    dt² is not small. With `integrator`, the plant's, there is a warning (StabilityWarning) if gains are not
    stable with it.

    Raises ControllerError for shapes that do not fit, quaternions without direction, negative gains, dt <= 0.
    """
    given = rotation, velocity, target, target_velocity, kp, kd, dt
    return _control("rotation_control", given, stable, integrator)


def _control(
    caller: str, given: tuple[ArrayLike, ...], stable: bool, integrator: Integrator | None
) -> np.ndarray:
    """Compute `rotation_control` of its first seven arguments; `caller` is the name for messages."""
    rotation, velocity, target, target_velocity, *gains = given
    w, w_target = _vectors("velocity", velocity), _vectors("target_velocity", target_velocity)
    now, goal = _unit("rotation", rotation), _unit("target", target)
    states = {"rotation": now, "velocity": w, "target": goal, "target velocity": w_target}
    each = (as_numbers(caller, name, value)[..., None] for name, value in zip(GAINS, gains, strict=True))
    *_, kp, kd, dt = checked(caller, {**states, **dict(zip(GAINS, each, strict=True))}, trailing=1)
    if integrator is not None:
        fault = gains_fault(kp, kd, dt, integrator, "stable" if stable else "predicted", 1.0)
        if fault:
            warn(fault, StabilityWarning)
    batch = np.broadcast_shapes(*(np.shape(array)[:-1] for array in (now, w, goal, w_target, dt)))
    ahead, target_ahead = _moved(now, dt * w, batch), _moved(goal, dt * w_target, batch)
    left = (ahead * target_ahead.inv()).as_rotvec().reshape(*batch, 3)
    acceleration = -kp * left - kd * (w - w_target)
    return acceleration / (1 + kd * dt) if stable else acceleration


def rotation_torque(
    rotation: ArrayLike,
    velocity: ArrayLike,
    target: ArrayLike,
    target_velocity: ArrayLike,
    kp: ArrayLike,
    kd: ArrayLike,
    dt: ArrayLike,
    inertia: ArrayLike,
    frame: ArrayLike = IDENTITY,
    stable: bool = True,
    gyroscopic: bool = False,
    integrator: Integrator | None = None,
) -> np.ndarray:
    """Torque (..., 3), N m, world frame, that gives a free rigid body the acceleration of `rotation_control`.

    inertia (..., 3): principal moments, kg m²; frame (..., 4): rotation from the principal axes to the body.
    `gyroscopic` adds w x (I w), for plants that obey Euler's equations. The other arguments, and the
    errors, are those of `rotation_control`; the moments must be positive.
    """
    given = rotation, velocity, target, target_velocity, kp, kd, dt
    acceleration = _control("rotation_torque", given, stable, integrator)
    now, principal = _unit("rotation", rotation), _unit("frame", frame)
    arrays = {"acceleration": acceleration, "frame": principal, "inertia": _vectors("inertia", inertia)}
    checked("rotation_torque", arrays, trailing=1)
    moments, P = _moments(inertia), _matrices(now) @ _matrices(principal)
    torque = _tensor_times(acceleration, moments, P)
    if gyroscopic:
        w = np.asarray(velocity, float)
        torque = torque + np.cross(w, _tensor_times(w, moments, P))
    return torque


def _tensor_times(vector: np.ndarray, moments: np.ndarray, axes: np.ndarray) -> np.ndarray:
    return np.asarray(np.einsum("...ij,...j,...kj,...k", axes, moments, axes, vector))


def _moved(rotation: np.ndarray, by: np.ndarray, batch: tuple[int, ...]) -> Rotation:
    """Rotations turned by vectors (rad), as one flat list, as SciPy before 1.17 has no other batches."""
    turn, before = (np.broadcast_to(x, (*batch, x.shape[-1])).copy() for x in (by, rotation))
    return Rotation.from_rotvec(turn.reshape(-1, 3)) * _flat(before)


def _flat(rotation: np.ndarray) -> Rotation:
    return Rotation.from_quat(rotation.reshape(-1, 4), scalar_first=True)


def _matrices(rotation: np.ndarray) -> np.ndarray:
    """The rotation matrices (..., 3, 3) of quaternions (..., 4)."""
    return np.asarray(_flat(rotation).as_matrix().reshape(*rotation.shape[:-1], 3, 3))


def _unit(name: str, value: ArrayLike) -> np.ndarray:
    """Normalised quaternions (..., 4); q and -q, which are the same rotation, give the same result."""
    array = np.array(as_numbers("rotation control", name, value))
    if array.shape[-1:] != (4,):
        raise ControllerError(f"a quaternion has four numbers (w, x, y, z), not the shape {array.shape}")
    length = np.linalg.norm(array, axis=-1)
    if not (np.all(length > 0) and np.all(np.isfinite(length))):
        raise ControllerError("a quaternion has no direction: it is zero or not finite")
    return np.asarray(_flat(array).as_quat(canonical=True, scalar_first=True).reshape(array.shape))


def _moments(inertia: ArrayLike) -> np.ndarray:
    moments = _vectors("inertia", inertia)
    if np.any(moments <= 0):
        raise ControllerError("the principal moments of inertia must be positive")
    return moments


def _vectors(name: str, value: ArrayLike) -> np.ndarray:
    array = as_numbers("rotation control", name, value)
    if array.shape[-1:] != (3,) or not np.all(np.isfinite(array)):
        raise ControllerError(f"{name} must be finite, of the shape (..., 3); it has {array.shape}")
    return array
