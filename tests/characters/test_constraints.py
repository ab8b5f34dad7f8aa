"""Particles on curves and rods: the formulas put back into Newton's law, and motions known otherwise."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.special import ellipk

from characters.plants.constraints import (
    GRAVITY,
    Path,
    _nearest,
    acceleration,
    drift,
    energy,
    law_of,
    simulate,
    tinkertoy,
)
from characters.studies.helix import study
from characters.studies.helix_motion import ROD, Run, contraction, descend, helix, ring, scan_penalty, scene
from softrein.errors import ControllerError

MASSES = np.array([1.3, 0.7])


def moved(seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(2, 3)), rng.normal(size=(2, 3)), rng.normal(size=(2, 3))


def nearest_point(curve, place):
    point = np.empty(3)
    segment, part = _nearest(curve, place, point)
    return point, segment, part


def direction(vector):
    return vector / np.linalg.norm(vector)


@pytest.mark.parametrize("kp", [1.0, 1e3, 1e5])
def test_a_bead_obeys_newton_with_equation_12(kp):
    q, v, f = moved(1)
    curve, law = helix(40), law_of(0.02, kp)
    toy = tinkertoy(MASSES[:1], curve, (0,))
    a = acceleration(toy, q[:1], v[:1], f[:1], law)[0]
    coming = q[0] + law.dt * v[0]
    away = coming - nearest_point(curve, coming)[0]
    d = direction(away)
    tau = -kp * away - law.kd * d * (d @ (v[0] + law.dt * a))
    np.testing.assert_allclose(MASSES[0] * a, f[0] + tau, rtol=1e-9)


@pytest.mark.parametrize("kp", [1.0, 1e3, 1e5])
def test_a_rod_obeys_newton_with_equations_14_and_15(kp):
    q, v, f = moved(2)
    law, length = law_of(0.02, kp), 0.8
    a = acceleration(tinkertoy(MASSES, rods=((0, 1),), lengths=(length,)), q, v, f, law)
    apart = q[0] - q[1] + law.dt * (v[0] - v[1])
    d = direction(apart)
    relative = v[0] - v[1] + law.dt * (a[0] - a[1])
    tau = -kp * (apart - length * d) - law.kd * d * (d @ relative)
    np.testing.assert_allclose(MASSES[:, None] * a, f + np.array([tau, -tau]), rtol=1e-9)


def test_equation_16_needs_the_rest_length_with_both_signs():
    q, v, f = moved(3)
    law, length = law_of(0.02, 50.0), 0.8
    a = acceleration(tinkertoy(MASSES, rods=((0, 1),), lengths=(length,)), q, v, f, law).ravel()
    d = direction(q[0] - q[1] + law.dt * (v[0] - v[1]))
    D = np.kron(np.array([[1, -1], [-1, 1]]), np.eye(3))
    dd = np.kron(np.eye(2), np.outer(d, d)) @ D
    left = np.kron(np.diag(MASSES), np.eye(3)) + law.kd * law.dt * dd

    def right(rest):
        return f.ravel() - law.kp * (D @ (q + law.dt * v).ravel() - rest) - law.kd * dd @ v.ravel()

    np.testing.assert_allclose(left @ a, right(length * np.r_[d, -d]), rtol=1e-9)
    assert np.abs(left @ a - right(length * np.r_[d, d])).max() > 10.0


def test_both_constraints_together_obey_newton():
    q, v, f = moved(4)
    law, curve, length = law_of(0.01, 1e4), helix(24), 0.8
    a = acceleration(tinkertoy(MASSES, curve, (0,), ((0, 1),), (length,)), q, v, f, law)
    coming, speed = q + law.dt * v, v + law.dt * a
    away = coming[0] - nearest_point(curve, coming[0])[0]
    c, d = direction(away), direction(coming[0] - coming[1])
    on_curve = -law.kp * away - law.kd * c * (c @ speed[0])
    rod = -law.kp * (coming[0] - coming[1] - length * d) - law.kd * d * (d @ (speed[0] - speed[1]))
    np.testing.assert_allclose(MASSES[:, None] * a, f + np.array([on_curve + rod, -rod]), rtol=1e-8)


def test_the_penalty_method_takes_the_present_errors():
    q, v, f = moved(5)
    law, length = law_of(0.02, 300.0, stable=False), 0.8
    a = acceleration(tinkertoy(MASSES, rods=((0, 1),), lengths=(length,)), q, v, f, law)
    d = direction(q[0] - q[1])
    tau = -law.kp * (q[0] - q[1] - length * d) - law.kd * d * (d @ (v[0] - v[1]))
    np.testing.assert_allclose(MASSES[:, None] * a, f + np.array([tau, -tau]), rtol=1e-12)


def test_along_the_curve_nothing_is_lost_at_the_largest_gains():
    toy = tinkertoy(MASSES[:1], np.array([[0.0, 0, 0], [10.0, 0, 0]]), (0,))
    q, v, f = np.array([[3.0, 1e-3, 2e-3]]), np.array([[1.0, 0.0, 0.0]]), np.array([[0.37, 0.0, 0.0]])
    a = acceleration(toy, q, v, f, law_of(1 / 60))
    assert a[0, 0] == pytest.approx(0.37 / MASSES[0], rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_the_nearest_point_is_nearer_than_every_other(seed):
    rng = np.random.default_rng(seed)
    curve = rng.normal(size=(9, 3))
    samples = np.concatenate([np.linspace(a, b, 400) for a, b in pairwise(curve)])
    for place in rng.normal(size=(50, 3)):
        point, segment, part = nearest_point(curve, place)
        distance = np.linalg.norm(place - point)
        assert distance <= np.linalg.norm(samples - place, axis=1).min() + 1e-12
        np.testing.assert_allclose(
            point, curve[segment] + part * (curve[segment + 1] - curve[segment]), atol=1e-12
        )


def test_outside_a_corner_the_corner_is_nearest():
    curve = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0]])
    point, _, part = nearest_point(curve, np.array([1.3, -0.2, 0.5]))
    np.testing.assert_array_equal(point, curve[1])
    assert part in (0.0, 1.0)


def bead_down_a_helix(dt):
    """Error of the bead's height after 1.6 s from rest, against g sin(slope) along the curve."""
    curve = helix(20_000)[:1600]  # segments of 1 mm; the way is 1 m
    length = np.linalg.norm(np.diff(curve, axis=0), axis=1).sum()
    sine = np.ptp(curve[:, 2]) / length
    path = simulate(tinkertoy(np.array([1.0]), curve, (0,)), curve[:1], law_of(dt), 1.6)
    return abs(path.places[-1, 0, 2] - curve[0, 2] + 0.5 * GRAVITY * sine**2 * path.times[-1] ** 2)


def test_a_bead_slides_down_a_helix_as_galileo_says():
    dts = np.array([0.02, 0.01, 0.005])
    errors = [bead_down_a_helix(dt) for dt in dts]
    order = np.polyfit(np.log(dts), np.log(errors), 1)[0]
    assert 0.85 < order < 1.3  # explicit Euler's
    assert errors[-1] < 2e-3


def period(dt, angle):
    """Of a pendulum of 1 m on a pinned particle, from the passages through the vertical."""
    toy = tinkertoy(np.array([np.inf, 0.4]), rods=((0, 1),), lengths=(1.0,))
    start = np.array([[0.0, 0, 0], [np.sin(angle), 0, -np.cos(angle)]])
    path = simulate(toy, start, law_of(dt), 7.0)
    np.testing.assert_array_equal(path.places[:, 0], 0.0)
    x = path.places[:, 1, 0]
    i = np.flatnonzero(np.diff(np.sign(x)))
    passages = path.times[i] + dt * x[i] / (x[i] - x[i + 1])
    return 2 * np.diff(passages).mean()


@pytest.mark.parametrize("angle", [0.05, 1.0])
def test_a_rod_on_a_pin_is_a_pendulum(angle):
    exact = 4 / np.sqrt(GRAVITY) * ellipk(np.sin(angle / 2) ** 2)
    assert period(0.001, angle) == pytest.approx(exact, rel=2e-3)


def test_drift_goes_with_the_square_of_the_time_step():
    toy = tinkertoy(np.array([np.inf, 1.0]), rods=((0, 1),), lengths=(1.0,))
    start = np.array([[0.0, 0, 0], [1.0, 0, 0]])
    worst = [np.abs(drift(toy, simulate(toy, start, law_of(dt), 3.0))).max() for dt in (0.02, 0.01, 0.005)]
    assert np.polyfit(np.log([4, 2, 1]), np.log(worst), 1)[0] == pytest.approx(2.0, abs=0.2)


@pytest.mark.parametrize("ratio", [0.6, 1.5, 3.0])
@pytest.mark.parametrize("semi_implicit", [False, True])
def test_an_error_shrinks_as_the_eigenvalue_says(ratio, semi_implicit):
    if semi_implicit and ratio < 1.5:
        ratio += 1.0  # stable from 3/2
    toy = tinkertoy(np.array([1.0]), np.array([[-1.0, 0, 0], [1.0, 0, 0]]), (0,), gravity=(0.0, 0.0, 0.0))
    law = law_of(0.01, ratio=ratio, semi_implicit=semi_implicit)
    path = simulate(toy, np.array([[0.0, 0.1, 0.0]]), law, 0.2)
    errors = path.places[:, 0, 1]
    speed = np.array([-1 / ratio, -1 / ratio])
    step = np.array([np.array([1.0, 0.0]) + speed if semi_implicit else np.array([1.0, 1.0]), speed])
    state = np.array([0.1, 0.0])
    for error in errors:
        assert error == pytest.approx(state[0], abs=1e-9)
        state = step @ state
    assert contraction(ratio, semi_implicit) == pytest.approx(np.abs(np.linalg.eigvals(step)).max())


def test_the_paper_s_ratio_is_not_damped_in_semi_implicit_steps():
    assert contraction(1.5, False) == pytest.approx(1 / 3)
    assert contraction(1.5, True) == pytest.approx(1.0)
    assert contraction(1.6, True) < 1.0 < contraction(1.4, True)


@pytest.mark.parametrize(("part", "kept"), [(0.95, True), (1.05, False)])
def test_the_penalty_method_ends_at_its_bound(part, kept):
    dt, ratio, mass = 0.02, 1.5, 0.4
    kp = part * mass * 4 / (2 * ratio - 1) / dt**2
    toy = tinkertoy(np.array([mass]), np.array([[-1.0, 0, 0], [1.0, 0, 0]]), (0,), gravity=(0.0, 0.0, 0.0))
    path = simulate(toy, np.array([[0.0, 0.01, 0.0]]), law_of(dt, kp, stable=False), 4.0)
    assert (np.nan_to_num(np.abs(path.places[-1, 0, 1]), nan=np.inf) < 0.01) == kept


def test_what_diverges_ends_in_nan():
    toy = tinkertoy(np.array([1.0]), helix(24), (0,))
    path = simulate(toy, helix(24)[:1], law_of(1 / 60, stable=False), 2.0)
    assert np.isnan(path.places[-1]).all()
    assert np.isnan(drift(toy, path)[-1]).all()


def test_a_new_start_is_the_first_one_again():
    curve = np.array([[0.0, 0, 1], [1, 0, 0.5]])
    toy = tinkertoy(np.array([1.0]), curve, (0,))
    path = simulate(toy, curve[:1], law_of(0.01), 3.0, restart=True)
    descent = np.sqrt(2 * np.hypot(1, 0.5) / (GRAVITY * np.sin(np.arctan(0.5))))
    np.testing.assert_allclose(np.diff(path.starts) * 0.01, descent, atol=0.011)
    assert len(path.starts) == 5
    for start in path.starts:
        np.testing.assert_array_equal(path.places[start], path.places[0])
        np.testing.assert_array_equal(path.velocities[start], 0.0)
    assert path.places[path.starts[1] - 1, 0, 0] == pytest.approx(1.0, abs=0.05)
    assert path.places[:, 0, 0].max() < 1.0


def made_run(arcs, starts=(0,), off=0.0, curve=None):
    """A bead at these parts of a helix, and a purple particle at the rod's length."""
    curve = helix(2400) if curve is None else curve
    green = curve[np.round(np.array(arcs) * (len(curve) - 1)).astype(int)] + np.array([off, 0, 0])
    places = np.stack([green, green - np.array([0, 0, ROD])], axis=1)
    toy, _ = scene(curve)
    path = Path(0.01 * np.arange(len(arcs)), places, np.zeros_like(places), np.array(starts))
    return Run(toy, law_of(0.01), path, drift(toy, path))


def test_a_constraint_is_lost_by_a_jump_to_another_turn_as_well_as_by_an_error():
    on_the_way = [0.1, 0.15, 0.2, 0.25]
    assert made_run(on_the_way).kept
    jumped = made_run([0.1, 0.15, 0.15 + 1 / 3, 0.2 + 1 / 3])
    assert np.abs(jumped.drift).max() < 1e-9  # no error shows it
    assert (jumped.lost, jumped.kept) == (2, False)
    assert made_run([0.5, 0.99, 0.0, 0.1], starts=(0, 2)).lost == 1  # the first step is too long
    assert made_run([0.9, 0.99, 0.0, 0.1], starts=(0, 2)).kept  # put back to the start
    assert made_run([0.98, 0.99, 0.0, 0.01], curve=ring(2400)).kept  # a ring has no end
    beside = made_run(on_the_way, off=0.07)
    assert beside.lost == np.argmax(beside.drift[:, 0] > 0.05) < len(on_the_way)
    assert not beside.kept


def test_free_fall_beside_the_curve_is_no_penalty_method():
    scan = scan_penalty(helix(240), 1 / 60, 1.5)
    assert scan.gains.max() / scan.gains.min() > 0.999e5  # five decades
    assert not scan.best.kept
    weak = descend(helix(240), law_of(1 / 60, 1.0, stable=False), 1.5)
    assert np.abs(weak.drift).max() < 0.26  # half of what is between two turns, and yet
    assert weak.lost * weak.law.dt < 0.2
    assert scan.best.lost > weak.lost


def test_energy_of_free_fall_is_kept():
    toy = tinkertoy(np.array([2.0, np.inf]))
    path = simulate(toy, np.zeros((2, 3)), law_of(1e-4), 1.0)
    levels = energy(toy, path)
    assert path.velocities[-1, 0, 2] == pytest.approx(-GRAVITY, rel=1e-9)
    assert np.abs(levels - levels[0]).max() < 2 * GRAVITY**2 * 1e-4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"masses": [0.0]}, "masses"),
        ({"masses": [1.0], "beads": (0,)}, "curve"),
        ({"masses": [1.0], "rods": ((0, 1),), "lengths": (1.0,)}, "not there"),
        ({"masses": [1.0, 1.0], "rods": ((0, 1),), "lengths": (0.0,)}, "lengths"),
        ({"masses": [1.0], "curve": np.zeros((3, 3)), "beads": (0,)}, "same point"),
        ({"masses": [1.0], "curve": np.zeros((1, 3)), "beads": (0,)}, "shape"),
    ],
)
def test_scenes_that_make_no_sense_are_refused(arguments, words):
    with pytest.raises(ControllerError, match=words):
        tinkertoy(**arguments)


def test_gains_and_times_that_make_no_sense_are_refused():
    with pytest.raises(ControllerError, match="positive"):
        law_of(0.0)
    toy = tinkertoy(np.array([1.0]))
    with pytest.raises(ControllerError, match="duration"):
        simulate(toy, np.zeros((1, 3)), law_of(0.1), 0.0)
    with pytest.raises(ControllerError, match="bead"):
        simulate(toy, np.zeros((1, 3)), law_of(0.1), 1.0, restart=True)


def test_the_ring_is_closed_and_the_helix_goes_down():
    np.testing.assert_allclose(ring(24)[0], ring(24)[-1], atol=1e-12)
    assert (np.diff(helix(24)[:, 2]) < 0).all()


@pytest.mark.parametrize("seed", [0, 7])
def test_the_study_keeps_both_constraints_where_the_penalty_method_does_not(seed):
    result = study(quick=True, seed=seed)
    for name, _, worst, _, rod, *_ in result.tables[0].rows:
        assert worst < 50.0, name
        assert rod < 50.0, name
    assert f"{result.tables[0].rows[0][2]:.1f} mm" in result.text
    assert all(row[2] == "none keeps the constraint" for row in result.tables[4].rows)
    assert "none keeps the constraints" in result.text
    assert "1 times" not in result.text
    for recording in result.recordings.values():
        assert recording.coordinates.shape == (len(recording.times), 10)
        np.testing.assert_allclose(np.linalg.norm(recording.coordinates[:, 3:7], axis=1), 1.0)
