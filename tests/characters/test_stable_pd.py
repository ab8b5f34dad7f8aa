"""Stable PD: the equations it solves; its conditions against eigenvalues and against steps, one by one."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from characters.laws.pd import linear_acceleration, plain_pd, stable_pd
from characters.laws.stability import (
    StabilityWarning,
    body_fault,
    check_gains,
    gains_fault,
    largest_step,
)
from softrein.errors import ControllerError

SCHEMES = [(c, i) for c in ("plain", "predicted", "stable") for i in ("explicit", "semi-implicit")]


def random_plant(random, batch, n):
    factor = random.standard_normal((*batch, n, n))
    mass = factor @ np.swapaxes(factor, -1, -2) + 0.1 * np.eye(n)
    bias, q, v, target, velocity, external = random.standard_normal((6, *batch, n))
    return mass, bias, q, v, target, velocity, external


@pytest.mark.parametrize("batch", [(), (4,), (2, 3)])
@pytest.mark.parametrize("gains", ["scalar", "each", "batched"])
def test_torque_and_acceleration_solve_the_papers_equations(batch, gains):
    random = np.random.default_rng(1)
    n, dt = 3, 0.03
    mass, bias, q, v, target, velocity, external = random_plant(random, batch, n)
    shape = {"scalar": (), "each": (n,), "batched": (*batch, n)}[gains]
    kp, kd = random.uniform(10, 1000, (2, *shape))
    torque, a = stable_pd(mass, bias, q, v, target, kp, kd, dt, velocity, external)
    assert torque.shape == a.shape == (*batch, n)
    np.testing.assert_allclose(  # [000, eq. 5]: spring and damper at the next step
        torque, -kp * (q + dt * v - target) - kd * (v + dt * a - velocity), rtol=1e-10, atol=1e-9
    )
    moved = np.einsum("...ij,...j", mass, a) + bias  # [000, eq. 9]
    np.testing.assert_allclose(moved, torque + external, rtol=1e-8, atol=1e-8)


def test_without_a_velocity_the_target_rests():
    random = np.random.default_rng(2)
    mass, bias, q, v, target, _, external = random_plant(random, (5,), 2)
    resting = stable_pd(mass, bias, q, v, target, 50.0, 5.0, 0.02, np.zeros(2), external)
    default = stable_pd(mass, bias, q, v, target, 50.0, 5.0, 0.02, external=external)
    np.testing.assert_array_equal(default.torque, resting.torque)


@pytest.mark.parametrize("stable", [True, False])
def test_one_degree_of_freedom(stable):
    random = np.random.default_rng(3)
    p, v, target, velocity = random.standard_normal((4, 7))
    kp, kd, dt, mass = 300.0, 20.0, 0.05, random.uniform(0.5, 2, 7)
    a = linear_acceleration(p, v, target, velocity, kp, kd, dt, mass, stable)
    force = mass * a
    if stable:
        general = stable_pd(
            mass[:, None, None], 0.0, p[:, None], v[:, None], (target + dt * velocity)[:, None], kp, kd, dt,
            velocity[:, None],
        )  # fmt: skip
        np.testing.assert_allclose(a, general.acceleration[:, 0])
        np.testing.assert_allclose(force, general.torque[:, 0])
    else:
        written = -kp * ((p + dt * v) - (target + dt * velocity)) - kd * (v - velocity)
        np.testing.assert_allclose(force, written)


def spectral_radius(kp, kd, dt, mass, integrator="semi-implicit", controller="stable"):
    """Largest modulus of an eigenvalue of the matrix that takes (q, dt v) of a mass to the next step."""
    x, y = np.broadcast_arrays(kp * dt**2 / mass, kd * dt / mass)  # dt² a = -(x q + y dt v)
    if controller != "plain":
        y = y + x
    if controller == "stable":
        x, y = x / (1 + kd * dt / mass), y / (1 + kd * dt / mass)
    moved = 0 if integrator == "explicit" else 1
    rows = [1 - moved * x, 1 - moved * y, -x, 1 - y]
    step = np.stack(np.broadcast_arrays(*rows), -1).reshape(*x.shape, 2, 2)
    return np.abs(np.linalg.eigvals(step)).max(axis=-1)


def is_stable(kp, kd, dt, mass, integrator="semi-implicit", controller="stable"):
    """Whether gains (k,) have no fault, one by one."""
    cases = np.broadcast(kp, kd, dt, mass)
    said = [not gains_fault(*each[:3], integrator, controller, each[3]) for each in cases]
    return np.reshape(said, cases.shape)


def acceleration(controller, q, v, kp, kd, dt, mass):
    """Towards rest at 0, by the public functions."""
    if controller == "plain":
        return plain_pd(q, v, 0.0, kp, kd) / mass
    return linear_acceleration(q, v, 0.0, 0.0, kp, kd, dt, mass, stable=controller == "stable")


def take_step(controller, integrator, q, v, kp, kd, dt, mass):
    a = acceleration(controller, q, v, kp, kd, dt, mass)
    if integrator == "explicit":
        return q + dt * v, v + dt * a
    return q + dt * (v + dt * a), v + dt * a


def simulated(controller, integrator, q, v, steps, *gains):
    """|q| + |v| after so many steps, and the largest on the way."""
    largest = np.abs(q) + np.abs(v)
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(steps):
            q, v = take_step(controller, integrator, q, v, *gains)
            largest = np.fmax(largest, np.abs(q) + np.abs(v))
    return np.abs(q) + np.abs(v), largest


def random_gains(seed, count=4000):
    """kp dt²/m and kd dt/m over the places where the borders lie, and far beyond."""
    random = np.random.default_rng(seed)
    spring = np.where(
        random.random(count) < 0.5, random.uniform(0, 10, count), 10 ** random.uniform(-3, 4, count)
    )
    damper = np.where(
        random.random(count) < 0.5, random.uniform(0, 8, count), spring * random.uniform(0, 3, count)
    )
    dt, mass = 10 ** random.uniform(-3, 0, count), 10 ** random.uniform(-2, 2, count)
    return spring * mass / dt**2, damper * mass / dt, dt, mass


@pytest.mark.parametrize(("controller", "integrator"), SCHEMES)
def test_conditions_hold_where_the_spectral_radius_is_below_one(controller, integrator):
    gains = random_gains(4)
    radius = spectral_radius(*gains, integrator, controller)
    said = is_stable(*gains, integrator, controller)
    clear = np.abs(radius - 1) > 1e-9
    assert clear.mean() > 0.95
    assert 0.03 < said[clear].mean() < 0.97  # both sides are tried
    np.testing.assert_array_equal(said[clear], (radius < 1)[clear])


@pytest.mark.parametrize(("controller", "integrator"), SCHEMES)
def test_conditions_hold_where_a_simulation_comes_to_rest(controller, integrator):
    kp, kd, dt, mass = random_gains(5, 1500)
    radius = spectral_radius(kp, kd, dt, mass, integrator, controller)
    clear = (np.abs(radius - 1) > 0.01) & (radius < 1e3)
    kp, kd, dt, mass = (x[clear] for x in (kp, kd, dt, mass))
    start = np.random.default_rng(6).standard_normal((2, len(kp)))
    start[1] /= dt
    end, _ = simulated(controller, integrator, *start, 4000, kp, kd, dt, mass)
    with np.errstate(invalid="ignore"):
        rested = end * dt < 1e-9
    np.testing.assert_array_equal(rested, is_stable(kp, kd, dt, mass, integrator, controller))


@pytest.mark.parametrize(("controller", "integrator"), SCHEMES)
def test_spectral_radius_is_the_rate_at_which_a_simulation_grows(controller, integrator):
    kp, kd, dt, mass = 30.0, 4.0, 0.3, 1.3
    q, v = np.array([1.0, 0.0]), np.array([0.0, 1.0 / dt])
    stepped = take_step(controller, integrator, q, v, kp, kd, dt, mass)
    by_steps = np.array([stepped[0], dt * stepped[1]])
    expected = np.abs(np.linalg.eigvals(by_steps)).max()
    assert spectral_radius(kp, kd, dt, mass, integrator, controller) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("integrator", "factor"), [("explicit", 0.5), ("semi-implicit", 1.5)])
def test_at_large_gains_what_matters_is_kd_over_kp_dt(integrator, factor):
    kp, dt = 1e12, 1 / 60
    assert spectral_radius(kp, 1.02 * factor * kp * dt, dt, 1.0, integrator) < 1
    assert spectral_radius(kp, 0.98 * factor * kp * dt, dt, 1.0, integrator) > 1
    # The paper's own condition, with equality: two steps to the target under its integrator [000, 3.2].
    radius = spectral_radius(kp, kp * dt, dt, 1.0, integrator)
    assert radius < 1e-3 if integrator == "explicit" else radius > 1.5


def test_the_papers_toy_example_arrives_in_two_steps():
    q, v = np.array(3.0), np.array(-40.0)
    for _ in range(2):
        q, v = take_step("stable", "explicit", q, v, 1e14, 1e14 * 0.1, 0.1, 1.0)
    assert abs(q) < 1e-9


@pytest.mark.parametrize("integrator", ["explicit", "semi-implicit"])
def test_the_write_ups_form_diverges_where_the_stable_one_rests(integrator):
    kp, dt = 10 / 0.02**2, 0.02  # kp dt² = 10
    kd = 2 * kp * dt
    q, v = np.array([1.0]), np.array([0.0])
    assert simulated("predicted", integrator, q, v, 200, kp, kd, dt, 1.0)[1] > 1e12
    assert simulated("stable", integrator, q, v, 200, kp, kd, dt, 1.0)[0] < 1e-9
    for damper in np.geomspace(1e-3, 10, 30) * kp * dt:  # nor does any other damping save it
        assert spectral_radius(kp, damper, dt, 1.0, integrator, "predicted") > 1


@pytest.mark.parametrize(("controller", "integrator"), SCHEMES)
def test_largest_step_is_the_border(controller, integrator):
    random = np.random.default_rng(7)
    kp, kd, mass = 10 ** random.uniform(-1, 4, (3, 500))
    dt = largest_step(kp, kd, mass, integrator, controller)
    found = np.isfinite(dt) & (dt > 0)
    assert found.sum() > 300
    below, above = (
        spectral_radius(kp[found], kd[found], f * dt[found], mass[found], integrator, controller)
        for f in (1 - 1e-4, 1 + 1e-4)
    )
    assert np.all(below < 1)
    assert np.all(above > 1)


def test_several_degrees_of_freedom_with_the_smallest_eigenvalue_as_mass():
    random = np.random.default_rng(8)
    tried = 0
    for _ in range(600):
        n, dt = 3, 0.02
        mass = random_plant(random, (), n)[0]
        kp, kd = random.uniform(0.1, 20, n) / dt**2, random.uniform(0.1, 20, n) / dt
        least = np.linalg.eigvalsh(mass)[0]
        if not is_stable(kp, kd, dt, least).all():
            continue
        tried += 1
        columns = [stable_pd(mass, 0.0, q, v, 0.0, kp, kd, dt).acceleration for q, v in units(n)]
        A = np.array(columns).T
        step = np.eye(2 * n) + np.vstack([dt**2 * A, dt * A])
        step[:n, n:] += dt * np.eye(n)
        assert np.abs(np.linalg.eigvals(step)).max() < 1
    assert tried > 20


def units(n):
    return [(row[:n], row[n:]) for row in np.eye(2 * n)]


@pytest.mark.parametrize(
    ("kp", "kd", "dt", "options"),
    [
        (1e4, 1e4 / 60, 1 / 60, {}),  # the paper's choice, under the integrator of most engines
        (1e4, 1e4 / 60, 1 / 60, {"mass": 1e-3}),
        (1e4, 0.4e4 / 60, 1 / 60, {"integrator": "explicit"}),
        (900.0, 30.0, 1 / 60, {"stable": False, "mass": 0.08}),
        (100.0, 1.0, 1 / 60, {"stable": False, "mass": 1.0, "integrator": "explicit"}),
        (np.array([1.0, 1e4]), np.array([1.0, 1.0]), 1 / 30, {}),
    ],
)
def test_a_warning_names_a_damper_and_a_step_that_would_do(kp, kd, dt, options):
    with pytest.warns(StabilityWarning) as caught:
        assert not check_gains(kp, kd, dt, **options)
    message = str(caught[0].message)
    assert caught[0].filename == __file__
    assert options.get("integrator", "semi-implicit") + " Euler" in message
    advice = message.split("Take a ")[1]
    if "kd between" in advice:
        low, high = (float(advice.split()[i]) for i in (2, 4))
        damper = (low + high) / 2
    else:
        damper = float(advice.split("kd of ")[1].split()[0])
    step = float(advice.split("dt of ")[1].split()[0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert check_gains(
            kp, np.maximum(kd, damper) if options.get("stable", True) else damper, dt, **options
        )
        assert check_gains(kp, kd, step, **options)


def test_good_gains_pass_in_silence():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kp in 10.0 ** np.arange(0, 12):
            for dt in (1 / 30, 1 / 60, 1e-3):
                assert check_gains(kp, 1.5 * kp * dt, dt)
                assert check_gains(kp, dt * kp / 2, dt, integrator="explicit")
        assert check_gains(1e4, 1e4 / 60, 1 / 60, mass=10.0)  # enough mass: the limit does not matter
        assert check_gains([0.0, 5.0], [0.0, 5.0], 0.01)  # a joint left free
        assert check_gains(100.0, 3.0, 1 / 60, stable=False, mass=1.0)


def test_gains_without_any_remedy_say_so():
    with pytest.warns(StabilityWarning, match="smaller step together"):
        check_gains(5.0, 0.0, 1.0, "explicit", stable=False, mass=1.0)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: stable_pd(np.eye(3), 0.0, np.zeros(2), np.zeros(2), 0.0, 1.0, 1.0, 0.1), "mass"),
        (lambda: stable_pd(1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.1), "mass"),
        (lambda: stable_pd(np.eye(2), np.zeros(3), np.zeros(2), np.zeros(2), 0.0, 1.0, 1.0, 0.1), "shapes"),
        (lambda: stable_pd(np.eye(2), 0.0, np.zeros(2), np.zeros(2), 0.0, -1.0, 1.0, 0.1), "kp"),
        (lambda: stable_pd(np.eye(2), 0.0, np.zeros(2), np.zeros(2), 0.0, 1.0, 1.0, 0.0), "dt"),
        (lambda: linear_acceleration(0.0, 0.0, 0.0, 0.0, 1.0, np.nan, 0.1), "kd"),
        (lambda: linear_acceleration(0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.1, mass=0.0), "mass"),
        (
            lambda: stable_pd(np.zeros((2, 2)), 0.0, np.zeros(2), np.zeros(2), 0.0, 1.0, 0.0, 0.1),
            "is singular",
        ),
        (
            lambda: stable_pd(np.eye(2), 0.0, [0.0, np.nan], np.zeros(2), 0.0, 1.0, 1.0, 0.1),
            "q is not finite",
        ),
        (lambda: stable_pd(np.eye(2), np.nan, np.zeros(2), np.zeros(2), 0.0, 1.0, 1.0, 0.1), "bias is not"),
        (lambda: plain_pd(np.zeros(2), np.zeros(3), 0.0, 1.0, 1.0), "shapes of the arguments do not fit"),
        (lambda: linear_acceleration(np.zeros(2), np.zeros(3), 0.0, 0.0, 1.0, 1.0, 0.1), "do not fit"),
        (lambda: largest_step(np.ones(2), np.ones(3), 1.0), "largest_step: the shapes"),
        (
            lambda: check_gains(np.ones(2), np.ones(3), 0.1),
            r"check_gains: the shapes .* kp \(2,\), kd \(3,\)",
        ),
        (lambda: check_gains(1.0, 1.0, 0.1, stable=False), "mass"),
        (lambda: check_gains(1.0, 1.0, 0.1, "midpoint"), "midpoint"),  # type: ignore[arg-type]
        (lambda: largest_step(1.0, 1.0, -1.0), "mass"),
        (lambda: gains_fault(1.0, 1.0, 0.1, controller="spd"), "spd"),  # type: ignore[arg-type]
    ],
)
def test_what_makes_no_sense_is_refused(call, said):
    with pytest.raises(ControllerError, match=said):
        call()


def test_a_step_warns_of_gains_that_the_integrator_in_use_cannot_bear():
    mass, kp, kd, dt = np.diag([1e-3, 5.0]), np.array([1e4, 1.0]), np.array([1e4, 1.0]) / 60, 1 / 60
    state = (mass, 0.0, np.zeros(2), np.zeros(2), 0.0)
    with pytest.warns(StabilityWarning, match=r"degree of freedom 0, .* semi-implicit Euler") as caught:
        stable_pd(*state, kp, kd, dt, integrator="semi-implicit")
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        stable_pd(*state, kp, kd, dt)
        stable_pd(*state, kp, kd, dt, integrator="explicit")  # kd >= kp dt / 2
        stable_pd(np.diag([50.0, 5.0]), *state[1:], kp, kd, dt, integrator="semi-implicit")  # heavy enough


@pytest.mark.parametrize("controller", ["stable", "plain"])
def test_of_a_body_it_warns_exactly_where_steps_grow(controller):
    """Gains and masses at random, near the limit: against the eigenvalues of one semi-implicit step."""
    random, dt, agreed = np.random.default_rng(4), 0.02, []
    for _ in range(300):
        mass = random_plant(random, (), 3)[0]
        kp = 10.0 ** random.uniform(0, 5, 3)
        kd = kp * dt * 10.0 ** random.uniform(-1, 0.5, 3)
        heavy = mass + np.diag(kd * dt) if controller == "stable" else mass
        ahead = dt if controller == "stable" else 0.0
        by_place, by_speed = (np.linalg.solve(heavy, np.diag(g)) for g in (kp, kd + ahead * kp))
        speed = np.hstack([-dt * by_place, np.eye(3) - dt * by_speed])
        step = np.vstack([np.hstack([np.eye(3), np.zeros((3, 3))]) + dt * speed, speed])
        grows = np.abs(np.linalg.eigvals(step)).max() > 1
        agreed.append((bool(body_fault(mass, kp, kd, dt, controller=controller)), bool(grows)))
    assert {fault for fault, _ in agreed} == {True, False}
    assert all(fault == grows for fault, grows in agreed)
