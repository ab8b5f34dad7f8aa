"""Files that are no mesh: each is one clear error, quickly, whatever meshio makes of it."""

from __future__ import annotations

import random
import sys
import warnings

import meshio
import numpy as np
import pytest

from meshes import TetMesh, block, read_mesh, tshape, write_mesh
from meshes.formats.exchange import parse
from meshes.tetmesh import MeshMaterial
from softrein.errors import MeshError

SUFFIXES = (".veg", ".node", ".ele", ".msh", ".vtk", ".vtu", ".mesh")
NUMBERED = (".node", ".ele", ".mesh")  # formats that have numbers for regions instead of names

CORNER = np.array([[0.0, 0, 0], [2, 0, 0], [0, 3, 0], [0, 0, 4]])


def test_unknown_suffixes_are_refused_with_the_known_ones(tmp_path):
    for action in (read_mesh, lambda p: write_mesh(p, tshape())):
        with pytest.raises(
            MeshError, match=r"unknown suffix '\.stl', known are \.ele, \.mesh, \.msh, .*\.vtu"
        ):
            action(tmp_path / "a.stl")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_missing_empty_and_binary_files_and_folders_are_refused(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    with pytest.raises(MeshError, match="no such file"):
        read_mesh(path)
    path.write_bytes(b"")
    with pytest.raises(MeshError, match=r"a\.\w+: (the file is empty|no such file)"):
        read_mesh(path)
    path.write_bytes(bytes(range(256)) * 4)
    with pytest.raises(MeshError, match=r"a\.\w+: "):
        read_mesh(path)
    folder = tmp_path / f"folder{suffix}"
    folder.mkdir()
    with pytest.raises(MeshError, match=r"not a file|no such file"):
        read_mesh(folder)
    with pytest.raises(MeshError, match="is a directory"):
        write_mesh(folder, TetMesh(CORNER, [[0, 1, 2, 3]]))


def test_hexahedra_are_refused_by_name(tmp_path):
    cube = np.array([[x, y, z] for x in (0.0, 1) for y in (0, 1) for z in (0, 1)])[[0, 4, 6, 2, 1, 5, 7, 3]]
    meshio.vtu.write(tmp_path / "a.vtu", meshio.Mesh(cube, [("hexahedron", np.arange(8)[None])]))
    with pytest.raises(MeshError, match=r"a\.vtu: no tetrahedra in the file, it holds hexahedron"):
        read_mesh(tmp_path / "a.vtu")


@pytest.mark.parametrize("suffix", [".msh", ".vtk", ".vtu", ".mesh", ".node"])
@pytest.mark.parametrize("claim", ["999999999", "99999999999999999999"])
def test_huge_claims_are_refused_before_room_is_made(tmp_path, suffix, claim):
    path = tmp_path / f"a{suffix}"
    write_mesh(path, TetMesh(CORNER, [[0, 1, 2, 3]]))
    marks = {".msh": b"$Nodes\n4", ".vtk": b"POINTS 4", ".vtu": b'NumberOfPoints="4', ".mesh": b"Vertices\n4"}
    mark, content = marks.get(suffix, b"4"), path.read_bytes()
    assert mark in content
    path.write_bytes(content.replace(mark, mark.rstrip(b"0123456789") + claim.encode(), 1))
    with pytest.raises(MeshError, match=rf"line \d+.*(announces {claim} items|announced)"):
        read_mesh(path)


@pytest.mark.parametrize("version", ["2.2", "4.1"])
def test_huge_gmsh_tags_are_refused(tmp_path, version):
    none = [np.ones(1, dtype=int)]
    tags = {"gmsh:physical": none, "gmsh:geometrical": none}
    mesh = meshio.Mesh(
        np.vstack([CORNER, [[2, 3, 4]]]), [("tetra", np.array([[0, 1, 2, 3]]))], cell_data=tags
    )
    meshio.gmsh.write(tmp_path / "a.msh", mesh, fmt_version=version, binary=False)
    text = (tmp_path / "a.msh").read_text()
    before, nodes, after = text.partition("$Nodes")
    last = "\n5\n" if version == "4.1" else "\n5 "
    assert last in nodes + after
    (tmp_path / "a.msh").write_text(before + nodes + after.replace(last, last.replace("5", "999999999"), 1))
    with pytest.raises(MeshError, match="vertex tag 999999999"):
        read_mesh(tmp_path / "a.msh")


def test_xml_entities_are_refused(tmp_path):
    write_mesh(tmp_path / "a.vtu", TetMesh(CORNER, [[0, 1, 2, 3]]))
    content = (tmp_path / "a.vtu").read_text()
    (tmp_path / "a.vtu").write_text('<!DOCTYPE x [<!ENTITY a "b">]>' + content)
    with pytest.raises(MeshError, match="XML entities"):
        read_mesh(tmp_path / "a.vtu")


@pytest.mark.parametrize("failure", [SystemExit(1), RuntimeError("inside"), KeyError("x")])
def test_whatever_meshio_does_is_a_mesh_error(tmp_path, monkeypatch, failure):
    def fail(*arguments):
        print("noise")
        raise failure

    write_mesh(tmp_path / "a.vtk", TetMesh(CORNER, [[0, 1, 2, 3]]))
    monkeypatch.setattr(meshio.vtk, "read", fail)
    with pytest.raises(MeshError, match=rf"a\.vtk: malformed, .*\({type(failure).__name__}\)"):
        parse(tmp_path / "a.vtk")


def test_what_meshio_prints_becomes_a_warning(tmp_path, monkeypatch, capsys):
    read = meshio.vtk.read

    def talk(name):
        print("about\nthis")
        print("that", file=sys.stderr)
        return read(name)

    write_mesh(tmp_path / "a.vtk", TetMesh(CORNER, [[0, 1, 2, 3]]))
    monkeypatch.setattr(meshio.vtk, "read", talk)
    with pytest.warns(UserWarning, match=r"a\.vtk: meshio says 'about this that'"):
        parse(tmp_path / "a.vtk")
    assert capsys.readouterr() == ("", "")


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Cut short, a few bytes changed, a line doubled or lost, or a number replaced."""
    kind = chance.randrange(5)
    if kind == 0:
        return content[: chance.randrange(len(content))]
    if kind == 1:
        changed = bytearray(content)
        for _ in range(3):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        return bytes(changed)
    pieces = content.split(b"\n") if kind < 4 else content.split(b" ")
    at = chance.randrange(len(pieces))
    pieces[at : at + 1] = {
        2: [],
        3: [pieces[at]] * 2,
        4: [chance.choice([b"-1", b"99999999", b"nan", b"x"])],
    }[kind]
    return (b"\n" if kind < 4 else b" ").join(pieces)


def bar(suffix: str, parted: bool) -> TetMesh:
    """Of few elements; or with regions of elements as well, one of them twice over, and materials."""
    mesh = block((2, 1, 1))
    regions = {"point_1": [0, 1]} if suffix in NUMBERED else {}
    if not parted:
        return TetMesh(mesh.vertices, mesh.tets, regions)
    volumes = {"volume_1": [0, 1, 2]} | ({} if suffix in NUMBERED else {"b": [2, 3]})
    materials = {"c": MeshMaterial(1e3, 1e5, 0.3, [2, 3]), "d": MeshMaterial(1e3, 1e6, 0.3, [4])}
    return TetMesh(mesh.vertices, mesh.tets, regions, volumes, materials if suffix == ".veg" else {})


@pytest.mark.parametrize("parted", [False, True])
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_damaged_files_are_read_or_refused_and_never_worse(tmp_path, suffix, parted):
    chance = random.Random(suffix)
    path = tmp_path / f"a{suffix}"
    write_mesh(path, bar(suffix, parted))
    whole, refusals = path.read_bytes(), []
    for _ in range(100):
        path.write_bytes(damaged(whole, chance))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                read_mesh(path)
            except MeshError as error:
                refusals.append(str(error))
    assert len(refusals) > 50  # the rest is damage to comments, coordinates and tags
    assert all(str(tmp_path) in refusal for refusal in refusals)
