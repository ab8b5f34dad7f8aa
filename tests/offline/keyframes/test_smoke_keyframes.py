"""Key-frames of smoke: entries of scenes, the wind that is found, and how near the full particles come."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offline.full.smoke.full_smoke import FullSmoke, build_full_smoke, simulate
from offline.full.smoke.wind import Gusts, blown, patch
from offline.keyframes.smoke.flow import Flow
from offline.keyframes.smoke.plan import _costs, plan
from offline.keyframes.smoke.request import Request, ask
from offline.keyframes.smoke.rounds import Outcome, find_winds
from offline.keyframes.smoke.winds import MOST_PLACES, Winds, winds_of
from offline.pipeline.base.table import Made
from offline.pipeline.kinds import kind_of
from offline.pipeline.stages import Places, precompute_scene, run_nominal
from offline.scenes.reading import read_scene, scene_of
from offline.verification.study import full_model, verify
from runtime.control.planning.frames import problem_about
from runtime.control.planning.whole import Passes
from softrein.errors import SceneError

NEAR = 1e-3  # m
FRAMES = [
    {"time": "1 s", "position": ["20 cm", "10 cm"], "velocity": ["0 cm/s", "30 cm/s"]},
    {"time": "1.6 s", "position": ["10 cm", "25 cm"]},
]
ACTUATORS = [
    {"name": f"{x} {y} {axis}", "at": (x, y), "radius": 0.12, "direction": np.eye(2)[axis].tolist()}
    for x, y in ((0.3, 0.3), (0.5, 0.5), (0.7, 0.7))
    for axis in range(2)
]


def data_with(frames: Any = FRAMES, limit: float | None = None, **others: Any) -> dict[str, Any]:
    """A box of 32 x 32 cells, 40 steps; with actuators where they have a limit."""
    control: dict[str, Any] = {"control_cost": 1e-3}
    if limit is not None:
        control["actuators"] = [{**each, "limit": limit} for each in ACTUATORS]
    return {
        "name": "keys", "kind": "fluid",
        "box": {"cells": (32, 32), "size": ("1 m", "1 m")},
        "particles": [(0.4, 0.4)],
        "keyframes": frames,
        "reference": {"source": "keyframes"},
        "time": {"step": "50 ms", "steps": 40},
        "enrichment": {"runs": 4, "tolerance": 1e-5, "radius": (0.06, 0.12), "duration": 0.1},
        "basis": {"rank": 20},
        "control": control,
    } | others  # fmt: skip


def made(frames: Any = FRAMES, limit: float | None = None, **others: Any) -> FullSmoke:
    scene: Any = scene_of(data_with(frames, limit, **others), "keys")
    return build_full_smoke(scene)


def replayed(full: FullSmoke, outcome: Outcome) -> np.ndarray:
    """(T + 1, N, 2) m of a run of its own under the wind that was found."""
    run = replace(full, found=outcome.found)
    return np.array([frame.particles for frame in simulate(run, run.simulation())])


def flow_of(full: FullSmoke) -> tuple[Request, Flow]:
    request = ask(full)
    return request, Flow(full, winds_of(full, request), list(request.ways), None)


def test_the_full_particle_is_where_it_is_asked_for_and_as_fast() -> None:
    full = made()
    outcome = find_winds(full)
    places = replayed(full, outcome)[:, 0]
    for step, place in ((20, (0.6, 0.5)), (32, (0.5, 0.65))):
        assert np.linalg.norm(places[step] - place) < NEAR
    assert np.linalg.norm((places[21] - places[19]) / 0.1 - (0.0, 0.3)) < 0.01
    assert outcome.told[-1].max() < NEAR
    assert outcome.told[0, 1] > 2 * NEAR  # one round is not enough: the test sees the others
    assert not outcome.found.strengths[32:].any()  # nothing is asked of it any more
    again = find_winds(full)
    np.testing.assert_array_equal(outcome.found.strengths, again.found.strengths)


def test_two_particles_go_each_its_way_through_winds_of_the_scene() -> None:
    frames = [
        {"time": 1.0, "position": (0.2, 0.1)},
        {"particle": 2, "time": 1.5, "position": (0.85, 0.5), "absolute": True},
    ]
    wind = {"at": (0.2, 0.7), "radius": 0.08, "acceleration": (2.0, 0.0), "duration": 0.2}
    full = made(frames, particles=[(0.4, 0.4), (0.1, 0.9), (0.7, 0.7)], winds=[wind])
    places = replayed(full, find_winds(full))
    assert np.linalg.norm(places[20, 0] - (0.6, 0.5)) < NEAR
    assert np.linalg.norm(places[30, 2] - (0.85, 0.5)) < NEAR


def test_in_space_the_full_particle_is_where_it_is_asked_for_and_as_fast() -> None:
    box = {"cells": (14, 14, 14), "size": ("1 m", "1 m", "1 m")}
    frames = [{"time": 1.0, "position": (0.15, 0.1, -0.1), "velocity": (0.0, 0.2, 0.1)}]
    full = made(frames, box=box, particles=[(0.4, 0.4, 0.5)])
    places = replayed(full, find_winds(full))[:, 0]
    assert np.linalg.norm(places[20] - (0.55, 0.5, 0.4)) < NEAR
    assert np.linalg.norm((places[21] - places[19]) / 0.1 - (0.0, 0.2, 0.1)) < 0.01


def test_a_weight_is_what_a_key_frame_weighs() -> None:
    far = []
    for weight in (0.01, 1.0):
        full = made([{"time": 1.0, "position": (0.2, 0.1), "weight": weight}], control={"control_cost": 1.0})
        outcome = find_winds(full)
        far.append(np.linalg.norm(replayed(full, outcome)[20, 0] - (0.6, 0.5)))
        np.testing.assert_array_equal(outcome.weights, [weight])
        assert abs(outcome.told[-1, 0] - outcome.told[-1, 1]) < NEAR
    assert 0.01 < far[1] < 0.1 * far[0] < 0.0224


def test_actuators_keep_to_their_limits_and_what_limits_forbid_is_said(tmp_path: Path) -> None:
    frames = [{"time": 1.0, "position": (0.15, 0.1)}]
    full = made(frames, limit=2.0)
    outcome = find_winds(full)
    assert np.abs(outcome.found.strengths).max() <= 2.0
    assert outcome.found.strengths.shape == (40, 6)
    assert np.linalg.norm(replayed(full, outcome)[20, 0] - (0.55, 0.5)) < NEAR
    request, flow = flow_of(full)
    motion = plan(flow, request, None).motion  # and so does what feedback adds
    beyond = flow.follow(motion._replace(controls=10 * motion.controls)).controls
    assert np.abs(10 * motion.controls).max() > 2.0 == np.abs(beyond).max()
    weak = made(frames, limit=0.3)
    with pytest.warns(
        UserWarning, match=r"particle 0 at 1 s is missed by (\d+\.?\d*) cm: limits prevent"
    ) as told:
        nominal = run_nominal(kind_of(weak.scene), weak, Places(tmp_path), lambda *_: None).value
    assert np.abs(nominal.full.found.strengths).max() == 0.3
    said = float(str(told[0].message).split("missed by ")[1].split(" cm")[0]) / 100
    far = np.linalg.norm(nominal.particles[20, 0] - (0.55, 0.5))
    assert said == pytest.approx(far, rel=0.01)
    assert far > 10 * NEAR


def test_a_flow_with_its_defects_makes_the_full_run() -> None:
    full = made()
    request, flow = flow_of(full)
    run = flow.follow(plan(flow, request, None).motion)
    residuals, state = flow.residuals(run), run.states[0]
    off = 0.0
    for k, control in enumerate(run.controls):
        state = flow.plant.step(state, flow.actuation.matrix @ control)
        off = max(off, float(np.abs(state - run.states[k + 1])[:2].max()))
        state = state + residuals[k]
    np.testing.assert_allclose(state, run.states[-1], atol=1e-9)
    assert off > 1e-4  # m: it is not small


def test_slopes_of_the_wind_are_those_of_what_it_costs_by_differences() -> None:
    full = made([{"time": 1.0, "position": (0.2, 0.1)}])
    request, flow = flow_of(full)
    first = plan(flow, request, None)
    residuals = flow.residuals(flow.follow(first.motion))
    costs, random = _costs(flow, request, first.weights), np.random.default_rng(1)
    problem = problem_about(
        flow.start, costs, first.frames, first.motion.weights.tolist(), 0.05, flow.plant.forces, False
    )
    problem = problem._replace(residuals=residuals)
    passes = Passes(flow.plant, flow.actuation, problem)
    still, size = np.tile(flow.start, (41, 1)), np.abs(first.motion.controls).max()
    controls = first.motion.controls + 0.1 * size * random.standard_normal(first.motion.controls.shape)

    def cost(wanted: np.ndarray) -> float:
        passes.begin(still, wanted)
        return passes.cost

    cost(controls)
    passes._back(False)
    passes._slope()
    slopes = passes._gradient.copy()
    for _ in range(3):
        way = size * random.standard_normal(controls.shape)
        there, back = (cost(controls + each * way) for each in (1e-6, -1e-6))
        assert np.sum(slopes * way) == pytest.approx((there - back) / 2e-6, rel=1e-4)


def test_a_gust_that_no_face_feels_is_no_flow_of_the_basis() -> None:
    full = made([{"time": 1.0, "position": (0.2, 0.1)}])
    request = ask(full)
    winds = winds_of(full, request)
    few = winds.acting
    place, width, along = (0.51, 0.51), 1e-4, (1.0, 0.0)  # between faces
    more = Gusts(
        np.vstack([few.centres, place]), np.append(few.widths, width), np.vstack([few.directions, along])
    )
    limits = np.vstack([winds.limits, winds.limits[:1]])
    flows = [
        Flow(full, each, list(request.ways), np.zeros((full.grid.size, 3)))
        for each in (winds, Winds(more, limits, more))
    ]
    np.testing.assert_array_equal(flows[0].basis.vectors, flows[1].basis.vectors)
    assert flows[1].actuation.matrix.shape[1] == flows[0].actuation.matrix.shape[1] + 1


def test_gusts_together_blow_what_each_does_by_itself() -> None:
    full = made(box={"cells": (20, 32), "size": (1.0, 1.0), "solids": [{"at": (0.8, 0.2), "radius": 0.1}]})
    turn = np.array([[0.6, 0.8], [-1.0, 0.0]])
    gusts = Gusts(np.array([[0.3, 0.4], [0.7, 0.6]]), np.array([0.1, 0.2]), turn)
    one, other = (
        blown(full.grid, size * along, patch(full.grid, (at[0], at[1]), width))
        for at, width, along, size in zip(*gusts, (2.0, -3.0), strict=True)
    )
    np.testing.assert_allclose(gusts.on(full.grid).force(np.array([2.0, -3.0])), one + other, atol=1e-7)


def test_winds_lie_along_the_ways_and_are_no_more_than_can_be_handled() -> None:
    frames = [{"time": 0.1 * (i + 1), "position": (0.5 * (i % 2), 0.02 * i)} for i in range(16)]
    full = made(frames)
    winds = winds_of(full, ask(full))
    assert len(winds.acting.widths) <= 2 * MOST_PLACES
    way = np.array([(0.4, 0.4), *(np.add((0.4, 0.4), each["position"]) for each in frames)])
    assert (winds.acting.centres.min(axis=0) >= way.min(axis=0) - 1e-9).all()
    assert (winds.acting.centres.max(axis=0) <= way.max(axis=0) + 1e-9).all()
    np.testing.assert_allclose(np.linalg.norm(winds.acting.directions, axis=1), 1.0)


def test_a_scene_becomes_a_bundle_that_lqr_steers_through_its_key_frames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("offline.pipeline.stages.add_comparators", lambda bundle, *_, **__: Made(bundle, ""))
    push = {"at": 0, "force": (0.0, -3.0), "time": 0.4, "duration": 0.1, "radius": 0.08}
    scene: Any = scene_of(data_with(pushes=[push]), "keys")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # full and reduced flow are apart, as with any smoke
        bundle = precompute_scene(scene, Places(tmp_path, workers=0))
    rows = {row["stage"]: row["result"] for row in bundle.stages}
    assert "round 1: full" in rows["nominal motion"]
    assert "reduced" in rows["nominal motion"]
    full = full_model(scene, Places(tmp_path, workers=0))
    figures = json.loads(json.dumps(verify(full, bundle, runs=1).figures))
    for name in ("reduced", "full"):
        assert len(figures["keyframes"][name]) == 2
        assert max(figures["keyframes"][name]) < 2 * NEAR
    np.testing.assert_allclose(bundle.track.states[20, :2], (0.6, 0.5), atol=NEAR)
    pushed, left = (bundle.run(bundle.pushes, name).states[:, :2] for name in ("lqr", "none"))
    assert np.linalg.norm(pushed[32] - (0.5, 0.65)) < 0.01 < np.linalg.norm(left[32] - (0.5, 0.65))
    assert set(bundle.costs.steps.tolist()) == {20, 32}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"keyframes": []}, "needs .*keyframes"),
        ({"reference": {"source": "projected"}}, "keyframes: with reference.source = .projected. the"),
        (
            {"keyframes": [{"particle": 3, "time": 1.0, "position": (0, 0)}]},
            "keyframes.0.particle: no particle 3",
        ),
        ({"keyframes": [{"time": 9.0, "position": (0, 0)}]}, "keyframes.0.time"),
        ({"keyframes": [{"time": 1e-3, "position": (0, 0)}]}, "less than half a step"),
        ({"keyframes": [{"time": 1.0, "position": (0, 0), "region": "x"}]}, "keyframes.0.region"),
        ({"reference": {"source": "keyframes", "rewind": True}}, "reference.rewind"),
        ({"reference": {"source": "keyframes", "feedforward": "zero"}}, "reference.feedforward"),
        ({"reference": {"source": "animation"}}, "reference.source"),
        ({"control": {"control_cost": 1.0, "limit": 2.0}}, "control.limit"),
        ({"guide": {"path": [(0.4, 0.4), (0.5, 0.5)], "radius": 0.1, "knots": 5}}, "knots"),
    ],
)
def test_scenes_that_make_no_sense(change: dict[str, Any], words: str) -> None:
    with pytest.raises(SceneError, match=words):
        scene_of(data_with(**change), "keys")


def test_winds_may_depend_on_each_other() -> None:
    """As those of two fans at one place that blow against each other."""
    fans = [
        {"name": name, "at": (0.5, 0.5), "radius": 0.12, "direction": way, "limit": [0.0, 2.0]}
        for name, way in (("there", (1, 0)), ("back", (-1, 0)), ("up", (0, 1)))
    ]
    frames = [{"time": 1.0, "position": (0.02, 0.02)}]
    flow, alone = (
        flow_of(made(frames, control={"control_cost": 1e-3, "actuators": some}))[1]
        for some in (fans, [fans[0], fans[2]])
    )
    assert flow.basis.rank == alone.basis.rank
    values = np.linalg.svd(flow.basis.vectors, compute_uv=False)
    assert values.min() > 0.1 * values.max()


def test_winds_of_a_scene_and_actuators_do_not_mix() -> None:
    wind = {"at": (0.2, 0.7), "radius": 0.08, "acceleration": (2.0, 0.0), "duration": 0.2}
    with pytest.raises(SceneError, match="winds: with key-frames only the actuators"):
        scene_of(data_with(limit=1.0, winds=[wind]), "keys")


@pytest.mark.parametrize(
    ("position", "more", "words"),
    [
        ((0.7, 0.0), {}, r"keyframes\.0\.position: \(1\.1, 0\.4\) m is outside"),
        ((0.2, 0.2), {"solids": [{"at": (0.6, 0.6), "radius": 0.1}]}, r"keyframes\.0\.position: .* solid"),
    ],
)
def test_places_that_no_particle_can_be_in(position: Any, more: dict[str, Any], words: str) -> None:
    box = {"cells": (32, 32), "size": ("1 m", "1 m"), **more}
    with pytest.raises(SceneError, match=words):
        made([{"time": 1.0, "position": position}], box=box)


def test_the_scene_of_the_package_is_met() -> None:
    full = build_full_smoke(read_scene("smoke-keys"))  # type: ignore[arg-type]
    outcome = find_winds(full)
    assert ask(full).distance(replayed(full, outcome)) < NEAR
    assert len(outcome.told) <= 4


def test_key_frames_say_by_themselves_where_the_motion_is_from() -> None:
    data = data_with()
    data.pop("reference")
    assert scene_of(data, "keys").reference.source == "keyframes"
    assert scene_of(data | {"reference": {"feedforward": "projected"}}, "keys").reference.is_found
