"""Many passes of a bundle's motion at once, as a vector environment of Gymnasium: one batch a step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from runtime.base.arguments import is_whole, one_of, several, whole
from runtime.plant.actuation import left
from runtime.plant.push import Push, pushes_in
from softrein.errors import ControllerError, SimulationError
from softrein.gym.task import Array, Task, begun_with, info_of

MOST = 1_000_000  # most parallel environments

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle


def spaces_of(task: Task) -> tuple[gymnasium.spaces.Box, gymnasium.spaces.Box]:
    """Return the spaces of one observation and of one action."""
    high = np.append(task.reach, 1.0) if task.phase else task.reach
    low = np.append(-task.reach, 0.0) if task.phase else -task.reach
    return (
        gymnasium.spaces.Box(low, high, dtype=np.float64),
        gymnasium.spaces.Box(*task.bounds.T, dtype=np.float64),
    )


class BundleVectorEnv(VectorEnv[Array, Array, Array]):
    """`num_envs` passes of a bundle's motion at once: each step is a batched step of the plant.

    The other arguments are `BundleEnv`'s. Environment i of `reset(seed=k)` is `BundleEnv` under the seed
    k + i; a list has a seed for each. `options={"pushes": [...]}` has an entry for each, as those of
    `Bundle.rollouts`. A pass that has ended begins anew as `autoreset_mode` says: with the next step, whose
    action is then ignored and whose reward is zero, or within the same, with "final_obs" and "final_info".
    """

    metadata: dict[str, object] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }
    action_space: gymnasium.spaces.Box
    single_observation_space: gymnasium.spaces.Box
    single_action_space: gymnasium.spaces.Box
    MODES: ClassVar[tuple[AutoresetMode, ...]] = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)

    def __init__(
        self,
        bundle: Bundle | str | Path,
        num_envs: int = 1,
        *arguments: Any,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **options: Any,
    ) -> None:
        from runtime.plant.track import no_events

        known = [each for mode in self.MODES for each in (mode, mode.value)]
        one_of("autoreset_mode", autoreset_mode, known)
        num_envs = whole("num_envs", num_envs, "a whole number from 1 up to a million", least=1, most=MOST)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.task = task = Task(bundle, *arguments, **options)
        self.bundle, self.num_envs = task.bundle, num_envs
        self.single_observation_space, self.single_action_space = spaces_of(task)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = cast(gymnasium.spaces.Box, batch_space(self.single_action_space, num_envs))
        self.pushes: list[list[Push]] = [[] for _ in range(num_envs)]  # pushes of each present pass
        self._plant, self._actuation = task.bundle.plant(), task.bundle.actuation
        self._events = [no_events(task.bundle.forces)] * num_envs
        self._generators: list[np.random.Generator | None] = [None] * num_envs
        self._state = np.repeat(task.track.states[0][:, None], num_envs, axis=1)
        self._following = np.empty_like(self._state)
        self._index = np.zeros(num_envs, dtype=np.int64)
        self._error, self._effort = np.zeros(num_envs), np.zeros(num_envs)
        self._diverged, self._over = np.zeros(num_envs, dtype=bool), np.zeros(num_envs, dtype=bool)
        self._lost = np.zeros(num_envs, dtype=np.int64)  # number of diverged passes so far, by environment
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, object] | None = None
    ) -> tuple[Array, dict[str, object]]:
        """Reset all to the reference's first state, with new pushes."""
        wanted = begun_with(None, options)
        seeds, pushes = self._entries("seeds", seed), self._entries("runs of pushes", wanted)
        for each in seeds:
            begun_with(each, None)
        seeds = [None if each is None else int(each) for each in seeds]  # of NumPy, too
        pushes = [None if each is None else pushes_in(each) for each in pushes]
        for each in pushes:
            self.bundle.events(each or [])
        super().reset(seed=int(seed) if is_whole(seed) else None)
        for number in range(self.num_envs):
            own = seeds[number]
            if own is not None or self._generators[number] is None:
                self._generators[number] = seeding.np_random(own)[0]
        self._begin(np.ones(self.num_envs, dtype=bool), pushes)
        self._begun = True
        return self._seen()

    def _entries(self, name: str, given: object) -> list[Any]:
        """Return the entry for each environment: None without any; for one seed it and the next ones."""
        if given is None:
            return [None] * self.num_envs
        if is_whole(given):
            return [given + i for i in range(self.num_envs)]
        entries = several(name, given, "one for each environment")
        if len(entries) != self.num_envs:
            raise ControllerError(f"{len(entries)} {name} for {self.num_envs} environments")
        return entries

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Take one time step of each under `actions` (num_envs, s).

        Raises ControllerError for actions that are not finite numbers of that shape, SimulationError before
        the first reset().
        """
        if not self._begun:
            raise SimulationError("nothing has begun: reset() the environments")
        task, anew = self.task, self._over.copy()
        control = (task.checked(actions, (self.num_envs, len(task.limits))) * task.action_unit).T
        if anew.any():
            self._begin(anew)
        control = np.where(anew, 0.0, np.clip(control, *left(self._actuation, self._index)))
        failed = self._advance(control, anew)
        self._index += ~anew
        squared, effort, cost = task.judge(
            self._index, self._state - task.track.states[self._index].T, control
        )
        self._diverged = failed | ~(cost <= task.penalty)
        self._lost += self._diverged
        self._error += np.where(self._diverged, 0.0, squared)
        self._effort += np.where(self._diverged, 0.0, effort)
        reward = -np.where(self._diverged, task.penalty, cost)
        ended = self._diverged | (self._index == task.steps)
        self._over = ended.copy()  # a copy, as _begin changes the array
        observation, info = self._seen()
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            final = np.full(self.num_envs, None, dtype=object)
            for number in np.flatnonzero(ended):
                final[number] = observation[number].copy()
            told = {"final_obs": final, "_final_obs": ended.copy()}
            told |= {"final_info": self._info(ended), "_final_info": ended.copy()}
            self._begin(ended)
            observation, info = self._seen()
            info |= told
        return observation, reward, ended, np.zeros(self.num_envs, dtype=bool), info

    def _advance(self, control: Array, still: Array) -> Array:
        """Step all states but those that stand `still` (N,); returns which failed, and stay as they were."""
        if still.all():
            return np.zeros(self.num_envs, dtype=bool)
        force = self.task.track.feedforward[self._index].T.copy()
        self._actuation.add_forces(self._state, control, force)
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

    def _begin(self, which: Array, wanted: Sequence[Push | Sequence[Push] | None] | None = None) -> None:
        """Begin new passes where `which` (N,) says so."""
        from runtime.plant.track import Events

        for number in np.flatnonzero(which):
            given = None if wanted is None else wanted[int(number)]
            self.pushes[number] = self.task.pushes_of(self._generators[number], given)
            self._events[number] = self.bundle.events(self.pushes[number])
        self._state[:, which] = self.task.track.states[0][:, None]
        self._index[which] = 0
        self._error[which] = self._effort[which] = 0.0
        self._diverged[which] = self._over[which] = False
        self._all = Events(*(np.concatenate(part) for part in zip(*self._events, strict=True)))
        self._owners = np.repeat(np.arange(self.num_envs), [len(each.first) for each in self._events])

    def _seen(self) -> tuple[Array, dict[str, Any]]:
        """Return the observations of all environments, and their info."""
        observation = self.task.observed(self._index, self._state)
        return observation, self._info(np.ones(self.num_envs, dtype=bool))

    def _info(self, of: Array) -> dict[str, Array]:
        """Return the info of some environments (N,) as in Gymnasium: an array and a mask for each name."""
        values = info_of(np.sqrt(self._error), self._effort, self._diverged, self._lost)
        masks = {f"_{name}": of.copy() for name in values}
        return {name: np.where(of, value, value.dtype.type(0)) for name, value in values.items()} | masks
