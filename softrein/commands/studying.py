"""Commands that compare and study: compare, judge, report, and characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import Argument, Option

from softrein.base.kinds import of_kind
from softrein.base.progress import progress_bars
from softrein.base.whole_file import check_writable
from softrein.commands.parts import (
    ENSEMBLES,
    MOST_RUNS,
    AsJson,
    BundleFile,
    Motion,
    Workers,
    behind,
    check_folder,
    grouped,
    print_json,
    say,
    show,
)
from softrein.errors import SceneError, shown

if TYPE_CHECKING:
    from softrein.facts.compared import Compared
    from softrein.reports.report import Section


class SearchOptions(NamedTuple):
    """Options for the fineness of the search, and the number of pushes."""

    runs: Annotated[
        int | None,
        Option(min=1, max=MOST_RUNS, help="Number of random pushes to compare on.", show_default=ENSEMBLES),
    ] = None
    tuning: Annotated[
        int | None,
        Option(
            min=1,
            max=MOST_RUNS,
            help="Number of other random pushes to search on; fewer are faster, but coarser.",
            show_default=ENSEMBLES,
        ),
    ] = None
    grid: Annotated[
        int | None,
        Option(
            min=3,
            max=60,
            help="Number of values per gain in the grid that the search starts from; by default 11 for "
            "two gains, 5 for three.",
        ),
    ] = None
    planned_runs: Annotated[
        int | None,
        Option(
            min=1,
            max=MOST_RUNS,
            help="Largest number of the random pushes on which MPC runs, and LQR beside it.",
            show_default="60, or all",
        ),
    ] = None
    quick: Annotated[
        bool,
        Option(
            "--quick",
            help="Compare only controllers that the bundle has (PD, and others once tuned); "
            "search their gains on the linearised motion, for 6 rounds at most, on 6 random "
            "pushes at most; where the linearisation is far off, correct the search by up to six rounds "
            "of runs; measure the best on 20 fresh ones at most, MPC on 4: in seconds, or a few minutes "
            "where pushes are strong, or with cables, chambers or sampled elements.",
        ),
    ] = False


@grouped
def compare(
    file: BundleFile,
    *,
    output: Annotated[
        Path | None, Option("-o", "--output", help="Folder for pictures and tables; FILE.compare by default.")
    ] = None,
    motion: Motion = None,
    search: SearchOptions,
    preview: Annotated[
        bool,
        Option(
            "--preview",
            help=("Let every controller preview each push from its start; by default none knows of pushes."),
        ),
    ] = False,
    pictures: Annotated[
        bool,
        Option(
            help="Draw the motion and the charts, which is the default; or leave them out with --no-pictures."
        ),
    ] = True,
    tables: Annotated[bool, Option("--tables", help="Also print the tables of the page.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compare LQR with P, PD, stable PD, timed PD and MPC.

    Searches the gains of each controller, on a grid and then more finely around the best, and draws fronts of
    error against effort: for the scene's own pushes, on which it searches, and for random pushes that the
    search has not seen. MPC has no gains to search: it runs at a few of LQR's control costs, on some of those
    pushes, beside LQR. Prints a summary of a few lines; the folder has pictures, and a page with all tables.
    The scene needs [[pushes]] and an [ensemble].

    A folder that already holds this comparison, of the same bundle on this machine with the same options,
    only gets the pictures that it lacks; remove it to measure everything again. --quick does not replace a
    full comparison.
    """
    from offline.studies.comparison import FULL, QUICK
    from offline.studies.comparison import compare as compare_controllers
    from offline.tuning.pushes import ensemble_of
    from softrein.api.tuning import load_with
    from softrein.reports.comparing import (
        WRITTEN,
        check_no_full_comparison,
        kept_comparison,
        source_of,
        write_comparison,
        write_folder,
    )

    runs, tuning, grid, planned_runs, quick = search
    bundle = replace(load_with(file, [] if quick else None, motion), preview=preview)
    of_kind(bundle, "reports")  # refuse unsupported kinds before measuring anything
    folder = output or file.with_name(f"{file.name}{behind(motion)}.compare")
    how = QUICK if quick else FULL
    if planned_runs is not None:
        how = how._replace(planned=how.planned._replace(runs=planned_runs))
    how = how._replace(grid=grid or how.grid)
    ensemble = ensemble_of(bundle, runs, tuning, (how.runs, how.tuning_runs))
    source = source_of(bundle, asdict(ensemble), how)
    kept = kept_comparison(folder, source)
    if kept is not None and kept.is_complete(folder, pictures):
        data = kept.data
    else:
        check_folder(folder, WRITTEN)
        if quick:
            check_no_full_comparison(folder)
        with progress_bars() as progress:
            if kept is not None:
                data = kept.data
                write_folder(bundle, data, folder, pictures, progress, source)
            else:
                result = compare_controllers(
                    bundle, ensemble, how.lqr_costs, how.grid, progress, how.rounds, how.planned, how.rough
                )
                data = write_comparison(bundle, result, folder, pictures, progress, quick, source)
    if kept is not None:
        say(f"{folder}: the figures are up to date; nothing that they depend on has changed", err=True)
    if as_json:
        print_json(data)
        return
    if tables:
        from softrein.commands.tables import hits_table, study_table
        from softrein.reports.planned import planned_tables
        from softrein.reports.report import comparison_table

        show(comparison_table(data), *planned_tables(data), hits_table(data), study_table(data))
        say()
    say_summary(data, folder)


class JudgeOptions(NamedTuple):
    """Options for the ranks and the numbers of pushes on which elements are judged."""

    ranks: Annotated[str, Option(metavar="R,R", help="Ranks of the reduced model, separated by commas.")] = (
        "8,16,24,32,48,64,100"
    )
    pushes: Annotated[int, Option(min=1, max=MOST_RUNS, help="Number of random pushes at each rank.")] = 200
    full_pushes: Annotated[
        int,
        Option(
            min=1, help="Number of these with which the full model is run, too.", show_default="20, or all"
        ),
    ] = 20


@grouped
def judge(
    file: BundleFile,
    *,
    output: Annotated[
        Path | None,
        Option(
            "-o",
            "--output",
            help="Folder for the figures; by default FILE.compare, that of `softrein compare`.",
        ),
    ] = None,
    ranking: JudgeOptions,
    settings: Annotated[
        list[str] | None,
        Option(
            "--set",
            metavar="NAME=VALUE",
            help="Override an entry of the bundle's scene, e.g. basis.elements.tolerance=0.001 or "
            "basis.elements.most=100, which set the number of elements; needs -o.",
        ),
    ] = None,
    runs_folder: Annotated[
        Path | None, Option("--runs", help="Folder for full runs; FILE.runs by default.")
    ] = None,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Measure what hyper-reduction (sampled elements) costs LQR, rank by rank.

    At each rank LQR is made from a model with sampled elements and from one with all of them; both control
    the latter, and the full model, under random pushes. A model with all elements is slow: hours at high
    ranks. Each rank is written when it is done, and the same command continues from there. The scene needs an
    [ensemble].

    If `softrein compare` has written a page into the folder, that page then shows the table as well.
    """
    from offline.campaign.prints import motion_print
    from offline.campaign.snapshots import fingerprint
    from offline.pipeline.stages import Places
    from offline.scenes.reading import read_scene
    from offline.studies.elements import Wanted
    from runtime.bundle.file import SUFFIX, load
    from softrein.reports.comparing import FIGURES, PAGE, write_page
    from softrein.reports.judging import JUDGED, judge_scene, judged_table

    if file.suffix != SUFFIX:
        raise SceneError(f"{file}: give a bundle, made by `softrein precompute`")
    ranks, pushes, full_pushes = ranking
    wanted = Wanted(whole_numbers("--ranks", ranks), pushes, min(pushes, full_pushes))
    if settings and output is None:
        raise SceneError("--set: give -o FOLDER for its results; FILE.compare keeps the bundle's own figures")
    scene = read_scene(file, settings or [])
    if scene.motions:
        raise SceneError(f"{file}: has several motions, but elements can be judged along one only")
    folder = output or file.with_name(file.name + ".compare")
    # with settings of more than the basis it is another body or motion than the bundle's
    others = [each for each in settings or () if not each.strip().startswith("basis.")]
    own = motion_print(load(file))
    own = fingerprint(own, others) if others else own
    check_folder(folder, [JUDGED, PAGE])
    places = Places(runs_folder or file.with_name(file.name + ".runs"), workers)
    with progress_bars() as progress:
        data = judge_scene(scene, places, wanted, folder / JUDGED, progress, own)
    if (folder / FIGURES).is_file():
        write_page([folder], folder / PAGE)
    if as_json:
        print_json(data)
        return
    show(judged_table(data))
    say(f"wrote {folder / JUDGED}")


def report(
    folders: Annotated[
        list[Path] | None,
        Argument(help="Folders written by `softrein compare`; without any, scenes are run now."),
    ] = None,
    output: Annotated[Path, Option("-o", "--output", help="The page to write.")] = Path("report.html"),
    scenes: Annotated[
        str | None,
        Option(metavar="NAME,NAME", help="Scenes to run; by default tshape,flower,dinosaur,fluid,leaves."),
    ] = None,
    quick: Annotated[
        bool,
        Option("--quick", help="Run small versions of the scenes, to try everything in a few minutes."),
    ] = False,
    runs_folder: Annotated[
        Path | None, Option("--runs", help="Folder for full runs; by default OUTPUT/runs, without .html.")
    ] = None,
    workers: Workers = None,
    curves: Annotated[
        int | None,
        Option(
            min=1,
            metavar="PUSHES",
            help="Also control full models with other stiffness, density, delay and noise, on this "
            "number of random pushes, as `softrein verify --curves` does: with 200 an hour for "
            "the T, days for the dinosaur.",
        ),
    ] = None,
    studies: Annotated[
        str | None,
        Option(
            metavar="NAME,NAME",
            help="Studies of characters for the last chapter, or none; by default all whose packages "
            "are installed.",
        ),
    ] = None,
) -> None:
    """Write one HTML page of comparisons, or of the paper's scenes.

    With FOLDERS, the page shows these comparisons. Without, every scene of Barbic and Popovic 2008 is
    precomputed, compared, and shown with tables 1 and 2 and figures 1 to 7 of the paper. That takes hours,
    most of it for full runs of the flower and the dinosaur; these are kept, so that an interrupted command
    continues where it stopped. Pictures, figures and bundles go into a folder named as the page is, with one
    folder for each scene.

    The last chapter then has the studies of articulated characters, as by `softrein characters`.
    """
    if output.suffix not in {".html", ".htm"}:
        raise SceneError(f"--output {output}: the page's name ends in .html")
    if folders:
        from softrein.reports.comparing import write_page

        if quick or not (scenes is runs_folder is workers is studies is curves is None):
            raise SceneError(
                "--scenes, --studies, --curves, --quick, --runs and --workers cannot be used with "
                "FOLDERS, which hold results"
            )
        check_writable(output)
        say_heads(write_page(folders, output))
        say(f"wrote {output}")
        return
    from softrein.reports.paper import SCENES, Wanted, report_on_paper

    names = SCENES if scenes is None else listed(scenes)
    named = None if studies is None else listed(studies)
    check_writable(output)
    wanted = Wanted(output, names, quick, runs_folder, workers, named, curves)
    with progress_bars() as progress:
        report_on_paper(wanted, progress)
    say(f"wrote {output} and {wanted.folder}/")


def characters(
    names: Annotated[
        list[str] | None,
        Argument(metavar="NAMES", help="Studies to run, or all; without names, they are listed."),
    ] = None,
    output: Annotated[
        Path | None, Option("-o", "--output", help="Folder for the page, pictures and figures.")
    ] = None,
    quick: Annotated[
        bool, Option("--quick", help="Fewer or shorter runs: a few seconds for each study.")
    ] = False,
    seed: Annotated[int, Option(min=0, help="Random seed of the studies.")] = 0,
    movie: Annotated[
        bool, Option("--movie", help="Also write movies (.mp4) of the motions, with -o.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List studies of articulated characters, or run some.

    They compare stable PD and timed gains with other controllers. Prints their tables; with -o also writes
    the page characters.html, and a folder for each study. Most need the extra `characters`.
    """
    from softrein.reports import characters as character_pages

    if not names:
        if output is not None or quick or movie or seed:
            raise SceneError("--output, --quick, --seed and --movie need names of studies, or all")
        if as_json:
            print_json(character_pages.listing())
        else:
            say("\n".join(character_pages.listing_lines()))
        return
    chosen = character_pages.wanted_studies(names)
    if movie and output is None:
        raise SceneError("--movie: give its folder with -o")
    if output is not None:
        character_pages.check_pictures(chosen, movie)
        check_folder(output, [character_pages.PAGE])
        for name in chosen:
            there = [each.name for each in (output / name).glob("*") if each.suffix in character_pages.KINDS]
            check_folder(output / name, there)
    with progress_bars() as progress:
        done = character_pages.do_studies(chosen, quick, seed, output, movie, progress)
    if as_json:
        print_json({study.name: character_pages.study_data(study) for study in done})
        return
    for study in done:
        show(*character_pages.printed(study))
    if output is not None:
        say(f"\nwrote {output / character_pages.PAGE} and {output}/")


def listed(words: str) -> list[str]:
    """Return the names in a list with commas."""
    return [name.strip() for name in words.split(",") if name.strip()]


def whole_numbers(option: str, words: str) -> list[int]:
    """Return the whole numbers from 1 up in a list with commas. Raises SceneError."""
    try:
        numbers = [int(word) for word in words.split(",")]
    except ValueError:
        numbers = []
    if not numbers or min(numbers) < 1:
        raise SceneError(f"{option}: {shown(words)}: give whole numbers from 1 up, as 16,32")
    return numbers


def say_summary(data: Compared, folder: Path) -> None:
    """Print a comparison in three sentences, and the place of its pictures, or else of its figures."""
    from softrein.reports.comparing import FIGURES, PAGE, PICTURES
    from softrein.reports.summary import summary

    for sentence in summary(data):
        say(f"- {sentence}")
    if data.get("quick"):
        say(
            "a quick search, the same for every family: to first order, corrected by runs where that is far "
            "off, with few rounds and few pushes; "
            "without --quick it continues until nothing improves, uses as many pushes as the scene says, "
            "and includes stable PD and timed PD"
        )
    pictures = [path for name in ("motion", "fronts") if (path := folder / PICTURES[name]).is_file()]
    if pictures:
        say(f"see {' and '.join(map(str, pictures))}; all tables: {folder / PAGE}")
    else:
        say(f"all figures: {folder / FIGURES}")


def say_heads(sections: Sequence[Section]) -> None:
    """Print the first sentence of each comparison on a page, and the place of its picture."""
    from softrein.reports.summary import summary

    for bundle, data, pictures in sections:
        for sentence in summary(data)[:1]:
            picture = f"  ({pictures['motion']})" if "motion" in pictures else ""
            say(f"{bundle.title}: {sentence}{picture}")
