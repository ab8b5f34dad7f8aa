"""Published robots: their files, the loop with a controller of one's own, and the published figures."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from offline.full.body.full_body import build_full_body, simulate
from offline.robots.loop import drive_robot, maker, task_of
from offline.robots.robots import ARRAYS, ROBOTS, Log, Robot, _arrays, robots
from offline.robots.study import compared, judge, open_loop, reduced_loop
from offline.scenes.reading import scene_of
from softrein.api.precomputing import precompute
from softrein.cli import app
from softrein.commands.judged import tables, write_suite
from softrein.errors import ControllerError, SceneError, SimulationError
from tests.shared_bundles import shared_bundle

ROOT = Path(__file__).resolve().parents[3]
DATA = os.environ.get("SOFTREIN_RECORDINGS", "")
ROUND = 0.8  # s
TIP = [[0.0], [0.004], [0.0], [-0.004]]


@pytest.fixture(scope="module")
def arm():
    """A small robot: an arm with two cables, whose tip goes to and fro."""
    cables = [
        {
            "name": name, "kind": "cable", "limit": [0.0, 4.0],
            "points": [[0.0, y, 0.02], [0.1, y, 0.02], [0.2, y, 0.02]],
        }
        for name, y in (("left", 0.005), ("right", 0.035))
    ]  # fmt: skip
    scene = scene_of(
        {
            "name": "arm", "seed": 3, "up": "z", "start": "equilibrium", "gravity": [0.0, 0.0, -1.0],
            "watch": "xmax",
            "mesh": {
                "body": "block", "cells": [5, 2, 2], "size": [0.2, 0.04, 0.04], "fixed": ["xmin"],
                "masses": "equal",
            },
            "materials": {"body": {"young": 1e5, "poisson": 0.4, "density": 1000.0, "law": "corotated"}},
            "damping": {"mass": 1.0, "stiffness": 0.01},
            "time": {"step": 0.01, "steps": 80, "scheme": "euler"},
            "enrichment": {"kind": "actuation", "runs": 3, "radius": [0.02, 0.05], "duration": 0.1},
            "basis": {"rank": 8},
            "control": {
                "control_cost": 1e-9, "discretisation": "step", "actuators": cables,
                "paths": [
                    {
                        "region": "xmax", "axes": "y", "absolute": False, "points": TIP, "period": ROUND,
                        "weight": 1.0,
                    }
                ],
            },
            "sensors": [{"region": "xmax", "noise": 1e-4}],
            "observer": {"force": 0.01},
        }
    )  # fmt: skip
    return Robot("arm", "an arm", scene), shared_bundle(scene)


class Rests:
    """Somebody's controller, which has seen its task."""

    def __init__(self, task):
        self.task = task
        assert task.wanted.shape == (81, 1, 3)
        assert task.actuators == ["left", "right"]
        assert task.limits.tolist() == [[0.0, 4.0], [0.0, 4.0]]

    def control(self, step, y):
        assert y.shape == (len(self.task.markers), 3)
        return self.task.rest


class Bad(Rests):
    def control(self, step, y):
        return [np.nan, 0.0] if step == 3 else self.task.rest


class Odd(Rests):
    def control(self, step, y):
        raise ZeroDivisionError("<odd>")


def test_controllers_by_markers_alone_on_the_full_model(arm):
    robot, bundle = arm
    own = f"{__name__}:Rests"
    sys.modules.setdefault(__name__, sys.modules[Rests.__module__])
    judged = judge([robot], [bundle], ["none", "lqr", "mpc", own])
    found = judged.facts["arm"]["controllers"]
    assert found[own] | {"plan [ms]": 0, "plan 99 % [ms]": 0} == found["none"] | {
        "plan [ms]": 0, "plan 99 % [ms]": 0,
    }  # fmt: skip
    assert found["none"]["rms [mm]"] == pytest.approx(4 / np.sqrt(2), rel=0.1)  # of a sine of 4 mm
    assert found["mpc"]["rms [mm]"] < 0.1 * found["none"]["rms [mm]"]
    wanted, places = judged.places["arm"]["wanted"], judged.places["arm"]["mpc"]
    assert places.shape == wanted.shape == (81, 1, 3)
    off = np.abs(places - wanted)[40:, 0, 1]  # from half a second on, of at most half the motion
    assert found["mpc"]["rms [mm]"] == pytest.approx(1e3 * np.sqrt(np.mean(off**2)))
    for who in ("lqr", "mpc"):  # as much as holds the tip where it should be, when it should be there
        assert found[who]["effort"] == pytest.approx(found["mpc"]["effort"], rel=0.2)
    assert found["mpc"]["effort"] > found["none"]["effort"]


def test_a_controller_does_not_change_what_it_is_judged_by(arm):
    robot, bundle = arm
    task = task_of("arm", build_full_body(robot.scene), bundle)
    for name in ("wanted", "limits", "rest", "vertices", "markers"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(task, name)[...] = 0


def test_the_page_s_controller_does_what_it_says(arm):
    robot, bundle = arm
    page = (ROOT / "docs" / "robots.md").read_text("utf-8")
    own: dict[str, object] = {}
    exec(page.split("```python\n")[1].split("```")[0], own)
    full = build_full_body(robot.scene)
    task = task_of("arm", full, bundle)
    held = drive_robot(full, task, own["Held"](task))
    np.testing.assert_array_equal(held.places, drive_robot(full, task, maker("none")(task)).places)
    for word in vars(task):
        assert f"`{word}`" in page, word


def test_the_command_judges_those_that_have_a_model(arm, tmp_path, monkeypatch, recwarn):
    robot, bundle = arm

    def made(scene, path, *rest):
        if scene.name == "arm":
            return bundle
        raise SimulationError("it has collapsed")

    there = {name: lambda data, folder, name=name: _named(robot, name) for name in ("arm", "heap")}
    monkeypatch.setattr("offline.robots.robots.ROBOTS", there)
    monkeypatch.setattr("softrein.precompute", made)
    words = ["robots", "-c", "none", "-c", "lqr", "-o", str(tmp_path), "--workers", "0", "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    facts = json.loads((tmp_path / "robots.json").read_text())["robots"]
    assert list(facts) == ["arm"]
    assert list(facts["arm"]["controllers"]) == ["none", "lqr"]
    assert "heap is left out, for it has no reduced model: it has collapsed" in str(recwarn[0].message)

    def untuned(*given):
        raise SimulationError("no rival can be tuned")

    monkeypatch.setattr("softrein.api.tuning.missing", lambda bundle, names: ["pd"])
    monkeypatch.setattr("softrein.api.tuning.tuned_and_kept", untuned)
    assert CliRunner().invoke(app, words).exit_code == 0  # the others still have figures
    assert "arm: lqr: no rival can be tuned" in [str(each.message) for each in recwarn]
    monkeypatch.undo()
    monkeypatch.setattr("softrein.precompute", made)
    monkeypatch.setattr("offline.robots.robots.ROBOTS", {"heap": there["heap"]})
    done = CliRunner().invoke(app, words)
    assert "no robot is left" in str(done.exception or done.output)


def _named(robot, name):
    return robot._replace(name=name, scene=robot.scene.model_copy(update={"name": name}))


@pytest.mark.slow("equilibria of two large bodies")
@pytest.mark.parametrize("name", ["own-trunk", "own-finger"])
def test_of_the_package_s_robots_one_vertex_is_measured(name, tmp_path):
    robot = robots([name], None, tmp_path)[0]
    scene = robot.scene.model_copy(update={"time": robot.scene.time.model_copy(update={"steps": 2})})
    full = build_full_body(scene)
    (sensor,) = robot.scene.sensors
    assert len(sensor.vertices) == 1
    region = full.mesh.regions[robot.scene.control.paths[0].region]
    middle = full.mesh.vertices[region].mean(axis=0)
    assert sensor.vertices[0] in region
    assert np.linalg.norm(full.mesh.vertices[sensor.vertices[0]] - middle) < 2e-3
    assert all(np.isfinite(u).all() for u, _ in simulate(full))


def test_a_log_is_held_against_both_models(arm):
    """What the full model logs of itself it repeats; the reduced one nearly, and not with other tensions."""
    robot, bundle = arm
    full = build_full_body(robot.scene)
    rest = full.body.positions(full.start())
    time = 0.01 * np.arange(80)[:, None]
    pulled = 1.5 * (1 + np.sin(2 * np.pi * time / ROUND * [1.0, 1.5] + [0, 2]))
    vertex = int(bundle.regions["xmax"][0])
    log = Log(rest, pulled, np.zeros((81, 3)), vertex)
    log = log._replace(places=open_loop(full, log))
    robot = robot._replace(log=log)
    moved = 1e3 * float(np.sqrt(np.mean(np.sum((log.places - log.places[0]) ** 2, axis=1))))
    found = compared(robot, bundle, full).facts
    assert found["equilibrium rms [mm]"] == found["full rms [mm]"] == 0.0
    assert 0.0 < found["reduced rms [mm]"] < 0.1 * moved
    other = log._replace(pulled=pulled[:, ::-1])
    assert compared(robot._replace(log=other), bundle, full).facts["full rms [mm]"] > moved


def test_a_basis_shows_where_the_body_rests(arm):
    """So the model's correction, which acts wherever the body is, is small beside its weight."""
    _, bundle = arm
    assert np.linalg.norm(bundle.correction[0]) < 0.2 * np.linalg.norm(bundle.plant().model.standing)


def test_tables_and_page_of_a_suite_in_which_some_fail(arm, tmp_path):
    robot, bundle = arm
    full = build_full_body(robot.scene)
    log = Log(full.body.positions(full.start()), np.zeros((80, 2)), np.zeros((81, 3)), 0)
    sys.modules.setdefault(__name__, sys.modules[Rests.__module__])
    judged = judge([robot._replace(log=log)], [bundle], ["none", f"{__name__}:Bad", f"{__name__}:Odd"])
    found = judged.facts["arm"]["controllers"]
    assert "has to return 2 finite numbers" in found[f"{__name__}:Bad"]["error"]
    assert found[f"{__name__}:Odd"]["error"] == "ZeroDivisionError: <odd>"
    write_suite(judged, {"arm": "y"}, tmp_path)
    page = (tmp_path / "robots.html").read_text()
    assert "&lt;odd&gt;" in page
    assert page.count("<img") == 2
    assert len(list(tables(judged.facts))) == 2
    assert set(json.loads((tmp_path / "robots.json").read_text())) == {"machine", "robots"}


def test_what_a_controller_must_be(arm, tmp_path, monkeypatch):
    robot, bundle = arm
    full = build_full_body(robot.scene)
    task = task_of("arm", full, bundle)
    with pytest.raises(ControllerError, match=r"step 3: control\(\) has to return 2 finite numbers"):
        drive_robot(full, task, Bad(task))
    (tmp_path / "leaves_softrein.py").write_text("import sys; sys.exit('usage: mine')")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, words in (
        ("nowhere:Mine", "nowhere"),
        ("json:loads", "no class with"),
        ("json:x", "'x'"),
        ("leaves_softrein:Mine", "SystemExit: usage: mine"),
    ):
        with pytest.raises(ControllerError, match=words):
            maker(name)


def test_unknown_robots_and_missing_files(tmp_path):
    with pytest.raises(SceneError, match="there is no robot 'crab'; there are diamond, trunk-10"):
        robots(["crab"], None, tmp_path)
    with pytest.raises(SceneError, match=r"trunk-30 needs trunk.vtk: give the folder that has it, --data"):
        robots(["trunk-30"], None, tmp_path)
    with pytest.raises(SceneError, match=r"diamond needs diamond\.npz: it is not in"):
        robots([], tmp_path, tmp_path)


def test_the_command_says_what_is_wrong_with_what_was_asked(tmp_path):
    for words, told in (
        (["crab"], "there is no robot 'crab'"),
        (["own-trunk", "-c", "nobody"], "nobody"),
        (["own-trunk", "-c", "json:loads"], "no class with"),
    ):
        done = CliRunner().invoke(app, ["robots", *words, "-o", str(tmp_path / "out")])
        assert done.exit_code != 0
        assert told in str(done.exception or done.output)


@pytest.mark.parametrize(
    "name",
    [
        "garbage",
        "one array",
        "words",
        "none",
        "fractions",
        "pickled",
        "columns",
        "vertices",
        "missing",
        "one number",
        "encrypted",
    ],
)
def test_a_file_that_is_something_else(tmp_path, name):
    count = 1500
    arrays = {each: np.zeros((count, columns)) for each, columns in ARRAYS.items()}
    if name == "pickled":
        arrays["u"] = np.array([[{}] * 4] * count)
    elif name == "words":
        arrays["X"] = np.full((count, 3), "x")
    elif name == "none":
        arrays["T"] = np.zeros((0, 4))
    elif name == "fractions":
        arrays["T"] = np.full((3, 4), 0.5)
    elif name == "columns":
        arrays["z"] = np.zeros((count, 3))
    elif name == "vertices":
        arrays["T"] = np.full((3, 4), count)
    elif name == "missing":
        del arrays["q0"]
    elif name == "one number":
        arrays["u"] = np.array(0.0)
    path = tmp_path / "diamond.npz"
    np.savez(path, **arrays)
    if name == "one array":
        np.save(tmp_path / "one.npy", arrays["X"])
        path.write_bytes((tmp_path / "one.npy").read_bytes())
    if name == "encrypted":  # as the first bit of the flags of each entry says, in both of its headers
        data = bytearray(path.read_bytes())
        for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            for found in re.finditer(re.escape(mark), bytes(data)):
                data[found.start() + offset] |= 1
        path.write_bytes(data)
    if name == "garbage":
        path.write_bytes(b"no archive at all")
    with pytest.raises(SceneError, match=r"diamond\.npz"):
        ROBOTS["diamond"](tmp_path, tmp_path)


def test_numbers_of_vertices_may_be_unsigned(tmp_path):
    arrays = {each: np.zeros((1500, columns)) for each, columns in ARRAYS.items()}
    path = tmp_path / "diamond.npz"
    np.savez(path, **(arrays | {"T": np.arange(8, dtype=np.uint32).reshape(2, 4)}))
    assert _arrays(path)["T"].dtype == np.uint32


@pytest.fixture
def diamond(tmp_path):
    """The diamond and its log."""
    if not DATA:
        pytest.skip("SOFTREIN_RECORDINGS names no folder with recordings")
    robot = robots(["diamond"], Path(DATA) / "robots", tmp_path)[0]
    assert robot.log is not None
    return robot, robot.log


def rms(off):
    return np.sqrt(np.mean(np.sum(off**2, axis=1)))


def test_the_diamond_rests_as_its_authors_simulator_has_it(diamond):
    robot, log = diamond
    full = build_full_body(robot.scene)
    assert rms(full.body.positions(full.start()) - log.equilibrium) < 0.25e-3
    by_volume = robot.scene.model_copy(
        update={"mesh": robot.scene.mesh.model_copy(update={"masses": "volume"})}
    )
    other = build_full_body(by_volume)
    assert rms(other.body.positions(other.start()) - log.equilibrium) > 1e-3


@pytest.mark.slow("two seconds of a large body")
def test_the_diamond_moves_as_its_authors_simulator_has_it(diamond):
    robot, log = diamond
    time = robot.scene.time.model_copy(update={"steps": 200})
    full = replace(build_full_body(robot.scene), scene=robot.scene.model_copy(update={"time": time}))
    assert rms(open_loop(full, log) - log.places[:201]) < 0.5e-3


@pytest.mark.slow("the runs that train the reduced model of a large body")
def test_the_reduced_diamond_moves_as_its_authors_simulator_has_it(diamond):
    robot, log = diamond
    bundle = precompute(robot.scene)
    assert bundle.rank <= 24
    assert rms(reduced_loop(bundle, log) - log.places[: bundle.steps + 1]) < 0.5e-3
