"""Key-frames by hand: their list, the motion through them, the reference that is followed, and files."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from offline.campaign.prints import motion_print
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import load, save
from runtime.control.base.law import AffineGains
from softrein.commands.running import view
from softrein.errors import ControllerError, SceneError, SoftreinError
from softrein.viewer.base.frames import GainBuffers
from softrein.viewer.base.messages import Command
from softrein.viewer.editing import Session
from softrein.viewer.gains import (
    CHANGED,
    Gains,
    GainsMaker,
    Made,
    Prepare,
    Prepared,
    Save,
    Saved,
    Shop,
    Tune,
    make_gains,
)
from softrein.viewer.keyframes.editor import MOST, Came, Editor, Key, Keys
from softrein.viewer.keyframes.motion_buffers import MotionBuffers, along, put
from softrein.viewer.keyframes.motions import Motions
from softrein.viewer.keyframes.saving import checked_name
from softrein.viewer.live import Live
from softrein.viewer.scene import Scene, scene_of
from tests.softrein.viewer.viewing import Client, gain_buffers, viewer
from tests.tiny_bundles import tiny_body
from tests.touching import bat_bundle

FAR = 0.9  # m
TIP = Key("xmax", 30, (0.0, 0.01, 0.03))
LATER = Key("xmax", 55, (0.0, 0.0, -0.02))


@pytest.fixture
def editor() -> Editor:
    made = Editor(80, FAR)
    made.begin(())
    return made


def test_an_edit_is_undone_and_done_again(editor: Editor) -> None:
    editor.put(1, "xmax", 30, (0.0, 0.0, 0.1), live=False)
    editor.put(1, 7, 20, (0.0, 0.1, 0.0), live=False)
    editor.move(1, "xmax", 30, 40, live=False)
    editor.remove(1, 7, 20)
    assert editor.keys == (Key("xmax", 40, (0.0, 0.0, 0.1)),)
    for count in (2, 2, 1, 0):
        editor.undo()
        assert len(editor.keys) == count
    assert not editor.undoes
    editor.undo()
    for _ in range(4):
        editor.redo()
    assert editor.keys == (Key("xmax", 40, (0.0, 0.0, 0.1)),)
    assert not editor.redoes
    editor.undo()
    editor.put(1, "ymin", 3, (0.0, 0.0, 0.0), live=False)
    assert not editor.redoes  # another future


def test_a_drag_is_one_edit(editor: Editor) -> None:
    editor.put(1, "xmax", 30, (0.0, 0.0, 0.1), live=False)
    editor.put(1, "xmax", 50, (0.0, 0.0, 0.2), live=False)
    for then in (35, 45, 50, 55, 60):  # over the other one, which stays
        editor.move(1, "xmax", 30, then, live=True)
        assert len(editor.keys) == 2
    editor.move(1, "xmax", 30, 60, live=False)
    assert [key.step for key in editor.keys] == [50, 60]
    editor.undo()
    assert [key.step for key in editor.keys] == [30, 50]


def test_pages_that_drag_at_once_leave_each_others_drags_alone(editor: Editor) -> None:
    editor.put(1, "xmax", 30, (0.0, 0.0, 0.1), live=False)
    for tenth in range(1, 4):
        editor.move(1, "xmax", 30, 30 + tenth, live=True)
        editor.put(2, "ymin", 50, (0.0, 0.0, 0.1 * tenth), live=True)
    assert [(key.place, key.step) for key in editor.keys] == [("xmax", 33), ("ymin", 50)]
    editor.put(3, 7, 20, (0.0, 0.0, 0.0), live=False)
    editor.move(1, "xmax", 30, 35, live=False)
    editor.put(2, "ymin", 50, (0.0, 0.0, 0.5), live=False)
    assert [(key.place, key.step) for key in editor.keys] == [(7, 20), ("xmax", 35), ("ymin", 50)]
    for places in ([7, "xmax"], [7, "xmax"], ["xmax"], []):  # each was one edit
        editor.undo()
        assert [key.place for key in editor.keys] == places
    assert not editor.undoes


def test_a_page_that_goes_drops_its_own_drag_alone(editor: Editor) -> None:
    editor.put(1, "xmax", 30, (0.0, 0.0, 0.1), live=True)
    editor.put(2, "ymin", 50, (0.0, 0.0, 0.1), live=True)
    assert editor.left(1)
    assert not editor.left(1)
    editor.put(2, "ymin", 50, (0.0, 0.0, 0.2), live=True)
    assert [key.to[2] for key in editor.keys] == [0.1, 0.2]
    editor.undo()
    assert [key.place for key in editor.keys] == ["xmax"]


def test_a_drag_that_goes_on_is_undone(editor: Editor) -> None:
    editor.put(1, "xmax", 30, (0.0, 0.0, 0.1), live=True)
    editor.undo()
    assert editor.keys == ()


def test_what_a_scene_says_besides_stays(editor: Editor) -> None:
    editor.begin((Key("xmax", 30, (0.0, 0.0, 0.1), (0.0, 0.0, 1.0), 5.0),))
    editor.put(1, "xmax", 30, (0.0, 0.0, 0.2), live=False)
    assert editor.keys == (Key("xmax", 30, (0.0, 0.0, 0.2), (0.0, 0.0, 1.0), 5.0),)


def test_there_is_an_end_to_key_frames(editor: Editor) -> None:
    for step in range(1, MOST + 1):
        editor.put(1, 0, step, (0.0, 0.0, 0.0), live=False)
    with pytest.raises(ControllerError, match="no room for more"):
        editor.put(1, 0, MOST + 1, (0.0, 0.0, 0.0), live=False)
    editor.put(1, 0, MOST, (0.0, 0.0, 0.1), live=False)
    with pytest.raises(ControllerError, match="too far"):
        editor.put(1, 0, 1, (0.0, 0.0, 1.1 * FAR), live=False)
    assert len(editor.keys) == MOST


def test_whatever_is_edited_is_undone_in_the_end(rounds: Iterable[random.Random]) -> None:
    for rng in rounds:
        editor = Editor(40, FAR)
        editor.begin((Key("xmax", 5, (0.0, 0.0, 0.0)),))
        first = editor.keys
        for _ in range(150):
            place, step = rng.choice(["xmax", 3, 4]), rng.randint(1, 40)
            live, page = rng.random() < 0.5, rng.randint(1, 2)
            try:
                match rng.randrange(5):
                    case 0 | 1:
                        to = rng.uniform(-1, 1), rng.uniform(-0.5, 0.5), 0.0
                        editor.put(page, place, step, to, live)
                    case 2:
                        editor.move(page, place, step, rng.randint(0, 41), live)
                    case 3:
                        editor.remove(page, place, step)
                    case 4:
                        rng.choice([editor.undo, editor.redo])()
            except ControllerError:
                pass
            names = [(key.place, key.step) for key in editor.keys]
            assert len(set(names)) == len(names) <= MOST
            assert [key.step for key in editor.keys] == sorted(key.step for key in editor.keys)
            assert all(1 <= key.step <= 40 and max(map(abs, key.to)) <= FAR for key in editor.keys)
        for page in (1, 2):  # a drag, if one goes on, is over
            editor.left(page)
        while editor.redoes:
            editor.redo()
        last = editor.keys
        while editor.undoes:
            editor.undo()
        assert editor.keys == first
        while editor.redoes:
            editor.redo()
        assert editor.keys == last


@pytest.fixture(scope="module")
def file(small_bundle: BodyBundle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keys") / "beam.softrein"
    save(small_bundle, path)
    return path


@pytest.fixture(scope="module")
def motions(file: Path) -> Motions:
    bundle = load(file)
    assert isinstance(bundle, BodyBundle)
    made = Motions(bundle, file)
    assert made.prepare() == ()
    return made


def off(came: Iterable[Came]) -> float:
    """How far at most a motion is from its key-frames, m."""
    return max(float(np.linalg.norm(np.subtract(one.to, one.key.to))) for one in came)


@pytest.mark.parametrize("place", ["xmax", "vertex"])
def test_a_motion_goes_where_hands_want_it(motions: Motions, place: str) -> None:
    """The plant follows it by itself, under the forces that are told with it."""
    tip = int(motions._own.regions["xmax"][0])
    keys: Keys = tuple(key._replace(place=tip) if place == "vertex" else key for key in (TIP, LATER))
    for rough in (True, False):
        assert motions.find(keys, rough)
        assert (motions.feedback is None) == (not rough)
        assert off(motions.came(keys)) < 1e-3
        bundle = motions.bundle
        run = bundle.run([], "none")
        np.testing.assert_allclose(run.states, bundle.track.states, atol=1e-9)
    assert not motions.find(keys, rough=False)  # which is there already
    away = np.linalg.norm(bundle.track.states[:, : bundle.rank], axis=1)
    assert away[-1] < 0.3 * away.max()  # as firmly as the scene's `final` has it


def test_beside_what_moves_freely_there_are_no_edits(tmp_path: Path) -> None:
    """Said before the first one, not at each."""
    with pytest.raises(SceneError, match=r"moves freely \(ball\)"):
        Motions(bat_bundle(), tmp_path / "bat.softrein").prepare()


def test_without_edits_left_the_motion_is_the_bundles_own(motions: Motions) -> None:
    assert motions.find((TIP,), rough=False)
    assert not np.array_equal(motions.bundle.track.states, motions._own.track.states)
    assert motions.find((), rough=False)
    assert motions.bundle is motions._own
    assert motions.is_own


def test_what_is_not_found_leaves_the_motion_as_it_was(motions: Motions) -> None:
    motions.find((TIP,), rough=False)
    before = motions.bundle
    with pytest.raises(SoftreinError):
        motions.find((Key("xmin", 30, (0.0, 0.0, 0.1)),), rough=False)  # which is held
    assert motions.bundle is before


def test_a_scene_that_is_saved_makes_a_motion_through_its_key_frames(
    motions: Motions, tmp_path: Path
) -> None:
    tip = int(motions._own.regions["xmax"][0])
    keys = (TIP, LATER._replace(place=tip))
    path = motions.save("scene", "by-hand", keys, tmp_path)
    assert path == tmp_path / "by-hand.toml"
    scene = read_scene(path, ["enrichment.runs=1", "ensemble.tuning_runs=2"])
    assert isinstance(scene, BodyScene)
    assert (scene.name, scene.reference.source, scene.loads) == ("by-hand", "keyframes", [])
    bundle = precompute_scene(scene, Places(tmp_path / "runs", workers=0))
    for key, part in zip(keys, scene.keyframes, strict=True):
        region = bundle.shape.regions[part.region]
        way = bundle.shape.positions(bundle.track.states[key.step], region) - bundle.shape.vertices[region]
        np.testing.assert_allclose(way.mean(axis=0), key.to, atol=3e-3)  # the full body's motion
    reopened = Motions(bundle, tmp_path / "by-hand.softrein")  # type: ignore[arg-type]
    assert [(key.step, key.to) for key in reopened.prepare()] == [(key.step, key.to) for key in keys]
    reopened.find((), rough=False)  # nothing is asked for: it stays where it begins
    assert not reopened.is_own
    assert np.abs(reopened.bundle.track.states).max() < 1e-9
    assert reopened.find(reopened.prepare(), rough=False)
    assert reopened.is_own


def test_a_bundle_that_is_saved_runs(motions: Motions, tmp_path: Path) -> None:
    tip = int(motions._own.regions["xmax"][0])
    keys = (TIP, LATER._replace(place=tip))
    first, second = (motions.save("bundle", "by-hand", keys, tmp_path) for _ in range(2))
    assert [path.name for path in (first, second)] == ["by-hand.softrein", "by-hand-2.softrein"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["by-hand-2.softrein", "by-hand.softrein"]
    bundle = load(first)
    assert isinstance(bundle, BodyBundle)
    assert set(bundle.gains) == set(motions._own.gains)
    assert bundle.regions[f"point-{tip}"].tolist() == [tip]
    own, moved = (each.run(controller="lqr") for each in (motions._own, bundle))
    assert moved.error < 2 * own.error + 1e-6  # the same push is met about as well
    states = bundle.track.states
    way = (
        bundle.shape.positions(states[TIP.step], bundle.regions["xmax"])
        - bundle.vertices[bundle.regions["xmax"]]
    )
    np.testing.assert_allclose(way.mean(axis=0), TIP.to, atol=1e-3)


@pytest.mark.parametrize("name", ["a/b", "../up", ".hidden", "a b", "", "x" * 101, "nul\0", "..", "\u202e"])
def test_no_file_has_such_a_name(motions: Motions, name: str, tmp_path: Path) -> None:
    with pytest.raises(SoftreinError) as told:
        motions.save("scene", name, (TIP,), tmp_path)
    assert "\n" not in str(told.value)
    assert not list(tmp_path.rglob("*"))


def test_without_key_frames_nothing_is_saved(motions: Motions, tmp_path: Path) -> None:
    with pytest.raises(SoftreinError, match="no key-frame"):
        motions.save("scene", "x", (), tmp_path)


@pytest.fixture
def buffers(small_bundle: BodyBundle) -> Iterator[MotionBuffers]:
    made = MotionBuffers(small_bundle)
    yield made
    made.close()


def test_a_motion_goes_through_shared_memory(motions: Motions, buffers: MotionBuffers) -> None:
    motions.find((TIP, LATER), rough=False)
    put(buffers.sets[1], motions.bundle, own=False)
    copy = along(buffers.sets[1], motions._own)
    for one, other in zip(copy.track, motions.bundle.track, strict=True):
        np.testing.assert_array_equal(one, other)
    for name, one in copy.costs._asdict().items():
        np.testing.assert_array_equal(one, getattr(motions.bundle.costs, name))
    put(buffers.sets[0], motions._own, own=True)
    assert along(buffers.sets[0], motions._own) is motions._own


def ask(live: Live, do: str, **values: Any) -> None:
    live.obey(1, Command(do, 0, values))


def moved(live: Live, motions: Motions, buffers: MotionBuffers) -> None:
    """The motion of now is followed from now on."""
    assert motions.bundle.gains["lqr"].shape == live._spare[0].gains.shape
    put(buffers.sets[0], motions.bundle, motions.is_own)
    ask(live, "swap", slot=0, decades=0.0, moved=True)


@pytest.mark.parametrize("controller", ["lqr", "pd", "none", "mpc"])
def test_another_motion_is_followed_from_where_the_body_is(
    motions: Motions, buffers: MotionBuffers, small_bundle: BodyBundle, controller: str
) -> None:
    live = Live(scene_of(small_bundle), gain_buffers(small_bundle, 0.0), motions=buffers.sets)
    ask(live, "controller", name=controller)
    for _ in range(10):
        live.step()
    state = live.simulator.state
    motions.find((TIP, LATER), rough=False)
    moved(live, motions, buffers)
    assert live.controller == controller
    np.testing.assert_array_equal(live.simulator.state, state)  # the plant stays
    assert live.simulator.index == 10
    np.testing.assert_array_equal(live.simulator.reference_state, motions.bundle.track.states[10])
    for _ in range(40):
        live.step()
    assert not live.errors
    ask(live, "rewind")
    np.testing.assert_array_equal(live.simulator.state, motions.bundle.track.states[0])
    for _ in range(TIP.step):
        live.step()
    assert live.deviation < 1e-6


def test_what_stands_on_the_motion_goes_along(
    motions: Motions, buffers: MotionBuffers, small_bundle: BodyBundle
) -> None:
    live = Live(scene_of(small_bundle), gain_buffers(small_bundle, 0.0), motions=buffers.sets)
    ask(live, "pause", on=True)
    ask(live, "seek", step=TIP.step)
    np.testing.assert_array_equal(live.simulator.state, small_bundle.track.states[TIP.step])
    motions.find((TIP,), rough=True)
    moved(live, motions, buffers)
    np.testing.assert_array_equal(live.simulator.state, motions.bundle.track.states[TIP.step])
    assert live.paused
    assert not live.runs.fresh
    motions.find((), rough=False)
    moved(live, motions, buffers)
    np.testing.assert_array_equal(live.simulator.state, small_bundle.track.states[TIP.step])


class Asked:
    """In place of the maker."""

    def __init__(self) -> None:
        self.wishes: list[Any] = []

    def prepare(self) -> bool:
        self.wishes.append("prepare")
        return True

    def want_motion(self, keys: Keys, rough: bool) -> bool:
        self.wishes.append((keys, rough))
        return True

    def save(self, what: str, name: str, keys: Keys) -> bool:
        self.wishes.append((what, name, keys))
        return True


def said(session: Session) -> Any:
    return json.loads(session.text())


def key(scene: Scene, live: bool = False, to: Any = (0.0, 0.03, 0.01)) -> Command:
    assert scene.handles is not None
    return Command("key", 0, {"place": scene.handles.number("xmax"), "step": 30, "to": to, "live": live})


def test_pages_are_told_the_list_and_how_near_the_motion_comes(small_bundle: BodyBundle) -> None:
    scene, maker = scene_of(replace(small_bundle, up="z")), Asked()
    session = Session(scene, maker, saves=True)
    with pytest.raises(ControllerError, match="not ready"):
        session.obey(1, key(scene))
    for _ in range(2):
        session.obey(1, Command("keys", 0, {}))
    assert (maker.wishes, said(session)["state"]) == (["prepare"], "preparing")
    session.hear(Prepared((), [], ""))
    session.obey(1, key(scene))
    wanted = (0.01, 0.0, 0.03)  # of the bundle, which has z up
    np.testing.assert_allclose(maker.wishes[-1][0][0].to, wanted, atol=1e-12)
    told = said(session)
    assert (told["keys"][0]["to"], told["keys"][0]["came"]) == ([0.0, 0.03, 0.01], None)
    assert (told["undo"], told["redo"], told["saves"]) == (True, False, True)
    session.made(Made(0, 0.0, 0.1, "", [Came(maker.wishes[-1][0][0], (0.01, 0.0, 0.02))]))
    assert said(session)["keys"][0]["came"] is None  # it is not followed yet
    session.followed()
    np.testing.assert_allclose(said(session)["keys"][0]["came"], [0.0, 0.02, 0.01])
    session.obey(1, Command("undo", 0, {}))
    assert said(session)["keys"] == []
    wishes = len(maker.wishes)
    session.obey(1, Command("undo", 0, {}))  # there is nothing left to undo: the motion and its runs stay
    assert len(maker.wishes) == wishes
    session.obey(1, Command("redo", 0, {}))
    assert len(maker.wishes) == wishes + 1
    session.obey(1, Command("undo", 0, {}))
    session.obey(1, Command("save", 0, {"what": "scene", "name": "x"}))
    with pytest.raises(ControllerError, match="wait"):
        session.obey(1, Command("save", 0, {"what": "scene", "name": "x"}))
    session.saved()
    assert not said(session)["saving"]


def test_a_name_is_one_of_a_file_without_its_ending() -> None:
    for name in ("mine", "mine.softrein", "mine.toml"):
        assert checked_name(name) == "mine"
    for name in ("", ".toml", ".hidden", "-x", "../x"):
        with pytest.raises(SceneError, match="the name"):
            checked_name(name)


def test_what_cannot_be_is_told(small_bundle: BodyBundle) -> None:
    scene = scene_of(small_bundle)
    session = Session(scene, Asked(), saves=False)
    session.obey(1, Command("keys", 0, {}))
    session.hear(Prepared((Key("nowhere", 3, (0.0, 0.0, 0.0)),), [], ""))
    assert said(session)["state"] == "unable"
    assert "region" in said(session)["fault"]
    session = Session(scene, Asked(), saves=False)
    session.obey(1, Command("keys", 0, {}))
    session.hear(Prepared((), [], ""))
    with pytest.raises(ControllerError, match="--save-to"):
        session.obey(1, Command("save", 0, {"what": "scene", "name": "x"}))
    with pytest.raises(ControllerError, match="too far"):
        session.obey(1, key(scene, to=(0.0, 1e3, 0.0)))


def test_what_is_not_found_is_told_until_something_is(small_bundle: BodyBundle) -> None:
    scene = scene_of(small_bundle)
    session = Session(scene, Asked(), saves=False)
    session.obey(1, Command("keys", 0, {}))
    session.hear(Prepared((), [], ""))
    session.obey(1, key(scene))
    for ends in (session.followed, lambda: session.obey(1, Command("undo", 0, {}))):
        session.hear(Made(0, 0.0, 0.1, "no motion: too far", None))
        assert said(session)["fault"] == "no motion: too far"
        ends()
        assert said(session)["fault"] == ""


def test_the_shop_fills_a_slot(file: Path, small_bundle: BodyBundle, tmp_path: Path) -> None:
    gains, room = GainBuffers(small_bundle.gains["lqr"].shape), MotionBuffers(small_bundle)
    shop = Shop(load(file), file, gains.name, room.name, tmp_path)
    try:
        assert Prepare().done(shop) == Prepared((), [], "")
        made = Gains(1, 0.0, (TIP,), rough=True).done(shop)
        assert (made.slot, made.fault) == (1, "")
        assert made.came is not None
        assert off(made.came) < 1e-3
        rough = gains.sets[1].gains.copy()
        assert rough.any()
        fine = Gains(0, 0.0, (TIP,), rough=False).done(shop)
        assert fine.came is not None
        moved = along(room.sets[0], small_bundle)
        found = moved.with_controllers({"lqr": AffineGains(gains.sets[0].gains)})
        assert found.run(controller="lqr").error < small_bundle.run(controller="none").error
        again = Gains(1, 1.0, (TIP,), rough=False).done(shop)  # another cost, about this motion
        assert again.came is None
        assert np.abs(gains.sets[1].gains).max() < np.abs(gains.sets[0].gains).max()
        wrong = Gains(1, 0.0, (Key("xmin", 3, (0.0, 0.0, 0.1)),), rough=True).done(shop)
        assert "xmin" in wrong.fault
        assert wrong.came is None
        assert Save("scene", "x", (TIP,)).done(shop) == Saved("x.toml", "")
        shop.folder = None
        assert "--save-to" in Save("scene", "x", (TIP,)).done(shop).fault
    finally:
        shop.close()
        gains.close()
        room.close()


def test_a_bundle_whose_scene_says_nothing_has_no_key_frames(tmp_path: Path) -> None:
    save(tiny_body(), tmp_path / "tiny.softrein")
    bundle = load(tmp_path / "tiny.softrein")
    gains = GainBuffers(bundle.gains["lqr"].shape)
    shop = Shop(bundle, tmp_path / "tiny.softrein", gains.name, None, None)
    try:
        answer = Prepare().done(shop)
        assert answer.fault.startswith("no key-frames: ")
        assert "\n" not in answer.fault
    finally:
        shop.close()
        gains.close()


def test_of_what_is_asked_for_meanwhile_only_the_newest_is_made(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = Pipe()
    process = SimpleNamespace(is_alive=lambda: True)
    monkeypatch.setattr("softrein.viewer.gains.start_process", lambda *_: (process, ours))
    maker = GainsMaker(file, "", "", None)
    for to in (0.01, 0.02, 0.03):
        maker.want_motion((TIP._replace(to=(0.0, 0.0, to)),), rough=True)
    maker.want_motion((LATER,), rough=False)
    wishes = []
    while theirs.poll():
        wishes.append(theirs.recv())
        maker.done(used=isinstance(wishes[-1], Gains))
    first, rough, fine = wishes
    assert (first.keys[0].to[2], first.rough) == (0.01, True)
    assert (rough.keys, rough.rough, rough.slot) == ((LATER,), True, 1)
    assert (fine.keys, fine.rough, fine.slot) == ((LATER,), False, 0)
    assert maker.save("scene", "x", (LATER,))  # by a process of its own
    assert theirs.recv() == Save("scene", "x", (LATER,))
    assert maker.saved() is None
    theirs.send(Saved("x.toml", ""))
    monkeypatch.setattr("softrein.viewer.gains.end_process", lambda *_: None)
    assert maker.saved() == Saved("x.toml", "")
    assert maker.saved() is None


@pytest.mark.parametrize("same", [True, False])
def test_where_the_file_has_another_bundle_by_now_nothing_is_made_of_it(
    small_bundle: BodyBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same: bool
) -> None:
    """A process that starts later reads the file anew. Comparators that were tuned since are no change."""
    file, tuned = tmp_path / "beam.softrein", small_bundle.with_controllers({"pd": small_bundle.gains["p"]})
    save(tuned if same else replace(tuned, seed=tuned.seed + 1), file)
    monkeypatch.setattr("softrein.viewer.gains.os.nice", lambda by: None)
    ours, theirs = Pipe()
    wishes = Gains(0, 0.0, None, False), Save("scene", "x", ()), Tune("spd"), Prepare()
    for each in wishes[: 1 if same else 4]:
        ours.send(each)
    with contextlib.closing(GainBuffers(small_bundle.gains["lqr"].shape)) as room:
        maker = Thread(
            target=make_gains,
            args=(file, room.name, None, tmp_path, None, motion_print(small_bundle), theirs),
        )
        maker.start()
        answers = [ours.recv() for _ in wishes[: 1 if same else 4]]
        ours.close()
        maker.join()
    assert [CHANGED in each.fault for each in answers] == ([False] if same else [True] * 4)


def test_the_folder_to_save_in_is_made_but_not_those_that_it_is_in(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Any:
        raise ControllerError("no simulation here")

    def viewed(folder: Path) -> None:
        view(file, save_to=folder, open_page=False)

    monkeypatch.setattr("softrein.viewer.viewing.Simulation", refuse)
    with pytest.raises(
        SoftreinError, match=r"--save-to .*deeper: no such folder as .*nowhere; make it first"
    ):
        viewed(tmp_path / "nowhere" / "deeper")
    (tmp_path / "text").touch()
    with pytest.raises(SoftreinError, match=r"--save-to .*text: is no folder; give another one"):
        viewed(tmp_path / "text")
    assert [each.name for each in tmp_path.iterdir()] == ["text"]
    for _ in range(2):  # one that is there does as well
        with pytest.raises(ControllerError, match="no simulation here"):
            viewed(tmp_path / "made")
    assert (tmp_path / "made").is_dir()


def told(page: Client) -> Any:
    """What a page was told of key-frames last."""
    return next((each for each in reversed(page.said) if each["say"] == "keys"), {})


@pytest.mark.slow("a viewer with its processes")
def test_pages_set_a_key_frame_and_all_see_the_motion(
    file: Path, small_bundle: BodyBundle, tmp_path: Path
) -> None:
    scene = scene_of(small_bundle)
    assert scene.handles is not None
    with (
        viewer(file, "--save-to", str(tmp_path)) as running,
        Client(running, *scene.counts) as page,
    ):
        page.send("pause", on=True)
        page.send("keys")
        page.until(lambda _: told(page).get("state") == "ready", 240.0)
        page.send("seek", step=30)
        page.until(lambda frame: frame.step == 30)
        edit: dict[str, Any] = {"place": scene.handles.number("xmax"), "step": 30, "to": [0.0, 0.02, 0.03]}
        page.send("key", **edit, live=True)
        page.send("key", **edit, live=False)
        page.until(lambda _: bool(told(page)["keys"]) and told(page)["keys"][0]["came"] is not None, 60.0)
        np.testing.assert_allclose(told(page)["keys"][0]["came"], edit["to"], atol=1e-3)
        region = small_bundle.regions["xmax"]

        def way(state: np.ndarray) -> Any:
            moves = small_bundle.shape.positions(state, region) - small_bundle.vertices[region]
            return moves.mean(axis=0)

        page.until(lambda frame: np.linalg.norm(way(frame.state) - edit["to"]) < 1e-3)
        followed = {
            "say": "moved",
            "name": "beam",
            "steps": small_bundle.steps,
            "pushes": 1,
            "first": True,
            "led": [],
        }
        page.until(lambda _: followed in page.said)
        with Client(running, *scene.counts) as other:  # who comes later
            frame = other.until(lambda _: bool(told(other)))
            one, same = ({name: told(each)["keys"][0][name] for name in edit} for each in (other, page))
            assert one == same
            np.testing.assert_allclose(way(frame.reference), edit["to"], atol=1e-3)
            other.send("save", what="scene", name="../outside")
            other.until(lambda _: any(each["say"] == "error" for each in other.said))
            other.send("save", what="scene", name="inside")
            page.until(lambda _: {"say": "saved", "name": "inside.toml"} in page.said)
            other.send("undo")
            own = small_bundle.track.states[30][: scene.shown]
            other.until(lambda frame: np.allclose(frame.reference, own, atol=1e-6))
        assert [path.name for path in tmp_path.iterdir()] == ["inside.toml"]
        assert not (tmp_path.parent / "outside.toml").exists()
