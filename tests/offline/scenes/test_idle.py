"""Entries of a scene that have no effect beside others are refused, except in a bundle's scene."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from offline.scenes.motions import motion_scenes
from offline.scenes.reading import read_scene, scene_names, text_of
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from softrein.errors import SceneError

LOAD = "loads=[{{region='xmax', force=[0, 0, 1], duration=0.1{}}}]"
BEE = "targets=[{{name='bee', region='xmax', time=0.5, radius=0.01, flight=[[0, 0.1, 0]]{}}}]"
PUSH = "pushes=[{{at='xmax', force=[0, 0, 1], time=0.1, duration=0.1{}}}]"
WIND = "winds=[{{at=[0.1, 0.1], radius=0.1, acceleration=[1, 0]{}}}]"
SMOKE_PUSH = "pushes=[{{at=[0.1, 0.1], radius=0.1, acceleration=[1, 0], duration=0.1{}}}]"
SENSORS = "sensors=[{region='tip', noise='1 mm'}]"
IDLE = [
    ("tshape-six", "control.limit=2.0", "control: `limit` applies to reduced controls"),
    ("beam", BEE.format(", tolerance=0.1"), "targets.0: `tolerance` belongs to a ball"),
    ("beam", BEE.format(", bite=0.01"), "targets.0: `bite` belongs to a ball"),
    ("beam", "targets.0.approach=2", "targets.0: `approach` belongs to a `flight`"),
    ("beam", "mesh.skin_scale=0.001", "mesh: `skin_scale` belongs to `skin`"),
    ("reach", "enrichment.strength=[0.1, 0.3]", "enrichment.strength: with kind = 'actuation'"),
    ("beam", LOAD.format(", seed=3"), "loads.0: `seed` belongs to shape = 'noise'"),
    ("beam", PUSH.format(", seed=3"), "pushes.0: `seed` belongs to `noise`"),
    ("smoke-small", WIND.format(", duration=0.1, seed=3"), "winds.0: `seed` belongs to course = 'noise'"),
    ("smoke-small", SMOKE_PUSH.format(", seed=3"), "pushes.0: `seed` belongs to `noise`"),
]
HEEDED = [
    ("beam", ("control.limit=2.0",)),
    ("tshape-six", ("control.actuators=[]", "control.limit=2.0")),
    ("beam", ("mesh.skin='a.obj'", "mesh.skin_scale=0.001")),
    ("reach", ("enrichment.kind='force'", "enrichment.strength=[0.1, 0.3]")),
    ("reach", (SENSORS, "enrichment.strength=[0.1, 0.3]")),  # then the model's errors are measured with it
    ("beam", (LOAD.format(", seed=3, shape='noise', period=0.1"),)),
    ("beam", (PUSH.format(", seed=3, noise=0.1"),)),
    ("smoke-small", (WIND.format(", seed=3, course='noise', period=0.1"),)),
    ("smoke-small", (SMOKE_PUSH.format(", seed=3, noise=0.1"),)),
]


@pytest.mark.parametrize(("name", "setting", "words"), IDLE)
def test_an_entry_without_effect_is_refused(name: str, setting: str, words: str) -> None:
    with pytest.raises(SceneError) as told:
        read_scene(name, [setting])
    assert words in str(told.value)


@pytest.mark.parametrize("name", ["beam", "smoke-small"])
def test_runs_that_keep_no_state_but_the_first_are_refused(name: str) -> None:
    with pytest.raises(SceneError, match=r"enrichment\.keep_every: 5000 is above time\.steps"):
        read_scene(name, ["enrichment.keep_every=5000"])


@pytest.mark.parametrize(("name", "settings"), HEEDED)
def test_one_that_has_an_effect_is_not(name: str, settings: tuple[str, ...]) -> None:
    read_scene(name, settings)


@pytest.mark.parametrize("name", scene_names())
def test_defaults_that_are_written_out_are_not_refused(name: str) -> None:
    """As the scenes of bundles have them."""
    scene = read_scene(name)
    assert type(scene).model_validate(scene.model_dump(mode="json")) == scene


def test_one_of_a_motion_is_refused() -> None:
    with pytest.raises(SceneError, match=r"motions\.0 \('a'\): loads\.0: `seed` belongs to shape"):
        read_scene("beam", [f"motions=[{{name='a', {LOAD.format(', seed=3')}}}]"])


def test_the_scene_of_an_older_bundle_loses_them(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Nobody can mend it, and what is made of it is to be taken by itself."""
    bee, motions = BEE.format(""), f"motions=[{{name='a', {PUSH.format('')}}}]"
    scene = read_scene("reach", [each.replace("xmax", "ymin") for each in (bee, motions)])
    kept: Any = scene.model_dump(mode="json")
    kept["control"]["limit"] = [-2.0, 2.0]
    kept["mesh"]["skin_scale"] = 2.0
    kept["enrichment"]["strength"] = [0.1, 0.3]
    kept["targets"][0] |= {"tolerance": 0.1, "bite": 0.01}
    kept["motions"][0]["pushes"][0]["seed"] = 3
    save(replace(small_bundle, scene=kept), tmp_path / "a.softrein")
    again = read_scene(tmp_path / "a.softrein")
    assert again == scene
    assert motion_scenes(again) == motion_scenes(scene)
    (tmp_path / "a.toml").write_text(text_of(again), "utf-8")
    assert read_scene(tmp_path / "a.toml") == scene
