"""Labels in charts: none overlaps another or a line, or leaves the picture; no legend of absent lines.

The checks do not depend on how labels are placed: they measure boxes, and walk along the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch
from matplotlib.text import Text

from characters.study import Curves
from runtime.control.registry import CONTROLLERS
from runtime.plant.push import Push
from softrein.charts.body import draw_equal
from softrein.charts.characters import draw_curves
from softrein.charts.fronts import BANDS, DOTS, draw_fronts, draw_over_time
from softrein.charts.labels import apart
from softrein.charts.smoke import draw_equal_effort, draw_paths, draw_survival, draw_tunnel
from tests.made_up import made_up_bundle, made_up_comparison, made_up_run

TOUCH = 1.0  # pixels that boxes may share: a box is a little larger than its ink
SEEDS = range(2)
STEPS, DT = 60, 0.04


# What is checked -----------------------------------------------------------------------------------------


def words_of(figure: Any) -> dict[str, tuple[Any, Any]]:
    """All words of a figure but the ticks': box in pixels, and the axes that they are in, if any."""
    found: list[tuple[Any, Any]] = [(text, None) for text in figure.texts]
    for legend in figure.legends:
        found += [(text, None) for text in legend.get_texts()]
    for ax in figure.axes:
        inside = list(ax.texts)
        if ax.get_legend() is not None:
            inside += ax.get_legend().get_texts()
        found += [(text, ax) for text in (*inside, ax.title, ax.xaxis.label, ax.yaxis.label)]
    return {
        f"{number}: {text.get_text()}": (Text.get_window_extent(text), ax)
        for number, (text, ax) in enumerate(found)
        if text.get_text()
    }


def strokes(ax: Any) -> Iterator[np.ndarray]:
    """Points along all lines and arrows of some axes that are visible there, a pixel apart, (k, 2)."""
    frame = ax.get_window_extent()
    lines = [line.get_transform().transform(np.column_stack(line.get_data(orig=False))) for line in ax.lines]
    for text in ax.texts:
        arrow = getattr(text, "arrow_patch", None)
        if isinstance(arrow, FancyArrowPatch) and not text.get_text():
            path = arrow.get_path().transformed(arrow.get_transform())
            lines.append(path.vertices[:2])
    for line in lines:
        known = line[np.isfinite(line).all(axis=1)]
        dense = [known] + [
            np.linspace(a, b, 2 + int(np.linalg.norm(b - a)))
            for a, b in pairwise(known)
            if np.linalg.norm(b - a) < 1e5
        ]
        points = np.concatenate(dense)
        yield points[((points >= frame.min) & (points <= frame.max)).all(axis=1)]


def faults(figure: Any) -> list[str]:
    """What is wrong with the words of a figure that is laid out."""
    boxes = words_of(figure)
    found = []
    for (one, (a, _)), (other, (b, _)) in combinations(boxes.items(), 2):
        shared = np.minimum(a.max, b.max) - np.maximum(a.min, b.min)
        if (shared > TOUCH).all():
            found.append(f"{one!r} lies on {other!r}")
    for name, (box, ax) in boxes.items():
        if (box.min < figure.bbox.min - TOUCH).any() or (box.max > figure.bbox.max + TOUCH).any():
            found.append(f"{name!r} leaves the figure")
        for other_axes in figure.axes if ax is None else [ax]:
            for points in strokes(other_axes):
                if ((points > box.min + TOUCH) & (points < box.max - TOUCH)).all(axis=1).any():
                    found.append(f"{name!r} lies on a line")
    return found


def orphans(figure: Any) -> list[str]:
    """Names in legends that no line, point, column or area of any axes is drawn like."""
    drawn = {
        (to_hex(line.get_color()), line.get_linestyle()) for ax in figure.axes for line in shown_lines(ax)
    }
    drawn |= {(to_hex(patch.get_facecolor()), "-") for ax in figure.axes for patch in ax.patches}
    areas = any(ax.collections for ax in figure.axes)
    dots = any(line.get_marker() == "." for ax in figure.axes for line in shown_lines(ax))
    found = []
    for legend in [*figure.legends, *(ax.get_legend() for ax in figure.axes if ax.get_legend() is not None)]:
        for handle, text in zip(legend.legend_handles, legend.get_texts(), strict=True):
            words = text.get_text()
            if not isinstance(handle, Line2D):
                there = areas
            elif words in (DOTS, BANDS):
                there = dots if words == DOTS else areas
            else:
                style = (to_hex(handle.get_color()), handle.get_linestyle())
                says_nothing = style[1] == "None" and handle.get_marker() in ("", "None")
                there = says_nothing or style in drawn
            if not there:
                found.append(words)
    return found


def shown_lines(ax: Any) -> Iterator[Any]:
    """The lines of which something is within the axes."""
    frame = ax.get_window_extent()
    for line in ax.lines:
        points = line.get_transform().transform(np.column_stack(line.get_data(orig=False)))
        points = points[np.isfinite(points).all(axis=1)]
        if ((points >= frame.min - 1) & (points <= frame.max + 1)).all(axis=1).any():
            yield line


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that would be written, laid out, without making their files."""
    figures: list[Any] = []

    def keep(figure: Any, path: Any, **_: Any) -> None:
        figure.draw_without_rendering()
        figures.append(figure)
        Path(path).write_bytes(b"")

    monkeypatch.setattr(Figure, "savefig", keep)
    return figures


# Made-up data --------------------------------------------------------------------------------------------


def random_comparison(rng: np.random.Generator) -> dict[str, Any]:
    """Fronts of five families that lie on each other here and cross there."""
    data = made_up_comparison()
    for kind in ("one_push", "ensemble"):
        shared = np.sort(rng.uniform(-3, 2, 9))
        for name in ("p", "timed", "spd", "pd", "lqr"):
            effort = 10 ** (shared + rng.choice([0.0, 0.02, 0.7]))
            error = 1 / (1 + effort ** rng.uniform(0.5, 2))
            data[kind][name] = {"parameters": [{}] * 9, "effort": effort.tolist(), "error": error.tolist()}
            if kind == "ensemble":
                data[kind][name]["error_quartiles"] = np.outer(error, [0.7, 1.4]).tolist()
            else:
                cloud = 10 ** rng.uniform(-3, 2, (2, 60))
                data["searched"][name] = {"effort": cloud[0].tolist(), "error": (cloud[1] / 100).tolist()}
        reading = data["readings"][f"{kind} pd"][0] | {
            "error": float(10 ** rng.uniform(-2, 0)),
            "effort_lqr": 1.0, "effort_other": float(rng.uniform(1, 90)),
        }  # fmt: skip
        data["readings"][f"{kind} pd"] = [reading]
    return data


def random_path(rng: np.random.Generator, axes: int) -> np.ndarray:
    """A smooth path (T + 1, axes) m in the unit box."""
    time = np.linspace(0, 1, STEPS + 1)[:, None]
    return 0.5 + 0.3 * np.sin(rng.uniform(1, 9, axes) * time + rng.uniform(0, 6, axes))


def near(rng: np.random.Generator, path: np.ndarray, far: float) -> np.ndarray:
    return path + far * random_path(rng, path.shape[1]) * np.linspace(0, 1, STEPS + 1)[:, None]


def random_pushes(rng: np.random.Generator, axes: int) -> list[dict[str, Any]]:
    """One to four, of which some blow together."""
    times = rng.choice([0.2, 0.3, 0.34, 1.0, 1.9], int(rng.integers(1, 5)))
    return [
        {
            "time": float(time), "duration": 0.1, "force": rng.normal(size=axes).tolist(), "noise": False,
            "place": rng.uniform(0.1, 0.9, axes).tolist(),
            "reference": [rng.uniform(0.2, 0.8, axes).tolist()],
        }
        for time in times
    ]  # fmt: skip


def fronts(rng: np.random.Generator, path: Path) -> None:
    draw_fronts(random_comparison(rng), path)


def over_time(rng: np.random.Generator, path: Path) -> None:
    bundle = made_up_bundle()
    pushes = [replace(bundle.pushes[0], time=float(time)) for time in rng.uniform(0, 0.7, 3)]
    pushes.append(Push((0, 0, 0), (1, 0, 0), 0.0, 9.0))
    names = ("none", "lqr", "p", "pd", "spd", "timed")
    alike = rng.uniform(0.1, 1)
    runs = {
        name: made_up_run(
            bundle, alike if rng.random() < 0.5 else rng.uniform(0, 1), 10 ** rng.uniform(-5, 1)
        )
        for name in names
    }
    draw_over_time(replace(bundle, pushes=pushes), runs, path)


def equal(rng: np.random.Generator, path: Path) -> None:
    reference = random_path(rng, 3)
    runs = [
        {
            "controller": name, "role": role, "matched": bool(rng.integers(2)),
            "path": near(rng, reference, 10 ** rng.uniform(-4, -1)).tolist(),
            "parameters": {"kd": float(rng.integers(2))},
        }
        for name, role in (("none", None), ("lqr", None), ("pd", "equal_error"), ("pd", "equal_effort"))
    ]  # fmt: skip
    pushes = random_pushes(rng, 3)
    draw_equal({"reference": reference.tolist(), "time_step": DT, "runs": runs, "pushes": pushes}, path)


def smoke(rng: np.random.Generator) -> dict[str, Any]:
    reference = random_path(rng, 2)
    return {
        "shown": 0, "extent": [1.0, 1.0], "cells": [8, 8], "solid": [[3, 3], [3, 4]], "time_step": DT,
        "reference": reference[:, None].tolist(), "full": reference[:, None].tolist(),
        "pushes": random_pushes(rng, 2), "reference_velocity": np.linspace(0, 1, STEPS + 1).tolist(),
    }  # fmt: skip


def smoke_run(rng: np.random.Generator, data: dict[str, Any], name: str, **more: Any) -> dict[str, Any]:
    path = near(rng, np.array(data["reference"])[:, 0], 10 ** rng.uniform(-3, 0))
    grown = (rng.uniform(0, 1) * np.linspace(0, 1, STEPS + 1)).tolist()
    return {"controller": name, "paths": path[:, None].tolist(), "velocity_error": grown, **more}


def tunnel(rng: np.random.Generator, path: Path) -> None:
    data = smoke(rng) | {"pushes": []}
    around = [near(rng, np.array(data["reference"])[:, 0], 0.1).tolist() for _ in range(5)]
    draw_tunnel(data | {"perturbed": around}, path)


def paths(rng: np.random.Generator, path: Path) -> None:
    data = smoke(rng)
    runs = (("none", None), ("lqr", 1.0), ("lqr", 1e-2), ("lqr", 1e-5))
    data["panels"] = {
        panel: [smoke_run(rng, data, name, control_cost=cost) for name, cost in runs]
        for panel in ("undisturbed", "pushed")
    }
    data["panels"]["undisturbed"][int(rng.integers(4))]["paths"] = None  # left the finite numbers
    draw_paths(data, path)


def equal_effort(rng: np.random.Generator, path: Path) -> None:
    data = smoke(rng)
    rivals = (("p", "best"), ("pd", "typical"), ("pd", "best"))
    data["rivals"] = [
        smoke_run(rng, data, name, role=role, parameters={"kd": float(rng.integers(2))})
        for name, role in rivals
    ]
    draw_equal_effort(data | {"lqr": smoke_run(rng, data, "lqr")}, path)


def survival(rng: np.random.Generator, path: Path) -> None:
    strengths = np.logspace(-1, 2, 8)

    def shares() -> dict[str, Any]:
        share = np.sort(rng.choice([0.0, 0.3, 1.0], 8))[::-1]
        half = float(10 ** rng.uniform(-1, 2)) if rng.random() < 0.5 else None
        low, high = share * 0.9, share * 0.9 + 0.1
        return {
            "returned": share.tolist(), "least": low.tolist(), "largest": high.tolist(), "half": half,
            "undisturbed": bool(rng.integers(2)),
        }  # fmt: skip

    draw_survival(
        {
            "strengths": strengths.tolist(), "tolerance": 0.05, "duration": 0.2, "unit": "m/s²",
            "scene_force": np.sort(10 ** rng.uniform(-1, 2, 2)).tolist(), "lqr": shares(), "none": shares(),
        },
        path,
    )  # fmt: skip


def character_lines(rng: np.random.Generator, path: Path) -> None:
    time = np.linspace(0, 3, 80)
    names = ("PD", "stable PD", "torque of the right knee under gravity compensation", "none")
    lines = {name: (time, rng.choice([1.0, 1.01, 4.0]) * np.sin(time + rng.uniform(0, 6))) for name in names}
    if rng.random() < 0.5:
        lines["without a value"] = time, np.full(80, np.nan)
    marks = {"PD": (time[::20], np.sin(time[::20]))} if rng.random() < 0.5 else {}
    draw_curves(Curves("Bend", "time (s)", "bend", lines, marks=marks), path)


CHARTS = (fronts, over_time, equal, tunnel, paths, equal_effort, survival, character_lines)


# The tests -----------------------------------------------------------------------------------------------


@pytest.mark.slow("draws every chart")
@pytest.mark.parametrize("draw", CHARTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_words_lie_on_others_or_on_a_line_and_legends_have_no_orphans(
    draw: Callable[[np.random.Generator, Path], None], seed: int, kept: list[Any], tmp_path: Path
) -> None:
    draw(np.random.default_rng(seed), tmp_path / "chart.png")
    assert words_of(kept[0])
    assert faults(kept[0]) == []
    assert orphans(kept[0]) == []


def test_names_moved_apart_stay_in_order_near_their_places_and_inside() -> None:
    wanted, heights = np.array([10.0, 11.0, 12.0, 60.0, 99.0]), np.array([10.0, 10.0, 20.0, 10.0, 10.0])
    places = apart(wanted, heights, 0.0, 100.0)
    gaps = np.diff(places) - (heights[1:] + heights[:-1]) / 2
    assert gaps.min() > -1e-9
    assert places[3] == 60.0  # has room
    assert places[0] >= 5.0
    assert places[-1] == 95.0
    crowded = apart(wanted, heights, 40.0, 60.0)
    assert crowded[0] - 5 - 40 == pytest.approx(60 - crowded[-1] - 5)  # stands out on both sides alike


# Colours -------------------------------------------------------------------------------------------------

MACHADO = {  # linear RGB as the colour-blind see it; Machado, Oliveira & Fernandes 2009, severity 1
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
    "nobody": np.eye(3),
}  # fmt: skip
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])  # of sRGB, D65


def lab(colour: str, seen: Any) -> np.ndarray:
    """CIE L*a*b* of a colour as somebody sees it."""
    share = np.array(to_rgb(colour))
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    x, y, z = XYZ @ (np.array(seen) @ linear).clip(0, 1) / XYZ.sum(axis=1)
    fx, fy, fz = (np.cbrt(v) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


@pytest.mark.parametrize("part", ["colour", "pale"])
@pytest.mark.parametrize("who", MACHADO)
def test_no_two_controllers_have_colours_that_look_alike(who: str, part: str) -> None:
    """Beside each other, differences of 2.3 are just noticed; lines are thin and not beside each other."""
    seen = {name: lab(getattr(each, part), MACHADO[who]) for name, each in CONTROLLERS.items()}
    for one, other in combinations(seen, 2):
        assert np.linalg.norm(seen[one] - seen[other]) > 4 * 2.3, (one, other)
