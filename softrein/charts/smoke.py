"""Charts of controlled smoke: paths of its particles, rivals at LQR's effort, and survival over strength.

All that is drawn is in the data of `offline.studies.smoke_study`, so that a chart can be drawn again at any
time. One particle is shown, which the data name. In space, paths are seen along z.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runtime.control.registry import LQR, NONE, PD, P
from softrein.base import theme
from softrein.charts.frame import Curve, make_figure, save
from softrein.charts.labels import explain, label_ends, mark_times, write_near, write_title
from softrein.facts.compared import under

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from softrein.facts.compared import (
        EqualEffort,
        Panel,
        Paths,
        Push,
        Scenery,
        Shares,
        SmokeRival,
        SmokeRun,
        Survival,
        Tunnel,
        Ways,
    )

STUDIES = ("tunnel", "paths", "equal_effort", "survival")  # studies; each has its figures and its chart
MARGIN = 0.08  # margin around the paths as a fraction of their extent
ARROW = 0.15  # length of the strongest push's arrow as a fraction of a panel's width
BLUES = ("#6db3e3", LQR.colour, "#00263d")  # colours of LQR from small to large gains
LQR_LINES = ("-", "--", "-.")
# style of reference paths, wide as others lie on them
WIDE: theme.Style = {"color": theme.REFERENCE, "ls": "-", "lw": 7.0}
MARK = "#f0e442"  # another colour of Okabe and Ito
# style of push arrows
ARROWS = {"color": theme.PUSH, "lw": 2.6, "mutation_scale": 18, "shrinkA": 5, "shrinkB": 0}
DEEPEST = 1e-4  # lower end of the axis as a fraction of the box
HEADROOM = 1.12


def draw_tunnel(data: Tunnel, path: str | Path) -> None:
    """Draw a particle's paths in the perturbed full runs, around the nominal run; [002], figure 3.

    `data` are those of `offline.studies.smoke_study.tunnel`.
    """
    figure, ((ax,),) = make_figure((6.4, 6.6), (1.0,), 1)
    full = _full(data)
    thin: theme.Style = {"color": theme.colour_of(NONE.name), "ls": "-", "lw": 0.9, "alpha": 0.7}
    around = [Curve("perturbed", thin, np.array(each)) for each in data["perturbed"]]
    write_title(ax, f"Full runs of particle {data['shown']}, {len(around)} of them perturbed")
    window = _window(data, [full, *around])
    _draw_scene(ax, data, window)
    lines = _draw_curves(ax, [full, *around])
    explain(figure, list(lines.items()))
    save(figure, path)


def draw_paths(data: Paths, path: str | Path) -> None:
    """Draw a particle's paths without pushes and with them, and below the flow's deviation; [002], figure 5.

    `data` are those of `offline.studies.smoke_study.paths`.
    """
    figure, axes = make_figure((11.5, 8.2), (2.1, 1.0))
    time = data["time_step"] * np.arange(len(data["reference"]))
    panels = {name: _lqr_curves(data, runs) for name, runs in data["panels"].items()}
    window = _window(data, [curve for curves in panels.values() for curve in curves])
    lines: dict[str, Artist] = {}
    titles: dict[Panel, str] = {"undisturbed": "Without pushes", "pushed": _with_pushes(data["pushes"])}
    for (top, bottom), (name, title) in zip(axes.T, titles.items(), strict=True):
        write_title(top, title)
        _draw_scene(top, data, window)
        lines |= _draw_curves(top, [_full(data), *panels[name]])
        bottom.set(xlabel="time  [s]", xlim=(0, time[-1]))
        speed = bottom.fill_between(
            time, data["reference_velocity"], color=theme.HAIRLINE, alpha=0.55, lw=0, zorder=0
        )
        for curve in panels[name]:
            bottom.plot(time, curve.flow_off, lw=2.2, zorder=3, **curve.style)
        if name == "pushed":
            _draw_pushes(top, data, window)
            _shade_pushes(bottom, data["pushes"])
    highest = HEADROOM * max(bottom.get_ylim()[1] for bottom in axes[1])
    for bottom in axes[1]:
        bottom.set_ylim(0, highest)
    axes[1, 0].set_ylabel(r"$|z-z_\mathsf{ref}|\;/\;\mathsf{max}\,|z_\mathsf{ref}|$")
    explain(figure, [*lines.items(), ("the reference’s own speed", speed)])
    save(figure, path)


def draw_equal_effort(data: EqualEffort, path: str | Path) -> None:
    """Draw a particle's path and distance under LQR, P and PD of the same effort; [002], figure 7.

    `data` are those of `offline.studies.smoke_study.equal_effort`.
    """
    figure, axes = make_figure((11.5, 4.9), (1.0,))
    left, right = axes[0]
    curves = _rival_curves(data)
    reference = np.array(data["reference"])[:, data["shown"]]
    time = data["time_step"] * np.arange(len(reference))
    window = _window(data, curves)
    write_title(left, f"Path of particle {data['shown']}")
    _draw_scene(left, data, window)
    lines = _draw_curves(left, [Curve("reference", WIDE, reference), *curves])
    _draw_pushes(left, data, window)
    write_title(right, "Its distance from the reference")
    right.set(xlabel="time  [s]", xlim=(0, time[-1]), yscale="log", ylabel="distance  [m]")
    _shade_pushes(right, data["pushes"])
    least = DEEPEST * min(data["extent"])
    distances = {curve: np.linalg.norm(curve.path - reference, axis=1).clip(least / 10) for curve in curves}
    for curve, distance in distances.items():
        right.plot(time, distance, lw=2.2, zorder=3, **curve.style)
    right.set_ylim(least, 2 * right.get_ylim()[1])
    right.tick_params(which="minor", labelleft=False)
    explain(figure, list(lines.items()))
    save(figure, path)


def draw_survival(data: Survival, path: str | Path) -> None:
    """Draw the share of pushed runs that return, over the strength of the push.

    `data` are those of `offline.studies.smoke_study.survival`.
    """
    figure, axes = make_figure((11.5, 4.8), (1.0,), 1)
    ax, strengths = axes[0, 0], np.array(data["strengths"])
    near = theme.length(data["tolerance"])
    write_title(ax, f"Runs that end with every particle within {near} of its reference")
    ax.set(xscale="log", xlim=(strengths[0], strengths[-1]), ylim=(-3, 106))
    ax.set(
        xlabel=f"strength of the push for {data['duration']:g} s  [{data['unit']}]", ylabel="returning  [%]"
    )
    ax.axvspan(*data["scene_force"], color=theme.PUSH, alpha=0.16, lw=0, zorder=0)
    low, high = np.array(data["scene_force"]).clip(strengths[0], strengths[-1])
    mark_times(ax, [(float(np.sqrt(low * high)), "random pushes of the comparison", theme.PUSH)])
    ends = []
    for name in (NONE.name, LQR.name):
        shares: Shares = under(data, name)
        style, below, above = theme.style_of(name), shares["least"], shares["largest"]
        low, high, middle = (100 * np.array(each) for each in (below, above, shares["returned"]))
        ax.fill_between(strengths, low, high, color=style["color"], alpha=0.15, lw=0, zorder=1)
        ax.plot(strengths, middle, marker="o", ms=5, lw=2.2, zorder=3, clip_on=False, **style)
        words = theme.name_of(name)
        if shares["half"] is not None:
            ax.plot([shares["half"]] * 2, [-3, 50], color=style["color"], lw=1.2, ls=(0, (2, 2)), zorder=2)
            words += f"\nhalf return at\n{theme.number(shares['half'], 2)} {data['unit']}"
        elif not (shares["undisturbed"] or any(shares["returned"])):
            words += "\nnot even\nwithout a push"
        ends.append((words, style["color"], middle[-1]))
    label_ends(ax, strengths[-1], ends)
    save(figure, path)


def name_of_run(data: Paths, run: SmokeRun) -> str:
    """Name a run of `smoke_study.paths` in words: without control, or LQR at c, c/100 or c/100,000."""
    if run["control_cost"] is None:
        return theme.name_of(run["controller"])
    gentlest = max(each["control_cost"] or 0.0 for each in data["panels"]["pushed"])
    share = round(gentlest / run["control_cost"])
    return "LQR, c" if share == 1 else f"LQR, c/{share:,}"


def name_of_rival(rival: SmokeRival) -> str:
    """Name a rival of `smoke_study.equal_effort` in words, as in "best PD"; P among PD has kd = 0."""
    without = ", kd = 0" if rival["parameters"].get("kd") == 0 else ""
    return f"{rival['role']} {theme.name_of(rival['controller'])}{without}"


def _lqr_curves(data: Paths, runs: Sequence[SmokeRun]) -> list[Curve]:
    """Return the runs that stayed finite; those under LQR from gentle to strong."""
    curves = []
    for index, run in enumerate(runs):
        style: theme.Style = {"color": BLUES[(index - 1) % 3], "ls": LQR_LINES[(index - 1) % 3]}
        if run["controller"] == NONE.name:
            style = theme.style_of(NONE.name)
        if run["paths"] is not None and run["velocity_error"] is not None:
            path = _path(data, run["paths"])
            curves.append(Curve(name_of_run(data, run), style, path, run["velocity_error"]))
    return curves


def _rival_curves(data: EqualEffort) -> list[Curve]:
    """Return the curves from below to above, dashed over solid: LQR last, as it lies on the reference."""
    styles: dict[tuple[str, str], theme.Style] = {
        ("best", PD.name): {"color": theme.colour_of(PD.name), "ls": "-"},
        ("typical", PD.name): {"color": theme.paler(theme.colour_of(PD.name), 0.35), "ls": ":"},
        ("best", P.name): {"color": theme.colour_of(P.name), "ls": "-."},
    }
    found = {(rival["role"], rival["controller"]): rival for rival in data["rivals"]}
    curves = [
        Curve(name_of_rival(found[key]), style, _path(data, paths))
        for key, style in styles.items()
        if key in found and (paths := found[key]["paths"]) is not None
    ]
    last: theme.Style = {"color": theme.colour_of(LQR.name), "ls": "--"}
    lqr: SmokeRun = under(data, LQR.name)
    if lqr["paths"] is not None:
        curves.append(Curve("LQR", last, _path(data, lqr["paths"])))
    return curves


def _full(data: Tunnel | Paths) -> Curve:
    return Curve("full simulation", WIDE, _path(data, data["full"]))


def _path(data: Scenery, paths: Ways) -> np.ndarray:
    """Return the path (T + 1, d) m of the particle that is shown."""
    return np.array(paths, dtype=float)[:, data["shown"]]


def _window(data: Scenery, curves: Iterable[Curve]) -> tuple[np.ndarray, np.ndarray]:
    """Return the corners of a square that holds all paths and the pushes, with a margin."""
    points = [curve.path for curve in curves] + [np.array(data["reference"])[:, data["shown"]]]
    points += [np.array([push["place"]]) for push in data["pushes"]]
    points = [_seen(each) for each in points]
    size = float(np.ptp(np.concatenate(points), axis=0).max())
    points += [tip[None] for tip in _tips(data, ARROW * size)]
    everything = np.concatenate(points)
    low, high = everything.min(axis=0), everything.max(axis=0)
    half = (0.5 + MARGIN) * max(float((high - low).max()), 1e-3 * max(data["extent"]))
    return (low + high) / 2 - half, (low + high) / 2 + half


def _tips(data: Scenery, length: float) -> list[np.ndarray]:
    """Return the ends of the pushes' arrows, if that of the strongest is `length` metres long."""
    forces = [np.array(push["force"]) for push in data["pushes"]]
    places = [_seen(np.array(push["place"])) for push in data["pushes"]]
    strongest = max((float(np.linalg.norm(force)) for force in forces), default=0.0) or 1.0
    return [place + length * _seen(force) / strongest for place, force in zip(places, forces, strict=True)]


def _seen(vectors: np.ndarray) -> np.ndarray:
    """Return the projection of vectors (..., d) along z, (..., 2)."""
    return vectors[..., :2]


def _draw_scene(ax: Axes, data: Scenery, window: tuple[np.ndarray, np.ndarray]) -> None:
    """Draw the window, to scale, with the box's walls and solid cells."""
    width, height = data["extent"][:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height], [0, 0]])
    ax.plot(*corners.T, color=theme.MOUNT, lw=2, zorder=2)
    if data["solid"]:
        solid = np.full(data["cells"][:2], np.nan)
        solid[tuple(_seen(np.array(data["solid"])).T)] = 0.5
        inside = (0, width, 0, height)
        ax.imshow(solid.T, origin="lower", extent=inside, cmap="Greys", vmin=0, vmax=1, zorder=1)
    (left, bottom), (right, top) = window
    ax.set(xlim=(left, right), ylim=(bottom, top), xlabel="x  [m]", ylabel="y  [m]", aspect="equal")


def _draw_curves(ax: Axes, curves: Sequence[Curve]) -> dict[str, Artist]:
    """Draw paths from their common start, and a dot at each end; return the lines by name."""
    lines: dict[str, Artist] = {}
    for curve in curves:
        style: theme.Style = {"lw": 2.2, **curve.style}
        (lines[curve.name],) = ax.plot(*_seen(curve.path).T, zorder=3, solid_capstyle="round", **style)
        ax.plot(*_seen(curve.path[-1]), "o", ms=3 + 1.5 * style["lw"], color=style["color"], mew=0, zorder=4)
    ax.plot(*_seen(curves[0].path[0]), "o", ms=10, mfc=theme.PAPER, mec=theme.INK, mew=2, zorder=5)
    return lines


def _draw_pushes(ax: Axes, data: Scenery, window: tuple[np.ndarray, np.ndarray]) -> None:
    """Draw an arrow at each push, and a box at the particle's place in the reference when it begins.

    One that varies has two heads and no box.
    """
    tips = _tips(data, ARROW * float((window[1] - window[0]).max()))
    for number, (push, tip) in enumerate(zip(data["pushes"], tips, strict=True), 1):
        reference, place = (np.array(each)[:2] for each in (push["reference"][data["shown"]], push["place"]))
        when = ""
        if not push["noise"]:
            when = f"  {push['time']:.3g} s"
            ax.plot(*reference, "s", ms=9, mfc=MARK, mec=theme.INK, mew=1.2, zorder=6)
        heads = "<|-|>" if push["noise"] else "-|>"
        ax.annotate("", tuple(tip), tuple(place), zorder=7, arrowprops=ARROWS | {"arrowstyle": heads})
        write_near(ax, f"$F_{{{number}}}$" + when, tip, theme.PUSH, tip - place)


def _shade_pushes(ax: Axes, pushes: Sequence[Push]) -> None:
    """Shade the times of the pushes, with one note for simultaneous ones."""
    together: dict[tuple[float, float], list[str]] = {}
    for number, push in enumerate(pushes, 1):
        together.setdefault((push["time"], push["duration"]), []).append(f"$F_{{{number}}}$")
    marks = []
    for (time, duration), names in together.items():
        strong, stop = duration < ax.get_xlim()[1] / 2, min(time + duration, ax.get_xlim()[1])
        ax.axvspan(time, stop, color=theme.PUSH, alpha=0.25 if strong else 0.08, lw=0, zorder=0)
        marks.append(((time + stop) / 2, ", ".join(names), theme.PUSH))
    mark_times(ax, marks)


def _with_pushes(pushes: Sequence[Push]) -> str:
    return "With the scene’s push" if len(pushes) == 1 else f"With the scene’s {len(pushes)} pushes"
