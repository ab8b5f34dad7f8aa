"""Every declared field of a bundle is checked against its declaration, when loaded and when saved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runtime.base.fields import LARGEST, Stored, declared, stored_arrays
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.members import STAGE
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.push import Ensemble, Push
from runtime.target import Target
from softrein.errors import BundleError, SoftreinError
from tests.runtime.bundle.bundle_files import Change, array, entry, header_of, heading, resigned, stored
from tests.tiny_bundles import STEPS, tiny_body, tiny_smoke

BUNDLES: dict[str, Bundle] = {"body": tiny_body(), "smoke": tiny_smoke()}
NO_NUMBERS = [np.nan, np.inf, -np.inf, 1.1 * LARGEST]


@pytest.fixture(scope="module", params=BUNDLES)
def original(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Bundle, bytes]:
    path = tmp_path_factory.mktemp("tiny") / "tiny.softrein"
    bundle_file.save(BUNDLES[request.param], path)
    return BUNDLES[request.param], path.read_bytes()


@pytest.fixture
def path(original: tuple[Bundle, bytes], tmp_path: Path) -> Path:
    return tmp_path / "a.softrein"


def refused(path: Path, data: bytes, change: Change, field: str) -> str:
    """What is said of a file that somebody altered and signed: it names the file and the field."""
    path.write_bytes(data)
    resigned(path, change)
    with pytest.raises(BundleError) as caught:
        bundle_file.load(path)
    said = str(caught.value)
    assert said.startswith(f"{path}: "), said
    assert field in said, said
    assert said.isprintable()
    return said


def outside(wanted: Stored) -> Iterator[float]:
    """Numbers that are just not in range."""
    if wanted.least is not None:
        yield np.nextafter(wanted.least, -np.inf)
    if wanted.above is not None:
        yield wanted.above
    if wanted.most is not None:
        yield np.nextafter(wanted.most, np.inf)


def test_what_was_made_by_code_is_whole(original: tuple[Bundle, bytes], path: Path) -> None:
    bundle, data = original
    path.write_bytes(data)
    again = bundle_file.load(path)
    arrays = {name: values for name, _, values in stored_arrays(again)}
    for name, _, values in stored_arrays(bundle):
        np.testing.assert_array_equal(arrays.pop(name), values, err_msg=name)
    assert not arrays
    assert np.isinf(again.limits).any()
    assert again.pushes == [
        replace(push, at=_list(push.at), force=_list(push.force)) for push in bundle.pushes
    ]
    assert (again.targets, again.ensemble, again.stages) == (bundle.targets, bundle.ensemble, bundle.stages)


def _list(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.slow("a bundle is written and read for each array")
def test_every_array_holds_finite_numbers_in_its_range(original: tuple[Bundle, bytes], path: Path) -> None:
    bundle, data = original
    for name, wanted, values in stored_arrays(bundle):
        if values.dtype.kind != "f" or not values.size:
            continue
        for value in [*NO_NUMBERS, *outside(wanted)]:
            if name == "limits" and value > 0:
                continue
            bad = values.copy()
            bad.flat[-1] = value
            refused(path, data, array(name, bad), name)


def test_every_index_is_of_something(original: tuple[Bundle, bytes], path: Path) -> None:
    bundle, data = original
    for name, wanted, values in stored_arrays(bundle):
        if wanted.below:
            for value in (-1, 2**63 - 1):
                bad = values.copy()
                bad.flat[0] = value
                refused(path, data, array(name, bad), name)
    refused(path, data, array("costs/steps", np.array([0, STEPS + 1])), "costs/steps")


@pytest.mark.slow("a bundle is written and read for each array")
def test_every_shape_is_as_declared(original: tuple[Bundle, bytes], path: Path) -> None:
    bundle, data = original
    for name, _, values in stored_arrays(bundle):
        if name.startswith("regions/"):
            refused(path, data, array(name, values[None]), name)
            continue
        for bad in (values[None], np.zeros((), values.dtype), values[..., :0]):
            if bad.shape == values.shape:
                continue
            said = refused(path, data, array(name, bad), "")
            assert bad.ndim != 0 or name in said


def numbers_of(data: Any, *way: str | int) -> Iterator[tuple[tuple[str | int, ...], float]]:
    """Every number in plain data, and how one gets there."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from numbers_of(value, *way, key)
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield way, data


@pytest.mark.slow("a bundle is written and read for each number")
def test_every_number_of_the_header_is_one(original: tuple[Bundle, bytes], path: Path) -> None:
    _, data = original
    path.write_bytes(data)
    header = json.loads(stored(path)["header"].tobytes())
    found = list(numbers_of(header))
    assert len(found) > 15
    for way, _ in found:
        for value in (np.nan, np.inf, -np.inf, 10**400, "soon", True, [], {"a": 1}):
            named = way[:2] if way[-1] == "at" else way  # where a list may be a point
            refused(path, data, entry(*way, value=value), ".".join(map(str, named)))


def test_every_key_of_the_header_is_known_and_there(original: tuple[Bundle, bytes], path: Path) -> None:
    _, data = original
    path.write_bytes(data)
    header = json.loads(stored(path)["header"].tobytes())
    for name in header.keys() - {"elastic"}:
        refused(path, data, heading(**{name: None}), name)
    for name, kind in {"pushes": Push, "targets": Target}.items():
        for k, each in enumerate(header[name]):
            refused(path, data, entry(name, k, "colour", value=1), "colour")
            for key, one in declared(kind).items():
                if not one.optional:
                    without = {other: each[other] for other in each if other != key}
                    refused(path, data, entry(name, k, value=without), f"{name}.{k}.{key}")


@pytest.mark.parametrize("kind", [BodyBundle, SmokeBundle, Push, Target, Ensemble])
def test_ranges_of_plain_numbers_are_kept(kind: type, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("range") / "a.softrein"
    which = "smoke" if kind is SmokeBundle else "body"
    bundle_file.save(BUNDLES[which], path)
    data = path.read_bytes()
    ways: dict[type, tuple[str | int, ...]] = {
        Push: ("pushes", 0),
        Target: ("targets", 0),
        Ensemble: ("ensemble",),
    }
    way = ways.get(kind, ())
    for name, each in declared(kind).items():
        if each.place == "header" and each.type in (int, float):
            for value in outside(each):
                number = int(value) if each.type is int else float(value)
                number += int(number in (each.least, each.most)) if each.type is int else 0
                if not each.holds(number):
                    refused(path, data, entry(*way, name, value=number), name)
    path.write_bytes(data)
    bundle_file.load(path)


NAMES = ["a\x1b[31m", "two\nlines", "n" * 201, "\u202eturned", "\x00", "\ud800"]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_short_and_printable(name: str, tmp_path: Path) -> None:
    body, path = BUNDLES["body"], tmp_path / "a.softrein"
    assert isinstance(body, BodyBundle)
    bundle_file.save(body, path)
    data = path.read_bytes()
    refused(path, data, heading(name=name), "name")
    refused(path, data, entry("targets", 0, "name", value=name), "targets.0.name")
    refused(path, data, entry("actuator_names", 1, value=name), "actuator_names.1")
    refused(path, data, entry("scene", name, value=1), "scene")
    for change in ({"name": name}, {"gains": {name: body.gains["pd"]}}, {"regions": {name: body.free[:1]}}):
        with pytest.raises(BundleError, match="name"):
            bundle_file.save(
                replace(body, targets=[], watch=None, offsets={}, **change), tmp_path / "b.softrein"
            )  # type: ignore[arg-type]
    assert not (tmp_path / "b.softrein").exists()


def test_what_does_not_belong_together_is_refused(tmp_path: Path) -> None:
    body, path = BUNDLES["body"], tmp_path / "a.softrein"
    bundle_file.save(body, path)
    data = path.read_bytes()
    held = np.flatnonzero(body.vertices[:, 1] < 1e-9)  # type: ignore[attr-defined]
    changes: list[tuple[Change, str]] = [
        (entry("targets", 0, "region", value="tail"), "targets.0.region"),
        (entry("targets", 0, "step", value=STEPS + 1), "targets.0.step"),
        (entry("targets", 0, "up", value="z"), "targets.0.up"),
        (entry("paths", 0, "region", value="tail"), "paths.0.region"),
        (entry("paths", 0, "axes", value="xx"), "paths.0"),
        (entry("paths", 0, "axes", value="x"), "costs/places"),
        (heading(paths=[]), "costs/places"),
        (array("costs/goals", np.zeros((0, 0))), "costs/goals"),
        (array("costs/goals", np.zeros((STEPS, 2))), "costs/goals"),
        (array("costs/weights", np.array([1.0, -1.0])), "costs/weights"),
        (array("costs/places", np.ones((2, 5))), "costs/places"),
        (heading(watch="tail"), "watch"),
        (array("regions/top", np.zeros(0, dtype=np.int64)), "region"),
        (heading(actuator_names=["one"]), "actuator_names"),
        (heading(actuator_names=["one", 2]), "actuator_names.1"),
        (array("surface", np.tile(held[:3], (4, 1))), "surface"),
        (array("skin/weights", np.full((3, 4), 0.3)), "skin/weights"),
        (array("skin/weights", np.array([[2.0, -1, 0, 0], [1, 0, 0, 0], [np.inf, 0, 0, 0]])), "skin/weights"),
        (array("skin/triangles", np.zeros((0, 3), dtype=np.int64)), "skin/triangles"),
        (array("skin/corners", None), "skin"),
        (array("costs/running", -np.eye(4)), "costs/running"),
        (array("costs/control", np.array([[1.0, 0.5], [0.0, 1.0]])), "costs/control"),
        (array("model/mass", 2 * np.eye(2)), "mass"),
        (array("offsets/other", np.zeros((STEPS, 2))), "offsets/other"),
        (array("parts/other.x", np.zeros(3)), "parts/other.x"),
        (array("gains/none", np.zeros((1, 2, 4))), "gains/none"),
        (array("gains/pd", np.zeros((2, 2, 4))), "gains/pd"),
        (heading(newton_iterations=2**63), "newton_iterations"),
        (heading(stages=[{"stage": "a"}]), "stages.0.seconds"),
        (heading(stages=[{"stage": "a", "seconds": 1.0, "result": 5}]), "stages.0.result"),
        (heading(stages=[["a"]]), "stages.0"),
        (heading(pushes=[{"at": 0, "force": [0, 0, 1]}] * 1001), "pushes"),
        (entry("pushes", 0, "at", value=10**6), "pushes.0"),
        (entry("pushes", 0, "at", value=True), "pushes.0.at"),
        (entry("pushes", 0, "force", value=[1.0]), "pushes.0"),
        (entry("pushes", 1, "noise", value=1e-320), "pushes.1"),
        (heading(discretisation="both"), "discretisation"),
        (heading(description="x" * 200_000), "description"),
    ]
    for change, field in changes:
        refused(path, data, change, field)


def test_a_motion_of_no_steps_is_none(original: tuple[Bundle, bytes], path: Path) -> None:
    bundle, data = original

    def still(file: Any) -> None:
        for name, values in stored(path).items():
            if name.partition("/")[0] in ("track", "uncontrolled", "gains", "offsets", "full_paths"):
                array(name, values[: 1 if name in ("track/states", "full_paths") else 0])(file)
        array("costs/schedule", np.zeros(0))(file)

    path.write_bytes(data)
    refused(path, data, still, "time steps")
    with pytest.raises(BundleError, match="time steps"):
        bundle_file.save(
            replace(
                bundle,
                track=bundle.track._replace(
                    states=bundle.track.states[:1], feedforward=bundle.track.feedforward[:0]
                ),
            ),
            path,
        )


def test_what_is_built_in_python_is_checked_when_it_is_saved(tmp_path: Path) -> None:
    body, path = BUNDLES["body"], tmp_path / "a.softrein"
    for change, field in (
        ({"dt": np.nan}, "dt"),
        ({"newton_iterations": 2**63}, "newton_iterations"),
        ({"limits": np.array([[-1.0, 1.0], [0.5, 1.0]])}, "limits of control 1"),
        ({"uncontrolled": np.full((STEPS, 2), np.inf)}, "uncontrolled"),
        ({"pushes": [Push(0, (0, 0, np.inf))]}, "pushes.0.force.2"),
        ({"pushes": [Push(0, (0.0, 0.0, 1.0), duration=np.inf)]}, "pushes.0.duration"),
        ({"targets": [replace(body.targets[0], radius=-1.0)]}, "targets.0.radius"),
        ({"stages": [{"stage": "a", "seconds": np.inf, "result": ""}]}, "stages.0.seconds"),
        ({"scene": {"a": object()}}, "scene.a"),
        ({"vertices": [[0.0, 0.0, 0.0]]}, "vertices"),
    ):
        wrong = replace(body, **change)  # type: ignore[arg-type]
        with pytest.raises((ValueError, SoftreinError), match=field):
            wrong.check()
        with pytest.raises(BundleError, match=field) as caught:
            bundle_file.save(wrong, path)
        assert str(caught.value).startswith(f"{path}: ")
        assert not list(tmp_path.iterdir())


def test_numbers_of_other_widths_are_written_as_the_format_has_them(tmp_path: Path) -> None:
    """Single precision, 32-bit indices and NumPy's numbers in records: a file has doubles and 64 bits."""
    body, path = BUNDLES["body"], tmp_path / "a.softrein"
    assert isinstance(body, BodyBundle)
    push = Push(np.int64(3), np.array([0.0, 0.0, 1.0]), np.float64(0.04))  # type: ignore[arg-type]
    bundle_file.save(
        replace(
            body, tets=body.tets.astype(np.int32), vertices=body.vertices.astype(np.float32), pushes=[push]
        ),
        path,
    )
    again = bundle_file.load(path)
    assert isinstance(again, BodyBundle)
    assert (again.tets.dtype, again.vertices.dtype) == (np.int64, np.float64)
    assert again.pushes == [Push(3, [0.0, 0.0, 1.0], 0.04)]


def test_every_field_says_what_it_means() -> None:
    """The document is made of it."""
    for kind in (BodyBundle, SmokeBundle, Push, Target):
        for name, each in declared(kind).items():
            for member, one in (each.members or {"": each}).items():
                assert one.meaning or each.members is STAGE or name == "name", f"{name} {member}"


def test_a_change_in_the_header_alone_is_no_harm(original: tuple[Bundle, bytes], path: Path) -> None:
    """That the changes of these tests leave a file whole: the header as it was, signed again."""
    _, data = original
    path.write_bytes(data)
    resigned(path, lambda file: heading(**header_of(file))(file))
    bundle_file.load(path)
