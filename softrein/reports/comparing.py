"""The files of `softrein compare`: figures as JSON, pictures, and a page that shows both.

Bodies and smoke have further results of their own: `STUDIES` of their charts names them. The figures contain
a fingerprint of their inputs (`source_of`) and a checksum, so that a repeated command finds them.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from offline.campaign.prints import made_of, motion_print
from offline.campaign.regular_file import UNREADABLE, open_regular, refusing
from offline.campaign.snapshots import fingerprint
from offline.studies import step_study
from offline.studies.comparison import Comparison
from offline.verification.stored_runs import PACKAGES, ROOT, code_of
from runtime.base.progress import Progress
from runtime.bundle.file import load, save
from runtime.bundle.record import Bundle
from runtime.control.registry import LQR, NONE, planners
from runtime.run import Run
from softrein.base.kinds import of_kind
from softrein.base.machine import STABLE, describe_machine
from softrein.base.whole_file import whole_files
from softrein.charts import body as body_charts
from softrein.charts import smoke as smoke_charts
from softrein.errors import BundleError, SimulationError, warn
from softrein.facts.compared import under
from softrein.facts.figures import read_figures
from softrein.facts.runs import hits, run_facts
from softrein.reports import robustness, verified
from softrein.reports.judging import JUDGED, read_judged

if TYPE_CHECKING:
    from softrein.facts.compared import Compared, Source
    from softrein.reports.report import Section

F = TypeVar("F", bound=Mapping[str, object])

FIGURES = "comparison.json"
PAGE = "report.html"
COPY = "bundle.softrein"  # copy of the bundle, so that the folder is self-contained
SOURCE: Final = "source"  # entry of the figures: the inputs that they and the pictures were made from
OF_ALL = ("motion", "fronts", "over_time")  # pictures for every kind of model
PICTURES = {
    name: f"{name.replace('_', '-')}.png" for name in (*OF_ALL, *body_charts.STUDIES, *smoke_charts.STUDIES)
} | {"curves": robustness.PICTURE, "verified": verified.PICTURE, "paths": "particle-paths.png"}
WRITTEN = (FIGURES, PAGE, COPY, *PICTURES.values())  # files written by a comparison
# entries present in all figures
EVERY = ("one_push", "ensemble", "uncontrolled", "readings", "grid", "hits", "runs")
OF_OTHERS = (  # files that other commands add to the page
    JUDGED,
    robustness.CURVES,
    robustness.PICTURE,
    verified.FIGURES,
    verified.PICTURE,
)


class Kept(NamedTuple):
    """Figures that are stored in a folder, and a checksum of each other file that was written with them."""

    data: Compared
    files: dict[str, str]

    def is_complete(self, folder: Path, pictures: bool) -> bool:
        """Whether these files exist unchanged, including the page where there are `pictures`."""
        drawn = pictures is False or (PICTURES[OF_ALL[0]] in self.files and (folder / PAGE).is_file())
        try:
            return drawn and all(_checksum(folder / name) == own for name, own in self.files.items())
        except OSError:
            return False


def source_of(bundle: Bundle, *how: object, root: Path = ROOT) -> str:
    """A fingerprint of all that a comparison depends on: bundle, code, machine, and `how` it is made."""
    machine = {name: value for name, value in describe_machine().items() if name in STABLE}
    code = code_of((*PACKAGES, "softrein"), root)
    return fingerprint(code, machine, made_of(bundle), bundle.preview, how)


def kept_comparison(folder: Path, source: str) -> Kept | None:
    """The figures in a folder if they are of that source; None otherwise.

    A file that cannot be read or does not match its checksum counts as missing.
    """
    try:
        data = read_figures(folder / FIGURES, _check_complete, "{}", infinite=True)
        own = data.pop(SOURCE)
        found = Kept(data, own["files"])
        fits = own["print"] == source and own["sum"] == _sum_of(source, found)
    except (BundleError, *UNREADABLE):
        return None
    return found if fits and isinstance(found.files, dict) else None


def check_no_full_comparison(folder: Path) -> None:
    """Raise BundleError if a folder holds a full comparison, which a quick one would replace."""
    try:
        data = read_figures(folder / FIGURES, _check_complete, "{}", infinite=True)
    except (BundleError, *UNREADABLE):
        return  # nothing there that can be lost
    if data.get("quick") is False:
        raise BundleError(
            f"{folder} holds a full comparison, which --quick would replace; choose another folder with -o, "
            "or remove this one"
        )


def _sum_of(source: str, kept: Kept) -> str:
    return fingerprint(source, kept.files, json.dumps(kept.data))


def _checksum(path: Path) -> str:
    """Return the checksum of a regular file. Raises OSError."""
    with os.fdopen(open_regular(path), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def write_comparison(
    bundle: Bundle,
    result: Comparison,
    folder: Path,
    pictures: bool,
    progress: Progress,
    quick: bool = False,
    source: str = "",
) -> Compared:
    """Write figures, pictures and page into a folder, all at the end, and return the figures.

    The quick form leaves out the controllers' results at a longer step. With a `source` the figures
    are found again by `kept_comparison`.
    """
    runs = _runs_of(bundle, result.one_push)
    found = comparison_data(bundle, result, runs) | more_data(bundle, result, progress, quick)
    data: Compared = json.loads(json.dumps(found))
    write_folder(bundle, data, folder, pictures, progress, source, runs)
    return data


def write_folder(
    bundle: Bundle,
    data: Compared,
    folder: Path,
    pictures: bool,
    progress: Progress,
    source: str,
    runs: dict[str, Run] | None = None,
) -> None:
    """Write figures, bundle, pictures and page of a comparison whose figures `data` are known.

    `runs` are simulated again unless they are given; `source` is stored, so that `kept_comparison` finds it.
    Pictures and a page of earlier figures do not stay.
    """
    with whole_files(folder) as temporary:
        _write_figures(data, temporary)
        save(bundle, temporary / COPY)
        for name in OF_OTHERS:
            if (folder / name).is_file():
                shutil.copy(folder / name, temporary / name)
        if pictures:
            draw(
                bundle,
                _runs_of(bundle, data["one_push"]) if runs is None else runs,
                data,
                temporary,
                progress,
            )
            write_page([temporary], temporary / PAGE)
        if source:
            written = (path for path in temporary.iterdir() if path.name not in {*OF_OTHERS, FIGURES, PAGE})
            kept = Kept(data, {path.name: _checksum(path) for path in sorted(written)})
            own: Source = {"print": source, "files": kept.files, "sum": _sum_of(source, kept)}
            _write_figures(data | {SOURCE: own}, temporary)
        made = {path.name for path in temporary.iterdir()}
    for name in {PAGE, *PICTURES.values()} - made - {*OF_OTHERS}:
        (folder / name).unlink(missing_ok=True)  # of the figures that were there before


def _runs_of(bundle: Bundle, compared: Collection[str]) -> dict[str, Run]:
    """A run of each controller on the scene's own push, without those that diverge."""
    planning = [each.name for each in planners() if each.name in compared]
    runs = dict[str, Run]()
    for name in (NONE.name, *bundle.gains, *planning):
        with suppress(SimulationError):  # the figures count it as lost
            runs[name] = bundle.run(controller=name)
    return runs


def _write_figures(data: Compared, folder: Path) -> None:
    (folder / FIGURES).write_text(json.dumps(data, indent=2), encoding="utf-8")


def comparison_data(bundle: Bundle, result: Comparison, runs: dict[str, Run]) -> dict[str, object]:
    """The figures of a comparison and of one run of each controller on the scene's own push."""
    return {
        "scene": bundle.name,
        **result.as_data(),
        "hits": {name: hits(bundle, run.states) for name, run in runs.items()},
        "runs": {name: run_facts(bundle, run, name) for name, run in runs.items()},
        "effort_unit": bundle.units.effort,
        "machine": describe_machine(),
    }


def more_data(bundle: Bundle, result: Comparison, progress: Progress, quick: bool) -> dict[str, object]:
    """Return the controllers' results at a longer step, and those that only this kind of bundle has."""
    if LQR.name not in bundle.gains:
        return {}
    data: dict[str, object] = {"quick": quick}
    if not quick:
        data["longer_step"] = step_study.study(bundle, result.one_push, progress)
    own: dict[str, object] = of_kind(bundle, "reports").study(bundle, result, progress)
    return data | own


def draw(
    bundle: Bundle, runs: dict[str, Run], data: Compared, folder: Path, progress: Progress
) -> dict[str, Path]:
    """Draw the pictures of a comparison: of the motion, of the fronts, and of its further data."""
    from softrein.charts import fronts as charts
    from softrein.pictures.motion import render_motion

    drawings: dict[str, Callable[[Path], None]] = {
        "motion": lambda path: render_motion(bundle, runs, path),
        "fronts": lambda path: charts.draw_fronts(data, path),
        "over_time": lambda path: charts.draw_over_time(bundle, runs, path),
    }
    own_charts = of_kind(bundle, "charts")
    for name in own_charts.STUDIES:
        if name in data:
            drawings[name] = partial(getattr(own_charts, f"draw_{name}"), under(data, name))
    for done, (name, draw_one) in enumerate(drawings.items()):
        progress("pictures", done, len(drawings))
        draw_one(folder / PICTURES[name])
    progress("pictures", len(drawings), len(drawings))
    return {name: folder / PICTURES[name] for name in drawings}


def write_page(folders: Sequence[Path], path: Path, opening: str = "") -> Sequence[Section]:
    """One page for the folders of comparisons, after an opening in HTML; returns its sections.

    It also shows the results of `softrein judge` and `softrein verify` there. Raises BundleError for a
    folder that holds none.
    """
    from softrein.reports.report import write_report

    sections: list[Section] = []
    for folder in folders:
        bundle, data = _read_comparison(folder)
        pictures = {name: folder / file for name, file in PICTURES.items() if (folder / file).is_file()}
        sections.append((bundle, data, pictures))
    write_report(path, sections, opening)
    return sections


def _read_comparison(folder: Path) -> tuple[Bundle, Compared]:
    """Read a comparison's bundle and numbers, with what judge, verify and robustness found of it.

    Invalid files are refused.
    """
    from softrein.reports.report import check_section

    path, what = folder / FIGURES, "holds no comparison ({}); make one with `softrein compare FILE -o FOLDER`"
    data = read_figures(path, _check_complete, what, infinite=True)
    bundle = load(folder / COPY)
    own = partial(_of_this, bundle)
    data.pop("elements", None)
    if (judged := own(folder / JUDGED, read_judged)) and judged.get("rows"):
        data["elements"] = judged
    data["verified"] = own(folder / verified.FIGURES, verified.read_verified)
    data["robustness"] = own(folder / robustness.CURVES, robustness.read_curves)
    with refusing(path, what):
        check_section(bundle, data)
    return bundle, data


def _of_this(bundle: Bundle, path: Path, read: Callable[[Path], F | None]) -> F | None:
    """Read the figures of a file; None, with a warning, where they are of another bundle.

    Files of before do not say of which they are.
    """
    found = read(path)
    if found is None or "bundle" not in found or found["bundle"] == motion_print(bundle):
        return found
    warn(
        f"{path} is of another bundle, or made with other settings, than the comparison beside it, and is "
        "not on its page"
    )
    return None


def _check_complete(data: Compared) -> None:
    """Raise ValueError where what every comparison has is missing."""
    missing = ", ".join(name for name in EVERY if not isinstance(data.get(name), dict))
    if missing:
        raise ValueError(f"{missing}: missing")
