"""Stable PD inside the steps of reduced plants ([000]), and timed PD ([004], equation 4)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from offline.tuning.families import comparator_family
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.base.costs import Costs
from runtime.control.proportional import proportional_gains
from runtime.control.stable_pd import StablePD
from runtime.control.timed import FIRST_ORDER, SHORTEST, TIME_CONSTANTS, time_left, timed_gains
from softrein.errors import ControllerError


def step_matrix(bundle: BodyBundle, wanted: StablePD) -> np.ndarray:
    """The Jacobian of the controlled step by central differences, about the rest state."""
    size = bundle.track.states.shape[1]
    still = replace(
        bundle,
        track=bundle.track._replace(
            states=np.zeros_like(bundle.track.states), feedforward=np.zeros_like(bundle.track.feedforward)
        ),
    )
    simulator = still.simulator(wanted)
    columns, small = [], 1e-7
    for i in range(size):
        ends = []
        for sign in (small, -small):
            simulator.reset()
            simulator.state = sign * np.eye(size)[i]
            simulator.step()
            ends.append(simulator.state)
        columns.append((ends[0] - ends[1]) / (2 * small))
    return np.array(columns).T


def expected_step(bundle: BodyBundle, kp: float, kd: float) -> np.ndarray:
    """The same from the equations: gains join the stiffness and the damping at the end of the step."""
    r, h = bundle.rank, bundle.dt
    K, (alpha, beta) = bundle.model.stiffness(np.zeros(r)), bundle.model.damping
    one = np.eye(r)
    S = one + h / 2 * (alpha * one + beta * K) + h**2 / 4 * K
    joined = S + (h**2 / 2 * kp + h * kd) * one
    by_p, by_v = -h / 2 * (K + kp * one), one + h / 2 * kd * one
    middle = np.linalg.solve(joined, np.hstack([by_p, by_v]))
    return np.vstack([np.hstack([one, 0 * one]) + h * middle, 2 * middle - np.hstack([0 * one, one])])


@pytest.mark.parametrize(("kp", "kd"), [(0.0, 3.0), (50.0, 0.0), (1e3, 40.0), (1e6, 1e3), (1e9, 1e6)])
def test_gains_join_stiffness_and_damping_of_the_step(small_bundle: BodyBundle, kp: float, kd: float) -> None:
    found = step_matrix(small_bundle, small_bundle.stable_pd(kp=kp, kd=kd))
    wanted = expected_step(small_bundle, kp, kd)
    np.testing.assert_allclose(found, wanted, atol=2e-5 * np.abs(wanted).max())


@pytest.mark.parametrize("seed", [1, 2])
def test_every_gain_is_stable_in_the_implicit_step(small_bundle: BodyBundle, seed: int) -> None:
    """Of the step's matrix no eigenvalue is outside the circle; PD's leaves it at kp h^2 = 4 or kd h = 2."""
    rng = np.random.default_rng(seed)
    h = small_bundle.dt
    for kp, kd in 10 ** rng.uniform(-3, 12, (200, 2)) / [h**2, h]:
        assert np.abs(np.linalg.eigvals(expected_step(small_bundle, kp, kd))).max() <= 1 + 1e-6


def test_huge_gains_hold_where_pd_flies_apart(either_bundle: Bundle) -> None:
    h = either_bundle.dt
    name = "kp" if either_bundle.kind == "deformable" else "kz"
    gains = {name: 1e6 / h**2, "kd": 1.5e6 / h} if name == "kp" else {name: 1e4 / h}
    pushes = [either_bundle.pushes]
    pd = either_bundle.rollouts(pushes, either_bundle.stable_pd(**gains).gains)
    stable = either_bundle.rollouts(pushes, either_bundle.stable_pd(**gains))
    rest = either_bundle.rollouts(pushes, "none")
    assert not pd.error[0] < 10 * rest.error[0]
    if either_bundle.kind == "deformable":
        assert stable.error[0] < 1e-3 * rest.error[0]
    else:  # the velocities are held; the particles drift with what is left
        assert stable.error[0] < 0.2 * rest.error[0]


def test_weak_gains_are_those_of_pd(either_bundle: Bundle) -> None:
    """To first order in the time step the two are one: the difference halves with the step's effect."""
    scale = either_bundle.proportional_ranges()
    differences = []
    for weak in (1e-4, 1e-5):
        gains = {name: weak * largest for name, (_, largest) in scale.items()}
        stable, plain = either_bundle.stable_pd(**gains), either_bundle.stable_pd(**gains).gains
        ours, theirs = (either_bundle.run(controller=each).controls for each in (stable, plain))
        differences.append(np.abs(ours - theirs).max() / np.abs(theirs).max())
    assert differences[0] < 0.2
    assert differences[1] < 0.2


def test_the_batch_and_the_loop_agree_under_gains_that_look_ahead(either_bundle: Bundle) -> None:
    ranges = either_bundle.parameter_ranges("spd")
    rng = np.random.default_rng(7)
    choices: list = [
        either_bundle.comparator(
            "spd", {name: 10 ** rng.uniform(*np.log10(bounds)) for name, bounds in ranges.items()}
        )
        for _ in range(3)
    ]
    choices[1:1] = ["lqr"]  # groups of laws that look ahead and of others, mixed
    pushes = [either_bundle.pushes, []]
    rolled = either_bundle.rollouts_under(choices, pushes, record=True)
    for choice, outcome in zip(choices, rolled, strict=True):
        run = either_bundle.run(controller=choice)
        assert outcome.states is not None
        scale = np.abs(run.states).max()
        np.testing.assert_allclose(outcome.states[:, 0], run.states, atol=1e-7 * scale)
        assert outcome.effort[0] == pytest.approx(run.effort, rel=1e-5)


def test_limits_hold_and_are_counted(either_bundle: Bundle) -> None:
    free = either_bundle.run(controller="spd")
    limit = 0.3 * np.abs(free.controls).max()
    limited = replace(either_bundle, limits=np.full(len(either_bundle.limits), limit))
    run, batch = limited.run(controller="spd"), limited.rollouts([limited.pushes], "spd")
    assert np.abs(run.controls).max() == pytest.approx(limit)
    assert run.counts["clamped"] == batch.clamped[0] > 0


def test_without_reference_velocity_the_motion_is_dragged(small_bundle: BodyBundle) -> None:
    """The control differs by kd v_ref' before the step's answer; undisturbed it is no longer zero."""
    gains = {"kp": 20.0, "kd": 5.0}
    with_it = small_bundle.run([], small_bundle.stable_pd(**gains))
    without = small_bundle.run([], small_bundle.stable_pd(reference_velocity=False, **gains))
    r, h = small_bundle.rank, small_bundle.dt
    assert np.abs(with_it.controls).max() < 1e-6 * np.abs(without.controls).max()
    K, (alpha, beta) = (
        small_bundle.model.stiffness(small_bundle.track.states[0, :r]),
        small_bundle.model.damping,
    )
    S = np.eye(r) * (1 + h / 2 * alpha) + (h / 2 * beta + h**2 / 4) * K
    answer = np.linalg.inv(S) * (h**2 / 2 * gains["kp"] + h * gains["kd"])
    expected = np.linalg.solve(np.eye(r) + answer, -gains["kd"] * small_bundle.track.states[1, r:])
    # S is that of the step's start, where the step itself has converged.
    np.testing.assert_allclose(without.controls[0], expected, rtol=0, atol=0.02 * np.abs(expected).max())


def test_gains_that_are_no_springs_are_refused(small_bundle: BodyBundle) -> None:
    r = small_bundle.rank
    twisted = np.zeros((1, r, 2 * r))
    twisted[0, 0, 1] = -1.0
    with pytest.raises(ControllerError, match="symmetric"):
        small_bundle.simulator(StablePD(twisted))
    away = -proportional_gains(3.0, 1.0, np.eye(r))
    with pytest.raises(ControllerError, match="pull back"):
        small_bundle.simulator(StablePD(away))
    with pytest.raises(ControllerError, match="entries"):
        small_bundle.simulator(StablePD(np.zeros((1, r, r))))
    with pytest.raises(ControllerError, match="no gain"):
        small_bundle.stable_pd(kq=1.0)


def test_smoke_refuses_gains_that_push_away(small_smoke: SmokeBundle) -> None:
    wanted = small_smoke.stable_pd(kz=2.0 / small_smoke.dt)
    with pytest.raises(ControllerError, match="pull back"):
        small_smoke.simulator(wanted._replace(gains=-wanted.gains))


def test_no_gain_at_all_is_no_control(either_bundle: Bundle) -> None:
    gains = np.zeros_like(either_bundle.gains["pd"])
    for bundle, least in (
        (either_bundle.iterated(1, 1), 1e-11),
        (either_bundle, 1e-8),
    ):  # round-off; converged
        found = bundle.run(controller=StablePD(gains)).states
        wanted = bundle.run(controller=gains).states
        np.testing.assert_allclose(found, wanted, atol=least * np.abs(found).max())


def test_gains_that_vary_in_time_look_ahead_too(small_bundle: BodyBundle) -> None:
    """Gains (T, s, n) that happen to be constant are the constant ones."""
    wanted = small_bundle.stable_pd(kp=100.0, kd=30.0)
    every = StablePD(np.repeat(wanted.gains, small_bundle.steps, axis=0))
    np.testing.assert_allclose(
        small_bundle.run(controller=every).states, small_bundle.run(controller=wanted).states, rtol=1e-12
    )


@pytest.mark.parametrize("factor", [1, 3])
@pytest.mark.parametrize("kp", [1e2, 1e5, 1e8])
def test_gains_act_on_the_end_of_a_converged_step(small_bundle: BodyBundle, kp: float, factor: int) -> None:
    """The control is K (z' - z_ref'), and z' is where the plant's own step ends under it and the push."""
    bundle = replace(small_bundle, newton_iterations=30)
    bundle = bundle.at_step(factor * bundle.dt) if factor > 1 else bundle
    wanted = bundle.stable_pd(kp=kp, kd=1.5 * kp * bundle.dt)
    run, plant, events = (
        bundle.run(controller=wanted, preview=True),
        bundle.plant(),
        bundle.events(bundle.pushes),
    )
    batch = bundle.rollouts([bundle.pushes], wanted, preview=True)
    assert batch.effort[0] == pytest.approx(run.effort, rel=1e-5)  # both stop at a residual of 1e-9 to 1e-8
    ahead = (run.states - bundle.track.states)[1:]
    np.testing.assert_allclose(
        run.controls, ahead @ wanted.gains[0].T, atol=1e-9 * np.abs(run.controls).max()
    )
    for k in range(0, bundle.steps, 7):
        acting = (events.first <= k) & (k < events.last)
        force = bundle.track.feedforward[k] + events.force[acting].sum(axis=0) + run.controls[k]
        end = plant.step(run.states[k], force)
        np.testing.assert_allclose(end, run.states[k + 1], atol=1e-6 * np.abs(run.states).max())


def test_a_step_that_has_to_be_halved_is_halved_with_the_gains_in_it(small_bundle: BodyBundle) -> None:
    """Thrown out of reach of three iterations in one step: halved, counted, and still brought home."""
    bundle = replace(small_bundle, newton_iterations=3)
    wanted = bundle.stable_pd(kp=3e3, kd=1e2)
    far = bundle.track.states[0].copy()
    far[bundle.rank :] += 15 * np.abs(bundle.track.states[:, bundle.rank :]).max()
    simulator = bundle.simulator(wanted)
    simulator.state = far
    while not simulator.finished:
        simulator.step()
    assert simulator.counts["halved"] > 0
    start = np.linalg.norm(far - bundle.track.states[0])
    assert np.linalg.norm(simulator.state - simulator.reference_state) < 1e-3 * start


# Timed PD


def test_the_constants_are_those_of_nine_tenths() -> None:
    assert (1 + TIME_CONSTANTS) * np.exp(-TIME_CONSTANTS) == pytest.approx(0.1, rel=1e-14)
    assert np.exp(-FIRST_ORDER) == pytest.approx(0.1, rel=1e-14)


def test_nine_tenths_of_an_error_are_gone_when_the_time_is_over() -> None:
    """A unit mass from rest under the gains of a constant time, integrated by small steps."""
    recovery, steps = 0.8, 4000
    costs = Costs(*(np.zeros((0, 0)),) * 2, np.zeros(0, dtype=int), np.zeros((0, 2, 2)), np.eye(1))
    terms = {"kp": np.array([[[-1.0, 0.0]]]), "kd": np.array([[[0.0, -1.0]]])}
    dt = recovery / steps
    gains = timed_gains(terms, costs, steps, dt, recovery)
    p, v = 1.0, 0.0
    for k in range(steps):
        v += dt * (gains[k, 0] @ [p, v])
        p += dt * v
    assert p == pytest.approx(0.1, abs=1e-3)


def test_time_runs_to_the_next_instant_that_counts() -> None:
    weights = np.zeros((3, 2, 2))
    weights[0, 0, 0] = weights[2, 0, 0] = 1.0  # the one in the middle weighs nothing
    costs = Costs(np.zeros((2, 2)), np.ones(6), np.array([2, 3, 5]), weights, np.eye(1))
    np.testing.assert_allclose(time_left(costs, 6, 0.5), [1.0, 0.5, 1.5, 1.0, 0.5, np.inf])
    for apart in (1, 2):
        steps = np.append(2 + apart * np.arange(10), 60)
        over_time = Costs(np.zeros((2, 2)), np.ones(60), steps, np.ones((11, 2, 2)), np.eye(1))
        left = time_left(over_time, 60, 0.5)
        np.testing.assert_allclose(left, 0.5 * np.concatenate([[2, 1], 60 - np.arange(2, 60)]))
    terms = {"kp": np.ones((1, 1, 2)), "kd": np.zeros((1, 1, 2))}
    gains = timed_gains(terms, costs, 6, 0.5, 1.2)[:, 0, 0]
    rates = np.minimum(TIME_CONSTANTS / np.array([1.0, 0.5, 1.2, 1.0, 0.5, 1.2]), 1 / (SHORTEST * 0.5))
    np.testing.assert_allclose(gains, rates**2)
    with pytest.raises(ControllerError, match="recovery time"):
        timed_gains(terms, costs, 6, 0.5, 0.0)


def test_timed_particles_have_unit_mass(small_smoke: SmokeBundle) -> None:
    """A unit of kp moves each particle by a unit of acceleration per metre, whatever its mobility."""
    terms, plant = small_smoke.timed_terms(), small_smoke.plant()
    for step in (0, small_smoke.steps // 2):
        psi = plant.particle_modes(small_smoke.shape.positions(small_smoke.track.states[step]))
        acting = psi @ small_smoke.actuators[: small_smoke.rank] @ terms["kp"][step][:, plant.positions]
        np.testing.assert_allclose(acting, -np.eye(len(psi)), atol=1e-9)
        left = psi @ small_smoke.actuators[: small_smoke.rank] @ terms["kz"][step]
        np.testing.assert_allclose(left, 0.0, atol=1e-9 * np.abs(psi).max())


def test_no_member_of_timed_pd_does_nothing(either_bundle: Bundle) -> None:
    members = comparator_family(either_bundle, "timed", 3)
    assert len(members) == 3 ** len(either_bundle.parameter_ranges("timed"))
    assert all(
        np.abs(either_bundle.choice(member.choice(either_bundle)).gains).max() > 0 for member in members
    )


def test_a_comparator_wants_its_own_parameters(either_bundle: Bundle) -> None:
    with pytest.raises(ControllerError, match="recovery"):
        either_bundle.comparator("timed", {"kp": 1.0})
    with pytest.raises(ControllerError, match="no gain"):
        either_bundle.comparator("spd", {"recovery": 1.0})


def test_parameters_of_another_controller_are_refused(either_bundle: Bundle) -> None:
    with pytest.raises(ControllerError, match="no comparator"):
        either_bundle.comparator("nonsense", {"kp": 1.0})
    with pytest.raises(ControllerError, match="no gain 'kd'"):
        either_bundle.comparator("p", {"kp": 1.0, "kd": 2.0})


def test_a_bundle_made_before_says_how_to_have_stable_pd(small_bundle: BodyBundle) -> None:
    old = replace(small_bundle, gains={name: small_bundle.gains[name] for name in ("lqr", "p", "pd")})
    with pytest.raises(ControllerError, match=r"softrein\.tune"):
        old.simulator("spd")
