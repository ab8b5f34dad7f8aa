"""Places that follow paths: gains and plans against one dense solution of the whole motion."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from offline.gains.lqr import lqr_gains
from offline.gains.tvlqr import Path, tvlqr_step
from runtime import loop, step_cost
from runtime.body.plant import BodyPlant
from runtime.control.base.costs import Costs, error_of
from runtime.control.mpc import Replanner
from runtime.control.planning.options import Replanning
from runtime.control.planning.planner import RUN
from runtime.control.planning.redirect import lay
from runtime.control.setting import Setting
from runtime.plant.actuation import make_actuation
from runtime.plant.system import system_of
from runtime.plant.track import Track, linearised, no_events
from softrein.errors import CostError
from tests.offline.gains.linear_plants import relative_error, semi_definite
from tests.runtime.body.test_body import stiffness_model

n, r, s, m, T, dt = 6, 3, 2, 2, 30, 0.01
SIZE, FORCE = np.array([0.1, 0.1, 0.1, 1.0, 1.0, 1.0]), 20.0  # what is large: of a state, and of a control


class Case:
    """A linear body at rest, or along a motion that it leaves, two places of which are to go along a path."""

    def __init__(
        self, seed: int, defect: float = 0.0, repeats: bool = False, bare: bool = False, limit: float = np.inf
    ) -> None:
        random = np.random.default_rng(seed)
        turn = np.linalg.qr(random.standard_normal((r, r)))[0]
        stiffness = (turn * random.uniform(5.0, 50.0, r) ** 2) @ turn.T
        self.plant = BodyPlant(stiffness_model(stiffness, (0.7, 2e-3)), dt)
        self.actuation = make_actuation(random.standard_normal((r, s)), np.full(s, limit))
        states = np.cumsum(defect * SIZE * random.standard_normal((T + 1, n)), axis=0)
        self.track = Track(states, defect * FORCE * random.standard_normal((T, r)))
        places = np.hstack([random.standard_normal((m, r)), np.zeros((m, r))])
        turns = 2 * np.pi * np.arange(T + 1) / T
        goals = 0.1 * np.column_stack([np.cos(turns), np.sin(2 * turns)])
        running = np.zeros((n, n)) if bare else semi_definite(n, 4, random) / np.outer(SIZE, SIZE)
        instants = np.array([semi_definite(n, 2, random) for _ in range(2)]) / np.outer(SIZE, SIZE)
        self.costs = Costs(
            running, random.uniform(0.5, 1.5, T), np.array([4, T]), (not bare) * instants,
            np.diag(random.uniform(0.5, 2.0, s)) / FORCE**2, places, goals, random.uniform(50, 200, m),
        )  # fmt: skip
        self.repeats = repeats
        self.setting = Setting(
            lambda: self.plant, self.track, self.costs, self.actuation, dt, None, repeats  # type: ignore[arg-type]
        )  # fmt: skip
        self.start = states[0] + SIZE * random.standard_normal(n)

    def lqr(self) -> Any:
        return lqr_gains(
            self.plant, self.track, self.costs, self.actuation, "step", "exact", self.repeats
        ).policy(self.plant, self.track, self.actuation)  # fmt: skip

    def known(self) -> Any:
        """LQR with its cost-to-go, by the recursion of the gains that ship."""
        F, G, defects = linearised(self.plant, self.actuation, self.track)
        costs, share = self.costs, self.costs.schedule[:, None]
        return tvlqr_step(
            F, G, share[:, :, None] * costs.running, costs.control, np.zeros((n, n)), dt,
            dict(zip(costs.steps.tolist(), costs.instants, strict=True)), True, self.repeats, defects,
            Path(costs.places, costs.goals, share * costs.weights),
        )  # fmt: skip

    def mpc(self, **options: Any) -> Any:
        found = Replanner(self.setting, Replanning(**options))
        return found.policy(self.plant, self.track, self.actuation)

    def rows(self, steps: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The cost of the first controls c at once as |A c - b|^2 / 2, and where they lead: z = free + M c.

        Every square of the cost is written down as it stands in the sum, none is shared with the code.
        """
        F, G, defects = linearised(self.plant, self.actuation, self.track)
        costs = self.costs
        free, moved = self.start - self.track.states[0], np.zeros((n, steps * s))
        A: list[np.ndarray] = []
        b: list[np.ndarray] = []

        def add(root: np.ndarray, goal: np.ndarray | float = 0.0) -> None:
            A.append(root @ moved)
            b.append(goal - root @ free)

        def add_running(k: int, instant: int) -> None:
            scale = np.sqrt(dt / 2 * costs.schedule[k])
            values, vectors = np.linalg.eigh(costs.running)
            add(scale * np.sqrt(np.maximum(values, 0))[:, None] * vectors.T)
            root = scale * np.sqrt(costs.weights)
            add(root[:, None] * costs.places, root * costs.goals[instant])

        for step in range(steps):
            k = step % T
            own = slice(step * s, (step + 1) * s)
            add_running(k, k)
            A.append(np.zeros((s, steps * s)))
            A[-1][:, own] = np.sqrt(dt * np.diag(costs.control)) * np.eye(s)
            b.append(np.zeros(s))
            free, moved = F[k] @ free + defects[k], F[k] @ moved
            moved[:, own] += G[k]
            add_running(k, k + 1)
            for at, weight in zip(costs.steps, costs.instants, strict=True):
                if at == k + 1 and (step + 1 < steps or steps % T == 0):  # else it is among what is to go
                    values, vectors = np.linalg.eigh(weight)
                    add(np.sqrt(np.maximum(values, 0))[:, None] * vectors.T)
        return np.concatenate(A), np.concatenate(b), free, moved

    def controls(self, rounds: int = 1) -> np.ndarray:
        """The controls (T rounds, s) that cost least, by one least-squares problem."""
        A, b, *_ = self.rows(T * rounds)
        return np.linalg.lstsq(A, b, rcond=None)[0].reshape(-1, s)

    def ridden(self, policy: Any, steps: int = T) -> loop.Record:
        record = loop.Record(np.zeros((steps + 1, n)), np.zeros((steps, s)))
        decider, system = loop.decider_of(policy), system_of(self.plant, self.actuation, self.track)
        events, state = no_events(r), self.start.copy()
        taken = loop.loops_of(decider).run(system, decider, events, state, loop.tally(), record)
        assert taken == steps
        return record


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("defect", [0.0, 0.05])
@pytest.mark.parametrize("seed", range(3))
def test_lqr_is_the_best_along_a_path(seed: int, defect: float, bare: bool) -> None:
    case = Case(seed, defect, bare=bare)
    best = case.controls()
    found = case.ridden(case.lqr()).controls
    np.testing.assert_allclose(found, best, atol=1e-8 * np.abs(best).max())
    assert np.abs(best[: T // 2]).max() > 1e-3 * FORCE  # there is something to be done


@pytest.mark.parametrize("options", [{"horizon": 1}, {"horizon": 7}, {"horizon": 80, "every": 5}])
@pytest.mark.parametrize("bare", [False, True])
def test_plans_are_the_best_along_a_path(options: dict[str, int], bare: bool) -> None:
    case = Case(4, 0.05, bare=bare)
    best = case.controls()
    found = case.ridden(case.mpc(**options)).controls
    np.testing.assert_allclose(found, best, atol=1e-8 * np.abs(best).max())


@pytest.mark.parametrize("horizon", [1, 8, T])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_within_limits_plans_solve_the_quadratic_programme(seed: int, horizon: int) -> None:
    """By the conditions of Karush, Kuhn and Tucker, with LQR's cost-to-go behind a shorter horizon."""
    free = Case(seed, 0.05).controls()[:horizon]
    case = Case(seed, 0.05, limit=0.4 * np.abs(free).max())
    policy = case.mpc(horizon=horizon, iterations=60)
    case.ridden(policy, 1)
    found = policy.memory.controls[policy.memory.status[RUN], :horizon].ravel()
    A, b, end, moved = case.rows(horizon)
    H, g = A.T @ A, -A.T @ b
    if horizon < T:
        known = case.known()
        H, g = (
            H + moved.T @ known.P[horizon] @ moved,
            g + moved.T @ (known.P[horizon] @ end + known.p[horizon]),
        )
    slope, limit = H @ found + g, case.actuation.limits[0, 1]
    inside = np.where(
        found <= -limit, np.minimum(slope, 0), np.where(found >= limit, np.maximum(slope, 0), slope)
    )
    assert (np.abs(found) >= limit).mean() > 0.02
    assert np.abs(inside).max() < 1e-7 * np.abs(g).max()


def test_an_endless_path_is_followed_as_the_first_of_many_rounds() -> None:
    case = Case(5, repeats=True)
    best = case.controls(rounds=8)[:T]
    for policy in (case.lqr(), case.mpc(horizon=7), case.mpc(horizon=70)):
        np.testing.assert_allclose(case.ridden(policy).controls, best, atol=1e-8 * np.abs(best).max())


def test_the_cost_to_go_of_plans_is_that_of_the_gains_that_ship() -> None:
    for case in (Case(6, 0.05), Case(6, repeats=True)):
        known, found = case.known(), case.setting.cost_to_go
        assert relative_error(found.value, known.P) < 1e-9
        for one, other in ((found.offset, known.k), (found.slope, known.p)):
            np.testing.assert_allclose(one, other, atol=1e-9 * np.abs(other).max())


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("block", [1, 3])
def test_a_plan_along_another_path_is_as_if_it_were_its_own(block: int, repeats: bool) -> None:
    case, options = Case(8, repeats=repeats), {"horizon": 12, "block": block}
    round = np.roll(case.costs.goals[:-1], 5, axis=0)
    changed = replace(case.setting, costs=case.costs._replace(goals=round[np.arange(T + 1) % T]))
    own = Replanner(changed, Replanning(**options)).policy(case.plant, case.track, case.actuation)
    ready = case.setting.redirection
    other = case.mpc(**options).redirected(
        lambda steps: lay(ready, lambda count: round[np.arange(count) % T], steps)
    )
    assert not own.problem.bounds  # LQR's run is tried to its end: P leaves out what goals cost
    for field in ("linear", "offset", "gains", "share", "residuals", "bounds"):
        one, wanted = getattr(other.problem, field), getattr(own.problem, field)
        np.testing.assert_allclose(
            one, wanted, rtol=1e-6, atol=1e-6 * max(1e-9, np.abs(wanted).max(initial=0))
        )
    found, wanted = case.ridden(other).controls, case.ridden(own).controls
    np.testing.assert_allclose(found, wanted, atol=1e-6 * np.abs(wanted).max())


def test_the_error_has_what_the_places_miss() -> None:
    case = Case(7, 0.05)
    record = case.ridden(case.lqr())
    A, b, *_ = case.rows(T)
    cost = np.sum((A @ record.controls.ravel() - b) ** 2)  # twice the cost, of this linear plant
    effort = dt * np.einsum("ki,ij,kj", record.controls, case.costs.control, record.controls)
    error = error_of(case.costs, record.states, case.track.states, dt)
    assert error**2 + effort == pytest.approx(cost, rel=1e-9)
    each = [
        step_cost.squared_error(case.costs, k, state, dt)
        for k, state in enumerate(record.states - case.track.states)
    ]
    assert np.sum(each) == pytest.approx(error**2, rel=1e-12)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"places": np.zeros((m, n + 1))}, "path.places has shape"),
        ({"goals": np.zeros((T, m))}, "path.goals has shape"),
        ({"weights": np.zeros((T + 1, m))}, "path.weights has shape"),
        ({"weights": -np.ones((T, m))}, "negative"),
        ({"goals": np.full((T + 1, m), np.nan)}, "nan"),
    ],
)
def test_what_is_no_path_of_places_is_refused(wrong: dict[str, np.ndarray], words: str) -> None:
    good = {"places": np.ones((m, n)), "goals": np.zeros((T + 1, m)), "weights": np.ones((T, m))}
    with pytest.raises(CostError, match=words):
        tvlqr_step(
            np.tile(np.eye(n), (T, 1, 1)), np.ones((T, n, 1)), 1.0, 1.0, 0.0, dt,
            path=Path(**{**good, **wrong}),
        )  # fmt: skip
