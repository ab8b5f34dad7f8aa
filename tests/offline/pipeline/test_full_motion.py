"""A reference that is the full model's motion: its effect on the full model and on the reduced one."""

from __future__ import annotations

import json
import re
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

import softrein
from meshes import block
from offline.pipeline import stages
from offline.pipeline.base.table import Made
from offline.pipeline.response import push_alone
from offline.pipeline.stages import Places
from offline.scenes.reading import scene_of, scene_of_bundle
from offline.steering.closed_loop import ControlledModel, steer
from offline.verification.study import CONTROLLED, full_model
from runtime.base.fields import nothing
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.endless import seam_deviations
from runtime.bundle.record import Bundle
from runtime.bundle.resample import corrected
from runtime.plant.track import Track, defects
from tests.made_up import uncorrected
from tests.runtime.bundle.bundle_files import resigned, stored

BLOCK: dict[str, Any] = {
    "name": "own-run",
    "mesh": {"body": "block", "cells": [4, 1, 1], "size": [0.3, 0.06, 0.06], "fixed": ["xmin"]},
    "materials": {"body": {"young": 2e5, "poisson": 0.35, "density": 1000.0}},
    "time": {"step": 0.01, "steps": 30},
    "loads": [{"region": "xmax", "impulse": [0, 0, 0.1], "duration": 0.05}],
    "enrichment": {"runs": 2, "radius": [0.03, 0.08], "duration": 0.05},
    "basis": {"rank": 4},
    "control": {"final": 1.0, "control_cost": 1e-4},
}
ROUND_OFF = 1e-9  # of a motion's size, and of LQR's effort under the scene's push


def on_the_full_model(bundle: Bundle, tmp_path: Path) -> ControlledModel:
    scene = scene_of_bundle(bundle, bundle.name)
    drive: ControlledModel = CONTROLLED[type(scene)](full_model(scene, Places(tmp_path)), bundle)
    return drive


def size_of(bundle: Bundle) -> float:
    coordinates = bundle.plant().positions
    return float(np.abs(bundle.track.states[:, coordinates]).max())


def test_left_alone_the_full_model_costs_nothing(either_bundle: Bundle, tmp_path: Path) -> None:
    drive = on_the_full_model(either_bundle, tmp_path)
    alone, pushed = steer(
        drive, either_bundle, "lqr", [[], either_bundle.pushes], record=True
    ).states.swapaxes(0, 1)
    runs = steer(drive, either_bundle, "lqr", [[], either_bundle.pushes])
    assert np.abs(alone - either_bundle.track.states).max() < ROUND_OFF * np.abs(alone).max()
    assert runs.error[0] < ROUND_OFF * runs.error[1]
    assert runs.effort[0] < ROUND_OFF * runs.effort[1]
    assert np.abs(pushed - alone).max() > 1e-3 * size_of(either_bundle)


def test_the_reduced_model_goes_through_the_full_motion(either_bundle: Bundle) -> None:
    assert not defects(either_bundle.plant(), either_bundle.track).any()
    assert either_bundle.correction.shape == either_bundle.track.feedforward.shape
    assert np.abs(either_bundle.correction).max() > 0
    for controller in either_bundle.controllers:
        run = either_bundle.run([], controller)
        assert run.error < 1e-7 * size_of(either_bundle), controller
    # Without the correction it is another motion.
    track = either_bundle.track._replace(feedforward=either_bundle.driving)
    alone = replace(either_bundle, track=track, correction=nothing())
    assert defects(alone.plant(), alone.track).any()


def test_gains_have_no_offsets(either_bundle: Bundle) -> None:
    assert not either_bundle.offsets
    assert not either_bundle.setting.cost_to_go.offset.any()


def test_nobody_applies_the_correction_to_the_full_model(either_bundle: Bundle, tmp_path: Path) -> None:
    """Of what the full model is given nothing depends on it."""
    drive = on_the_full_model(either_bundle, tmp_path)
    more = np.ones_like(either_bundle.correction)
    track = either_bundle.track._replace(feedforward=either_bundle.track.feedforward + more)
    other = replace(
        either_bundle, track=track, uncontrolled=either_bundle.uncontrolled + more,
        correction=either_bundle.correction + more,
    )  # fmt: skip
    np.testing.assert_allclose(other.driving, either_bundle.driving, atol=1e-12)
    runs = [steer(drive, bundle, "lqr", [bundle.pushes]) for bundle in (either_bundle, other)]
    np.testing.assert_allclose(runs[1].final, runs[0].final, rtol=1e-9, atol=1e-12)


def test_limits_count_what_drives_the_motion_and_no_correction(small_bundle: BodyBundle) -> None:
    bundle = replace(small_bundle, steered=True)
    own = np.linalg.lstsq(bundle.actuators, bundle.driving.T, rcond=None)[0].T
    np.testing.assert_allclose(bundle.actuation.own, own, atol=1e-12 * np.abs(own).max())


def test_a_file_keeps_it_and_older_ones_have_none(either_bundle: Bundle, tmp_path: Path) -> None:
    bundle_file.save(either_bundle, tmp_path / "a.softrein")
    np.testing.assert_array_equal(
        bundle_file.load(tmp_path / "a.softrein").correction, either_bundle.correction
    )
    older = replace(either_bundle, correction=nothing())
    bundle_file.save(older, tmp_path / "b.softrein")
    found = bundle_file.load(tmp_path / "b.softrein")
    assert found.correction.size == 0
    np.testing.assert_array_equal(found.driving, older.track.feedforward)


def test_a_file_of_version_12_loads(either_bundle: Bundle, tmp_path: Path) -> None:
    """As it was written: no data set of a correction, and smoke's pushes in the scene have a `force`."""
    older, path = uncorrected(either_bundle), tmp_path / "twelve.softrein"
    bundle_file.save(older, path)

    def back(file: h5py.File) -> None:
        del file["correction"]
        stored_header = file["header"][()]
        header = json.loads(stored_header.tobytes())
        for part in [*header["scene"]["pushes"], header["scene"]["ensemble"]]:
            if "acceleration" in part:
                part["force"] = part.pop("acceleration")
        del file["header"]
        file["header"] = np.frombuffer(json.dumps(header).encode(), dtype=stored_header.dtype)
        file.attrs["version"] = 12

    resigned(path, back)
    assert "correction" not in stored(path)
    found = bundle_file.load(path)
    assert found.correction.size == 0
    np.testing.assert_array_equal(found.driving, older.track.feedforward)
    for controller in ("lqr", "none"):
        one, other = (each.run(older.pushes, controller) for each in (found, older))
        np.testing.assert_array_equal(one.states, other.states)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert scene_of_bundle(found, found.name).name == older.name


def test_a_correction_that_changes_what_pushes_do_is_told_of(small_bundle: BodyBundle) -> None:
    """Where the body goes many times as far the same modes hold it badly, and rivals are judged wrongly."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        near = push_alone(small_bundle).result
    assert 0.95 < float(re.search(r"([\d.]+) times as far", near)[1]) < 1.05  # type: ignore[index]
    states = 40.0 * small_bundle.track.states
    correction, _ = corrected(small_bundle.plant(), states, small_bundle.driving)
    inputs = small_bundle.driving + correction
    far = replace(
        small_bundle, track=Track(states, inputs), uncontrolled=inputs, correction=correction
    )  # fmt: skip
    with pytest.warns(
        UserWarning, match=r"basis: .*does not predict weak controllers; take more modes \(basis\.rank\)"
    ):
        push_alone(far)


@pytest.mark.slow("precomputes a scene in two ways")
def test_the_papers_way_says_what_it_costs(tmp_path: Path) -> None:
    scene = BLOCK | {"reference": {"source": "reduced"}}
    with pytest.warns(UserWarning, match=r'reference.source = "reduced": on the full model LQR has an error'):
        own = softrein.precompute(scene, runs=tmp_path / "own")
    assert own.correction.size == 0
    assert "left alone" in [row["stage"] for row in own.stages]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        full = softrein.precompute(scene | {"reference": {}}, runs=tmp_path / "full")
    assert "left alone" not in [row["stage"] for row in full.stages]
    runs = [steer(on_the_full_model(each, tmp_path), each, "lqr", [[]]) for each in (own, full)]
    assert runs[1].effort[0] < 1e-12 < 1e-3 * runs[0].effort[0]


# What the full model is, and where its motion comes from ----------------------------------------------------

FRAMES = [
    {"region": "xmax", "time": "0.1 s", "position": ["0 cm", "0.5 cm", "1 cm"]},
    {"region": "xmax", "time": "0.25 s", "position": ["0 cm", "0 cm", "-1 cm"]},
]
SOUGHT = {"loads": [], "keyframes": FRAMES, "reference": {"source": "keyframes"}}
ALONG = ([0, 1, 0], [0, 0, 1], [0, 1, 1])  # the third does what the others do together
DEPENDENT = [
    {"name": f"along {direction}", "region": "xmax", "direction": direction, "limit": "20 N"}
    for direction in ALONG
]
CABLE = {
    "kind": "cable", "name": "top", "points": [["2 cm", "3 cm", "5 cm"], ["28 cm", "3 cm", "5 cm"]],
    "limit": ["0 N", "4 N"],
}  # fmt: skip
PULL = {"actuator": "top", "tension": "1 N", "duration": "0.1 s"}
SWING = {
    "times": ["0 s", "0.1 s", "0.2 s"], "translation": [[0, 0, 0], [0, "2 cm", 0], [0, 0, 0]],
    "rotation": [[0, 0, 0], [0, "10 deg", 0], [0, 0, 0]],
}  # fmt: skip
DAMPED = {"damping": {"mass": 0.3, "stiffness": 0.004}}  # what the basis does not show comes to rest
SOFT = {"body": {"young": 2e5, "poisson": 0.35, "density": 1000.0, "law": "neo-hookean"}}
BODIES: dict[str, dict[str, Any]] = {
    "a handle": {"loads": [], "handle": SWING},
    "key-frames": SOUGHT,
    "key-frames without end": SOUGHT | DAMPED | {"reference": {"source": "keyframes", "rewind": True}},
    "key-frames by dependent actuators": SOUGHT | {"control": {"control_cost": 1e-4, "actuators": DEPENDENT}},
    "an animation": {"loads": [], "reference": {"animation": "wave.npz"}},
    "an animation without end": DAMPED
    | {"loads": [], "reference": {"animation": "wave.npz", "rewind": True}},
    "a cable": {
        "loads": [PULL],
        "control": {"final": 1.0, "control_cost": 1e-4, "actuators": [CABLE]},
        "enrichment": {"runs": 2, "kind": "actuation", "radius": [0.03, 0.08], "duration": 0.05},
    },
    "neo-Hookean": {"materials": SOFT},
    "sampled": {"basis": {"rank": 4, "elements": {"tolerance": 0.05}}},
    "single iterations": {"time": {"step": 0.01, "steps": 30, "newton_iterations": 1}},
}
PUSH = {"at": "xmax", "force": [0, 0, 1], "time": 0.05, "duration": 0.05, "radius": 0.05}
SMOKE: dict[str, Any] = {
    "name": "keys", "kind": "fluid", "box": {"cells": (24, 24), "size": ("1 m", "1 m")},
    "particles": [(0.4, 0.4)], "keyframes": [{"time": "0.5 s", "position": ["10 cm", "5 cm"]}],
    "reference": {"source": "keyframes"}, "time": {"step": "50 ms", "steps": 15},
    "enrichment": {"runs": 4, "radius": (0.06, 0.12), "duration": 0.1}, "basis": {"rank": 5},
    "control": {"running": 1.0, "control_cost": 1e-3},
    "pushes": [{"at": 0, "acceleration": [0, 2], "time": 0.2, "duration": 0.2, "radius": 0.1}],
}  # fmt: skip


def made(scene: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Bundle:
    """A scene's bundle; comparators, which would take most of the time, are left out."""
    monkeypatch.setattr(stages, "add_comparators", lambda bundle, progress, **_: Made(bundle, "none"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read = scene_of(scene, scene["name"], folder=folder)
        return stages.precompute_scene(read, Places(folder / "runs", workers=0))


def wave(folder: Path) -> None:
    """A block's animation: it bends to one side and back."""
    mesh = block([4, 1, 1], [0.3, 0.06, 0.06])
    times = 0.01 * np.arange(31)
    points = np.repeat(mesh.vertices[None], 31, axis=0)
    points[:, :, 2] += 0.01 * np.outer(1 - np.cos(2 * np.pi * times / 0.3), (mesh.vertices[:, 0] / 0.3) ** 2)
    np.savez(folder / "wave.npz", points=points, times=times)


HIT: dict[str, Any] = {
    "name": "hit", "time": {"step": 0.01, "steps": 20}, "contact": {"samples": 60},
    "tools": [{
        "name": "bar", "shape": "cylinder", "axis": "y", "radius": 0.01, "length": 0.2,
        "position": [0.27, 0.03, 0.12], "times": [0.03, 0.06, 0.1, 0.18],
        "translation": [[0, 0, 0], [0, 0, -0.06], [0, 0, -0.07], [0, 0, 0]],
    }],
}  # fmt: skip


def test_a_motion_with_steps_in_parts_is_one_of_the_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a tool goes too far in a step, the full body takes it in parts, and no force reaches its end."""
    bundle = made(BLOCK | HIT, tmp_path, monkeypatch)
    assert any("halved" in str(row["result"]) for row in bundle.stages)
    assert not defects(bundle.plant(), bundle.track).any()


@pytest.mark.slow("precomputes several scenes")
@pytest.mark.parametrize("parts", BODIES.values(), ids=BODIES)
def test_a_body_left_alone_costs_nothing_however_it_is_moved(
    parts: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wave(tmp_path)
    reference = {"source": "animation"} if "animation" in parts.get("reference", {}) else {}
    scene = {**BLOCK, "reference": {}, "pushes": [PUSH], **parts}
    scene["reference"] = reference | scene["reference"]
    bundle = made(scene, tmp_path, monkeypatch)
    assert np.abs(bundle.driving).max() > 0 or "handle" in parts
    left_alone(bundle, tmp_path)
    if bundle.rewind:
        states = bundle.track.states
        assert np.abs(states[-1] - states[0]).max() < ROUND_OFF * np.abs(states).max()
        assert (seam_deviations(bundle, 3) < ROUND_OFF * np.abs(states).max()).all()


def test_smoke_left_alone_costs_nothing_along_key_frames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_alone(made(SMOKE, tmp_path, monkeypatch), tmp_path)


def left_alone(bundle: Bundle, tmp_path: Path) -> None:
    """On the full model error and effort are round-off beside those of the scene's push."""
    drive = on_the_full_model(bundle, tmp_path)
    runs = steer(drive, bundle, "lqr", [[], bundle.pushes], record=True)
    assert runs.states is not None
    assert (
        np.abs(runs.states[:, 0] - bundle.track.states).max() < ROUND_OFF * np.abs(bundle.track.states).max()
    )
    assert runs.error[0] < ROUND_OFF * runs.error[1]
    assert runs.effort[0] < ROUND_OFF * runs.effort[1]
