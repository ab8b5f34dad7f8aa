"""What a disk has left, and sizes as people say them; of memory `meshes.memory` knows."""

from __future__ import annotations

import shutil
from pathlib import Path

UNITS = ("bytes", "kB", "MB", "GB", "TB", "PB", "EB")


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
