"""LQR as the baseline policy of a bundle's environment: `python examples/gym_baseline.py FILE`."""

import sys

import softrein
from softrein.gym import BundleEnv, baseline


def main(path: str) -> float:
    """Minus the return of LQR on a random push, over what the same run costs in `softrein compare`."""
    env, policy = BundleEnv(path), baseline(path, "lqr")
    (observation, _), over, total = env.reset(seed=1), False, 0.0
    while not over:
        observation, reward, over, _, _ = env.step(policy(observation))
        total += reward
    bundle = softrein.load(path)
    run = bundle.rollouts([env.pushes], "lqr")
    cost = 0.5 * (run.error[0] ** 2 + bundle.costs.control[0, 0] * run.effort[0])
    print(f"return {total:.6g}; error {run.error[0]:.4g}, effort {run.effort[0]:.4g}, cost {cost:.6g}")
    return float(-total / cost)


if __name__ == "__main__":
    main(sys.argv[1])
