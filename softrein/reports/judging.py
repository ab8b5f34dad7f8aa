"""The files of `softrein judge`: figures of sampled elements as JSON, and as a table.

A row is written to the file as soon as it is made, so that an interrupted study continues where it stopped.
Each has a checksum over its content, including a fingerprint of its inputs; rows of another scene, of an
older study, or with another checksum, are dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rich.box import SIMPLE_HEAD
from rich.table import Table

from offline.campaign.regular_file import UNREADABLE
from offline.campaign.snapshots import fingerprint
from runtime.base.progress import Progress
from softrein.base.machine import describe_machine
from softrein.base.theme import figure, number
from softrein.base.whole_file import whole_file
from softrein.facts.figures import read_figures

if TYPE_CHECKING:
    from offline.pipeline.stages import Places
    from offline.scenes.base.scene import Scene
    from offline.studies.elements import Wanted
    from softrein.facts.judged import Excess, Judged, Row

JUDGED = "elements.json"
HEADINGS = (
    "r",
    "elements",
    "force off [%]",
    "tangent off [%]",
    "pushes",
    "cost error [%]",
    "lost by gains [%]",
    "full: pushes",
    "cost lost [%]",
    "cost / predicted",
    "step [us]",
    "all [us]",
)
ABOUT = (
    "Force and tangent off: the mean relative error of reduced force and stiffness by sampled elements, "
    "on states held out of training. Costs, ½ (error² + ρ effort) of LQR under the same random pushes, "
    "are compared push by push with those of the model with all elements under its own LQR: the median, "
    "and in brackets the worst. Cost error: LQR of the model with sampled elements runs on that model. "
    "Lost by gains: gains made with sampled elements along the same motion steer the model with all "
    "elements.",
    "Full: each model’s LQR steers the full body along that model’s motion. Cost / predicted: the median "
    "of its cost there over its cost on the sampled model; 1 is a correct prediction. A push that hardly "
    "moves the body costs almost nothing, while a model’s error costs as much as ever: a worst value that "
    "is a multiple says little.",
    "The last columns: microseconds for a step without control, with sampled elements and with all, on one "
    "thread.",
)


def judge_scene(
    scene: Scene, places: Places, wanted: Wanted, path: Path, progress: Progress, own: str = ""
) -> Judged:
    """Study a scene; rows are written to the file one by one, and existing ones are used.

    `own` is the `motion_print` of the bundle whose scene it is, for the page of its comparison.
    """
    from offline.studies.elements import study

    known = read_judged(path).get("rows", [])
    data: Judged = {"scene": scene.name, "machine": describe_machine()}
    if own:
        data["bundle"] = own

    def keep(rows: Sequence[Mapping[str, object]]) -> None:
        data["rows"] = [cast("Row", {**row, "sum": _sum_of(row)}) for row in rows]
        with whole_file(path) as temporary:
            temporary.write_text(json.dumps(data, indent=2), encoding="utf-8")

    study(scene, places, wanted, progress, known, keep)
    judged: Judged = json.loads(json.dumps(data))
    return judged


def read_judged(path: Path) -> Judged:
    """Read the file of an earlier call; empty where there is none. Raises BundleError for another file."""
    if not os.path.lexists(path):
        return {}
    return read_figures(path, _keep_rows, "holds no rows of `softrein judge` ({}); remove it")


def _keep_rows(data: Judged) -> None:
    """Keep the rows that are valid. Raises one of `UNREADABLE` where there are none."""
    data["rows"] = [row for row in list(data["rows"]) if _is_row(row)]
    if not isinstance(data["scene"], str):
        raise TypeError("it names no scene")


def _sum_of(row: Mapping[str, object]) -> str:
    """A checksum over all of a row but itself."""
    return fingerprint("judged", {name: value for name, value in row.items() if name != "sum"})


def _is_row(row: Row) -> bool:
    """Whether a row is unchanged and complete; those of an older study may lack entries."""
    try:
        cells(row)
        format(row["of"], ",")
        whole = [row["rank"], row["elements"], row["of"], *row["asked"]]
        return bool(row["sum"] == _sum_of(row)) and all(type(each) is int and each >= 0 for each in whole)
    except UNREADABLE:
        return False


def cells(row: Row) -> list[str]:
    """A row in print, under `HEADINGS`."""
    full, step = row["full_model"], row["microseconds"]
    made = [*map(figure, (row["rank"], row["elements"])), _in_hundredths(row["force_error"])]
    made += [_in_hundredths(row["tangent_error"]), figure(row["own_plant"]["pushes"])]
    told = [_percents(row["own_plant"]), _percents(row["gains_alone"])]
    told += [figure(full["pushes"]), _percents(full), figure(full["over_reduced"])]
    return [*made, *told, number(step["sampled"]), number(step["all"])]


def about(data: Judged) -> list[str]:
    """Describe the table in paragraphs."""
    counts = " and ".join(f"{count:,}" for count in sorted({row["of"] for row in data["rows"]}))
    return [f"The body has {counts} elements.", *ABOUT]


def judged_table(data: Judged) -> Table:
    """All rows, for the terminal."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True, title_justify="left")
    table.title = f"{data['scene']}: sampled elements, judged by control"
    table.caption, table.caption_justify = "\n".join(about(data)), "left"
    for heading in HEADINGS:
        table.add_column(heading, justify="right", min_width=max(map(len, heading.split())))
    for row in data["rows"]:
        table.add_row(*cells(row))
    return table


def _percents(found: Excess) -> str:
    """The median, and the worst or how many were lost."""
    worst = f"{found['lost']} lost" if found["lost"] else _percent(found["worst"])
    return f"{_percent(found['median'])} ({worst})"


def _percent(share: float | None) -> str:
    """Write an excess over 1 in percent, or a large one as the whole factor: 0.76, 12, 171x."""
    if share is None:
        return ""
    if share >= 1:
        return f"{number(1 + share, 2)}x"
    return _in_hundredths(share)


def _in_hundredths(share: float | None) -> str:
    """Write a share in percent, however large: 0.76, 12, 150."""
    if share is None:
        return ""
    return f"{100 * share:.2f}" if abs(share) < 0.1 else f"{100 * share:.0f}"
