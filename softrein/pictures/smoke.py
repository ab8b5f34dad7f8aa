"""Pictures and movies of smoke in a box: pages of panels, and frames.

`softrein.pictures.smoke_panels` determines their content, `softrein.pictures.smoke_box` draws it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runtime.base.progress import Progress
from runtime.control.registry import LQR, NONE, PD
from runtime.smoke.tracers import Density, Tracers
from softrein.base import theme
from softrein.pictures import captions, smoke_panels
from softrein.pictures.motion import MOVIE_WIDTH
from softrein.pictures.panels import title_of
from softrein.pictures.smoke_box import GROUND, HEADING, SmokeBox
from softrein.pictures.smoke_sheet import SmokeSheet, movie, page

if TYPE_CHECKING:
    from runtime.bundle.smoke import SmokeBundle
    from runtime.plant.push import Push
    from runtime.run import Run

SHOWN = (NONE.name, LQR.name, PD.name)  # default controllers
MANY = 1000  # most points in smoke
TALLEST = 1.8  # largest height of a box, in panel widths
GIF_WIDTH = 480  # pixels; smoke compresses badly: 15 MB for 91 frames 720 wide
TRAIL = 0.25  # fraction of a movie's steps for which a trail stays dark

# In pixels for a panel 500 wide, as in `softrein.pictures.captions`.
GAP, FRAME = 14, 2  # margin left and right of a box, and width of its frame


def draw_page(
    bundle: SmokeBundle,
    runs: Sequence[tuple[str, Run]],
    pushes: Sequence[Push],
    path: str | Path,
    width: int,
    progress: Progress,
    whole: bool = False,
) -> None:
    """The full simulation, and runs that met `pushes`, side by side, as PNG; `whole` or not."""
    panels = smoke_panels.told(bundle, runs, pushes, progress)
    panel = width // len(panels)
    sheet = page(bundle, panels, panel, _box_of(bundle, panel))
    for index, each in enumerate(panels):
        _draw_panel(bundle, each, _drawn_on(sheet, bundle, index))
    sheet.save(path)


def frames(
    bundle: SmokeBundle, run: Run, controller: str, pushes: Sequence[Push], steps: Sequence[int], small: bool
) -> Iterator[np.ndarray]:
    """Yield the frames of a movie at some steps, with the reference as rings; `small` ones for .gif."""
    stage = _Stage(bundle, run, controller, pushes, GIF_WIDTH if small else MOVIE_WIDTH)
    leaves = []
    for step, (density, here) in enumerate(smoke_panels.carried(bundle, run.states)):
        leaves.append(here)
        if step in steps:
            yield stage.frame(step, density, np.array(leaves[-HEADING:]))


def warm(bundle: SmokeBundle) -> None:
    """Compile the kernels that carry smoke and leaves: few points use the modes, many use the field."""
    flow = bundle.track.states[0][bundle.flow_start :]
    few = bundle.shape.positions(bundle.track.states[0])
    for points in (few, np.repeat(few, MANY, axis=0)):
        Tracers(bundle.modes, points, bundle.dt).advance(flow)
    Density(bundle.modes, bundle.density, bundle.dt).advance(flow)


def _box_of(bundle: SmokeBundle, panel: int) -> tuple[float, float]:
    """Width and height of a box in pixels, where a panel is `panel` wide."""
    lx, ly = bundle.extent
    scale = min((panel - 2 * GAP * panel / captions.PANEL) / lx, TALLEST * panel / ly)  # pixels per metre
    return scale * lx, scale * ly


def _drawn_on(sheet: SmokeSheet, bundle: SmokeBundle, index: int) -> SmokeBox:
    """A box on a page, to be drawn on."""
    (width, height), (left, below), (lx, ly) = sheet.size, sheet.corner(index), bundle.extent
    axes = sheet.figure.add_axes(
        (left / width, below / height, sheet.box[0] / width, sheet.box[1] / height),
        xlim=(0, lx),
        ylim=(0, ly),
        xticks=[],
        yticks=[],
        facecolor=GROUND,
    )
    for spine in axes.spines.values():
        spine.set(color=theme.FAINT_INK, linewidth=FRAME * sheet.unit * captions.POINTS)
    return SmokeBox(bundle, axes, sheet.unit)


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
        self._strongest = max((gust.peak(bundle) for gust in self._gusts), default=0.0)
        title, box = title_of(controller, pushes), _box_of(bundle, width)
        self._sheet, self._clock = movie(bundle, title, bool(self._gusts), width, box)
        self._box = _drawn_on(self._sheet, bundle, 0)

    def frame(self, step: int, density: np.ndarray, leaves: np.ndarray) -> np.ndarray:
        """One frame (height, width, 3), with an even number of pixels each way.

        `density` is (nx, ny); `leaves` (some last steps, k, 2) m are drawn along their way.
        """
        box, kept = self._box, max(int(TRAIL * self._bundle.steps), 1)
        box.clear()
        box.smoke(density, self._smoke)
        for leaf in np.swapaxes(leaves, 0, 1):
            box.carried_leaf(leaf)
        for particle in range(self._bundle.particles):
            path = self._paths[: step + 1, particle]
            box.reference(self._reference[: step + 1, particle])
            box.trail(path, self._line, kept)
            box.steered(path, self._line)
        for gust, force in smoke_panels.blowing(self._bundle, self._gusts, step):
            box.gust(gust, force, self._strongest)
        self._clock.set_text(f"{step * self._bundle.dt:.2f} s")
        self._sheet.canvas.draw()
        return np.asarray(self._sheet.canvas.buffer_rgba())[..., :3].copy()
