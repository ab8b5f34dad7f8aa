"""What `softrein judge` leaves behind: figures of sampled elements as JSON, and as a table.

The file takes a row as soon as there is one, so that an interrupted study goes on where it stopped; rows of
another scene, or of an older study, are dropped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from softrein.errors import BundleError
from softrein.machine import describe_machine
from softrein.progress import Progress
from softrein.theme import figure, number
from softrein.whole_file import whole_file

if TYPE_CHECKING:
    from offline.pipeline.stages import Places
    from offline.scenes.parts import Scene
    from offline.studies.elements import Wanted

JUDGED = "elements.json"
HEADINGS = (
    "r", "elements", "force off", "stiffness off", "pushes", "cost lost", "at most", "told wrong by",
    "full: pushes", "cost lost", "at most", "cost over told", "step [us]", "all [us]",
)  # fmt: skip
ABOUT = (
    "Force and stiffness off: the mean relative error of reduced force and stiffness by sampled elements, "
    "on states held out of training. Cost lost: LQR made from the model with sampled elements and LQR made "
    "from the one with all both steer the one with all, on the same random pushes; by how much the cost "
    "½ (error² + ρ effort) of the first is above that of the second, push by push: in the median, and at "
    "most. Told wrong by: how far the cost of LQR on its own plant, the sampled one, is from that with all "
    "elements throughout, in the median.",
    "Full: the same two steer the full body. Cost over told: the median of the cost there over that on the "
    "sampled plant; at 1 the reduced model tells the truth. Last, microseconds for a step without control, "
    "with sampled elements and with all, on one thread.",
)


def judge_scene(
    scene: Scene, places: Places, wanted: Wanted, path: Path, progress: Progress
) -> dict[str, Any]:
    """The study of a scene, whose rows go into the file one by one; those that are there are taken."""
    from offline.studies.elements import still_true, study

    rows = {row["rank"]: row for row in still_true(read_judged(path).get("rows", []), scene)}
    data: dict[str, Any] = {"scene": scene.name, "machine": describe_machine()}

    def keep(row: dict[str, Any]) -> None:
        rows[row["rank"]] = row
        data["rows"] = [rows[rank] for rank in sorted(rows)]
        with whole_file(path) as temporary:
            temporary.write_text(json.dumps(data, indent=2), encoding="utf-8")

    study(scene, places, wanted, progress, list(rows.values()), keep)
    return data


def read_judged(path: Path) -> dict[str, Any]:
    """What an earlier call left; nothing where there is no such file. Raises BundleError for another one."""
    if not path.exists():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        list(data["rows"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise BundleError(f"{path}: holds no rows of `softrein judge` ({error}); remove it") from error
    return dict(data)


def cells(row: Mapping[str, Any]) -> list[str]:
    """A row in print, under `HEADINGS`."""
    reduced, own, full, step = (
        row[name] for name in ("all_elements", "own_plant", "full_model", "microseconds")
    )
    return [
        figure(row["rank"]), f"{figure(row['elements'])} of {figure(row['of'])}",
        _share(row["force_error"]), _share(row["tangent_error"]),
        figure(reduced["pushes"]), _share(reduced["median"]), _worst(reduced), _share(own["median"]),
        figure(full["pushes"]), _share(full["median"]), _worst(full), figure(full["over_reduced"]),
        number(step["sampled"]), number(step["all"]),
    ]  # fmt: skip


def judged_table(data: Mapping[str, Any]) -> Table:
    """All rows, for the terminal."""
    title = f"{data['scene']}: sampled elements, judged by control"
    table = Table(title=title, title_justify="left", caption="\n".join(ABOUT), caption_justify="left")
    for heading in HEADINGS:
        table.add_column(heading, justify="right")
    for row in data["rows"]:
        table.add_row(*cells(row))
    return table


def _worst(found: Mapping[str, Any]) -> str:
    return f"{found['lost']} lost" if found["lost"] else _share(found["worst"])


def _share(value: float | None) -> str:
    """A share in percent, with two digits."""
    return "" if value is None else f"{100 * value:.2g} %"
