"""The bundle's format as docs/bundle.md describes it, checked against files."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from pathlib import Path

import h5py
import numpy as np
import pytest

from runtime.base.fields import declared, header_of
from runtime.base.kernels import BLOCK
from runtime.body.elastic import OPERATORS
from runtime.body.polynomial import monomial_length
from runtime.body.terms.kinds import stored_arrays
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from tests.runtime.bundle.bundle_document import written
from tests.runtime.bundle.bundle_files import checksum, resigned, stored
from tests.runtime.bundle.few_actuators import few_actuators
from tests.runtime.bundle.with_actuators import with_actuators
from tests.touching import on_ground

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = (ROOT / "docs" / "bundle.md").read_text(encoding="utf-8")
CONTROLLERS = ("lqr", "p", "pd", "spd", "timed", "none")
TYPES = {"f8": "<f8", "i8": "<i8", "u1": "|u1", "b1": "|b1"}


# The document


def table(text: str, first: str) -> list[list[str]]:
    """The rows of all tables in a text whose first heading is `first`."""
    rows, inside, before = [], False, ""
    for line in text.splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        if not before.startswith("|"):
            inside = line.startswith("|") and cells[0] == first
        elif inside and line.startswith("|") and not set(cells[0]) <= {"-"}:
            rows.append(cells)
        before = line
    assert rows, f"no table of {first}"
    return rows


def section(title: str) -> str:
    """What stands under one of the document's main headings."""
    parts = re.split(r"^## ", DOCUMENT, flags=re.MULTILINE)
    return next(part for part in parts if part.startswith(title))


def described(kind: str) -> dict[str, tuple[list[str], str, bool]]:
    """The data sets of a kind: name -> shape, type, whether it may be left out."""
    own = {"deformable": "A soft body", "fluid": "Smoke"}[kind]
    rows = [
        row for title in ("What bundles of both kinds hold", own) for row in table(section(title), "data set")
    ]
    return {
        name: (split_shape(shape), TYPES[kind_of], meaning.startswith("optional"))
        for name, shape, kind_of, _unit, _range, meaning in rows
    }


def split_shape(shape: str) -> list[str]:
    assert shape[0] == "("
    assert shape[-1] == ")"
    return shape[1:-1].split(", ")


def value(expression: str, sizes: dict[str, int]) -> int:
    """A size such as `2r` or `L (L + 8) / 2`."""
    times = r"(?<=[\w)]) *(?=\()|(?<=\d)(?=[a-zA-Z])|(?<=[a-z]) (?=[a-z])"
    spelt = re.sub(times, "*", expression).replace("/", "//")
    return int(eval(spelt, {"__builtins__": {}}, sizes))


def sizes_of(bundle: Bundle, kind: str) -> dict[str, int]:
    """The document's sizes that no data set has for an axis of its own."""
    r = bundle.rank
    if kind == "deformable":
        return {"n": 2 * r, "L": monomial_length(r)}
    assert isinstance(bundle, SmokeBundle)
    nx, ny = bundle.solid.shape
    return {"n": 2 * bundle.particles + r, "F": (nx + 1) * ny + nx * (ny + 1)}


def check_against_document(bundle: Bundle, path: Path) -> None:
    """Every data set of a file is in the document, and the other way round, in shape and type."""
    bundle_file.save(bundle, path)
    arrays, wanted = stored(path), described(bundle.kind)
    sizes = sizes_of(bundle, bundle.kind)
    found = set()
    for name, array in arrays.items():
        entry = name if name in wanted else f"{name.partition('/')[0]}/NAME"
        assert entry in wanted, f"{name} is not in the document"
        found.add(entry)
        shape, dtype, _ = wanted[entry]
        assert array.dtype.str == dtype, name
        assert array.ndim == len(shape), name
        local = {"g", "bytes", "count"}  # of one data set each
        for expression, actual in zip(shape, array.shape, strict=True):
            if expression == "g":
                assert actual in (1, bundle.steps), name
            elif expression not in local and expression.isidentifier():
                assert sizes.setdefault(expression, actual) == actual, f"{name}: {expression}"
    for name, array in arrays.items():
        shape = wanted.get(name, ([], "", False))[0]
        for expression, actual in zip(shape, array.shape, strict=bool(shape)):
            if not expression.isidentifier():
                assert value(expression, sizes) == actual, f"{name}: {expression}"
    missing = {name for name, (_, _, optional) in wanted.items() if not optional} - found
    assert not missing, "in the document, but not in the file"
    assert sizes["r"] == bundle.rank
    assert sizes["T"] == bundle.steps


def test_the_tables_are_those_of_the_declarations() -> None:
    """Line by line; `python -m tests.runtime.bundle.bundle_document` writes them."""
    assert DOCUMENT.splitlines() == written(DOCUMENT).splitlines()
    assert written(DOCUMENT.replace("| at least 0 |", "| |", 1)) == DOCUMENT


def test_every_data_set_is_in_the_document(either_bundle: Bundle, tmp_path: Path) -> None:
    check_against_document(either_bundle, tmp_path / "x.softrein")


@pytest.mark.slow("writes six bundles")
def test_so_are_a_skin_and_actuators(small_bundle: BodyBundle, tmp_path: Path) -> None:
    check_against_document(few_actuators(small_bundle), tmp_path / "few.softrein")
    skin = {
        "triangles": np.array([[0, 1, 2], [0, 2, 3]]),
        "corners": small_bundle.tets[:5],
        "weights": np.full((5, 4), 0.25),
    }
    check_against_document(replace(small_bundle, skin=skin), tmp_path / "skin.softrein")
    optional = {name for name, entry in described("deformable").items() if entry[2]}
    optional -= {f"model/{name}" for each in OPERATORS.values() for name in each.arrays._fields}
    muscles = {f"muscles/{name}" for name in stored_arrays()}
    of_each = np.ones_like(small_bundle.vertices)
    lacking = {"forces": np.eye(small_bundle.rank), "places": of_each, "accelerations": of_each}
    check_against_document(replace(small_bundle, unmodelled=lacking), tmp_path / "lacking.softrein")
    held = small_bundle.in_moving_frame()
    check_against_document(held, tmp_path / "held.softrein")
    handle = {f"handle/{name}" for name in held.handle} | {f"way/{name}" for name in held.way}
    moved = with_actuators(small_bundle)
    check_against_document(moved, tmp_path / "with_actuators.softrein")
    groups = handle | muscles | {f"skin/{name}" for name in skin} | {f"unmodelled/{name}" for name in lacking}
    touching = on_ground(small_bundle)
    check_against_document(touching, tmp_path / "touching.softrein")
    groups |= {f"walls/{name}" for name in moved.walls} | {f"contact/{name}" for name in touching.contact}
    assert optional == {"correction", "offsets/NAME", "parts/NAME", *groups}


def test_the_header_is_in_the_document(either_bundle: Bundle, tmp_path: Path) -> None:
    bundle_file.save(either_bundle, tmp_path / "x.softrein")
    header = json.loads(stored(tmp_path / "x.softrein")["header"].tobytes())
    rows = table(DOCUMENT, "key")
    assert header.keys() == {row[0] for row in rows if row[1] in ("both", either_bundle.kind)}
    assert {row[1] for row in rows} == {"both", *bundle_file.KINDS}
    assert header["pushes"]
    for push in header["pushes"]:
        assert list(push) == [row[0] for row in table(DOCUMENT, "key of a push")]
    for target in header["targets"]:
        assert list(target) == [row[0] for row in table(DOCUMENT, "key of a target")]
    assert sorted(header["ensemble"]) == sorted(row[0] for row in table(DOCUMENT, "key of the ensemble"))
    assert bool(header["targets"]) == (either_bundle.kind == "deformable")


def test_attributes_versions_and_checksum_are_as_described(either_bundle: Bundle, tmp_path: Path) -> None:
    path = tmp_path / "x.softrein"
    bundle_file.save(either_bundle, path)
    with h5py.File(path) as file:
        assert sorted(file.attrs) == sorted(row[0] for row in table(DOCUMENT, "attribute"))
        assert file.attrs["format"] == "softrein-bundle"
        signature = file.attrs["checksum"]
    assert [int(row[0]) for row in table(DOCUMENT, "version")] == list(range(1, bundle_file.VERSION + 1))
    assert checksum(stored(path)) == signature


def test_controllers_are_those_of_the_document(either_bundle: Bundle) -> None:
    named = {
        name.strip(" `") for row in table(section("The loop"), "controller") for name in row[0].split(",")
    }
    assert named == {*either_bundle.gains, "none"} == set(CONTROLLERS)


def test_files_before_version_6_have_it_from_their_scene(either_bundle: Bundle, tmp_path: Path) -> None:
    path = tmp_path / "old.softrein"
    bundle_file.save(either_bundle, path)
    with h5py.File(path, "a") as file:
        header = json.loads(file["header"][()].tobytes())
        for name, each in declared(type(either_bundle)).items():
            if each.since == 6 and each.place == "header" and name != "up":
                del header[name]
        ensemble = header["scene"]["ensemble"]
        if "acceleration" in ensemble:  # scenes of that time say `force`, of smoke as well
            ensemble["force"] = ensemble.pop("acceleration")
        for target in header["targets"]:
            del target["up"]
        del file["header"]
        file["header"] = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
        file.attrs["version"] = 5
    resigned(path, lambda file: None)
    again = bundle_file.load(path)
    expected = header_of(either_bundle) | {"scene": header["scene"]}
    assert json.dumps(header_of(again)) == json.dumps(expected)
    assert again.ensemble is not None
    assert again.units == either_bundle.units


def test_arrays_can_be_mapped(small_bundle: BodyBundle, tmp_path: Path) -> None:
    path = tmp_path / "x.softrein"
    bundle_file.save(small_bundle, path)
    with h5py.File(path) as file:
        offset = file["gains/lqr"].id.get_offset()
    gains = small_bundle.gains["lqr"]
    mapped = np.memmap(path, "<f8", "r", offset, gains.shape)
    np.testing.assert_array_equal(mapped, gains)


def test_the_panels_are_where_the_document_says(small_bundle: BodyBundle) -> None:
    """K and f by the document's formulas, from single entries of M."""
    model, r = small_bundle.model, small_bundle.rank
    length = monomial_length(r)

    def entry(row: int, column: int) -> float:
        b = row // BLOCK
        return float(model.arrays()["panels"][32 * b * (b + 1) + (row - 8 * b) * (8 * b + 8) + column])

    M = np.array([[entry(max(i, j), min(i, j)) for j in range(length)] for i in range(length)])
    p = np.random.default_rng(0).normal(size=r) * 0.01
    pairs = [(i, j) for i in range(r) for j in range(i, r)]
    x = np.zeros(length)
    x[: 1 + r + len(pairs)] = [1, *p, *(p[i] * p[j] for i, j in pairs)]
    y, K = M @ x, np.zeros((r, r))
    for at, (i, j) in enumerate(pairs):
        K[i, j] = K[j, i] = y[1 + r + at] / (2 if i < j else 1)
    force, stiffness = model.force_and_stiffness(p)
    np.testing.assert_allclose(K, stiffness, rtol=0, atol=1e-12 * np.abs(stiffness).max())
    np.testing.assert_allclose((2 * K @ p + y[1 : 1 + r]) / 6, force, atol=1e-12 * np.abs(force).max())


def test_the_scenes_own_push_is_as_the_document_says(small_bundle: BodyBundle) -> None:
    """Its keys and what they mean: (1 - (distance / radius)^2)^2 over vertices, U^T f, and when."""
    push = asdict(small_bundle.pushes[0])
    events = small_bundle.events(small_bundle.pushes)
    X, U, free = small_bundle.vertices, small_bundle.vectors, small_bundle.free
    distance = np.linalg.norm(X - X[push["at"]], axis=1)
    weights = np.where(distance < push["radius"], (1 - (distance / push["radius"]) ** 2) ** 2, 0)
    weights /= weights.sum()
    expected = sum(U[row] * weights[place // 3] * push["force"][place % 3] for row, place in enumerate(free))
    np.testing.assert_allclose(events.force[0], expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    assert events.first[0] == round(push["time"] / small_bundle.dt)
    assert events.last[0] - events.first[0] == round(push["duration"] / small_bundle.dt)
