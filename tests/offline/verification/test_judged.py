"""Controllers on the full body, and sampled elements judged by their effect on LQR's cost."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offline.full.body.full_body import FullBody, build_full_body
from offline.gains.lqr import remade_lqr
from offline.pipeline.body import kind as body
from offline.pipeline.stages import Places, make_full_model, run_nominal, run_training
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import scene_of
from offline.steering.body import steer_full
from offline.studies import elements
from offline.studies.elements import Wanted, along, excess, judge, models, still_true, study
from offline.tuning.pushes import random_pushes
from reduce.body import reduce_deformable
from reduce.pod import Basis
from reduce.sampling import Sampling
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.plant.track import defects
from runtime.rollouts import Rollouts
from softrein.errors import BasisError, BundleError, SceneError
from softrein.reports.body import elements_section
from softrein.reports.comparing import COPY, FIGURES, PAGE, write_page
from softrein.reports.judging import HEADINGS, cells, read_judged
from tests.made_up import made_up_comparison
from tests.softrein.test_cli import call

Array = np.ndarray
TIME = {"step": 0.01, "steps": 12}
FEW = Wanted((2, 3), 3, 2)
STICKS = {"actuators": [{"name": "pull", "region": "xmax", "direction": [0, 1, 1], "limit": [-0.02, 0.01]}]}
ABOVE = {"name": "above", "kind": "cable", "points": [[0.01, 0.07, 0.04], [0.19, 0.07, 0.04]]}
CABLES = {
    "control": {
        "actuators": [
            ABOVE | {"limit": [0, 0.15]},
            *STICKS["actuators"],
            {"name": "along", "kind": "cable", "anchor": [-0.1, 0, 0], "points": [[0.19, 0.01, 0.07]]},
        ]
    },
    "loads": [
        {"actuator": "above", "tension": 0.1, "duration": 0.12},
        {"actuator": "along", "tension": 0.1, "duration": 0.12},
        {"region": "xmax", "force": [0, 1, 2], "duration": 0.06},
    ],
}


def scene_with(law: str = "neo-hookean", cells: Any = (2, 1, 1), **parts: Any) -> BodyScene:
    """A block held at one end, struck at the other; parts take the place of its own."""
    data: dict[str, Any] = {
        "name": "block", "seed": 5, "gravity": [0, -9.81, 0],
        "mesh": {"body": "block", "cells": cells, "size": [0.2, 0.08, 0.08], "fixed": ["xmin"]},
        "materials": {"body": {"young": 6e4, "poisson": 0.4, "density": 1000, "law": law}},
        "damping": {"mass": 0.3, "stiffness": 0.004},
        "time": TIME,
        "loads": [{"region": "xmax", "force": [0, 1, 2], "duration": 0.06}],
        "enrichment": {"runs": 3, "radius": [0.05, 0.1], "duration": 0.05, "strength": [0.3, 1.0]},
        "basis": {"rank": 4},
        "control": {"running": 1.0, "final": 1.0, "control_cost": 1e-4},
        "ensemble": {"runs": 4, "force": [1, 2], "duration": 0.04, "radius": 0.06, "time": [0, 0.04]},
    }  # fmt: skip
    data["control"] |= parts.pop("control", {})
    scene = scene_of({**data, **parts})
    assert isinstance(scene, BodyScene)
    return scene


def full_runs(scene: BodyScene, folder: Path) -> tuple[body.BodyNominal, list[Path]]:
    places = Places(folder, workers=0)
    nominal = run_nominal(body, make_full_model(body, scene).value, places, elements.silent).value
    return nominal, list(run_training(body, nominal, places, elements.silent).value)


def with_weights(full: FullBody, whole: BodyBundle, weights: Array) -> BodyBundle:
    """The bundle with every element in it, as often as `weights` say."""
    count = len(weights)
    sampling = Sampling(np.arange(count), weights, 0.0, np.empty(0, int), np.empty(0))
    basis = Basis(whole.vectors, np.ones(whole.rank), full.body.mass)
    rates = full.scene.damping.mass, full.scene.damping.stiffness
    return replace(whole, model=reduce_deformable(full.body, basis, rates, full.standing, sampling))


# Judged by control ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", ["stvk", "neo-hookean"])
def test_all_elements_lose_nothing_and_wrong_ones_do(law: str, tmp_path: Path) -> None:
    nominal, training = full_runs(scene_with(law), tmp_path)
    full, (whole, _, _) = nominal.full, models(elements._at_rank(nominal, 4), training)
    ones = np.ones(len(full.mesh.tets))
    found = judge(full, whole, with_weights(full, whole, ones), FEW)
    for name in ("own_plant", "gains_alone", "full_model"):
        assert max(abs(found[name]["median"]), abs(found[name]["worst"])) < 1e-7
        assert found[name]["lost"] == 0
    assert found["own_plant"]["pushes"] == FEW.pushes
    assert found["full_model"]["pushes"] == FEW.full_pushes
    assert 0 < found["own_plant"]["left"] < 0.9
    wrong = with_weights(full, whole, np.where(np.arange(ones.size) % 2, 2.0, 0.5))
    broken = judge(full, whole, along(whole, wrong), FEW)
    assert broken["gains_alone"]["median"] > 1e-4
    assert broken["own_plant"]["median"] > 1e-3
    assert broken["full_model"]["median"] > 1e-4


@pytest.mark.parametrize("source", ["projected", "reduced"])
def test_another_model_s_motion_is_followed_with_a_correction_of_its_own(source: str, tmp_path: Path) -> None:
    """Nothing of the model beside it stays: no defects, no offsets, what drives the motion alone."""
    nominal, training = full_runs(scene_with(reference={"source": source}), tmp_path)
    whole, _, _ = models(elements._at_rank(nominal, 4), training)
    weights = np.where(np.arange(len(nominal.full.mesh.tets)) % 2, 2.0, 0.5)
    few = along(whole, with_weights(nominal.full, whole, weights))
    np.testing.assert_array_equal(few.track.states, whole.track.states)
    np.testing.assert_allclose(few.driving, whole.driving, atol=1e-12 * np.abs(few.correction).max())
    assert not defects(few.plant(), few.track).any()
    gains = remade_lqr(few, discretisation="step")
    assert gains.offset is None or not gains.offset.any()


def test_elements_are_those_of_the_pipeline(tmp_path: Path) -> None:
    """Which has seen what stays under gravity, too, and holds no such state for a run."""
    runs = {"runs": 4, "radius": [0.05, 0.1], "duration": 0.05}  # were there a fifth it would be held out
    scene = scene_with(cells=(4, 2, 2), enrichment=runs, basis={"rank": 4, "elements": {"tolerance": 0.02}})
    nominal, training = full_runs(scene, tmp_path)
    assert len(training) > scene.enrichment.runs
    _, few, chosen = models(nominal, training)
    plant, words = body.plant(nominal, training, body.basis(nominal, training))
    np.testing.assert_array_equal(few.model.elastic.weights, plant.model.elastic.weights)
    assert f"held out {chosen.forces:.2%}" in words


def test_losses_are_counted_push_by_push() -> None:
    base = np.array([1.0, 2.0, 4.0, np.inf, 0.0])
    assert excess(np.array([1.1, 2.0, 3.0, 1.0, 1.0]), base) == {
        "pushes": 3, "lost": 0, "median": 0.0, "worst": pytest.approx(0.1),
    }  # fmt: skip
    either = excess(np.array([1.1, 2.0, 3.0, 1.0, 1.0]), base, either_way=True)
    assert either["median"] == pytest.approx(0.1)
    assert either["worst"] == pytest.approx(0.25)
    lost = excess(np.array([np.inf, 2.0, np.inf, np.inf, 1.0]), base)
    assert lost == {"pushes": 3, "lost": 2, "median": None, "worst": None}
    assert excess(base[:1], base[3:4]) == {"pushes": 0, "lost": 0, "median": None, "worst": None}


def test_a_study_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, places, kept = scene_with(), Places(tmp_path, workers=0), []
    rows = study(scene, places, FEW, keep=kept.append)
    assert [row["rank"] for row in rows] == [2, 3]
    assert kept == [rows[:1], rows]
    assert rows == json.loads(json.dumps(rows))
    for row in rows:
        assert 0 < row["elements"] <= row["of"] == 10
        assert row["own_plant"]["pushes"] == 3
        assert len(cells(row)) == len(HEADINGS)
        large = cells(row | {"force_error": 1.5})
        assert large[[*HEADINGS].index(next(each for each in HEADINGS if "force" in each))] == "150"
    full = build_full_body(scene)
    assert still_true([*rows, {}, None, {"rank": 3}], full) == rows
    assert not still_true(rows, build_full_body(scene.model_copy(update={"seed": 6})))
    stretched = replace(full.mesh, vertices=1.01 * full.mesh.vertices)  # as where a mesh's file changed
    assert not still_true(rows, replace(full, mesh=stretched))
    monkeypatch.setattr(elements, "_row", lambda nominal, *_: {"rank": nominal.full.scene.basis.rank})
    again = study(scene, places, FEW._replace(ranks=(2, 5)), known=rows)
    assert again == [rows[0], {"rank": 5}]
    other = study(scene, places, FEW._replace(pushes=4), known=rows)
    assert other == [{"rank": 2}, {"rank": 3}]


def test_ranks_that_the_runs_do_not_hold_are_left_out(tmp_path: Path) -> None:
    """By default seven ranks are judged, up to 100: a small body has fewer."""
    scene, places = scene_with(), Places(tmp_path / "runs", workers=0)
    with pytest.warns(UserWarning, match="r = 500 and above are left out: "):
        rows = study(scene, places, FEW._replace(ranks=(2, 500, 600)))
    assert [row["rank"] for row in rows] == [2]
    for known in ((), rows):  # a row of another rank is none of those that were asked for
        with pytest.raises(BasisError):
            study(scene, places, FEW._replace(ranks=(500,)), known=known)


def test_smoke_has_no_elements(tmp_path: Path) -> None:
    from offline.scenes.reading import read_scene

    with pytest.raises(SceneError, match="only bodies"):
        study(read_scene("smoke-small"), Places(tmp_path, workers=0))
    with pytest.raises(SceneError, match=r"\[ensemble\]"):
        study(scene_with(ensemble=None), Places(tmp_path, workers=0))


def test_the_command_writes_rows_and_takes_up_those_that_are_there(tmp_path: Path) -> None:
    nominal, training = full_runs(scene_with(), tmp_path / "block.softrein.runs")
    whole, _, _ = models(elements._at_rank(nominal, 2), training)
    path, folder = tmp_path / "block.softrein", tmp_path / "block.softrein.compare"
    bundle_file.save(whole, path)
    folder.mkdir()  # as a comparison leaves it, but for its pictures
    (folder / FIGURES).write_text(json.dumps(made_up_comparison()))
    bundle_file.save(whole, folder / COPY)
    words = ["judge", path, "--pushes", "2", "--full-pushes", "1", "--workers", "0"]
    first = call(*words, "--ranks", "3,2")
    assert first.exit_code == 0, first.output
    assert "judged by control" in first.output
    written = json.loads((folder / "elements.json").read_text())
    assert [row["rank"] for row in written["rows"]] == [2, 3]
    second = call(*words, "--ranks", "3", "--json")
    assert json.loads(second.stdout)["rows"] == written["rows"]
    page = (folder / PAGE).read_text()
    assert "10 elements" in page
    section = elements_section(written)
    assert section.count("<tr>") == 3
    assert section in page.replace(" id='sampled-elements-judged-by-control'", "")
    bundle_file.save(replace(whole, seed=whole.seed + 1), folder / COPY)  # compared anew meanwhile
    with pytest.warns(UserWarning, match="elements.json is of another bundle"):
        write_page([folder], folder / PAGE)
    assert "10 elements" not in (folder / PAGE).read_text()
    stiffer = ["--ranks", "2", "--set", "materials.body.young=2e5", "-o", folder]
    bundle_file.save(whole, folder / COPY)
    result = call(*words, *stiffer)
    assert result.exit_code == 0, result.output
    assert "10 elements" not in (folder / PAGE).read_text()
    coarse = ["--ranks", "3", "--set", "basis.elements.most=4", "-o", tmp_path / "coarse", "--json"]
    (row,) = json.loads(call(*words, *coarse).stdout)["rows"]
    assert row["elements"] == 4 < written["rows"][1]["elements"]
    assert row["training_error"] > written["rows"][1]["training_error"]
    lost = call(*words, "--set", "basis.elements.most=4")
    assert isinstance(lost.exception, SceneError)
    assert "give -o" in str(lost.exception)
    for wrong in ("0", "x", ","):
        result = call(*words, "--ranks", wrong)
        assert isinstance(result.exception, SceneError)
        assert "--ranks" in str(result.exception)
    odd: list[Any] = [None, [], {}, 3, {"rank": 3}, written["rows"][0] | {"full_model": 1, "of": "x"}]
    (folder / "elements.json").write_text(json.dumps(written | {"rows": [*odd, *written["rows"]]}))
    assert read_judged(folder / "elements.json")["rows"] == written["rows"]
    for wrong in ("{}", "[]", "3", "[" * 100_000, '{"rows": 3}'):
        (folder / "elements.json").write_text(wrong)
        assert isinstance(call(*words).exception, BundleError)


# On the full body ----------------------------------------------------------------------------------------


def at_full_rank(
    scene: BodyScene, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[FullBody, BodyBundle]:
    """A body, and its bundle with as many modes as it has degrees of freedom."""
    nominal, training = full_runs(scene, folder)
    mass = nominal.full.body.mass
    turned = np.linalg.qr(np.random.default_rng(0).standard_normal((mass.size, mass.size)))[0]
    basis = Basis(turned / np.sqrt(mass)[:, None], np.ones(mass.size), mass)
    monkeypatch.setattr(body, "basis", lambda nominal, training: basis)
    return nominal.full, models(elements._at_rank(nominal, mass.size), training)[0]


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"law": "stvk", "start": "equilibrium", "time": TIME | {"newton_iterations": 6}},
        {"control": STICKS, "reference": {"source": "projected"}},
        {"reference": {"feedforward": "zero"}},
        CABLES | {"time": TIME | {"newton_iterations": 6}},
    ],
)
def test_at_full_rank_the_full_body_is_the_reduced_plant(
    parts: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full, whole = at_full_rank(scene_with(**parts, cells=(1, 1, 1)), tmp_path, monkeypatch)
    gains = elements.remade_lqr(whole, discretisation="step")
    assert whole.ensemble is not None
    pushes = [[], *random_pushes(whole, whole.ensemble, 2, np.random.SeedSequence(1))]
    beside = [whole.stable_pd(kp=30.0, kd=2.0)] if "law" in parts else []  # one is enough to compile
    for controller in (gains, "none", *beside):
        reduced = whole.rollouts(pushes, controller, record=True)
        found = steer_full(full, whole, controller, pushes, record=True)
        assert_equal_runs(found, reduced)
    assert np.ptp(found.error) > 0


def assert_equal_runs(found: Rollouts, wanted: Rollouts) -> None:
    assert found.states is not None
    assert wanted.states is not None
    size = np.abs(wanted.states).max()
    np.testing.assert_allclose(found.states, wanted.states, rtol=0, atol=1e-7 * size)
    np.testing.assert_allclose(found.error, wanted.error, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(found.effort, wanted.effort, rtol=1e-6, atol=1e-12)
    np.testing.assert_array_equal(found.clamped, wanted.clamped)


def test_control_brings_the_full_body_home(tmp_path: Path) -> None:
    nominal, training = full_runs(scene_with(control={"control_cost": 1e-6}), tmp_path)
    whole, _, _ = models(elements._at_rank(nominal, 4), training)
    assert whole.ensemble is not None
    pushes = random_pushes(whole, whole.ensemble, 3, np.random.SeedSequence(2))
    steered, free = (
        steer_full(nominal.full, whole, controller, pushes)
        for controller in (elements.remade_lqr(whole, discretisation="step"), "none")
    )
    assert (steered.error < 0.5 * free.error).all()
    assert (free.effort == 0).all()


def test_another_body_or_clock_is_refused(tmp_path: Path) -> None:
    nominal, training = full_runs(scene_with(), tmp_path)
    whole, _, _ = models(elements._at_rank(nominal, 2), training)
    other = make_full_model(body, scene_with(cells=(1, 1, 1))).value
    with pytest.raises(BundleError, match="another body"):
        steer_full(other, whole, "none")
    with pytest.raises(BundleError, match="steps of"):
        steer_full(nominal.full, whole.at_step(0.02), "none")
