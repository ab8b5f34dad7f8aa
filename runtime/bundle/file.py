"""Bundles on disk: one HDF5 file, versioned and checksummed, with contiguous data sets.

Attributes of the root: `format`, `version` and `checksum`. Each array is one contiguous data set, so that a
reader in any language can map it; the data set `header` is UTF-8 JSON: everything of a bundle that is no
array. The checksum is SHA-256 over every data set's name, type, shape and bytes. A file from outside is not
trusted: nothing but plain, wholly stored, contiguous arrays of numbers is read.
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from contextlib import suppress
from pathlib import Path

import h5py
import numpy as np

from runtime.bundle.arguments import path as file_path
from runtime.bundle.body import BodyBundle
from runtime.bundle.disk import Disk, uninterrupted
from runtime.bundle.fields import assembled, declared, header_of, stored_arrays
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from softrein.errors import BundleError, SoftreinError

FORMAT = "softrein-bundle"
SUFFIX = ".softrein"  # may be left out
# 2: the kind decides what else is there; 3: a body may have a skin; 4: gains of stable PD;
# 5: gains may have offsets, and nothing is told a push before it acts; 6: what is needed of the scene is
# there by itself
VERSION = 6
LARGEST = 8 << 30  # bytes of one array: far above anything that runs in real time

KINDS: dict[str, type[Bundle]] = {kind.kind: kind for kind in (BodyBundle, SmokeBundle)}
_DOES_NOT_FIT = (
    LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, SoftreinError,
)  # fmt: skip


def save(bundle: Bundle, path: str | Path) -> None:
    """Write a bundle; the file appears under its name only when it is whole."""
    path = Path(path)
    arrays = _arrays(bundle)
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        with uninterrupted(), Disk(temporary) as disk:
            _write(disk, arrays)
        os.replace(temporary, path)
    except OSError as error:
        raise BundleError(f"{path}: cannot be written: {error}") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def _write(disk: Disk, arrays: dict[str, np.ndarray]) -> None:
    with h5py.File(disk, "w", libver="earliest") as file:
        for name, array in arrays.items():
            file.create_dataset(name, data=array)
            disk.check()
        file.attrs.update(format=FORMAT, version=VERSION, checksum=_checksum(arrays))


def load(path: str | Path) -> Bundle:
    """Read a bundle and check it.

    Raises BundleError for a file that is missing, truncated, altered, of a newer version, or no bundle.
    """
    path = Path(file_path("path", path, BundleError))
    if not path.is_file() and Path(f"{path}{SUFFIX}").is_file():
        path = Path(f"{path}{SUFFIX}")
    if not path.is_file():
        raise BundleError(f"{path}: no such file; make a bundle with `softrein precompute SCENE -o {path}`")
    if not h5py.is_hdf5(path):
        raise BundleError(f"{path}: not a bundle; {_made_of(path)}")
    try:
        with h5py.File(path, "r") as file:
            version = _checked_version(file)
            arrays = _read_arrays(file)
            checksum = file.attrs.get("checksum")
    except BundleError as error:
        raise BundleError(f"{path}: {error}") from error
    except (OSError, KeyError, ValueError, RuntimeError, TypeError) as error:
        raise BundleError(
            f"{path}: a bundle that is cut short or damaged ({error}); make it again with `softrein "
            "precompute`"
        ) from error
    if checksum != _checksum(arrays):
        raise BundleError(
            f"{path}: the checksum does not match: the file was altered or damaged; make it again"
        )
    try:
        return _assemble(version, arrays)
    except _DOES_NOT_FIT as error:
        raise BundleError(
            f"{path}: incomplete ({error}); make it again with `softrein precompute`"
        ) from error


def _made_of(path: Path) -> str:
    """How a bundle is made, of a file that is none."""
    made = f"{path.stem}{SUFFIX}"
    if path.suffix == ".toml":
        return f"a scene becomes one with `softrein precompute {path} -o {made}`"
    return f"make one with `softrein precompute SCENE -o {made}`"


def _arrays(bundle: Bundle) -> dict[str, np.ndarray]:
    arrays = {
        f"{name}/{stored_name(member)}" if member else name: value
        for name, member, _, value in stored_arrays(bundle)
    }
    header = json.dumps({"kind": bundle.kind, **header_of(bundle)})
    arrays["header"] = np.frombuffer(header.encode(), dtype=np.uint8)
    return {name: np.ascontiguousarray(value) for name, value in arrays.items()}


def stored_name(name: str) -> str:
    """A region's name as HDF5 can hold it: "/" parts groups, and "." is the group itself."""
    coded = name.replace("%", "%25").replace("/", "%2F")
    return "%2E" if coded == "." else coded


def _given_name(stored: str) -> str:
    return stored.replace("%2E", ".").replace("%2F", "/").replace("%25", "%")


def _checksum(arrays: dict[str, np.ndarray]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def _checked_version(file: h5py.File) -> int:
    if file.attrs.get("format") != FORMAT:
        raise BundleError("an HDF5 file, but not a softrein bundle")
    version = int(file.attrs["version"])
    if version > VERSION:
        raise BundleError(
            f"a bundle of version {version}, but this softrein reads up to {VERSION}: install a newer one"
        )
    return version


def _read_arrays(file: h5py.File) -> dict[str, np.ndarray]:
    arrays = {}
    for name in _dataset_names(file, ""):
        data = file[name]
        stored = data.id.get_storage_size()
        whole = data.chunks is None and data.external is None and stored == data.nbytes
        if data.dtype.kind not in "fiub" or not whole or data.nbytes > LARGEST:
            raise BundleError(f"the data set {name!r} is not a plain, wholly stored array of numbers")
        arrays[name] = data[()]
        if arrays[name].dtype.kind == "f" and np.isnan(arrays[name]).any():
            raise BundleError(f"the data set {name!r} holds NaN")
    return arrays


def _dataset_names(group: h5py.Group, prefix: str) -> list[str]:
    names: list[str] = []
    for key in group:
        if not isinstance(group.get(key, getlink=True), h5py.HardLink):
            raise BundleError(f"{prefix}{key} points elsewhere; a bundle holds its own data")
        kind = group.get(key, getclass=True)
        if kind is h5py.Group and not prefix:
            names += _dataset_names(group[key], f"{key}/")
        elif kind is h5py.Dataset:
            names.append(prefix + key)
        else:
            raise BundleError(f"{prefix}{key} does not belong into a bundle")
    return names


def _assemble(version: int, arrays: dict[str, np.ndarray]) -> Bundle:
    header = json.loads(arrays.pop("header").tobytes())
    kind = KINDS.get(header["kind"])
    if kind is None:
        raise ValueError(f"it is of an unknown kind, {header['kind']!r}")
    if version < 6 and "up" in header:  # older targets leave it to their bundle
        header["targets"] = [{"up": header["up"]} | target for target in header["targets"]]
    groups: dict[str, dict[str, np.ndarray]] = {
        name: {} for name, each in declared(kind).items() if each.place == "group"
    }
    for name, array in arrays.items():
        group, _, rest = name.partition("/")
        if rest:
            groups[group][_given_name(rest)] = array
    bundle: Bundle = assembled(kind, version, {"array": arrays, "group": groups, "header": header})
    bundle.check()
    return bundle
