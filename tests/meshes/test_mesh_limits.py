"""Limits on reading a mesh file: memory, time, access to other files, and the file's text in errors."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import h5py
import meshio
import numpy as np
import pytest
from typer.testing import CliRunner

import meshes.memory
from meshes import TetMesh, read_bou, read_mesh, write_mesh
from meshes.formats import reader_process
from meshes.formats.surfaces import read_surface
from softrein.cli import app
from softrein.errors import MeshError, MissingPackageError

CORNER = np.array([[0.0, 0, 0], [2, 0, 0], [0, 3, 0], [0, 0, 4]])
ONE = TetMesh(CORNER, [[0, 1, 2, 3]])
SECRET = "root:$6$saltsalt$hash-that-nobody-should-see:19000:0:99999:7:::\n"

BOMB = f"""<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY a0 "lol">{"".join(f'<!ENTITY a{k} "{f"&a{k - 1};" * 10}">' for k in range(1, 10))}]>
<VTKFile type="UnstructuredGrid">&a9;</VTKFile>
"""

ENDLESS = {  # headers cut short, which meshio never returns from
    ".ply": "ply\ncomment end_header\n",
    ".tec": 'TITLE = "a"\nVARIABLES = "X", "Y", "Z"\nZONE NODES=4, ELEMENTS=1, DATAPACKING=POINT, '
    "ZONETYPE=FETETRAHEDRON\n0 0 0\n1 0 0\n",
    ".mdpa": "Begin Nodes\n1 0 0 0\n",
}
MESHES = (".veg", ".node", ".ele", ".msh", ".vtk", ".vtu", ".mesh", ".inp", ".bdf", ".tec", ".mdpa", ".med")
SURFACES = (".obj", ".stl", ".ply")


def read(path: Path, any_size: bool = False) -> object:
    return (read_surface if path.suffix in SURFACES else read_mesh)(path, any_size=any_size)


def sparse(path: Path, size: int) -> Path:
    with path.open("wb") as file:
        file.truncate(size)
    return path


@pytest.mark.parametrize("suffix", [*MESHES, *SURFACES])
def test_a_huge_hole_is_refused_at_once(tmp_path, suffix):
    path = sparse(tmp_path / f"a{suffix}", 10**10)
    if suffix in (".node", ".ele"):
        sparse(path.with_suffix({".node": ".ele", ".ele": ".node"}[suffix]), 10**10)
    tracked = time.process_time()
    with pytest.raises(MeshError, match=r"a\.\w+: .*(not a text|memory|begins with 'solid')"):
        read(path)
    assert time.process_time() - tracked < 1.0


def test_a_huge_list_of_vertices_is_refused(tmp_path):
    with pytest.raises(MeshError, match=r"a\.bou: not a text"):
        read_bou(sparse(tmp_path / "a.bou", 10**10))


@pytest.mark.parametrize("suffix", [".veg", ".node", ".obj", ".stl", ".msh", ".inp", ".ply"])
def test_what_does_not_fit_is_refused_unless_told(tmp_path, suffix, monkeypatch):
    path = tmp_path / f"a{suffix}"
    if suffix in SURFACES:
        meshio.Mesh(CORNER, [("triangle", [[0, 1, 2], [0, 3, 1], [1, 3, 2], [0, 2, 3]])]).write(path)
    elif suffix == ".inp":
        meshio.Mesh(CORNER, [("tetra", [[0, 1, 2, 3]])]).write(path)
    else:
        write_mesh(path, ONE)
    monkeypatch.setattr(meshes.memory, "SMALL", 0)
    monkeypatch.setattr(meshes.memory, "available_memory", lambda: 100.0)
    with pytest.raises(
        MeshError, match=r"a\.\w+: reading it can take .* of memory, 1e-07 GB are left; any_size=True"
    ):
        read(path)
    assert read(path, any_size=True) is not None
    if suffix not in SURFACES:
        runner = CliRunner()
        command = ["mesh", str(path), "-o", str(tmp_path / "out.vtu")]
        assert isinstance(runner.invoke(app, command).exception, MeshError)
        assert runner.invoke(app, [*command, "--any-size"]).exit_code == 0
        assert (tmp_path / "out.vtu").exists()


def test_the_least_of_all_limits_is_left(tmp_path, monkeypatch):
    group = tmp_path / "memory" / "job"
    group.mkdir(parents=True)
    for name, text in (
        ("limit_in_bytes", "1000"),
        ("usage_in_bytes", "400"),
        ("stat", "total_inactive_file 50\n"),
    ):
        (group / f"memory.{name}").write_text(text)
    (tmp_path / "memory" / "memory.limit_in_bytes").write_text("9223372036854771712")
    (tmp_path / "memory" / "memory.usage_in_bytes").write_text("10")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "a" / "memory.max").write_text("800\n")
    (tmp_path / "a" / "memory.current").write_text("500\n")
    (inner / "memory.max").write_text("max\n")
    (inner / "memory.current").write_text("7\n")
    monkeypatch.setattr(meshes.memory, "_CGROUPS", tmp_path)
    said = {"/proc/self/cgroup": "4:cpu,memory:/job\n9:name=systemd:/\n"}
    read_text = meshes.memory._text
    monkeypatch.setattr(meshes.memory, "_text", lambda path: said.get(str(path)) or read_text(path))
    assert meshes.memory.available_memory() == 650
    said["/proc/self/cgroup"] = "0::/a/b\n"
    assert meshes.memory.available_memory() == 300


@pytest.mark.parametrize("suffix", sorted(ENDLESS))
def test_a_reader_that_never_returns_is_stopped(tmp_path, suffix, monkeypatch):
    monkeypatch.setattr(reader_process, "LEAST_TIME", 1.0)
    monkeypatch.setattr(reader_process, "WALL", 600.0)
    path = tmp_path / f"a{suffix}"
    path.write_text(ENDLESS[suffix])
    with pytest.raises(MeshError, match=r"a\.\w+: reading it takes longer than 1 s"):
        read(path)


def forever(path: Path) -> reader_process.Arrays:
    while True:
        if path.name != "busy.x":
            time.sleep(1)


def greedy(path: Path) -> reader_process.Arrays:
    return {"all": np.ones(3 * 2**28)}  # 6 GB


def dying(path: Path) -> reader_process.Arrays:
    os._exit(3)


def leaving(path: Path) -> reader_process.Arrays:
    """As a child does that has had nothing to do, the first time."""
    if path.read_text() == "leave once":
        path.write_text("left")
        os._exit(0)
    return {"x": np.arange(3), "y": np.array([0.5]), "none": np.empty((0, 4))}


def odd(path: Path) -> reader_process.Arrays:
    raise RuntimeError(path.read_text())


def talking(path: Path) -> reader_process.Arrays:
    for k in range(100):
        warnings.warn(f"word {k}", stacklevel=1)
    print("noise")
    raise MissingPackageError("install it")


@pytest.fixture
def apart(tmp_path, monkeypatch):
    """A function that calls one of these readers as a mesh reader is called, in a process of its own."""
    monkeypatch.setattr(reader_process, "LEAST_TIME", 1.0)
    monkeypatch.setattr(reader_process, "WALL", 600.0)  # others want to work as well
    monkeypatch.setattr(reader_process, "_reader", None)  # the suite's own knows another path to modules

    def call(reader, text="", name="a.x"):
        (tmp_path / name).write_text(text)
        return reader_process.read_apart(tmp_path / name, f"tests.meshes.test_mesh_limits:{reader.__name__}")

    yield call
    if reader_process._reader is not None:
        reader_process._reader.end()


@pytest.mark.slow("waits until limits of time are over")
@pytest.mark.parametrize("name", ["busy.x", "asleep.x"])
def test_time_is_bounded(apart, name, monkeypatch):
    if name == "asleep.x":
        monkeypatch.setattr(reader_process, "WALL", 5.0)
    with pytest.raises(MeshError, match="reading it takes longer than 1 s"):
        apart(forever, name=name)


def test_memory_is_bounded(apart):
    with pytest.raises(MeshError, match=r"a\.x: reading it takes more memory than .*--any-size"):
        apart(greedy)
    assert apart(leaving)["x"].tolist() == [0, 1, 2]  # by the next child


@pytest.mark.slow("waits until limits of time are over")
def test_a_reader_that_dies_is_an_error_and_the_next_file_is_read(apart):
    with pytest.raises(
        MeshError, match=r"a\.x: malformed or truncated \.x file, over which its reader died \(3\)"
    ):
        apart(dying)
    assert apart(leaving)["y"].tolist() == [0.5]
    with pytest.raises(MeshError, match="its reader died"):  # also over one after the other
        apart(dying)


def test_a_child_that_has_just_left_is_started_anew(apart):
    apart(leaving)
    found = apart(leaving, "leave once")
    assert {name: (array.dtype, array.shape) for name, array in found.items()} == {
        "x": (np.int64, (3,)),
        "y": (np.float64, (1,)),
        "none": (np.float64, (0, 4)),
    }


def test_errors_and_warnings_of_the_child_are_those_of_its_parent(apart):
    with pytest.raises(MeshError, match=r"malformed, truncated or unsupported \.x file \(RuntimeError\)$"):
        apart(odd, SECRET)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        with pytest.raises(MissingPackageError, match=r"^install it$"):
            apart(talking)
    assert [str(each.message) for each in heard] == [f"word {k}" for k in range(reader_process.MOST_WARNINGS)]


def test_threads_share_one_child(tmp_path):
    write_mesh(tmp_path / "a.vtu", ONE)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda k: read_mesh(tmp_path / "a.vtu").vertices.sum(), range(20)))
    assert found == [9.0] * 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_has_a_child_of_its_own(tmp_path):
    write_mesh(tmp_path / "a.vtu", ONE)
    code = f"""
import os, sys, warnings
from meshes import read_mesh
from meshes.formats import reader_process
read_mesh({str(tmp_path / "a.vtu")!r})
mine = reader_process._reader.process.pid
if (child := os.fork()) == 0:
    read_mesh({str(tmp_path / "a.vtu")!r})
    os._exit(reader_process._reader.process.pid == mine)
read_mesh({str(tmp_path / "a.vtu")!r})
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) or reader_process._reader.process.pid != mine)
"""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, timeout=60, check=False
    )
    assert (run.returncode, run.stderr) == (0, b"")


def test_relative_names_are_relative_to_the_callers_folder(tmp_path, monkeypatch):
    (tmp_path / "a").mkdir()
    write_mesh(tmp_path / "a" / "b.vtu", ONE)
    read_mesh(tmp_path / "a" / "b.vtu")
    for folder, name in ((tmp_path, "a/b.vtu"), (tmp_path / "a", "b.vtu")):
        monkeypatch.chdir(folder)
        assert len(read_mesh(name).tets) == 1


@pytest.mark.parametrize("suffix", [".xdmf", ".xmf", ".pvtu"])
def test_lists_of_other_files_are_refused(tmp_path, suffix):
    (tmp_path / f"a{suffix}").write_text(SECRET)
    with pytest.raises(MeshError, match=r"such files name others .* make a \.vtu or \.msh of it"):
        read_mesh(tmp_path / f"a{suffix}")


def test_what_an_abaqus_file_includes_is_not_read(tmp_path):
    (tmp_path / "other.inp").write_text("*NODE\n1, 0, 0, 0\n")
    for name in ("other.inp", str(tmp_path / "other.inp"), "other.inp never told"):
        (tmp_path / "a.inp").write_text(f"*NODE\n1, 0, 0, 0\n*INCLUDE, INPUT={name}\n")
        with pytest.raises(MeshError, match=r"a\.inp: refers to another file, 'other\.inp'"):
            read_mesh(tmp_path / "a.inp")


@pytest.mark.parametrize("kind", ["link", "deep link", "external", "virtual"])
@pytest.mark.parametrize("suffix", [".med", ".h5m", ".cgns"])
def test_what_is_kept_in_another_hdf5_file_is_not_read(tmp_path, suffix, kind):
    path, other = tmp_path / f"a{suffix}", tmp_path / "other.h5"
    with h5py.File(other, "w") as file:
        file["x"] = np.arange(3)
    with h5py.File(path, "w") as file:
        if kind == "external":
            file.create_dataset("x", (3,), "i8", external=[(str(other), 0, 24)])
        elif kind == "virtual":
            layout = h5py.VirtualLayout((3,), "i8")
            layout[:] = h5py.VirtualSource(str(other), "x", (3,))
            file.create_virtual_dataset("x", layout)
        else:
            file["a/b/x" if kind == "deep link" else "x"] = h5py.ExternalLink(str(other), "/x")
    with pytest.raises(MeshError, match=r"refers to another file, '(other\.h5|virtual)'"):
        read_mesh(path)


@pytest.mark.parametrize("encoding", ["ascii", "utf-16"])
def test_an_xml_bomb_is_refused(tmp_path, encoding):
    (tmp_path / "a.vtu").write_text(BOMB, encoding=encoding)
    with pytest.raises(MeshError, match=r"a\.vtu: XML entities have no place in a mesh"):
        read_mesh(tmp_path / "a.vtu")


@pytest.mark.parametrize(
    "text", [SECRET, SECRET * 30, "a secret in words\nmore of it\n", "5 3 0 0\n" + SECRET]
)
@pytest.mark.parametrize("suffix", [*MESHES, *SURFACES, ".su2", ".vol", ".post", ".avs", ".ugrid", ".f3grid"])
def test_a_secret_is_not_told(tmp_path, suffix, text):
    secret, path = tmp_path / "shadow", tmp_path / f"a{suffix}"
    secret.write_text(text)
    for name in {".node": (".node", ".ele"), ".ele": (".node", ".ele")}.get(suffix, (suffix,)):
        path.with_suffix(name).symlink_to(secret)
    with pytest.raises(MeshError) as caught:
        read(path)
    said = str(caught.value).replace(str(tmp_path), "")
    assert len(said) < 300
    assert "hash" not in said
    assert "secret in" not in said


def test_memory_for_tags_far_apart_is_not_taken(tmp_path):
    """Gmsh numbers vertices as it likes; meshio has a place for each number up to the highest."""
    write_mesh(tmp_path / "a.msh", ONE)
    whole = (tmp_path / "a.msh").read_text()
    row = next(line for line in whole.splitlines() if line.startswith("4 "))
    for tag in ("1.6e9", "1600000000", "-5", "nan"):
        (tmp_path / "a.msh").write_text(whole.replace(f"\n{row}\n", f"\n{tag}{row[1:]}\n", 1))
        with pytest.raises(MeshError, match=r"a\.msh: "):
            read_mesh(tmp_path / "a.msh")


@pytest.mark.parametrize("suffix", [".veg", ".msh", ".mesh", ".node"])
def test_a_thousand_long_names_make_a_short_warning(tmp_path, suffix):
    names = [f"{'n' * 1000}{k}" for k in range(1000)]
    parted = TetMesh(CORNER, [[0, 1, 2, 3]], {name: [0] for name in names}, {names[0]: []})
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        write_mesh(tmp_path / f"a{suffix}", parted)
    assert heard or suffix == ".msh"
    assert max((len(str(each.message)) for each in heard), default=0) < 1200


def test_nothing_of_a_reader_is_left_behind(tmp_path):
    """Neither threads nor, once Python ends, processes."""
    write_mesh(tmp_path / "a.vtu", ONE)
    read_mesh(tmp_path / "a.vtu")
    for clock in threading.enumerate():
        if isinstance(clock, threading.Timer):
            clock.join(reader_process.LEAST_TIME)  # it has been called off, and ends
            assert not clock.is_alive()
    code = f"""
from meshes import read_mesh
from meshes.formats import reader_process
read_mesh({str(tmp_path / "a.vtu")!r})
print(reader_process._reader.process.pid)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    psutil = pytest.importorskip("psutil")
    assert not psutil.pid_exists(int(run.stdout))
