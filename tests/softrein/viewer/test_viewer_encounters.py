"""A body's targets in the viewer: the same outcome as by `softrein run`, whichever page looks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from offline.targets import gaps, skin_positions, spots_of, swing
from runtime.bundle.body import BodyBundle
from runtime.target import Target
from softrein.facts.runs import hits
from softrein.viewer.base.messages import Command
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from softrein.viewer.shown.encounters import HIT, MISSED, OPEN
from tests.softrein.viewer.test_viewer_live import ask, seen, steps


def outcomes(live: Live) -> list[int]:
    return [int(outcome) for outcome in seen(live).targets[:, 0]]


def whole_run(bundle: BodyBundle, controller: str, pushed: bool) -> tuple[Live, np.ndarray]:
    """A motion to its end, with the scene's pushes or none, and where the balls were (T + 1, k, 3)."""
    live = Live(scene_of(bundle))
    ask(live, "controller", name=controller)
    ask(live, "endless", on=False)
    ask(live, "try" if pushed else "rewind")
    places = [seen(live).targets[:, 2:]]
    while live.moving:
        live.step()
        places.append(seen(live).targets[:, 2:])
    return live, np.array(places)


@pytest.mark.parametrize("controller", ["lqr", "pd", "none"])
@pytest.mark.parametrize("pushed", [False, True])
def test_they_are_hit_as_in_a_run(small_bundle: BodyBundle, controller: str, pushed: bool) -> None:
    """And the balls swing as those of pictures do."""
    live, places = whole_run(small_bundle, controller, pushed)
    states = small_bundle.run(small_bundle.pushes if pushed else [], controller).states
    found = hits(small_bundle, states)
    assert outcomes(live) == [HIT if found[each.name]["hit"] else MISSED for each in small_bundle.targets]
    assert list(live.runs.fresh[controller].met) == outcomes(live)  # at the last step, too
    if not pushed:
        assert HIT in outcomes(live)  # there is something to hit
    for number, target in enumerate(small_bundle.targets):
        skin = skin_positions(small_bundle.shape, target, states)
        path = swing(target, skin, small_bundle.dt)
        np.testing.assert_allclose(places[:, number], path, atol=1e-6)
        if found[target.name]["hit"]:
            first = np.flatnonzero(gaps(target, skin) <= 0)[0]
            assert seen(live).targets[number, 1] == pytest.approx(first * small_bundle.dt)


def test_a_miss_is_known_as_soon_as_a_hit_would_come_too_late(small_bundle: BodyBundle) -> None:
    target = replace(small_bundle.targets[0], centre=(9.0, 9.0, 9.0))
    live = Live(scene_of(replace(small_bundle, targets=[target])))
    steps(live, target.step + target.window - 1)
    assert outcomes(live) == [OPEN]
    steps(live, 1)
    assert outcomes(live) == [MISSED]
    assert seen(live).targets[0, 1] == pytest.approx((target.step + target.window) * small_bundle.dt)


def test_what_is_touched_too_early_is_missed(small_bundle: BodyBundle) -> None:
    target = small_bundle.targets[0]
    inside = tuple(small_bundle.vertices[small_bundle.regions[target.region]].mean(axis=0))
    live = Live(scene_of(replace(small_bundle, targets=[replace(target, centre=inside)])))
    assert outcomes(live) == [MISSED]


def test_they_begin_anew_with_the_motion(small_bundle: BodyBundle) -> None:
    live, _ = whole_run(small_bundle, "lqr", False)
    assert OPEN not in outcomes(live)
    centres = np.array([target.centre for target in small_bundle.targets])
    ask(live, "rewind")
    assert set(outcomes(live)) == {OPEN}
    np.testing.assert_allclose(seen(live).targets[:, 2:], centres, rtol=1e-6)
    ask(live, "endless", on=True)
    steps(live, small_bundle.steps)
    assert OPEN not in outcomes(live)
    steps(live, 1)
    assert set(outcomes(live)) == {OPEN}


def test_after_a_jump_nothing_is_missed_that_was_leapt_over(
    small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = Live(scene_of(small_bundle))
    target = small_bundle.targets[0]

    def jump(step: int) -> None:
        monkeypatch.setattr(live.simulator, "jump_to_closest", lambda: live.simulator.follow(0, step))
        live.simulator.state = small_bundle.track.states[step]
        ask(live, "jump")

    after = target.step + target.window + 1
    jump(after)
    steps(live, 3)
    assert outcomes(live)[0] == OPEN
    jump(target.step - 5)
    steps(live, 5 + target.window)
    assert outcomes(live)[0] == HIT
    jump(after)
    assert outcomes(live)[0] == HIT  # that was decided
    jump(target.step - 5)
    assert outcomes(live)[0] == OPEN


@pytest.mark.parametrize("lands", [True, False])
def test_who_comes_flying_lands_or_hovers(small_bundle: BodyBundle, lands: bool) -> None:
    region, step = small_bundle.targets[0].region, 40
    probe = Target("bee", region, (0.0, 0.0, 0.0), 0.01, 0.0, step, 20, ((1.0, 1.0, 1.0),))
    path = spots_of(small_bundle.shape, probe, small_bundle.track.states)
    centre = path[step] + [0.0, 0.0, 0.005 if lands else 0.02]
    bee = replace(probe, centre=tuple(centre))
    bundle: Any = replace(small_bundle, targets=[bee])
    live, places = whole_run(bundle, "lqr", False)
    assert outcomes(live) == [HIT if lands else MISSED]
    assert seen(live).targets[0, 1] == pytest.approx(step * bundle.dt)
    np.testing.assert_allclose(places[0, 0], bee.flight[0], atol=1e-6)
    np.testing.assert_allclose(places[-1, 0], path[-1] if lands else centre, atol=1e-6)
    for later in (step, step + 5):
        live.encounters[0].begin(later)  # as after a jump: that was decided
        assert outcomes(live) == [HIT if lands else MISSED]
    live.encounters[0].begin(step - 1)
    assert outcomes(live) == [OPEN]


@pytest.mark.parametrize("up", ["x", "y", "z"])
def test_what_points_up_does_so_on_the_page(small_bundle: BodyBundle, up: str) -> None:
    """A page's places and forces are those of a body that is turned, and the motion is the same."""
    scene = scene_of(replace(small_bundle, up=up))
    turn = scene.turn
    np.testing.assert_allclose(turn @ turn.T, np.eye(3))
    assert np.linalg.det(turn) == pytest.approx(1)  # a mirror would be no turn
    np.testing.assert_array_equal(turn @ np.eye(3)["xyz".index(up)], [0, 1, 0])
    live = Live(scene)
    ask(live, "controller", name="none")
    vertex = int(np.argmax(scene.give))
    here = scene.body.rest[vertex] + scene.body.basis[vertex] @ live.simulator.state[: small_bundle.rank]
    live.obey(1, Command("grab", 0, {"vertex": vertex, "to": tuple(here + [0.0, 0.3 * scene.size, 0.0])}))
    alone = small_bundle.simulator("none")
    for _ in range(10):
        live.step()
        alone.step()
    frame, rank = seen(live), small_bundle.rank
    assert frame.force[1] > max(abs(frame.force[0]), abs(frame.force[2]))
    mesh = int(np.flatnonzero(scene.body.drawn == vertex)[0])
    way = (small_bundle.shape.positions(live.simulator.state) - alone.positions())[mesh]
    assert way["xyz".index(up)] > 0.01 * scene.size
    places = scene.body.rest[vertex] + scene.body.basis[vertex] @ live.simulator.state[:rank]
    assert (turn.T @ places)["xyz".index(up)] > (turn.T @ here)["xyz".index(up)]
    told = scene.description()
    low, high = np.array(told["extent"])
    np.testing.assert_allclose(np.sort(high - low), np.sort(np.ptp(small_bundle.vertices, axis=0)))
    target, listed = small_bundle.targets[0], told["targets"][0]
    np.testing.assert_allclose(turn.T @ listed["place"], target.centre, atol=1e-12)
    np.testing.assert_allclose(turn.T @ listed["anchor"], target.anchor, atol=1e-12)
    np.testing.assert_allclose(turn.T @ told["pushes"][0]["force"], small_bundle.pushes[0].force, atol=1e-12)
    np.testing.assert_allclose(frame.targets[0, 2:], turn @ live.encounters[0].place, rtol=1e-5)
