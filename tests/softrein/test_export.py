"""Exports, read back by VTK, USD, and a plain reader of OBJ."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from typer.testing import CliRunner

from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.smoke import SmokeBundle
from runtime.run import Run
from runtime.smoke.tracers import Tracers
from softrein.cli import app
from softrein.errors import SoftreinError
from softrein.export import smoke
from softrein.export.body import Shown
from softrein.export.frames import frames_of
from softrein.export.run import check_export, export_run, size_on_disk
from softrein.export.smoke import SMOKE_POINTS
from softrein.facts.runs import distances
from softrein.pictures.smoke_panels import carried
from tests.made_up import DT, STEPS, made_up_bundle, made_up_run
from tests.made_up_space import made_up_space, run_of

SINGLE = 2e-7  # relative to a metre: half a unit in the last place of single precision, and some


@pytest.fixture(scope="module")
def body() -> BodyBundle:
    return made_up_bundle()


@pytest.fixture(scope="module")
def run(body: BodyBundle) -> Run:
    return made_up_run(body, 0.7)


@pytest.fixture(scope="module")
def smoke_run(small_smoke: SmokeBundle) -> Run:
    return small_smoke.run()


def read_vtkhdf(path: Path) -> tuple[list[float], list[Any]]:
    """Times, and what VTK finds at each."""
    import pyvista
    from vtkmodules.vtkIOHDF import vtkHDFReader

    reader = vtkHDFReader()
    reader.SetFileName(str(path))
    reader.UpdateInformation()
    times = [reader.GetOutputInformation(0).Get(_time_steps(), i) for i in range(reader.GetNumberOfSteps())]
    found = []
    for time in times:
        reader.UpdateTimeStep(time)
        found.append(pyvista.wrap(reader.GetOutputDataObject(0)).copy())
    return times, found


def _time_steps() -> Any:
    from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline

    return vtkStreamingDemandDrivenPipeline.TIME_STEPS()


def read_obj(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Places and normals (k, 3, 3) of the corners of its triangles."""
    lines = [line.split() for line in path.read_text().splitlines()]
    points, normals = (
        np.array([line[1:] for line in lines if line[0] == it], dtype=float) for it in ("v", "vn")
    )
    faces = (
        np.array([[corner.split("//") for corner in line[1:]] for line in lines if line[0] == "f"], int) - 1
    )
    return points[faces[..., 0]], normals[faces[..., 1]]


def drawn(bundle: BodyBundle, states: np.ndarray) -> np.ndarray:
    """Corners (frames, k, 3, 3) of what pictures show."""
    return bundle.drawn(bundle.shape.positions(states))[:, bundle.drawn_triangles]


def facing(corners: np.ndarray) -> np.ndarray:
    """Unit normals (..., 3) of triangles with corners (..., 3, 3)."""
    across = np.cross(corners[..., 1, :] - corners[..., 0, :], corners[..., 2, :] - corners[..., 0, :])
    return np.asarray(across / np.linalg.norm(across, axis=-1, keepdims=True))


# Frames -------------------------------------------------------------------------------------------


def test_frames_are_the_steps_or_moments_between_them() -> None:
    stream = np.arange(11.0) ** 2
    each = [float(value) for (value,) in frames_of(10, 0.1, None).blended([x] for x in stream)]
    np.testing.assert_array_equal(each, stream)
    frames = frames_of(10, 0.1, 25)
    np.testing.assert_allclose(frames.times, np.arange(26) / 25)
    found = [float(value) for (value,) in frames.blended([x] for x in stream)]
    np.testing.assert_allclose(found, np.interp(frames.times, 0.1 * np.arange(11), stream), atol=1e-12)
    assert found[-1] == 100
    assert found[5] == 4  # 0.2 s is a step: to the bit


@pytest.mark.parametrize(
    ("steps", "dt", "fps", "count"), [(3, 1 / 3, 3, 4), (89, 1 / 30, 30, 90), (10, 0.1, 1, 2)]
)
def test_the_last_moment_is_a_frame_where_it_falls_on_one(
    steps: int, dt: float, fps: float, count: int
) -> None:
    assert len(frames_of(steps, dt, fps)) == count


@pytest.mark.parametrize("fps", [0.99, 0.5, 1e-300])
def test_a_rate_that_makes_one_frame_alone_is_refused(fps: float) -> None:
    with pytest.raises(SoftreinError, match=r"^fps: .* makes one frame of 1 s; ask for more$"):
        frames_of(10, 0.1, fps)


# VTKHDF -------------------------------------------------------------------------------------------


def test_vtk_reads_every_step_of_a_body(body: BodyBundle, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "body.vtkhdf"
    assert export_run(body, run, path).files == [path]
    times, grids = read_vtkhdf(path)
    np.testing.assert_allclose(times, DT * np.arange(STEPS + 1), rtol=1e-15)
    expected, reference = (body.shape.positions(states) for states in (run.states, body.track.states))
    np.testing.assert_allclose([grid.points for grid in grids], expected, atol=SINGLE)
    for name, wanted in (("displacement", expected - body.vertices), ("deviation", expected - reference)):
        np.testing.assert_allclose([grid[name] for grid in grids], wanted, atol=SINGLE)
    for grid in (grids[0], grids[-1]):
        np.testing.assert_array_equal(grid.cells_dict[10], body.tets)
        region = next(iter(body.regions))
        np.testing.assert_array_equal(np.flatnonzero(grid[f"region {region}"]), np.sort(body.regions[region]))
    assert list(tmp_path.iterdir()) == [path]


def test_vtk_reads_smoke_and_its_particles(small_smoke: SmokeBundle, smoke_run: Run, tmp_path: Path) -> None:
    bundle, (nx, ny) = small_smoke, small_smoke.solid.shape
    paths = export_run(bundle, smoke_run, tmp_path / "smoke.vtkhdf").files
    assert paths == [tmp_path / "smoke.vtkhdf", tmp_path / "smoke.particles.vtkhdf"]
    times, grids = read_vtkhdf(paths[0])
    assert len(times) == bundle.steps + 1
    assert grids[0].dimensions == (nx + 1, ny + 1, 2)
    np.testing.assert_allclose(np.reshape(grids[0].bounds, (3, 2))[:2, 1], bundle.extent)
    for grid, (density, _) in zip(grids, carried(bundle, smoke_run.states), strict=True):
        found = grid.cell_data["density"].reshape(ny, nx).T
        np.testing.assert_allclose(found, density, atol=1e-6 * bundle.density.max())
        np.testing.assert_array_equal(grid.cell_data["solid"].reshape(ny, nx).T, bundle.solid)
    _, clouds = read_vtkhdf(paths[1])
    steered = bundle.shape.positions(smoke_run.states)
    count = bundle.particles
    np.testing.assert_allclose([cloud.points[:count, :2] for cloud in clouds], steered, atol=SINGLE)
    assert clouds[-1].n_cells == clouds[-1].n_points == count + len(bundle.carried)
    apart = [float(np.linalg.norm(each)) for each in clouds[-1]["deviation"][:count]]
    np.testing.assert_allclose(
        apart, [each["end"] for each in distances(bundle, smoke_run.states)], atol=1e-6
    )


def test_the_velocity_in_a_cell_carries_a_particle_there(
    small_smoke: SmokeBundle, smoke_run: Run, tmp_path: Path
) -> None:
    """A steered particle follows the field: its speed between two steps is that of the cell it is in."""
    bundle, step = small_smoke, small_smoke.steps // 3
    grid = read_vtkhdf(export_run(bundle, smoke_run, tmp_path / "s.vtkhdf").files[0])[1][step]
    places = bundle.shape.positions(smoke_run.states)
    speed = (places[step + 1] - places[step - 1]) / (2 * bundle.dt)
    i, j = (places[step] / bundle.modes.spacing).astype(int).T
    nx, ny = bundle.solid.shape
    flow = grid.cell_data["velocity"].reshape(ny, nx, 3)
    assert np.abs(flow[j, i, :2] - speed).max() < 0.15 * np.linalg.norm(flow, axis=2).max()  # within a cell
    assert np.linalg.norm(speed) > 0.15 * np.linalg.norm(flow, axis=2).max()


def test_vtk_reads_smoke_in_space(tmp_path: Path) -> None:
    """Density and velocity by interpolation of the modes themselves, at the middles that VTK says."""
    bundle = made_up_space()
    run = run_of(bundle, 0.9)
    paths = export_run(bundle, run, tmp_path / "space.vtkhdf").files
    grid = read_vtkhdf(paths[0])[1][3]
    np.testing.assert_allclose(grid.bounds, np.ravel([(0, side) for side in bundle.extent]))
    middles, solid = grid.cell_centers().points, grid["solid"].astype(bool)
    cells = tuple((middles / bundle.modes.spacing).astype(int).T)
    *_, (density, _) = islice(carried(bundle, run.states), 4)
    np.testing.assert_allclose(grid["density"], density[cells], atol=1e-6)
    np.testing.assert_array_equal(solid, bundle.solid[cells])
    flow = Tracers(bundle.modes, middles[~solid], bundle.dt).velocities(run.states[3, bundle.flow_start :])
    np.testing.assert_allclose(grid["velocity"][~solid], flow, atol=1e-6)
    cloud = read_vtkhdf(paths[1])[1][3]
    np.testing.assert_allclose(cloud.points[:2], bundle.shape.positions(run.states[3]), atol=SINGLE)


def test_usd_has_smoke_in_space_where_it_is(tmp_path: Path) -> None:
    usd, geometry = pytest.importorskip("pxr.Usd"), pytest.importorskip("pxr.UsdGeom")
    bundle = made_up_space()
    export_run(bundle, run_of(bundle, 0.9), tmp_path / "space.usda", fps=1 / bundle.dt)
    stage = usd.Stage.Open(str(tmp_path / "space.usda"))
    smoke = stage.GetPrimAtPath(stage.GetDefaultPrim().GetPath().AppendChild("smoke"))
    points = np.array(geometry.Points(smoke).GetPointsAttr().Get(0))
    assert (bundle.density[tuple((points / bundle.modes.spacing).astype(int).T)] > 0).all()
    np.testing.assert_allclose(points.mean(axis=0), [0.4, 0.4, 0.4], atol=0.01)  # the ball's middle


# USD ----------------------------------------------------------------------------------------------


def test_usd_opens_a_body_with_its_skin_and_targets(body: BodyBundle, run: Run, tmp_path: Path) -> None:
    usd, geometry = pytest.importorskip("pxr.Usd"), pytest.importorskip("pxr.UsdGeom")
    path = tmp_path / "body.usda"
    export_run(body, run, path, fps=1 / DT, controller="lqr")
    stage = usd.Stage.Open(str(path))
    assert geometry.GetStageUpAxis(stage) == "Y"
    assert geometry.GetStageMetersPerUnit(stage) == 1
    assert (stage.GetStartTimeCode(), stage.GetEndTimeCode()) == (0, STEPS)
    assert stage.GetTimeCodesPerSecond() == 1 / DT
    top = stage.GetDefaultPrim().GetPath()
    mesh = geometry.Mesh(stage.GetPrimAtPath(top.AppendChild("body")))
    corners = np.array(mesh.GetFaceVertexIndicesAttr().Get()).reshape(-1, 3)
    points = np.array([mesh.GetPointsAttr().Get(frame) for frame in range(STEPS + 1)])
    np.testing.assert_allclose(points[:, corners], drawn(body, run.states), atol=SINGLE)
    assert set(mesh.GetFaceVertexCountsAttr().Get()) == {3}
    assert len(np.unique(corners)) == points.shape[1]  # no vertex that nothing uses
    primvar = geometry.PrimvarsAPI(mesh).GetPrimvar("normals")
    assert primvar.GetInterpolation() == "faceVarying"
    for frame in (0, STEPS):
        normals = np.array(primvar.ComputeFlattened(frame)).reshape(-1, 3, 3)
        assert np.einsum("kcx,kx->kc", normals, facing(points[frame, corners])).min() > 0.9
    shade = pytest.importorskip("pxr.UsdShade")
    material, _ = shade.MaterialBindingAPI(mesh.GetPrim()).ComputeBoundMaterial()
    surface, _, _ = material.ComputeSurfaceSource()
    assert surface.GetShaderId() == "UsdPreviewSurface"
    assert surface.GetInput("diffuseColor").Get() == mesh.GetDisplayColorAttr().Get()[0]
    for target in body.targets:
        ball = geometry.Sphere(stage.GetPrimAtPath(top.AppendChild(target.name)))
        np.testing.assert_allclose(ball.GetRadiusAttr().Get(), target.radius)
        place = ball.GetLocalTransformation(usd.TimeCode(0)).ExtractTranslation()
        np.testing.assert_allclose(place, target.centre, atol=1e-8)


def test_usd_opens_smoke_as_particles(small_smoke: SmokeBundle, smoke_run: Run, tmp_path: Path) -> None:
    usd, geometry = pytest.importorskip("pxr.Usd"), pytest.importorskip("pxr.UsdGeom")
    export_run(small_smoke, smoke_run, tmp_path / "smoke.usda", fps=1 / small_smoke.dt)
    stage = usd.Stage.Open(str(tmp_path / "smoke.usda"))
    top, last = stage.GetDefaultPrim().GetPath(), small_smoke.steps
    steered = geometry.Points(stage.GetPrimAtPath(top.AppendChild("steered"))).GetPointsAttr()
    places = small_smoke.shape.positions(smoke_run.states)
    np.testing.assert_allclose(np.array(steered.Get(last))[:, :2], places[-1], atol=SINGLE)
    smoke = geometry.Points(stage.GetPrimAtPath(top.AppendChild("smoke"))).GetPointsAttr()
    first, end = (np.array(smoke.Get(frame)) for frame in (0, last))
    assert len(first) == len(end) == SMOKE_POINTS
    nx, ny = small_smoke.solid.shape
    shares = np.histogram2d(*first[:, :2].T, bins=(nx, ny), range=[(0, side) for side in small_smoke.extent])
    mass = np.where(small_smoke.solid, 0, small_smoke.density)
    assert np.abs(shares[0] - SMOKE_POINTS * mass / mass.sum()).max() <= 1.01  # points a cell: rounding
    (density, _), *_ = list(carried(small_smoke, smoke_run.states))[-1:]
    middle = np.array([(density.sum(axis=1 - axis) / density.sum()) @ (np.arange(count) + 0.5) / count
                       for axis, count in enumerate((nx, ny))]) * small_smoke.extent  # fmt: skip
    assert np.linalg.norm(end[:, :2].mean(axis=0) - middle) < 0.02 * max(small_smoke.extent)


def test_names_that_usd_does_not_allow_are_changed(body: BodyBundle, run: Run, tmp_path: Path) -> None:
    usd = pytest.importorskip("pxr.Usd")
    odd = [replace(target, name=name) for target, name in zip(body.targets, ("1 bäll", "body"), strict=True)]
    export_run(replace(body, name="a/b", targets=odd), run, tmp_path / "odd.usda")
    stage = usd.Stage.Open(str(tmp_path / "odd.usda"))
    shapes = [prim.GetName() for prim in stage.Traverse() if prim.GetTypeName() not in {"Material", "Shader"}]
    assert shapes == ["a_b", "body", "_1_b_ll", "body_2"]


# OBJ ----------------------------------------------------------------------------------------------


def test_a_sequence_of_obj_files_is_resampled_and_dated(body: BodyBundle, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "body.obj-sequence"
    export_run(body, run, folder, fps=75)
    manifest = json.loads((folder / "frames.json").read_text())
    times = np.array([frame["time"] for frame in manifest["frames"]])
    np.testing.assert_allclose(times, np.arange(61) / 75)
    assert sorted(path.name for path in folder.iterdir())[:2] == ["0001.obj", "0002.obj"]
    found, normals = np.swapaxes([read_obj(folder / frame["file"]) for frame in manifest["frames"]], 0, 1)
    steps = drawn(body, run.states).reshape(STEPS + 1, -1)
    expected = [np.interp(times, DT * np.arange(STEPS + 1), column) for column in steps.T]
    np.testing.assert_allclose(found.reshape(len(times), -1).T, expected, atol=1e-8)
    assert np.einsum("fkcx,fkx->fkc", normals, facing(found)).min() > 0.9  # outwards, for a T that leans


def test_an_earlier_sequence_is_replaced_and_anything_else_is_not(
    body: BodyBundle, run: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "body.obj-sequence"
    export_run(body, run, folder, fps=50)
    export_run(body, run, folder, fps=5)
    assert len(list(folder.glob("*.obj"))) == 5
    (folder / "mine.txt").write_text("mine")
    with pytest.raises(SoftreinError, match="no earlier export"):
        export_run(body, run, folder)
    assert (folder / "mine.txt").read_text() == "mine"
    assert list(tmp_path.iterdir()) == [folder]


def test_a_sequence_replaces_nothing_but_regular_files(body: BodyBundle, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "body.obj-sequence"
    export_run(body, run, folder, fps=5)
    (folder / "0001.obj").unlink()
    os.mkfifo(folder / "0001.obj")
    with pytest.raises(SoftreinError, match="no earlier export"):
        export_run(body, run, folder, fps=5)
    assert (folder / "0001.obj").is_fifo()


def test_a_sequence_that_is_a_link_or_has_an_odd_manifest_stays(
    body: BodyBundle, run: Run, tmp_path: Path
) -> None:
    folder, link = tmp_path / "body.obj-sequence", tmp_path / "link.obj-sequence"
    export_run(body, run, folder, fps=5)
    link.symlink_to(folder)
    with pytest.raises(SoftreinError, match="no earlier export"):
        export_run(body, run, link, fps=5)
    assert link.is_symlink()
    for odd in ("[" * 100_000, "[]", "5", '{"format": "softrein obj-sequence", "frames": [{"file": []}]}'):
        (folder / "frames.json").write_text(odd)
        with pytest.raises(SoftreinError, match="no earlier export"):
            export_run(body, run, folder, fps=5)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["body.obj-sequence", "link.obj-sequence"]


def test_the_second_file_of_smoke_is_looked_at_before_the_run(
    small_smoke: SmokeBundle, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "a.particles.vtkhdf")
    with pytest.raises(SoftreinError, match=r"a\.particles\.vtkhdf"):
        check_export(tmp_path / "a.vtkhdf", small_smoke)
    check_export(tmp_path / "a.usda", small_smoke)
    assert (tmp_path / "a.particles.vtkhdf").is_fifo()


# Normals ------------------------------------------------------------------------------------------


def test_a_grid_that_the_disk_has_no_room_for_is_refused_before_it_begins(
    small_smoke: SmokeBundle, smoke_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smoke, "disk_usage", lambda folder: SimpleNamespace(free=1e6))
    with pytest.raises(SoftreinError, match=r"of disk, and 0\.001 GB are free"):
        export_run(small_smoke, smoke_run, tmp_path / "a.vtkhdf")
    assert not list(tmp_path.iterdir())


def test_a_box_has_sharp_edges_and_normals_along_its_sides(body: BodyBundle) -> None:
    shown = Shown(body)
    at_rest = shown.positions(np.zeros(4))
    found = shown.normals(at_rest)[shown.shades]
    assert len(np.unique(shown.shades)) > len(shown.used)
    sides = facing(at_rest[shown.triangles])
    np.testing.assert_allclose(found, np.repeat(sides[:, None], 3, axis=1), atol=1e-12)
    rng = np.random.default_rng(0)  # turned as a whole, they turn along
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    turn *= np.linalg.det(turn)
    np.testing.assert_allclose(shown.normals(at_rest @ turn.T)[shown.shades], found @ turn.T, atol=1e-12)


def test_a_round_body_has_one_normal_a_vertex() -> None:
    import pyvista

    ball = pyvista.Icosphere(radius=2.0, center=(1.0, 2.0, 3.0), nsub=3)
    vertices = np.asarray(ball.points, dtype=float)
    plain = SimpleNamespace(drawn=lambda at: at, vertices=vertices, drawn_triangles=ball.regular_faces)
    shown = Shown(cast("BodyBundle", plain))
    found = shown.normals(vertices)
    assert len(found) == len(vertices)
    outwards = (vertices - [1.0, 2.0, 3.0]) / 2
    np.testing.assert_allclose(found[shown.shades], outwards[shown.triangles], atol=0.01)


# Whole or nothing, and the command ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["body.vtkhdf", "body.usda", "body.obj-sequence"])
def test_nothing_is_left_of_an_export_that_fails(
    body: BodyBundle, run: Run, tmp_path: Path, name: str
) -> None:
    def stop(what: str, done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_run(body, run, tmp_path / name, progress=stop)
    assert not list(tmp_path.iterdir())
    export_run(body, run, tmp_path / name)
    before = size_on_disk(tmp_path / name)
    with pytest.raises(KeyboardInterrupt):
        export_run(body, run, tmp_path / name, fps=4 / DT, progress=stop)
    assert size_on_disk(tmp_path / name) == before
    assert list(tmp_path.iterdir()) == [tmp_path / name]


@pytest.mark.parametrize(
    ("name", "fps", "expected"),
    [
        ("x.abc", None, ".vtkhdf (ParaView), .usda"),
        ("missing/x.usda", None, "a folder that exists"),
        ("x.usda", 0.0, "fps: wanted"),
        ("x.usda", float("nan"), "fps: wanted"),
        ("x.usda", 1e6, "ask for fewer"),
    ],
)
def test_what_cannot_be_exported_is_said(
    body: BodyBundle, run: Run, tmp_path: Path, name: str, fps: float | None, expected: str
) -> None:
    with pytest.raises(SoftreinError) as raised:
        export_run(body, run, tmp_path / name, fps)
    assert expected in str(raised.value)
    assert not list(tmp_path.iterdir())


def test_smoke_has_no_surface(small_smoke: SmokeBundle, smoke_run: Run, tmp_path: Path) -> None:
    with pytest.raises(SoftreinError, match="no surface"):
        export_run(small_smoke, smoke_run, tmp_path / "x.obj-sequence")
    assert not list(tmp_path.iterdir())


def test_the_command_exports_the_run_that_run_makes(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle_file.save(small_bundle, tmp_path / "beam.softrein")
    output = tmp_path / "beam.vtkhdf"
    words = ["export", str(tmp_path / "beam.softrein"), "-o", str(output), "--controller", "pd"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert f"wrote {output}: {small_bundle.steps + 1} frames" in result.stdout
    expected = small_bundle.shape.positions(small_bundle.run(controller="pd").states)
    np.testing.assert_allclose(
        [grid.points for grid in read_vtkhdf(output)[1]], expected, atol=SINGLE * np.abs(expected).max()
    )
    data = json.loads(CliRunner().invoke(app, [*words, "--undisturbed", "--json"]).stdout)
    assert data["files"] == [str(output)]
    assert data["bytes"] == output.stat().st_size
    np.testing.assert_allclose(
        read_vtkhdf(output)[1][-1].points,
        small_bundle.shape.positions(small_bundle.run([], "pd").states[-1]),
        atol=SINGLE * np.abs(expected).max(),
    )
