"""Scene files: units, overrides, and an error that names the field for each way to get one wrong."""

from __future__ import annotations

import json
import re
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from meshes import TetMesh, block, write_mesh
from offline.drafting.template import scene_of_mesh, scene_template
from offline.pipeline.kinds import kind_of
from offline.scenes.base.scene import Scene
from offline.scenes.motions import motion_scenes
from offline.scenes.reading import read_scene, scene_names, scene_of, scene_schema, scene_text, text_of
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from runtime.bundle.smoke import SmokeBundle
from softrein.errors import SceneError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def test_every_shipped_scene_is_valid_and_described() -> None:
    for name in scene_names():
        scene = read_scene(name)
        assert scene.name == name
        assert scene.description


def test_units_are_converted_and_numbers_are_si() -> None:
    scene = read_scene(
        "tshape", ["materials.body.young=0.28 MPa", "time.step=0.01", "mesh.fixed=['foot', 'left']"]
    )
    assert scene.materials["body"].young == pytest.approx(280e3)
    assert scene.time.step == 0.01
    assert scene.mesh.fixed == ["foot", "left"]


def test_list_entries_can_be_set() -> None:
    assert read_scene("tshape", ["targets.1.radius='5 cm'"]).targets[1].radius == pytest.approx(0.05)


def test_a_file_beside_the_scene_is_found_from_anywhere(tmp_path: Path) -> None:
    text = scene_text("tshape").replace('body = "tshape"', 'file = "body.msh"')
    (tmp_path / "own.toml").write_text(text)
    assert read_scene(tmp_path / "own.toml").mesh.file == tmp_path / "body.msh"


REGIONS = (
    "mesh.regions={bottom={lowest=0.1}, side={highest=0.1, axis='z'}, few={vertices=[1, 2]}, "
    "corner={box=[[0, 0, 0], ['3 cm', '3 cm', '3 cm']]}, tip={at=[0.3, 0.04, 0.04], radius=0.05}}"
)


def drafted(folder: Path, name: str) -> Scene:
    """A draft for a mesh of its own; that of VegaFEM's brings materials and a list of what is fixed."""
    mesh = block((2, 5, 2), (0.1, 0.3, 0.12))
    path = folder / name
    write_mesh(path, TetMesh(mesh.vertices, mesh.tets))
    if path.suffix == ".veg":
        path.write_text(
            f"{path.read_text()}\n*MATERIAL RUBBER\nENU, 900, 3e5, 0.3\n\n*REGION\nallElements, RUBBER\n"
        )
        (folder / "body.bou").write_text("1,2,3,7\n")
        return read_scene(scene_file(folder, scene_template(path)), ["mesh.fixed_list='body.bou'"])
    return scene_of_mesh(path, ["mesh.skin='fine.obj'", "up='z'"], 0.5)


def scene_file(folder: Path, text: str) -> Path:
    (folder / "a.toml").write_text(text, encoding="utf-8")
    return folder / "a.toml"


@pytest.mark.parametrize("name", [*scene_names(), "regions", "body.vtu", "body.veg", "words"])
def test_a_scene_reads_back_from_what_a_bundle_keeps_and_from_its_own_text(tmp_path: Path, name: str) -> None:
    if name == "regions":
        scene = read_scene("beam", [REGIONS, "up='x'", "gravity=[-1, 0, 0]"])
    elif name == "words":
        scene = read_scene(
            "beam", ["""description='a "b" \\ ü \t\U0001f41d\x7f'""", """mesh.regions."a b".lowest=0.1"""]
        )
    else:
        scene = read_scene(name) if name in scene_names() else drafted(tmp_path, name)
    kept = json.loads(json.dumps(scene.model_dump(mode="json")))
    assert scene_of(kept) == scene
    assert read_scene(scene_file(tmp_path, text_of(scene))) == scene


def test_a_bundle_stands_for_the_scene_that_it_was_made_from(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    save(small_bundle, tmp_path / "a.softrein")
    assert read_scene(tmp_path / "a.softrein") == read_scene("beam")
    assert "made from" in scene_text(str(tmp_path / "a.softrein"))
    other = read_scene(tmp_path / "a.softrein", ["basis.rank=5"])
    assert other.basis.rank == 5


def test_a_bundle_of_before_there_was_an_up_reads_back(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Then every region kept the axis of ends, which the scene refuses for a box."""
    scene = read_scene("beam", [REGIONS])
    kept = scene.model_dump(mode="json")
    del kept["up"]
    for region in kept["mesh"]["regions"].values():
        region["axis"] = region["axis"] or "y"
    save(replace(small_bundle, scene=kept), tmp_path / "a.softrein")
    axes = read_scene(tmp_path / "a.softrein", []).model_dump()["mesh"]["regions"]
    assert {name: region["axis"] for name, region in axes.items()} == {
        "bottom": "y", "side": "z", "few": None, "corner": None, "tip": None,
    }  # fmt: skip


def test_the_old_name_of_the_control_cost_is_read_with_a_warning_but_of_bundles(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    """In files, in dictionaries and as a setting; a bundle's scene nobody can mend."""
    scene, text = read_scene("beam"), scene_text("beam").replace("control_cost =", "effort =")
    with pytest.warns(UserWarning, match=r"a\.toml: control\.effort is called control\.control_cost now"):
        assert read_scene(scene_file(tmp_path, text)) == scene
    with pytest.warns(UserWarning, match="--set control.effort=0.5"):
        assert read_scene("beam", ["control.effort=0.5"]).control.control_cost == 0.5
    kept = scene.model_dump(mode="json")
    kept["control"]["effort"] = kept["control"].pop("control_cost")
    with pytest.warns(UserWarning, match="the scene: control"):
        assert scene_of(kept) == scene
    save(replace(small_bundle, scene=kept), tmp_path / "a.softrein")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_scene(tmp_path / "a.softrein") == scene
    with pytest.raises(SceneError, match="unknown entry"):
        read_scene(scene_file(tmp_path, text.replace("effort =", "effort = 1\ncontrol_cost =")))


def test_the_old_name_of_blocks_is_read_with_a_warning_at_the_top_and_of_each_motion(tmp_path: Path) -> None:
    text = scene_text("beam")
    with pytest.warns(UserWarning, match=r"a\.toml: control\.mpc\.stride is called control\.mpc\.block now"):
        found = read_scene(scene_file(tmp_path, f"{text}\n[control.mpc]\nstride = 2\n"))
    assert found == read_scene("beam", ["control.mpc.block=2"])
    with pytest.warns(
        UserWarning, match="--set control.mpc.stride=2: control.mpc.stride is called control.mpc.b"
    ):
        assert read_scene("beam", ["control.mpc.stride=2"]) == found
    motions = [{"name": "one"}, {"name": "two", "control": {"mpc": {"stride": 3}}}]
    with pytest.warns(UserWarning, match=r"motions\.1\.control\.mpc\.stride is called motions\.1\.control"):
        several = scene_of(
            read_scene("beam").model_dump(mode="json", exclude_none=True) | {"motions": motions}
        )
    assert [each.control.mpc.block for each in motion_scenes(several).values()] == [1, 3]


def test_the_old_name_of_winds_acceleration_is_read_with_a_warning_but_of_bundles(
    small_smoke: SmokeBundle, tmp_path: Path
) -> None:
    """Smoke's pushes and random pushes are winds, and these have an acceleration; a body's have a force."""
    scene, text = read_scene("fluid"), scene_text("fluid")
    older = re.sub(r"(?s)(\[\[pushes\]\].*)", lambda rest: rest[1].replace("acceleration =", "force ="), text)
    assert older.count("force =") == len(scene.pushes) + 1
    with pytest.warns(UserWarning, match=r"is called .* now") as told:
        assert read_scene(scene_file(tmp_path, older)) == scene
    for place in ("pushes.0", "pushes.1", "pushes.2", "ensemble"):
        assert any(f"{place}.force is called {place}.acceleration now" in str(each.message) for each in told)
    with pytest.warns(UserWarning, match="--set pushes.1.force"):
        assert read_scene("fluid", ["pushes.1.force=[1, 2]"]).pushes[1].strength == (1, 2)
    kept = read_scene("smoke-small").model_dump(mode="json")
    for part in (*kept["pushes"], kept["ensemble"]):
        part["force"] = part.pop("acceleration")
    save(replace(small_smoke, scene=kept), tmp_path / "a.softrein")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_scene(tmp_path / "a.softrein") == read_scene("smoke-small")
    with pytest.raises(SceneError, match=r"pushes\.0\.acceleration: unknown entry"):
        read_scene("tshape", ["pushes.0.acceleration=[0, 0, 1]"])


def test_a_hint_names_no_entry_that_is_there() -> None:
    """Beside a `duration` nothing is a misspelling of it, but for a setting, which may be of that one."""
    text = scene_text("beam").replace("duration =", "durations = 1\nduration =")
    with pytest.raises(SceneError, match=r"pushes\.0\.durations: unknown entry; check its spelling"):
        scene_of(tomllib.loads(text))
    with pytest.raises(SceneError, match=r"pushes\.0\.durations: unknown entry; is 'duration' meant\?"):
        read_scene("beam", ["pushes.0.durations=1"])
    text = scene_text("beam").replace("duration =", "durations =")
    with pytest.raises(SceneError, match=r"pushes\.0\.durations: unknown entry; is 'duration' meant\?"):
        scene_of(tomllib.loads(text))


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("materials.body.young=3 kg", ["materials.body.young", "'3 kg' is not in Pa"]),
        ("materials.body.young=-1", ["materials.body.young", "greater than 0"]),
        ("materials.body.young=nan", ["materials.body.young", "finite"]),
        ("materials.body.poisson=0.5", ["materials.body.poisson"]),
        ("basis.rang=3", ["basis.rang", "unknown entry"]),
        ("basis.energy=0.9", ["basis", "either `rank` or `energy`"]),
        ("time.steps=0", ["time.steps"]),
        ("control.control_cost=0", ["control.control_cost"]),
        ("control.instants.0.time=1 h", ["after the end of the motion"]),
        ("loads.0.force=[1,2,3]", ["loads.0", "either `force` or `impulse`"]),
        ("loads.9.force=[1,2,3]", ["loads.9", "no such entry"]),
        ("nonsense", ["name.of.entry=value"]),
        ("gravity=[1, 2]", ["gravity: expected three values, got [1, 2]"]),
        ("gravity=9.81", ["gravity: expected three values, got 9.81"]),
        ("gravity=[1, 2, 3, 4]", ["gravity: expected three values"]),
        (f"pushes=[{'{at=0,force=[0,0,1]},' * 1001}]", ["pushes: has 1001 entries, at most 1000"]),
        (f"motions=[{'{},' * 33}]", ["motions: has 33 entries, at most 32"]),
        (
            f"tools=[{{name='a',rotation=[{'[0,0,0],' * 2000}]}}]",
            ["rotation: has 2000 entries, at most 1000"],
        ),
        ("gravity=['9.81 s', 0, 0]", ["gravity.0: '9.81 s' is not in m/s^2; write a number in m/s^2"]),
        ("control.control_cost='1 kg'", ["control.control_cost: '1 kg' is not a plain number"]),
        ("enrichment.strength=0.1", ["enrichment.strength: expected two values, got 0.1"]),
        ("mesh.regions.a={box=[1, 2]}", ["mesh.regions.a.box.0: expected three values, got 1"]),
        ("mesh.regions.a={box=1}", ["mesh.regions.a.box: expected two lists of three values, got 1"]),
        ("pushes.0.at=1.5", ["pushes.0.at: expected a whole number or three values or text in quotes"]),
        ("time.steps=2.5", ["time.steps: expected a whole number, got 2.5"]),
        ("time=3", ["time: expected a table, got 3"]),
        ("loads=3", ["loads: expected a list in brackets, got 3"]),
        (
            "control.actuators=[{name='a',region='xmax',direction=[0,0,1]}, "
            "{name='a',region='zmax',direction=[0,0,1]}]",
            ["control.actuators: two are called 'a'; rename one"],
        ),
        ("mesh.fixed=[]", ["mesh.fixed: needs at least one value"]),
        ("mesh.file=3", ["mesh.file: expected the path of a file"]),
        ("name='a b'", ["name: may have letters, digits"]),
        ("reference.rewind=7", ["reference.rewind: expected true or false, got 7"]),
        ("control={}", ["control.control_cost: missing"]),
        ("up='down'", ["up: 'down' is none of 'x', 'y', 'z'"]),
        ("backend='lu'", ["backend: 'lu' is none of 'cg', 'direct', 'cholmod', 'splu'"]),
        ("basis.rnk=3", ["basis.rnk", "is 'rank' meant?"]),
        ("box={}", ["box: belongs to scenes of kind = 'fluid'"]),
        ("mesh.file='a.msh'", ["mesh", "either `body`"]),
        ("kind='gas'", ["kind"]),
        ('mesh={file="a\\u0000b.veg", fixed=["body"]}', ["mesh.file: 'a\\x00b.veg' is not valid text"]),
        (f"mesh={{file='{'x' * 300}.veg', fixed=['body']}}", ["mesh.file:", "longer than a file's path"]),
        ("seed=" + "9" * 5000, ["seed: expected a whole number, got '9999"]),
        ("seed=" + "[" * 5000, ["seed: expected a whole number, got '[["]),
        ("seed=2147483648", ["seed: must be at most 2147483647, got 2147483648"]),
        ("time.steps=true", ["time.steps: expected a whole number, got true"]),
        ("time.step=true", ["time.step: expected a number, got true"]),
        ("time.step=2020-01-01", ["time.step: expected a number, got 2020-01-01"]),
        ("pushes.0.at='a/b'", ["pushes.0.at: 'a/b' has a slash"]),
        ("time.step='9**9**9 s'", ["time.step: '9**9**9 s' is not a quantity"]),
    ],
)
def test_a_bad_entry_is_named(setting: str, words: list[str]) -> None:
    with pytest.raises(SceneError) as caught:
        read_scene("tshape", [setting])
    for word in words:
        assert word in str(caught.value)


def test_no_message_is_in_pythons_words() -> None:
    """What these entries of two kinds can have wrong, against pydantic's own words."""
    entries = ["gravity", "mesh", "loads", "pushes.0.at", "time.steps", "name", "basis.rank", "seed", "box",
               "particles", "winds.0.acceleration", "reference", "ensemble.acceleration"]  # fmt: skip
    told = []
    for name in ("tshape", "fluid"):
        for entry in entries:
            for value in ("true", "-1", "1.5", "[]", "[[1]]", "{}", "{a=1}", "'x'", "['x', 1, 2]"):
                try:
                    read_scene(name, [f"{entry}={value}"])
                except SceneError as error:
                    told.append(str(error))
    assert len(told) > 150
    for words in ("Input should", "tuple", "dict", "valid ", "int_", "Field required", "Value error", "None"):
        assert not [text for text in told if words in text]


def test_a_cost_of_nothing_is_refused() -> None:
    settings = ["control.final=0", "control.final_velocity=0", "control.instants=[]"]
    with pytest.raises(SceneError, match="all weights on the state are zero"):
        read_scene("tshape", settings)


@pytest.mark.parametrize("name", ["no-such-scene", "missing.toml", "."])
def test_an_unknown_scene_lists_the_known(name: str) -> None:
    with pytest.raises(SceneError, match="tshape"):
        read_scene(name)


def test_broken_toml_says_where(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("name = 'x'\n[mesh\n")
    with pytest.raises(SceneError, match="line 2"):
        read_scene(tmp_path / "broken.toml")


def test_the_schema_names_units() -> None:
    schema = scene_schema()
    assert schema["$defs"]["MaterialPart"]["properties"]["young"]["unit"] == "Pa"


@pytest.mark.parametrize("at", ["'xmin'", "0", "[0, 0, 0]"])
def test_a_push_on_what_is_held_is_warned_of_unless_it_reaches_farther(at: str) -> None:
    def made(radius: float) -> object:
        push = f"{{at={at}, force=[0, 0, 1], time=0.1, duration=0.1, radius={radius}}}"
        scene = read_scene("beam", [f"pushes=[{push}]"])
        return kind_of(scene).full_model(scene)

    with pytest.warns(UserWarning, match=r"^pushes\.0\.at: nothing of the body is free to move at '"):
        made(0.01)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made(0.1)


PRESSED = "enrichment.presses=2"
TURNED = (
    "tools=[{name='t', shape='sphere', radius=0.1, times=[0, 0.5], translation=[[0, 5, 0], [0, 5, 0]], %s}]"
)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ([PRESSED, "time.newton_iterations=1"], "time.newton_iterations: contact, which enrichment.presses"),
        ([PRESSED, "time.scheme='euler'"], "time.scheme = 'euler': contact, which enrichment.presses makes"),
        (["mesh.scale=0.001"], "mesh.scale: the unit of files, and the scene names none"),
        (
            [TURNED % "rotation=[[0, 0], [0, 0, 1]]"],
            "tools.0.rotation: expected three values or a list of such",
        ),
        (
            ["sensors=[{noise=0.001, at='x'}]"],
            "at: expected a whole number or three values or a list of such",
        ),
    ],
)
def test_entries_that_exclude_each_other_are_refused(settings: list[str], words: str) -> None:
    with pytest.raises(SceneError, match=re.escape(words)):
        read_scene("beam", settings)


def test_a_scale_may_be_that_of_a_file_in_a_motion(tmp_path: Path) -> None:
    frames = tmp_path / "sway.csv"
    frames.write_text("time,x,y,z\n0,0,0,0\n")
    moved = f"motions=[{{name='a'}}, {{name='b', reference={{animation='{frames}'}}, loads=[], targets=[]}}]"
    assert read_scene("beam", ["mesh.scale=0.001", moved]).mesh.scale == 0.001
    with pytest.raises(SceneError, match="names none"):
        read_scene("beam", ["mesh.scale=0.001", "motions=[{name='a'}, {name='b'}]"])


def test_numbers_of_vertices_do_not_go_over_to_another_mesh(tmp_path: Path) -> None:
    other = tmp_path / "other.msh"
    first = tmp_path / "scene.toml"
    first.write_text(scene_text("beam") + "\n[[sensors]]\nvertices = [20, 21]\nnoise = 0.001\n")
    with pytest.raises(SceneError, match=r"--mesh .*sensors\.0\.vertices.* others in another mesh"):
        read_scene(first, mesh=other)
    for given in ("sensors.0.vertices=[3]", "sensors=[{vertices=[3], noise=0.001}]"):
        assert read_scene(first, [given], mesh=other).mesh.file == other
    with pytest.raises(SceneError, match=r"numbers of vertices \(pushes\.0\.at\)"):
        read_scene("beam", ["motions=[{name='a', pushes=[{at=3, force=[0,0,1], time=0.1, duration=0.1, "
                            "radius=0}]}, {name='b'}]"], mesh=other)  # fmt: skip
    assert read_scene("beam", mesh=other).mesh.file == other


@pytest.mark.parametrize(
    ("setting", "entry"),
    [
        ("control.instants=[{region='xmin', time=0.4, weight=1}]", "control.instants.0.region"),
    ],
)
def test_a_cost_on_what_is_held_is_refused(setting: str, entry: str) -> None:
    scene = read_scene("beam", [setting])
    with pytest.raises(SceneError, match=f"{re.escape(entry)}: nothing of 'xmin' is free to move"):
        kind_of(scene).full_model(scene)


def test_a_load_on_what_is_held_is_told() -> None:
    scene = read_scene("beam", ["loads=[{region='xmin', force=[0, 0, 1], duration=0.1}]"])
    with pytest.warns(UserWarning, match=r"loads\.0\.region: nothing of 'xmin' is free to move, so"):
        kind_of(scene).full_model(scene)
