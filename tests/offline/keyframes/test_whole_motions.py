"""Motions through key-frames: slopes by differences, other people's optimisers, limits, and loops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from runtime.body.plant import BodyPlant
from runtime.control.base.costs import Costs
from runtime.control.planning.frames import Frame, problem_about
from runtime.control.planning.motion import Motion, _Search, find_motion
from runtime.control.planning.whole import Passes
from runtime.plant.actuation import make_actuation
from tests.offline.gains.linear_plants import semi_definite
from tests.runtime.body.test_body import soft_model, stiffness_model

n, r, s, T, dt = 6, 3, 2, 30, 0.01
SIZE = np.array([0.1, 0.1, 0.1, 1.0, 1.0, 1.0])  # what is large: of a state
FORCE = 20.0  # and of a control


class Case:
    """A body, soft or linear, costs of every kind about standing still, and three key-frames."""

    def __init__(
        self, seed: int = 0, soft: bool = True, limit: float = np.inf, weight: float | None = 300.0,
        controls: int = s, running: bool = True, falls_short: bool = False,
    ) -> None:  # fmt: skip
        random = np.random.default_rng(seed)
        turn = np.linalg.qr(random.standard_normal((r, r)))[0]
        linear = stiffness_model((turn * random.uniform(5.0, 50.0, r) ** 2) @ turn.T, (0.7, 2e-3))
        self.plant = BodyPlant(soft_model(r) if soft else linear, dt)
        self.actuation = make_actuation(random.standard_normal((r, controls)), np.full(controls, limit))
        self.start = np.zeros(n)
        self.residuals = (
            0.02 * SIZE * np.random.default_rng(seed + 1).standard_normal((T, n)) if falls_short else None
        )
        weights = 5.0 * semi_definite(n, 4, random) / np.outer(SIZE, SIZE)
        places = np.hstack([random.standard_normal((1, r)), np.zeros((1, r))])
        self.costs = Costs(
            running * weights, random.uniform(0.5, 1.5, T), np.array([12, T]),
            np.array([semi_definite(n, 2, random) for _ in range(2)]) / np.outer(SIZE, SIZE),
            np.diag(random.uniform(0.5, 2.0, controls)) / FORCE**2, places,
            0.05 * random.standard_normal((T + 1, 1)), 20.0 * running * np.ones(1),
        )  # fmt: skip
        self.frames = [
            Frame(
                step, np.hstack([random.standard_normal((1, r)), np.zeros((1, r))]),
                0.1 * random.standard_normal(1), 1e-3, weight,
            )
            for step in (12, 20, T)
        ]  # fmt: skip

    def states(self, controls: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
        states = [self.start if start is None else start]
        for k, control in enumerate(controls):
            end = self.plant.step(states[-1], self.actuation.matrix @ control)
            states.append(end if self.residuals is None else end + self.residuals[k])
        return np.array(states)

    def cost(self, controls: np.ndarray, weights: Any, start: np.ndarray | None = None) -> float:
        """What a motion costs, each square as it stands in the sum."""
        costs, states = self.costs, self.states(controls, start)
        off = states - self.start
        missed = off @ costs.places.T - costs.goals
        at = np.einsum("ki,ij,kj->k", off, costs.running, off) + missed**2 @ costs.weights
        total = dt / 4 * np.sum(costs.schedule * (at[:-1] + at[1:]))
        total += dt / 2 * np.einsum("ki,ij,kj->", controls, costs.control, controls)
        for step, weight in zip(costs.steps, costs.instants, strict=True):
            total += off[step] @ weight @ off[step] / 2
        for frame, weight in zip(self.frames, weights, strict=True):
            total += weight / 2 * np.sum((frame.places @ states[frame.step] - frame.goal) ** 2)
        return float(total)

    def found(self, **options: Any) -> Motion:
        options = {"residuals": self.residuals} | options
        return find_motion(self.plant, self.actuation, self.start, self.costs, self.frames, **options)


WEIGHTS = (300.0, 300.0, 300.0)


@pytest.mark.parametrize("falls_short", [False, True])
def test_the_slope_is_that_of_the_cost_by_differences(falls_short: bool) -> None:
    case, random = Case(1, falls_short=falls_short), np.random.default_rng(2)
    problem = problem_about(case.start, case.costs, case.frames, WEIGHTS, dt, r, False)
    problem = problem if case.residuals is None else problem._replace(residuals=case.residuals)
    passes = Passes(case.plant, case.actuation, problem)
    controls = FORCE * random.standard_normal((T, s))
    passes.begin(np.tile(case.start, (T + 1, 1)), controls)
    base, cost = passes.cost, case.cost(controls, WEIGHTS)
    passes._back(False)
    passes._slope()
    slopes = passes._gradient.copy()
    for _ in range(4):
        way = FORCE * random.standard_normal((T, s))
        ends = [case.cost(controls + each * way, WEIGHTS) for each in (1e-5, -1e-5)]
        assert np.sum(slopes * way) == pytest.approx((ends[0] - ends[1]) / 2e-5, rel=1e-6)
    passes.begin(np.tile(case.start, (T + 1, 1)), 1.1 * controls)
    assert passes.cost - base == pytest.approx(case.cost(1.1 * controls, WEIGHTS) - cost, rel=1e-9)


def test_a_search_that_ended_with_damping_leaves_none_in_the_feedback() -> None:
    """It would count as a cost of control, and leave nearly no feedback where it is large."""
    case = Case(1)
    problem = problem_about(case.start, case.costs, case.frames, WEIGHTS, dt, r, False)
    passes = Passes(case.plant, case.actuation, problem)
    passes.begin(np.tile(case.start, (T + 1, 1)), np.zeros((T, s)))
    passes.settle()
    wanted = passes.gains.copy()
    passes.planner.work.stage.damping[0] = 1e7 * float(np.trace(problem.control))
    passes.settle()
    np.testing.assert_array_equal(passes.gains, wanted)
    assert wanted.any()


def test_a_term_without_second_derivatives_leaves_gauss_newton(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(1)
    problem = problem_about(case.start, case.costs, case.frames, WEIGHTS, dt, r, False)
    assert Passes(case.plant, case.actuation, problem).bends
    monkeypatch.setattr(BodyPlant, "uncurved", ["magnets"])
    assert not Passes(case.plant, case.actuation, problem).bends


def test_a_linear_motion_is_found_in_one_iteration() -> None:
    case = Case(3, soft=False)
    found = case.found(accuracy=1e-9)
    assert found.iterations <= 2
    assert found.slope <= 1e-9
    np.testing.assert_allclose(case.states(found.controls), found.states, atol=1e-12)


def test_a_motion_is_one_of_the_plant_that_falls_short_and_goes_through_key_frames_all_the_same() -> None:
    case = Case(6, weight=None, controls=r, running=False, falls_short=True)
    found = case.found()
    np.testing.assert_allclose(case.states(found.controls), found.states, atol=1e-12)
    assert (found.distances <= 1e-3).all()
    still = case.found(residuals=None)
    assert np.abs(found.controls - still.controls).max() > 0.01 * np.abs(still.controls).max()


@pytest.mark.parametrize("limit", [np.inf, 0.6 * FORCE])
def test_no_optimiser_of_others_finds_a_cheaper_one(limit: float) -> None:
    case = Case(4, limit=limit)
    found = case.found(accuracy=1e-8)
    assert found.slope <= 1e-8
    bounds = None if np.isinf(limit) else [(-limit, limit)] * (T * s)
    if bounds:
        assert np.abs(found.controls).max() == limit
    theirs = minimize(
        lambda c: case.cost(c.reshape(T, s), WEIGHTS), found.controls.ravel() * 0.9, bounds=bounds,
        method="L-BFGS-B", options={"maxfun": 6000, "maxiter": 100},
    )  # fmt: skip
    ours = case.cost(found.controls, WEIGHTS)
    assert ours <= theirs.fun * (1 + 1e-9)
    assert theirs.fun <= 1.01 * ours  # it came near, and so says something


def test_passes_converge_and_the_slope_is_as_asked_for() -> None:
    case = Case(5)
    slopes = [case.found(accuracy=accuracy).slope for accuracy in (1e-2, 1e-4, 1e-8)]
    assert all(slope <= asked for slope, asked in zip(slopes, (1e-2, 1e-4, 1e-8), strict=True))
    rough, fine = (case.found(accuracy=accuracy) for accuracy in (1e-2, 1e-8))
    assert rough.iterations < fine.iterations < 40
    assert case.cost(fine.controls, WEIGHTS) <= case.cost(rough.controls, WEIGHTS)


def test_weights_rise_until_each_key_frame_is_met() -> None:
    case = Case(6, weight=None, controls=r, running=False)
    found = case.found()
    assert (found.distances <= 1e-3).all()
    for frame, missed in zip(case.frames, found.distances, strict=True):
        assert np.linalg.norm(frame.places @ found.states[frame.step] - frame.goal) == missed


def test_a_key_frame_that_limits_forbid_is_missed_and_the_others_are_not() -> None:
    case = Case(7, weight=None, controls=r, running=False, limit=3 * FORCE)
    out_of_reach = case.frames[1]._replace(goal=np.array([25.0]))
    case.frames = [case.frames[0]._replace(goal=0.1 * case.frames[0].goal), out_of_reach]
    found = case.found()
    assert np.abs(found.controls).max() <= 3 * FORCE
    assert found.distances[1] > 0.1
    # as near as it comes: the largest push towards it all the time, or what is better
    alone = find_motion(case.plant, case.actuation, case.start, case.costs, [out_of_reach])
    assert found.distances[1] >= alone.distances[0] * 0.99


def test_a_motion_is_found_the_same_twice() -> None:
    one, two = (Case(8, weight=None).found() for _ in range(2))
    np.testing.assert_array_equal(one.states, two.states)
    np.testing.assert_array_equal(one.controls, two.controls)


def test_an_edit_leads_where_a_cold_start_leads() -> None:
    case = Case(9)
    before = case.found(accuracy=1e-8)
    case.frames[1] = case.frames[1]._replace(goal=case.frames[1].goal + 0.03)
    cold, edited = case.found(accuracy=1e-8), case.found(accuracy=1e-8, begin=before)
    costs = [case.cost(found.controls, WEIGHTS) for found in (cold, edited)]
    assert costs[1] == pytest.approx(costs[0], rel=1e-9)
    assert edited.iterations <= cold.iterations


def test_an_edit_keeps_each_key_frames_own_multiplier() -> None:
    """Also beside one with a weight at the same step, which has none."""
    case = Case(12, weight=None, controls=r, running=False)
    weighted = case.frames[0]._replace(places=case.frames[1].places, weight=1.0)
    case.frames = [weighted, *case.frames]
    before = case.found(accuracy=1e-8)
    assert not before.multipliers[0].any()
    assert before.multipliers[1].any()
    given = case.plant, case.actuation, case.start, case.costs, case.frames, False, None, None
    search = _Search(*given)
    search.keep(before)
    np.testing.assert_array_equal(search.multipliers, before.multipliers)


def test_an_edit_adds_and_takes_away_key_frames() -> None:
    case = Case(12, weight=None, controls=r, running=False)
    every = case.frames
    before = case.found(accuracy=1e-8)
    for frames in (every[:2], [every[2], every[0]], [*every, every[1]._replace(step=25)]):
        case.frames = frames
        cold, edited = case.found(accuracy=1e-8), case.found(accuracy=1e-8, begin=before)
        assert (edited.distances <= 1e-3).all()
        assert len(edited.weights) == len(frames)
        costs = [case.cost(found.controls, np.zeros(len(frames))) for found in (cold, edited)]
        assert costs[1] == pytest.approx(costs[0], rel=0.02)


@pytest.mark.parametrize(("soft", "limit"), [(True, np.inf), (False, 0.6 * FORCE)])
@pytest.mark.parametrize("running", [False, True])
def test_a_loop_ends_where_it_begins_and_none_beside_it_is_cheaper(
    soft: bool, limit: float, running: bool
) -> None:
    case = Case(10, soft, limit, running=running)
    case.costs = case.costs._replace(steps=np.zeros(0, dtype=np.int64), instants=np.zeros((0, n, n)))
    found = case.found(repeats=True, accuracy=1e-7)
    assert found.slope <= 1e-7
    assert np.abs(found.states[-1] - found.states[0]).max() <= 1e-12 * np.abs(found.states).max()
    assert np.abs(found.controls).max() <= limit
    if limit < np.inf:
        assert np.abs(found.controls).max() == limit
    random, ours = np.random.default_rng(11), case.cost(found.controls, WEIGHTS, found.states[0])
    for _ in range(4):
        way = 1e-3 * FORCE * random.standard_normal((T, s))
        controls = np.clip(found.controls + way, -limit, limit)
        start = closed(case, controls, found.states[0])
        assert case.cost(controls, WEIGHTS, start) > ours


def closed(case: Case, controls: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Where a motion under these controls begins that ends there."""
    for _ in range(100):
        end, whole = start, np.eye(n)
        for control in controls:
            whole = case.plant.linearise(end, case.actuation.matrix @ control)[0] @ whole
            end = case.plant.step(end, case.actuation.matrix @ control)
        if np.abs(end - start).max() < 1e-13:
            break
        start = start + np.linalg.solve(np.eye(n) - whole, end - start)
    return start
