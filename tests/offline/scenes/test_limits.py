"""Limits of controls, also one-sided ones: read, stored, kept by every way of stepping, used by plans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from offline.full.body.full_body import build_full_body
from offline.gains.lqr import build_actuators
from offline.pipeline.body.statics import static_loads
from offline.scenes.reading import read_scene, scene_of
from runtime.bundle import file as bundle_file
from runtime.bundle.record import Bundle
from runtime.plant.actuation import clamp, make_actuation, own_at, own_controls, symmetric, within
from softrein.errors import BundleError, ControllerError, SceneError
from tests.runtime.bundle.bundle_files import array, resigned
from tests.tiny_bundles import tiny_body, tiny_smoke

TIP = "name='tip', region='xmax', direction=[0, 1, 0]"


def with_limit(limit: str) -> Any:
    return read_scene("beam", [f"control.actuators=[{{{TIP}, limit={limit}}}]"])


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ("'5 N'", (-5, 5)),
        ("5", (-5, 5)),
        ("['0 N', '5 N']", (0, 5)),
        ("['-200 mN', 0.0]", (-0.2, 0)),
        ("0", (0, 0)),
        ("[0, 0]", (0, 0)),
    ],
)
def test_a_scene_has_low_and_high_or_a_magnitude(limit: str, expected: tuple[float, float]) -> None:
    scene = with_limit(limit)
    assert scene.control.actuators[0].limit == expected
    assert not np.signbit(scene.control.actuators[0].limit[1])
    assert scene_of(scene.model_dump(mode="json")) == scene  # as a bundle has it
    assert build_actuators(scene.control, 2, lambda *_: np.ones(2))[1].tolist() == [list(expected)]


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ("['1 N', '2 N']", "low must be at most 0 and high at least 0: without control it is 0"),
        ("['2 N', '-2 N']", "low, 2, is above high, -2; give them the other way round"),
        ("'-5 N'", r"a magnitude is not negative; low and high are two numbers, as in \['0 N', '5 N'\]"),
        ("['0 N']", r"expected \[low, high\] or a magnitude"),
        ("[0, 1, 2]", r"expected \[low, high\]"),
        ("['0 N', '5 m']", "'5 m' is not in N"),
        ("[0, inf]", "must be finite"),
        ("[0, true]", "got true"),
        ("{low=0}", r"expected \[low, high\]"),
    ],
)
def test_a_scene_with_other_limits_is_refused(limit: str, words: str) -> None:
    with pytest.raises(SceneError, match=rf"control\.actuators\.0\.limit: .*{words}"):
        with_limit(limit)


def test_all_reduced_controls_may_have_them_and_winds() -> None:
    scene = read_scene("beam", ["control.limit=[-1, 0]"])
    assert build_actuators(scene.control, 2, lambda *_: np.ones(2))[1].tolist() == [[-1, 0], [-1, 0]]
    wind = "{name='a', at=[0.5, 0.5], radius=0.1, direction=[1, 0], limit=['0 m/s^2', '2 m/s^2']}"
    assert read_scene("smoke-small", [f"control.actuators=[{wind}]"]).control.actuators[0].limit == (0, 2)


def test_what_only_pulls_has_no_static_response_to_a_push() -> None:
    full = build_full_body(read_scene("beam", [f"control.actuators=[{{{TIP}}}]", "enrichment.statics=0"]))
    for limit, signs in (("5 N", [5, -5]), (["0 N", "5 N"], [5]), ([-3, 1], [1, -3]), (0, [])):
        (part,) = full.scene.control.actuators
        full.scene.control.actuators[:] = [type(part)(**dict(part) | {"limit": limit})]
        loads = [load for load in static_loads(full, 1.0) if load.name.startswith("actuator")]
        assert [round(load.force.sum()) for load in loads] == signs


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (np.zeros(3), r"shape \(3, 2\), expected \(2, 2\): low and high"),
        (np.zeros((2, 3)), r"shape \(2, 3\), expected \(2, 2\)"),
        (np.array([-1.0, 1.0]), "limits of control 0 are 1 to -1: expected low <= 0 <= high"),
        (np.array([[-1.0, 1.0], [0.5, 1.0]]), "limits of control 1 are 0.5 to 1: .* without control it is 0"),
        (np.array([[-1.0, -0.1], [0.0, 1.0]]), "control 0"),
        (np.array([[0.0, np.nan], [0.0, 1.0]]), "control 0"),
    ],
)
def test_limits_have_zero_between_them(limits: np.ndarray, words: str) -> None:
    with pytest.raises(ControllerError, match=words):
        make_actuation(np.eye(2), limits)


def test_each_control_is_held_at_its_own_side() -> None:
    limits = np.array([[-1.0, 2.0], [0.0, 3.0], [0.0, 0.0], [-np.inf, 1.0], [-np.inf, np.inf]])
    control = np.array([-5.0, -5.0, 5.0, -5.0, 5.0])
    limits, nothing = make_actuation(np.eye(5), limits).limits, np.zeros(5)
    assert not within(limits, nothing, control)
    assert clamp(limits, nothing, control) == 3
    assert control.tolist() == [-1, 0, 0, -5, 5]
    assert within(limits, nothing, control)
    assert clamp(limits, nothing, control) == 0
    assert symmetric(np.array([2.0, 0.0])).tolist() == [[-2, 2], [0, 0]]


def test_what_a_reference_has_of_a_control_counts() -> None:
    """Of two forces and a cable, which is pulled with 3 N in units of 2 N, within 0 and 4 N."""
    matrix = np.array([[1.0, 0.0], [0.5, 0.0], [0.0, 2.0]])
    own = own_controls(matrix, np.array([[7.0, 7.0, 3.0]]), 2)
    actuation = make_actuation(matrix, np.array([[-1.0, 1.0], [0.0, 2.0]]), own)
    np.testing.assert_array_equal(own_at(actuation, 5), [0, 1.5])
    control = np.array([0.5, -5.0])
    assert clamp(actuation.limits, own_at(actuation, 5), control) == 1
    assert control.tolist() == [0.5, -1.5]
    control[1] = 5.0
    assert clamp(actuation.limits, own_at(actuation, 5), control) == 1
    assert control.tolist() == [0.5, 0.5]


def one_sided(bundle: Bundle) -> Bundle:
    """The bundle with limits that LQR meets: each control pulls, every third pushes a little as well."""
    most = 0.3 * np.abs(bundle.run(controller="lqr").controls).max()
    limits = np.tile([0.0, most], (len(bundle.limits), 1))
    limits[::3, 0] = -0.5 * most
    limits[-1] = 0.0
    return replace(bundle, limits=limits)


@pytest.mark.parametrize("controller", ["lqr", "pd", "spd", "mpc"])
def test_every_way_of_stepping_keeps_them(either_bundle: Bundle, controller: str) -> None:
    bundle = one_sided(either_bundle)
    low, high = bundle.limits.T
    run = bundle.run(controller=controller)
    assert ((low <= run.controls) & (run.controls <= high)).all()
    assert np.isclose(run.controls, low).any(axis=0)[:-1].any()
    assert not run.controls[:, -1].any()
    rolled = bundle.rollouts([bundle.pushes, bundle.pushes], controller, record=True)
    assert rolled.states is not None
    np.testing.assert_allclose(rolled.states[:, 1], run.states, atol=1e-7 * np.abs(run.states).max())
    simulator, (push,) = bundle.simulator(controller, rewind=False), bundle.pushes
    for k in range(bundle.steps):
        simulator.play(push, k)
        simulator.step()
        assert ((low <= simulator.control) & (simulator.control <= high)).all()
    apart = 1e-8 if controller == "mpc" else 0.0  # plans enlarge what two compilations differ by: last bits
    np.testing.assert_allclose(simulator.state, run.states[-1], rtol=0, atol=apart)
    if controller != "mpc":  # before the push a control is zero but for round-off, which may meet a limit
        assert run.counts["clamped"] > 0
        assert rolled.clamped[0] > 0


def test_one_sided_limits_are_planned_with(either_bundle: Bundle) -> None:
    bundle = one_sided(either_bundle)

    def total(controller: str) -> float:
        run = bundle.run(controller=controller)
        return run.error**2 + float(bundle.costs.control[0, 0]) * run.effort

    assert total("mpc") < 0.99 * total("lqr")


def test_environments_have_them_for_their_space(either_bundle: Bundle) -> None:
    pytest.importorskip("gymnasium")
    from softrein.gym import BundleEnv, BundleVectorEnv, baseline

    bundle = one_sided(either_bundle)
    env = BundleEnv(bundle, pushes="own")
    low, high = bundle.limits.T
    np.testing.assert_array_equal(env.action_space.low, low)
    np.testing.assert_array_equal(env.action_space.high, high)
    normal = BundleEnv(bundle, pushes="own", normalise=True)
    assert normal.action_space.low.min() == -0.5
    assert normal.action_space.high.tolist() == [1.0] * (len(bundle.limits) - 1) + [0.0]
    many, runs = BundleVectorEnv(bundle, 2, pushes="own"), bundle.rollouts([bundle.pushes])
    for each in (env, normal):
        policy, (seen, _), over = baseline(each), each.reset(), False
        while not over:
            action = policy(seen)
            assert each.action_space.contains(action)
            seen, _, over, _, info = each.step(action)
        found, wanted = [info["error"], info["effort"]], [runs.error[0], runs.effort[0]]
        np.testing.assert_allclose(found, wanted, rtol=1e-6)
    many.reset()
    *_, info = many.step(np.full(many.action_space.shape, -1e9))
    np.testing.assert_allclose(info["effort"], bundle.dt * np.sum(bundle.limits[:, 0] ** 2))
    open_ended = replace(bundle, limits=np.tile([0.0, np.inf], (len(bundle.limits), 1)))
    space = BundleEnv(open_ended, pushes="none", bound=2.0, penalty=1.0, reach=1.0).action_space
    assert set(space.low) == {0.0}
    assert set(space.high) == {2.0}


@pytest.mark.parametrize("made", [tiny_body, tiny_smoke])
def test_files_before_version_7_have_magnitudes(made: Callable[[], Bundle], tmp_path: Path) -> None:
    bundle, path = made(), tmp_path / "old.softrein"
    bundle_file.save(bundle, path)
    np.testing.assert_array_equal(bundle_file.load(path).limits, bundle.limits)
    magnitudes = np.array([3.0, np.inf])
    for version, given, wanted in ((6, magnitudes, True), (7, magnitudes, False), (7, bundle.limits, True)):
        with h5py.File(path, "a") as file:
            file.attrs["version"] = version
        resigned(path, array("limits", given))
        if wanted:
            expected = symmetric(given) if given.ndim == 1 else given
            np.testing.assert_array_equal(bundle_file.load(path).limits, expected)
        else:
            with pytest.raises(BundleError, match=r"limits has shape \(2,\), expected \(controls, 2\)"):
                bundle_file.load(path)
    wrong = replace(bundle, limits=np.array([[-1.0, 1.0], [0.5, 1.0]]))
    with pytest.raises(BundleError, match=r"limits of control 1 are 0\.5 to 1"):
        bundle_file.save(wrong, path)
