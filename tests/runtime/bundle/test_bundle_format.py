"""The bundle's format as docs/bundle.md has it, held against files; the example in C against the runtime."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from meshes.tetmesh import TetMesh
from offline import ElasticBody, Material
from reduce.elements import Elements
from runtime.base.fields import declared, header_of, nothing
from runtime.base.kernels import BLOCK
from runtime.body.elastic import OPERATORS
from runtime.body.polynomial import monomial_length
from runtime.body.terms.kinds import stored_arrays
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.push import Push
from softrein.errors import SimulationError
from tests.runtime.bundle.bundle_document import written
from tests.runtime.bundle.bundle_files import checksum, resigned, stored
from tests.runtime.bundle.muscled import muscled
from tests.touching import on_ground

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = (ROOT / "docs" / "bundle.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "bundle.c"
CONTROLLERS = ("lqr", "p", "pd", "spd", "timed", "none")
CLOSE = 1e-10  # of the largest entry; sums in another order make 1e-13 at the most
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


@pytest.mark.slow("compiles the example in C")
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
    lacking = {"forces": np.eye(small_bundle.rank), "places": np.ones_like(small_bundle.vertices)}
    check_against_document(replace(small_bundle, unmodelled=lacking), tmp_path / "lacking.softrein")
    held = small_bundle.in_moving_frame()
    check_against_document(held, tmp_path / "held.softrein")
    handle = {f"handle/{name}" for name in held.handle} | {f"way/{name}" for name in held.way}
    moved = muscled(small_bundle)
    check_against_document(moved, tmp_path / "muscled.softrein")
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


# The example in C


def few_actuators(bundle: BodyBundle) -> BodyBundle:
    """Three actuators, with limits that are met, a standing load, offsets, and gains that need no Riccati."""
    r, rng = bundle.rank, np.random.default_rng(4)
    actuators = rng.normal(size=(r, 3))
    pull = np.linalg.lstsq(actuators, np.eye(r), rcond=None)[0]
    pd = -np.hstack([20 * pull, 4 * pull])[None]
    stable = -np.hstack([500 * actuators.T, 20 * actuators.T])[None]
    costs = bundle.costs._replace(control=np.eye(3))
    model = bundle.model._replace(standing=0.05 * rng.normal(size=r))
    limits = np.array([[-0.01, 0.02], [-np.inf, np.inf], [0, 0.01]])
    return replace(
        bundle, actuators=actuators, limits=limits, costs=costs, model=model,
        gains={"pd": pd, "lqr": np.repeat(pd, bundle.steps, axis=0), "spd": stable},
        offsets={name: 0.05 * rng.normal(size=(bundle.steps, 3)) for name in ("lqr", "spd")},
    )  # fmt: skip


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, compiled with every warning an error."""
    for name in ("cc", "pkg-config"):
        if shutil.which(name) is None:
            pytest.skip(f"examples/bundle.c cannot be compiled: there is no {name}")
    found = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "hdf5"], capture_output=True, text=True, check=False
    )
    if found.returncode:
        pytest.skip("examples/bundle.c cannot be compiled: HDF5's headers (libhdf5-dev) are missing")
    path = tmp_path_factory.mktemp("example") / "bundle"
    strict = ["-O2", "-std=c99", "-Wall", "-Wextra", "-Werror"]
    command = ["cc", *strict, "-o", str(path), str(EXAMPLE), *found.stdout.split(), "-lm"]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr
    return path


def run(program: Path, *words: object) -> subprocess.CompletedProcess[str]:
    command = [str(program), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


def pushed(bundle: BodyBundle, force: tuple[float, float, float]) -> tuple[list[Push], list[object]]:
    """A push at the vertex of the scene's own, for the runtime and for the example."""
    vertex = bundle.pushes[0].at
    push = Push(vertex, force, time=20 * bundle.dt, duration=5 * bundle.dt)
    return [push], [vertex, *force, 20, 25]


def closeness(bundle: BodyBundle) -> float:
    """Of the largest entry; converged steps are solved by other iterations, to a residual of 1e-9 to 1e-8."""
    return 1e-7 if bundle.newton_iterations > 1 else CLOSE


def compare(program: Path, path: Path, bundle: BodyBundle, controller: str, strength: float) -> Any:
    """Run both; the states must agree to `closeness`. Returns the runtime's run."""
    pushes, words = pushed(bundle, (0.3 * strength, -0.5 * strength, strength))
    expected = bundle.run(pushes, controller)
    done = run(program, path, controller, *words)
    assert done.returncode == 0, done.stderr
    states = np.array([[float(word) for word in line.split()] for line in done.stdout.splitlines()])
    assert states.shape == expected.states.shape
    close = closeness(bundle)
    np.testing.assert_allclose(states, expected.states, rtol=0, atol=close * np.abs(expected.states).max())
    vertex = int(words[0])  # type: ignore[call-overload]
    end = [float(word) for word in done.stderr.split("ends at")[1].split()[:3]]
    wanted = bundle.shape.positions(expected.states[-1], np.array([vertex]))[0]
    np.testing.assert_allclose(end, wanted, rtol=1e-6 if bundle.newton_iterations > 1 else 1e-8)
    return expected


@pytest.fixture
def saved(small_bundle: BodyBundle, tmp_path: Path) -> Path:
    path = tmp_path / "beam.softrein"
    bundle_file.save(small_bundle, path)
    return path


def test_the_example_stays_short() -> None:
    """It is there to show how little is needed."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 250
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("controller", CONTROLLERS)
def test_the_example_runs_as_the_runtime_does(
    program: Path, saved: Path, small_bundle: BodyBundle, controller: str
) -> None:
    disturbed = compare(program, saved, small_bundle, controller, 2.0)
    rest = small_bundle.run([], controller).states
    assert np.abs(disturbed.states - rest).max() > 1e-3 * np.abs(rest).max()  # the push is there
    quiet = run(program, saved, controller)
    last = np.array(quiet.stdout.splitlines()[-1].split(), dtype=float)
    np.testing.assert_allclose(last, rest[-1], rtol=0, atol=closeness(small_bundle) * np.abs(rest).max())


@pytest.mark.parametrize(("law", "poisson"), [("stvk", 0.35), ("neo-hookean", 0.35), ("neo-hookean", 0.48)])
@pytest.mark.parametrize(("controller", "strength"), [("lqr", 2.0), ("spd", 2.0), ("none", 200.0)])
def test_the_example_evaluates_sampled_elements(
    program: Path, small_bundle: BodyBundle, tmp_path: Path, law: str, poisson: float, controller: str,
    strength: float,
) -> None:  # fmt: skip
    """The beam once more, by some of its elements with made-up weights."""
    mesh = TetMesh(small_bundle.vertices, small_bundle.tets, small_bundle.regions)
    body = ElasticBody(mesh, Material(2e5, poisson, 1000.0, law), mesh.regions["xmin"])
    elements = Elements(body, small_bundle.vectors)
    patches = np.arange(0, body.patches.starts.size - 1, 2)
    chosen = np.union1d(np.arange(0, elements.count, 2), elements.members(patches)).astype(np.int64)
    weights = np.random.default_rng(0).uniform(0.0, 4.0, chosen.size)
    elastic = elements.operator(chosen, weights, patches, np.full(patches.size, 2.0))
    bundle = replace(small_bundle, model=small_bundle.model._replace(elastic=elastic))
    bundle_file.save(bundle, tmp_path / "sampled.softrein")
    compare(program, tmp_path / "sampled.softrein", bundle, controller, strength)


def goes_on(bundle: BodyBundle) -> bool:
    """Whether the motion without control ends."""
    try:
        return bool(np.isfinite(bundle.run([], "none").error))
    except SimulationError:
        return False


def test_the_example_projects_an_indefinite_stiffness(
    program: Path, small_bundle: BodyBundle, tmp_path: Path
) -> None:
    """The first step from a state that is squeezed hard, of one iteration: the example searches no lines."""
    mesh = TetMesh(small_bundle.vertices, small_bundle.tets, small_bundle.regions)
    body = ElasticBody(mesh, Material(2e5, 0.35, 1000.0, "neo-hookean"), mesh.regions["xmin"])
    model = small_bundle.model._replace(elastic=Elements(body, small_bundle.vectors).whole())
    states, h = small_bundle.track.states.copy(), small_bundle.dt
    eye, scale = np.eye(small_bundle.rank), h / 2 * (model.damping[1] + h / 2)
    directions = np.random.default_rng(0).standard_normal((200, small_bundle.rank))
    bundle = replace(small_bundle, model=model, newton_iterations=1)
    for p in 0.5 * directions / np.linalg.norm(directions, axis=1)[:, None]:
        states[0] = np.concatenate([p, 0 * p])
        bundle = replace(bundle, track=bundle.track._replace(states=states.copy()))
        squeezed = np.linalg.eigvalsh(eye + scale * model.stiffness(p))[0] < -0.1
        if squeezed and goes_on(bundle):
            break
    else:
        pytest.fail("no state is squeezed, and gets out of it")
    bundle_file.save(bundle, tmp_path / "squeezed.softrein")
    done = run(program, tmp_path / "squeezed.softrein", "none")
    assert done.returncode == 0, done.stderr
    found = np.array([float(word) for word in done.stdout.splitlines()[1].split()])
    plant = bundle.plant()
    wanted = plant.step(states[0], bundle.uncontrolled[0])
    assert plant.projected == 1
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-9 * np.abs(wanted).max())


def test_the_example_halves_steps_that_fail_whole(
    program: Path, small_bundle: BodyBundle, tmp_path: Path
) -> None:
    """Steps of one iteration: of several, those that do not converge depend on how the equation is solved."""
    bundle, halved = replace(small_bundle, newton_iterations=1), 0
    bundle_file.save(bundle, tmp_path / "once.softrein")
    for strength in (400.0, 3000.0):
        halved += compare(program, tmp_path / "once.softrein", bundle, "none", strength).counts["halved"]
    assert halved > 0


@pytest.mark.parametrize("steered", ["", "by its controls", "by its controls, with a correction"])
@pytest.mark.parametrize("controller", ["lqr", "pd", "spd", "none"])
def test_the_example_knows_actuators_limits_and_loads(
    program: Path, small_bundle: BodyBundle, tmp_path: Path, controller: str, steered: str
) -> None:
    """Of a correction, which is as large as limits are, no control has to bear anything."""
    bundle = few_actuators(small_bundle)
    if steered:  # by its own controls, which come near the limits
        own = 0.0099 * np.abs(np.sin(np.arange(3 * bundle.steps))).reshape(-1, 3)
        correction = nothing()
        if "correction" in steered:
            correction = 0.02 * np.random.default_rng(6).normal(size=(bundle.steps, 3)) @ bundle.actuators.T
        forward = own @ bundle.actuators.T + (correction if correction.size else 0.0)
        bundle = replace(
            bundle, track=bundle.track._replace(feedforward=forward), uncontrolled=forward,
            correction=correction, steered=True,
        )  # fmt: skip
        np.testing.assert_allclose(bundle.actuation.own, own, atol=1e-12)
    bundle_file.save(bundle, tmp_path / "few.softrein")
    done = compare(program, tmp_path / "few.softrein", bundle, controller, 2.0)
    assert (done.counts["clamped"] > 0) == (controller != "none")


@pytest.mark.parametrize("controller", ["lqr", "none"])
def test_the_example_moves_a_body_by_its_muscles(
    program: Path, small_bundle: BodyBundle, tmp_path: Path, controller: str
) -> None:
    bundle = muscled(small_bundle)
    bundle_file.save(bundle, tmp_path / "muscled.softrein")
    done = compare(program, tmp_path / "muscled.softrein", bundle, controller, 2.0)
    assert (done.counts["clamped"] > 0) == (controller != "none")
    slack = replace(bundle, track=bundle.track._replace(feedforward=0 * bundle.track.feedforward))
    assert np.abs(slack.run([], "lqr").states - bundle.run([], "lqr").states).max() > 1e-3


def refused(program: Path, *words: object) -> str:
    """One line on standard error, nothing on standard output, exit status 2: and no crash."""
    done = run(program, *words)
    assert done.returncode == 2, done
    assert not done.stdout
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("keep", [0, 7, 100, 0.3, 0.9, 0.9999])
def test_the_example_refuses_short_files(program: Path, saved: Path, keep: float) -> None:
    data = saved.read_bytes()
    saved.write_bytes(data[: int(keep if keep >= 1 else keep * len(data))])
    assert saved.name in refused(program, saved)


def test_the_example_survives_any_flipped_byte(program: Path, saved: Path) -> None:
    """It knows no checksum: altered numbers may pass; but it ends by itself, and with a status of ours."""
    data = bytearray(saved.read_bytes())
    rng = np.random.default_rng(5)
    places = [*range(0, 2048, 29), *rng.integers(0, len(data), 60)]  # the first 2 kB are all structure
    for place in places:
        damaged = bytearray(data)
        damaged[place] ^= 1 << int(rng.integers(8))
        saved.write_bytes(damaged)
        assert run(program, saved, "spd").returncode in (0, 2), place


def put(name: str, array: Any) -> Callable[[h5py.File], None]:
    def change(file: h5py.File) -> None:
        del file[name]
        if array is not None:
            file[name] = array

    return change


def unstored(file: h5py.File) -> None:
    del file["limits"]
    file.create_dataset("limits", shape=(8, 2), dtype="f8")


def terabyte(file: h5py.File) -> None:
    del file["model/standing"]
    file.create_dataset("model/standing", shape=(1 << 37,), dtype="f8")


def newer(file: h5py.File) -> None:
    file.attrs["version"] = bundle_file.VERSION + 1


def several_versions(file: h5py.File) -> None:
    file.attrs["version"] = np.full(1000, 4)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("vectors", None), "vectors"),
        (put("vectors", np.zeros((161, 8))), "vectors"),
        (put("model/panels", np.zeros(4)), "panels"),
        (put("model/standing", np.zeros(9)), "panels"),
        (put("model/standing", np.zeros(100_000)), "coordinates"),
        (put("model/standing", np.zeros(0)), "coordinates"),
        (put("model/standing", "text"), "standing"),
        (put("model/damping", np.zeros(1)), "damping"),
        (put("limits", np.zeros((3, 2))), "limits"),
        (put("limits", np.full((8, 2), np.nan)), "limits"),
        (put("actuators", np.zeros((9, 8))), "actuators"),
        (put("gains/spd", np.zeros((80, 8, 3))), "gains/spd"),
        (put("gains/spd", np.zeros((2, 8, 16))), "gains/spd"),
        (put("gains/spd", np.full((1, 8, 16), np.inf)), "gains/spd"),
        (put("track/states", np.zeros((80, 16))), "track/states"),
        (put("free", np.full(162, 189)), "free"),
        (put("free", np.full(162, -1)), "free"),
        (put("vertices", np.zeros((0, 3))), "free"),
        (put("header", np.zeros(0, dtype=np.uint8)), "dt"),
        (put("header", np.frombuffer(b'{"scene": {"dt": 1}, "na\\', dtype=np.uint8)), "dt"),
        (put("header", np.frombuffer(b'{"dt": -1}', dtype=np.uint8)), "time step"),
        (put("header", np.frombuffer(b'{"dt": 1, "newton_iterations": 0}', dtype=np.uint8)), "newton"),
        (
            put(
                "header", np.frombuffer(b'{"dt": 1, "newton_iterations": 1, "elastic": "x"}', dtype=np.uint8)
            ),
            "elastic",
        ),
        (unstored, "stored"),
        (terabyte, "too large"),
        (newer, "versions"),
        (several_versions, "version"),
    ],
)
def test_the_example_refuses_what_does_not_fit(
    program: Path, saved: Path, change: Callable[[h5py.File], None], words: str
) -> None:
    with h5py.File(saved, "a") as file:
        change(file)
    assert words in refused(program, saved, "spd")


def test_the_example_refuses_other_files_and_wrong_words(
    program: Path, saved: Path, small_smoke: SmokeBundle, tmp_path: Path
) -> None:
    bundle_file.save(small_smoke, tmp_path / "smoke.softrein")
    assert "model/standing" in refused(program, tmp_path / "smoke.softrein")
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["a"] = 1
    assert "not a bundle" in refused(program, tmp_path / "other.h5")
    assert "no such file" in refused(program, tmp_path / "none.softrein")
    assert "gains/best" in refused(program, saved, "best")
    assert "gains/" in refused(program, saved, "")
    assert "no such vertex" in refused(program, saved, "lqr", 63, 0, 0, 1, 0, 1)
    assert "no such vertex" in refused(program, saved, "lqr", -1, 0, 0, 1, 0, 1)
    assert "not a number" in refused(program, saved, "lqr", 3, "x", 0, 1, 0, 1)
    assert "usage" in refused(program)
    assert "usage" in refused(program, saved, "lqr", 3)


def test_where_the_runtime_fails_the_example_says_so(
    program: Path, saved: Path, small_bundle: BodyBundle
) -> None:
    pushes, words = pushed(small_bundle, (0.0, 0.0, 1e200))
    with pytest.raises(SimulationError):
        small_bundle.run(pushes, "none")
    assert "finite" in refused(program, saved, "none", *words)


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
