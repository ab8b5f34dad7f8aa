"""The planned motion of a controller, as it is sent to pages, and the time that plans may take."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.control.planning.options import Replanning
from runtime.control.registry import LQR, MPC
from softrein.errors import ControllerError
from softrein.viewer.base import messages
from softrein.viewer.base.messages import Command
from softrein.viewer.laws import SHARE
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from softrein.viewer.shown.plans import MOST_LINES, POINTS, layout_for
from tests.softrein.viewer.viewing import Frame, read_frame

HORIZON = 8
MESSAGE = 2048  # bytes that a frame may be of a small body or smoke, plan included


def ask(live: Live, do: str, **values: Any) -> None:
    live.obey(1, Command(do, 0, values))


def told(live: Live) -> bytes:
    """A frame as the server sends it."""
    return messages.without_room(live.frame(1, 0.0, 0.0, 0.0).tobytes(), live.scene.plan.numbers)


def seen(live: Live) -> Frame:
    return read_frame(told(live), *live.scene.counts)


def planning(bundle: Bundle, **options: Any) -> Live:
    """One under re-planning, a few steps on."""
    options = {"horizon": HORIZON, "budget": 1e3, **options}
    live = Live(scene_of(replace(bundle, replanning=Replanning(**options)), MPC.name))
    for _ in range(3):
        live.step()
    return live


def test_pages_see_where_the_plan_leads(either_bundle: Bundle) -> None:
    """From where it is, through what the simulator says of the same plan, in a message that stays small."""
    live = planning(either_bundle)
    scene, states = live.scene, live.simulator.planned
    assert len(states) == HORIZON
    frame = seen(live)
    assert frame.flags & messages.PLANNED
    ways = frame.plan[1:].reshape(scene.plan[:3])
    assert len(ways) == getattr(either_bundle, "particles", 1)
    states[0] = live.simulator.state
    for k, way in enumerate(ways):
        passed = np.array([scene.ways(state[None])[k, 0] for state in states])
        apart = np.linalg.norm(way[:, None] - passed, axis=2)
        assert apart.min(axis=1).max() < 1e-6 * scene.size  # it goes through these places alone,
        assert apart.min(axis=0).max() < 1e-6 * scene.size  # through all of them,
        assert (np.diff(apart.argmin(axis=1)) >= 0).all()  # in order
        assert apart[0, 0] < 1e-6 * scene.size
    assert frame.plan[0] == 0
    assert len(told(live)) <= MESSAGE


def test_of_a_body_it_is_the_way_of_what_is_watched(small_bundle: BodyBundle) -> None:
    scene = scene_of(small_bundle)
    watched = scene.about()["watched"]
    states = small_bundle.track.states[::5]
    middles = [np.mean([scene.where(each, state) for each in watched], axis=0) for state in states]
    np.testing.assert_allclose(scene.ways(states), [middles], atol=1e-12)


def test_who_does_not_plan_has_no_line_and_smaller_frames(either_bundle: Bundle) -> None:
    live = planning(either_bundle)
    longer = len(told(live))
    for name in ("lqr", "pd", "none"):
        ask(live, "controller", name=name)
        live.step()
        assert not seen(live).flags & messages.PLANNED
        assert longer - len(told(live)) == 4 * live.scene.plan.numbers
    ask(live, "controller", name=MPC.name)
    assert not len(seen(live).plan)  # none is made yet
    live.step()
    assert len(seen(live).plan)
    ask(live, "rewind")
    assert not len(seen(live).plan)


def test_the_line_bends_from_a_hand_back_to_the_motion(small_bundle: BodyBundle) -> None:
    """It begins where the hand has pulled the body to, and ends nearer to the motion."""
    live = planning(small_bundle, horizon=20)
    scene: Any = live.scene
    vertex = int(scene.watched[0])
    goal = scene.where(vertex, live.simulator.state) + [0.0, 0.0, 0.3 * scene.size]
    for _ in range(15):
        ask(live, "grab", vertex=vertex, to=tuple(goal))
        live.step()
    way = seen(live).plan[1:].reshape(-1, 3)
    steps = np.minimum(live.simulator.index + np.arange(20), small_bundle.steps)
    (home,) = scene.ways(small_bundle.track.states[steps])
    off = np.linalg.norm(way[[0, -1]] - home[[0, -1]], axis=1)
    (here,) = scene.ways(live.simulator.state[None])
    np.testing.assert_allclose(way[0], here[0], atol=1e-6 * scene.size)  # whatever was foreseen of it
    assert off[0] > 0.02 * scene.size
    assert off[1] < 0.8 * off[0]


def test_scene_json_says_how_much_a_plan_is(either_bundle: Bundle) -> None:
    scene = scene_of(either_bundle)
    plan = json.loads(scene.content.description)["plan"]
    assert plan == scene.plan._asdict()
    assert 1 + plan["lines"] * plan["points"] * plan["axes"] == scene.plan.numbers


def test_however_far_it_plans_and_however_much_is_steered_a_line_has_few_points() -> None:
    assert layout_for(1000, 1, 3) == (1, POINTS, 3)
    assert layout_for(1, 1, 3).points == 2
    assert layout_for(1000, MOST_LINES, 2).numbers == 1 + MOST_LINES * POINTS * 2
    assert layout_for(1000, MOST_LINES + 1, 2).numbers == 1


def test_plans_keep_within_a_share_of_the_time_between_two_steps(either_bundle: Bundle) -> None:
    live = planning(either_bundle, budget=None)
    dt = either_bundle.dt
    assert live.simulator._policy.budget == SHARE * dt
    live.step()
    count = len(live.simulator.planned)
    ask(live, "scale", factor=2.0)
    assert live.simulator._policy.budget == SHARE * dt / 2
    assert len(live.simulator.planned) == count  # it remembers its plan
    ask(live, "scale", factor=0.1)
    assert live.simulator._policy.budget == SHARE * dt / 0.1
    own = planning(either_bundle, budget=0.25)
    ask(own, "scale", factor=2.0)
    assert own.simulator._policy.budget == 0.25  # as the scene says


def test_plans_that_are_cut_short_are_counted(either_bundle: Bundle) -> None:
    live = planning(either_bundle, budget=1e-9)
    assert live.simulator.counts["over budget"] == 3
    assert not len(seen(live).plan)  # it has come to none
    patient = live.simulator._policy._replace(budget=1e3)
    live.simulator.choose(patient, either_bundle.track, anew=False)
    live.step()
    assert seen(live).plan[0] == 3


def test_what_cannot_be_made_says_so_and_the_motion_goes_on(
    either_bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    law, asked = type(either_bundle).law, []

    def failing(self: Bundle, choice: Any, *rest: Any, **options: Any) -> Any:
        if choice == MPC.name:
            asked.append(choice)
            raise ControllerError("what the endless motion costs does not settle")
        return law(self, choice, *rest, **options)

    monkeypatch.setattr(type(either_bundle), "law", failing)
    live = Live(scene_of(either_bundle))
    live.prepare()
    assert live.controller == LQR.name
    for _ in range(2):
        ask(live, "controller", name=MPC.name)
        assert "does not settle" in live.errors.pop()
        assert live.controller == LQR.name
        live.step()
    assert asked == [MPC.name]  # what takes long to find out is found out once
    with pytest.raises(ControllerError, match="does not settle"):
        Live(scene_of(either_bundle, MPC.name))
