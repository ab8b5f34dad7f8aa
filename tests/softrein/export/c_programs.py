"""Programs of exported C: compiled with every warning an error and with sanitizers, and run."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from runtime.bundle.record import Bundle
from softrein.export.c.write import export_c
from tests.softrein.export.kept_compiler import compiled

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
    complaints = compiled(folder, command)
    assert not complaints, complaints
    return folder / "run"


def printed(made: Path, *words: str) -> np.ndarray:
    """The numbers that a program prints, a row a line."""
    command = [str(made), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return np.array([[float(word) for word in line.split()] for line in done.stdout.splitlines()])
