"""The Kalman filter: against one in extended precision, its own statistics, and long runs of a real body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import mpmath
import numpy as np
import pytest
from scipy.stats import chi2

from runtime.bundle.body import BodyBundle
from runtime.bundle.file import load, save
from runtime.bundle.record import Bundle
from runtime.observing.extended import WIDE
from runtime.observing.kalman import MeasurementModel, Unknown, kalman_gains
from runtime.observing.kinds import ACCELEROMETER
from runtime.observing.observer import Observer
from runtime.observing.sensors import Knowledge, Observing, Sensor, gains_along, steps_along
from runtime.plant.track import Track
from softrein.errors import BundleError, ControllerError, SimulationError
from tests.runtime.bundle.with_actuators import with_actuators
from tests.tiny_bundles import RANK, tiny_body

Array = np.ndarray
MANY = 10_000  # steps


def sensed(bundle: BodyBundle) -> BodyBundle:
    """The bundle with two sensors, one of them slower, on its free end."""
    free = np.intersect1d(np.unique(bundle.surface), bundle.free // 3)
    sensors = [Sensor([int(free[-1]), int(free[len(free) // 2])], 1e-3), Sensor([int(free[-2])], 2e-3, 3)]
    forces = 1e-3 * np.triu(np.random.default_rng(5).normal(size=(bundle.rank,) * 2))
    unmodelled = {"forces": forces, "places": np.full_like(bundle.vertices, 3e-4)}
    return replace(
        bundle, sensors=sensors, observing=Observing(0.3, 2.0, extended=False), unmodelled=unmodelled
    )


def accelerating(bundle: BodyBundle) -> BodyBundle:
    """The same, with an accelerometer for one of the markers, and a slower one besides."""
    bundle = sensed(bundle)
    marker, slow = bundle.sensors
    felt = {"accelerations": np.full_like(bundle.vertices, 0.2)}
    sensors = [
        Sensor(marker.vertices[:1], 1e-3), Sensor(marker.vertices[1:], 0.5, 1, ACCELEROMETER),
        replace(slow, noise=0.3, kind=ACCELEROMETER),
    ]  # fmt: skip
    return replace(bundle, sensors=sensors, unmodelled=bundle.unmodelled | felt)


def extended(bundle: BodyBundle, with_sensors: Callable[[BodyBundle], BodyBundle] = sensed) -> BodyBundle:
    """The same, whose observer makes its gains as it runs."""
    bundle = with_sensors(bundle)
    return replace(bundle, observing=replace(bundle.observing, extended=True))


@pytest.fixture
def tiny() -> BodyBundle:
    return sensed(tiny_body())


def textbook(F: Array, G: Array, knowledge: Knowledge) -> tuple[list[Array], list[Array]]:
    """Gains and innovations' covariances of the covariance filter, in 50 digits, as any textbook has it.

    Its state is (z, d, z a step ago), whatever is looked at of the last.
    """
    model, decay = knowledge.measurement, mpmath.mpf(knowledge.unknown.decay)
    steps, n, forces = G.shape
    first, size, b = n + forces, 2 * n + forces, model.before
    with mpmath.workdps(50):
        P, factor = mpmath.zeros(size), mpmath.matrix(knowledge.unknown.disturbance.tolist())
        lacking = mpmath.matrix(knowledge.unknown.lacking.tolist())
        unknown = factor.T * factor
        P[n:first, n:first] = unknown
        gains, expected = [], []
        for k in range(steps + 1):
            rows = [i for i, every in enumerate(model.every) if k % every == 0]
            H = mpmath.zeros(len(rows), size)
            for row, i in enumerate(rows):
                for j, value in enumerate(model.places[i]):
                    H[row, j if j < n else first - b + j] = mpmath.mpf(value)
            R = mpmath.diag([mpmath.mpf(model.noise[i]) ** 2 for i in rows])
            S = H * P * H.T + R
            K = P * H.T * S**-1
            P = (mpmath.eye(size) - K * H) * P
            known = [*range(n), *range(size - b, size), *range(n, first)]
            gain = np.zeros((len(known), len(model.noise)))
            innovation = np.zeros((len(model.noise),) * 2)
            gain[:, rows] = np.array(K.tolist(), dtype=float)[known]
            innovation[np.ix_(rows, rows)] = np.array(S.tolist(), dtype=float)
            gains.append(gain)
            expected.append(innovation)
            if k < steps:
                A = mpmath.zeros(size)
                A[:n, :n], A[:n, n:first] = mpmath.matrix(F[k].tolist()), mpmath.matrix(G[k].tolist())
                for i in range(forces):
                    A[n + i, n + i] = decay
                for i in range(n):
                    A[first + i, i] = 1
                P = A * P * A.T
                lacked = lacking * A[:n, n:first].T
                P[:n, :n] += lacked.T * lacked
                for i in range(forces):
                    for j in range(forces):
                        P[n + i, n + j] += (1 - decay**2) * unknown[i, j]
    return gains, expected


def jacobians(bundle: Bundle) -> tuple[Array, Array]:
    plant = bundle.plant()
    return steps_along(plant, bundle.track, bundle.rank)


# Gains ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("with_sensors", [sensed, accelerating])
def test_gains_are_those_of_a_textbook_filter_in_fifty_digits(
    with_sensors: Callable[[BodyBundle], BodyBundle],
) -> None:
    tiny = with_sensors(tiny_body())
    gains, expected = textbook(*jacobians(tiny), tiny.knowledge)
    found = tiny.filter
    assert found is not None
    assert len(found.gains) == tiny.steps + 1
    for k in range(tiny.steps + 1):
        np.testing.assert_allclose(found.gains[k], gains[k], rtol=0, atol=1e-9 * np.abs(gains).max())
        inner = found.expected[k].T @ found.expected[k]
        np.testing.assert_allclose(inner, expected[k], rtol=0, atol=1e-9 * np.abs(expected[k]).max())


def test_estimates_are_those_of_a_textbook_filter(tiny: BodyBundle) -> None:
    """The plant is linear, so that the filter that steps it is the linear one."""
    gains, _ = textbook(*jacobians(tiny), tiny.knowledge)
    (F, G), model, rng = jacobians(tiny), tiny.knowledge.measurement, np.random.default_rng(0)
    observer, states = tiny.observer(), tiny.track.states
    plant, B, n = tiny.plant(), tiny.actuators, tiny.plant().size
    x = np.concatenate([states[0], np.zeros(RANK)])
    for k in range(tiny.steps):
        control = rng.normal(size=B.shape[1])
        measured = model.measured(states[k + 1]) + 0.1 * rng.normal(size=len(model.noise))
        observer.update(k, control, measured)
        ahead = plant.step(states[k], tiny.track.feedforward[k])  # and what deviates, by the Jacobians
        x[:n] = ahead + F[k] @ (x[:n] - states[k]) + G[k] @ (B @ control + x[n:])
        x[n:] *= tiny.knowledge.unknown.decay
        x += gains[k + 1] @ (measured - model.measured(x))
        found = np.concatenate([observer.state, observer.disturbance])
        np.testing.assert_allclose(found, x, rtol=0, atol=1e-9 * np.abs(x).max())


@pytest.mark.parametrize("with_sensors", [sensed, accelerating])
@pytest.mark.parametrize("moves_itself", [False, True])
def test_the_extended_filter_is_the_textbook_one_about_its_estimate(
    small_bundle: BodyBundle, moves_itself: bool, with_sensors: Callable[[BodyBundle], BodyBundle]
) -> None:
    """In dense arithmetic, with the Jacobians under all that acts: the stiffness of tightened cables, too.

    What was a step ago stands at the state's end, all of it.
    """
    bundle = extended(with_actuators(small_bundle) if moves_itself else small_bundle, with_sensors)
    knowledge, plant, rng = bundle.knowledge, bundle.plant(), np.random.default_rng(7)
    model, (S, decay, lacking) = knowledge.measurement, knowledge.unknown
    n, r, f = plant.size, bundle.rank, plant.forces
    d, start, states = slice(n, n + r), bundle.track.states[0], bundle.track.states
    x, P = np.concatenate([start, np.zeros(r), start]), np.zeros((2 * n + r, 2 * n + r))
    P[d, d] = S.T @ S
    observer, surprised = bundle.observer(), []
    for k in range(bundle.steps):
        control = 0.01 * rng.normal(size=bundle.actuators.shape[1])
        noise = 2 * model.noise * rng.normal(size=model.noise.size)
        measured = model.measured(states[k + 1], states[k]) + noise
        observer.update(k, control, measured)
        w = bundle.track.feedforward[k] + bundle.actuators @ control + np.pad(x[d], (0, f - r))
        F, G = plant.linearise(x[:n], w)
        A = np.zeros_like(P)
        A[:n, :n], A[:n, d], A[d, d], A[n + r :, :n] = F, G[:, :r], decay * np.eye(r), np.eye(n)
        P = A @ P @ A.T
        P[:n, :n] += G[:, :r] @ lacking.T @ lacking @ G[:, :r].T
        P[d, d] += (1 - decay**2) * S.T @ S
        x = np.concatenate([plant.step(x[:n], w), decay * x[d], x[:n]])
        rows = np.flatnonzero((k + 1) % model.every == 0)
        H = np.zeros((len(rows), len(x)))
        b = model.before
        if b:
            H[:, :n], H[:, -b:] = model.places[rows, :n], model.places[rows, n:]
        else:
            H[:, :r] = model.places[rows]
        noise, innovation = np.diag(model.noise[rows] ** 2), (measured - model.rest)[rows] - H @ x
        nis = innovation @ np.linalg.solve(H @ P @ H.T + noise, innovation)
        grown = nis / (len(rows) + WIDE * np.sqrt(2 * len(rows)))
        surprised.append(grown > 1)
        P = max(grown, 1.0) * P
        K = P @ H.T @ np.linalg.inv(H @ P @ H.T + noise)
        x, P = x + K @ innovation, (np.eye(len(x)) - K @ H) @ P
        found = np.concatenate([observer.state, observer.disturbance[:r]])
        np.testing.assert_allclose(found, x[: n + r], rtol=0, atol=1e-9 * np.abs(x).max())
        assert observer.nis == pytest.approx(nis, rel=1e-8)
        assert not observer.disturbance[r:].any()
    assert 0 < sum(surprised) < len(surprised)


def test_gains_along_a_motion_are_about_what_makes_it(small_bundle: BodyBundle) -> None:
    """Held by cables a body is stiffer; with gains of the slack one it would be another filter."""
    bundle = sensed(with_actuators(small_bundle))
    plant, track, knowledge = bundle.plant(), bundle.track, bundle.knowledge
    F, G = steps_along(plant, track, bundle.rank)
    for k in (0, bundle.steps // 2):
        F_expected, G_expected = plant.linearise(track.states[k], track.feedforward[k])
        np.testing.assert_allclose(F[k], F_expected, rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(G[k], G_expected[:, : bundle.rank], rtol=1e-12, atol=1e-18)
    slack = track._replace(feedforward=np.pad(track.feedforward[:, : bundle.rank], ((0, 0), (0, 3))))
    found, other = bundle.filter, gains_along(plant, slack, knowledge)
    assert found is not None
    assert other is not None
    assert np.abs(found.gains - other.gains).max() > 1e-4 * np.abs(found.gains).max()


def test_gains_of_an_endless_motion_are_those_far_along(tiny: BodyBundle) -> None:
    """Each round's are the settled ones; they do not depend on how it began."""
    F, G = jacobians(tiny)
    model = tiny.knowledge.measurement._replace(every=np.ones_like(tiny.knowledge.measurement.every))
    unknown = tiny.knowledge.unknown
    endless = kalman_gains(F, G, model, unknown, repeats=True)
    many = 60
    long = kalman_gains(np.tile(F, (many, 1, 1)), np.tile(G, (many, 1, 1)), model, unknown)
    last = long.gains[(many - 1) * tiny.steps : many * tiny.steps]
    np.testing.assert_allclose(endless.gains, last, rtol=0, atol=1e-6 * np.abs(last).max())
    assert np.abs(long.gains[1 : tiny.steps] - last[1:]).max() > 1e-3 * np.abs(last).max()


def test_what_does_not_settle_is_said() -> None:
    model = MeasurementModel(np.eye(1, 2), np.zeros(1), np.ones(1), np.ones(1), np.ones(1, dtype=int))
    drifts = np.array([[[1.0, 0.0], [0.0, 1.0]]])  # the second is pushed on for ever, and not seen
    with pytest.raises(ControllerError, match="neither damped nor measured"):
        kalman_gains(drifts, np.eye(2)[None], model, Unknown(np.eye(2), 0.9, np.zeros((0, 2))), True)


# What it says of itself -----------------------------------------------------------------------------------


@pytest.mark.parametrize("with_sensors", [sensed, accelerating])
@pytest.mark.parametrize("is_extended", [False, True])
def test_innovations_are_as_large_as_expected_over_ten_thousand_steps(
    is_extended: bool, with_sensors: Callable[[BodyBundle], BodyBundle]
) -> None:
    """Their normalised squares are chi-square distributed; and no estimate leaves its band."""
    tiny = with_sensors(tiny_body())
    knowledge, plant = tiny.knowledge._replace(repeats=True, extended=is_extended), tiny.plant()
    states = np.zeros((7, plant.size))
    rest = Track(states, np.zeros((6, RANK)))
    observer = Observer(tiny.plant(), tiny.actuation, rest, knowledge, gains_along(plant, rest, knowledge))
    rng, model, control = np.random.default_rng(1), knowledge.measurement, np.zeros(2)
    truth, unknown = states[0], knowledge.unknown
    force = unknown.disturbance.T @ rng.normal(size=RANK)
    most = chi2.ppf(1 - 1e-7, np.arange(1 + len(model.noise)))
    squares, numbers, wide = [], [], 0
    for k in range(MANY):
        before = truth
        truth = plant.step(truth, force + unknown.lacking.T @ rng.normal(size=RANK))
        fresh = unknown.disturbance.T @ rng.normal(size=RANK)
        force = unknown.decay * force + np.sqrt(1 - unknown.decay**2) * fresh
        seen = model.measured(truth, before) + model.noise * rng.normal(size=len(model.noise))
        observer.update(k % 6, control, seen)
        squares.append(observer.nis)
        numbers.append(np.count_nonzero((k + 1) % 6 % model.every == 0))
        wide += bool(squares[-1] > most[numbers[-1]])
    for part in (slice(100, None), slice(MANY // 2, None), slice(MANY - 1000, None)):
        low, high = chi2.ppf([1e-4, 1 - 1e-4], sum(numbers[part]))
        assert low < sum(squares[part]) < high
    assert wide <= 1


@pytest.mark.parametrize("with_sensors", [sensed, extended, accelerating])
def test_it_stays_with_a_real_body_for_ten_thousand_steps(
    small_bundle: BodyBundle, with_sensors: Callable[[BodyBundle], BodyBundle]
) -> None:
    """Round and round, under pushes that nobody tells it of."""
    bundle = replace(with_sensors(small_bundle), rewind=True)
    simulator, rng = bundle.simulator(sensors=True), np.random.default_rng(2)
    free = np.unique(bundle.free // 3)
    off, away = [], []
    for k in range(MANY):
        if k % 200 == 50:
            simulator.push(int(rng.choice(free)), rng.normal(size=3), 20 * bundle.dt)
        simulator.step()
        if k % 10 == 0:
            off.append(np.linalg.norm((simulator.estimate - simulator.state)[: bundle.rank]))
            away.append(np.linalg.norm((simulator.state - simulator.reference_state)[: bundle.rank]))
    assert np.median(off[-300:]) < 2 * np.median(off[:300])
    assert max(off) < max(away)


# Late measurements ----------------------------------------------------------------------------------------


def test_late_measurements_are_stepped_ahead(small_bundle: BodyBundle) -> None:
    """A filter that is told late is the prompt one of then, stepped ahead under what was given since."""
    bundle, late = sensed(small_bundle), 3
    prompt, delayed, plant = bundle.observer(), bundle.observer(delay=late), bundle.plant()
    rng, model, B = np.random.default_rng(3), bundle.knowledge.measurement, bundle.actuators
    controls = 0.1 * rng.normal(size=(20, B.shape[1]))
    seen, known = [], [(prompt.state.copy(), prompt.disturbance.copy())]
    for k, control in enumerate(controls):
        seen.append(
            model.measured(bundle.track.states[k + 1]) + model.noise * rng.normal(size=len(model.noise))
        )
        prompt.update(k, control, seen[-1])
        known.append((prompt.state.copy(), prompt.disturbance.copy()))
        delayed.update(k, control, seen[max(k - late, 0)])
        start = max(k + 1 - late, 0)
        state, force = known[start]
        for step in range(start, k + 1):
            state = plant.step(state, bundle.track.feedforward[step] + B @ controls[step] + force)
            force = bundle.knowledge.unknown.decay * force
        np.testing.assert_allclose(delayed.state, state, rtol=0, atol=1e-12 * np.abs(state).max())
        np.testing.assert_allclose(
            delayed.disturbance, force, rtol=0, atol=1e-12 * np.abs(force).max() + 1e-300
        )


def test_late_measurements_are_of_one_motion(small_bundle: BodyBundle) -> None:
    """Those of the motion before would be taken for the other one's."""
    bundle = sensed(small_bundle)
    observer = bundle.observer(delay=2)
    measured = bundle.knowledge.measurement.measured(bundle.track.states[0])
    observer.update(0, np.zeros(len(bundle.limits)), measured)
    with pytest.raises(SimulationError, match="delay"):
        observer.follow(bundle.track, bundle.filter)
    observer.start(bundle.track.states[0])
    observer.follow(bundle.track, bundle.filter)


# Simulators -----------------------------------------------------------------------------------------------


def test_controllers_see_the_estimate_and_never_the_truth(small_bundle: BodyBundle) -> None:
    bundle, seen = sensed(small_bundle), []

    class Watching:
        def control(self, step: int, deviation: Array) -> Array:
            seen.append(deviation + bundle.track.states[step])
            return np.asarray(bundle.gains["lqr"][step] @ deviation)

    simulator = bundle.simulator(Watching(), sensors=True)
    named = bundle.simulator("lqr", sensors=True)
    for k in range(bundle.steps):
        if k == 3:
            for each in (simulator, named):
                each.push(int(bundle.free[-1] // 3), (0.0, 5.0, 0.0), 0.1)
        before, truth = simulator.estimate, simulator.state
        simulator.step()
        named.step()
        np.testing.assert_allclose(seen[-1], before, rtol=1e-12, atol=1e-15)
        if k > 6:
            assert np.abs(before - truth).max() > 0
    np.testing.assert_allclose(named.state, simulator.state, rtol=1e-9, atol=1e-12)
    assert np.linalg.norm(simulator.estimated_disturbance) > 0


def test_without_sensors_the_estimate_is_the_state(small_bundle: BodyBundle) -> None:
    simulator = small_bundle.simulator()
    simulator.step()
    np.testing.assert_array_equal(simulator.estimate, simulator.state)
    assert not simulator.estimated_disturbance.any()
    with pytest.raises(ControllerError, match=r"no sensors: add a \[\[sensors\]\] table"):
        small_bundle.simulator(sensors=True)


def test_reset_and_warm_up_leave_nothing_behind(small_bundle: BodyBundle) -> None:
    simulator, found = sensed(small_bundle).simulator(sensors=True), []
    for again in range(3):
        if again == 2:
            for _ in range(4):
                simulator.step()
            simulator.warm_up()
            found.append(_rest(simulator, 6))
        else:
            found.append(_rest(simulator, 10))
        simulator.reset()
    for other in found[1:]:
        np.testing.assert_array_equal(found[0], other)


def _rest(simulator: object, steps: int) -> Array:
    for _ in range(steps):
        simulator.step()  # type: ignore[attr-defined]
    return np.concatenate([simulator.state, simulator.estimate])  # type: ignore[attr-defined]


def test_other_references_have_gains_of_their_own(small_bundle: BodyBundle) -> None:
    bundle = sensed(small_bundle)
    simulator = bundle.simulator(sensors=True)
    other = simulator.add_reference(bundle)
    simulator.follow(other, 5)
    for _ in range(10):
        simulator.step()
    assert np.isfinite(simulator.estimate).all()
    assert simulator.reference == other


@pytest.mark.parametrize("around", [False, True])
def test_the_gains_along_another_motion_are_for_its_own_end(small_bundle: BodyBundle, around: bool) -> None:
    """One that begins anew, beside one that does not: estimates are those of its own simulator."""
    first, second = (replace(sensed(small_bundle), rewind=rewind) for rewind in (not around, around))
    simulator, alone = first.simulator(sensors=True), second.simulator(sensors=True)
    simulator.follow(simulator.add_reference(second), 0)
    for _ in range(3 * second.steps // 2 if around else second.steps):
        for each in (simulator, alone):
            each.step()
    np.testing.assert_array_equal(simulator.estimate, alone.estimate)


@pytest.mark.parametrize("controller", ["mpc", "spd", "none"])
def test_every_controller_goes_by_estimates(small_bundle: BodyBundle, controller: str) -> None:
    bundle = sensed(small_bundle)
    simulator = bundle.simulator(controller, sensors=True)
    away = []
    while not simulator.finished:
        if simulator.index == 2:
            simulator.push(int(bundle.free[-1] // 3), (0.0, 5.0, 0.0), 0.1)
        simulator.step()
        away.append(np.linalg.norm((simulator.estimate - simulator.state)[: bundle.rank]))
    assert np.isfinite(away).all()


# Files and arguments --------------------------------------------------------------------------------------


def test_a_bundle_keeps_them(tiny: BodyBundle, tmp_path: Path) -> None:
    save(tiny, tmp_path / "tiny")
    found = load(tmp_path / "tiny")
    assert isinstance(found, BodyBundle)
    assert (found.sensors, found.observing) == (tiny.sensors, tiny.observing)
    for name, array in tiny.unmodelled.items():
        np.testing.assert_array_equal(found.unmodelled[name], array)
    assert found.filter is not None
    assert tiny.filter is not None
    np.testing.assert_array_equal(found.filter.gains, tiny.filter.gains)
    assert [each.every for each in found.at_step(found.dt / 2).sensors] == [2, 6]


@pytest.mark.parametrize(
    ("sensor", "words"),
    [
        (Sensor([0], 1e-3), "no vertex that can move"),
        (Sensor([], 1e-3), "no vertex that can move"),
        (Sensor([99], 1e-3), r"vertices from 0 to 11"),
        (Sensor([5], 0.0), "noise"),
        (Sensor([5], 1e-3, 0), "every"),
        (Sensor([5] * 201, 1e-3), "201 markers together"),
    ],
)
def test_sensors_that_cannot_be_are_refused(
    tiny: BodyBundle, sensor: Sensor, words: str, tmp_path: Path
) -> None:
    with pytest.raises(BundleError, match=words):
        save(replace(tiny, sensors=[sensor]), tmp_path / "tiny")


def test_delays_are_whole_numbers(tiny: BodyBundle) -> None:
    with pytest.raises(ControllerError, match="delay"):
        tiny.observer(delay=-1)
