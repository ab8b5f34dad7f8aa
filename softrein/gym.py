"""A bundle as an environment of Gymnasium, on which any policy may try what LQR does.

    name = softrein.gym.register("tshape.softrein")        # "softrein/tshape-v0"
    env = gymnasium.make(name)                             # one episode is one pass of the reference motion
    envs = gymnasium.make_vec(name, num_envs=64)           # 64 of them, a batch a step

Observation (n + 1,): the deviation `z - z_ref,k` of the state from the reference, and last the phase k / T,
without which the reward would depend on what is not seen (`phase=False` leaves it out). What is never seen
are the pushes. Action (s,): the feedback w_fb, to which the plant adds the reference's feed-forward force; an
action of zero is a controller whose gains are zero. Both in the bundle's own units. The reward of step k is
minus what the step costs ([002], equation 5, as in `runtime.costs`), with the final cost in the last step's:

    reward = -1/2 (e_{k+1} + dt w_fb^T R w_fb),     sum of e = error^2,     sum of dt w_fb^T w_fb = effort

so that the undiscounted return is `-1/2 (error^2 + rho effort)` with the error and the effort of
`softrein compare` and `Bundle.rollouts`. `baseline` makes the bundle's controllers policies.

An episode ends by termination, never by truncation: the horizon is part of the problem, and behind the last
step nothing is left whose value could be added. It also ends where the plant left the finite numbers, or
where one step costs more than `penalty`: the reward then is `-penalty`, in place of the step's own.

Actions are held within the bundle's limits. Where it has none, the space needs a finite bound all the same:
`BOUND` times the largest feedback of LQR on the pushes that it was tuned on. That bound says where to look;
the plant takes more. Wrappers of Gymnasium scale what a learner wants scaled: `RescaleAction`,
`NormalizeObservation`, `NormalizeReward`. Nothing is rendered: `BundleEnv.run` is a `runtime.run.Run`, of
which `softrein.pictures` makes pictures and films.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from softrein.errors import ControllerError, MissingPackageError, SimulationError
from softrein.gym_task import BOUND, PENALTY, Array, Disturbances, Measured, Task, loaded, measure

try:
    import gymnasium
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingPackageError(
        "environments need the extra `gym`, Gymnasium 1.1 or newer: pip install 'softrein[gym]'"
    ) from error

if TYPE_CHECKING:
    from runtime.bundle import Bundle
    from runtime.law import Choice
    from runtime.push import Push
    from runtime.run import Run

__all__ = [
    "BOUND", "PENALTY", "BundleEnv", "BundleVectorEnv", "Disturbances", "Measured", "baseline", "measure",
    "register",
]  # fmt: skip


def register(path: str | Path, id: str | None = None) -> str:
    """Register a bundle's file with Gymnasium, by default as "softrein/NAME-v0"; returns the id.

    `gymnasium.make` and `make_vec` then pass what they are given on to `BundleEnv` and `BundleVectorEnv`.
    Raises BundleError for a file that is no bundle.
    """
    path = Path(path).resolve()
    name = id or f"softrein/{loaded(path).name}-v0"
    gymnasium.register(
        name,
        entry_point="softrein.gym:BundleEnv",
        vector_entry_point="softrein.gym:BundleVectorEnv",
        kwargs={"bundle": str(path)},
    )
    return name


def baseline(bundle: Bundle | str | Path, controller: Choice = "lqr") -> Callable[[Array], Array]:
    """A controller as a policy: from observations (n + 1,) or (N, n + 1), with phase, to actions likewise.

    `controller` is a name in the bundle, or gains (T or 1, s, n); "none" has no feedback, but beside
    `Bundle.rollouts` the feed-forward of the others. Raises ControllerError for one that looks ahead: what
    acts during a step is not observed.
    """
    bundle = loaded(bundle)
    law, steps, size = bundle.law(controller), bundle.steps, bundle.track.states.shape[1]
    if law.ahead:
        raise ControllerError("a controller that looks ahead is no policy: it asks for the pushes to come")

    def act(observation: Array) -> Array:
        if np.shape(observation)[-1] != size + 1:
            raise ControllerError(
                f"an observation of {size} deviations and the phase is wanted, not {np.shape(observation)}"
            )
        step = np.minimum(np.rint(observation[..., -1] * steps).astype(int), steps - 1)
        deviation = observation[..., :-1, None]
        if step.ndim and (step == step[0]).all():  # a batch in step: one matrix for all of it
            step, deviation = step[:1], observation[:, :-1].T[None]
            feedback = (law.gains[law.schedule[step]] @ deviation)[0].T
        else:
            feedback = (law.gains[law.schedule[step]] @ deviation)[..., 0]
        if law.offset.size:
            feedback = feedback + law.offset[step]
        return np.asarray(np.clip(feedback, -law.limits, law.limits))

    return act


class BundleEnv(gymnasium.Env[Array, Array]):
    """One pass of a bundle's motion; see the module.

    Args:
        bundle: A bundle, or the path of its file.
        pushes: "random": one a pass, of the scene's ensemble, as in `softrein compare`; "own": the scene's
            own; "none"; or pushes themselves, the same in each pass.
        phase: Whether observations end with the phase.
        bound: Largest magnitude of an action, one for all or (s,), where the bundle has no limit of its own.
        penalty: What it costs to leave the finite numbers, in the unit of the cost.

    `reset` takes `options={"pushes": [...]}` for one pass. `info` holds "error" and "effort" of the pass so
    far, and whether it "diverged". The same seed brings the same pushes, and in `BundleVectorEnv` as well.

    Raises:
        SceneError: `pushes="random"` without an ensemble in the scene.
        ControllerError: An argument is out of range, or the bundle has nothing to measure `bound` and
            `penalty` by: no controller "lqr", or no pushes.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as Gymnasium declares it
    observation_space: gymnasium.spaces.Box
    action_space: gymnasium.spaces.Box

    def __init__(
        self,
        bundle: Bundle | str | Path,
        pushes: Disturbances | Sequence[Push] = "random",
        phase: bool = True,
        bound: float | Array | None = None,
        penalty: float | None = None,
    ) -> None:
        from runtime import loop

        self._task = task = Task(bundle, pushes, phase, bound, penalty)
        self.bundle = task.bundle
        self.observation_space, self.action_space = _spaces(task)
        self.pushes: list[Push] = []  # of the present pass
        self._plant, self._law = task.bundle.plant(), task.bundle.law("none")
        self._advance, self._work = loop.advance, loop.scratch(self._law, self._plant.size)
        self._sums = loop.tally()
        self._state, self._disturbance = task.track.states[0].copy(), np.zeros(self._plant.forces)
        self._states = np.zeros_like(task.track.states)
        self._controls = np.zeros((task.steps, len(task.limits)))
        self._index, self._over = 0, True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Back to the reference's first state, with new pushes."""
        from runtime import loop

        super().reset(seed=seed)
        self.pushes = self._task.pushes_of(self.np_random, (options or {}).get("pushes"))
        self._events = self.bundle.events(self.pushes)
        self._sums = loop.tally()
        self._state[:] = self._states[0] = self._task.track.states[0]
        self._index, self._over, self._diverged = 0, False, False
        self._error = self._effort = 0.0
        return self._observation(), self._info()

    def step(self, action: Array) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """One time step under the feedback `action` (s,).

        Raises ControllerError for an action that is not s finite numbers, SimulationError behind the end.
        """
        if self._over:
            raise SimulationError("the pass is over, or has not begun: reset() the environment")
        task, index = self._task, self._index
        self._work.control[:] = task.checked(action, self._work.control.shape)
        self._disturbance[:] = 0.0
        for event in np.flatnonzero((self._events.first <= index) & (index < self._events.last)):
            self._disturbance += self._events.force[event]
        status = self._advance(
            self._plant.data, self._plant.dt, self._law, task.track, index, self._disturbance, self._state,
            self._work, self._sums,
        )  # fmt: skip
        self._index = index + 1
        self._states[index + 1], self._controls[index] = self._state, self._work.control
        deviation = (self._state - task.track.states[index + 1])[:, None]
        squared, effort, cost = task.judge(np.array([index + 1]), deviation, self._work.control[:, None])
        self._diverged = status < 0 or not cost[0] <= task.penalty
        self._over = self._diverged or self._index == task.steps
        if self._diverged:
            return self._observation(), -task.penalty, True, False, self._info()
        self._error, self._effort = self._error + float(squared[0]), self._effort + float(effort[0])
        return self._observation(), -float(cost[0]), self._over, False, self._info()

    def run(self) -> Run:
        """The whole pass as `Bundle.run` gives it, for `softrein.pictures`; SimulationError before its end.

        The pushes that it met are in `pushes`: pictures show those of `replace(bundle, pushes=env.pushes)`.
        """
        from runtime.run import Run

        if self._index < self._task.steps or self._diverged:
            raise SimulationError(f"the pass stands at step {self._index} of {self._task.steps}")
        places = self._plant.positions if self._plant.positions.stop else slice(None)
        squares = np.concatenate([[0.0], np.cumsum((self._controls**2).sum(axis=1))])
        return Run(
            states=self._states.copy(),
            controls=self._controls.copy(),
            deviation=np.linalg.norm((self._states - self._task.track.states)[:, places], axis=1),
            effort=self._plant.dt * squares,
            error=float(np.sqrt(self._error)),
            counts={"clamped": int(self._sums.clamped[0]), "halved": int(self._sums.halved[0])},
        )

    def _observation(self) -> Array:
        return self._task.observed(np.array([self._index]), self._state[:, None])[0]

    def _info(self) -> dict[str, Any]:
        return {
            "error": float(np.sqrt(self._error)), "effort": self._effort, "diverged": bool(self._diverged),
        }  # fmt: skip


class BundleVectorEnv(VectorEnv[Array, Array, Array]):
    """`num_envs` passes of a bundle's motion at once: each step is a batched step of the plant.

    The other arguments are `BundleEnv`'s. Environment i of `reset(seed=k)` is `BundleEnv` under the seed
    k + i; a list has a seed for each. `options={"pushes": [...]}` has an entry for each, as those of
    `Bundle.rollouts`. A pass that has ended begins anew as `autoreset_mode` says: with the next step, whose
    action is then ignored and whose reward is zero, or within the same, with "final_obs" and "final_info".
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP,
    }  # fmt: skip
    action_space: gymnasium.spaces.Box
    MODES: ClassVar[tuple[AutoresetMode, ...]] = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)

    def __init__(
        self,
        bundle: Bundle | str | Path,
        num_envs: int = 1,
        pushes: Disturbances | Sequence[Push] = "random",
        phase: bool = True,
        bound: float | Array | None = None,
        penalty: float | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        from runtime.loop import no_events

        if autoreset_mode not in {known for mode in self.MODES for known in (mode, mode.value)}:
            raise ControllerError(f"autoreset_mode is NextStep or SameStep, not {autoreset_mode!r}")
        if num_envs < 1:
            raise ControllerError(f"num_envs must be a whole number from 1 up, not {num_envs!r}")
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self._task = task = Task(bundle, pushes, phase, bound, penalty)
        self.bundle, self.num_envs = task.bundle, num_envs
        self.single_observation_space, self.single_action_space = _spaces(task)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = cast(gymnasium.spaces.Box, batch_space(self.single_action_space, num_envs))
        self.pushes: list[list[Push]] = [[] for _ in range(num_envs)]  # of the present passes
        self._plant = task.bundle.plant()
        self._events = [no_events(task.bundle.rank)] * num_envs
        self._generators: list[np.random.Generator | None] = [None] * num_envs
        self._state = np.repeat(task.track.states[0][:, None], num_envs, axis=1)
        self._following = np.empty_like(self._state)
        self._index = np.zeros(num_envs, dtype=np.int64)
        self._error, self._effort = np.zeros(num_envs), np.zeros(num_envs)
        self._diverged, self._over = np.zeros(num_envs, dtype=bool), np.zeros(num_envs, dtype=bool)
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """All back to the reference's first state, with new pushes."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
        wanted = (options or {}).get("pushes")
        for name, entries in (("seeds", seeds), ("runs of pushes", wanted)):
            if entries is not None and len(entries) != self.num_envs:
                raise ControllerError(f"{len(entries)} {name} for {self.num_envs} environments")
        for number in range(self.num_envs):
            own = seeds[number] if seeds is not None else None
            if own is not None or self._generators[number] is None:
                self._generators[number] = seeding.np_random(own)[0]
        self._begin(np.ones(self.num_envs, dtype=bool), wanted)
        self._begun = True
        return self._observation(), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One time step of each under `actions` (num_envs, s).

        Raises ControllerError for actions that are not finite numbers of that shape, SimulationError before
        the first reset().
        """
        if not self._begun:
            raise SimulationError("nothing has begun: reset() the environments")
        task, anew = self._task, self._over.copy()
        control = task.checked(actions, (self.num_envs, len(task.limits))).T
        if anew.any():
            self._begin(anew)
        control = np.where(anew, 0.0, np.clip(control, -task.limits[:, None], task.limits[:, None]))
        failed = self._advance(control, anew)
        self._index += ~anew
        squared, effort, cost = task.judge(
            self._index, self._state - task.track.states[self._index].T, control
        )
        self._diverged = failed | ~(cost <= task.penalty)
        self._error += np.where(self._diverged, 0.0, squared)
        self._effort += np.where(self._diverged, 0.0, effort)
        reward = -np.where(self._diverged, task.penalty, cost)
        ended = self._diverged | (self._index == task.steps)
        self._over = ended.copy()  # which _begin changes
        observation, info = self._observation(), self._info()
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            final = np.full(self.num_envs, None, dtype=object)
            for number in np.flatnonzero(ended):
                final[number] = observation[number].copy()
            told = {"final_obs": final, "_final_obs": ended.copy()}
            told |= {"final_info": self._info(ended), "_final_info": ended.copy()}
            self._begin(ended)
            observation, info = self._observation(), self._info() | told
        return observation, reward, ended, np.zeros(self.num_envs, dtype=bool), info

    def _advance(self, control: Array, still: Array) -> Array:
        """Step all states but those that stand `still` (N,); returns which failed, and stay as they were."""
        if still.all():
            return np.zeros(self.num_envs, dtype=bool)
        force = self._task.track.feedforward[self._index].T + self._task.bundle.actuators @ control
        now = self._index[self._owners]
        acting = np.flatnonzero((self._all.first <= now) & (now < self._all.last))
        np.add.at(force.T, self._owners[acting], self._all.force[acting])
        with np.errstate(over="ignore", invalid="ignore"):
            status = self._plant.step_batch(self._state, force, self._following)
        failed = (status < 0) & ~still
        kept = failed | still
        self._following[:, kept] = self._state[:, kept]
        self._state, self._following = self._following, self._state
        return failed

    def _begin(self, which: Array, wanted: Sequence[Any] | None = None) -> None:
        """Begin new passes where `which` (N,) says so."""
        from runtime.loop import Events

        for number in np.flatnonzero(which):
            given = None if wanted is None else wanted[int(number)]
            self.pushes[number] = self._task.pushes_of(self._generators[number], given)
            self._events[number] = self.bundle.events(self.pushes[number])
        self._state[:, which] = self._task.track.states[0][:, None]
        self._index[which] = 0
        self._error[which] = self._effort[which] = 0.0
        self._diverged[which] = self._over[which] = False
        self._all = Events(*(np.concatenate(part) for part in zip(*self._events, strict=True)))
        self._owners = np.repeat(np.arange(self.num_envs), [len(each.first) for each in self._events])

    def _observation(self) -> Array:
        return self._task.observed(self._index, self._state)

    def _info(self, of: Array | None = None) -> dict[str, Any]:
        """Of all, or of some environments (N,), in Gymnasium's form: an array and a mask for each name."""
        of = np.ones(self.num_envs, dtype=bool) if of is None else of
        values = {
            "error": np.sqrt(self._error), "effort": self._effort, "diverged": self._diverged,
        }  # fmt: skip
        masks = {f"_{name}": of.copy() for name in values}
        return {name: np.where(of, value, value.dtype.type(0)) for name, value in values.items()} | masks


def _spaces(task: Task) -> tuple[gymnasium.spaces.Box, gymnasium.spaces.Box]:
    """Of one observation, and of one action."""
    return (
        gymnasium.spaces.Box(task.low, task.high, dtype=np.float64),
        gymnasium.spaces.Box(-task.bounds, task.bounds, dtype=np.float64),
    )
