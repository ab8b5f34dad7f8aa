"""Damaged mesh files: each is a mesh or one clear error, within a short time and little memory.

Whole files of every format, made by code, are damaged in the ways below, again and again.
"""

from __future__ import annotations

import random
import re
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import meshio
import numpy as np
import pytest

from meshes import TetMesh, block, read_bou, read_mesh, write_mesh
from meshes.embedding import embed
from meshes.formats import reader_process
from meshes.formats.exchange import FORMATS, READ_ONLY
from meshes.formats.files import READERS, WRITABLE
from meshes.formats.surfaces import read_surface
from meshes.memory import addresses
from meshes.shapes.solids import closed
from meshes.tetmesh import MeshMaterial
from softrein.commands.meshing import make_mesh
from softrein.errors import MeshError, MissingPackageError, SoftreinError

MOST_MEMORY = 3 * 2**30  # bytes of addresses more than there were; the limit on a child is less
MOST_TIME = 60.0  # s, on the busiest machine, for what may take two of processor time
LONGEST = 400  # characters of an error

SURFACES = (".obj", ".stl", ".ply")
ALONE = (".bou",)
BAR = block((2, 1, 1))
PARTED = TetMesh(
    BAR.vertices,
    BAR.tets,
    {"point_1": [0, 1], "fixed": [0, 1, 2]},
    {"volume_1": [0, 1, 2], "b": [2, 3]},
    {"c": MeshMaterial(1e3, 1e5, 0.3, [2, 3]), "d": MeshMaterial(1e3, 1e6, 0.3, [4])},
)
VTU = b"""<VTKFile type="UnstructuredGrid" version="0.1"><UnstructuredGrid>
<Piece NumberOfPoints="4" NumberOfCells="1">
<Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">
0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points>
<Cells><DataArray type="Int64" Name="connectivity" format="ascii">0 1 2 3</DataArray>
<DataArray type="Int64" Name="offsets" format="ascii">4</DataArray>
<DataArray type="UInt8" Name="types" format="ascii">10</DataArray></Cells>
</Piece></UnstructuredGrid></VTKFile>
"""
VEG = b"""*VERTICES
4 3 0 0
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
*ELEMENTS
TET
1 4 0
1 1 2 3 4
*SET a
1
*INCLUDE a.bou
*MATERIAL m
ENU, 1, 1, 0.3
*REGION
a, m
"""
PLY = b"""ply
format ascii 1.0
comment a
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
3 0 1 2
"""
TEC = b"""TITLE = "a"
VARIABLES = "X", "Y", "Z"
ZONE NODES=4, ELEMENTS=1,
DATAPACKING=POINT, ZONETYPE=FETETRAHEDRON
0 0 0
1 0 0
0 1 0
0 0 1
1 2 3 4
"""
MDPA = b"""Begin ModelPartData
End ModelPartData
Begin Properties 0
End Properties
Begin Nodes
1 0 0 0
End Nodes
Begin Elements Element3D4N
1 0 1 1 1 1
End Elements
"""
INP = b"""*HEADING
a
*INCLUDE, INPUT=/etc/passwd
*NODE
1, 0, 0, 0
*ELEMENT, TYPE=C3D4
1, 1, 1, 1, 1
"""
OBJ = b"# a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1/1/1 3//2 2\nf -4 -3 \\\n-1\nf 2 3 4\nf 1 4 3\n"
EXTRAS = {  # what no writer writes
    ".veg": VEG, ".vtu": VTU, ".ply": PLY, ".tec": TEC, ".mdpa": MDPA, ".inp": INP, ".obj": OBJ,
    ".bou": b"1,2,3,\n4\n",
}  # fmt: skip
WORDS = b"never told"  # in an error: a file's words are quoted one at a time
NUMBERS = (
    b"-1", b"0", b"1", b"3", b"99999999", b"1600000000", b"2147483648", b"4294967295", b"9223372036854775808",
    b"9223372036854775807", b"-9223372036854775809", b"18446744073709551616", b"9" * 25, b"9" * 5000,
    b"1e308",
    b"1e400", b"-1e-320", b"nan", b"-inf", b"0x10", b"1_0", b"1.6e9", b"x", b"", b'"', b"%s", b"\xff\xfe",
    "٣".encode(), b"\x1b[31m", b"a b", b"<!ENTITY", b"&amp;", b"$End", b"*INCLUDE a.veg", b"../a", b"\0",
    WORDS,
)  # fmt: skip


def written(folder: Path) -> Iterator[tuple[str, bytes]]:
    """A suffix and the whole of a file, each in its way; TetGen's two files are the tails of one."""
    path = folder / "made"
    for mesh in (BAR, PARTED):
        for suffix in WRITABLE:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                write_mesh(path.with_suffix(suffix), mesh)
            if suffix not in (".node", ".ele"):
                yield suffix, path.with_suffix(suffix).read_bytes()
    nodes, elements = path.with_suffix(".node").read_bytes(), path.with_suffix(".ele").read_bytes()
    yield ".node", nodes + SPLIT + elements
    theirs = meshio.Mesh(
        BAR.vertices,
        [("tetra", BAR.tets)],
        cell_data={
            "gmsh:physical": [np.ones(len(BAR.tets), int)],
            "gmsh:geometrical": [np.ones(len(BAR.tets), int)],
        },
    )
    plain = meshio.Mesh(BAR.vertices, [("tetra", BAR.tets)])
    surface = meshio.Mesh(BAR.vertices, [("triangle", BAR.surface.astype(np.int32))])
    ways: list[tuple[str, str, Any, dict[str, Any]]] = [
        (".msh", "gmsh", theirs, {"fmt_version": version, "binary": binary})
        for version in ("2.2", "4.0", "4.1")
        for binary in (False, True)
    ]
    ways += [(".vtk", "vtk", plain, {"binary": binary}) for binary in (False, True)]
    ways += [
        (".vtu", "vtu", plain, {"binary": b, "compression": c}) for b, c in ((False, None), (True, None))
    ]
    ways += [(suffix, module, plain, {}) for suffix, module in READ_ONLY.items()]
    ways += [(s, s[1:], surface, {"binary": b}) for s in (".stl", ".ply") for b in (False, True)]
    ways += [(".obj", "obj", surface, {})]
    for suffix, module, mesh, options in ways:
        path = folder / f"theirs{suffix}"
        with suppress(Exception, SystemExit):  # a library that is not there
            getattr(meshio, module).write(str(path), mesh, **options)
            yield suffix, path.read_bytes()
    yield from EXTRAS.items()


SPLIT = b"\n# the other file\n"


def damaged(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 1, 1, 1, 2, 8))):
        content = chance.choice(DAMAGES)(content, others, chance)
    return content


def cut(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def changed_bytes(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(min(len(changed), chance.choice((1, 3, 30)))):
        changed[chance.randrange(len(changed))] = chance.choice((0, 255, chance.randrange(256)))
    return bytes(changed)


def changed_token(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    return _with_one(content, rb"\S+", lambda token: chance.choice((token * 2, b"", *NUMBERS)), chance)


def changed_number(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    return _with_one(content, rb"[-+.\deE]*\d", lambda number: chance.choice(NUMBERS), chance)


def near_number(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """Another that the file could have."""

    def other(number: bytes) -> bytes:
        kept = chance.choice(re.findall(rb"\d+", content))
        return chance.choice(
            (kept, b"-" + number, number + b"0", b"%d" % (int(number[-9:]) + chance.choice((-1, 1))))
        )

    return _with_one(content, rb"\d+", other, chance)


def changed_line(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    ends = chance.choice((b"\n", b"\r", b"\r\n\r\n", b" ", b"\n"))
    return _with_one(
        content, rb"[^\n]*\n", lambda line: chance.choice((b"", line * 2, line + ends, ends)), chance
    )


def moved_piece(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """A part of it, or of another file, once more somewhere."""
    source = chance.choice((content, content, chance.choice(others)))
    start, at = chance.randrange(len(source) + 1), chance.randrange(len(content) + 1)
    return content[:at] + source[start : start + chance.choice((10, 100, 10**5))] + content[at:]


def other_coding(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    text = content.decode("latin-1")
    return chance.choice(
        (b"\xef\xbb\xbf" + content, text.encode("utf-16"), content[::-1], content + b"\n" * 3)
    )


def removed_piece(content: bytes, others: list[bytes], chance: random.Random) -> bytes:
    start = chance.randrange(len(content) + 1)
    return content[:start] + content[start + chance.choice((1, 4, 50, 500)) :]


Damage = Callable[[bytes, "list[bytes]", random.Random], bytes]
DAMAGES: tuple[Damage, ...] = (
    cut, changed_bytes, changed_token, changed_number, changed_number, changed_line, moved_piece,
    other_coding, removed_piece, near_number, near_number, near_number, near_number, near_number,
)  # fmt: skip


def _with_one(content: bytes, what: bytes, make: Callable[[bytes], bytes], chance: random.Random) -> bytes:
    found = [match.span() for match in re.finditer(what, content)]
    if not found:
        return content
    start, end = chance.choice(found)
    return content[:start] + make(content[start:end]) + content[end:]


@contextmanager
def memory_limited() -> Iterator[None]:
    """For this process, where the system can; a child has a limit of its own."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_AS)
    if addresses():
        resource.setrlimit(resource.RLIMIT_AS, (addresses() + MOST_MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def told(text: str, but_not: str | None = None) -> None:
    assert text.isprintable(), ascii(text)
    assert but_not is None or but_not not in text
    assert len(text) < LONGEST, text


def attempt(action: Callable[[], object], kinds: tuple[type[Exception], ...] = (MeshError,)) -> object | None:
    """What it gives, or nothing where it is refused properly; warnings are as proper."""
    start = time.monotonic()
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            found = action()
        except kinds as error:
            found = None
            told(str(error), but_not=WORDS.decode())
    assert time.monotonic() - start < MOST_TIME
    for each in heard:
        assert issubclass(each.category, UserWarning), each
        told(str(each.message))
    return found


def check_mesh(mesh: TetMesh) -> None:
    assert np.isfinite(mesh.vertices).all()
    assert 0 <= mesh.tets.min() <= mesh.tets.max() < len(mesh.vertices)
    for regions, count in ((mesh.regions, len(mesh.vertices)), (mesh.element_regions, len(mesh.tets))):
        for name, members in regions.items():
            assert name.isprintable()
            assert not len(members) or 0 <= members.min() <= members.max() < count
    assert (mesh.volumes > 0).all()


def put(path: Path, content: bytes) -> None:
    parts = content.partition(SPLIT)
    path.write_bytes(parts[0])
    if path.suffix == ".node":
        path.with_suffix(".ele").write_bytes(parts[2])


def test_the_corpus_has_every_format_and_is_read(tmp_path):
    whole = list(written(tmp_path))
    made = {suffix for suffix, _ in whole}
    exodus = {".e", ".exo", ".ex2"}  # which need netCDF4
    assert made >= {*READERS, *SURFACES, *ALONE} - exodus - {".ele"}
    assert set(READERS) >= {*FORMATS, *READ_ONLY}
    read = 0
    for k, (suffix, content) in enumerate(whole):
        path = tmp_path / f"{k}{suffix}"
        put(path, content)
        reader = read_surface if suffix in SURFACES else read_bou if suffix in ALONE else read_mesh
        read += attempt(lambda reader=reader, path=path: reader(path)) is not None  # type: ignore[misc]
    assert read > len(whole) - 12  # meshio does not read all that it writes


@pytest.mark.parametrize("kind", ["own", "foreign", "surface"])
def test_damaged_files_are_meshes_or_errors(tmp_path, rounds, monkeypatch, kind):
    monkeypatch.setattr(reader_process, "LEAST_TIME", 1.0)  # more of them in the time
    monkeypatch.setattr(reader_process, "WALL", 600.0)
    foreign = {*FORMATS, *READ_ONLY}
    wanted = {"own": lambda s: s not in foreign and s not in SURFACES, "foreign": foreign.__contains__}
    whole = [each for each in written(tmp_path) if wanted.get(kind, SURFACES.__contains__)(each[0])]
    others = [content for _, content in whole]
    for chance in rounds:
        suffix, content = chance.choice(whole)
        path = tmp_path / f"a{suffix}"
        put(path, damaged(content, others, chance))
        with memory_limited():
            if kind == "surface":
                surface = attempt(lambda path=path: read_surface(path))
                if surface is not None:
                    attempt(lambda surface=surface: closed(surface))
                    attempt(lambda surface=surface: embed(surface.vertices, BAR))
            elif suffix in ALONE:
                attempt(lambda path=path: read_bou(path))
            else:
                mesh = attempt(lambda path=path: read_mesh(path), (MeshError, MissingPackageError))
                if isinstance(mesh, TetMesh):
                    check_mesh(mesh)
                    output = tmp_path / f"out{chance.choice(WRITABLE)}"
                    attempt(lambda path=path, to=output: make_mesh(path, to), (SoftreinError,))
        for left in tmp_path.glob("out*"):
            left.unlink()
