"""Pictures and movies of smoke in a box: pages of panels, and frames.

What they tell is in `softrein.pictures.smoke_panels`, how it is drawn in `softrein.pictures.smoke_box`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.control.registry import LQR, NONE, PD
from runtime.smoke.tracers import Density, Tracers
from softrein.base import theme
from softrein.base.progress import Progress
from softrein.pictures import captions, smoke_panels
from softrein.pictures.motion import MOVIE_FRAMES, MOVIE_WIDTH, SHORTEST_ARROW
from softrein.pictures.panels import title_of
from softrein.pictures.smoke_box import GROUND, HEADING, SmokeBox

if TYPE_CHECKING:
    from runtime.bundle.smoke import SmokeBundle
    from runtime.plant.push import Push
    from runtime.run import Run

SHOWN = (NONE.name, LQR.name, PD.name)  # unless others are asked for
MANY = 1000  # points in smoke
TALLEST = 1.8  # a box, of a panel's width
GIF_WIDTH = 480  # pixels; smoke hardly compresses: 15 MB for 91 frames 720 wide
TRAIL = 0.25  # of a movie's steps: for so long a trail stays dark

# Pixels where a panel is 500 wide, as in `softrein.pictures.captions`.
GAP, FRAME = 14, 2  # left and right of a box, and around it
ABOVE, BELOW = 8, 34  # more than BAND over the boxes; from a box to the words under it
MOVIE_BAND, MOVIE_FOOT, MOVIE_LEGEND = 46, 40, 17


def draw_page(
    bundle: SmokeBundle, runs: Sequence[tuple[str, Run]], pushes: Sequence[Push], path: str | Path,
    width: int, progress: Progress, whole: bool = False,
) -> None:  # fmt: skip
    """The full simulation, and runs that met `pushes`, side by side, as PNG; `whole` or not."""
    progress("panels", 0, 1 + len(runs))
    panels = [smoke_panels.full_simulation(bundle)]
    for name, run in runs:
        progress("panels", len(panels), 1 + len(runs))
        panels.append(smoke_panels.under(bundle, name, run, pushes))
    _draw_panels(bundle, panels, path, width)
    progress("panels", len(panels), len(panels))


def frames(
    bundle: SmokeBundle, run: Run, controller: str, pushes: Sequence[Push], steps: Sequence[int], small: bool,
) -> Iterator[np.ndarray]:  # fmt: skip
    """Those of a movie at some steps, with the reference as rings; `small` ones for .gif."""
    stage = _Stage(bundle, run, controller, pushes, GIF_WIDTH if small else MOVIE_WIDTH)
    leaves = []
    for step, (density, here) in enumerate(smoke_panels.carried(bundle, run.states)):
        leaves.append(here)
        if step in steps:
            yield stage.frame(step, density, np.array(leaves[-HEADING:]))


def warm(bundle: SmokeBundle) -> None:
    """Compile what carries smoke and leaves: a few go by the modes, many by the field."""
    flow = bundle.track.states[0][bundle.flow_start :]
    few = bundle.shape.positions(bundle.track.states[0])
    for points in (few, np.repeat(few, MANY, axis=0)):
        Tracers(bundle.modes, points, bundle.dt).advance(flow)
    Density(bundle.modes, bundle.density, bundle.dt).advance(flow)


class _Sheet(captions.Paper):
    """A figure with boxes side by side, measured in pixels from the top left."""

    def __init__(self, bundle: SmokeBundle, panels: int, panel: int, band: float, foot: float) -> None:
        """A panel is `panel` pixels wide; `band` and `foot`: room above and below, where that is 500."""
        unit, self.panel, (lx, ly) = panel / captions.PANEL, panel, bundle.extent
        scale = min((panel - 2 * GAP * unit) / lx, TALLEST * panel / ly)  # pixels a metre
        self.box = scale * lx, scale * ly
        self.top = round(band * unit)
        height = round(self.top + self.box[1] + foot * unit)
        super().__init__((panels * panel, height + height % 2), unit)  # even, as video needs
        self.boxes = [SmokeBox(bundle, self._axes(index, lx, ly), self.unit) for index in range(panels)]

    def _axes(self, index: int, lx: float, ly: float) -> Any:
        (width, height), left = self.size, (index + 0.5) * self.panel - self.box[0] / 2
        below = height - self.top - self.box[1]
        axes = self.figure.add_axes(
            (left / width, below / height, self.box[0] / width, self.box[1] / height),
            xlim=(0, lx), ylim=(0, ly), xticks=[], yticks=[], facecolor=GROUND,
        )  # fmt: skip
        for spine in axes.spines.values():
            spine.set(color=theme.FAINT_INK, linewidth=FRAME * self.unit * captions.POINTS)
        return axes

    def write(
        self, x: float, y: float, words: str, size: float, colour: str, bold: bool = False, **style: Any
    ) -> Any:
        """Likewise, with the first line on y."""
        lower = y + self.unit * captions.LINE * words.count("\n")
        return super().write(x, lower, words, size, colour, bold, **style)


# Pages


def _draw_panels(
    bundle: SmokeBundle, panels: Sequence[smoke_panels.SmokePanel], path: str | Path, width: int
) -> None:
    """The panels side by side, with their words, as PNG."""
    legend = _legend(bundle, panels)
    words = [smoke_panels.words_of(panel.gusts, bundle.dt * bundle.steps) for panel in panels]
    lines = max(0 if not each else 1 + each.count("\n") for each in words)
    foot = 10 + captions.LINE * lines + captions.LEGEND + captions.LINE * (1 + legend.count("\n"))
    sheet = _Sheet(bundle, len(panels), width // len(panels), captions.BAND + ABOVE, foot)
    unit = sheet.unit
    for index, (panel, box) in enumerate(zip(panels, sheet.boxes, strict=True)):
        middle = (index + 0.5) * sheet.panel
        title = f"({'abcdefgh'[index]}) {panel.title}"
        sheet.write_title(middle, title, panel.outcome, panel.verdict, panel.figures)
        _draw_panel(bundle, panel, box)
        below = sheet.top + sheet.box[1] + BELOW * unit
        sheet.write(middle, below, words[index], captions.LABEL, theme.PUSH, bold=True)
    lowest = sheet.size[1] - (16 + captions.LINE * legend.count("\n")) * unit
    sheet.write(sheet.size[0] / 2, lowest, legend, captions.LEGEND, theme.FAINT_INK)
    sheet.save(path)


def _legend(bundle: SmokeBundle, panels: Sequence[smoke_panels.SmokePanel]) -> str:
    """What the marks in the panels are, of those that are there, in lines that fit."""
    steered, leaves = bundle.particles > 0, len(bundle.carried) > 0
    beside = steered and not all(panel.is_full for panel in panels)
    entries = {
        "curves: paths of what is steered": steered,
        "dashed: the reference’s": beside,
        "rings: where it ends, home": beside,
        "yellow leaves: only carried": leaves,
        "green: the pushes": any(panel.gusts for panel in panels),
        "smoke: at the end": True,
    }
    shown = [words for words, there in entries.items() if there]
    return captions.in_lines(shown, captions.PANEL * len(panels))


def _draw_panel(bundle: SmokeBundle, panel: smoke_panels.SmokePanel, box: SmokeBox) -> None:
    """One panel: smoke, solids, leaves, paths with their ends, and on top of all the pushes."""
    box.smoke(panel.density, panel.smoke)
    for leaf in np.swapaxes(panel.leaves, 0, 1):
        box.carried_leaf(leaf)
    if not panel.is_full:
        for path in np.swapaxes(bundle.shape.positions(bundle.track.states), 0, 1):
            box.reference(path)
    for path in np.swapaxes(panel.paths, 0, 1):
        box.path(path, panel.line)
        box.steered(path, panel.line)
    strongest = max((gust.strength for gust in panel.gusts), default=0.0)
    for number, gust in enumerate(panel.gusts, 1):
        if gust.push.noise:
            box.varying_gust(gust)
        else:
            force = np.asarray(gust.push.force, dtype=float)
            box.gust(gust, force, strongest, number if len(panel.gusts) > 1 else None)


# Movies


class _Stage:
    """The frames of a movie of one run."""

    def __init__(
        self, bundle: SmokeBundle, run: Run, controller: str, pushes: Sequence[Push], width: int
    ) -> None:
        self._bundle, self._gusts = bundle, smoke_panels.gusts(bundle, pushes)
        self._smoke, self._line = theme.body_of(controller), theme.colour_of(controller)
        self._paths = bundle.shape.positions(run.states)
        self._reference = bundle.shape.positions(bundle.track.states)
        self._strongest = max((_peak(gust, bundle) for gust in self._gusts), default=0.0)
        self._sheet = _Sheet(bundle, 1, width, MOVIE_BAND, MOVIE_FOOT)
        self._clock = self._write_words(title_of(controller, pushes))

    def _write_words(self, title: str) -> Any:
        """Title and legend; returns where the time is written."""
        sheet, down = self._sheet, 33 * self._sheet.unit
        left, right = (sheet.panel - sheet.box[0]) / 2, (sheet.panel + sheet.box[0]) / 2
        sheet.write(left, down, title, captions.NOTE, theme.INK, bold=True, ha="left")
        entries = ["rings: the reference"] * (self._bundle.particles > 0)
        entries += ["green: pushes"] * bool(self._gusts)
        lowest = sheet.size[1] - 13 * sheet.unit
        sheet.write(sheet.panel / 2, lowest, captions.BETWEEN.join(entries), MOVIE_LEGEND, theme.FAINT_INK)
        return sheet.write(right, down, "", captions.NOTE, theme.FAINT_INK, ha="right")

    def frame(self, step: int, density: np.ndarray, leaves: np.ndarray) -> np.ndarray:
        """One frame (height, width, 3), with an even number of pixels each way.

        `density` is (nx, ny); `leaves` (some last steps, k, 2) m are drawn along their way.
        """
        box, kept = self._sheet.boxes[0], max(int(TRAIL * self._bundle.steps), 1)
        box.clear()
        box.smoke(density, self._smoke)
        for leaf in np.swapaxes(leaves, 0, 1):
            box.carried_leaf(leaf)
        for particle in range(self._bundle.particles):
            path = self._paths[: step + 1, particle]
            box.reference(self._reference[: step + 1, particle])
            box.trail(path, self._line, kept)
            box.steered(path, self._line)
        self._draw_gusts(box, step)
        self._clock.set_text(f"{step * self._bundle.dt:.2f} s")
        self._sheet.canvas.draw()
        return np.asarray(self._sheet.canvas.buffer_rgba())[..., :3].copy()

    def _draw_gusts(self, box: SmokeBox, step: int) -> None:
        """The pushes that act at a step, or acted a moment ago."""
        shortest = SHORTEST_ARROW * self._bundle.dt * self._bundle.steps / MOVIE_FRAMES
        for gust in self._gusts:
            since = step * self._bundle.dt - gust.push.time
            if 0 <= since < max(gust.push.duration, shortest):
                box.gust(gust, gust.push.strength(min(since, gust.push.duration)), self._strongest)


def _peak(gust: smoke_panels.Gust, bundle: SmokeBundle) -> float:
    """The largest strength that a gust has at any step, m/s^2: with noise, less than it might have."""
    times = np.arange(0.0, min(gust.push.duration, bundle.steps * bundle.dt), bundle.dt)
    return max((float(np.linalg.norm(gust.push.strength(time))) for time in times), default=gust.strength)
