"""`softrein.precompute`: a bundle from a scene in any form, and no file left behind unasked."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import offline
import softrein
from offline.campaign.processes import without_main
from runtime.bundle.record import Bundle
from softrein.cli import app
from softrein.errors import BundleError, SceneError

ROOT = Path(__file__).resolve().parents[3]

TINY: dict[str, Any] = {
    "name": "tiny",
    "mesh": {"body": "block", "cells": [2, 1, 1], "size": ["20 cm", "8 cm", 0.08], "fixed": ["xmin"]},
    "materials": {"body": {"young": "200 kPa", "poisson": 0.35, "density": 1000}},
    "time": {"step": "10 ms", "steps": 6},
    "loads": [{"region": "xmax", "impulse": [0, 0, 0.05], "duration": "20 ms"}],
    "pushes": [{"at": "xmax", "force": [0, 0, 1], "time": 0, "duration": "20 ms"}],
    "enrichment": {"runs": 2, "radius": ["3 cm", "8 cm"], "duration": "20 ms"},
    "basis": {"rank": 3},
    "control": {"final": 1.0, "control_cost": 1e-4},
}
AS_TOML = """
name = "tiny"
mesh = { body = "block", cells = [2, 1, 1], size = ["20 cm", "8 cm", 0.08], fixed = ["xmin"] }
materials.body = { young = "200 kPa", poisson = 0.35, density = 1000 }
time = { step = "10 ms", steps = 6 }
loads = [{ region = "xmax", impulse = [0, 0, 0.05], duration = "20 ms" }]
pushes = [{ at = "xmax", force = [0, 0, 1], time = 0, duration = "20 ms" }]
enrichment = { runs = 2, radius = ["3 cm", "8 cm"], duration = "20 ms" }
basis.rank = 3
control = { final = 1.0, control_cost = 1e-4 }
"""


@pytest.fixture(scope="module")
def expected() -> Bundle:
    return softrein.precompute(TINY, workers=0)


def assert_same(one: Bundle, other: Bundle) -> None:
    np.testing.assert_array_equal(one.vectors, other.vectors)
    np.testing.assert_array_equal(one.track.states, other.track.states)
    np.testing.assert_array_equal(one.gains["lqr"], other.gains["lqr"])
    assert one.scene == other.scene


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where temporary files go."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    return tmp_path / "scratch"


@pytest.mark.parametrize("form", ["path", "text", "scene", "dictionary of arrays"])
def test_a_scene_comes_in_any_form(form: str, tmp_path: Path, expected: Bundle) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(AS_TOML, encoding="utf-8")
    mesh = {**TINY["mesh"], "cells": np.array([2, 1, 1]), "size": (np.float64(0.2), 0.08, 0.08)}
    forms: dict[str, Any] = {
        "path": file,
        "text": str(file),
        "scene": offline.read_scene(file),
        "dictionary of arrays": TINY | {"mesh": mesh},
    }
    assert_same(softrein.precompute(forms[form], workers=0), expected)


def test_without_output_nothing_stays(scratch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[tuple[str, int, int]] = []
    softrein.precompute(TINY, workers=0, progress=lambda *told_now: told.append(told_now))
    assert list(tmp_path.rglob("*")) == [scratch]
    assert ("full runs", 2, 2) in told


def test_an_output_is_written_with_runs_to_go_on_from(tmp_path: Path, expected: Bundle) -> None:
    path = tmp_path / "tiny.softrein"
    assert_same(softrein.precompute(TINY, path, workers=0), expected)
    assert_same(softrein.load(path), expected)
    runs = tmp_path / "tiny.softrein.runs"
    kept = {run: run.stat().st_mtime_ns for run in runs.rglob("*.h5")}
    assert len(kept) == 2 + TINY["enrichment"]["runs"]
    softrein.precompute(TINY, tmp_path / "other.softrein", workers=0, runs=runs)
    assert {run: run.stat().st_mtime_ns for run in runs.rglob("*.h5")} == kept
    assert not (tmp_path / "other.softrein.runs").exists()


def test_the_command_makes_the_same_bundle(tmp_path: Path, expected: Bundle) -> None:
    file, path = tmp_path / "mine.toml", tmp_path / "tiny.softrein"
    file.write_text(AS_TOML, encoding="utf-8")
    CliRunner().invoke(
        app, ["precompute", str(file), "-o", str(path), "--workers", "0"], catch_exceptions=False
    )
    assert_same(softrein.load(path), expected)


@pytest.mark.slow("interpreters with workers of their own")
def test_a_script_needs_no_guard_and_may_run_within_a_loop_as_notebooks_do(tmp_path: Path) -> None:
    """With as many processes as by default: none of them runs the script again."""
    fine = TINY | {"time": {"step": "2.5 ms", "steps": 24}}  # of whose step nothing is warned
    code = "import asyncio, softrein\n"
    code += f"async def cell():\n    print('begun')\n    print(softrein.precompute({fine!r}).rank)\n"
    (tmp_path / "script.py").write_text(f"{code}asyncio.run(cell())\n", encoding="utf-8")
    result = subprocess.run(
        [sys.executable, str(tmp_path / "script.py")],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert result.stdout.split() == ["begun", "3"], result.stderr
    assert not result.stderr


def test_the_main_module_is_whole_again_after_the_last_block() -> None:
    main = sys.modules["__main__"]
    before = {name: vars(main).get(name) for name in ("__file__", "__spec__")}  # a test's worker has no file
    with without_main():
        with without_main():
            pass
        assert not hasattr(main, "__file__")
        assert main.__spec__ is None
    assert {name: vars(main).get(name) for name in before} == before


def test_a_full_disk_at_the_end_keeps_the_runs_and_the_older_bundle(tmp_path: Path, expected: Bundle) -> None:
    path = tmp_path / "tiny.softrein"
    softrein.precompute(TINY, path, workers=0)
    before, limits = path.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        with pytest.raises(BundleError, match=r"File too large; the full runs are kept in .*\.runs"):
            softrein.precompute(TINY, path, workers=0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} == {"tiny.softrein", "tiny.softrein.runs"}


@pytest.mark.slow("interpreters with workers of their own")
def test_killed_at_any_moment_it_ends_as_if_nothing_had_happened(
    rounds: Iterator[random.Random], tmp_path: Path, expected: Bundle
) -> None:
    """kill -9, with workers or without, and of the whole group of processes or of the first one alone."""
    for number, chance in enumerate(rounds):
        path, workers = tmp_path / f"{number}.softrein", chance.choice([0, 2])
        code = "import softrein, offline.pipeline.stages\nprint('begins', flush=True)\n"
        code += f"softrein.precompute({TINY!r}, {str(path)!r}, workers={workers})"
        process = subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == b"begins\n"
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.choice([0.3, 1.0, 6.0]) * chance.random())
        with contextlib.suppress(ProcessLookupError):
            chance.choice([os.kill, os.killpg])(process.pid, signal.SIGKILL)
        process.wait()
        if path.exists():
            assert_same(softrein.load(path), expected)
        assert_same(softrein.precompute(TINY, path, workers=0), expected)
        assert_same(softrein.load(path), expected)
        runs = path.with_name(f"{path.name}.runs")
        assert all(each.name.startswith("run_") for each in runs.rglob("*") if each.is_file())
        assert len(list(runs.rglob("run_*.h5"))) == 2 + TINY["enrichment"]["runs"]


def test_what_cannot_be_is_said_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"the scene: materials\.body\.young: .*'soft'"):
        softrein.precompute(TINY | {"materials": {"body": {"young": "soft", "poisson": 0, "density": 1}}})
    with pytest.raises(SceneError, match=r"kind: 'gas' is none of"):
        softrein.precompute(TINY | {"kind": "gas"})
    with pytest.raises(SceneError, match=r"a dictionary .* not int"):
        softrein.precompute(3)  # type: ignore[arg-type]
    with pytest.raises(SceneError, match="no such scene"):
        softrein.precompute("no-such")
    with pytest.raises(BundleError, match="folder that exists"):
        softrein.precompute(TINY, tmp_path / "nowhere" / "tiny.softrein")


def test_scenes_of_the_package_are_listed_and_read() -> None:
    assert "beam" in offline.scene_names()
    assert offline.read_scene("beam").name == "beam"
