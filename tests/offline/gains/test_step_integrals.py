"""Integrals over a step: the exact ones, and Simpson's rule with its warning."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.linalg import expm

from offline.full.body.step_kernels import SHORT
from offline.gains.step_integrals import (
    SIMPSON_INTERVALS,
    SIMPSON_POOR,
    _balance,
    _doublings,
    exact_integrals,
    simpson_integrals,
)
from offline.gains.tvlqr import tvlqr
from softrein.errors import CostError
from tests.offline.gains.linear_plants import on_velocities, oscillators, semi_definite

DT = 0.01  # s


def one_mode(omega_dt, ratio):
    """A (1, 2, 2), B, and Q = diag(omega^2, 1), in which both coordinates count alike."""
    omega = omega_dt / DT
    A = np.array([[[0, 1], [-(omega**2), -2 * ratio * omega]]])
    return A, np.array([[0.0], [1.0]]), np.diag([omega**2, 1])


def simpson_by_hand(A, B, Q, dt):
    """J over [w, z] with an exponential at every node."""
    n, s = B.shape
    augmented = np.zeros((s + n, s + n))
    augmented[s:, :s], augmented[s:, s:] = B, A
    weights = [1, 4, 2, 4, 2, 4, 2, 4, 2, 4, 1]
    phi = [expm(augmented * dt * k / 10)[s:] for k in range(11)]
    return dt / 30 * sum(w * p.T @ Q @ p for w, p in zip(weights, phi, strict=True))


def error(J, exact):
    unit = np.sqrt(np.diagonal(exact, axis1=-2, axis2=-1))
    return np.abs((J - exact) / (unit[..., :, None] * unit[..., None, :])).max()


@pytest.fixture
def random():
    return np.random.default_rng(21)


@pytest.fixture
def plant(random):
    """Three steps of a plant, omega h from 0.05 to 1.6: the number of doublings differs from step to step."""
    A = np.array([oscillators([0.1 * 4**i, 0.05], [0.1, 0.5], DT, random) for i in range(3)])
    return A, on_velocities(2, 2, random), semi_definite(4, 4, random)


def test_exact_integrals_are_those_of_a_fine_quadrature(plant):
    A, B, Q = plant
    result = exact_integrals(A, B, Q, DT)
    for a, F, G, J in zip(A, *result, strict=True):
        parts = 200
        small = simpson_by_hand(a, B, Q, DT / parts)
        augmented = np.zeros((6, 6))
        augmented[2:, :2], augmented[2:, 2:] = B, a
        step, phi, total = expm(augmented * DT / parts), np.eye(6), 0
        for _ in range(parts):
            total = total + phi.T @ small @ phi
            phi = step @ phi
        np.testing.assert_allclose(F, phi[2:, 2:], atol=1e-12 * np.abs(F).max())
        np.testing.assert_allclose(G, phi[2:, :2], atol=1e-12 * np.abs(G).max())
        assert error(J, total) < 1e-12
        assert np.array_equal(J, J.T)


def test_weights_may_differ_from_step_to_step(plant, random):
    A, B, Q = plant
    many = np.array([Q, semi_definite(4, 1, random), np.zeros((4, 4))])  # of different rank
    together = exact_integrals(A, B, many, DT).J
    for i, q in enumerate(many):
        np.testing.assert_allclose(
            together[i], exact_integrals(A[i : i + 1], B, q, DT).J[0], rtol=1e-13, atol=1e-16
        )


def test_simpson_is_the_rule_with_an_exponential_at_every_node(plant):
    A, B, Q = plant
    result = simpson_integrals(A, B, Q, DT)
    for i, a in enumerate(A):
        assert error(result.J[i], simpson_by_hand(a, B, Q, DT)) < 1e-13
        np.testing.assert_allclose(result.F[i], expm(a * DT), atol=1e-12 * np.abs(result.F[i]).max())


def test_simpson_converges_to_the_exact_integrals():
    """A rule of fourth order: the integral over one step of length h is off by h^5."""
    A, B, Q = one_mode(2.0, 0.3)
    steps = DT / np.array([8, 16, 32])
    errors = [
        np.abs(simpson_integrals(A, B, Q, h).J - exact_integrals(A, B, Q, h).J)[0, -1, -1] for h in steps
    ]
    assert (np.abs(np.diff(np.log2(errors)) + 5) < 0.2).all()
    off = [np.abs(tvlqr(A, B, Q, 1.0, Q, h, "simpson").K - tvlqr(A, B, Q, 1.0, Q, h).K).max() for h in steps]
    assert off[-1] < off[0] / 200


@pytest.mark.parametrize("ratio", [0.0, 0.1, 0.3, 1.0, 3.0])
def test_the_warning_comes_exactly_when_simpson_is_poor(ratio):
    poor = []
    for omega_dt in np.geomspace(0.1, 50, 25):
        A, B, Q = one_mode(omega_dt, ratio)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            tvlqr(A, B, Q, 1.0, Q, DT, integrals="simpson")
        poor.append(error(simpson_by_hand(A[0], B, Q, DT), exact_integrals(A, B, Q, DT).J[0]) > SIMPSON_POOR)
        assert bool(caught) == poor[-1]
        for warning in caught:
            assert "use integrals='exact'" in str(warning.message)
            assert warning.filename == __file__  # it points at the caller
    assert not poor[0]
    assert poor[-1]


def test_the_warning_names_the_worst_step():
    A = np.concatenate([one_mode(w, 1.0)[0] for w in (0.1, 20, 5)])
    with pytest.warns(UserWarning, match=f"{SIMPSON_INTERVALS} intervals is off by .* at step 1:"):
        tvlqr(A, np.array([[0.0], [1.0]]), 1.0, 1.0, 1.0, DT, integrals="simpson")


def test_simpson_without_a_running_cost_is_exact(plant):
    A, B, _ = plant
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        K = tvlqr(30 * A, B, 0.0, 1.0, 1.0, DT, integrals="simpson").K
    np.testing.assert_allclose(K, tvlqr(30 * A, B, 0.0, 1.0, 1.0, DT).K, atol=1e-11 * np.abs(K).max())


def test_the_fastest_mode_and_not_the_units_sets_the_number_of_doublings(random):
    """Balancing sees to that: without it the natural units take three doublings more, odd ones twelve."""
    a = oscillators([20, 0.1], [0.05, 3], 1.0, random)
    for units in (np.ones(4), 10 ** random.uniform(-5, 5, 4)):
        _, balanced = _balance((a * units[:, None] / units)[None])
        assert _doublings(balanced)[0] <= np.ceil(np.log2(20 / SHORT)) + 1


@pytest.mark.parametrize("rate", [1e6, 1e200])
def test_a_plant_that_overflows_is_an_error_that_names_the_step(rate):
    A = np.array([np.eye(2), rate * np.eye(2) + np.eye(2, k=1) - np.eye(2, k=-1)])
    with pytest.raises(CostError, match="step 1"):
        tvlqr(A, np.eye(2), 1.0, 1.0, 1.0, DT)
