"""Controllers on full models that are as the bundle was made, and on others: `softrein verify`."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import softrein
from benchmarks import verified_table
from meshes import block, write_mesh
from meshes.tetmesh import MeshMaterial, TetMesh
from offline.campaign.pool import processes
from offline.full.body.full_body import FullBody, build_full_body, simulate
from offline.full.body.modes import natural_modes
from offline.gains.lqr import remade_lqr
from offline.pipeline.kinds import kind_of
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene, scene_of
from offline.steering.body import ControlledBody, other_body, steer_full
from offline.steering.closed_loop import steer
from offline.steering.mismatch import AS_MADE, Mismatch
from offline.steering.smoke import ControlledSmoke
from offline.verification import stored_runs, study
from offline.verification.curves import cases_of, curves, values_of
from offline.verification.stored_runs import Source, keeping, source_of
from offline.verification.study import (
    Case,
    Outcome,
    Task,
    cases_beside,
    full_runs,
    lost,
    pushes_for,
    run_cases,
    verify,
)
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.smoke import SmokeBundle
from softrein import __version__
from softrein.base import theme
from softrein.charts.robustness import draw_curves
from softrein.charts.verification import draw_paths
from softrein.commands.verifying import named, usable
from softrein.errors import BundleError, CampaignError, ControllerError, SceneError, SoftreinError
from softrein.facts.runs import along_paths
from softrein.reports.verdicts import sentences
from tests.offline.verification.test_judged import TIME, at_full_rank, scene_with
from tests.softrein.test_cli import call
from tests.touching import BAT, bat_bundle

Array = np.ndarray
PUSHES = [{"at": "xmax", "force": [0, 1, 1], "time": 0.02, "duration": 0.04, "radius": 0.06}]


@pytest.fixture
def steered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[FullBody, BodyBundle]:
    """A block at full rank with a push of its own and LQR's gains."""
    scene = scene_with("stvk", cells=(1, 1, 1), pushes=PUSHES, watch="xmax")
    full, whole = at_full_rank(scene, tmp_path, monkeypatch)
    return full, whole.with_controllers({"lqr": remade_lqr(whole, discretisation="step")})


class Watching:
    """LQR in Python that keeps what it was told, and may take one of before for the present."""

    def __init__(self, bundle: BodyBundle, old: int = 0) -> None:
        self._gains, self._states, self._old = bundle.gains["lqr"], bundle.track.states, old
        self.told: list[Array] = []

    def reset(self) -> None:
        self.told = []

    def control(self, step: int, deviation: Array) -> Array:
        self.told.append(deviation + self._states[step])
        back = self.told[max(step - self._old, 0)]
        return np.asarray(self._gains[step] @ (back - self._states[step]))


# As made -------------------------------------------------------------------------------------------------


def test_at_full_rank_the_full_model_is_the_reduced_one(steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    found = verify(full, bundle, runs=3)
    free, reduced, steady = (found.figures[name] for name in ("uncontrolled", "reduced", "full"))
    for one, other in ((steady, reduced), (steady["ensemble"], reduced["ensemble"])):
        assert one["error"] == pytest.approx(other["error"], rel=1e-4)
        assert one["effort"] == pytest.approx(other["effort"], rel=1e-4)
        assert one["error"] > 0
    assert steady["error"] < 0.9 * free["error"]
    assert free["effort"] == free["ensemble"]["effort"] == 0
    size = np.abs(found.places["reference"]).max()
    np.testing.assert_allclose(found.places["full"], found.places["reduced"], rtol=0, atol=1e-7 * size)
    assert np.abs(found.places["full"] - found.places["uncontrolled"]).max() > 1e-4 * size


@pytest.fixture
def circling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[FullBody, BodyBundle]:
    """The same block, whose end follows a circle."""
    points = [[0.002, 0.0], [0.0, 0.002], [-0.002, 0.0], [0.0, -0.002]]
    path = {
        "region": "xmax",
        "axes": "yz",
        "points": points,
        "absolute": False,
        "period": 0.12,
        "weight": 1e4,
    }
    parts = {"control": {"paths": [path]}, "loads": [], "gravity": [0, 0, 0], "pushes": PUSHES}
    full, whole = at_full_rank(scene_with("stvk", cells=(1, 1, 1), **parts), tmp_path, monkeypatch)
    return full, whole.with_controllers({"lqr": remade_lqr(whole, discretisation="step")})


@pytest.fixture
def standing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[FullBody, BodyBundle]:
    """A block at full rank whose push lets its free end down on the ground."""
    parts: dict[str, Any] = {
        "obstacles": [{"name": "ground", "shape": "plane", "position": [0, -0.0005, 0]}],
        "pushes": [PUSHES[0] | {"force": [0, -4, 0]}],
        "time": TIME | {"newton_iterations": 20},
    }
    full, whole = at_full_rank(scene_with("stvk", cells=(1, 1, 1), **parts), tmp_path, monkeypatch)
    return full, whole.with_controllers({"lqr": remade_lqr(whole, discretisation="step")})


def test_the_force_of_contact_is_that_of_the_full_body(standing: tuple[FullBody, BodyBundle]) -> None:
    """At full rank it is the reduced model's."""
    full, bundle = standing
    figures = verify(full, bundle, runs=1).figures
    force = bundle.contacts(bundle.run(bundle.pushes).states).pressed(bundle.steps)[0][:, 0]
    size = np.linalg.norm(force, axis=1)
    for row in (figures["reduced"], figures["full"]):
        found = row["touches"]["ground"]
        assert found["mean"] == pytest.approx(size.mean(), rel=1e-4)
        assert found["largest"] == pytest.approx(size.max(), rel=1e-4)
    assert size.max() > 0.1
    places = steer_full(full, bundle, "lqr", [bundle.pushes], True).places
    assert places is not None
    np.testing.assert_allclose(places[1:, 0, -1], force, atol=1e-4 * size.max())
    told = [words for words in sentences(figures, "lqr") if "'ground' presses" in words]
    assert len(told) == 1
    assert "without control" in told[0]


def test_what_nothing_touches_is_not_told_of() -> None:
    def row(**means: float | None) -> dict[str, Any]:
        own = {"error": 1.0, "effort": 1.0, "ensemble": {"error": 1.0, "effort": 1.0, "lost": 0, "runs": 1}}
        return own | {"touches": {name: {"mean": mean} for name, mean in means.items()}}

    figures = {name: row(finger=0.0, pole=0.0) for name in ("uncontrolled", "reduced")}
    told = sentences(figures | {"full": row(finger=0.0, pole=0.2)}, "lqr")
    assert [words.split("'")[1] for words in told if "presses" in words] == ["pole"]


def test_round_off_is_not_compared() -> None:
    """Nobody pushes: all keep to the motion, and the ratios of what is left mean nothing."""

    def row(error: float, effort: float = 1.0) -> dict[str, Any]:
        return {"error": error, "effort": effort}

    figures = {"uncontrolled": row(1e-18), "reduced": row(4e-18), "full": row(1.2e-16), "size": 1.0}
    figures["beside"] = {"mpc": {"reduced": row(4e-18), "full": row(5e-16)}}
    told = sentences(figures, "lqr")
    assert told == ["Scene’s pushes: with and without control the full model’s error is round-off"]
    (off,) = sentences(figures | {"full": row(0.02), "beside": {}}, "lqr")
    assert off.endswith("the full model’s error is 0.0200; without control it is round-off")
    (pushed,) = sentences(figures | {"uncontrolled": row(0.1), "full": row(12.0), "beside": {}}, "lqr")
    assert pushed.endswith("the full model’s error is 120 times that without control")
    (seen,) = sentences(
        figures | {"uncontrolled": row(0.1), "reduced": row(0.4), "full": row(12.0), "beside": {}}, "lqr"
    )
    assert seen.endswith("120 times that without control, and 30 times the reduced model’s")


def test_places_are_as_far_off_their_paths_as_runs_say(circling: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = circling
    figures = verify(full, bundle, runs=2).figures
    free, reduced, steady, track = (figures[name] for name in ("uncontrolled", "reduced", "full", "track"))
    ran = along_paths(bundle, bundle.run().states)
    for key in ("path rms", "path max"):
        assert reduced[key] == pytest.approx(ran[key], rel=1e-5)
        assert steady[key] == pytest.approx(reduced[key], rel=1e-4)
        assert steady["ensemble"][key] == pytest.approx(reduced["ensemble"][key], rel=1e-4)
    assert 0 < steady["path rms"] < 0.5 * free["path rms"]
    wanted, found = np.array(track["wanted"]), np.array(track["full"])
    assert found.shape == wanted.shape == (bundle.steps + 1, 3)
    apart = np.linalg.norm((found - wanted)[bundle.steps // 2 :, 1:], axis=1)
    assert apart.max() == pytest.approx(steady["path max"], rel=1e-4)
    rest = bundle.vertices[bundle.regions["xmax"]].mean(axis=0)
    np.testing.assert_allclose(wanted[3] - rest, [0, 0, 0.002], rtol=0, atol=1e-8)
    assert track["time"][3] == pytest.approx(0.03)


def test_a_lost_run_leaves_the_median_off_paths(
    circling: tuple[FullBody, BodyBundle], monkeypatch: pytest.MonkeyPatch
) -> None:
    full, bundle = circling
    first, second, hit = pushes_for(bundle, 3)
    strong = [replace(push, force=(1e200, 0.0, 0.0)) for push in hit]
    for pushes, known_there in (([first, strong, second], True), ([first, strong, strong], False)):
        monkeypatch.setattr(study, "pushes_for", lambda bundle, runs, pushes=pushes: pushes)
        found = verify(full, bundle, runs=3).figures["full"]["ensemble"]
        assert found["lost"] == np.sum([each is strong for each in pushes])
        for key in ("path rms", "path max", "error"):
            assert (found[key] is not None) == known_there


def test_places_are_those_of_the_vertices(steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    found = steer_full(full, bundle, "none", [[]], record=True)
    by_itself = np.array([full.body.positions(u)[bundle.watched()].mean(axis=0) for u, _ in simulate(full)])
    assert found.places is not None
    np.testing.assert_allclose(found.places[:, 0, 0], by_itself, rtol=0, atol=1e-12)


def test_full_smoke_without_control_is_the_nominal_run(small_smoke: SmokeBundle) -> None:
    scene = scene_of(small_smoke.scene)
    full = kind_of(scene).full_model(scene)
    drive = ControlledSmoke(full, small_smoke)
    free = steer(drive, small_smoke, "none", [[], small_smoke.pushes], record=True)
    assert free.places is not None
    np.testing.assert_allclose(free.places[:, 0], small_smoke.full_paths, rtol=0, atol=1e-12)
    assert free.error[0] < 1e-9  # its reference is that run, projected
    held = steer(drive, small_smoke, "lqr", [small_smoke.pushes])
    assert 0 < held.error[0] < free.error[1] / 5
    with pytest.raises(SceneError, match="smoke has no material"):
        ControlledSmoke(full, small_smoke, Mismatch(young=2.0))
    with pytest.raises(BundleError, match="steps of"):
        ControlledSmoke(full, small_smoke.at_step(0.02))


# Different -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", ["stvk", "neo-hookean"])
def test_stiffness_and_density_scale_as_frequencies_do(law: str, tmp_path: Path) -> None:
    """Omega^2 is as E over rho: both times four change no free motion, the first alone doubles omega."""
    free = scene_with(law, cells=(1, 1, 1), loads=[], damping={"mass": 0.3})
    full = kind_of(free).full_model(free)
    both, stiffer = (other_body(full, Mismatch(4.0, density)) for density in (4.0, 1.0))
    same, other, base = (natural_modes(each.body, 3).frequencies for each in (both, stiffer, full))
    np.testing.assert_allclose(same, base, rtol=1e-9)
    np.testing.assert_allclose(other, 2 * base, rtol=1e-9)
    motions = [np.array([u for u, _ in simulate(each)]) for each in (full, both, stiffer)]
    size = np.abs(motions[0]).max()  # it falls until its stiffness catches it
    np.testing.assert_allclose(motions[1], motions[0], rtol=0, atol=1e-9 * size)
    assert np.abs(motions[2] - motions[0]).max() > 0.1 * size


def test_what_another_body_touches_is_as_hard_as_before() -> None:
    """And what moves freely is seen as it is: noise is that of the body's places."""
    bundle = bat_bundle()
    for own in ("", ", stiffness=1e7"):
        ground = f"obstacles=[{{name='ground', shape='plane', position=[0, -0.3, 0]{own}}}]"
        full = build_full_body(read_scene("bat", [*BAT, ground]))
        other = other_body(full, Mismatch(young=0.5, density=2.0))
        assert full.contact is not None
        assert other.contact is not None
        np.testing.assert_allclose(other.contact.law.stiffness, full.contact.law.stiffness, rtol=1e-12)
        np.testing.assert_allclose(other.contact.law.areas, full.contact.law.areas, rtol=1e-12)
    scale, count = ControlledBody(full, bundle).scale, bundle.rank - bundle.free_coordinates
    assert (scale > 0).tolist() == [*[True] * count, *[False] * (2 * bundle.rank - count)]
    np.testing.assert_allclose(np.sum(scale**2), full.body.total_mass)


def test_materials_of_a_file_scale_as_well(tmp_path: Path) -> None:
    mesh = block((1, 1, 1), (0.2, 0.08, 0.08))
    path = tmp_path / "block.veg"
    material = MeshMaterial(1000.0, 6e4, 0.4, np.arange(len(mesh.tets)))
    write_mesh(path, TetMesh(mesh.vertices, mesh.tets, materials={"rubber": material}))
    ends = {"file": str(path), "fixed": ["left"], "regions": {"left": {"lowest": 0.1, "axis": "x"}}}
    scene = scene_with(
        mesh=ends, materials={}, loads=[{"region": "body", "force": [0, 1, 0], "duration": 0.1}]
    )
    full = kind_of(scene).full_model(scene)
    other = other_body(full, Mismatch(young=2.0, density=3.0))
    np.testing.assert_allclose(other.body.mass, 3 * full.body.mass)
    u = np.linspace(0, 1e-3, len(full.body.free))
    np.testing.assert_allclose(other.body.force(u), 2 * full.body.force(u), rtol=1e-9, atol=1e-12)


def test_another_body_answers_otherwise_and_the_promise_stays(steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    made, other = verify(full, bundle, runs=2), verify(full, bundle, Case("lqr", Mismatch(young=0.5)), runs=2)
    assert other.figures["reduced"] == made.figures["reduced"]
    for name in ("full", "uncontrolled"):
        assert other.figures[name]["error"] != pytest.approx(made.figures[name]["error"], rel=0.01)


@pytest.mark.parametrize("delay", [1, 3])
def test_a_delay_feeds_old_states(delay: int, steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    late = steer_full(full, bundle, "lqr", [bundle.pushes], True, Mismatch(delay=delay))
    by_hand = steer_full(full, bundle, Watching(bundle, old=delay), [bundle.pushes], True)
    prompt = steer_full(full, bundle, "lqr", [bundle.pushes])
    assert late.states is not None
    assert by_hand.states is not None
    np.testing.assert_allclose(late.states, by_hand.states, rtol=0, atol=1e-9 * np.abs(late.states).max())
    assert late.error[0] == pytest.approx(by_hand.error[0], rel=1e-9)
    assert late.error[0] != pytest.approx(prompt.error[0], rel=1e-3)


def test_noise_is_of_the_size_that_is_said_and_in_places_alone(steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    seen, off = Watching(bundle), []
    for number in range(30):
        found = steer_full(full, bundle, seen, [[]], True, Mismatch(noise=1e-4), first=number)
        assert found.states is not None
        off.append(np.array(seen.told) - found.states[:-1, 0])
    apart = np.array(off)[..., : bundle.rank]  # (runs, T, r)
    vertices = apart @ bundle.vectors.T  # m, of the free degrees of freedom
    mass = full.body.mass
    squares = (vertices**2 @ mass) / (mass.sum() / 3)  # the mean over the mass of a vertex's squared distance
    deviations = 6 * np.sqrt(2 / apart.size)
    assert np.mean(squares) == pytest.approx(1e-8, rel=deviations)
    assert abs(np.corrcoef(apart[:, :-1].ravel(), apart[:, 1:].ravel())[0, 1]) < 6 / np.sqrt(apart.size)
    np.testing.assert_array_equal(np.array(off)[..., bundle.rank :], 0)


def test_noise_depends_on_seed_and_number_alone(
    steered: tuple[FullBody, BodyBundle], monkeypatch: pytest.MonkeyPatch
) -> None:
    full, bundle = steered
    case, pushes = Case("lqr", Mismatch(noise=1e-3)), pushes_for(bundle, 5)
    first = run_cases(full, bundle, [case], pushes)[0]
    monkeypatch.setattr(study, "SHARE", 3)
    again = run_cases(full, bundle, [case], pushes)[0]
    np.testing.assert_array_equal(again.error, first.error)
    other = run_cases(full, replace(bundle, seed=bundle.seed + 1), [case], pushes)[0]
    assert (other.error != first.error).all()
    alike = run_cases(full, bundle, [case], [pushes[0]] * 2)[0]
    assert alike.error[0] != alike.error[1]


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("young", 0.0),
        ("young", np.inf),
        ("density", -1.0),
        ("delay", -1),
        ("noise", -1e-3),
        ("noise", np.nan),
    ],
)
def test_what_cannot_be_is_refused(entry: str, value: Any) -> None:
    with pytest.raises(ControllerError, match=entry):
        AS_MADE._replace(**{entry: value}).check()


def test_a_delay_longer_than_the_motion_is_refused(steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    late = AS_MADE._replace(delay=bundle.steps)
    with pytest.raises(SceneError, match=f"a delay of {bundle.steps} steps: the motion has {bundle.steps}"):
        late.check_within(("young",), full.scene.name, bundle.steps)


# On a finer clock ----------------------------------------------------------------------------------------


def test_on_its_own_clock_nothing_changes(steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    once, told = (
        steer_full(full, bundle, "lqr", [bundle.pushes], True, mismatch)
        for mismatch in (AS_MADE, Mismatch(substeps=1, newton=full.scene.time.newton_iterations))
    )
    np.testing.assert_array_equal(once.states, told.states)


def test_substeps_are_those_of_a_scene_with_a_shorter_step(steered: tuple[FullBody, BodyBundle]) -> None:
    """Under loads and pushes that are held; and with many of them the motion settles, at second order."""
    full, bundle = steered
    held = replace(full.loads, factors=np.repeat(full.loads.factors, 4, axis=1))
    time = full.scene.time.model_copy(update={"step": bundle.dt / 4, "steps": 4 * bundle.steps})
    shorter = replace(full, scene=full.scene.model_copy(update={"time": time}), loads=held)
    by_itself = np.array([u for u, _ in simulate(shorter)])[::4]
    states = {}
    for substeps in (1, 2, 4, 8, 32):
        by = Mismatch(substeps=substeps, newton=20)
        states[substeps] = steer_full(full, bundle, "none", [bundle.pushes], True, by).states[:, 0]
    free = steer_full(full, bundle, "none", [[]], True, Mismatch(substeps=4)).states[:, 0, : bundle.rank]
    projected = by_itself @ (full.body.mass[:, None] * bundle.vectors)
    np.testing.assert_allclose(free, projected, rtol=0, atol=1e-9 * np.abs(projected).max())
    off = [np.abs(states[each] - states[32]).max() for each in (1, 2, 4)]
    assert off[0] > 3 * off[1] > 9 * off[2] > 0  # a quarter each, less what 32 steps are off themselves


def test_smoke_takes_substeps_and_no_iterations(small_smoke: SmokeBundle) -> None:
    scene = scene_of(small_smoke.scene)
    full = kind_of(scene).full_model(scene)
    once, finer, finest = (
        steer(
            ControlledSmoke(full, small_smoke, by := Mismatch(substeps=substeps)), small_smoke, "none",
            [small_smoke.pushes], True, by,
        ).places
        for substeps in (1, 4, 8)
    )  # fmt: skip
    assert np.abs(finest - finer).max() < 0.7 * np.abs(finest - once).max()
    with pytest.raises(SceneError, match="leave newton out"):
        ControlledSmoke(full, small_smoke, Mismatch(newton=20))


@pytest.mark.slow("full runs under several controllers")
def test_a_finer_clock_is_a_row_of_its_own(beam: Path, tmp_path: Path) -> None:
    words = ["verify", beam, "--runs", "2", "--workers", "0"]
    found = json.loads(call(*words, "--substeps", "3", "--newton", "20", "--json").stdout)
    assert list(found) == ["uncontrolled", "reduced", "full", "fine", "fine uncontrolled", "size"]
    base = json.loads(call(*words, "--json").stdout)
    assert {name: found[name] for name in base} == base
    for fine, coarse in (("fine", "full"), ("fine uncontrolled", "uncontrolled")):
        assert list(found[fine]) == list(found[coarse])
        for one, other in (
            (found[fine], found[coarse]),
            *[(found[fine]["ensemble"], found[coarse]["ensemble"])],
        ):
            assert one["error"] != other["error"]
            assert one["error"] == pytest.approx(other["error"], rel=0.5)
    told = call(*words, "--substeps", "3", "-o", tmp_path / "out")
    assert "full, finer clock, LQR" in told.output
    assert "160 steps each" in told.output  # of 3 models of 80, two of 240
    assert json.loads((tmp_path / "out" / "verify.json").read_text())["clock"] == {"substeps": 3, "newton": 0}
    for option, value in (("--substeps", "1001"), ("--newton", "51")):
        assert isinstance(call(*words, option, value).exception, ControllerError)


# Others beside it ----------------------------------------------------------------------------------------


@pytest.mark.slow("full runs under several controllers")
def test_others_stand_beside_lqr(beam: Path, tmp_path: Path) -> None:
    words = ["verify", beam, "--runs", "3", "--workers", "0"]
    found = json.loads(call(*words, "-c", "pd,spd", "--json").stdout)
    assert list(found["beside"]) == ["spd", "lqr"]
    for name in ("pd", "spd", "lqr"):
        alone = json.loads(call(*words, "-c", f"{name}", "--json").stdout)
        own = found if name == "pd" else found["beside"][name]
        for row in ("reduced", "full"):
            assert own[row] == alone[row]
    told = call(*words, "-c", "all")
    assert told.exit_code == 0, told.output
    for name in ("LQR", "MPC", "PD", "stable PD", "timed PD", "P"):
        assert f"full, {name} " in told.output
        assert f"reduced, {name} " in told.output
    assert "no controller 'nobody'" in str(call(*words, "-c", "pd,nobody").exception)
    assert "no controller 'nobody'" in str(call(*words, "-c", "nobody", "-c", "pd").exception)


def test_all_stands_beside_what_is_named_first(small_bundle: BodyBundle) -> None:
    everyone = named(["all"], small_bundle)
    assert named(["pd", "all"], small_bundle) == ["pd", *(name for name in everyone if name != "pd")]
    assert named(["all", "pd"], small_bundle) == everyone


def test_quartiles_are_those_of_the_runs(steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    pushes = pushes_for(bundle, 5)
    run = steer_full(full, bundle, "lqr", pushes)
    found = verify(full, bundle, runs=5).figures["full"]["ensemble"]
    for key, values in (("error", run.error), ("effort", run.effort)):
        low, middle, high = np.percentile(values, [25, 50, 75])
        assert found[key] == pytest.approx(middle, rel=1e-5)
        assert found[f"{key} quartiles"] == pytest.approx([low, high], rel=1e-5)


def test_who_moves_when_key_frames_are_missed_is_said() -> None:
    """The reduced model moves under LQR where smoke is steered, and the full one without feedback."""
    row = {"error": 1.0, "effort": 1.0}
    rows = dict.fromkeys(("uncontrolled", "reduced", "full"), row)
    found = sentences(rows | {"keyframes": {"reduced": [1e-3, 2e-3], "full": [3e-3, 1e-3]}}, "lqr")
    assert (
        "Key-frames, without pushes: missed by 2.0 mm at most by the reduced model’s motion, and by 3.0 mm "
        "by the full model under the motion’s own control"
    ) in found


@pytest.mark.parametrize(
    ("error", "effort", "words"),
    [
        (0.5, 0.9, "it is better than LQR in both"), (2.0, 1.1, "LQR is better in both"), (0.5, 1.5, ""),
        (1.5, 0.5, ""), (0.9999, 0.9999, "it is as good as LQR"), (1.04, 0.96, "it is as good as LQR"),
        (0.5, 1.01, "it is better than LQR in error, as good in effort"),
        (0.99, 2.0, "LQR is better in effort, as good in error"),
    ],
)  # fmt: skip
def test_who_is_better_on_the_full_model_is_said(error: float, effort: float, words: str) -> None:
    def row(error: float, effort: float) -> dict[str, Any]:
        return {"error": error, "effort": effort, "ensemble": {"error": 2 * error, "effort": effort}}

    lqr = {name: row(1.0, 1.0) for name in ("uncontrolled", "reduced", "full")}
    said = sentences(lqr | {"beside": {"pd": {name: row(error, effort) for name in lqr}}}, "lqr")
    about = [sentence for sentence in said if "PD" in sentence]
    assert len(about) == 2
    for sentence in about:
        assert theme.number(error, 2) in sentence
        assert theme.number(effort, 2) in sentence
        assert sentence.partition(" times its effort")[2] == (f": {words}" if words else "")
    alone = sentences(lqr, "lqr")
    assert not [sentence for sentence in alone if "LQR’s" in sentence or "than LQR" in sentence]


@pytest.mark.parametrize(
    ("error", "effort", "lost", "lqr_lost", "words"),
    [
        (0.9, 0.9, 9, 0, ", 9 of 20 lost against 0"),
        (0.9, 0.9, 1, 2, ", 1 of 20 lost against 2: it is better than LQR in both"),
        (0.9999, 0.9999, 9, 0, ", 9 of 20 lost against 0: LQR is better, as fewer of its runs are lost"),
        (1.0, 1.0, 0, 3, ", 0 of 20 lost against 3: it is better than LQR, as fewer of its runs are lost"),
        (2.0, 2.0, 3, 4, ", 3 of 20 lost against 4"),
        (2.0, 2.0, 4, 4, ", 4 of 20 lost against 4: LQR is better in both"),
        (None, None, 15, 0, "fails on the full model, 15 of 20 lost against 0, where LQR does not"),
    ],
)
def test_who_loses_more_runs_is_not_better(
    error: float | None, effort: float | None, lost: int, lqr_lost: int, words: str
) -> None:
    def row(error: float | None, effort: float | None, lost: int) -> dict[str, Any]:
        own = {"error": 1.0, "effort": 1.0}
        return own | {"ensemble": {"error": error, "effort": effort, "lost": lost, "runs": 20}}

    names = ("uncontrolled", "reduced", "full")
    rival = {name: row(error, effort, lost) for name in names}
    figures = {name: row(1.0, 1.0, lqr_lost) for name in names} | {"beside": {"pd": rival}}
    (said,) = (each for each in sentences(figures, "lqr") if "PD" in each and each.startswith("Random"))
    assert said.endswith(words)


# Lost, and curves ----------------------------------------------------------------------------------------


def test_lost_is_what_is_given_up_or_worse_than_nothing() -> None:
    free = np.array([1.0, 1.0, 1.0, 1.0, np.inf])
    assert lost(np.array([0.5, 0.7, 1.5, np.inf, np.inf]), free) == 3
    assert lost(free, free) == 1


def test_curves_pass_through_what_is_verified(steered: tuple[FullBody, BodyBundle], tmp_path: Path) -> None:
    full, bundle = steered
    values = {"young": (1.0, 2.0), "density": (1.0,), "delay": (0, 2), "noise": (0.0, 1e-3)}
    data = curves(full, bundle, ["lqr"], AS_MADE, 3, values=values)
    base = verify(full, bundle, runs=3).figures
    for entry, value in values.items():
        for name, key in (("lqr", "full"), ("none", "uncontrolled")):
            column = data["curves"][entry][name]
            assert column["error"][0] == base[key]["ensemble"]["error"]
            assert column["lost"][0] == base[key]["ensemble"]["lost"]
            assert column["low"][0] <= column["error"][0] <= column["high"][0]
            assert len(column["error"]) == len(value)
    assert data["reduced"]["lqr"] == base["reduced"]["ensemble"]["error"]
    late = verify(full, bundle, Case("lqr", Mismatch(delay=2)), runs=3).figures["full"]["ensemble"]
    assert data["curves"]["delay"]["lqr"]["error"][1] == late["error"] != base["full"]["ensemble"]["error"]
    with pytest.raises(SceneError, match="ensemble"):
        curves(full, replace(bundle, ensemble=None), ["lqr"])


def test_a_curve_of_lost_runs_is_drawn(tmp_path: Path) -> None:
    column = {
        "error": [0.1, None],
        "low": [0.05, 0.2],
        "high": [0.2, None],
        "effort": [1.0, None],
        "lost": [0, 12],
    }
    data = {
        "runs": 20, "reduced": {"lqr": 0.01, "mpc": None},
        "curves": {"delay": {"values": [0, 5], "lqr": column, "none": column | {"lost": [0, 0]}}},
    }  # fmt: skip
    draw_curves(data, tmp_path / "curves.png")
    assert (tmp_path / "curves.png").stat().st_size > 10_000


# The command ---------------------------------------------------------------------------------------------


@pytest.fixture
def beam(small_bundle: BodyBundle, tmp_path: Path) -> Path:
    path = tmp_path / "beam.softrein"
    bundle_file.save(small_bundle, path)
    return path


def test_the_command_gives_figures(beam: Path, tmp_path: Path) -> None:
    words = ["verify", beam, "--runs", "2", "--workers", "0"]
    found = json.loads(call(*words, "--json").stdout)
    assert list(found) == ["uncontrolled", "reduced", "full", "size"]
    assert found.pop("size") > 0
    for each in found.values():
        assert list(each) == ["error", "effort", "ensemble"]
        assert list(each["ensemble"])[:4] == ["error", "effort", "runs", "lost"]
        assert each["ensemble"]["runs"] == 2
    assert found["full"]["error"] < found["uncontrolled"]["error"] / 4
    assert not (tmp_path / "beam.softrein.verify").exists()
    words[1] = tmp_path / "beam"  # its suffix may be left out
    told = call(*words, "--young", "0.9", "--noise", "1mm", "--delay", "1", "-o", tmp_path / "out")
    assert told.exit_code == 0, told.output
    assert "full, LQR" in told.output
    assert json.loads((tmp_path / "out" / "verify.json").read_text())["reduced"] == found["reduced"]
    assert (tmp_path / "out" / "paths.png").stat().st_size > 10_000
    again = call(*words, "--young", "0.9", "--noise", "1mm", "--delay", "1", "-o", tmp_path / "out")
    assert "12 of 12 runs are in" in again.output
    assert again.output.endswith(told.output[told.output.index("beam: full model") :])


def test_in_python_the_figures_are_those_of_the_command(beam: Path, small_bundle: BodyBundle) -> None:
    made = call("verify", beam, "-c", "pd", "--runs", "2", "--young", "0.9", "--workers", "0", "--json")
    found = softrein.verify(small_bundle, "pd", runs=2, workers=0, young=0.9)
    assert json.loads(json.dumps(found)) == json.loads(made.stdout)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"yuong": 1.0}, "'yuong': what may differ is young, density"),
        ({"young": 0.0}, "young: wanted a factor"),
        ({"delay": 10_000}, "a delay of 10000 steps"),
        ({"runs": 0}, "runs: wanted a whole number from 1"),
        ({"sensors": True}, "sensors"),
        ({"sensors": "yes"}, "sensors: wanted True or False"),
    ],
)
def test_in_python_as_well_what_cannot_be_is_refused(
    given: dict[str, Any], words: str, small_bundle: BodyBundle
) -> None:
    with pytest.raises(SoftreinError, match=words):
        softrein.verify(small_bundle, **{"workers": 0, "runs": 1, **given})
    with pytest.raises(ControllerError, match="nonesuch"):
        softrein.verify(small_bundle, "nonesuch")


def without_mesh(folder: Path, bundle: BodyBundle) -> BodyBundle:
    mesh = bundle.scene["mesh"] | {
        "body": None,
        "cells": None,
        "size": None,
        "file": str(folder / "gone.msh"),
    }
    return replace(bundle, scene=bundle.scene | {"mesh": mesh})


def of_another_mesh(folder: Path, bundle: BodyBundle) -> BodyBundle:
    return replace(bundle, vertices=1.01 * bundle.vertices)


def of_another_format(folder: Path, bundle: BodyBundle) -> BodyBundle:
    return replace(bundle, scene={"name": "old"})


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (without_mesh, "gone.msh"),
        (of_another_mesh, "another body"),
        (of_another_format, "precompute the scene anew"),
    ],
)
def test_a_bundle_whose_full_model_is_gone_is_told(
    changed: Callable[[Path, BodyBundle], BodyBundle], words: str, small_bundle: BodyBundle, tmp_path: Path
) -> None:
    path = tmp_path / "old.softrein"
    bundle_file.save(changed(tmp_path, small_bundle), path)
    found = call("verify", path, "--runs", "1", "--workers", "0", "-o", tmp_path / "out")
    assert isinstance(found.exception, BundleError), found.output
    assert words in str(found.exception)
    assert not list((tmp_path / "out").glob("*"))


def test_curves_want_an_ensemble_before_anything_runs(small_bundle: BodyBundle, tmp_path: Path) -> None:
    path = tmp_path / "calm.softrein"
    bundle_file.save(replace(small_bundle, ensemble=None), path)
    found = call("verify", path, "--curves", "--workers", "0")
    assert isinstance(found.exception, SceneError), found.output
    assert "ensemble" in str(found.exception)
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("sensors", "there"),
    [
        ("[{region='xmax', noise=0.001}]", ["noise", "markers"]),
        ("[{region='xmax', noise=0.1, kind='accelerometer'}]", ["markers"]),
    ],
)
def test_curves_are_over_what_the_body_has(small_bundle: BodyBundle, sensors: str, there: list[str]) -> None:
    """Of markers no more than the skin has room for, noise of markers only where there are some."""
    scene = read_scene("beam", [f"sensors={sensors}", "mesh.cells=[3, 1, 1]"])
    assert isinstance(scene, BodyScene)
    full = build_full_body(scene)
    values = values_of(full, small_bundle, Mismatch(sensors=True))
    assert list(values) == ["young", "density", "delay", *there]
    assert list(values["markers"]) == [3, 4, 6, 8, 12]  # of 12 vertices that move
    assert "markers" not in values_of(full, small_bundle)
    given = values_of(full, small_bundle, Mismatch(young=0.65, delay=7, sensors=True))
    assert (given["young"][2], given["delay"][-1]) == (0.65, 7)  # where others differ, too
    assert 5 in values_of(full, small_bundle, Mismatch(markers=5, sensors=True))["markers"]
    short = small_bundle.at_step(small_bundle.dt * small_bundle.steps / 3)
    assert list(values_of(full, short)["delay"]) == [0, 1, 2]  # as longer ones show nothing to a controller
    assert list(given["density"]) == list(values["density"])


def test_markers_without_sensors_are_refused(small_bundle: BodyBundle, small_smoke: SmokeBundle) -> None:
    for bundle in (small_bundle, small_smoke):
        with pytest.raises(ControllerError, match=r"markers: 6 of them measure nothing without sensors=True"):
            softrein.verify(bundle, markers=6)


@pytest.mark.slow("full runs under several controllers")
def test_curves_may_be_over_some_alone(beam: Path, tmp_path: Path) -> None:
    words = ["verify", beam, "--curves", "--runs", "1", "--workers", "0", "-o", tmp_path / "out"]
    for over, told in (
        ("delay,markers", "there is no 'markers' of this model; there are young, density, delay, noise"),
        ("", "there is no ''"),
    ):
        found = call(*words, "--over", over)
        assert isinstance(found.exception, SceneError), found.output
        assert told in str(found.exception)
    assert not (tmp_path / "out").exists()
    found = call(*words, "--over", "delay, delay", "-c", "pd,spd")
    assert found.exit_code == 0, found.output
    drawn = json.loads((tmp_path / "out" / "curves.json").read_text())["curves"]
    assert list(drawn) == ["delay"]
    assert set(drawn["delay"]) == {"values", "lqr", "mpc", "pd", "spd", "none"}  # all that were asked for
    words.remove("--curves")
    assert "it needs --curves" in str(call(*words, "--over", "delay").exception)


def test_a_bundle_may_be_called_anything_and_is_read_once(
    beam: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, read = beam.rename(beam.with_suffix(".old")), []
    monkeypatch.setattr(
        bundle_file, "load", lambda file, load=bundle_file.load: read.append(file) or load(file)
    )
    found = call("verify", path, "--runs", "1", "--workers", "0", "-c", "none", "--json")
    assert found.exit_code == 0, found.output
    assert read == [path]


def test_what_is_said_to_take_time_is_what_runs(
    steered: tuple[FullBody, BodyBundle], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Full runs of verify and of the curves, counted beforehand, are as many as were made."""
    full, bundle = steered
    values = {"young": (1.0, 2.0), "density": (1.0,), "delay": (0, 2), "noise": (0.0, 1e-3)}
    made = []
    monkeypatch.setattr(study, "steer", lambda *words: made.extend(range(len(words[3]))) or steer(*words))
    case = Case("pd", Mismatch(delay=1))
    verify(full, replace(bundle, gains=bundle.gains | {"pd": bundle.gains["lqr"]}), case, 2)
    assert len(made) == full_runs(cases_beside(case).values(), 3) == 6
    made.clear()
    curves(full, bundle, ["lqr"], AS_MADE, 3, values=values)
    # as made, where all axes meet, twice as stiff, late, noisy; without control as made and twice as stiff
    assert len(made) == full_runs(cases_of(full.scene, ["lqr"], AS_MADE, values).values(), 3) == 3 * (4 + 2)


@pytest.mark.slow("full runs under several controllers")
def test_processes_find_what_this_one_finds(steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    cases = [Case("lqr", Mismatch(young=2.0, noise=1e-3)), Case("lqr", None)]
    here = run_cases(full, bundle, cases, pushes_for(bundle, 3))
    with processes(2) as each:
        there = run_cases(full, bundle, cases, pushes_for(bundle, 3), each)
    for one, other in zip(here, there, strict=True):
        np.testing.assert_array_equal(one.error, other.error)
        np.testing.assert_array_equal(one.effort, other.effort)


def test_what_was_cut_short_goes_on_where_it_was(
    steered: tuple[FullBody, BodyBundle], tmp_path: Path
) -> None:
    """Runs that are kept are not made again; what is half a line, or another's, counts as nothing."""
    full, bundle = steered
    cases, pushes, path = (
        [Case("lqr", AS_MADE), Case("none", AS_MADE)],
        pushes_for(bundle, 3),
        tmp_path / "runs",
    )
    made: list[int] = []

    def three_of_them(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
        for value in values:
            if len(made) == 3:
                raise KeyboardInterrupt
            made.append(value.first)
            yield function(value)

    source = source_of(full, bundle)
    whole = run_cases(full, bundle, cases, pushes, first=0)  # the first keeps its places
    with pytest.raises(KeyboardInterrupt):
        run_cases(full, bundle, cases, pushes, keeping(three_of_them, path, source), first=0)
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 3
    path.write_text("".join(lines[:2]) + lines[2][:40])
    other = source._replace(print="that")
    for own, times in ((source, 2), (source, 0), (other, 4)):
        made.clear()
        count = lambda f, tasks: (made.append(task.first) or f(task) for task in tasks)  # noqa: E731
        found = run_cases(full, bundle, cases, pushes, keeping(count, path, own), first=0)
        assert len(made) == times
        for one, other in zip(whole, found, strict=True):
            for before, after in zip(one, other, strict=True):
                np.testing.assert_array_equal(before, after)


def test_runs_that_follow_nothing_are_kept_too(tmp_path: Path) -> None:
    """Of smoke without particles no places are recorded, an array without numbers."""
    source, made = Source("own", (4, 0, 2), False), list[int]()
    task = Task(Case("none", AS_MADE), [[], []], 0, True)

    def run(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
        for value in values:
            made.append(value.first)
            yield Outcome(np.ones(2), np.zeros(2), np.zeros((4, 0, 2)), np.zeros((0, 2)))

    for _ in range(2):
        [found] = keeping(run, tmp_path / "runs", source)(lambda task: None, [task])  # type: ignore[arg-type]
    assert made == [0]
    assert found.places is not None
    assert found.places.shape == (4, 0, 2)


def test_kept_runs_are_those_of_this_model_bundle_and_code(
    steered: tuple[FullBody, BodyBundle], tmp_path: Path
) -> None:
    full, bundle = steered
    source = source_of(full, bundle)
    assert source == source_of(full, replace(bundle, stages=[{"name": "basis", "seconds": 7.0}]))
    stronger = bundle.gains | {"lqr": 1.01 * bundle.gains["lqr"]}
    dearer = bundle.costs._replace(control=2 * bundle.costs.control)
    softer = replace(full, body=copy(full.body))
    softer.body.lame = 0.5 * full.body.lame
    others = [
        source_of(full, replace(bundle, gains=stronger)),
        source_of(full, replace(bundle, costs=dearer)),
        source_of(softer, bundle),
        source_of(full, bundle, tmp_path),
    ]
    (tmp_path / "offline").mkdir()
    (tmp_path / "offline" / "own.py").write_text("STEPS = 2\n")
    others.append(source_of(full, bundle, tmp_path))
    assert len({source, *others}) == 6


@pytest.mark.parametrize("line", ["[]", "7", '{"print": []}', "\xff{", "[" * 9999, '{"print": "PRINT"}'])
def test_a_file_of_runs_that_is_none_is_no_obstacle(
    line: str, steered: tuple[FullBody, BodyBundle], tmp_path: Path
) -> None:
    path, pushes, source = tmp_path / "runs", pushes_for(steered[1], 1), source_of(*steered)
    (known,) = run_cases(*steered, [Case()], pushes, keeping(map, path, source))
    path.write_text(line.replace("PRINT", json.loads(path.read_text())["print"]), encoding="latin-1")
    (found,) = run_cases(*steered, [Case()], pushes, keeping(map, path, source))
    np.testing.assert_array_equal(found.error, known.error)
    assert len(path.read_bytes().splitlines()) == 2
    with pytest.raises(CampaignError, match="another folder"):
        run_cases(*steered, [Case()], pushes, keeping(map, tmp_path / "no" / "runs", source))


def other_places(line: dict[str, Any]) -> Any:
    return np.array(line["places"])[:, :, :2].tolist()


def fewer_places(line: dict[str, Any]) -> Any:
    return line["places"][1:]


CHANGES: dict[str, Any] = {
    "error": ["y", [0.1], [0.1, 0.2, 0.3], [-1.0, 0.1], [float("nan"), 0.1], [float("inf"), 0.1]],
    "effort": ["y", [0.1], [0.1, -1e-9], [float("nan"), 0.1], [0.1, float("inf")], [[0.1, 0.2]]],
    "off": [[[1e-3, 1e-3]] * 2, [1e-3], "y"],
    "places": [None, [1], other_places, fewer_places],
}


@pytest.mark.parametrize("summed", [False, True])
def test_outcomes_that_cannot_be_are_made_again(
    summed: bool, steered: tuple[FullBody, BodyBundle], tmp_path: Path
) -> None:
    """Whatever a line says, it is believed only where some run may have come to it, and as it was written.

    Of a line that was changed by hand the checksum is off; with one that fits it is what it says.
    """
    path, pushes, source = tmp_path / "runs", pushes_for(steered[1], 2), source_of(*steered)
    (known,) = run_cases(*steered, [Case()], pushes, keeping(map, path, source), first=0)
    good = json.loads(path.read_text())
    changes = [(name, value) for name, values in CHANGES.items() for value in values]
    changes += [] if summed else [("error", [2 * each for each in good["error"]]), ("sum", None)]
    for name, value in changes:
        line = good | {name: value(good) if callable(value) else value}
        if summed:
            line["sum"] = checksum(line)
        path.write_text(json.dumps(line) + "\n")
        (found,) = run_cases(*steered, [Case()], pushes, keeping(map, path, source), first=0)
        assert len(path.read_text().splitlines()) == 2, (name, value)  # the run was made again
        np.testing.assert_array_equal(found.error, known.error)
    path.write_text(json.dumps(good) + "\n")
    run_cases(*steered, [Case()], pushes, keeping(map, path, source), first=0)
    assert len(path.read_text().splitlines()) == 1


def checksum(line: dict[str, Any]) -> str:
    """That of a line with these entries, as far as it has one."""
    try:
        return stored_runs._sum_of(line["print"], stored_runs._outcome(line))
    except (ValueError, TypeError):
        return str(line["sum"])


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
def test_a_link_is_neither_read_nor_written_through(
    link: Callable[[Path, Path], None], steered: tuple[FullBody, BodyBundle], tmp_path: Path
) -> None:
    precious, path, source = tmp_path / "precious", tmp_path / "runs.jsonl", source_of(*steered)
    precious.write_text("mine")
    link(path, precious)
    with pytest.raises(CampaignError, match="remove it"):
        run_cases(*steered, [Case()], pushes_for(steered[1], 1), keeping(map, path, source))
    assert precious.read_text() == "mine"
    path.unlink()
    path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(CampaignError, match="link"):
        run_cases(*steered, [Case()], pushes_for(steered[1], 1), keeping(map, path, source))
    assert not (tmp_path / "nowhere").exists()


def test_the_reduced_model_is_lost_by_its_own_measure(
    steered: tuple[FullBody, BodyBundle], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever becomes of the full one: here nothing ever moves it off its motion."""
    full, bundle = steered
    monkeypatch.setattr(study, "steer", lambda *words: replace(steer(*words), error=np.zeros(len(words[3]))))
    found = verify(full, bundle, runs=3).figures
    assert found["full"]["ensemble"]["error"] == 0
    assert found["reduced"]["ensemble"]["lost"] == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--noise", "1 kg"], "--noise"),
        (["--young", "0"], "young"),
        (["-c", "nobody"], "no controller"),
        (["--noise", "nan"], "noise"),
    ],
)
def test_words_that_cannot_be_are_told(words: list[str], told: str, beam: Path) -> None:
    found = call("verify", beam, "--workers", "0", *words)
    assert told in str(found.exception)
    assert isinstance(found.exception, ControllerError), found.exception


# The table of all scenes ---------------------------------------------------------------------------------


@pytest.mark.slow("verifies several bundles")
def test_one_command_prints_the_table_of_all_scenes(
    beam: Path, small_smoke: SmokeBundle, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of bodies and of smoke; its figures are those of the command, and are kept."""
    smoke = beam.with_name("smoke.softrein")
    bundle_file.save(small_smoke, smoke)
    words = ["-c", "pd", "--runs", "2", "--workers", "0", "--substeps", "2", "--newton", "20"]
    assert verified_table.main([str(beam), str(smoke), *words]) == 0
    made, empty, head, rule, *lines = capsys.readouterr().out.splitlines()
    assert not empty
    date = datetime.now(timezone.utc).date()
    told = rf"({date}|{date - timedelta(days=1)}), softrein {re.escape(__version__)} "
    told += r"\((commit [0-9a-f]{12}(-dirty)?|no commit known)\), \d+ cores?: `(.*)`"
    command = shlex.join(["python", "-m", "benchmarks.verified_table", str(beam), str(smoke), *words])
    assert re.fullmatch(told, made)[4] == command  # type: ignore[index]
    assert len({line.count("|") for line in (head, rule, *lines)}) == 1
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert [row[0] for row in rows if row[0]] == ["beam", "smoke-small"]
    names = ["full, no control", "reduced, PD", "full, PD", "full, finer clock, no control"]
    names += ["full, finer clock, PD", "reduced, LQR", "full, LQR", "full, finer clock, LQR"]
    assert [row[1] for row in rows] == 2 * names
    figures = json.loads(call("verify", beam, *words, "--json").stdout)
    for row, found in ((rows[2], figures["full"]), (rows[7], figures["beside"]["lqr"]["fine"])):
        assert row[2:4] == [theme.number(found[key]) for key in ("error", "effort")]
        assert row[4].startswith(theme.number(found["ensemble"]["error"]))
        assert row[6] == f"{found['ensemble']['lost']} of 2"
    assert (beam.parent / "beam.softrein.verify" / "runs.jsonl").is_file()
    assert verified_table.main([str(beam.with_name("none.softrein"))]) == 2


def test_without_places_there_is_no_picture(tmp_path: Path) -> None:
    """As in smoke without particles."""
    draw_paths({"reference": np.zeros((5, 0, 2)), "full": np.zeros((5, 0, 2))}, "lqr", tmp_path / "paths.png")
    assert not (tmp_path / "paths.png").exists()


def test_a_controller_that_cannot_be_made_has_no_curve(small_bundle: BodyBundle) -> None:
    with pytest.warns(UserWarning, match="nobody has no curve: "):
        assert usable(["lqr", "nobody"], small_bundle) == ["lqr"]
