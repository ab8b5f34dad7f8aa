"""The steps on which plans and another solver are timed: one iteration is a plan's, within limits."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from benchmarks import bench_planning
from runtime.bundle.body import BodyBundle

COUNT, FAR, NEAR = 12, 1e6, 1e-3


@pytest.fixture
def sized(small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch) -> BodyBundle:
    monkeypatch.setattr(bench_planning, "SIZE", small_bundle.plant().size)
    return small_bundle


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
