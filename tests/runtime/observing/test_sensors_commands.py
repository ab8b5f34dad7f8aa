"""Sensors on the command line: `softrein verify --sensors`, and `softrein inspect --markers`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from offline.gains.placement import place_markers
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.smoke import SmokeBundle
from runtime.observing.sensors import Sensor
from tests.softrein.test_cli import call


def test_the_command_line_steers_by_sensors(small_bundle: BodyBundle, tmp_path: Path) -> None:
    file, markers = tmp_path / "beam.softrein", np.unique(small_bundle.free // 3)[-3:].tolist()
    bundle_file.save(replace(small_bundle, sensors=[Sensor(markers, 1e-4)]), file)
    words = ("verify", file, "--runs", "2", "--workers", "0", "--json")
    told, seen = (json.loads(call(*words, *more).stdout) for more in ((), ("--sensors",)))
    assert told["reduced"] == seen["reduced"]
    assert told["uncontrolled"] == seen["uncontrolled"]
    assert told["full"]["error"] != seen["full"]["error"]
    bundle_file.save(small_bundle, file)
    assert "[[sensors]]" in str(call(*words, "--sensors").exception)


def test_inspect_proposes_places(small_bundle: BodyBundle, small_smoke: SmokeBundle, tmp_path: Path) -> None:
    bundle_file.save(small_bundle, tmp_path / "beam.softrein")
    bundle_file.save(small_smoke, tmp_path / "smoke.softrein")
    told = json.loads(call("inspect", tmp_path / "beam.softrein", "--markers", "3", "--json").stdout)
    assert [each["vertex"] for each in told["markers"]] == place_markers(small_bundle, 3).vertices
    said = call("inspect", tmp_path / "beam.softrein", "--markers", "3").stdout
    entry = next(line for line in said.splitlines() if line.startswith("vertices = "))
    scene = read_scene("beam", [f"sensors=[{{{entry}, noise=0.001}}]"])
    assert isinstance(scene, BodyScene)
    assert scene.sensors[0].vertices == place_markers(small_bundle, 3).vertices
    assert "only soft bodies" in str(call("inspect", tmp_path / "smoke.softrein", "--markers", "3").exception)
