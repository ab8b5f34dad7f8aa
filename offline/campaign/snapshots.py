"""The states of full runs on disk: one HDF5 file a run, one column a state, read in blocks of columns.

A file holds the data set "states" and whatever else the run has recorded under names of its own (velocities,
particles, a figure or two), and these attributes:

    format       "softrein-snapshots"
    version      1
    fingerprint  sha256 of all that the run was made from: the same inputs, the same fingerprint
    size, count  n numbers a state, and how many states
    complete     written last of all

A state is a column wherever it is met in Python; in the file it is a row, (count, n), so that it lies in one
piece and a run can be written as it goes. A file is written under a temporary name and takes its own when
it is whole: a file under its final name is never half a run. `libver="earliest"` is the format that every
HDF5 reader knows, and the one whose files survive being killed in the middle.

Limits: double precision, uncompressed; a run of 90 states of 131,584 numbers takes 95 MB.
"""

from __future__ import annotations

import errno
import hashlib
import os
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import h5py
import numpy as np

from runtime.bundle.disk import Disk, uninterrupted
from softrein.errors import CampaignError

Array = np.ndarray

FORMAT = "softrein-snapshots"
VERSION = 1
STATES = "states"
TEMPORARY = ".part"  # the end of a temporary name
CHUNK_BYTES = 2**18  # on disk; small beside the cache of 1 MiB that HDF5 keeps for unfinished chunks
BLOCK_BYTES = 2**27  # of columns in memory at once: a whole run of most scenes
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # a full disk, a quota, a limit on files


def fingerprint(*inputs: Any) -> str:
    """The sha256, in hexadecimal, of numbers, strings, paths, arrays, and lists and mappings of these.

    Equal inputs give equal fingerprints in every process and on every machine; order counts, except that of
    a mapping's keys. Raises TypeError for anything else: an object's own text may hold its address.
    """
    digest = hashlib.sha256()
    for part in _parts(inputs):
        digest.update(f"{len(part)}:".encode())
        digest.update(part)
    return digest.hexdigest()


def _parts(value: Any) -> Iterator[bytes]:
    """A value as a sequence of byte strings that no other value has."""
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype != object:
        yield f"array {value.dtype.str} {value.shape}".encode()
        yield np.ascontiguousarray(value).tobytes()
    elif isinstance(value, Mapping):
        yield f"mapping {len(value)}".encode()
        for key in sorted(value, key=repr):
            yield from _parts((key, value[key]))
    elif isinstance(value, (list, tuple)):
        yield f"sequence {len(value)}".encode()
        for part in value:
            yield from _parts(part)
    elif value is None or isinstance(value, (bool, int, float, complex, str, bytes, os.PathLike)):
        text = os.fspath(value) if isinstance(value, os.PathLike) else value
        yield f"{type(text).__name__} {text!r}".encode()
    else:
        raise TypeError(f"no fingerprint of a {type(value).__name__}: give its numbers, strings and arrays")


class NotWrittenError(CampaignError):
    """A folder takes no more: what all other runs would meet as well."""


class SnapshotWriter:
    """Writes one run, state by state or in blocks of columns; the file appears when the `with` block ends.

    An exception inside the block leaves nothing behind. Raises NotWrittenError as soon as the system refuses
    to write: the disk is full or read-only, the folder is gone.
    """

    def __init__(self, path: str | Path, fingerprint: str) -> None:
        self.path = Path(path)
        self.fingerprint = fingerprint
        self._temporary = self.path.with_name(f".{self.path.name}.{uuid.uuid4().hex}{TEMPORARY}")

    def __enter__(self) -> SnapshotWriter:
        with self._written():
            self._disk = Disk(self._temporary)
            self._file = h5py.File(self._disk, "w", libver="earliest")
        return self

    def append(self, columns: Array, name: str = STATES) -> None:
        """Add one state (n,) or several, (n, k), to the states or to another growing record."""
        columns = np.asarray(columns, dtype=float)
        with self._written():
            self._append(columns, name)

    def _append(self, columns: Array, name: str) -> None:
        rows = columns[None] if columns.ndim == 1 else columns.T
        if name not in self._file:
            size = rows.shape[1]
            chunk = (max(1, CHUNK_BYTES // (8 * max(size, 1))), max(size, 1))
            self._file.create_dataset(name, (0, size), "f8", maxshape=(None, size), chunks=chunk)
        data = self._file[name]
        if rows.ndim != 2 or rows.shape[1] != data.shape[1]:
            raise ValueError(f"{name}: a column holds {data.shape[1]} numbers, got the shape {columns.shape}")
        data.resize(data.shape[0] + len(rows), axis=0)
        data[data.shape[0] - len(rows) :] = rows
        self._disk.check()

    def record(self, name: str, value: Any) -> None:
        """Keep an array (numbers of any shape) beside the states."""
        with self._written():
            self._file[name] = np.asarray(value)
            self._disk.check()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                with self._written():
                    self._finish()
        finally:
            with uninterrupted(), suppress(OSError):
                self._file.close()
                self._disk.close()
            with suppress(OSError):
                self._temporary.unlink()

    def _finish(self) -> None:
        """Mark the file as whole and give it its name."""
        if STATES not in self._file:
            raise CampaignError(f"{self.path}: the run has written no states")
        count, size = self._file[STATES].shape
        about = {"format": FORMAT, "version": VERSION, "fingerprint": self.fingerprint}
        self._file.attrs.update(about | {"size": size, "count": count})
        self._file.attrs["complete"] = True
        self._file.close()
        self._disk.finish()
        os.replace(self._temporary, self.path)

    @contextmanager
    def _written(self) -> Iterator[None]:
        """Raise NotWrittenError where the system refuses what is done inside."""
        try:
            with uninterrupted():
                yield
        except OSError as error:
            remedy = "make room" if error.errno in NO_ROOM else "see to it that files can be written there"
            raise NotWrittenError(f"{error.strerror or error}: {remedy}") from error


def made_from(path: str | Path) -> str | None:
    """The fingerprint of a complete run; None where a file holds none."""
    try:
        with _open(Path(path)) as file:
            return str(file.attrs.get("fingerprint"))
    except CampaignError:
        return None


def is_whole(path: str | Path, fingerprint: str) -> bool:
    """Whether a file holds a complete run that was made from the same inputs."""
    return made_from(path) == fingerprint


def remove_leftovers(folder: str | Path) -> None:
    """Remove what runs that were killed have left under temporary names, where files can be removed."""
    for path in Path(folder).glob(f".*{TEMPORARY}"):
        with suppress(OSError):
            path.unlink()


class Snapshots:
    """The states of several runs, one after the other, without ever holding them together.

    Iterating gives blocks of columns (n, k), as `reduce.pod` wants them: a run at a time, or less where a
    run is larger than 128 MiB.

    Args:
        paths: the files, in the order in which their states count.
        every: take every so manyeth state of each run, starting with its first.

    Raises CampaignError, naming the file: not there, truncated, unfinished, not a snapshot file, of a newer
    version, sizes that disagree with its contents or with the first file.
    """

    def __init__(self, paths: Sequence[str | Path], every: int = 1) -> None:
        self.paths = [Path(path) for path in paths]
        self.every = every
        if not self.paths:
            raise CampaignError("snapshots: no files given")
        if every < 1:
            raise CampaignError(f"snapshots: every must be at least 1, got {every}")
        shapes = [_shape(path) for path in self.paths]
        self.size = shapes[0][0]
        self.counts = [-(-count // every) for _, count in shapes]
        for path, (size, _) in zip(self.paths, shapes, strict=True):
            if size != self.size:
                raise CampaignError(
                    f"{path}: a state holds {size} numbers, in {self.paths[0]} it holds {self.size}: "
                    "the files are of different meshes"
                )

    @property
    def count(self) -> int:
        """How many states there are in all."""
        return sum(self.counts)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Array]:
        return self.blocks()

    def blocks(self, columns: int | None = None) -> Iterator[Array]:
        """Blocks (n, k) of at most so many columns, none of them across two runs."""
        width = columns or max(1, BLOCK_BYTES // (8 * max(self.size, 1)))
        for path, count in zip(self.paths, self.counts, strict=True):
            with _open(path) as file:
                for start in range(0, count, width):
                    stop = min(start + width, count)
                    yield _columns(
                        path, file[STATES], slice(start * self.every, stop * self.every, self.every)
                    )

    def run(self, index: int) -> Array:
        """All states (n, count) of one run."""
        with _open(self.paths[index]) as file:
            return _columns(self.paths[index], file[STATES], slice(None, None, self.every))

    def record(self, index: int, name: str) -> Array:
        """What one run has kept under a name; what it appended comes back as it went in, in columns."""
        path = self.paths[index]
        with _open(path) as file:
            if name not in file:
                raise CampaignError(f"{path}: no record {name!r}; there are {', '.join(sorted(file))}")
            grown = file[name].maxshape[:1] == (None,)
            return _columns(path, file[name], slice(None)) if grown else np.asarray(file[name])


def _columns(path: Path, data: h5py.Dataset, rows: slice) -> Array:
    """Rows of the file as columns (n, k)."""
    try:
        return np.asarray(data[rows]).T
    except OSError as error:
        raise CampaignError(
            f"{path}: cannot be read ({error}); remove it and run the campaign again"
        ) from error


def _shape(path: Path) -> tuple[int, int]:
    with _open(path) as file:
        return int(file.attrs["size"]), int(file.attrs["count"])


@contextmanager
def _open(path: Path) -> Iterator[h5py.File]:
    """A run's file, checked."""
    if not path.exists():
        raise CampaignError(f"{path}: no such file")
    try:
        file = h5py.File(path, "r")
    except OSError as error:
        raise CampaignError(
            f"{path}: truncated, or not an HDF5 file ({error}); remove it and run again"
        ) from error
    with file:
        _check(path, file)
        yield file


def _check(path: Path, file: h5py.File) -> None:
    """Raise CampaignError unless the file is a whole run of a version that is understood here."""
    if file.attrs.get("format") != FORMAT:
        raise CampaignError(f"{path}: not a file of snapshots")
    version = int(file.attrs.get("version", 0))
    if version > VERSION:
        raise CampaignError(
            f"{path}: version {version} of the format; this softrein reads {VERSION}: update it"
        )
    if not file.attrs.get("complete", False) or STATES not in file:
        raise CampaignError(f"{path}: the run was not finished; remove the file and run again")
    found = file[STATES].shape
    if found != (file.attrs["count"], file.attrs["size"]):
        raise CampaignError(
            f"{path}: holds {found[0]} states of {found[1]} numbers, but was written with "
            f"{file.attrs['count']} of {file.attrs['size']}; remove it and run again"
        )
