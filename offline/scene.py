"""Scene files: read and validated.

A scene is a TOML file of one kind: a soft body (`offline.deformable_scene`) or smoke (`offline.fluid_scene`).
`softrein scenes --schema` prints the JSON schema.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from offline.deformable_scene import DeformableScene
from offline.fluid_scene import FluidScene
from offline.scene_parts import Scene
from softrein.errors import SceneError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

KINDS: dict[str, type[Scene]] = {"deformable": DeformableScene, "fluid": FluidScene}


def scene_schema() -> dict[str, Any]:
    """The JSON schema of scene files of every kind."""
    from pydantic import TypeAdapter

    return {"title": "Scene", **TypeAdapter(DeformableScene | FluidScene).json_schema()}


def scene_names() -> list[str]:
    """The scenes that come with the package."""
    return sorted(path.name[:-5] for path in _shipped().iterdir() if path.name.endswith(".toml"))


def read_scene(
    name: str | Path, settings: Sequence[str] = (), mesh: Path | None = None, scale: float | None = None
) -> Scene:
    """The scene in a TOML file, or one that comes with the package by its name.

    `mesh` is a file of tetrahedra, relative to the current folder, that takes the place of the scene's body,
    and `scale` its unit in metres, the scene's own unless told; the scene's name has the file's added.
    `settings` such as "basis.rank=30" override single entries. Raises SceneError naming file and field.
    """
    text, folder = _scene_text(str(name))
    return _parsed(name, text, folder, settings, mesh, scale)


def scene_of_mesh(mesh: Path, settings: Sequence[str] = (), scale: float | None = None) -> Scene:
    """The scene that `offline.draft` makes for a mesh, with settings. Raises SceneError and MeshError."""
    from offline.draft import draft_scene

    text = draft_scene(mesh, 1.0 if scale is None else scale)
    return _parsed("the drafted scene", text, Path.cwd(), settings)


def _parsed(
    name: str | Path,
    text: str,
    folder: Path,
    settings: Sequence[str],
    mesh: Path | None = None,
    scale: float | None = None,
) -> Scene:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SceneError(f"{name}: not valid TOML: {error}") from error
    if mesh is not None:
        _exchange_mesh(data, mesh, scale)
    for setting in settings:
        _apply(data, setting)
    return scene_of(data, name, folder)


def scene_of(data: Mapping[str, Any], name: str | Path = "the scene", folder: Path | None = None) -> Scene:
    """The scene that a file with these entries would hold; files that it names are in `folder`, or here.

    Raises SceneError, with `name` before it.
    """
    kind = KINDS.get(data.get("kind", "deformable")) if isinstance(data.get("kind", ""), str) else None
    if kind is None:
        raise SceneError(f"{name}: kind: {data['kind']!r} is none of {', '.join(KINDS)}")
    try:
        scene = kind.model_validate(dict(data))
    except ValidationError as error:
        raise SceneError(f"{name}: " + "; ".join(_in_words(item) for item in error.errors())) from error
    return scene.in_folder(folder or Path.cwd())


def _shipped() -> Any:
    return resources.files("offline") / "scenes"


def scene_text(name: str) -> str:
    """The text of a scene file."""
    return _scene_text(name)[0]


def _scene_text(name: str) -> tuple[str, Path]:
    path = Path(name)
    if name in scene_names():
        return (_shipped() / f"{name}.toml").read_text(encoding="utf-8"), Path.cwd()
    if path.suffix != ".toml" or not path.is_file():
        raise SceneError(
            f"{name}: no such scene; give the path of a .toml file, or one of {', '.join(scene_names())}"
        )
    try:
        return path.read_text(encoding="utf-8"), path.parent
    except (OSError, UnicodeDecodeError) as error:
        raise SceneError(f"{name}: cannot be read: {error}") from error


def _exchange_mesh(data: dict[str, Any], mesh: Path, scale: float | None) -> None:
    """Put a file in the place of a scene's body; regions of the scene and all else stay."""
    from offline.draft import scene_name

    if data.get("kind", "deformable") != "deformable":
        raise SceneError(f"--mesh {mesh}: the scene is no soft body's, it has no mesh")
    if not isinstance(part := data.setdefault("mesh", {}), dict):
        return  # which validation refuses
    for other in ("body", "cells", "size"):
        part.pop(other, None)
    part["file"] = str(mesh.absolute())
    if scale is not None:
        part["scale"] = scale
    if isinstance(data.get("name"), str):
        data["name"] = f"{data['name']}-{scene_name(mesh)}"


def _apply(data: dict[str, Any], setting: str) -> None:
    """Set one entry, addressed by dots (list items by number), to a TOML value or, failing that, to text."""
    key, separator, value = setting.partition("=")
    path = [part.strip() for part in key.split(".")]
    if not separator or not all(path):
        raise SceneError(f"--set {setting}: write it as name.of.entry=value, for example basis.rank=30")
    try:
        parsed = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        parsed = value.strip()
    here: Any = data
    try:
        for part in path[:-1]:
            here = here[int(part)] if isinstance(here, list) else here.setdefault(part, {})
        last = path[-1]
        here[int(last) if isinstance(here, list) else last] = parsed
    except (ValueError, IndexError, TypeError, AttributeError) as error:
        raise SceneError(f"--set {setting}: there is no such entry in the scene ({error})") from error


def _in_words(item: Any) -> str:
    where = ".".join(str(part) for part in item["loc"] if "convert()" not in str(part)) or "the scene"
    message = item["msg"].removeprefix("Value error, ")
    if item["type"] == "extra_forbidden":
        message = "unknown entry; check its spelling (`softrein scenes --schema` lists all)"
    return f"{where}: {message}"
