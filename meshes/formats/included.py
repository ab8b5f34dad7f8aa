"""Lines of a .veg file, with the lines of included files in the places of their *INCLUDE.

A line `*INCLUDE name` stands for the lines of a file in the mesh's own folder, or in one below it, which may
include others; names are relative to the mesh, not to the file that includes, as in VegaFEM's parser. A
foreign mesh must not open other files of this machine: absolute paths, "..", links that lead out of the
folder, and more than `DEEPEST`, `MOST_FILES` and `MOST_BYTES` allow are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from meshes.formats.parsing import Line, line_error, read_lines
from meshes.memory import check_fits
from softrein.errors import warn

KEYWORD = "*INCLUDE"
DEEPEST = 8  # deepest nesting of included files
MOST_FILES = 1000
MOST_BYTES = 2**28  # bytes of all included files: five million elements take about 200 MB
MEMORY_PER_BYTE = 20  # bytes of memory per byte of these files, as each is kept as a list of lines


def read_all_lines(path: Path) -> list[Line]:
    """Read the lines that are not empty. Raises `MeshError` as `read_lines` does, and for a bad *INCLUDE."""
    return list(_Includes(path).lines(path, read_lines(path), (path.resolve(),)))


class _Includes:
    """The reader of included files, with the numbers of files and bytes so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.files = self.bytes = 0

    def lines(self, path: Path, own: list[Line], within: tuple[Path, ...]) -> Iterator[Line]:
        """Yield the lines `own` and those they include; `within` are the including files, this one last."""
        for line in own:
            keyword, _, name = line.text.replace("\t", " ").partition(" ")
            if keyword.upper() == KEYWORD:
                yield from self._included(path, line, name.strip(), within)
            else:
                yield line

    def _included(self, path: Path, line: Line, name: str, within: tuple[Path, ...]) -> Iterator[Line]:
        file = self._found(path, line, name)
        target = file.resolve()
        if target in within:
            raise line_error(path, line, "a file that includes itself")
        if len(within) > DEEPEST:
            raise line_error(path, line, f"files within files, deeper than {DEEPEST}")
        size = target.stat().st_size
        check_fits(file, MEMORY_PER_BYTE * (self.bytes + size))
        self.files += 1
        self.bytes += size
        if self.files > MOST_FILES or self.bytes > MOST_BYTES:
            raise line_error(
                path, line, f"more is included than {MOST_FILES} files or {MOST_BYTES >> 20} MiB: join them"
            )
        if size == 0:
            warn(f"{file}: included, but empty")
            return
        read = [each._replace(included=file) for each in read_lines(file)]
        yield from self.lines(file, read, (*within, target))

    def _found(self, path: Path, line: Line, name: str) -> Path:
        """Return the file of that name. Raises `MeshError` where it does not lie in the mesh's folder."""
        posix, windows = PurePosixPath(name), PureWindowsPath(name)
        if (
            not name.isprintable()
            or not name
            or posix.is_absolute()
            or windows.is_absolute()
            or windows.drive
            or ".." in windows.parts
        ):
            raise line_error(path, line, "*INCLUDE needs the name of a file in the mesh's own folder")
        folder = self.path.parent
        try:
            file = folder / posix
            if not file.resolve().is_relative_to(folder.resolve()):
                raise line_error(path, line, "a link that leads out of the mesh's own folder")
            if not file.is_file():
                raise line_error(path, line, f"no such file beside {self.path.name}")
        # a name that is too long or contains a zero byte, or circular links
        except (OSError, ValueError, RuntimeError):
            raise line_error(path, line, "no name of a file") from None
        return file
