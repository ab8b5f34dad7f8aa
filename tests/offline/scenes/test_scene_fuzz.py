"""Scenes with random faults: each is read, or refused in one line, within a short time.

The corpus is made here: the package's scenes, drafts for meshes, and the objects that they are read into. The
changes are to bytes and pieces of the text, to entries of its tables, and to settings.
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import softrein
from meshes import block, write_mesh
from meshes.tetmesh import TetMesh
from offline.drafting.template import scene_template
from offline.scenes.base.names import fault
from offline.scenes.base.scene import Scene
from offline.scenes.base.units import UNITS
from offline.scenes.reading import read_scene, scene_names, scene_of, scene_text, text_of
from softrein.errors import SoftreinError
from tests.offline.scenes.odd_scenes import (
    NASTY,
    ODD,
    TOKENS,
    VALUES,
    mutated_bytes,
    mutated_text,
    mutated_tree,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LONGEST = 4000  # characters of a message
SLOWEST = 20.0  # seconds of this process for one scene; the slowest take a tenth of one


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Texts of whole scenes."""
    folder = tmp_path_factory.mktemp("meshes")
    texts = [scene_text(name) for name in scene_names()]
    for k, cells in enumerate([(1, 2, 1), (2, 4, 2)]):
        mesh = block(cells, (0.1, 0.3, 0.12))
        named = TetMesh(mesh.vertices, mesh.tets, {"fixed": mesh.regions["ymin"], "a b": [1]}, {"in": [0]})
        for name in (f"{k}.vtu", f"a 'b' {k}.msh"):
            write_mesh(folder / name, named)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                texts.append(scene_template(folder / name))
    return texts + [text_of(read_scene(name)) for name in scene_names()]


def checked(read: Callable[[], Scene], folder: Path) -> bool:
    """Whether it is read; if so, what is written of it reads back, and if not, one line says so."""
    start = time.process_time()
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            scene = read()
    except SoftreinError as error:
        said: str | None = str(error)
    else:
        said = None
    assert time.process_time() - start < SLOWEST
    assert all(str(each.message).isprintable() and len(str(each.message)) < LONGEST for each in told)
    if said is not None:
        assert said.isprintable()
        assert 0 < len(said) < LONGEST
        return False
    path = folder / "again.toml"
    path.write_text(text_of(scene), encoding="utf-8")
    assert text_of(scene).replace("\n", "").isprintable()
    assert read_scene(path) == scene
    assert not any(map(fault, names_of(scene)))
    return True


def names_of(scene: Scene) -> Iterator[str]:
    data = scene.model_dump()
    yield data["name"]
    yield from data.get("materials", {})
    yield from data.get("mesh", {}).get("regions", {})
    for part in ("targets", "loads"):
        named = (each.get(name) for each in data.get(part, []) for name in ("region", "actuator"))
        yield from (name for name in named if name is not None)


def test_any_text_is_a_scene_or_refused(
    rounds: Iterator[random.Random], corpus: list[str], tmp_path: Path
) -> None:
    path, read = tmp_path / "a.toml", 0
    for draw in rounds:
        text = mutated_text(draw, draw.choice(corpus), draw.choice(corpus))
        data = text.encode()
        path.write_bytes(mutated_bytes(draw, data) if draw.random() < 0.1 else data)
        read += checked(partial(read_scene, path), tmp_path)
    assert read


def test_any_entries_are_a_scene_or_refused(
    rounds: Iterator[random.Random], corpus: list[str], tmp_path: Path
) -> None:
    """As a program gives them: with objects that no file has, too."""
    whole, read = [tomllib.loads(text) for text in corpus], 0
    for draw in rounds:
        data = mutated_tree(draw, draw.choice(whole), VALUES + ODD)
        read += checked(partial(scene_of, data), tmp_path)
    assert read


def test_any_setting_is_taken_or_refused(rounds: Iterator[random.Random], tmp_path: Path) -> None:
    whole, read = {name: read_scene(name).model_dump(mode="json") for name in scene_names()}, 0
    texts = [*NASTY, *TOKENS, *(str(value)[:4000] for value in VALUES if not isinstance(value, str)), *UNITS]
    for draw in rounds:
        name = draw.choice(scene_names())
        here, path = whole[name], []
        while isinstance(here, dict | list) and here and (not path or draw.random() < 0.8):
            path.append(draw.choice(list(here) if isinstance(here, dict) else range(len(here))))
            here = here[path[-1]]
        key = ".".join(map(str, path)) if draw.random() < 0.9 else "".join(draw.choices(texts, k=2))
        value = draw.choice(
            (draw.choice(texts), "".join(draw.choices(texts, k=3)), f"3 {draw.choice(texts)}")
        )
        setting = f"{key}{'=' if draw.random() < 0.98 else ''}{value}"
        read += checked(partial(read_scene, name, [setting]), tmp_path)
    assert read


def test_entries_that_hold_themselves_are_refused() -> None:
    for place in ("mesh", "materials", "time", "loads", "name", "pushes"):
        data = tomllib.loads(scene_text("beam"))
        data[place] = data
        with pytest.raises(SoftreinError) as caught:
            softrein.precompute(data)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < LONGEST
        data[place] = loop = []
        loop.append(loop)
        with pytest.raises(SoftreinError):
            softrein.precompute(data)


HOSTILE = {
    "brackets": ("a = " + "[" * 100_000, "brackets are nested more deeply"),
    "braces": ("a = " + "{a=" * 100_000, "brackets are nested more deeply"),
    "parts": (".".join(["a"] * 50_000) + " = 1", "too many parts between dots .at line 1"),
    "parts in quotes": (
        "x = 1\n[" + ".".join(['"a,"'] * 50_000) + "]",
        "too many parts between dots .at line 2",
    ),
    "parts in braces": ("x = { " + ".".join(["'='"] * 50_000) + " = 1 }", "too many parts between dots"),
    "digits": ("a = " + "9" * 5000, "not valid TOML"),
    "escape": ("\x1b]0;a\x07 = 1", "not valid TOML"),
    "C1": ('["\u009b31m"]\n' * 2, r"not valid TOML: .*\\x9b"),
    "a long key": ('["' + "x" * 100_000 + '"]\n' * 2, "not valid TOML"),
    "twice": ("name = 'a'\n" * 2, "not valid TOML: .*line 2"),
    "size": ("#" + "x" * (9 << 20), "no scene has more than"),
    "keys": ("".join(f"k{k} = 1\n" for k in range(20_000)), "and more"),
    "values": (f"mesh.fixed = {list(range(20_000))}", "expected text in quotes, got 0; .* and more"),
    "no TOML": ("\ufeffname = 'a'", "not valid TOML"),
}


@pytest.mark.parametrize(("text", "words"), HOSTILE.values(), ids=list(HOSTILE))
def test_hostile_files_are_refused_soon(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    start = time.process_time()
    with pytest.raises(SoftreinError, match=words) as caught:
        read_scene(tmp_path / "a.toml")
    assert time.process_time() - start < SLOWEST
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < LONGEST
