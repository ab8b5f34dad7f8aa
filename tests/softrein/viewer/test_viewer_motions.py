"""A page goes from one motion of a model to another, while it runs."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from offline.gains.lqr import remade_lqr
from runtime.base.progress import silent
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import load, save
from runtime.bundle.smoke import SmokeBundle
from runtime.control.base.law import AffineGains
from runtime.entering import Entrance
from runtime.plant.push import Push
from softrein.api.tuning import tuned_and_kept
from softrein.errors import ControllerError
from softrein.viewer.base.frames import GainBuffers
from softrein.viewer.base.messages import Command, Malformed, known_messages, parse
from softrein.viewer.gains import GainsMaker
from softrein.viewer.keyframes.editor import Key
from softrein.viewer.keyframes.motions import BUNDLE, Motions
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from softrein.viewer.server import Viewer
from softrein.viewer.shown.encounters import OPEN
from tests.softrein.viewer.viewing import gain_buffers


def ask(live: Live, do: str, **values: object) -> None:
    live.obey(1, Command(do, 0, values))


def run(live: Live, steps: int) -> None:
    for _ in range(steps):
        live.step()


@pytest.fixture
def live(motions_bundle: BodyBundle) -> Live:
    found = Live(scene_of(motions_bundle))
    ask(found, "endless", on=True)
    return found


def test_it_goes_on_from_where_it_is_and_settles(live: Live, motions_bundle: BodyBundle) -> None:
    run(live, 30)
    before = live.simulator.state
    ask(live, "motion", name="still")
    np.testing.assert_array_equal(live.simulator.state, before)
    assert live.moved == [("still", 60, len(motions_bundle.others["still"].pushes), 0.0, [])]
    assert np.abs(before).max() > 1e-3
    run(live, 200)
    assert np.abs(live.simulator.state).max() < 1e-2 * np.abs(before).max()
    assert live.simulator.index <= 60
    ask(live, "motion", name="tapped")
    run(live, 5 * motions_bundle.steps)
    assert live.scene.bundle is motions_bundle
    assert not live.errors


def test_its_own_pushes_are_those_of_the_motion(motions_bundle: BodyBundle) -> None:
    other = motions_bundle.others["still"]
    weak = Push(other.pushes[0].at, (0.0, 0.0, 0.25), 0.1, 0.05, 0.06)
    live = Live(scene_of(motions_bundle.with_motion(replace(other, pushes=[weak]))))
    ask(live, "motion", name="still")
    ask(live, "try")
    forces = []
    for _ in range(20):
        live.step()
        strongest = live.interaction.strongest()
        forces.append(0.0 if strongest is None else float(np.linalg.norm(strongest.applied)))
    assert max(forces) == pytest.approx(0.25)


def test_pushes_of_another_motion_do_not_act_unasked(motions_bundle: BodyBundle) -> None:
    other = motions_bundle.others["still"]
    often = [Push(other.pushes[0].at, (0.0, 0.0, 0.25), time, 0.05, 0.06) for time in np.arange(0, 0.5, 0.05)]
    live = Live(scene_of(motions_bundle.with_motion(replace(other, pushes=often))))
    ask(live, "try")
    run(live, 20)
    ask(live, "motion", name="still")
    for _ in range(50):
        live.step()
        assert live.interaction.strongest() is None


def test_pages_are_told_where_another_motion_leads(small_smoke: SmokeBundle) -> None:
    """Of smoke the ways of its particles; the places that are told are within a ten-thousandth of the box."""
    track = small_smoke.track
    still = replace(
        small_smoke, track=track._replace(states=np.tile(track.states[0], (len(track.states), 1)))
    )
    scene = scene_of(small_smoke)
    for bundle in (still, small_smoke):
        scene.follow(bundle)
        ways = np.array(scene.led())
        places = bundle.shape.positions(bundle.track.states).swapaxes(0, 1)
        np.testing.assert_allclose(ways, places, rtol=0, atol=1e-4 * scene.size)
        assert (np.ptp(ways, axis=1).max() > 1e-2 * scene.size) == (bundle is small_smoke)


def test_runs_are_of_the_motion_that_is_followed(live: Live) -> None:
    ask(live, "try")
    run(live, 81)
    assert "lqr" in live.runs.fresh
    number = live.runs.now.number
    ask(live, "motion", name="raised")
    assert not live.runs.fresh
    assert live.runs.now.number > number
    run(live, 1)
    assert live.runs.told().points[0, -1] == live.simulator.index


def test_gains_for_another_cost_are_of_the_first_motion(live: Live) -> None:
    ask(live, "motion", name="still")
    swap = Command("swap", 0, {"slot": 0, "decades": 1.0, "moved": False})
    assert not live.obey(0, swap)  # so that pages are not told of new gains
    assert "for tapped only" in live.errors[0]
    assert live.cost_decades == 0.0


def test_gains_that_were_refused_are_told_to_nobody(motions_bundle: BodyBundle) -> None:
    """Neither are they new gains for pages, nor is their cost that of later motions."""
    calls: list[tuple[str, object]] = []
    swapped = {"slot": 0, "decades": 1.0, "moved": False, "used": False}
    simulation = SimpleNamespace(heard=lambda: [("swapped", swapped)])
    gains = SimpleNamespace(
        done=lambda used: calls.append(("done", used)), keep_cost=lambda cost: calls.append(("keep", cost))
    )
    server = Viewer(scene_of(motions_bundle), simulation, gains)  # type: ignore[arg-type]
    server.say = lambda text: calls.append(("say", text))  # type: ignore[method-assign]
    server.hear()
    assert calls == [("done", False), ("keep", 0.0)]


def test_back_in_the_first_motion_key_frames_are_met_at_the_cost_of_its_gains(
    motions_bundle: BodyBundle,
) -> None:
    """Not at that which was wished for before another motion was followed."""
    kept: list[float] = []
    heard = [("moved", ("still", 60, 1, 0.0, [])), ("moved", ("tapped", 80, 1, 0.0, []))]
    gains = SimpleNamespace(keep_cost=kept.append)
    server = Viewer(scene_of(motions_bundle), SimpleNamespace(heard=lambda: heard), gains)  # type: ignore[arg-type]
    server._decades = 1.0
    server.hear()
    assert kept == [0.0]
    assert server._decades == 0.0


def test_back_in_the_first_motion_the_cost_told_is_that_of_its_gains(
    motions_bundle: BodyBundle,
) -> None:
    live = Live(scene_of(motions_bundle), gain_buffers(motions_bundle, 0.5))
    ask(live, "swap", slot=0, decades=1.0, moved=False)
    assert live.cost_decades == 1.0
    for name in ("still", "tapped"):
        ask(live, "motion", name=name)
    np.testing.assert_array_equal(live.simulator._policy.gains, motions_bundle.gains["lqr"])
    assert live.cost_decades == 0.0


def test_back_in_the_first_motion_its_targets_are_met_anew(motions_bundle: BodyBundle) -> None:
    """One that was hit before is open again, if its time is still to come."""
    live = Live(scene_of(motions_bundle))
    assert live.encounters
    for each in live.encounters:
        each.settle(True, 1)
    for name in ("still", "tapped"):
        ask(live, "motion", name=name)
    assert [each.outcome for each in live.encounters] == [OPEN] * len(live.encounters)


def test_the_motion_with_which_a_page_begins_is_the_one_that_it_edits(
    motions_bundle: BodyBundle, tmp_path: Path
) -> None:
    """Its gains for another cost, and its key-frames, in the process that makes them."""
    file, own = tmp_path / "three.softrein", motions_bundle.motion("raised")
    save(motions_bundle, file)
    room = GainBuffers(own.gains["lqr"].shape)
    maker = GainsMaker(file, room.name, motion="raised")
    try:
        maker.want(1.0)
        while (made := maker.made()) is None:
            time.sleep(0.01)
        assert (made.fault, made.decades) == ("", 1.0)
        np.testing.assert_allclose(room.sets[made.slot].gains, remade_lqr(own, 10.0)[0], rtol=1e-9)
    finally:
        maker.close()
        room.close()
    live = Live(scene_of(load(file).motion("raised")))
    assert live.scene.bundle.motion_name == "raised"
    ask(live, "motion", name="tapped")
    assert not live.errors


def test_a_controller_that_a_motion_lacks_says_so(live: Live) -> None:
    ask(live, "motion", name="still")
    live.scene.offer(live.scene.bundle.comparators)
    ask(live, "controller", name="spd")
    assert "no controller 'spd'" in live.errors[0]
    assert live.controller == "lqr"


def test_what_is_tuned_while_another_motion_is_followed_is_there_afterwards(live: Live) -> None:
    choice = live.scene.bundle.comparator("spd", {"kp": 1.0, "kd": 1.0})
    live.scene.offer(live.scene.bundle.comparators)
    ask(live, "motion", name="still")
    live.obey(0, Command("take", 0, {"name": "spd", "choice": choice}))
    assert live.errors == ["stable PD was tuned for tapped: choose it there"]
    ask(live, "motion", name="tapped")
    ask(live, "controller", name="spd")
    assert live.controller == "spd"


def test_what_is_tuned_for_a_later_motion_leaves_all_motions_in_the_file(
    motions_bundle: BodyBundle, tmp_path: Path
) -> None:
    """Another process tunes for the first one meanwhile."""
    file, once = tmp_path / "three.softrein", list[bool]()
    save(motions_bundle, file)

    def meanwhile(what: str, done: int, total: int) -> None:
        if not once:
            once.append(True)
            tuned_and_kept(load(file), file, ["p"], silent)

    found = tuned_and_kept(load(file).motion("still"), file, ["p"], meanwhile)
    kept = load(file)
    assert list(kept.motions) == list(motions_bundle.motions)
    assert set(found.motions) == set(kept.motions)
    assert [name for name, each in kept.motions.items() if "p" in each.gains] == ["tapped", "still"]


@pytest.mark.slow("tunes a comparator")
def test_a_bundle_that_a_page_saves_is_of_the_edited_motion_alone(
    motions_bundle: BodyBundle, tmp_path: Path
) -> None:
    file = tmp_path / "three.softrein"
    save(motions_bundle, file)
    vertex = int(motions_bundle.free[-1]) // 3
    motions = Motions(load(file).motion("raised"), file)
    motions.prepare()
    path = motions.save(BUNDLE, "alone", (Key(vertex, 20, (0.0, 0.002, 0.0)),), tmp_path)
    alone = load(path)
    assert list(alone.motions) == ["alone"]
    assert np.isfinite(alone.run().error)


def test_pages_are_told_the_names_and_may_ask_for_no_others(motions_bundle: BodyBundle) -> None:
    scene = scene_of(motions_bundle)
    described = json.loads(scene.content.description)
    assert [each["name"] for each in described["motions"]] == ["tapped", "still", "raised"]
    known = known_messages(scene.messages(), scene.controllers, tuple(motions_bundle.motions))
    assert parse('{"do": "motion", "name": "raised"}', known).values == {"name": "raised"}
    with pytest.raises(Malformed):
        parse('{"do": "motion", "name": "gone"}', known)
    with pytest.raises(Malformed):
        parse('{"do": "motion", "name": "raised"}', known_messages(scene.messages(), scene.controllers))


def test_one_motion_alone_offers_none(small_bundle: BodyBundle) -> None:
    assert json.loads(scene_of(small_bundle).content.description)["motions"] == []


def test_a_step_beyond_the_end_of_a_shorter_motion_is_its_end(live: Live) -> None:
    ask(live, "motion", name="still")
    ask(live, "seek", step=80)
    assert live.simulator.index == 60


def test_what_cannot_be_entered_is_said_and_nothing_changes(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(entrance: Entrance, state: np.ndarray) -> tuple[int, float]:
        raise ControllerError("it does not settle")

    monkeypatch.setattr(Entrance, "best", refuse)
    ask(live, "motion", name="raised")
    ask(live, "jump")
    assert live.errors == ["it does not settle"] * 2
    assert live.scene.bundle.motion_name == "tapped"


def test_targets_are_the_first_motions(live: Live) -> None:
    run(live, 60)
    assert live.runs.now.met
    ask(live, "motion", name="still")
    run(live, 1)
    assert live.runs.now.met == ()


def test_a_first_motion_that_was_edited_is_come_back_to(live: Live, motions_bundle: BodyBundle) -> None:
    track = motions_bundle.track._replace(states=0.5 * motions_bundle.track.states)
    edited = replace(motions_bundle, track=track)
    gains = AffineGains(motions_bundle.gains["lqr"])
    live._lead(edited, gains)
    ask(live, "motion", name="still")
    ask(live, "motion", name="tapped")
    np.testing.assert_array_equal(live.scene.bundle.track.states, track.states)
    ask(live, "motion", name="still")
    live._lead(motions_bundle, gains)  # which was under way
    assert live.scene.bundle.motion_name == "still"
    ask(live, "motion", name="tapped")
    np.testing.assert_array_equal(live.scene.bundle.track.states, motions_bundle.track.states)
