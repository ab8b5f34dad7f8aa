"""Reading and altering bundle files, as somebody who can make a valid checksum might alter them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np

Change = Callable[[h5py.File], Any]


def arrays_of(file: h5py.File) -> dict[str, np.ndarray]:
    """Every data set of numbers, by its full name, except those of more than 16 MiB and odd ones."""
    found: dict[str, np.ndarray] = {}

    def take(name: str, thing: Any) -> None:
        if not isinstance(thing, h5py.Dataset) or thing.dtype.kind not in "fiub" or thing.nbytes > 1 << 24:
            return
        if thing.id.get_create_plist().get_layout() == h5py.h5d.CONTIGUOUS and not thing.external:
            found[name] = np.asarray(thing[()])

    file.visititems(take)
    return found


def stored(path: Path) -> dict[str, np.ndarray]:
    """The data sets of numbers of a file on disk, as by `arrays_of`."""
    with h5py.File(path) as file:
        return arrays_of(file)


def checksum(arrays: dict[str, np.ndarray]) -> str:
    """The checksum of arrays, computed as docs/bundle.md describes it."""
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        extents = ", ".join(str(extent) for extent in array.shape)
        digest.update(f"{name} {array.dtype.str} ({extents}{',' * (array.ndim == 1)})".encode())
        digest.update(array.tobytes(order="C"))
    return digest.hexdigest()


def resigned(path: Path, change: Change) -> None:
    """Alter a file and give it a fresh checksum, so that only the other checks can find the change."""
    with h5py.File(path, "a") as file:
        change(file)
        file.attrs["checksum"] = checksum(arrays_of(file))


def array(name: str, value: Any) -> Change:
    """Put another array in a data set's place; None takes it out."""

    def change(file: h5py.File) -> None:
        if name in file:
            del file[name]
        if value is not None:
            file[name] = value

    return change


def header_of(file: h5py.File) -> Any:
    """The content of the header."""
    return json.loads(file["header"][()].tobytes())


def put_header(file: h5py.File, header: Any) -> None:
    """Replace the header."""
    array("header", np.frombuffer(json.dumps(header).encode(), dtype=np.uint8))(file)


def heading(**entries: Any) -> Change:
    """Put other entries into the header; None takes one out."""

    def change(file: h5py.File) -> None:
        header = header_of(file) | entries
        put_header(file, {name: value for name, value in header.items() if value is not None})

    return change


def entry(*path: str | int, value: Any) -> Change:
    """Put a value somewhere into the header, by keys and indices."""

    def change(file: h5py.File) -> None:
        header = header_of(file)
        place = header
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        put_header(file, header)

    return change
