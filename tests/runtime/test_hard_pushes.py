"""Pushes of any strength, anywhere, at any time: finite states, or an error that names the step.

Up to a hundred times the reference force, several at once, at other time steps, with several Newton
iterations, told beforehand or not, under every controller; step by step, in batches and in environments,
where a run that is lost must leave the others alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from runtime.bundle.body import BodyBundle
from runtime.bundle.endless import seam_deviations
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.push import Push
from runtime.rollouts import Rollouts
from softrein.errors import ControllerError, SimulationError
from softrein.gym import BundleVectorEnv
from tests.made_up import at_rest

HARDEST = 100.0  # times the reference force
ROUND_OFF = 1e-9
SWAY = 1.1  # P control damps nothing: the beam's rounds under it go on differing by a few per cent
SETTLED = 1e-3  # of the largest deviation: what is left when a motion has come home
STEPS = (0.25, 0.5, 1.0, 1.0, 1.0, 2.0, 4.0)  # time steps, in the bundle's own


def reference_force(bundle: Bundle) -> float:
    """The strongest of the scene's own pushes."""
    return max(float(np.linalg.norm(push.force)) for push in bundle.pushes)


def hard_push(random: Random, bundle: Bundle) -> Push:
    """Any push that the bundle takes."""
    strength = reference_force(bundle) * HARDEST * 10 ** random.uniform(-4, 0)
    direction = np.array([random.gauss(0, 1) for _ in range(bundle.axes)])
    lasts, shape = bundle.steps * bundle.dt, bundle.shape
    places = shape.positions(bundle.track.states[0])
    index = random.randrange(len(places))
    return Push(
        index if random.random() < 0.5 else tuple(places[index].tolist()),
        tuple((strength * direction / np.linalg.norm(direction)).tolist()),
        random.uniform(0, lasts),
        random.choice([0.0, bundle.dt, random.uniform(0, lasts), math.inf]),
        max(p.radius for p in bundle.pushes) * 10 ** random.uniform(-1, 0.5) or 0.01,
        random.choice([0.0, 0.0, bundle.dt, random.uniform(0, lasts)]),
        random.randrange(1000),
    )


class Variants:
    """A bundle at other time steps and with other iterations, each made once."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle, self._made = bundle, {}  # type: ignore[var-annotated]

    def pick(self, random: Random) -> Bundle:
        times, most = random.choice(STEPS), random.choice((1, 1, 2, 6))
        if (times, most) not in self._made:
            dt = self._bundle.dt * times
            at_step = self._bundle.at_step(dt) if times != 1 else self._bundle
            self._made[times, most] = at_step.iterated(most, most)
        found: Bundle = self._made[times, most]
        return found


@pytest.fixture(scope="module")
def variants(small_bundle: Bundle, small_smoke: Bundle) -> list[Variants]:
    return [Variants(small_bundle), Variants(small_smoke)]


def told(act: Callable[[], Any]) -> str:
    """What an error says that names a step; nothing where there is none."""
    try:
        act()
    except (ControllerError, SimulationError) as error:
        return str(error) if "step" in str(error) else f"no step in: {error}"
    return ""


def chosen(random: Random, bundle: Bundle) -> tuple[str, bool]:
    """A controller, and whether it previews, if it can: the motion itself may fail at another time step."""
    controller, preview = random.choice(bundle.controllers), random.random() < 0.3
    failure = told(lambda: bundle.law(controller, preview))
    assert not failure or re.search(r"a disturbance of step \d+ cannot be previewed", failure)
    return controller, preview and not failure


def test_step_by_step_all_is_finite_or_the_step_is_named(
    variants: list[Variants], rounds: Iterator[Random]
) -> None:
    for random in rounds:
        bundle = random.choice(variants).pick(random)
        controller, preview = chosen(random, bundle)
        simulator = bundle.simulator(controller, random.random() < 0.5, preview)
        pushes = [hard_push(random, bundle) for _ in range(random.randint(1, 6))]
        for _ in range(bundle.steps):
            simulator.play(pushes, simulator.index)
            before, spent, counts = simulator.state, simulator.effort, simulator.counts
            index = simulator.index % bundle.steps
            failure = told(simulator.step)
            assert np.isfinite(simulator.state).all()
            assert np.isfinite(simulator.control).all()
            assert np.isfinite(simulator.effort)
            assert np.isfinite(simulator.positions()).all()
            if failure:
                assert f"step {index} " in failure
                np.testing.assert_array_equal(simulator.state, before)
                assert simulator.effort == spent
                assert all(simulator.counts[name] == counts[name] for name in ("clamped", "halved"))
                break
        simulator.reset()
        fresh = bundle.simulator(controller, True, preview)
        for _ in range(3):
            assert told(simulator.step) == told(fresh.step)
        np.testing.assert_array_equal(simulator.state, fresh.state)


def whole_or_lost(rolled: Rollouts, record: bool) -> None:
    """All figures of a run are finite, or the run is counted as diverged."""
    lost = rolled.diverged
    assert np.isinf(rolled.error[lost]).all()
    assert np.isinf(rolled.effort[lost]).all()
    assert np.isfinite(rolled.error[~lost]).all()
    assert np.isfinite(rolled.effort[~lost]).all()
    assert np.isfinite(rolled.final).all()
    if record:
        assert rolled.states is not None
        np.testing.assert_array_equal(np.isfinite(rolled.states).all(axis=(0, 2)), ~lost)


def test_in_batches_a_lost_run_leaves_the_others_alone(
    variants: list[Variants], rounds: Iterator[Random]
) -> None:
    for random in rounds:
        bundle = random.choice(variants).pick(random)
        controller, preview = chosen(random, bundle)
        runs = [[hard_push(random, bundle) for _ in range(random.randint(1, 4))] for _ in range(8)]
        record = random.random() < 0.5
        together = bundle.rollouts([*runs, []], controller, record, preview)
        whole_or_lost(together, record)
        quiet = bundle.rollouts([[]] * len(together.error), controller, record, preview)
        np.testing.assert_allclose(together.final[-1], quiet.final[-1], rtol=ROUND_OFF, atol=ROUND_OFF)
        picked, ran = random.randrange(len(runs)), []
        failure = told(lambda: ran.append(bundle.run(runs[picked], controller, preview)))  # noqa: B023
        if not failure:
            assert np.isfinite(ran[-1].states).all()
            assert np.isfinite(ran[-1].error)
        assert together.diverged[picked] == bool(failure)


def scales(bundle: Bundle) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    return {"bundle": bundle, "bound": 1.0, "reach": 1.0, "penalty": 10 ** rng.uniform(2, 300)}


def test_environments_tell_who_is_lost(variants: list[Variants], rounds: Iterator[Random]) -> None:
    for random in rounds:
        bundle = random.choice(variants).pick(random)
        mode = random.choice(["NextStep", "SameStep"])
        many = BundleVectorEnv(num_envs=4, autoreset_mode=mode, pushes="none", **scales(bundle))
        pushes = [[hard_push(random, bundle) for _ in range(3)] for _ in range(2)]
        many.reset(options={"pushes": [*pushes, [], []]})
        quiet = BundleVectorEnv(num_envs=4, autoreset_mode=mode, pushes="none", **scales(bundle))
        quiet.reset()
        wild, lost = 10 ** random.uniform(0, 300), np.zeros(4, dtype=int)
        for _ in range(min(60, bundle.steps - 1)):
            actions = np.zeros((4, len(bundle.limits)))
            actions[2] = [random.uniform(-wild, wild) for _ in bundle.limits]
            seen, reward, ended, _, told = many.step(actions)
            assert np.isfinite(seen).all()
            assert np.isfinite(reward).all()
            assert all(np.isfinite(told[name]).all() for name in ("error", "effort"))
            final = told.get("final_info", told)
            lost += ended & final["diverged"]
            np.testing.assert_array_equal(told["lost"], lost)
            expected, paid, *_ = quiet.step(np.zeros_like(actions))
            np.testing.assert_allclose(seen[3], expected[3], rtol=ROUND_OFF, atol=ROUND_OFF)
            assert reward[3] == pytest.approx(paid[3], rel=1e-6, abs=1e-12)


def test_many_pushes_under_every_controller(either_bundle: Bundle, request: pytest.FixtureRequest) -> None:
    """As many as --fuzz has seconds times fifty: 10,000 in 200 s."""
    bundle = either_bundle
    random = Random(request.config.getoption("--fuzz-seed"))
    count = round(50 * request.config.getoption("--fuzz"))
    runs = [[hard_push(random, bundle)] for _ in range(count)]
    for controller in bundle.controllers:
        rolled = bundle.rollouts([*runs, []], controller)
        whole_or_lost(rolled, False)
        assert not rolled.diverged[-1]
        print(f"{bundle.name}, {controller}: {rolled.diverged.sum()} of {count} left the finite numbers")


@pytest.mark.parametrize("broken", ["force", "state"])
def test_a_lost_run_is_seen(small_bundle: Bundle, broken: str) -> None:
    """What these tests look at is there: a force beyond all numbers loses a run, and only that."""
    hopeless = replace(small_bundle.pushes[0], force=(1e300, 0, 0))
    rolled = small_bundle.rollouts([[hopeless], [], [small_bundle.pushes[0]]], record=True)
    assert rolled.diverged.tolist() == [True, False, False]
    whole_or_lost(rolled, True)
    with pytest.raises(SimulationError, match=r"step \d+ of"):
        small_bundle.run([hopeless])
    simulator = small_bundle.simulator()
    if broken == "force":
        simulator.push(hopeless.at, hopeless.force, 1.0)
    else:
        simulator.state = np.full(simulator.state.size, 1e200)
    with pytest.raises(SimulationError, match="step 0 "):
        simulator.step()
    assert simulator.effort == 0
    assert np.isfinite(simulator.control).all()


@pytest.fixture(params=["body", "smoke"])
def closed(request: pytest.FixtureRequest, small_bundle: BodyBundle, small_smoke: SmokeBundle) -> Bundle:
    """A motion that ends where it begins: the beam's, and smoke at rest."""
    return small_bundle if request.param == "body" else at_rest(small_smoke)


def test_endless_motion_settles_and_does_not_drift(closed: Bundle, request: pytest.FixtureRequest) -> None:
    """After the pushes of its first round a motion returns to what it is without them, and stays there.

    A thousand steps a controller for each second of --fuzz, forty rounds at least: --fuzz 1000 is a million.
    """
    count = max(40, round(1000 * request.config.getoption("--fuzz") / closed.steps))
    for controller in closed.gains:
        pushed, quiet = (seam_deviations(closed, count, controller, each) for each in (closed.pushes, []))
        print(controller, pushed[[0, 1, count // 2, -1]], quiet[[0, 1, count // 2, -1]])
        assert np.isfinite(pushed).all()
        assert np.isfinite(quiet).all()
        level, later = quiet[-1] + SETTLED * pushed.max(), count // 2
        assert pushed[later:].max() <= SWAY * level, controller
        assert quiet[later:].max() <= SWAY * quiet[1:later].max() + SETTLED * pushed.max(), controller


def test_an_endless_motion_that_does_not_close_stays_bounded(small_smoke: SmokeBundle) -> None:
    """The reference jumps at its seam, and the particles mix: no round is worse than chance made others."""
    for controller in small_smoke.gains:
        ends = seam_deviations(small_smoke, 40, controller, small_smoke.pushes)
        assert np.isfinite(ends).all()
        assert ends.max() <= np.hypot(*small_smoke.extent) * math.sqrt(small_smoke.particles)
