"""The offline pipeline on smoke: its results, how it resumes, and the message of each mistake."""

from __future__ import annotations

import warnings
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from meshes.macgrid import MacGrid
from offline.campaign.campaign import run_campaign
from offline.campaign.snapshots import Snapshots
from offline.full.smoke.full_smoke import build_full_smoke, build_grid, puffs
from offline.full.smoke.pressure import Projection
from offline.full.smoke.reduced import divergence_free
from offline.full.smoke.stepper import Smoke
from offline.full.smoke.wind import Wind
from offline.pipeline import smoke
from offline.pipeline.smoke import (
    SmokeNominal,
    nominal_run,
    random_gust,
    read_nominal,
    training_runs,
)
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.reading import read_scene, scene_text
from offline.scenes.smoke import SmokeScene
from reduce.pod import compress, pod
from runtime.bundle.file import load, save
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.push import Push
from softrein.errors import BasisError, MeshError, SceneError, SimulationError, SoftreinError

QUICK = [
    "box.cells=[24, 24]",
    "time.step=0.08",
    "time.steps=25",
    "enrichment.runs=3",
    "basis.rank=6",
    "ensemble.tuning_runs=2",
    "control.discretisation=step",
]
DISC = "box.solids=[{at=[0.5, 0.55], radius=0.09}]"


def quick_scene(*settings: str) -> SmokeScene:
    scene = read_scene("smoke-small", [*QUICK, *settings])
    assert isinstance(scene, SmokeScene)
    return scene


def build(folder: Path, *settings: str) -> SmokeBundle:
    bundle = precompute_scene(quick_scene(*settings), Places(folder / "runs", workers=0))
    assert isinstance(bundle, SmokeBundle)
    return bundle


def silent(what: str, done: int, total: int) -> None:
    """No progress."""


def full_runs(folder: Path, *settings: str) -> tuple[SmokeNominal, list[Path]]:
    """A scene's nominal run, and the files of its training runs."""
    full = build_full_smoke(quick_scene(*settings))
    nominal = read_nominal(full, run_campaign(nominal_run(full, silent), folder / "centre", workers=0)[0])
    return nominal, run_campaign(training_runs(nominal), folder / "enrichment", workers=0)


def full_run(scene: SmokeScene) -> tuple[np.ndarray, np.ndarray]:
    """Flow (T + 1, faces) and particles (T + 1, N, 2) of a scene of impulses, straight from its numbers."""
    grid = MacGrid(scene.box.cells, scene.box.size)
    simulation = Smoke(grid, scene.time.step, scene.box.viscosity)
    sources = [
        Push(part.at, part.acceleration, part.start, part.duration or 0.0, part.radius)
        for part in scene.winds
    ]
    wind, q, points = Wind(grid, sources), np.zeros(grid.size), np.array(scene.particles)
    flows, paths = [q], [points]
    for step in range(scene.time.steps):
        following, _ = simulation.step(q, force=wind.force((step + 0.5) * scene.time.step))
        points = simulation.advect(points, (q + following) / 2)
        q = following
        flows.append(q)
        paths.append(points)
    return np.array(flows), np.array(paths)


# What comes out


def test_the_bundle_holds_what_the_scene_asked_for(small_smoke: SmokeBundle) -> None:
    assert (small_smoke.steps, small_smoke.rank, small_smoke.particles) == (60, 16, 2)
    assert small_smoke.gains["lqr"].shape == small_smoke.gains["pd"].shape == (60, 16, 20)
    assert set(small_smoke.gains) == {"lqr", "p", "pd", "spd", "timed"}
    assert [stage["stage"] for stage in small_smoke.stages] == [
        "full model", "nominal motion", "enrichment", "finer clock", "basis", "reduced model", "reference",
        "gains", "push alone", "comparators", "measurement",
    ]  # fmt: skip
    assert small_smoke.full_paths.shape == (61, 2, 2)
    assert small_smoke.perturbed_paths.shape == (12, 61, 2, 2)
    apart = np.abs(small_smoke.perturbed_paths - small_smoke.full_paths).max(axis=(2, 3))
    for run in range(12):  # each follows the nominal run up to its gust, in its own twelfth of the motion
        assert not apart[run, : 5 * run + 1].any()
        assert apart[run, -1] > 0
    assert 0 <= small_smoke.full_density.min() < 0.5 < small_smoke.full_density.max() <= 1


def test_both_discretisations_of_the_gains_are_tried(small_smoke: SmokeBundle) -> None:
    """Its particles' inputs, behind the force, are no muscles."""
    (result,) = (stage["result"] for stage in small_smoke.stages if stage["stage"] == "gains")
    assert small_smoke.forces > small_smoke.rank
    assert "step " in result
    assert "exponential " in result


def test_the_basis_is_orthonormal_under_the_cells_area_and_free_of_divergence(
    small_smoke: SmokeBundle,
) -> None:
    grid = MacGrid((64, 64), (1.0, 1.0))
    gram = grid.cell_area * small_smoke.vectors.T @ small_smoke.vectors
    np.testing.assert_allclose(gram, np.eye(16), atol=1e-13)
    round_off = 1e-13 * np.abs(small_smoke.vectors).max() / min(grid.spacing)
    for mode in small_smoke.vectors.T:
        assert np.abs(grid.divergence(mode)).max() < round_off
        assert not mode[~grid.open].any()


@pytest.mark.parametrize("solids", [False, True])
def test_modes_are_made_free_of_divergence_where_snapshots_are_nearly_so(solids: bool) -> None:
    solid = np.zeros((18, 15), dtype=bool)
    solid[7:10, 6:9] = solids
    grid = MacGrid((18, 15), (1.2, 1.0), solid if solids else None)
    projection, rng = Projection(grid), np.random.default_rng(1)
    fields = np.column_stack([projection.project(field) for field in rng.normal(size=(8, grid.size))])
    wrong = fields * np.logspace(0, -6, 8) + 1e-8 * rng.normal(size=fields.shape)
    mass = np.full(grid.size, grid.cell_area)
    basis = pod(wrong, 8, mass=mass)
    assert max(np.abs(grid.divergence(mode)).max() for mode in basis.vectors.T) > 1e-3
    repaired = divergence_free(basis, projection)
    gram = grid.cell_area * repaired.vectors.T @ repaired.vectors
    np.testing.assert_allclose(gram, np.eye(8), atol=1e-13)
    for mode, before in zip(repaired.vectors.T, basis.vectors.T, strict=True):
        assert np.abs(grid.divergence(mode)).max() < 1e-11
        assert not mode[~grid.open].any()
        assert grid.cell_area * mode @ before > 0.9  # the same mode, its sign included
    np.testing.assert_array_equal(repaired.singular_values, basis.singular_values)


@pytest.mark.parametrize("viscosity", [0.0, 2e-3])
def test_a_projected_reference_is_the_full_run_projected_and_its_particles(
    tmp_path: Path, viscosity: float
) -> None:
    settings = (f"box.viscosity={viscosity}", "reference.source=projected", "reference.feedforward=zero")
    bundle = build(tmp_path, *settings)
    flows, paths = full_run(quick_scene(*settings))
    places, area = 2 * bundle.particles, (1 / 24) ** 2
    np.testing.assert_allclose(bundle.full_paths, paths, atol=1e-12)
    np.testing.assert_allclose(bundle.track.states[:, :places], paths.reshape(26, 4), atol=1e-12)
    np.testing.assert_allclose(bundle.track.states[:, places:], area * flows @ bundle.vectors, atol=1e-12)
    assert not bundle.driving.any()
    assert bundle.uncontrolled.any()  # without control it is left to the winds
    rest = bundle.run([], "none")
    assert 0 < np.linalg.norm(rest.states - bundle.track.states) < 0.5 * np.linalg.norm(bundle.track.states)
    assert bundle.model.viscosity[0] == viscosity


def test_a_guided_particle_is_steered_to_the_guides_end_unless_the_scene_wants_the_reduced_run(
    tmp_path: Path,
) -> None:
    """The guide of docs/own-smoke.md: its grid damps the full flow, and the reduced run ends elsewhere."""
    text = scene_text("smoke-small").replace('[reference]\nsource = "projected"\n', "")
    (tmp_path / "guide.toml").write_text(text)
    settings = [
        *QUICK, "particles=[['50 cm', '50 cm']]",
        "box.solids=[{at=['70 cm', '50 cm'], radius='8 cm'}]",
        "winds=[{at=['40 cm', '40 cm'], radius='8 cm', acceleration=['8 m/s^2', '8 m/s^2'], duration=0.1}]",
        "guide={path=[['50 cm', '50 cm'], ['30 cm', '60 cm'], ['50 cm', '75 cm']], radius=0.1}",
    ]  # fmt: skip
    ends = {}
    for source in ("default", "reduced"):
        added = [] if source == "default" else [f"reference.source={source}"]
        scene = read_scene(tmp_path / "guide.toml", [*settings, *added])
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            bundle = precompute_scene(scene, Places(tmp_path / "runs", workers=0))
        costs = any("on the full model LQR has an error" in str(each.message) for each in told)
        assert costs is (source == "reduced")
        ends[source] = bundle.shape.positions(bundle.run([], "lqr").states[-1])[0]
    home = (0.5, 0.75)
    assert np.linalg.norm(ends["default"] - home) < 0.01  # m; a cell is 4 cm wide
    assert np.linalg.norm(ends["reduced"] - home) > 0.03


def test_the_feedforward_is_the_winds_projected_and_makes_nearly_the_full_run(tmp_path: Path) -> None:
    settings = ("reference.source=reduced", "reference.feedforward=projected", "enrichment.runs=8",
                "basis.rank=12",
                "time.step=0.02", "time.steps=30", "pushes=[]", "ensemble.time=[0.1, 0.3]")  # fmt: skip
    bundle = build(tmp_path, *settings)
    scene = quick_scene(*settings)
    grid, (part,) = build_grid(scene.box), scene.winds
    shape = np.concatenate([
        a * np.exp(-((centres - part.at) ** 2).sum(axis=1) / (2 * part.radius**2))
        for a, centres in zip(part.acceleration, np.split(grid.face_centres, [25 * 24]), strict=True)
    ])  # fmt: skip
    expected = grid.cell_area * bundle.vectors.T @ (shape * grid.open)
    blows = 10  # steps: 0.2 s
    winds, carried = np.split(bundle.track.feedforward, [bundle.rank], axis=1)
    np.testing.assert_allclose(winds[:blows], np.tile(expected, (blows, 1)), atol=1e-12)
    assert not winds[blows:].any()
    assert not carried.any()
    run = bundle.run([], "lqr")  # the reference is what the plant does by itself
    np.testing.assert_allclose(run.states, bundle.track.states, atol=1e-12)
    assert run.effort < 1e-20
    flows, paths = full_run(scene)
    projected = grid.cell_area * flows @ bundle.vectors
    apart = np.linalg.norm(bundle.track.states[:, 4:] - projected, axis=1)
    assert (
        apart.max() < 0.2 * np.linalg.norm(projected, axis=1).max()
    )  # the full scheme dissipates on 24 x 24
    assert apart[:5].max() < 0.03 * np.linalg.norm(projected, axis=1).max()
    moved = np.linalg.norm(paths[-1] - paths[0], axis=1)
    assert (
        np.linalg.norm(bundle.shape.positions(bundle.track.states[-1]) - paths[-1], axis=1).max()
        < 0.2 * moved.max()
    )


# Perturbed runs


@pytest.mark.slow("the pipeline with several numbers of workers")
def test_runs_are_the_same_for_any_number_of_workers_and_resume(tmp_path: Path) -> None:
    nominal, paths = full_runs(tmp_path)
    states = [Snapshots([path]).run(0) for path in paths]
    elsewhere = run_campaign(training_runs(nominal), tmp_path / "two", workers=2)
    for path, expected in zip(elsewhere, states, strict=True):
        np.testing.assert_array_equal(Snapshots([path]).run(0), expected)
    times = {path: path.stat().st_mtime_ns for path in paths}
    paths[1].unlink()
    again = run_campaign(training_runs(nominal), tmp_path / "enrichment", workers=0)
    assert [path for path in again if path.stat().st_mtime_ns != times[path]] == [paths[1]]
    np.testing.assert_array_equal(Snapshots([paths[1]]).run(0), states[1])


def test_a_second_call_takes_up_the_runs_and_gives_the_same_bits(tmp_path: Path) -> None:
    first = build(tmp_path)
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "runs").rglob("*.h5")}
    assert len(times) == 5  # the nominal one, three perturbed ones, one on a finer clock
    second = build(tmp_path, "control.discretisation=step")
    assert times == {path: path.stat().st_mtime_ns for path in (tmp_path / "runs").rglob("*.h5")}
    for name in ("vectors", "full_paths"):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))
    np.testing.assert_array_equal(first.gains["lqr"], second.gains["lqr"])


def test_runs_are_made_anew_when_what_they_depend_on_changes_and_only_then(tmp_path: Path) -> None:
    nominal, _ = full_runs(tmp_path)

    def prints(*settings: str) -> tuple[str, str]:
        full = build_full_smoke(quick_scene(*settings))
        perturbed = training_runs(nominal._replace(full=full))
        return nominal_run(full, silent).fingerprint(0), perturbed.fingerprint(2)

    before = prints()
    for setting in ("control.control_cost=1e-3", "basis.rank=5", "description='x'",
                    "reference.source=reduced", "time.scheme=midpoint", "pushes=[]"):  # fmt: skip
        assert prints(setting) == before
    for setting in ("enrichment.strength=[0.1,0.2]", "enrichment.radius=[0.1,0.2]", "enrichment.duration=0.3",
                    "enrichment.keep_every=2", "enrichment.tolerance=1e-2", "enrichment.place=fast",
                    "enrichment.runs=7"):  # fmt: skip
        centre, perturbed = prints(setting)
        assert centre == before[0]
        assert perturbed != before[1]
    for setting in ("winds.0.acceleration=[2,8]", "winds.0.duration=0.3", "box.viscosity=1e-4", "seed=3",
                    DISC, "time.steps=24", "time.step=0.07", "particles.0=[0.4,0.4]", "backend=splu",
                    "box.size=[1,1.1]"):  # fmt: skip
        both = prints(setting)
        assert both[0] != before[0]
        assert both[1] != before[1]


def test_gusts_are_a_share_of_the_wind_in_time_strata_at_particles(tmp_path: Path) -> None:
    nominal, _ = full_runs(tmp_path)
    nominal = nominal._replace(full=build_full_smoke(quick_scene("enrichment.runs=12")))
    strongest = np.hypot(2, 9)
    which = set()
    for index in range(12):
        gust = random_gust(nominal, index)
        step = round(gust.time / 0.08)
        assert index * 25 // 12 <= step <= (index + 1) * 25 // 12
        assert 0.05 * strongest <= np.hypot(*gust.force) <= 0.2 * strongest
        assert 0.06 <= gust.radius <= 0.14
        distance = np.linalg.norm(nominal.particles[step] - gust.at, axis=1)
        assert distance.min() < 1e-12
        which.add(int(np.argmin(distance)))
    assert which == {0, 1}


def test_gusts_are_drawn_where_it_is_fast() -> None:
    """In still air but for one column, weighted by energy; anywhere but in a solid where all is still."""
    scene = quick_scene("enrichment.runs=60", "enrichment.place=fast", "particles=[]", "pushes=[]", DISC)
    grid = build_grid(scene.box)
    q = np.zeros((grid.size, 26))
    _, v = grid.split(q[:, 5].copy())
    v[3, 2:20] = 1.0
    v[15, 2:20] = 0.3
    q[(25 * 24) :, 1:] = v.reshape(-1, 1)
    nominal = SmokeNominal(build_full_smoke(scene), q, np.zeros((26, 0, 2)), np.zeros(grid.cells))
    gusts = [random_gust(nominal, index) for index in range(60)]
    columns = [int(gust.at[0] * 24) for gust in gusts if gust.time > 0]
    assert set(columns) <= {3, 15}
    assert columns.count(3) > 0.75 * len(columns)  # energies are as 11 to 1
    gusts = [random_gust(nominal._replace(q=0 * q), index) for index in range(60)]
    cells = {tuple((np.array(gust.at) * 24).astype(int)) for gust in gusts}
    assert len(cells) > 40
    assert not any(grid.solid[cell] for cell in cells)


def test_what_a_run_keeps_stands_for_all_its_states(tmp_path: Path) -> None:
    """Fewer columns with the same singular values and vectors, to the tolerance of the run's norm."""
    nominal, paths = full_runs(tmp_path, "enrichment.keep_every=2")
    states = nominal.q[:, ::2]
    norm = np.linalg.norm(states)
    for tolerance in (1e-2, 1e-3, 1e-7, 0.0):
        kept = compress(states, tolerance)
        exact = np.linalg.svd(states, compute_uv=False)
        values = np.linalg.svd(kept, compute_uv=False)
        assert kept.shape[1] < states.shape[1]
        assert np.abs(values - exact[: len(values)]).max() <= max(tolerance, 1e-12) * norm
        basis = np.linalg.qr(kept).Q
        assert np.linalg.norm(states - basis @ (basis.T @ states)) <= max(tolerance, 1e-12) * norm * 1.001
    assert not compress(np.zeros((5, 3)), 1e-3).any()
    with pytest.raises(BasisError, match="tolerance"):
        compress(states, 1.0)
    assert all(Snapshots([path]).count < 13 for path in paths)


def test_perturbed_runs_enter_the_basis(tmp_path: Path) -> None:
    """Every perturbed state is nearer to the basis of all runs than to that of the nominal run alone."""
    nominal, paths = full_runs(tmp_path)
    basis = smoke.basis(nominal, paths)
    alone = pod(nominal.q, 6, mass=basis.mass)
    for path in paths:
        states = Snapshots([path]).run(0)
        errors = [np.linalg.norm(states - each.lift(each.project(states))) for each in (basis, alone)]
        assert errors[0] < errors[1]
        assert errors[0] < 0.1 * np.linalg.norm(states)


# Scenes of other shapes


def ends_well(bundle: SmokeBundle, folder: Path, share: float = 0.5) -> None:
    """It survives its file, and control leaves no more than a share of the error."""
    save(bundle, folder / "x.softrein")
    again = load(folder / "x.softrein")
    errors = {name: again.run(controller=name).error for name in ("lqr", "none")}
    assert errors["lqr"] < share * errors["none"]


def test_a_disc_in_the_flow(tmp_path: Path) -> None:
    bundle = build(tmp_path, DISC, "particles.0=[0.47, 0.35]", "carried=[[0.5, 0.4]]")
    centres = (np.arange(24) + 0.5) / 24
    inside = np.hypot(centres[:, None] - 0.5, centres - 0.55) <= 0.09
    np.testing.assert_array_equal(bundle.solid, inside)
    assert not bundle.density[inside].any()
    assert not bundle.full_density[inside].any()
    grid = MacGrid((24, 24), (1.0, 1.0), inside)
    np.testing.assert_array_equal(bundle.open_faces, grid.open)
    open_part = np.where(grid.open[:, None], bundle.vectors, 0)
    np.testing.assert_allclose(grid.cell_area * open_part.T @ open_part, np.eye(6), atol=1e-13)
    assert np.abs(bundle.vectors[grid.buried]).max() > 0  # continued, for interpolation beside the disc
    assert max(np.abs(grid.divergence(mode)).max() for mode in open_part.T) < 1e-11
    for path in (bundle.full_paths, bundle.shape.positions(bundle.run(controller="none").states)):
        assert not inside[tuple(np.minimum((path * 24).astype(int), 23).reshape(-1, 2).T)].any()
    ends_well(bundle, tmp_path)


def test_a_closed_off_region_goes_through_the_whole_pipeline(tmp_path: Path) -> None:
    bundle = build(tmp_path, "box.solids=[{box=[[0, 0.8], [1, 0.87]]}]", "carried=[[0.5, 0.95]]")
    grid = MacGrid((24, 24), (1.0, 1.0), bundle.solid)
    assert grid.parts[0] == 2
    _, v = grid.split(np.where(grid.open[:, None], bundle.vectors, 0).sum(axis=1))
    assert (
        np.abs(v[:, 22:]).max() < 1e-3 * np.abs(v).max()
    )  # air behind the wall feels a gust's far tail only
    ends_well(bundle, tmp_path)


def test_without_particles_the_flow_is_steered(tmp_path: Path) -> None:
    bundle = build(
        tmp_path, "particles=[]", "enrichment.place=fast", "control.control_cost=1e-5",
        "pushes=[{at=[0.5,0.4], acceleration=[3,0], time=0.4, duration=0.2, radius=0.1}]",
    )  # fmt: skip
    assert bundle.gains["lqr"].shape == (25, 6, 6)
    assert bundle.full_paths.shape == (26, 0, 2)
    assert list(bundle.proportional_ranges()) == ["kz"]
    simulator = bundle.simulator("lqr")
    assert simulator.positions().shape == (0, 2)
    simulator.state = bundle.track.states[11]
    assert simulator.jump_to_closest() == 11
    points = np.array(bundle.places(np.random.default_rng(0), np.zeros(50)))
    assert ((points > 0) & (points < 1)).all()
    ends_well(bundle, tmp_path, 0.8)


def test_the_midpoint_scheme_keeps_the_energy_when_nothing_blows(tmp_path: Path) -> None:
    bundle = build(tmp_path, "time.scheme=midpoint", "reference.feedforward=zero")
    plant = bundle.plant()
    assert plant.scheme == "midpoint"
    state = bundle.track.states[10]
    energies = []
    for _ in range(60):
        state = plant.step(state, np.zeros(plant.forces))
        energies.append(np.sum(state[4:] ** 2))
    assert np.ptp(energies) < 1e-12 * energies[0]
    ends_well(bundle, tmp_path)


def test_wind_actuators_with_limits(tmp_path: Path) -> None:
    actuators = [
        f"{{name='{x}{y}{a}', at=[{x}, {y}], radius=0.1, direction=[{a}, {1 - a}], limit=0.4}}"
        for x in (0.3, 0.5, 0.7) for y in (0.25, 0.45) for a in (0, 1)
    ]  # fmt: skip
    bundle = build(tmp_path, f"control.actuators=[{', '.join(actuators)}]", "control.control_cost=1e-6")
    assert bundle.gains["lqr"].shape == (25, 12, 10)
    assert bundle.units.effort == "m²/s³"
    np.testing.assert_allclose(bundle.actuators[:6, 3], bundle.shape.wind((0.3, 0.45), 0.1)[0], atol=1e-15)
    assert not bundle.actuators[6:].any()  # nobody holds the velocities of particles
    run = bundle.run()
    assert np.abs(run.controls).max() == 0.4
    assert run.counts["clamped"] == (np.abs(run.controls) == 0.4).sum()
    ends_well(bundle, tmp_path, 0.8)


def test_particles_may_stand_at_a_wall_however_cells_times_size_rounds(tmp_path: Path) -> None:
    bundle = build(
        tmp_path, "box.cells=[49, 49]", "particles=[[1.0, 0.5], [0.44, 0.38]]", "carried=[[0.2, 1.0]]"
    )
    assert bundle.track.states[0][0] == 1.0
    ends_well(bundle, tmp_path)


def test_a_scene_of_pushes_that_are_noise(tmp_path: Path) -> None:
    push = "{at=0, force=[3,3], time=0.2, duration=5.0, radius=0.1, noise=0.3, seed=2}"
    bundle = build(tmp_path, f"pushes=[{push}]")
    ends_well(bundle, tmp_path)
    rolled = bundle.rollouts([bundle.pushes, [], bundle.pushes * 2], "lqr")
    assert rolled.error[0] == pytest.approx(bundle.run().error, rel=1e-9)
    assert rolled.error[2] > rolled.error[0] > rolled.error[1]


def test_an_endless_motion_has_periodic_gains(tmp_path: Path) -> None:
    bundle = build(tmp_path, "reference.rewind=true")
    assert bundle.rewind
    simulator = bundle.simulator("lqr")
    for _ in range(60):
        simulator.step()
    assert simulator.index == 10


@pytest.mark.parametrize("name", ["smoke-small", "smoke-keys", "fluid", "leaves"])
def test_the_scenes_of_the_package_fit_their_boxes(name: str) -> None:
    scene = read_scene(name)
    assert isinstance(scene, SmokeScene)
    full = build_full_smoke(scene)
    assert full.start().density is not None
    assert full.start().particles.shape == (len(scene.particles), 2)


def test_puffs_have_soft_edges_and_stay_out_of_solids() -> None:
    scene = quick_scene("box.solids=[{box=[[0,0],[0.5,1]]}]", "box.cells=[200,200]", "particles=[[0.9,0.9]]")
    grid = build_grid(scene.box)
    density = puffs(grid, scene.smoke)  # at (0.5, 0.29), 0.14 wide
    distance = np.linalg.norm(grid.cell_centres - (0.5, 0.29), axis=1).reshape(grid.cells)
    assert not density[grid.solid].any()
    assert (density[grid.fluid & (distance < 0.12)] == 1).all()
    assert not density[distance > 0.16].any()
    edge = density[100:, 58][distance[100:, 58] < 0.16]
    assert (np.diff(edge) <= 0).all()
    assert np.abs(np.diff(edge)).max() < 0.25


# Mistakes


@pytest.mark.parametrize(
    ("setting", "error", "words"),
    [
        ("particles.1=[1.2, 0.5]", SceneError, ["particles.1", "outside"]),
        ("particles.0=[-0.1, 0.5]", SceneError, ["particles.0", "outside"]),
        ("carried=[[0.5,0.5],[0.5,2]]", SceneError, ["carried.1", "outside"]),
        ("box.solids=[{at=[0.56,0.3],radius=0.1}]", SceneError, ["particles.1", "solid cell"]),
        ("box.solids=[{at=[0.5,0.3],radius=0.1},{at=[3,3],radius=0.1}]", SceneError,
         ["box.solids.1", "no cell"]),
        ("box.solids=[{box=[[0,0],[1,1]]}]", MeshError, ["solid"]),
        ("box.cells=[1,1]", MeshError, ["at least 2"]),
        ("winds.0.at=[0.5,1.5]", SceneError, ["winds.0.at", "outside"]),
        ("smoke.0.at=[0.5,1.5]", SceneError, ["smoke.0.at", "outside"]),
        ("pushes.0.at=[0.5,1.5]", SceneError, ["pushes.0.at", "outside"]),
        ("control.actuators=[{name='a',at=[2,2],radius=0.1,direction=[1,0]}]", SceneError,
         ["control.actuators.0.at", "outside"]),
        ("control.actuators=[{name='a',at=[0.5,0.5],radius=0.1,direction=[0,0]}]", SceneError,
         ["control.actuators.0.direction", "zero"]),
        ("control.actuators=[{name='a',at=[0.5,0.5],radius=1e-4,direction=[1,0]}]", SceneError,
         ["control.actuators.0", "moves nothing"]),
        ("basis.rank=500", BasisError, ["500"]),
        ("winds=[]", SceneError, ["nothing moves"]),
        ("backend='transform'", SimulationError, ["without solid"]),
    ],
)  # fmt: skip
def test_each_mistake_of_a_scene_in_its_box(
    tmp_path: Path, setting: str, error: type[SoftreinError], words: list[str]
) -> None:
    more = [DISC] if "backend" in setting else []
    with pytest.raises(error) as caught:
        build(tmp_path, setting, *more)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("name", "strength"),
    [
        ("winds", "acceleration={}, duration=0.2"),
        ("pushes", "acceleration={}, time=0.4, duration=0.2"),
        ("control.actuators", "name='a', direction={}"),
    ],
)
def test_a_wind_that_no_open_face_feels_is_refused(name: str, strength: str) -> None:
    shaft = "box.solids=[{box=[[0,0],[0.41,1]]}, {box=[[0.46,0],[1,1]]}]", "particles=[[0.44,0.3],[0.44,0.6]]"
    for at, radius, along, words in (
        ("[0.44,0.51]", 1e-4, [0, 1], "0.0001 m wide"),  # between faces
        ("[0.44,0.5]", 0.1, [1, 0], "0.1 m wide"),  # across the shaft
        ("[0.44,0.5]", 0.1, [0, 1], None),
    ):
        entries = f"at={at}, radius={radius}, {strength.format(along)}"
        refused = pytest.raises(SceneError, match=rf"^{name}\.0: wind {words} .* moves nothing.* larger")
        with refused if words else nullcontext():
            build_full_smoke(quick_scene(*shaft, f"{name}=[{{{entries}}}]"))


def test_the_fastest_flow_is_told_by_the_cells_along_it() -> None:
    full = build_full_smoke(quick_scene("box.size=[1,4]"))
    q = np.zeros((full.grid.size, 26))
    u, v = full.grid.split(q[:, 3])
    u[5, 5], v[5, 5] = 0.1, -1.0  # m/s, across cells 1/24 and 1/6 m wide
    nominal = SmokeNominal(full, q, np.zeros((26, 2, 2)), np.zeros(full.grid.cells))
    assert nominal.words == "; at most 0.5 cells a step"


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("pushes.0.at=2", ["pushes.0.at", "no particle 2"]),
        ("pushes.0.at=-1", ["pushes.0.at", "no particle -1"]),
        ("pushes.0.at='x'", ["pushes.0.at"]),
        ("pushes.0.radius=0", ["pushes.0.radius"]),
        ("pushes.0.acceleration=[1,2,3]", ["pushes.0.acceleration"]),
        ("pushes.0.acceleration=['1 N', 0]", ["pushes.0.acceleration", "m/s^2"]),
        ("pushes.0.time=2", ["pushes.0.time", "end of the motion"]),
        ("guide={particle=2, path=[[0.1,0.1],[0.2,0.2]], radius=0.1}", ["guide.particle", "no particle 2"]),
        ("guide={path=[[0.1,0.1],[0.2,0.2]], radius=0.1, end=3}", ["guide.end"]),
        ("particles=[]", ["no particle"]),
        ("enrichment.place=there", ["enrichment.place", "fast"]),
        ("enrichment.keep_every=26", ["enrichment.keep_every", "time.steps, 25"]),
        ("enrichment.duration=0.01", ["enrichment.duration", "shorter than a step"]),
        ("winds.0.duration=0.01", ["winds.0.duration", "shorter than a step"]),
        ("winds.0.start=9", ["winds.0.start"]),
        ("winds.0.course=continuous", ["winds.0", "duration"]),
        (
            "winds.0={at=[0.5,0.3],radius=0.1,acceleration=[0,2],course='continuous',start=1}",
            ["winds.0", "start"],
        ),
        ("winds.0={at=[0.5,0.3],radius=0.1,acceleration=[0,2],course='noise'}", ["winds.0", "period"]),
        ("winds.0.colour=red", ["winds.0.colour", "unknown entry"]),
        ("box.colour=red", ["box.colour", "unknown entry"]),
        ("box.solids=[{at=[0.5,0.5]}]", ["box.solids.0", "radius"]),
        ("box.solids=[{}]", ["box.solids.0", "box"]),
        ("box.viscosity=-1", ["box.viscosity"]),
        ("box.size=['1 kg', 1]", ["box.size.0"]),
        ("box.cells=[24.5, 24]", ["box.cells.0"]),
        ("time.scheme=euler", ["time.scheme"]),
        ("backend=magic", ["backend"]),
        ("control.instants=[{time=1, weight=1, region='top'}]", ["control.instants.0.region"]),
        ("ensemble.acceleration=[4, 1]", ["ensemble.acceleration"]),
        ("ensemble.radius=0", ["ensemble.radius"]),
        ("mesh={}", ["mesh", "belongs to scenes of kind = 'deformable'"]),
        ("kind=gas", ["kind", "deformable, fluid"]),
        ("kind=deformable", ["mesh"]),
    ],
)
def test_each_mistake_of_a_scene_by_itself_names_file_and_field(setting: str, words: list[str]) -> None:
    with pytest.raises(SceneError) as caught:
        quick_scene(setting)
    for word in ["smoke-small", *words]:
        assert word in str(caught.value)


def test_scenes_without_particles_need_another_place_and_another_cost() -> None:
    with pytest.raises(SceneError, match=r"enrichment\.place"):
        quick_scene("particles=[]", "pushes=[]")
    with pytest.raises(SceneError, match="control"):
        quick_scene("particles=[]", "pushes=[]", "enrichment.place=fast", "control.running_velocity=0",
                    "control.final_velocity=0")  # fmt: skip


def test_a_step_across_many_cells_is_warned_of(tmp_path: Path) -> None:
    full = build_full_smoke(quick_scene("winds.0.acceleration=[20, 100]"))
    with pytest.warns(RuntimeWarning, match="crosses .* cells"):
        file = run_campaign(nominal_run(full, silent), tmp_path, workers=0)[0]
    assert float(read_nominal(full, file).words.split("at most ")[1].split()[0]) > 5
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        full_runs(tmp_path / "slow")
