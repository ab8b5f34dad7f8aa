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
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from runtime.bundle import Bundle
from runtime.costs import Costs
from runtime.deformable import DeformableModel
from runtime.loop import Track
from runtime.shape import Push
from runtime.target import Target
from softrein.errors import BundleError, SoftreinError

FORMAT = "softrein-bundle"
VERSION = 1
LARGEST = 8 << 30  # bytes of one array: far above any body that runs in real time

_PLAIN = ("vertices", "tets", "surface", "free", "vectors", "actuators", "limits")
_RECORDS: dict[str, Callable[..., Any]] = {"model": DeformableModel, "track": Track, "costs": Costs}


def save(bundle: Bundle, path: str | Path) -> None:
    """Write a bundle; the file appears under its name only when it is whole."""
    path = Path(path)
    arrays = _arrays(bundle)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with h5py.File(temporary, "w", libver="earliest") as file:
            for name, array in arrays.items():
                file.create_dataset(name, data=array)
            file.attrs.update(format=FORMAT, version=VERSION, checksum=_checksum(arrays))
        os.replace(temporary, path)
    except OSError as error:
        raise BundleError(f"{path}: cannot be written: {error}") from error
    finally:
        temporary.unlink(missing_ok=True)


def load(path: str | Path) -> Bundle:
    """Read a bundle and check it.

    Raises BundleError for a file that is missing, truncated, altered, of a newer version, or no bundle.
    """
    path = Path(path)
    if not path.is_file():
        raise BundleError(f"{path}: no such file; make a bundle with `softrein precompute SCENE -o {path}`")
    try:
        with h5py.File(path, "r") as file:
            _check_version(file)
            arrays = _read_arrays(file)
            checksum = file.attrs.get("checksum")
    except BundleError as error:
        raise BundleError(f"{path}: {error}") from error
    except (OSError, KeyError, ValueError, RuntimeError, TypeError) as error:
        raise BundleError(
            f"{path}: not a bundle, or cut short ({error}); make it again with `softrein precompute`"
        ) from error
    if checksum != _checksum(arrays):
        raise BundleError(
            f"{path}: the checksum does not match: the file was altered or damaged; make it again"
        )
    try:
        header = json.loads(arrays.pop("header").tobytes())
        return _assemble(arrays, header)
    except (KeyError, TypeError, ValueError, IndexError, SoftreinError) as error:
        raise BundleError(
            f"{path}: incomplete ({error}); make it again with `softrein precompute`"
        ) from error


def _arrays(bundle: Bundle) -> dict[str, np.ndarray]:
    arrays = {name: getattr(bundle, name) for name in _PLAIN}
    for group in _RECORDS:
        record = getattr(bundle, group)
        arrays |= {f"{group}/{name}": value for name, value in record._asdict().items()}
    arrays |= {f"gains/{name}": value for name, value in bundle.gains.items()}
    arrays |= {f"regions/{name}": value for name, value in bundle.regions.items()}
    arrays["header"] = np.frombuffer(_header(bundle).encode(), dtype=np.uint8)
    return {name: np.ascontiguousarray(value) for name, value in arrays.items()}


def _header(bundle: Bundle) -> str:
    return json.dumps(
        {
            "name": bundle.name,
            "kind": "deformable",
            "dt": bundle.dt,
            "newton_iterations": bundle.newton_iterations,
            "rewind": bundle.rewind,
            "discretisation": bundle.discretisation,
            "scene": bundle.scene,
            "stages": bundle.stages,
            "pushes": [asdict(push) for push in bundle.pushes],
            "targets": [asdict(target) for target in bundle.targets],
        }
    )


def _checksum(arrays: dict[str, np.ndarray]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def _check_version(file: h5py.File) -> None:
    if file.attrs.get("format") != FORMAT:
        raise BundleError("an HDF5 file, but not a softrein bundle")
    version = int(file.attrs["version"])
    if version > VERSION:
        raise BundleError(
            f"a bundle of version {version}, but this softrein reads up to {VERSION}: install a newer one"
        )


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


def _assemble(arrays: dict[str, np.ndarray], header: dict[str, Any]) -> Bundle:
    groups: dict[str, dict[str, np.ndarray]] = {"gains": {}, "regions": {}, **{name: {} for name in _RECORDS}}
    for name, array in arrays.items():
        group, _, rest = name.partition("/")
        if rest:
            groups[group][rest] = array
    fields: dict[str, Any] = {name: arrays[name] for name in _PLAIN}
    fields |= {name: make(**groups[name]) for name, make in _RECORDS.items()}
    bundle = Bundle(
        name=header["name"],
        scene=header["scene"],
        stages=header["stages"],
        dt=float(header["dt"]),
        newton_iterations=int(header["newton_iterations"]),
        rewind=bool(header["rewind"]),
        discretisation=header["discretisation"],
        pushes=[Push(**push) for push in header["pushes"]],
        targets=[Target(**target) for target in header["targets"]],
        gains=groups["gains"],
        regions=groups["regions"],
        **fields,
    )
    check(bundle)
    return bundle


def check(bundle: Bundle) -> None:
    """Raise ValueError or a SoftreinError where a bundle's parts do not fit each other."""
    dofs, rank = bundle.vectors.shape
    steps, controls = len(bundle.track.feedforward), bundle.actuators.shape[1]
    vertices = len(bundle.vertices)
    expected = {
        "vertices": (bundle.vertices.shape, (vertices, 3)),
        "free": (bundle.free.shape, (dofs,)),
        "track/states": (bundle.track.states.shape, (steps + 1, 2 * rank)),
        "track/feedforward": (bundle.track.feedforward.shape, (steps, rank)),
        "actuators": (bundle.actuators.shape, (rank, controls)),
        "limits": (bundle.limits.shape, (controls,)),
        "costs/running": (bundle.costs.running.shape, (2 * rank, 2 * rank)),
        "costs/schedule": (bundle.costs.schedule.shape, (steps,)),
        "costs/instants": (bundle.costs.instants.shape, (len(bundle.costs.steps), 2 * rank, 2 * rank)),
    }
    for name, gain in bundle.gains.items():
        expected[f"gains/{name}"] = (gain.shape, (len(gain), controls, 2 * rank))
    for name, (actual, wanted) in expected.items():
        if actual != wanted:
            raise ValueError(f"{name} has shape {actual}, expected {wanted}")
    for name, indices, bound in (
        ("free", bundle.free, 3 * vertices),
        ("tets", bundle.tets, vertices),
        ("surface", bundle.surface, vertices),
        *((f"regions/{name}", region, vertices) for name, region in bundle.regions.items()),
    ):
        if indices.size and not (indices.min() >= 0 and indices.max() < bound):
            raise ValueError(f"{name} holds an index outside 0 ... {bound - 1}")
    bundle.plant()
    bundle.events(bundle.pushes)
    for name in bundle.gains:
        bundle.law(name)
