"""The offline pipeline on the smallest scene: its results, how it resumes, the message of each mistake."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import meshio
import numpy as np
import pytest
from pydantic import ValidationError

import softrein
from meshes import block
from offline.full.body.full_body import build_full_body, build_materials, build_mesh, simulate
from offline.pipeline.body.kind import check_places, full_model
from offline.pipeline.body.runs import BodyNominal, inputs_of, nominal_run, perturbation, training_runs
from offline.pipeline.body.targets import build_target, warn_of_miss
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.body.mesh import MeshPart, RegionPart
from offline.scenes.body.parts import TargetPart
from offline.scenes.reading import read_scene, scene_text
from offline.targets import gaps, skin_positions
from runtime.bundle.body import BodyBundle
from runtime.bundle.endless import seam_deviations
from softrein.errors import BasisError, CampaignError, MeshError, SceneError, SoftreinError
from softrein.facts.runs import hits

QUICK = [
    "time.steps=20",
    "enrichment.runs=2",
    "basis.rank=4",
    "targets=[]",
    "control.instants=[]",
    "pushes=[]",
    "loads.1.start=0.1",
    "ensemble.time=[0.05, 0.1]",
]


def build(tmp_path: Path, *settings: str) -> BodyBundle:
    return precompute_scene(read_scene("beam", settings), Places(tmp_path / "runs", workers=0))


def test_the_bundle_holds_what_the_scene_asked_for(small_bundle: BodyBundle) -> None:
    assert small_bundle.steps == 80
    assert small_bundle.vectors.shape[1] == 8
    assert small_bundle.gains["lqr"].shape == (80, 8, 16)
    assert set(small_bundle.gains) == {"lqr", "p", "pd", "spd", "timed"}
    stages = [stage["stage"] for stage in small_bundle.stages]
    assert stages[0] == "full model"
    assert {
        "nominal motion",
        "enrichment",
        "basis",
        "reduced model",
        "reference",
        "gains",
        "comparators",
    } <= set(stages)
    assert all(stage["seconds"] >= 0 for stage in small_bundle.stages)


def test_the_basis_is_mass_orthonormal_and_the_reference_close_to_the_full_run(
    small_bundle: BodyBundle,
) -> None:
    full = build_full_body(read_scene("beam"))
    gram = small_bundle.vectors.T @ (full.body.mass[:, None] * small_bundle.vectors)
    np.testing.assert_allclose(gram, np.eye(8), atol=1e-12)
    states = np.array([u for u, _ in simulate(full)])
    projected = states @ (full.body.mass[:, None] * small_bundle.vectors)
    distance = np.linalg.norm(small_bundle.track.states[:, :8] - projected, axis=1).max()
    assert distance < 0.05 * np.linalg.norm(projected, axis=1).max()


def test_the_reference_hits_its_target_and_the_pushed_run_does_not(small_bundle: BodyBundle) -> None:
    assert hits(small_bundle, small_bundle.track.states)["ball"]["hit"]
    assert not hits(small_bundle, small_bundle.run(controller="none").states)["ball"]["hit"]
    assert hits(small_bundle, small_bundle.run(controller="lqr").states)["ball"]["hit"]


def test_the_better_discretisation_is_shipped_and_both_are_reported(small_bundle: BodyBundle) -> None:
    result = next(stage["result"] for stage in small_bundle.stages if stage["stage"] == "gains")
    costs = {name: float(result.split(f"{name} ")[1].split(",")[0]) for name in ("step", "exponential")}
    assert small_bundle.discretisation == min(costs, key=lambda name: costs[name])


@pytest.mark.parametrize("discretisation", ["step", "exponential"])
def test_a_forced_discretisation_is_used(tmp_path: Path, discretisation: str) -> None:
    assert (
        build(tmp_path, *QUICK, f"control.discretisation={discretisation}").discretisation == discretisation
    )


def test_a_second_call_takes_up_the_runs_and_gives_the_same_bits(tmp_path: Path) -> None:
    first = build(tmp_path, *QUICK)
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "runs").rglob("*.h5")}
    assert len(times) == 4  # the nominal one, two of training, and the finer one
    second = build(tmp_path, *QUICK)
    assert times == {path: path.stat().st_mtime_ns for path in (tmp_path / "runs").rglob("*.h5")}
    np.testing.assert_array_equal(first.vectors, second.vectors)
    np.testing.assert_array_equal(first.gains["lqr"], second.gains["lqr"])


def test_runs_are_made_anew_when_what_they_depend_on_changes_and_only_then() -> None:

    def prints_of(*settings: str) -> tuple[str, str]:
        full = build_full_body(read_scene("beam", settings))
        still = np.zeros((len(full.body.free), 1))
        moving = training_runs(BodyNominal(full, still, still, "")).fingerprint(0)
        return moving, nominal_run(full, lambda *_: None).fingerprint(0)

    prints = prints_of()
    for setting in ("control.control_cost=1e-3", "basis.rank=5", "description='x'"):
        assert prints_of(setting) == prints
    for setting in (
        "materials.body.young=1e5",
        "time.newton_iterations=3",
        "damping.stiffness=0",
        "backend=splu",
        "time.step=0.02",
        "damping.mass=0",
        "seed=8",
        "gravity=[0,-1,0]",
    ):
        assert prints_of(setting, "control.instants=[]", "targets=[]")[1] != prints[1]
    assert prints_of("enrichment.runs=7")[0] != prints[0]


def test_perturbations_are_a_share_of_the_control_in_time_strata() -> None:
    full = build_full_body(read_scene("beam", ["enrichment.runs=10"]))
    for index in range(10):
        push = perturbation(full, 1.0, index)
        assert 8 * index <= push.step < 8 * (index + 1)
        force = np.linalg.norm(push.vector)
        largest = 0.16 / 0.05
        assert 0.05 * largest <= force <= 0.2 * largest
        assert np.array_equal(push.vector, perturbation(full, 1.0, index).vector)


def test_velocity_kicks_work_too(tmp_path: Path) -> None:
    bundle = build(tmp_path, *QUICK, "enrichment.kind=velocity")
    assert np.isfinite(bundle.run().states).all()


def test_a_projected_reference_is_the_projection(tmp_path: Path) -> None:
    bundle = build(tmp_path, *QUICK, "reference.source=projected")
    scene = read_scene("beam", QUICK)
    full = build_full_body(scene)
    u, v = (np.array(part).T for part in zip(*simulate(full), strict=True))
    for part, full_states in ((slice(4), u), (slice(4, 8), v)):
        expected = (bundle.vectors * full.body.mass[:, None]).T @ full_states
        np.testing.assert_allclose(bundle.track.states[:, part], expected.T, atol=1e-12)


@pytest.mark.slow("precomputes a scene several times")
@pytest.mark.parametrize("source", ["reduced", "projected"])
def test_how_far_the_reduced_run_is_from_the_full_one_stands_in_the_table(
    tmp_path: Path, recwarn: pytest.WarningsRecorder, source: str
) -> None:
    """Two modes of a beam that is bent both ways; four follow it to a hundredth. Nobody is warned."""
    apart = {}
    for rank in (2, 4):
        bundle = build(tmp_path, *QUICK, "time.steps=60", f"basis.rank={rank}", f"reference.source={source}")
        (row,) = [row["result"] for row in bundle.stages if row["stage"] == "reference"]
        alone = "" if source == "reduced" else ", by its own forces alone,"
        of = "of the largest motion that the scene trains"
        found = re.fullmatch(rf"{source}; the reduced run{alone} is off the full one by ([0-9.]+)% {of}", row)
        assert found is not None, row
        apart[rank] = float(found[1])
    assert apart[4] < 5 < apart[2]
    assert not [each for each in recwarn if "off the full one" in str(each.message)]


def test_gravity_starts_in_equilibrium_and_stays_there(tmp_path: Path) -> None:
    scene = read_scene("beam", [*QUICK, "gravity=[0, -1, 0]", "start=equilibrium", "loads=[]"])
    full = build_full_body(scene)
    u = full.start()
    np.testing.assert_allclose(full.body.force(u), full.standing, atol=1e-9 * np.abs(full.standing).max())
    last = [state for state, _ in simulate(full)][-1]
    np.testing.assert_allclose(last, u, atol=1e-9 * np.abs(u).max())


def test_actuators_and_limits_reach_the_bundle(tmp_path: Path) -> None:
    bundle = build(
        tmp_path, *QUICK,
        "control.actuators=[{name='tip', region='xmax', direction=[0,1,0], limit='0.5 N'}]",
    )  # fmt: skip
    full = build_full_body(read_scene("beam"))
    force = np.zeros((len(full.mesh.vertices), 3))
    region = full.mesh.regions["xmax"]
    force[region, 1] = 1 / len(region)
    np.testing.assert_allclose(bundle.actuators[:, 0], bundle.vectors.T @ force.ravel()[full.body.free])
    assert bundle.limits.tolist() == [[-0.5, 0.5]]
    assert bundle.gains["lqr"].shape == (20, 1, 8)


def test_an_endless_scene_has_periodic_gains_that_close_the_seam(tmp_path: Path) -> None:
    """A push in the first round is gone after two more; without control it would not be."""
    settings = [*QUICK, "control.final=0", "control.running=1", "reference.rewind=true", "damping.mass=0"]
    still = ["loads.0.impulse=[0, 1e-4, 0]", "loads.1.impulse=[0, 0, 1e-4]"]
    bundle = build(tmp_path, *settings, *still)
    left, ends = {}, {}
    push = softrein.Push(int(bundle.regions["xmax"][0]), (0, 1, 0), 0.0, 0.05)
    for controller in ("lqr", "none"):
        heard: list[tuple[str, int, int]] = []
        ends[controller] = seam_deviations(
            bundle, 10, controller, [push], progress=lambda *told, heard=heard: heard.append(told)
        )
        assert heard == [("rounds", done, 10) for done in range(1, 11)]
        simulator = bundle.simulator(controller)
        assert simulator.rewind
        simulator.push(int(bundle.regions["xmax"][0]), (0, 1, 0), 0.05)
        for _ in range(10 * bundle.steps):
            simulator.step()
        left[controller] = np.linalg.norm(simulator.state - simulator.reference_state)
    assert left["lqr"] < 0.2 * left["none"]
    assert ends["lqr"][-1] < 0.2 * ends["none"][-1]


def test_the_energy_chooses_the_rank(tmp_path: Path) -> None:
    settings = [setting for setting in QUICK if "rank" not in setting]
    scene = read_scene("beam", settings)
    scene = scene.model_copy(update={"basis": scene.basis.model_copy(update={"rank": None, "energy": 0.999})})
    bundle = precompute_scene(scene, Places(tmp_path, workers=0))
    assert 1 <= bundle.vectors.shape[1] < 8


@pytest.mark.parametrize(
    ("setting", "error", "words"),
    [
        ("mesh.fixed=['nowhere']", SceneError, ["mesh.fixed", "nowhere", "xmin"]),
        ("mesh.fixed=['xmin','xmax','ymin','ymax','zmin','zmax']", SoftreinError, []),
        ("loads.0.region=nowhere", SceneError, ["loads.0.region", "xmax"]),
        ("materials.nowhere={young=1e5, poisson=0.3, density=1e3}", SoftreinError, ["nowhere"]),
        ("basis.rank=500", BasisError, ["500"]),
        ("mesh={file='none.msh', fixed=['a']}", MeshError, ["none.msh"]),
        ("pushes=[{at='nowhere', force=[0,1,0], time=0, duration=1}]", SceneError, ["pushes.0", "nowhere"]),
        ("pushes=[{at=5000, force=[0,1,0], time=0, duration=1}]", SceneError, ["pushes.0.at", "5000"]),
        (
            "pushes=[{at=[5,0,0], force=[0,1,0], time=0, duration=1}]",
            SceneError,
            ["pushes.0.at", "place and unit"],
        ),
        ("pushes=[{at=0, force=[0,1,0], time=0.2, duration=1}]", SceneError, ["pushes.0.time"]),
        ("loads.0.start='30 s'", SceneError, ["loads.0.start"]),
        ("ensemble.force=[5,1]", SceneError, ["ensemble.force"]),
        ("ensemble.time=[10,20]", SceneError, ["ensemble.time"]),
        ("enrichment.radius=[1,0.1]", SceneError, ["enrichment.radius"]),
        ("mesh.regions={tip={box=[[9,9,9],[10,10,10]]}}", SceneError, ["mesh.regions.tip", "lies between"]),
        ("mesh.regions={tip={at=[0,0,0]}}", SceneError, ["at", "radius"]),
        ("control.instants=[{time=0.1, weight=1, region='nowhere'}]", SceneError, ["nowhere"]),
    ],
)
def test_each_mistake_is_one_clear_error(
    tmp_path: Path, setting: str, error: type[Exception], words: list[str]
) -> None:
    with pytest.raises((error, CampaignError)) as caught:
        build(tmp_path, *QUICK, setting)
    for word in words:
        assert word in str(caught.value)


PUSHED = "pushes=[{at='xmax', force=[0, 0, 2], time=0.02, duration=0.05, radius=0.06}]"


def test_a_body_at_rest_is_trained_by_the_pushes_that_it_expects(tmp_path: Path) -> None:
    """It may have no loads at all; without pushes either, that is said before anything runs."""
    bundle = build(tmp_path, *QUICK, "loads=[]", PUSHED)
    assert not bundle.track.states.any()
    free, held = (bundle.run(bundle.pushes, name).error for name in ("none", "lqr"))
    assert held < 0.7 * free
    scene = read_scene("beam", [*QUICK, "loads=[]"]).model_copy(update={"pushes": [], "ensemble": None})
    with pytest.raises(SceneError, match=r"neither loads on a region nor .* or pushes, to say how hard"):
        precompute_scene(scene, Places(tmp_path / "runs", workers=0))


def test_regions_of_the_scene_are_boxes_balls_and_lists() -> None:
    settings = [
        "mesh.regions.tip={box=[[0.3,0,0],[0.3,0.08,0.08]]}",
        "mesh.regions.ball={at=[0.3,0.04,0.04], radius=0.055}",
        "mesh.regions.few={vertices=[3,4]}",
    ]
    mesh = build_full_body(read_scene("beam", settings)).mesh
    np.testing.assert_array_equal(mesh.regions["tip"], mesh.regions["xmax"])
    distance = np.linalg.norm(mesh.vertices - [0.3, 0.04, 0.04], axis=1)
    np.testing.assert_array_equal(mesh.regions["ball"], np.flatnonzero(distance <= 0.055))
    assert mesh.regions["few"].tolist() == [3, 4]
    assert len(mesh.regions["body"]) == len(mesh.vertices)


def test_runs_notice_when_a_region_in_a_mesh_file_changes(tmp_path: Path) -> None:
    """The scene is the same to the letter; what its names mean is not."""
    from meshes import TetMesh, block, write_mesh

    mesh = block((4, 2, 2), (0.2, 0.08, 0.08))
    (tmp_path / "a.toml").write_text(
        scene_text("beam")
        .replace('body = "block"', 'file = "a.vtu"')
        .replace("cells = [6, 2, 2]", "")
        .replace('size = ["30 cm", "8 cm", "8 cm"]', "")
    )
    prints = []
    for drop in (0, 1):
        regions = {**mesh.regions, "xmin": mesh.regions["xmin"][drop:]}
        write_mesh(tmp_path / "a.vtu", TetMesh(mesh.vertices, mesh.tets, regions))
        prints.append(inputs_of(build_full_body(read_scene(tmp_path / "a.toml"))))
    assert prints[0] != prints[1]


def test_a_vega_file_brings_its_own_materials(tmp_path: Path) -> None:
    from meshes import block, write_mesh

    with pytest.warns(UserWarning, match="left out the regions"):
        write_mesh(tmp_path / "a.veg", block((4, 2, 2), (0.2, 0.08, 0.08)))
    text = (tmp_path / "a.veg").read_text()
    (tmp_path / "a.veg").write_text(
        text + "\n*MATERIAL RUBBER\nENU, 900, 3e5, 0.3\n\n*REGION\nallElements, RUBBER\n"
    )
    scene = read_scene("beam", ["mesh={file='a.veg', fixed=['body']}", "materials={}"])
    part = scene.mesh.model_copy(update={"file": tmp_path / "a.veg"})
    mesh = build_mesh(part)
    assert build_materials(scene.model_copy(update={"mesh": part}), mesh) is None  # the file's hold
    rubber = mesh.materials["RUBBER"]
    assert (rubber.young, rubber.poisson, rubber.density) == (3e5, 0.3, 900)
    assert len(rubber.elements) == len(mesh.tets)
    with pytest.raises(SceneError, match="materials"):
        read_scene("beam", ["materials={}"])


def test_an_empty_fixed_region_is_refused(tmp_path: Path) -> None:
    (tmp_path / "none.bou").write_text("")
    with pytest.raises(SceneError, match="nothing holds the body"):
        build_full_body(
            read_scene("beam", [f"mesh.fixed_list='{tmp_path / 'none.bou'}'", "mesh.fixed=['fixed']"])
        )


def test_a_list_of_what_is_held_counts_as_the_meshs_file_does(tmp_path: Path) -> None:
    """Also where vertices of the file are left out, because no tetrahedron uses them."""
    mesh = block((2, 1, 1), (0.2, 0.1, 0.1))
    vertices, tets = np.vstack([[9.0, 9.0, 9.0], mesh.vertices]), mesh.tets + 1
    meshio.write(tmp_path / "a.vtu", meshio.Mesh(vertices, {"tetra": tets}))
    held = mesh.regions["xmin"]
    (tmp_path / "a.bou").write_text(",".join(str(vertex + 2) for vertex in held))
    part = MeshPart(file=tmp_path / "a.vtu", fixed_list=tmp_path / "a.bou", fixed=["fixed"])
    with pytest.warns(UserWarning, match="dropped 1 vertices"):
        found = build_mesh(part)
    np.testing.assert_array_equal(found.regions["fixed"], held)
    with pytest.raises(ValidationError, match="leave one out"):
        MeshPart(
            file=tmp_path / "a.vtu",
            fixed_list=tmp_path / "a.bou",
            fixed=["fixed"],
            regions={"fixed": RegionPart(lowest=0.1)},
        )


def test_targets_that_cannot_be_met_or_told_apart_are_refused() -> None:
    within = "mesh.regions.core={box=[['15 cm', '3 cm', '3 cm'], ['25 cm', '5 cm', '5 cm']]}"
    scene = read_scene("beam", [within, "targets.0.region='core'"])
    with pytest.raises(SceneError, match=r"targets\.0\.region: no triangle of the surface"):
        check_places(scene, build_full_body(scene))
    again = (
        "targets=[" + ", ".join(2 * ["{name='a', region='xmax', time=0.5, radius=0.02, string=0.1}"]) + "]"
    )
    with pytest.raises(SceneError, match="targets: two are called 'a'"):
        read_scene("beam", [again])


def test_a_reference_that_misses_its_own_ball_is_told(
    small_bundle: BodyBundle, recwarn: pytest.WarningsRecorder
) -> None:
    """A ball hung a little too far off, one that is in the way on the way there, and one as it should be."""
    shape, track, dt = small_bundle.shape, small_bundle.track, small_bundle.dt
    part = TargetPart(
        name="ball", region="xmax", time=0.5, tolerance=0.05, radius=0.02, string=0.1, bite=0.002
    )
    good = build_target(part, shape, track, dt)
    warn_of_miss(good, shape, track, dt)
    assert not recwarn
    centre = np.array(good.centre)
    warn_of_miss(replace(good, centre=tuple(centre + [0, 0, 0.03])), shape, track, dt)
    words = str(recwarn.pop().message).split("passes ")[1]
    assert 20 < float(words.split()[0]) < 28  # mm: 30 less the bite, and the beam leans
    assert "mm from it: raise its bite" in words
    warn_of_miss(replace(good, step=70), shape, track, dt)
    first = np.flatnonzero(gaps(good, skin_positions(shape, good, track.states)) <= 0)[0]
    assert f"due at 0.7 s; it touches it at {first * dt:.3g} s already" in str(recwarn.pop().message)


@pytest.mark.parametrize("larger", [1.0, 4.0, 8.0])
def test_a_ball_is_entered_as_deep_as_the_scene_says_however_the_skin_is_turned(
    small_bundle: BodyBundle, larger: float
) -> None:
    """The corner that leads may be far from the height at which the ball hangs."""
    shape, dt = small_bundle.shape, small_bundle.dt
    track = small_bundle.track._replace(states=larger * small_bundle.track.states)
    for time in (0.2, 0.4, 0.5, 0.7):
        part = TargetPart(name="ball", region="xmax", time=time, radius=0.02, string=0.1, bite=0.002)
        target = build_target(part, shape, track, dt)
        away = gaps(target, skin_positions(shape, target, track.states))
        assert away[round(time / dt)] == pytest.approx(-part.bite, abs=1e-7)
        first = int(np.flatnonzero(away <= 0)[0])
        near = abs(first - round(time / dt)) <= target.window
        assert target.step == (first if near else round(time / dt))


@pytest.mark.parametrize(
    ("size", "gravity", "words"),
    [
        ("[120, 30, 30]", "[0, -9.81, 0]", 'millimetres are written "100 mm"'),
        ("[20, 5, 5]", "[0, -9.81, 0]", "millimetres"),
        ("[20, 5, 5]", "[0, 0, 0]", ""),
        ("[120, 30, 30]", "[0, 0, 0]", "120 m long"),
        ("[3e-4, 1e-4, 1e-4]", "[0, 0, 0]", "numbers are metres"),
        ("[0.3, 0.1, 0.1]", "[0, -9.81, 0]", ""),
    ],
)
def test_a_size_that_looks_like_another_unit_is_told(
    recwarn: pytest.WarningsRecorder, size: str, gravity: str, words: str
) -> None:
    settings = [f"mesh.size={size}", f"gravity={gravity}", "mesh.cells=[2, 1, 1]"]
    full_model(read_scene("beam", settings))
    told = [str(each.message) for each in recwarn]
    assert [words in text for text in told] == [True] * bool(words)


def test_a_file_in_millimetres_is_suspected(tmp_path: Path) -> None:
    from meshes import block, write_mesh

    write_mesh(tmp_path / "a.vtu", block((2, 1, 1), (60, 20, 20)))
    settings = [
        "mesh.regions={xmin={lowest=0.1, axis='x'}, xmax={highest=0.1, axis='x'}}",
        "gravity=[0, -9, 0]",
    ]
    with pytest.warns(UserWarning, match=r"a\.vtu: the body is 60 m long; .* mesh\.scale = 0\.001"):
        full_model(read_scene("beam", settings, tmp_path / "a.vtu"))


def test_a_bee_lands_where_the_reference_has_the_region(small_bundle: BodyBundle) -> None:
    flight = [(0.1, 0.2, 0.0), (0.05, 0.1, 0.0)]
    part = TargetPart(name="bee", region="xmax", time=0.4, radius=0.01, flight=flight, approach=0.3)
    target = build_target(part, small_bundle.shape, small_bundle.track, small_bundle.dt)
    state, tip = small_bundle.track.states[40], small_bundle.regions["xmax"]
    spot = small_bundle.shape.positions(state, tip).mean(axis=0)
    np.testing.assert_allclose(target.centre, spot)
    np.testing.assert_allclose(np.array(target.flight) - spot, flight)
    assert (target.step, target.window) == (40, 30)
    bundle = replace(small_bundle, targets=[target])
    assert hits(bundle, bundle.track.states)["bee"] == {
        "hit": True, "gap": pytest.approx(-0.01), "landing": True,
    }  # fmt: skip
    pushed = hits(bundle, bundle.run([softrein.Push((0.3, 0, 0), (0, 0, 20), 0.3)], "none").states)
    assert not pushed["bee"]["hit"]
    with pytest.raises(ValueError, match="string"):
        TargetPart(name="x", region="xmax", time=0, radius=0.01, flight=flight, string=0.1)
    with pytest.raises(ValueError, match="string"):
        TargetPart(name="x", region="xmax", time=0, radius=0.01)


def test_a_target_needs_a_motion_towards_it(small_bundle: BodyBundle) -> None:
    part = TargetPart(name="x", region="xmax", time=0, tolerance=0.1, radius=0.01, string=0.1)
    with pytest.raises(SceneError, match="does not move"):
        build_target(part, small_bundle.shape, small_bundle.track, small_bundle.dt)
