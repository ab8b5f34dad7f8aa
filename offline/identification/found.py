"""The scene with the parameters found, in a form that a file may hold."""

from __future__ import annotations

from collections.abc import Sequence
from warnings import catch_warnings, simplefilter

from pydantic import ValidationError

from offline.full.body.loads import Loads
from offline.identification.parameters import Parameter
from offline.scenes.body.scene import BodyScene
from offline.scenes.plain_words import in_words
from softrein.errors import SceneError


def scene_with(
    scene: BodyScene, found: Sequence[tuple[Parameter, float]], loads: Loads
) -> tuple[BodyScene, list[str]]:
    """Return the scene with parameters at their values, and in words which limits its loads have widened.

    `loads` are those of a run with these values. Raises SceneError where no scene file may hold the result.
    """
    for parameter, value in found:
        scene = parameter.put(scene, value)
    scene, notes = widened(scene, loads)
    with catch_warnings():
        simplefilter("ignore")  # these warnings were given when the scene was read
        try:
            return BodyScene.model_validate(scene.model_dump(mode="json", exclude_defaults=True)), notes
        except ValidationError as error:
            values = ", ".join(f"{each.name} = {value:.5g} {each.unit}".strip() for each, value in found)
            raise SceneError(
                f"the estimates ({values}) are not valid in the scene: {in_words(error, BodyScene, {})}; "
                "fit fewer parameters, or change the scene"
            ) from error


def widened(scene: BodyScene, loads: Loads) -> tuple[BodyScene, list[str]]:
    """Widen actuators' limits as far as loads drive them; return the scene, and in words what was widened."""
    driven = {each.name: c for each, c in zip(scene.internal_actuators, loads.controls.T, strict=True)}
    actuators, notes = list(scene.control.actuators), []
    for i, part in enumerate(actuators):
        if part.limit is None or part.name not in driven:
            continue
        control = driven[part.name]
        limit = min(part.limit[0], float(control.min())), max(part.limit[1], float(control.max()))
        if limit != part.limit:
            actuators[i] = part.model_copy(update={"limit": limit})
            before, now = (f"{low:.5g} to {high:.5g} {part.unit}" for low, high in (part.limit, limit))
            notes.append(
                f"{part.name}: its limit of {before} is {now} in the written scene, as the loads exceed "
                "it; for control restore it, and leave these loads out"
            )
    control_part = scene.control.model_copy(update={"actuators": actuators})
    return scene.model_copy(update={"control": control_part}), notes
