"""Several references of one model: the closest one, changing to another, and references that do not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

import softrein
from offline.gains.lqr import lqr_gains
from offline.pipeline.base.reference import reduced_states
from offline.scenes.reading import scene_of_bundle
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.push import Push
from runtime.plant.track import Track
from runtime.simulator import Simulator
from softrein.errors import ControllerError, SceneError
from tests.runtime.test_simulator import a_push
from tests.tiny_bundles import tiny_body


def another_motion(bundle: Bundle) -> Bundle:
    """The plant under other forces: weaker, and on a body a growing pull to the side comes with them."""
    forces = 0.6 * bundle.track.feedforward
    if isinstance(bundle, BodyBundle):
        pull = Push(int(bundle.regions["xmax"][0]), (0, 2, 0), radius=0.06)
        growing = np.minimum(np.arange(bundle.steps) / 20, 1)
        forces = forces + np.outer(growing, pull.force @ bundle.shape.patterns(pull, None))
    plant = bundle.plant()
    track = Track(reduced_states(plant, bundle.track.states[0], forces), forces)
    gains = lqr_gains(plant, track, bundle.costs, bundle.actuation, "step")
    other = replace(bundle, track=track, uncontrolled=forces, gains={}, offsets={}, targets=[])
    return other.with_controllers({"lqr": gains})


@pytest.fixture
def other_bundle(either_bundle: Bundle) -> Bundle:
    return another_motion(either_bundle)


def to_end(simulator: Simulator) -> np.ndarray:
    while not simulator.finished:
        simulator.step()
    return simulator.state


def both(one: Bundle, other: Bundle) -> Simulator:
    simulator = one.simulator("lqr", rewind=False)
    assert simulator.add_reference(other) == 1
    return simulator


def linear_cost(bundle: Bundle, first: int, deviation: np.ndarray) -> float:
    """What LQR pays of a linear run from a step of a motion to its end, by the costs' definition.

    Of paths, and of motions that repeat, this knows nothing.
    """
    assert not bundle.rewind
    assert not bundle.paths
    setting, costs, h, z, total = bundle.setting, bundle.costs, bundle.dt, deviation, 0.0
    F, G, _ = setting.jacobians
    instants = dict(zip(costs.steps.tolist(), costs.instants, strict=True))
    for k in range(first, bundle.steps):
        c = setting.cost_to_go.gains[k] @ z
        after = F[k] @ z + G[k] @ c
        running = z @ costs.running @ z + after @ costs.running @ after
        total += h / 4 * costs.schedule[k] * running + h / 2 * c @ costs.control @ c
        total += 0.5 * z @ instants[k] @ z if k in instants else 0.0
        z = after
    return float(total + (0.5 * z @ instants[bundle.steps] @ z if bundle.steps in instants else 0.0))


def far(bundle: Bundle, state: np.ndarray, step: int) -> float:
    """How far a state is from a step of a motion that ends: what its deviation costs on average."""
    deviation = state - bundle.track.states[step]
    return float(np.mean([linear_cost(bundle, first, deviation) for first in range(bundle.steps)]))


def test_each_motion_has_a_name_of_its_own(small_bundle: BodyBundle) -> None:
    simulator = small_bundle.simulator("lqr")
    for name in (f"{small_bundle.name}-2", small_bundle.name):
        simulator.add_reference(replace(small_bundle, name=name))
    names = simulator.motions
    assert len(set(names)) == 3
    assert [simulator.enter(name, 0) or simulator.reference for name in names] == [0, 1, 2]


def test_pushed_towards_the_other_it_goes_over_and_arrives(
    either_bundle: Bundle, other_bundle: Bundle
) -> None:
    simulator = both(either_bundle, other_bundle)
    between = either_bundle.track.states - other_bundle.track.states
    middle = int(np.argmax(np.linalg.norm(between[: either_bundle.steps // 2], axis=1)))
    for _ in range(middle):
        simulator.step()
    here, there = simulator.reference_state, other_bundle.track.states[middle]
    simulator.state = 0.2 * here + 0.8 * there
    time, effort = simulator.time, simulator.effort
    step = simulator.enter(1)
    assert (simulator.reference, simulator.index) == (1, step)
    assert (simulator.time, simulator.effort) == (time, effort)
    np.testing.assert_array_equal(simulator.reference_state, other_bundle.track.states[step])
    final, places = to_end(simulator), simulator.bundle.plant().positions
    ends = [bundle.track.states[-1] for bundle in (either_bundle, other_bundle)]
    apart = np.linalg.norm((ends[0] - ends[1])[places])
    assert np.linalg.norm((final - ends[1])[places]) < 0.05 * apart
    assert simulator.effort > effort
    assert simulator.time == pytest.approx((middle + other_bundle.steps - step) * either_bundle.dt)


def test_having_gone_over_it_does_what_a_simulator_of_the_other_does(
    either_bundle: Bundle, other_bundle: Bundle
) -> None:
    gone, born = both(either_bundle, other_bundle), other_bundle.simulator("lqr", rewind=False)
    start = other_bundle.track.states[7] + 0.1 * (
        either_bundle.track.states[9] - other_bundle.track.states[7]
    )
    assert gone.follow(1, 7) == 7
    born.follow(0, 7)
    gone.state = born.state = start
    np.testing.assert_array_equal(to_end(gone), to_end(born))
    assert gone.effort == born.effort


def test_a_jump_goes_where_deviations_cost_least(either_bundle: Bundle, other_bundle: Bundle) -> None:
    simulator, rng = both(either_bundle, other_bundle), np.random.default_rng(3)
    bundles = [either_bundle, other_bundle]
    for _ in range(3):
        one, two = (
            bundles[rng.integers(2)].track.states[rng.integers(either_bundle.steps)] for _ in range(2)
        )
        simulator.state = state = one + rng.random() * (two - one)
        step = simulator.jump_to_closest()
        found = far(bundles[simulator.reference], state, step)
        for number, bundle in enumerate(bundles):
            there = simulator.enter(number)
            assert simulator.reference == number
            assert found <= (1 + 1e-6) * far(bundle, state, there)
            for other in rng.integers(bundle.steps, size=8).tolist():
                assert far(bundle, state, there) <= (1 + 1e-6) * far(bundle, state, other)


def test_a_state_near_a_motion_that_ends_does_not_enter_at_its_end(either_bundle: Bundle) -> None:
    """Where little is left to pay."""
    simulator, states = either_bundle.simulator("lqr", rewind=False), either_bundle.track.states
    size = np.abs(states).max()
    for step in (20, 40):
        simulator.state = states[step] + 0.01 * size * np.random.default_rng(step).standard_normal(
            states[0].size
        )
        assert abs(simulator.jump_to_closest() - step) < 10


def test_each_state_of_each_reference_is_closest_to_itself(
    either_bundle: Bundle, other_bundle: Bundle
) -> None:
    simulator = both(either_bundle, other_bundle)
    for number, bundle in ((1, other_bundle), (0, either_bundle), (1, other_bundle)):
        for step in (5, 17, 53):
            simulator.state = bundle.track.states[step]
            assert simulator.jump_to_closest() == step
            assert simulator.reference == number


def test_a_jump_among_three_lengths(small_bundle: BodyBundle) -> None:
    """Motions may differ in length; each ends, and rewinds, at its own end."""

    def cut(bundle: BodyBundle, steps: int) -> BodyBundle:
        track = Track(bundle.track.states[: steps + 1], bundle.track.feedforward[:steps])
        correction = bundle.correction[:steps]
        gains = {"pd": bundle.gains["pd"]}
        return replace(
            bundle, track=track, gains=gains, uncontrolled=track.feedforward, correction=correction
        )

    simulator = small_bundle.simulator("lqr", rewind=True)
    assert simulator.add_reference(cut(small_bundle, 30), "pd") == 1
    assert simulator.add_reference(cut(small_bundle, 50), small_bundle.gains["pd"]) == 2
    simulator.follow(1, 29)
    simulator.state = small_bundle.track.states[29]
    for index in (30, 1, 2):
        simulator.step()
        assert simulator.index == index
    assert simulator.reference == 1
    simulator.follow(2, 49)
    simulator.state = small_bundle.track.states[49]
    assert simulator.follow(2) == 49
    simulator.follow(0, 79)
    for wrong in ((1, 30), (2, 50), (0, 80), (0, -1), (3, 0), (-1, 0), (0, 1.5), ("pd", 0)):
        with pytest.raises(ControllerError, match="no"):
            simulator.follow(*wrong)
    assert (simulator.reference, simulator.index) == (0, 79)


def test_reset_begins_anew_and_warm_up_leaves_no_trace(either_bundle: Bundle, other_bundle: Bundle) -> None:
    simulator, plain = both(either_bundle, other_bundle), either_bundle.simulator("lqr", rewind=False)
    simulator.follow(1, 20)
    simulator.state = other_bundle.track.states[21]
    for _ in range(3):
        simulator.step()
    state, effort = simulator.state, simulator.effort
    simulator.warm_up()
    assert (simulator.reference, simulator.index) == (1, 23)
    assert (simulator.effort, simulator.time) == (effort, 3 * either_bundle.dt)
    np.testing.assert_array_equal(simulator.state, state)
    np.testing.assert_array_equal(simulator.reference_state, other_bundle.track.states[23])
    for begin_anew in (simulator.reset, simulator.warm_up):
        begin_anew()
        assert (simulator.reference, simulator.index, simulator.effort) == (0, 0, 0)
    np.testing.assert_array_equal(to_end(simulator), to_end(plain))


def test_without_control_the_others_own_forces_act(either_bundle: Bundle, other_bundle: Bundle) -> None:
    simulator = either_bundle.simulator("none", rewind=False)
    simulator.add_reference(other_bundle, "none")
    simulator.follow(1, 0)
    np.testing.assert_allclose(to_end(simulator), other_bundle.track.states[-1], rtol=1e-9, atol=1e-9)


def test_without_control_motions_of_one_bundle_have_their_own_forces(small_smoke: SmokeBundle) -> None:
    """Also where the feed-forward of control is none of them, as with `feedforward = "zero"`."""
    own = replace(small_smoke, track=small_smoke.track._replace(feedforward=0 * small_smoke.uncontrolled))
    assert own.uncontrolled.any()
    both = own.with_motion(replace(own, motion_name="second"))
    simulator = both.simulator("none", rewind=False)
    simulator.enter("second", 0)
    first = both.simulator("none", rewind=False)
    np.testing.assert_array_equal(to_end(simulator), to_end(first))
    assert simulator.steps_left == 0


def test_a_controller_is_told_of_pushes_on_every_motion_or_none(either_bundle: Bundle) -> None:
    """Of a bundle that previews, of its other motions, and of one that is added so."""
    first, second = (replace(either_bundle, motion_name=name) for name in ("first", "second"))
    both = replace(first.with_motions([second]), preview=True)
    assert both.motion("second").preview
    assert not first.with_motions([second]).motion("second").preview
    push = a_push(either_bundle)
    mixed = first.with_motions([replace(second, preview=True)])

    def pushed(simulator: Simulator) -> np.ndarray:
        simulator.enter(len(simulator.motions) - 1, 0)
        simulator.push(push.at, push.force, radius=push.radius)
        simulator.step()
        return simulator.state

    plain, told, added = (either_bundle.simulator("lqr", rewind=False) for _ in range(3))
    plain.add_reference(second)
    told.add_reference(replace(second, preview=True))
    added.add_reference(second, preview=True)
    np.testing.assert_array_equal(pushed(added), pushed(told))
    assert not np.array_equal(added.state, pushed(plain))
    np.testing.assert_array_equal(pushed(both.simulator("lqr", rewind=False)), told.state)
    np.testing.assert_array_equal(pushed(mixed.simulator("lqr", rewind=False)), plain.state)


def test_another_model_is_refused(
    small_bundle: BodyBundle, small_smoke: SmokeBundle, either_bundle: Bundle
) -> None:
    simulator, same = either_bundle.simulator("lqr"), cast(Any, either_bundle)
    name = "damping" if same is small_bundle else "viscosity"
    other = same.model._replace(**{name: 1 + getattr(same.model, name)})
    different = [
        (replace(same, vectors=same.vectors * (1 + 1e-6)), "'vectors'"),
        (replace(same, actuators=2 * same.actuators), "'actuators'"),
        (replace(same, model=other), "'model'"),
        (same.at_step(same.dt / 2), "at_step"),
        (small_smoke if same is small_bundle else small_bundle, "kind"),
    ]
    for bundle, words in different:
        with pytest.raises(ControllerError, match=words):
            simulator.add_reference(bundle)
    with pytest.raises(ControllerError, match="no controller"):
        simulator.add_reference(same, "spd2")
    simulator.step()
    with pytest.raises(ControllerError, match="no motion 1"):
        simulator.follow(1)


def test_a_reference_at_another_step_fits_once_resampled(either_bundle: Bundle) -> None:
    simulator = either_bundle.simulator("lqr")
    simulator.add_reference(either_bundle.at_step(either_bundle.dt / 2).at_step(either_bundle.dt))
    simulator.follow(1, 11)
    np.testing.assert_allclose(
        simulator.reference_state, either_bundle.track.states[11], rtol=1e-12, atol=1e-13
    )


def test_another_motion_through_keyframes_is_gone_over_to_and_arrives(small_bundle: BodyBundle) -> None:
    """Its end comes where the key-frame has it, for a simulator that was somewhere else before."""
    time, wanted = 0.4, np.array([0.0, 0.0, 0.02])
    other = softrein.through_keyframes(
        small_bundle, [{"region": "xmax", "time": time, "position": wanted, "weight": 1e6}]
    )
    assert isinstance(other, BodyBundle)
    region, step = small_bundle.regions["xmax"], round(time / small_bundle.dt)
    rest = small_bundle.vertices[region].mean(axis=0)
    simulator = small_bundle.simulator("lqr", rewind=False)
    simulator.follow(simulator.add_reference(other), 0)
    for _ in range(step):
        simulator.step()
    np.testing.assert_allclose(simulator.positions(region).mean(axis=0) - rest, wanted, atol=1e-3)
    again: Any = scene_of_bundle(other, "other")
    assert [frame.region for frame in again.keyframes] == ["xmax"]
    assert any("tuned" in row for row in small_bundle.stages)
    assert not any("tuned" in row for row in other.stages)  # along another motion


@pytest.mark.parametrize(
    ("frames", "words"),
    [
        ([], "keyframes: expected tables"),
        (None, "keyframes"),
        ([{"region": "xmax"}], "keyframes.0.time: missing"),
        (
            [{"region": "nowhere", "time": 0.1, "position": [0, 0, 0]}],
            "keyframes.0.region: there is no 'nowhere'; there are .*xmax",
        ),
        ([{"pose": "a.npz", "time": 0.1}], "keyframes.0.pose: only a scene that is precomputed"),
    ],
)
def test_keyframes_that_are_none_are_refused(small_bundle: BodyBundle, frames: Any, words: str) -> None:
    with pytest.raises((SceneError, ControllerError), match=words):
        softrein.through_keyframes(small_bundle, frames)


def test_key_frames_may_be_of_a_motion_that_another_step_has_shortened(small_bundle: BodyBundle) -> None:
    """Times of the scene's own that lay between its end and the old one's come to lie within it."""
    end = small_bundle.dt * small_bundle.steps
    scene: Any = scene_of_bundle(small_bundle, "beam").model_dump(mode="json", exclude_defaults=True)
    scene["control"]["instants"] = [{"time": end, "region": "xmax", "weight": 1.0}]
    scene["pushes"][0]["time"] = end - 1e-6
    shorter = replace(small_bundle, scene=scene)
    step = next(s for s in np.linspace(1.5, 3.0, 31) * small_bundle.dt if round(end / s) * s < end - 1e-4)
    other = softrein.through_keyframes(
        shorter.at_step(float(step)), [{"region": "xmax", "time": 0.2, "position": [0, 0, 0.02]}]
    )
    assert other.dt == step


def test_a_keyframe_out_of_reach_is_told(small_bundle: BodyBundle) -> None:
    with pytest.warns(UserWarning, match="'xmax' at 0.1 s is missed by .* c?m: "):
        softrein.through_keyframes(small_bundle, [{"region": "xmax", "time": 0.1, "position": [0, 5, 0]}])


def test_whether_a_motion_begins_anew_follows_the_one_that_is_entered(small_bundle: BodyBundle) -> None:
    once, endless = replace(small_bundle, rewind=False), replace(small_bundle, rewind=True)
    simulator = once.simulator("none")
    number = simulator.add_reference(endless, "none")
    assert not simulator.rewind
    simulator.enter(number, endless.steps - 1)
    simulator.step()
    assert not simulator.finished
    simulator.step()
    assert simulator.index == 1
    simulator.enter(0, once.steps - 1)
    simulator.step()
    assert simulator.finished
    simulator.rewind = True  # said: it holds for all
    assert not simulator.finished
    simulator.reset()
    assert simulator.rewind
    simulator.warm_up()
    said = once.simulator("none", rewind=False)
    said.add_reference(endless, "none")
    said.enter(1, 0)
    assert not said.rewind


def test_a_path_of_another_motion_is_refused_with_what_to_do() -> None:
    bundle = tiny_body()
    simulator = bundle.simulator("none")
    simulator.enter(simulator.add_reference(replace(bundle, name="other"), "none"), 0)
    with pytest.raises(ControllerError, match="the simulator follows 'other'; make a simulator of that"):
        simulator.path([[0, 0], [0, 0.01]], times=[0.1, 0.2])
    simulator.path(None)  # its own path needs nothing


def test_smoke_goes_through_no_other_keyframes(small_smoke: SmokeBundle) -> None:
    with pytest.raises(ControllerError, match="a body's bundle"):
        softrein.through_keyframes(
            small_smoke,
            [  # type: ignore[arg-type]
                {"particle": 0}
            ],
        )
