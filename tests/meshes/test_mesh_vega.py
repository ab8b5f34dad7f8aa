"""VegaFEM's .veg and .bou: the parts that are read, and one error with its line for a malformed file."""

from __future__ import annotations

import itertools
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import meshes.formats.included
from meshes import TetMesh, read_bou, read_mesh, write_mesh
from softrein.errors import MeshError

REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "veg"

# Two elements that share a face, in the unit of the file.
VERTICES = [[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]
TETS = [[0, 1, 2, 3], [1, 4, 2, 3]]


def veg(base: int = 1, separator: str = " ", end: str = "\n", extra: str = "") -> str:
    rows = [separator.join(map(str, (k, *row))) for k, row in enumerate(VERTICES, start=base)]
    tets = [separator.join(map(str, (k, *(v + base for v in row)))) for k, row in enumerate(TETS, start=base)]
    lines = ["# a comment", "*VERTICES", "5 3 0 0", *rows, "", "*ELEMENTS", "TET", "2 4 0", *tets, extra]
    return end.join(lines) + end


def solid(mesh: TetMesh) -> dict[str, list[int]]:
    return {name: indices.tolist() for name, indices in mesh.element_regions.items()}


@pytest.fixture
def write(tmp_path):
    def written(text: str | bytes, name: str = "body.veg") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("separator", [" ", ", ", "\t", "  ,  "])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_bases_separators_and_line_ends(write, base, separator, end):
    mesh = read_mesh(write(veg(base, separator, end)))
    np.testing.assert_array_equal(mesh.vertices, VERTICES)
    np.testing.assert_array_equal(mesh.tets, TETS)
    assert not mesh.regions


@pytest.mark.parametrize("base", [0, 1])
def test_sets_are_regions_of_elements(write, base):
    extra = f"*SET second\n{1 + base}\n*SET both # over two lines\n{base},\n{1 + base},\n*SET none\n"
    mesh = read_mesh(write(veg(base, extra=extra)))
    assert solid(mesh) == {"second": [1], "both": [0, 1], "none": []}
    assert not mesh.regions


def test_vertices_and_elements_may_be_numbered_differently(write):
    text = (
        veg(1, extra="*SET first\n0\n")
        .replace("\n1 1 2 3 4\n", "\n0 1 2 3 4\n")
        .replace("\n2 2 5", "\n1 2 5")
    )
    mesh = read_mesh(write(text))
    np.testing.assert_array_equal(mesh.tets, TETS)
    assert solid(mesh) == {"first": [0]}


def test_sections_in_any_case_and_order_with_odd_bytes_in_comments(write):
    text = veg().replace("*ELEMENTS", "*elements").replace("# a comment", "# \udce9t\udce9")
    sets = "*SET a\n1\n"
    mesh = read_mesh(write(b"\xef\xbb\xbf" + (sets + text).encode(errors="surrogateescape")))
    assert solid(mesh) == {"a": [0]}


def test_the_unit_scale(write):
    mesh = read_mesh(write(veg()), scale=0.001)
    np.testing.assert_allclose(mesh.vertices, np.array(VERTICES) * 0.001)


@pytest.mark.parametrize("text", ["1,3,5,", "1 3 5", "1, 3,\n5\n", "5,3,1,1\r\n", "1,3, # of\n5"])
def test_a_list_beside_the_mesh_is_the_region_fixed(write, text):
    path = write(veg(base=0))
    np.testing.assert_array_equal(read_bou(write(text, "body.bou")), [0, 2, 4])
    assert read_mesh(path).regions["fixed"].tolist() == [0, 2, 4]


@pytest.mark.parametrize("text", ["", "\n", " \r\n"])
def test_an_empty_list_is_an_empty_region(write, text):
    path = write(veg())
    write(text, "body.bou")
    mesh = read_mesh(path)
    assert mesh.regions["fixed"].tolist() == []
    write_mesh(path, mesh)
    assert read_mesh(path).regions["fixed"].tolist() == []


def test_a_list_and_a_set_of_the_same_name_are_vertices_and_elements(write):
    path = write(veg(extra="*SET fixed\n1\n"))
    write("5", "body.bou")
    mesh = read_mesh(path)
    assert mesh.regions["fixed"].tolist() == [4]
    assert solid(mesh) == {"fixed": [0]}


@pytest.mark.parametrize("text", ["0,1", "1,-3", "1.5", "one", "99999999999999999999", "1;2"])
def test_lists_of_anything_else_are_refused(write, text):
    with pytest.raises(MeshError, match=r"body\.bou, line 1: "):
        read_bou(write(text, "body.bou"))


def test_a_list_for_another_mesh_is_refused(write):
    path = write(veg())
    write("6", "body.bou")
    with pytest.raises(MeshError, match=r"body\.bou: no vertex 6, body\.veg has 5"):
        read_mesh(path)


def test_a_missing_list_is_an_error(tmp_path):
    with pytest.raises(MeshError, match=r"nothing\.bou: no such file"):
        read_bou(tmp_path / "nothing.bou")


MATERIALS = """
*MATERIAL SOFT
ENU, 1000, 1e5, 0.45
*MATERIAL HARD # steel
ENU,7800,2E11,0.3
*SET core
2
*REGION
allElements, SOFT
*REGION
core, HARD
"""


def made_of(mesh: TetMesh) -> dict[str, tuple]:
    return {name: (*material[:3], material.elements.tolist()) for name, material in mesh.materials.items()}


def test_materials(write):
    """A *REGION after another takes its elements, as in VegaFEM; from all of them without a word."""
    soft, hard = (1000, 1e5, 0.45), (7800, 2e11, 0.3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert made_of(read_mesh(write(veg(extra=MATERIALS)))) == {"SOFT": (*soft, [0]), "HARD": (*hard, [1])}
        assert made_of(read_mesh(write(veg()))) == {}
    swapped = MATERIALS.replace("allElements", "x").replace("core, H", "allElements, H").replace("x", "core")
    with pytest.warns(UserWarning, match=r"line 25: .* takes 1 elements from earlier ones"):
        assert made_of(read_mesh(write(veg(extra=swapped)))) == {"SOFT": (*soft, []), "HARD": (*hard, [0, 1])}


def test_the_order_of_regions_without_common_elements_does_not_matter(write):
    both = "*SET a\n1\n*SET b\n2\n" + MATERIALS.partition("*SET")[0]
    one, other = "*REGION\na, SOFT\n", "*REGION\nb, HARD\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first, second = (made_of(read_mesh(write(veg(extra=both + t)))) for t in (one + other, other + one))
    assert first == second
    assert first["SOFT"][3] == [0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("core, HARD", "shell, HARD", r"line 25: no \*SET shell"),
        ("core, HARD", "core, LEAD", r"line 25: no \*MATERIAL LEAD"),
        ("core, HARD", "core", r"line 24: expected `set name, material name`"),
        ("\ncore, HARD", "", r"line 24: expected `set name, material name`"),
        ("ENU, 1000", "MOONEYRIVLIN, 1000", r"line 17: expected `ENU"),
        ("ENU, 1000, 1e5, 0.45", "ENU, 1000, 1e5", r"line 17: expected `ENU"),
        ("ENU, 1000, 1e5, 0.45", "", r"line 16: expected `ENU"),
        ("1e5", "stiff", r"line 17: the constants"),
        ("1e5", "-1", r"line 17: needs"),
        ("1e5", "nan", r"line 17: needs"),
        ("1e5", "inf", r"line 17: needs"),
        ("0.45", "0.5", r"line 17: needs"),
        ("ENU, 1000", "ENU, 0", r"line 17: needs"),
        ("HARD # steel", "SOFT", r"line 18: a \*MATERIAL needs a name of its own"),
        ("*MATERIAL HARD", "*MATERIAL", r"line 18: a \*MATERIAL needs a name of its own"),
    ],
)
def test_bad_materials_are_told_and_do_not_stop_the_mesh(write, old, new, message):
    text = veg(extra=MATERIALS)
    assert old in text
    path = write(text.replace(old, new))
    with pytest.warns(UserWarning, match=f"{message}.*the materials of the file are left out"):
        mesh = read_mesh(path)
    assert len(mesh.tets) == 2
    assert not mesh.materials


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("5 3 0 0", "999999999 3 0 0", r"line 3: 999999999 vertices announced, 5 there"),
        ("5 3 0 0", "4 3 0 0", r"line 3: 4 vertices announced, 5 there"),
        ("5 3 0 0", "-5 3 0 0", r"line 3: expected the number of vertices"),
        ("5 3 0 0", "0 3 0 0", r"line 3: the file has no vertices"),
        ("5 3 0 0", "5", r"line 3: expected the number of vertices"),
        ("5 3 0 0", "5 2 0 0", r"line 3: vertices must have 3 numbers each, not 2"),
        ("5 3 0 0", "5 3 1 0", r"line 4: vertices must have 5 numbers in a line, not 4"),
        ("5 3 0 0", "five 3 0 0", r"line 3: 'five' is not a whole number"),
        ("2 4 0", "2 8 0", r"line 12: elements must have 4 numbers each, not 8"),
        ("2 4 0", "3 4 0", r"line 12: 3 elements announced, 2 there"),
        ("2 1 0 0", "2 1 0", r"line 5: vertices must have 4 numbers in a line, not 3"),
        ("2 1 0 0", "2 1 0 0 0", r"line 5: vertices must have 4 numbers in a line, not 5"),
        ("2 1 0 0", "2 one 0 0", r"line 5: 'one' is not a number"),
        ("2 1 0 0", "2 nan 0 0", r"line 5: numbers must be finite"),
        ("2 1 0 0", "2 1e999 0 0", r"line 5: numbers must be finite"),
        ("2 1 0 0", "7 1 0 0", r"line 5: vertices must be numbered without gaps, 2 expected"),
        ("1 0.0 0 0", "3 0.0 0 0", r"line 4: vertices must be numbered from 0 or from 1"),
        ("1 1 2 3 4", "1 1 2 3 6", r"line 13: no such vertex: they are numbered 1 to 5"),
        ("1 1 2 3 4", "1 0 2 3 4", r"line 13: no such vertex"),
        ("1 1 2 3 4", "1 1 2 3 99999999999999999999", r"line 13: vertex numbers must be whole numbers"),
        ("1 1 2 3 4", "1 1 2 3 4.5", r"line 13: vertex numbers must be whole numbers"),
        ("1 1 2 3 4", "1 1 3 2 4", r"body\.veg: elements 0: inverted"),
        ("1 1 2 3 4", "1 1 2 3 3", r"body\.veg: elements 0: degenerate"),
        ("TET", "CUBIC", r"line 11: cubic \(hexahedral\) elements are not supported"),
        ("TET", "SPHERES", r"line 11: expected the kind of elements"),
        ("*ELEMENTS", "*INCLUDE other.veg\n*ELEMENTS", r"line 10: no such file beside body\.veg"),
        ("*ELEMENTS", "*ELEMENS", r"line 10: unknown section, known are \*VERTICES"),
        ("*ELEMENTS", "*", r"line 10: unknown section"),
        ("*VERTICES", "*SET a", r"no \*VERTICES section"),
        ("*VERTICES\n", "", r"line 2: a \.veg file begins with a section"),
        ("# a comment", "*VERTICES\n1 3\n1 0 0 0", r"line 4: a second \*VERTICES"),
    ],
)
def test_malformed_files_are_refused_with_their_line(write, old, new, message):
    text = veg()
    assert old in text
    with pytest.raises(MeshError, match=message):
        read_mesh(write(text.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("*SET a\n3\n", r"line 16: no element 3: they are numbered 1 to 2"),
        ("*SET a\n0\n", r"line 16: no element 0"),
        ("*SET a\n1;2\n", r"line 16: '1;2' is not a whole number"),
        ("*SET\n1\n", r"line 15: a \*SET needs a name of its own"),
        ("*SET a\n1\n*SET a\n2\n", r"line 17: a \*SET needs a name of its own"),
    ],
)
def test_malformed_sets_are_refused_with_their_line(write, extra, message):
    with pytest.raises(MeshError, match=message):
        read_mesh(write(veg(extra=extra)))


def test_every_truncation_is_refused(write):
    text = veg().strip()
    last_digit = len(text)
    for length in range(last_digit):
        with pytest.raises(MeshError, match=r"body\.veg"):
            read_mesh(write(text[:length]))


def test_a_huge_claim_costs_nothing(write):
    path = write(veg().replace("5 3 0 0", "999999999 3 0 0").replace("2 4 0", "999999999 4 0"))
    start = time.perf_counter()
    with pytest.raises(MeshError, match="999999999 vertices announced"):
        read_mesh(path)
    assert time.perf_counter() - start < 1.0  # room for so many vertices alone takes longer to fill


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\0\1\2\3binary"])
def test_what_is_no_text_is_refused(write, content):
    with pytest.raises(MeshError, match=r"body\.veg: (the file is empty|not a text file)"):
        read_mesh(write(content))


@pytest.mark.skipif(not REAL.is_dir(), reason="the two models of VegaFEM are not at hand")
@pytest.mark.parametrize(
    ("name", "vertices", "tets"),
    [("beam3_tet.veg", 208, 450), ("simpleBridge-ic_128_0.15_.1.veg", 4000, 12827)],
)
def test_real_models(name, vertices, tets):
    mesh = read_mesh(REAL / name)
    assert mesh.vertices.shape == (vertices, 3)
    assert mesh.tets.shape == (tets, 4)
    assert mesh.parts[0] == 1
    assert [each[:3] for each in made_of(mesh).values()] == [(1000, 1e7, 0.45)]
    assert [len(each[3]) for each in made_of(mesh).values()] == [tets]


@pytest.mark.skipif(not REAL.is_dir(), reason="the two models of VegaFEM are not at hand")
def test_the_real_list_of_fixed_vertices():
    fixed = read_bou(REAL / "beam3.bou")
    np.testing.assert_array_equal(fixed + 1, [51, 52, 103, 104, 155, 156, 207, 208])
    np.testing.assert_allclose(np.ptp(read_mesh(REAL / "beam3_tet.veg").vertices[fixed, 1]), 0)


# *INCLUDE


def pieces(folder: Path) -> Path:
    """The mesh in pieces: the rows of a table, and whole sections, some in a folder below."""
    text = veg(extra=MATERIALS)
    rows, _, rest = text.partition("*ELEMENTS")
    tets, _, materials = rest.partition("*MATERIAL")
    (folder / "below").mkdir()
    head, _, table = rows.partition("5 3 0 0\n")
    (folder / "below" / "rows of vertices.txt").write_text(table)
    (folder / "tets.veg").write_text("*ELEMENTS" + tets + "*INCLUDE below/materials.veg\n")
    (folder / "below" / "materials.veg").write_text("*MATERIAL" + materials)
    main = folder / "main.veg"
    main.write_text(f"{head}5 3 0 0\n*INCLUDE below/rows of vertices.txt\n*include ./tets.veg  # and more\n")
    return main


def test_a_mesh_in_pieces_is_the_whole(write, tmp_path):
    whole, joined = read_mesh(write(veg(extra=MATERIALS))), read_mesh(pieces(tmp_path))
    np.testing.assert_array_equal(joined.vertices, whole.vertices)
    np.testing.assert_array_equal(joined.tets, whole.tets)
    assert made_of(joined) == made_of(whole) != {}


def test_errors_name_the_included_file_and_its_line(tmp_path):
    path = pieces(tmp_path)
    (tmp_path / "tets.veg").write_text((tmp_path / "tets.veg").read_text().replace("1 1 2 3 4", "1 1 2 3 9"))
    with pytest.raises(MeshError, match=r"tets\.veg, line 4: no such vertex"):
        read_mesh(path)


@pytest.mark.parametrize(
    "name",
    ["../secret.txt", "below/../../secret.txt", "/etc/passwd", "..\\secret.txt", "C:\\a.txt", "link", "way/a",
     "", ".", "below", "none.veg", "x" * 5000, "a\x01b"],
)  # fmt: skip
def test_nothing_outside_the_meshs_folder_is_included(tmp_path, name):
    (tmp_path / "secret.txt").write_text("*SET secret\n1\n")
    folder = tmp_path / "mesh"
    (folder / "below").mkdir(parents=True)
    (folder / "link").symlink_to(tmp_path / "secret.txt")
    (folder / "way").symlink_to(tmp_path)
    (tmp_path / "a").write_text("*SET secret\n1\n")
    (folder / "a.veg").write_text(veg() + f"*INCLUDE {name}\n")
    with pytest.raises(MeshError, match=r"a\.veg, line 16: "):
        read_mesh(folder / "a.veg")


def test_files_that_include_themselves_or_far_too_much_are_refused(write, tmp_path, monkeypatch):
    path = write(veg() + "*INCLUDE one\n")
    for text, words in (("*INCLUDE body.veg", "includes itself"), ("*INCLUDE one", "includes itself")):
        write(text, "one")
        with pytest.raises(MeshError, match=words):
            read_mesh(path)
    names = [f"level{k}" for k in range(12)]
    for name, following in itertools.pairwise(names):
        write(f"*INCLUDE {following}\n", name)
    write("*INCLUDE level0\n", "one")
    with pytest.raises(MeshError, match="deeper than 8"):
        read_mesh(path)
    write("# nothing\n*INCLUDE two\n" * 40, "one")
    write("*INCLUDE three\n" * 40, "two")
    write("# nothing\n", "three")
    start = time.perf_counter()
    with pytest.raises(MeshError, match="more is included than 1000 files"):
        read_mesh(path)
    assert time.perf_counter() - start < 1.0  # 1600 files would follow
    monkeypatch.setattr(meshes.formats.included, "MOST_BYTES", 100)
    write("# " + "x" * 100, "one")
    with pytest.raises(MeshError, match="more is included"):
        read_mesh(path)


def test_an_empty_file_is_included_with_a_warning(write):
    write("", "nothing")
    with pytest.warns(UserWarning, match="nothing: included, but empty"):
        assert len(read_mesh(write(veg() + "*INCLUDE nothing\n")).tets) == 2
