"""A mesh is read from its own file: no mesh file makes a reader open another file.

Some formats refer to other files: *INCLUDE in Abaqus, links and external data sets in HDF5. A foreign file
could so reach other files of this machine. (VegaFEM's *INCLUDE is read by `meshes.formats.included`, which
stays in the mesh's folder.) An audit hook sees what Python opens; it can never be removed again, so it
belongs into a process for reading alone. What HDF5's library would open is looked for in the file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from softrein.errors import MeshError, shown

# suffixes of modules that a library may import late
_MODULES = (".py", ".pyc", ".so", ".pyd", ".dll", ".dylib")

VIRTUAL = "virtual"  # HDF5 layout of data sets in other files, which have no name to check here

_only: list[Path] = []  # the only file that may be read


def forbid_other_files() -> None:
    """From now on, within `only_this`, refuse to open anything but its file and modules."""
    sys.addaudithook(_heard)


@contextmanager
def only_this(path: Path) -> Iterator[None]:
    """Let nothing but `path` (and modules) be opened within the `with` block.

    This takes effect only after `forbid_other_files`; without it the block changes nothing.
    """
    _only.append(path)
    try:
        yield
    finally:
        _only.clear()


def refuse_links(path: Path) -> None:
    """Raise `MeshError` where an HDF5 file refers to content in another file."""
    import h5py

    def linked(name: str, found: object) -> str | None:
        return found.filename if isinstance(found, h5py.ExternalLink) else None

    def kept(name: str, found: object) -> str | None:
        if not isinstance(found, h5py.Dataset):
            return None
        return found.external[0][0] if found.external else VIRTUAL if found.is_virtual else None

    with h5py.File(path, "r") as file:
        other = file.visititems_links(linked) or file.visititems(kept)
    if other is not None:
        raise _asks(path, other)


def _heard(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and _only and not isinstance(arguments[0], int):
        name = os.fsdecode(arguments[0])
        if Path(name) != _only[0] and not name.endswith(_MODULES):
            raise _asks(_only[0], name)


def _asks(path: Path, name: str) -> MeshError:
    word = (Path(name).name.split() or [""])[0]  # the rest may not be a name at all
    return MeshError(
        f"{path}: refers to another file, {shown(word, 40)}, which only a .veg may do, in its own "
        "folder: write all of the mesh into one file"
    )
