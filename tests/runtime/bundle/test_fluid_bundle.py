"""The bundle of smoke: its proportional gains, its places, and its file, whole, altered and foreign."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator

import softrein
from offline.tuning.families import comparator_family
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.proportional import weighted_gains
from softrein.errors import BundleError, ControllerError
from softrein.facts.bundles import about
from tests.runtime.bundle.bundle_files import Change, array, header_of, heading, resigned
from tests.runtime.test_references import far

STEP = 21  # of the motion, where equation 14 is looked at: the air is fast and turns


# P and PD ([002], equation 14)


def velocities(bundle: SmokeBundle, field: np.ndarray, points: np.ndarray) -> np.ndarray:
    """A flow (faces,) at points (N, 2), as SciPy interpolates each component on its own faces."""
    nx, ny = bundle.solid.shape
    hx, hy = bundle.extent[0] / nx, bundle.extent[1] / ny
    u, v = field[: (nx + 1) * ny].reshape(nx + 1, ny), field[(nx + 1) * ny :].reshape(nx, ny + 1)
    x, y = hx * np.arange(nx + 1), hy * np.arange(ny + 1)
    middles = x[:-1] + hx / 2, y[:-1] + hy / 2
    parts = [
        RegularGridInterpolator((x, middles[1]), u)(points),
        RegularGridInterpolator((middles[0], y), v)(points),
    ]
    return np.column_stack(parts)


def reduced_force(bundle: SmokeBundle, kz: float, kp: float, kd: float, deviation: np.ndarray) -> np.ndarray:
    """w = -kz dz - Psi^T (kp dp + kd (dp)') at STEP, with (dp)' as the difference of two velocities."""
    reference, places = bundle.track.states[STEP], 2 * bundle.particles
    points, flow = reference[:places].reshape(-1, 2), bundle.vectors @ reference[places:]
    moved = reference + deviation
    rate = velocities(bundle, bundle.vectors @ moved[places:], moved[:places].reshape(-1, 2))
    rate -= velocities(bundle, flow, points)
    pull = kp * deviation[:places] + kd * rate.ravel()
    modes = np.column_stack([velocities(bundle, mode, points).ravel() for mode in bundle.vectors.T])
    return np.asarray(-kz * deviation[places:] - modes.T @ pull)


@pytest.mark.parametrize(
    ("kz", "kp", "kd"), [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (3.0, 0.7, 0.2)]
)
def test_pd_is_equation_14(small_smoke: SmokeBundle, kz: float, kp: float, kd: float) -> None:
    gains = weighted_gains(small_smoke.proportional_terms(), {"kz": kz, "kp": kp, "kd": kd})
    assert gains.shape == small_smoke.gains["lqr"].shape
    rng = np.random.default_rng(0)
    for _ in range(3):
        deviation = 1e-7 * rng.normal(size=gains.shape[2])
        expected = reduced_force(small_smoke, kz, kp, kd, deviation)
        np.testing.assert_allclose(gains[STEP] @ deviation, expected, atol=1e-5 * np.abs(expected).max())


def test_pd_over_actuators_wants_the_same_forces_in_the_least_squares_sense(small_smoke: SmokeBundle) -> None:
    actuators = np.random.default_rng(3).normal(size=(small_smoke.rank, 5))
    few = replace(small_smoke, actuators=actuators, limits=np.tile([-np.inf, np.inf], (5, 1)), gains={})
    for name, whole in small_smoke.proportional_terms().items():
        expected = np.linalg.lstsq(actuators, whole[STEP], rcond=None)[0]
        np.testing.assert_allclose(few.proportional_terms()[name][STEP], expected, atol=1e-9)


def test_weights_of_no_term_or_without_sense_are_refused(small_smoke: SmokeBundle) -> None:
    terms = small_smoke.proportional_terms()
    assert not weighted_gains(terms, {}).any()
    rng = np.random.default_rng(0)
    long = {name: rng.normal(size=(1000, 3, 7)) for name in terms}  # of which parts are summed
    own = dict(zip(long, (0.3, 0.0, 2.0), strict=True))
    wanted = sum(own[name] * long[name] for name in long)
    np.testing.assert_array_equal(weighted_gains(long, own), wanted)
    for weights, words in (
        ({"kq": 1.0}, "kz, kp, kd"),
        ({"kz": -1.0}, "negative"),
        ({"kd": np.nan}, "finite"),
        ({"kp": np.inf}, "finite"),
    ):
        with pytest.raises(ControllerError, match=words):
            weighted_gains(terms, weights)


def test_the_ranges_of_gains_lie_between_gentle_and_a_step(small_smoke: SmokeBundle) -> None:
    """1 / dt for what acts on the flow; a unit of kp and kd moves a particle by the modes' squares there."""
    ranges, dt, steps = small_smoke.proportional_ranges(), small_smoke.dt, small_smoke.steps
    assert list(ranges) == ["kz", "kp", "kd"]
    assert ranges["kz"][1] == pytest.approx(1 / dt)
    assert ranges["kz"][0] < 0.1 / (dt * steps)
    scale = ranges["kz"][1] / ranges["kd"][1]
    assert ranges["kp"][1] == pytest.approx(1 / dt**2 / scale)
    points = small_smoke.shape.positions(small_smoke.track.states[:-1])
    squares = [(small_smoke.plant().particle_modes(each) ** 2).sum(axis=1).mean() for each in points]
    assert scale == pytest.approx(np.mean(squares), rel=0.1)


def test_the_families_have_every_gain_and_no_particles_leave_kz(small_smoke: SmokeBundle) -> None:
    assert list(small_smoke.parameter_ranges("p")) == ["kz", "kp"]  # about a full motion nothing drifts
    members = comparator_family(small_smoke, "pd", 3)
    assert len(members) == 3**3
    values = {name: {member.parameters[name] for member in members} for name in ("kz", "kp", "kd")}
    assert 0 in values["kz"]
    assert 0 in values["kp"]
    assert 0 not in values["kd"]
    for name, (least, largest) in small_smoke.proportional_ranges().items():
        assert max(values[name]) == pytest.approx(largest)
        assert min(values[name] - {0}) == pytest.approx(least)
    found = small_smoke.choice(members[-1].choice(small_smoke)).gains
    own = {name: members[-1].parameters[name] for name in values}
    np.testing.assert_array_equal(found, weighted_gains(small_smoke.proportional_terms(), own))


# Places and states


def test_random_pushes_are_where_the_reference_has_a_particle_then(small_smoke: SmokeBundle) -> None:
    times = np.random.default_rng(2).uniform(0, 2.3, 40)
    paths = small_smoke.shape.positions(small_smoke.track.states)
    found = small_smoke.places(np.random.default_rng(5), times)
    which = set()
    for place, time in zip(found, times, strict=True):
        distance = np.linalg.norm(paths[round(time / small_smoke.dt)] - place, axis=1)
        assert distance.min() == 0
        which.add(int(np.argmin(distance)))
    assert which == {0, 1}


def test_a_jump_is_no_worse_than_to_the_nearest_state(small_smoke: SmokeBundle) -> None:
    """With places and flow weighed by how much each changes, not by how far from a corner particles are."""
    states, places = small_smoke.track.states[:-1], 2 * small_smoke.particles
    about = states - states.mean(axis=0)
    weights = np.ones(states.shape[1])
    weights[places:] = np.linalg.norm(about[:, :places]) / np.linalg.norm(about[:, places:])
    simulator = small_smoke.simulator("none")
    rng = np.random.default_rng(0)
    for _ in range(5):
        state = states[rng.integers(len(states))] + rng.normal(size=len(weights)) * 0.3 * about.std(axis=0)
        simulator.state = state
        nearest = int(np.argmin((((states - state) * weights) ** 2).sum(axis=1)))
        found = simulator.jump_to_closest()
        assert far(small_smoke, state, found) <= (1 + 1e-6) * far(small_smoke, state, nearest)


def test_control_brings_the_particles_home(small_smoke: SmokeBundle) -> None:
    runs = {name: small_smoke.run(controller=name) for name in small_smoke.controllers}
    assert runs["lqr"].error < 0.1 * runs["none"].error
    assert runs["lqr"].deviation[-1] < 0.05 * runs["none"].deviation[-1]
    for name in ("p", "pd"):
        assert runs[name].error < 0.5 * runs["none"].error


# The file


@pytest.fixture
def saved(small_smoke: SmokeBundle, tmp_path: Path) -> Path:
    path = tmp_path / "smoke.softrein"
    bundle_file.save(small_smoke, path)
    return path


def pushing(**entries: Any) -> Change:
    """Give the scene's push in the header other entries."""

    def change(file: h5py.File) -> None:
        pushes = header_of(file)["pushes"]
        heading(pushes=[pushes[0] | entries])(file)

    return change


def test_a_round_trip_keeps_everything(small_smoke: SmokeBundle, saved: Path) -> None:
    again = softrein.load(saved)
    assert isinstance(again, SmokeBundle)
    for field in fields(SmokeBundle):
        one, other = getattr(small_smoke, field.name), getattr(again, field.name)
        if hasattr(one, "_asdict"):
            one, other = one._asdict(), other._asdict()
        if isinstance(one, dict) and field.name != "scene":
            assert one.keys() == other.keys()
            for name in one:
                np.testing.assert_array_equal(one[name], other[name])
        elif isinstance(one, np.ndarray):
            np.testing.assert_array_equal(one, other)
            assert one.dtype == other.dtype
        else:
            assert json.dumps(one, default=vars) == json.dumps(other, default=vars)
    np.testing.assert_array_equal(again.run().states, small_smoke.run().states)
    assert about(again) == about(small_smoke)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (array("solid", np.zeros((64, 64))), "solid must hold truth"),
        (array("open_faces", np.ones(8320, dtype=np.int8)), "open_faces"),
        (array("solid", np.zeros((32, 64), dtype=bool)), "faces = 4192"),
        (array("solid", np.ones((64, 64), dtype=bool)), "solid cell"),
        (array("solid", np.zeros(4096, dtype=bool)), "incomplete"),
        (array("open_faces", np.ones(8319, dtype=bool)), "open_faces"),
        (array("density", np.zeros((63, 64))), "density"),
        (array("full_density", np.zeros((64, 65))), "full_density"),
        (array("full_paths", np.zeros((60, 2, 2))), "full_paths"),
        (array("carried", np.zeros((3, 3))), "carried"),
        (array("carried", np.array([[0.5, 1.5]])), "outside the box"),
        (array("vectors", np.zeros((8319, 16))), "faces = 8320"),
        (array("vectors", np.zeros((8320, 15))), "rank"),
        (array("vectors", np.full((8320, 16), np.inf)), "not finite"),
        (array("vectors", np.zeros(8320)), "incomplete"),
        (array("track/states", np.zeros((61, 19))), "track/states"),
        (array("track/states", np.full((61, 20), 2.0)), "outside the box"),
        (array("track/feedforward", np.zeros((60, 15))), "track/feedforward"),
        (array("uncontrolled", np.zeros((60, 15))), "uncontrolled"),
        (array("actuators", np.zeros((15, 16))), "actuators"),
        (array("limits", np.full((16, 2), -1.0)), "limits"),
        (array("gains/pd", np.zeros((59, 16, 20))), "1 or 60"),
        (array("gains/lqr", np.full((60, 16, 20), np.nan)), "NaN"),
        (array("model/advection", np.zeros((16, 135))), "advection"),
        (array("model/diffusion", np.zeros((15, 15))), "incomplete"),
        (array("model/viscosity", np.zeros(0)), "viscosity"),
        (array("model/viscosity", np.array([-1.0])), "viscosity"),
        (array("costs/running", np.zeros((16, 16))), "costs/running"),
        (lambda file: file.__delitem__("model/diffusion"), "incomplete"),
        (lambda file: file.__delitem__("full_paths"), "incomplete"),
        (lambda file: file.create_dataset("model/extra", data=1.0), "extra"),
        (lambda file: file.create_dataset("regions/all", data=np.arange(3)), "regions"),
        (heading(kind="gas"), "unknown kind, 'gas'"),
        (heading(kind=["fluid"]), "unknown kind"),
        (heading(kind=None), "kind"),
        (heading(kind="deformable"), "incomplete"),
        (heading(particles=-1), "particles is -1"),
        (heading(particles=3), "full_paths"),
        (heading(particles=2.0), "particles is 2.0, expected int"),
        (heading(particles=True), "particles is True, expected int"),
        (heading(scheme="euler"), "scheme is 'euler', expected 'runge-kutta' or 'midpoint'"),
        (heading(scheme=4), "scheme is 4, expected str"),
        (heading(extent=[1.0, 1.0, 1.0]), "extent"),
        (heading(extent=[1.0, -1.0]), "extent"),
        (heading(extent=["a", "b"]), r"extent\.0 is 'a'"),
        (heading(extent="wide"), "extent is 'wide', expected list"),
        (heading(dt="1"), "dt is '1', expected float"),
        (heading(dt=-0.04), "dt is -0.04"),
        (heading(dt=float("nan")), "dt is NaN"),
        (heading(rewind=1), "rewind is 1, expected bool"),
        (heading(scene=[]), "scene is"),
        (heading(pushes=3), "pushes is 3"),
        (heading(pushes=[3]), r"pushes\.0 is 3"),
        (pushing(at=5), "particle 5"),
        (pushing(at=[5.0, 0.5]), "in the box"),
        (pushing(force=[1.0]), "two components"),
        (pushing(time=float("inf")), r"pushes.0.time .* not finite"),
        (pushing(time="soon"), r"pushes.0.time is 'soon'"),
        (pushing(radius=0.0), "radius"),
        (pushing(noise=1e-320), "incomplete"),
        (pushing(colour="red"), "colour"),
        (array("header", np.frombuffer(b"[" * 100_000, dtype=np.uint8)), "incomplete"),
        (array("header", np.frombuffer(b"\xff\xfe", dtype=np.uint8)), "incomplete"),
        (array("header", np.frombuffer(b"[]", dtype=np.uint8)), "incomplete"),
    ],
)
def test_what_does_not_fit_is_refused_even_when_signed(saved: Path, change: Change, words: str) -> None:
    resigned(saved, change)
    with pytest.raises(BundleError, match=words) as caught:
        softrein.load(saved)
    assert saved.name in str(caught.value)


@pytest.mark.parametrize(
    ("cells", "words"), [((1, 64), "one cell along an axis"), ((2, 2, 2, 2), "4 axes: smoke is in a plane")]
)
def test_a_grid_that_kernels_would_leave_is_refused(
    small_smoke: SmokeBundle, cells: tuple[int, ...], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        replace(small_smoke, solid=np.zeros(cells, dtype=bool))._check_kind()


def test_a_scene_too_long_for_the_header_is_told_when_it_is_written(
    small_smoke: SmokeBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle_file, "LONGEST_HEADER", 1000)
    with pytest.raises(BundleError, match=r"not written: its header has \d+ bytes, 1000 at most"):
        bundle_file.save(small_smoke, tmp_path / "long.softrein")
    assert not list(tmp_path.iterdir())


def test_a_flipped_bit_is_noticed(saved: Path) -> None:
    def flip(file: h5py.File) -> None:
        file["full_paths"][3, 1, 0] += 1e-9

    with h5py.File(saved, "a") as file:
        flip(file)
    with pytest.raises(BundleError, match="checksum"):
        softrein.load(saved)


def test_bodies_in_files_of_the_first_version_still_load(small_bundle: BodyBundle, tmp_path: Path) -> None:
    path = tmp_path / "old.softrein"
    bundle_file.save(small_bundle, path)
    resigned(path, lambda file: file.__delitem__("uncontrolled"))  # which came with the second
    with h5py.File(path, "a") as file:
        file.attrs["version"] = 1
    again = softrein.load(path)
    np.testing.assert_array_equal(again.run().states, small_bundle.run().states)


def test_settings_that_are_whole_numbers_may_stand_for_fractions(saved: Path) -> None:
    resigned(saved, heading(dt=1))
    assert type(softrein.load(saved).dt) is float
