"""The machine and the software on which a figure was measured; a time means little without them."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("numpy", "scipy", "numba", "scikit-sparse")  # packages that affect the speed
STABLE = ("processor", "Python", *PACKAGES)  # entries that do not depend on what a process has imported


def describe_machine() -> dict[str, str]:
    """Return processor, cores, memory, system, Python, packages and BLAS, as words to print."""
    return {
        "processor": f"{_processor()}, {_cores()}",
        "memory": _memory(),
        "system": _system(),
        "Python": platform.python_version(),
        **{package: _version(package) for package in PACKAGES},
        "BLAS": _blas(),
    }


def _processor() -> str:
    """Return the processor's own name where Linux tells it."""
    return _told("/proc/cpuinfo", "model name", ":") or platform.processor() or platform.machine()


def _cores() -> str:
    """Return the cores that this process may use: in a container fewer than the machine has."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return f"{usable} core{'s' * (usable != 1)}"


def _memory() -> str:
    try:
        return f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.1f} GiB"
    except (AttributeError, ValueError, OSError):  # not available on Windows
        return "unknown"


def _system() -> str:
    """Return the distribution where Linux tells it, and the kernel."""
    kernel, name = f"{platform.system()} {platform.release()}", _told("/etc/os-release", "PRETTY_NAME", "=")
    return f"{name}, {kernel}" if name else kernel


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _blas() -> str:
    """Return each BLAS that is loaded, with its kernels; NumPy, SciPy and CHOLMOD may bring one each."""
    import numpy  # noqa: F401 - brings its BLAS
    import scipy.linalg  # noqa: F401 - brings another
    from threadpoolctl import threadpool_info

    found = {
        f"{library['internal_api']} {library['version']} ({library.get('architecture', 'unknown kernels')},"
        f" {library['num_threads']} thread{'s' * (library['num_threads'] != 1)})"
        for library in threadpool_info()
        if library["user_api"] == "blas"
    }
    return "; ".join(sorted(found))


def _told(path: str, name: str, sign: str) -> str:
    """Return the first value of a name in a file of Linux; empty on other systems."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.partition(sign)[2].strip(' "') for line in lines if line.startswith(name)), "")
