"""The study of steered smoke beyond fronts: figures that can be checked one by one, charts, and words."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from offline.studies import smoke_study
from offline.studies.comparison import compare
from offline.studies.smoke_study import equal_effort, half_strength, paths, study, survival, wilson
from offline.tuning import search
from offline.tuning.fronts import Front
from offline.tuning.pushes import ensemble_of, random_pushes
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.push import Ensemble
from softrein.charts.smoke import STUDIES, draw_equal_effort, draw_paths, draw_survival
from softrein.reports.comparing import OF_ALL, PICTURES, more_data, write_comparison, write_page
from softrein.reports.smoke import effort_section, paths_section, survival_section
from tests.made_up import made_up_bundle

PARAMETERS = [{"kz": kz, "kp": 1.0, "kd": 0.1} for kz in (0.5, 1.0, 2.0, 4.0, 8.0)]


@pytest.fixture(scope="module")
def followed(small_smoke: SmokeBundle) -> dict[str, Any]:
    return paths(small_smoke)


@pytest.fixture(scope="module")
def rivals(small_smoke: SmokeBundle) -> dict[str, Any]:
    budget = float(small_smoke.rollouts([small_smoke.pushes], "lqr").effort[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "REFINEMENTS", 0)  # a search would soon find that nobody measured these
        return equal_effort(small_smoke, clouds(budget, [0.5, 0.96, 0.97, 0.98, 1.01]))


@pytest.fixture(scope="module")
def survived(small_smoke: SmokeBundle) -> dict[str, Any]:
    return survival(small_smoke, ensemble_of(small_smoke), runs=8)


def clouds(budget: float, shares: list[float]) -> dict[str, Front]:
    """Members whose efforts are these shares of a budget, with errors that nobody measured."""
    errors = np.array([3.0, 5.0, 2.0, 4.0, 1.0])
    weaker = [{name: each[name] for name in ("kz", "kp")} for each in PARAMETERS]
    efforts = budget * np.array(shares)
    return {"p": Front(weaker, efforts, errors), "pd": Front(list(PARAMETERS), efforts, errors)}


# Paths ---------------------------------------------------------------------------------------------------


def test_paths_are_those_of_single_runs(small_smoke: SmokeBundle, followed: dict[str, Any]) -> None:
    """Batched rollouts and what is made of them, against one recorded run and plain arithmetic."""
    for panel, pushes in (("undisturbed", []), ("pushed", small_smoke.pushes)):
        for run, controller in zip(followed["panels"][panel], ("none", None, "lqr", None), strict=True):
            if controller is None:
                continue
            single = small_smoke.run(pushes, controller)
            np.testing.assert_allclose(
                np.reshape(run["paths"], (len(single.states), -1)), single.states[:, :4], atol=1e-5
            )
            off = np.linalg.norm(single.states[:, 4:] - small_smoke.track.states[:, 4:], axis=1)
            fastest = np.linalg.norm(small_smoke.track.states[:, 4:], axis=1).max()
            np.testing.assert_allclose(run["velocity_error"], off / fastest, rtol=1e-4, atol=1e-6)
            assert run["error"] == pytest.approx(single.error, rel=1e-4)
            assert run["effort"] == pytest.approx(single.effort, rel=1e-4)
            assert np.hypot(*run["final_distance"]) == pytest.approx(single.deviation[-1], rel=1e-3)


def test_the_three_costs_are_the_papers(small_smoke: SmokeBundle, followed: dict[str, Any]) -> None:
    steered = followed["panels"]["pushed"][1:]
    costs = np.array([run["control_cost"] for run in steered])
    np.testing.assert_allclose(costs[0] / costs, [1, 100, 100_000])
    assert followed["own_control_cost"] == small_smoke.costs.control[0, 0] == pytest.approx(costs[1])
    for panel in followed["panels"].values():
        assert (np.diff([run["error"] for run in panel[1:]]) < 0).all()  # cheaper control does better


def test_the_particle_shown_is_the_one_that_strays_most(followed: dict[str, Any]) -> None:
    ends = followed["panels"]["pushed"][0]["final_distance"]
    assert ends[followed["shown"]] == max(ends)


def test_a_push_is_where_it_blows(small_smoke: SmokeBundle, followed: dict[str, Any]) -> None:
    push = followed["pushes"][0]
    step = round(small_smoke.pushes[0].time / small_smoke.dt)
    np.testing.assert_allclose(push["reference"], np.array(followed["reference"])[step], rtol=1e-5)
    np.testing.assert_allclose(push["place"], small_smoke.pushes[0].at, rtol=1e-5)
    assert push["force"] == list(small_smoke.pushes[0].force)


# Equal effort --------------------------------------------------------------------------------------------


def test_the_best_rival_may_spend_what_lqr_spends(rivals: dict[str, Any]) -> None:
    """Errors 3 5 2 4 1 at shares 0.5, 0.96, 0.97, 0.98, 1.01: the last is beyond the budget."""
    found = {(rival["controller"], rival["role"]): rival["parameters"] for rival in rivals["rivals"]}
    assert found == {
        ("p", "best"): {"kz": 2.0, "kp": 1.0},
        ("pd", "best"): PARAMETERS[2],
        ("pd", "typical"): PARAMETERS[3],  # the middle one of 2, 4 and 5
    }
    assert rivals["families"]["pd"] == {"members": 5, "affordable": 4, "equal": 3}


def test_rivals_are_run_again(small_smoke: SmokeBundle, rivals: dict[str, Any]) -> None:
    from runtime.control.proportional import weighted_gains

    best = next(
        rival for rival in rivals["rivals"] if rival["role"] == "best" and rival["controller"] == "pd"
    )
    single = small_smoke.run(controller=weighted_gains(small_smoke.proportional_terms(), best["parameters"]))
    lqr = small_smoke.run(controller="lqr")
    assert best["error_ratio"] == pytest.approx(single.error / lqr.error, rel=1e-4)
    assert best["effort_ratio"] == pytest.approx(single.effort / lqr.effort, rel=1e-4)


def test_where_all_spend_more_the_gentlest_stands_in(
    small_smoke: SmokeBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "REFINEMENTS", 0)
    budget = float(small_smoke.rollouts([small_smoke.pushes], "lqr").effort[0])
    data = equal_effort(small_smoke, clouds(budget, [3.0, 2.0, 1.5, 4.0, 5.0]))
    assert data["families"]["pd"] == {"members": 5, "affordable": 0, "equal": 0}
    assert [rival["parameters"]["kz"] for rival in data["rivals"]] == [2.0, 2.0]
    assert "all spend more than LQR; the gentlest spends" in effort_section(data, "", "m")


def test_p_controllers_are_no_typical_pd_and_named_where_they_are_the_best(
    small_smoke: SmokeBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of errors 3 5 2 4 1 the last two within the budget are PD's own, the better three P's."""
    monkeypatch.setattr(search, "REFINEMENTS", 0)
    budget = float(small_smoke.rollouts([small_smoke.pushes], "lqr").effort[0])
    front = clouds(budget, [0.97, 0.98, 0.99, 0.96, 0.98])["pd"]
    for index in (0, 2, 4):
        front.parameters[index] = front.parameters[index] | {"kd": 0.0}
    data = equal_effort(small_smoke, {"pd": front})
    found = {rival["role"]: rival for rival in data["rivals"]}
    assert found["best"]["parameters"]["kd"] == 0.0
    assert found["typical"]["parameters"]["kd"] > 0
    assert data["families"]["pd"]["equal"] == 2
    page = effort_section(data, "", "m")
    assert "best PD, kd = 0" in page
    assert "it is a P controller, with kd = 0" in page


def test_the_best_rival_is_searched_for_at_this_effort(small_smoke: SmokeBundle) -> None:
    """From one member that spends half of it."""
    start = [{"kz": 3.0, "kp": 0.5, "kd": 0.1}]
    single = small_smoke.run(controller=small_smoke.comparator("pd", start[0]))
    budget = small_smoke.run(controller="lqr").effort
    assert single.effort < 0.9 * budget
    front = Front(start, np.array([single.effort]), np.array([single.error]))
    (best, _) = equal_effort(small_smoke, {"pd": front})["rivals"] + [None]
    assert 0.95 < best["effort_ratio"] <= 1
    assert best["error"] < 0.8 * single.error


# Survival ------------------------------------------------------------------------------------------------


def test_weak_pushes_are_survived_and_strong_ones_are_not(survived: dict[str, Any]) -> None:
    shares = survived["lqr"]["returned"]
    assert shares[0] == 1.0
    assert shares[-1] < 0.5
    assert survived["strengths"][0] < survived["lqr"]["half"] < survived["strengths"][-1]
    np.testing.assert_allclose(np.diff(np.log10(survived["strengths"])), 0.25)


def test_runs_are_those_of_pushes_of_that_strength(
    small_smoke: SmokeBundle, survived: dict[str, Any]
) -> None:
    """The pushes' patterns are worked out once and scaled: against pushes that are that strong themselves."""
    index = int(np.argmin(np.abs(np.array(survived["lqr"]["returned"]) - 0.6)))
    strength = survived["strengths"][index]
    ensemble = replace(ensemble_of(small_smoke), force=(strength, strength))
    seed = np.random.SeedSequence(small_smoke.seed, spawn_key=(2,))
    rolled = small_smoke.rollouts(random_pushes(small_smoke, ensemble, 8, seed), "lqr")
    ends = (rolled.final - small_smoke.track.states[-1])[:, :4].reshape(8, 2, 2)
    back = (np.linalg.norm(ends, axis=2) < 0.05).all(axis=1) & np.isfinite(rolled.error)
    assert survived["lqr"]["returned"][index] == back.mean()


def test_a_run_that_broke_does_not_return(small_smoke: SmokeBundle) -> None:
    """Its state is parked on the reference, which is where those end that do return."""
    rolled = small_smoke.rollouts([[], []], "lqr")
    assert smoke_study._returns(small_smoke, rolled).all()
    broken = replace(rolled, error=np.array([rolled.error[0], np.inf]))
    assert smoke_study._returns(small_smoke, broken).tolist() == [True, False]


def test_strengths_are_widened_until_most_are_lost(
    small_smoke: SmokeBundle, survived: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smoke_study, "SPAN", (4, 4))
    widened = survival(small_smoke, ensemble_of(small_smoke), runs=8)
    assert widened["lqr"]["returned"] == survived["lqr"]["returned"][-len(widened["strengths"]) :]
    monkeypatch.setattr(smoke_study, "WIDEST", (3, 5))
    assert len(survival(small_smoke, ensemble_of(small_smoke), runs=8)["strengths"]) <= 3


def test_wilsons_interval() -> None:
    assert wilson(0, 100) == pytest.approx((0.0, 1.96**2 / (100 + 1.96**2)))
    low, high = wilson(30, 200)
    for bound in (low, high):  # both ends lie 1.96 of their own standard deviations from the share
        assert abs(bound - 0.15) == pytest.approx(1.96 * np.sqrt(bound * (1 - bound) / 200))


def test_half_is_read_off_between_strengths() -> None:
    assert half_strength([1, 10, 100], [1.0, 0.75, 0.25]) == pytest.approx(10**1.5)
    assert half_strength([1, 10], [1.0, 0.5]) is None
    assert half_strength([1, 10], [0.4, 0.1]) is None


# Charts and words ----------------------------------------------------------------------------------------


def lost(data: dict[str, Any]) -> dict[str, Any]:
    """The same with runs that left the finite numbers."""
    data = copy.deepcopy(data)
    runs = [data["panels"]["pushed"][0], data["panels"]["undisturbed"][3]] if "panels" in data else []
    for run in runs or data["rivals"][:1]:
        names = (
            "error",
            "effort",
            "final_distance",
            "paths",
            "velocity_error",
            "effort_ratio",
            "error_ratio",
        )
        run.update(dict.fromkeys(names))
    return data


@pytest.mark.parametrize("change", [copy.deepcopy, lost])
def test_charts_and_sections_hold_every_run(
    followed: dict[str, Any], rivals: dict[str, Any], change: Callable[[Any], Any], tmp_path: Path
) -> None:
    """Also of solid cells and of no pushes at all, and from JSON alone."""
    first, second = (json.loads(json.dumps(change(data), allow_nan=False)) for data in (followed, rivals))
    draw_paths(first | {"solid": [[3, 3], [3, 4]]}, tmp_path / "paths.png")
    draw_equal_effort(second | {"pushes": []}, tmp_path / "equal.png")
    for name in ("paths.png", "equal.png"):
        image = imread(tmp_path / name)[..., :3].mean(axis=2)
        assert image.shape[1] == 1840
        assert all(half.std() > 0.06 for half in np.split(image, 2, axis=1))
    page = paths_section(first, "", "m⁴/s³")
    assert page.count("LQR, c/100,000") == 2
    assert page.count("<tr>") == 9
    assert ("diverged" in page) == (change is lost)
    assert "best PD" in effort_section(second, "", "m⁴/s³")


def test_survival_in_a_chart_and_in_words(survived: dict[str, Any], tmp_path: Path) -> None:
    draw_survival(survived, tmp_path / "survival.png")
    image = imread(tmp_path / "survival.png")[..., :3].mean(axis=2)
    assert image.shape == (768, 1840)
    assert image.std() > 0.06
    page = survival_section(survived, "")
    assert "Under LQR half of the runs return at" in page
    assert page.count("<tr>") == len(survived["strengths"]) + 1
    gentle = survived | {
        "lqr": survived["lqr"] | {"half": None, "returned": [0.9] * len(survived["strengths"])}
    }
    assert "at least half return at all strengths" in survival_section(gentle, "")


def test_in_space_all_of_it_is_there_and_finite(
    small_plume: SmokeBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Distances are those in space, and charts show its paths along z."""
    monkeypatch.setattr(smoke_study, "RUNS", 4)
    monkeypatch.setattr(search, "REFINEMENTS", 0)
    budget = float(small_plume.rollouts([small_plume.pushes], "lqr").effort[0])
    ensemble = Ensemble((1.0, 3.0), 0.2, 0.15, (0.2, 0.6))
    found = study(small_plume, clouds(budget, [0.5, 0.96, 0.97, 0.98, 1.01]), ensemble)
    found = json.loads(json.dumps(found, allow_nan=False))
    assert list(found) == ["tunnel", "paths", "equal_effort", "survival"]
    assert np.shape(found["tunnel"]["perturbed"]) == (4, 21, 3)
    assert {each["controller"] for each in found["equal_effort"]["rivals"]} == {"p", "pd"}
    for controller, run in zip(("none", None, "lqr"), found["paths"]["panels"]["pushed"], strict=False):
        assert np.isfinite(run["error"])
        if controller is not None:
            single = small_plume.run(controller=controller)
            np.testing.assert_allclose(run["paths"], small_plume.shape.positions(single.states), atol=1e-5)
            assert np.linalg.norm(run["final_distance"]) == pytest.approx(single.deviation[-1], rel=1e-3)
    assert found["survival"]["lqr"]["half"] > 3 * found["survival"]["none"]["half"]
    assert "distances are those in space" in paths_section(found["paths"], "", "m⁵/s³")


@pytest.mark.slow("a whole comparison")
def test_compare_leaves_everything_behind(
    small_smoke: SmokeBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smoke_study, "RUNS", 4)
    monkeypatch.setattr(search, "REFINEMENTS", 2)
    ensemble = ensemble_of(small_smoke, 4, 2)
    result = compare(small_smoke, ensemble, 3, 3)
    steps, names = [], (*OF_ALL, *STUDIES)
    write_comparison(small_smoke, result, tmp_path / "out", True, lambda *step: steps.append(step))
    assert {path.name for path in (tmp_path / "out").glob("*.png")} == {PICTURES[name] for name in names}
    data = json.loads((tmp_path / "out" / "comparison.json").read_text())
    assert {"tunnel", "paths", "equal_effort", "survival"} <= set(data)
    assert ("pictures", len(names), len(names)) in steps
    write_page([tmp_path / "out"], tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    for words in ("The full runs", "Paths of the steered particles", "At equal effort",
                  "How large a push is survived",
                  "The smoke and its model", "largest deviation [m]", "kz multiplies"):  # fmt: skip
        assert words in page, words
    assert not {words for words in ("the body", "The body", "√kg", "N² s") if words in page}
    assert page.count("<img") == len(names)


def test_others_have_nothing_of_it(small_smoke: SmokeBundle) -> None:
    nothing: Any = None
    assert more_data(made_up_bundle(), nothing, nothing, False) == {}
    assert study(replace(small_smoke, particles=0), nothing, nothing) == {}
