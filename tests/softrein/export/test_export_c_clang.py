"""Exported C by clang and gcc: every warning an error in both, the same states, and calls from C++."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from softrein.export.c.write import export_c
from tests.runtime.bundle.with_actuators import with_actuators
from tests.softrein.export.c_programs import WARNINGS, printed, program
from tests.softrein.export.test_export_c import sampled
from tests.tiny_bundles import tiny_smoke
from tests.touching import bat_bundle, boxes_bundle, touching_bundle

MAIN = """#include <stdio.h>
#include "NAME.h"

int main(void) {
    static NAME_KIND model;
    NAME_reset(&model);
    for (int k = 0; k <= UPPER_STEPS; k++) {
        for (int i = 0; i < UPPER_STATE; i++) printf("%.17g ", (double)model.state[i]);
        printf("\\n");
        if (NAME_step(&model) == UPPER_FAILED) return 1;
    }
    return 0;
}
"""


def agrees(bundle: Bundle, folder: Path, kind: str, most: float, single: bool = False) -> None:
    """It is Python's run, which the scene's pushes leave alone."""
    made = program(bundle, folder, MAIN, {"KIND": kind}, single, compiler="clang")
    states = bundle.run([], "lqr").states
    np.testing.assert_allclose(printed(made)[: len(states)], states, rtol=0, atol=most * np.abs(states).max())


@pytest.mark.parametrize("single", [False, True])
def test_cables_and_chambers(small_bundle: BodyBundle, tmp_path: Path, single: bool) -> None:
    agrees(with_actuators(small_bundle), tmp_path, "body", 1e-4 if single else 1e-12, single)


def test_sampled_elements(small_bundle: BodyBundle, tmp_path: Path) -> None:
    agrees(sampled(small_bundle, "neo-hookean", 0.48), tmp_path, "body", 1e-10)


@pytest.mark.parametrize("make", [touching_bundle, bat_bundle, boxes_bundle])
def test_contact(make: Callable[[], BodyBundle], tmp_path: Path) -> None:
    agrees(make(), tmp_path, "body", 1e-12)


def test_smoke(tmp_path: Path) -> None:
    agrees(tiny_smoke(), tmp_path, "smoke", 1e-12)


@pytest.mark.parametrize(("make", "kind"), [(touching_bundle, "body"), (tiny_smoke, "smoke")])
def test_a_header_is_for_c_plus_plus_too(make: Callable[[], Bundle], kind: str, tmp_path: Path) -> None:
    """It compiles without a warning there, and its functions are those of the C that is linked."""
    if shutil.which("g++") is None:
        pytest.skip("there is no g++")
    bundle = make()
    name = export_c(bundle, tmp_path, controller="none").files[0].stem
    text = MAIN.replace("UPPER", name.upper()).replace("NAME", name).replace("KIND", kind)
    (tmp_path / "main.cpp").write_text(text, "utf-8")
    other = [each for each in WARNINGS if not each.startswith("-std")]
    for command in (
        ["g++", "-std=c++11", *other, "-c", "main.cpp"],
        ["gcc", *WARNINGS, "-c", f"{name}.c"],
        ["g++", "-o", "run", "main.o", f"{name}.o"],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    states = bundle.run([], "none").states
    found = printed(tmp_path / "run")[: len(states)]
    np.testing.assert_allclose(found, states, rtol=0, atol=1e-12 * np.abs(states).max())
