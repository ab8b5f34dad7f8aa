"""Benchmarks: the steps on which plans and another solver are timed are alike; golden figures see changes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import bench_planning, golden
from offline.scenes.reading import read_scene, scene_names
from runtime.bundle.body import BodyBundle
from softrein.reports.paper import QUICK_OF_ALL

COUNT, FAR, NEAR = 12, 1e6, 1e-3


@pytest.fixture
def sized(small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch) -> BodyBundle:
    monkeypatch.setattr(bench_planning, "SIZE", small_bundle.plant().size)
    return small_bundle


@pytest.mark.slow("plans a whole motion")
def test_without_limits_an_iteration_ends_at_the_least_cost(sized: BodyBundle) -> None:
    """It is linear and quadratic: the minimiser follows from one system of equations."""
    stages = bench_planning.Stages(sized.setting, COUNT, FAR)
    cost = stages.iterate()
    s, n = len(stages.R), stages.Q.shape[0]
    by_start, by_controls = np.eye(n), np.zeros((n, COUNT * s))
    hessian, slope = np.kron(np.eye(COUNT), stages.R), np.zeros(COUNT * s)
    constant = 0.0
    for k in range(COUNT + 1):
        weight = stages.end if k == COUNT else stages.Q
        free = by_start @ stages.states[0]
        hessian += by_controls.T @ weight @ by_controls
        slope += by_controls.T @ weight @ free
        constant += 0.5 * free @ weight @ free
        if k < COUNT:
            by_start, by_controls = stages.F[k] @ by_start, stages.F[k] @ by_controls
            by_controls[:, k * s : (k + 1) * s] += stages.G[k]
    controls = -np.linalg.solve(hessian, slope)
    assert cost == pytest.approx(constant + 0.5 * slope @ controls, rel=1e-9)
    np.testing.assert_allclose(
        stages.found[1].ravel(), controls, rtol=1e-6, atol=1e-9 * np.abs(controls).max()
    )


def test_within_limits_it_stays_there(sized: BodyBundle) -> None:
    stages = bench_planning.Stages(sized.setting, COUNT, NEAR)
    assert np.isfinite(stages.iterate())
    assert np.abs(stages.found[1]).max() == NEAR


def test_what_cannot_be_measured_is_not_met(sized: BodyBundle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "crocoddyl", None)
    rows = bench_planning.beside_crocoddyl(sized.setting, COUNT)
    assert [row.met for row in rows] == [False, False]
    assert "not installed" in rows[0].detail


def test_golden_figures_see_what_has_changed() -> None:
    values = np.random.default_rng(0).standard_normal((3, 4))
    before = {"states": golden.mark(values), "gone": [1.0, 1.0]}
    assert not list(
        golden.differences(before, {"states": golden.mark(values * (1 + 1e-12)), "gone": [1.0, 1.0]})
    )
    small = golden.mark(1e-6 * values)
    assert list(golden.differences({"x": small}, {"x": golden.mark(1.0001e-6 * values)}))
    for other in (values * (1 + 1e-8), values[::-1], values.reshape(4, 3), values[:2]):
        assert len(list(golden.differences(before, {"states": golden.mark(other), "gone": [1.0, 1.0]}))) == 1
    assert list(golden.differences(before, {"states": before["states"]})) == ["gone: only before"]
    explosion = {"gone": golden.mark(np.array([1.0, np.nan])), "states": before["states"]}
    assert len(list(golden.differences(before, explosion))) == 1
    kept = json.loads(json.dumps(explosion, allow_nan=False))
    assert not list(golden.differences(kept, explosion))


def test_what_holds_no_golden_figures_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "golden.json"
    for text in ("{", "[]", '{"other": {}}'):
        path.write_text(text)
        assert golden.main(["check", str(path)]) == 2
    assert golden.main(["check", str(tmp_path / "none.json")]) == 2
    assert golden.main(["write", str(path), "--scenes", "beam,none"]) == 2
    assert path.read_text() == text
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 5


def test_golden_figures_know_every_scene_of_the_package() -> None:
    assert set(golden.SMALL) == set(scene_names())
    for name, settings in golden.SMALL.items():
        read_scene(name, (*QUICK_OF_ALL, *settings))
