"""The states of full runs on disk: one HDF5 file a run, one column a state, read in blocks of columns.

A file holds the data set "states" and whatever else the run has recorded under names of its own (velocities,
particles, a figure or two), and these attributes:

    format       "softrein-snapshots"
    version      3
    fingerprint  sha256 of all that the run was made from: the same inputs, the same fingerprint
    checksum     sha256 over the fingerprint and, of each data set, its name, type, shape and bytes
    size, count  n numbers a state, and how many states
    complete     1, written last of all

A state is a column in Python; in the file it is a row, (count, n), so that it is contiguous
and a run can be written while it is computed. A file is written under a temporary name and renamed when
it is whole: a file under its final name is never half a run. It replaces a regular file or a link, and
nothing else. A file is used again, instead of computing the run once more, if it is a regular file and no
link, and holds only data sets of its own with the checksum that was written, and finite
numbers. `libver="earliest"` is the format that every HDF5 reader knows, and the one whose files survive when
the process is killed while it writes.

Numbers are in double precision, or in single precision where a run gives them so.

Limits: uncompressed; a run of 90 states of 131,584 numbers takes 95 MB, or half as much.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

import h5py
import numpy as np

from runtime.bundle.attributes import number, text
from runtime.bundle.disk import Disk, uninterrupted
from softrein.errors import CampaignError

Array = np.ndarray

FORMAT = "softrein-snapshots"
VERSION = 3  # 1: no checksum; 2: a checksum of names and bytes only; 3: the present one
STATES = "states"
KINDS = "biufS"  # NumPy kinds of allowed data sets: flags, integers, floats, byte strings
TEMPORARY = ".part"  # suffix of unfinished files
# bytes of a chunk on disk, small compared to the 1 MiB cache in which HDF5 keeps unfinished chunks
CHUNK_BYTES = 2**18
BLOCK_BYTES = 2**27  # bytes of columns in memory at once; enough for a whole run of most scenes
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # errors of a full disk, a quota, a limit on file sizes


def fingerprint(*inputs: object) -> str:
    """Return the sha256, in hexadecimal, of numbers, strings, paths, arrays, and lists and mappings of these.

    Equal inputs give equal fingerprints in every process and on every machine; order counts, except that of
    a mapping's keys. Raises TypeError for anything else: an object's own text may hold its address.
    """
    digest = hashlib.sha256()
    for part in _parts(inputs):
        digest.update(f"{len(part)}:".encode())
        digest.update(part)
    return digest.hexdigest()


def _parts(value: object) -> Iterator[bytes]:
    """Encode a value as a sequence of byte strings that no other value has."""
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
    """The folder can take no more, which stops all other runs as well."""


class SnapshotWriter:
    """Writer of one run, by states or blocks of columns; the file appears when the `with` block ends.

    An exception inside the block leaves nothing behind. Raises NotWrittenError as soon as the system refuses
    to write: the disk is full or read-only, the folder is gone.
    """

    def __init__(self, path: str | Path, fingerprint: str) -> None:
        self.path = Path(path)
        self.fingerprint = fingerprint
        self._temporary = self.path.with_name(f".{self.path.name}.{uuid.uuid4().hex}{TEMPORARY}")
        self._sums: dict[str, hashlib._Hash] = {}  # SHA-256 of each data set as far as it is written

    def __enter__(self) -> SnapshotWriter:
        with self._written():
            self._check_replaceable()
            self._disk = Disk(self._temporary)
            self._file = h5py.File(self._disk, "w", libver="earliest")
        return self

    def append(self, columns: Array, name: str = STATES) -> None:
        """Add one state (n,) or several, (n, k), to the states or to another growing record.

        The first block decides whether a record is in single or in double precision.
        """
        columns = np.asarray(columns)
        if columns.dtype != np.float32:
            columns = columns.astype(float, copy=False)
        with self._written():
            self._append(columns, name)

    def _append(self, columns: Array, name: str) -> None:
        rows = columns[None] if columns.ndim == 1 else columns.T
        if name not in self._file:
            size = rows.shape[1]
            chunk = (max(1, CHUNK_BYTES // (rows.itemsize * max(size, 1))), max(size, 1))
            self._file.create_dataset(name, (0, size), rows.dtype, maxshape=(None, size), chunks=chunk)
        data = self._file[name]
        rows = rows.astype(data.dtype, copy=False)
        if rows.ndim != 2 or rows.shape[1] != data.shape[1]:
            raise ValueError(f"{name}: a column holds {data.shape[1]} numbers, got the shape {columns.shape}")
        data.resize(data.shape[0] + len(rows), axis=0)
        data[data.shape[0] - len(rows) :] = rows
        self._sums.setdefault(name, hashlib.sha256()).update(np.ascontiguousarray(rows).tobytes())
        self._disk.check()

    def record(self, name: str, value: object) -> None:
        """Keep an array (numbers of any shape) beside the states."""
        with self._written():
            self._file[name] = np.asarray(value)
            self._sums[name] = hashlib.sha256(np.asarray(value).tobytes())
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
        about["checksum"] = _together(self.fingerprint, self._file, self._sums)
        self._file.attrs.update(about | {"size": size, "count": count})
        self._file.attrs["complete"] = 1
        self._file.close()
        self._disk.finish()
        self._check_replaceable()
        os.replace(self._temporary, self.path)

    def _check_replaceable(self) -> None:
        """Raise NotWrittenError where a device, a pipe or a folder has the run's name."""
        with suppress(FileNotFoundError):
            mode = self.path.lstat().st_mode
            if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
                raise NotWrittenError(
                    f"{self.path}: is no regular file, and only such are replaced; remove it"
                )

    @contextmanager
    def _written(self) -> Iterator[None]:
        """Raise NotWrittenError where the system refuses to write inside the block."""
        try:
            with uninterrupted():
                yield
        except OSError as error:
            remedy = "make room" if error.errno in NO_ROOM else "see to it that files can be written there"
            raise NotWrittenError(f"{error.strerror or error}: {remedy}") from error


def made_from(path: str | Path) -> str | None:
    """Return the fingerprint of a complete run; None where the file holds no run, or was changed."""
    try:
        with _open(Path(path)) as file:
            own = text(file, Path(path), "fingerprint")
            return own if own is not None and _is_intact(file, Path(path), own) else None
    except (CampaignError, OSError, ValueError, TypeError, KeyError, RuntimeError):  # errors that HDF5 raises
        return None


def _is_intact(file: h5py.File, path: Path, own: str) -> bool:
    """Whether a run's data sets are its own and unchanged, and its numbers finite."""
    found = {name: file[name] for name in file}
    if not all(map(_is_plain, found.values())):
        return False
    # sparse files could take for ever to read
    if sum(data.nbytes for data in found.values()) > path.stat().st_size:
        return False
    sums = {}
    for name, data in found.items():
        sums[name] = hashlib.sha256()
        for rows in _pieces(data):
            if data.dtype.kind == "f" and not np.isfinite(rows).all():
                return False
            sums[name].update(np.ascontiguousarray(rows).tobytes())
    return text(file, path, "checksum") == _together(own, file, sums)


def _is_by_itself(file: h5py.File) -> bool:
    """Whether no entry is a link out of the file, which opening would follow, perhaps into a pipe."""
    return all(type(file.get(name, getlink=True)) is h5py.HardLink for name in file)


def _is_plain(data: h5py.Group | h5py.Dataset) -> bool:
    """Whether a data set is an array of flags, numbers or bytes that is stored in this file."""
    if not isinstance(data, h5py.Dataset) or data.external or data.is_virtual:
        return False
    return data.shape is not None and data.dtype.kind in KINDS


def _pieces(data: h5py.Dataset) -> Iterator[Array]:
    """Yield a data set's rows, some at a time."""
    if data.ndim == 0:
        yield np.asarray(data[()])
        return
    width = max(1, BLOCK_BYTES // max(data.nbytes // max(len(data), 1), 1))
    for start in range(0, len(data), width):
        yield data[start : start + width]


def _together(own: str, file: h5py.File, sums: Mapping[str, hashlib._Hash]) -> str:
    """Return the checksum of a run: its fingerprint, and each data set's name, type, shape and content."""
    about = {name: [file[name].dtype.str, file[name].shape, each.hexdigest()] for name, each in sums.items()}
    return fingerprint(VERSION, own, about)


def is_whole(path: str | Path, fingerprint: str) -> bool:
    """Whether a file holds a complete run that was made from the same inputs."""
    return made_from(path) == fingerprint


def remove_leftovers(folder: str | Path) -> None:
    """Remove what runs that were killed have left under temporary names, where files can be removed."""
    for path in Path(folder).glob(f".*{TEMPORARY}"):
        with suppress(OSError):
            path.unlink()


class Snapshots:
    """The states of several runs, one after the other, without holding all in memory.

    Iterating gives blocks of columns (n, k), as `reduce.pod` wants them: a run at a time, or less where a
    run is larger than 128 MiB.

    Args:
        paths: the files, in the order in which their states count.
        every: take only every `every`-th state of each run, starting with its first.
        size: how many numbers a state of the model holds; None: as many as in the first file.
        count: how many states each run has; None: as many as there are.

    Raises CampaignError, naming the file, where it is missing, truncated, unfinished, no snapshot file, of
    another version, or its sizes disagree with its contents, with the arguments or with the first file.
    """

    def __init__(
        self, paths: Sequence[str | Path], every: int = 1, size: int | None = None, count: int | None = None
    ) -> None:
        self.paths = [Path(path) for path in paths]
        self.every = every
        if not self.paths:
            raise CampaignError("snapshots: no files given")
        if every < 1:
            raise CampaignError(f"snapshots: every must be at least 1, got {every}")
        shapes = [_shape(path) for path in self.paths]
        for path, found in zip(self.paths, shapes, strict=True):
            _check_shape(path, STATES, found, (size, count))
        self.size = shapes[0][0]
        self.counts = [-(-count // every) for _, count in shapes]
        for path, (own, _) in zip(self.paths, shapes, strict=True):
            if own != self.size:
                raise CampaignError(
                    f"{path}: a state holds {own} numbers, in {self.paths[0]} it holds {self.size}: "
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
        """Yield blocks (n, k) of at most `columns` columns, each from a single run."""
        width = columns or max(1, BLOCK_BYTES // (8 * max(self.size, 1)))
        for path, count in zip(self.paths, self.counts, strict=True):
            with _open(path) as file:
                for start in range(0, count, width):
                    stop = min(start + width, count)
                    yield _columns(
                        path, file[STATES], slice(start * self.every, stop * self.every, self.every)
                    )

    def run(self, index: int) -> Array:
        """Return all states (n, count) of one run."""
        with _open(self.paths[index]) as file:
            return _columns(self.paths[index], file[STATES], slice(None, None, self.every))

    def record(self, index: int, name: str, shape: tuple[int | None, ...] | None = None) -> Array:
        """Return one run's record of a name; a record that was appended to comes as columns.

        Raises CampaignError where it is missing, or has another `shape`, in which None is any length.
        """
        path = self.paths[index]
        with _open(path) as file:
            if name not in file:
                raise CampaignError(f"{path}: no record {name!r}; there are {', '.join(sorted(file))}")
            grown = file[name].maxshape[:1] == (None,)
            kept = _columns(path, file[name], slice(None)) if grown else np.asarray(file[name])
        _check_shape(path, name, kept.shape, shape)
        return kept

    def at_least_0(self, index: int, name: str) -> float:
        """Return a number that one run has recorded. Raises CampaignError where it is none, or below 0."""
        kept = self.record(index, name, ())
        if kept.dtype.kind not in "iuf" or not 0 <= kept < np.inf:
            raise CampaignError(f"{self.paths[index]}: {name} is {kept}; remove the file and run again")
        return float(kept)


def _check_shape(
    path: Path, name: str, found: tuple[int, ...], wanted: tuple[int | None, ...] | None
) -> None:
    """Raise CampaignError where a record has another shape than wanted; None is any length."""
    if wanted is None:
        return
    pairs = zip(found, wanted, strict=False)
    if len(found) != len(wanted) or any(other not in (None, one) for one, other in pairs):
        said = str(wanted).replace("None", "any")
        raise CampaignError(
            f"{path}: {name} has the shape {found}, and the model wants {said}; remove the file and run again"
        )


def _columns(path: Path, data: h5py.Dataset, rows: slice) -> Array:
    """Return rows of the file as columns (n, k)."""
    try:
        return np.asarray(data[rows]).T
    except OSError as error:
        raise CampaignError(
            f"{path}: cannot be read ({error}); remove it and run the campaign again"
        ) from error


def _shape(path: Path) -> tuple[int, int]:
    with _open(path) as file:
        count, size = file[STATES].shape
        return size, count


@contextmanager
def _open(path: Path) -> Iterator[h5py.File]:
    """Open a run's file and check it."""
    if path.is_symlink():
        raise CampaignError(f"{path}: is a link; put the file itself there, or remove it and run again")
    if not path.exists():
        raise CampaignError(f"{path}: no such file")
    if not path.is_file():
        raise CampaignError(f"{path}: is no regular file; remove it and run again")
    try:
        file = h5py.File(path, "r")
    except OSError as error:
        raise CampaignError(
            f"{path}: truncated, or not an HDF5 file ({error}); remove it and run again"
        ) from error
    with file:
        try:
            _check(path, file)
        except (OSError, ValueError, TypeError, KeyError, RuntimeError) as error:  # errors that HDF5 raises
            raise CampaignError(f"{path}: cannot be read ({error}); remove it and run again") from error
        yield file


def _check(path: Path, file: h5py.File) -> None:
    """Raise CampaignError unless the file is a complete run of the version that is supported."""
    if text(file, path, "format") != FORMAT:
        raise CampaignError(f"{path}: not a file of snapshots")
    version = number(file, "version")
    if version != VERSION:
        remedy = "update it" if version is not None and version > VERSION else "remove the file and run again"
        raise CampaignError(
            f"{path}: version {version} of the format; this softrein reads {VERSION}: {remedy}"
        )
    if not _is_by_itself(file):
        raise CampaignError(f"{path}: holds links to elsewhere; remove the file and run again")
    states = file.get(STATES)
    if number(file, "complete") != 1 or not isinstance(states, h5py.Dataset):
        raise CampaignError(f"{path}: the run was not finished; remove the file and run again")
    count, size = number(file, "count"), number(file, "size")
    if states.dtype.kind != "f" or states.shape is None or len(states.shape) != 2:
        raise CampaignError(f"{path}: its states are no numbers in rows; remove it and run again")
    if states.shape != (count, size):
        raise CampaignError(
            f"{path}: holds {states.shape[0]} states of {states.shape[1]} numbers, but was written with "
            f"{count} of {size}; remove it and run again"
        )
