"""Units for co-simulation, checked and run by FMPy beside Python."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from typer.testing import CliRunner

from runtime.body.contact.shapes import BOX
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.planning.options import Replanning
from runtime.observing.sensors import Sensor
from runtime.plant.push import Push
from softrein.cli import app
from softrein.errors import SoftreinError
from softrein.export.c.fmu import export_fmu
from softrein.export.c.write import make_c
from tests.runtime.bundle.carried import carried
from tests.runtime.bundle.with_actuators import with_actuators
from tests.softrein.export import kept_compiler
from tests.softrein.export.c_programs import WARNINGS
from tests.touching import boxes_bundle, touching_bundle

fmpy = pytest.importorskip("fmpy", reason="the extra `test` is not installed as a whole")

Array = np.ndarray
Give = Callable[..., None]
FIRST, LAST = 20, 25  # steps of the push
CLOSE = {"lqr": 1e-12, "mpc": 1e-10}  # m; plans magnify round-off


def checked(bundle: Bundle, path: Path, single: bool = False, controller: str = "lqr") -> None:
    """A unit without a complaint, of the checker or of a compiler's about its sources."""
    from fmpy.validation import validate_fmu

    export_fmu(bundle, path, controller, single)
    assert validate_fmu(str(path)) == []
    with zipfile.ZipFile(path) as archive:
        archive.extractall(path.parent / "unit")
    sources = path.parent / "unit" / "sources"
    complaints = kept_compiler.compiled(sources, ["gcc", *WARNINGS, "-O0", "-c", "fmi-3.c", "-o", "fmi-3.o"])
    assert not complaints, complaints


@pytest.fixture(autouse=True)
def keeps_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries that were built of the same sources before are taken."""
    monkeypatch.setenv("CC", f"{sys.executable} {kept_compiler.__file__} cc")


@contextmanager
def started(path: Path, early: bool = False) -> Iterator[Any]:
    """A unit of FMPy's that runs."""
    from fmpy.fmi3 import FMU3Slave

    described = fmpy.read_model_description(str(path))
    name, folder = described.coSimulation.modelIdentifier, fmpy.extract(str(path))
    unit = FMU3Slave(guid=described.guid, unzipDirectory=folder, modelIdentifier=name, instanceName="one")
    unit.instantiate(earlyReturnAllowed=early)
    unit.enterInitializationMode()
    unit.exitInitializationMode()
    yield unit
    unit.terminate()
    unit.freeInstance()


@contextmanager
def opened(path: Path) -> Iterator[tuple[Give, Callable[[str], Array], Callable[[float, float], None]]]:
    """A unit that runs: what sets inputs, tells outputs, and takes a step."""
    described = fmpy.read_model_description(str(path))
    references = {each.name: each.valueReference for each in described.modelVariables}
    sizes = {each.name: int(np.prod(each.shape)) if each.shape else 1 for each in described.modelVariables}

    with started(path) as unit:

        def give(of: str, *values: float | bool) -> None:
            told = unit.setBoolean if isinstance(values[0], bool) else unit.setFloat64
            told([references[of]], values)

        yield (
            give,
            lambda of: np.array(unit.getFloat64([references[of]], sizes[of])),
            unit.doStep,
        )


@pytest.mark.parametrize(("controlled", "moves"), [(True, False), (False, False), (True, True)])
def test_a_body_under_pushes(small_bundle: BodyBundle, tmp_path: Path, controlled: bool, moves: bool) -> None:
    """Also one whose handle moves: forces and places are in space."""
    bundle = carried(small_bundle) if moves else small_bundle
    force, h = (0.6, -1.0, 2.0), small_bundle.dt
    path = tmp_path / "beam.fmu"
    checked(bundle, path)
    push = Push("xmax", force, FIRST * h, (LAST - FIRST) * h)
    run = bundle.run([push], "lqr" if controlled else "none")
    places = bundle.shape.positions(bundle.in_space(run.states))[:, bundle.shape.vertex_of("xmax")]
    with opened(path) as (give, told, step):
        give("controlled", controlled)
        for k in range(bundle.steps):
            np.testing.assert_allclose(told("point.xmax"), places[k], rtol=0, atol=1e-12)
            give("push.xmax", *(force if FIRST <= k < LAST else (0.0, 0.0, 0.0)))
            step(k * h, h)
            np.testing.assert_allclose(told("acting"), run.controls[k], rtol=0, atol=1e-9)
        assert told("effort") == pytest.approx(run.effort, rel=1e-9, abs=1e-15)
    assert (run.effort > 0) == controlled


def test_communication_steps_need_not_be_whole(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Its time is that of the communication; the model takes whole steps. What is no step is refused."""
    h, path = small_bundle.dt, tmp_path / "beam.fmu"
    checked(small_bundle, path)
    places = small_bundle.shape.positions(small_bundle.run([], "lqr").states)
    tip = places[:, small_bundle.shape.vertex_of("xmax")]
    with opened(path) as (_, told, step):
        for k in range(10):
            step(0.7 * k * h, 0.7 * h)
            assert told("time") == pytest.approx(0.7 * (k + 1) * h)
            whole = int(0.7 * (k + 1) + 1e-6)
            np.testing.assert_allclose(told("point.xmax"), tip[whole], rtol=0, atol=1e-12)
        for size in (0.0, -h, np.nan, np.inf):
            with pytest.raises(fmpy.fmi1.FMICallException):
                step(7 * h, size)


def test_the_end_is_told_with_the_last_step(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Time does not go back, and an importer that allows no early return gets none."""
    h, path = small_bundle.dt, tmp_path / "beam.fmu"
    checked(small_bundle, path)
    end, size = small_bundle.steps * h, 0.7 * h
    for early in (False, True):
        with started(path, early) as unit:
            now, last = 0.0, 0.0
            while True:
                _, over, returned, last = unit.doStep(now, size)
                assert now <= last <= now + size * (1 + 1e-9)
                assert returned == (last < now + size * (1 - 1e-9))
                if over:
                    break
                now = last
            assert now < end <= now + size + 1e-9
            assert last == pytest.approx(end if early else now + size)
            _, over, *_, again = unit.doStep(last, size)
            assert over
            assert again >= last


@pytest.mark.parametrize("single", [False, True])
def test_a_tool_goes_on_within_a_communication_step(tmp_path: Path, single: bool) -> None:
    """As where it is told at each step of the bundle where it is, and how it is turned: it is a box."""
    bundle, path, many = touching_bundle(), tmp_path / "touching.fmu", 5
    contact, ball = (
        {name: each.copy() for name, each in bundle.contact.items()},
        bundle.obstacles.index("ball"),
    )
    contact["kinds"][ball], contact["sizes"][ball] = BOX, (0.03, 0.02, 0.01)
    bundle = replace(bundle, contact=contact)
    checked(bundle, path, single)
    way = np.array([0.0, -0.01, 0.0, 0.2, -0.3, 0.5, 0.0, -0.3, 0.05, 3.0, 4.0, -2.0])
    found = []
    for size in (1, many):
        with opened(path) as (give, told, step):
            give("controlled", False)
            give("moved.ball", True)
            for k in range(0, 4 * many, size):
                place = way[:3] + k * bundle.dt * way[6:9]
                turn = Rotation.from_rotvec(k * bundle.dt * way[9:]) * Rotation.from_rotvec(way[3:6])
                give("tool.ball", *place, *turn.as_rotvec(), *way[6:])
                step(k * bundle.dt, size * bundle.dt)
            found.append(told("point.xmax"))
    np.testing.assert_allclose(found[1], found[0], rtol=0, atol=1e-6 if single else 1e-12)
    rest = bundle.shape.positions(bundle.run([], "none").states[4 * many])[bundle.shape.vertex_of("xmax")]
    assert np.abs(found[0] - rest).max() > 1e-5  # it is felt


@pytest.mark.parametrize("controller", ["lqr", "mpc"])
def test_cables_and_chambers_under_feedback_or_plans(
    small_bundle: BodyBundle, tmp_path: Path, controller: str
) -> None:
    """As in Python; its two controllers do not do the same."""
    bundle = replace(with_actuators(small_bundle), replanning=Replanning(horizon=6))
    force, h, path = (0.6, -1.0, 2.0), bundle.dt, tmp_path / "beam.fmu"
    checked(bundle, path, controller=controller)
    push = Push("xmax", force, FIRST * h, (LAST - FIRST) * h)
    runs = {name: bundle.run([push], name) for name in ("lqr", "mpc")}
    controls = runs[controller].controls
    assert np.abs(runs["lqr"].controls - runs["mpc"].controls).max() > 1e-3 * np.abs(controls).max()
    places = bundle.shape.positions(runs[controller].states)[:, bundle.shape.vertex_of("xmax")]
    with opened(path) as (give, told, step):
        for k in range(bundle.steps):
            np.testing.assert_allclose(told("point.xmax"), places[k], rtol=0, atol=CLOSE[controller])
            give("push.xmax", *(force if FIRST <= k < LAST else (0.0, 0.0, 0.0)))
            step(k * h, h)
            np.testing.assert_allclose(told("acting"), controls[k], rtol=0, atol=1e-7)
        assert told("effort") == pytest.approx(runs[controller].effort, rel=1e-7)


def test_a_unit_has_nothing_of_an_observer(small_bundle: BodyBundle) -> None:
    """Which C has, and plans that reckon with the force that it suspects."""
    sensor = Sensor([int(small_bundle.shape.vertex_of("xmax"))], 1e-3)
    bundle = replace(small_bundle, sensors=[sensor], replanning=Replanning(horizon=6))
    for observed in (True, False):
        code = make_c(bundle, "mpc", False, None, observed).code
        assert ("observer_gains" in code) == ("by_force" in code) == observed


def test_a_unit_without_control_begins_so(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Also where what acts without control is not the feed-forward; fewer gains cost it nothing."""
    bundle, h = replace(small_bundle, uncontrolled=0.5 * small_bundle.track.feedforward), small_bundle.dt
    made, _ = export_fmu(bundle, tmp_path / "fmu.fmu", "none")
    assert made.loss is None
    places = bundle.shape.positions(bundle.run([], "none").states)[:, bundle.shape.vertex_of("xmax")]
    with opened(tmp_path / "fmu.fmu") as (_, told, step):
        for k in range(bundle.steps):
            np.testing.assert_allclose(told("point.xmax"), places[k], rtol=0, atol=1e-12)
            step(k * h, h)


def test_a_control_that_is_given_takes_the_place_of_feedback(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    """In communication steps of two steps each, from single precision."""
    bundle, path = small_bundle, tmp_path / "beam.fmu"
    checked(bundle, path, single=True)
    control = 0.3 * np.cos(np.arange(len(bundle.limits)))
    plant, state = bundle.plant(), bundle.track.states[0]
    for k in range(10):
        state = plant.step(state, bundle.uncontrolled[k] + bundle.actuators @ control)
    place = bundle.shape.positions(state)[bundle.shape.vertex_of("xmax")]
    with opened(path) as (give, told, step):
        give("controlled", False)
        give("control", *control)
        for k in range(5):
            step(2 * k * bundle.dt, 2 * bundle.dt)
        np.testing.assert_allclose(told("point.xmax"), place, rtol=0, atol=1e-5)
        assert told("time") == pytest.approx(10 * bundle.dt)


def test_a_state_is_gone_back_to_and_given_to_another_unit(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Twenty steps on, all are where the first one was, to the last bit."""
    path, h = tmp_path / "beam.fmu", small_bundle.dt
    export_fmu(small_bundle, path)
    described = fmpy.read_model_description(str(path))
    time, place, effort, push = (
        next(each.valueReference for each in described.modelVariables if each.name == name)
        for name in ("time", "point.xmax", "effort", "push.xmax")
    )

    def run(unit: Any, first: int) -> list[float]:
        for k in range(first, first + 20):
            unit.setFloat64([push], [0.0, 0.0, 2.0 if k < 15 else 0.0])
            unit.doStep(k * h, h)
        return [*unit.getFloat64([place], 3), *unit.getFloat64([effort], 1)]

    with started(path) as unit, started(path) as other:
        run(unit, 0)
        kept = unit.getFMUState()
        data = unit.serializeFMUState(kept)
        expected = run(unit, 20)
        unit.setFMUState(kept)
        unit.freeFMUState(kept)
        assert run(unit, 20) == expected
        told = other.deserializeFMUState(data)
        other.setFMUState(told)
        assert other.getFloat64([time]) == [pytest.approx(20 * h)]
        assert run(other, 20) == expected
        for wrong in (data[:-1], b"x" + data[1:], data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]):
            with pytest.raises(Exception, match="fmi3DeserializeFMUState"):
                other.deserializeFMUState(wrong, told)
        other.setFMUState(told)  # which those that were refused have left as it was
        assert other.getFloat64([time]) == [pytest.approx(20 * h)]
        assert run(other, 20) == expected
        other.freeFMUState(told)


def test_a_tool_is_moved(tmp_path: Path) -> None:
    bundle, path = touching_bundle(), tmp_path / "touching.fmu"
    checked(bundle, path)
    plant, state, way = bundle.plant(), bundle.track.states[0], [0.0, -0.028, *[0.0] * 10]
    with opened(path) as (give, told, step):
        give("controlled", False)
        give("tool.ball", *way)
        give("moved.ball", True)
        for k in range(20):
            inputs = bundle.uncontrolled[k].copy()
            inputs[bundle.inputs["tools"].start :] = way
            state = plant.step(state, inputs)
            step(k * bundle.dt, bundle.dt)
        place = bundle.shape.positions(state)[bundle.shape.vertex_of("xmax")]
        np.testing.assert_allclose(told("point.xmax"), place, rtol=0, atol=1e-12)
    assert np.abs(state - bundle.run([], "none").states[20]).max() > 1e-3 * np.abs(state).max()


def test_boxes_tell_how_they_are_turned(tmp_path: Path) -> None:
    bundle, path = boxes_bundle(), tmp_path / "boxes.fmu"
    checked(bundle, path)
    states = bundle.run([], "none").states
    with opened(path) as (give, told, step):
        give("controlled", False)
        for k in range(bundle.steps):
            step(k * bundle.dt, bundle.dt)
        for name in ("box", "rod"):
            pose = bundle.obstacle_poses(bundle.steps, states[-1])[bundle.obstacles.index(name)]
            np.testing.assert_allclose(told(f"pose.{name}"), pose, rtol=0, atol=1e-3)  # there a rotation
            assert np.abs(pose - bundle.obstacle_poses()[bundle.obstacles.index(name)]).max() > 0.3


@pytest.mark.parametrize("fixture", ["small_smoke", "small_plume"])
def test_smoke_in_a_wind(request: pytest.FixtureRequest, tmp_path: Path, fixture: str) -> None:
    """In a plane, and in space."""
    bundle: SmokeBundle = request.getfixturevalue(fixture)
    path, h = tmp_path / "smoke.fmu", bundle.dt
    checked(bundle, path)
    place, wind = (0.5, 0.4, 0.5)[: bundle.axes], (1.0, -1.0, 2.0)[: bundle.axes]
    states = bundle.run([Push(place, wind, 10 * h, 10 * h, 0.1)], "lqr").states
    with opened(path) as (give, told, step):
        give("wind.place", *place)
        give("wind.acceleration", *wind)
        for k in range(bundle.steps):
            give("wind.width", 0.1 if 10 <= k < 20 else 0.0)
            step(k * h, h)
            places = states[k + 1, : bundle.flow_start]
            np.testing.assert_allclose(told("particles"), places, rtol=0, atol=1e-12)


def test_the_command_says_whether_there_is_a_library(
    small_bundle: BodyBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle_file.save(small_bundle, tmp_path / "a.softrein")
    words = ["export", str(tmp_path / "a.softrein"), "--fmu"]
    monkeypatch.setenv("CC", "no-such-compiler")
    done = CliRunner().invoke(app, [*words, str(tmp_path / "a.fmu"), "--gains", "keyed"])
    assert done.exit_code == 0, done.output
    assert "there is no C compiler" in done.output
    with zipfile.ZipFile(tmp_path / "a.fmu") as archive:
        assert not [name for name in archive.namelist() if name.startswith("binaries")]
    for wrong in ([str(tmp_path / "a.zip")], [str(tmp_path / "b.fmu"), "--c", str(tmp_path / "c")]):
        done = CliRunner().invoke(app, [*words, *wrong])
        assert isinstance(done.exception, SoftreinError)
    monkeypatch.setenv("CC", "cc -DNDEBUG")
    done = CliRunner().invoke(app, [*words, str(tmp_path / "a.fmu"), "--gains", "keyed"])
    assert "there is no C compiler" not in done.output
    with zipfile.ZipFile(tmp_path / "a.fmu") as archive:
        assert [name for name in archive.namelist() if name.startswith("binaries")]
    monkeypatch.setenv("CC", "false")
    done = CliRunner().invoke(app, [*words, str(tmp_path / "b.fmu")])
    assert "false failed" in str(done.exception)
    assert not (tmp_path / "b.fmu").exists()
    assert not (tmp_path / "c").exists()
