"""Key-frames in scenes: their entries, the motion that is found, and how near the full body comes."""

from __future__ import annotations

import itertools
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from offline.full.body.full_body import simulate
from offline.gains.lqr import remade_lqr
from offline.keyframes import closed as laps
from offline.keyframes import distances as distances_module
from offline.keyframes import rounds as found_by
from offline.keyframes.distances import misses
from offline.keyframes.request import ACCURACY
from offline.keyframes.waypoints import waypoints_of
from offline.pipeline.base.table import Made, Table
from offline.pipeline.body import elements
from offline.pipeline.body import kind as body
from offline.pipeline.body.runs import BodyNominal, control_scale
from offline.pipeline.body.statics import pulls_of, speed_along, static_loads
from offline.pipeline.kinds import kind_of
from offline.pipeline.stages import (
    Places,
    make_basis,
    make_plant,
    precompute_scene,
    run_nominal,
    run_training,
)
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene, scene_of
from offline.steering.as_loads import as_found
from offline.steering.mismatch import AS_MADE
from offline.studies.elements import study
from offline.verification.study import verify
from runtime.base.progress import silent
from runtime.bundle.body import BodyBundle
from runtime.control.planning import motion as motions
from runtime.control.planning import whole
from runtime.plant.push import Push
from softrein.errors import ControllerError, SceneError, SimulationError, SoftreinError, warn
from tests.shared_bundles import shared_bundle

FRAMES = [
    {"region": "xmax", "time": "0.25 s", "position": ["0 cm", "1 cm", "3 cm"]},
    {"region": "xmax", "time": "0.5 s", "position": ["0 cm", "0 cm", "-3 cm"]},
]


def data_with(
    frames: Any = FRAMES, control: Any = None, reference: Any = None, **others: Any
) -> dict[str, Any]:
    data = read_scene("beam").model_dump(mode="json", exclude_defaults=True)
    for name in ("loads", "targets", "pushes", "ensemble"):
        del data[name]
    data |= {
        "keyframes": frames,
        "control": {"control_cost": 1e-4, **(control or {})},
        "reference": {"source": "keyframes", **(reference or {})},
        "enrichment": {"runs": 2, "radius": ["3 cm", "8 cm"], "duration": "50 ms"},
    }
    return data | others


def found(folder: Path, **parts: Any) -> tuple[found_by.Found, Table, BodyScene]:
    """The rounds of a scene, and no gains."""
    scene, table, places = scene_of(data_with(**parts)), Table(), Places(folder, workers=0)
    assert isinstance(scene, BodyScene)
    kind = kind_of(scene)
    nominal = run_nominal(kind, kind.full_model(scene), places, silent).value
    training = run_training(kind, nominal, places, silent).value

    def model(nominal: Any, number: int) -> Any:
        basis = make_basis(kind, nominal, training).value
        return basis, make_plant(kind, nominal, training, basis).value

    result = found_by.rounds(table, nominal, silent, model)
    for words in found_by.remarks_on(result, nominal.full):
        warn(words)
    return result, table, scene


@pytest.fixture(scope="module")
def bundle() -> BodyBundle:
    made = shared_bundle(scene_of(data_with()))
    assert isinstance(made, BodyBundle)
    return made


def test_the_motion_goes_through_its_key_frames_on_both_bodies(bundle: BodyBundle) -> None:
    scene = read_scene_of(bundle)
    full = kind_of(scene).full_model(scene)
    figures = verify(full, bundle, runs=1).figures["keyframes"]
    assert max(figures["reduced"]) <= 3e-3  # the motion is the full body's, projected
    assert max(figures["full"]) <= 3e-3
    np.testing.assert_allclose(figures["reduced"], figures["full"], rtol=0, atol=3e-4)
    region = bundle.regions["xmax"]
    for i, step in enumerate((25, 50)):
        ways = bundle.shape.positions(bundle.track.states[step], region) - bundle.vertices[region]
        wanted = np.array(scene.keyframes[i].position)
        assert np.linalg.norm(ways.mean(axis=0) - wanted) == pytest.approx(figures["reduced"][i], rel=1e-4)
    other = misses(full, bundle, AS_MADE._replace(young=0.8))["keyframes"]
    assert max(other["full"] or []) > 2 * max(figures["full"])  # it is of the full body that was asked for


def read_scene_of(bundle: BodyBundle) -> BodyScene:
    scene = scene_of(bundle.scene)
    assert isinstance(scene, BodyScene)
    return scene


def test_the_model_follows_it_and_it_ends_at_rest(bundle: BodyBundle) -> None:
    run = bundle.run([], "none")
    np.testing.assert_allclose(run.states, bundle.track.states, atol=1e-9)
    np.testing.assert_array_equal(bundle.track.states[0], 0.0)
    r, states = bundle.rank, bundle.track.states
    assert np.linalg.norm(states[-1, :r]) < 0.1 * np.linalg.norm(states[:, :r], axis=1).max()
    assert np.linalg.norm(states[-1, r:]) < 0.1 * np.linalg.norm(states[:, r:], axis=1).max()
    assert {25, 50} <= set(bundle.costs.steps.tolist())


def test_a_missed_key_frame_is_told_after_a_colon(bundle: BodyBundle) -> None:
    waypoints = waypoints_of(read_scene_of(bundle), bundle.vertices, bundle.regions, [None, None])
    motion: Any = SimpleNamespace(distances=[1e-4, 5e-3])
    name = waypoints[1].name
    assert found_by.met(waypoints, motion, 2) == f"2 key-frames: {name} is missed by 5 mm"
    assert found_by.met(waypoints[:1], motion, 1) == "1 key-frame within 0.1 mm"


def test_the_table_shows_the_rounds(bundle: BodyBundle) -> None:
    names = [row["stage"] for row in bundle.stages]
    assert names.index("motion, round 1") < names.index("full runs, round 1") < names.index("reference")
    assert sum(name.startswith("motion") for name in names) <= 3
    assert "2 key-frames within" in bundle.stages[names.index("motion, round 1")]["result"]


def test_the_full_body_is_moved_by_what_the_bundle_holds(bundle: BodyBundle) -> None:
    scene = read_scene_of(bundle)
    full = as_found(kind_of(scene).full_model(scene), bundle)
    reduced = full.loads.reduced(bundle.vectors)
    np.testing.assert_allclose(reduced, bundle.driving, atol=1e-9 * np.abs(reduced).max())


def test_limits_hold_and_what_they_forbid_is_told(tmp_path: Path) -> None:
    force = {"region": "xmax", "direction": [0, 0, 1], "limit": "0.4 N", "name": "lift"}
    with pytest.warns(UserWarning, match=r"key-frame of 'xmax' at 0.25 s is missed by .*: limits prevent"):
        best, table, _ = found(tmp_path, control={"actuators": [force]})
    assert np.abs(best.motion.controls).max() == 0.4
    assert best.motion.distances[0] > 5e-3
    assert "is missed by" in table.rows[0]["result"]


def test_what_the_full_body_misses_is_told(tmp_path: Path) -> None:
    """Under a gravity that the motion begins to fall in, which three rounds do not bring into the basis."""
    with pytest.warns(UserWarning, match="the full body misses") as told:
        best, *_ = found(tmp_path, gravity=[0, 0, -9.81], start="rest")
    assert max(best.motion.distances[:2]) <= 1e-3
    words = [str(each.message) for each in told]
    for waypoint, far in zip(best.waypoints, best.far, strict=True):
        said = f"the full body misses {waypoint.name} by {1e3 * far:.2g} mm"
        assert (said in words) == (far > 3e-3), (said, words)
    assert max(best.far) > 3e-3  # else it says nothing
    full = best.nominal.full
    for waypoint, far, frame in zip(best.waypoints, best.far, FRAMES, strict=True):
        here = full.body.positions(best.nominal.u[:, waypoint.step])
        way = (here - full.mesh.vertices)[full.mesh.regions["xmax"]].mean(axis=0)
        goal = [float(str(each).split()[0]) / 100 for each in frame["position"]]
        assert waypoint.raised
        assert np.linalg.norm(way - goal) == pytest.approx(far, rel=1e-9)


def test_a_search_that_ends_early_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no limits are said to forbid anything where there are none."""
    monkeypatch.setattr(whole, "MOST_ITERATIONS", 1)
    monkeypatch.setattr(motions, "MOST_RAISES", 1)
    far = [FRAMES[0] | {"position": ["0 cm", "8 cm", "12 cm"]}]
    with pytest.warns(UserWarning, match="not converged, slope") as told:
        best, table, _ = found(tmp_path, frames=far)
    assert best.motion.slope > ACCURACY
    assert "not converged, slope" in table.rows[0]["result"]
    reasons = [str(each.message) for each in told if "is missed by" in str(each.message)]
    assert reasons
    assert all(each.endswith("the search came no nearer; give it a `weight`") for each in reasons)


def _still() -> tuple[BodyNominal, Any]:
    """A nominal run of one state, and a motion that misses nothing."""
    scene = scene_of(data_with())
    assert isinstance(scene, BodyScene)
    full, still = kind_of(scene).full_model(scene), np.zeros((1, 81))
    motion = SimpleNamespace(distances=np.zeros(2), slope=0.0, controls=np.zeros((1, 1)))
    return BodyNominal(full, still, still, ""), motion


def test_the_round_that_comes_nearest_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not the one in which the bodies are least apart, both of them far off."""
    nominal, motion = _still()
    tries = iter([(4e-3, 6e-3), (5e-3, 2e-3), (2e-3, 9e-3)])

    def tried(*_: Any) -> Made[Any]:
        apart, far = next(tries)
        return Made(found_by._Trial(nominal, [nominal.u], apart, np.array([far, 1e-3])), "")

    plant = SimpleNamespace(uncurved=())
    monkeypatch.setattr(found_by, "_find", lambda *_: Made((None, motion), ""))
    monkeypatch.setattr(found_by, "_run_under", tried)
    bases: list[Any] = []

    def model(_: Any, number: int) -> Any:
        bases.append(object())
        return bases[-1], plant

    assert found_by.rounds(Table(), nominal, silent, model).basis is bases[1]
    assert len(bases) == 3


def test_a_later_round_that_finds_no_motion_leaves_the_earlier_one(monkeypatch: pytest.MonkeyPatch) -> None:
    nominal, motion = _still()
    trial = found_by._Trial(nominal, [nominal.u], 4e-3, np.array([6e-3, 1e-3]))
    given = ("basis", SimpleNamespace(uncurved=()))
    outcomes: list[Any] = [(None, motion), ControllerError("it does not settle")]

    def find(*_: Any) -> Made[Any]:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return Made(outcome, "")

    monkeypatch.setattr(found_by, "_find", find)
    monkeypatch.setattr(found_by, "_run_under", lambda *_: Made(trial, ""))
    assert found_by.rounds(Table(), nominal, silent, lambda *_: given).apart == 4e-3  # type: ignore[arg-type]
    outcomes[:] = [ControllerError("it does not settle")]
    with pytest.raises(ControllerError, match="settle"):
        found_by.rounds(Table(), nominal, silent, lambda *_: given)  # type: ignore[arg-type]


def test_rounds_go_into_the_basis_as_runs_do_and_the_first_fall_is_one_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = data_with()["enrichment"] | {"keep_every": 5, "statics": 0}
    scene = scene_of(data_with(enrichment=part))
    kind, places, blocks = kind_of(scene), Places(tmp_path, workers=0), []
    nominal = run_nominal(kind, kind.full_model(scene), places, silent).value
    training = run_training(kind, nominal, places, silent).value
    random, size = np.random.default_rng(1), nominal.u.shape
    runs = [random.standard_normal((size[0], count)) for count in (size[1], 17)]

    def pod(given: Any, *_: Any, **__: Any) -> None:
        blocks.extend(itertools.islice(given, 3))

    monkeypatch.setattr(body, "pod", pod)
    body.basis(nominal._replace(u=nominal.u + 1.0, found=runs), training)
    np.testing.assert_array_equal(blocks[0], body.REFERENCE * (nominal.u[:, ::5] + 1.0))
    for block, run in zip(blocks[1:], runs, strict=True):
        np.testing.assert_array_equal(block, body.FOUND * run[:, ::5])


def test_sampled_elements_see_all_rounds() -> None:
    runs = [np.full((3, 50), float(i)) for i in range(4)]
    seen, unseen = elements._split(runs, [])
    assert set(seen[0]) == set(unseen[0]) == {0.0, 1.0, 2.0, 3.0}
    runs.append(np.full((3, 1), 4.0))  # it failed in its first step
    seen, unseen = elements._split(runs, [])
    assert 4.0 in seen[0]
    assert set(unseen[0]) == {0.0, 1.0, 2.0, 3.0}


def test_the_feedback_is_run_only_for_another_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, kept, usual = [], [], found_by.follow

    def follow(*given: Any) -> Any:
        calls.append(1)
        return usual(*given)

    monkeypatch.setattr(found_by, "follow", follow)
    monkeypatch.setattr(found_by, "AGREED", 1.0)  # m: the first round is good enough
    found(tmp_path)
    assert not calls
    monkeypatch.setattr(found_by, "AGREED", 0.0)  # none is
    replaced = BodyNominal._replace

    def keep(nominal: BodyNominal, **parts: Any) -> BodyNominal:
        kept.append(len(parts["found"]))
        return replaced(nominal, **parts)

    monkeypatch.setattr(BodyNominal, "_replace", keep)
    found(tmp_path)
    assert len(calls) == 2
    assert kept == [0, 2, 4]  # under the control alone and with feedback, of each round before


def test_a_velocity_that_is_missed_is_told(tmp_path: Path) -> None:
    force = {"region": "xmax", "direction": [0, 0, 1], "limit": "0.4 N", "name": "lift"}
    fast = [{"region": "xmax", "time": "0.5 s", "position": [0, 0, 0.001], "velocity": [0, 0, 4]}]
    with pytest.warns(UserWarning, match="the velocity at") as told:
        best, table, _ = found(tmp_path, control={"actuators": [force]}, frames=fast)
    said = f"the velocity at the key-frame of 'xmax' at 0.5 s is missed by {best.motion.distances[1]:.3g} m/s"
    assert best.motion.distances[1] > 1
    assert any(said in str(each.message) for each in told)
    assert any(
        f"misses {best.waypoints[1].name} by {best.far[1]:.3g} m/s" in str(each.message) for each in told
    )
    assert said in table.rows[0]["result"]


def test_one_force_is_enough_for_what_it_can_reach(tmp_path: Path) -> None:
    force = {"region": "xmax", "direction": [0, 0, 1], "limit": "10 N", "scale": "2 N", "name": "lift"}
    up = [
        {"region": "xmax", "time": "0.5 s", "position": [0, 0, 0.02], "velocity": [0, 0, 0.2], "weight": 1e3}
    ]
    best, *_ = found(tmp_path, control={"actuators": [force]}, frames=up)
    assert best.motion.controls.shape == (80, 1)
    assert np.abs(best.motion.controls).max() <= 5.0
    assert best.motion.distances[0] < 3e-3
    assert best.request.frames[1].distance(best.motion.states) < 0.05


@pytest.mark.slow("finds motions of the full body")
def test_a_cable_is_driven_within_its_limits(tmp_path: Path) -> None:
    cable = {
        "kind": "cable", "name": "top", "points": [["2 cm", "4 cm", "7 cm"], ["28 cm", "4 cm", "7 cm"]],
        "limit": ["0 N", "6 N"],
    }  # fmt: skip
    up = [{"region": "xmax", "time": "0.5 s", "position": [0, 0, 0.004], "weight": 1e4}]
    best, *_ = found(tmp_path, control={"actuators": [cable]}, frames=up)
    assert best.motion.controls.min() >= 0.0
    assert best.motion.controls.max() <= 6.0
    assert best.motion.controls.max() > 0.0
    assert best.apart < 3e-3


@pytest.mark.slow("finds motions of the full body")
def test_a_motion_that_repeats_is_closed(tmp_path: Path) -> None:
    best, _, scene = found(tmp_path, reference={"rewind": True})
    states = best.motion.states
    assert scene.endless
    assert np.abs(states[-1] - states[0]).max() <= 1e-12 * np.abs(states).max()
    assert np.abs(states[0]).max() > 0.01 * np.abs(states).max()  # it does not come to rest for it
    assert max(best.motion.distances) <= 1e-3
    assert best.apart < 3e-3
    assert max(best.far) < 3e-3
    for each in (best.nominal.u, best.nominal.v):  # and so is the full body's
        assert np.abs(each[:, -1] - each[:, 0]).max() <= 1e-9 * np.abs(each).max()
    again = np.array([u for u, _ in simulate(best.nominal.full)]).T  # by its controls alone
    np.testing.assert_allclose(again, best.nominal.u, rtol=0, atol=1e-12)


def test_a_full_body_that_does_not_close_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laps, "LAPS", 1)
    monkeypatch.setattr(found_by, "ROUNDS", (1,))
    with pytest.warns(UserWarning, match=r"the full body's motion is not periodic: a round ends \d+\.\d%"):
        found(tmp_path, reference={"rewind": True})


def test_the_finer_clock_judges_the_motion_that_is_found(bundle: BodyBundle) -> None:
    """Without control this body does not move at all."""
    rows = {row["stage"]: row["result"] for row in bundle.stages}
    assert "of its reach from that on a quarter of the step" in rows["finer clock"]
    names = list(rows)
    assert names.index("full runs, round 1") < names.index("finer clock") < names.index("reference")


def test_a_place_is_a_displacement_from_rest(tmp_path: Path) -> None:
    middle, absolute = _middle_of_xmax(), []
    for frame in FRAMES:
        way = [float(str(each).split()[0]) / 100 for each in frame["position"]]
        absolute.append(frame | {"absolute": True, "position": (middle + way).tolist()})
    one, two = (found(tmp_path / name, frames=frames)[0] for name, frames in (("a", FRAMES), ("b", absolute)))
    np.testing.assert_allclose(one.motion.states, two.motion.states, atol=1e-9)


def _middle_of_xmax() -> np.ndarray:
    scene = read_scene("beam")
    mesh = kind_of(scene).full_model(scene).mesh
    return np.asarray(mesh.vertices[mesh.regions["xmax"]].mean(axis=0))


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"frames": []}, ["reference.source", "[[keyframes]]"]),
        ({"reference": {"source": "reduced"}}, ["keyframes", "leave source out"]),
        ({"frames": [FRAMES[0] | {"time": "2 s"}]}, ["keyframes.0.time", "end of the motion"]),
        ({"frames": [FRAMES[0] | {"time": "1 ms"}]}, ["keyframes.0.time", "half a step"]),
        ({"frames": [FRAMES[0] | {"time": 0}]}, ["keyframes.0.time", "greater than 0"]),
        ({"frames": 2 * [FRAMES[0]]}, ["keyframes.1: keyframes.0 already gives", "leave one of them out"]),
        ({"frames": [{"pose": "a.softrein", "time": 0.4}]}, ["keyframes.0", "`at` is missing"]),
        ({"frames": [{"pose": "a.obj", "at": 1, "time": 0.4}]}, ["keyframes.0", "`at` belongs to a `pose`"]),
        ({"frames": [FRAMES[0] | {"position": [0, 0]}]}, ["keyframes.0.position"]),
        ({"frames": [FRAMES[0] | {"position": [0, 0, "1 kg"]}]}, ["keyframes.0.position.2", "not in m"]),
        ({"frames": [FRAMES[0] | {"velocity": [0, 0, "1 m"]}]}, ["keyframes.0.velocity.2", "not in m/s"]),
        ({"frames": [FRAMES[0] | {"weight": -1}]}, ["keyframes.0.weight"]),
        ({"frames": [FRAMES[0] | {"pose": "up"}]}, ["keyframes.0", "leave out the entries for a region"]),
        ({"frames": [FRAMES[0] | {"place": "up"}]}, ["keyframes.0.place", "unknown entry"]),
        ({"frames": [{"region": "xmax", "time": 0.4}]}, ["keyframes.0", "`position`", "`pose`"]),
        ({"frames": [{"pose": "a.vtk", "time": 0.4, "at": 0.2}]}, ["keyframes.0", "`at`"]),
        ({"frames": [{"pose": "a.softrein", "time": 0.4}]}, ["keyframes.0", "`at`"]),
        ({"frames": [FRAMES[0] | {"rest": "a.obj"}]}, ["keyframes.0", "belong to a `pose`"]),
        ({"reference": {"feedforward": "zero"}}, ["reference.feedforward"]),
        ({"frames": [FRAMES[0] | {"weight": 0}, FRAMES[1] | {"weight": 0}]}, ["control"]),
    ],
)
def test_what_is_no_key_frame_is_told(parts: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(SceneError) as caught:
        scene_of(data_with(**parts))
    assert all(word in str(caught.value) for word in words), caught.value
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", ["force", "velocity"])
def test_a_velocity_alone_says_how_strongly_to_perturb(kind: str, tmp_path: Path) -> None:
    fast = [{"region": "xmax", "time": "0.4 s", "position": [0, 0, 0], "velocity": [0, 0, "30 cm/s"]}]
    best, _, scene = found(tmp_path, frames=fast, enrichment=data_with()["enrichment"] | {"kind": kind})
    assert best.motion.distances[0] <= 1e-3
    assert best.motion.distances[1] <= 1e-2
    mass = best.nominal.full.body.mass.sum() / 3
    if kind == "force":
        assert control_scale(kind_of(scene).full_model(scene)) == pytest.approx(mass * 0.3 / 0.4)


def test_key_frames_at_rest_alone_are_told(tmp_path: Path) -> None:
    rest = [{"region": "xmax", "time": "0.4 s", "position": [0, 0, 0]}]
    with pytest.raises(SoftreinError, match=r"keyframes: .* another position, or a velocity"):
        found(tmp_path, frames=rest)


def test_pulls_to_key_frames_have_their_name_and_speed() -> None:
    """And two key-frames that are less than a step apart make no body infinitely fast."""
    close = [FRAMES[0] | {"time": "0.2549 s"}, FRAMES[1] | {"time": "0.2551 s"}]  # two steps
    scene = scene_of(data_with(frames=close))
    full = kind_of(scene).full_model(scene)
    names = [load.name for load in static_loads(full, 1.0)]
    assert [name for name in names if name.startswith("pull")] == [
        f"pull {i} to the key-frames" for i in range(2)
    ]
    one, two = (pull.u for pull in pulls_of(full))
    way = np.sqrt(full.body.mass @ (one - two) ** 2)
    assert speed_along(full) == pytest.approx(way / full.scene.time.step)


def test_a_push_after_the_last_key_frame_is_answered(bundle: BodyBundle) -> None:
    """By the rest that is asked for at the end."""
    assert {25, 50, 80} == set(bundle.costs.steps.tolist())
    gains = np.abs(remade_lqr(bundle).gains).max(axis=(1, 2))
    assert gains[50:].min() > 1e-6 * gains.max()


def test_elements_of_a_motion_through_key_frames_are_not_judged(tmp_path: Path) -> None:
    pushes = {"runs": 4, "force": [1, 2], "duration": "50 ms", "radius": "5 cm"}
    pushes |= {"time": ["0.1 s", "0.5 s"]}
    with pytest.raises(SceneError, match=r"reference.source: .* key-frames"):
        study(scene_of(data_with(ensemble=pushes)), Places(tmp_path, workers=0))


def test_what_a_controller_is_told_is_of_no_account_where_there_is_none(bundle: BodyBundle) -> None:
    full = kind_of(read_scene_of(bundle)).full_model(read_scene_of(bundle))
    soft = AS_MADE._replace(young=0.8)
    assert misses(full, bundle, soft._replace(delay=2, noise=1e-3, sensors=True)) == misses(
        full, bundle, soft
    )


def test_a_full_body_that_gives_up_is_told(bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(_: Any) -> Any:
        raise SimulationError("no more")
        yield

    monkeypatch.setattr(distances_module, "simulate", give_up)
    full = kind_of(read_scene_of(bundle)).full_model(read_scene_of(bundle))
    assert misses(full, bundle, AS_MADE)["keyframes"]["full"] is None


def test_loads_have_no_place_beside_them() -> None:
    load = {"region": "xmax", "impulse": [0, 0, 0.1], "duration": "50 ms"}
    with pytest.raises(SceneError, match="leave loads out"):
        scene_of(data_with(loads=[load]))


@pytest.mark.parametrize(("region", "words"), [("tail", "no region 'tail'"), ("xmin", "free to move")])
def test_what_cannot_come_is_told(region: str, words: str, tmp_path: Path) -> None:
    scene = scene_of(data_with(frames=[FRAMES[0] | {"region": region}]))
    with pytest.raises(SceneError, match=rf"keyframes.0.region: .*{words}"):
        precompute_scene(scene, Places(tmp_path, workers=0))


def test_the_shipped_scene_is_read() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene = read_scene("tshape-keys")
    assert isinstance(scene, BodyScene)
    assert [frame.time for frame in scene.keyframes] == [1.0, 2.0, 3.0]


def test_limits_bound_what_a_motion_and_feedback_do_together(tmp_path: Path) -> None:
    """Of what forces do as well: pushed hard, the two reach the limits and no further."""
    most, ways = 3.0, ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    actuators = [
        {"region": "xmax", "direction": way, "limit": f"{most} N", "name": name}
        for name, way in zip("xyz", ways, strict=True)
    ]
    data = data_with(control={"actuators": actuators})
    bundle = precompute_scene(scene_of(data), Places(tmp_path, workers=0))
    own = bundle.actuation.own
    np.testing.assert_allclose(own @ bundle.actuators.T, bundle.driving, atol=1e-9 * most)
    assert 0.3 * most < np.abs(own).max() <= most * (1 + 1e-9)
    at = int(bundle.regions["xmax"][0])
    run = bundle.run([Push(at, (0, 0, 8.0), time=10 * bundle.dt, duration=20 * bundle.dt)], "lqr")
    both = own + run.controls
    assert np.abs(both).max() == pytest.approx(most)
    assert np.abs(run.controls).max() > 1.2 * most
