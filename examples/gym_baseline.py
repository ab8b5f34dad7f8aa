"""LQR as the baseline policy of a bundle's environment: `python examples/gym_baseline.py FILE`.

Prints its return on the scene's own push beside the cost, 1/2 (error^2 + rho effort), of the same run outside
the environment; `softrein compare FILE --json` has that error and effort under "runs", "lqr".
"""

import sys

import softrein
from softrein.gym import BundleEnv, baseline


def main(path: str) -> None:
    """Run one pass, and print both figures."""
    env, policy = BundleEnv(path, pushes="own"), baseline(path, "lqr")
    (observation, _), over, total = env.reset(seed=1), False, 0.0
    while not over:
        observation, reward, over, _, _ = env.step(policy(observation))
        total += reward
    bundle = softrein.load(path)
    run = bundle.rollouts([bundle.pushes], "lqr")
    cost = 0.5 * (run.error[0] ** 2 + bundle.costs.control[0, 0] * run.effort[0])
    print(f"return {total:.6g}; error {run.error[0]:.6g}, effort {run.effort[0]:.6g}, cost {cost:.6g}")


if __name__ == "__main__":
    main(sys.argv[1])
