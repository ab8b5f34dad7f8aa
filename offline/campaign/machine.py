"""What this machine has left: memory and disk, whoever sets the limit.

Memory is the least of what the system can still give, of what each control group around this process (a
container, a service, a batch job) leaves of its limit, and of `ulimit -v`. Pages of files that a group could
give up count as free.

Limits: None where nobody knows, as where there is neither /proc nor psutil (which Dask brings along).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
OWN_GROUPS = Path("/proc/self/cgroup")
UNITS = ("bytes", "kB", "MB", "GB", "TB", "PB", "EB")


def free_memory() -> int | None:
    """Bytes that this process and its workers can still get."""
    found = [_free_of_system(), _free_of_process(), *_free_of_groups()]
    return min((each for each in found if each is not None), default=None)


def free_disk(folder: Path) -> int | None:
    """Bytes that can still be written into a folder, which need not be there yet."""
    for place in (folder.absolute(), *folder.absolute().parents):
        try:
            return shutil.disk_usage(place).free
        except OSError:
            continue
    return None


def in_words(size: float) -> str:
    """Bytes with a unit, as in "1.4 GB"."""
    power = 0
    while size >= 999.5 and power < len(UNITS) - 1:
        size, power = size / 1000, power + 1
    return f"{size:.3g} {UNITS[power]}" if size < 999.5 else f"{size:.1e} {UNITS[power]}"


def _free_of_system() -> int | None:
    try:
        return int(import_module("psutil").virtual_memory().available)
    except ImportError:
        return None


def _free_of_process() -> int | None:
    """What `ulimit -v` leaves; of the size in addresses, much of which is never touched."""
    try:
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError, ValueError):
        return None
    return None if limit == resource.RLIM_INFINITY else max(limit - pages * resource.getpagesize(), 0)


def _free_of_groups() -> Iterator[int]:
    """What each control group around this process leaves, by either version of Linux's groups."""
    for folder, names in _groups():
        limit, used, kept, key = names
        top = _number(folder / limit)
        if top is not None and top < 2**60:  # "max", or as good as none
            held = _number(folder / used) or 0
            yield max(top - held + _entry(folder / kept, key), 0)


VERSION_1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "memory.stat", "total_inactive_file")
VERSION_2 = ("memory.max", "memory.current", "memory.stat", "inactive_file")


def _groups() -> Iterator[tuple[Path, tuple[str, str, str, str]]]:
    """The folders of the groups, from this process's own to the outermost, and their files' names."""
    try:
        lines = OWN_GROUPS.read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    for line in lines:
        _, _, rest = line.partition(":")
        kinds, _, own = rest.partition(":")
        if kinds and "memory" not in kinds.split(","):
            continue
        root, names = (GROUPS / "memory", VERSION_1) if kinds else (GROUPS, VERSION_2)
        place = Path(os.path.normpath(f"{root}/{own.lstrip('/')}"))
        for folder in (place, *place.parents):  # in a container the own folder may be the root itself
            if folder == root or root in folder.parents:
                yield folder, names


def _number(path: Path) -> int | None:
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _entry(path: Path, key: str) -> int:
    """An entry of a file of lines "key number"; 0 where there is none."""
    try:
        lines = path.read_text(encoding="ascii").splitlines()
        return next((int(line.split()[1]) for line in lines if line.split()[:1] == [key]), 0)
    except (OSError, ValueError, IndexError):
        return 0
