"""The section of a page that only controlled bodies have, from the data of `offline.studies.body_study`.

Figures are given whichever controller they favour: where PD does better than LQR, or none matches it, it says
so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from offline.studies import body_study
from offline.tuning.fronts import EQUAL
from runtime.base.progress import Progress
from runtime.control.registry import LQR
from softrein.base import theme
from softrein.charts.body import name_of_run
from softrein.reports import robots
from softrein.reports.judging import HEADINGS, about, cells
from softrein.reports.page_parts import (
    heading,
    known,
    length_or_lost,
    paragraph,
    parameters,
    percent,
    table,
    text,
)

if TYPE_CHECKING:
    from offline.studies.comparison import Comparison
    from runtime.bundle.body import BodyBundle
    from softrein.facts.compared import BodyRun, Compared, Equal, OwnCost, Ran
    from softrein.facts.judged import Judged

WORDS = {
    "motion": "the body is solid at the moments when it should hit, and the thin outline is where the "
    "reference is then",
    "model": "The body and its model",
    "gains": "kp multiplies the deviation of the reduced coordinates and kd that of their velocities (in "
    "1/s² and 1/s where every coordinate is driven)",
}
TOUCHED = ("seconds", "mean", "largest")  # figures of a run's contact with one obstacle
ABOUT_TOUCH = (
    "How long the body touches each obstacle on the scene’s own pushes, and with what force: the mean is "
    "over the time of contact."
)
PAPERS_RATIO = 6.3  # [002], section 6: PD's effort over LQR's at equal final error, for the dinosaur


def study(bundle: BodyBundle, result: Comparison, progress: Progress) -> dict[str, object]:
    """Return the results of a comparison that only bodies have."""
    return robots.study(bundle, progress) | body_study.study(bundle, result.clouds, progress)


def before_fronts(data: Compared, figure: Callable[[str], str], unit: str) -> str:
    """Return the part of a page before the fronts: paths, controls, and contact."""
    return robots.sections(data, figure) + touch_section(data["runs"])


def after_fronts(data: Compared, figure: Callable[[str], str], unit: str) -> str:
    """Return the part of a page after the fronts."""
    equal = equal_section(data["equal"], figure("equal"), unit) if "equal" in data else ""
    return equal + (elements_section(data["elements"]) if "elements" in data else "")


def touch_section(runs: Mapping[str, Ran]) -> str:
    """Return a table of the times and forces of contact under each controller; empty without contact."""
    rows = [
        [text(theme.name_of(name)), text(what), *(theme.number(each[key]) for key in TOUCHED)]
        for name, run in runs.items()
        for what, each in run.get("touches", {}).items()
    ]
    headings = ["controller", "presses on", "for [s]", "in the mean [N]", "at most [N]"]
    return heading("Contact", table(headings, rows), text(ABOUT_TOUCH)) if rows else ""


def elements_section(data: Judged) -> str:
    """Return the table of the cost of sampled elements for LQR, rank by rank."""
    rows = [[text(cell) for cell in cells(row)] for row in data["rows"]]
    return heading("Sampled elements, judged by control", table(HEADINGS, rows), *map(text, about(data)))


def equal_section(data: Equal, figure: str, unit: str) -> str:
    """LQR beside PD of equal error and PD of equal effort: figure 6 of [002]."""
    title = "At equal error and at equal effort"
    lqr = next(run for run in data["runs"] if run["controller"] == LQR.name)
    if lqr["error"] is None:
        return heading(title, paragraph("LQR itself did not stay finite on the scene’s pushes."))
    headings = ["controller", "parameters", f"effort [{unit}]", "of LQR’s", "error", "of LQR’s"]
    headings += ["point off at the end by", "at most by"]
    rows = [[text(name_of_run(run)), parameters(run["parameters"]), *_figures(run)] for run in data["runs"]]
    about = [about_rival(data, run) for run in data["runs"] if run["role"] is not None]
    words = (" ".join(about), _about_cost(data["own_cost"]), _about_point(data))
    return heading(title, figure + table(headings, rows), *map(text, words))


def about_rival(data: Equal, run: BodyRun) -> str:
    """Compare the PD controller of equal error, or of equal effort, with LQR, in a sentence."""
    if run["error_ratio"] is None or run["effort_ratio"] is None:
        return ""
    searched, name = data["searched"], theme.name_of(run["controller"])
    effort, error = f"{run['effort_ratio']:.3g}", f"{run['error_ratio']:.3g}"
    name += " (P: kd = 0)" if run["parameters"].get("kd") == 0 else ""
    of_all = f"of {searched['members']} {name} controllers that were run"
    if run["role"] == "equal_error":
        if not run["matched"]:
            return (
                f"None {of_all} comes as close to the reference as LQR; the one that comes closest has "
                f"{error} times LQR’s error, at {effort} times its effort."
            )
        return (
            f"At equal error, {name} spends {effort} times LQR’s effort: {searched['reaching']} {of_all} "
            f"come at least as close as LQR, and this one, with {error} times LQR’s error, spends least. "
            f"(Barbič and Popović 2008 give {PAPERS_RATIO:g} for their dinosaur.)"
        )
    if not run["matched"]:
        return (
            f"All of them spend more than LQR; the one that spends least has {error} times LQR’s error, at "
            f"{effort} times its effort."
        )
    return (
        f"{_at_effort(run['effort_ratio'])}, {name} has {error} times LQR’s error: {searched['affordable']} "
        f"{of_all} spend no more than LQR, and this one, with {effort} times LQR’s effort, comes closest."
    )


def _at_effort(ratio: float) -> str:
    """Say at which effort a rival with at most LQR's effort is compared with it."""
    if ratio >= EQUAL:
        return "At equal effort"
    return f"At {100 * ratio:.3g} % of LQR’s effort, as spending more takes it farther off"


def _about_cost(cost: OwnCost) -> str:
    """Say where on LQR's front the scene's control cost lies."""
    if cost["left"] is None:
        return ""
    words = (
        f"At the scene’s own control cost, {theme.number(cost['control_cost'])}, LQR leaves "
        f"{percent(cost['left'])} of the error without control"
    )
    if cost["left_by_gentlest"] is not None and cost["left_by_strongest"] is not None:
        words += (
            f"; its front runs from {percent(cost['left_by_gentlest'])}, gentle, to "
            f"{percent(cost['left_by_strongest'])}, stiff"
        )
    return (
        f"{words}. The ratios depend on the point of LQR’s front at which they are taken: see those along "
        "the whole front above."
    )


def _about_point(data: Equal) -> str:
    if data["region"] is not None:
        return f"The point is the middle of the region {data['region']!r}."
    return f"The point is vertex {data['vertex']}, which moves most in the reference."


def _figures(run: BodyRun) -> Sequence[str]:
    if run["error"] is None:
        return ["", "", "diverged", "", "", ""]
    ratios = [known(run["effort_ratio"]), known(run["error_ratio"])]
    lengths = [length_or_lost(run["final_distance"]), length_or_lost(run["largest_distance"])]
    return [known(run["effort"]), ratios[0], known(run["error"]), ratios[1], *lengths]
