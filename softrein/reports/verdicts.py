"""Verdicts on which of two controllers is better, and the results of `softrein verify` in sentences.

Two figures, error and effort, are compared by their ratios to LQR's. Within a factor `AS_GOOD` they are
equal: this is the variation between one search, or one set of random pushes, and the next. A controller that
is worse in one figure is not called better, however much better the other is; nor is one that lost more runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from runtime.control.registry import LQR
from softrein.base import theme

Figures = Mapping[str, Any]  # the figures of `offline.verification.study.Verified`, or one row of them
GIVEN_UP = "not finite"
# error as a fraction of the motion's size up to which it is round-off, as steps iterate to about 1e-8
ROUND_OFF = 1e-7
AS_GOOD = 1.05  # ratio up to which two figures count as equal
ALIKE, LESS, MORE = 0, -1, 1


def compared(ratio: float) -> int:
    """Whether a figure is clearly less (-1) than another, alike (0), or clearly more (1), by their ratio."""
    return MORE if ratio > AS_GOOD else LESS if ratio * AS_GOOD < 1 else ALIKE


def counted(ratios: Sequence[float]) -> str:
    """Count readings in which a rival has clearly more than LQR, all readings, and those that are equal."""
    found = [compared(ratio) for ratio in ratios]
    alike = f" and as good in {found.count(ALIKE)}" if ALIKE in found else ""
    return f"{found.count(MORE)} of {len(found)} readings{alike}"


def given(value: float | None, words: Callable[[float], str]) -> str:
    """A figure in words, or that there is none."""
    return GIVEN_UP if value is None else words(value)


def sentences(figures: Figures, controller: str) -> list[str]:
    """Write sentences on the full model's error, and on controllers, by the scene's and random pushes."""
    found = [*_beside_the_reduced(figures, theme.name_of(controller)), *_beside_lqr(figures, controller)]
    return [*found, *_touches(figures, controller), *_as_asked(figures)]


def _touches(figures: Figures, controller: str) -> Iterator[str]:
    """Say the mean force of the full body on each thing over the motion, under each controller.

    Things that no run touches are left out.
    """
    groups = {controller: figures, **figures.get("beside", {})}
    for name in figures["full"].get("touches", {}):
        means = [
            (one["touches"][name]["mean"], words)
            for words, one in [
                ("without control", figures["uncontrolled"]),
                *((f"under {theme.name_of(each)}", group["full"]) for each, group in groups.items()),
                (f"on the reduced model under {theme.name_of(controller)}", figures["reduced"]),
            ]
        ]
        if any(mean for mean, _ in means):
            forces = ", ".join(f"{given(mean, _newtons)} {words}" for mean, words in means)
            yield f"Scene’s pushes: {name!r} presses on the full body with {forces} (means over time)"


def _newtons(force: float) -> str:
    return f"{theme.number(force)} N"


def _beside_the_reduced(figures: Figures, name: str) -> Iterator[str]:
    """The full model's error over that without control, and over the reduced one's.

    Errors of the size of round-off are not compared.
    """
    number, least = theme.number, _least(figures)
    for what, ensemble in _views(figures["full"]):
        free, reduced, full = (
            _seen(figures[name], ensemble)["error"] for name in ("uncontrolled", "reduced", "full")
        )
        told = full is not None and free is not None
        if told and max(full, free) <= least:
            if full:
                yield f"{what}: with and without control the full model’s error is round-off"
        elif told and free > least:
            share = f"{number(full / free, 2)} times that without control"
            sees = reduced and reduced > max(least, ROUND_OFF * free)
            times = f", and {number(full / reduced, 2)} times the reduced model’s" if sees else ""
            yield f"{what}: under {name} the full model’s error is {share}{times}"
        elif told:
            error = f"the full model’s error is {number(full)}"
            yield f"{what}: under {name} {error}; without control it is round-off"
        if "fine" in figures and full and full > least:
            fine = _seen(figures["fine"], ensemble)["error"]
            far = GIVEN_UP if fine is None else f"{number(fine / full, 2)} times that"
            yield f"{what}: on the finer clock its error is {far}"


def _least(figures: Figures) -> float:
    """The error up to which errors are round-off; 0 where the figures do not tell the motion's size."""
    return ROUND_OFF * (figures.get("size") or 0.0)


def _beside_lqr(figures: Figures, controller: str) -> Iterator[str]:
    """Compare each other controller with LQR on the full model, and say which is better, if one is."""
    groups = {controller: figures, **figures.get("beside", {})}
    lqr = groups.pop(LQR.name, None)
    for name, group in groups.items() if lqr is not None else ():
        for what, ensemble in _views(lqr["full"]):
            mine, its = _seen(group["full"], ensemble), _seen(lqr["full"], ensemble)
            if words := _beside(mine, its, _least(figures)):
                yield f"{what}: {theme.name_of(name)} {words}"


def _beside(mine: Figures, its: Figures, least: float) -> str:
    """Compare one row with LQR's in words; empty where LQR's figures allow no ratio."""
    if mine["error"] is None and its["error"] is not None:
        return f"fails on the full model{_losses(mine, its)}, where LQR does not"
    values = [each[key] for each in (mine, its) for key in ("error", "effort")]
    if None in values or not all(values[2:]) or its["error"] <= least:
        return ""
    error, effort = values[0] / values[2], values[1] / values[3]
    figures = f"{theme.number(error, 2)} times LQR’s error at {theme.number(effort, 2)} times its effort"
    more_lost = mine.get("lost", 0) - its.get("lost", 0)
    return f"has on the full model {figures}{_losses(mine, its)}{verdict(error, effort, more_lost)}"


def _losses(mine: Figures, its: Figures) -> str:
    """Say how many random pushes each lost, where any did."""
    if not (mine.get("lost") or its.get("lost")):
        return ""
    return f", {mine['lost']} of {mine['runs']} lost against {its['lost']}"


def verdict(error: float, effort: float, more_lost: int = 0) -> str:
    """Say which of a rival and LQR is better, by the ratios of the rival's figures to LQR's.

    `more_lost` is how many runs the rival lost more than LQR. Nothing where each does better in something.
    """
    if error == effort == 1.0 and not more_lost:
        return ""
    found = {"error": compared(error), "effort": compared(effort)}
    signs = {*found.values(), (more_lost > 0) - (more_lost < 0)}
    if {LESS, MORE} <= signs:
        return ""
    if signs == {ALIKE}:
        return ": it is as good as LQR"
    better = "it is better than LQR" if LESS in signs else "LQR is better"
    apart = [name for name, sign in found.items() if sign != ALIKE]
    if len(apart) != 1:
        return f": {better} in both" if apart else f": {better}, as fewer of its runs are lost"
    (alike,) = {*found} - {*apart}
    return f": {better} in {apart[0]}, as good in {alike}"


def _as_asked(figures: Figures) -> Iterator[str]:
    """Say how near the motion comes to key-frames, or to an animation."""
    length = theme.length
    if "keyframes" in figures:
        far = {name: given(each and max(each), length) for name, each in figures["keyframes"].items()}
        yield (
            f"Key-frames, without pushes: missed by {far['reduced']} at most by the reduced model’s motion, "
            f"and by {far['full']} by the full model under the motion’s own control"
        )
    if "animation" in figures:
        off = {
            name: GIVEN_UP if each is None else f"{length(each['rms'])} rms, {length(each['max'])} at most"
            for name, each in figures["animation"].items()
        }
        yield (
            f"Animation, under the motion’s own control: the reduced model is {off['reduced']} from it, the "
            f"full one {off['full']}"
        )


def _views(row: Figures) -> list[tuple[str, bool]]:
    """Yield the pushes with figures, in words, and whether they are the random ones."""
    return [("Scene’s pushes", False), *([("Random pushes, medians", True)] if "ensemble" in row else [])]


def _seen(row: Figures, ensemble: bool) -> Figures:
    found: Figures = row["ensemble"] if ensemble else row
    return found
