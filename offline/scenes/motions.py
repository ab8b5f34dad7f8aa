"""Several motions of one model: a scene's `[[motions]]`, each of which makes a scene of its own.

Mesh, material, damping, actuators, time step and basis belong to the model; loads or winds, key-frames,
paths, an animation, costs, pushes, targets and the length to a motion. Entries that a motion lacks are those
at the top of the scene.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from zlib import crc32

from pydantic import ValidationError

from offline.scenes.base.parts import STORED
from offline.scenes.base.scene import MotionPart, Scene
from offline.scenes.base.values import LARGEST
from softrein.errors import SceneError, shown

# Entries that belong to the model, in tables of which a motion may have its own.
OF_THE_MODEL: Mapping[str, tuple[str, ...]] = {
    "time": ("step", "newton_iterations", "scheme"),
    "control": ("actuators", "limit"),
}
ALONE = "part of the model and the same in all motions: move it to the scene's top"


def motion_scenes(scene: Scene) -> dict[str, Scene]:
    """Return the scene of each motion by name; a scene without motions is returned by its own name.

    Seeds differ, so that training runs about one motion are not those about another, and the runs are
    distributed over the motions.
    """
    if not scene.motions:
        return {scene.name: scene}
    found = {}
    for i, part in enumerate(scene.motions):
        own = _scene_with(scene, part, STORED)  # each was checked where the scene was read
        runs = own.enrichment.shared(len(scene.motions), i)
        seed = (scene.seed + crc32(part.name.encode())) % LARGEST
        found[part.name] = own.model_copy(update={"enrichment": runs, "seed": seed})
    return found


def checked_motions(
    scene: Scene, folder: Path, words: Callable[[ValidationError], str], context: object = None
) -> Scene:
    """Return the scene with each motion's entries in SI units, as in a file, and absolute paths.

    `words` describes a validation error of a motion's scene, `context` is that of its validation. Raises
    SceneError, naming the motion and the entry.
    """
    parts: list[MotionPart] = []
    for i, part in enumerate(scene.motions):
        # case-insensitive, like folder names on some systems
        if part.name.casefold() in {each.name.casefold() for each in parts}:
            raise SceneError(f"motions: two are called {shown(part.name)}; rename one")
        if part.name.isdigit() and context != STORED:
            raise SceneError(
                f"motions.{i}.name: {part.name} is a number, and motions are also chosen by number: add a "
                "letter"
            )
        for entry, value in part.own.items():
            _check_entry(scene, f"motions.{i}.{entry}", entry, value)
        try:
            own = _scene_with(scene, part, context).in_folder(folder)
            if (getattr(own, "handle", None) is None) != (getattr(scene, "handle", None) is None):
                raise SceneError(
                    f"motions.{i}.handle: a model has a handle in all its motions or in none: give "
                    "[handle] at the scene's top, without poses for a handle at rest"
                )
        except ValidationError as error:
            raise SceneError(f"motions.{i} ({shown(part.name)}): {words(error)}") from error
        parts.append(_with_own(part, own))
    return scene.model_copy(update={"motions": parts}) if parts else scene


def _check_entry(scene: Scene, place: str, entry: str, value: object) -> None:
    """Raise SceneError for an entry that a motion may not have."""
    if value is None:
        raise SceneError(f"{place}: has no value; give one, or leave the entry out")
    if entry not in scene.of_motions:
        known = entry in type(scene).model_fields
        there = ", ".join(sorted(scene.of_motions))
        raise SceneError(f"{place}: is {ALONE}" if known else f"{place}: unknown entry; a motion has {there}")
    for name in OF_THE_MODEL.get(entry, ()):
        if isinstance(value, Mapping) and name in value:
            raise SceneError(f"{place}.{name}: is {ALONE}")


def _scene_with(scene: Scene, part: MotionPart, context: object = None) -> Scene:
    """Return the scene of a motion. Raises ValidationError."""
    data = scene.model_dump(mode="json", exclude_none=True, exclude={"motions"})
    if scene.reference.source == scene.implied_source:
        del data["reference"]["source"]  # the motion's own entries imply it; bundles have it written out
    own = {"description": part.description or scene.description, **part.own}
    return type(scene).model_validate(_over(data, own), context=context)


def _over(data: Mapping[str, object], own: Mapping[str, object]) -> dict[str, object]:
    """Return entries overridden by others; tables are merged, all other values are replaced."""
    found = dict(data)
    for name, value in own.items():
        before = found.get(name)
        both = isinstance(before, Mapping) and isinstance(value, Mapping)
        found[name] = _over(before, value) if both else value  # type: ignore[arg-type]
    return found


def _with_own(part: MotionPart, own: Scene) -> MotionPart:
    """Return the motion with its entries as its scene has them."""
    data = own.model_dump(mode="json", exclude_none=True)
    found = {}
    for entry in part.own:
        value = data[entry]
        for name in OF_THE_MODEL.get(entry, ()):
            value.pop(name, None)
        found[entry] = value
    return MotionPart(name=part.name, description=part.description, **found)
