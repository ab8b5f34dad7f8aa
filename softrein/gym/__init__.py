"""A bundle as an environment of Gymnasium, in which any policy can be compared with LQR.

    name = softrein.gym.register("tshape.softrein")        # "softrein/tshape-v0"
    env = gymnasium.make(name)                             # one episode is one pass of the reference motion
    envs = gymnasium.make_vec(name, num_envs=64)           # 64 of them, a batch a step

The observation (n + 1,) is the deviation `z - z_ref,k` of the state from the reference, and last the phase
k / T, without which the reward would depend on something unobserved (`phase=False` leaves it out). Pushes are
not observed. The action (s,) is the feedback w_fb, to which the plant adds the reference's feed-forward
force; an action of zero is a controller whose gains are zero. The reward of step k is minus the cost of the
step ([002], equation 5, as in `runtime.control.base.costs`), with the final cost in the last step's, and the
first state's distance from paths in the first one's:

    reward = -1/2 (e_{k+1} + dt w_fb^T R w_fb),     sum of e = error^2,     sum of dt w_fb^T w_fb = effort

so that the undiscounted return is `-1/2 (error^2 + rho effort)` with the error and the effort of
`softrein compare` and `Bundle.rollouts`. `baseline` makes the bundle's controllers policies.

An episode ends by termination, never by truncation: the horizon is part of the problem, and after the last
step there is no value left to be added. It also ends where the plant diverged, or where one step costs more
than `penalty`: the reward then is `-penalty`, instead of the step's own.

Both spaces are finite. A deviation is observed up to `REACH` times the largest on LQR's tuning pushes,
without control or under LQR, which leaves the reference where the body is to follow a path; beyond that it is
clipped to this bound, while the plant goes on. Actions are clipped to what the bundle's limits leave beside
the feed-forward; where it has none, the space is `BOUND` times the largest feedback of LQR on those pushes.
Where the bundle has no pushes, those that the environment is given stand for them. That bound is a range for
exploration; the plant accepts more. Both are in the bundle's own units, or with `normalise=True` in units of
about one: a deviation's is that largest one (the space is +-`REACH`), an action's its bound (+-1). Rewards
are costs in either case; `NormalizeReward` of Gymnasium and `VecNormalize` of Stable-Baselines3 scale them.

Nothing is rendered: `BundleEnv.run` is a `runtime.run.Run`, from which `softrein.pictures.motion` makes
pictures and films. `sb3` makes the vector environment of many passes for Stable-Baselines3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from runtime.base.arguments import array, numbers, refused, text
from runtime.base.arguments import path as file_path
from runtime.control.registry import LQR
from softrein.errors import BundleError, ControllerError, SimulationError, missing_extra
from softrein.gym.task import (
    BOUND,
    PENALTY,
    REACH,
    Array,
    Disturbances,
    InFile,
    Measured,
    Task,
    begun_with,
    info_of,
    loaded,
    measure,
)

try:
    import gymnasium

    from softrein.gym.vector import BundleVectorEnv, spaces_of
except ImportError as error:
    raise missing_extra("gym", "environments", "Gymnasium 1.1 or newer") from error

if TYPE_CHECKING:
    from runtime.base.kernels import Kernel
    from runtime.bundle.record import Bundle
    from runtime.control.base.choice import Choice
    from runtime.control.base.policy import PythonPolicy
    from runtime.loop import Decider
    from runtime.plant.push import Push
    from runtime.run import Run
    from softrein.gym.stable_baselines import BatchedVecEnv

__all__ = [
    "BOUND",
    "PENALTY",
    "REACH",
    "BundleEnv",
    "BundleVectorEnv",
    "Disturbances",
    "Measured",
    "baseline",
    "measure",
    "register",
    "sb3",
]

MANY = "softrein.gym:BundleVectorEnv"  # entry point in Gymnasium's notation


def register(path: str | Path, id: str | None = None, motion: str | None = None) -> str:
    """Register a bundle's file with Gymnasium, by default as "softrein/NAME-v0"; returns the id.

    It is of the file's first motion, or of another one by its name: then as "softrein/NAME-MOTION-v0".
    `gymnasium.make` and `make_vec` then pass what they are given on to `BundleEnv` and `BundleVectorEnv`.
    They come without wrappers: Gymnasium's wrappers that check each step take longer than the step, and the
    same checks are made here. Raises BundleError for a file that is no bundle.
    """
    file = Path(file_path("path", path, BundleError)).resolve()
    named = "" if motion is None else f"-{text('motion', motion, 'the name of one of its motions')}"
    bundle = str(file) if motion is None else InFile(str(file), motion)
    found = loaded(bundle)
    name = f"softrein/{found.name}{named}-v0" if id is None else text("id", id, "as softrein/tshape-v0")
    try:
        gymnasium.register(
            name,
            entry_point="softrein.gym:BundleEnv",
            vector_entry_point=MANY,
            order_enforce=False,
            disable_env_checker=True,
            kwargs={"bundle": bundle},
        )
    except gymnasium.error.Error as error:
        raise refused("id", name, "what Gymnasium takes, as softrein/tshape-v0") from error
    return name


def sb3(name: Bundle | str | Path, num_envs: int, **options: Any) -> BatchedVecEnv:
    """Make a vector environment of Stable-Baselines3 of `num_envs` passes at once.

    `PPO("MlpPolicy", sb3(name, 64)).learn(100_000)` learns on them. `name` is what `register` returned, a
    bundle, or the path of its file; the options are those of `BundleVectorEnv`, but observations and actions
    are normalised unless `normalise=False`. Needs the extra `sb3`; raises MissingPackageError without.
    """
    from softrein.gym.stable_baselines import BatchedVecEnv

    options = {"normalise": True, **options, "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
    if not (isinstance(name, str) and name in gymnasium.registry):
        return BatchedVecEnv(BundleVectorEnv(name, num_envs, **options))
    if gymnasium.spec(name).vector_entry_point != MANY:
        raise ControllerError(f"{name} is no environment of softrein.gym: give what register() returned")
    mode = gymnasium.VectorizeMode.VECTOR_ENTRY_POINT
    many = gymnasium.make_vec(name, num_envs, vectorization_mode=mode, **options)
    return BatchedVecEnv(cast(BundleVectorEnv, many))


def baseline(of: object, controller: Choice = LQR.name, **options: object) -> Callable[[Array], Array]:
    """Return a controller as a policy, a function from observations to actions.

    Observations are (n + 1,), with phase, and actions (s,), or (N, n + 1) and (N, s). `of` is a bundle, the
    path of its file, or an environment of this module, with any wrappers, whose observations and actions may
    be normalised. `controller` is a name in the bundle, gains, or a policy; if it has a memory, each row of
    observations has its own copy. "none" gives no feedback; in an environment it still has the feed-forward
    of the other controllers, which it does not have in `Bundle.rollouts`. `options` are the controller's, as
    in `Bundle.simulator`: `baseline(env, "mpc", horizon=10)`. Raises ControllerError for a controller that
    foresees pushes, as these are not observed.
    """
    from runtime.control.base.law import Law, feedback_batch
    from runtime.plant.actuation import left

    task: Task | None = getattr(getattr(of, "unwrapped", None), "task", None)
    bundle = task.bundle if task else loaded(of)
    unit, action_unit = (task.unit, task.action_unit) if task else (1.0, 1.0)
    policy, steps, size = (
        bundle.law(bundle.choice(controller, **options), once=True),
        bundle.steps,
        bundle.track.states.shape[1],
    )
    if getattr(policy, "previews", False):
        raise ControllerError(
            "a controller that previews pushes uses more than the observation holds: "
            "give one that does not preview"
        )
    decide = None if isinstance(policy, Law) else _one_by_one(bundle, policy)

    def act(observation: Array) -> Array:
        given, observation = observation, array("observation", observation)
        if observation.shape[-1:] != (size + 1,) or observation.ndim > 2:
            raise refused("observation", given, f"{size} deviations and the phase, or rows of them")
        rows = np.atleast_2d(observation)
        step = np.rint(np.clip(rows[:, -1], 0, 1) * steps).astype(int).clip(max=steps - 1)
        action = np.empty((len(rows), len(bundle.limits)))
        # distinct steps: a single one if all passes of a batch are at the same step
        for index in np.unique(step):
            at = np.flatnonzero(step == index)
            deviations = rows[at, :-1] * unit
            if decide is None:
                feedback = feedback_batch([policy], int(index), deviations.T).T
            else:
                pairs = zip(at, deviations, strict=True)
                feedback = np.array([decide(int(row), deviation, int(index)) for row, deviation in pairs])
            within = left(bundle.actuation, index)
            action[at] = np.clip(feedback, *within) / action_unit
        return np.asarray(action.reshape(*np.shape(observation)[:-1], -1))

    return act


def _one_by_one(bundle: Bundle, policy: object) -> Callable[[int, Array, int], Array]:
    """Return a function from a row's number, its deviation and the step to the feedback of any policy."""
    from runtime.control.base.policy import forget, fresh, system_for
    from runtime.loop import decide, decider_of

    plant, track = bundle.plant(), bundle.track
    system, nothing = system_for(policy, plant, bundle.actuation, track), np.zeros(plant.forces)
    own: dict[int, tuple[object, Decider | PythonPolicy]] = {}  # row -> its policy and the compiled decider

    def feedback(row: int, deviation: Array, index: int) -> Array:
        if row not in own:
            anew = fresh(policy, in_turn=True)
            own[row] = anew, decider_of(anew)
        remembering, decider = own[row]
        if index == 0:
            forget(remembering)
        state = track.states[index] + deviation
        decide(decider, system, index, nothing, state)
        return system.work.control.copy()

    return feedback


class BundleEnv(gymnasium.Env[Array, Array]):
    """One pass of a bundle's motion; see the module.

    Args:
        bundle: A bundle, or the path of its file.
        pushes: "random": one a pass, of the scene's ensemble, as in `softrein compare`; "own": the scene's
            own; "none"; or pushes themselves, the same in each pass.
        phase: Whether observations end with the phase.
        normalise: Whether deviations and actions are in units of about one, and not in the bundle's own.
        bound: Largest magnitude of an action, one for all or (s,), where the bundle has no limit of its own.
        reach: Largest magnitude of an observed deviation, one for all or (n,); both in the bundle's units.
        penalty: The cost of a plant that diverges, in the unit of the cost.

    `reset` takes `options={"pushes": [...]}` for one pass. `info` holds "error" and "effort" of the pass so
    far, whether it "diverged", and how many of all passes so far did: "lost". The same seed
    brings the same pushes, and in `BundleVectorEnv` as well.

    Raises:
        SceneError: `pushes="random"` without an ensemble in the scene.
        ControllerError: An argument is out of range, or the bundle has no data for `bound` and
            `penalty` (no LQR, or no pushes, nor given ones) or for `reach` (neither a push nor a motion).
    """

    metadata: dict[str, object] = {"render_modes": []}  # noqa: RUF012 - as Gymnasium declares it
    observation_space: gymnasium.spaces.Box
    action_space: gymnasium.spaces.Box

    def __init__(
        self,
        bundle: Bundle | str | Path,
        pushes: Disturbances | Sequence[Push] = "random",
        phase: bool = True,
        normalise: bool = False,
        bound: float | Array | None = None,
        reach: float | Array | None = None,
        penalty: float | None = None,
    ) -> None:
        from runtime import loop, step_cost
        from runtime.base import kernels
        from runtime.plant.system import system_of

        self.task = task = Task(bundle, pushes, phase, normalise, bound, reach, penalty)
        self.bundle = task.bundle
        self.observation_space, self.action_space = spaces_of(task)
        self.pushes: list[Push] = []  # pushes of the present pass
        self._plant, self._costed, self._track = task.bundle.plant(), step_cost, task.track
        self._system = system_of(self._plant, task.bundle.actuation, task.track)
        self._sums = loop.tally()
        self._outside = step_cost.Outside(task.action_unit, task.unit, task.reach, task.bundle.costs)
        self._pass = step_cost.Pass(
            np.zeros_like(task.track.states),
            np.zeros((task.steps, len(task.limits))),
            np.zeros((task.steps, self._plant.forces)),
        )
        self._seen, self._index, self._over = len(task.unit) + task.phase, 0, True
        self._action, self._bind = np.empty(len(task.limits)), kernels.bound
        self._step: Kernel | None = None
        self._lost = 0  # number of lost passes so far

    def __deepcopy__(self, memo: dict[int, object]) -> BundleEnv:
        """The same environment at the same step, which goes on by itself: to look ahead, for example."""
        from runtime.plant.system import system_of

        found = type(self).__new__(type(self))
        memo[id(self)] = found
        own = ("_sums", "_pass", "_action", "_np_random", "observation_space", "action_space")
        vars(found).update(vars(self) | {name: deepcopy(getattr(self, name), memo) for name in own})
        found.pushes, found._plant, found._step = list(self.pushes), self.bundle.plant(), None
        found._system = system_of(found._plant, self.bundle.actuation, self.task.track)
        return found

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Array, dict[str, object]]:
        """Reset to the reference's first state, with new pushes."""
        from runtime import loop

        wanted = begun_with(seed, options)
        super().reset(seed=None if seed is None else int(seed))  # of NumPy, too
        pushes = self.task.pushes_of(self.np_random, wanted)
        events, self.pushes = self.bundle.events(pushes), pushes
        self._pass.disturbances[:] = 0.0
        for first, last, force in zip(*events, strict=True):
            self._pass.disturbances[first:last] += force
        self._sums = loop.tally()
        self._pass.states[0] = self._track.states[0]
        self._index, self._over, self._diverged = 0, False, False
        self._error = self._effort = 0.0
        observation = self.task.observed(np.zeros(1, dtype=int), self._pass.states[:1].T)[0]
        return observation, info_of(0.0, 0.0, False, self._lost)

    def step(self, action: Array) -> tuple[Array, float, bool, bool, dict[str, object]]:
        """Take one time step under the feedback `action` (s,).

        Raises ControllerError for an action that is not s finite numbers, SimulationError after the end.
        """
        if self._over:
            raise SimulationError("the pass is over, or has not begun: reset() the environment")
        values, observation = numbers(action), np.empty(self._seen)
        if values is None or values.shape != self._action.shape:
            raise self.task.refused_action(action, self._action.shape)
        self._action[:] = values
        arguments = (
            self._system,
            self._outside,
            self._index,
            self._action,
            self._pass,
            self._sums,
            observation,
        )
        if self._step is None:
            self._step = self._bind(self._costed.step_with_cost, *arguments)
        status, squared, effort, cost = self._step(*arguments)
        if status == self._costed.REFUSED:
            raise self.task.refused_action(action, self._action.shape)
        if self._index == 0:
            squared, cost = squared + self.task.begun, cost + 0.5 * self.task.begun
        self._index += 1
        self._diverged = status < 0 or not cost <= self.task.penalty
        self._lost += self._diverged
        self._over = self._diverged or self._index == self.task.steps
        if self._diverged:
            cost = self.task.penalty
        else:
            self._error, self._effort = self._error + squared, self._effort + effort
        info = info_of(sqrt(self._error), self._effort, self._diverged, self._lost)
        return observation, -cost, self._over, False, info

    def run(self) -> Run:
        """The whole pass as `Bundle.run` returns it, for pictures. Raises SimulationError before its end.

        Its pushes are in `pushes`: pictures show those of `replace(bundle, pushes=env.pushes)`.
        """
        from runtime.run import Run

        if self._index < self.task.steps or self._diverged:
            raise SimulationError(f"the pass stands at step {self._index} of {self.task.steps}")
        places = self._plant.positions if self._plant.positions.stop else slice(None)
        squares = np.concatenate([[0.0], np.cumsum((self._pass.controls**2).sum(axis=1))])
        return Run(
            states=self._pass.states.copy(),
            controls=self._pass.controls.copy(),
            deviation=np.linalg.norm((self._pass.states - self.task.track.states)[:, places], axis=1),
            cumulative_effort=self._plant.dt * squares,
            error=float(np.sqrt(self._error)),
            counts={"clamped": int(self._sums.clamped[0]), "halved": int(self._sums.halved[0])},
        )
