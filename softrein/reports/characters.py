"""The studies of characters as HTML, as folders of figures and pictures, and as tables for the terminal.

A study's folder holds `study.json` (tables and text), a PNG for each chart and each recording, and films if
wanted. A page of studies needs nothing else: pictures are in the page itself, as in those of comparisons.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from characters import studies
from runtime.base.progress import Progress, silent
from softrein.base import theme
from softrein.base.whole_file import whole_file, whole_files
from softrein.errors import SceneError, SoftreinError, missing_extra, warn
from softrein.pictures.characters import INSTALL, has_mujoco, load_mujoco
from softrein.reports import page_parts
from softrein.reports.page_parts import CONTENTS, heading, paragraph, table, text, with_contents

if TYPE_CHECKING:
    from rich.table import Table as Printed
    from rich.text import Text

    from characters.study import Cell, Recording, Study, Table


FIGURES = "study.json"
PAGE = "characters.html"
KINDS = (".json", ".png", ".mp4")  # suffixes of the files in a study's folder
LONGEST_FILE = 72  # most characters of a picture's file name
ABOUT = (
    "Studies of articulated characters, after Tan, Liu and Turk 2011 (stable PD controllers), Allen, Chu, "
    "Shapiro and Faloutsos 2007 (gains for a given time, on the beat) and Allen, Neff and Faloutsos (pose "
    "control from any velocity). Every figure was computed in the run that wrote this page."
)
ABOUT_QUICK = "<b>Quick form.</b> The studies are cut down: fewer or shorter runs than in their full form."
ABOUT_MISSING = (
    "Left out, because they need the package mujoco, which is not installed: {names}. To have them: "
    "<code>{install}</code>."
)


WITHOUT_MOTION = f"pictures of the motion need mujoco, which is not installed: {INSTALL}"


class Picture(NamedTuple):
    """A picture of a study: its words, and where it is."""

    title: str
    path: Path
    moving: bool  # whether it is a movie rather than a chart


class Written(NamedTuple):
    """A study and its pictures, those of recordings first."""

    study: Study
    pictures: Sequence[Picture] = ()
    remark: str = ""  # what could not be drawn, and why


def wanted_studies(names: Sequence[str]) -> list[str]:
    """Return the studies named, or all for `all`. Raises SceneError and MissingPackageError."""
    unknown = [name for name in names if name not in studies.STUDIES and name != "all"]
    if unknown:
        raise SceneError(f"{unknown[0]}: no such study; there are {', '.join(studies.STUDIES)}, and all")
    chosen = list(studies.STUDIES) if "all" in names else list(dict.fromkeys(names))
    lacking = [name for name in chosen if studies.STUDIES[name].needs_mujoco]
    if lacking and not has_mujoco():
        others = ", ".join(name for name in studies.STUDIES if not studies.STUDIES[name].needs_mujoco)
        purpose = f"{', '.join(lacking)}{f', but not for {others}' if others else ''}"
        raise missing_extra("characters", purpose, "mujoco")
    return chosen


def possible_studies() -> tuple[list[str], list[str]]:
    """Return all studies that can be done here, and those that need the missing package mujoco."""
    lacking = [name for name in studies.STUDIES if studies.STUDIES[name].needs_mujoco and not has_mujoco()]
    return [name for name in studies.STUDIES if name not in lacking], lacking


def check_pictures(names: Sequence[str], movies: bool) -> None:
    """Raise MissingPackageError where pictures of these studies could not be drawn, before they are done.

    A study that needs no mujoco is done without pictures of the motion where mujoco is missing; films that
    were asked for are then an error.
    """
    if has_mujoco() or movies or any(studies.STUDIES[name].needs_mujoco for name in names):
        load_mujoco()
    if movies and not (find_spec("imageio") and find_spec("imageio_ffmpeg")):
        raise missing_extra("movie", "movies")


def do_studies(
    names: Sequence[str],
    quick: bool,
    seed: int,
    folder: Path | None = None,
    movies: bool = False,
    progress: Progress = silent,
) -> list[Study]:
    """Do studies one after the other; into a folder go their folders and a page, anew after each study."""
    done: list[Study] = []
    written: list[Written] = []
    for name in names:
        progress(name, 0, 1)
        done.append(run_study(name, quick, seed))
        progress(name, 1, 1)
        if folder is not None:
            written.append(write_study(done[-1], folder / name, movies, under(name, progress)))
            write_page(folder / PAGE, written, quick)
    return done


def under(name: str, progress: Progress) -> Progress:
    """Progress that names the study."""
    return lambda what, done, total: progress(f"{name}: {what}", done, total)


def run_study(name: str, quick: bool, seed: int) -> Study:
    """Do a study; errors begin with its name."""
    if has_mujoco():
        load_mujoco()  # loaded first with settings that need no display, before a study imports mujoco
    try:
        return studies.STUDIES[name].run(quick=quick, seed=seed)
    except SoftreinError as error:
        raise type(error)(f"{name}: {error}") from error


def write_study(study: Study, folder: Path, movies: bool = False, progress: Progress = silent) -> Written:
    """Write figures and pictures into a folder, all at the end, and return where the pictures are.

    Without the package mujoco there are charts only; it warns of what is missing, and `remark` says it.
    """
    remark = "" if not study.recordings or has_mujoco() else WITHOUT_MOTION
    if remark:
        study = replace(study, recordings={})
        warn(f"{study.name}: {remark}")
    with whole_files(folder) as temporary:
        pictures, before = _draw(study, temporary, movies, progress), _files_of(folder / FIGURES)
        made = sorted(path.name for path in temporary.iterdir())
        data = study_data(study) | {"files": made}
        (temporary / FIGURES).write_text(json.dumps(data, indent=2), encoding="utf-8")
    for name in before.difference(made):
        if (folder / name).is_file():
            (folder / name).unlink()  # of the figures that were there before
    return Written(study, [each._replace(path=folder / each.path.name) for each in pictures], remark)


def _files_of(figures: Path) -> set[str]:
    """Return the names of the pictures that were written with a folder's figures."""
    try:
        names = json.loads(figures.read_text(encoding="utf-8"))["files"]
        return {name for name in names if Path(name).name == name and Path(name).suffix in KINDS}
    except (OSError, ValueError, TypeError, KeyError):
        return set()


def _draw(study: Study, folder: Path, movies: bool, progress: Progress) -> list[Picture]:
    from softrein.charts.characters import draw_curves
    from softrein.pictures.characters import draw_recording, film_recording

    total = len(study.curves) + len(study.recordings) * (1 + movies)
    pictures: list[Picture] = []
    names: list[str] = []
    for title, recording in study.recordings.items():
        names.append(file_name(title, names))
        pictures.append(Picture(title, folder / f"{names[-1]}.png", True))
        draw_recording(recording, pictures[-1].path, title, _alike(recording, study.recordings.values()))
        progress("pictures", len(pictures), total)
    for curves in study.curves:
        names.append(file_name(curves.title, names))
        pictures.append(Picture(curves.title, folder / f"{names[-1]}.png", False))
        draw_curves(curves, pictures[-1].path)
        progress("pictures", len(pictures), total)
    for done, (name, recording) in enumerate(zip(names, study.recordings.values(), strict=False), 1):
        if movies:
            film_recording(recording, folder / f"{name}.mp4")
            progress("pictures", len(pictures) + done, total)
    return pictures


def _alike(recording: Recording, among: Iterable[Recording]) -> list[Recording]:
    """The recordings of the same model, through the same camera."""
    return [each for each in among if (each.xml, each.camera) == (recording.xml, recording.camera)]


def file_name(title: str, taken: Sequence[str]) -> str:
    """A title as a file's name without suffix, unlike those taken."""
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:LONGEST_FILE].strip("-") or "picture"
    name, count = plain, 2
    while name in taken:
        name, count = f"{plain}-{count}", count + 1
    return name


def study_data(study: Study) -> dict[str, object]:
    """A study's figures as JSON can hold them: None where a number is not finite."""
    return {name: _plain(value) for name, value in study.as_data().items()}


def _plain(value: object) -> object:
    if hasattr(value, "item") and not getattr(value, "ndim", 0):
        value = value.item()  # NumPy scalars
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


# A page ----------------------------------------------------------------------------------------------------


def write_page(path: Path, written: Sequence[Written], quick: bool = False) -> None:
    """A page of studies alone; it appears under its name only when whole."""
    page_parts.write_page(path, "characters", chapter(written, quick, (), CONTENTS))


def add_chapter(page: Path, html: str) -> None:
    """Put a chapter at the end of a page that `softrein.reports.report` has written, before its last line."""
    whole = page.read_text(encoding="utf-8")
    before, mark, last = whole.rpartition("<footer>")
    with whole_file(page) as temporary:
        temporary.write_text(with_contents(f"{before}{html}{mark}{last}"), encoding="utf-8")


def chapter(
    written: Sequence[Written], quick: bool = False, missing: Sequence[str] = (), contents: str = ""
) -> str:
    """The studies as HTML under one heading, after those named that are missing, and `contents`."""
    absent = ABOUT_MISSING.format(names=text(", ".join(missing)), install=text(INSTALL)) if missing else ""
    words = map(paragraph, (ABOUT, ABOUT_QUICK if quick else "", absent))
    return "".join(["<h1>Characters</h1>", *words, contents, *map(_section, written)])


def _section(written: Written) -> str:
    study = written.study
    words = [f"<small>{text(study.source)}</small>", *map(text, study.text.strip().split("\n\n"))]
    if written.remark:
        words.append(text(written.remark[:1].upper() + written.remark[1:]) + ".")
    shown = [page_parts.picture(each.path, each.title) for each in written.pictures]
    moving = sum(picture.moving for picture in written.pictures)
    parts = [*shown[:moving], *map(_table, study.tables), *shown[moving:]]
    return heading(study.title, "".join(parts), *words)


def _table(found: Table) -> str:
    numbers = [cell for row in found.rows for cell in row[1:] if cell is not None]
    style = "grouped" if numbers and sum(map(_is_number, numbers)) > len(numbers) / 2 else ""
    rows = [[text(cell_words(cell)) for cell in row] for row in found.rows]
    return f"<h3>{text(found.title)}</h3>{table(found.columns, rows, style)}{paragraph(text(found.note))}"


# The terminal ----------------------------------------------------------------------------------------------


def listing() -> dict[str, dict[str, str | bool]]:
    """Return the list of studies, and which can be done here."""
    return {
        name: {
            "about": entry.about,
            "needs mujoco": entry.needs_mujoco,
            "possible": has_mujoco() or not entry.needs_mujoco,
        }
        for name, entry in studies.STUDIES.items()
    }


def listing_lines() -> list[str]:
    """The list of studies for the terminal, and whether mujoco is there."""
    entries = listing()
    missing = [name for name, entry in entries.items() if not entry["possible"]]
    lines = [
        f"{name:12}  {entry['about']}{'' if entry['possible'] else '  (needs mujoco)'}"
        for name, entry in entries.items()
    ]
    if missing:
        return [*lines, "", f"the package mujoco is not installed: {INSTALL}"]
    return [*lines, "", f"mujoco {version('mujoco')} is installed: all can be done" if has_mujoco() else ""]


def printed(study: Study) -> list[Text | Printed]:
    """A study for the terminal: title, words and tables."""
    from rich.text import Text

    title = Text(f"\n{study.title}\n", style="bold").append(study.source, style="not bold dim")
    return [title, Text(f"\n{study.text.strip()}\n"), *map(printed_table, study.tables)]


def printed_table(found: Table) -> Printed:
    """A table for the terminal."""
    from rich.table import Table as Printed
    from rich.text import Text

    shown = Printed(
        title=Text(found.title),
        title_justify="left",
        caption=Text(found.note) if found.note else None,
        caption_justify="left",
    )
    for index, column in enumerate(found.columns):
        cells = [row[index] for row in found.rows if row[index] is not None]
        right = bool(cells) and sum(map(_is_number, cells)) > len(cells) / 2
        words = " ".join([column, *map(cell_words, cells)] if index == 0 else [column]).split()
        shown.add_column(
            Text(column),
            justify="right" if right else "left",
            min_width=min(max(map(len, words), default=1), 16),
        )
    for row in found.rows:
        shown.add_row(*(Text(cell_words(cell)) for cell in row))
    return shown


def cell_words(cell: Cell) -> str:
    """A cell of a table: whole numbers in full, others with three digits."""
    if cell is None or isinstance(cell, str):
        return cell or ""
    value = float(cell)
    if not math.isfinite(value):
        return "not finite"
    return f"{value:,.0f}" if value.is_integer() and abs(value) < 1e6 else theme.number(value)


def _is_number(cell: Cell) -> bool:
    try:
        float("" if cell is None else cell)
    except ValueError:
        return False
    return True
