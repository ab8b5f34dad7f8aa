"""A comparison in three sentences, for the end of `softrein compare` and the beginning of a page.

They are made from the data alone, and report results against LQR as well as for it: which of the
shipped comparators are better than LQR, as good, or lose less than they gain; how the
scene's own push ends; the rivals' effort for the same error on pushes that no tuning used; and in how
many of all readings along searched fronts LQR is the better one, with the worst of the others. For planning
controllers there are more, at LQR's own control costs and compared with all fronts; one sentence counts the
runs that diverged, if any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING

from runtime.control.registry import LQR, NONE, planners
from softrein.base import theme
from softrein.facts.compared import KINDS
from softrein.pictures.panels import outcome_of
from softrein.reports.planned import planned_sentences
from softrein.reports.verdicts import ALIKE, AS_GOOD, LESS, MORE, compared, counted

if TYPE_CHECKING:
    from softrein.facts.compared import Compared, Reading

TOLD: dict[object, str] = {
    True: (", announced to every controller as it begins"),
    False: ", announced to no controller",
}
STANDINGS = BETTER, AT_LEAST, AS_GOOD_AS, TRADES = (
    "{0} better than LQR",
    "{0} at least as good as LQR",
    "{0} as good as LQR",
    "{1} more in one than {2} up in the other",
)
FORMS = ("are", "gain", "they give"), ("is", "gains", "it gives")  # verb forms for several and for one
RATIOS = {"effort_ratio": "effort at the same error", "error_ratio": "error at the same effort"}


def summary(data: Compared) -> list[str]:
    """Return the sentences; fewer where data are missing."""
    planned = planned_sentences(data)
    sentences = (
        _as_good(data),
        _paths(data),
        _own_push(data),
        _random_pushes(data),
        *planned,
        _readings(data),
        _diverged(data),
    )
    return [words for words in sentences if words]


def _as_good(data: Compared) -> str:
    """Say which shipped comparators LQR does not clearly beat on the scene's push, if any, best first."""
    runs = data.get("runs", {})
    lqr = runs.get(LQR.name, {})
    if not (lqr.get("error") and lqr.get("effort")):
        return ""
    found = dict[str, list[str]]()
    for name in _searched(data):
        run = runs.get(name, {})
        error, effort = run.get("error"), run.get("effort")
        if error is None or effort is None:
            continue
        beside = error / lqr["error"], effort / lqr["effort"]
        if words := _standing(*beside):
            far, much = map(theme.ratio, beside)
            named = f"{theme.name_of(name)} ({far} its error at {much} its effort)"
            found.setdefault(words, []).append(named)
    said = [
        f"{_listed(found[words])} {words.format(*FORMS[len(found[words]) == 1])}"
        for words in STANDINGS
        if words in found
    ]
    return f"On the scene’s push {'; '.join(said)}." if said else ""


def _standing(error: float, effort: float) -> str:
    """Return a rival's entry of `STANDINGS` by its figures' ratios to LQR's; none where LQR is better.

    Where each is clearly better in one figure, the rival is named if it gains a larger factor than it gives
    up, the error squared, as it is in the cost that LQR minimises.
    """
    signs = {compared(error), compared(effort)}
    if signs == {LESS}:
        return BETTER
    if MORE not in signs:
        return AS_GOOD_AS if signs == {ALIKE} else AT_LEAST
    return TRADES if signs == {LESS, MORE} and error**2 * effort * AS_GOOD < 1 else ""


def _paths(data: Compared) -> str:
    """Say how closely paths are followed, where there are any."""
    runs = data.get("runs", {})
    told = [
        f"{theme.name_of(name)} by {theme.length(runs[name]['path rms'])} rms"
        for name in (LQR.name, *(each.name for each in planners()), NONE.name)
        if "path rms" in runs.get(name, {})
    ]
    late = "the first half second, or the first half of a shorter motion, is not counted"
    return f"Places are off their paths under {_listed(told)}; {late}." if told else ""


def _own_push(data: Compared) -> str:
    """Say how the scene's own push ends without control and under LQR."""
    runs = data.get("runs", {})
    free, lqr = runs.get(NONE.name), runs.get(LQR.name)
    if free is None or lqr is None:
        return ""
    figures = (
        f"(error {theme.number(lqr['error'], 2)} instead of {theme.number(free['error'], 2)}, "
        f"effort {theme.number(lqr['effort'], 2)} {data.get('effort_unit', '')})"
    )
    hits = [outcome_of(data.get("hits", {}).get(name, {})) for name in (NONE.name, LQR.name)]
    if all(hits):
        return f"After the scene’s push it {hits[0]} without control; under LQR it {hits[1]} {figures}."
    if free.get("particles") and lqr.get("particles"):
        ends = [max(each["end"] for each in run["particles"]) for run in (free, lqr)]
        most = "up to " if len(free["particles"]) > 1 else ""
        return (
            f"After the scene’s push, what is steered ends {most}{theme.length(ends[0])} from its "
            f"reference without control, and {most}{theme.length(ends[1])} under LQR {figures}."
        )
    return f"After the scene’s push LQR keeps to the motion {figures}."


def _random_pushes(data: Compared) -> str:
    """Say each rival's effort at LQR's error, in the median over the places along both fronts."""
    readings, rivals = data.get("readings", {}), _searched(data)
    kind = "ensemble" if any(f"ensemble {name}" in readings for name in rivals) else "one_push"
    fresh = data.get("grid", {}).get("fresh_pushes", "")
    what = (
        f"On {fresh} random push{'' if fresh == 1 else 'es'} that no search saw"
        if kind == "ensemble"
        else "On the scene’s push"
    )
    what += TOLD.get(data.get("grid", {}).get("foresees"), "")
    spent: list[str] = []
    apart: list[str] = []
    for name in rivals:
        if f"{kind} {name}" not in readings:
            continue
        ratios = list(_ratios(readings[f"{kind} {name}"], "effort_ratio"))
        if ratios:
            spent.append(f"{theme.name_of(name)}{' spends' * (not spent)} {theme.ratio(median(ratios))}")
        else:
            apart.append(theme.name_of(name))
    if not spent:
        return f"{what} no front shares an error with LQR’s." if apart else ""
    words = f"{what}, for the same error, {_listed(spent)} what LQR does"
    return words + (f"; for {_listed(apart)} no ratio can be read off." if apart else ".")


def _readings(data: Compared) -> str:
    """Say in how many readings LQR is better, and where it is worst."""
    found = [
        (ratio, key, kind, name)
        for kind in KINDS
        for name in _searched(data)
        for key in RATIOS
        for ratio in _ratios(data.get("readings", {}).get(f"{kind} {name}", []), key)
    ]
    if not found:
        return ""
    count = counted([ratio for ratio, *_ in found])
    words = f"Along all fronts that were searched LQR is the better one in {count}"
    ratio, key, kind, name = min(found)
    if compared(ratio) != LESS:
        return f"{words}, and nowhere worse than any of these rivals."
    where = "the scene’s own push" if kind == "one_push" else "random pushes"
    return (
        f"{words}; it does worst against {theme.name_of(name)} on {where}, which has {theme.ratio(ratio)} "
        f"its {RATIOS[key]}."
    )


def _searched(data: Compared) -> list[str]:
    """Return LQR's rivals, except for planning ones, which `planned_sentences` describe."""
    return [name for name in theme.RIVALS if not data.get("equal_cost", {}).get(name)]


def _diverged(data: Compared) -> str:
    """Say how many runs on random pushes diverged, if any did."""
    found = [
        f"{theme.name_of(name)} {each['diverged']} of {each['runs']}"
        for name, each in data.get("diverged", {}).items()
        if each["diverged"]
    ]
    return f"Runs on random pushes that diverged: {', '.join(found)}." if found else ""


def _ratios(readings: Sequence[Reading], key: str) -> Iterator[float]:
    """Return the rival's figures over LQR's, where there are any."""
    return (value for reading in readings if (value := reading.get(key)) is not None)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
