"""Gains for other programs: read back, and compared with the bundle's own step and control."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.io import loadmat
from typer.testing import CliRunner

from runtime.base.fields import nothing
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.observing.kinds import ACCELEROMETER
from runtime.observing.sensors import Sensor
from softrein.cli import app
from softrein.errors import ControllerError, SoftreinError
from softrein.export.gains import BY_STEP, export_gains, gains_of
from tests.runtime.bundle.with_actuators import with_actuators

Array = np.ndarray


@pytest.fixture(scope="module", params=["body", "with_actuators", "smoke"])
def bundle(request: pytest.FixtureRequest, small_bundle: BodyBundle, small_smoke: SmokeBundle) -> Bundle:
    if request.param == "with_actuators":
        return with_actuators(small_bundle)
    return small_smoke if request.param == "smoke" else small_bundle


@pytest.fixture(scope="module")
def found(bundle: Bundle, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Array]:
    path = tmp_path_factory.mktemp("gains") / "out.npz"
    export_gains(bundle, path)
    with np.load(path, allow_pickle=False) as file:
        return dict(file)


def test_what_is_found_is_the_caller_s_own(bundle: Bundle) -> None:
    before = bundle.track.states.copy(), bundle.setting.cost_to_go.value.copy()
    for each in gains_of(bundle).values():
        if each.dtype.kind == "f":
            each[...] = 1.0
    np.testing.assert_array_equal(bundle.track.states, before[0])
    np.testing.assert_array_equal(bundle.setting.cost_to_go.value, before[1])


def test_the_jacobians_are_the_slopes_of_the_step(bundle: Bundle, found: dict[str, Array]) -> None:
    plant, rng = bundle.plant(), np.random.default_rng(3)
    for k in (0, bundle.steps // 2):
        state, force = found["states"][k], found["feedforward"][k]
        for name, into_state, into_force in (
            ("A", np.eye(state.size), np.zeros((force.size, state.size))),
            ("B", np.zeros((state.size, len(found["limits"]))), found["actuation"]),
        ):
            along = rng.normal(size=into_state.shape[1])
            small = 1e-5 * max(np.abs(found["states"]).max(), 1e-3) / np.abs(along).max() * along
            one, other = (
                plant.step(state + c * into_state @ small, force + c * into_force @ small) for c in (1, -1)
            )
            expected = 2 * found[name][k] @ small
            assert np.linalg.norm(one - other - expected) < 1e-5 * np.linalg.norm(expected)


def test_the_closed_loop_near_the_reference_is_that_of_the_simulator(
    bundle: Bundle, found: dict[str, Array]
) -> None:
    free = replace(bundle, limits=np.tile([-np.inf, np.inf], (len(bundle.limits), 1)))
    simulator, rng = free.simulator("lqr"), np.random.default_rng(5)
    start = 1e-4 * np.abs(found["states"]).max() * rng.normal(size=found["states"].shape[1])
    simulator.state = found["states"][0] + start
    deviation = start
    for k in range(10):
        control = found["K"][k] @ deviation + found["offset"][k]
        deviation = found["A"][k] @ deviation + found["B"][k] @ control + found["defects"][k]
        simulator.step()
    expected = simulator.state - found["states"][10]
    assert np.linalg.norm(expected) > 1e-3 * np.linalg.norm(start)
    assert np.linalg.norm(deviation - expected) < 0.02 * np.linalg.norm(expected)


def test_what_nobody_applies_is_told_apart(bundle: Bundle, found: dict[str, Array]) -> None:
    """Without the correction the step leaves the reference; a bundle that has none has zeros."""
    plant = bundle.plant()
    k = int(np.abs(found["correction"]).max(axis=1).argmax())
    assert found["correction"].shape == found["feedforward"].shape
    if len(bundle.correction):
        np.testing.assert_array_equal(found["correction"], bundle.correction)
        missed = plant.step(found["states"][k], found["feedforward"][k] - found["correction"][k])
        assert np.abs(missed - found["states"][k + 1]).max() > 1e-9 * np.abs(found["states"]).max()
        np.testing.assert_allclose(found["feedforward"] - found["correction"], bundle.driving)
    bare = gains_of(replace(bundle, correction=nothing()))
    assert bare["correction"].shape == found["feedforward"].shape
    assert not bare["correction"].any()


def test_the_cost_to_go_is_what_lqr_of_the_step_leaves(bundle: Bundle, found: dict[str, Array]) -> None:
    """Of the next instant's P, the best control follows; where gains are of the step, it is theirs."""
    P, costs = found["P"], bundle.costs
    share = 0.5 * bundle.dt * costs.schedule
    for k in (0, bundle.steps // 2):
        A, B = found["A"][k], found["B"][k]
        after = P[k + 1] + share[k] * costs.running
        gains = -np.linalg.solve(bundle.dt * costs.control + B.T @ after @ B, B.T @ after @ A)
        np.testing.assert_allclose(gains, bundle.setting.cost_to_go.gains[k], rtol=1e-6, atol=1e-9)
        if bundle.discretisation == "step":
            np.testing.assert_allclose(gains, found["K"][k], rtol=1e-5, atol=1e-6 * np.abs(gains).max())


def test_matlab_has_the_same_with_the_step_last(
    bundle: Bundle, found: dict[str, Array], tmp_path: Path
) -> None:
    export_gains(bundle, tmp_path / "out.mat")
    file = loadmat(tmp_path / "out.mat")
    for name, array in found.items():
        if name == "names":
            assert [str(each[0][0]) for each in file[name]] == list(array)
        elif array.size:
            turned = np.moveaxis(array, 0, -1) if name in BY_STEP else array
            np.testing.assert_array_equal(np.squeeze(file[name]), np.squeeze(turned), err_msg=name)


def test_places_of_paths_are_those_that_a_run_measures(small_bundle: BodyBundle, tmp_path: Path) -> None:
    tip = np.asarray(small_bundle.regions["xmax"])
    r = small_bundle.rank
    rows = np.array([[small_bundle.shape.positions(z)[tip].mean(axis=0) for z in np.eye(2 * r)]])[0]
    rest = small_bundle.shape.positions(np.zeros(2 * r))[tip].mean(axis=0)
    places = (rows - rest).T
    goals = 0.01 * np.ones((small_bundle.steps + 1, 3))
    costs = small_bundle.costs._replace(places=places, goals=goals, weights=np.ones(3))
    found = export_gains(replace(small_bundle, costs=costs), tmp_path / "out.npz")
    z = np.random.default_rng(2).normal(size=2 * r)
    np.testing.assert_allclose(
        found["followers"] @ z, small_bundle.shape.positions(z)[tip].mean(axis=0) - rest
    )
    np.testing.assert_array_equal(found["goals"], goals)
    assert np.abs(found["slope"]).max() > 0


def test_markers_read_the_state_as_a_simulator_measures_it(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """What the observer is told, instant by instant, less its noise; and the noise is as large as it says."""
    last = [int(each) for each in np.unique(small_bundle.free // 3)[[-1, -9, 4]]]
    unseen = np.full(small_bundle.vertices.shape, 2e-3)
    bundle = replace(
        small_bundle,
        sensors=[Sensor(last[:2], 1e-3), Sensor(last[2:], 3e-3, every=3)],
        unmodelled={"places": unseen, "forces": np.zeros((1, small_bundle.rank))},
    )
    found = export_gains(bundle, tmp_path / "out.npz")
    simulator = bundle.simulator("lqr", sensors=True)
    told: list[tuple[int, Array]] = []
    observer = simulator._sensed.observer
    update = observer.update

    def listen(index: int, control: Array, measured: Array) -> None:
        told.append((index + 1, measured.copy()))
        update(index, control, measured)

    observer.update = listen
    states, seen = [], []
    for _ in range(bundle.steps):
        simulator.step()
        states.append(simulator.state.copy())
        seen.append(observer.innovation != 0)
    off = np.array([y - found["rest"] - found["C"] @ z for (_, y), z in zip(told, states, strict=True)])
    spread = np.sqrt((off**2).mean(axis=0))
    np.testing.assert_allclose(spread, found["noise"], rtol=5 / np.sqrt(2 * len(off)))
    np.testing.assert_array_equal(found["noise"], np.repeat([1e-3, 3e-3], [6, 3]))
    np.testing.assert_allclose(found["expected_noise"], np.hypot(found["noise"], 2e-3))
    np.testing.assert_array_equal(found["measured"][[k for k, _ in told]], seen)
    np.testing.assert_array_equal(found["markers"], last)
    places = bundle.shape.positions(states[-1])[last].reshape(-1)
    np.testing.assert_allclose(found["rest"] + found["C"] @ states[-1], places, atol=1e-12)
    bare = export_gains(small_bundle, tmp_path / "bare.npz")
    assert bare["C"].shape == (0, 2 * small_bundle.rank)
    assert bare["measured"].shape == (small_bundle.steps + 1, 0)


def test_accelerometers_are_left_out_and_said_to_be(small_bundle: BodyBundle, tmp_path: Path) -> None:
    end = int(small_bundle.free[-1] // 3)
    marker, felt = Sensor([end], 1e-3), Sensor([end], 0.1, kind=ACCELEROMETER)
    alone = export_gains(replace(small_bundle, sensors=[marker]), tmp_path / "a.npz")
    for sensors, count in (([felt, marker], 3), ([felt], 0)):
        with pytest.warns(UserWarning, match="accelerometers are left out"):
            found = export_gains(replace(small_bundle, sensors=sensors), tmp_path / "b.npz")
        assert found["C"].shape == (count, 2 * small_bundle.rank)
        for name in ("C", "rest", "noise", "every", "measured", "markers") if count else ():
            np.testing.assert_allclose(found[name], alone[name], err_msg=name)


def test_what_cannot_be_written_is_said(small_bundle: BodyBundle, tmp_path: Path) -> None:
    with pytest.raises(SoftreinError, match=r"out\.txt: a file of gains ends in \.npz"):
        export_gains(small_bundle, tmp_path / "out.txt")
    with pytest.raises(SoftreinError, match="cannot be written"):
        export_gains(small_bundle, tmp_path / "nowhere" / "out.npz")
    with pytest.raises(ControllerError, match="no controller 'lqr'"):
        export_gains(replace(small_bundle, gains={}, offsets={}, parts={}), tmp_path / "out.npz")
    with pytest.raises(ControllerError, match=r"'mpc' is more than gains on the deviation.*lqr"):
        export_gains(small_bundle, tmp_path / "out.npz", "mpc")
    assert not list(tmp_path.iterdir())


def test_the_command_writes_them(small_bundle: BodyBundle, tmp_path: Path) -> None:
    file, out = tmp_path / "beam.softrein", tmp_path / "beam.mat"
    bundle_file.save(small_bundle, file)

    def ran(*options: str) -> Any:
        return CliRunner().invoke(app, ["export", str(file), *options])

    made = ran("--gains", str(out), "--json")
    assert made.exit_code == 0, made.output
    shapes = json.loads(made.stdout)["shapes"]
    assert shapes["K"] == [small_bundle.steps, len(small_bundle.limits), 2 * small_bundle.rank]
    assert loadmat(out)["A"].shape[2] == small_bundle.steps
    halved = ran("--gains", str(out), "--dt", str(small_bundle.dt / 2))
    assert halved.exit_code == 0, halved.output
    assert loadmat(out)["dt"] == pytest.approx(small_bundle.dt / 2)
    for option in (["--undisturbed"], ["--seed", "3"], ["--fps", "30"]):
        refused = ran("--gains", str(out), *option)
        assert "writes no run" in str(refused.exception)
    for options in ([], ["-o", str(tmp_path / "a.usda"), "--gains", str(out)]):
        refused = ran(*options)
        assert isinstance(refused.exception, SoftreinError)
        assert "one of them" in str(refused.exception)
