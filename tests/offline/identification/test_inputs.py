"""Recorded loads and a recorded handle drive a tiny body; bad columns are named."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

import softrein
from offline.full.body.full_body import build_full_body
from offline.identification.identify import Options, identify
from offline.identification.inputs import driven, without_inputs
from offline.identification.markers import known_markers, matched
from offline.identification.motion import Motion, motion_of
from offline.identification.recording import Recording, TimeSeries, read_columns
from offline.scenes.reading import read_scene, scene_of
from runtime.control.paths import MOST
from softrein.errors import SceneError
from tests.offline.identification.test_identify import CABLE, recorded, stiffer, tiny
from tests.offline.identification.test_kinds import FREE, HANDLE, carried
from tests.offline.identification.test_names import SMALL

PULL = {"name": "pull", "region": "xmax", "force": [0, 3.0, 4.0], "duration": 0.1}  # as a scene has it
FRAMES = np.arange(0.0, 0.62, 1 / 120)  # s: another rate than that of the steps
PULLED = 2.0 * np.sin(np.pi * FRAMES / 0.3) ** 2 * (FRAMES < 0.3)  # N


def pulled(scale: float = 1.0):
    """The scene that a rig pulls, with the recorded course in N along the load's direction as its own."""
    factors = list(zip(FRAMES.tolist(), (scale * PULLED / 5.0).tolist(), strict=True))
    return tiny(**SMALL, loads=[{**PULL, "duration": 0.7, "factors": factors}])


def path_of_handle() -> dict[str, np.ndarray]:
    """Columns of a handle that moves as HANDLE says."""
    within, columns = np.clip(FRAMES, 0.1, 0.6), {}
    for entry, names in (("translation", "xyz"), ("rotation", ("rx", "ry", "rz"))):
        values = CubicSpline(HANDLE["times"], HANDLE[entry], bc_type="clamped")(within)
        columns |= {f"handle_{name}": column for name, column in zip(names, values.T, strict=True)}
    return columns


def written(path, columns: dict[str, np.ndarray], recording: Recording | None = None) -> None:
    """Write a table of columns at FRAMES, beside markers where there is a recording, of 100 frames."""
    table, names = [FRAMES, *columns.values()], ["time", *columns]
    if recording is not None:
        table = [recording.times, *(np.interp(recording.times, FRAMES, each) for each in columns.values())]
        table += list(recording.points.reshape(len(recording.times), -1).T)
        names += [f"{label}_{axis}" for label in recording.labels for axis in "xyz"]
    np.savetxt(path, np.column_stack(table), delimiter=",", header=",".join(names), comments="")


@pytest.mark.slow("fits a body by full runs, twice")
def test_a_body_is_found_by_a_load_that_was_recorded(tmp_path) -> None:
    scene, own = tiny(**SMALL, loads=[PULL]), recorded(stiffer(pulled(), mass=0.5, stiffness=2e-3))
    written(tmp_path / "pull.csv", {"pull": PULLED})
    moved = driven(scene, read_columns(tmp_path / "pull.csv"))
    found = identify(moved, own, ["young"], Options())
    assert found["young"] == pytest.approx(1.4e5, rel=0.01)
    assert found.residual < 2e-4 < 0.05 * found.motion
    assert found.scene.loads[0].name == "pull", "the scene found has what drove the body"
    assert build_full_body(found.scene).loads.factors.max() == pytest.approx(2.0, rel=0.02)
    assert ignored(scene, own) > 0.05, "the columns change nothing"


@pytest.mark.slow("fits a body by full runs, twice")
def test_a_body_is_found_by_a_handle_that_was_recorded_beside_the_markers(tmp_path) -> None:
    true = tiny(**SMALL, loads=[], handle=HANDLE)
    own = carried(stiffer(true, mass=0.5, stiffness=2e-3))
    own = own._replace(times=own.times[20:] - own.times[20], points=own.points[20:])
    file = tmp_path / "all.csv"
    written(file, path_of_handle(), own)
    other = {**HANDLE, "translation": [[0, 0, 0], [0, 0.02, -0.05], [0, 0, 0]]}
    scene = tiny(**SMALL, loads=[], handle=other)
    found = softrein.identify(scene, file, "young", inputs=file)
    assert found["young"] == pytest.approx(1.4e5, rel=0.01)
    assert found.residual < 2e-4 < 0.01 * found.motion
    assert found.scene.handle.pivot == scene.handle.pivot
    assert ignored(scene, own) > 0.05, "the columns change nothing"


def ignored(scene, own: Recording) -> float:
    """Return how far off the modulus is where the scene's own course drives it; 1 where that is refused."""
    try:
        return abs(identify(scene, own, ["young"], Options())["young"] / 1.4e5 - 1)
    except SceneError:
        return 1.0


@pytest.mark.parametrize("kind", ["load", "handle"])
def test_both_models_feel_what_was_recorded(kind: str) -> None:
    scene = tiny(**SMALL, loads=[{**PULL, "force": [0, 0, 1e-9]}], handle={} if kind == "handle" else None)
    columns = {"pull": PULLED} if kind == "load" else path_of_handle()
    short, mesh = motion_of(driven(scene, TimeSeries("a.csv", FRAMES, columns)), 60)
    markers, _ = matched(known_markers(scene, mesh, NOBODY), mesh, NOBODY)
    motion = Motion(short, [], mesh, markers)
    run = motion.full(np.zeros(0))
    full, reduced = run.paths.positions, motion.reduced(run)(np.zeros(0)).positions
    far = np.abs(full - full[0]).max()
    assert far > 5e-3, "nothing moves"
    assert np.abs(run.states).max() > 1e-3, "nothing is felt"
    assert np.abs(reduced - full).max() < 0.02 * far


SERIES = TimeSeries("a.csv", FRAMES, path_of_handle())
NOBODY = Recording(
    "none",
    np.arange(2.0),
    ["m0", "m1", "m2"],
    np.array([[[0.3, 0.08, 0.04], [0.3, 0, 0.04], [0.2, 0.04, 0.08]]] * 2),
)


def test_a_path_goes_through_the_frames_whatever_their_rate() -> None:
    """Within 5 um and 50 urad of that of the scene; long ones have as many poses as are allowed."""
    scene, true = tiny(**SMALL, loads=[], handle={}), tiny(**SMALL, loads=[], handle=HANDLE)
    moved = driven(scene, SERIES)
    own, expected = (build_full_body(each).carried.way for each in (moved, true))
    np.testing.assert_allclose(own["translation"], expected["translation"], atol=5e-6)
    np.testing.assert_allclose(own["rotation"], expected["rotation"], atol=5e-5)
    np.testing.assert_allclose(own["velocity"], expected["velocity"], atol=1e-2)  # of 0.4 m/s
    cut = driven(tiny(**(SMALL | {"time": {"step": 0.01, "steps": 25}}), loads=[], handle={}), SERIES)
    midway = build_full_body(cut).carried.way["translation"]  # where the handle is fast
    np.testing.assert_allclose(midway, expected["translation"][:26], atol=5e-6)
    long = tiny(**(SMALL | {"time": {"step": 0.01, "steps": 3333}}), loads=[], handle={})
    part = driven(long, TimeSeries("a.csv", 100 * FRAMES, path_of_handle())).handle
    assert MOST / 2 < len(part.times) <= MOST
    assert part.times[-1] == 33.33


def test_rotation_vectors_go_on_past_half_a_turn() -> None:
    scene = tiny(**SMALL, loads=[], handle={})
    angle = 4.0 * (1 - np.cos(np.pi * FRAMES / FRAMES[-1])) / 2
    leaping = np.where(angle > np.pi, angle - 2 * np.pi, angle)
    still = {"handle_rx": 0 * angle, "handle_ry": 0 * angle}
    turns = driven(scene, TimeSeries("a.csv", FRAMES, {**still, "handle_rz": leaping})).handle.rotation
    assert turns[-1][2] == pytest.approx(4.0, abs=1e-2)
    assert np.abs(np.diff(turns, axis=0)).max() < 0.2
    leaps = {"handle_rx": 3.0 * (FRAMES > 0.3), "handle_ry": 0 * angle, "handle_rz": 3.0 * (FRAMES <= 0.3)}
    with pytest.raises(SceneError, match=r"a.csv: 'handle_rx', .* jump at .* by more than half a turn"):
        driven(scene, TimeSeries("a.csv", FRAMES, leaps))


def test_a_rotation_vector_of_no_turn_is_a_whole_one_too() -> None:
    """As where a turntable comes round."""
    angle = np.radians(np.arange(0.0, 400.0, 10.0))
    times, leaping = np.linspace(0.0, 0.4, len(angle)), (angle + np.pi) % (2 * np.pi) - np.pi
    leaping[36] = 0.0
    still = {"handle_rx": 0 * angle, "handle_ry": 0 * angle}
    series = TimeSeries("a.csv", times, {**still, "handle_rz": leaping})
    turns = driven(tiny(**SMALL, loads=[], handle={}), series).handle.rotation
    assert turns[-1][2] == pytest.approx(angle[-1], abs=1e-2)


def test_a_load_on_a_cable_and_an_impulse_are_replaced_and_others_stay() -> None:
    control = {**FREE, "actuators": [{**CABLE, "limit": None}]}
    loads = [
        {"name": "slow", "actuator": "pull", "tension": 2.0, "duration": 0.4},
        {"actuator": "pull", "tension": 1.0, "duration": 0.4},
        {"name": "knock", "region": "xmax", "impulse": [0, 0, -0.2], "duration": 0.05},
    ]
    scene = tiny(**SMALL, control=control, loads=loads)
    moved = driven(scene, TimeSeries("a.csv", FRAMES, {"slow": 3 * PULLED, "knock": PULLED}))
    assert [load.name for load in moved.loads] == ["slow", None, "knock"]
    assert moved.loads[0].tension == 1.0
    assert moved.loads[1] == scene.loads[1]
    assert moved.loads[2].force == (0, 0, -1)
    assert max(factor for _, factor in moved.loads[0].factors) == pytest.approx(6.0, rel=0.01)


def test_columns_that_do_not_fit_are_named() -> None:
    control = {**FREE, "actuators": [CABLE]}
    loads = [PULL, {"name": "wind up", "actuator": "cable", "tension": 1.0, "duration": 0.1}]
    control["actuators"] = [{**CABLE, "name": "cable"}]
    free, held = tiny(loads=loads, control=control), tiny(loads=loads, control=control, handle={})
    one, whole = {"handle_x": FRAMES}, path_of_handle()
    sensors = [{"at": [[0.3, 0, 0]], "labels": ["Handle"], "noise": 1e-3}]
    for scene, columns, words in (
        (
            free,
            whole,
            r"a.csv: 'handle_x' moves a handle, and the scene has none: add an empty table \[handle\]",
        ),
        (held, one, "a.csv: 'handle_x' needs 'handle_y' beside it"),
        (held, {"handle_rx": FRAMES, "handle_rz": FRAMES}, "'handle_rx' needs 'handle_ry'"),
        (
            held,
            {**whole, "handle_qw": FRAMES},
            "a.csv: 'handle_qw' is none of the handle's columns, handle_x,",
        ),
        (held, {"pull": FRAMES, "Handle_X": FRAMES}, "'Handle_X' is none of the handle's columns"),
        (
            held,
            {**whole, "handle_y": np.full(FRAMES.shape, np.nan)},
            "a.csv: 'handle_y' has no number at 0 s",
        ),
        (held, {**whole, "handle_z": 1e300 * FRAMES}, "a.csv: 'handle_z' is above 10000: it must be in m"),
        (held, {"pull": np.full(FRAMES.shape, np.inf)}, "a.csv: 'pull' has no number"),
        (held, {"pull": 1e300 * FRAMES}, "a.csv: 'pull'"),
        (
            held,
            {"wind up": FRAMES, "cable": FRAMES},
            "a.csv: 'wind up' and 'cable' both say what drives 'cable'",
        ),
        (held, {"other": FRAMES}, r"no column .* \(cable, pull, wind up, handle_x,"),
        (tiny(loads=[{**PULL, "force": [0, 0, 0]}]), {"pull": FRAMES}, "'pull': the scene's load .* is zero"),
        (tiny(loads=[{**PULL, "name": "handle_x"}], handle={}), whole, "'handle_x' may be more than one of"),
        (
            tiny(handle={}, control={**FREE, "paths": [PATH]}, loads=[]),
            whole,
            "a.csv: the handle: .*control.paths",
        ),
    ):
        with pytest.raises(SceneError, match=words):
            driven(scene, TimeSeries("a.csv", FRAMES, columns))
    with pytest.warns(UserWarning, match=r"a.csv: columns that drive nothing of the scene: 'frame'$"):
        driven(
            free,
            TimeSeries(
                "a.csv",
                FRAMES,
                {"pull": PULLED, "frame": FRAMES, "a_x": FRAMES, "a_y": FRAMES, "a_z": FRAMES},
            ),
        )
    own = Recording("a.csv", FRAMES, ["handle", "m0"], np.zeros((len(FRAMES), 2, 3)))
    assert without_inputs(own, free, list(whole)).labels == ["m0"]
    with pytest.raises(SceneError, match="columns of the marker 'handle' are inputs, too"):
        without_inputs(own, tiny(sensors=sensors), list(whole))
    with pytest.raises(SceneError, match="loads: two are called 'pull'; rename one"):
        scene_of({**free.model_dump(mode="json", exclude_defaults=True), "loads": [PULL, PULL]})


PATH = {
    "region": "xmax",
    "points": [[0, 0, 0], [0, 0, 0.1]],
    "times": [0.0, 0.5],
    "absolute": False,
    "weight": 1.0,
}


def test_what_moves_freely_is_not_identified() -> None:
    with pytest.raises(SceneError, match=r"moves freely: leave out its `mass` \(ball\)"):
        motion_of(read_scene("bat"), 10)  # type: ignore[arg-type]
