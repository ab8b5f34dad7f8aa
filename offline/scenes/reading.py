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
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from pydantic import ValidationError

from meshes.formats.files import READERS
from offline.scenes.base.names import LONGEST as LONGEST_NAME
from offline.scenes.base.names import as_plain_name
from offline.scenes.base.parts import STORED
from offline.scenes.base.scene import Scene
from offline.scenes.body.scene import BodyScene
from offline.scenes.motions import checked_motions, motion_scenes
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
LARGEST = 8 << 20  # bytes, largest scene file
# A key; nesting is bounded, since keys with thousands of parts take the TOML reader minutes.
_PART = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
TOO_DEEP = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{32}}")


class Renamed(NamedTuple):
    """An entry with another name in older scenes: the tables that contain it, with dots, and both names."""

    table: str
    old: str
    new: str
    kinds: tuple[str, ...] = tuple(KINDS)


RENAMED = (
    Renamed("control", "effort", "control_cost"),
    Renamed("control.mpc", "stride", "block"),
    Renamed("motions.control.mpc", "stride", "block"),
    Renamed("pushes", "force", "acceleration", ("fluid",)),
    Renamed("ensemble", "force", "acceleration", ("fluid",)),
)


def scene_schema() -> dict[str, object]:
    """Return the JSON schema of scene files of every kind."""
    from pydantic import TypeAdapter

    return {"title": "Scene", **TypeAdapter(BodyScene | SmokeScene).json_schema()}


def scene_names() -> list[str]:
    """Return the names of the scenes in the package."""
    return sorted(path.name[:-5] for path in _shipped().iterdir() if path.name.endswith(".toml"))


def read_scene(
    name: str | Path,
    settings: Sequence[str] = (),
    mesh: Path | None = None,
    scale: float | None = None,
    up: str | None = None,
) -> Scene:
    """Read a scene from a TOML file, from a bundle that was made from it, or from the package by name.

    `mesh` is a file of tetrahedra, relative to the current folder, that replaces the scene's body,
    `scale` its unit in metres and `up` its axis that points up, the scene's own by default; the file's name
    is added to the scene's. `settings` such as "basis.rank=30" override single entries. Raises SceneError
    naming file and field.
    """
    text, folder = _scene_text(str(name))
    scene = parse_scene(name, text, folder, settings, partial(_exchange_mesh, mesh=mesh, scale=scale, up=up))
    if mesh is not None:
        _check_numbers(scene, mesh, settings)
    return scene


def _check_numbers(scene: Scene, mesh: Path, settings: Sequence[str]) -> None:
    """Raise SceneError where the scene names vertices of the mesh that is replaced, by their numbers."""
    given = [f"{setting.partition('=')[0].strip()}." for setting in settings]
    found = [entry for each in (scene, *motion_scenes(scene).values()) for entry in each.numbered]
    if numbered := [entry for entry in found if not f"{entry}.".startswith(tuple(given))]:
        raise SceneError(
            f"--mesh {mesh}: the scene has numbers of vertices ({numbered[0]}), which are others in another "
            "mesh: give points, a box or a ball instead, or the new numbers by --set"
        )


def parse_scene(
    name: str | Path,
    text: str,
    folder: Path,
    settings: Sequence[str],
    exchange: Callable[[dict[str, object]], None] = lambda data: None,
) -> Scene:
    """Read a scene from the text of a TOML file, changed first by `exchange` and then by settings.

    Raises SceneError that begins with `name`; files that the text names are in `folder`.
    """
    try:
        data = entries_of(text)
    except ValueError as error:
        raise SceneError(f"{name}: not valid TOML: {one_line(str(error), 200)}") from error
    data = _renamed(data, name)
    exchange(data)
    written = deepcopy(data)
    for setting in settings:
        _apply(data, setting)
    return _scene_of(data, name, folder, written)


def entries_of(text: str) -> dict[str, object]:
    """Return the entries of a TOML file. Raises ValueError where it is none, or cannot be a scene."""
    if deep := TOO_DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise ValueError(f"a key has too many parts between dots (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("brackets are nested more deeply than can be read: take levels out") from None


def scene_of(data: Mapping[str, object], name: str | Path = "the scene", folder: Path | None = None) -> Scene:
    """Return the scene of a file with these entries; files that it names are in `folder`, or here.

    Raises SceneError that begins with `name`.
    """
    return _scene_of(data, name, folder, data)


def _scene_of(
    data: Mapping[str, object],
    name: str | Path,
    folder: Path | None,
    written: Mapping[str, object],
    context: object = None,
) -> Scene:
    """Do as `scene_of`; `written` are the entries before any settings, `context` is that of validation."""
    kind, there = _kind_of(data, name), folder or Path.cwd()

    def words(error: ValidationError) -> str:
        return in_words(error, kind, _of_other_kinds(kind), written)

    try:
        scene = kind.model_validate(_renamed(data, name), context=context)
        scene = checked_motions(scene.in_folder(there), there, words, context)
        motions = motion_scenes(scene).values()
        if all(reasons := [each.at_rest for each in motions]):
            raise SceneError(reasons[0])
        if context != STORED and all(reasons := [each.useless for each in motions]):
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
    """Rename entries to their present names; warn of old ones in the file `name`, if it is given."""
    found: object = dict(data)
    for entry in _renamed_in(data):
        found = _renamed_within(found, entry.table.split("."), entry, "", places := list[str]())
        for place in places if name is not None else ():
            old, new = f"{place}{entry.old}", f"{place}{entry.new}"
            warn(f"{one_line(str(name), 200)}: {old} is called {new} now; rename it")
    return cast("dict[str, object]", found)


def _renamed_within(part: object, tables: list[str], entry: Renamed, place: str, places: list[str]) -> object:
    """A part of a scene with a new name wherever the inner `tables` have the old one; adds to `places`."""
    if isinstance(part, list):
        rows = enumerate(part)
        return [_renamed_within(each, tables, entry, f"{place}{i}.", places) for i, each in rows]
    if not isinstance(part, Mapping) or (tables and tables[0] not in part):
        return part
    if tables:
        inner = _renamed_within(part[tables[0]], tables[1:], entry, f"{place}{tables[0]}.", places)
        return {**part, tables[0]: inner}
    if entry.old not in part or entry.new in part:
        return part
    places.append(place)
    return {entry.new if key == entry.old else key: part[key] for key in part}


def _renamed_in(data: Mapping[str, object]) -> list[Renamed]:
    """Return the entries that scenes of this kind have renamed."""
    kind = data.get("kind", BodyScene.model_fields["kind"].default)
    return [entry for entry in RENAMED if kind in entry.kinds]


def _of_other_kinds(kind: type[Scene]) -> dict[str, str]:
    """Return messages for entries that only scenes of another kind have."""
    found = {}
    for name, other in KINDS.items():
        for entry in other.model_fields.keys() - kind.model_fields.keys():
            found[entry] = (
                f"belongs to scenes of kind = {name!r}, and this scene has another kind: leave it out"
            )
    return {**found, **kind.absent}


def _shipped() -> Traversable:
    return resources.files("offline") / "scenes"


def scene_text(name: str) -> str:
    """Return the text of a scene file; for a bundle's scene, one that reads back into it."""
    return _scene_text(name)[0]


def text_of(scene: Scene) -> str:
    """Write a scene file that reads back into the scene: in SI units, without default values."""
    return toml_text(scene.model_dump(mode="json", exclude_defaults=True))


def scene_entries(name: str) -> dict[str, Any]:
    """Return the entries of one of the package's scenes, as its file has them."""
    return entries_of(_scene_text(name)[0])


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
            if path.is_file() and path.suffix.lower() in READERS:
                there = "a mesh, which --mesh takes, and no scene"
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
    """Return the scene of a bundle's motion. Raises SceneError that begins with its file's `name`."""
    scene = _whole_scene(bundle, name)
    if not scene.motions:
        return scene
    found = motion_scenes(scene)
    if bundle.motion_name not in found:
        raise SceneError(f"{name}: its scene has no motion {shown(bundle.motion_name)}")
    return found[bundle.motion_name]


def _whole_scene(bundle: Bundle, name: str | Path) -> Scene:
    """Return the scene that a bundle was made from, with all its motions.

    Older scenes state an axis of ends for every region, and it meant y. They may have entries without
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
    """Return a region without an axis, if it is no end."""
    if not isinstance(region, Mapping) or any(region.get(end) is not None for end in ("lowest", "highest")):
        return region
    return {entry: value for entry, value in region.items() if entry != "axis"}


def _exchange_mesh(data: dict[str, object], mesh: Path | None, scale: float | None, up: str | None) -> None:
    """Replace a scene's body by a file, if one is given; regions of the scene and all else stay."""
    if mesh is None:
        return
    if "mesh" not in _kind_of(data, mesh).model_fields:
        raise SceneError(f"--mesh {mesh}: only a soft body's scene has a mesh, and this is another kind")
    if not isinstance(part := data.setdefault("mesh", {}), dict):
        return  # validation refuses it
    for other in ("body", "cells", "size"):
        part.pop(other, None)
    if part.pop("skin", None) is not None:
        part.pop("skin_scale", None)
        warn("mesh.skin: left out, as it is drawn on the body of the scene, and not on another mesh")
    part["file"] = str(mesh.absolute())
    if scale is not None:
        _keep_units(data, part.get("scale", 1.0))
        part["scale"] = scale
    if up is not None:
        data["up"] = up
    if isinstance(data.get("name"), str):
        data["name"] = f"{data['name']}-{as_plain_name(mesh.stem)}"[:LONGEST_NAME]


def _keep_units(data: dict[str, object], unit: object) -> None:
    """Give files of a scene that are in its mesh's unit that unit as their own, before another mesh comes."""
    control, reference = data.get("control"), data.get("reference")
    acting = control.get("actuators") if isinstance(control, dict) else None
    for tables, file, scale in (
        (data.get("obstacles"), "file", "scale"),
        (data.get("tools"), "file", "scale"),
        (acting, "surface", "surface_scale"),
        ([reference], "animation", "scale"),
    ):
        for table in tables if isinstance(tables, list) else ():
            if isinstance(table, dict) and table.get(file) is not None:
                table.setdefault(scale, unit)


def _apply(data: dict[str, object], setting: str) -> None:
    """Set one entry, addressed by dots (list items by number), to a TOML value or, failing that, to text."""
    key, separator, value = setting.partition("=")
    path = [part.strip() for part in key.split(".")]
    for entry in _renamed_in(data):
        tables = ".".join(part for part in path[:-1] if not part.isdigit())
        if (tables, path[-1]) == (entry.table, entry.old):
            place = ".".join(path[:-1])
            warn(f"--set {one_line(setting, 100)}: {place}.{entry.old} is called {place}.{entry.new} now")
            path[-1] = entry.new
    if not separator or not all(path):
        raise SceneError(
            f"--set {one_line(setting, 100)}: write it as name.of.entry=value, for example basis.rank=30"
        )
    try:
        parsed = entries_of(f"value = {value}")["value"]
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
