"""What `softrein compare` leaves behind: figures as JSON, pictures, and a page that shows both."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from offline.comparison import Comparison
from runtime.bundle import Bundle
from runtime.bundle_file import load, save
from runtime.run import Run
from softrein.errors import BundleError
from softrein.look import effort_unit
from softrein.machine import describe_machine
from softrein.tables import hits, run_facts

Progress = Callable[[str, int, int], None]

FIGURES = "comparison.json"
COPY = "bundle.softrein"  # so that the folder stands on its own
PICTURES = {"motion": "motion.png", "fronts": "fronts.png", "over_time": "over-time.png"}


def write_comparison(
    bundle: Bundle, result: Comparison, folder: Path, pictures: bool, progress: Progress
) -> dict[str, Any]:
    """Write figures, pictures and page into a folder, all at the end, and return the figures."""
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    try:
        runs = {name: bundle.run(controller=name) for name in ("none", *bundle.gains)}
        data = comparison_data(bundle, result, runs)
        (temporary / FIGURES).write_text(json.dumps(data, indent=2), encoding="utf-8")
        save(bundle, temporary / COPY)
        if pictures:
            draw(bundle, runs, data, temporary, progress)
            write_page([temporary], temporary / "report.html")
        folder.mkdir(parents=True, exist_ok=True)
        for file in temporary.iterdir():
            os.replace(file, folder / file.name)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return data


def comparison_data(bundle: Bundle, result: Comparison, runs: dict[str, Run]) -> dict[str, Any]:
    """The figures of a comparison and of one run of each controller on the scene's own push."""
    return {
        "scene": bundle.name,
        **result.as_data(),
        "hits": {name: hits(bundle, run.states) for name, run in runs.items()},
        "runs": {name: run_facts(bundle, run, name) for name, run in runs.items()},
        "effort_unit": effort_unit(bundle),
        "machine": describe_machine(),
    }


def draw(
    bundle: Bundle, runs: dict[str, Run], data: dict[str, Any], folder: Path, progress: Progress
) -> dict[str, Path]:
    """The three pictures of a comparison."""
    from softrein.charts import draw_fronts, draw_over_time
    from softrein.pictures import render_motion

    paths = {name: folder / file for name, file in PICTURES.items()}
    progress("pictures", 0, 3)
    render_motion(bundle, runs, paths["motion"])
    progress("pictures", 1, 3)
    draw_fronts(data, paths["fronts"])
    progress("pictures", 2, 3)
    draw_over_time(bundle, runs, paths["over_time"])
    progress("pictures", 3, 3)
    return paths


def write_page(folders: Sequence[Path], path: Path) -> None:
    """One page for the folders of comparisons. Raises BundleError for a folder that holds none."""
    from softrein.report import write_report

    sections = []
    for folder in folders:
        try:
            data = json.loads((folder / FIGURES).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BundleError(
                f"{folder}: holds no comparison ({error}); make one with `softrein compare FILE -o {folder}`"
            ) from error
        pictures = {name: folder / file for name, file in PICTURES.items() if (folder / file).is_file()}
        sections.append((load(folder / COPY), data, pictures))
    write_report(path, sections)
