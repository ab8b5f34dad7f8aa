"""The simulator as a program uses it: pushes, settable state, rewinding, jumping, pacing."""

from __future__ import annotations

import numpy as np
import pytest

from runtime import realtime
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.control.base.costs import error_of
from runtime.plant.push import Push
from runtime.realtime import pace
from softrein.errors import ControllerError, SimulationError


def a_push(bundle: Bundle) -> Push:
    """One that can be felt: at a vertex of the beam's end, or at a particle."""
    if isinstance(bundle, BodyBundle):
        return Push(int(bundle.regions["xmax"][0]), (0, 1, 0))
    return Push(0, (1, 2), radius=0.1)


def to_end(simulator) -> np.ndarray:  # type: ignore[no-untyped-def]
    while not simulator.finished:
        simulator.step()
    return simulator.state


def test_stepping_is_the_recorded_run(either_bundle: Bundle) -> None:
    simulator = either_bundle.simulator("lqr")
    push = either_bundle.pushes[0]
    while not simulator.finished:
        if simulator.index == round(push.time / either_bundle.dt):
            simulator.push(push.at, push.force, push.duration, push.radius)
        simulator.step()
    run = either_bundle.run(controller="lqr")
    np.testing.assert_allclose(simulator.state, run.states[-1], rtol=1e-9, atol=1e-12)
    assert simulator.effort == pytest.approx(run.effort)
    assert simulator.error == pytest.approx(run.error)
    assert simulator.time == pytest.approx(either_bundle.steps * either_bundle.dt)


def test_the_error_so_far_is_asked_for_at_any_step_and_goes_on_like_the_effort(either_bundle: Bundle) -> None:
    simulator, push = either_bundle.simulator("none", rewind=True), a_push(either_bundle)
    assert simulator.error == 0.0
    simulator.push(push.at, push.force, 0.1, push.radius)
    grown, states = [], [simulator.state]
    for _ in range(either_bundle.steps):
        simulator.step()
        grown.append(simulator.error)
        states.append(simulator.state)
    assert (np.diff(grown) >= 0).all()
    costs, track = either_bundle.costs, either_bundle.track_of("none")
    once = error_of(costs, np.array(states), track.states, either_bundle.dt)
    assert simulator.error == pytest.approx(once)
    for _ in range(either_bundle.steps):
        simulator.step()
        states.append(simulator.state)
    again = error_of(costs, np.array(states[either_bundle.steps :]), track.states, either_bundle.dt)
    assert simulator.error == pytest.approx(np.hypot(once, again))
    kept = simulator.error
    simulator.warm_up()
    assert simulator.error == kept
    simulator.reset()
    assert simulator.error == 0.0


def test_a_state_that_is_set_counts_from_the_next_step_on(small_bundle: BodyBundle) -> None:
    simulator, costs, dt = small_bundle.simulator("none"), small_bundle.costs, small_bundle.dt
    for _ in range(3):
        simulator.step()
    before = simulator.error
    simulator.state = simulator.reference_state + 1.0
    assert simulator.error == before
    off = simulator.state - simulator.reference_state
    simulator.step()
    after = simulator.state - simulator.reference_state
    added = costs.schedule[3] * dt / 2 * sum(each @ costs.running @ each for each in (off, after))
    assert simulator.error**2 - before**2 == pytest.approx(added)


def test_a_push_acts_until_it_is_released(either_bundle: Bundle) -> None:
    def pushed(steps: int, release: bool) -> np.ndarray:
        simulator = either_bundle.simulator("none")
        wanted, duration = a_push(either_bundle), np.inf if release else steps * either_bundle.dt
        push = simulator.push(wanted.at, wanted.force, duration, wanted.radius)
        for step in range(20):
            if release and step == steps:
                push.release()
            simulator.step()
        return simulator.state

    np.testing.assert_array_equal(pushed(5, release=True), pushed(5, release=False))
    assert not np.allclose(pushed(5, release=True), pushed(6, release=True))


def test_a_push_at_a_point_finds_the_vertex_that_is_there_now(small_bundle: BodyBundle) -> None:
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


def test_a_patch_spreads_the_same_total_force(small_bundle: BodyBundle) -> None:
    vertices, weights = small_bundle.shape.patch(int(small_bundle.regions["xmax"][0]), 0.06)
    assert len(vertices) > 3
    assert weights.sum() == pytest.approx(1)
    assert (weights >= 0).all()


def test_positions_of_chosen_vertices_are_those_of_all(small_bundle: BodyBundle) -> None:
    simulator = small_bundle.simulator("none")
    for _ in range(7):
        simulator.step()
    chosen = [3, 1, 20]
    np.testing.assert_array_equal(simulator.positions(chosen), simulator.positions()[chosen])
    assert simulator.positions([]).shape == (0, 3)
    np.testing.assert_array_equal(
        simulator.positions(small_bundle.regions["xmin"]), small_bundle.vertices[small_bundle.regions["xmin"]]
    )


def test_state_is_settable_and_checked(either_bundle: Bundle) -> None:
    simulator = either_bundle.simulator("lqr")
    state = np.linspace(0, 0.01, simulator.state.size)
    simulator.state = state
    np.testing.assert_array_equal(simulator.state, state)
    state[0] = 9
    assert simulator.state[0] == 0  # a copy went in
    for bad in (np.zeros(3), np.full(simulator.state.size, np.nan)):
        with pytest.raises(ControllerError):
            simulator.state = bad


def test_reset_and_warm_up_leave_no_trace(either_bundle: Bundle) -> None:
    simulator, fresh = either_bundle.simulator("lqr"), either_bundle.simulator("lqr")
    push = a_push(either_bundle)
    simulator.push(push.at, push.force, radius=push.radius)
    for _ in range(5):
        simulator.step()
    simulator.reset()
    simulator.warm_up()
    assert simulator.time == 0
    assert simulator.effort == 0
    np.testing.assert_array_equal(to_end(simulator), to_end(fresh))


def test_warm_up_works_at_the_end_and_keeps_what_was_going_on(either_bundle: Bundle) -> None:
    simulator = either_bundle.simulator("lqr")
    final = to_end(simulator)
    simulator.warm_up()
    assert simulator.finished
    np.testing.assert_array_equal(simulator.state, final)


def test_the_end_is_an_error_unless_it_rewinds(either_bundle: Bundle) -> None:
    simulator = either_bundle.simulator("none")
    to_end(simulator)
    with pytest.raises(SimulationError, match="rewind=True"):
        simulator.step()
    endless = either_bundle.simulator("lqr", rewind=True)
    for _ in range(2 * either_bundle.steps + 5):
        endless.step()
    assert endless.index == 5
    assert not endless.finished


def test_a_plan_is_not_of_where_the_motion_was(either_bundle: Bundle) -> None:
    """After a jump the next control is that of a plan made there, however rarely there are plans."""
    controls = []
    for jumps in (True, False):
        simulator = either_bundle.simulator("mpc", horizon=12, every=6)
        if jumps:
            for _ in range(8):
                simulator.step()
            state = simulator.state
            simulator.follow(0, 10)
        else:
            simulator.index = 10
            simulator.state = state
        simulator.state = 1.01 * state
        simulator.step()
        controls.append(simulator.control)
    np.testing.assert_array_equal(*controls)


def test_jumping_goes_to_the_closest_state(either_bundle: Bundle) -> None:
    simulator = either_bundle.simulator("lqr")
    for step in (0, 17, 53):
        simulator.state = either_bundle.track.states[step] + 1e-9
        assert simulator.jump_to_closest() == step
        np.testing.assert_array_equal(simulator.reference_state, either_bundle.track.states[step])


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
def test_what_is_no_push_is_refused(small_bundle: BodyBundle, at, force, radius, duration) -> None:  # type: ignore[no-untyped-def]
    simulator = small_bundle.simulator("none")
    with pytest.raises(ControllerError):
        simulator.push(at, force, duration, radius)
    simulator.step()


def test_a_push_too_large_is_an_error_that_names_the_step(either_bundle: Bundle) -> None:
    simulator = either_bundle.simulator("none")
    push = a_push(either_bundle)
    simulator.push(push.at, [1e300 * part for part in push.force], radius=push.radius)
    with pytest.raises(SimulationError, match="step 0"):
        simulator.step()
    assert np.isfinite(simulator.state).all()


class OwnGains:
    """The feedback written as a user would write it."""

    def __init__(self, gains: np.ndarray) -> None:
        self.gains = gains

    def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
        return np.asarray(self.gains[min(step, len(self.gains) - 1)] @ deviation)


def test_a_controller_written_in_python_does_what_its_gains_would(either_bundle: Bundle) -> None:
    gains = either_bundle.gains["pd"]
    own = either_bundle.simulator(OwnGains(gains))
    shipped = either_bundle.simulator(gains)
    push = a_push(either_bundle)
    for simulator in (own, shipped):
        simulator.push(push.at, push.force, 0.05, push.radius)
    np.testing.assert_allclose(to_end(own), to_end(shipped), rtol=1e-10, atol=1e-13)
    assert own.effort == pytest.approx(shipped.effort)


def test_what_is_no_controller_and_no_vertex_is_refused(small_bundle: BodyBundle) -> None:
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


def test_a_controller_that_returns_nonsense_is_told(either_bundle: Bundle) -> None:
    class Wrong:
        def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
            return np.zeros(99)

    with pytest.raises(ControllerError, match=f"{either_bundle.rank} finite numbers"):
        either_bundle.simulator(Wrong()).step()

    class Text:
        def control(self, step: int, deviation: np.ndarray) -> str:
            return "left"

    with pytest.raises(ControllerError, match="finite numbers, and gave 'left' at step 0"):
        either_bundle.simulator(Text()).step()  # type: ignore[arg-type]


def test_a_push_outlasts_a_step_that_fails(small_bundle: BodyBundle) -> None:
    """Its step is still to come, as the state is that before."""
    one, other = (small_bundle.simulator("none", rewind=False) for _ in range(2))
    for simulator in (one, other):
        simulator.push("xmax", (0.0, 0.0, 1.0), small_bundle.dt)
    large = one.push("xmax", (0.0, 1e150, 0.0), 5 * small_bundle.dt)
    with pytest.raises(SimulationError, match="step 0 did not give a finite state"):
        one.step()
    large.release()
    for simulator in (one, other):
        simulator.step()
    np.testing.assert_array_equal(one.state, other.state)
    assert np.abs(one.state - small_bundle.track.states[1]).max() > 1e-6


def test_a_push_outlasts_a_step_that_a_controller_fails(small_bundle: BodyBundle) -> None:
    class Fails:
        def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
            raise RuntimeError("no")

    simulator = small_bundle.simulator(Fails())
    push = simulator.push("xmax", (0.0, 0.0, 1.0), 2 * small_bundle.dt)
    with pytest.raises(RuntimeError, match="no"):
        simulator.step()
    assert push.steps_left == 2


def test_pacing_goes_to_the_end_of_the_round_that_it_finds(small_bundle: BodyBundle) -> None:
    simulator = small_bundle.simulator("lqr", rewind=True)
    for _ in range(small_bundle.steps + 3):
        simulator.step()
    assert simulator.steps_left == small_bundle.steps - 3
    simulator.index = small_bundle.steps - 5
    assert pace(simulator, period=1e-4).steps == 5
    assert simulator.steps_left == small_bundle.steps  # of the next round
    simulator.rewind = False
    assert pace(simulator, period=1e-4).steps == 0


def test_pacing_counts_and_keeps_the_beat(either_bundle: Bundle) -> None:
    pacing = pace(either_bundle.simulator("lqr"), period=2e-3)
    assert pacing.steps == either_bundle.steps
    assert 0 <= pacing.missed <= pacing.steps
    assert 0 < pacing.compute["median"] <= pacing.compute["99 %"] <= pacing.compute["maximum"]


def test_who_keeps_time_asks_for_short_slices_and_gives_them_back() -> None:
    def slice_now() -> int:
        attributes = realtime._attributes()
        if attributes is None:
            pytest.skip("a system that does not say")
        return attributes[5]

    before = slice_now()
    if not before:
        pytest.skip("a system whose slices are its own")
    with realtime.short_slices():
        assert slice_now() == realtime.SLICE < before
    assert slice_now() == before
