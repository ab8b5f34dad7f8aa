"""The memory that a stage takes: the largest resident size of a process, as Linux records it.

A process may reset its own peak ("5" into /proc/self/clear_refs) and read it later (VmHWM in
/proc/self/status). The size includes all that is in memory, also libraries and earlier results. Child
processes are read while they live: `getrusage` knows only those that have ended, and all of them since the
start.

Limits: on other systems than Linux there is nothing to read and every figure is None.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

KIB = 1024  # bytes in the unit that /proc uses


def reset_peak() -> bool:
    """Reset the peak of this process to what it holds now; return whether the system can do that."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return False
    return True


def peak(process: int | str = "self") -> int | None:
    """Return a process's peak memory since its start or last `reset_peak`, bytes; None where unknown."""
    return _told(process, "VmHWM:")


def held(process: int | str = "self") -> int | None:
    """Return the memory that a process holds now, bytes; None where unknown."""
    return _told(process, "VmRSS:")


def _told(process: int | str, name: str) -> int | None:
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((KIB * int(line.split()[1]) for line in lines if line.startswith(name)), None)


def largest_child_peak() -> int | None:
    """Return the largest peak of the child processes that are alive, bytes; None without any."""
    return max((found for found in map(peak, _children()) if found is not None), default=None)


def _children() -> Iterator[str]:
    """Return the ids of this process's children, which Linux lists by the thread that started them."""
    try:
        for thread in os.listdir("/proc/self/task"):
            yield from Path(f"/proc/self/task/{thread}/children").read_text(encoding="ascii").split()
    except OSError:  # not Linux, or the thread has just ended
        return
