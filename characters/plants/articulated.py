"""An articulated plant: a MuJoCo model under joint torques, in semi-implicit Euler steps.

With q and v of all joints, M(q) the mass matrix, c(q, v) the bias (Coriolis, centrifugal, gravity, minus
springs and dampers of the model), tau the torques and J^T f the contacts and other constraints, a step is

    (M + A + dt D) q'' = tau - c + J^T f,      v <- v + dt q'',      q <- q + dt v        (v is the new one)

A (`added_mass`) is a diagonal matrix for this step alone, and D is the damping of the model's joints, which
is thus integrated implicitly. The constraint solver uses M + A + dt D, as if it were the model's armature:
for stable PD with A = Kd dt the controller's forces and those of contacts are solved for together [Tan 2011,
eqs. 10, 11].

Memory: q and v hold the controlled joints, hinges (rad) and slides (m), in MuJoCo's order; the joints of an
object, that is of a body with a free joint, are in `data` alone. A state that is no longer finite, or that is
enormous, raises an error; MuJoCo's `mj_step`, which silently resets the state, is not used.

Controllers for it are in `characters.plants.tracking` and `characters.plants.timed_control`.

Limits: ball joints are allowed on objects only; there are no actuators, and no files besides the model's
text.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Protocol
from xml.etree import ElementTree

import numpy as np
from numpy.typing import ArrayLike, NDArray

from characters.study import Floats, Recording
from softrein.errors import ControllerError, SimulationError, missing_extra

if TYPE_CHECKING:
    from mujoco import MjData, MjModel

LONGEST = 1_000_000  # characters of a model's text; ours have about twenty thousand
ENORMOUS = 1e10  # where MuJoCo, too, gives a coordinate, velocity or acceleration up
UNDER_PLAIN_PD = "take smaller gains or steps, or stable PD"
UNDER_STABLE_PD = (
    "stable PD under semi-implicit Euler needs kd >= 1.5 kp dt at every joint, or 4 M + 2 Kd dt - 3 Kp dt² "
    "positive definite; where that holds, the motion is too fast for the step: take a smaller one"
)


def load_mujoco() -> ModuleType:
    """Import the package mujoco. Raises `MissingPackageError` where it is not installed."""
    try:
        return import_module("mujoco")
    except ImportError as error:
        raise missing_extra("characters", "articulated plants", "mujoco") from error


def check_text(xml: str) -> None:
    """Raise `ControllerError` unless the text is well-formed, of bounded length, and names no file."""
    if len(xml) > LONGEST:
        raise ControllerError(f"the model's text has {len(xml)} characters; at most {LONGEST} are read")
    if "<!DOCTYPE" in xml or "<!ENTITY" in xml:
        raise ControllerError("the model's text declares a document type or an entity; take it out")
    try:
        root = ElementTree.fromstring(xml)
    except ElementTree.ParseError as wrong:
        raise ControllerError(f"the model's text is not well-formed XML: {wrong}") from wrong
    for element in root.iter():
        tag = element.tag.lower()
        if tag in ("include", "extension", "plugin"):
            raise ControllerError(f"the model's text has <{element.tag}>; everything must stand in the text")
        for name in element.attrib:
            if name.lower().startswith("file") or name.lower() in ("meshdir", "texturedir", "assetdir"):
                raise ControllerError(
                    f'the model\'s text has {name}="..." in <{element.tag}>; no file is read beside the text'
                )


class _Body(Protocol):
    """A body of a model, as MuJoCo gives it by its name."""

    id: int
    jntadr: NDArray[np.int32]  # (1,) number of its first joint; negative where it has none


class Articulated:
    """A MuJoCo model with torques on its joints; the module has the equation of a step.

    `xml` is the model's text in MJCF, `dt` the time step in s, which replaces that in the text. The
    controlled joints are its hinges and slides, except those of objects, which are bodies that move freely;
    they need names, and the model must have no actuators. Raises `ControllerError` for an unsuitable model or
    step, and `MissingPackageError` without the package mujoco.
    """

    def __init__(self, xml: str, dt: float) -> None:
        if not (np.isfinite(dt) and dt > 0):
            raise ControllerError(f"a time step of {dt} s; it must be positive")
        check_text(xml)
        self._mujoco = load_mujoco()
        try:
            self.model: MjModel = self._mujoco.MjModel.from_xml_string(xml)
        except ValueError as wrong:
            raise ControllerError(f"MuJoCo does not accept the model: {wrong}") from wrong
        self.xml, self.dt = xml, float(dt)
        self._set_options()
        self.data: MjData = self._mujoco.MjData(self.model)
        self._scratch: MjData = self._mujoco.MjData(self.model)  # for the model's constants under added mass
        self.joints = self._find_controlled()  # (n,), their numbers in the model
        self.dofs: tuple[str, ...] = tuple(self._joint_name(joint) for joint in self.joints)
        self._q = self.model.jnt_qposadr[self.joints]
        self.columns = self.model.jnt_dofadr[self.joints]  # (n,), of the model's velocities
        # Views of what added mass changes, in the model itself.
        self._weights: list[Floats] = [
            self.model.dof_armature,
            self.model.dof_invweight0,
            self.model.body_invweight0,
            self.model.tendon_invweight0,
        ]
        self._added: Floats | None = None  # by the last step that had any, and the weights that it makes
        self._under_added: list[Floats] = []
        self._mean_under_added = 0.0
        self._implicit = False  # whether the present step has a controller's damping as added mass
        self.judged: set[bytes] = set()  # gains that `tracking` has looked at
        self.warned = 0  # how many of them were warned of
        self._times: list[float] = []
        self._coordinates: list[Floats] = []
        self.refresh()

    def _set_options(self) -> None:
        if self.model.nu:
            raise ControllerError("the model has actuators; torques go to the joints, so take them out")
        option = self.model.opt
        option.timestep = self.dt
        option.integrator = self._mujoco.mjtIntegrator.mjINT_EULER
        # Damping goes into the mass matrix that contacts see, not into Euler's step after them.
        option.disableflags |= int(self._mujoco.mjtDisableBit.mjDSBL_EULERDAMP)

    def _joint_name(self, joint: int) -> str:
        name: str = self.model.joint(int(joint)).name
        if not name:
            body = self.model.body(int(self.model.jnt_bodyid[joint])).name
            raise ControllerError(f"a joint of body {body!r} has no name; controlled joints need one")
        return name

    def _find_controlled(self) -> NDArray[np.int64]:
        model, kinds = self.model, self._mujoco.mjtJoint
        roots = model.body_rootid[model.jnt_bodyid]
        free = np.isin(roots, roots[model.jnt_type == int(kinds.mjJNT_FREE)])
        ball = np.flatnonzero(~free & (model.jnt_type == int(kinds.mjJNT_BALL)))
        if len(ball):
            body = model.body(int(model.jnt_bodyid[ball[0]])).name
            raise ControllerError(f"body {body!r} has a ball joint; use three hinges, or a free joint")
        joints = np.flatnonzero(~free)
        if not len(joints):
            raise ControllerError("the model has no hinge or slide to control")
        return joints

    def _vector(self, values: ArrayLike, what: str) -> Floats:
        vector = np.array(values, dtype=float)
        if vector.shape != (len(self.dofs),):
            raise ControllerError(f"{what} has shape {vector.shape}; the plant has {len(self.dofs)} joints")
        if not np.isfinite(vector).all():
            where = self.dofs[int(np.flatnonzero(~np.isfinite(vector))[0])]
            raise ControllerError(f"{what} is not finite at joint {where!r}")
        return vector

    def per_joint(self, values: ArrayLike, what: str) -> Floats:
        """Values (n,) for the controlled joints, given as (n,) or one for all; `ControllerError` else."""
        given, n = np.asarray(values, dtype=float), len(self.dofs)
        if given.shape not in ((), (n,)):
            raise ControllerError(f"{what} has shape {given.shape}; the plant has {n} joints")
        return np.broadcast_to(given, n)

    @property
    def time(self) -> float:
        """The time in s since the beginning."""
        return float(self.data.time)

    @property
    def q(self) -> Floats:
        """Positions (n,) of the controlled joints, rad or m; a copy."""
        return np.array(self.data.qpos[self._q])

    @property
    def v(self) -> Floats:
        """Velocities (n,) of the controlled joints, rad/s or m/s; a copy."""
        return np.array(self.data.qvel[self.columns])

    def refresh(self) -> None:
        """Update all that depends on positions and velocities: frames, contacts, forces.

        Every method that changes the state calls it; a call is needed only after a change to `data` itself.
        """
        self._mujoco.mj_fwdPosition(self.model, self.data)
        self._mujoco.mj_fwdVelocity(self.model, self.data)

    def set_state(self, q: ArrayLike, v: ArrayLike | None = None) -> None:
        """Set positions q (n,) and velocities v (n,), zero if None; objects and the time are unchanged."""
        self.data.qpos[self._q] = self._vector(q, "q")
        self.data.qvel[self.columns] = 0.0 if v is None else self._vector(v, "v")
        self.data.qacc_warmstart[:] = 0.0
        self.refresh()

    def _body(self, body: str) -> _Body:
        try:
            found: _Body = self.model.body(body)
        except KeyError:
            raise ControllerError(f"the model has no body {body!r}") from None
        return found

    def place(self, body: str, position: ArrayLike, velocity: ArrayLike = (0.0, 0.0, 0.0)) -> None:
        """Put an object's origin at (3,) m in the world, upright, with a velocity (3,) m/s, not turning."""
        found = self._body(body)
        joint = int(found.jntadr[0])
        if joint < 0 or self.model.jnt_type[joint] != int(self._mujoco.mjtJoint.mjJNT_FREE):
            raise ControllerError(f"body {body!r} has no free joint, so it cannot be placed")
        state = np.array([*np.ravel(position), *np.ravel(velocity)], dtype=float)
        if state.shape != (6,) or not np.isfinite(state).all():
            raise ControllerError(f"position and velocity of {body!r} must be three finite numbers each")
        at, of = int(self.model.jnt_qposadr[joint]), int(self.model.jnt_dofadr[joint])
        self.data.qpos[at : at + 7] = [*state[:3], 1.0, 0.0, 0.0, 0.0]
        self.data.qvel[of : of + 6] = [*state[3:], 0.0, 0.0, 0.0]
        self.data.qacc_warmstart[:] = 0.0
        self.refresh()

    def mass_matrix(self) -> Floats:
        """M(q) (n, n) of the controlled joints, kg m^2 between hinges, with the model's own armature."""
        column = np.zeros(self.model.nv)
        matrix = np.empty((len(self.dofs), len(self.dofs)))
        for i, dof in enumerate(self.columns):
            unit = np.zeros(self.model.nv)
            unit[dof] = 1.0
            self._mujoco.mj_mulM(self.model, self.data, column, unit)
            matrix[i] = column[self.columns]
        return matrix

    def bias(self) -> Floats:
        """c(q, v) (n,), N m or N: Coriolis, centrifugal, gravity, minus the model's springs and dampers."""
        return np.array((self.data.qfrc_bias - self.data.qfrc_passive)[self.columns])

    def _own_damping(self) -> Floats:
        return np.array(self.model.dof_damping, dtype=float).reshape(self.model.nv, -1)[:, 0]

    def damping(self) -> Floats:
        """The model's damping at the controlled joints (n,), N m s/rad or N s/m: D in the module."""
        return self._own_damping()[self.columns]

    def step(self, torque: ArrayLike, added_mass: ArrayLike | None = None) -> None:
        """Take one step of dt under torques (n,), N m or N; `added_mass` (n,) >= 0 is A in the module.

        Raises `ControllerError` for torques or masses that are not finite or do not fit, `SimulationError`
        when the motion diverges.
        """
        applied = self._vector(torque, "torque")
        added = self.dt * self._own_damping()
        self._implicit = added_mass is not None
        if added_mass is not None:
            mass = self._vector(added_mass, "added mass")
            if mass.min() < 0:
                raise ControllerError(f"added mass is negative at joint {self.dofs[int(mass.argmin())]!r}")
            added[self.columns] += mass
        self.data.qfrc_applied[self.columns] = applied
        self._advance(added)
        self.refresh()

    def _advance(self, added: Floats) -> None:
        own = [weights.copy() for weights in self._weights]
        mean = self.model.stat.meaninertia
        try:
            if added.any():
                self._put_on(added)
            self._mujoco.mj_forward(self.model, self.data)
            self._check_warnings()
            self._check("acceleration", self.data.qacc)
            self._mujoco.mj_Euler(self.model, self.data)
        finally:
            for weights, before in zip(self._weights, own, strict=True):
                weights[:] = before
            self.model.stat.meaninertia = mean
        self._check("velocity", self.data.qvel)
        self._check("position", self.data.qpos)

    def _put_on(self, added: Floats) -> None:
        # How soft contacts are follows from constants of the model, the inverse weights of bodies and joints.
        # They are found anew whenever the added mass is another: 0.1 ms for 41 joints, as long as the step.
        armature = self._weights[0] + added
        if self._added is None or not np.array_equal(added, self._added):
            self._weights[0][:] = armature
            self._mujoco.mj_setConst(self.model, self._scratch)
            self._under_added = [weights.copy() for weights in self._weights]
            self._mean_under_added = self.model.stat.meaninertia
            self._added = added
        for weights, now in zip(self._weights, [armature, *self._under_added[1:]], strict=True):
            weights[:] = now
        self.model.stat.meaninertia = self._mean_under_added

    def _check(self, what: str, values: Floats) -> None:
        if not np.all(np.abs(values) < ENORMOUS):  # False for NaN as well
            raise SimulationError(
                f"the motion diverged at t = {self.time:.4g} s, in a step of {self.dt:.4g} s: {what} is no "
                f"longer finite; {UNDER_STABLE_PD if self._implicit else UNDER_PLAIN_PD}"
            )

    def _check_warnings(self) -> None:
        kinds = self._mujoco.mjtWarning
        for kind in (kinds.mjWARN_INERTIA, kinds.mjWARN_CONTACTFULL, kinds.mjWARN_CNSTRFULL):
            if self.data.warning[int(kind)].number:
                what = kind.name.removeprefix("mjWARN_").lower()
                raise SimulationError(
                    f"MuJoCo could not do the step from t = {self.time:.4g} s: its warning is {what!r} "
                    "(inertia: a mass matrix that cannot be factored; the others: too many contacts)"
                )

    def contacts(self, body: str) -> bool:
        """Whether the body touches anything now."""
        number = int(self._body(body).id)
        touching = self.model.geom_bodyid[np.ravel(self.data.contact.geom)]
        return bool(self.data.ncon and np.any(touching == number))

    def armature(self) -> Floats:
        """The armature (n,) that the model adds to each controlled joint's moment, kg m^2 or kg."""
        return np.array(self.model.dof_armature[self.columns])

    def joint_moments(self) -> Floats:
        """The inertia (n,) of each joint's link with all that hangs from it [Allen 2007, eqs. 5, 7].

        It is the moment of inertia about the axis of a hinge, kg m^2, and the mass on a slide, kg, summed
        from the tips to the root as in equation (5). MuJoCo makes the mass matrix so: it is its diagonal,
        without armature.
        """
        return np.asarray(np.diagonal(self.mass_matrix()) - self.armature())

    def single_link_moments(self) -> Floats:
        """As `joint_moments`, for each joint's own link alone [the comparison of Allen 2007, figure 8]."""
        model, data, body = self.model, self.data, self.model.jnt_bodyid[self.joints]
        axis, mass = data.xaxis[self.joints], model.body_mass[body]
        principal = np.einsum("nij,ni->nj", data.ximat[body].reshape(-1, 3, 3), axis)
        arm = np.cross(data.xipos[body] - data.xanchor[self.joints], axis)
        moments = np.sum(model.body_inertia[body] * principal**2, axis=1) + mass * np.sum(arm**2, axis=1)
        slide = model.jnt_type[self.joints] == int(self._mujoco.mjtJoint.mjJNT_SLIDE)
        return np.where(slide, mass, moments)

    def record(self) -> None:
        """Store the present coordinates, including those of objects, for `recording`."""
        self._times.append(self.time)
        self._coordinates.append(np.array(self.data.qpos))

    def recording(self, shown: Sequence[float] = (), camera: str = "") -> Recording:
        """The motion that was recorded, to be drawn; `shown` and `camera` are those of `Recording`."""
        if not self._times:
            raise ControllerError("nothing was recorded; call record() after the steps to be drawn")
        if camera and self._mujoco.mj_name2id(self.model, self._mujoco.mjtObj.mjOBJ_CAMERA, camera) < 0:
            raise ControllerError(f"the model has no camera {camera!r}")
        return Recording(self.xml, np.array(self._times), np.array(self._coordinates), shown, camera)
