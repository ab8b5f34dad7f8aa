"""Bundles under Stable-Baselines3: its own checks, its rules for vector environments, an agent that learns.

`./dev test` does not install this package, as it needs PyTorch: pip install 'softrein[sb3]' for these tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="the extra `sb3` is not installed; it brings PyTorch")

from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import (
    DummyVecEnv,
    VecCheckNan,
    VecMonitor,
    VecNormalize,
)

from runtime.bundle.file import save
from runtime.bundle.record import Bundle
from softrein.errors import ControllerError
from softrein.gym import BundleEnv, BundleVectorEnv, baseline, register, sb3

pytest.importorskip("torch").set_num_threads(1)  # the suite already has a process for each core
ROOT = Path(__file__).resolve().parents[2]
SINGLE = 1e-5  # relative: observations and rewards are of single precision


def test_its_checker_finds_nothing_but_double_precision(either_bundle: Bundle) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(BundleEnv(either_bundle, normalise=True))
    assert not [str(each.message) for each in caught if "float64" not in str(each.message)]


def test_a_batch_is_what_its_own_vector_makes_of_single_ones(either_bundle: Bundle) -> None:
    """Observations, rewards, ends, infos and what follows, through an early end and the usual ones."""
    batch = sb3(either_bundle, 3)
    single = DummyVecEnv([lambda: BundleEnv(either_bundle, normalise=True) for _ in range(3)])
    for each in (batch, single):
        each.seed(5)
    here, there, rng = batch.reset(), single.reset(), np.random.default_rng(0)
    assert batch.observation_space.shape == single.observation_space.shape
    for step in range(either_bundle.steps + 3):
        np.testing.assert_allclose(here, there, rtol=SINGLE, atol=1e-6)
        actions = 0.1 * rng.uniform(-1, 1, (3, *batch.action_space.shape))
        if step == 4:
            actions[1] = 1e200
        here, reward, ended, infos = batch.step(actions)
        there, rewards, ends, told = single.step(actions)
        np.testing.assert_allclose(reward, rewards, rtol=SINGLE)
        np.testing.assert_array_equal(ended, ends)
        for mine, its in zip(infos, told, strict=True):
            assert set(its) <= set(mine)
            assert {name: mine[name] for name in ("diverged", "TimeLimit.truncated")} == {
                name: its[name] for name in ("diverged", "TimeLimit.truncated")
            }
            assert mine["error"] == pytest.approx(its["error"], rel=SINGLE)
            if "terminal_observation" in its:
                np.testing.assert_allclose(
                    mine["terminal_observation"], its["terminal_observation"], rtol=SINGLE, atol=1e-6
                )
        assert ended.any() == (step in {4, either_bundle.steps - 1})


def test_seeds_and_options_hold_for_one_reset(small_bundle: Bundle) -> None:
    batch = sb3(small_bundle, 2)
    drawn = []
    for seed in (7, 7, None):
        if seed is not None:
            batch.seed(seed)
        batch.reset()
        drawn.append(batch.get_attr("pushes"))
    assert drawn[0] == drawn[1] != drawn[2]
    batch.set_options({"pushes": small_bundle.pushes})
    batch.reset()
    assert batch.get_attr("pushes") == [small_bundle.pushes] * 2
    batch.reset()
    assert batch.get_attr("pushes") != [small_bundle.pushes] * 2


def test_attributes_and_methods_are_those_of_the_batch(small_bundle: Bundle) -> None:
    batch = sb3(small_bundle, 3, normalise=False, pushes="own")
    assert batch.get_attr("render_mode") == [None] * 3
    assert batch.get_attr("bundle", indices=[1]) == [small_bundle]
    assert batch.get_attr("action_space", 0)[0] == batch.action_space
    assert not batch.has_attr("no_such_thing")
    assert batch.env_is_wrapped(Monitor) == [False] * 3
    batch.set_attr("note", "here")
    assert batch.get_attr("note") == ["here"] * 3
    assert batch.env_method("close") == [None] * 3
    for wrong in (lambda: batch.set_attr("note", 1, [0]), lambda: batch.env_method("close", indices=0)):
        with pytest.raises(ControllerError, match="one batch"):
            wrong()


def test_it_goes_by_a_registered_name_or_a_file(small_bundle: Bundle, tmp_path: Path) -> None:
    path = tmp_path / "own.softrein"
    save(small_bundle, path)
    for name in (register(path, "softrein/sb3-v0"), path, str(path)):
        batch = sb3(name, 2, pushes="own")
        assert isinstance(batch.many, BundleVectorEnv)
        assert batch.reset().shape == (2, *batch.observation_space.shape)
        assert (batch.action_space.high == 1).all()
    with pytest.raises(ControllerError, match="no environment of softrein"):
        sb3("CartPole-v1", 2)


def test_lqr_costs_under_its_evaluation_what_rollouts_say(small_bundle: Bundle) -> None:
    batch = VecMonitor(sb3(small_bundle, 2, pushes="own"))

    class LQR:
        def predict(self, observation: Any, **_: Any) -> tuple[Any, None]:
            return act(observation), None

    act = baseline(batch)
    returns, lengths = evaluate_policy(LQR(), batch, n_eval_episodes=4, return_episode_rewards=True)
    run = small_bundle.rollouts([small_bundle.pushes])
    cost = 0.5 * (run.error[0] ** 2 + small_bundle.costs.control[0, 0] * run.effort[0])
    assert returns == pytest.approx([-cost] * 4, rel=1e-4)
    assert lengths == [small_bundle.steps] * 4


def test_ppo_learns_for_a_few_hundred_steps(small_bundle: Bundle) -> None:
    """Each pass that ends is counted, under SB3's own wrappers; what is learnt is finite and new."""
    batch = VecNormalize(VecCheckNan(sb3(small_bundle, 8)), norm_obs=False)
    steps = small_bundle.steps
    agent = PPO("MlpPolicy", batch, n_steps=steps, batch_size=64, n_epochs=2, seed=0, device="cpu")
    before = agent.policy.mlp_extractor.policy_net[0].weight.detach().numpy().copy()
    agent.learn(8 * steps)
    after = agent.policy.mlp_extractor.policy_net[0].weight.detach().numpy()
    assert np.isfinite(after).all()
    assert not np.array_equal(before, after)
    assert len(agent.ep_info_buffer) == 8
    assert {it["l"] for it in agent.ep_info_buffer} == {steps}
    action, _ = agent.predict(batch.reset())
    assert action.shape == (8, *batch.action_space.shape)


def test_the_example_tells_what_each_policy_returns(small_bundle: Bundle, tmp_path: Path) -> None:
    save(small_bundle, tmp_path / "beam.softrein")
    result = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "gym_learn.py"), str(tmp_path / "beam.softrein"), "5120"],
        cwd=ROOT, env=os.environ | {"OMP_NUM_THREADS": "1"}, capture_output=True, text=True, timeout=300,
        check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    returns = {line.split()[0]: float(line.split()[1]) for line in result.stdout.splitlines()}
    assert list(returns) == ["nothing", "pd", "ppo", "lqr"]
    assert returns["nothing"] < returns["pd"] < returns["lqr"] < 0
