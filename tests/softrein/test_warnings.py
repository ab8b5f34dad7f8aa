"""A warning points to the caller's line, however deep in the project it is raised."""

from __future__ import annotations

import sys
import warnings
from contextlib import suppress

import pytest

from meshes import TetMesh, block, write_mesh
from meshes.formats.files import read_mesh
from offline.pipeline.base.table import warnings_of
from offline.scenes.body.measuring import SensorPart
from softrein.errors import warn


def line() -> int:
    return sys._getframe(1).f_lineno


def test_a_file_that_is_read(tmp_path):
    one = other = block((1, 1, 1), (0.1, 0.1, 0.1))
    apart = TetMesh([*one.vertices, *(other.vertices + 1.0)], [*one.tets, *(other.tets + len(one.vertices))])
    write_mesh(tmp_path / "two.msh", apart)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        expected = line() + 1
        read_mesh(tmp_path / "two.msh")
    assert [(each.filename, each.lineno) for each in found] == [(__file__, expected)]


def test_what_another_library_calls():
    """Of a scene pydantic calls what warns."""
    expected = line() + 2
    with pytest.warns(UserWarning, match="vertices") as found:
        SensorPart.model_validate({"at": [3, 4], "noise": 0.001})
    assert (found[0].filename, found[0].lineno) == (__file__, expected)


def test_warnings_of_a_block_begin_with_its_name_even_where_it_fails():
    def fails(name: str) -> None:
        with suppress(ValueError), warnings_of(name):
            warn("pushes are weak")
            raise ValueError

    for name, words in (("fluid", r"^fluid: pushes are weak$"), ("", r"^pushes are weak$")):
        with pytest.warns(UserWarning, match=words):
            fails(name)
