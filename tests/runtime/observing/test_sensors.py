"""Sensors in scenes, the places of markers, and full models controlled from their measurements."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offline.full.body.full_body import FullBody, build_full_body
from offline.gains import placement
from offline.gains.lqr import remade_lqr
from offline.gains.placement import place_markers
from offline.pipeline.body import unmodelled as unmodelled_by
from offline.pipeline.body.sensors import with_sensors
from offline.pipeline.body.unmodelled import RUNS, _kept, pushes_of, unmodelled
from offline.pipeline.body.unmodelled import _Watched as Watched
from offline.pipeline.kinds import kind_of
from offline.scenes.base.quantity import Unit
from offline.scenes.body.measuring import NOISE_UNITS
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from offline.steering.body import ControlledBody, steer_full
from offline.steering.mismatch import Mismatch
from offline.verification.curves import curves
from offline.verification.study import pushes_for
from runtime.bundle.body import BodyBundle
from runtime.observing.kinds import ACCELEROMETER, SENSOR_KINDS, SensorKind
from runtime.observing.sensors import Observing, Sensor, unknown_force
from softrein.errors import ControllerError, SceneError, SimulationError
from softrein.export.c.observer import hindrance
from softrein.export.gains import gains_of
from softrein.facts.bundles import about
from tests.offline.verification.test_judged import at_full_rank, scene_with

Array = np.ndarray

PUSHES = [{"at": "xmax", "force": [0, 1, 1], "time": 0.02, "duration": 0.04, "radius": 0.06}]
BY = Mismatch(sensors=True)


@pytest.fixture
def steered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[FullBody, BodyBundle]:
    """A block at full rank with LQR's gains and markers at its free end, nearly without noise."""
    sensors = [{"region": "xmax", "noise": "1 um"}]
    scene = scene_with(
        "stvk", cells=(1, 1, 1), pushes=PUSHES, watch="xmax", sensors=sensors, observer={"force": 3.0}
    )
    full, whole = at_full_rank(scene, tmp_path, monkeypatch)
    whole = with_sensors(whole, scene, full)
    return full, whole.with_controllers({"lqr": remade_lqr(whole, discretisation="step")})


def beam(*sensors: dict[str, Any], **parts: Any) -> BodyScene:
    scene = read_scene("beam")
    assert isinstance(scene, BodyScene)
    return BodyScene.model_validate(scene.model_dump() | {"sensors": list(sensors)} | parts)


# On the full model ----------------------------------------------------------------------------------------


def test_with_nearly_perfect_sensors_it_is_steered_as_by_its_state(
    steered: tuple[FullBody, BodyBundle],
) -> None:
    full, bundle = steered
    pushes = pushes_for(bundle, 3)
    free = steer_full(full, bundle, "none", pushes)
    told = steer_full(full, bundle, "lqr", pushes)
    seen = steer_full(full, bundle, "lqr", pushes, mismatch=BY)
    noisy = steer_full(full, bundle, "lqr", pushes, mismatch=BY._replace(noise=1e-2))
    assert np.abs(seen.error - told.error).max() < 0.1 * np.abs(free.error - told.error).min()
    assert np.abs(noisy.error - told.error).min() > 10 * np.abs(seen.error - told.error).min()
    assert (seen.error != told.error).all()


def test_the_observer_knows_of_the_delay(steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    pushes = pushes_for(bundle, 3)
    told, late = (steer_full(full, bundle, "lqr", pushes, mismatch=Mismatch(delay=delay)) for delay in (0, 2))
    seen = steer_full(full, bundle, "lqr", pushes, mismatch=BY._replace(delay=2))
    assert np.median(np.abs(seen.error - told.error)) < 0.5 * np.median(np.abs(late.error - told.error))


def test_fewer_markers_are_an_axis_of_the_curves(steered: tuple[FullBody, BodyBundle]) -> None:
    full, bundle = steered
    values = {"young": (1.0,), "density": (1.0,), "delay": (0,), "noise": (1e-6,), "markers": (1, 4)}
    found = curves(full, bundle, ["lqr"], BY, 2, values=values)
    one, four = found["curves"]["markers"]["lqr"]["error"]
    assert four < one
    assert found["base"] == {"young": 1.0, "density": 1.0, "delay": 0, "noise": 1e-6, "markers": 4}
    blind = {name: each for name, each in values.items() if name != "markers"}
    assert set(curves(full, bundle, ["lqr"], runs=2, values=values)["curves"]) == set(blind)


def test_places_are_refused_before_anything_runs() -> None:
    for sensor, words in (
        ({"region": "nowhere", "noise": 1e-3}, "sensors.0.region: the mesh has no region 'nowhere'"),
        ({"at": 10_000, "noise": 1e-3}, "sensors.0.at: no vertex 10000"),
        ({"region": "xmin", "noise": 1e-3}, "sensors.0.region: nothing of 'xmin' is free to move"),
        ({"count": 150, "noise": 1e-3}, "sensors: they have 300 markers together"),
        ({"count": 90, "noise": 1e-3}, "sensors.0.count: 90 markers: the skin has"),
        (
            {"at": [[5, 0, 0]], "noise": 1e-3},
            "m from the nearest vertex: bring it to the body's place and unit",
        ),
        ({"vertices": [40, 41, 40], "noise": 1e-3}, "sensors.0.vertices: vertex 40 is there more than once"),
        ({"at": [3, 40, 41], "noise": 1e-3}, "numbers of vertices are given as `vertices = [...]`"),
    ):
        scene = beam(sensor, sensor)
        with pytest.raises(SceneError, match=re.escape(words)):
            kind_of(scene).full_model(scene)


def test_runs_that_the_model_cannot_follow_are_left_out(
    small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, asked = unmodelled_by._lacked, list[int]()

    def lacked(*given: Any) -> np.ndarray:
        asked.append(1)
        if len(asked) != 2:
            raise SimulationError("indefinite even in 64 parts")
        return usual(*given)

    monkeypatch.setattr(unmodelled_by, "_lacked", lacked)
    full = build_full_body(beam())
    assert np.abs(unmodelled(full, small_bundle)["forces"]).max() > 0
    assert len(asked) == RUNS
    with pytest.warns(RuntimeWarning, match="the reduced model fails where LQR keeps the full one"):
        assert unmodelled(full, small_bundle) == {}


def test_what_the_model_lacks_is_measured_on_the_full_one(
    steered: tuple[FullBody, BodyBundle], small_bundle: BodyBundle
) -> None:
    """At full rank a step lacks nothing, and every place is shown; with fewer modes both are missed."""
    _, whole = steered
    pull = np.abs(whole.track.feedforward).max()
    assert np.abs(whole.unmodelled["forces"]).max() < 1e-6 * pull * np.sqrt(whole.dt)
    assert whole.unmodelled["places"].max() < 1e-9
    found = unmodelled(build_full_body(beam()), small_bundle)
    fixed = np.setdiff1d(np.arange(len(small_bundle.vertices)), small_bundle.free // 3)
    assert not found["places"][fixed].any()
    assert (np.delete(found["places"], fixed, axis=0).max(axis=1) > 0).all()
    known = replace(small_bundle, sensors=[Sensor([int(small_bundle.free[-1] // 3)], 1e-4)], unmodelled=found)
    known.check()
    measurement, (_, _, lacking), *_ = known.knowledge
    marker = found["places"][known.sensors[0].vertices[0]]
    np.testing.assert_allclose(measurement.noise, np.hypot(1e-4, marker))
    np.testing.assert_array_equal(measurement.own, 1e-4)
    np.testing.assert_allclose(lacking.T @ lacking * known.dt, found["forces"].T @ found["forces"])
    half = known.at_step(known.dt / 2).unknown.lacking
    np.testing.assert_allclose(half.T @ half, 2 * lacking.T @ lacking)


# Accelerometers, and kinds that are new ---------------------------------------------------------------------


def measured(full: FullBody, bundle: BodyBundle, steps: int) -> tuple[Array, Array, Array]:
    """What sensors measure of the full body after each step of a push, and of the reduced one; and places."""
    drive, measurement = ControlledBody(full, bundle), bundle.knowledge.measurement
    points = np.concatenate([sensor.vertices for sensor in bundle.sensors])
    state, push = drive.start(), drive.events(bundle.pushes).force[0]
    found, shown, places, before = [], [], [], drive.project(state)
    for k in range(steps):
        state = drive.advance(state, drive.own(k) + push)
        now = drive.project(state)
        found.append(drive.seen(state))
        shown.append(measurement.measured(now, before))
        places.append(full.body.positions(state[0])[points].ravel())
        before = now
    return np.array(found), np.array(shown), np.array(places)


def test_accelerometers_feel_the_second_differences_of_places(steered: tuple[FullBody, BodyBundle]) -> None:
    """By the trapezoidal rule a_k + a_k+1 = 2 (x_k+1 - 2 x_k + x_k-1) / h^2; at full rank both agree."""
    full, whole = steered
    end = whole.sensors[0].vertices
    bundle = replace(whole, sensors=[Sensor(end, 0.1, kind=ACCELEROMETER), whole.sensors[0]])
    found, shown, places = measured(full, bundle, 6)
    felt, size = found[:, : 3 * len(end)], np.abs(found).max()
    np.testing.assert_allclose(shown, found, rtol=0, atol=1e-8 * size)
    np.testing.assert_allclose(found[:, 3 * len(end) :], places[:, 3 * len(end) :], rtol=0, atol=1e-15)
    second = (places[2:] - 2 * places[1:-1] + places[:-2])[:, : 3 * len(end)] / bundle.dt**2
    assert np.abs(second).max() > 1
    np.testing.assert_allclose(felt[1:-1] + felt[2:], 2 * second, rtol=0, atol=1e-7 * size)


def test_accelerometers_beside_slow_markers_tell_of_pushes_earlier(
    steered: tuple[FullBody, BodyBundle],
) -> None:
    full, whole = steered
    marker = replace(whole.sensors[0], every=10)
    felt = Sensor(marker.vertices, 0.01, kind=ACCELEROMETER)
    pushes = pushes_for(whole, 3)
    told = steer_full(full, whole, "lqr", pushes)
    late, early = (
        steer_full(full, replace(whole, sensors=sensors), "lqr", pushes, mismatch=BY)
        for sensors in ([marker], [marker, felt])
    )
    assert (np.abs(early.error - told.error) < 0.5 * np.abs(late.error - told.error)).all()


def test_what_accelerations_the_model_does_not_show_is_noise_to_accelerometers(
    small_bundle: BodyBundle,
) -> None:
    scene = beam({"vertices": [int(small_bundle.free[-1] // 3)], "noise": 0.1, "kind": "accelerometer"})
    found = unmodelled(build_full_body(scene), small_bundle)
    assert set(found) == {"forces", "places", "accelerations"}
    known = with_sensors(replace(small_bundle, unmodelled=found), scene)
    known.check()
    unseen = found["accelerations"][scene.sensors[0].vertices]  # type: ignore[index]
    assert (unseen > 0).all()
    np.testing.assert_allclose(known.knowledge.measurement.noise, np.hypot(0.1, unseen).ravel())


def test_a_new_kind_is_one_entry(
    steered: tuple[FullBody, BodyBundle], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a vibrometer, which measures velocities: scene, full model, reduced model, observer and facts."""
    vibrometer = SensorKind("m/s", lambda h: (0.0, 1.0, 0.0), "velocities")
    monkeypatch.setitem(SENSOR_KINDS, "vibrometer", vibrometer)
    monkeypatch.setitem(NOISE_UNITS, "vibrometer", Unit("m/s"))
    scene = beam({"at": [0.3, 0.02, 0.02], "noise": "2 mm/s", "kind": "vibrometer"})
    assert scene.sensors[0].noise == pytest.approx(2e-3)
    full, whole = steered
    bundle = replace(whole, sensors=[Sensor(whole.sensors[0].vertices, 1e-6, kind="vibrometer")])
    found, shown, places = measured(full, bundle, 6)
    np.testing.assert_allclose(shown, found, rtol=0, atol=1e-9 * np.abs(found).max())
    between = (found[1:] + found[:-1]) / 2
    np.testing.assert_allclose(between, np.diff(places, axis=0) / bundle.dt, atol=1e-9 * np.abs(found).max())
    pushes = pushes_for(bundle, 2)
    free, told = (steer_full(full, bundle, name, pushes) for name in ("none", "lqr"))
    seen = steer_full(full, bundle, "lqr", pushes, mismatch=BY)
    assert (np.abs(seen.error - told.error) < 0.1 * np.abs(free.error - told.error)).all()
    assert about(bundle)["vibrometers"] == len(bundle.sensors[0].vertices)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ('count=3, noise=0.1, kind="accelerometer"', "`count` belongs to kind = 'marker', and this one is"),
        ('vertices=[3], noise="1 mm", kind="accelerometer"', "write a number in m/s^2, or number and unit"),
        ('vertices=[3], noise="0.1 m/s^2"', "write a number in m, or number and unit"),
        (
            'vertices=[3], noise=0.1, kind="gyroscope"',
            "kind: 'gyroscope' is none of 'marker', 'accelerometer'",
        ),
    ],
)
def test_accelerometers_that_cannot_be_are_refused(entries: str, words: str) -> None:
    with pytest.raises(SceneError, match=re.escape(words)):
        read_scene("beam", [f"sensors=[{{{entries}}}]"])


def test_a_handle_carries_no_accelerometers() -> None:
    with pytest.raises(
        SceneError, match=r"only markers measure, .*; leave out the accelerometer or the handle"
    ):
        read_scene("flower-shaken", ['sensors=[{vertices=[3], noise=0.1, kind="accelerometer"}]'])


def test_what_knows_the_state_alone_refuses_them(small_bundle: BodyBundle) -> None:
    end = int(small_bundle.free[-1] // 3)
    bundle = replace(small_bundle, sensors=[Sensor([end], 0.1, kind=ACCELEROMETER)])
    with pytest.warns(UserWarning, match="accelerometers are left out"):
        gains_of(bundle)
    assert "sensors.0.kind: C knows markers alone" in str(hindrance(bundle))


# Runs that the full model gives up ------------------------------------------------------------------------


def lost_in(bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch, *lost: int) -> list[str]:
    """The full model gives up on some of the four runs, ten steps from their start; the warnings."""
    begun, taken = [-1], [0]

    def start(drive: Watched) -> Any:
        begun[0], taken[0] = begun[0] + 1, 0
        return Watched.start(drive)

    def advance(drive: Watched, state: Any, force: np.ndarray) -> Any:
        taken[0] += 1
        if begun[0] in lost and taken[0] > 10:
            raise SimulationError("given up")
        return Watched.advance(drive, state, force)

    kind = type("Losing", (Watched,), {"start": start, "advance": advance})
    monkeypatch.setattr("offline.pipeline.body.unmodelled._Watched", kind)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = unmodelled(build_full_body(beam()), bundle)
    assert bool(found) == (len(lost) < RUNS)
    if found:
        assert np.abs(found["forces"]).max() > 0
        assert np.isfinite(found["places"]).all()
    return [str(each.message) for each in told]


@pytest.mark.parametrize("lost", [(0,), (1, 2), (0, 2, 3)])
def test_runs_that_the_full_model_gives_up_are_left_out(
    small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch, lost: tuple[int, ...]
) -> None:
    assert not lost_in(small_bundle, monkeypatch, *lost)


def test_where_all_are_lost_the_observer_is_not_told(
    small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    (words,) = lost_in(small_bundle, monkeypatch, *range(RUNS))
    assert words.startswith("LQR loses the full model")


def test_runs_far_off_the_others_are_left_out() -> None:
    assert _kept(np.array([1.0, np.inf, 2.0, 500.0])).tolist() == [0, 2]
    assert not _kept(np.full(4, np.inf)).size


def test_without_pushes_of_its_own_a_body_is_pushed_as_its_training_runs_are(
    small_bundle: BodyBundle,
) -> None:
    """Along the motion alone nothing is lacked, and the model would pass for exact."""
    still = replace(small_bundle, ensemble=None, pushes=[])
    found, known = (unmodelled(build_full_body(beam()), each) for each in (still, small_bundle))
    assert np.abs(found["forces"]).max() > 1e-2 * np.abs(known["forces"]).max()
    idle = build_full_body(beam(loads=[]))
    runs = pushes_of(idle, still)
    assert len(runs) == RUNS
    assert all(np.linalg.norm(push.force) > 0 for (push,) in runs)


# Where markers sit ----------------------------------------------------------------------------------------


def test_the_first_marker_is_the_best_of_all(small_bundle: BodyBundle) -> None:
    """Against every vertex, tried one by one; and each more makes the estimate better."""
    found = place_markers(small_bundle, 5)
    assert len(set(found.vertices)) == 5
    assert (np.diff(found.costs) < 0).all()
    skin = np.intersect1d(np.unique(small_bundle.surface), small_bundle.free // 3)
    rng = np.random.default_rng(0)
    for _ in range(5):
        some = [Sensor([int(each)], 1e-3) for each in rng.choice(skin, 5, replace=False)]
        random = place_markers(small_bundle, 1, present=some[:-1]).costs[0]
        assert found.costs[4] <= random * (1 + 1e-9)
    with pytest.raises(ControllerError, match="the skin has"):
        place_markers(small_bundle, 10_000)


@pytest.mark.parametrize("growth", [1.5, 40.0])
def test_markers_find_places_along_a_motion_that_nothing_holds(
    small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch, growth: float
) -> None:
    """Without a marker the covariance of its unstable direction has no end; the first one sees it best."""
    A, Q = placement._model(small_bundle)
    r = small_bundle.rank
    A[:r, :r] = A[:r, :r] + growth * np.outer(np.eye(r)[0], np.eye(r)[0])
    monkeypatch.setattr(placement, "_model", lambda bundle: (A, Q))
    found = place_markers(small_bundle, 3)
    assert len(set(found.vertices)) == 3
    assert np.isfinite(found.costs).all()
    assert found.costs[1] < 1e-3 * found.costs[0]


# Scenes ---------------------------------------------------------------------------------------------------


def test_scenes_say_where_markers_are(small_bundle: BodyBundle) -> None:
    free, shape = np.unique(small_bundle.free // 3), small_bundle.shape
    movable = {name: np.isin(each, free).sum() for name, each in small_bundle.regions.items()}
    region = min((name for name, count in movable.items() if count), key=movable.__getitem__)
    point = tuple((shape.vertices[free[-1]] + 1e-6).tolist())
    scene = beam(
        {"count": 2, "noise": "2 mm", "every": 4},
        {"region": region, "noise": "1 mm"},
        {"at": [int(free[3]), point], "noise": "1 mm"},
        {"at": point, "noise": "1 mm"},
        observer={"force": "3 N", "time_constant": "0.2 s"},
    )
    found = with_sensors(small_bundle, scene)
    chosen, whole, several, one = found.sensors
    assert (len(chosen.vertices), chosen.noise, chosen.every) == (2, 2e-3, 4)
    assert set(whole.vertices) == set(np.intersect1d(small_bundle.regions[region], free).tolist())
    assert several.vertices == [int(free[3]), int(free[-1])]
    assert one.vertices == [int(free[-1])]
    taken = {*whole.vertices, *several.vertices}
    assert not taken & set(chosen.vertices)
    assert (found.observing.force, found.observing.time_constant) == (3.0, 0.2)
    found.check()


@pytest.mark.parametrize(
    ("sensor", "words"),
    [
        ({"at": 10_000, "noise": 1e-3}, r"sensors\.0\.at: no vertex 10000"),
        ({"at": -1, "noise": 1e-3}, r"sensors\.0\.at: no vertex -1"),
        ({"count": 200, "noise": 1e-3}, r"sensors\.0\.count: 200 markers: the skin has"),
    ],
)
def test_places_that_are_not_there_are_refused(
    small_bundle: BodyBundle, sensor: dict[str, Any], words: str
) -> None:
    with pytest.raises(SceneError, match=words):
        with_sensors(small_bundle, beam(sensor))


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ('sensors=[{noise="1 mm"}]', "give one of `region`, `at`, `vertices` or `count`"),
        ('sensors=[{count=3, at=4, noise="1 mm"}]', "give one of"),
        ('sensors=[{count=3, noise="0 mm"}]', "noise"),
        ("sensors=[{count=3}]", "noise"),
        ("sensors=[{count=3, noise=1e300}]", "noise"),
        ('sensors=[{count=3, noise="1 mm", every=900}]', "sensors.0.every: 900, but the motion has 80 steps"),
        ('sensors=[{count=3, noise="1 mm", every=0}]', "every"),
        ('sensors=[{at=[], noise="1 mm"}]', "one place or more"),
        ('observer.time_constant="0 s"', "time_constant"),
    ],
)
def test_sensors_that_mean_nothing_are_refused(setting: str, words: str) -> None:
    with pytest.raises(SceneError, match=words):
        read_scene("beam", [setting])


def test_smoke_has_none() -> None:
    with pytest.raises(SceneError, match="only soft bodies"):
        read_scene("smoke-small", ['sensors=[{count=3, noise="1 mm"}]'])


def test_unknown_forces_are_pushes_anywhere_on_the_skin(small_bundle: BodyBundle) -> None:
    """The covariance against random pushes."""
    rng, shape = np.random.default_rng(0), small_bundle.shape
    skin, observing = np.unique(small_bundle.surface), Observing(force=2.0, radius=0.05)
    directions = rng.normal(size=(20_000, 3))
    directions *= 2.0 / np.linalg.norm(directions, axis=1)[:, None]
    patches = np.array([
        np.einsum("vxr,v->xr", shape.modes[inside], share)
        for inside, share in (shape.patch(int(vertex), 0.05) for vertex in skin)
    ])  # fmt: skip
    drawn = np.einsum("kx,kxr->kr", directions, patches[rng.integers(len(skin), size=len(directions))])
    factor = unknown_force(shape, observing)
    wanted = drawn.T @ drawn / len(drawn)
    np.testing.assert_allclose(factor.T @ factor, wanted, rtol=0, atol=0.05 * np.abs(wanted).max())


def test_three_numbers_are_a_point_whatever_they_are_and_vertices_have_their_entry() -> None:
    for at in ([0, 0, 1], [0.0, 0, 1], (0, 0, 1)):
        assert beam({"at": at, "noise": 1e-3}).sensors[0].at == [(0.0, 0.0, 1.0)]
    assert beam({"vertices": [0, 0, 1], "noise": 1e-3}).sensors[0].vertices == [0, 0, 1]
    with pytest.warns(UserWarning, match="vertices = "):
        assert beam({"at": [3, 8], "noise": 1e-3}).sensors[0].at == [3, 8]
