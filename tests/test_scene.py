"""Scene files: units, overrides, and an error that names the field for each way to get one wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from offline.scene import read_scene, scene_names, scene_schema, scene_text
from softrein.errors import SceneError


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
        ("control.effort=0", ["control.effort"]),
        ("control.instants.0.time=1 h", ["after the end of the motion"]),
        ("loads.0.force=[1,2,3]", ["loads.0", "either `force` or `impulse`"]),
        ("loads.9.force=[1,2,3]", ["loads.9", "no such entry"]),
        ("nonsense", ["name.of.entry=value"]),
        ("mesh.file='a.msh'", ["mesh", "either `body`"]),
        ("kind='gas'", ["kind"]),
    ],
)
def test_a_bad_entry_is_named(setting: str, words: list[str]) -> None:
    with pytest.raises(SceneError) as caught:
        read_scene("tshape", [setting])
    for word in words:
        assert word in str(caught.value)


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


def test_the_fingerprint_notices_what_a_result_depends_on() -> None:
    scene, other = read_scene("tshape"), read_scene("tshape", ["control.effort=1e-5"])
    assert scene.fingerprint() != other.fingerprint()
    assert scene.fingerprint("mesh", "materials") == other.fingerprint("mesh", "materials")


def test_the_schema_names_units() -> None:
    schema = scene_schema()
    assert schema["$defs"]["MaterialPart"]["properties"]["young"]["unit"] == "Pa"
