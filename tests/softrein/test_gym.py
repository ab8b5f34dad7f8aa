"""Bundles as environments: LQR's return there equals its cost by `compare`, for one pass or many."""

from __future__ import annotations

import copy
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

from offline.tuning.pushes import ensemble_of, random_pushes  # noqa: E402
from runtime.bundle.body import BodyBundle  # noqa: E402
from runtime.bundle.endless import seam_deviations  # noqa: E402
from runtime.bundle.file import save  # noqa: E402
from runtime.bundle.record import Bundle  # noqa: E402
from runtime.plant.push import Push  # noqa: E402
from runtime.rollouts import Rollouts  # noqa: E402
from softrein.errors import BundleError, ControllerError, SceneError, SimulationError, install  # noqa: E402
from softrein.gym import REACH, BundleEnv, BundleVectorEnv, baseline, register  # noqa: E402
from tests.runtime.control.test_path_following import following  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
ROUND_OFF = 1e-9  # relative: the batched step and the single one sum in different orders
CONVERGED = 1e-7  # relative: those of a body iterate, too, and stop at a residual of 1e-9 to 1e-8


@pytest.fixture(autouse=True)
def registry() -> Iterator[None]:
    """Remove what a test registered, as Gymnasium would warn in the next one."""
    before = dict(gymnasium.registry)
    yield
    gymnasium.registry.clear()
    gymnasium.registry.update(before)


@pytest.fixture
def path(either_bundle: Bundle, tmp_path: Path) -> Path:
    save(either_bundle, tmp_path / "own.softrein")
    return tmp_path / "own.softrein"


def fresh(bundle: Bundle, count: int) -> list[list[Push]]:
    return random_pushes(bundle, ensemble_of(bundle), count, np.random.SeedSequence(99))


def close(bundle: Bundle) -> float:
    """How near, relatively, single passes come to batched ones."""
    return CONVERGED if isinstance(bundle, BodyBundle) else ROUND_OFF


def costs_of(bundle: Bundle, runs: Rollouts) -> np.ndarray:
    return np.asarray(0.5 * (runs.error**2 + bundle.costs.control[0, 0] * runs.effort))


def episode(env: BundleEnv, policy: Any, **reset: Any) -> tuple[float, dict[str, Any]]:
    """The return of one pass, and what is told at its end."""
    (observation, info), total, over = env.reset(**reset), 0.0, False
    while not over:
        observation, reward, over, truncated, info = env.step(policy(observation))
        assert not truncated
        total += reward
    return total, info


def test_the_return_of_lqr_is_what_rollouts_say_it_costs(either_bundle: Bundle) -> None:
    env, policy = BundleEnv(either_bundle), baseline(either_bundle)
    for seed in (0, 1, 2):
        total, info = episode(env, policy, seed=seed)
        runs = either_bundle.rollouts([env.pushes])
        assert total == pytest.approx(-costs_of(either_bundle, runs)[0], rel=close(either_bundle))
        assert info["error"] == pytest.approx(runs.error[0], rel=close(either_bundle))
        assert info["effort"] == pytest.approx(runs.effort[0], rel=close(either_bundle))
        assert not info["diverged"]


@pytest.mark.parametrize("pushed", [True, False])
def test_lqr_on_a_path_is_the_controller_that_run_runs(small_bundle: BodyBundle, pushed: bool) -> None:
    """It leaves the reference, which rests, for the path by design: all of that is observed."""
    bundle = following(small_bundle, 50, period=0.5)
    weak = Push(small_bundle.pushes[0].at, (0.0, 1e-3, 0.0), 0.1, 0.05) if pushed else None
    bundle = replace(bundle, pushes=[weak] if weak else [])
    env, many = BundleEnv(bundle, pushes="own"), BundleVectorEnv(bundle, 2, pushes="own")
    total, info = episode(env, baseline(bundle))
    run = bundle.run()
    assert (info["error"], info["effort"]) == pytest.approx((run.error, run.effort), rel=CONVERGED)
    assert total == pytest.approx(-costs_of(bundle, bundle.rollouts([bundle.pushes]))[0], rel=CONVERGED)
    observation, _ = many.reset()
    lqr = baseline(many)
    for _ in range(2):  # passes; the step between them begins the second one, and is worth nothing
        told = 0.0
        for _ in range(bundle.steps):
            observation, reward, *_, info = many.step(lqr(observation))
            told += reward[1]
        assert (info["error"][1], info["effort"][1]) == pytest.approx((run.error, run.effort), rel=CONVERGED)
        assert told == pytest.approx(total, rel=CONVERGED)
        observation, reward, *_ = many.step(lqr(observation))
        assert not reward.any()


@pytest.mark.parametrize("controller", ["pd", "timed", "spd", "mpc", "nothing"])
def test_other_controllers_are_policies_too(either_bundle: Bundle, controller: str) -> None:
    zero = np.zeros((1, *either_bundle.gains["lqr"].shape[1:]))
    choice = zero if controller == "nothing" else controller
    env = BundleEnv(either_bundle, pushes="own")
    runs = either_bundle.rollouts([either_bundle.pushes], choice)
    total, _ = episode(env, baseline(either_bundle, choice))
    assert total == pytest.approx(-costs_of(either_bundle, runs)[0], rel=1e-8)


def test_the_return_of_any_actions_is_minus_the_cost_of_the_run(either_bundle: Bundle) -> None:
    """Against a simulator under the same controls, and the integrals written out."""
    rng, costs, steps = np.random.default_rng(3), either_bundle.costs, either_bundle.steps
    env = BundleEnv(either_bundle, pushes="none")
    controls = rng.uniform(-1, 1, (steps, *env.action_space.shape)) * env.action_space.high / 4
    told = iter(controls)
    total, _ = episode(env, lambda observation: next(told))
    run = env.run()
    np.testing.assert_array_equal(run.controls, controls)

    class Given:
        def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
            return np.asarray(controls[step])

    simulator = either_bundle.simulator(Given(), rewind=False)
    deviations = [np.zeros(len(simulator.state))]
    while not simulator.finished:
        simulator.step()
        deviations.append(simulator.state - simulator.reference_state)
    density = np.array([each @ costs.running @ each for each in deviations])
    cost = either_bundle.dt * np.sum(costs.schedule * (density[1:] + density[:-1]) / 2)
    for step, weight in zip(costs.steps, costs.instants, strict=True):
        cost += deviations[step] @ weight @ deviations[step]
    cost += either_bundle.dt * np.einsum("ki,ij,kj->", controls, costs.control, controls)
    assert total == pytest.approx(-0.5 * cost, rel=ROUND_OFF)


def test_a_copy_goes_on_by_itself(either_bundle: Bundle) -> None:
    """From where it was made, with the same pushes, now and in later passes."""
    env, rng = BundleEnv(either_bundle), np.random.default_rng(0)
    actions = 0.1 * rng.standard_normal((40, len(either_bundle.limits)))
    env.reset(seed=3)
    for action in actions[:10]:
        env.step(action)
    other = copy.deepcopy(env)
    for action in -actions[10:20]:  # where the original goes does not matter
        env.step(action)
    env.reset(seed=3)
    for action in actions[:10]:
        env.step(action)
    for action in actions[10:30]:
        own, copied = env.step(action), other.step(action)
        np.testing.assert_array_equal(own[0], copied[0])
        assert own[1:] == copied[1:]
    np.testing.assert_array_equal(env.reset()[0], other.reset()[0])
    assert env.pushes == other.pushes


def test_pushes_may_come_one_after_the_other(either_bundle: Bundle) -> None:
    """As an iterator, which is used up once; and a list that is changed afterwards changes nothing."""
    given = list(either_bundle.pushes)
    env, kept = BundleEnv(either_bundle, pushes=iter(given)), BundleEnv(either_bundle, pushes=given)
    given.clear()
    many = BundleVectorEnv(either_bundle, 2, pushes="none")
    many.reset(options={"pushes": [iter(either_bundle.pushes), None]})
    for _ in range(2):
        for each in (env, kept):
            each.reset()
            assert each.pushes == either_bundle.pushes
    assert many.pushes == [either_bundle.pushes, []]
    ends = [
        seam_deviations(either_bundle, 1, pushes=each)
        for each in (iter(either_bundle.pushes), either_bundle.pushes)
    ]
    np.testing.assert_array_equal(*ends)


def test_many_passes_return_what_rollouts_say(either_bundle: Bundle) -> None:
    pushes = [[], either_bundle.pushes, *fresh(either_bundle, 5)]
    env, policy = BundleVectorEnv(either_bundle, len(pushes)), baseline(either_bundle)
    observation, _ = env.reset(options={"pushes": pushes})
    total = np.zeros(len(pushes))
    for step in range(either_bundle.steps):
        observation, reward, ended, truncated, info = env.step(policy(observation))
        total += reward
        assert (ended == (step == either_bundle.steps - 1)).all()
        assert not truncated.any()
    runs = either_bundle.rollouts(pushes)
    np.testing.assert_allclose(total, -costs_of(either_bundle, runs), rtol=ROUND_OFF)
    np.testing.assert_allclose(info["error"], runs.error, rtol=ROUND_OFF)
    np.testing.assert_allclose(info["effort"], runs.effort, rtol=ROUND_OFF)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_are_as_so_many_single_ones(either_bundle: Bundle, mode: AutoresetMode) -> None:
    """Gymnasium's own vector of single environments, over an early end, the usual end and what follows."""
    many = BundleVectorEnv(either_bundle, 3, autoreset_mode=mode)
    single = SyncVectorEnv([lambda: BundleEnv(either_bundle)] * 3, autoreset_mode=mode)
    assert many.action_space == single.action_space
    assert many.observation_space == single.observation_space
    policy, rng = baseline(either_bundle), np.random.default_rng(4)
    here: tuple[Any, ...] = many.reset(seed=5)
    there: tuple[Any, ...] = single.reset(seed=5)
    endings = np.zeros(3, dtype=int)
    apart = 5e-9 if isinstance(either_bundle, BodyBundle) else 1e-10  # iterations stop: 1.3e-9 found
    for step in range(2 * either_bundle.steps + 5):
        np.testing.assert_allclose(here[0], there[0], rtol=1e-7, atol=apart)
        assert data_equivalence(here[-1], there[-1])
        actions = policy(here[0]) + 0.01 * rng.normal(size=many.action_space.shape) * many.action_space.high
        if step == either_bundle.steps // 2:
            actions[1] = 1e200
        here, there = many.step(actions), single.step(actions)
        np.testing.assert_allclose(here[1], there[1], rtol=1e-6, atol=1e-15)
        np.testing.assert_array_equal(here[2], there[2])
        endings += here[2]
    assert endings.tolist() == [2, 2, 2]


@pytest.mark.parametrize("normalise", [False, True])
def test_the_official_checker_finds_nothing(path: Path, normalise: bool) -> None:
    """In the bundle's own units it would have actions in [-1, 1]: theirs are what they are."""
    env = gymnasium.make(register(path, "softrein/checked-v0"), normalise=normalise)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(env)
    found = [str(each.message) for each in caught]
    assert not [it for it in found if normalise or "symmetric and normalized" not in it]


def test_both_spaces_are_finite_and_hold_all_that_is_seen(either_bundle: Bundle) -> None:
    """Free passes stay far within; what leaves, at random actions without measure, is shown at the bound."""
    many = BundleVectorEnv(either_bundle, 8)
    space, rng = many.single_observation_space, np.random.default_rng(0)
    assert np.isfinite([space.low, space.high]).all()
    assert np.isfinite([many.single_action_space.low, many.single_action_space.high]).all()
    largest = {}
    for strength in (0, 1e3):
        observation, _ = many.reset(seed=3)
        seen = np.zeros(space.shape)
        for _ in range(either_bundle.steps):
            seen = np.maximum(seen, np.abs(observation).max(axis=0) / space.high)
            action = strength * many.action_space.high * rng.uniform(-1, 1, many.action_space.shape)
            observation, *_ = many.step(action)
            assert observation in many.observation_space
        largest[strength] = seen[:-1].max()
    assert 0.01 < largest[0] < 0.5
    assert largest[1e3] == 1.0
    bounded = BundleEnv(either_bundle, reach=1e-9)
    episode(bounded, lambda observation: np.zeros(bounded.action_space.shape))
    assert bounded.observation_space.high[0] == 1e-9


def test_normalised_is_the_same_environment_in_other_units(either_bundle: Bundle) -> None:
    """Observations over `reach` / REACH, actions over `bound`; pushes, rewards and ends are the same."""
    plain, scaled = BundleEnv(either_bundle), BundleEnv(either_bundle, normalise=True)
    assert (scaled.action_space.high == 1).all()
    assert (scaled.observation_space.high[:-1] == REACH).all()
    unit = np.append(plain.observation_space.high[:-1] / REACH, 1.0)
    here, there = plain.reset(seed=1)[0], scaled.reset(seed=1)[0]
    rng, largest = np.random.default_rng(2), 0.0
    for _ in range(either_bundle.steps):
        np.testing.assert_allclose(here / unit, there, rtol=1e-9, atol=1e-12)
        largest = max(largest, np.abs(there[:-1]).max())
        action = rng.uniform(-1, 1, scaled.action_space.shape)
        here, reward, *_ = plain.step(action * plain.action_space.high)
        there, same, *_ = scaled.step(action)
        assert same == pytest.approx(reward, rel=ROUND_OFF)
    assert 0.5 < largest <= REACH  # about one, and up to what actions at the bound do


@pytest.mark.parametrize("normalise", [False, True])
def test_a_controller_is_a_policy_for_an_environment_in_its_units(
    either_bundle: Bundle, normalise: bool
) -> None:
    env, many = (kind(either_bundle, normalise=normalise) for kind in (BundleEnv, BundleVectorEnv))
    wrapped = gymnasium.wrappers.OrderEnforcing(env)
    total, info = episode(env, baseline(wrapped), options={"pushes": either_bundle.pushes})
    assert total == pytest.approx(
        -costs_of(either_bundle, either_bundle.rollouts([either_bundle.pushes]))[0],
        rel=close(either_bundle),
    )
    observation, _ = many.reset(options={"pushes": [either_bundle.pushes]})
    for _ in range(either_bundle.steps):
        observation, *_, told = many.step(baseline(many)(observation))
    assert told["error"][0] == pytest.approx(info["error"], rel=1e-7)


def test_a_step_is_one_compiled_call_with_little_around_it(path: Path) -> None:
    """What makes it about as quick as a bare step (`./dev bench gym`), counted and not timed."""
    env = gymnasium.make(register(path))
    assert env is env.unwrapped  # no wrapper that checks each step
    env.reset(seed=0)
    action = np.zeros(env.action_space.shape)
    env.step(action)
    calls: list[str] = []
    sys.setprofile(lambda frame, event, argument: calls.append(event))
    try:
        env.step(action)
    finally:
        sys.setprofile(None)
    assert sum("call" in event for event in calls) < 12


def test_register_names_the_bundle_and_make_vec_takes_the_batch(path: Path, either_bundle: Bundle) -> None:
    name = register(path)
    assert name == f"softrein/{either_bundle.name}-v0"
    assert isinstance(gymnasium.make(name).unwrapped, BundleEnv)
    many = gymnasium.make_vec(name, num_envs=4, pushes="own", autoreset_mode="SameStep")
    assert isinstance(many, BundleVectorEnv)
    assert many.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert BundleVectorEnv.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observation, _ = many.reset(seed=0)
    assert observation.shape == (4, either_bundle.track.states.shape[1] + 1)
    assert many.pushes == [many.bundle.pushes] * 4
    with pytest.raises(BundleError, match=r"no_such\.softrein"):
        register(path.with_name("no_such.softrein"))


@pytest.mark.parametrize("many", [False, True])
def test_scales_are_measured_under_given_pushes_where_the_bundle_has_none(
    small_bundle: Bundle, many: bool
) -> None:
    """They are those of a bundle with these pushes for its own."""
    pushes = list(small_bundle.pushes)
    bare, own = (replace(small_bundle, ensemble=None, pushes=each) for each in ([], pushes))
    cases: list[tuple[Bundle, Any]] = [(bare, pushes), (own, "own")]
    one, other = (
        BundleVectorEnv(bundle, 2, pushes=given) if many else BundleEnv(bundle, pushes=given)
        for bundle, given in cases
    )
    assert one.task.penalty == other.task.penalty > 0
    np.testing.assert_array_equal(one.task.bounds, other.task.bounds)
    np.testing.assert_array_equal(one.task.reach, other.task.reach)


def test_a_seed_brings_its_pushes_one_pass_after_the_other(either_bundle: Bundle) -> None:
    env, many = BundleEnv(either_bundle), BundleVectorEnv(either_bundle, 2)

    def drawn(seed: int) -> list[list[Push]]:
        env.reset(seed=seed)
        first = env.pushes
        env.reset()
        return [first, env.pushes]

    assert drawn(7) == drawn(7)
    assert drawn(7)[0] != drawn(7)[1]
    assert drawn(7) != drawn(8)
    many.reset(seed=7)
    assert many.pushes == [drawn(7)[0], drawn(8)[0]]
    many.reset(seed=np.array([7, 8]))  # type: ignore[arg-type]
    assert many.pushes == [drawn(np.int64(7))[0], drawn(8)[0]]
    many.reset()
    assert many.pushes == [drawn(7)[1], drawn(8)[1]]
    ensemble = ensemble_of(either_bundle)
    for (push,) in drawn(9):
        assert ensemble.force[0] <= np.linalg.norm(push.force) <= ensemble.force[1]
        assert ensemble.time[0] <= push.time <= ensemble.time[1]


def test_lqr_stays_within_the_actions_that_it_is_said_to_need(either_bundle: Bundle) -> None:
    space, policy = BundleEnv(either_bundle).action_space, baseline(either_bundle)
    many = BundleVectorEnv(either_bundle, 50)
    observation, _ = many.reset(seed=1)
    largest = np.zeros(space.shape)
    for _ in range(either_bundle.steps):
        largest = np.maximum(largest, np.abs(policy(observation)).max(axis=0))
        observation, *_ = many.step(policy(observation))
    assert (largest <= space.high).all()
    assert (largest / space.high).max() > 0.1  # and the bound is no mere large number


def test_actions_are_held_within_the_bundles_limits(either_bundle: Bundle) -> None:
    limited = replace(either_bundle, limits=0.1 * np.abs(either_bundle.run().controls).max(axis=0))
    env = BundleEnv(limited, pushes="own")
    np.testing.assert_array_equal(env.action_space.high, limited.limits)
    runs = limited.rollouts([limited.pushes])
    assert runs.clamped[0] > 0
    unheld = either_bundle.choice("lqr")
    total, _ = episode(env, baseline(either_bundle, unheld))  # asks for more than it gets
    assert total == pytest.approx(-costs_of(limited, runs)[0], rel=close(limited))
    assert env.run().counts["clamped"] == runs.clamped[0]
    many = BundleVectorEnv(limited, 2, pushes="none")
    many.reset()
    *_, info = many.step(np.full(many.action_space.shape, 1e9))
    np.testing.assert_allclose(info["effort"], limited.dt * np.sum(limited.limits**2))


def test_who_leaves_the_finite_numbers_ends_at_a_finite_price(either_bundle: Bundle) -> None:
    env, many = BundleEnv(either_bundle, penalty=5.0), BundleVectorEnv(either_bundle, 2, penalty=5.0)
    env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(np.full(env.action_space.shape, 1e250))
    assert (reward, terminated, truncated, info["diverged"]) == (-5.0, True, False, True)
    assert observation in env.observation_space
    assert info["error"] == info["effort"] == 0.0
    with pytest.raises(SimulationError, match="reset"):
        env.step(np.zeros(env.action_space.shape))
    with pytest.raises(SimulationError, match="step 1 of"):
        env.run()
    many.reset(seed=0)
    actions = np.zeros(many.action_space.shape)
    actions[1] = 1e250
    observation, rewards, ended, _, info = many.step(actions)
    assert rewards[1] == -5.0 < rewards[0]
    assert ended.tolist() == info["diverged"].tolist() == [False, True]
    assert observation in many.observation_space


def test_the_default_penalty_is_above_what_a_pass_costs_that_nobody_steers(small_bundle: Bundle) -> None:
    zero = np.zeros((1, *small_bundle.gains["lqr"].shape[1:]))
    free = costs_of(small_bundle, small_bundle.rollouts(fresh(small_bundle, 50), zero))
    env = BundleEnv(small_bundle)
    env.reset()
    assert env.step(np.full(env.action_space.shape, 1e250))[1] < -10 * free.max()


def test_a_pass_is_recorded_as_the_bundle_records_it(either_bundle: Bundle) -> None:
    env = BundleEnv(either_bundle, pushes="own")
    episode(env, baseline(either_bundle))
    here, there = env.run(), either_bundle.run()
    np.testing.assert_allclose(here.states, there.states, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(here.deviation, there.deviation, rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(here.effort, there.effort, rtol=ROUND_OFF)
    assert here.error == pytest.approx(there.error, rel=ROUND_OFF)
    assert here.counts == there.counts


def test_without_phase_only_the_deviation_is_seen(small_bundle: Bundle) -> None:
    env = BundleEnv(small_bundle, phase=False)
    size = small_bundle.track.states.shape[1]
    np.testing.assert_array_equal(env.reset()[0], np.zeros(size))
    with pytest.raises(ControllerError, match="phase"):
        baseline(small_bundle)(np.zeros(size))


def test_what_cannot_be_is_refused(small_bundle: Bundle) -> None:
    bare = replace(small_bundle, ensemble=None, pushes=[])
    with pytest.raises(SceneError, match=r'no \[ensemble\] of random pushes: give pushes="own", "none" or'):
        BundleEnv(bare)
    with pytest.raises(ControllerError, match="bound= and penalty="):
        BundleEnv(bare, pushes="none")
    assert BundleEnv(bare, pushes="none", bound=2.0, penalty=1.0).action_space.high.tolist() == [2.0] * len(
        bare.limits
    )
    still = replace(bare, track=bare.track._replace(states=np.zeros_like(bare.track.states)))
    with pytest.raises(ControllerError, match="neither a push nor a motion; give reach="):
        BundleEnv(still, pushes="none", bound=2.0, penalty=1.0)
    BundleEnv(still, pushes="none", bound=2.0, penalty=1.0, reach=1.0)
    for wrong in (
        {"bound": -1.0},
        {"bound": np.ones(99)},
        {"reach": 0.0},
        {"penalty": np.inf},
        {"pushes": "many"},
    ):
        with pytest.raises(ControllerError):
            BundleEnv(small_bundle, **wrong)
    for odd in ({"num_envs": 0}, {"autoreset_mode": "Disabled"}):
        with pytest.raises(ControllerError):
            BundleVectorEnv(small_bundle, **odd)
    with pytest.raises(ControllerError, match="preview"):
        baseline(replace(small_bundle, preview=True), "spd")
    env, many = BundleEnv(small_bundle), BundleVectorEnv(small_bundle, 2)
    for each in (env, many):
        with pytest.raises(SimulationError, match="reset"):
            each.step(np.zeros(each.action_space.shape))
        each.reset()
        with pytest.raises(ControllerError, match="finite"):
            each.step(np.full(each.action_space.shape, np.nan))
        for name in ("push", "reset_mask"):
            with pytest.raises(ControllerError, match=f"options: '{name}': unknown"):
                each.reset(options={name: []})
    with pytest.raises(ControllerError, match="1 seeds for 2 environments"):
        many.reset(seed=[1])
    with pytest.raises(ControllerError, match="1 runs of pushes for 2 environments"):
        many.reset(options={"pushes": [[]]})


def test_without_gymnasium_the_message_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['gymnasium'] = None\nimport softrein.gym"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert "MissingPackageError" in result.stderr
    assert install("gym") in result.stderr


def test_the_example_says_what_compare_says(path: Path, either_bundle: Bundle) -> None:
    result = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "gym_baseline.py"), str(path)],
        cwd=ROOT, env=None, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    printed = result.stdout.replace(";", " ").replace(",", " ").split()
    total, error, effort, cost = (float(printed[printed.index(it) + 1]) for it in NAMES)
    assert total == pytest.approx(-cost, rel=1e-5)
    run = either_bundle.run()  # which `softrein compare` shows as that of LQR
    assert (error, effort) == pytest.approx((run.error, run.effort), rel=1e-5)
    assert cost == pytest.approx(
        costs_of(either_bundle, either_bundle.rollouts([either_bundle.pushes]))[0], rel=1e-5
    )


NAMES = ("return", "error", "effort", "cost")  # that the example prints
