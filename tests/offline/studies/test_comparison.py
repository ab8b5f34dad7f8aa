"""The comparison: fronts, figures read from them, and tuning that never sees the measured pushes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer.main

from offline.studies.comparison import FULL, QUICK, Comparison, _measured, compare
from offline.studies.planned import _medians
from offline.tuning import search
from offline.tuning.fronts import MEASURED, Front, pareto, read_off, thinned, worth_comparing
from offline.tuning.pushes import ensemble_of, random_pushes, tuning_pushes
from runtime.bundle.body import BodyBundle
from softrein.cli import app
from softrein.errors import SceneError
from softrein.reports.report import QUICKLY
from softrein.reports.summary import summary
from tests.shared_bundles import kept

RESULTS = Path(__file__).parents[3] / "docs" / "results.md"


@pytest.fixture(scope="module")
def comparison(small_bundle: BodyBundle) -> Comparison:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "REFINEMENTS", 3)  # what is tested here does not hang on how fine the search is
        how = "compared by 9, 6 in three refinements"
        return kept(small_bundle, how, lambda: compare(small_bundle, ensemble_of(small_bundle), 9, 6))


def power_law(scale: float, exponent: float) -> Front:
    effort = np.logspace(-2, 2, 15)
    return Front([{}] * 15, effort, scale * effort**exponent)


def test_pareto_keeps_what_nothing_beats() -> None:
    rng = np.random.default_rng(3)
    points = rng.uniform(size=(200, 2))
    points[5] = np.inf
    kept = set(pareto(points).tolist())
    for i, point in enumerate(points):
        beaten = ((points <= point).all(axis=1) & (points < point).any(axis=1)).any()
        assert (i in kept) == (not beaten and np.isfinite(point).all())


def test_thinning_keeps_the_ends_and_stops_at_the_floor() -> None:
    points = np.column_stack([np.logspace(-3, 3, 100), np.logspace(3, -9, 100)])
    kept = thinned(np.arange(100), points, floor=1e-3)
    assert len(kept) <= MEASURED
    assert kept[0] == 0
    assert points[kept[-1], 1] < 1e-3 <= points[kept[-1] - 1, 1]


def test_of_a_family_that_is_lost_nothing_is_measured() -> None:
    """As where pushes are so strong that the median run of each of its members diverges."""
    front = _measured([], [])
    assert front.as_data() == {
        "parameters": [], "effort": [], "error": [], "effort_quartiles": [], "error_quartiles": [],
    }  # fmt: skip
    assert _medians([], np.zeros((3, 5), dtype=int)).shape == (0, 2, 3)
    assert worth_comparing(2.0) == pytest.approx((2e-3, 1.9))
    assert worth_comparing(np.inf) == (0.0, np.inf)


def test_ratios_of_power_laws_are_exact() -> None:
    """error = a effort^-1/2 against 3 a effort^-1/2: thrice the error, nine times the effort."""
    readings = read_off(power_law(1.0, -0.5), power_law(3.0, -0.5))
    assert len(readings) == 5
    for reading in readings:
        assert reading["error_ratio"] == pytest.approx(3)
        assert reading["effort_ratio"] == pytest.approx(9)


def test_nothing_is_read_beyond_the_bounds_or_where_fronts_do_not_meet() -> None:
    readings = read_off(power_law(1.0, -0.5), power_law(3.0, -0.5), (1.0, 2.0))
    assert min(reading["error"] for reading in readings) >= 1.0
    assert max(reading["error"] for reading in readings) <= 2.0
    assert max(reading["effort"] for reading in readings) <= 1.0
    for reading in readings:
        assert reading["error_ratio"] == pytest.approx(3)
        assert reading["effort_ratio"] == pytest.approx(9)


def test_nothing_is_read_at_efforts_at_which_neither_front_steers() -> None:
    effort = np.logspace(-6, 2, 33)
    lqr, other = (Front([{}] * 33, effort, 1 / (1 + gain * effort)) for gain in (1.0, 0.5))
    readings = read_off(lqr, other, (1e-3, 0.95))
    assert min(reading["effort"] for reading in readings) > 1 / 0.95 - 1
    assert max(min(reading["error_lqr"], reading["error_other"]) for reading in readings) < 0.95
    idle = Front([{}] * 33, effort, np.linspace(1, 0.96, 33))
    assert read_off(idle, idle, (1e-3, 0.95)) == []


def test_fronts_that_share_errors_alone_are_compared_at_equal_error() -> None:
    """The rival needs 1e5 times the effort, beyond LQR's own; the other way round; or nothing is shared."""
    lqr = power_law(1.0, -0.5)
    apart = Front([{}] * 15, 1e5 * lqr.effort, lqr.error)
    for reading in read_off(lqr, apart):
        assert reading["effort_ratio"] == pytest.approx(1e5)
        assert reading["effort"] is reading["error_ratio"] is reading["error_lqr"] is None
    for reading in read_off(lqr, Front([{}] * 15, lqr.effort, 1e5 * lqr.error)):
        assert reading["error_ratio"] == pytest.approx(1e5)
        assert reading["error"] is reading["effort_ratio"] is None
    assert read_off(lqr, Front([{}] * 15, 1e5 * lqr.effort, 1e5 * lqr.error)) == []


def test_fronts_fall_and_lqr_beats_proportional_control(comparison: Comparison) -> None:
    for fronts in (comparison.one_push, comparison.ensemble):
        for front in fronts.values():
            assert (np.diff(front.effort) > 0).all()
            assert (np.diff(front.error) < 0).all()
    ratios = [reading["effort_ratio"] for reading in comparison.readings["ensemble pd"]]
    assert np.median(ratios) > 1.2


def test_the_grid_is_reported_and_the_data_is_json(comparison: Comparison) -> None:
    data = json.loads(json.dumps(comparison.as_data()))
    assert data["grid"]["pd"]["members"] == 36
    assert data["grid"]["pd"]["refined"] > 0
    assert data["grid"]["pd"]["kp"]["least"] == 0
    assert data["grid"]["fresh_pushes"] == 12
    assert len(data["ensemble"]["lqr"]["error_quartiles"][0]) == 2


def test_fresh_pushes_are_not_those_of_the_tuning(small_bundle: BodyBundle) -> None:
    seen = {repr(push) for run in tuning_pushes(small_bundle) for push in run}
    ensemble = ensemble_of(small_bundle)
    fresh = random_pushes(small_bundle, ensemble, 50, np.random.SeedSequence(7, spawn_key=(1,)))
    assert not seen & {repr(push) for run in fresh for push in run}


def test_other_numbers_of_pushes_may_be_asked_for(small_bundle: BodyBundle) -> None:
    own = ensemble_of(small_bundle)
    asked = ensemble_of(small_bundle, 3, 2)
    assert (asked.runs, asked.tuning_runs, asked.force) == (3, 2, own.force)
    assert ensemble_of(small_bundle, tuning_runs=2).runs == own.runs


@pytest.mark.parametrize(("runs", "tuning"), [(24, 4), (30, 6), (200, 48)])
def test_a_quick_comparison_takes_no_more_pushes_than_the_scene_has(
    runs: int, tuning: int, small_bundle: BodyBundle
) -> None:
    ensemble = replace(ensemble_of(small_bundle), runs=runs, tuning_runs=tuning)
    bundle = replace(small_bundle, ensemble=ensemble)
    quick = ensemble_of(bundle, most=(QUICK.runs, QUICK.tuning_runs))
    assert (quick.runs, quick.tuning_runs) == (min(runs, 20), min(tuning, 6))
    assert ensemble_of(bundle, most=(FULL.runs, FULL.tuning_runs)) == ensemble
    asked = ensemble_of(bundle, 50, 20, (QUICK.runs, QUICK.tuning_runs))
    assert (asked.runs, asked.tuning_runs) == (50, 20)


def test_what_is_said_of_quick_is_what_it_does() -> None:
    results = " ".join(RESULTS.read_text("utf-8").split())
    assert f"on {QUICK.runs} random ones (`softrein compare` without `--quick`" in results
    told = _help_of("compare", "quick")
    for words in (
        f"for {QUICK.rounds} rounds at most", f"on {QUICK.tuning_runs} random pushes at most",
        f"on {QUICK.runs} fresh ones at most", f"MPC on {QUICK.planned.runs}:",
    ):  # fmt: skip
        assert words in told
    assert f"measured on {QUICK.runs} at most" in QUICKLY


def _help_of(command: str, option: str) -> str:
    """What `--help` says of an option."""
    commands: Any = typer.main.get_command(app)
    (found,) = (each for each in commands.commands[command].params if each.name == option)
    return str(found.help)


def test_random_pushes_stay_in_their_ranges_and_repeat(small_bundle: BodyBundle) -> None:
    ensemble = ensemble_of(small_bundle)
    pushes = random_pushes(small_bundle, ensemble, 100, np.random.SeedSequence(1))
    assert pushes == random_pushes(small_bundle, ensemble, 100, np.random.SeedSequence(1))
    sizes = [np.linalg.norm(run[0].force) for run in pushes]
    assert ensemble.force[0] <= min(sizes) < max(sizes) <= ensemble.force[1]
    fixed = set(small_bundle.regions["xmin"].tolist())
    assert not fixed & {run[0].at for run in pushes}


def test_a_scene_without_pushes_is_told_so(small_bundle: BodyBundle) -> None:
    from dataclasses import replace

    with pytest.raises(SceneError, match="pushes"):
        compare(replace(small_bundle, pushes=[]), ensemble_of(small_bundle), 3, 3)
    with pytest.raises(SceneError, match="ensemble"):
        ensemble_of(replace(small_bundle, ensemble=None))


@pytest.mark.slow("tunes and compares twice")
def test_a_figure_says_whether_controllers_were_told_the_pushes(
    small_bundle: BodyBundle, comparison: Comparison
) -> None:
    """One flag of the bundle tells every family; the data and the summary say so."""
    ensemble = ensemble_of(small_bundle, 3, 2)
    knowing = compare(replace(small_bundle, preview=True), ensemble, 3, 3)
    for told, result in ((False, comparison), (True, knowing)):
        data = result.as_data()
        assert data["grid"]["foresees"] is told
        words = "announced to every controller as it begins" if told else "announced to no controller"
        assert any(words in sentence for sentence in summary(data))
    same = small_bundle.run(controller="spd").states
    np.testing.assert_array_equal(replace(small_bundle, preview=False).run(controller="spd").states, same)
    for name in ("lqr", "pd", "spd", "timed"):
        told_run = replace(small_bundle, preview=True).run(controller=name)
        np.testing.assert_array_equal(told_run.states, small_bundle.run(None, name, True).states)
        assert (told_run.states != small_bundle.run(controller=name).states).any()
