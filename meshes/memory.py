"""The memory that is left, and a check that a file fits into it before it is read.

It is the least of what the machine has, what the control groups of this process allow (a container's limit)
and what the process's limit on addresses allows. Within `sizes_unchecked` nothing is checked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

from softrein.errors import MeshError

ANY_SIZE = "any_size=True, or --any-size of `softrein mesh`, reads it all the same"

# bytes that are allocated without asking the system for free memory, which would take longer than reading
SMALL = 2**26

_NO_LIMIT = 2**60  # bytes; older control groups state a limit above this if there is none

_CGROUPS = Path("/sys/fs/cgroup")
_unchecked = ContextVar("unchecked", default=False)


@contextmanager
def sizes_unchecked(unchecked: bool) -> Iterator[None]:
    """Allow files of any size within the `with` block, if `unchecked` or if an outer block does."""
    token = _unchecked.set(unchecked or _unchecked.get())
    try:
        yield
    finally:
        _unchecked.reset(token)


def check_fits(path: Path, need: float) -> None:
    """Raise `MeshError` where reading a file needs more bytes than are left, unless sizes are unchecked."""
    left = memory_for_files() if need > SMALL else None
    if left is not None and need > left:
        raise MeshError(
            f"{path}: reading it can take {gigabytes(need)} of memory, {gigabytes(left)} are left; {ANY_SIZE}"
        )


def memory_for_files() -> float | None:
    """Return the bytes that reading a file may take; None where sizes are unchecked, or it is unknown."""
    return None if _unchecked.get() else available_memory()


def available_memory() -> float | None:
    """Return the bytes that this process can still have without swapping; None where this is unknown."""
    found = [each for each in (_of_machine(), _of_groups(), _of_addresses()) if each is not None]
    return max(0.0, min(found)) if found else None


def gigabytes(count: float) -> str:
    """Write a number of bytes in gigabytes, with two digits."""
    return f"{count / 1e9:.2g} GB" if count < 1e11 else f"{count / 1e9:.0f} GB"


def _of_machine() -> float | None:
    try:
        import psutil  # installed together with dask
    except ImportError:
        return None
    return float(psutil.virtual_memory().available)


def _of_groups() -> float | None:
    """Return the least that is left in the control groups of this process and those around them (Linux)."""
    found = []
    for line in _text(Path("/proc/self/cgroup")).splitlines():
        _, kinds, path = line.split(":", 2)
        root, names = _CGROUPS, ("memory.max", "memory.current")
        if "memory" in kinds.split(","):
            root, names = _CGROUPS / "memory", ("memory.limit_in_bytes", "memory.usage_in_bytes")
        elif kinds:
            continue
        # in a container the path may begin with ".."
        group = Path(os.path.normpath(f"{root}/{path.lstrip('/')}"))
        for place in (group, *group.parents):
            if place.is_relative_to(root):
                found.append(_of_group(place, *names))
    return min((each for each in found if each is not None), default=None)


def _of_group(place: Path, limit: str, used: str) -> float | None:
    most = _text(place / limit).strip()
    if not most.isdigit() or int(most) > _NO_LIMIT or not (now := _text(place / used).strip()).isdigit():
        return None  # "max" or empty
    kept = re.search(r"^(?:total_)?inactive_file (\d+)$", _text(place / "memory.stat"), re.MULTILINE)
    return float(most) - float(now) + (float(kept[1]) if kept else 0.0)  # the file cache can be reclaimed


def _of_addresses() -> float | None:
    """Return the bytes that the limit on addresses (ulimit -v) leaves."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit
    except ImportError:  # not available on Windows
        return None
    limit = getrlimit(RLIMIT_AS)[0]
    return None if limit == RLIM_INFINITY else float(limit - addresses())


def addresses() -> int:
    """Return the bytes of address space that this process has; 0 where the system does not tell."""
    with suppress(OSError, ValueError, IndexError, ImportError):
        from resource import getpagesize

        return int(_text(Path("/proc/self/statm")).split()[0]) * getpagesize()
    return 0


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
