"""A handle in the viewer: the messages about it to pages, and how they move it."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from runtime.body.handle.pose import exponential
from runtime.bundle.body import BodyBundle
from runtime.control.registry import LQR
from softrein.viewer.base import messages
from softrein.viewer.base.messages import Command, Malformed, known_messages, parse
from softrein.viewer.body.scene import CARRIED_FAR
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from tests.softrein.viewer.viewing import Frame, read_frame


@pytest.fixture(scope="module")
def held(small_bundle: BodyBundle) -> BodyBundle:
    return replace(small_bundle.in_moving_frame(), up="z", targets=[])


def seen(live: Live) -> Frame:
    frame = bytes(live.frame(1, 0.0, 0.0, 0.0))
    return read_frame(messages.without_room(frame, live.scene.plan.numbers), *live.scene.counts)


def ask(live: Live, do: str, **values: object) -> None:
    live.obey(1, Command(do, 0, values))


def test_a_page_carries_it_and_lets_it_go(held: BodyBundle) -> None:
    live = Live(scene_of(held, LQR.name))
    assert np.array_equal(seen(live).pose, [0, 0, 0, *np.eye(3).ravel()])
    ask(live, "carry", to=(0.02, 0.05, -0.03), turn=(0.0, 0.0, 0.4))
    for _ in range(40):
        live.step()
    pivot = live.scene.turn @ held.handle["pivot"]
    turn = exponential(np.array([0.0, 0.0, 0.4]))
    np.testing.assert_allclose(seen(live).pose[3:].reshape(3, 3), turn, atol=1e-6)
    np.testing.assert_allclose(seen(live).pose[:3] + turn @ pivot, pivot + (0.02, 0.05, -0.03), atol=1e-6)
    ours = live.simulator.positions() @ live.scene.turn.T
    body = live.scene.body  # type: ignore[attr-defined]
    drawn = live.scene.placed(body.rest + body.basis @ live.simulator.state[: held.rank])
    outside = np.unique(held.surface)
    np.testing.assert_allclose(drawn[body.drawn[outside]], ours[outside], atol=1e-9)
    ask(live, "leave")
    for _ in range(70):  # 0.6 s and more
        live.step()
        live.simulator.index = min(live.simulator.index, held.steps - 1)
    assert not live.simulator.frame.moving
    ask(live, "carry", to=(1e9, 0.0, 0.0), turn=(1e9, 0.0, 0.0))  # as far as it goes
    for _ in range(5):
        live.step()
        live.simulator.index = min(live.simulator.index, held.steps - 1)
    assert np.abs(live.simulator.frame.pose.translation).max() <= CARRIED_FAR * live.scene.size


def test_at_the_seam_of_an_open_way_it_does_not_leap(held: BodyBundle) -> None:
    way = {name: each.copy() for name, each in held.way.items()}
    way["translation"][:, 0] = np.linspace(0.0, 0.1, held.steps + 1)
    live = Live(scene_of(replace(held, way=way), LQR.name))
    ask(live, "endless", on=True)
    live._starts_over = False
    places = []
    for _ in range(held.steps + 80):
        live.step()
        places.append(np.linalg.norm(seen(live).pose[:3]))
    assert places[held.steps - 2] > 0.09
    assert np.abs(np.diff(places)).max() < 0.02
    assert places[-1] == pytest.approx(way["translation"][80, 0], abs=1e-6)


def test_a_hand_pulls_to_a_place_in_space(held: BodyBundle) -> None:
    live = Live(scene_of(held, LQR.name))
    ask(live, "carry", to=(0.0, 0.0, 0.0), turn=(0.0, 1.0, 0.0))
    for _ in range(40):
        live.step()
    vertex = int(live.scene.watched[0])  # type: ignore[attr-defined]
    here = live.scene.placed(live.scene.where(vertex, live.simulator.state))
    ask(live, "grab", vertex=vertex, to=tuple(here + (0.0, 0.0, 0.03)))
    live.step()
    force = seen(live).force
    assert force[2] > 0.9 * np.linalg.norm(force)


def test_what_it_may_be_asked_for(held: BodyBundle, small_bundle: BodyBundle) -> None:
    scene = scene_of(held)
    known = known_messages(scene.messages(), scene.controllers)
    asked = json.dumps({"do": "carry", "to": [0, 0, 1], "turn": [0, 0.5, 0]})
    assert parse(asked, known).values == {"to": (0.0, 0.0, 1.0), "turn": (0.0, 0.5, 0.0)}
    for wrong in ({"to": [0, 0]}, {"to": [0, 0, 1]}, {"to": [0, 0, None], "turn": [0, 0, 0]}):
        with pytest.raises(Malformed):
            parse(json.dumps({"do": "carry", **wrong}), known)
    plain = scene_of(small_bundle)
    with pytest.raises(Malformed):
        parse(asked, known_messages(plain.messages(), plain.controllers))
    assert plain.description()["handle"] is None
    assert scene.description()["handle"]["radius"] > 0
