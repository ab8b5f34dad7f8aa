"""The sections of a page that only controlled smoke has, from the data of `offline.studies.smoke_study`.

Figures are given whichever controller they favour: where a rival does better than LQR, or none has its
effort, it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from offline.studies import smoke_study
from offline.tuning.pushes import ensemble_of
from runtime.base.progress import Progress
from runtime.control.registry import LQR, NONE
from softrein.base import theme
from softrein.base.kinds import PLANE
from softrein.charts.smoke import name_of_rival, name_of_run
from softrein.facts.compared import under
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
    from runtime.bundle.smoke import SmokeBundle
    from softrein.facts.compared import (
        Compared,
        EqualEffort,
        Panel,
        Paths,
        Shares,
        SmokeRival,
        SmokeRun,
        Survival,
    )


WORDS = {
    "motion": "curves are the paths of the steered particles, and the smoke is as it is at the end",
    "model": "The smoke and its model",
    "gains": "kz multiplies the deviation of the reduced velocities (1/s); kp (m²/s², in space m³/s²) that "
    "of the particles’ places and kd (m²/s, m³/s) that of their velocities, through the modes at the "
    "reference’s particles (Barbič and Popović 2008, equation 14)",
}


def study(bundle: SmokeBundle, result: Comparison, progress: Progress) -> dict[str, object]:
    """Return the results of a comparison that only smoke has."""
    return smoke_study.study(bundle, result.clouds, ensemble_of(bundle), progress)


def before_fronts(data: Compared, figure: Callable[[str], str], unit: str) -> str:
    """Return the part of a page before the fronts."""
    tunnel = figure("tunnel")
    parts = [heading("The full runs", tunnel)] if tunnel else []
    parts += [paths_section(data["paths"], figure("paths"), unit)] if "paths" in data else []
    return "".join(parts)


def after_fronts(data: Compared, figure: Callable[[str], str], unit: str) -> str:
    """Return the part of a page after the fronts."""
    if "survival" not in data:
        return ""
    effort = effort_section(data["equal_effort"], figure("equal_effort"), unit)
    return effort + survival_section(data["survival"], figure("survival"))


def paths_section(data: Paths, figure: str, unit: str) -> str:
    """Return the section on the particles' paths: figure 5 of [002], and the figures of all its runs."""
    gentlest = max(run["control_cost"] or 0.0 for run in data["panels"]["pushed"])
    share = theme.number(gentlest / data["own_control_cost"])
    shown = (
        f"Of {len(data['reference'][0])} steered particles, the one that the pushed run without control "
        f"leaves farthest from its reference is shown, particle {data['shown']}. The control cost c is "
        f"{share} times the scene’s own. Without control all the scene’s winds blow"
    )
    space = " Paths are seen along z; distances are those in space." if len(data["extent"]) > PLANE else ""
    shown += "." if data["driven"] else "; under LQR the controller itself brings the air up to speed."
    rows = []
    pushes: dict[Panel, str] = {"undisturbed": "none", "pushed": "the scene’s"}
    for panel, what in pushes.items():
        for run in data["panels"][panel]:
            ends: Sequence[float | None] = run["final_distance"] or [None] * len(data["reference"][0])
            figures = [
                known(run["error"]),
                known(run["effort"]),
                *map(length_or_lost, ends),
            ]
            rows.append([what, text(name_of_run(data, run)), *figures])
    headings = ["pushes", "controller", "error", f"effort [{unit}]"]
    headings += [f"particle {index} off at the end by" for index in range(len(data["reference"][0]))]
    return heading("Paths of the steered particles", figure + table(headings, rows), shown + space)


def effort_section(data: EqualEffort, figure: str, unit: str) -> str:
    """LQR beside P and PD of the same effort: figure 7 of [002]."""
    lqr: SmokeRun = under(data, LQR.name)
    if lqr["error"] is None:
        return heading("At equal effort", paragraph("LQR itself did not stay finite on the scene’s pushes."))
    rows = [["LQR", f"control_cost = {lqr['control_cost']:.3g}", *_figures(data, lqr, None, None)]]
    for rival in data["rivals"]:
        figures = _figures(data, rival, rival["effort_ratio"], rival["error_ratio"])
        rows.append([text(name_of_rival(rival)), parameters(rival["parameters"]), *figures])
    headings = ["controller", "parameters", f"effort [{unit}]", "of LQR’s", "error", "of LQR’s"]
    headings.append(f"particle {data['shown']} off at the end by")
    sentences = [_about_family(data, name) for name in data["families"]]
    return heading("At equal effort", figure + table(headings, rows), " ".join(sentences))


def survival_section(data: Survival, figure: str) -> str:
    """Return the section on survival over the strength of pushes."""
    how = (
        f"At each strength {data['runs']} runs met one random push each, of {data['duration']:g} s, at the "
        f"particles; the same pushes at all strengths and with both controllers. A run returns if every "
        f"particle ends within {theme.length(data['tolerance'])} of its reference, "
        f"{100 * data['tolerance_share']:g} % of the box’s shorter side."
    )
    found = " ".join(_about_survival(data, name) for name in (LQR.name, NONE.name))
    rows = [
        [theme.number(strength), *(_share(under(data, name), index) for name in (LQR.name, NONE.name))]
        for index, strength in enumerate(data["strengths"])
    ]
    headings = [f"strength [{data['unit']}]", "LQR: return", "no control: return"]
    return heading("How large a push is survived", figure + table(headings, rows), how, text(found))


def _about_family(data: EqualEffort, name: str) -> str:
    """Say what the best of P or PD reaches at LQR's effort, in a sentence or two."""
    family, title = data["families"][name], theme.name_of(name)
    rivals = {rival["role"]: rival for rival in data["rivals"] if rival["controller"] == name}
    best, below = rivals["best"], f"{100 * data['within']:g} %"
    if best["error_ratio"] is None or best["effort_ratio"] is None:
        return ""
    words = f"Of {family['members']} {title} controllers that were run, "
    if not family["affordable"]:
        words += (
            f"all spend more than LQR; the gentlest spends {best['effort_ratio']:.3g} times its effort and "
            f"has {_times(best)} its error."
        )
        return text(words)
    words += (
        f"{family['affordable']} spend no more than LQR on the scene’s pushes. The best has {_times(best)} "
        f"LQR’s error at {percent(best['effort_ratio'])} of its effort"
    )
    if best["effort_ratio"] < 1 - data["within"]:
        words += ", as spending more takes it farther off"
    if best["parameters"].get("kd") == 0:
        words += " (it is a P controller, with kd = 0)"
    if "typical" in rivals:
        words += (
            f"; a typical one, with the median error of the {family['equal']} with kd > 0 that spend at most "
            f"{below} less than LQR, has {_times(rivals['typical'])}"
        )
    return text(f"{words}.")


def _about_survival(data: Survival, name: str) -> str:
    who = "Under LQR" if name == LQR.name else "Without control"
    shares: Shares = under(data, name)
    half, largest = shares["half"], data["scene_force"][1]
    if not shares["undisturbed"]:
        most = 100 * max(shares["returned"])
        return f"{who} not even the run without a push returns, and {most:.0f} % at most with one."
    if half is None:
        if shares["returned"][-1] < 0.5:
            return f"{who} fewer than half return at the least strength already."
        most = data["strengths"][-1]
        return f"{who} at least half return at all strengths, up to {theme.number(most)} {data['unit']}."
    return (
        f"{who} half of the runs return at {theme.number(half)} {data['unit']}, {half / largest:.2g} times "
        f"the largest of the comparison’s random pushes."
    )


def _figures(
    data: EqualEffort, run: SmokeRun | SmokeRival, effort: float | None, error: float | None
) -> Sequence[str]:
    end = run["final_distance"][data["shown"]] if run["final_distance"] else None
    return [known(run["effort"]), known(effort), known(run["error"]), known(error), length_or_lost(end)]


def _share(shares: Shares, index: int) -> str:
    share, low, high = (
        100 * each[index] for each in (shares["returned"], shares["least"], shares["largest"])
    )
    return f"{share:.3g} % ({low:.0f} to {high:.0f})"


def _times(rival: SmokeRival) -> str:
    return f"{rival['error_ratio']:.3g} times"
