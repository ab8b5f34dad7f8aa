"""A body with actuators of its own (muscles) in simulators, environments, pages, and at other time steps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from offline.gains.lqr import remade_lqr
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.plant.actuation import of_internal
from runtime.plant.track import Track
from softrein.errors import ControllerError
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from tests.runtime.bundle.with_actuators import HELD, with_actuators


@pytest.fixture(scope="module")
def bundle(small_bundle: BodyBundle) -> BodyBundle:
    return with_actuators(small_bundle)


def test_what_is_loaded_twice_is_of_one_model(bundle: BodyBundle, tmp_path: Path) -> None:
    bundle_file.save(bundle, tmp_path / "own.softrein")
    one, two = (bundle_file.load(tmp_path / "own.softrein") for _ in range(2))
    simulator = one.simulator("lqr")
    assert simulator.add_reference(two) == 1
    for stronger in (bundle.muscles | {"springs": 2 * bundle.muscles["springs"]}, {}):
        other = replace(bundle, muscles=stronger)
        with pytest.raises(ControllerError, match="'muscles'"):
            simulator.add_reference(other)


def test_one_environment_and_many_hold_actions_within_what_the_motion_leaves(bundle: BodyBundle) -> None:
    gym = pytest.importorskip("softrein.gym")
    env, rng = gym.BundleEnv(bundle, pushes="none"), np.random.default_rng(5)
    many = gym.BundleVectorEnv(bundle, 2, pushes="none")
    own = bundle.actuation.own.T
    expected = bundle.limits - np.column_stack([own.max(axis=1), own.min(axis=1)])
    np.testing.assert_allclose(np.column_stack([env.action_space.low, env.action_space.high]), expected)
    env.reset()
    many.reset()
    for _ in range(bundle.steps):
        action = rng.uniform(2 * expected[:, 0], 2 * expected[:, 1])
        seen, reward, *_ = env.step(action)
        all_seen, rewards, *_ = many.step(np.array([action, action]))
        # A batch and a single step converge each in its own way, to 1e-9 of forces that are in balance.
        np.testing.assert_allclose(all_seen, [seen, seen], rtol=1e-7, atol=1e-9)
        np.testing.assert_allclose(rewards, reward, rtol=1e-6)
    assert env.run().counts["clamped"] > bundle.steps


def test_a_baseline_asks_for_what_the_controller_does(bundle: BodyBundle) -> None:
    gym = pytest.importorskip("softrein.gym")
    env, policy = gym.BundleEnv(bundle, pushes="own"), gym.baseline(bundle)
    (seen, _), actions, over = env.reset(), [], False
    while not over:
        actions.append(policy(seen))
        seen, _, over, *_ = env.step(actions[-1])
    run = bundle.run(bundle.pushes, "lqr")
    assert run.counts["clamped"] > 0
    np.testing.assert_allclose(actions, run.controls, rtol=1e-7, atol=1e-9 * np.abs(run.controls).max())


@pytest.mark.slow("a page, or motions, of a body with cables")
def test_a_page_shows_what_feedback_adds(bundle: BodyBundle) -> None:
    """Beside the feed-forward, with which a cable driven by its length is taut."""
    live, r, still = Live(scene_of(bundle)), bundle.rank, np.zeros(bundle.rank)
    simulator = live.simulator
    simulator.state = simulator.state + np.append(np.full(r, 1e-3), np.zeros(r))
    slack = 0
    for step in range(8):
        live.step()
        known = bundle.track.feedforward[step]
        added, p = bundle.actuators @ simulator.control, simulator.state[:r]
        alone = np.append(still, added[r:])
        before, after = (bundle.actuated.force(p, still, w) for w in (known, known + alone))
        expected = added[:r] + after - before
        np.testing.assert_allclose(simulator.feedback, expected, rtol=0, atol=1e-12 * np.abs(after).max())
        slack += not np.allclose(expected, added[:r] + bundle.actuated.force(p, still, alone))
    assert slack, "what the cable does is not linear in how it is wound"


@pytest.mark.slow("a page, or motions, of a body with cables")
@pytest.mark.parametrize("factor", [0.37, 1.5, 2.7])
def test_at_another_step_muscles_are_driven_as_before(bundle: BodyBundle, factor: float) -> None:
    other, r = bundle.at_step(factor * bundle.dt), bundle.rank
    stretched = bundle.steps * bundle.dt / (other.steps * other.dt)
    assert (factor == 1.5) or stretched != pytest.approx(1)
    for before, after in (
        (bundle.track.feedforward, other.track.feedforward), (bundle.uncontrolled, other.uncontrolled),
    ):  # fmt: skip
        np.testing.assert_allclose(after[:, r:], np.tile(HELD, (other.steps, 1)), rtol=1e-12)
        impulses = bundle.dt * before[:, :r].sum(axis=0), other.dt * after[:, :r].sum(axis=0)
        np.testing.assert_allclose(*impulses, rtol=0, atol=1e-12 * np.abs(before).max())


def test_lqr_winds_up_a_cable_that_is_just_taut(bundle: BodyBundle) -> None:
    """Along rest, where it neither hangs through nor pulls."""
    still = bundle.track._replace(
        states=np.zeros_like(bundle.track.states), feedforward=np.zeros_like(bundle.track.feedforward)
    )
    gains = np.abs(remade_lqr(replace(bundle, track=still)).gains).max(axis=2)
    length = int(np.flatnonzero(of_internal(bundle.actuators, bundle.rank)[:, bundle.rank + 1])[0])
    assert (gains[:-1, length] > 1e-3 * gains[:-1].max()).all()


def test_stable_pd_acts_on_the_end_of_the_step_that_muscles_move(bundle: BodyBundle) -> None:
    """The equation that it solves, a small way off a motion of the plant's own."""
    limits = np.tile([-np.inf, np.inf], (len(bundle.limits), 1))
    own = replace(bundle, limits=limits, track=run_of(bundle))
    law = own.stable_pd(kp=1 / own.dt**2, kd=1 / own.dt)
    simulator, rng = own.simulator(law, rewind=False), np.random.default_rng(2)
    for step in (0, own.steps // 2, own.steps - 1):
        simulator.index = step
        simulator.state = own.track.states[step] + 1e-7 * rng.normal(size=2 * own.rank)
        simulator.step()
        wanted = law.gains[step] @ (simulator.state - own.track.states[step + 1])
        assert np.abs(wanted).max() > 0
        np.testing.assert_allclose(simulator.control, wanted, rtol=0, atol=1e-4 * np.abs(wanted).max())


def run_of(bundle: BodyBundle) -> Track:
    """What the plant does under the feed-forward."""
    plant, states = bundle.plant(), bundle.track.states.copy()
    for step, force in enumerate(bundle.track.feedforward):
        states[step + 1] = plant.step(states[step], force)
    return bundle.track._replace(states=states)
