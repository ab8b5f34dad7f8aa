"""Controllers that plan ahead, in comparisons: at LQR's control costs, on the same fresh pushes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from offline.gains.lqr import at_control_cost
from offline.studies.comparison import Comparison, compare
from offline.studies.planned import Planned, PlannedRuns, at_equal_cost, beside_fronts, run_planned
from offline.studies.step_study import study
from offline.tuning.families import Member, lqr_member
from offline.tuning.fronts import Front
from offline.tuning.pushes import ensemble_of, random_pushes, seed_of
from runtime.base.progress import silent
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.rollouts import CHUNK, Rollouts, joined
from softrein.reports.planned import planned_part, planned_tables
from softrein.reports.summary import summary

COSTS = 3
FRESH, MET = 7, 5  # pushes, and those that what plans meets; not a multiple of what a thread takes at a time


@pytest.fixture(scope="module")
def comparison(small_bundle: BodyBundle) -> Comparison:
    assert MET % CHUNK
    return compare(
        small_bundle, ensemble_of(small_bundle, FRESH, 3), 4, 3, rounds=0, planned=Planned(COSTS, MET)
    )


@pytest.fixture(scope="module")
def data(comparison: Comparison) -> dict[str, Any]:
    return dict(json.loads(json.dumps(comparison.as_data())))


def test_it_stands_beside_lqr_at_the_same_costs_on_the_same_pushes(
    small_bundle: BodyBundle, comparison: Comparison
) -> None:
    """Each row is what rollouts at its cost give; a front's points are medians over the same pushes."""
    ensemble = ensemble_of(small_bundle, FRESH, 3)
    fresh = random_pushes(small_bundle, ensemble, FRESH, seed_of(small_bundle, "fresh"))[:MET]
    rows, own = comparison.equal_cost["mpc"], small_bundle.costs.control[0, 0]
    assert len(rows) == COSTS
    assert comparison.diverged["mpc"] == {"runs": COSTS * MET, "diverged": 0}
    assert comparison.diverged["none"] == {"runs": FRESH, "diverged": 0}  # without the scene's own
    for row in rows:
        factor = row["control_cost"] / own
        planned = at_control_cost(small_bundle, factor).rollouts(fresh, "mpc")
        lqr = small_bundle.rollouts(fresh, lqr_member(small_bundle, factor).choice(small_bundle))
        for who, found in (("other", planned), ("lqr", lqr)):
            assert row[f"error_{who}"] == pytest.approx(np.median(found.error), rel=1e-5)
            assert row[f"effort_{who}"] == pytest.approx(np.median(found.effort), rel=1e-5)
        totals = [found.error**2 + row["control_cost"] * found.effort for found in (planned, lqr)]
        assert row["total_ratio"] == pytest.approx(np.median(totals[0] / totals[1]), rel=1e-5)
    front = comparison.ensemble["mpc"]
    known = {row["control_cost"]: row for row in rows}
    for parameters, effort, error in zip(front.parameters, front.effort, front.error, strict=True):
        row = known[parameters["control_cost"]]
        assert (effort, error) == pytest.approx((row["effort_other"], row["error_other"]), rel=1e-5)
    assert comparison.readings["ensemble mpc"]


def test_its_options_are_the_scenes(small_bundle: BodyBundle) -> None:
    """With a plan of one step it is another controller than with the scene's own."""
    short = replace(small_bundle, replanning=replace(small_bundle.replanning, horizon=1))
    strong = [replace(push, force=(0.0, 0.0, -40.0)) for push in small_bundle.pushes]
    beside = [lqr_member(small_bundle, 1.0)]
    ends = [run_planned(b, "mpc", beside, [strong], Planned(1, 1), silent) for b in (small_bundle, short)]
    assert not np.array_equal(ends[0].outcomes[0].final, ends[1].outcomes[0].final)
    np.testing.assert_array_equal(
        ends[0].outcomes[0].final, small_bundle.rollouts([small_bundle.pushes, strong], "mpc").final
    )


def test_what_cannot_be_made_is_told_and_the_rest_measured(small_bundle: BodyBundle) -> None:
    nothing = Member({"control_cost": float("nan")}, "lqr")
    told: list[tuple[int, int]] = []
    found = run_planned(
        small_bundle, "mpc", [nothing, lqr_member(small_bundle, 1.0)], [], Planned(2, 3),
        lambda what, done, total: told.append((done, total)),
    )  # fmt: skip
    assert len(found.members) == len(found.outcomes) == len(found.lqr_outcomes) == 1
    assert found.about["unmade"][0].startswith("control_cost = nan: the motion's cost-to-go")
    assert told[-1] == (2, 2)
    assert at_equal_cost(replace(found, members=[], outcomes=[], lqr_outcomes=[])) == []
    page = planned_part({"grid": {"mpc": found.about}})
    assert "MPC was not run at control_cost = nan" in page


def _rolled(effort: list[float], error: list[float]) -> Rollouts:
    return Rollouts(
        np.array(error), np.array(effort), np.zeros((len(error), 1)), np.zeros(len(error), int), None
    )


def test_beside_another_front_it_is_read_at_its_own_efforts() -> None:
    """Between members of that front in the logarithms, on the pushes that it met, and not beyond its ends."""
    members = [Member({"control_cost": cost}, "mpc") for cost in (1.0, 2.0, 3.0)]
    planned = [_rolled([10.0] + [10.0] * 9, [0.1] + [0.1] * 9)]
    planned += [_rolled([10.0] + [effort] * 9, [0.2] * 10) for effort in (2.0, 50.0)]
    # on the nine pushes that count the front falls from 1 to 0.01 while the effort grows from 1 to 100
    rival = [_rolled([1.0] * 9 + [7.0], [1.0] * 9 + [0.0]), _rolled([100.0] * 9 + [7.0], [0.01] * 9 + [0.0])]
    rival.append(_rolled([0.0] * 10, [5.0] * 10))  # which has no logarithm
    rival.append(_rolled([3.0] * 10, [0.9] * 10))  # beaten by none, and above the line between the others
    own = Front([], np.array([0.0, 1.0, 100.0, 200.0]), np.array([2.0, 0.4, 0.004, 0.0]))
    found = PlannedRuns(members, planned, [], [], [])
    rows = beside_fronts(found, {"pd": rival}, {"pd": own}, {"one_push": (0.01, 0.15), "ensemble": (0, 9)})
    assert [(row["kind"], row["control_cost"]) for row in rows] == [
        ("one_push", 1.0), ("ensemble", 1.0), ("ensemble", 2.0), ("ensemble", 3.0),
    ]  # fmt: skip
    assert rows[0]["ratio"] == pytest.approx(0.1 / 0.04)
    assert rows[0]["band"] is None
    assert not rows[0]["on_or_below"]
    slope = np.log(0.01 / 0.9) / np.log(100 / 3)
    expected = [0.9 * (effort / 3) ** slope for effort in (10.0, 50.0)]
    expected.insert(1, 0.9 ** (np.log(2) / np.log(3)))
    for row, theirs, error in zip(rows[1:], expected, (0.1, 0.2, 0.2), strict=True):
        assert row["ratio"] == pytest.approx(error / theirs)
        assert row["band"] == pytest.approx([error / theirs] * 2)  # all pushes alike
        assert row["on_or_below"] == (error <= 1.02 * theirs)
    assert {row["on_or_below"] for row in rows[1:]} == {True, False}


def test_the_band_is_that_of_medians_over_pushes_drawn_again() -> None:
    """Of so many pushes a median is normal, of variance pi/2 s^2 / n; 1.645 deviations on each side."""
    rng, count, spread = np.random.default_rng(3), 801, 0.3
    ours = np.exp(spread * rng.standard_normal(count))
    theirs = 1.01 * np.exp(spread * rng.standard_normal(count))
    found = PlannedRuns(
        [Member({"control_cost": 1.0}, "mpc")],
        [_rolled([1.0] * (count + 1), [1.0, *ours.tolist()])], [], [], [],
    )  # fmt: skip
    rival = [_rolled([factor] * count, (theirs / factor).tolist()) for factor in (0.5, 2.0)]
    own = Front([], np.ones(0), np.ones(0))
    (row,) = beside_fronts(found, {"p": rival}, {"p": own}, {"one_push": (0, 9), "ensemble": (0, 9)})
    ratio = np.median(ours) / np.median(theirs)
    deviation = 1.645 * spread * np.sqrt(np.pi / 2 / count * 2)
    assert row["ratio"] == pytest.approx(ratio)
    np.testing.assert_allclose(np.log(row["band"]), np.log(ratio) + deviation * np.array([-1, 1]), atol=0.012)


def test_many_runs_that_plan_are_shared_out_and_told(either_bundle: Bundle) -> None:
    """In as many threads as there are cores, in their order; each like a run by itself."""
    (push,) = either_bundle.pushes
    pushes = [[replace(push, force=tuple(factor * f for f in push.force))] for factor in range(2 * CHUNK + 1)]
    told: list[tuple[int, int]] = []

    def listen(what: str, done: int, total: int) -> None:
        assert what == "runs"
        told.append((done, total))

    rolled = either_bundle.rollouts(pushes, "mpc", record=True, progress=listen, horizon=4)
    assert rolled.states is not None
    assert told == [(CHUNK, len(pushes)), (2 * CHUNK, len(pushes)), (len(pushes), len(pushes))]
    for number in (0, CHUNK, 2 * CHUNK):
        run = either_bundle.run(pushes[number], "mpc", horizon=4)
        np.testing.assert_array_equal(rolled.states[:, number], run.states)
        assert rolled.error[number] == run.error


@pytest.mark.parametrize(
    ("lqr", "other", "ratio"),
    [
        ([1.0, 1.0, 1.0], [0.5, 0.5, 0.5], 0.25),
        ([1.0, 1.0, np.inf], [0.5, 0.5, np.inf], 0.25),
        ([1.0, np.inf, 2.0], [0.5, np.inf, 4.0], 1.0),
        ([np.inf, 1.0, 1.0], [0.5, 0.5, np.inf], 0.25),
        ([1.0, np.inf, np.inf], [1.0, np.inf, np.inf], None),
        ([1.0, 1.0, np.inf, np.inf], [0.5] * 4, None),
        ([1.0, 1.0, 1.0], [0.5, np.inf, np.inf], None),
        ([0.0, 0.0, 1.0], [0.0, 0.0, 1.0], 1.0),
    ],
)
def test_a_push_that_both_lose_counts_for_none(
    lqr: list[float], other: list[float], ratio: float | None
) -> None:
    def rolled(errors: list[float]) -> Rollouts:
        error = np.array([1.0, *errors])
        return Rollouts(
            error, np.zeros_like(error), np.zeros((len(error), 1)), np.zeros(len(error), int), None
        )

    member = Member({"control_cost": 1.0}, "mpc")
    (row,) = at_equal_cost(PlannedRuns([member], [rolled(other)], [member], [rolled(lqr)], []))
    assert row["total_ratio"] == ratio
    for who, errors in (("lqr", lqr), ("other", other)):
        middle = np.median(errors)
        assert row[f"error_{who}"] == (middle if np.isfinite(middle) else None)


def test_page_table_and_summary_say_on_what_it_was_measured(data: dict[str, Any]) -> None:
    page = planned_part(data)
    assert "<h3>MPC beside LQR at the same control cost</h3>" in page
    assert "<h3>MPC beside all fronts</h3>" in page
    assert f"the same {MET} random pushes" in page
    table, beside = planned_tables(data)
    assert table.row_count == COSTS
    readings = data["beside_fronts"]["mpc"]
    assert beside.row_count == len({(each["kind"], each["rival"]) for each in readings})
    (sentence,) = [words for words in summary(data) if "on or below" in words]
    below = sum(each["ratio"] <= 1.02 for each in readings)
    assert f"in {below} of {len(readings)} readings" in sentence
    (sentence,) = [words for words in summary(data) if "same control cost" in words]
    assert f"at {COSTS} control costs on the first {MET} of these pushes" in sentence
    assert planned_part({}) == ""


def test_at_a_longer_step_it_plans_in_long_steps(either_bundle: Bundle) -> None:
    cost = float(either_bundle.costs.control[0, 0])
    lqr = run_planned(either_bundle, "mpc", [lqr_member(either_bundle, 1.0)], [], Planned(1, 1), silent)
    assert lqr.members[0].parameters == {"control_cost": cost}
    fronts = {
        name: Front([{"control_cost": cost}], runs[0].effort, runs[0].error)
        for name, runs in (("lqr", lqr.lqr_outcomes), ("mpc", lqr.outcomes))
    }
    found = study(either_bundle, fronts, silent)
    assert found["families"]["mpc"]["kept"] == 1
    assert found["families"]["mpc"]["growth"] < 5


@pytest.mark.parametrize("record", [False, True])
def test_parts_of_runs_join_to_the_whole(record: bool, small_bundle: BodyBundle) -> None:
    pushes = random_pushes(small_bundle, ensemble_of(small_bundle), 5, seed_of(small_bundle, "fresh"))
    whole = small_bundle.rollouts(pushes, record=record)
    again = joined([whole.part(slice(0, 2)), whole.part(slice(2, None))])
    for name, value in vars(whole).items():
        np.testing.assert_array_equal(getattr(again, name), value)
    with_and_without = joined([whole.part(slice(0, 1)), small_bundle.rollouts(pushes[1:])])
    assert with_and_without.states is None
    np.testing.assert_allclose(with_and_without.error, whole.error, rtol=1e-12)
