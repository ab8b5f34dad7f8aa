"""Identification of a scene's parameters from a recording, in one call, as by `softrein identify`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from runtime.base.arguments import flag, number, several, text
from runtime.base.arguments import path as file_path
from runtime.base.progress import Progress
from softrein.base.progress import asked_for
from softrein.errors import SceneError, shown

if TYPE_CHECKING:
    from offline.identification.identify import Identified
    from offline.scenes.base.scene import Scene
    from offline.scenes.body.scene import BodyScene

OFF_PLACE = 1e-3  # m, default standard deviation of the markers' positions on the body


def identify(
    scene: str | Path | Mapping[str, object] | Scene,
    recording: str | Path,
    fit: str | Sequence[str],
    *,
    held_out: Sequence[str | Path] = (),
    refined: bool = False,
    progress: Progress | bool | None = None,
    **told: float | str | Path | None,
) -> Identified:
    """Find parameters of a soft body from a recording of markers on it.

    Args:
        scene: As `softrein.precompute` takes it; `labels` of its [[sensors]] name the recorded markers.
        recording: A C3D, CSV, .npz or .mat file; see docs/identify.md.
        fit: Names of the parameters to be found, such as "young,damping".
        held_out: Further recordings of the scene's motion, which are compared and not fitted.
        refined: Whether to fit once more on a finer mesh.
        progress: True draws bars on standard error; or a function of (what, done, total).
        told: `placed`, the standard deviation of markers' places, 1e-3 m by default; `inputs`, a CSV, .npz
            or .mat file of what drove the body; for files that do not state theirs `unit`, in metres, and
            `rate`, in frames a second.

    Raises:
        SoftreinError: The scene, a file or the fit is at fault; the message says how.

    """
    from offline.identification.identify import Options
    from offline.identification.identify import identify as identified
    from offline.identification.inputs import driven, driving, without_inputs
    from offline.identification.recording import read_columns, read_recording
    from offline.scenes.base.scene import Scene
    from offline.scenes.reading import read_scene, scene_of

    file_path("recording", recording, SceneError)
    flag("refined", refined, SceneError)
    names = _names(fit)
    others = several("held_out", held_out, "a list of files", SceneError)
    for k, each in enumerate(others):
        file_path(f"held_out[{k}]", each, SceneError)
    if unknown := sorted(set(told) - {"placed", "unit", "rate", "inputs"}):
        raise SceneError(f"{shown(unknown[0])}: the possible arguments are placed, inputs, unit and rate")
    inputs = told.pop("inputs", None)
    given = {
        name: number(name, value, "a number above 0", above=0, error=SceneError)
        for name, value in told.items()
        if value is not None
    }
    unit, rate, placed = given.get("unit"), given.get("rate"), given.get("placed", OFF_PLACE)
    if isinstance(scene, Scene):
        own: Scene = scene
    elif isinstance(scene, Mapping):
        own = scene_of(scene)
    else:
        own = read_scene(file_path("scene", scene, SceneError))
    if "materials" not in type(own).model_fields:
        raise SceneError("identification is of soft bodies, and this scene is none")
    body = cast("BodyScene", own)
    taken: list[str] = []  # columns of the recording that are no coordinates
    if inputs is not None:
        file_path("inputs", inputs, SceneError)
        file = Path(cast("str | Path", inputs))
        series = read_columns(file, rate)
        if file.suffix.lower() == ".csv" and Path(recording).exists() and file.samefile(recording):
            taken = driving(body, series)
        body = driven(body, series)
    read = [read_recording(Path(each), unit, rate) for each in (recording, *others)]
    files = [without_inputs(each, body, taken) for each in read]
    with asked_for(progress) as report:
        return identified(body, files[0], names, Options(placed, files[1:], refined), report)


def _names(fit: object) -> list[str]:
    """Return the names of parameters, from text with commas or from a sequence."""
    wanted = "names of what is to be found, such as 'young,damping'"
    names = fit.split(",") if isinstance(fit, str) else several("fit", fit, wanted, SceneError)
    for each in names:
        text("fit", each, wanted, SceneError)
    return names
