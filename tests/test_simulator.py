"""The simulator as a program uses it: pushes, settable state, rewinding, jumping, pacing."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.bundle import Bundle
from runtime.law import proportional_gains
from runtime.realtime import pace
from softrein.errors import ControllerError, SimulationError


def to_end(simulator) -> np.ndarray:  # type: ignore[no-untyped-def]
    while not simulator.finished:
        simulator.step()
    return simulator.state


def test_stepping_is_the_recorded_run(small_bundle: Bundle) -> None:
    simulator = small_bundle.simulator("lqr")
    push = small_bundle.pushes[0]
    while not simulator.finished:
        if simulator.index == round(push.time / small_bundle.dt):
            simulator.push(push.at, push.force, push.duration, push.radius)
        simulator.step()
    run = small_bundle.run(controller="lqr")
    np.testing.assert_allclose(simulator.state, run.states[-1], rtol=1e-9, atol=1e-12)
    assert simulator.effort == pytest.approx(run.effort[-1])
    assert simulator.time == pytest.approx(small_bundle.steps * small_bundle.dt)


def test_a_push_acts_until_it_is_released(small_bundle: Bundle) -> None:
    def pushed(steps: int, release: bool) -> np.ndarray:
        simulator = small_bundle.simulator("none")
        vertex = int(small_bundle.regions["xmax"][0])
        push = simulator.push(vertex, (0, 1, 0), duration=np.inf if release else steps * small_bundle.dt)
        for step in range(20):
            if release and step == steps:
                push.release()
            simulator.step()
        return simulator.state

    np.testing.assert_array_equal(pushed(5, release=True), pushed(5, release=False))
    assert not np.allclose(pushed(5, release=True), pushed(6, release=True))


def test_a_push_at_a_point_finds_the_vertex_that_is_there_now(small_bundle: Bundle) -> None:
    one, other = small_bundle.simulator("none"), small_bundle.simulator("none")
    for _ in range(10):
        one.step()
        other.step()
    vertex = int(small_bundle.regions["xmax"][0])
    assert np.linalg.norm(one.positions([vertex])[0] - small_bundle.vertices[vertex]) > 1e-4
    one.push(vertex, (0, 1, 0), 0.05)
    other.push(other.positions([vertex])[0], (0, 1, 0), 0.05)
    one.step()
    other.step()
    np.testing.assert_array_equal(one.state, other.state)


def test_a_patch_spreads_the_same_total_force(small_bundle: Bundle) -> None:
    vertices, weights = small_bundle.shape.patch(int(small_bundle.regions["xmax"][0]), 0.06)
    assert len(vertices) > 3
    assert weights.sum() == pytest.approx(1)
    assert (weights >= 0).all()


def test_positions_of_chosen_vertices_are_those_of_all(small_bundle: Bundle) -> None:
    simulator = small_bundle.simulator("none")
    for _ in range(7):
        simulator.step()
    chosen = [3, 1, 20]
    np.testing.assert_array_equal(simulator.positions(chosen), simulator.positions()[chosen])
    np.testing.assert_array_equal(
        simulator.positions(small_bundle.regions["xmin"]), small_bundle.vertices[small_bundle.regions["xmin"]]
    )


def test_state_is_settable_and_checked(small_bundle: Bundle) -> None:
    simulator = small_bundle.simulator("lqr")
    state = np.linspace(0, 0.01, simulator.state.size)
    simulator.state = state
    np.testing.assert_array_equal(simulator.state, state)
    state[0] = 9
    assert simulator.state[0] == 0  # a copy went in
    for bad in (np.zeros(3), np.full(simulator.state.size, np.nan)):
        with pytest.raises(ControllerError):
            simulator.state = bad


def test_reset_and_warm_up_leave_no_trace(small_bundle: Bundle) -> None:
    simulator, fresh = small_bundle.simulator("lqr"), small_bundle.simulator("lqr")
    simulator.push(5, (0, 1, 0))
    for _ in range(5):
        simulator.step()
    simulator.reset()
    simulator.warm_up()
    assert simulator.time == 0
    assert simulator.effort == 0
    np.testing.assert_array_equal(to_end(simulator), to_end(fresh))


def test_warm_up_works_at_the_end_and_keeps_what_was_going_on(small_bundle: Bundle) -> None:
    simulator = small_bundle.simulator("lqr")
    final = to_end(simulator)
    simulator.warm_up()
    assert simulator.finished
    np.testing.assert_array_equal(simulator.state, final)


def test_the_end_is_an_error_unless_it_rewinds(small_bundle: Bundle) -> None:
    simulator = small_bundle.simulator("none")
    to_end(simulator)
    with pytest.raises(SimulationError, match="rewind=True"):
        simulator.step()
    endless = small_bundle.simulator("lqr", rewind=True)
    for _ in range(2 * small_bundle.steps + 5):
        endless.step()
    assert endless.index == 5
    assert not endless.finished


def test_jumping_goes_to_the_closest_state(small_bundle: Bundle) -> None:
    simulator = small_bundle.simulator("lqr")
    for step in (0, 17, 63):
        simulator.state = small_bundle.track.states[step] + 1e-9
        assert simulator.jump_to_closest() == step
        np.testing.assert_array_equal(simulator.reference_state, small_bundle.track.states[step])


@pytest.mark.parametrize(
    ("at", "force", "radius", "duration"),
    [
        (10**6, (0, 1, 0), 0, 1),
        (-1, (0, 1, 0), 0, 1),
        (0, (0, 1), 0, 1),
        (0, (0, np.nan, 0), 0, 1),
        (0, (0, 1, 0), -1, 1),
        (0, (0, 1, 0), 0, -1),
        (0, (0, 1, 0), 0, np.nan),
        ((0, 0), (0, 1, 0), 0, 1),
        ((0, 0, np.inf), (0, 1, 0), 0, 1),
    ],
)
def test_what_is_no_push_is_refused(small_bundle: Bundle, at, force, radius, duration) -> None:  # type: ignore[no-untyped-def]
    simulator = small_bundle.simulator("none")
    with pytest.raises(ControllerError):
        simulator.push(at, force, duration, radius)
    simulator.step()


def test_a_push_too_large_is_an_error_that_names_the_step(small_bundle: Bundle) -> None:
    simulator = small_bundle.simulator("none")
    simulator.push(int(small_bundle.regions["xmax"][0]), (0, 1e300, 0))
    with pytest.raises(SimulationError, match="step 0"):
        simulator.step()
    assert np.isfinite(simulator.state).all()


class PlainPD:
    """PD written as a user would write it."""

    def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
        p, v = np.split(deviation, 2)
        return -3.0 * p - 0.5 * v


def test_a_controller_written_in_python_does_what_its_gains_would(small_bundle: Bundle) -> None:
    own = small_bundle.simulator(PlainPD())
    gains = small_bundle.simulator(proportional_gains(3.0, 0.5, small_bundle.actuators))
    for simulator in (own, gains):
        simulator.push(int(small_bundle.regions["xmax"][0]), (0, 1, 0), 0.05)
    np.testing.assert_allclose(to_end(own), to_end(gains), rtol=1e-10, atol=1e-13)
    assert own.effort == pytest.approx(gains.effort)


def test_what_is_no_controller_and_no_vertex_is_refused(small_bundle: Bundle) -> None:
    for thing in (None, 3, lambda step, deviation: deviation):
        with pytest.raises(ControllerError, match="name"):
            small_bundle.simulator(thing)  # type: ignore[arg-type]
    simulator = small_bundle.simulator("none")
    for vertices in ([9999], [-1], [1.7]):
        with pytest.raises(ControllerError, match="vertices 0 to"):
            simulator.positions(vertices)  # type: ignore[arg-type]
    for at, force in (("bar", (0, 1, 0)), (0, "hard")):
        with pytest.raises(ControllerError):
            simulator.push(at, force)


def test_a_controller_that_returns_nonsense_is_told(small_bundle: Bundle) -> None:
    class Wrong:
        def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
            return np.zeros(3)

    with pytest.raises(ControllerError, match="8 finite numbers"):
        small_bundle.simulator(Wrong()).step()


def test_pacing_counts_and_keeps_the_beat(small_bundle: Bundle) -> None:
    pacing = pace(small_bundle.simulator("lqr"), period=2e-3)
    assert pacing.steps == small_bundle.steps
    assert 0 <= pacing.missed <= pacing.steps
    assert 0 < pacing.compute["median"] <= pacing.compute["99 %"] <= pacing.compute["maximum"]
