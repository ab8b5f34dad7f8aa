"""Animations from files: every format, and files that are no animation."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from meshes import block, write_mesh
from meshes.animations.animation import Manner, read_animation, read_shape
from softrein.errors import MeshError, SoftreinError
from softrein.export.body import Shown
from softrein.export.run import export_run
from tests.made_up import made_up_bundle, made_up_run

TIMES = np.array([0.0, 0.1, 0.25, 0.3])
POINTS = np.arange(4 * 5 * 3, dtype=float).reshape(4, 5, 3) ** 1.1
HERE = Manner()


def write_objs(folder: Path, frames: np.ndarray = POINTS, name: str = "frame{}.obj") -> Path:
    folder.mkdir()
    for i, frame in enumerate(frames):
        text = "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in frame.tolist())
        (folder / name.format(i)).write_text(text)
    return folder / "*.obj"


def test_numpy_arrays_with_times_or_a_rate(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    np.savez(path, points=POINTS, times=TIMES + 7)
    found = read_animation(path, HERE)
    np.testing.assert_array_equal(found.points, POINTS)
    np.testing.assert_allclose(found.times, TIMES, atol=1e-12)
    np.savez_compressed(path, points=POINTS.astype(np.float32), fps=25)
    np.testing.assert_allclose(read_animation(path, HERE).times, np.arange(4) / 25)
    np.testing.assert_allclose(read_animation(path, Manner(rate=5.0)).times, np.arange(4) / 5)


def test_a_table_has_a_row_a_frame(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    rows = np.column_stack([TIMES, POINTS.reshape(4, -1)])
    for head in ("", "time,x0,y0,z0\n", "# of Blender\n"):
        path.write_text(head + "\n".join(",".join(map(repr, row)) for row in rows.tolist()))
        found = read_animation(path, Manner(scale=0.001))
        np.testing.assert_allclose(found.points, 0.001 * POINTS)
        np.testing.assert_allclose(found.times, TIMES)


def test_a_name_where_things_have_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("0,1,2,3\n1,1,2,3\n")
    pattern = write_objs(tmp_path / "many", np.zeros((2, 3, 3)))
    for path in (tmp_path / "a.csv", pattern):
        with pytest.raises(MeshError, match="leave that name out"):
            read_animation(path, Manner(rate=30.0, of="hand"))


def test_files_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    frames = np.stack([np.full((3, 3), float(k)) for k in range(12)])
    found = read_animation(write_objs(tmp_path / "a", frames), Manner(rate=30.0))
    np.testing.assert_array_equal(found.points[:, 0, 0], np.arange(12))
    np.testing.assert_allclose(found.times, np.arange(12) / 30)
    for k in range(3):
        write_mesh(tmp_path / f"m{k}.vtk", block((1, 1, 1), (1.0 + k, 1.0, 1.0)))
    meshes = read_animation(tmp_path / "m*.vtk", Manner(rate=30.0))
    assert meshes.points[:, :, 0].max(axis=1).tolist() == [1.0, 2.0, 3.0]


def test_brackets_in_a_name_that_is_there_are_no_pattern(tmp_path: Path) -> None:
    np.savez(tmp_path / "walk[1].npz", points=POINTS)
    assert len(read_animation(tmp_path / "walk[1].npz", Manner(rate=1.0)).points) == len(POINTS)
    pattern = write_objs(tmp_path / "take[2]")
    assert len(read_animation(pattern, Manner(rate=1.0)).points) == len(POINTS)
    (tmp_path / "take[2]").rename(tmp_path / "take[2].obj-sequence")
    assert len(read_animation(tmp_path / "take[2].obj-sequence", Manner(rate=1.0)).points) == len(POINTS)


@pytest.mark.parametrize("suffix", [".vtkhdf", ".usda", ".obj-sequence"])
def test_an_export_comes_back_in_metres_and_upright(suffix: str, tmp_path: Path) -> None:
    """Also of a body along whose x axis up is, which USD does not know, and beside others in the file."""
    if suffix == ".usda":
        pytest.importorskip("pxr.Usd")
    bundle = made_up_bundle()
    run, path = made_up_run(bundle, 0.7), tmp_path / f"a{suffix}"
    export_run(bundle, run, path, fps=1 / bundle.dt)
    every = bundle.shape.positions(run.states)
    if suffix != ".vtkhdf":
        every = np.array([Shown(bundle).positions(state) for state in run.states])
    found = read_animation(path, Manner(unit=0.001, up=bundle.up))
    np.testing.assert_allclose(found.points, every, atol=2e-6 * np.abs(every).max())
    np.testing.assert_allclose(found.times, bundle.dt * np.arange(len(every)), atol=1e-9)
    np.savez(tmp_path / "b.npz", points=every, fps=1 / bundle.dt)
    other = "z" if bundle.up != "z" else "y"
    turned = read_animation(tmp_path / "b.npz", Manner(up=other, file_up=bundle.up)).points
    again = read_animation(path, Manner(unit=0.001, up=other)).points
    np.testing.assert_allclose(again, turned, atol=2e-6 * np.abs(every).max())


@pytest.mark.parametrize("up", ["x", "y", "z"])
def test_the_axis_that_points_up_is_turned(up: str, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    frames = np.zeros((2, 3, 3))
    frames[1, 0, "xyz".index(up)] = 1.0
    np.savez(path, points=frames, fps=1)
    for into in "xyz":
        points = read_animation(path, Manner(up=into, file_up=up)).points
        assert points[1, 0, "xyz".index(into)] == 1.0
    turned = [read_animation(path, Manner(up=into, file_up=up)).points[1] for into in "xyz"]
    assert all(np.isclose(np.linalg.norm(each), 1.0) for each in turned)


def usd_file(path: Path, text: str) -> Path:
    path.write_text("#usda 1.0\n" + text)
    return path


MOVING = """
def Mesh "{}" {{
    point3f[] points.timeSamples = {{ 1: [(0, 0, 0), (1, 0, 0)], 13: [(0, 0, 1), (1, 0, 2)] }}
}}
"""


def test_usd_that_says_no_unit_and_no_axis_has_the_callers(tmp_path: Path) -> None:
    pytest.importorskip("pxr.Usd")
    path = usd_file(tmp_path / "a.usda", MOVING.format("a"))
    np.testing.assert_allclose(read_animation(path, Manner(0.5, "z")).points[1], [[0, 0, 0.5], [0.5, 0, 1]])


def test_usd_says_unit_up_and_times_and_moves_by_transforms(tmp_path: Path) -> None:
    pytest.importorskip("pxr.Usd")
    head = '(\n metersPerUnit = 0.01\n upAxis = "Z"\n timeCodesPerSecond = 24\n)\n'
    inside = MOVING.format("a") + MOVING.format("b")
    text = head + (
        'def Xform "top" { double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 7: (0, 5, 0) }\n'
        f'uniform token[] xformOpOrder = ["xformOp:translate"]\n{inside}}}'
    )
    path = usd_file(tmp_path / "a.usda", text)
    with pytest.raises(MeshError, match=r"2 things with points, '/top/a', '/top/b'; say which"):
        read_animation(path, HERE)
    for name in ("a", "/top/a"):
        found = read_animation(path, Manner(up="z", of=name))
        np.testing.assert_allclose(found.times, [0, 0.25, 0.5])
        np.testing.assert_allclose(found.points[:, 1], [[0.01, 0, 0], [0.01, 0.05, 0.01], [0.01, 0.05, 0.02]])
    upright = read_animation(path, Manner(up="y", of="a")).points
    np.testing.assert_allclose(upright[2, 1], [0.01, 0.02, -0.05])
    with pytest.raises(MeshError, match="'c' is none of them"):
        read_animation(path, Manner(of="c"))


@pytest.mark.parametrize(
    "text",
    [
        "(\n subLayers = [@other.usda@]\n)\n" + MOVING.format("a"),
        'def "a" (references = @other.usda@) {}\n' + MOVING.format("b"),
        'def "a" (payload = @/etc/passwd@) {}\n' + MOVING.format("b"),
        'def "a" (clips = {dictionary default = {asset[] assetPaths = [@other.usda@]}}) {}\n',
    ],
)
def test_usd_leads_to_no_other_file(text: str, tmp_path: Path) -> None:
    pytest.importorskip("pxr.Usd")
    usd_file(tmp_path / "other.usda", MOVING.format("a"))
    with pytest.raises(MeshError, match="refers to other files"):
        read_animation(usd_file(tmp_path / "a.usda", text), HERE)


def npz(**arrays: Any) -> Any:
    return lambda path: np.savez(path, **arrays)


def text(content: str) -> Any:
    return lambda path: path.write_text(content)


NAN = POINTS.copy()
NAN[2, 1, 0] = np.nan


@pytest.mark.parametrize(
    ("suffix", "write", "words"),
    [
        (".npz", npz(points=POINTS), "no times"),
        (".npz", npz(points=POINTS, times=TIMES[:3]), "3 times for 4 frames"),
        (".npz", npz(points=POINTS, times=TIMES[::-1]), "times must rise"),
        (".npz", npz(points=POINTS, times=TIMES * np.nan), "not finite"),
        (".npz", npz(points=POINTS, fps=0), "one number above 0"),
        (".npz", npz(points=NAN, times=TIMES), "frame 2, from 0, has coordinates that are not finite"),
        (".npz", npz(points=POINTS[:1], times=TIMES[:1]), "1 frame.*pose of a key-frame"),
        (".npz", npz(points=POINTS[:, :0], times=TIMES), "holds no points"),
        (".npz", npz(points=POINTS[0], fps=2), r"the shape \(5, 3\)"),
        (".npz", npz(points=np.array([{"a": 1}]), fps=2), "malformed"),
        (".npz", npz(points=POINTS.astype(complex), fps=2), "no real numbers"),
        (".npz", npz(frames=POINTS), "no array `points`"),
        (".npz", text("no archive"), "malformed"),
        (".npz", text(""), "empty"),
        (".csv", text(""), "empty"),
        (".csv", text("time,x,y,z\n"), "no rows"),
        (".csv", text("0,1,2\n"), "3 numbers; a row is the time"),
        (".csv", text("0,1,2,3\n1,1,2\n"), "line 2: 3 numbers, and the first row has 4"),
        (".csv", text("0,1,2,3\n1,1,2,up\n"), "line 2: numbers must stand"),
        (".csv", text("0,1,2,3\n0,1,2,3\n"), "times must rise"),
        (".vtkhdf", text("no such thing"), "no HDF5 file"),
        (".usda", text("no usd"), "malformed"),
        (".usda", text('#usda 1.0\ndef Sphere "a" {}\n'), "0 things with points"),
        (".abc", text("something"), "unknown suffix"),
    ],
)
def test_what_is_no_animation_is_told(suffix: str, write: Any, words: str, tmp_path: Path) -> None:
    if suffix == ".usda":
        pytest.importorskip("pxr.Usd")
    path = tmp_path / f"a{suffix}"
    write(path)
    with pytest.raises(MeshError, match=words) as caught:
        read_animation(path, HERE)
    assert str(path) in str(caught.value)


def test_sequences_that_are_none_are_told(tmp_path: Path) -> None:
    pattern = write_objs(tmp_path / "a")
    (tmp_path / "a" / "frame9.obj").write_text("v 1 2 3\n")
    with pytest.raises(MeshError, match=r"frame9.obj: 1 points, and frame0.obj has 5"):
        read_animation(pattern, Manner(rate=1.0))
    with pytest.raises(MeshError, match="no times; say how many there are a second"):
        read_animation(tmp_path / "a" / "frame[0-3].obj", HERE)
    with pytest.raises(MeshError, match="wildcards may stand in the name of the files alone"):
        read_animation(tmp_path / "*" / "frame0.obj*", HERE)
    for nowhere in (tmp_path / "b" / "*.obj", tmp_path / "a" / "*.stl", tmp_path / "c.obj-sequence"):
        with pytest.raises(MeshError, match=r"no files|no such folder"):
            read_animation(nowhere, HERE)


@pytest.mark.parametrize("said", ["[]", "{", '{"unit": "m", "up": "y", "frames": 7}', "[" * 100_000])
def test_a_manifest_that_is_none_counts_for_nothing(said: str, tmp_path: Path) -> None:
    pattern = write_objs(tmp_path / "a")
    (tmp_path / "a" / "frames.json").write_text(said)
    np.testing.assert_array_equal(read_animation(pattern, Manner(rate=1.0)).points, POINTS)
    frames = [{"file": f"frame{k}.obj", "time": 2.0 * k} for k in range(4)]
    (tmp_path / "a" / "frames.json").write_text(json.dumps({"unit": "m", "up": "y", "frames": frames}))
    np.testing.assert_array_equal(read_animation(pattern, Manner(unit=5.0)).times, [0, 2, 4, 6])


def vtkhdf(path: Path, change: Any = lambda root: None) -> Path:
    with h5py.File(path, "w") as file:
        root = file.create_group("VTKHDF")
        root.attrs["Type"] = np.bytes_("PolyData")
        root["NumberOfPoints"] = [5] * 4
        root["Points"] = POINTS.reshape(-1, 3)
        steps = root.create_group("Steps")
        steps["Values"], steps["PointOffsets"], steps["PartOffsets"] = TIMES, 5 * np.arange(4), np.arange(4)
        change(root)
    return path


def replaced(name: str, value: Any) -> Any:
    def change(root: Any) -> None:
        del root[name]
        root[name] = value

    return change


def test_vtkhdf_of_other_programs(tmp_path: Path) -> None:
    found = read_animation(vtkhdf(tmp_path / "a.vtkhdf"), Manner(unit=0.01))
    np.testing.assert_allclose(found.points, 0.01 * POINTS)
    np.testing.assert_allclose(found.times, TIMES)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (replaced("NumberOfPoints", [5, 5, 4, 5]), "4 to 5 points"),
        (replaced("NumberOfPoints", [500] * 4), "points that are not there"),
        (replaced("Steps/PointOffsets", [0, 5, 10, 99]), "points that are not there"),
        (replaced("Steps/PointOffsets", [0, 5]), "malformed"),
        (replaced("Steps/PartOffsets", [0, 1, 2, 7]), "malformed"),
        (replaced("Points", np.zeros((20, 2))), "no array"),
        (replaced("Points", h5py.ExternalLink("other.h5", "/x")), "another file"),
        (lambda root: root.attrs.modify("Type", np.bytes_("Image")), "is of the type 'Image'"),
    ],
)
def test_vtkhdf_that_does_not_fit_is_told(change: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(MeshError, match=words):
        read_animation(vtkhdf(tmp_path / "a.vtkhdf", change), HERE)


def test_the_example_from_blender_is_read(tmp_path: Path) -> None:
    """Its body of y up comes back where it was, bends, and comes back."""
    pytest.importorskip("bpy")
    mesh = block((2, 6, 2), (0.1, 0.4, 0.1))
    faces = "".join(f"f {a} {b} {c}\n" for a, b, c in (mesh.surface + 1).tolist())
    points = "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in mesh.vertices.tolist())
    (tmp_path / "body.obj").write_text(points + faces)
    skin = mesh.vertices[np.unique(mesh.surface)]  # vertices without faces Blender does not take over
    script = Path(__file__).resolve().parents[2] / "examples" / "blender_animation.py"
    command = [sys.executable, str(script), str(tmp_path / "body.obj"), str(tmp_path / "walk.usda")]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    found = read_animation(tmp_path / "walk.usda", HERE)
    np.testing.assert_allclose(found.times, np.arange(25) / 24, atol=1e-6)
    np.testing.assert_allclose(found.points[0], skin, atol=1e-5)
    np.testing.assert_allclose(found.points[-1], skin, atol=1e-5)
    assert np.abs(found.points[12] - skin).max() > 0.01


def test_a_shape_has_its_points_as_they_are(tmp_path: Path) -> None:
    """None welded, in the file's order; of a mesh those that its elements use."""
    path = tmp_path / "a.obj"
    path.write_text("v 3 0 0\nv 1 0 0\nv 3 0 0\nf 1 2 3\n")
    np.testing.assert_array_equal(read_shape(path, HERE)[:, 0], [3, 1, 3])
    mesh = block((2, 1, 1), (1.0, 1.0, 1.0))
    for suffix in (".vtk", ".veg", ".node"):
        write_mesh(tmp_path / f"b{suffix}", mesh)
        np.testing.assert_allclose(read_shape(tmp_path / f"b{suffix}", HERE), mesh.vertices, atol=1e-9)
    with pytest.raises(MeshError, match="unknown suffix"):
        read_shape(tmp_path / "b.toml" if (tmp_path / "b.toml").write_text("x") else path, HERE)


def test_broken_files_never_surprise(rounds: Any, tmp_path: Path) -> None:
    """Bytes changed, cut and repeated: an animation or a `SoftreinError`."""
    np.savez(tmp_path / "a.npz", points=POINTS, times=TIMES)
    rows = np.column_stack([TIMES, POINTS.reshape(4, -1)]).tolist()
    (tmp_path / "a.csv").write_text("\n".join(",".join(map(repr, row)) for row in rows))
    vtkhdf(tmp_path / "a.vtkhdf")
    usd_file(tmp_path / "a.usda", MOVING.format("a"))
    suffixes = [".npz", ".csv", ".vtkhdf", *([".usda"] if find_spec("pxr") else [])]
    whole = {suffix: (tmp_path / f"a{suffix}").read_bytes() for suffix in suffixes}
    for chance in rounds:
        suffix = chance.choice(sorted(whole))
        path = tmp_path / f"b{suffix}"
        path.write_bytes(broken(bytearray(whole[suffix]), chance))
        try:
            found = read_animation(path, HERE)
        except SoftreinError:
            continue
        assert np.isfinite(found.points).all()
        assert (np.diff(found.times) > 0).all()


def broken(content: bytearray, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(content))
        way = chance.randrange(3)
        if way == 0:
            content[at] = chance.randrange(256)
        elif way == 1:
            del content[at : at + chance.randrange(1, 40)]
        else:
            content[at:at] = content[at : at + chance.randrange(1, 40)]
        content = content or bytearray(b"0")
    return bytes(content)
