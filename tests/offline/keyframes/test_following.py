"""Animations as references: bound to a body, fitted to its basis, made physical; the loss at each stage."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from meshes.animations.animation import Animation
from offline.animation.animated import at_steps
from offline.animation.bound import bind, fit, lost, on_vertices, own_vertices
from offline.full.body.full_body import FullBody, simulate
from offline.keyframes import rounds as found_by
from offline.keyframes.distances import misses
from offline.pipeline.base.table import Table
from offline.pipeline.body.runs import BodyNominal, control_scale, training_runs
from offline.pipeline.body.statics import pulls_of, static_loads
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
from offline.scenes.reading import read_scene, scene_of, text_of
from offline.steering.mismatch import AS_MADE
from offline.verification.study import verify
from runtime.base.progress import silent
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from softrein.cli import app
from softrein.errors import SceneError, warn
from tests.offline.keyframes.test_keyframes import data_with

DT = 0.01


def data(**reference: Any) -> dict[str, Any]:
    found = data_with(frames=[])
    del found["keyframes"]
    return found | {"reference": reference}


def scene_with(folder: Path, reference: dict[str, Any], **others: Any) -> BodyScene:
    scene = scene_of(data(**reference) | others, folder=folder)
    assert isinstance(scene, BodyScene)
    return scene


@pytest.fixture(scope="module")
def beam() -> FullBody:
    return kind_of(read_scene("beam")).full_model(read_scene("beam"))


@pytest.fixture(scope="module")
def moved(beam: FullBody) -> np.ndarray:
    """The vertices (81, v, 3) of the beam under its loads."""
    return np.array([beam.body.positions(u) for u, _ in simulate(beam)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, beam: FullBody, moved: np.ndarray) -> Path:
    """A folder of animations of that run, and of motions that no body can make."""
    folder, rest = tmp_path_factory.mktemp("animations"), np.array(beam.mesh.vertices)
    times, skin = DT * np.arange(81), np.unique(beam.mesh.surface)
    order = np.random.default_rng(3).permutation(len(rest))
    np.savez(folder / "own.npz", points=moved, times=times)
    np.savez(folder / "other-order.npz", points=moved[:, order], times=times)
    np.savez(folder / "skin.npz", points=1e3 * moved[::4, skin], fps=25)
    sheared = np.repeat(rest[None], 81, axis=0)
    sheared[:, :, 2] += 0.04 * np.outer(1 - np.cos(2 * np.pi * times / 0.8), (rest[:, 0] / 0.3) ** 2) / 2
    np.savez(folder / "sheared.npz", points=sheared, times=times)
    jump = np.repeat(rest[None], 81, axis=0)
    jump[40:, :, 2] += 0.05 * (rest[:, 0] / 0.3) ** 2
    np.savez(folder / "jump.npz", points=jump, times=times)
    return folder


def found(
    runs: Path, folder: Path, reference: dict[str, Any], **others: Any
) -> tuple[found_by.Found, Table, FullBody]:
    """The rounds of a scene, and no gains."""
    scene = scene_with(folder, reference, **others)
    table, places, kind = Table(), Places(runs, workers=0), kind_of(scene)
    nominal = run_nominal(kind, kind.full_model(scene), places, silent).value
    training = run_training(kind, nominal, places, silent).value

    def model(nominal: Any, number: int) -> Any:
        basis = make_basis(kind, nominal, training).value
        return basis, make_plant(kind, nominal, training, basis).value

    result = found_by.rounds(table, nominal, silent, model)
    for words in found_by.remarks_on(result, nominal.full):
        warn(words)
    return result, table, nominal.full


def off(best: found_by.Found, moved: np.ndarray) -> np.ndarray:
    """How far (T + 1, v) every vertex of the full body is from where the run had it."""
    body = best.nominal.full.body
    return np.linalg.norm(np.array([body.positions(u) for u in best.nominal.u.T]) - moved, axis=2)


@pytest.mark.parametrize(
    ("reference", "most"),
    [
        ({"animation": "own.npz"}, 1e-3),
        ({"animation": "other-order.npz"}, 1e-3),
        ({"animation": "skin.npz", "scale": 0.001}, 2e-3),
    ],
)
def test_a_run_of_the_full_body_comes_back(
    reference: dict[str, Any], most: float, folder: Path, moved: np.ndarray, tmp_path: Path
) -> None:
    """Of its own vertices in whatever order, or of its skin in other units, every fourth frame."""
    best, table, _ = found(tmp_path, folder, reference)
    apart = off(best, moved)
    assert np.sqrt(np.mean(apart**2)) < 3e-4
    assert apart.max() < most
    assert best.lost is not None
    assert best.lost.rms < 3e-4
    row = next(row for row in table.rows if row["stage"] == "motion, round 1")
    assert "from the animation, the basis at best 0.0" in row["result"]


@pytest.mark.slow("finds motions of the full body")
def test_what_no_body_does_is_followed_by_moderate_forces_and_told(folder: Path, tmp_path: Path) -> None:
    """A beam that bends without shortening: following it closely takes hundreds of times the force."""
    with pytest.warns(
        UserWarning, match=r"jump.npz: the motion is .* from it, and .* cannot be represented by"
    ) as told:
        best, *_ = found(tmp_path / "jump", folder, {"animation": "jump.npz"})
    assert any("jump.npz: the full body is" in str(each.message) for each in told)
    assert best.lost is not None
    assert best.apart < 2e-3
    own, *_ = found(tmp_path / "own", folder, {"animation": "own.npz"})
    shear, *_ = found(tmp_path / "shear", folder, {"animation": "sheared.npz"})
    assert np.abs(shear.motion.controls).max() < 5 * np.abs(own.motion.controls).max()
    assert shear.lost is not None
    assert shear.lost.rms < 4e-3  # of 4 cm
    assert shear.apart < 2e-3


def test_a_given_weight_is_taken_and_a_small_one_costs_less(folder: Path, tmp_path: Path) -> None:
    loose, *_ = found(tmp_path / "a", folder, {"animation": "own.npz", "weight": 1.0})
    tight, *_ = found(tmp_path / "b", folder, {"animation": "own.npz", "weight": 1e4})
    assert loose.request.weight == 1.0
    assert np.sum(loose.motion.controls**2) < 0.3 * np.sum(tight.motion.controls**2)
    assert loose.lost is not None
    assert tight.lost is not None
    assert loose.lost.rms > 5 * tight.lost.rms


def test_limits_hold(folder: Path, tmp_path: Path) -> None:
    force = {"region": "xmax", "direction": [0, 0, 1], "limit": "0.4 N", "name": "lift"}
    control = {"control_cost": 1e-4, "actuators": [force]}
    with pytest.warns(UserWarning, match="limits prevent a closer motion"):
        best, *_ = found(tmp_path, folder, {"animation": "own.npz"}, control=control)
    assert np.abs(best.motion.controls).max() <= 0.4
    assert best.lost is not None
    assert best.lost.rms > 1e-3


def test_a_motion_that_repeats_is_closed(folder: Path, tmp_path: Path) -> None:
    best, *_ = found(tmp_path, folder, {"animation": "sheared.npz", "rewind": True})
    states = best.motion.states
    assert np.abs(states[-1] - states[0]).max() <= 1e-12 * np.abs(states).max()
    assert best.is_held  # round after round, until one ends where it began
    assert best.gap <= 1e-9
    with pytest.raises(SceneError, match=r"reference.animation: .*whole number of rounds.* time.steps = 160"):
        found(tmp_path, folder, {"animation": "sheared.npz", "rewind": True}, time={"step": DT, "steps": 120})


@pytest.mark.slow("finds motions of the full body")
def test_a_body_that_drifts_off_is_held_and_its_control_does_it_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A beam of two modes, which drifts far: what feedback made of the control moves it by itself."""
    monkeypatch.setattr(found_by, "ROUNDS", (1,))
    best, table, _ = found(tmp_path, folder, {"animation": "own.npz"}, basis={"rank": 2})
    assert best.is_held
    assert "held to the motion" in table.rows[-1]["result"]
    again = np.array([np.array(u) for u, _ in simulate(best.nominal.full)]).T
    np.testing.assert_allclose(again, best.nominal.u, atol=1e-12)
    assert np.abs(best.nominal.full.loads.factors - best.motion.controls.T).max() > 0
    places = Places(tmp_path / "again", workers=0)
    made = precompute_scene(scene_with(folder, {"animation": "own.npz"}, basis={"rank": 2}), places)
    row = next(row for row in made.stages if row["stage"] == "reference")
    assert "by its own forces alone" in row["result"]  # the held run, of the full body, is what is tracked
    assert isinstance(made, BodyBundle)
    scene = scene_of(made.scene)
    figures = misses(kind_of(scene).full_model(scene), made, AS_MADE)["animation"]
    assert figures["full"]["rms"] < 1.5 * figures["reduced"]["rms"]


def test_key_frames_go_with_an_animation(folder: Path, tmp_path: Path) -> None:
    frames = [{"region": "xmax", "time": 0.4, "position": [0, 0, 0.01]}]
    best, table, _ = found(tmp_path, folder, {"animation": "own.npz"}, keyframes=frames)
    assert best.motion.distances[0] <= 1e-3
    assert any("1 key-frame within" in row["result"] for row in table.rows)


@pytest.fixture(scope="module")
def bundle(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> BodyBundle:
    scene = scene_with(folder, {"animation": "skin.npz", "scale": 0.001})
    made = precompute_scene(scene, Places(tmp_path_factory.mktemp("runs"), workers=0))
    assert isinstance(made, BodyBundle)
    return made


@pytest.mark.slow("finds motions of the full body")
def test_verify_says_how_far_both_bodies_are(bundle: BodyBundle, tmp_path: Path) -> None:
    scene = scene_of(bundle.scene)
    full = kind_of(scene).full_model(scene)
    figures = verify(full, bundle, runs=1).figures["animation"]
    here = bundle.shape.positions(bundle.track.states)[:, np.unique(bundle.surface)]
    apart = np.linalg.norm(here - full.animated.places.reshape(here.shape), axis=2)
    assert figures["reduced"]["rms"] == pytest.approx(np.sqrt(np.mean(apart**2)), rel=1e-4)
    assert figures["reduced"]["max"] == pytest.approx(apart.max(), rel=1e-4)
    assert figures["full"]["rms"] < 5e-4
    assert figures["full"]["rms"] < figures["full"]["max"] < 2e-3
    save(bundle, tmp_path / "a.softrein")
    told = CliRunner().invoke(app, ["verify", str(tmp_path / "a.softrein"), "--runs", "1"])
    assert "Animation, under the motion" in " ".join(told.output.split())
    shown = CliRunner().invoke(app, ["verify", str(tmp_path / "a.softrein"), "--runs", "1", "--json"])
    assert json.loads(shown.stdout)["animation"] == figures
    soft = AS_MADE._replace(young=0.7)
    other = misses(full, bundle, soft)["animation"]
    assert other["full"]["rms"] > 3 * figures["full"]["rms"]


def test_control_keeps_to_the_animation(bundle: BodyBundle) -> None:
    """Its weight is among the costs of deviations, all along."""
    assert bundle.costs.running.any()
    r = bundle.rank
    assert not bundle.costs.running[r:, r:].any()
    assert not any(step == bundle.steps for step in bundle.costs.steps)  # it does not end at rest


def test_a_bundle_says_its_scene(bundle: BodyBundle, tmp_path: Path) -> None:
    scene = scene_of(bundle.scene)
    path = tmp_path / "again.toml"
    path.write_text(text_of(scene))
    assert read_scene(str(path)) == scene
    assert scene.reference.source == "animation"


def test_points_bound_anywhere_go_along(beam: FullBody, moved: np.ndarray) -> None:
    random, mesh, free = np.random.default_rng(0), beam.mesh, beam.body.free
    inside = random.dirichlet(np.ones(4), 40)
    which = random.integers(len(mesh.tets), size=40)
    u = (moved - mesh.vertices).reshape(81, -1)[:, free].T
    places = np.einsum("sk,tskx->tsx", inside, moved[:, mesh.tets[which]])
    at_rest = np.einsum("sk,skx->sx", inside, mesh.vertices[mesh.tets[which]])
    bound = bind(at_rest, mesh, free)
    near = 1e-6  # m: VTK may take a neighbour of the element that a point is in, by a thousandth
    assert lost(bound, u, places.reshape(81, -1)).most < near
    later = bind(places[50], mesh, free, moved[50])
    assert lost(later, u, places.reshape(81, -1)).most < near


def test_the_fit_is_the_least_squares_one(beam: FullBody, moved: np.ndarray) -> None:
    """Against numpy's own, of noisy points; and its rows are as good as all points."""
    random, free = np.random.default_rng(1), beam.body.free
    vectors, _ = np.linalg.qr(random.standard_normal((len(free), 5)))
    bound = own_vertices(beam.mesh, free)
    places = moved.reshape(81, -1) + 1e-3 * random.standard_normal((81, moved[0].size))
    found = fit(bound, vectors, places)
    onto = bound.moves @ vectors
    p, left = np.linalg.lstsq(onto, (places - bound.rest).T, rcond=None)[:2]
    np.testing.assert_allclose(found.coordinates, p.T, atol=1e-10)
    points = len(beam.mesh.vertices)
    assert found.lost.rms == pytest.approx(np.sqrt(left.sum() / (81 * points)), rel=1e-9)
    other = p.T + random.standard_normal(p.T.shape)
    far = lost(bound, vectors @ other.T, places).rms
    assert far**2 == pytest.approx(found.distance(other) ** 2 + found.lost.rms**2, rel=1e-9)


def test_the_body_follows_its_surface_elastically(beam: FullBody) -> None:
    """A stretch and a turn that its surface says go on inside, to first order."""
    skin, free = np.unique(beam.mesh.surface), beam.body.free
    assert len(skin) < len(beam.mesh.vertices)
    rest = np.array(beam.mesh.vertices)
    along = rest[:, :1] / 0.3
    way = along * np.array([0.01, 0.0, 0.0])  # held at x = 0
    bound = bind(rest[skin], beam.mesh, free)
    u = on_vertices(beam.body, bound, (rest + way)[skin].reshape(1, -1))[:, 0]
    np.testing.assert_allclose(u, way.ravel()[free], atol=2e-5)


def test_frames_are_resampled_and_the_last_one_stays() -> None:
    times = np.array([0.0, 0.1, 0.15, 0.4])
    cubic = times[:, None, None] ** 3 * np.ones((1, 2, 3))
    time = read_scene("beam").time
    places = at_steps(Animation(cubic, times), time, False, "a")
    instants = np.minimum(0.01 * np.arange(81), 0.4)
    np.testing.assert_allclose(places, instants[:, None] ** 3 * np.ones((1, 6)), atol=1e-12)
    with pytest.warns(UserWarning, match=r"lasts 4 s, but the motion 0.8 s.*time.steps = 400"):
        at_steps(Animation(cubic, 10 * times), time, False, "a")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        at_steps(Animation(cubic, 2 * times), time, False, "a")


@pytest.mark.parametrize("closed", [True, False])
def test_a_round_is_closed_whether_its_first_frame_is_there_twice_or_not(closed: bool) -> None:
    times = 0.04 * np.arange(21)[: None if closed else -1]
    turn = np.stack([np.cos(2 * np.pi * times / 0.8), np.sin(2 * np.pi * times / 0.8), 0 * times], axis=1)
    places = at_steps(Animation(turn[:, None], times), read_scene("beam").time, True, "a")
    instants = 2 * np.pi * np.arange(81) / 80
    np.testing.assert_allclose(places[:, :2], np.stack([np.cos(instants), np.sin(instants)], 1), atol=1e-4)
    np.testing.assert_array_equal(places[-1], places[0])


def test_a_deformed_first_frame_is_known_by_number_or_by_its_rest(
    folder: Path, beam: FullBody, moved: np.ndarray, tmp_path: Path
) -> None:
    kind, rest = kind_of(read_scene("beam")), np.array(beam.mesh.vertices)
    skin = np.unique(beam.mesh.surface)
    np.savez(tmp_path / "late.npz", points=moved[40:], fps=100)
    np.savez(tmp_path / "skin.npz", points=moved[40:, skin], fps=100)
    obj = "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in rest[skin].tolist())
    (tmp_path / "rest.obj").write_text(obj)
    u = (moved - rest).reshape(81, -1)[40:, beam.body.free].T
    for reference, exact in (
        ({"animation": "late.npz"}, True), ({"animation": "skin.npz", "rest": "rest.obj"}, True),
        ({"animation": "skin.npz"}, False),
    ):  # fmt: skip
        animated = kind.full_model(scene_with(tmp_path, reference)).animated
        assert (lost(animated.bound, u, animated.places[:41]).most < 1e-9) == exact
    (tmp_path / "rest.obj").write_text("v 0 0 0\n")
    with pytest.raises(SceneError, match=r"reference.rest: 1 points, and skin.npz has 58"):
        kind.full_model(scene_with(tmp_path, {"animation": "skin.npz", "rest": "rest.obj"}))


def test_a_body_in_equilibrium_is_bound_as_it_hangs(beam: FullBody, tmp_path: Path) -> None:
    hangs = {"gravity": [0, -3.0, 0], "start": "equilibrium"}
    held = {"control": {"control_cost": 1e-4, "final": 1.0}}
    full = kind_of(read_scene("beam")).full_model(
        scene_with(tmp_path, {"source": "projected"}, **hangs, **held)
    )
    here = full.body.positions(full.start())[np.unique(beam.mesh.surface)]
    assert np.abs(here - beam.mesh.vertices[np.unique(beam.mesh.surface)]).max() > 3e-3
    np.savez(tmp_path / "a.npz", points=np.stack([here, here + [0, 0, 1e-3]]), fps=2)
    animated = kind_of(full.scene).full_model(scene_with(tmp_path, {"animation": "a.npz"}, **hangs)).animated
    assert lost(animated.bound, full.start()[:, None], animated.places[:1]).most < 1e-9


def test_what_full_runs_depend_on_is_in_their_prints(folder: Path, tmp_path: Path, moved: np.ndarray) -> None:
    prints, scales = [], []
    for factor in (1.0, 1.5):
        np.savez(tmp_path / "a.npz", points=moved[0] + factor * (moved - moved[0]), fps=100)
        full = kind_of(read_scene("beam")).full_model(scene_with(tmp_path, {"animation": "a.npz"}))
        still = np.zeros((len(full.body.free), 1))
        prints.append(training_runs(BodyNominal(full, still, still, "")).fingerprint(0))
        scales.append(control_scale(full))
        pulls = pulls_of(full)
        assert len(pulls) == 7  # of eight the first is at rest
        reach = max(float(full.body.mass @ pull.u**2) for pull in pulls)
        u = (full.animated.places - full.animated.bound.rest)[:, full.body.free]
        assert reach == pytest.approx(max(full.body.mass @ each**2 for each in u[::11]), rel=0.5)
        names = [load.name for load in static_loads(full, 1.0)]
        assert "pull 3 to the animation" in names
    assert prints[0] != prints[1]
    assert scales[1] == pytest.approx(1.5 * scales[0], rel=1e-2)


@pytest.mark.parametrize(
    ("reference", "others", "words"),
    [
        ({"source": "animation"}, {}, ["reference", "`animation`, the file"]),
        ({"source": "keyframes", "animation": "own.npz"}, {}, ["reference", 'source = "animation"']),
        ({"rate": 30}, {}, ["reference", "rate", "there is none"]),
        ({"animation": "own.npz", "rate": 0}, {}, ["reference.rate"]),
        ({"animation": "own.npz", "feedforward": "zero"}, {}, ["reference.feedforward"]),
        ({"animation": "own.npz", "weight": 0}, {}, ["control", "zero"]),
        ({"animation": "own.npz"}, {"loads": [{"region": "xmax", "impulse": [0, 0, 1], "duration": 0.1}]},
         ["loads", "animation"]),
        ({"animation": "none.npz"}, {}, ["reference.animation", "none.npz", "no such file"]),
        ({"animation": "still.npz"}, {}, ["reference.animation", "nothing moves"]),
        ({"animation": "skin.npz"}, {}, ["reference.animation", "too far", "reference.scale"]),
        ({"animation": "far.npz"}, {}, ["reference.animation", "too far", "0.2 m"]),
        ({"animation": "untimed.npz"}, {}, ["reference.animation", "reference.rate"]),
        ({"animation": "small.npz"}, {}, ["reference.animation", "held", "reference.scale"]),
        ({"animation": "turned.npz"}, {}, ["reference.animation", "held", "reference.up"]),
        ({"source": "keyframes"}, {"keyframes": [{"pose": "small.obj", "time": 0.4}]},
         ["keyframes.0.pose", "held"]),
    ],
)  # fmt: skip
def test_what_is_no_reference_is_told(
    reference: dict[str, Any], others: dict[str, Any], words: list[str], folder: Path, moved: np.ndarray
) -> None:
    np.savez(folder / "still.npz", points=moved[:1].repeat(3, axis=0), fps=3)
    np.savez(folder / "far.npz", points=moved[:3, :50] + [0, 0.2, 0], fps=3)
    np.savez(folder / "untimed.npz", points=moved[:3])
    np.savez(folder / "small.npz", points=1e-3 * moved, times=DT * np.arange(len(moved)))
    np.savez(folder / "turned.npz", points=moved[:, :, [2, 0, 1]], times=DT * np.arange(len(moved)))
    lines = [f"v {x} {y} {z}" for x, y, z in 1e-3 * moved[0]]
    (folder / "small.obj").write_text("\n".join([*lines, "f 1 2 3", ""]))
    with pytest.raises(SceneError) as caught:
        kind_of(read_scene("beam")).full_model(scene_with(folder, reference, **others))
    assert all(word in str(caught.value) for word in words), caught.value
    assert "\n" not in str(caught.value)
