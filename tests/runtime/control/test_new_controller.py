"""A controller of one's own: with one file and its entry in the list it works wherever a controller does.

It is PD with an integral part, whose policy is compiled and has a memory. A policy in Python is tested as
well, which is accepted wherever a compiled one is.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offline.studies.comparison import compare
from offline.tuning import families, search
from offline.tuning.comparators import tune_comparators
from offline.tuning.pushes import ensemble_of
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import load, save
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.registry import CONTROLLERS, LQR, NONE
from softrein.errors import BundleError, ControllerError

FILE = '''
"""PD with an integral part: w_fb = K (z - z_ref) + K_i integral of (z - z_ref) dt."""

from typing import NamedTuple

import numpy as np
from numba import njit

from runtime.control.controller import Controller
from runtime.control.base.law import AffineGains, Law, feedback
from runtime.control.base.policy import UNDECIDED, decides
from runtime.control.proportional import pd_ranges, weighted_gains


class Pid(NamedTuple):
    law: Law
    integral: np.ndarray  # (T, s, n)
    dt: float
    memory: np.ndarray  # (n,) the integral of the deviation


class PidGains(NamedTuple):
    gains: np.ndarray  # (T or 1, s, n)
    integral: np.ndarray  # (T or 1, s, n)
    offset: np.ndarray | None = None  # (T, s)

    def policy(self, plant, track, actuation):
        law = AffineGains(self.gains, self.offset).policy(plant, track, actuation)
        integral = np.repeat(self.integral, len(track.feedforward) // len(self.integral), axis=0)
        return Pid(law, integral, plant.dt, np.zeros(plant.size))


@decides(Pid)
@njit
def decide(pid, system, index, disturbance, state):
    work = system.work
    for j in range(state.size):
        work.deviation[j] = state[j] - system.track.states[index, j]
        pid.memory[j] += pid.dt * work.deviation[j]
    feedback(pid.law, index, work.deviation, work.control)
    for i in range(work.control.size):
        for j in range(state.size):
            work.control[i] += pid.integral[index, i, j] * pid.memory[j]
    return UNDECIDED


def make(setting, parameters):
    proportional = {name: value for name, value in parameters.items() if name != "ki"}
    terms = setting.proportional_terms
    return PidGains(weighted_gains(terms, proportional), parameters.get("ki", 0.0) * terms["kp"])


def ranges(setting):
    pd = pd_ranges(setting)
    return {"ki": tuple(bound / (setting.dt * setting.steps) for bound in pd["kp"])} | pd


PID = Controller(
    "pid", "PID", "#555555", "#999999", "#bbbbbb", gains=PidGains, make=make, ranges=ranges
)
'''


@pytest.fixture(scope="module")
def pid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The file, imported."""
    path = tmp_path_factory.mktemp("own") / "own_pid.py"
    path.write_text(FILE)
    spec = importlib.util.spec_from_file_location("own_pid", path)
    assert spec is not None
    assert spec.loader is not None
    sys.modules["own_pid"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["own_pid"]


@pytest.fixture(autouse=True)
def listed(pid: Any, small_bundle: BodyBundle, small_smoke: SmokeBundle) -> Iterator[None]:
    """Enter the controller in `runtime.control.registry`, after the bundles for all tests are made.

    Afterwards the list and its order are as before, whatever a test took out of it.
    """
    before = dict(CONTROLLERS)
    CONTROLLERS["pid"] = pid.PID
    yield
    CONTROLLERS.clear()
    CONTROLLERS.update(before)


def some(bundle: Bundle) -> dict[str, float]:
    """Parameters in the lower part of what is worth a search."""
    ranges = bundle.parameter_ranges("pid")
    return {name: float(least**0.8 * largest**0.2) for name, (least, largest) in ranges.items()}


@pytest.fixture
def own(either_bundle: Bundle) -> Bundle:
    """A bundle that has the controller."""
    return either_bundle.with_controllers({"pid": either_bundle.comparator("pid", some(either_bundle))})


def stepped(bundle: Bundle, controller: Any) -> tuple[np.ndarray, list[np.ndarray]]:
    """A simulator's states and controls while the scene's own push acts."""
    simulator = bundle.simulator(controller, rewind=False)
    simulator.warm_up()
    states, controls, (push,) = [simulator.state], [], bundle.pushes
    while not simulator.finished:
        if simulator.index == round(push.time / bundle.dt):
            simulator.push(push.at, push.force, push.duration, push.radius)
        simulator.step()
        states.append(simulator.state)
        controls.append(simulator.control)
    return np.array(states), controls


def test_it_does_what_its_definition_says(own: Bundle) -> None:
    """By plain NumPy, from what the run itself went through."""
    run, made = own.run(controller="pid"), own.choice("pid")
    deviation = (run.states - own.track.states)[:-1]
    total = own.dt * np.cumsum(deviation, axis=0)
    wanted = np.einsum("ksn,kn->ks", made.gains + np.zeros((own.steps, 1, 1)), deviation)
    wanted += np.einsum("ksn,kn->ks", made.integral + np.zeros((own.steps, 1, 1)), total)
    wanted += 0.0 if made.offset is None else made.offset
    np.testing.assert_allclose(run.controls, wanted, atol=1e-10 * np.abs(wanted).max())
    assert np.abs(total).max() > 0


def test_simulator_run_and_rollouts_are_one(own: Bundle) -> None:
    run = own.run(controller="pid")
    states, _ = stepped(own, "pid")
    np.testing.assert_allclose(states, run.states, rtol=1e-9, atol=1e-12)  # a live push finds its own place
    rolled = own.rollouts([own.pushes, [], own.pushes], "pid", record=True)
    assert rolled.states is not None
    for number in (0, 2):  # whatever was remembered before is gone
        np.testing.assert_array_equal(rolled.states[:, number], run.states)
        assert (rolled.error[number], rolled.effort[number]) == (run.error, run.effort)
    both = own.rollouts_under(["pid", "lqr"], [own.pushes])
    assert both[0].error[0] == run.error
    assert both[1].error[0] == own.rollouts([own.pushes], "lqr").error[0]
    np.testing.assert_array_equal(own.run(controller=own.law("pid")).states, run.states)


def test_a_simulator_forgets_with_the_motion_and_not_while_it_is_warmed_up(own: Bundle) -> None:
    simulator, again = own.simulator("pid"), own.simulator("pid")
    for _ in range(10):
        simulator.step()
        again.step()
    again.warm_up()
    for _ in range(5):
        simulator.step()
        again.step()
    np.testing.assert_array_equal(simulator.state, again.state)
    fresh = own.simulator("pid")
    simulator.reset()
    simulator.step()
    fresh.step()
    np.testing.assert_array_equal(simulator.control, fresh.control)


def test_a_run_that_is_lost_is_said_to_be_lost(own: Bundle) -> None:
    wild = own.choice("pid")._replace(integral=1e200 * own.choice("pid").integral)
    rolled = own.rollouts([own.pushes], wild, record=True)
    assert np.isinf([rolled.error[0], rolled.effort[0]]).all()
    assert rolled.states is not None
    assert np.isnan(rolled.states).all()


def test_gains_that_would_be_read_as_others_are_not_stored(small_bundle: BodyBundle) -> None:
    """Stable PD's under a name of one's own would act as PD's; some of its settings are in no file."""
    gains = dict.fromkeys(small_bundle.parameter_ranges("pd"), 1.0)
    stable, damped = (small_bundle.stable_pd(of_reference, **gains) for of_reference in (True, False))
    for name, choice, words in (
        ("gentle", stable, "'gentle' would be read as AffineGains .* are StablePD"),
        ("spd", damped, "reference_velocity = False"),
        ("spd", small_bundle.gains["lqr"], "'spd' would be read as StablePD"),
    ):
        with pytest.raises(ControllerError, match=words):
            small_bundle.with_controllers({name: choice})
    assert type(small_bundle.with_controllers({"spd": stable}).choice("spd")) is type(stable)
    kept = small_bundle.with_controllers({"mine": small_bundle.gains["lqr"]})
    np.testing.assert_array_equal(kept.choice("mine").gains, small_bundle.gains["lqr"])


def test_it_is_stored_and_read_back(own: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(own, tmp_path / "own")
    found = load(tmp_path / "own")
    assert set(found.parts) == {"pid.integral"}
    np.testing.assert_array_equal(found.run(controller="pid").states, own.run(controller="pid").states)
    longer = own.at_step(2 * own.dt)
    assert np.isfinite(longer.run(controller="pid").error)
    with pytest.raises(ControllerError, match=r"read as PidGains .* these are AffineGains"):
        own.with_controllers({"pid": own.choice("pd")})
    monkeypatch.delitem(CONTROLLERS, "pid")
    with pytest.raises(BundleError, match="does not know what kind of controller 'pid' is"):
        load(tmp_path / "own")


@pytest.mark.slow("a whole comparison")
def test_it_is_tuned_and_compared(small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "REFINEMENTS", 2)
    monkeypatch.setattr(families, "PARALLEL_FROM", np.inf)  # other processes read the list as it is written
    for name in set(CONTROLLERS) - {LQR.name, "pid", NONE.name}:
        monkeypatch.delitem(CONTROLLERS, name)
    assert small_bundle.comparators == ["pid"]
    assert list(small_bundle.parameter_ranges("pid")) == ["ki", "kp", "kd"]
    tuned = tune_comparators(small_bundle)["pid"]
    assert tuned.words().startswith("pid ki = ")
    assert tuned.effort <= 1
    assert tuned.error < tuned.free
    ensemble = ensemble_of(small_bundle, 3, 2)
    found = compare(small_bundle, ensemble, lqr_costs=3, grid=3, rounds=1)
    assert set(found.ensemble) == {"pid", LQR.name}
    assert found.grid["pid"]["members"] == 27
    assert found.readings["one_push pid"]


def test_the_command_line_runs_and_lists_it(
    own: Bundle, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from softrein.commands.making import inspect
    from softrein.commands.running import run

    save(own, tmp_path / "own.softrein")
    run(tmp_path / "own.softrein", controller="pid", as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["controller"] == "pid"
    inspect(tmp_path / "own.softrein")
    assert "pid" in capsys.readouterr().out


def test_it_is_not_told_what_it_cannot_be_told(own: Bundle) -> None:
    with pytest.raises(ControllerError, match="cannot preview disturbances"):
        own.run(controller="pid", preview=True)


class InPython:
    """The same by hand: PD gains, and what is remembered."""

    def __init__(self, bundle: Bundle, integral: float) -> None:
        self.made, self.dt, self.share = bundle.choice("pid"), bundle.dt, integral
        self.reset()

    def reset(self) -> None:
        self.total: Any = 0.0

    def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
        self.total = self.total + self.dt * deviation
        gains, integral = (part[step % len(part)] for part in (self.made.gains, self.made.integral))
        return np.asarray(gains @ deviation + self.share * integral @ self.total) + (
            0.0 if self.made.offset is None else self.made.offset[step]
        )


def test_a_policy_in_python_is_taken_wherever_a_compiled_one_is(own: Bundle) -> None:
    policy, run = InPython(own, 1.0), own.run(controller="pid")
    scale = np.abs(run.states).max()
    np.testing.assert_allclose(own.run(controller=policy).states, run.states, atol=1e-10 * scale)
    np.testing.assert_allclose(stepped(own, policy)[0], run.states, rtol=1e-8, atol=1e-10 * scale)
    rolled = own.rollouts([own.pushes, own.pushes], policy)
    np.testing.assert_allclose(rolled.error, run.error, rtol=1e-8)
    np.testing.assert_allclose(rolled.effort, run.effort, rtol=1e-8)


@pytest.mark.parametrize("choose", [lambda bundle: "pid", lambda bundle: InPython(bundle, 1.0)])
def test_both_are_baselines_of_the_gym(own: Bundle, choose: Callable[[Bundle], Any]) -> None:
    pytest.importorskip("gymnasium")
    from softrein.gym import BundleEnv, BundleVectorEnv, baseline

    expected = own.rollouts([own.pushes], "pid")
    policy = baseline(own, choose(own))
    env = BundleEnv(own, pushes="own")
    for _ in range(2):  # the second pass has forgotten the first
        (observation, info), over = env.reset(), False
        while not over:
            observation, _, over, _, info = env.step(policy(observation))
        assert info["error"] == pytest.approx(expected.error[0], rel=1e-6)
    many = BundleVectorEnv(own, 3, pushes="own")
    observation, _ = many.reset()
    for _ in range(own.steps):
        observation, *_, told = many.step(policy(observation))
    np.testing.assert_allclose(told["error"], expected.error[0], rtol=1e-6)
