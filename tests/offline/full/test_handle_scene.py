"""Bodies that a handle carries: scenes, bundles, simulators, and the full model beside the reduced one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offline.full.body.full_body import build_full_body, simulate
from offline.full.body.handle.way import carried_by
from offline.scenes.base.parts import TimePart
from offline.scenes.body.paths import HandlePart
from offline.scenes.reading import read_scene
from offline.scenes.reading import scene_of as scene_from
from offline.steering.body import steer_full
from runtime.base.fields import nothing
from runtime.body.handle.hand import Hand, Way
from runtime.body.handle.pose import exponential, logarithm, matrices
from runtime.body.terms.base_motion import INPUTS, HandleArrays
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from runtime.plant.push import Push
from runtime.plant.track import Track
from softrein.errors import BundleError, ControllerError, SceneError
from tests.runtime.bundle.carried import carried
from tests.shared_bundles import shared_bundle

Array = np.ndarray
WAY = {
    "times": ["0 s", "0.2 s", "0.4 s", "0.6 s"],
    "translation": [[0, 0, 0], ["4 cm", 0, "2 cm"], ["-3 cm", "2 cm", 0], [0, 0, 0]],
    "rotation": [[0, 0, 0], [0, "20 deg", "10 deg"], ["15 deg", "-20 deg", 0], [0, 0, 0]],
}


def scene_of(**changes: Any) -> dict[str, Any]:
    """A beam that is shaken under gravity, stiff enough for eight modes."""
    data = read_scene("beam").model_dump(mode="json")
    data |= {"name": "shaken", "targets": [], "loads": [], "gravity": [0, -9.81, 0], "handle": WAY}
    data["materials"]["body"]["young"] = 6e5
    data["basis"]["rank"] = 12
    return data | changes


@pytest.fixture(scope="module")
def shaken() -> BodyBundle:
    """Its bundle, as it comes back from its file."""
    found = shared_bundle(scene_from(scene_of()), rivals=True)
    assert isinstance(found, BodyBundle)
    return found


def off(one: Array, other: Array) -> float:
    """The distance of two motions (T + 1, n), root of the mean square, as a share of the second."""
    return float(np.linalg.norm(one - other) / np.linalg.norm(other))


@pytest.mark.slow("full runs of a shaken body")
def test_full_and_reduced_body_are_shaken_alike(shaken):
    full = build_full_body(scene_from(scene_of()))
    u = np.array([u for u, _ in simulate(full)])
    reduced = shaken.track.states[:, : shaken.rank] @ shaken.vectors.T
    assert np.abs(u).max() > 0.01
    assert off(reduced, u) < 0.02


def test_the_full_body_is_steered_in_the_handle_s_frame(shaken):
    full = build_full_body(scene_from(scene_of()))
    push = Push(shaken.pushes[0].at, (0.0, 1.0, 0.5), 0.2, 0.05, 0.05)
    run, free = (steer_full(full, shaken, name, [[push]], record=True) for name in ("lqr", "none"))
    assert run.error[0] < 0.3 * free.error[0]
    ours = shaken.rollouts([[push]], "lqr")
    assert run.error[0] == pytest.approx(ours.error[0], rel=0.2)


def test_simulator_run_and_rollouts_agree(shaken):
    push = Push(shaken.pushes[0].at, (0.0, 1.0, 0.5), 0.2, 0.05, 0.05)
    for name in ("lqr", "spd", "mpc"):
        run, many = shaken.run([push], name), shaken.rollouts([[push]], name, record=True)
        simulator = shaken.simulator(name)
        for step in range(shaken.steps):
            simulator.play([push], step)
            simulator.step()
        np.testing.assert_allclose(simulator.state, run.states[-1], rtol=1e-9, atol=1e-11)
        np.testing.assert_allclose(many.states[-1, 0], run.states[-1], rtol=1e-9, atol=1e-11)


def test_a_push_is_one_in_space(shaken):
    """The force that a handle's frame sees is turned against the handle."""
    push = Push(shaken.pushes[0].at, (0.0, 0.0, 2.0), 0.1, 0.3, 0.05)
    events, turns = shaken.events([push]), Way(**shaken.way).turns
    pattern = shaken.shape.patterns(push)
    for first, last, force in zip(*events, strict=True):
        assert last == first + 1
        np.testing.assert_allclose(force, np.array([0, 0, 2.0]) @ turns[first] @ pattern)


def test_positions_are_places_in_space(shaken):
    simulator = shaken.simulator()
    held = np.setdiff1d(np.arange(len(shaken.vertices)), shaken.free // 3)
    for _ in range(25):
        simulator.step()
    way, pivot = Way(**shaken.way), shaken.handle["pivot"]
    wanted = (shaken.vertices[held] - pivot) @ matrices(way.rotation[25]).T + pivot + way.translation[25]
    np.testing.assert_allclose(simulator.positions(held), wanted, atol=1e-14)
    placed = shaken.shape.positions(shaken.in_space(shaken.track.states))
    np.testing.assert_allclose(placed[25], simulator.positions(), atol=1e-10)


def test_moves_end_where_they_should(shaken):
    simulator = shaken.simulator()
    hand = simulator.handle
    for step in range(60):
        if step == 12:
            hand.move((0.03, -0.02, 0.01), (0.4, 0.0, -0.6), over=0.2)
        if step == 22:
            hand.move(rotation=(0.0, 0.5, 0.0), over=0.15)
        if step == 45:
            hand.release(0.1)
        simulator.step()
        if step == 40:
            np.testing.assert_allclose(hand.pose.translation, (0.03, -0.02, 0.01), atol=1e-12)
            np.testing.assert_allclose(hand.pose.rotation, (0.0, 0.5, 0.0), atol=1e-12)
    assert not hand.moving
    way = Way(**shaken.way)
    np.testing.assert_allclose(hand.pose.translation, way.translation[60])
    simulator.reset()
    assert not hand.moving
    np.testing.assert_allclose(hand.pose.translation, way.translation[0])


def test_moves_are_smooth_and_inputs_are_their_derivatives():
    """From one move into another, and back onto a way that goes on meanwhile."""
    dt, steps, down = 1e-3, 700, np.array([0, -9.81, 0])
    part = HandlePart(
        period=0.35,
        rotation=[(0, 0, 0), (0.5, 0, 0.3), (0, -0.6, 0)],
        translation=[(0, 0, 0)] * 2 + [(0.1, 0, 0)],
    )
    carried = carried_by(part, np.zeros(3), (0, -9.81, 0), TimePart(step=dt, steps=steps))
    assert carried is not None
    arrays = (np.zeros((3, 1)), np.zeros((9, 1)), np.zeros((9, 1, 1)))
    hand = Hand(HandleArrays(carried.pivot, carried.gravity, *arrays), dt, slice(0, INPUTS))
    hand.follow(carried.way, Track(np.zeros((steps + 1, 2)), carried.inputs), 0)
    places, turns, inputs, driven = [], [], [], np.zeros(9)
    for step in range(steps):
        if step == 100:
            hand.move((0.03, -0.02, 0.01), (0.4, 0.0, -0.6), over=0.2)
        if step == 200:
            hand.move(rotation=(0.0, 0.5, 2.0), over=0.15)
        if step == 320:
            hand.release(0.2)
        places.append(hand.pose.translation)
        turns.append(exponential(hand.pose.rotation))
        hand.drive(driven)
        inputs.append(carried.inputs[step] + driven)
        hand.stepped()
    found, rotations = np.array(inputs), np.array(turns)
    between = np.einsum("tba,tbc->tac", rotations[:-1], rotations[1:])
    spins = np.array([logarithm(each) for each in between]) / dt
    np.testing.assert_allclose(found[:-1, 3:6], spins, atol=2e-3 * np.abs(spins).max())
    q = (spins[2:] - spins[:-2]) / (2 * dt)
    np.testing.assert_allclose(found[1:-2, 6:], q, atol=1e-2 * np.abs(q).max())
    gains = np.diff(np.array(places), 2, axis=0) / dt**2  # at the states 1, 2, ...
    felt = np.einsum("tba,tb->ta", rotations[1:-1], gains - down) + down
    np.testing.assert_allclose((found[:-2, :3] + found[1:-1, :3]) / 2, felt, atol=5e-3 * np.abs(felt).max())
    assert np.abs(np.diff(found, axis=0)).max(axis=0).max() < 0.1 * np.abs(found).max()  # and none jumps


def test_the_body_feels_what_the_hand_does(shaken):
    """A body that is moved by hand as the scene would move it goes along with the reference."""
    at_rest = precomputed_at_rest(shaken)
    simulator = at_rest.simulator("none", handle=True)
    hand = simulator.handle
    hand.move((0.0, 0.0, 0.0), (0.0, 0.0, np.pi / 2), over=0.2)
    for _ in range(at_rest.steps):
        simulator.step()
    turned = at_rest.shape.positions(simulator.state) - at_rest.shape.positions(at_rest.track.states[-1])
    assert np.abs(turned).max() > 1e-3  # gravity now pulls along the beam
    inputs = simulator._disturbance[at_rest.rank :]
    np.testing.assert_allclose(inputs[:3], (9.81, -9.81, 0.0), atol=1e-9)


def precomputed_at_rest(bundle: BodyBundle) -> BodyBundle:
    """The same body with a handle that rests."""
    from dataclasses import replace

    none = np.zeros_like(bundle.track.feedforward)
    states = np.tile(bundle.track.states[:1], (len(bundle.track.states), 1))
    plain = replace(
        bundle, way={}, track=bundle.track._replace(feedforward=none[:, : bundle.rank], states=states),
        uncontrolled=none[:, : bundle.rank], correction=nothing(),
        actuators=bundle.actuators[: bundle.rank],
    )  # fmt: skip
    assert plain.forces == plain.rank
    return plain


def test_any_body_can_be_picked_up(shaken):
    plain = precomputed_at_rest(shaken)
    with pytest.raises(ControllerError, match="handle=True"):
        _ = plain.simulator().handle
    for name in ("lqr", "mpc"):
        held, free = plain.simulator(name, handle=True), plain.simulator(name)
        for _ in range(5):
            held.step()
            free.step()
        np.testing.assert_allclose(held.state, free.state, rtol=1e-9, atol=1e-12)
    from dataclasses import replace

    with pytest.raises(ControllerError, match="precompute it again"):
        replace(plain, handle={}).simulator(handle=True)


def test_a_closed_way_goes_on_across_its_seam(small_bundle):
    """Where the motion begins anew the handle is as it was, but for its acceleration: that needs no blend."""
    bundle = replace(carried(small_bundle, small_bundle.steps * small_bundle.dt), rewind=True)
    simulator = bundle.simulator("none")
    for _ in range(bundle.steps + 3):
        simulator.step()
        assert not simulator.handle.moving


def test_smoke_has_no_handle(small_smoke):
    with pytest.raises(ControllerError, match="no option 'handle'"):
        small_smoke.simulator(handle=True)
    with pytest.raises(ControllerError, match="only soft bodies"):
        small_smoke.in_moving_frame()
    assert not hasattr(small_smoke.simulator(), "handle")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (((0, 0),), "translation"), ((("1 cm", 0, 0),), "translation"), (((0, 0, np.nan),), "translation"),
        (((0, 0, 1e300),), "translation"), ((None, (0, 0, np.inf)), "rotation"), ((None, "abc"), "rotation"),
        ((None, None, 0.0), "over"), ((None, None, -1.0), "over"), ((None, None, 1e-9), "over"),
        ((None, None, np.nan), "over"), ((None, None, "1 s"), "over"),
    ],
)  # fmt: skip
def test_nonsense_is_refused(shaken, arguments, named):
    hand = shaken.simulator().handle
    with pytest.raises(ControllerError, match=f"^{named}"):
        hand.move(*arguments)
    assert not hand.moving


def test_a_simulator_goes_on_from_one_way_to_another(shaken):
    simulator = shaken.simulator()
    simulator.add_reference(precomputed_at_rest(shaken))
    for _ in range(15):
        simulator.step()
    before = simulator.positions()
    simulator.follow(1, 20)
    np.testing.assert_allclose(simulator.positions(), before, atol=1e-12)
    for _ in range(40):
        simulator.step()
    np.testing.assert_allclose(simulator.handle.pose.translation, 0.0, atol=1e-12)


def test_warming_up_leaves_the_hand_alone(shaken):
    simulator = shaken.simulator()
    for _ in range(3):
        simulator.step()
    simulator.handle.move((0.1, 0, 0))
    simulator.step()
    before, pose = simulator.positions(), simulator.handle.pose
    simulator.warm_up()
    np.testing.assert_array_equal(simulator.positions(), before)
    np.testing.assert_array_equal(simulator.handle.pose.translation, pose.translation)


def test_it_is_resampled(shaken):
    other = shaken.at_step(shaken.dt / 2)
    other.check()
    way, old = Way(**other.way), Way(**shaken.way)
    np.testing.assert_allclose(way.translation[::2], old.translation, atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(way.rotation, axis=1), 1, atol=1e-12)
    assert off(other.track.states[::2, : shaken.rank], shaken.track.states[:, : shaken.rank]) < 0.05


def test_ways_that_do_not_fit_are_refused(shaken, tmp_path):
    from dataclasses import replace

    def bad(message: str, **changes: Any) -> None:
        with pytest.raises(BundleError, match=message):
            save(replace(shaken, **changes), tmp_path / "bad.softrein")

    bad("way", way={**shaken.way, "rotation": 2 * shaken.way["rotation"] / 3})
    bad("way", handle={})
    bad("translation", way={**shaken.way, "translation": shaken.way["translation"][1:]})
    bad("uncontrolled", uncontrolled=shaken.uncontrolled + 1)
    driven = shaken.actuators.copy()
    driven[-1, 0] = 1.0
    bad("controls drive the handle, which follows its own motion", actuators=driven)
    bad("forces|feedforward|uncontrolled|actuators", way={})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"handle": {"times": ["0 s", "1 s"]}}, "give poses"),
        ({"handle": {"translation": [[0, 0, 0], [1, 0, 0]]}}, "times.*period"),
        ({"handle": {"times": ["0 s", "0.5 s"], "translation": [[0, 0, 0]] * 3}}, "one entry per pose"),
        ({"handle": {**WAY, "times": ["0 s", "0.2 s", "0.2 s", "0.6 s"]}}, "times: they must increase"),
        ({"handle": {**WAY, "times": ["0 s", "0.2 s", "0.3 s", "6 s"]}}, "handle.times"),
        ({"handle": {**WAY, "rotation": [[0, 0, "20 cm"]] * 4}}, "handle.rotation"),
        ({"handle": {"period": "0.3 s", "rotation": [[0, 0, 0], [0, 0, 1]]}}, "whole number of rounds"),
        (
            {"control": read_scene("beam").control.model_dump() | {"discretisation": "exponential"}},
            "gains of the step",
        ),
        ({"targets": read_scene("beam").model_dump(mode="json")["targets"]}, "targets"),
        (
            {"reference": {"rewind": True}, "handle": {**WAY, "translation": [[0, 0, k] for k in range(4)]}},
            "begins where it ends",
        ),
    ],
)
def test_scenes_that_cannot_be_are_refused(changes, message):
    with pytest.raises(SceneError, match=message):
        scene_from(scene_of(**changes))


def test_a_way_goes_through_its_poses():
    part = HandlePart(
        times=[0.1, 0.3, 0.6], translation=[(0, 0, 0), (0.1, 0, 0.2), (0, 0.3, 0)],
        rotation=[(0, 0, 0), (0, 0, 4.0), (0, 0, 7.0)],
    )  # fmt: skip
    carried = carried_by(part, np.zeros(3), (0, -9.81, 0), TimePart(step=0.01, steps=80))
    assert carried is not None
    way = Way(**carried.way)
    for time, place, angle in (
        (0, (0, 0, 0), 0),
        (0.3, (0.1, 0, 0.2), 4.0),
        (0.6, (0, 0.3, 0), 7.0),
        (0.8, (0, 0.3, 0), 7.0),
    ):
        step = round(100 * time)
        np.testing.assert_allclose(way.translation[step], place, atol=1e-12)
        np.testing.assert_allclose(
            matrices(way.rotation[step]), exponential(np.array([0, 0, angle])), atol=1e-12
        )
    assert not way.velocity[[0, 10, 60, 80]].any() or np.abs(way.velocity[[0, 10, 60, 80]]).max() < 1e-12
    speed = np.gradient(way.translation, 0.01, axis=0)
    np.testing.assert_allclose(way.velocity[12:58], speed[12:58], atol=0.02)
    turned = np.einsum("tba,tbc->tac", matrices(way.rotation[:-1]), matrices(way.rotation[1:]))
    np.testing.assert_allclose(turned[:, 1, 0] / 0.01, carried.inputs[:, 5], atol=0.4)


def test_a_closed_way_has_no_seam():
    part = HandlePart(period=0.5, translation=[(0.1, 0, 0), (0, 0.1, 0), (-0.1, 0, 0.05)])
    carried = carried_by(part, np.zeros(3), (0, 0, 0), TimePart(step=0.01, steps=100))
    assert carried is not None
    way = Way(**carried.way)
    np.testing.assert_allclose(way.translation[[0, 50]], way.translation[[100, 100]], atol=1e-12)
    np.testing.assert_allclose(way.velocity[[0, 50]], way.velocity[[100, 100]], atol=1e-10)


def test_a_body_that_begins_turned_hangs_where_it_should():
    """Held upside down: its equilibrium is the one under gravity that pulls the other way."""
    turned = {"times": [0.5, 0.6], "rotation": [["180 deg", 0, 0], ["180 deg", 0, 0.1]], "pivot": [0, 0, 0]}
    ours = build_full_body(scene_from(scene_of(start="equilibrium", handle=turned)))
    other = build_full_body(scene_from(scene_of(start="equilibrium", gravity=[0, 9.81, 0], handle=None)))
    np.testing.assert_allclose(ours.start(), other.start(), atol=1e-9)
    for number, (u, _) in enumerate(simulate(ours)):
        if number == 10:  # and there it stays
            np.testing.assert_allclose(u, ours.start(), atol=1e-6)
            break


def test_it_stays_turned_where_the_motion_has_ended():
    """In its frame gravity then goes on pulling as it did in the last moment."""
    turned = {"times": [0.0, 0.2], "rotation": [[0, 0, 0], ["90 deg", 0, 0]], "pivot": [0, 0, 0]}
    full = build_full_body(scene_from(scene_of(handle=turned)))
    assert full.carried is not None
    count = full.scene.time.steps
    np.testing.assert_allclose(full.known_at(count), full.known_at(count - 1), atol=1e-9)
    np.testing.assert_allclose(full.known_at(count + 9)[:3], [0, -9.81, -9.81], atol=1e-9)


def test_files_name_the_scene(tmp_path: Path):
    path = tmp_path / "s.toml"
    path.write_text("[handle]\ntimes = ['0 s']\n")
    with pytest.raises(SceneError, match=r"s\.toml"):
        read_scene(path)
