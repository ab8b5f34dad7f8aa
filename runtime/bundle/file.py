"""Bundles on disk: one HDF5 file, versioned and checksummed, with contiguous data sets.

The root has the attributes `format`, `version` and `checksum`. Each array is one contiguous data set, so that
a reader in any language can map it; the data set `header` is UTF-8 JSON and holds everything else of a
bundle. The checksum is SHA-256 over every data set's name, type, shape and bytes. A file from outside is not
trusted: its structure is checked before any data are read (`runtime.bundle.structure`), and every field is
checked against its declaration (`runtime.bundle.checks`).
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import h5py
import numpy as np

from runtime.base.arguments import path as file_path
from runtime.base.fields import declared, header_of, stored_arrays
from runtime.bundle import attributes, structure
from runtime.bundle.body import BodyBundle
from runtime.bundle.checks import assembled
from runtime.bundle.disk import Disk, uninterrupted
from runtime.bundle.record import MOST_MOTIONS, Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.bundle.structure import HEADER
from runtime.plant.actuation import symmetric
from softrein.errors import BundleError, SoftreinError, shown

FORMAT = "softrein-bundle"
SUFFIX = ".softrein"  # file suffix, optional in names that are given
# The versions of the format, and what each added. 2: other fields depend on the kind of model; 3: bodies may
# have a skin; 4: gains of stable PD; 5: gains may have offsets, and controllers are not told of pushes in
# advance; 6: what a bundle needs of its scene is stored separately; 7: settings of controllers that plan
# ahead; 8: places that follow paths, cables and chambers; 9: sensors; 10: a moving handle; 11: walls of
# chambers; 12: plans in blocks of several steps; 13: a correction for what the reduced model lacks of the
# full motion; 14: several motions of one model; 15: contact; 16: the time-stepping scheme of a body; 17:
# accelerometers
VERSION = 17
ATTRIBUTES = ("format", "version", "checksum")
MOTIONS = "motions"  # group of the fields of all motions but the first, and their header entry
# header entries that motions mostly share, besides those of the model; each has its own where it differs
OF_ALL = {"name", "scene"}
TRIES = 3  # times that a file is read which is replaced while it is read
LONGEST_HEADER = 4 << 20  # largest header in bytes; all written so far are below a hundredth of it

KINDS: dict[str, type[Bundle]] = {kind.kind: kind for kind in (BodyBundle, SmokeBundle)}
_DOES_NOT_FIT = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    SoftreinError,
)


def save(bundle: Bundle, path: str | Path) -> None:
    """Write a bundle; the file appears under its name only when it is complete.

    Raises BundleError where it cannot be written, or a field is not as declared, so that `load` would refuse
    it.
    """
    path = Path(path)
    try:
        os.lstat(path)
        other = not path.is_file()
    except FileNotFoundError:
        other = False
    except OSError as error:  # of a name that is too long, or a folder that may not be read
        raise BundleError(f"{path}: cannot be written: {error.strerror}") from error
    if other:
        raise BundleError(f"{path}: is no regular file, so it is not replaced; give another name")
    try:
        bundle.check()
    except _DOES_NOT_FIT as error:
        raise BundleError(f"{path}: not written: {_one_line(error)}") from error
    arrays = _arrays(bundle)
    if arrays[HEADER].size > LONGEST_HEADER:
        raise BundleError(
            f"{path}: not written: its {HEADER} has {arrays[HEADER].size} bytes, {LONGEST_HEADER} at most; "
            "the scene has too many entries, for example points that smoke carries"
        )
    if (links := structure.links_of(arrays)) > structure.MOST:
        raise BundleError(
            f"{path}: not written: it would have {links} arrays and groups, {structure.MOST} at most; leave "
            "out regions that nothing names, or motions"
        )
    temporary = path.with_name(f".{uuid.uuid4().hex}.part")
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


def with_suffix(path: Path) -> Path:
    """Return a bundle's path with its suffix, if that was left out."""
    whole = Path(f"{path}{SUFFIX}")
    return whole if not path.is_file() and whole.is_file() else path


def bundle_path(path: str | Path) -> Path:
    """The file of a bundle's path, whose suffix may be left out. Raises BundleError if there is none."""
    path = Path(file_path("path", path, BundleError))
    try:
        path = with_suffix(path)
        is_folder, is_file = path.is_dir(), path.is_file()
    except OSError as error:  # of a folder that may not be searched, or a name that is too long
        raise BundleError(f"{path}: cannot be read: {error.strerror}") from error
    if is_folder:
        raise BundleError(f"{path}: is a folder; give the file of a bundle")
    if not is_file:
        raise BundleError(f"{path}: no such file; make a bundle with `softrein precompute SCENE -o {path}`")
    return path


def is_bundle(path: Path) -> bool:
    """Whether a file says of itself that it is a bundle; whether it is sound, `load` checks."""
    try:
        with h5py.File(path, "r") as file:
            return attributes.text(file, path, "format") == FORMAT
    except (BundleError, OSError, KeyError, ValueError, RuntimeError, TypeError):
        return False


def load(path: str | Path) -> Bundle:
    """Read a bundle and check it.

    Raises BundleError for a file that is missing, truncated, altered, of a newer version, or no bundle.
    """
    path = bundle_path(path)
    version, arrays = _read_whole(path)
    try:
        return _assemble(version, arrays)
    except _DOES_NOT_FIT as error:
        raise BundleError(
            f"{path}: incomplete ({_one_line(error)}); make it again with `softrein precompute`"
        ) from error


def _read_whole(path: Path) -> tuple[int, dict[str, np.ndarray]]:
    """Return the version and the arrays of a file, once more if another process replaced it meanwhile."""
    for tries in range(TRIES):
        before = _identity(path)
        try:
            return _read(path)
        except BundleError:
            if tries == TRIES - 1 or _identity(path) == before:
                raise
    raise AssertionError


def _identity(path: Path) -> tuple[int, int] | None:
    """The file that a path names; None while there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _read(path: Path) -> tuple[int, dict[str, np.ndarray]]:
    if path.exists() and not os.access(path, os.R_OK):
        raise BundleError(f"{path}: cannot be read: permission denied")
    if not h5py.is_hdf5(path):
        raise BundleError(f"{path}: not a bundle; {_made_of(path)}")
    try:
        with h5py.File(path, "r") as file:
            version = _checked_version(file, path)
            checksum = attributes.text(file, path, "checksum")
            arrays = {name: each.read() for name, each in _entries(file, path).items()}
    except BundleError as error:
        raise BundleError(f"{path}: {error}") from error
    except (OSError, KeyError, ValueError, RuntimeError, TypeError) as error:
        raise BundleError(
            f"{path}: a bundle that is cut short or damaged ({_one_line(error)}); make it again with "
            "`softrein precompute`"
        ) from error
    if checksum != _checksum(arrays):
        raise BundleError(
            f"{path}: the checksum does not match: the file was altered or damaged; make it again"
        )
    return version, arrays


def _one_line(error: Exception) -> str:
    """An error's message on one line, safe to print although it may quote the file."""
    said = f"{type(error).__name__}: {error}" if isinstance(error, LookupError | TypeError) else str(error)
    return shown(said, 400)[1:-1]


def _made_of(path: Path) -> str:
    """The advice how a bundle is made, for a file that is none."""
    made = f"{path.stem}{SUFFIX}"
    if path.suffix == ".toml":
        return f"a scene becomes one with `softrein precompute {path} -o {made}`"
    return f"make one with `softrein precompute SCENE -o {made}`"


def _arrays(bundle: Bundle) -> dict[str, np.ndarray]:
    """All arrays of a file by name; of further motions only those that are not the model's."""
    arrays = {}
    for name, each, value in stored_arrays(bundle):
        group, slash, member = name.partition("/")
        arrays[f"{group}{slash}{stored_name(member)}"] = np.ascontiguousarray(value, each.dtype)
    header, shared = {"kind": bundle.kind, **header_of(bundle)}, _shared(type(bundle))
    motions = {}
    for motion, other in bundle.others.items():
        for name, each, value in stored_arrays(other):
            if name.partition("/")[0] not in shared:
                place = f"{MOTIONS}/{stored_name(f'{motion}/{name}')}"
                arrays[place] = np.ascontiguousarray(value, each.dtype)
        motions[motion] = {
            name: each
            for name, each in header_of(other).items()
            if name not in shared or (name in OF_ALL and each != header[name])
        }
    if motions:
        header[MOTIONS] = motions
    text = json.dumps(header, allow_nan=False)
    return arrays | {HEADER: np.frombuffer(text.encode(), dtype=np.uint8)}


def _shared(kind: type[Bundle]) -> set[str]:
    """The names that a bundle's motions share: fields, and the header's entries for their operators."""
    found = {name: each for name, each in declared(kind).items() if each.shared}
    return {*OF_ALL, *found, *(each.operator for each in found.values() if each.operator)}


def stored_name(name: str) -> str:
    """A region's name as HDF5 can hold it: there "/" separates groups, and "." is the group itself."""
    coded = name.replace("%", "%25").replace("/", "%2F")
    return "%2E" if coded == "." else coded


def _given_name(stored: str) -> str:
    return stored.replace("%2E", ".").replace("%2F", "/").replace("%25", "%")


def _checksum(arrays: dict[str, np.ndarray]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(array.data)
    return digest.hexdigest()


def _checked_version(file: h5py.File, path: Path) -> int:
    """The version of a file. Raises BundleError unless its attributes are those of a bundle."""
    version = attributes.number(file, "version")
    if attributes.text(file, path, "format") != FORMAT or version is None or version < 1:
        raise BundleError("an HDF5 file, but not a softrein bundle")
    if version > VERSION:
        raise BundleError(
            f"a bundle of version {version}, but this softrein reads up to {VERSION}: install a newer one"
        )
    if h5py.h5a.get_num_attrs(file.id) != len(ATTRIBUTES):
        raise BundleError(f"it has other attributes than {', '.join(ATTRIBUTES)}")
    return version


def _entries(file: h5py.File, path: Path) -> dict[str, structure.Entry]:
    """The entries of the file's arrays, before any is read."""
    entries = structure.entries_of(file, path, _is_known)
    if HEADER not in entries:
        raise BundleError(f"it has no {HEADER}")
    if entries[HEADER].size > LONGEST_HEADER:
        raise BundleError(f"its {HEADER} has {entries[HEADER].size} bytes: {LONGEST_HEADER} at most")
    return entries


def _is_known(name: str) -> bool:
    """Whether a bundle of any kind has an array of this name, or a group if the name ends with a slash."""
    arrays, groups = _names()
    group, slash, member = name.partition("/")
    if not slash:
        return name in arrays
    if group == MOTIONS:
        return True
    return group in groups and (not member or not groups[group] or member in groups[group])


@cache
def _names() -> tuple[set[str], dict[str, set[str]]]:
    """The names of arrays, and of groups with their members' names, which are empty if any are allowed."""
    arrays, groups = {HEADER}, dict[str, set[str]]()
    for kind in KINDS.values():
        for name, each in declared(kind).items():
            if each.place == "array":
                arrays.add(name)
            elif each.place == "group":
                own = set() if each.operator else set(each.members or ())
                other = groups.get(name, own)
                groups[name] = own | other if own and other else set()
    return arrays, groups


def _assemble(version: int, arrays: dict[str, np.ndarray]) -> Bundle:
    header = json.loads(arrays.pop(HEADER).tobytes())
    if not isinstance(header, dict) or "kind" not in header:
        raise ValueError("its header has no kind")
    kind = KINDS.get(header["kind"]) if isinstance(header["kind"], str) else None
    if kind is None:
        raise ValueError(f"it is of an unknown kind, {shown(header['kind'])}; there are {', '.join(KINDS)}")
    if version < 6 and "up" in header:  # in older files targets use the bundle's up axis
        header["targets"] = [{"up": header["up"]} | target for target in header["targets"]]
    if version < 7 and arrays["limits"].ndim == 1:  # older files store limits as magnitudes
        arrays["limits"] = symmetric(arrays["limits"])
    further, headers = _of_motions(arrays), header.pop(MOTIONS, {})
    if not isinstance(headers, dict) or headers.keys() != further.keys() or len(headers) >= MOST_MOTIONS:
        raise ValueError(f"its {HEADER} and its arrays do not name the same motions, {MOST_MOTIONS} at most")
    bundle = _of_kind(kind, version, arrays, header)
    if further:
        shared = _shared(kind)
        common = {name: each for name, each in arrays.items() if name.partition("/")[0] in shared}
        same = {name: value for name, value in header.items() if name in shared}
        others = {
            name: _of_kind(kind, version, common | own, _header_of_motion(same, _table(headers[name])))
            for name, own in further.items()
        }
        bundle = replace(bundle, others={name: others[name] for name in headers})
    bundle.check()
    return bundle


def _header_of_motion(same: dict[str, object], own: dict[str, object]) -> dict[str, object]:
    """A further motion's header: its own entries, those of the model, and those OF_ALL that it lacks."""
    return {**own, **same, **{name: own[name] for name in OF_ALL & own.keys()}}


def _table(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(f"its {HEADER} has a motion that is no table")
    return value


def _of_motions(arrays: dict[str, np.ndarray]) -> dict[str, dict[str, np.ndarray]]:
    """The arrays of further motions, by the motions' names; they are removed from `arrays`."""
    found: dict[str, dict[str, np.ndarray]] = {}
    for place in [each for each in arrays if each.startswith(f"{MOTIONS}/")]:
        motion, _, name = _given_name(place.partition("/")[2]).partition("/")
        group, slash, member = name.partition("/")
        found.setdefault(motion, {})[f"{group}{slash}{stored_name(member)}"] = arrays.pop(place)
    return found


def _of_kind(
    kind: type[Bundle], version: int, arrays: dict[str, np.ndarray], header: dict[str, object]
) -> Bundle:
    """Make a bundle of a kind from its arrays and its header, without checks of the arrays' values."""
    places = {name: each.place for name, each in declared(kind).items()}
    found: dict[str, dict[str, np.ndarray]] = {name: {} for name, at in places.items() if at == "group"}
    own = {}
    for name, array in arrays.items():
        group, slash, member = name.partition("/")
        if places.get(group) != ("group" if slash else "array"):
            raise ValueError(f"{shown(name)} does not belong into a bundle of this kind")
        if slash:
            found[group][_given_name(member)] = array
        else:
            own[name] = array
    made: Bundle = assembled(kind, version, {"array": own, "group": found, "header": header})
    return made
