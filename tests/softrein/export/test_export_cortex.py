"""Exported C on an emulated microcontroller; where its compiler or QEMU is missing nothing runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.cortex import count_instructions, missing
from runtime.bundle.body import BodyBundle
from runtime.plant.push import Push
from softrein.export.c.write import export_c


@pytest.mark.skipif(bool(missing()), reason=f"{missing()} is not installed")
def test_it_ends_where_python_does(small_bundle: BodyBundle, tmp_path: Path) -> None:
    source = next(path for path in export_c(small_bundle, tmp_path).files if path.suffix == ".c")
    counted = count_instructions(source, "xmax", "double")
    run = small_bundle.run([Push("xmax", (0.0, 0.0, 2.0), 30 * small_bundle.dt, 10 * small_bundle.dt)], "lqr")
    tip = small_bundle.shape.vertex_of("xmax")
    assert counted.steps == small_bundle.steps
    assert counted.place == pytest.approx(small_bundle.shape.positions(run.states[-1])[tip], abs=2e-6)
    assert 1e3 < counted.instructions <= counted.most < 1e6
