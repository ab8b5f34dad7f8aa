"""Comparators that are tuned on request, and the linear plant on which the search runs."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from multiprocessing import Pipe
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import softrein
from offline.gains.lqr import remade_lqr
from offline.scenes.reading import read_scene
from offline.studies import comparison
from offline.studies.comparison import Comparison, compare
from offline.studies.planned import Planned
from offline.tuning import comparators, families, fronts, linear
from offline.tuning.comparators import own_and_median
from offline.tuning.corrected import Corrected
from offline.tuning.families import Member, comparator_members, rolling_roughly
from offline.tuning.fronts import AWAY, HOME, read_off
from offline.tuning.linear import LinearPlant, linear_plants
from offline.tuning.pushes import TUNING_RUNS, ensemble_of, tuning_pushes
from runtime.bundle.file import load, save
from runtime.bundle.record import Bundle
from runtime.control.controller import SHARES
from softrein.api.tuning import load_with, missing, tuned_and_kept
from softrein.cli import app
from softrein.commands.verifying import SteeredOptions
from softrein.errors import ControllerError
from softrein.viewer.base.messages import Command
from softrein.viewer.gains import GainsMaker, Shop, Tune, Tuned, Underway
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from tests.made_up import without
from tests.runtime.control.test_path_following import following
from tests.shared_bundles import shared_bundle

LATER = ("p", "spd", "timed")


@pytest.fixture
def lean(either_bundle: Bundle) -> Bundle:
    return without(either_bundle, *LATER)


@pytest.fixture
def file(small_bundle: Bundle, tmp_path: Path) -> Path:
    save(without(small_bundle, *LATER), tmp_path / "lean.softrein")
    return tmp_path / "lean.softrein"


@pytest.mark.parametrize("count", [0, 3, families.FEWEST_RUNS, 150])
def test_members_are_run_by_several_processes_as_by_one(
    small_bundle: Bundle, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    members = comparator_members("pd", ["kp", "kd"], [(0.1 * k, 0.02 * k) for k in range(1, count + 1)])
    heard, started, found = list[tuple[int, int]](), list[int](), []
    pool = families.ProcessPoolExecutor
    monkeypatch.setattr(families, "ProcessPoolExecutor", lambda *a: started.append(1) or pool(*a))
    for enough in (np.inf, 0.0):
        monkeypatch.setattr(families, "PARALLEL_FROM", enough)
        with families.rolling(small_bundle, processes=2) as on:
            found.append(
                on([small_bundle.pushes])(members, "x", lambda what, done, total: heard.append((done, total)))
            )
    assert len(started) == (count > families.FEWEST_RUNS)
    assert heard[-1] == (count, count)
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one.error, other.error)
        np.testing.assert_array_equal(one.effort, other.effort)


@pytest.mark.parametrize("index", [0, 17, 40])
def test_off_the_motion_the_linear_plant_is_wrong_by_the_square_of_the_way(
    either_bundle: Bundle, index: int
) -> None:
    plant, track = either_bundle.plant(), either_bundle.track
    linear, rng = LinearPlant(plant, track), np.random.default_rng(0)
    linear.begin(index)
    state, force = track.states[index], track.feedforward[index]
    way = rng.normal(size=(8, len(state))) * 1e-3 * np.abs(track.states).max(axis=0)
    push = rng.normal(size=(8, len(force))) * 1e-3 * max(np.abs(track.feedforward).max(), 1.0)
    np.testing.assert_allclose(linear.step(state, force), plant.step(state, force), rtol=0, atol=1e-12)
    missed = []
    for size in (1.0, 0.1):
        states, forces = (np.array(each.T, order="C") for each in (state + size * way, force + size * push))
        ends, true = np.empty_like(states), np.empty_like(states)
        assert (linear.step_batch(states, forces, ends) == 0).all()
        plant.step_batch(states, forces, true)
        moved = np.linalg.norm(true - plant.step(state, force)[:, None])
        assert np.linalg.norm(ends - true) < 0.1 * moved
        missed.append(np.linalg.norm(ends - true))
    assert missed[1] < 0.03 * missed[0]


def test_gains_join_the_linear_step_as_they_join_the_plants_own(small_bundle: Bundle) -> None:
    plant, track, index = small_bundle.plant(), small_bundle.track, 12
    assert plant.joins_gains
    linear = LinearPlant(plant, track)
    linear.begin(index)
    rng = np.random.default_rng(1)
    acting = np.stack([plant_gains(small_bundle, kp, kd) for kp, kd in ((50.0, 3.0), (4000.0, 40.0))])
    away = 1e-5 * rng.normal(size=(len(track.states[0]), 6)) * np.abs(track.states).max(axis=0)[:, None]
    states = np.ascontiguousarray(track.states[index][:, None] + away)
    forces = np.repeat(track.feedforward[index][:, None], 6, axis=1)
    outcome = []
    for each in (plant, linear):
        ends, mean = np.empty_like(states), np.empty_like(states)
        each.step_batch_with_gains(acting, states, forces, track.states[index : index + 2], ends, mean)
        outcome.append((ends - track.states[index + 1][:, None], mean))
    scale = np.abs(outcome[0][0]).max()
    for own, first_order in zip(*outcome, strict=True):
        np.testing.assert_allclose(first_order, own, rtol=0, atol=1e-3 * scale)


def test_linear_plants_share_their_jacobians_and_no_working_memory(small_bundle: Bundle) -> None:
    """Runs of what decides one state at a time go in threads, each on a plant of its own."""
    make = linear_plants(small_bundle)
    one, other = make(), make()
    assert one.known is other.known
    one.begin(3)
    other.begin(5)
    track = small_bundle.track
    np.testing.assert_allclose(one.step(track.states[3], track.feedforward[3]), track.states[4], atol=1e-9)
    np.testing.assert_allclose(other.step(track.states[5], track.feedforward[5]), track.states[6], atol=1e-9)
    assert one.data is not other.data
    assert not np.shares_memory(one.data.work.tangent, other.data.work.tangent)


def plant_gains(bundle: Bundle, kp: float, kd: float) -> np.ndarray:
    choice = bundle.comparator("pd", {"kp": kp, "kd": kd})
    acting = bundle.actuation.at(bundle.track.states[0]) @ choice.gains[0]
    return np.ascontiguousarray(acting)


def test_runs_on_the_linear_plant_are_near_the_true_ones(either_bundle: Bundle) -> None:
    """Under LQR, and under every comparator that ships, of the scene's pushes and of random ones."""
    pushes = tuning_pushes(either_bundle)[:TUNING_RUNS]
    roll = rolling_roughly(either_bundle, pushes)
    for name in ("p", "pd", "spd", "timed"):
        parameters = parameters_of(either_bundle, name)
        (rough,) = roll(comparator_members(name, list(parameters), [list(parameters.values())]), "", ignore)
        true = either_bundle.rollouts(pushes, name)
        for one, other in ((rough.error, true.error), (rough.effort, true.effort)):
            np.testing.assert_allclose(own_and_median(one, True), own_and_median(other, True), rtol=0.25)


def ignore(what: str, done: int, total: int) -> None:
    pass


def test_a_controlled_run_away_from_the_reference_is_predicted_exactly(small_bundle: Bundle) -> None:
    """LQR takes the free end round a circle, far from rest, of which a plant linear there knows little."""
    bundle = following(small_bundle, 40, period=0.4)
    run = bundle.run([])
    assert np.abs(run.states).max() > 0.1 * np.abs(small_bundle.track.states).max()
    rough = rolling_roughly(bundle, [[]])([Member({}, bundle.choice("lqr"))], "x", lambda *_: None)[0]
    np.testing.assert_allclose(rough.final[0], run.states[-1], rtol=0, atol=1e-9 * np.abs(run.states).max())
    assert (rough.error[0], rough.effort[0]) == pytest.approx((run.error, run.effort), rel=1e-6)


def parameters_of(bundle: Bundle, name: str) -> dict[str, float]:
    tuned = next(row["tuned"] for row in bundle.stages if "tuned" in row)
    return {each: tuned[f"{name}, {each}"] for each in bundle.parameter_ranges(name)}


def test_a_bundle_ships_pd_and_says_how_the_others_are_found(lean: Bundle) -> None:
    assert set(lean.gains) == {"lqr", "pd"}
    assert missing(lean, lean.comparators) == list(LATER)
    with pytest.raises(ControllerError, match=r"no controller 'spd'.*softrein\.tune\(bundle, 'spd'\)"):
        lean.run(controller="spd")


@pytest.mark.slow("searches all families twice")
def test_what_is_tuned_later_is_what_is_tuned_at_once(either_bundle: Bundle, lean: Bundle) -> None:
    heard: list[str] = []
    found = softrein.tune(lean, "spd", progress=lambda what, *_: heard.append(what))
    assert set(found.gains) == {"lqr", "pd", "spd"}
    np.testing.assert_array_equal(found.gains["spd"], either_bundle.gains["spd"])
    np.testing.assert_array_equal(found.gains["pd"], lean.gains["pd"])
    assert "search spd" in heard
    (row,) = [row for row in found.stages if row["stage"] == "comparators"]
    assert parameters_of(found, "spd") == parameters_of(either_bundle, "spd")
    assert parameters_of(found, "pd") == parameters_of(lean, "pd")
    assert "; later within LQR's effort: spd " in row["result"]
    everyone = softrein.tune(found)
    assert set(everyone.gains) == set(either_bundle.gains)
    assert softrein.tune(everyone) is everyone


@pytest.mark.parametrize("name", ["lqr", "none", "magic", 3])
def test_only_comparators_are_tuned(small_bundle: Bundle, name: Any) -> None:
    with pytest.raises(ControllerError, match="there is no comparator"):
        softrein.tune(small_bundle, name)
    with pytest.raises(ControllerError, match="has no LQR"):
        softrein.tune(without(small_bundle, "lqr"), "pd")


def test_a_command_tunes_what_it_names_and_the_file_keeps_it(file: Path, small_bundle: Bundle) -> None:
    before = file.read_bytes()
    ran = CliRunner().invoke(app, ["run", str(file), "-c", "pd", "--json"])
    assert (ran.exit_code, file.read_bytes()) == (0, before)
    ran = CliRunner().invoke(app, ["run", str(file), "-c", "spd", "--json"])
    assert ran.exit_code == 0, ran.output
    facts = json.loads(ran.stdout)
    assert facts["error"] == pytest.approx(small_bundle.run(controller="spd").error)
    assert set(load(file).gains) == {"lqr", "pd", "spd"}
    after = file.read_bytes()
    assert CliRunner().invoke(app, ["run", str(file), "-c", "spd", "--json"]).exit_code == 0
    assert file.read_bytes() == after


def test_a_link_goes_on_leading_to_the_file_that_keeps_it(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.softrein"
    link.symlink_to(file)
    assert "spd" in load_with(link, ["spd"]).gains
    assert link.is_symlink()
    assert "spd" in load(file).gains


def test_all_are_there_for_who_asks_for_all(file: Path, small_bundle: Bundle) -> None:
    assert set(load_with(file).gains) == set(small_bundle.gains) == set(load(file).gains)


def test_a_file_that_is_made_anew_meanwhile_is_left_alone(file: Path, small_bundle: Bundle) -> None:
    bundle = load(file)
    other = bundle.with_controllers({"lqr": remade_lqr(bundle, 2.0)})

    def spoil(what: str, done: int, total: int) -> None:
        save(other, file)

    with pytest.warns(UserWarning, match="not saved: it has changed meanwhile; tune the bundle"):
        found = tuned_and_kept(bundle, file, ["spd"], spoil)
    assert "spd" in found.gains
    assert "spd" not in load(file).gains


@pytest.mark.filterwarnings("error")
def test_what_two_tune_at_once_is_kept_of_both(file: Path, small_bundle: Bundle) -> None:
    """One of them by itself, and one that both tune."""
    bundle, once = load(file), list[bool]()
    before = next(row["result"] for row in bundle.stages if "tuned" in row).count("; later ")

    def meanwhile(what: str, done: int, total: int) -> None:
        if not once:
            once.append(True)
            tuned_and_kept(bundle, file, ["p", "timed"], ignore)

    tuned_and_kept(bundle, file, ["spd", "timed"], meanwhile)
    kept = load(file)
    assert set(kept.gains) == {"lqr", "pd", "p", "spd", "timed"}
    for name in ("p", "spd", "timed"):
        assert parameters_of(kept, name) == parameters_of(small_bundle, name)
    (row,) = [row for row in kept.stages if "tuned" in row]
    assert row["result"].count("; later ") == before + 2


def test_all_stands_for_what_the_bundle_has(file: Path) -> None:
    before = file.read_bytes()
    asked = SteeredOptions(controller=["all"])
    assert set(asked.bundle(file).gains) == {"lqr", "pd"}
    assert file.read_bytes() == before


def test_who_asks_for_what_there_is_not_waits_for_no_tuning(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(ControllerError, match="no controller 'bogus'"):
        load_with(file, ["spd", "bogus"])
    ran = CliRunner().invoke(app, ["export", str(file), "-o", str(file.with_suffix(".html")), "-c", "spd"])
    assert isinstance(ran.exception, ControllerError)
    assert file.read_bytes() == before


@pytest.mark.slow("a whole comparison")
def test_the_quick_comparison_is_of_what_the_bundle_has_and_runs_what_it_shows(lean: Bundle) -> None:
    """The search begins to first order, all figures are of the plant itself."""
    found = compare(lean, ensemble_of(lean, 3, 2), 5, 4, rounds=2, planned=Planned(1, 1), rough=True)
    assert set(found.one_push) - {"mpc"} == {"lqr", "pd"}
    for name in ("pd",):
        for cloud in (found.clouds[name], found.one_push[name]):
            for parameters, effort, error in list(
                zip(cloud.parameters, cloud.effort, cloud.error, strict=True)
            )[::5]:
                true = lean.rollouts([lean.pushes], lean.comparator(name, parameters))
                assert effort == pytest.approx(true.effort[0], rel=1e-9)
                assert error == pytest.approx(true.error[0], rel=1e-9)


def test_a_page_may_choose_what_is_not_tuned_yet(lean: Bundle, either_bundle: Bundle) -> None:
    """Its button is there, all of it is compiled beforehand, and it takes charge once it is tuned."""
    scene = scene_of(lean)
    assert not set(scene.controllers) & set(LATER)
    scene.offer(lean.comparators)
    assert scene.controllers == scene_of(either_bundle).controllers
    live = Live(scene)
    live.prepare()
    assert live.controller == "lqr"
    live.obey(1, Command("controller", 0, {"name": "spd"}))
    assert (live.controller, len(live.errors)) == ("lqr", 1)
    live.obey(0, Command("take", 0, {"name": "spd", "choice": either_bundle.choice("spd")}))
    assert live.controller == "spd"
    alone = either_bundle.simulator("spd")
    for _ in range(5):
        live.step()
        alone.step()
    np.testing.assert_array_equal(live.simulator.state, alone.state)


def test_the_page_s_process_tunes_and_says_how_far_it_is(
    file: Path, small_bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("softrein.viewer.gains.SOON", 0.0)
    monkeypatch.setattr("softrein.viewer.gains.OFTEN", 0.0)
    ours, theirs = Pipe()
    bundle = load(file)
    gains = spare_gains_memory(bundle)
    shop = Shop(bundle, file, gains.name, None, None)
    shop.tell = theirs.send
    try:
        tuned = Tune("spd").done(shop)
    finally:
        shop.close()
        gains.close()
    assert (tuned.name, tuned.fault) == ("spd", "")
    np.testing.assert_array_equal(tuned.choice.gains, small_bundle.gains["spd"])
    assert "spd" in load(file).gains
    assert ours.poll()
    assert ours.recv().words.startswith("stable PD is being tuned: ")


def spare_gains_memory(bundle: Bundle) -> Any:
    from softrein.viewer.base.frames import GainBuffers

    return GainBuffers(bundle.gains["lqr"].shape)


def test_one_at_a_time_is_tuned_and_a_process_that_ends_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = Pipe()
    process = SimpleNamespace(is_alive=lambda: True, kill=lambda: None)
    monkeypatch.setattr("softrein.viewer.gains.start_process", lambda *_: (process, ours))
    monkeypatch.setattr("softrein.viewer.gains.end_process", lambda *_: None)
    maker = GainsMaker(file, "")
    assert maker.tuned() is None
    assert maker.tune("spd")
    assert theirs.recv() == Tune("spd")
    assert not maker.tune("timed")
    assert maker.tuned() is None
    theirs.send(Underway("half of it"))
    assert maker.tuned() == Underway("half of it")
    theirs.close()
    lost = maker.tuned()
    assert isinstance(lost, Tuned)
    assert lost.fault == "stable PD is not tuned: the process that did it has ended"
    assert maker.tuned() is None


def test_making_a_bundle_imports_nothing_that_compares() -> None:
    made_by = "offline.pipeline.stages, offline.keyframes.edited, softrein.api.precomputing"
    words = f"import sys, {made_by}; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    loaded = ran.stdout.split()
    assert "offline.tuning.comparators" in loaded
    assert not [name for name in loaded if name.startswith(("offline.studies", "offline.verification.study"))]


def test_no_warning_is_given_where_nothing_is_tuned(file: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load_with(file, ["lqr", "pd", "mpc", "none"])


def weakly_steered() -> Bundle:
    """Smoke that LQR, to whom control is dear, lets go of."""
    settings = [
        'reference.feedforward="zero"', "basis.rank=8", "control.control_cost=1", "box.cells=[32,32]",
        "enrichment.runs=6", "ensemble.tuning_runs=3",
    ]  # fmt: skip
    return shared_bundle(read_scene("smoke-small", settings))


def test_a_family_begins_with_shares_in_the_middle_and_tries_its_best_at_all(small_bundle: Bundle) -> None:
    """The largest share is many short steps away from there."""
    bundle, asked = following(small_bundle, 20, period=10 * small_bundle.dt), dict[str, list[Member]]()

    def see(members: Any, what: str) -> np.ndarray:
        asked[what] = list(members)
        left = [np.hypot(np.log(each.parameters["kd"]), each.parameters["path"] - 1) for each in members]
        return np.column_stack([np.full(len(left), 0.5), left])[None]

    trial = comparators._begun(bundle, "pd", see)
    first, others = asked["search pd"], asked["vary pd"]
    assert {each.parameters["path"] for each in first} == {SHARES["path"][1]}
    assert len(others) == 2 * comparators.PROMISING
    assert trial.members == first + others
    assert trial.members[int(trial.rough[0, :, 1].argmin())].parameters["path"] == 1.0


def test_where_the_first_order_is_no_guide_families_are_searched_on_the_plant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a flow that is let go of, about its reference: within LQR's effort there are far better PDs."""
    bundle, first = weakly_steered(), dict[str, Member]()
    monkeypatch.setattr(linear, "held_motion", lambda bundle: bundle.track)

    def search(bundle: Bundle, lost: dict[str, Any], *rest: Any) -> None:
        first.update({name: trial.outcome(1.0, 1.0).member for name, trial in lost.items()})
        search_on_plant(bundle, lost, *rest)

    search_on_plant = comparators._search_on_plant
    monkeypatch.setattr(comparators, "_search_on_plant", search)
    tuned = comparators.tune_comparators(bundle, ["pd"])
    assert set(first) == {"pd"}
    lqr, before, now = bundle.rollouts_under(
        ["lqr", first["pd"].choice(bundle), tuned["pd"].member.choice(bundle)],
        tuning_pushes(bundle)[:TUNING_RUNS],
    )
    assert (own_and_median(now.effort, True) <= own_and_median(lqr.effort, True)).all()
    assert own_and_median(now.error, True).prod() < 0.8 * own_and_median(before.error, True).prod()


@pytest.mark.slow("three whole comparisons")
def test_a_quick_comparison_corrects_a_first_order_that_is_no_guide(
    small_smoke: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the families alone that need it: what ships tells. Its front is better than without corrections.

    Members are compared, the best within each effort: between those of a front a reading is interpolated, and
    may become worse by a member that was not there. All of a front are measured on fresh pushes, so that
    there is one near each effort.
    """
    went_on: list[int] = []

    def go_on(self: Corrected, *rest: Any) -> None:
        went_on.append(len(self.known))
        search(self, *rest)

    def compared(made: Bundle) -> Comparison:
        bundle = without(made, *LATER)
        return compare(bundle, ensemble_of(bundle, 3, 2), 3, 5, rounds=6, planned=Planned(1, 1), rough=True)

    weak = weakly_steered()
    monkeypatch.setattr(fronts, "MEASURED", 100)
    search = Corrected.go_on
    monkeypatch.setattr(Corrected, "go_on", go_on)
    compared(small_smoke)
    assert not went_on
    corrected = compared(weak)
    assert went_on
    monkeypatch.setattr(comparison, "_misleads", lambda *a: False)
    alone, gained = compared(weak), list[float]()
    for kind, free in corrected.uncontrolled.items():
        both = [getattr(found, kind)["pd"] for found in (alone, corrected)]
        for reading in read_off(both[0], both[1], (HOME * free, AWAY * free)):
            if reading["error_ratio"] is not None:
                before, now = (each.error[each.effort <= reading["effort"]].min() for each in both)
                gained.append(float(now / before))
    assert max(gained) < 1.05
    assert min(gained) < 0.9
