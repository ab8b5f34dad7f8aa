"""Tests of docs/real-robot.md, which follow it from its beginning to its end."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import pyvista
from typer.testing import CliRunner

import softrein
from meshes import read_mesh
from offline.scenes.reading import read_scene
from runtime.observing.kinds import ACCELEROMETER
from runtime.observing.sensors import Sensor
from softrein import load
from softrein.cli import app
from tests.house.test_readme import BLOCKS, ROOT
from tests.offline.verification.test_judged import at_full_rank, scene_with

PACE = ("--pace", "4")  # beside the tests of other processes
PAGE = "docs/real-robot.md"


@pytest.mark.slow("a document's blocks, one after the other")
@pytest.mark.filterwarnings("ignore::UserWarning")  # that twelve modes are few
def test_the_page_works_from_its_beginning_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pyvista.Box((0, 25, 0, 25, 0, 150), quads=False).save("arm.stl")  # what a CAD program writes
    printed = ""
    for block in (each for each in BLOCKS if each.id.startswith(PAGE)):
        if block.language == "toml":
            name = re.search(r'^name = "(\w+)"', block.text, re.M)
            assert name
            Path(f"{name[1]}.toml").write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            exec(compile(block.text, block.id, "exec"), {"__name__": "__main__"})
        elif block.language == "sh":
            printed += "".join(run(line) for line in block.text.splitlines())
    arm = read_mesh(Path("arm.vtu"))
    assert arm.volumes.sum() == pytest.approx(25e-3 * 25e-3 * 150e-3, rel=0.01)
    found = re.search(r"young\W+60000\W+(\d+)", printed)
    assert found
    assert float(found[1]) == pytest.approx(54e3, rel=0.01)
    assert read_scene("fitted.toml").damping.stiffness == pytest.approx(8e-3, rel=0.03)
    held = re.search(r"full, LQR +\S+ +\S+ +([\d.]+) mm", printed)
    assert held
    assert float(held[1]) < 0.6  # half a millimetre
    bundle = load("arm.softrein")
    assert bundle.run(controller="lqr").error < 0.2 * bundle.run(controller="none").error
    off = re.search(r"the tip is ([\d.]+) mm", printed)
    assert off
    assert float(off[1]) < 0.6  # without control: 8 mm
    late = re.search(r"(\d+) of them without a new command", printed)
    assert late
    assert int(late[1]) < 10  # of 1000


def run(line: str) -> str:
    """What a line prints."""
    words = shlex.split(line)
    if words[0] == "python":
        command = [sys.executable, str(ROOT / words[1]), *words[2:], *PACE]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout
    assert words[0] == "softrein"
    made = CliRunner().invoke(app, words[1:], catch_exceptions=False)
    assert made.exit_code == 0, made.output
    return made.output


class Link:
    """What the stand-in for the robot hears, the same command all along, and what it shows."""

    def __init__(self, command: list[float]) -> None:
        self.command, self.shown = np.array(command), []

    def poll(self, *wait: float) -> bool:
        return bool(wait)

    def recv(self) -> np.ndarray:
        return self.command

    def send(self, shown: np.ndarray | None) -> None:
        self.shown.append(shown)


def test_the_stand_in_is_moved_by_forces_and_feels_accelerations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the midpoint rule places go by the mean velocity, which is the sum of accelerations."""
    points = [[0.002, 0.0], [0.0, 0.002], [-0.002, 0.0], [0.0, -0.002]]
    path = {"region": "xmax", "axes": "yz", "points": points, "absolute": False}
    control = {
        "paths": [path | {"period": 0.12, "weight": 1e4}],
        "actuators": [{"name": "pull", "region": "xmax", "direction": [0, 1, 0], "limit": [-1, 1]}],
    }
    push = {"at": "xmax", "force": [0, 1, 1], "time": 0.02, "duration": 0.04, "radius": 0.06}
    parts = {"control": control, "loads": [], "gravity": [0, 0, 0], "pushes": [push]}
    scene = scene_with("stvk", cells=(1, 1, 1), **parts)
    _, whole = at_full_rank(scene, tmp_path, monkeypatch)
    end = whole.regions["xmax"].tolist()
    sensors = [Sensor(end, 1e-12), Sensor(end, 1e-12, kind=ACCELEROMETER)]
    monkeypatch.setattr(softrein, "load", lambda path: replace(whole, sensors=sensors))
    spec = importlib.util.spec_from_file_location("robot_loop", ROOT / "examples" / "robot_loop.py")
    assert spec
    assert spec.loader
    example, link = importlib.util.module_from_spec(spec), Link([1.0])
    spec.loader.exec_module(example)
    example.robot("block.softrein", link, 0.06, 1e-6)
    assert link.shown.pop() is None
    places, felt = np.split(np.array(link.shown), 2, axis=1)
    assert len(places) == 6
    speeds = whole.dt * np.cumsum(felt, axis=0)
    moved = whole.dt * (np.cumsum(speeds, axis=0) - speeds / 2)
    np.testing.assert_allclose(places, whole.vertices[end] + moved, rtol=0, atol=1e-9)
    assert (moved[-1, :, 1] > 1e-4).all()
