"""The cost of Gymnasium's interface: a step of the environment, rewarded and observed, against a bare step.

The bundle is the smallest of the package, whose step is the quickest: with any other the ratio is smaller.
Both sides run the same pass, without a push and with no control; the row also tells the time of a new pass.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import gymnasium
import numpy as np

import softrein
from benchmarks.harness import Row, compare_times
from runtime.bundle.record import Bundle
from softrein.gym import BundleEnv, BundleVectorEnv, register

MANY = 64


def rows() -> list[Row]:
    """The bars: a step of one environment as `gymnasium.make` returns it, and of many in a batch."""
    with tempfile.TemporaryDirectory() as folder:
        bundle = softrein.precompute("beam", Path(folder) / "beam.softrein", workers=0)
        env = gymnasium.make(register(Path(folder) / "beam.softrein", "softrein/bench-v0"))
        return [_single_row(bundle, env), _many_row(bundle)]


def _single_row(bundle: Bundle, env: gymnasium.Env) -> Row:
    simulator, steps = bundle.simulator("none", rewind=False), range(bundle.steps)
    action = np.zeros(env.action_space.shape or ())

    def bare() -> None:
        simulator.reset()
        for _ in steps:
            simulator.step()

    def environment() -> None:
        env.reset(options={"pushes": []})
        for _ in steps:
            env.step(action)

    ours, theirs = compare_times(environment, bare, budget_s=4.0)
    fresh, _ = compare_times(env.reset, bare, budget_s=2.0)
    ours, theirs = ours / bundle.steps, theirs / bundle.steps
    detail = f"{1e6 * ours:.1f} us, bare {1e6 * theirs:.1f} us; a new pass with its push {1e6 * fresh:.0f} us"
    return Row(
        f"step of an environment, r = {bundle.rank}, against simulator.step()",
        ours / theirs,
        1.5,
        "at most",
        "x",
        detail,
    )


def _many_row(bundle: Bundle) -> Row:
    env, many = BundleEnv(bundle), BundleVectorEnv(bundle, MANY)
    action, actions = np.zeros(env.action_space.shape), np.zeros(many.action_space.shape)

    def single() -> None:
        env.reset(options={"pushes": []})
        for _ in range(bundle.steps):
            env.step(action)

    def batch() -> None:
        many.reset(options={"pushes": [[]] * MANY})
        for _ in range(bundle.steps):
            many.step(actions)

    ours, theirs = compare_times(batch, single, budget_s=4.0)
    ours, theirs = ours / bundle.steps / MANY, theirs / bundle.steps
    detail = f"{1e6 * ours:.2f} us a pass, one by one {1e6 * theirs:.1f} us"
    return Row(
        f"{MANY} environments a batch, against as many steps", theirs / ours, 4.0, "at least", "x", detail
    )
