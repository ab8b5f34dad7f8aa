"""Values that are absurdly large, close or long are refused by name, before anything runs."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import numpy as np
import pytest

import softrein
from meshes import block, write_mesh
from meshes.animations.animation import Animation, Manner, read_animation
from offline.animation.animated import at_steps
from offline.full.body.full_body import build_full_body
from offline.scenes.base.parts import TimePart
from offline.scenes.reading import read_scene
from offline.steering.mismatch import Mismatch
from runtime.body.handle.hand import Hand
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.endless import seam_deviations
from runtime.control.paths import curve_of
from softrein.base.whole_file import check_writable, whole_file, whole_files
from softrein.commands.parts import check_folder
from softrein.errors import BundleError, ControllerError, MeshError, SceneError, SoftreinError

CABLE = "{name='a', kind='cable', anchor=[0, 0, 1], points=%s}"
LOAD = "{region='xmax', force=[1,0,0], duration=0.1}"
TARGET = "{name='a', region='xmax', time=0.1, radius=0.1, string=0.1}"
PATH = "{region='xmax', points=[[0,0,0],[0,0,1]], period=0.1, weight=1}"


@pytest.mark.parametrize(
    "times",
    [[0, 1e308, 1.7e308], [0, 1e-320, 2e-320], [-1e308, 0, 1e308], [0, 1, 1 + 1e-12], [0, 1e-200, 1]],
)
def test_times_of_animations_are_bounded(times: list[float], tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", points=np.zeros((3, 4, 3)), times=times)
    with pytest.raises(MeshError, match=r"a\.npz: (its times|frames)"):
        read_animation(tmp_path / "a.npz", Manner())


@pytest.mark.parametrize("rate", [1e-310, 1e-300, 1e300])
def test_rates_of_animations_are_bounded(rate: float, tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", points=np.zeros((3, 4, 3)))
    with pytest.raises(MeshError, match=r"a\.npz"):
        read_animation(tmp_path / "a.npz", Manner(rate=rate))


@pytest.mark.parametrize(
    "way",
    [
        {"period": 1e-320}, {"period": 1e300}, {"times": [0, 1e-200, 1]}, {"times": [0, 1e-17, 1]},
        {"times": [0, 1, 1e300]},
    ],
)  # fmt: skip
def test_curves_are_bounded(way: dict[str, object]) -> None:
    with pytest.raises(ControllerError, match=r"^(period|times): "):
        curve_of(np.eye(3), 3, **way)
    with pytest.raises(ControllerError, match=r"^points: "):
        curve_of(1e300 * np.eye(3), 3, 1.0)


@pytest.mark.parametrize(
    ("setting", "entry"),
    [
        ("materials.body.density=1e-300", "materials.body.density"),
        ("materials.body.young=1e300", "materials.body.young"),
        ("gravity=[0, 0, 1e300]", "gravity"),
        ('control.actuators=[{name="a", kind="cable", anchor=[1e300, 0, 0], points=[[0, 0, 0]]}]', "anchor"),
        (f"control.actuators=[{CABLE % ([[0, 0, 0]] * 2000)}]", "points"),
        (f"control.actuators=[{', '.join([CABLE % [[0, 0, 0]]] * 5000)}]", "actuators"),
        (
            "control.paths=[{region='xmax', points=[[0,0,0],[0,0,0.1],[0,0,0]], times=[0, 1e-6, 0.1], "
            "weight=1}]",
            r"control\.paths\.0\.times: two of them",
        ),
        (
            "loads=[{region='xmax',force=[1,0,0],duration=0.1,shape='noise',period=1e-320}]",
            r"loads\.0\.period",
        ),
        ("loads=[{region='xmax',impulse=[1,0,0],duration=1e-320}]", r"loads\.0\.duration"),
        ("pushes.0.noise=1e-320", r"pushes\.0\.noise"),
        ("materials.body.young=1e-300", r"young"),
        ("materials.body.young=1e18", r"young"),
        ("materials.body.poisson=0.4999999999999999", r"poisson"),
        ("materials.body.poisson=-0.9999999999999999", r"poisson"),
        ("mesh.size=[1e-300, 1, 1]", r"mesh\.size"),
        ("time.step=1e9", r"time\.step"),
        ("time.step=1e-300", r"time\.step"),
        ("control.actuators=[{name='a', region='xmax', direction=[1e-320,0,0]}]", "direction"),
        ("control.actuators=[{name='a', region='xmax', direction=[1e300,0,0]}]", "direction"),
        ("control.actuators=[{name='a', region='xmax', direction=[1e19,0,0]}]", "direction"),
        ("control.actuators=[{name='a', region='xmax', direction=[1,0,0], scale=1e-320}]", "scale"),
        (
            "control.actuators=[{name='a', kind='cable', points=[[0,0,0],[1,0,0]], drive='length', "
            "stiffness=1e30}]",
            "stiffness",
        ),
        ("control.actuators=[{name='a', kind='pressure', region='xmax', scale=1e-320}]", "scale"),
        ("control.control_cost=5e-324", r"control\.control_cost"),
        ("control.final=1e300", r"control\.final"),
        ("control.paths=[{region='xmax', points=[[0,0,0],[0,0,1]], period=1, weight=1e300}]", "weight"),
        (
            "keyframes=[{region='xmax', time=0.1, position=[0,0,0], weight=1e300}]",
            r"keyframes\.0\.weight",
        ),
        (f"control.actuators=[{', '.join([CABLE % ([[0, 0, 0]] * 999)] * 30)}]", "20000"),
        (f"pushes=[{', '.join(['{at=0, force=[1,0,0], time=0.0, duration=0.1}'] * 1001)}]", "pushes"),
        (f"loads=[{', '.join([LOAD] * 1001)}]", "loads"),
        (f"control.instants=[{', '.join(['{time=0.0, weight=1.0}'] * 1001)}]", "instants"),
        (f"sensors=[{', '.join(['{count=1, noise=0.001}'] * 1001)}]", "sensors"),
        (f"targets=[{', '.join([TARGET] * 1001)}]", "targets"),
        (f"control.paths=[{', '.join([PATH] * 257)}]", "paths"),
    ],
)
def test_entries_are_bounded(setting: str, entry: str) -> None:
    with pytest.raises(SceneError, match=entry):
        read_scene(
            "beam", [setting.replace("'", '"').replace(": ", "=")] if "anchor" not in setting else [setting]
        )


def test_only_regular_files_are_replaced(tmp_path: Path, small_bundle: BodyBundle) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    (tmp_path / "lost").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as each:
        each.bind(str(tmp_path / "socket"))
        for name in ("pipe", "link", "lost", "socket", "folder"):
            path = tmp_path / name
            for write in (check_writable, lambda path: bundle_file.save(small_bundle, path)):
                with pytest.raises(SoftreinError, match=name):
                    write(path)
            with pytest.raises(SoftreinError, match=name), whole_file(path):
                raise AssertionError
        (tmp_path / "a.vtu").symlink_to(tmp_path / "pipe")
        with pytest.raises(MeshError, match="regular"):
            write_mesh(tmp_path / "a.vtu", block((1, 1, 1), (1, 1, 1)))
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "file").write_text("a")
    (tmp_path / "to").symlink_to(tmp_path / "file")
    check_writable(tmp_path / "to")


def test_nothing_in_a_folder_is_replaced_but_regular_files(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    for text in ("old", "new"):
        with whole_files(folder) as made:
            (made / "a.txt").write_text(text)
            (made / "b.json").write_text(text)
    check_folder(folder)
    (folder / "b.json").unlink()
    os.mkfifo(folder / "b.json")
    with pytest.raises(SoftreinError, match=r"b\.json"), whole_files(folder) as made:
        [(made / name).write_text("newer") for name in ("a.txt", "b.json")]
    assert (folder / "b.json").is_fifo()
    assert (folder / "a.txt").read_text() == "new"
    assert list(tmp_path.iterdir()) == [folder]
    with pytest.raises(SoftreinError, match=r"b\.json"):
        check_folder(folder, ["a.txt", "b.json"])
    check_folder(folder, ["a.txt", "c.json"])  # what another command has there is none of its business


def test_files_are_made_in_their_folder_which_may_be_a_file_system_of_its_own(tmp_path: Path) -> None:
    """A mount's parent is another one, across which nothing can be renamed; an empty folder does not stay."""
    folder = tmp_path / "new"
    with whole_files(folder) as made:
        assert made.parent == folder
        (made / "a.txt").write_text("a")
    assert [each.name for each in folder.iterdir()] == ["a.txt"]
    with pytest.raises(ZeroDivisionError), whole_files(tmp_path / "other"):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == [folder]


def test_files_may_have_as_long_a_name_as_any(tmp_path: Path, small_bundle: BodyBundle) -> None:
    """Before the work it is found that such a name may be written, so it may be afterwards."""
    longest = tmp_path / f"{'a' * 246}.softrein"
    check_writable(longest)
    bundle_file.save(small_bundle, longest)
    with whole_file(tmp_path / f"{'b' * 250}.json") as temporary:
        temporary.write_text("{}")
    assert len(list(tmp_path.iterdir())) == 2
    for write in (check_writable, lambda path: bundle_file.save(small_bundle, path)):
        with pytest.raises(BundleError, match="cannot be written: File name too long"):
            write(tmp_path / ("c" * 300))


def test_files_may_be_written_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with whole_files(Path()) as made:
        (made / "a.txt").write_text("new")
    assert Path("a.txt").read_text() == "new"
    assert [each.name for each in tmp_path.iterdir()] == ["here"]


def test_public_names_name_their_arguments(small_bundle: BodyBundle) -> None:
    simulator = small_bundle.simulator()
    with pytest.raises(ControllerError, match="reference"):
        simulator.add_reference(None)  # type: ignore[arg-type]
    for given in (None, "a", [1.0, 2.0], 5):
        with pytest.raises(ControllerError, match=r"^positions: "):
            Hand.placed(object(), given)  # type: ignore[arg-type]
    for odd in (None, "a", 5):
        with pytest.raises(ControllerError, match=r"^bundle: "):
            softrein.MarkerFeedback(odd)  # type: ignore[arg-type]
    assert softrein.__doc__


@pytest.mark.parametrize(
    ("setting", "entry"),
    [
        ("winds.0={PERIOD}", r"winds\.\d+\.period: 1e-09 s"),
        ("pushes.0.noise=1e-9", r"pushes\.0\.noise: 1e-09 s"),
    ],
)
def test_noise_of_smoke_is_no_finer_than_a_hundredth_of_a_step(setting: str, entry: str) -> None:
    wind = '{at=[0.5, 0.5], radius=0.1, acceleration=[1, 0], course="noise", period=1e-9}'
    with pytest.raises(SceneError, match=entry):
        read_scene("smoke-small", [setting.replace("winds.0={PERIOD}", f"winds=[{wind}]")])


@pytest.mark.parametrize(
    "setting",
    [
        "materials.body.poisson=0.499", "materials.body.young='1 TPa'".replace("'1 TPa'", "1e12"),
        "control.control_cost=1e-12", "control.final=1e12", "control.actuators=[{name='a', region='xmax', "
        "direction=[0,1e-3,0], scale='1 mN'}]", "pushes.0.noise=0.01",
    ],
)  # fmt: skip
def test_what_scenes_do_say_is_within_bounds(setting: str) -> None:
    read_scene("beam", [setting.replace("'", '"')])


@pytest.mark.parametrize(
    ("settings", "entry"),
    [
        (
            ["keyframes=[{region='xmax', time=0.1, position=[0,0,0], velocity=[1e6,0,0]}]"],
            r"0\.velocity: 1e\+06",
        ),
        (["keyframes=[{region='xmax', time=0.1, position=[0,1e3,0]}]"], r"keyframes\.0\.position: 1e\+03 m"),
        (
            ["keyframes=[{region='xmax', time=0.1, position=[0,1e3,0], absolute=true}]"],
            r"keyframes\.0\.position",
        ),
    ],
)
def test_what_is_asked_of_a_body_is_in_proportion_to_it(settings: list[str], entry: str) -> None:
    more = ["loads=[]", 'reference.source="keyframes"', *(each.replace("'", '"') for each in settings)]
    with pytest.raises(SceneError, match=entry):
        build_full_body(read_scene("beam", more))  # type: ignore[arg-type]


def test_a_path_is_in_proportion_to_the_body() -> None:
    path = 'control.paths=[{region="xmax", points=[[0,0,0],[1e6,0,0]], times=[0, 0.1], weight=1}]'
    with pytest.raises(SceneError, match=r"control\.paths\.0\.points\.1: 1e\+06 m"):
        build_full_body(read_scene("beam", [path]))  # type: ignore[arg-type]


def test_a_cable_on_held_vertices_is_named_by_its_number() -> None:
    scene = read_scene("beam", ["control.actuators=[]"])
    held = build_full_body(scene)  # type: ignore[arg-type]
    one, other = held.mesh.vertices[held.body.fixed[:2]].tolist()
    free = 'name="a", region="xmax", direction=[1,0,0]'
    cable = f'name="b", kind="cable", points=[{one}, {other}]'
    with pytest.raises(SceneError, match=r"control\.actuators\.1: 'b' moves nothing"):
        build_full_body(read_scene("beam", [f"control.actuators=[{{{free}}}, {{{cable}}}]"]))  # type: ignore[arg-type]


def test_two_key_frames_of_one_step_are_one_too_many() -> None:
    frames = ", ".join(
        f'{{region="xmax", time={time}, position=[0,{time},0]}}' for time in (0.1, 0.100000000001)
    )
    with pytest.raises(SceneError, match=r"keyframes\.1: keyframes\.0 already gives"):
        read_scene("beam", ["loads=[]", 'reference.source="keyframes"', f"keyframes=[{frames}]"])


@pytest.mark.parametrize(("second", "fits"), [(0.1002, False), (0.2, True)])
def test_a_spline_that_leaves_its_frames_is_refused(second: float, fits: bool) -> None:
    points = np.zeros((4, 5, 3))
    points[2:, :, 0] = 0.05
    time = TimePart(step=0.01, steps=60)
    animation = Animation(points, np.array([0.0, 0.1, second, 0.6]))
    if fits:
        assert np.abs(at_steps(animation, time, False, "a")).max() < 0.2
        return
    with pytest.raises(SceneError, match=r"reference\.animation: a: .* frames 1 and 2"):
        at_steps(animation, time, False, "a")


def test_rounds_and_factors_are_bounded(small_bundle: BodyBundle) -> None:
    with pytest.raises(ControllerError, match=r"rounds: .* 1 to 10000"):
        seam_deviations(small_bundle, 10**9)
    for odd in (Mismatch(young=1e-300), Mismatch(density=1e-300)):
        with pytest.raises(ControllerError, match=r"a factor from 1e-06"):
            odd.check()


def test_a_folder_that_cannot_be_made_is_told_by_its_own_name(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("there")
    with pytest.raises(SoftreinError, match=r"file: is not a folder"), whole_files(file):
        pass
    with pytest.raises(SoftreinError, match=r"file/new/er: cannot be made"), whole_files(file / "new" / "er"):
        pass
    assert file.read_text() == "there"
