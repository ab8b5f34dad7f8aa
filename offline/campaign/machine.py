"""Free space of a disk, and sizes in words; `meshes.memory` has the free memory."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np

from runtime.base.arguments import said
from softrein.errors import CampaignError

UNITS = ("bytes", "kB", "MB", "GB", "TB", "PB", "EB")
SIZE = re.compile(r"\s*([0-9]{1,20}(?:\.[0-9]{1,9})?)\s*([kMGTPE]B)?\s*")
LEAST, MOST = 1e8, 1e18  # bytes: plausible limits of memory that users may state


def free_disk(folder: Path) -> int | None:
    """Return the bytes that can still be written into a folder, which need not exist yet."""
    for place in (folder.absolute(), *folder.absolute().parents):
        try:
            return shutil.disk_usage(place).free
        except OSError:
            continue
    return None


def in_words(size: float) -> str:
    """Write a number of bytes with a unit, as in "1.4 GB"."""
    power = 0
    while size >= 999.5 and power < len(UNITS) - 1:
        size, power = size / 1000, power + 1
    return f"{size:.3g} {UNITS[power]}" if size < 999.5 else f"{size:.1e} {UNITS[power]}"


def size_of(name: str, given: object) -> float:
    """Return a size of memory in bytes, from a number or from text such as "6 GB" or "512 MB".

    Raises CampaignError, which names the option `name`, where it is neither, or no possible size of a memory.
    """
    size = 0.0
    if isinstance(given, int | float | np.integer) and not isinstance(given, bool) and given <= MOST:
        size = float(given)
    if isinstance(given, str) and (found := SIZE.fullmatch(given)):
        size = float(found[1]) * 1000.0 ** UNITS.index(found[2] or UNITS[0])
    if not LEAST <= size <= MOST:
        raise CampaignError(f'{name}: expected a size such as "6 GB", from 100 MB to 1 EB, got {said(given)}')
    return size
