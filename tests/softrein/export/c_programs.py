"""Programs of exported C: compiled with every warning an error and with sanitizers, and run."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from runtime.bundle.record import Bundle
from softrein.base.whole_file import whole_file
from softrein.export.c.write import export_c
from tests.shared_bundles import cache_folder

WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
OPTIMISED = ["-O3", "-march=native"]  # as docs/c.md has it; -O3 sees more that may be wrong
SANITIZERS = ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def program(
    bundle: Bundle,
    folder: Path,
    text: str,
    words: Mapping[str, object],
    single: bool = False,
    gains: str | None = None,
    compiler: str = "gcc",
    controller: str = "lqr",
    checks: Sequence[str] | None = None,
) -> Path:
    """A program of an exported bundle and `text`, in which `words` and NAME, UPPER and REAL are replaced.

    Sanitizers are gcc's: Debian's clang has them in a package of their own. Other `checks` take their place.
    """
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    name = export_c(bundle, folder, controller, single=single, gains=gains).files[0].stem
    own = {"UPPER": name.upper(), "NAME": name, "REAL": "float" if single else "double"}
    for word, value in (dict(words) | own).items():
        text = text.replace(word, str(value))
    (folder / "main.c").write_text(text, "utf-8")
    others = [] if f'#include "{name}.c"' in text else [f"{name}.c"]
    checks = checks or (SANITIZERS if compiler == "gcc" else ["-O1"])
    command = [compiler, *WARNINGS, *checks, "-o", "run", "main.c", *others, "-lm"]
    kept = cache_folder() / f"{_checksum(folder, command):08x}.program"
    if not kept.is_file():
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        with whole_file(kept) as temporary:
            shutil.copy(folder / "run", temporary)
    return Path(shutil.copy(kept, folder / "run"))


@cache
def _version(compiler: str) -> str:
    return subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout


def _checksum(folder: Path, command: Sequence[str]) -> int:
    """A checksum of all that a program is compiled from, by which a compiled one is found again."""
    total = crc32(repr([command, _version(command[0])]).encode())
    for path in sorted(folder.glob("*.[ch]")):
        total = crc32(path.read_bytes(), crc32(path.name.encode(), total))
    return total


def printed(made: Path, *words: str) -> np.ndarray:
    """The numbers that a program prints, a row a line."""
    command = [str(made), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return np.array([[float(word) for word in line.split()] for line in done.stdout.splitlines()])
