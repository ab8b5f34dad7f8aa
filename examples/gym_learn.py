"""PPO beside LQR and PD on a bundle: `python examples/gym_learn.py FILE [STEPS]`; needs the extra `sb3`.

Prints the mean return (minus the cost) of 64 passes under pushes that learning has not seen, for each. On the
package's beam 200,000 steps take half a minute; they bring PPO level with PD, at twice LQR's cost.
"""

import sys
from collections.abc import Callable

import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.vec_env import VecEnv, VecNormalize

from softrein.gym import baseline, sb3

FRESH = 2008  # seed of the pushes that all are judged by


def main(path: str, steps: int) -> None:
    """Learn, and print what each policy returns."""
    torch.set_num_threads(1)  # networks so small gain nothing from more
    env = sb3(path, 64)
    length, still = env.task.steps, np.zeros((64, *env.action_space.shape))
    scaled = VecNormalize(env, norm_obs=False)  # returns of about one; observations are already
    agent = PPO("MlpPolicy", scaled, n_steps=length, batch_size=512, learning_rate=1e-3, seed=1, device="cpu")
    agent.learn(steps)
    policies = {
        "nothing": lambda seen: still,
        "pd": baseline(env, "pd"),
        "ppo": lambda seen: agent.predict(seen, deterministic=True)[0],
        "lqr": baseline(env, "lqr"),
    }
    for name, policy in policies.items():
        print(f"{name} {mean_return(env, policy):.4g}")


def mean_return(env: VecEnv, policy: Callable[[np.ndarray], np.ndarray]) -> float:
    """Of one pass in each environment."""
    env.seed(FRESH)
    seen, returns = env.reset(), []
    while len(returns) < env.num_envs:
        seen, _, _, infos = env.step(policy(seen))
        returns += [info["episode"]["r"] for info in infos if "episode" in info]
    return float(np.mean(returns))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200_000)
