"""Mesh files as other programs write them, and the faults in them that are repaired."""

from __future__ import annotations

import warnings

import meshio
import numpy as np
import pytest

from meshes import TetMesh, block, read_mesh, tshape, write_mesh
from softrein.errors import MeshError

CORNER = np.array([[0.0, 0, 0], [2, 0, 0], [0, 3, 0], [0, 0, 4]])


def regions(mesh: TetMesh) -> dict[str, list[int]]:
    return {name: indices.tolist() for name, indices in mesh.regions.items()}


def solid(mesh: TetMesh) -> dict[str, list[int]]:
    return {name: indices.tolist() for name, indices in mesh.element_regions.items()}


def physical(*blocks: tuple[str, list[list[int]], int], names: dict[str, list[int]]) -> meshio.Mesh:
    return meshio.Mesh(
        np.vstack([CORNER, [[2, 3, 4]]]),
        [(kind, np.array(cells)) for kind, cells, _ in blocks],
        cell_data={
            "gmsh:physical": [np.full(len(cells), tag) for _, cells, tag in blocks],
            "gmsh:geometrical": [np.full(len(cells), k) for k, (_, cells, _) in enumerate(blocks, start=1)],
        },
        field_data={name: np.array(value) for name, value in names.items()},
    )


@pytest.mark.parametrize("binary", [False, True])
def test_physical_groups_of_every_dimension(tmp_path, binary):
    groups = physical(
        ("triangle", [[0, 1, 2]], 3),
        ("line", [[0, 1]], 3),
        ("tetra", [[0, 1, 2, 3]], 8),
        ("tetra", [[1, 2, 3, 4]], 9),
        ("triangle", [[1, 2, 3]], 5),
        names={"clamp": [3, 2], "edge": [3, 1], "soft": [8, 3], "unused": [77, 0]},
    )
    meshio.gmsh.write(tmp_path / "a.msh", groups, fmt_version="2.2", binary=binary)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mesh = read_mesh(tmp_path / "a.msh")
    assert np.sort(mesh.tets, axis=1).tolist() == [[0, 1, 2, 3], [1, 2, 3, 4]]
    assert regions(mesh) == {
        "clamp": [0, 1, 2],
        "edge": [0, 1],
        "surface_5": [1, 2, 3],
    }
    assert solid(mesh) == {"soft": [0], "volume_9": [1]}


def test_an_element_that_gmsh_writes_once_for_each_group_is_one(tmp_path):
    groups = physical(
        ("tetra", [[0, 1, 2, 3]], 8),
        ("tetra", [[1, 2, 3, 4]], 9),
        ("tetra", [[0, 1, 2, 3]], 9),
        names={"inside": [8, 3], "all of it": [9, 3]},
    )
    meshio.gmsh.write(tmp_path / "a.msh", groups, fmt_version="2.2", binary=False)
    mesh = read_mesh(tmp_path / "a.msh")
    assert np.sort(mesh.tets, axis=1).tolist() == [[0, 1, 2, 3], [1, 2, 3, 4]]
    assert solid(mesh) == {"inside": [0], "all of it": [0, 1]}


def test_an_element_twice_in_one_group_is_refused(tmp_path):
    twice = physical(("tetra", [[0, 1, 2, 3], [1, 2, 3, 4], [0, 1, 2, 3]], 8), names={})
    meshio.gmsh.write(tmp_path / "a.msh", twice, fmt_version="2.2", binary=False)
    with pytest.raises(MeshError, match="same four vertices as an earlier element"):
        read_mesh(tmp_path / "a.msh")


@pytest.mark.parametrize("suffix", [".vtu", ".vtk"])
def test_whole_numbers_over_the_cells_are_regions_of_elements(tmp_path, suffix):
    bar = block((2, 1, 1))
    count = len(bar.tets)
    arrays = {
        "core": np.arange(count) % 2,
        "material": np.array([7, 0, -2, 0, 0, 7, 7, 7, 7, 7]),
        "number": np.arange(count),  # names every element: no region
        "same": np.full(count, 3),
        "quality": np.linspace(0, 1, count),
        "normal": np.zeros((count, 3), dtype=int),
    }
    # triangles first, to see that elements are counted without them
    cells = [("triangle", bar.surface[:3]), ("tetra", bar.tets)]
    data = {name: [values[:3], values] for name, values in arrays.items()}
    getattr(meshio, suffix[1:]).write(
        tmp_path / f"a{suffix}", meshio.Mesh(bar.vertices, cells, cell_data=data)
    )
    mesh = read_mesh(tmp_path / f"a{suffix}")
    assert solid(mesh) == {
        "core": [1, 3, 5, 7, 9],
        "material_-2": [2],
        "material_0": [1, 3, 4],
        "material_7": [0, 5, 6, 7, 8, 9],
    }
    assert not mesh.regions


GMSH_41 = """$MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
3
2 1 "clamp"
2 2 "lit side"
3 1 "body"
$EndPhysicalNames
$Entities
0 0 1 1
5 0 0 0 2 3 0 2 1 2 0
1 0 0 0 2 3 4 1 1 1 5
$EndEntities
$Nodes
1 4 10 13
3 1 0 4
10
11
12
13
0 0 0
2 0 0
0 3 0
0 0 4
$EndNodes
$Elements
2 2 1 2
2 5 2 1
1 10 11 12
3 1 4 1
2 10 11 12 13
$EndElements
"""


def test_a_gmsh_41_surface_in_two_groups(tmp_path):
    (tmp_path / "a.msh").write_text(GMSH_41)
    mesh = read_mesh(tmp_path / "a.msh")
    np.testing.assert_array_equal(mesh.vertices, CORNER)
    assert regions(mesh) == {"clamp": [0, 1, 2], "lit side": [0, 1, 2]}
    assert solid(mesh) == {"body": [0]}


def test_medit_references_of_vertices_faces_and_elements(tmp_path):
    (tmp_path / "a.mesh").write_text(
        "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 4\n2 0 0 4\n0 3 0 0\n0 0 4 0\n2 3 4 0\n"
        "Triangles\n1\n1 2 3 6\nTetrahedra\n2\n1 2 3 4 1\n2 5 3 4 2\nEnd\n"
    )
    mesh = read_mesh(tmp_path / "a.mesh")
    assert regions(mesh) == {"point_4": [0, 1], "surface_6": [0, 1, 2]}
    assert solid(mesh) == {"volume_1": [0], "volume_2": [1]}


def test_a_number_that_all_share_is_no_region(tmp_path):
    (tmp_path / "a.mesh").write_text(
        "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 1\n2 0 0 1\n0 3 0 1\n0 0 4 1\n"
        "Tetrahedra\n1\n1 2 3 4 1\nEnd\n"
    )
    assert not read_mesh(tmp_path / "a.mesh").regions


def test_an_attribute_of_tetgens_vertices_is_no_marker(tmp_path):
    rows = [f"{k} {x} {y} {z} {k}" for k, (x, y, z) in enumerate(CORNER)]
    (tmp_path / "a.node").write_text("\n".join(["4 3 1 0", *rows]))
    (tmp_path / "a.ele").write_text("1 4 0\n0 0 1 2 3\n")
    assert not read_mesh(tmp_path / "a.node").regions


def test_tetgen_with_attributes_markers_comments_and_ten_nodes(tmp_path):
    middles = [(CORNER[a] + CORNER[b]) / 2 for a, b in ((2, 3), (0, 3), (0, 1), (1, 2), (1, 3), (0, 2))]
    rows = [f"{k} {x} {y} {z} 0.5 {k % 2}" for k, (x, y, z) in enumerate([*CORNER, *middles])]
    (tmp_path / "a.node").write_text("# by TetGen\n10 3 1 1\n" + "\n".join(rows) + "\n# end\n")
    (tmp_path / "a.ele").write_text("1  10  1\n0  0 1 2 3 4 5 6 7 8 9  7\n")
    with (
        pytest.warns(UserWarning, match="four corners"),
        pytest.warns(UserWarning, match="dropped 6 vertices"),
    ):
        mesh = read_mesh(tmp_path / "a.ele")
    np.testing.assert_array_equal(mesh.vertices, CORNER)
    assert regions(mesh) == {"point_1": [1, 3]}
    assert not solid(mesh)  # a number that all share


def test_quadratic_elements_lose_their_middles(tmp_path):
    pairs = ((0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3))
    points = np.vstack([CORNER, [(CORNER[a] + CORNER[b]) / 2 for a, b in pairs]])
    meshio.vtu.write(tmp_path / "a.vtu", meshio.Mesh(points, [("tetra10", np.arange(10)[None])]))
    with (
        pytest.warns(UserWarning, match="four corners"),
        pytest.warns(UserWarning, match="dropped 6 vertices"),
    ):
        np.testing.assert_array_equal(read_mesh(tmp_path / "a.vtu").vertices, CORNER)


def test_elements_of_other_kinds_are_ignored_and_their_vertices_dropped(tmp_path):
    points = np.vstack([[[9.0, 9, 9]], CORNER])
    cells = [("triangle", [[0, 1, 2]]), ("tetra", [[1, 2, 3, 4]])]
    marked = {"region:some": np.array([1, 0, 1, 0, 0]), "temperature": np.arange(5.0)}
    meshio.vtu.write(tmp_path / "a.vtu", meshio.Mesh(points, cells, point_data=marked))
    with pytest.warns(UserWarning, match="dropped 1 vertices"):
        mesh = read_mesh(tmp_path / "a.vtu")
    np.testing.assert_array_equal(mesh.vertices, CORNER)
    assert regions(mesh) == {"some": [1]}


def test_a_file_turned_inside_out_is_turned_back(tmp_path):
    bar = block((2, 1, 1))
    meshio.vtk.write(tmp_path / "a.vtk", meshio.Mesh(bar.vertices, [("tetra", bar.tets[:, [1, 0, 2, 3]])]))
    with pytest.warns(UserWarning, match="all tetrahedra were inverted"):
        np.testing.assert_allclose(read_mesh(tmp_path / "a.vtk").volumes, bar.volumes)


def test_a_file_with_some_elements_inverted_is_refused(tmp_path):
    bar = block((2, 1, 1))
    tets = bar.tets.copy()
    tets[3] = tets[3][[1, 0, 2, 3]]
    meshio.vtk.write(tmp_path / "a.vtk", meshio.Mesh(bar.vertices, [("tetra", tets)]))
    with pytest.raises(MeshError, match=r"a\.vtk: elements 3: inverted .*counted from 0"):
        read_mesh(tmp_path / "a.vtk")


def test_unconnected_parts_are_reported(tmp_path):
    apart = TetMesh(np.concatenate([CORNER, CORNER + 10]), [[0, 1, 2, 3], [4, 5, 6, 7]])
    write_mesh(tmp_path / "a.vtu", apart)
    with pytest.warns(UserWarning, match="2 unconnected parts"):
        read_mesh(tmp_path / "a.vtu")


@pytest.mark.parametrize("suffix", [".vtk", ".vtu"])
def test_vtk_itself_reads_what_is_written_and_writes_what_is_read(tmp_path, suffix):
    pyvista = pytest.importorskip("pyvista")
    write_mesh(tmp_path / f"ours{suffix}", tshape())
    grid = pyvista.read(tmp_path / f"ours{suffix}")
    assert grid.volume == pytest.approx(tshape().volumes.sum())
    assert grid.point_data["region:foot"].sum() == 16
    grid.save(tmp_path / f"theirs{suffix}")
    assert regions(read_mesh(tmp_path / f"theirs{suffix}")) == regions(tshape())


def test_a_surface_and_a_volume_of_gmsh_may_be_called_alike(tmp_path):
    """meshio keeps one of the two names; the other group would lose it."""
    groups = physical(
        ("triangle", [[0, 1, 2]], 3), ("tetra", [[0, 1, 2, 3], [1, 2, 3, 4]], 8), names={"foot": [8, 3]}
    )
    path = tmp_path / "a.msh"
    meshio.gmsh.write(path, groups, fmt_version="2.2", binary=False)
    text = path.read_text()
    assert '1\n3 8 "foot"\n' in text
    path.write_text(text.replace('1\n3 8 "foot"\n', '2\n2 3 "foot"\n3 8 "foot"\n'))
    mesh = read_mesh(path)
    assert regions(mesh) == {"foot": [0, 1, 2]}
    assert solid(mesh) == {"foot": [0, 1]}


def test_entities_of_gmsh_41_without_a_group_say_what_to_do(tmp_path):
    path = tmp_path / "a.msh"
    path.write_text(GMSH_41.replace("5 0 0 0 2 3 0 2 1 2 0", "5 0 0 0 2 3 0 0 0"))
    with pytest.raises(MeshError, match=r"only some of its entities are in physical groups"):
        read_mesh(path)


ABAQUS = """*NODE
1, 0, 0, 0
2, 2, 0, 0
3, 0, 3, 0
4, 0, 0, 4
5, 2, 3, 4
6, 2, 3, -4
*ELEMENT, TYPE=S3
1, 1, 2, 3
*ELEMENT, TYPE=C3D4, ELSET=SOFT
2, 1, 2, 3, 4
*ELEMENT, TYPE=C3D4, ELSET=HARD
3, 2, 3, 4, 5
*ELEMENT, TYPE=C3D4, ELSET=SOFT
4, 1, 3, 2, 6
"""


def test_abaqus_sets_are_of_the_elements_that_name_them(tmp_path):
    """Also behind a block without a name, and of several blocks."""
    path = tmp_path / "a.inp"
    path.write_text(ABAQUS)
    mesh = read_mesh(path)
    assert {name.upper(): found for name, found in solid(mesh).items()} == {"SOFT": [0, 2], "HARD": [1]}
    path.write_text(ABAQUS.replace("4, 0, 0, 4\n", "4, 0, 0, 4\n*NODE\n"))
    with pytest.raises(MeshError, match=r"in 2 lists \(\*NODE\)"):
        read_mesh(path)
    path.write_text(f"{ABAQUS}*ELSET, ELSET=FIRST\n2\n")
    assert {name.upper(): found for name, found in solid(read_mesh(path)).items()}["FIRST"] == [0]
    path.write_text(f"{ABAQUS}*ELSET, ELSET=Soft\n3\n")
    with pytest.raises(MeshError, match=r"both a list of elements and \*ELSET name the set 'SOFT'"):
        read_mesh(path)
    path.write_text(f"{ABAQUS}*ELSET, ELSET=ALL\nSOFT, HARD\n")
    with pytest.raises(MeshError, match=r"sets of elements consist of others"):
        read_mesh(path)


def test_other_solid_elements_are_refused(tmp_path):
    """Without them the body would have a hole."""
    points = np.vstack([CORNER, [[2, 3, 0], [2, 3, 4]]])
    mesh = meshio.Mesh(points, [("tetra", [[0, 1, 2, 3]]), ("pyramid", [[0, 1, 4, 2, 5]])])
    meshio.vtu.write(tmp_path / "a.vtu", mesh)
    with pytest.raises(MeshError, match=r"besides tetrahedra it holds 1 x pyramid; split these"):
        read_mesh(tmp_path / "a.vtu")


def test_a_mesh_turned_inside_out_with_a_flat_element_names_that_one(tmp_path):
    points = np.vstack([CORNER, [[1, 1.5, 0]]])
    mesh = meshio.Mesh(points, [("tetra", [[1, 0, 2, 3], [0, 1, 2, 4]])])
    meshio.vtu.write(tmp_path / "a.vtu", mesh)
    with (
        pytest.warns(UserWarning, match="all tetrahedra were inverted"),
        pytest.raises(MeshError, match=r"elements 1: degenerate"),
    ):
        read_mesh(tmp_path / "a.vtu")


def test_a_region_of_vertices_that_no_element_uses_is_left_out(tmp_path):
    groups = physical(
        ("vertex", [[4]], 3), ("tetra", [[0, 1, 2, 3]], 8), names={"tip": [3, 0], "soft": [8, 3]}
    )
    meshio.gmsh.write(tmp_path / "a.msh", groups, fmt_version="2.2", binary=False)
    with pytest.warns(UserWarning, match="regions tip are left out: no tetrahedron uses"):
        mesh = read_mesh(tmp_path / "a.msh")
    assert "tip" not in mesh.regions


def test_a_list_of_fixed_vertices_of_another_mesh_says_so(tmp_path):
    write_mesh(tmp_path / "a.vtu", block((1, 1, 1), (1.0, 1.0, 1.0)))
    with pytest.raises(MeshError, match=r"names 99, but it has 8 vertices, counted from 1"):
        read_mesh(tmp_path / "a.vtu", fixed=np.array([0, 98]))
