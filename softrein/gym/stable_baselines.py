"""Passes of a bundle's motion as Stable-Baselines3's vector environment; `softrein.gym.sb3` makes it.

All passes are one batch, stepped by `BundleVectorEnv`. Only the interface differs from Gymnasium's vectors: a
pass that ends begins anew within the same step, its last observation is `info["terminal_observation"]`, and
`info["episode"]` holds its return, length and seconds, as with SB3's Monitor. Ends are never truncations.
Observations and actions are in single precision, as networks take them.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from gymnasium.spaces import Box

from softrein.errors import ControllerError, missing_extra
from softrein.gym.task import TOLD, begun_with
from softrein.gym.vector import BundleVectorEnv

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

    from softrein.gym.task import Task

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise missing_extra("sb3", "softrein.gym.sb3", "stable-baselines3") from error


class BatchedVecEnv(VecEnv):
    """A batch of passes. `seed` and `set_options`, of {"pushes": [...]}, hold for the next reset."""

    def __init__(self, many: BundleVectorEnv) -> None:
        self.many = many
        self._returns, self._lengths = np.zeros(many.num_envs), np.zeros(many.num_envs, dtype=int)
        self._begun = time.perf_counter()
        seen, taken = (
            Box(space.low.astype(np.float32), space.high.astype(np.float32))
            for space in (many.single_observation_space, many.single_action_space)
        )
        super().__init__(many.num_envs, seen, taken)

    @property
    def task(self) -> Task:
        """The task, for `softrein.gym.baseline`."""
        return self.many.task

    def reset(self) -> np.ndarray:
        """Reset all passes to the beginning, with the seeds and options given before."""
        pushes = [begun_with(None, options) for options in self._options]
        given: dict[str, object] = {} if all(each is None for each in pushes) else {"pushes": pushes}
        observation, _ = self.many.reset(seed=self._seeds, options=given)
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0.0, 0
        return observation.astype(np.float32)

    def step_async(self, actions: np.ndarray) -> None:
        """Store the actions (num_envs, s)."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, object]]]:
        """Return observations, rewards, which passes ended, and the info of each."""
        observation, reward, ended, _, told = self.many.step(self._actions)
        self._returns += reward
        self._lengths += 1
        columns = [told[name].tolist() for name in TOLD]
        infos = [
            {**dict(zip(TOLD, row, strict=True)), "TimeLimit.truncated": False}
            for row in zip(*columns, strict=True)
        ]
        for number in np.flatnonzero(ended):
            final = told["final_info"]
            infos[number] |= {name: final[name][number].item() for name in TOLD}
            infos[number]["terminal_observation"] = told["final_obs"][number].astype(np.float32)
            infos[number]["episode"] = {
                "r": float(self._returns[number]),
                "l": int(self._lengths[number]),
                "t": round(time.perf_counter() - self._begun, 6),
            }
        self._returns[ended], self._lengths[ended] = 0.0, 0
        return observation.astype(np.float32), reward.astype(np.float32), ended, infos

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
        self.many.close()

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[object]:
        """Return an attribute for each pass: its own pushes, the spaces of one; others are common."""
        of = self if attr_name in {"observation_space", "action_space"} else self.many
        value = getattr(of, attr_name)
        return [value[i] if attr_name == "pushes" else value for i in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: object, indices: VecEnvIndices = None) -> None:
        """Set an attribute of all; ControllerError for only some of one batch."""
        self._require_all(indices)
        setattr(self.many, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: object, indices: VecEnvIndices = None, **method_kwargs: object
    ) -> list[object]:
        """Call a method of the batch once, and return its result for each of them.

        Raises ControllerError where `indices` are only some of them.
        """
        self._require_all(indices)
        result = getattr(self.many, method_name)(*method_args, **method_kwargs)
        return [result] * self.num_envs

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> list[bool]:
        """Return False for each: wrappers go around the whole."""
        return [False for _ in self._get_indices(indices)]

    def _require_all(self, indices: VecEnvIndices) -> None:
        if sorted(self._get_indices(indices)) != list(range(self.num_envs)):
            raise ControllerError("the environments are one batch: ask all of them, without indices")
