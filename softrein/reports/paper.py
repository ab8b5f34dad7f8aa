"""The scenes of [002] from the beginning to one page: precomputed, and compared with the paper's tables.

Only complete full runs are taken from earlier results, where their folder holds some; the page says which.
Beside PAGE.html is the folder PAGE with one folder for each scene, as `softrein compare` writes it: bundle,
figures as JSON, pictures as PNG. The page is written anew after each scene, so that finished scenes are kept.

The studies of characters, which are not of [002], make the last chapter; PAGE/characters has their folders.

The quick form runs the same code on scenes made small by settings (`QUICK`): it shows that everything works,
and its figures are not those of the scenes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.base.progress import Progress, silent
from softrein.base.machine import describe_machine
from softrein.base.theme import byte_words, number
from softrein.errors import BundleError, SceneError, SoftreinError
from softrein.facts.bundles import measured_figures
from softrein.facts.published import (
    CONTROL,
    FIGURES,
    FULL,
    GAINS_SIZE,
    GAINS_TIME,
    ONE_ITERATION,
    PAPER,
    REDUCED,
)
from softrein.reports.characters import (
    Written,
    add_chapter,
    chapter,
    check_pictures,
    possible_studies,
    run_study,
    under,
    wanted_studies,
    write_study,
)
from softrein.reports.comparing import PICTURES, check_no_full_comparison, write_comparison, write_page
from softrein.reports.page_parts import facts, grouped_table, heading, paragraph, table, text
from softrein.reports.robustness import write_curves

if TYPE_CHECKING:
    from offline.pipeline.stages import Places
    from offline.scenes.base.scene import Scene
    from runtime.bundle.record import Bundle

SCENES = ("tshape", "flower", "dinosaur", "fluid", "leaves")  # the paper's scenes in the order of its tables

QUICK_OF_ALL = ("enrichment.runs=2", "enrichment.keep_every=1", "ensemble.runs=8", "ensemble.tuning_runs=4")
QUICK = {  # overrides for a quick run; bodies keep their meshes, but have fewer steps
    "tshape": ("time.steps=270", "basis.rank=8"),
    "flower": (
        "time.step=20 ms", "time.steps=40", "basis.rank=6",
        'loads.0.force=["-1 N", "0 N", "0 N"]', "loads.0.frequency=1.25",
        "targets.0.time=0.6 s", "targets.0.approach=0.3 s", "control.instants.0.time=0.6 s",
        "pushes.0.time=0.3 s", "pushes.0.duration=0.1 s", "ensemble.time=[0.1, 0.4]",
    ),
    "dinosaur": ("time.steps=16", "basis.rank=6", "ensemble.time=[0, 0.08]"),
    "fluid": ("box.cells=[48, 48]", "basis.rank=16", "enrichment.runs=8"),
    "leaves": ("box.cells=[48, 48]", "basis.rank=16", "enrichment.runs=4"),
}  # fmt: skip

PAPERS_FIGURES = {  # figure number in the paper -> scene, picture, and its content
    1: ("tshape", "motion", "the T strikes two balls in spite of a push"),
    2: ("leaves", "motion", "a leaf follows an S through winds"),
    3: ("fluid", "tunnel", "the full runs from which the basis is made"),
    4: ("flower", "motion", "a bee lands on a pushed flower"),
    5: ("fluid", "paths", "paths of a particle at several control costs"),
    6: ("dinosaur", "equal", "LQR beside PD of equal error and of equal effort"),
    7: ("fluid", "equal_effort", "LQR beside P and PD of equal effort"),
}

MEMORY = ("memory", "memory of a worker")  # entries of a stage
ABOUT_MACHINES = (
    "The paper measured on a laptop of 2006 (2.33 GHz Core 2 Duo), this page on {processor}. A ratio of the "
    "paper’s times to those here is therefore mostly one of hardware; what compares better is the last group "
    "of table 2, full step over reduced step, each on its own machine."
)
ABOUT_RUN = (
    "All figures were measured in the run that wrote this page, which took {minutes} min in all. Memory is "
    "the largest resident size of the process during a stage, with what it held before: libraries, and what "
    "earlier scenes left."
)
ABOUT_TAKEN_UP = (
    "Full runs left by an earlier command were reused ({which}): there the stage took less time than the "
    "runs did."
)
ABOUT_QUICK = (
    "<b>Quick form.</b> Scenes are cut down to a few steps, cells and modes, to try everything in a "
    "few minutes: no figure here is that of the scene itself, and none is comparable with the paper’s."
)
ABOUT_TABLES = (
    "A ratio is the paper’s figure over the one here: above 1 means less time, or less space, here."
)


@dataclass(frozen=True)
class Wanted:
    """The arguments of a report; `runs` is the folder of full runs, by default PAGE/runs.

    `studies` are those of `softrein characters`: names, "all", or "none".
    """

    page: Path
    scenes: Sequence[str] = SCENES
    quick: bool = False
    runs: Path | None = None
    workers: int | None = None
    # names of studies in `characters`; None: all that the installation supports
    studies: Sequence[str] | None = None
    curves: int | None = None  # random pushes for robustness curves; None: no curves

    @property
    def folder(self) -> Path:
        """The folder of the scenes' folders."""
        return self.page.with_suffix("")


def report_on_paper(wanted: Wanted, progress: Progress = silent) -> list[Path]:
    """Precompute and compare every scene, do the studies, write the page, and return the scenes' folders.

    Scenes are read, and places and packages tried, before anything is computed. Raises SceneError,
    BundleError and MissingPackageError then, and later what precomputing and comparing raise, with the
    scene's name in front.
    """
    import time

    from offline.pipeline.base.table import warnings_of
    from softrein.pictures.offscreen import load_pyvista

    scenes = wanted_scenes(wanted.scenes, wanted.quick)
    names, missing = _wanted_studies(wanted.studies)
    load_pyvista()
    _check_places(wanted)
    for scene in scenes if wanted.quick else ():
        check_no_full_comparison(wanted.folder / scene.name)
    start = time.perf_counter()
    bundles: list[Bundle] = []
    folders: list[Path] = []
    written: list[Written] = []

    def write() -> None:
        opening = opening_of(bundles, folders, wanted.quick, time.perf_counter() - start)
        write_page(folders, wanted.page, opening)
        if written or missing:
            add_chapter(wanted.page, chapter(written, wanted.quick, missing))

    for scene in scenes:
        try:
            with warnings_of(scene.name):
                bundles.append(_one_scene(scene, wanted, under(scene.name, progress)))
        except SoftreinError as error:
            raise type(error)(f"{scene.name}: {error}") from error
        folders.append(wanted.folder / scene.name)
        write()
    for index, name in enumerate(names):
        progress("studies of characters", index, len(names))
        study = run_study(name, wanted.quick, 0)
        written.append(write_study(study, wanted.folder / "characters" / name, False, under(name, progress)))
        write()
    if names:
        progress("studies of characters", len(names), len(names))
    return folders


def _wanted_studies(names: Sequence[str] | None) -> tuple[list[str], list[str]]:
    """Return the studies to do, and those that are missing, unless they were asked for by name."""
    if names is None:
        chosen, missing = possible_studies()
    else:
        chosen, missing = wanted_studies([] if list(names) == ["none"] else names), []
    check_pictures(chosen, False)
    return chosen, missing


def wanted_scenes(names: Sequence[str], quick: bool) -> list[Scene]:
    """The scenes, cut down for the quick form. Raises SceneError for one that cannot be compared."""
    from offline.scenes.reading import read_scene

    if not names:
        raise SceneError("--scenes: give at least one scene, for example --scenes tshape,fluid")
    scenes = []
    for name in names:
        scene = read_scene(name)
        if scene.ensemble is None or not scene.pushes:
            raise SceneError(f"{name}: a report compares controllers; add [[pushes]] and an [ensemble]")
        scenes.append(read_scene(name, (*QUICK_OF_ALL, *QUICK.get(name, ()))) if quick else scene)
    own = [scene.name for scene in scenes]
    twice = sorted({name for name in own if own.count(name) > 1})
    if twice:
        raise SceneError(f"--scenes: {', '.join(twice)} is there more than once; each scene has one folder")
    return scenes


def opening_of(bundles: Sequence[Bundle], folders: Sequence[Path], quick: bool, seconds: float) -> str:
    """The beginning of the page: tables 1 and 2 over all scenes, the list of figures, the machine (HTML)."""
    machine = describe_machine()
    taken_up = [bundle.name for bundle in bundles if any(stage.get("taken up") for stage in bundle.stages)]
    return "".join(
        [
            "<h1>Beside Barbič and Popović 2008</h1>",
            paragraph(ABOUT_QUICK if quick else ""),
            paragraph(ABOUT_MACHINES.format(processor=text(machine["processor"]))),
            paragraph(ABOUT_RUN.format(minutes=f"{seconds / 60:.1f}")),
            paragraph(ABOUT_TAKEN_UP.format(which=text(", ".join(taken_up))) if taken_up else ""),
            heading("Table 1: gains of LQR", _table_1(bundles), ABOUT_TABLES),
            heading("Table 2: one step", _table_2(bundles)),
            heading("Figures", _figures(folders)),
            heading("What it took", _what_it_took(bundles)),
            heading("The machine", facts(machine)),
        ]
    )


def paper_figures(name: str) -> dict[str, float]:
    """The paper's figures for a scene, by the names in `FIGURES`; nothing for one that it does not have."""
    return dict(zip(FIGURES, PAPER.get(name, ()), strict=False))


def _one_scene(scene: Scene, wanted: Wanted, progress: Progress) -> Bundle:
    """Precompute and compare a scene, and write its folder."""
    from offline.pipeline.stages import Places
    from offline.studies.comparison import FULL, compare
    from offline.studies.comparison import QUICK as QUICK_SEARCH
    from offline.tuning.pushes import ensemble_of
    from offline.verification.stored_runs import KEPT
    from softrein.api.precomputing import precompute

    runs = wanted.runs or wanted.folder / "runs"
    # none, as starting them takes longer
    workers = 0 if wanted.quick and wanted.workers is None else wanted.workers
    kept = runs / (f"{scene.name}-quick" if wanted.quick else scene.name)
    bundle = precompute(scene, workers=workers, progress=progress, runs=kept, any_size=True, rivals=True)
    how = QUICK_SEARCH if wanted.quick else FULL
    result = compare(
        bundle, ensemble_of(bundle), how.lqr_costs, how.grid, progress, how.rounds, how.planned, how.rough
    )
    folder = wanted.folder / scene.name
    if wanted.curves is not None:
        folder.mkdir(parents=True, exist_ok=True)
        found = _curves(bundle, scene, Places(kept, workers), folder / KEPT, wanted.curves, progress)
        write_curves(found, folder)
    write_comparison(bundle, result, folder, True, progress, wanted.quick)
    return bundle


def _curves(
    bundle: Bundle, scene: Scene, places: Places, path: Path, pushes: int, progress: Progress
) -> dict[str, object]:
    """The figures of `softrein verify --curves`, whose runs are kept in the file at `path`."""
    from offline.campaign.pool import processes
    from offline.campaign.prints import motion_print
    from offline.verification.curves import curves
    from offline.verification.stored_runs import keeping, source_of
    from offline.verification.study import full_model

    full = full_model(scene, places, progress)
    with processes(places.workers) as apply:
        each = keeping(apply, path, source_of(full, bundle))
        found = curves(full, bundle, runs=pushes, each=each, progress=progress)
    about = {"scene": bundle.name, "machine": describe_machine(), "bundle": motion_print(bundle)}
    return about | found


def _check_places(wanted: Wanted) -> None:
    """Check that the page and the folder can be written, before hours of work."""
    if wanted.page.suffix not in {".html", ".htm"}:
        raise BundleError(f"{wanted.page}: the page is HTML; give a name that ends in .html")
    if wanted.page.is_dir() or not wanted.page.absolute().parent.is_dir():
        raise BundleError(f"{wanted.page}: cannot be written; give a file in a folder that exists")
    for folder in (wanted.folder, wanted.runs or wanted.folder):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            raise BundleError(f"{folder}: nothing can be written there ({error}); choose another") from error


def _table_1(bundles: Sequence[Bundle]) -> str:
    """A table of how long it takes to precompute the gains, and how large they are, beside the paper's."""
    rows = []
    for bundle in bundles:
        theirs, ours = paper_figures(bundle.name), measured_figures(bundle)
        cells = [cell for name in FIGURES[:2] for cell in _pair(theirs.get(name), ours.get(name))]
        timed = [
            cell for name in (GAINS_TIME, GAINS_SIZE) for cell in _trio(theirs.get(name), ours.get(name))
        ]
        rows.append([text(bundle.name), *cells, *timed])
    groups = dict.fromkeys(FIGURES[:2], ("paper", "here"))
    return grouped_table(
        ["scene"], groups | dict.fromkeys((GAINS_TIME, GAINS_SIZE), ("paper", "here", "ratio")), rows
    )


def _table_2(bundles: Sequence[Bundle]) -> str:
    """Make a table of the time of one step, and of the gain by the reduced one on each machine.

    The paper's steps are of one iteration; ours converge unless a scene says otherwise: both are there.
    """
    rows = []
    for bundle in bundles:
        theirs, ours = paper_figures(bundle.name), measured_figures(bundle)
        cells = _pair(theirs.get(FIGURES[2]), ours.get(FIGURES[2]))
        cells += _trio(theirs.get(REDUCED), ours.get(REDUCED))
        cells += _trio(theirs.get(REDUCED), ours.get(ONE_ITERATION))[1:]
        for name in (CONTROL, FULL):
            cells += _trio(theirs.get(name), ours.get(name))
        rows.append([text(bundle.name), *cells, *_pair(_gain(theirs), _gain(ours))])
    groups: dict[str, tuple[str, ...]] = {"degrees of freedom n": ("paper", "here")}
    three = ("paper", "here", "ratio")
    groups |= {"reduced step FS [ms]": three, "of one iteration [ms]": three[1:]}
    groups |= dict.fromkeys(("its control [ms]", "full step FU [ms]"), three)
    return grouped_table(["scene"], groups | {"FU / FS": ("paper", "here")}, rows)


def _figures(folders: Sequence[Path]) -> str:
    """List for each figure of the paper the scene's section, and the file."""
    there = {folder.name: folder for folder in folders}
    rows = []
    for index, (scene, picture, what) in PAPERS_FIGURES.items():
        if scene in there and (there[scene] / PICTURES.get(picture, "")).is_file():
            file = f"{there[scene].parent.name}/{scene}/{PICTURES[picture]}"
            rows.append([f"figure {index}", text(scene), text(what), text(file)])
    if not rows:
        return paragraph("None of the paper’s figures belongs to these scenes; their own are below.")
    return table(["paper", "scene", "what it shows", "as PNG, beside this page"], rows)


def _what_it_took(bundles: Sequence[Bundle]) -> str:
    """The chain of stages of each scene in one line; the sections have them one by one."""
    rows = []
    for bundle in bundles:
        stages = bundle.stages
        chain = " → ".join(f"{stage['stage']} {_seconds(stage['seconds'])}" for stage in stages)
        most = max((stage[key] for stage in stages for key in MEMORY if stage.get(key)), default=None)
        size = sum(stage.get("bytes", 0) for stage in stages)
        total = sum(stage["seconds"] for stage in stages)
        memory = [byte_words(most), byte_words(stages[0].get("memory before"))]
        rows.append([text(bundle.name), _seconds(total), *memory, byte_words(size), text(chain)])
    return table(["scene", "time", "memory at most", "of it before", "size of all made", "stages"], rows)


def _gain(figures: Mapping[str, float]) -> float | None:
    """Full step over reduced step."""
    return figures[FULL] / figures[REDUCED] if figures else None


def _pair(theirs: float | None, ours: float | None) -> list[str]:
    return [_short(theirs), _short(ours)]


def _trio(theirs: float | None, ours: float | None) -> list[str]:
    """The paper's figure, ours, and the ratio of the two."""
    known = theirs is not None and ours
    return [*_pair(theirs, ours), f"<b>{number(theirs / ours)}</b>" if known else ""]  # type: ignore[operator]


def _short(value: float | None) -> str:
    """Whole numbers in full, others with three digits."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 or float(value).is_integer() else f"{value:.3g}"


def _seconds(value: float) -> str:
    return f"{value:.1f} s" if value < 120 else f"{value / 60:.1f} min"
