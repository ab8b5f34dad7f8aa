"""Gains against high-precision arithmetic: stiff, overdamped and singular plants, cheap and dear control."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from offline.gains.tvlqr import tvlqr, tvlqr_step
from softrein.errors import CostError
from tests.offline.gains import gains_by_mpmath
from tests.offline.gains.linear_plants import (
    on_velocities,
    oscillators,
    relative_error,
    rotation,
    semi_definite,
)

DT = 0.01  # s

# 1e-10 is what gains have to reach; 200 random plants were off by 3e-12 at most, the median by 1e-14.
EXACT = 1e-10
# With cheap control alone on the last steps, and fewer controls than states, they are off by 1e-11 at most.
CHEAP = 1e-9


def varying_weights(n: int, s: int, steps: int, random: np.random.Generator) -> dict:
    """Weights that differ from step to step, and instants at both ends and between."""
    return {
        "Q": np.array([semi_definite(n, 1 + i % n, random) for i in range(steps)]),
        "R": np.array([semi_definite(s, s, random) + 0.1 * np.eye(s) for _ in range(steps)]),
        "Q_final": semi_definite(n, n, random),
        "instants": {step: semi_definite(n, 1, random) for step in (0, 1, steps)},
    }


def check(A, B, weights, tolerance=EXACT):
    K, P, *_ = gains_by_mpmath.gains(A, B, dt=DT, **weights)
    ours = tvlqr(A, B, dt=DT, integrals="exact", cost_to_go=True, **weights)
    assert relative_error(ours.K, K) < tolerance
    assert relative_error(ours.P, P) < tolerance


@pytest.mark.parametrize("omega_dt", [1e-3, 0.06, 1.0, 5.0, 20.0, 50.0])
@pytest.mark.parametrize("ratio", [0.0, 0.05, 1.0, 3.0])
def test_stiff_and_overdamped_plants(omega_dt, ratio):
    random = np.random.default_rng(1)
    spectra = [np.array([omega_dt, omega_dt / 7]) * (1 + 0.1 * i) for i in range(3)]
    A = np.array([oscillators(omegas, [ratio, ratio / 2], DT, random) for omegas in spectra])
    check(
        A,
        on_velocities(2, 1 + int(omega_dt > 1), random),
        varying_weights(4, 1 + int(omega_dt > 1), 3, random),
    )


def free_particles(random):
    """Two particles in one dimension, without force."""
    return np.kron([[0, 1], [0, 0]], np.eye(2)), on_velocities(2, 1, random)


def still(random):
    return np.zeros((3, 3)), random.standard_normal((3, 2))


def rotor(random):
    """Undamped, of odd size: singular, as an energy-conserving advection is."""
    a = 100 * random.standard_normal((3, 3))
    return a - a.T, np.eye(3)


def carried_particle(random):
    """A particle moved by modes that do not feel it, and that the control reaches through them alone."""
    a = 30 * random.standard_normal((3, 3))
    A = np.block([[np.zeros((1, 1)), random.standard_normal((1, 3))], [np.zeros((3, 1)), a - a.T]])
    return A, np.vstack([np.zeros((1, 3)), np.eye(3)])


def unstable(random):
    return oscillators([2.0, 0.5], [-0.5, 0.1], DT, random), on_velocities(2, 2, random)


@pytest.mark.parametrize("plant", [free_particles, still, rotor, carried_particle, unstable])
def test_singular_and_unstable_plants(plant):
    random = np.random.default_rng(2)
    a, B = plant(random)
    A = np.array([a, 1.1 * a, 0.9 * a])
    check(A, B, varying_weights(*B.shape, 3, random))


@pytest.mark.parametrize("control_cost", [1e-14, 1e-10, 1e-7])
@pytest.mark.parametrize(("modes", "controls"), [(1, 1), (2, 1), (3, 2)])
@pytest.mark.parametrize("omega_dt", [0.5, 20.0])
def test_very_cheap_control_and_a_final_cost_alone(control_cost, modes, controls, omega_dt):
    random = np.random.default_rng(3)
    n, steps = 2 * modes, 5
    omegas = omega_dt / np.array([1, 7, 3])[:modes]
    A = np.repeat([oscillators(omegas, [0.1] * modes, DT, random)], steps, axis=0)
    weights = {
        "Q": np.zeros((steps, n, n)),
        "R": np.repeat([control_cost * np.eye(controls)], steps, axis=0),
        "Q_final": np.eye(n),
    }
    check(A, on_velocities(modes, controls, random), weights, CHEAP)


@pytest.mark.parametrize("control_cost", [1e4, 1e8, 1e12])
def test_very_dear_control(control_cost):
    random = np.random.default_rng(4)
    A = np.repeat([oscillators([0.3, 0.002], [0.1, 0], DT, random)], 4, axis=0)
    weights = varying_weights(4, 2, 4, random)
    weights["R"] *= control_cost
    check(A, on_velocities(2, 2, random), weights)


@pytest.mark.parametrize("strength", [1e-4, 1e-8, 1e-12])
def test_very_weak_control(strength):
    """The state's cost is large beside that of the control, which can do next to nothing about it."""
    random = np.random.default_rng(8)
    A = np.repeat([oscillators([0.3, 0.002], [0.1, 0], DT, random)], 4, axis=0)
    weights = varying_weights(4, 2, 4, random)
    weights["Q_final"] *= 1e4
    check(A, strength * on_velocities(2, 2, random), weights)


@settings(max_examples=20)
@given(
    omegas=st.lists(st.floats(1e-3, 20), min_size=1, max_size=3),
    ratio=st.floats(0, 3),
    controls=st.integers(1, 3),
    log_cost=st.floats(-6, 6),
    seed=st.integers(0, 2**32 - 1),
)
def test_any_spectrum(omegas, ratio, controls, log_cost, seed):
    random = np.random.default_rng(seed)
    n, s = 2 * len(omegas), min(controls, len(omegas))
    A = np.array([oscillators(np.array(omegas) * f, [ratio] * len(omegas), DT, random) for f in (1, 1.2)])
    weights = varying_weights(n, s, 2, random)
    weights["R"] *= 10**log_cost
    check(A, on_velocities(len(omegas), s, random), weights)


@pytest.mark.parametrize(("modes", "controls"), [(1, 1), (24, 24), (50, 100)])
def test_large_plants_steer_each_mode_as_if_it_were_alone(modes, controls):
    """With the modes turned into one dense plant; `controls` = 2 `modes` steers the positions, too."""
    random = np.random.default_rng(5)
    omegas, steps = np.geomspace(0.01, 25, modes), 4
    ratios = np.linspace(0, 3, modes)
    small = [
        oscillators([w], [ratio], DT, np.random.default_rng(0))
        for w, ratio in zip(omegas, ratios, strict=True)
    ]
    b = np.eye(2) if controls > modes else np.array([[0.0], [1.0]])
    alone = [tvlqr(np.repeat([a], steps, axis=0), b, 1.0, 1e-3, 2.0, DT).K for a in small]
    turn = np.kron(np.eye(2), rotation(modes, random))  # the same for positions and velocities
    A = np.einsum("aij->ija", small)[:, :, :, None] * np.eye(modes)  # (2, 2, r, r)
    A = turn @ A.transpose(0, 2, 1, 3).reshape(2 * modes, -1) @ turn.T
    B = np.eye(2 * modes)[:, -controls:]
    together = tvlqr(np.repeat([A], steps, axis=0), B, 1.0, 1e-3, 2.0, DT).K
    expected = np.einsum("atci,ab->tcaib", alone, np.eye(modes)).reshape(steps, controls, -1)
    expected = turn[-controls:, -controls:] @ expected @ turn.T
    assert relative_error(together, expected) < EXACT


@pytest.mark.parametrize("seed", range(4))
def test_units_do_not_matter(seed):
    """The same plant with every state and control in a unit of its own, over ten orders of magnitude."""
    random = np.random.default_rng(seed)
    A = np.repeat([oscillators([10, 0.3, 0], [0.05, 3, 0], DT, random)], 6, axis=0)
    B = on_velocities(3, 2, random)
    Q, R = semi_definite(6, 3, random), semi_definite(2, 2, random) + np.eye(2)
    z, w = 10 ** random.uniform(-5, 5, 6), 10 ** random.uniform(-5, 5, 2)
    K = tvlqr(A, B, Q, R, Q, DT).K
    scaled_Q, scaled_R = Q / np.outer(z, z), R / np.outer(w, w)
    scaled = tvlqr(A * z[:, None] / z, B * z[:, None] / w, scaled_Q, scaled_R, scaled_Q, DT).K
    assert relative_error(scaled / w[:, None] * z, K) < EXACT


def test_numbers_stand_for_multiples_of_the_identity():
    random = np.random.default_rng(6)
    A = np.repeat([oscillators([1, 0.1], [0.1, 0.1], DT, random)], 3, axis=0)
    B = on_velocities(2, 1, random)
    short = tvlqr(A, B, 2, 3, 4, DT, instants={1: 5}, cost_to_go=True)
    long = tvlqr(
        A,
        B,
        [2 * np.eye(4)] * 3,
        [3 * np.eye(1)] * 3,
        4 * np.eye(4),
        DT,
        instants={1: 5 * np.eye(4)},
        cost_to_go=True,
    )
    np.testing.assert_array_equal(short.K, long.K)
    np.testing.assert_array_equal(short.P, long.P)
    assert tvlqr(A, B, 2, 3, 4, DT).P is None


def test_what_is_given_stays_as_it_is():
    random = np.random.default_rng(7)
    given_arrays = [
        np.repeat([oscillators([1, 0.1], [0.1, 0.1], DT, random)], 3, axis=0),
        on_velocities(2, 1, random),
        np.eye(4),
        np.eye(1),
        np.eye(4),
    ]
    before = [array.copy() for array in given_arrays]
    first = tvlqr(*given_arrays, DT, instants={3: given_arrays[2]})
    again = tvlqr(*(np.asfortranarray(array) for array in given_arrays), DT, instants={3: given_arrays[2]})
    for array, copy in zip(given_arrays, before, strict=True):
        np.testing.assert_array_equal(array, copy)
    np.testing.assert_array_equal(first.K, again.K)


# Defects of the reference


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_offsets_against_high_precision(seed, size):
    """Of random plants, stiff and slow, with cheap and dear control, whatever the size of the defects."""
    random = np.random.default_rng(seed)
    n, steps = 4, 5
    omegas = 10 ** random.uniform(-2, 1, 2)
    A = np.array([oscillators(omegas * (1 + 0.1 * i), [0.1, 0.5], DT, random) for i in range(steps)])
    B, weights = on_velocities(2, 1 + seed % 2, random), varying_weights(n, 1 + seed % 2, steps, random)
    weights["R"] *= 10 ** random.uniform(-6, 6)
    defects = size * random.standard_normal((steps, n))
    K, P, k, p = gains_by_mpmath.gains(A, B, dt=DT, defects=defects, **weights)
    ours = tvlqr(A, B, dt=DT, cost_to_go=True, defects=defects, **weights)
    for found, wanted in ((ours.K, K), (ours.P, P), (ours.k[..., None], k[..., None])):
        assert relative_error(found, wanted) < EXACT
    assert np.abs(ours.p - p).max() < EXACT * np.abs(p).max()


def test_a_reference_without_defects_has_the_same_gains_to_the_bit():
    random = np.random.default_rng(1)
    A = np.array([oscillators([1.0, 0.1], [0.1, 0.1], DT, random)] * 4)
    B, weights = on_velocities(2, 1, random), varying_weights(4, 1, 4, random)
    plain = tvlqr(A, B, dt=DT, cost_to_go=True, **weights)
    still = tvlqr(A, B, dt=DT, cost_to_go=True, defects=np.zeros((4, 4)), **weights)
    for one, other in zip(plain, still, strict=True):
        np.testing.assert_array_equal(one, other)
    assert not plain.k.any()
    assert not plain.p.any()


@pytest.mark.parametrize("seed", range(3))
def test_endless_motion_with_defects_is_a_very_long_one(seed):
    """The first round of sixty is that of one that repeats for ever."""
    random = np.random.default_rng(seed)
    steps, rounds, n, s = 5, 60, 4, 2
    F = 0.6 * np.eye(n) + 0.2 * random.standard_normal((steps, n, n))
    G, defects = random.standard_normal((steps, n, s)), random.standard_normal((steps, n))
    Q, R = semi_definite(n, n, random), np.eye(s)
    ever = tvlqr_step(F, G, Q, R, None, DT, cost_to_go=True, periodic=True, defects=defects)
    F, G, defects = (np.concatenate([each] * rounds) for each in (F, G, defects))
    long = tvlqr_step(F, G, Q, R, np.eye(n), DT, cost_to_go=True, defects=defects)
    for one, whole in zip(ever, long, strict=True):
        np.testing.assert_allclose(one, whole[: len(one)], rtol=0, atol=1e-9 * np.abs(whole).max())


def test_defects_of_another_shape_are_refused():
    with pytest.raises(CostError, match=r"defects has shape \(3, 2\), expected \(3, 4\)"):
        tvlqr_step(np.zeros((3, 4, 4)), np.ones((3, 4, 1)), 1, 1, 1, DT, defects=np.zeros((3, 2)))
