"""Scene files: read and validated.

A scene is a TOML file of one kind: a soft body (`offline.scenes.body`) or smoke (`offline.scenes.smoke`).
`softrein scenes --schema` prints the JSON schema.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from offline.scenes.body import BodyScene
from offline.scenes.motions import checked_motions, motion_scenes
from offline.scenes.names import LONGEST as LONGEST_NAME
from offline.scenes.names import as_plain_name
from offline.scenes.parts import STORED, Scene
from offline.scenes.plain_words import given, in_words
from offline.scenes.smoke import SmokeScene
from offline.scenes.toml_text import remark, toml_text
from runtime.bundle.file import SUFFIX, load
from runtime.bundle.record import Bundle
from softrein.errors import SceneError, one_line, shown, warn

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

KINDS: dict[str, type[Scene]] = {"deformable": BodyScene, "fluid": SmokeScene}
LARGEST = 8 << 20  # bytes of a scene's file
# Entries of a scene lie four deep; keys of many thousand parts take the reader of TOML minutes.
_PART = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
TOO_DEEP = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{32}}")


class Renamed(NamedTuple):
    """An entry that older scenes call otherwise: the table or tables that it stands in, and both names."""

    table: str
    old: str
    new: str
    kinds: tuple[str, ...] = tuple(KINDS)


RENAMED = (
    Renamed("control", "effort", "control_cost"),
    Renamed("pushes", "force", "acceleration", ("fluid",)),
    Renamed("ensemble", "force", "acceleration", ("fluid",)),
)


def scene_schema() -> dict[str, object]:
    """The JSON schema of scene files of every kind."""
    from pydantic import TypeAdapter

    return {"title": "Scene", **TypeAdapter(BodyScene | SmokeScene).json_schema()}


def scene_names() -> list[str]:
    """The scenes that come with the package."""
    return sorted(path.name[:-5] for path in _shipped().iterdir() if path.name.endswith(".toml"))


def read_scene(
    name: str | Path,
    settings: Sequence[str] = (),
    mesh: Path | None = None,
    scale: float | None = None,
    up: str | None = None,
) -> Scene:
    """The scene in a TOML file, that which a bundle was made from, or one of the package by its name.

    `mesh` is a file of tetrahedra, relative to the current folder, that takes the place of the scene's body,
    `scale` its unit in metres and `up` its axis that points up, the scene's own unless told; the scene's name
    has the file's added. `settings` such as "basis.rank=30" override single entries. Raises SceneError naming
    file and field.
    """
    text, folder = _scene_text(str(name))
    return parse_scene(name, text, folder, settings, partial(_exchange_mesh, mesh=mesh, scale=scale, up=up))


def parse_scene(
    name: str | Path,
    text: str,
    folder: Path,
    settings: Sequence[str],
    exchange: Callable[[dict[str, object]], None] = lambda data: None,
) -> Scene:
    """The scene in the text of a TOML file, with settings, and before them what `exchange` does to it.

    Raises SceneError with `name` before it; files that the text names are in `folder`.
    """
    try:
        data = _toml(text)
    except ValueError as error:
        raise SceneError(f"{name}: not valid TOML: {one_line(str(error), 200)}") from error
    data = _renamed(data, name)
    exchange(data)
    written = deepcopy(data)
    for setting in settings:
        _apply(data, setting)
    return _scene_of(data, name, folder, written)


def _toml(text: str) -> dict[str, object]:
    """The entries of a TOML file. Raises ValueError where it is none, or none that a scene could be."""
    if deep := TOO_DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise ValueError(f"a key has too many parts between dots (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("brackets are nested more deeply than can be read: take levels out") from None


def scene_of(data: Mapping[str, object], name: str | Path = "the scene", folder: Path | None = None) -> Scene:
    """The scene that a file with these entries would hold; files that it names are in `folder`, or here.

    Raises SceneError, with `name` before it.
    """
    return _scene_of(data, name, folder, data)


def _scene_of(
    data: Mapping[str, object],
    name: str | Path,
    folder: Path | None,
    written: Mapping[str, object],
    context: object = None,
) -> Scene:
    """As `scene_of`; `written` are the entries before any settings, `context` is that of their validation."""
    kind, there = _kind_of(data, name), folder or Path.cwd()

    def words(error: ValidationError) -> str:
        return in_words(error, kind, _of_other_kinds(kind), written)

    try:
        scene = kind.model_validate(_renamed(data, name), context=context)
        scene = checked_motions(scene.in_folder(there), there, words, context)
        if all(reasons := [each.at_rest for each in motion_scenes(scene).values()]):
            raise SceneError(reasons[0])
        return scene
    except ValidationError as error:
        raise SceneError(f"{name}: {words(error)}") from error
    except SceneError as error:
        raise SceneError(f"{name}: {error}") from error


def _kind_of(data: Mapping[str, object], name: str | Path) -> type[Scene]:
    kind = data.get("kind", BodyScene.model_fields["kind"].default)
    if not isinstance(kind, str) or kind not in KINDS:
        raise SceneError(f"{name}: kind: {given(kind)} is none of {', '.join(KINDS)}")
    return KINDS[kind]


def _renamed(data: Mapping[str, object], name: str | Path | None) -> dict[str, object]:
    """The entries by their names of today; warns of an old one if there is a name of what it stands in."""
    found = dict(data)
    for entry in _renamed_in(data):
        part, told = found.get(entry.table), set()
        tables = list(part) if isinstance(part, list) else [part]
        for number, table in enumerate(tables):
            if isinstance(table, Mapping) and entry.old in table and entry.new not in table:
                tables[number] = {entry.new if key == entry.old else key: table[key] for key in table}
                told.add(f"{entry.table}.{number}" if isinstance(part, list) else entry.table)
        found |= {entry.table: tables if isinstance(part, list) else tables[0]} if told else {}
        for place in sorted(told) if name is not None else ():
            warn(
                f"{one_line(str(name), 200)}: {place}.{entry.old} is called {place}.{entry.new} now; rename "
                "it"
            )
    return found


def _renamed_in(data: Mapping[str, object]) -> list[Renamed]:
    """What scenes of this kind call otherwise now."""
    kind = data.get("kind", BodyScene.model_fields["kind"].default)
    return [entry for entry in RENAMED if kind in entry.kinds]


def _of_other_kinds(kind: type[Scene]) -> dict[str, str]:
    """What to say of entries that only scenes of another kind have."""
    found = {}
    for name, other in KINDS.items():
        for entry in other.model_fields.keys() - kind.model_fields.keys():
            found[entry] = f"belongs to scenes of kind = {name!r}, and this one is not: leave it out"
    return {**found, **kind.absent}


def _shipped() -> Traversable:
    return resources.files("offline") / "scenes"


def scene_text(name: str) -> str:
    """The text of a scene file; of a bundle's scene, one that reads back into it."""
    return _scene_text(name)[0]


def text_of(scene: Scene) -> str:
    """A scene file that reads back into the scene: in SI units, without what is as by default."""
    return toml_text(scene.model_dump(mode="json", exclude_defaults=True))


def scene_entries(name: str) -> dict[str, Any]:
    """The entries of one of the package's scenes, as its file has them."""
    return _toml(_scene_text(name)[0])


def _scene_text(name: str) -> tuple[str, Path]:
    path = Path(name)
    if name in scene_names():
        return (_shipped() / f"{name}.toml").read_text(encoding="utf-8"), Path.cwd()
    try:
        if path.suffix == SUFFIX and path.is_file():
            text = text_of(_whole_scene(load(path), name))
            return f"# The scene that {remark(path.name)} was made from, in SI units.\n{text}", path.parent
        if path.suffix != ".toml" or not path.is_file():
            there = "a folder" if path.is_dir() else "no such scene"
            raise SceneError(
                f"{name}: {there}; give the path of a .toml file, a bundle, or one of "
                f"{', '.join(scene_names())}"
            )
        if (size := path.stat().st_size) > LARGEST:
            raise SceneError(f"{name}: {size} bytes, and no scene has more than {LARGEST}; give another file")
        return path.read_text(encoding="utf-8"), path.parent
    except (OSError, UnicodeDecodeError) as error:
        raise SceneError(f"{name}: cannot be read: {error}") from error


def scene_of_bundle(bundle: Bundle, name: str | Path) -> Scene:
    """The scene of a bundle's motion. Raises SceneError, with `name`, under which it lies, before it."""
    scene = _whole_scene(bundle, name)
    if not scene.motions:
        return scene
    found = motion_scenes(scene)
    if bundle.motion_name not in found:
        raise SceneError(f"{name}: its scene has no motion {shown(bundle.motion_name)}")
    return found[bundle.motion_name]


def _whole_scene(bundle: Bundle, name: str | Path) -> Scene:
    """The scene that a bundle was made from, with all its motions.

    Older ones say the axis of ends for every region, and y is what it meant. They may have entries without
    effect, which are dropped.
    """
    given: object = bundle.scene
    if not isinstance(given, Mapping):
        raise SceneError(f"{name}: holds no scene")
    data = _renamed(given, None)
    part = data.get("mesh")
    if "up" not in data and isinstance(part, Mapping) and isinstance(part.get("regions"), Mapping):
        regions = {name: _without_idle_axis(region) for name, region in part["regions"].items()}
        data["mesh"] = {**part, "regions": regions}
    return _scene_of(data, name, Path(name).parent, data, STORED)


def _without_idle_axis(region: object) -> object:
    """A region without the axis of its end, if it is none."""
    if not isinstance(region, Mapping) or any(region.get(end) is not None for end in ("lowest", "highest")):
        return region
    return {entry: value for entry, value in region.items() if entry != "axis"}


def _exchange_mesh(data: dict[str, object], mesh: Path | None, scale: float | None, up: str | None) -> None:
    """Put a file, if there is one, in the place of a scene's body; regions of the scene and all else stay."""
    if mesh is None:
        return
    if "mesh" not in _kind_of(data, mesh).model_fields:
        raise SceneError(f"--mesh {mesh}: the scene is no soft body's, it has no mesh")
    if not isinstance(part := data.setdefault("mesh", {}), dict):
        return  # which validation refuses
    for other in ("body", "cells", "size"):
        part.pop(other, None)
    part["file"] = str(mesh.absolute())
    if scale is not None:
        part["scale"] = scale
    if up is not None:
        data["up"] = up
    if isinstance(data.get("name"), str):
        data["name"] = f"{data['name']}-{as_plain_name(mesh.stem)}"[:LONGEST_NAME]


def _apply(data: dict[str, object], setting: str) -> None:
    """Set one entry, addressed by dots (list items by number), to a TOML value or, failing that, to text."""
    key, separator, value = setting.partition("=")
    path = [part.strip() for part in key.split(".")]
    for entry in _renamed_in(data):
        if len(path) > 1 and (path[0], path[-1]) == (entry.table, entry.old):
            place = ".".join(path[:-1])
            warn(f"--set {one_line(setting, 100)}: {place}.{entry.old} is called {place}.{entry.new} now")
            path[-1] = entry.new
    if not separator or not all(path):
        raise SceneError(
            f"--set {one_line(setting, 100)}: write it as name.of.entry=value, for example basis.rank=30"
        )
    try:
        parsed = _toml(f"value = {value}")["value"]
    except ValueError:
        parsed = value.strip()
    here: Any = data
    try:
        for part in path[:-1]:
            here = here[int(part)] if isinstance(here, list) else here.setdefault(part, {})
        last = path[-1]
        here[int(last) if isinstance(here, list) else last] = parsed
    except (ValueError, IndexError, TypeError, AttributeError) as error:
        raise SceneError(
            f"--set {one_line(setting, 100)}: there is no such entry in the scene ({error})"
        ) from error
