"""Gains from a time: each formula put back into what it solves, and counted against a search for roots."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from characters.laws.timed_gains import (
    Reason,
    _solutions,
    gains_from_time,
    rest_beyond,
    time_constants,
    timed_gain,
)
from runtime.control.base.costs import Costs
from runtime.control.timed import SHORTEST, TIME_CONSTANTS, time_left, timed_pd
from runtime.control.timed import timed_gains as runtime_gains
from softrein.errors import ControllerError


def position_after(position, velocity, damping, time, moment, rest=0.0):
    """Where a critically damped joint is after some time [Pose Control, eq. 4]."""
    rate, theta = damping / (2 * moment), position - rest
    return rest + (theta + time * (velocity + rate * theta)) * np.exp(-rate * time)


def random_cases(count=20_000, seed=0):
    """position, velocity, wanted, time, moment, rest over some orders of magnitude."""
    rng = np.random.default_rng(seed)

    def spread(low, high):
        return rng.choice([-1, 1], count) * 10 ** rng.uniform(low, high, count)

    time, moment = abs(spread(-2, 1)), abs(spread(-2, 2))
    rest = rng.normal(size=count)
    return rest + spread(-3, 0.5), spread(-2, 1.5), rest + spread(-3, 0.5), time, moment, rest


@pytest.mark.parametrize("rule", ["settling", "gentle"])
def test_every_gain_found_solves_equation_4(rule):
    position, velocity, wanted, time, moment, rest = random_cases()
    gain = timed_gain(position, velocity, wanted, time, moment, rest, rule)
    reached = position_after(position, velocity, gain.damping, time, moment, rest)
    assert 0.3 < gain.found.mean() < 0.9
    np.testing.assert_allclose(reached[gain.found], wanted[gain.found], rtol=0, atol=1e-10)
    both = gain.reason == Reason.TWO
    assert both.sum() > 100
    reached = position_after(position, velocity, gain.other, time, moment, rest)
    np.testing.assert_allclose(reached[both], wanted[both], rtol=0, atol=1e-10)
    assert (gain.damping[gain.found] > 0).all()
    np.testing.assert_allclose(gain.damping**2, 4 * moment * gain.stiffness)
    assert np.isnan(gain.damping[~gain.found]).all()
    larger = gain.damping[both] > gain.other[both]
    assert larger.all() if rule == "settling" else not larger.any()


def test_the_number_of_positive_gains_is_that_of_a_search():
    """Sign changes of (4) minus the target over a fine grid, without Lambert's function."""
    rng = np.random.default_rng(1)
    pace, goal = rng.uniform(-4, 3, 3000), rng.uniform(-2, 2, 3000)
    # Where two roots merge, or one goes to 0 or to infinity, a grid cannot see how many there are.
    edge = np.min([abs(goal - np.exp(pace)), abs(goal - 1 - pace), abs(goal)], axis=0)
    pace, goal = pace[edge > 0.01], goal[edge > 0.01]
    u = np.linspace(0, 40, 4001)
    values = (1 + pace[:, None] + u) * np.exp(-u) - goal[:, None]
    found = (np.diff(np.sign(values), axis=1) != 0).sum(axis=1)
    reason = timed_gain(1, pace, goal, 1, 1).reason
    np.testing.assert_array_equal(np.maximum(reason, 0), found)
    assert set(found) == {0, 1, 2}
    assert (reason == Reason.NEGATIVE).sum() > 100
    assert (reason == Reason.OUTSIDE).sum() > 100


def test_the_conditions_of_existence_and_uniqueness_are_those_in_print():
    position, velocity, wanted, time, moment, rest = random_cases(seed=2)
    a, d = (position - rest) * np.sign(position - rest), (wanted - rest) * np.sign(position - rest)
    exponent = time * velocity * np.sign(position - rest) / a
    real = (d <= 0) | (np.log(np.maximum(d, 1e-300)) <= np.log(a) + exponent)  # (7)
    upper, lower, exists = _solutions(position - rest, time * velocity, wanted - rest)
    np.testing.assert_array_equal(exists, real)
    unique = (np.isfinite(upper) ^ np.isfinite(lower)) | (upper == lower)
    np.testing.assert_array_equal(unique, d < 0)  # (8)
    reason = timed_gain(position, velocity, wanted, time, moment, rest).reason
    np.testing.assert_array_equal(reason == Reason.OUTSIDE, ~real)


def test_cases_known_by_hand():
    gain = timed_gain(1, -2, 0.1, 1, 1)
    assert gain.reason == Reason.TWO
    assert [gain.damping, gain.other] == pytest.approx([5.98289, 2.81863], abs=1e-5)
    assert timed_gain(1, 3, 5, 1, 1).reason == Reason.NEGATIVE
    assert timed_gain(1, 0, 1.5, 1, 1).reason == Reason.OUTSIDE
    assert timed_gain(1, 0, 0, 1, 1).reason == Reason.NEGATIVE  # from rest, never there
    assert timed_gain(1, -3, 0, 1, 1).damping == pytest.approx(4)  # through the rest: 1 - 3 + gamma / 2 = 0
    fast = timed_gain(1, -1, np.exp(-1), 1, 1)  # the border of (7): both are one
    assert [fast.damping, fast.other] == pytest.approx([2, 2], abs=1e-7)


def test_at_the_rest_position_the_limit_holds():
    gain = timed_gain(0.0, [2, -2, 2, 1, 0, 0, 3], [1, -1, -1, 2, 0, 1, 0], 1.0, 0.5)
    wanted = [Reason.UNIQUE, Reason.UNIQUE, Reason.OUTSIDE, Reason.NEGATIVE, Reason.ANY]
    np.testing.assert_array_equal(gain.reason, [*wanted, Reason.OUTSIDE, Reason.OUTSIDE])
    np.testing.assert_allclose(gain.damping[:2], np.log(2))
    assert gain.damping[4] == 0
    for nearly in (1e-4, 1e-8, 1e-13, 1e-300, 5e-324, -1e-8):  # 5e-324: pace overflows
        assert timed_gain(nearly, 2, 1, 1, 0.5).damping == pytest.approx(
            np.log(2), rel=2 * abs(nearly) + 1e-12
        )


def test_mirrored_gives_the_same():
    position, velocity, wanted, time, moment, rest = random_cases(2000, seed=3)
    gain = timed_gain(position, velocity, wanted, time, moment, rest)
    mirrored = timed_gain(-position, -velocity, -wanted, time, moment, -rest)
    np.testing.assert_array_equal(gain.damping, mirrored.damping)
    np.testing.assert_array_equal(gain.reason, mirrored.reason)


@pytest.mark.parametrize("gap", [1e-2, 1e-6, 1e-10, 1e-14])
@pytest.mark.parametrize("pace", [-0.5, -2.0, -12.0])
def test_close_to_the_branch_point_against_60_digits(pace, gap):
    """goal = exp(pace) (1 - gap), where the two gains merge."""
    goal = float(np.exp(pace) * (1 - gap))
    gain = timed_gain(1.0, pace, goal, 1.0, 0.5)
    with mpmath.workdps(60):
        y = -mpmath.mpf(goal) * mpmath.exp(-1 - mpmath.mpf(pace))
        roots = [float(mpmath.re(-1 - mpmath.mpf(pace) - mpmath.lambertw(y, branch))) for branch in (-1, 0)]
    # The roots are sqrt(2 gap) from where they merge: rounding moves them by so much.
    tolerance = 4e-15 * (1 + abs(pace)) / np.sqrt(2 * gap) + 1e-14
    assert abs(gain.damping - roots[0]) < tolerance
    assert abs(gain.other - roots[1]) < tolerance


@pytest.mark.parametrize(("pace", "goal"), [(5000.0, 3.0), (1e9, 40.0), (-5000.0, -2.0), (-900.0, 1e-300)])
def test_where_exponentials_overflow(pace, goal):
    gain = timed_gain(1.0, pace, goal, 1.0, 0.5)
    if goal == 1e-300:
        assert gain.reason == Reason.OUTSIDE
        return
    with mpmath.workdps(60):
        root = mpmath.findroot(lambda u: mpmath.log((1 + pace + u) / goal) - u, float(gain.damping))
    assert gain.reason == Reason.UNIQUE
    assert gain.damping == pytest.approx(float(root), rel=1e-12)


def test_the_differential_equation_arrives_in_time():
    position, velocity, wanted, time, moment, rest = random_cases(60, seed=4)
    gain = timed_gain(position, velocity, wanted, time, moment, rest)
    cases = np.flatnonzero(gain.found & (gain.damping * time / moment < 200))
    assert len(cases) > 10
    for i in cases:

        def motion(_, state, i=i):
            torque = gain.stiffness[i] * (rest[i] - state[0]) - gain.damping[i] * state[1]
            return [state[1], torque / moment[i]]

        end = solve_ivp(motion, (0, time[i]), [position[i], velocity[i]], rtol=1e-10, atol=1e-12).y[0, -1]
        assert abs(end - wanted[i]) < 1e-7


def gains_on_the_way(rule, shares):
    """The damping computed again at shares of the time, along a motion from rest with the first one."""
    first = timed_gain(1, 0, 0.1, 1, 1, rule=rule).damping
    rate = first / 2
    x = position_after(1, 0, first, shares, 1)
    v = (rate - rate * (1 + rate * shares)) * np.exp(-rate * shares)
    return timed_gain(x, v, 0.1, 1 - shares, 1, rule=rule).damping / first


def test_settling_keeps_its_gain_when_it_is_computed_again():
    shares = np.linspace(0, 0.99, 100)
    np.testing.assert_allclose(gains_on_the_way("settling", shares), 1, rtol=1e-10)
    assert gains_on_the_way("gentle", shares).min() < 0.2  # why it is not the default


def test_settling_does_not_pass_the_rest_and_gentle_does():
    t = np.linspace(0, 30, 3001)
    gain = timed_gain(1, -2, 0.1, 1, 1)
    assert position_after(1, -2, gain.damping, t, 1).min() >= 0
    assert position_after(1, -2, gain.other, t, 1).min() < -0.01


def test_a_rest_can_always_be_placed():
    position, velocity, wanted, time, moment, _ = random_cases(seed=5)
    rest = rest_beyond(position, velocity, wanted, time)
    assert timed_gain(position, velocity, wanted, time, moment, rest).found.all()
    at_target = rest == wanted
    assert 0.1 < at_target.mean() < 0.9
    far = wanted + (wanted - position) / 9
    np.testing.assert_allclose(rest[~at_target], far[~at_target])
    assert not timed_gain(position, velocity, wanted, time, moment, far).found[at_target].any()


def test_time_constants_by_a_search():
    for fraction in (0.1, 0.5, 0.9, 0.99, 1 - 1e-9):
        n = brentq(lambda n, left=1 - fraction: (1 + n) * np.exp(-n) - left, 0, 60, xtol=1e-13)
        assert time_constants(fraction) == pytest.approx(n, rel=1e-9)
    assert time_constants() == pytest.approx(3.88972, abs=1e-5)


def test_gains_from_a_time_leave_a_tenth_of_the_error():
    moment, time = np.array([0.1, 1, 7]), np.array([0.2, 0.5, 3])
    stiffness, damping = gains_from_time(moment, time)
    np.testing.assert_allclose(damping**2, 4 * moment * stiffness)
    np.testing.assert_allclose(position_after(2.0, 0, damping, time, moment), 0.2)
    same = timed_gain(2.0, 0, 0.2, time, moment)  # from rest, the two papers agree
    np.testing.assert_allclose(same.damping, damping)
    np.testing.assert_allclose(same.stiffness, stiffness)


def test_towards_the_key_time_gains_are_bounded():
    stiffness, damping = gains_from_time(2.0, [0.5, 0.1, 0.0, -1.0], shortest=0.1)
    assert (stiffness[1:] == stiffness[1]).all()
    assert stiffness[0] < stiffness[1]
    assert damping[3] == pytest.approx(2 * 2.0 * time_constants() / 0.1)


def test_the_run_time_has_the_same_formula():
    """Whatever the runtime's timed PD makes of a unit of each gain is `timed_pd`, bit by bit."""
    costs = Costs(np.zeros((1, 1)), np.ones(6), np.array([3]), np.ones((1, 1, 1)), np.eye(1))
    dt, recovery, constants = 0.5, 1.2, 3.1
    time = np.minimum(time_left(costs, 6, dt), recovery)
    gains = timed_pd(time, SHORTEST * dt, constants)._asdict()
    for name, gain in gains.items():
        ours = runtime_gains({name: np.ones((1, 1, 1))}, costs, 6, dt, recovery, constants)
        np.testing.assert_array_equal(ours[:, 0, 0], gain)
    assert time_constants() == pytest.approx(TIME_CONSTANTS, rel=1e-15)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: timed_gain(np.nan, 0, 0, 1, 1), "position is not finite"),
        (lambda: timed_gain(1, 0, 0, 0, 1), "time must be finite and positive"),
        (lambda: timed_gain(1, 0, 0, 1, [1, -1]), "moment must be finite and positive"),
        (lambda: timed_gain("a", 0, 0, 1, 1), "position is not an array of numbers"),
        (lambda: timed_gain([1, 2], [0, 0, 0], 0, 1, 1), r"do not fit together: position \(2,\)"),
        (lambda: timed_gain(1, 0, 0, 1, 1, rule="best"), "rule = 'best'"),
        (lambda: rest_beyond(1, 0, 0, 1, share=0.6), "share = 0.6"),
        (lambda: gains_from_time(1, np.inf), "time is not finite"),
        (lambda: gains_from_time(1, 1, fraction=1), "fraction must be between"),
        (lambda: gains_from_time(1, 1, shortest=0), "shortest must be finite and positive"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ControllerError, match=words):
        call()
