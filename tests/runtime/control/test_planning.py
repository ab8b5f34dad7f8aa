"""Plans on small plants: against LQR, against a solver of quadratic programmes, and when they fail."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from offline.gains.tvlqr import tvlqr_step
from runtime import loop
from runtime.base.addresses import laid
from runtime.body.plant import BodyPlant
from runtime.control.base.costs import Costs
from runtime.control.base.policy import OVER_BUDGET
from runtime.control.mpc import Replanner, decide_planned
from runtime.control.planning.blocks import in_blocks
from runtime.control.planning.box import box_work, feedback_of, solve_box
from runtime.control.planning.options import Replanning
from runtime.control.planning.passes import forward_pass
from runtime.control.planning.planner import (
    COUNT,
    FEEDBACK,
    FIRST,
    RUN,
    Affine,
    Planner,
    Request,
    Trajectory,
)
from runtime.control.planning.problem import problem_of
from runtime.control.planning.stage import stage_work, step_back
from runtime.control.setting import Setting
from runtime.plant.actuation import make_actuation
from runtime.plant.system import System, system_of
from runtime.plant.track import Track, linearised, no_events
from runtime.run import recorded_run
from softrein.errors import ControllerError, SimulationError
from tests.offline.gains.linear_plants import relative_error, semi_definite
from tests.runtime.body.test_body import soft_model, stiffness_model

n, r, s, T, dt = 6, 3, 2, 25, 0.01
LIMIT = 10.0
SIZE, FORCE = np.array([0.1, 0.1, 0.1, 1.0, 1.0, 1.0]), 20.0  # what is large: of a state, and of a control


class Case:
    """A body, linear or soft, a motion that it follows or not, and costs of every kind."""

    def __init__(
        self,
        seed: int = 0,
        defect: float = 0.0,
        limit: Any = np.inf,
        repeats: bool = False,
        soft: bool = False,
    ) -> None:
        random = np.random.default_rng(seed)
        turn = np.linalg.qr(random.standard_normal((r, r)))[0]
        linear = stiffness_model((turn * random.uniform(5.0, 50.0, r) ** 2) @ turn.T, (0.7, 2e-3))
        self.plant = BodyPlant(soft_model(r) if soft else linear, dt)
        limits = limit if np.ndim(limit) else np.full(s, limit)
        self.actuation = make_actuation(random.standard_normal((r, s)), limits)
        forces, states = 0.3 * FORCE * random.standard_normal((T, r)), np.zeros((T + 1, n))
        if repeats:
            forces *= 0.0
        for k in range(T):
            states[k + 1] = self.plant.step(states[k], forces[k]) + defect * SIZE * random.standard_normal(n)
        self.track = Track(states, forces)
        instants = np.array([semi_definite(n, 2, random) for _ in range(3)]) / np.outer(SIZE, SIZE)
        running = 5.0 * semi_definite(n, 4, random) / np.outer(SIZE, SIZE)
        control = np.diag(random.uniform(0.5, 2.0, s)) / FORCE**2
        self.costs = Costs(running, random.uniform(0.5, 1.5, T), np.array([4, 11, T]), instants, control)
        self.setting = Setting(lambda: self.plant, self.track, self.costs, self.actuation, dt, None, repeats)  # type: ignore[arg-type]
        self.start = states[0] + SIZE * random.standard_normal(n)

    def policy(self, **options: Any) -> Planner:
        found = Replanner(self.setting, Replanning(**options))
        return found.policy(self.plant, self.track, self.actuation)

    @property
    def system(self) -> System:
        return system_of(self.plant, self.actuation, self.track)

    def lqr(self) -> Any:
        F, G, defects = linearised(self.plant, self.actuation, self.track)
        return tvlqr_step(
            F, G, self.costs.schedule[:, None, None] * self.costs.running, self.costs.control,
            np.zeros((n, n)), dt, dict(zip(self.costs.steps.tolist(), self.costs.instants, strict=True)),
            True, self.setting.rewind, defects,
        )  # fmt: skip


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("defect", [0.0, 0.1])
def test_the_cost_to_go_is_that_of_the_gains_that_ship(repeats: bool, defect: float) -> None:
    case = Case(1, defect * (not repeats), repeats=repeats)
    found, known = case.setting.cost_to_go, case.lqr()
    assert relative_error(found.gains, known.K) < 1e-9
    assert relative_error(found.value, known.P) < 1e-9
    np.testing.assert_allclose(found.offset, known.k, atol=1e-10)
    np.testing.assert_allclose(found.slope, known.p, atol=1e-9)


def ridden(case: Case, policy: Any, start: np.ndarray | None = None) -> loop.Record:
    """A whole run from the case's start, which is off the motion."""
    record = loop.Record(np.zeros((T + 1, n)), np.zeros((T, s)))
    decider, state = loop.decider_of(policy), (case.start if start is None else start).copy()
    taken = loop.loops_of(decider).run(case.system, decider, no_events(r), state, loop.tally(), record)
    assert taken == T
    return record


def test_a_cost_to_go_that_changes_by_rounding_alone_has_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a state costs 1e-12 of what another one does: rounds then go on changing its P by 1e-9."""
    case = Case(repeats=True)
    known = case.setting.cost_to_go.value
    monkeypatch.setattr("runtime.control.planning.problem.SETTLED", 0.0)
    found = Case(repeats=True).setting.cost_to_go.value
    np.testing.assert_allclose(found, known, rtol=0, atol=1e-9 * np.abs(known).max())
    monkeypatch.setattr("runtime.control.planning.problem.ROUNDED", 0.0)
    with pytest.raises(ControllerError, match="does not settle"):
        Case(repeats=True).setting.cost_to_go  # noqa: B018


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("options", [{"horizon": 1}, {"horizon": 6}, {"horizon": 80, "every": 4}])
def test_without_limits_it_is_lqr(options: dict[str, int], repeats: bool) -> None:
    case = Case(2, defect=0.0 if repeats else 0.1, repeats=repeats)
    known, record = case.lqr(), ridden(case, case.policy(**options))
    state = case.start
    for k in range(T):
        control = known.K[k] @ (state - case.track.states[k]) + known.k[k]
        np.testing.assert_allclose(record.controls[k], control, rtol=1e-9, atol=1e-9 * np.abs(known.k).max())
        np.testing.assert_allclose(record.states[k], state, rtol=1e-9, atol=1e-9)
        state = case.plant.step(state, case.track.feedforward[k] + case.actuation.at(state) @ control)


class Programme:
    """The quadratic programme that a plan solves, of all its controls at once: 1/2 c^T H c + g^T c."""

    def __init__(self, case: Case, first: int, count: int, start: np.ndarray) -> None:
        F, G, defects = linearised(case.plant, case.actuation, case.track)
        free, by_control = start - case.track.states[first], np.zeros((n, count * s))
        self.H, self.g = np.zeros((count * s, count * s)), np.zeros(count * s)
        self.low, self.high = np.tile(case.actuation.limits, (count, 1)).T
        known = case.lqr()
        for i in range(count):
            k, own = first + i, slice(i * s, (i + 1) * s)
            free, by_control = F[k] @ free + defects[k], F[k] @ by_control
            by_control[:, own] += G[k]
            weight = dt / 2 * case.costs.schedule[k] * case.costs.running
            if i + 1 == count:
                weight = weight + known.P[k + 1]
                self.g += by_control.T @ known.p[k + 1]
            else:
                weight = weight + dt / 2 * case.costs.schedule[k + 1] * case.costs.running
                for at, instant in zip(case.costs.steps, case.costs.instants, strict=True):
                    weight = weight + instant * (at == k + 1)
            self.H += by_control.T @ weight @ by_control
            self.g += by_control.T @ weight @ free
            self.H[own, own] += dt * case.costs.control

    def missed(self, controls: np.ndarray) -> float:
        """How far controls are from the conditions of Karush, Kuhn and Tucker, over the slope at none."""
        c = controls.ravel()
        slope = self.H @ c + self.g
        inside = np.where(
            c <= self.low, np.minimum(slope, 0), np.where(c >= self.high, np.maximum(slope, 0), slope)
        )
        return float(np.abs(inside).max() / np.abs(self.g).max())

    def solution(self) -> np.ndarray:
        clarabel, sparse = pytest.importorskip("clarabel"), pytest.importorskip("scipy.sparse")
        size = len(self.g)
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-12
        bounds = sparse.vstack([sparse.eye(size), -sparse.eye(size)]).tocsc()
        cones = [clarabel.NonnegativeConeT(2 * size)]
        found = clarabel.DefaultSolver(
            sparse.csc_matrix(np.triu(self.H)), self.g, bounds, np.append(self.high, -self.low), cones,
            settings,
        ).solve()  # fmt: skip
        return np.array(found.x).reshape(-1, s)


SIDES = {"both": [[-1, 1], [-1, 1]], "one": [[0, 1], [-1, 0]], "mixed": [[-0.2, 1], [-1, 0.5]]}


@pytest.mark.parametrize(
    ("seed", "sides"), [*((seed, "both") for seed in range(6)), (1, "one"), (2, "mixed"), (4, "one")]
)
def test_within_limits_it_solves_the_quadratic_programme(seed: int, sides: str) -> None:
    free = ridden(Case(seed, defect=0.05), Case(seed, defect=0.05).policy()).controls
    limit, first, horizon = 0.4 * np.abs(free).max(), seed, 8 if seed % 2 else T
    limits = limit * np.array(SIDES[sides])
    case = Case(seed, defect=0.05, limit=limits)
    policy = case.policy(horizon=horizon, iterations=50)
    controls = planned(case, policy, first, case.start)
    programme = Programme(case, first, len(controls), case.start)
    at_limit = np.isclose(controls[..., None], limits).any(axis=2).mean()
    assert 0.02 < at_limit < 0.98
    assert ((limits[:, 0] <= controls) & (controls <= limits[:, 1])).all()
    assert programme.missed(controls) < 1e-7
    np.testing.assert_allclose(controls, programme.solution(), atol=1e-6 * limit)


class Blocked(Programme):
    """That of a plan whose steps are several of the motion's, from the plant's own long steps."""

    def __init__(self, case: Case, first: int, count: int, start: np.ndarray, block: int) -> None:
        plant, known = case.plant.at_step(block * dt), case.lqr()
        free, by_control = start - case.track.states[first], np.zeros((n, count * s))
        self.H, self.g = np.zeros((count * s, count * s)), np.zeros(count * s)
        self.low, self.high = np.tile(case.actuation.limits, (count, 1)).T
        for i in range(count):
            k, own = first + i * block, slice(i * s, (i + 1) * s)
            end = k + block
            F, G = plant.linearise(case.track.states[k], case.track.feedforward[k:end].mean(axis=0))
            there = case.track.states[k]
            for force in case.track.feedforward[k:end]:
                there = case.plant.step(there, force)
            free, by_control = F @ free + there - case.track.states[end], F @ by_control
            by_control[:, own] += G @ case.actuation.at(case.track.states[k])
            weight = dt / 2 * case.costs.schedule[k:end].sum() * case.costs.running
            if i + 1 == count:
                weight = weight + known.P[end]  # with the end's own instant
                self.g += by_control.T @ known.p[end]
            else:
                weight = weight + dt / 2 * case.costs.schedule[end : end + block].sum() * case.costs.running
            for at, instant in zip(case.costs.steps, case.costs.instants, strict=True):
                weight = weight + instant * (k < at <= (end - 1 if i + 1 == count else end))
            self.H += by_control.T @ weight @ by_control
            self.g += by_control.T @ weight @ free
            self.H[own, own] += block * dt * case.costs.control


@pytest.mark.parametrize("defect", [0.0, 0.05])
@pytest.mark.parametrize(
    ("first", "block", "horizon"), [(0, 2, 8), (3, 5, 17), (3, 5, 10), (2, 4, 4), (13, 4, 40), (24, 1, 5)]
)
def test_blocks_solve_the_quadratic_programme_of_long_steps(
    first: int, block: int, horizon: int, defect: float
) -> None:
    free = ridden(Case(first, defect), Case(first, defect).policy()).controls
    limit = 0.4 * np.abs(free).max()
    case = Case(first, defect, limit=limit)
    policy = case.policy(horizon=horizon, block=block, iterations=50)
    controls = planned(case, policy, first, case.start)
    assert len(controls) == min(horizon, T - first) // block
    assert len(policy.planned(first)) == len(controls) + 1
    programme = Blocked(case, first, len(controls), case.start, block)
    assert programme.missed(controls) < 1e-7
    np.testing.assert_allclose(controls, programme.solution(), atol=1e-6 * limit)


@pytest.mark.parametrize("repeats", [False, True])
def test_within_a_block_feedback_is_about_the_line_between_its_ends(repeats: bool) -> None:
    case = Case(11, repeats=repeats)
    first = T - 5 if repeats else 7  # a round ends within the plan
    policy = case.policy(horizon=12, block=4, every=12)
    controls = planned(case, policy, first, case.start)
    ends = first + 4 * np.arange(4)
    deviations = policy.planned(first) - case.track.states[ends % T if repeats else ends]
    for later in range(1, 12):
        row, part = later // 4, later % 4 / 4
        instant = (first + later) % T if repeats else first + later
        about = case.track.states[instant] + (1 - part) * deviations[row] + part * deviations[row + 1]
        np.testing.assert_allclose(policy.planned(instant)[0], about, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(decide_at(case, policy, instant, about), controls[row], atol=1e-9 * FORCE)
        off = np.random.default_rng(later).standard_normal(n) * SIZE
        feedback = policy.memory.feedback[policy.memory.status[FEEDBACK], row]
        wanted = controls[row] + feedback @ off
        np.testing.assert_allclose(decide_at(case, policy, instant, about + off), wanted, atol=1e-9 * FORCE)


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("options", [{"block": 2}, {"block": 3}, {"block": 2, "every": 3}])
def test_blocks_cost_little_more_than_steps(options: dict[str, int], repeats: bool) -> None:
    """All is paid for by what the plant really does; LQR, cut at the limits, pays more."""

    def cost(policy: Any) -> float:
        record, total = ridden(case, policy), 0.0
        weights = dict(zip(case.costs.steps.tolist(), case.costs.instants, strict=True))
        for k in range(T):
            total += dt / 2 * record.controls[k] @ case.costs.control @ record.controls[k]
            for j in (k, k + 1):
                off = record.states[j] - case.track.states[j]
                total += dt / 4 * case.costs.schedule[k] * off @ case.costs.running @ off
            off = record.states[k + 1] - case.track.states[k + 1]
            total += 0.5 * off @ weights.get(k + 1, np.zeros((n, n))) @ off
        return float(total)

    costs = {"steps": 0.0, "blocks": 0.0, "lqr": 0.0}
    for seed in range(6):
        case = Case(seed, limit=0.5 * FORCE, soft=True, repeats=repeats)
        costs["steps"] += cost(case.policy(horizon=15))
        costs["blocks"] += cost(case.policy(horizon=15, **options))
        hasty = case.policy(horizon=15, budget=1e-9)  # LQR is what is left
        costs["lqr"] += cost(hasty)
    assert costs["blocks"] < 1.1 * costs["steps"]
    assert repeats or costs["blocks"] < costs["lqr"]


def test_from_one_plan_to_the_next_there_are_whole_blocks_and_no_more_than_it_has() -> None:
    told = {
        (20, 20, 3): (6, 18),
        (5, 5, 3): (1, 3),
        (20, 1, 1): (20, 1),
        (20, 4, 3): (6, 6),
        (9, 1, 9): (1, 9),
    }
    for (horizon, every, block), (ahead, between) in told.items():
        options = Replanning(horizon=horizon, every=every, block=block)
        assert (options.ahead, options.between) == (ahead, between)


def test_a_foreseen_disturbance_acts_in_one_step_of_a_block() -> None:
    """Its impulse is what a plan reckons with, not that of a whole block."""
    case = Case(14)
    strength = np.array([30.0, -20.0, 10.0])
    firsts = []
    for block, force in ((4, strength), (1, 0.0 * strength), (4, 0.0 * strength)):
        policy = case.policy(horizon=20, block=block).previewing(case.plant, case.track)
        decide_planned(policy, case.system, 0, force, case.start.copy())
        firsts.append(policy.planned(0)[1])
    plant = case.plant.at_step(4 * dt)
    _, G = plant.linearise(case.track.states[0], case.track.feedforward[:4].mean(axis=0))
    moved = firsts[0] - firsts[2]
    control = np.linalg.lstsq(G @ case.actuation.at(case.start), moved - G @ strength / 4, rcond=None)
    np.testing.assert_allclose(
        G @ case.actuation.at(case.start) @ control[0] + G @ strength / 4, moved, atol=1e-9
    )


def test_less_than_a_block_before_the_end_is_lqrs() -> None:
    case = Case(12, limit=LIMIT)
    record = ridden(case, case.policy(horizon=12, block=4))  # the last plan is made at step 20 of 25
    wanted = case.lqr().K[24] @ (record.states[24] - case.track.states[24])
    np.testing.assert_allclose(record.controls[24], np.clip(wanted, -LIMIT, LIMIT), rtol=1e-9)


def test_along_its_own_motion_a_plant_need_not_step_to_know_what_blocks_leave_out() -> None:
    case = Case(2)
    problem = problem_of(case.plant, case.track, case.costs, case.policy().problem.to_go, False, 9)
    blocks = case.plant.at_step(4 * dt)
    known, stepped = (in_blocks(problem, case.plant, blocks, case.actuation, each) for each in (False, True))
    np.testing.assert_allclose(known.residuals, stepped.residuals, atol=1e-12)
    assert np.abs(known.residuals).max() > 1e-6


@pytest.mark.parametrize(("repeats", "horizon"), [(False, 10), (True, 10), (True, 2 * T)])
def test_a_plan_of_one_round_does_not_act_in_the_next(repeats: bool, horizon: int) -> None:
    """Where none can be made any more LQR acts, which wants nothing on the motion itself."""
    case = Case(3, limit=LIMIT, repeats=repeats)
    policy = case.policy(horizon=horizon)
    decide_at(case, policy, 4, case.track.states[4] + 1.0)
    late = policy._replace(budget=1e-9)
    acted = {}
    for k in [*range(5, T), *range(T), *range(T)]:
        acted[k] = np.abs(decide_at(case, late, k, case.track.states[k])).max()
    assert late.counts()[OVER_BUDGET] > T
    assert max(acted.values()) < 1e-9


def test_blocks_begin_with_lqr_of_blocks() -> None:
    """LQR of a step, held for many, may fly apart; here it would."""
    case = Case(13)
    case.costs.control[:] *= 1e-6
    policy = case.policy(horizon=20, block=5)
    gains, plant, flown = policy.problem.gains, case.plant.at_step(5 * dt), []
    for k in range(0, 20, 5):
        F, G = plant.linearise(case.track.states[k], case.track.feedforward[k : k + 5].mean(axis=0))
        G = G @ case.actuation.at(case.track.states[k])
        grown = [np.abs(np.linalg.eigvals(F + G @ K[k])).max() for K in (case.lqr().K, gains)]
        flown.append(grown[0])
        assert grown[1] < min(1.2, grown[0])
    assert max(flown) > 1.2


def test_blocks_that_cannot_be_are_told() -> None:
    with pytest.raises(ControllerError, match="from 1 to the horizon of 8 steps"):
        Replanning(horizon=8, block=9)
    with pytest.raises(ControllerError, match="the motion has 25"):
        Case(0).policy(horizon=40, block=26)


def planned(case: Case, policy: Planner, first: int, state: np.ndarray) -> np.ndarray:
    """The controls (k, s) of a plan that is made at a step."""
    decide_at(case, policy, first, state)
    status = policy.memory.status
    return np.array(policy.memory.controls[status[RUN], : status[COUNT]])


def decide_at(case: Case, policy: Planner, index: int, state: np.ndarray) -> np.ndarray:
    """What it decides at a step, clamped or not."""
    system = case.system
    decide_planned(policy, system, index, np.zeros(r), state.copy())
    return system.work.control


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("limit", [0.3 * FORCE, np.inf])
def test_the_cost_never_rises_from_one_iteration_to_the_next(seed: int, limit: float) -> None:
    case, costs = Case(seed, limit=limit, soft=True), []
    for iterations in range(1, 12):
        policy = case.policy(horizon=15, iterations=iterations)
        planned(case, policy, 2, case.start)
        costs.append(policy.memory.cost[0])
    assert (np.diff(costs) <= 0).all()
    assert costs[-1] < costs[0] or limit < np.inf  # the plant is not linear: one iteration is not all
    assert costs[-1] == pytest.approx(costs[-2], rel=1e-6)


def test_a_plan_costs_what_its_run_does() -> None:
    case = Case(3, defect=0.1, limit=LIMIT, soft=True)
    policy = case.policy(horizon=T)
    controls, state, total = planned(case, policy, 0, case.start), case.start, 0.0
    weights = dict(zip(case.costs.steps.tolist(), case.costs.instants, strict=True))
    states = [state]
    for k in range(T):
        state = case.plant.step(state, case.track.feedforward[k] + case.actuation.at(state) @ controls[k])
        states.append(state)
        total += dt / 2 * controls[k] @ case.costs.control @ controls[k]
        for j in (k, k + 1):
            off = states[j] - case.track.states[j]
            total += dt / 4 * case.costs.schedule[k] * off @ case.costs.running @ off * (j > 0)
        off = state - case.track.states[k + 1]
        total += 0.5 * off @ weights.get(k + 1, np.zeros((n, n))) @ off
    np.testing.assert_allclose(policy.planned(0), states, rtol=1e-12, atol=1e-12)
    assert policy.memory.cost[0] == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize("controls", [1, 2, 7])
@pytest.mark.parametrize("curved", [0.0, 0.7])
def test_a_step_back_through_the_middle_is_one_through_the_whole(controls: int, curved: float) -> None:
    """Bodies' steps are told to be what they are; the quadratic before them does not know."""
    random, h = np.random.default_rng(controls), 0.02
    M, N = random.standard_normal((r, n)), random.standard_normal((r, controls))
    F, G = np.vstack([h * M, 2 * M]) + np.diag(np.repeat([1.0, -1.0], r)), np.vstack([h * N, 2 * N])
    value, slope, control = semi_definite(n, n, random), *random.standard_normal((2, n))
    bend = semi_definite(n, n, random), random.standard_normal((controls, n))
    found = []
    for midpoint in (0.0, h):
        work, change, gains = stage_work(n, controls), np.zeros(controls), np.zeros((controls, n))
        work.value[:], work.slope[:], work.midpoint[0] = value, slope, midpoint
        work.low[:], work.high[:], work.curved[1] = -0.3, 0.2, curved
        work.curvature[:], work.cross_curvature[:] = bend
        assert step_back(work, F, G, np.eye(controls), control[:controls].copy(), change, gains)
        found.append((work.value, work.slope, change, gains, work.expected))
    for whole, middle in zip(*found, strict=True):
        np.testing.assert_allclose(middle, whole, rtol=1e-11, atol=1e-12)
    assert np.array_equal(found[1][0], found[1][0].T)


@pytest.mark.parametrize("seed", range(4))
def test_a_run_is_given_up_only_where_it_costs_more(seed: int) -> None:
    """On a linear plant nothing that LQR could still make up for; what is clipped may be told early."""
    assert (
        not Case(seed, defect=0.1).policy().problem.bounds
    )  # P leaves out what defects cost whatever is done
    case = Case(seed, limit=0.3 * FORCE)
    assert case.policy().problem.bounds
    policy, far = case.policy(horizon=T), np.inf
    to_go, memory = policy.problem.to_go, policy.memory
    memory.states[0, 0] = case.start

    def cost(most: float) -> float:
        request = Request(case.actuation, np.zeros(r), 0, T, far)
        lqr = Affine(to_go.offset, policy.problem.states, to_go.gains, pace=1, begun=0, length=0.0)
        into = Trajectory(memory.states[0], memory.controls[0])
        return forward_pass(policy, request, lqr, 0, T, into, False, most)

    whole = cost(far)
    assert cost(whole * (1 + 1e-9)) == whole < far
    memory.states[0, T] = np.nan
    assert cost(0.5 * whole) == far
    assert np.isnan(memory.states[0, T]).all()  # long before its end


@pytest.mark.parametrize("seed", range(20))
def test_the_box_is_solved(seed: int) -> None:
    """By the conditions of Karush, Kuhn and Tucker; some bounds allow nothing, some everything."""
    random = np.random.default_rng(seed)
    size = int(random.integers(1, 25))
    root = random.standard_normal((size, size + 1)) * 10.0 ** random.uniform(-3, 3, size)[:, None]
    H, g = root @ root.T, random.standard_normal(size) * np.linalg.norm(root, axis=1)
    low = -random.choice([0.0, 0.01, 1.0, np.inf], size)
    high = random.choice([0.0, 0.01, 1.0, np.inf], size)
    work, d = box_work(size), np.empty(size)
    assert solve_box(H, g, low, high, work, d)
    slope = H @ d + g
    scale = 1e-9 * (np.abs(g) + np.abs(H) @ np.abs(d))
    assert (d >= low).all()
    assert (d <= high).all()
    assert (slope >= -scale)[d < high].all()
    assert (slope <= scale)[d > low].all()
    cross, root, gains = random.standard_normal((size, 4)), np.empty((size, 4)), np.empty((size, 4))
    feedback_of(work, cross, root, gains)
    free = ~work.held
    assert not gains[work.held].any()
    expected = -np.linalg.solve(H[np.ix_(free, free)], cross[free])
    np.testing.assert_allclose(gains[free], expected, rtol=1e-6, atol=1e-9 * np.abs(expected).max(initial=0))
    np.testing.assert_allclose(root.T @ root, -cross[free].T @ expected, rtol=1e-6, atol=1e-12)


def test_a_matrix_that_is_not_positive_definite_is_told() -> None:
    one = np.ones(2)
    assert not solve_box(np.diag([1.0, -1.0]), one, -one, one, box_work(2), np.empty(2))
    assert not solve_box(np.diag([1.0, np.nan]), one, -one, one, box_work(2), np.empty(2))


def test_limits_of_zero_leave_nothing_to_decide() -> None:
    case = Case(4, limit=0.0)
    record = ridden(case, case.policy(horizon=5))
    assert not record.controls.any()


def test_what_is_beyond_the_model_is_left_to_lqr_and_told() -> None:
    """A start from which every run fails: no plan, no crash; and the step that fails is named."""
    case = Case(5, limit=LIMIT, soft=True)
    policy, wild = case.policy(horizon=5), case.start + 1e200
    control = decide_at(case, policy, 0, wild)
    assert policy.counts() == {"over budget": 0, "unplanned": 1}
    assert len(policy.planned(0)) == 0
    np.testing.assert_allclose(control, case.lqr().K[0] @ (wild - case.track.states[0]), rtol=1e-9)
    far = case.track._replace(states=case.track.states + np.where(np.arange(T + 1) == 0, 1e200, 0)[:, None])
    with pytest.raises(SimulationError, match="step 0 of 25"):
        recorded_run(case.plant, policy, case.actuation, far, case.costs, no_events(r))


def test_a_plan_may_begin_where_lqr_fails() -> None:
    """LQR, clipped, leaves what the model can do; the plan before this one does not."""
    case = Case(6, limit=LIMIT)
    policy = case.policy(horizon=10)
    planned(case, policy, T - 10, case.start)
    run, first = policy.memory.status[RUN], policy.memory.cost[0]
    policy.problem.to_go.offset[:] = np.nan  # from now on
    planned(case, policy, T - 9, policy.memory.states[run, 1].copy())
    assert policy.counts()["unplanned"] == 0
    assert policy.memory.cost[0] <= first


def test_after_a_hard_push_a_plan_begins_with_lqr_if_that_is_better() -> None:
    case = Case(6, limit=LIMIT)
    policy, fresh = (case.policy(horizon=10) for _ in range(2))
    planned(case, policy, T - 12, case.start)
    policy.memory.feedback[policy.memory.status[FEEDBACK]] *= -3.0  # a plan that takes a push for the better
    controls = [planned(case, each, T - 11, -2.0 * case.start) for each in (policy, fresh)]
    np.testing.assert_array_equal(*controls)


def test_a_model_with_nan_is_told_by_its_step() -> None:
    case = Case(7, soft=True)
    policy = case.policy(horizon=5)
    for panels in laid(case.plant.data.elastic.data):
        panels[...] = np.nan
    with pytest.raises(SimulationError, match="step 0 of 25"):
        recorded_run(case.plant, policy, case.actuation, case.track, case.costs, no_events(r))


def test_a_step_back_that_fails_leaves_the_best_so_far() -> None:
    """The runs are sound, the way back is not: clipped LQR acts, between plans with its own feedback."""
    case = Case(8, limit=LIMIT)
    policy = case.policy(horizon=5, every=3)
    policy.problem.running[:] = -1e6  # nothing is positive definite any more
    known = case.lqr().K
    control = decide_at(case, policy, 0, case.start)
    np.testing.assert_allclose(
        np.clip(control, -LIMIT, LIMIT),
        np.clip(known[0] @ (case.start - case.track.states[0]), -LIMIT, LIMIT), rtol=1e-9,
    )  # fmt: skip
    feedback = policy.memory.feedback[policy.memory.status[FEEDBACK]]
    np.testing.assert_allclose(feedback, known[:5], rtol=1e-9, atol=1e-9 * np.abs(known).max())
    assert policy.counts() == {"over budget": 0, "unplanned": 0}


def test_the_budget_is_kept_and_what_it_costs_is_counted() -> None:
    case = Case(9, limit=LIMIT)
    hasty, patient = case.policy(horizon=20, budget=1e-9), case.policy(horizon=20, budget=1e3)
    record = ridden(case, hasty)
    assert hasty.counts() == {"over budget": T, "unplanned": 0}
    known = case.lqr().K
    for k in range(T):
        wanted = known[k] @ (record.states[k] - case.track.states[k])
        np.testing.assert_allclose(record.controls[k], np.clip(wanted, -LIMIT, LIMIT), atol=1e-9)
    unhurried = ridden(case, patient)
    assert patient.counts() == {"over budget": 0, "unplanned": 0}
    np.testing.assert_array_equal(unhurried.states, ridden(case, case.policy(horizon=20)).states)
    assert np.abs(unhurried.states - record.states).max() > 1e-3


def test_between_plans_their_feedback_acts() -> None:
    case = Case(10, defect=0.0)
    policy = case.policy(horizon=10, every=5)
    planned(case, policy, 0, case.start)
    made = policy.memory.status.copy()
    off = policy.memory.states[made[RUN], 2] + 0.1
    control = decide_at(case, policy, 2, off)
    np.testing.assert_array_equal(policy.memory.status, made)
    np.testing.assert_allclose(control, case.lqr().K[2] @ (off - case.track.states[2]), rtol=1e-9)
    decide_at(case, policy, 5, off)
    assert policy.memory.status[FIRST] == 5


def test_a_plan_that_is_a_whole_round_old_is_made_anew() -> None:
    case = Case(10, repeats=True)
    policy = case.policy(horizon=3 * T, every=3 * T)
    decide_at(case, policy, 2, case.start)
    assert not np.array_equal(policy.planned(2)[0], 0.5 * case.start)
    decide_at(case, policy, 2, 0.5 * case.start)
    np.testing.assert_array_equal(policy.planned(2)[0], 0.5 * case.start)


def test_one_that_previews_plans_with_what_comes() -> None:
    """On a linear plant without limits a known disturbance is met as LQR's own answer has it."""
    case = Case(11)
    policy = case.policy(horizon=7).previewing(case.plant, case.track)
    disturbance, system = np.array([6.0, -4.0, 10.0]), case.system
    decide_planned(policy, system, 3, disturbance, case.start.copy())
    F, G = case.plant.linearise(case.start, disturbance)
    ahead = case.start - case.track.states[3] + np.linalg.solve(F, G @ disturbance)
    np.testing.assert_allclose(system.work.control, case.lqr().K[3] @ ahead, rtol=1e-9)
