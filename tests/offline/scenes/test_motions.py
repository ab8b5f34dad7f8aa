"""Several motions of one model in a scene: the entries of each motion, and those of the model."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from offline.scenes.base.scene import Scene
from offline.scenes.motions import motion_scenes
from offline.scenes.reading import read_scene, scene_of_bundle, text_of
from softrein.errors import SceneError

TWO = "motions=[{name='tapped'}, {name='still', loads=[], time={steps=60}, control={final=3.0}}]"


def beam(*settings: str) -> Scene:
    return read_scene("beam", settings)


def test_a_motion_has_its_own_and_else_what_the_scene_says() -> None:
    scene = beam(TWO, "enrichment.runs=7")
    found = motion_scenes(scene)
    assert list(found) == ["tapped", "still"]
    tapped, still = found.values()
    assert len(tapped.loads) == 2  # type: ignore[attr-defined]
    assert still.loads == []  # type: ignore[attr-defined]
    assert (tapped.time.steps, still.time.steps) == (80, 60)
    assert (tapped.control.final, still.control.final) == (1.0, 3.0)
    assert still.control.control_cost == scene.control.control_cost
    assert still.pushes == scene.pushes
    assert not still.motions


def test_training_runs_are_shared_out_and_differ() -> None:
    found = motion_scenes(beam(TWO, "enrichment.runs=7")).values()
    assert [each.enrichment.runs for each in found] == [4, 3]
    assert len({each.seed for each in found}) == 2


def test_a_scene_without_motions_is_its_own() -> None:
    scene = beam()
    assert motion_scenes(scene) == {"beam": scene}


def test_its_text_reads_back_into_it(tmp_path: Path) -> None:
    scene = beam(TWO)
    (tmp_path / "again.toml").write_text(text_of(scene))
    again = read_scene(tmp_path / "again.toml")
    assert motion_scenes(again) == motion_scenes(scene)


def test_what_a_default_of_its_own_says_holds_against_the_scene() -> None:
    """Zero is the default of `final`, and is meant where the scene has one."""
    scene = beam("motions=[{name='a', control={final=0.0}}]")
    for each in (scene, read_scene_of(scene)):
        assert motion_scenes(each)["a"].control.final == 0.0


def read_scene_of(scene: Scene) -> Scene:
    from offline.scenes.reading import scene_of

    return scene_of(scene.model_dump(mode="json"))


def test_files_that_a_motion_names_lie_in_the_scenes_folder(tmp_path: Path) -> None:
    animation = "motions=[{name='a', loads=[], reference={source='animation', animation='wave.csv'}}]"
    text = text_of(beam())
    (tmp_path / "here.toml").write_text(text)
    scene = read_scene(tmp_path / "here.toml", [animation])
    own = motion_scenes(scene)["a"].reference
    assert own.animation == tmp_path / "wave.csv"  # type: ignore[attr-defined]


KEYS = "loads=[], keyframes=[{region='xmax', time=0.4, position=[0, 0.005, 0]}]"
BLOWN = "keyframes=[{time=0.4, position=[0, 0.05]}]"
IMPLIED = {
    "key-frames of a motion": ("beam", [f"motions=[{{name='a'}}, {{name='b', {KEYS}}}]"], "keyframes"),
    "an animation of a motion": (
        "beam",
        ["motions=[{name='a'}, {name='b', loads=[], reference={animation='/wave.csv'}}]"],
        "animation",
    ),
    "loads beside the scene's key-frames": (
        "beam",
        [*KEYS.split(", ", 1), "motions=[{name='a'}, {name='b', keyframes=[], loads=%s}]"],
        "projected",
    ),
    "key-frames of smoke": ("smoke-small", [f"motions=[{{name='a'}}, {{name='b', {BLOWN}}}]"], "keyframes"),
}


@pytest.mark.parametrize(("name", "settings", "source"), IMPLIED.values(), ids=IMPLIED)
def test_a_motions_own_entries_imply_where_its_reference_comes_from(
    name: str, settings: list[str], source: str, tmp_path: Path
) -> None:
    """Also where the scene's source is written out: in the text of a scene, and in a bundle."""
    loads = "[{region='xmax', impulse=[0, 0, 0.1], duration='50 ms'}]"
    scene = read_scene(name, [each.replace("%s", loads) for each in settings])
    (tmp_path / "again.toml").write_text(text_of(scene))
    stored = SimpleNamespace(scene=scene.model_dump(mode="json"), motion_name="b")
    assert motion_scenes(scene)["b"].reference.source == source
    assert motion_scenes(read_scene(tmp_path / "again.toml")) == motion_scenes(scene)
    assert scene_of_bundle(stored, "m.softrein") == motion_scenes(scene)["b"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("motions=[{name='a', mesh={body='tshape'}}]", "motions.0.mesh: is part of the model"),
        ("motions=[{name='a', time={step=0.1}}]", "motions.0.time.step: is part of the model"),
        ("motions=[{name='a', control={actuators=[]}}]", "motions.0.control.actuators: is part of the model"),
        ("motions=[{name='a', lods=[]}]", "motions.0.lods: unknown entry; a motion has control"),
        ("motions=[{name='a'}, {name='a'}]", "two are called 'a'"),
        ("motions=[{name='a/b'}]", "motions.0.name"),
        ("motions=[{name='a'}, {name='0'}]", "motions.1.name: 0 is a number, .*add a letter"),
        ("motions=[{loads=[]}]", "motions.0.name: missing"),
        ("motions=[{name='a', control={final=-1}}]", "'a'.: control.final: must be at least 0"),
        ("motions=[{name='a', time={steps=5}}]", "'a'.: .*lies after the end"),
        ("motions=[{name='a', handle={}}]", "a handle in all its motions or in none"),
        ("motions=3", "motions: expected a list"),
    ],
)
def test_what_is_no_motion_is_refused_by_its_place(setting: str, words: str) -> None:
    with pytest.raises(SceneError, match=words):
        beam(setting)
