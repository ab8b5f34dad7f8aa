"""Checks of the structure of an HDF5 file before any of its data are read: it may hold plain arrays alone.

A file from an unknown source may claim anything at no cost: a thousand names for one array, arrays that
overlap or lie in a hole of the file, links to other files or in circles, text, compressed chunks. A bundle's
file must be a set of contiguous, wholly stored arrays of plain numbers that do not overlap, and hardly lie in
holes of the file; each is in the root or in a group below it, under a known name. Only structure is read, one
name at a time, and the first violation ends it.
"""

from __future__ import annotations

import errno
import math
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

import h5py
import numpy as np
from h5py import h5a, h5d, h5g, h5l, h5o, h5s, h5t

from softrein.errors import BundleError, shown

HEADER: Final = "header"  # name of the dataset with the header's bytes
MOST: Final = 10_000  # most arrays and groups in a file
SPARSE: Final = 1 << 26  # bytes that may lie in holes, which some file systems make of zeros
TYPES: Final = {
    "f8": h5t.IEEE_F64LE, "i8": h5t.STD_I64LE, "u1": h5t.STD_U8LE, "b1": h5t.py_create(np.dtype(bool)),
}  # fmt: skip


class Entry(NamedTuple):
    """An array in a file."""

    data: h5d.DatasetID
    shape: tuple[int, ...]
    dtype: np.dtype
    start: int  # byte offset in the file; 0 for an empty array
    size: int  # bytes

    def read(self) -> np.ndarray:
        """Read the array."""
        array = np.empty(self.shape, self.dtype)
        if self.size:
            self.data.read(h5s.ALL, h5s.ALL, array)
        return array


def entries_of(file: h5py.File, path: Path, is_known: Callable[[str], bool]) -> dict[str, Entry]:
    """The arrays of a file, by name, before any is read.

    `is_known` says whether an array of a name is allowed, or a group, whose name it gets with a slash at the
    end. Raises BundleError for everything else that is in the file.
    """
    walk = _Walk(is_known)
    walk.group(file.id, h5o.get_info(file.id).addr, "")
    _check_apart(walk.found, path.stat().st_size, _stored(path))
    return walk.found


def links_of(names: Iterable[str]) -> int:
    """The number of a file's objects, of which there may be MOST: its arrays, their groups, and the root."""
    names = list(names)
    return len(names) + len({name.partition("/")[0] for name in names if "/" in name}) + 1


def _stored(path: Path) -> int:
    """The bytes of a file that are no holes, compressed or not; all where the system tells no holes."""
    size = path.stat().st_size
    if not hasattr(os, "SEEK_DATA"):
        return size
    found, at = 0, 0
    with path.open("rb", buffering=0) as file:
        while at < size:
            try:
                start = os.lseek(file.fileno(), at, os.SEEK_DATA)
                at = os.lseek(file.fileno(), start, os.SEEK_HOLE)
            except OSError as error:
                return found if error.errno == errno.ENXIO else size  # the rest is one hole
            found += at - start
    return found


class _Walk:
    """A walk through a file's groups, with the arrays that it has found."""

    def __init__(self, is_known: Callable[[str], bool]) -> None:
        self._is_known = is_known
        self._seen: set[int] = set()  # addresses of the objects visited so far
        self.found: dict[str, Entry] = {}

    def group(self, group: h5g.GroupID, address: int, prefix: str) -> None:
        """Visit the members of a group."""
        self._seen.add(address)
        below: list[tuple[str, int]] = []

        def take(raw: bytes, info: h5l.LinkInfo) -> str | None:
            """Note a name. A text that is returned ends the walk; h5py would lose an exception."""
            wrong = self._refusal(prefix, raw, info)
            below.append((prefix + raw.decode(errors="replace"), info.u))
            return wrong

        wrong, _ = group.links.iterate(take, info=True)
        if wrong is not None:
            raise BundleError(wrong)
        for name, place in below:
            self._object(group, name, place, prefix)

    def _refusal(self, prefix: str, raw: bytes, info: h5l.LinkInfo) -> str | None:
        """The message of what is wrong with a name in a group; None if nothing is."""
        name = shown(prefix + raw.decode(errors="replace"))
        if info.type != h5l.TYPE_HARD:
            return f"{name} points elsewhere; a bundle holds its own data"
        if info.u in self._seen:
            return f"{name} is there under another name already"
        self._seen.add(info.u)
        return f"it holds more than {MOST} arrays" if len(self._seen) > MOST else None

    def _object(self, parent: h5g.GroupID, name: str, place: int, prefix: str) -> None:
        thing = h5o.open(parent, name[len(prefix) :].encode())
        if h5a.get_num_attrs(thing):
            raise BundleError(f"{shown(name)} has attributes, which only the file itself has")
        if isinstance(thing, h5g.GroupID) and not prefix and self._is_known(f"{name}/"):
            self.group(thing, place, f"{name}/")
        elif isinstance(thing, h5d.DatasetID) and self._is_known(name):
            self.found[name] = _entry(thing, name)
        else:
            raise BundleError(f"{shown(name)} does not belong into a bundle")


def _entry(data: h5d.DatasetID, name: str) -> Entry:
    """The entry of an array. Raises BundleError unless it is a plain one."""
    kind, space, plan = data.get_type(), data.get_space(), data.get_create_plist()
    plain = plan.get_layout() == h5d.CONTIGUOUS and plan.get_external_count() == 0
    types = ("u1",) if name == HEADER else ("f8", "i8", "b1")
    if (
        not plain
        or all(kind != TYPES[each] for each in types)
        or space.get_simple_extent_type() != h5s.SIMPLE
    ):
        raise BundleError(
            f"the data set {shown(name)} is not a plain, wholly stored array of doubles, 64-bit integers or "
            "truth values"
        )
    shape, dtype = space.get_simple_extent_dims(), np.dtype(kind.dtype)
    size, start = math.prod(shape) * dtype.itemsize, data.get_offset()
    if data.get_storage_size() != size or (size and start is None):
        raise BundleError(f"the data set {shown(name)} is not a plain, wholly stored array: it has no data")
    return Entry(data, shape, dtype, start or 0, size)


def _check_apart(found: dict[str, Entry], size: int, stored: int) -> None:
    """Raise BundleError where arrays overlap or end beyond the file, or where the file has holes."""
    end = 0
    for name, each in sorted(found.items(), key=lambda item: item[1].start):
        if each.size and each.start < end:
            raise BundleError(f"the data set {shown(name)} lies where another one does")
        end = max(end, each.start + each.size)
    if end > size:
        raise BundleError(f"its arrays end at byte {end}, but the file has {size}")
    total = sum(each.size for each in found.values())
    if total > stored + SPARSE:
        raise BundleError(f"its arrays have {total} bytes, but the file holds {stored}: it has holes")
