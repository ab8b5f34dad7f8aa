"""The folder of numba's compiled kernels while softrein runs from a checkout.

Numba compiles a kernel again when the kernel's own file changes, but not when a kernel that it calls, in
another file, does: the old code would go on running. So the cache folder's name is a checksum of all the
files that kernels are made from, and a change in any of them starts an empty one. An installed package never
changes in part, and keeps numba's own place.

It imports the standard library only: it must run before numba is imported, which reads the setting
once. `python -m softrein.base.kernel_cache` prints the folder, for the `dev` script.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("runtime", "offline", "characters", "reduce", "meshes")
KERNELS = re.compile(r"^\s*(?:from|import) numba|\bnjit\(", re.MULTILINE)
IMPORT = re.compile(r"^\s*from ([\w.]+) import \(?([\w, ]*)", re.MULTILINE)
KEPT = 4  # caches of older code that are kept, so that switching branches does not recompile


def kernel_files(root: Path = ROOT) -> list[Path]:
    """Return the files that have kernels, or import numba, and those they import constants from."""
    sources = {
        path: path.read_text("utf-8") for package in PACKAGES for path in (root / package).rglob("*.py")
    }
    kernels = {path for path, source in sources.items() if KERNELS.search(source)}
    imported = {path for kernel in kernels for path in _imported_files(root, sources[kernel])}
    return sorted(kernels | imported & set(sources))


def _imported_files(root: Path, source: str) -> Iterator[Path]:
    """Return the files of this project that a source's `from a.b import c` may name."""
    for module, names in IMPORT.findall(source):
        for name in (module, *(f"{module}.{name.strip()}" for name in names.split(","))):
            yield root.joinpath(*name.split(".")).with_suffix(".py")


def cache_folder(root: Path = ROOT) -> Path:
    """Return the cache folder for the present kernels."""
    checksum = 0
    for path in kernel_files(root):
        checksum = crc32(path.read_bytes(), crc32(path.relative_to(root).as_posix().encode(), checksum))
    return root / ".cache" / "numba" / f"{checksum:08x}"


def use_checkout_cache(root: Path = ROOT) -> None:
    """Set numba's cache to that folder, in a checkout, unless the environment sets one."""
    if not (root / "pyproject.toml").exists() or "NUMBA_CACHE_DIR" in os.environ:
        return
    folder = cache_folder(root)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _forget_old_caches(folder.parent)
    except OSError:  # a checkout without write permission: numba uses a folder of its own
        return
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


def _forget_old_caches(folder: Path) -> None:
    """Remove all but the caches used last."""
    caches = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in caches[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


if __name__ == "__main__":
    use_checkout_cache()
    print(os.environ.get("NUMBA_CACHE_DIR", ""))
