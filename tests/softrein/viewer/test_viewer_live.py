"""Commands of pages to a simulation, without clock, process or network."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import pyvista

from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.base.costs import error_at
from runtime.control.base.law import AffineGains
from runtime.observing.sensors import Sensor
from softrein.errors import ControllerError
from softrein.viewer.base import messages
from softrein.viewer.base.messages import Command
from softrein.viewer.body.scene import Scene, coarser
from softrein.viewer.gains import fill
from softrein.viewer.interaction import Shove
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of
from softrein.viewer.smoke.wind import Wind
from tests.runtime.control.test_path_following import following
from tests.softrein.viewer.viewing import Frame, gain_buffers, read_frame


def ask(live: Live, do: str, page: int = 1, given: int = 0, **values: Any) -> None:
    live.obey(page, Command(do, given, values))


def steps(live: Live, count: int) -> None:
    for _ in range(count):
        live.step()


def seen(live: Live) -> Frame:
    frame = live.frame(1, 0.0, 0.0, 0.0).tobytes()
    return read_frame(messages.without_room(frame, live.scene.plan.numbers), *live.scene.counts)


def tip(scene: Scene) -> int:
    """The drawn vertex of a body that is moved most easily."""
    return int(np.argmax(scene.give))


def test_left_alone_it_is_the_simulator(either_bundle: Bundle) -> None:
    live, alone = Live(scene_of(either_bundle)), either_bundle.simulator("lqr")
    for _ in range(20):
        live.step()
        alone.step()
    np.testing.assert_array_equal(live.simulator.state, alone.state)
    frame = seen(live)
    assert (frame.step, frame.flags) == (20, messages.ENDLESS * either_bundle.rewind)
    assert frame.time == pytest.approx(20 * either_bundle.dt)
    np.testing.assert_allclose(frame.state, alone.state[: live.scene.shown].astype("f4"))


def test_what_a_page_sees_first_needs_no_kernel(
    either_bundle: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiling takes half a minute on a fresh install: the page is there before."""

    def called(*_: Any, **__: Any) -> None:
        raise AssertionError("a kernel was called")

    for name in ("runtime.simulator.Simulator.step", "runtime.body.model.evaluate"):
        monkeypatch.setattr(name, called)
    scene = scene_of(either_bundle)
    assert scene.content
    first = either_bundle.track.states[0, : scene.shown]
    np.testing.assert_allclose(seen(Live(scene)).state, first.astype("f4"))


@pytest.mark.parametrize("controller", ["lqr", "pd", "spd", "none"])
def test_error_and_effort_are_those_of_a_run(either_bundle: Bundle, controller: str) -> None:
    live = Live(scene_of(either_bundle))
    ask(live, "controller", name=controller)
    live._squared += error_at(either_bundle.costs, 0, live.simulator.deviation[:, None], either_bundle.dt)
    push = either_bundle.pushes[0]
    while live.moving:
        if live.simulator.index == round(push.time / either_bundle.dt):
            pattern = either_bundle.shape.patterns(push, live.simulator.state)
            duration = max(1, round(push.duration / either_bundle.dt))
            live.interaction._add(Shove(pattern, np.array(push.force), np.zeros(3), duration, None))
        live.step()
    run, frame = either_bundle.run(controller=controller), seen(live)
    np.testing.assert_allclose(live.simulator.state, run.states[-1], rtol=1e-9, atol=1e-12)
    assert frame.error == pytest.approx(run.error, rel=1e-5)
    assert frame.effort == pytest.approx(run.effort, rel=1e-5)
    assert frame.deviation == pytest.approx(run.deviation[-1], rel=1e-4, abs=1e-9)
    assert frame.flags & messages.FINISHED


def held_then_let_go(bundle: BodyBundle, controller: str) -> tuple[float, float, float]:
    """How far the tip was from a point before and after it was held there, and deviation long after."""
    live = Live(scene_of(bundle))
    scene = live.scene
    vertex = tip(scene)
    ask(live, "controller", name=controller)
    ask(live, "endless", on=True)
    live._starts_over = False  # it has two rounds to come home

    def place() -> np.ndarray:
        coordinates = live.simulator.state[: bundle.rank]
        return np.asarray(scene.body.rest[vertex] + scene.body.basis[vertex] @ coordinates)

    goal = place() + [0.0, 0.0, 0.2 * scene.size]
    before = float(np.linalg.norm(place() - goal))
    for _ in range(30):
        ask(live, "grab", vertex=vertex, to=tuple(goal))
        live.step()
    assert seen(live).flags & messages.GRABBED
    np.testing.assert_allclose(seen(live).at, place(), atol=0.1 * scene.size)
    after = float(np.linalg.norm(place() - goal))
    ask(live, "release")
    steps(live, 2 * bundle.steps - live.simulator.steps_taken)
    assert not seen(live).flags & messages.GRABBED
    assert not live.errors
    return before, after, seen(live).deviation


def test_a_hand_pulls_and_lqr_brings_the_body_home(small_bundle: BodyBundle) -> None:
    before, after, home = held_then_let_go(small_bundle, "lqr")
    assert after < 0.6 * before
    before, after, astray = held_then_let_go(small_bundle, "none")
    assert after < 0.5 * before
    assert home < 0.1 * astray


def test_a_hand_holds_any_vertex_without_shaking(small_bundle: BodyBundle) -> None:
    live = Live(scene_of(small_bundle))
    ask(live, "endless", on=True)
    ask(live, "controller", name="none")
    live._starts_over = False
    for vertex in range(live.scene.vertices):
        ask(live, "rewind")
        ask(live, "grab", vertex=vertex, to=tuple(live.scene.body.rest[vertex] + 0.05 * live.scene.size))
        steps(live, 2 * small_bundle.steps)
        late = [float(np.linalg.norm(seen(live).force)) for _ in range(5) if live.step() is None]
        assert np.ptp(late) <= 0.3 * live.scene.largest_force, vertex
        assert not live.errors


def test_a_force_is_never_larger_than_the_clamp(either_bundle: Bundle) -> None:
    live = Live(scene_of(either_bundle))
    if either_bundle.axes == 3:
        ask(live, "grab", vertex=tip(live.scene), to=(1e9, -1e9, 1e9))
    else:
        ask(live, "blow", at=(-1e9, 1e9), force=(1e9, 1e9), radius=1e9)
    steps(live, 1)
    assert np.linalg.norm(seen(live).force) == pytest.approx(live.scene.largest_force, rel=1e-5)


def test_a_body_at_rest_follows_the_hand_most_of_the_way(small_bundle: BodyBundle) -> None:
    """Statically, in linear elasticity: (K + k B'B) p = k B' d, in the mean over directions."""
    live = Live(scene_of(small_bundle))
    vertex = tip(live.scene)
    ask(live, "grab", vertex=vertex, to=tuple(live.scene.body.rest[vertex]))
    steps(live, 1)
    grab: Any = live.interaction._held[1]
    pull = grab.stiffness * grab._basis.T @ grab._basis
    stiffness = small_bundle.model.stiffness(np.zeros(small_bundle.rank)) + pull
    followed = grab._basis @ np.linalg.solve(stiffness, grab.stiffness * grab._basis.T)
    assert 0.3 < np.trace(followed) / 3 < 0.95


@pytest.mark.parametrize("up", ["x", "y", "z"])
def test_whichever_axis_is_up_a_hand_pulls_towards_itself(small_bundle: BodyBundle, up: str) -> None:
    live = Live(scene_of(replace(small_bundle, up=up)))
    vertex = tip(live.scene)
    ask(live, "grab", vertex=vertex, to=tuple(live.scene.body.rest[vertex] + [0.0, 0.0, 0.05]))
    steps(live, 1)
    force = seen(live).force
    assert force[2] > 5 * np.abs(force[:2]).max()


def test_a_flick_is_felt_and_ends(either_bundle: Bundle) -> None:
    live, quiet = Live(scene_of(either_bundle)), Live(scene_of(either_bundle))
    place = (0.5, 0.5) if either_bundle.axes == 2 else tuple(live.scene.body.rest[tip(live.scene)])
    where = {"at": place} if either_bundle.axes == 2 else {"vertex": tip(live.scene)}
    force = (0.0, -1.0, 0.0)[: either_bundle.axes]
    ask(live, "push", force=force, radius=0.05 * live.scene.size, duration=0.1, **where)
    for each in (live, quiet):
        steps(each, 1)
    assert live.interaction.touched
    for each in (live, quiet):
        steps(each, max(round(0.1 / either_bundle.dt), 2))
    assert not live.interaction.touched
    assert live.deviation > quiet.deviation


def test_a_drawn_vertex_is_pushed_as_the_mesh_is(small_bundle: BodyBundle) -> None:
    live, other = Live(scene_of(small_bundle)), small_bundle.simulator("lqr")
    vertex = int(small_bundle.regions["xmax"][0])
    ask(
        live,
        "push",
        vertex=int(live.scene.body.drawn[vertex]),
        force=(0.0, 1.0, 0.0),
        duration=0.05,
        radius=0.0,
    )
    other.push(vertex, (0.0, 1.0, 0.0), 0.05)
    for _ in range(10):
        live.step()
        other.step()
    np.testing.assert_allclose(live.simulator.state, other.state, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("goes_on", ["no", "it closes", "it is meant to"])
def test_at_its_end_an_endless_motion_goes_on_or_starts_over(either_bundle: Bundle, goes_on: str) -> None:
    """None of the two closes: smoke drifts away, and the beam still swings."""
    states = either_bundle.track.states.copy()
    if goes_on == "it closes":
        places = either_bundle.plant().positions
        away = np.linalg.norm(states[:, places] - states[0, places], axis=1).max()
        states[-1] = states[0]
        states[-1, 0] += 0.015 * away
    bundle = replace(
        either_bundle,
        track=either_bundle.track._replace(states=states),
        rewind=goes_on == "it is meant to",
    )
    live, rounds = Live(scene_of(bundle)), goes_on != "no"
    alike = bundle.simulator("none", rewind=rounds)
    ask(live, "controller", name="none")
    ask(live, "endless", on=True)
    steps(live, bundle.steps + 3)
    for _ in range(3 + rounds * bundle.steps):
        alike.step()
    assert live.simulator.index == 3
    np.testing.assert_array_equal(live.simulator.state, alike.state)


@pytest.mark.parametrize("controller", ["lqr", "spd", "none"])
def test_a_try_is_the_run_with_the_scenes_own_pushes(either_bundle: Bundle, controller: str) -> None:
    live, run = Live(scene_of(either_bundle)), either_bundle.run(controller=controller)
    push, efforts = either_bundle.pushes[0], []
    ask(live, "controller", name=controller)
    hand: dict[str, Any] = {"vertex": 0, "to": (1.0, 1.0, 1.0)}
    gust: dict[str, Any] = {"at": (0.5, 0.5), "force": (1.0, 0.0), "radius": 0.1}
    for _ in range(2):
        ask(
            live, "grab" if either_bundle.axes == 3 else "blow", **(hand if either_bundle.axes == 3 else gust)
        )
        steps(live, 7)
        ask(live, "pause", on=True)
        ask(live, "try", given=3)
        assert (seen(live).echo, seen(live).step, seen(live).effort) == (3, 0, 0)
        for state in run.states[1:]:
            assert live.moving
            live.step()
            np.testing.assert_array_equal(live.simulator.state, state)
        efforts.append(live.simulator.effort)
    assert efforts[0] == efforts[1] == pytest.approx(run.effort, rel=1e-12)
    assert np.abs(run.states[-1] - either_bundle.track.states[-1]).max() > 1e-6 or controller != "none"
    ask(live, "try")
    steps(live, round(push.time / either_bundle.dt))
    assert not any(seen(live).force)
    live.step()
    np.testing.assert_allclose(seen(live).force[: either_bundle.axes], push.force)
    assert np.linalg.norm(seen(live).at) > 0


def test_a_try_with_noise_and_more_pushes_than_one(either_bundle: Bundle) -> None:
    first = either_bundle.pushes[0]
    pushes = [first, replace(first, time=0.1, duration=0.3, noise=0.05, seed=4), replace(first, time=1e6)]
    bundle = replace(either_bundle, pushes=pushes)
    live = Live(scene_of(bundle))
    ask(live, "try")
    steps(live, bundle.steps)
    np.testing.assert_array_equal(live.simulator.state, bundle.run().states[-1])


@pytest.mark.parametrize("ends", ["rewind", "its round"])
def test_what_is_left_of_a_try_ends(either_bundle: Bundle, ends: str) -> None:
    live = Live(scene_of(either_bundle))
    ask(live, "controller", name="none")
    ask(live, "endless", on=True)
    ask(live, "try")
    steps(live, 2)
    if ends == "rewind":
        ask(live, "rewind")
    else:
        steps(live, either_bundle.steps - 2)
    steps(live, either_bundle.steps)
    np.testing.assert_array_equal(live.simulator.state, either_bundle.run([], "none").states[-1])


def test_a_push_does_not_act_again_after_a_jump_back(either_bundle: Bundle) -> None:
    live = Live(scene_of(either_bundle))
    state, out = live.simulator.state, np.zeros(either_bundle.forces)
    live.interaction.play_script(True)
    acted = []
    for step in [*range(either_bundle.steps), *range(either_bundle.steps)]:
        live.interaction.act(state, out, step)
        acted.append(bool(out.any()))
    assert any(acted[: either_bundle.steps])
    assert not any(acted[either_bundle.steps :])


def test_without_pushes_a_try_is_a_rewind_that_ends_a_pause(either_bundle: Bundle) -> None:
    live = Live(scene_of(replace(either_bundle, pushes=[])))
    steps(live, 5)
    ask(live, "pause", on=True)
    ask(live, "try")
    assert live.moving
    assert seen(live).step == 0
    steps(live, either_bundle.steps)
    np.testing.assert_array_equal(live.simulator.state, either_bundle.run([]).states[-1])


def test_a_hand_on_a_motion_that_has_ended_rewinds_it_first(either_bundle: Bundle) -> None:
    body = either_bundle.axes == 3
    live = Live(scene_of(either_bundle))
    place: dict[str, Any] = {"vertex": 0} if body else {"at": (0.5, 0.5)}
    shove = {**place, "force": (0.1,) * either_bundle.axes, "radius": 0.1}
    hand = {**place, "to": (1.0, 1.0, 1.0)} if body else shove
    for do, values in (("grab" if body else "blow", hand), ("push", {**shove, "duration": 0.5})):
        ask(live, "rewind")
        steps(live, either_bundle.steps)
        for other in ("release", "jump"):
            ask(live, other)
            assert other == "jump" or seen(live).flags & messages.FINISHED
        steps(live, either_bundle.steps - live.simulator.index)
        ask(live, do, **values)
        frame = seen(live)
        assert (frame.step, frame.time, frame.effort) == (0, 0, 0)
        assert live.moving
        live.step()
        assert any(seen(live).force)
        steps(live, 4)
        ask(live, do, **values)  # on one that goes on it rewinds nothing
        assert seen(live).step == 5
        steps(live, either_bundle.steps - 5)
        ask(live, "endless", on=True)
        ask(live, do, **values)
        live.step()
        assert live.simulator.steps_taken == either_bundle.steps + 1
        ask(live, "endless", on=False)


def test_counting_begins_anew_with_another_controller(either_bundle: Bundle) -> None:
    live = Live(scene_of(either_bundle), gain_buffers(either_bundle, 0.0))
    ask(live, "try")
    steps(live, either_bundle.steps - 5)
    before = seen(live)
    assert before.effort > 0
    assert before.error > 0
    ask(live, "controller", name="lqr")  # the same
    ask(live, "swap", slot=0, decades=1.0)
    assert (seen(live).effort, seen(live).error) == (before.effort, before.error)
    ask(live, "controller", name="pd")
    frame = seen(live)
    assert (frame.effort, frame.error) == (0, 0)
    assert frame.time == before.time
    efforts = live.simulator.effort
    live.step()
    assert seen(live).effort == pytest.approx(live.simulator.effort - efforts, rel=1e-6)


def test_it_waits_until_it_is_started(either_bundle: Bundle) -> None:
    live = Live(scene_of(either_bundle))
    live.waits = True
    assert not live.moving
    assert not seen(live).flags & (messages.PAUSED | messages.FINISHED)
    ask(live, "start")
    live.step()
    assert (live.waits, seen(live).step) == (False, 1)


def test_a_frame_tells_the_time_scale(small_bundle: BodyBundle) -> None:
    live = Live(scene_of(small_bundle))
    assert seen(live).factor == 1
    for factor in (0.05, 0.1, 0.25, 0.5, 1.3, 2.0):
        ask(live, "scale", factor=factor)
        assert seen(live).factor == pytest.approx(factor, rel=0.015)
        assert live._frame[3] == round(128 + 24 * np.log2(factor))
    assert (messages.pace_of(1e-9), messages.pace_of(1e9)) == (0, 255)


def test_wind_blows_where_it_is_asked_to_and_dies_down(small_smoke: SmokeBundle) -> None:
    live, other = Live(scene_of(small_smoke)), small_smoke.simulator("lqr")
    ask(live, "blow", at=(0.4, 0.5), force=(3.0, 1.0), radius=0.1)
    other.push((0.4, 0.5), (3.0, 1.0), 0.25, 0.1)
    for _ in range(10):
        live.step()
        other.step()
    np.testing.assert_allclose(live.simulator.state, other.state, rtol=1e-9, atol=1e-12)
    assert not live.interaction.holding


@pytest.mark.parametrize(("cells", "apart"), [(64, 1e-8), (20, 0.05)])
def test_wind_over_blocks_is_the_wind(
    small_smoke: SmokeBundle, monkeypatch: pytest.MonkeyPatch, cells: int, apart: float
) -> None:
    monkeypatch.setattr("softrein.viewer.smoke.wind.CELLS", cells)
    wind = Wind(small_smoke)
    for centre, width in (((0.4, 0.5), 0.1), ((0.05, 0.9), 0.07), ((1.0, 1.0), 0.2)):
        exact = small_smoke.shape.wind(centre, width)
        error = wind.pattern(np.array(centre), width) - exact
        assert np.linalg.norm(error) < apart * np.linalg.norm(exact)


def test_each_page_has_a_hand_of_its_own(small_bundle: BodyBundle) -> None:
    live = Live(scene_of(small_bundle))
    place = tuple(live.scene.body.rest[0])
    ask(live, "grab", page=1, vertex=0, to=place)
    ask(live, "grab", page=2, vertex=tip(live.scene), to=place)
    ask(live, "release", page=1)
    assert live.interaction.holding
    ask(live, "release", page=2)
    ask(live, "release", page=3)
    assert not live.interaction.holding


def test_commands(either_bundle: Bundle) -> None:
    live = Live(scene_of(either_bundle))
    ask(live, "controller", name="none", given=5)
    ask(live, "pause", on=True, given=6)
    assert not live.moving
    frame = seen(live)
    assert live.scene.controllers[frame.controller] == "none"
    assert (frame.echo, frame.flags & messages.PAUSED) == (6, messages.PAUSED)
    ask(live, "pause", on=False)
    ask(live, "scale", factor=0.5)
    assert live.period == pytest.approx(2 * either_bundle.dt)
    steps(live, either_bundle.steps)
    assert not live.moving
    assert seen(live).flags & messages.FINISHED
    ask(live, "endless", on=True)
    assert live.moving
    steps(live, 3)
    assert seen(live).step == 3
    ask(live, "endless", on=False)
    ask(live, "rewind")
    frame = seen(live)
    assert (frame.step, frame.time, frame.effort, frame.error) == (0, 0, 0, 0)
    assert live.controller == "none"
    np.testing.assert_array_equal(frame.state, frame.reference)


def test_a_jump_goes_to_the_closest_state_and_keeps_the_controller(either_bundle: Bundle) -> None:
    live = Live(scene_of(either_bundle))
    ask(live, "controller", name="pd")
    live.simulator.state = either_bundle.track.states[either_bundle.steps // 2]
    ask(live, "jump")
    assert seen(live).step == either_bundle.steps // 2
    live.step()
    other = either_bundle.simulator("pd")
    other.state = either_bundle.track.states[either_bundle.steps // 2]
    other.follow(0, either_bundle.steps // 2)
    other.step()
    np.testing.assert_allclose(live.simulator.state, other.state, rtol=1e-9, atol=1e-12)


def test_other_gains_are_swapped_in_while_it_runs(either_bundle: Bundle) -> None:
    buffers = gain_buffers(either_bundle, 0.0)
    live = Live(scene_of(either_bundle), buffers)
    steps(live, 3)
    assert fill(either_bundle, 1.0, buffers[1]) == ""
    ask(live, "swap", slot=1, decades=1.0)
    assert seen(live).cost_decades == 1.0
    state = live.simulator.state
    live.step()
    other = either_bundle.simulator(buffers[1])
    other.state = state
    other.follow(0, 3)
    other.step()
    np.testing.assert_allclose(live.simulator.state, other.state, rtol=1e-9, atol=1e-12)
    assert (
        np.abs(buffers[1].gains).max() < np.abs(either_bundle.gains["lqr"]).max()
    )  # a dearer control is gentler


def test_other_gains_for_lqr_leave_plans_alone(small_bundle: BodyBundle) -> None:
    buffers = gain_buffers(small_bundle, 0.0)
    live = Live(scene_of(small_bundle), buffers)
    ask(live, "controller", name="mpc")
    steps(live, 3)
    planned = live.simulator.planned
    assert len(planned) > 1
    assert fill(small_bundle, 1.0, buffers[1]) == ""
    ask(live, "swap", slot=1, decades=1.0)
    np.testing.assert_array_equal(live.simulator.planned, planned)
    assert seen(live).cost_decades == 1.0


def test_a_motion_that_fails_goes_on_from_its_reference(either_bundle: Bundle) -> None:
    buffers = gain_buffers(either_bundle, 1e30)
    live = Live(scene_of(either_bundle), buffers)
    ask(live, "swap", slot=0, decades=0.0)
    live.simulator.state = either_bundle.track.states[0] + 1e-3
    steps(live, 5)
    assert live.errors
    frame = seen(live)
    assert np.isfinite([*frame.state, *frame.control, frame.effort, frame.error]).all()
    ask(live, "controller", name="pd")
    live.errors.clear()
    live.simulator.put_on_reference(0.0)
    steps(live, 5)
    assert not live.errors


def test_a_coarse_surface_is_close_to_the_fine_one() -> None:
    ball = pyvista.Icosphere(radius=2.0, center=(1, 2, 3), nsub=5)  # 20,480 triangles
    fine = ball.regular_faces
    found = coarser(ball.points, fine, 3000)
    assert 2900 < len(found) <= 3000
    used = np.unique(found)
    assert len(used) < 0.2 * ball.n_points
    corners = ball.points[found] - [1, 2, 3]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    middles = corners.mean(axis=1)
    assert (np.einsum("ij,ij->i", normals, middles) > 0).all()  # as they were, the front outside
    assert np.linalg.norm(middles, axis=1).min() > 0.985 * 2
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    assert volume == pytest.approx(4 / 3 * np.pi * 8, rel=0.01)
    edges = np.sort(found[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    assert (np.unique(edges, axis=0, return_counts=True)[1] == 2).all()  # still closed
    assert coarser(ball.points, fine, len(fine)) is fine


def test_what_is_drawn_is_the_body(small_bundle: BodyBundle) -> None:
    scene = scene_of(small_bundle)
    body, state = scene.body, small_bundle.track.states[10]
    places = body.rest + body.basis @ state[: small_bundle.rank]
    whole = small_bundle.drawn(small_bundle.shape.positions(state))
    np.testing.assert_allclose(places[body.triangles], whole[small_bundle.drawn_triangles], atol=1e-12)
    apart = np.linalg.norm(small_bundle.vertices[:, None] - body.rest, axis=2)
    np.testing.assert_allclose(apart[np.arange(len(apart)), body.drawn], apart.min(axis=1), atol=1e-15)
    assert body.mass.sum() == pytest.approx(1000.0 * 0.3 * 0.08 * 0.08, rel=0.2)
    described = scene.description()
    for name, content in scene.files().items():
        listed = described["arrays"][name]
        size = {"f4": 4, "u4": 4, "u1": 1}[listed["type"]]
        assert len(content) == size * np.prod(listed["shape"])
    np.testing.assert_array_equal(scene.coarse, body.triangles)  # few as they are
    assert described["arrays"]["basis"]["shape"] == [len(body.rest), small_bundle.rank, 3]


TRIANGLE = [[0.0, 0.0], [0.02, 0.01], [0.0, 0.03]]  # m, from where the end rests, along y and z


def test_a_stroke_is_followed_until_its_dot_or_another_cost(small_bundle: BodyBundle) -> None:
    bundle = following(small_bundle, 120, period=0.6)
    scene = scene_of(bundle)
    buffers = gain_buffers(bundle, 0.0)
    live, rest = Live(scene, buffers), bundle.vertices[bundle.regions["xmax"]].mean(axis=0)
    ways = np.hstack([np.full((3, 1), 0.5), TRIANGLE])  # across the plane nothing counts
    stroke = ((rest + ways) @ scene.turn.T).tolist()
    live.obey(1, Command("endless", 0, {"on": True}))
    ask(live, "path", which=0, points=stroke)
    which, (drawn, places) = live.drawn.popitem()
    assert (which, drawn) == (0, True)
    assert not live.errors
    shown = (np.array(places) @ scene.turn - rest)[:, 1:]
    for point in TRIANGLE:
        assert np.linalg.norm(shown - point, axis=1).min() < 1e-3  # it goes through them
    steps(live, 3 * bundle.steps)
    detour = live.simulator._detours[0]
    wanted = detour.curve.at(np.array([bundle.dt * (live.simulator.steps_taken - detour.began)]))[0]
    here = live.simulator.positions(bundle.regions["xmax"]).mean(axis=0)[1:]
    assert np.linalg.norm(here - wanted) < 0.1 * np.ptp(shown, axis=0).max()
    round_length = np.linalg.norm(np.diff(shown, axis=0), axis=1).sum()
    own = np.array(scene.description()["paths"][0]["places"])
    pace = np.linalg.norm(np.diff(own, axis=0), axis=1).sum() / (bundle.dt * bundle.steps)
    assert round_length / detour.curve.period == pytest.approx(pace, rel=0.2)
    ask(live, "path", which=0, points=[])
    assert not live.simulator._detours
    assert live.drawn.popitem()[1] == (False, own.tolist())
    ask(live, "path", which=0, points=stroke)
    assert fill(bundle, 1.0, buffers[0]) == ""
    ask(live, "swap", slot=0, decades=1.0)
    assert not live.simulator._detours
    assert live.cost_decades == 1.0
    assert "own path" in live.errors[0]
    ask(live, "path", which=0, points=stroke)
    assert live.cost_decades == 0.0
    gains = live.simulator._policy.gains
    np.testing.assert_array_equal(gains, bundle.law("lqr").gains)


def test_a_stroke_that_leads_nowhere_or_that_nobody_follows_is_refused(small_bundle: BodyBundle) -> None:
    live = Live(scene_of(following(small_bundle, 60, period=0.3)))
    point = [0.1, 0.2, 0.3]
    ask(live, "path", which=0, points=[point] * 3)
    assert "differ" in live.errors.pop()
    ask(live, "controller", name="none")
    ask(live, "path", which=0, points=[point, [0.2, 0.2, 0.2], [0.0, 0.0, 0.0]])
    assert "cannot follow other paths" in live.errors.pop()
    assert not live.drawn
    assert not live.simulator._detours
    steps(live, 5)


def test_a_dot_brings_the_own_path_back_whoever_is_in_charge(small_bundle: BodyBundle) -> None:
    bundle = following(small_bundle, 60, period=0.3)
    live = Live(scene_of(bundle), gain_buffers(bundle, 0.0))
    stroke = (bundle.vertices[bundle.regions["xmax"]].mean(axis=0) + np.eye(3) * 0.01).tolist()
    ask(live, "path", which=0, points=stroke)
    ask(live, "controller", name="none")
    ask(live, "path", which=0, points=[])
    assert not live.simulator._detours
    assert not live.errors
    ask(live, "controller", name="lqr")
    assert live.simulator._policy.offset.tolist() == bundle.law("lqr").offset.tolist()


def test_a_stroke_that_is_refused_leaves_the_cost_as_it_was(small_bundle: BodyBundle) -> None:
    bundle = following(small_bundle, 60, period=0.3)
    buffers = gain_buffers(bundle, 0.0)
    live = Live(scene_of(bundle), buffers)
    assert fill(bundle, 1.0, buffers[0]) == ""
    ask(live, "swap", slot=0, decades=1.0)
    gains = live.simulator._policy.gains.copy()
    ask(live, "path", which=0, points=[[9.0, 9.0, 9.0], [9.1, 9.0, 9.0], [9.0, 9.1, 9.0]])
    assert "too far" in live.errors.pop()
    assert live.cost_decades == 1.0
    np.testing.assert_array_equal(live.simulator._policy.gains, gains)


def test_controllers_see_markers_alone_and_pages_what_they_take_for_the_state(
    small_bundle: BodyBundle,
) -> None:
    with pytest.raises(ControllerError, match="sensors"):
        scene_of(small_bundle, sensed=True)
    markers = np.unique(small_bundle.free // 3)[::9].tolist()
    sensed = replace(small_bundle, sensors=[Sensor(markers, 1e-3)])
    live = Live(scene_of(sensed, sensed=True))
    assert live.scene.handles is not None
    assert live.scene.handles.count == 0  # no filter is made for another motion
    for _ in range(30):
        live.step()
    shown, simulator = seen(live), live.simulator
    np.testing.assert_allclose(shown.estimate, simulator.estimate[: sensed.rank], rtol=1e-6, atol=1e-7)
    assert np.abs(shown.estimate - shown.state).max() > 1e-6
    simulator.put_on_reference(0.0)
    np.testing.assert_array_equal(simulator.estimate, simulator.state)
    live._starts_over = True
    simulator.rewind = True
    for _ in range(sensed.steps - simulator.index):
        live.step()
    live._go_round()
    np.testing.assert_array_equal(simulator.state, sensed.track.states[0])
    np.testing.assert_array_equal(simulator.estimate, simulator.state)
    assert seen(Live(scene_of(small_bundle))).estimate.size == 0


def test_hands_keep_their_limits_along_another_motion(small_bundle: BodyBundle) -> None:
    """Which has an actuation of its own: what of it the controls did."""
    bundle = replace(small_bundle, limits=np.tile([-1.0, 1.0], (small_bundle.rank, 1)))
    live = Live(scene_of(bundle))
    live.simulator.limits[0] = 0.5
    steered = replace(bundle, steered=True)
    live._lead(steered, AffineGains(bundle.gains["lqr"]))
    np.testing.assert_array_equal(live.simulator.limits[0], 0.5)
    own = live.simulator._system.actuation.own
    assert own.any()
    np.testing.assert_allclose(own, bundle.driving @ np.linalg.pinv(bundle.actuators).T, atol=1e-12)
