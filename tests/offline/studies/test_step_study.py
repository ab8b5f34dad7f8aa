"""The study of controllers at a longer time step."""

from __future__ import annotations

import numpy as np
import pytest

from offline.studies import step_study
from offline.studies.step_study import FACTOR, REMADE, study
from offline.tuning.families import lqr_member
from offline.tuning.fronts import Front
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from softrein.errors import CostError
from softrein.reports.report import _longer_step


def silent(what: str, done: int, total: int) -> None:
    """Report nothing."""


def front_of(bundle: Bundle, name: str, members: list[dict[str, float]]) -> Front:
    choices = [
        lqr_member(bundle, each["control_cost"] / bundle.costs.control[0, 0]).choice(bundle)
        if name == "lqr"
        else bundle.comparator(name, each)
        for each in members
    ]
    outcomes = bundle.rollouts_under(choices, [bundle.pushes])
    return Front(members, *(np.array([getattr(o, key)[0] for o in outcomes]) for key in ("effort", "error")))


@pytest.fixture
def fronts(either_bundle: Bundle) -> dict[str, Front]:
    """LQR at three costs, and PD and stable PD with gains that the longer step does not bear."""
    cost, h = float(either_bundle.costs.control[0, 0]), either_bundle.dt
    name, strong = ("kp", 0.5 / h**2) if either_bundle.kind == "deformable" else ("kz", 0.9 / h)
    gains = [{name: weak * strong, "kd": weak / h * (name == "kp")} for weak in (0.01, 0.1, 1.0)]
    return {
        "lqr": front_of(either_bundle, "lqr", [{"control_cost": cost * factor} for factor in (1, 10, 100)]),
        "pd": front_of(either_bundle, "pd", gains),
        "spd": front_of(either_bundle, "spd", gains),
    }


def test_stable_pd_keeps_what_pd_loses(either_bundle: Bundle, fronts: dict[str, Front]) -> None:
    data = study(either_bundle, fronts, silent)
    assert data["factor"] == FACTOR
    assert data["step"] == pytest.approx(FACTOR * either_bundle.dt)
    families = data["families"]
    assert set(families) == {"lqr", "pd", "spd", REMADE}
    assert families["spd"]["kept"] == families["spd"]["members"] == 3
    assert families["pd"]["kept"] < 3
    assert families[REMADE]["kept"] == 3
    assert families[REMADE]["growth"] < 5
    for name, found in data["fronts"].items():
        assert 1 <= len(found["error"]) <= families[name]["kept"]


def test_a_member_that_cannot_be_made_there_is_not_kept(
    small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And hours of search are not lost with it."""
    cost = float(small_bundle.costs.control[0, 0])
    front, made = (
        front_of(small_bundle, "lqr", [{"control_cost": cost * k} for k in (1, 10)]),
        step_study._again,
    )

    def again(bundle: Bundle, longer: Bundle, name: str, parameters: dict[str, float]) -> object:
        if name == REMADE or parameters["control_cost"] > 2 * cost:
            raise CostError("its cost does not settle")
        return made(bundle, longer, name, parameters)

    monkeypatch.setattr(step_study, "_again", again)
    with pytest.warns(UserWarning, match="longer step: 1 of 2 members of lqr cannot be made at it: its cost"):
        families = study(small_bundle, {"lqr": front}, silent)["families"]
    assert [families[name]["kept"] for name in ("lqr", REMADE)] == [1, 0]


def test_gains_made_anew_are_those_of_the_longer_step(small_bundle: BodyBundle) -> None:
    """At the longer step their cost is no higher than that of gains that were made for another one."""
    cost = float(small_bundle.costs.control[0, 0])
    for factor in (1.0, 10.0):
        front = front_of(small_bundle, "lqr", [{"control_cost": cost * factor}])
        data = study(small_bundle, {"lqr": front}, silent)
        old, new = (
            data["fronts"][name]["error"][0] ** 2 + cost * factor * data["fronts"][name]["effort"][0]
            for name in ("lqr", REMADE)
        )
        assert new <= 1.001 * old


def test_a_step_that_is_no_use_is_said(
    either_bundle: Bundle, fronts: dict[str, Front], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step_study, "FACTOR", 2 * either_bundle.steps)
    data = study(either_bundle, fronts, silent)
    assert "families" not in data
    assert "longer than the motion" in data["reason"]
    table, words = _longer_step({"factor": 4, "step": 0.04, "reason": "the plant itself fails <here>"})
    assert table == ""
    assert "&lt;here&gt;" in words


def test_the_page_says_what_became_of_each_family(either_bundle: Bundle, fronts: dict[str, Front]) -> None:
    data = study(either_bundle, fronts, silent)
    table, words = _longer_step(data)
    assert "LQR, gains made anew" in table
    assert "stable PD" in table
    assert f"{data['families']['pd']['kept']} of 3" in table
    assert f"{FACTOR} times" in words
