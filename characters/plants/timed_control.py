"""PD control that reaches key-frames in time, with gains that depend on the time that is left.

At every step each joint is given the critically damped gains that bring it to the next key-frame's angle q^
and velocity v^ in the T seconds that are left to it [Allen 2007, eq. 4 and algorithm 1],

    w_i = (q^_i - v^_i T - q_i) / l^2 + 2 (v^_i - v_i) / l,         ks_i = m_i / l^2,    kd_i = 2 m_i / l,
    tau_i = m_i (w_i + u_i) + c_i,      |tau_i| <= limit_i,

with m_i the moment of all that hangs from joint i about its axis (eqs. 5, 7), l = T / n the time constant,
w_i the wanted acceleration of the joint, u_i the one that the inboard joints' torques cause (eqs. 8, 9), and
c the bias. The paper differs in four points.

- Equation (10) adds an acceleration to torques; m_i u_i is meant. Joint coordinates count from the inboard
  link, so a link that is to keep still in its joint while the parent accelerates must be accelerated along
  with it: the sign is plus.
- Algorithm 1 passes on tau_j / m_j with tau_j from (10), which includes the parents' share; so does
  the parents' own entry, and it would count twice. Equation (8) takes tau_j from (4). Here w_j is passed on,
  after clipping to the limit. The limit holds for both signs.
- (4) pulls towards q^ and, at the same time, towards v^. With T running down, a joint under it reaches q^
  with the velocity -2 v^ / (n - 2), about -v^. Here the target moves along the line that is at q^ with v^ at
  the key time; then the error e obeys e'' + 2 n / T e' + n^2 / T^2 e = 0 and goes out as T^p with
  2 p = 2 n + 1 - sqrt(4 n + 1), position and velocity alike (p = 2.36 for n = 3.89).
- l goes to 0 with T. T is bounded below by `shortest`, for which steps of dt must be stable: `shortest_time`.

The parents' share u, `compensation`:

    "none"      u = 0
    "angular"   u_i = s_i . sum_j w_j s_j over the joints j inboard of i, s their axes (eqs. 8, 9): turning
                alone
    "coupled"   u_i = sum_j M_ij w_j / m_i over the same joints: also that a turning parent carries the
                joint's origin along. Exact where no acceleration of the children themselves is wanted.
    "whole"     tau = M w + c: the children's effect upon their parents as well [Walker 1982, method 3]

"coupled" is the default: with it the figure of characters/studies/conducting.py stays three times nearer to
the motion that its gains are made for than with "angular", at the price of a higher peak torque. More precise
still is "whole" under plain PD, which it makes stable at short times; under stable PD, whose added mass
changes M, it is less so. It is another method than the paper's.

Bias: PD control hangs below its target by gravity / ks. With `gravity` (the default) the bias c (Coriolis,
centrifugal, gravity, less the model's own springs and dampers) is added to the torque: gravity is known as
well as the inertia that the gains are made of. Without, c = 0, which is the paper's way. As the gains grow
towards a key time, little of the hanging is left at it; the way there is what suffers.

Steps: with `implicit` (the default) the torque is that of stable PD with these gains [Tan 2011, eqs. 10, 11];
without, plain PD. A limb's joints are coupled, which makes its lightest directions far lighter than any m_i,
and plain PD must be that much slower: for a figure of 35 joints and raised arms, in steps of 5 ms and without
the parents' share, plain PD is stable for times from 1.7 s on and stable PD from 0.02 s (in steps of 1 ms:
0.35 s and 0.004 s).

Limits: one time for all joints; a fixed root, torques instead of muscles, and one pass, as in the paper.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from characters.laws.stable_pd import pd_force
from characters.laws.timed_gains import gains_from_time
from characters.plants.articulated import Articulated
from characters.study import Floats
from softrein.errors import ControllerError

COMPENSATIONS = ("none", "angular", "coupled", "whole")
MOMENTS = ("composite", "single")
MARGIN = 1.5  # of the shortest time over the one at which the linearised steps stop being stable
LONGEST_SHORTEST = 10.0  # s; where even this time is too short for the steps, they are refused


@dataclass(frozen=True)
class KeyFrame:
    """A pose to be passed at a time: positions q (n,) rad or m, velocities v (n,) rad/s or m/s, or zero."""

    time: float  # s, on the plant's clock
    q: Floats
    v: Floats | None = None

    @property
    def velocity(self) -> Floats:
        """The velocities (n,) rad/s or m/s."""
        return np.zeros(len(self.q)) if self.v is None else self.v


class KeyFrameControl(ABC):
    """A controller that drives a plant through key-frames: it gives a torque for each step, and its gains.

    plant: its clock is that of the key-frames. key_frames: in order of time; after the last one its pose is
    held. gravity: whether the bias is compensated. implicit: stable PD, plain PD otherwise. Raises
    ControllerError for bad key-frames.
    """

    def __init__(
        self, plant: Articulated, key_frames: Sequence[KeyFrame], gravity: bool, implicit: bool
    ) -> None:
        n = len(plant.dofs)
        self.plant, self.gravity, self.implicit = plant, gravity, implicit
        self.ks, self.kd = np.zeros(n), np.zeros(n)  # N m/rad and N m s/rad, of the latest torque
        self.aim(key_frames)

    @abstractmethod
    def torque(self) -> Floats:
        """Joint torques (n,) N m (forces N) for the coming step."""

    @property
    def added_mass(self) -> Floats | None:
        """The added mass (n,) kg m^2 for the step of the latest torque; None for plain PD."""
        return self.kd * self.plant.dt if self.implicit else None

    @property
    def lookahead(self) -> float:
        """The time ahead (s) by which the position is predicted: a step for stable PD, 0 for plain PD."""
        return self.plant.dt if self.implicit else 0.0

    def bias(self) -> Floats:
        """The bias (n,) N m that is compensated; zero without `gravity`."""
        return self.plant.bias() if self.gravity else np.zeros(len(self.plant.dofs))

    def aim(self, key_frames: Sequence[KeyFrame]) -> None:
        """Set the key-frames from now on. Raises ControllerError for bad ones."""
        times = np.array([key.time for key in key_frames])
        if len(times) == 0 or np.any(np.diff(times) <= 0):
            raise ControllerError("key-frames must be one or more, in order of time")
        n = len(self.plant.dofs)
        if wrong := [key for key in key_frames if np.shape(key.q) != (n,) or np.shape(key.velocity) != (n,)]:
            raise ControllerError(f"key-frame at {wrong[0].time:g} s: q and v must have {n} entries")
        if wrong := [key for key in key_frames if not np.isfinite([key.time, *key.q, *key.velocity]).all()]:
            raise ControllerError(f"key-frame at {wrong[0].time:g} s: time, q and v must be finite")
        self.key_frames, self._times = tuple(key_frames), times

    def target(self) -> tuple[KeyFrame, float]:
        """The present key-frame, and the seconds left to it; 0 where it is past and held."""
        soon = self.plant.time + 1e-6 * self.plant.dt  # the clock is a sum of steps
        k = int(np.searchsorted(self._times, soon, side="right"))
        if k == len(self._times):
            return KeyFrame(self._times[-1], self.key_frames[-1].q), 0.0
        return self.key_frames[k], self._times[k] - self.plant.time


class TimedControl(KeyFrameControl):
    """Drives a plant through key-frames, each at its time; the module has the law and its options.

    `fraction` is the share of an error that is to be gone within the time, see `gains_from_time`. shortest:
    s, the least time for which gains are made; None: the least for which steps of the plant's dt are stable
    at these poses. limits: (n,) N m, the same for both signs, of the torques given, from which those that act
    under stable PD differ by Kd dt q''; `at_limit` counts the steps of each joint at its limit.
    moments: "composite", or "single" for the paper's comparison with each link's own inertia. Raises
    ControllerError for bad arguments.
    """

    def __init__(
        self,
        plant: Articulated,
        key_frames: Sequence[KeyFrame],
        fraction: float = 0.9,
        shortest: float | None = None,
        limits: Floats | None = None,
        moments: str = "composite",
        compensation: str = "coupled",
        gravity: bool = True,
        implicit: bool = True,
    ) -> None:
        if moments not in MOMENTS or compensation not in COMPENSATIONS:
            raise ControllerError(
                f"moments are {' or '.join(MOMENTS)}, compensation one of {', '.join(COMPENSATIONS)}; "
                f"got {moments!r}, {compensation!r}"
            )
        super().__init__(plant, key_frames, gravity, implicit)
        n = len(plant.dofs)
        self.fraction, self.moments, self.compensation = fraction, moments, compensation
        self.limits = plant.per_joint(np.inf if limits is None else limits, "the array of torque limits")
        if not np.all(self.limits > 0):
            raise ControllerError(
                f"torque limits must be positive; {plant.dofs[np.argmin(self.limits > 0)]} is not"
            )
        self._inboard = inboard(plant)
        self.shortest = self._allowed() if shortest is None else shortest
        if not self.shortest > 0:
            raise ControllerError(f"the shortest time must be positive, not {self.shortest:g} s")
        self.wanted = np.zeros(n)
        self.mass: Floats = plant.mass_matrix()  # (n, n) kg m^2, of the latest torque
        self.at_limit = np.zeros(n, int)  # steps that each joint's torque was clipped in

    def torque(self) -> Floats:
        """Joint torques (n,) N m (forces N) for the step that comes."""
        key, left = self.target()
        self.mass, m = self._masses()
        self.ks, self.kd = gains_from_time(m, left, self.fraction, self.shortest)
        q, v, ahead = self.plant.q, self.plant.v, self.lookahead
        goal = key.q - key.velocity * (left - ahead)
        self.wanted = pd_force(q, v, goal, key.velocity, self.ks, self.kd, ahead) / m
        return self._limited(m, self.bias())

    def limited(self) -> dict[str, float]:
        """The seconds of each joint at its torque limit, by name; joints that met no limit are left out."""
        names = zip(self.plant.dofs, self.at_limit, strict=True)
        return {name: float(steps) * self.plant.dt for name, steps in names if steps}

    def _limited(self, m: Floats, bias: Floats) -> Floats:
        """The torques (n,) within limits; if one meets its limit, by a pass from the root to the tips."""
        share = coupling(self.plant, self.compensation, m, self._inboard, self.mass)
        free = share @ self.wanted + bias
        if np.all(np.abs(free) <= self.limits):
            return free
        wanted, torque = self.wanted.copy(), np.clip(free, -self.limits, self.limits)
        if self.compensation != "whole":
            for i in range(len(m)):
                known = share[i, :i] @ wanted[:i] + bias[i]
                free[i] = m[i] * wanted[i] + known
                torque[i] = min(max(free[i], -self.limits[i]), self.limits[i])
                wanted[i] = (torque[i] - known) / m[i]
        self.at_limit += np.abs(free) > self.limits
        return torque

    def _masses(self) -> tuple[Floats, Floats]:
        """The mass matrix (n, n) and the moments m (n,); composite moments are its diagonal."""
        mass: Floats = self.plant.mass_matrix()
        if self.moments == "composite":
            return mass, np.diagonal(mass).copy()
        return mass, np.asarray(self.plant.single_link_moments() + self.plant.armature())

    def _allowed(self) -> float:
        """The largest `shortest_time` of all key-frames' poses; the plant's state is restored."""
        plant = self.plant
        q, v = plant.q, plant.v
        allowed = 0.0
        for key in self.key_frames:
            plant.set_state(key.q)
            mass, m = self._masses()
            share = coupling(plant, self.compensation, m, self._inboard, mass)
            allowed = max(allowed, shortest_time(mass, m, share, plant.dt, self.fraction, self.implicit))
        plant.set_state(q, v)
        return allowed


class ConstantControl(KeyFrameControl):
    """PD with constant gains (n,), ks N m/rad and kd N m s/rad, towards the next key-frame."""

    def __init__(
        self,
        plant: Articulated,
        key_frames: Sequence[KeyFrame],
        ks: Floats,
        kd: Floats,
        gravity: bool = True,
        implicit: bool = True,
    ) -> None:
        super().__init__(plant, key_frames, gravity, implicit)
        self.ks, self.kd = ks, kd

    def torque(self) -> Floats:
        """Joint torques (n,) N m (forces N) for the step that comes."""
        goal = self.target()[0].q
        return pd_force(self.plant.q, self.plant.v, goal, 0.0, self.ks, self.kd, self.lookahead) + self.bias()


@dataclass(frozen=True)
class Trace:
    """A run: for every step the state before it, and the torques and gains in it."""

    times: Floats  # (t,) s
    q: Floats  # (t, n)
    v: Floats  # (t, n)
    torque: Floats  # (t, n) as the control gave them, within its limits
    # (t, n) the torques that acted: of stable PD less the part Kd dt q'' that its step solves for
    acted: Floats
    ks: Floats  # (t, n)
    kd: Floats  # (t, n)
    seen: Floats  # (t, ...) whatever `watch` gave

    def at(self, time: float) -> int:
        """The index of the state at a time (s), the nearest."""
        return int(np.argmin(np.abs(self.times - time)))


def run_key_frames(
    control: KeyFrameControl,
    until: float,
    watch: Callable[[], ArrayLike] | None = None,
    before: Callable[[], None] | None = None,
    every: float | None = None,
) -> Trace:
    """Step the control's plant until its clock shows `until` (s), inclusive.

    The torque of the last row is not applied. watch: called at each state, its results are kept in
    `Trace.seen`; before: called before each torque, for pushes and new key-frames; every: the s between
    states that `plant.record()` keeps, None for none.
    """
    plant = control.plant
    rows: list[tuple[object, ...]] = []
    steps = round((until - plant.time) / plant.dt)
    stride = 0 if every is None else max(1, round(every / plant.dt))
    for k in range(steps + 1):
        if before is not None:
            before()
        if stride and k % stride == 0:
            plant.record()
        torque = control.torque()
        seen = 0.0 if watch is None else watch()
        time, q, v = plant.time, plant.q, plant.v
        acted = torque
        if k < steps:
            plant.step(torque, added := control.added_mass)
            acted = torque if added is None else torque - added * (plant.v - v) / plant.dt
        rows.append((time, q, v, torque, acted, control.ks, control.kd, seen))
    return Trace(*(np.array(column) for column in zip(*rows, strict=True)))


def inboard(plant: Articulated) -> NDArray[np.bool_]:
    """Whether controlled joint j is inboard of joint i, that is between i and the root (n, n)."""
    found = np.zeros((len(plant.columns), len(plant.columns)), bool)
    for i, column in enumerate(plant.columns):
        while (column := plant.model.dof_parentid[column]) >= 0:
            found[i] |= plant.columns == column
    return found


def turning(plant: Articulated) -> Floats:
    """The world axes (n, 3) of the controlled joints; 0 for slides, which do not rotate."""
    hinge = plant.model.jnt_type[plant.joints] == 3  # mujoco.mjtJoint.mjJNT_HINGE
    return np.where(hinge[:, None], plant.data.xaxis[plant.joints], 0.0)


def coupling(
    plant: Articulated, compensation: str, m: Floats, inside: NDArray[np.bool_], mass: Floats
) -> Floats:
    """The matrix (n, n) of torques at joint i by a unit of wanted acceleration of joint j.

    m (n,) is its diagonal. It is lower triangular except for "whole": only the joints inboard of a joint act
    on it (`inside`, see `inboard`). `mass` (n, n) is the mass matrix.
    """
    if compensation == "none":
        return np.diag(m)
    if compensation == "angular":
        axes = turning(plant)
        return np.diag(m) + np.where(inside, m[:, None] * (axes @ axes.T), 0.0)
    return mass if compensation == "whole" else np.diag(m) + np.where(inside, mass, 0.0)


def shortest_time(
    mass: Floats, m: Floats, share: Floats, dt: float, fraction: float, implicit: bool
) -> float:
    """The least time (s) for gains with which steps of dt are stable near a pose.

    The error's linearised step has the gains for a time T, `mass` (n, n), moments m (n,) and `share` (n, n)
    of `coupling` at that pose; T is found by bisection for the spectral radius 1, and multiplied by `MARGIN`.
    A single joint allows 4.7 dt. Raises ControllerError where no time up to `LONGEST_SHORTEST` is stable.
    """

    def stable(time: float) -> bool:
        ks, kd = gains_from_time(m, time, fraction, time)
        return _radius(mass, share / m, ks, kd, dt, implicit) < 1.0

    low, high = dt, LONGEST_SHORTEST
    if not stable(high):
        raise ControllerError(
            f"steps of {dt:g} s are not stable at any time up to {high:g} s; make them shorter, or implicit"
        )
    while high > 1.02 * low:
        middle = (low * high) ** 0.5
        low, high = (low, middle) if stable(middle) else (middle, high)
    return MARGIN * high


def _radius(mass: Floats, share: Floats, ks: Floats, kd: Floats, dt: float, implicit: bool) -> float:
    """The spectral radius of one step of x'' = -M^-1 share (ks x + kd v), semi-implicit Euler."""
    n = len(ks)
    heavy = mass + np.diag(kd * dt) if implicit else mass
    by_position = np.linalg.solve(heavy, share * ks)  # share @ diag(ks)
    by_velocity = np.linalg.solve(heavy, share * (kd + (dt * ks if implicit else 0.0)))
    one = np.eye(n)
    velocity = np.hstack([-dt * by_position, one - dt * by_velocity])
    step = np.vstack([np.hstack([one, np.zeros((n, n))]) + dt * velocity, velocity])
    return float(np.max(np.abs(np.linalg.eigvals(step))))
