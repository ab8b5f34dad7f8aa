"""Optimality of the gains: they reach the least cost, on plants stepped and integrated independently."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm, solve_discrete_are

from offline.gains import riccati
from offline.gains.tvlqr import tvlqr, tvlqr_step
from softrein.errors import CostError
from tests.offline.gains.linear_plants import on_velocities, oscillators, semi_definite

DT = 0.02  # s
STEPS = 6

# The rollouts and the gains round differently, after some tens of operations on numbers of order one.
ROUNDING = 1e-11


@pytest.fixture
def random():
    return np.random.default_rng(11)


@pytest.fixture
def problem(random):
    """A plant that changes, with weights that change and instants at both ends and between."""
    ratios = [0.05, 1.5]
    return {
        "A": np.array([oscillators([1.5 + 0.1 * i, 0.3], ratios, DT, random) for i in range(STEPS)]),
        "B": on_velocities(2, 2, random),
        "Q": np.array([semi_definite(4, 1 + i % 4, random) for i in range(STEPS)]),
        "R": np.array([0.01 * (semi_definite(2, 2, random) + np.eye(2)) for _ in range(STEPS)]),
        "Q_final": semi_definite(4, 4, random),
        "dt": DT,
        "instants": {
            0: semi_definite(4, 1, random),
            3: semi_definite(4, 2, random),
            STEPS: semi_definite(4, 1, random),
        },
    }


def held(a, B, t):
    """F and G after a time t of constant a and held control."""
    n, s = B.shape
    phi = expm(np.block([[a, B], [np.zeros((s, n + s))]]) * t)
    return phi[:n, :n], phi[:n, n:]


def points(K, step, ends, instants, z):
    """The state before every step and at the end, and what the instants and the end cost."""
    cost, states, n = 0.0, [], len(z)
    for i, k in enumerate(K):
        cost += z @ instants.get(i, np.zeros((n, n))) @ z / 2
        states.append(z)
        z = step(i, z, k @ z)
    return states, cost + z @ (ends + instants.get(len(K), np.zeros((n, n)))) @ z / 2


def continuous_cost(p, K, z):
    """The cost of steering by K, with the state's running cost by 8 Gauss points in each step."""
    t, weight = np.polynomial.legendre.leggauss(8)
    nodes = [[held(a, p["B"], DT * (x + 1) / 2) for x in t] for a in p["A"]]
    ends = [held(a, p["B"], DT) for a in p["A"]]
    states, cost = points(K, lambda i, z, w: ends[i][0] @ z + ends[i][1] @ w, p["Q_final"], p["instants"], z)
    for i, z0 in enumerate(states):
        w = K[i] @ z0
        cost += DT / 2 * w @ p["R"][i] @ w
        for (F, G), share in zip(nodes[i], weight, strict=True):
            inside = F @ z0 + G @ w
            cost += DT / 4 * share * inside @ p["Q"][i] @ inside
    return cost


def discrete_cost(p, K, z):
    """The cost of steering z+ = F z + G w by K, with the state's running cost by the trapezoidal rule."""
    states, cost = points(K, lambda i, z, w: p["F"][i] @ z + p["G"][i] @ w, p["Q_final"], p["instants"], z)
    for i, z0 in enumerate(states):
        w = K[i] @ z0
        z1 = p["F"][i] @ z0 + p["G"][i] @ w
        cost += DT / 4 * (z0 @ p["Q"][i] @ z0 + z1 @ p["Q"][i] @ z1) + DT / 2 * w @ p["R"][i] @ w
    return cost


@pytest.fixture
def step_problem(problem):
    """The same, stepped by the implicit midpoint rule, like bodies; at omega dt = 2 it is another plant."""
    half = [np.linalg.inv(np.eye(4) - DT / 2 * a) for a in problem["A"]]
    F = np.array([h @ (np.eye(4) + DT / 2 * a) for h, a in zip(half, problem["A"], strict=True)])
    G = np.array([DT * h @ problem["B"] for h in half])
    return {"F": F, "G": G} | {key: value for key, value in problem.items() if key not in "AB"}


@pytest.fixture(params=["continuous", "discrete"])
def steered(request):
    """(gains, cost of steering by any K from z) of both forms."""
    if request.param == "continuous":
        p = request.getfixturevalue("problem")
        return tvlqr(**p, cost_to_go=True), lambda K, z: continuous_cost(p, K, z)
    p = request.getfixturevalue("step_problem")
    return tvlqr_step(**p, cost_to_go=True), lambda K, z: discrete_cost(p, K, z)


def test_the_achieved_cost_is_the_predicted_one(steered, random):
    gains, cost = steered
    for z in [*np.eye(4), random.standard_normal(4)]:
        predicted = z @ gains.P[0] @ z / 2
        assert cost(gains.K, z) == pytest.approx(predicted, rel=ROUNDING)


@pytest.mark.parametrize("size", [1e-3, 0.1, 1.0])
def test_no_perturbation_of_the_gains_lowers_the_cost(steered, random, size):
    gains, cost = steered
    for _ in range(10):
        z = random.standard_normal(4)
        best = cost(gains.K, z)
        change = (
            size * np.abs(gains.K).max(axis=(1, 2), keepdims=True) * random.standard_normal(gains.K.shape)
        )
        for step in (*range(STEPS), slice(None)):  # of one step alone, and of all
            K = gains.K.copy()
            K[step] += change[step]
            assert cost(K, z) > best * (1 + 0.01 * size**2)  # the least increase is 0.1 size^2


def test_the_cost_to_go_counts_from_every_step(steered, problem):
    """P[i] includes the instant of step i; the end's is the final cost with its instant."""
    gains, _ = steered
    np.testing.assert_allclose(
        gains.P[-1], problem["Q_final"] + problem["instants"][STEPS], rtol=1e-13, atol=1e-13
    )
    without = {step: weight for step, weight in problem["instants"].items() if step != 3}
    before, after = (
        tvlqr(**(problem | {"instants": i}), cost_to_go=True).P for i in (problem["instants"], without)
    )
    np.testing.assert_array_equal(before[4:], after[4:])
    np.testing.assert_allclose(
        before[3] - after[3], problem["instants"][3], atol=1e-12 * np.abs(before[3]).max()
    )
    assert np.abs(before[2] - after[2]).max() > 1e-3  # and it counts before


def discrete_riccati(a, B, Q, R):
    """K of the infinite horizon by SciPy, with the integrals by Simpson's rule on 400 intervals."""
    n = len(a)
    weight = np.array([1, *[4, 2] * 199, 4, 1]) * DT / 1200
    J = sum(
        w * np.hstack(held(a, B, DT * k / 400)).T @ Q @ np.hstack(held(a, B, DT * k / 400))
        for k, w in enumerate(weight)
    )
    F, G = held(a, B, DT)
    zz, zw, ww = J[:n, :n], J[:n, n:], J[n:, n:] + R * DT
    P = solve_discrete_are(F, G, zz, ww, s=zw)
    return -np.linalg.solve(ww + G.T @ P @ G, zw.T + G.T @ P @ F)


@pytest.fixture
def endless(random):
    """A plant that does not change, its weights, and its gains for an infinite horizon."""
    a, B = oscillators([1.0, 0.2], [0.02, 0.5], DT, random), on_velocities(2, 1, random)
    Q, R = semi_definite(4, 4, random), np.array([[0.02]])
    return a, B, Q, R, discrete_riccati(a, B, Q, R)


def test_far_from_the_end_the_gains_are_those_of_the_infinite_horizon(endless):
    a, B, Q, R, expected = endless
    K = tvlqr(np.repeat([a], 2000, axis=0), B, Q, R, 3.0, DT).K
    error = np.abs(K - expected).max(axis=(1, 2)) / np.abs(expected).max()
    assert error[:1000].max() < 1e-9  # reached, and kept; SciPy's solver and the quadrature are good to 1e-10
    assert error[-1] > 0.1  # and not there at the end


def test_periodic_gains_of_a_constant_plant_are_those_of_the_infinite_horizon(endless):
    a, B, Q, R, expected = endless
    for steps in (1, 3):
        gains = tvlqr(np.repeat([a], steps, axis=0), B, Q, R, None, DT, periodic=True)
        np.testing.assert_allclose(
            gains.K, np.repeat([expected], steps, axis=0), atol=1e-8 * np.abs(expected).max()
        )


def one_round(p, P):
    """The cost-to-go a round before, by the formulas of the paper, and the round's steered motion."""
    motion = np.eye(len(P))
    for i in reversed(range(STEPS)):
        F, G, Q, R = p["F"][i], p["G"][i], p["Q"][i], p["R"][i]
        both = np.hstack([F, G])
        J = DT / 2 * both.T @ Q @ both
        H, g = R * DT + J[4:, 4:] + G.T @ P @ G, J[4:, :4] + G.T @ P @ F
        K = -np.linalg.solve(H, g)
        P = DT / 2 * Q + J[:4, :4] + F.T @ P @ F + g.T @ K + p["instants"].get(i, 0 * P)
        motion = motion @ (F + G @ K)
    return P, motion


def test_periodic_gains_are_a_fixed_point(step_problem):
    p = step_problem | {"instants": {0: np.eye(4), 3: 2 * np.eye(4)}}
    gains = tvlqr_step(**p, cost_to_go=True, periodic=True)
    again, motion = one_round(p, gains.P[0])
    np.testing.assert_allclose(again, gains.P[0], atol=1e-9 * np.abs(again).max())
    np.testing.assert_allclose(gains.P[-1], gains.P[0], atol=1e-9 * np.abs(again).max())
    assert np.abs(np.linalg.eigvals(motion)).max() < 1


def test_periodic_gains_are_those_of_many_rounds(problem):
    p = problem | {"instants": {3: np.eye(4)}}
    gains = tvlqr(**p, periodic=True)
    rounds = 60
    many = {key: np.concatenate([p[key]] * rounds) for key in ("A", "Q", "R")}
    instants = {3 + STEPS * k: np.eye(4) for k in range(rounds)}
    long = tvlqr(many["A"], p["B"], many["Q"], many["R"], p["Q_final"], DT, instants=instants)
    np.testing.assert_allclose(gains.K, long.K[:STEPS], atol=1e-9 * np.abs(gains.K).max())


def test_the_end_of_a_round_is_the_beginning_of_the_next(problem):
    at_end, at_start = (
        tvlqr(**(problem | {"instants": {step: np.eye(4), 2: np.eye(4)}}), periodic=True, cost_to_go=True)
        for step in (STEPS, 0)
    )
    np.testing.assert_array_equal(at_end.K, at_start.K)
    np.testing.assert_array_equal(at_end.P, at_start.P)


def test_periodic_gains_stabilise_what_costs_nothing(random):
    """The unstable mode has no weight of its own, but left alone it would grow for ever."""
    a = oscillators([0.5, 2.0], [-0.3, 0.1], DT, random)
    B = on_velocities(2, 2, random)
    seen = semi_definite(4, 1, random)
    for Q in (seen, np.zeros((4, 4))):
        K = tvlqr(a[None], B, Q, 1.0, None, DT, periodic=True).K[0]
        F, G = held(a, B, DT)
        assert np.abs(np.linalg.eigvals(F + G @ K)).max() < 1


def test_a_periodic_solution_that_does_not_settle_is_an_error(monkeypatch, random):
    monkeypatch.setattr(riccati, "MOST_STEPS", 500)
    a = oscillators([0.5], [0.0], DT, random)  # undamped, and the control does not reach it
    A = np.block([[a, np.zeros((2, 2))], [np.zeros((2, 2)), -np.eye(2)]])
    B = np.array([[0.0], [0], [1], [1]])
    with pytest.raises(CostError, match="did not converge"):
        tvlqr(A[None], B, 1.0, 1.0, None, DT, periodic=True)


def test_step_gains_tend_to_the_exponential_ones(random):
    """On one plant over one second, both with its exact step; the trapezoidal rule is of second order."""
    a, B = oscillators([0.02], [0.2], DT, random), on_velocities(1, 1, random)
    errors = []
    for steps in (50, 100, 200):
        dt = 1 / steps
        A = np.repeat([a], steps, axis=0)
        F, G = (np.repeat([x], steps, axis=0) for x in held(a, B, dt))
        exact = tvlqr(A, B, 1.0, 0.1, 1.0, dt, cost_to_go=True)
        step = tvlqr_step(F, G, 1.0, 0.1, 1.0, dt, cost_to_go=True)
        errors.append(np.abs(step.P[0] - exact.P[0]).max())
    order = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (np.abs(order - 2) < 0.1).all()
