"""Cables and chambers in the viewer: the messages about them to pages, and their control by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from runtime.bundle.body import BodyBundle
from softrein.viewer.base import messages
from softrein.viewer.base.messages import Command, Malformed, known_messages, parse
from softrein.viewer.base.runs import BY_HAND
from softrein.viewer.base.waiting import Waiting
from softrein.viewer.live import Live
from softrein.viewer.scene import Scene, scene_of
from tests.runtime.bundle.with_actuators import HELD, with_actuators
from tests.softrein.viewer.viewing import Frame, read_frame


@pytest.fixture(scope="module")
def bundle(small_bundle: BodyBundle) -> BodyBundle:
    return with_actuators(small_bundle)


def seen(live: Live) -> Frame:
    frame = bytes(live.frame(1, 0.0, 0.0, 0.0))
    return read_frame(messages.without_room(frame, live.scene.plan.numbers), *live.scene.counts)


def ask(live: Live, do: str, **values: Any) -> None:
    live.obey(1, Command(do, 0, values))


def test_what_pages_are_told_of_them(bundle: BodyBundle) -> None:
    scene = scene_of(bundle)
    told = json.loads(json.dumps(scene.description()))["muscles"]
    assert [each["unit"] for each in told] == ["N", "mm", "kPa"]
    assert [(each["low"], each["high"]) for each in told] == [
        pytest.approx(pair) for pair in ((0, 0.03), (0, 3e-4), (-20, 30))
    ]
    assert [each["route"] for each in told] == [[0, 3], [3, 5], [0, 0]]
    arrays, state = scene.arrays(), 0.01 * np.arange(1.0, bundle.rank + 1)
    places = arrays["route_rest"] + np.einsum("kra,r->ka", arrays["route_basis"], state)
    own = bundle.muscles["points"] + bundle.muscles["point_modes"] @ state
    np.testing.assert_allclose(places @ scene.turn, own, atol=1e-12)


@pytest.mark.parametrize("controller", ["none", "lqr", "mpc"])
def test_a_frame_tells_their_controls(bundle: BodyBundle, controller: str) -> None:
    live = Live(scene_of(bundle, controller))
    known = bundle.run(controller=controller, pushes=[])
    for _ in range(5):
        live.step()
    control = known.controls[4]
    total = HELD + np.diag([1.0, 1e-3, 1e3]) @ control[:3]
    frame = seen(live)
    np.testing.assert_allclose(frame.muscles[:, 0], total, rtol=1e-5)
    assert not frame.muscles[:, 1].any()


@pytest.mark.parametrize("controller", ["none", "lqr", "mpc"])
def test_what_a_hand_holds_stays_until_it_is_let_go(bundle: BodyBundle, controller: str) -> None:
    live = Live(scene_of(bundle, controller))
    ask(live, "drive", which=0, value=0.027)
    ask(live, "drive", which=2, value=1e9)  # as far as its limit
    for _ in range(8):
        live.step()
        frame = seen(live)
        np.testing.assert_allclose(frame.muscles[[0, 2], 0], [0.027, 30.0], rtol=1e-6)
    assert frame.muscles[:, 1].tolist() == [1, 0, 1]
    free = Live(scene_of(bundle, controller))
    for _ in range(8):
        free.step()
    assert np.abs(live.simulator.state_now - free.simulator.state_now).max() > 1e-6
    for which in (0, 2):
        ask(live, "loosen", which=which)
    np.testing.assert_array_equal(live.simulator.limits, bundle.limits)
    live.step()
    assert not seen(live).muscles[:, 1].any()
    np.testing.assert_array_equal(bundle.actuation.limits, bundle.limits)  # which others have


def test_without_limits_a_slider_has_room(bundle: BodyBundle) -> None:
    free = replace(bundle, limits=np.tile([-np.inf, np.inf], (4, 1)))
    drives = scene_of(free).drives
    assert drives is not None
    np.testing.assert_allclose(drives.ranges, np.outer(3 * HELD, [-1, 1]))


@pytest.mark.parametrize(
    "text",
    [
        '{"do": "drive", "which": 3, "value": 0}', '{"do": "drive", "which": 0}', '{"do": "loosen"}',
        '{"do": "drive", "which": 0, "value": null}', '{"do": "loosen", "which": -1}',
    ],
)  # fmt: skip
def test_what_no_page_sends_of_them_is_refused(bundle: BodyBundle, text: str) -> None:
    scene: Scene = scene_of(bundle)
    with pytest.raises(Malformed):
        parse(text, known_messages(scene.messages(), scene.controllers))


def test_of_each_the_newest_waits() -> None:
    waiting = Waiting()
    for which, value in ((0, 1.0), (1, 2.0), (0, 3.0)):
        waiting.add(1, Command("drive", 0, {"which": which, "value": value}))
    assert [waiting.take()[1].values for _ in range(len(waiting))] == [
        {"which": 1, "value": 2.0}, {"which": 0, "value": 3.0},
    ]  # fmt: skip


def test_what_is_held_is_told_before_a_step_is_taken_and_let_go_when_the_motion_fails(
    bundle: BodyBundle,
) -> None:
    live = Live(scene_of(bundle, "none"))
    ask(live, "pause", on=True)
    ask(live, "drive", which=1, value=1e-4)
    np.testing.assert_allclose(seen(live).muscles[1], [1e-4, 1.0], rtol=1e-6)
    live._recover("for once", 0.0)
    assert not seen(live).muscles[:, 1].any()
    np.testing.assert_array_equal(live.simulator.limits, bundle.limits)


def test_a_run_with_a_hand_on_a_cable_counts_as_by_hand(bundle: BodyBundle) -> None:
    live = Live(scene_of(bundle, "none"))
    live.step()
    assert not live.runs.now.marks
    ask(live, "drive", which=0, value=0.01)
    live.step()
    assert live.runs.now.marks == BY_HAND


def test_a_limit_of_nothing_is_no_hand(bundle: BodyBundle) -> None:
    limits = bundle.limits.copy()
    limits[2] = 0.0
    live = Live(scene_of(replace(bundle, limits=limits), "none"))
    assert not seen(live).muscles[:, 1].any()


@pytest.mark.parametrize(("control", "size"), [(0, 0.0), (1, 1.0)])
def test_each_has_one_control(bundle: BodyBundle, control: int, size: float) -> None:
    actuators = bundle.actuators.copy()
    actuators[bundle.rank, control] = size
    with pytest.raises(ValueError, match="one control of its own"):
        replace(bundle, actuators=actuators).check()
