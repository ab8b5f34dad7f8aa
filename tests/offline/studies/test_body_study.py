"""The figures, charts and words of a steered body: LQR beside PD of equal error and of equal effort."""

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

from meshes.shapes.stored import stored_mesh
from offline.pipeline.body.kind import full_model
from offline.scenes.reading import read_scene
from offline.studies import body_study
from offline.studies.body_study import equal, path_of, study
from offline.studies.comparison import compare
from offline.tuning import search
from offline.tuning.fronts import Front
from offline.tuning.pushes import ensemble_of
from runtime.bundle.body import BodyBundle
from runtime.control.paths import Path as Followed
from runtime.control.proportional import weighted_gains
from softrein.charts.body import draw_equal
from softrein.commands.tables import study_table
from softrein.errors import SceneError
from softrein.reports.body import equal_section
from softrein.reports.comparing import OF_ALL, PICTURES, write_comparison, write_page
from softrein.reports.page_parts import PNG

KD = np.logspace(-1, 2, 7)


@pytest.fixture(scope="module")
def searched(small_bundle: BodyBundle) -> dict[str, Front]:
    """A coarse search, by single runs: members of PD with kp = 0 or 40, and two control costs of LQR."""
    members = [{"kp": kp, "kd": float(kd)} for kp in (0.0, 40.0) for kd in KD]
    runs = [run_of(small_bundle, each) for each in members]
    pd = Front(members, np.array([run[1] for run in runs]), np.array([run[0] for run in runs]))
    lqr = Front([{"control_cost": 1.0}, {"control_cost": 1e-9}], np.array([0.1, 9.0]), np.array([0.01, 1e-6]))
    return {"pd": pd, "lqr": lqr}


@pytest.fixture(scope="module")
def found(small_bundle: BodyBundle, searched: dict[str, Front]) -> dict[str, Any]:
    return equal(small_bundle, searched)


def run_of(bundle: BodyBundle, parameters: dict[str, float]) -> tuple[float, float]:
    run = bundle.run(controller=weighted_gains(bundle.proportional_terms(), parameters))
    return run.error, float(run.effort)


def by_role(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {run["role"] or run["controller"]: run for run in data["runs"]}


# Figures -------------------------------------------------------------------------------------------------


def test_figures_are_those_of_single_runs(small_bundle: BodyBundle, found: dict[str, Any]) -> None:
    """Batched rollouts and what is made of them, against recorded runs and plain arithmetic."""
    terms = small_bundle.proportional_terms()
    lqr = small_bundle.run(controller="lqr")
    vertex = found["vertex"]
    reference = small_bundle.shape.positions(small_bundle.track.states)[:, vertex]
    np.testing.assert_allclose(found["reference"], reference, rtol=1e-5, atol=1e-9)
    assert [run["controller"] for run in found["runs"]] == ["none", "lqr", "pd", "pd"]
    for run in found["runs"]:
        name = run["controller"]
        single = small_bundle.run(
            controller=weighted_gains(terms, run["parameters"]) if name == "pd" else name
        )
        path = small_bundle.shape.positions(single.states)[:, vertex]
        away = np.linalg.norm(path - reference, axis=1)
        np.testing.assert_allclose(run["path"], path, rtol=1e-4, atol=1e-6)
        assert run["error"] == pytest.approx(single.error, rel=1e-4)
        assert run["effort"] == pytest.approx(single.effort, rel=1e-4)
        assert run["error_ratio"] == pytest.approx(single.error / lqr.error, rel=1e-4)
        assert run["effort_ratio"] == pytest.approx(single.effort / lqr.effort, rel=1e-4)
        assert run["final_distance"] == pytest.approx(away[-1], rel=1e-2)
        assert run["largest_distance"] == pytest.approx(away.max(), rel=1e-2)


def test_the_equals_are_nearly_equal_and_better_than_the_search_had(
    found: dict[str, Any], searched: dict[str, Front]
) -> None:
    runs, coarse = by_role(found), searched["pd"]
    error, effort = runs["lqr"]["error"], runs["lqr"]["effort"]
    assert 0.9 < runs["equal_error"]["error_ratio"] <= 1
    assert runs["equal_error"]["effort"] < coarse.effort[coarse.error <= error].min()
    assert 0.9 < runs["equal_effort"]["effort_ratio"] <= 1
    assert runs["equal_effort"]["error"] < coarse.error[coarse.effort <= effort].min()
    assert runs["equal_error"]["matched"]
    assert runs["equal_effort"]["matched"]
    assert found["searched"]["members"] > len(coarse.error)


def test_of_those_that_reach_the_cheapest_and_of_those_that_can_afford_the_closest() -> None:
    front = Front([{}] * 5, np.array([1.0, 4.0, 2.0, 0.5, 8.0]), np.array([0.6, 0.3, 0.5, 0.9, 0.1]))
    for error, budget, indices, counts in (
        (0.5, 2.0, (2, 2), (3, 3)),
        (0.4, 1.5, (1, 0), (2, 2)),
        (0.01, 0.1, (4, 3), (0, 0)),  # nobody: the nearest of each
    ):
        chosen, found = body_study._rivals(front, error, budget)
        assert tuple(index for _, index, _ in chosen) == indices
        assert (found["reaching"], found["affordable"]) == counts
        assert [matched for *_, matched in chosen] == [count > 0 for count in counts]


def test_where_the_scenes_cost_lies(small_bundle: BodyBundle, found: dict[str, Any]) -> None:
    free, own = small_bundle.run(controller="none").error, found["own_cost"]
    assert own["left"] == pytest.approx(small_bundle.run(controller="lqr").error / free, rel=1e-4)
    assert own["left_by_gentlest"] == pytest.approx(0.01 / free, rel=1e-4)
    assert own["left_by_strongest"] == pytest.approx(1e-6 / free, rel=1e-4)
    assert own["control_cost"] == small_bundle.costs.control[0, 0]


# The point -----------------------------------------------------------------------------------------------


def test_the_point_is_the_middle_of_what_the_scene_watches(
    small_bundle: BodyBundle, searched: dict[str, Front]
) -> None:
    bundle = replace(small_bundle, watch="xmax")
    data = study(bundle, searched)["equal"]
    middle = bundle.shape.positions(bundle.track.states)[:, bundle.regions["xmax"]].mean(axis=1)
    np.testing.assert_allclose(data["reference"], middle, rtol=1e-5, atol=1e-9)
    assert "the middle of the region &#x27;xmax&#x27;" in equal_section(data, "", "m")


def test_or_what_follows_the_first_path(small_bundle: BodyBundle) -> None:
    bundle = replace(small_bundle, paths=[Followed("xmax", "xyz")], watch=None)
    assert bundle.watched_region == "xmax"
    np.testing.assert_array_equal(bundle.watched(), bundle.regions["xmax"])


def test_the_point_goes_in_space_where_a_handle_turns_the_body(small_bundle: BodyBundle) -> None:
    held = small_bundle.in_moving_frame()
    way = {name: each.copy() for name, each in held.way.items()}
    way["translation"][:, 1] = 0.1
    path = path_of(replace(held, way=way), held.track.states)
    np.testing.assert_allclose(path, path_of(held, held.track.states) + [0.0, 0.1, 0.0], atol=1e-12)


def test_or_the_vertex_that_moves_most(small_bundle: BodyBundle) -> None:
    region, vertices = small_bundle.watch, small_bundle.watched()
    ranges = np.linalg.norm(np.ptp(small_bundle.shape.positions(small_bundle.track.states), axis=0), axis=1)
    assert region is None
    assert ranges[vertices[0]] > 0.99 * ranges.max()


def test_a_region_to_watch_that_is_not_there_is_told() -> None:
    scene = read_scene("beam").model_copy(update={"watch": "nose"})
    with pytest.raises(SceneError, match=r"watch: the mesh has no region 'nose'"):
        full_model(scene)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["flower", "dinosaur"])
def test_the_scenes_of_the_package_watch_what_is_there(name: str) -> None:
    scene: Any = read_scene(name)
    assert scene.watch in stored_mesh(name).regions


# Charts and words ----------------------------------------------------------------------------------------


def lost(data: dict[str, Any]) -> dict[str, Any]:
    """The same with runs that left the finite numbers."""
    data = copy.deepcopy(data)
    for run in (data["runs"][0], data["runs"][3]):
        names = ("error", "effort", "final_distance", "largest_distance", "path")
        run.update(dict.fromkeys((*names, "error_ratio", "effort_ratio")))
    return data


@pytest.mark.parametrize("change", [copy.deepcopy, lost])
def test_the_chart_and_the_section_hold_every_run(
    found: dict[str, Any], change: Callable[[Any], Any], tmp_path: Path
) -> None:
    """From JSON alone; also of several pushes at once."""
    data = json.loads(json.dumps(change(found), allow_nan=False))
    data["pushes"].append(data["pushes"][0] | {"force": [0.0, -1.0, 0.0]})
    draw_equal(data, tmp_path / "equal.png")
    image = imread(tmp_path / "equal.png")[..., :3].mean(axis=2)
    assert image.shape == (768, 1840)
    assert all(half.std() > 0.06 for half in np.split(image, 2, axis=1))
    page = equal_section(data, "", "N² s/kg")
    assert page.count("<tr>") == 5
    assert page.count("diverged") == (2 if change is lost else 0)
    assert ("At equal effort, PD has" in page) == (change is not lost)
    assert "At equal error, PD spends" in page


def test_where_there_is_no_equal_the_page_says_so(
    small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "REFINEMENTS", 0)  # a search would find one
    weak, strong = ([{"kp": 0.0, "kd": kd}] for kd in (1e-3, 90.0))
    too_weak = equal(small_bundle, {"pd": Front(weak, np.array([1e-9]), np.array([1.0]))})
    assert not by_role(too_weak)["equal_error"]["matched"]
    assert "comes as close to the reference as LQR; the one" in equal_section(too_weak, "", "m")
    assert "PD, nearest error" in equal_section(too_weak, "", "m")
    too_strong = equal(small_bundle, {"pd": Front(strong, np.array([1e9]), np.array([1e-9]))})
    assert not by_role(too_strong)["equal_effort"]["matched"]
    assert "All of them spend more than LQR" in equal_section(too_strong, "", "m")


def test_without_rivals_or_an_lqr_that_lasts_there_is_still_a_section(
    small_bundle: BodyBundle,
) -> None:
    alone = equal(small_bundle, {})
    assert len(alone["runs"]) == 2
    assert equal_section(alone, "", "m").count("<tr>") == 3
    broken = replace(small_bundle, gains={"lqr": np.full_like(small_bundle.gains["lqr"], 1e200)})
    assert "did not stay finite" in equal_section(study(broken, {})["equal"], "", "m")
    assert study(replace(small_bundle, pushes=[]), {}) == {}


@pytest.mark.slow("a whole comparison")
def test_compare_leaves_everything_behind(
    small_bundle: BodyBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for drawn_elsewhere in (
        "pictures.motion.render_motion",
        "charts.fronts.draw_fronts",
        "charts.fronts.draw_over_time",
    ):
        monkeypatch.setattr(f"softrein.{drawn_elsewhere}", lambda *given: given[-1].write_bytes(PNG))
    monkeypatch.setattr(search, "REFINEMENTS", 2)
    ensemble = ensemble_of(small_bundle, 4, 2)
    result = compare(small_bundle, ensemble, 3, 4)
    data = write_comparison(small_bundle, result, tmp_path / "out", True, lambda what, done, total: None)
    names = (*OF_ALL, "equal")  # of what follows no path, and has no cables and chambers
    assert {path.name for path in (tmp_path / "out").glob("*.png")} == {PICTURES[name] for name in names}
    assert json.loads((tmp_path / "out" / "comparison.json").read_text())["equal"] == data["equal"]
    write_page([tmp_path / "out"], tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "At equal error and at equal effort" in page
    assert "as in figure 6 of Barbič and Popović 2008" in page
    table: Any = study_table(data)
    assert table.row_count == 3
