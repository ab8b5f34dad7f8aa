"""A check of the counts that a mesh file states against its size, before meshio reads it.

meshio allocates as many items as a file states, and in Gmsh files as many vertices as the highest tag,
before it notices that they are missing: a line of a few bytes can cost all memory. Nothing in a file can be
more numerous than its bytes (times the compression, where it is compressed).

Limits: the tags in binary Gmsh files are not looked at, nor those of text in other lines than Gmsh writes;
then the limit on memory of `meshes.formats.reader_process` is what holds.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from xml.parsers import expat

from meshes.formats.parsing import read_bytes
from softrein.errors import MeshError

# Where each format states the number of following entries; every group is a number.
_COUNTS = {
    ".msh": rb"(?m)^\$\w+[ \t]*\r?\n[ \t]*(\d+)(?:[ \t]+(\d+))?",
    ".vtk": rb"(?m)^(?:POINTS|CELLS|CELL_TYPES|POINT_DATA|CELL_DATA)[ \t]+(\d+)(?:[ \t]+(\d+))?",
    ".vtu": rb"NumberOf(?:Points|Cells)\s*=\s*[\"'](\d+)",
    ".mesh": rb"(?m)^[ \t]*[A-Za-z]+[ \t]*\r?\n[ \t]*(\d+)",
}
_HIGHEST_COMPRESSION = 1032  # largest compression ratio of zlib

_GMSH_TEXT = re.compile(rb"\$MeshFormat\s+(\d+\.?\d*)\s+0\s")
_GMSH_NODES = re.compile(rb"\$Nodes\s*\n(.*?)(?:\$EndNodes|\Z)", re.DOTALL)
# version 4.1: tags first, positions in later lines
_TAG_ALONE = re.compile(rb"^[ \t]*(\d+)[ \t]*\r?$", re.MULTILINE)
# earlier versions: tag and position on one line
_TAG_FIRST = re.compile(rb"^[ \t]*([\d.eE+-]+)[ \t]+\S", re.MULTILINE)
# largest tag that may be far above the number of nodes: meshio's table of tags then takes at most 80 MB
_SPARSE_TAGS = 10_000_000

_LONGEST_NUMBER = 18  # digits of a 64-bit integer


def check_claims(path: Path) -> None:
    """Raise `MeshError` where the file (.msh, .vtk, .vtu, .mesh) announces more than its size allows."""
    suffix, content = path.suffix.lower(), read_bytes(path)
    if suffix == ".vtu" and _defines_entities(content):
        raise MeshError(f"{path}: XML entities have no place in a mesh")
    most = len(content) * (_HIGHEST_COMPRESSION if suffix == ".vtu" else 1)
    for match in re.finditer(_COUNTS[suffix], content):
        for number in match.groups():
            if number is not None and _exceeds(number, most):
                line = content.count(b"\n", 0, match.start()) + 1
                claim = f"announces {number[:20].decode()} items, the file has {len(content)} bytes"
                raise MeshError(f"{path}, line {line}: {claim}")
    if suffix == ".msh":
        _check_tags(path, content)


def _check_tags(path: Path, content: bytes) -> None:
    version, nodes = _GMSH_TEXT.search(content), _GMSH_NODES.search(content)
    if version is None or nodes is None:
        return
    pattern = _TAG_ALONE if version[1] in (b"4", b"4.1") else _TAG_FIRST
    for tag in pattern.findall(nodes[1]):
        if _exceeds(tag, max(_SPARSE_TAGS, len(content))):
            raise MeshError(f"{path}: vertex tag {tag[:20].decode()}; number the vertices without such gaps")


def _exceeds(number: bytes, most: int) -> bool:
    if number.isdigit():
        return len(number) > _LONGEST_NUMBER or int(number) > most
    try:
        return not 0 <= float(number) <= most  # also for tags such as 1.6e9, which meshio accepts
    except ValueError:
        return False  # not a number


class _Begun(Exception):
    """Raised when the parser reaches the first XML element, before which all entities are defined."""


def _defines_entities(content: bytes) -> bool:
    """Whether XML defines entities, in any encoding that XML may have."""
    found: list[str] = []

    def begin(name: str, attributes: dict[str, str]) -> None:
        raise _Begun

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = lambda name, *_: found.append(name)
    parser.StartElementHandler = begin
    with suppress(_Begun, expat.ExpatError, ValueError, LookupError):  # for example an unknown encoding
        parser.Parse(content, True)
    return bool(found)
