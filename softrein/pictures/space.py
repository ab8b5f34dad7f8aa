"""Pictures and movies of smoke in space: pages of panels, and frames, rendered by VTK.

`softrein.pictures.smoke_panels` determines their content, `softrein.pictures.space_box` draws it, and the
words around it are those of smoke in a plane (`softrein.pictures.smoke_sheet`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runtime.base.progress import Progress
from softrein.base import theme
from softrein.pictures import captions, offscreen, smoke_panels
from softrein.pictures.motion import MOVIE_WIDTH
from softrein.pictures.offscreen import Sheet, Studio, Thing, View
from softrein.pictures.panels import title_of
from softrein.pictures.smoke import GIF_WIDTH, SHOWN, TRAIL, warm
from softrein.pictures.smoke_sheet import movie, page
from softrein.pictures.space_box import SpaceBox

if TYPE_CHECKING:
    from runtime.bundle.smoke import SmokeBundle
    from runtime.plant.push import Push
    from runtime.run import Run

__all__ = ["SHOWN", "draw_page", "frames", "warm"]

AZIMUTH, ELEVATION = 28.0, 12.0  # degrees, camera direction
TALLEST = 1.8  # largest height of a picture, in panel widths
OVERSAMPLING = 2  # low, as ray casting through smoke is slow
SEEN_THROUGH, REACH = 0.6, 0.14  # opacity of paths behind smoke and solids, and of regions where gusts act
SHADOW, BLUR = 0.3, 1 / 120  # strength of the shadow, and its blur as a fraction of the width
OLD_PALER = 0.6  # how much paler (towards white) the older part of a trail is


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
    offscreen.load_pyvista()
    panels = smoke_panels.told(bundle, runs, pushes, progress)
    panel = width // len(panels)
    view, box = view_of(bundle, panel, int(TALLEST * panel)), SpaceBox(bundle)
    sheet = page(bundle, panels, panel, view.size)
    with Studio(view, OVERSAMPLING) as studio:
        for index, each in enumerate(panels):
            left, below = sheet.corner(index)
            sheet.figure.figimage(
                _paint(bundle, box, each, studio), round(left), round(below), origin="upper"
            )
            if len(each.gusts) > 1:
                for number, gust in enumerate(each.gusts, 1):
                    x, y = view.project(gust.place)
                    at = (left + x, sheet.top + y - captions.LABEL * sheet.unit)
                    sheet.write(*at, str(number), captions.LABEL, theme.PUSH, bold=True)
    sheet.save(path)


def frames(
    bundle: SmokeBundle, run: Run, controller: str, pushes: Sequence[Push], steps: Sequence[int], small: bool
) -> Iterator[np.ndarray]:
    """Yield the frames of a movie at some steps, with the reference as rings; `small` ones for .gif."""
    offscreen.load_pyvista()
    width, gusts = GIF_WIDTH if small else MOVIE_WIDTH, smoke_panels.gusts(bundle, pushes)
    view = view_of(bundle, width, int(1.2 * width))
    title = title_of(controller, pushes)
    sheet, clock = movie(bundle, title, bool(gusts), width, view.size)
    panel = smoke_panels.under(bundle, controller, run, pushes)
    left, below = map(round, sheet.corner(0))
    image = sheet.figure.figimage(np.ones((*view.size[::-1], 3)), left, below, origin="upper")
    with Studio(view, OVERSAMPLING) as studio:
        stage = _Stage(bundle, panel, studio)
        for step, (density, _) in enumerate(smoke_panels.carried(bundle, run.states)):
            if step in steps:
                image.set_data(stage.frame(step, density))
                clock.set_text(f"{step * bundle.dt:.2f} s")
                sheet.canvas.draw()
                yield np.asarray(sheet.canvas.buffer_rgba())[..., :3].copy()


def view_of(bundle: SmokeBundle, width: int, tallest: int) -> View:
    """A view of the whole box, from its front and slightly above."""
    corners = np.array(list(product(*((0.0, length) for length in bundle.extent))))
    axes = offscreen.axes_of(AZIMUTH, ELEVATION)
    return offscreen.frame(corners, axes, width // 2 * 2, (width // 4 * 2, tallest // 2 * 2))


def _paint(bundle: SmokeBundle, box: SpaceBox, panel: smoke_panels.SmokePanel, studio: Studio) -> np.ndarray:
    """One panel: smoke, solids, leaves, paths with their ends, and on top of all the pushes."""
    towards, things = studio.view.axes[2], [box.carried(leaf) for leaf in panel.leaves[-1]]
    for path in np.swapaxes(panel.paths, 0, 1):
        things += [*box.path(path, panel.line), box.steered(path[-1], panel.line)]
    if not panel.is_full:
        for path in np.swapaxes(bundle.shape.positions(bundle.track.states), 0, 1):
            things += box.reference(path, towards)
    sheet = _smoky(box, studio, panel.density, panel.smoke, things)
    strongest = max((gust.strength for gust in panel.gusts), default=0.0)
    arrows: list[Thing] = []
    for gust in panel.gusts:
        force = np.asarray(gust.push.force, dtype=float)
        arrows += box.arrows(gust) if gust.push.noise else box.arrow(gust, force, strongest)
    return _blown(box, sheet, panel.gusts, arrows)


def _smoky(box: SpaceBox, studio: Studio, density: np.ndarray, colour: str, things: Sequence[Thing]) -> Sheet:
    """Smoke with its shadow and all that is in it; `things` are seen through it a little."""
    sheet = Sheet(studio)
    sheet.lay_shadow([box.shadow(density)], SHADOW, BLUR * studio.view.size[0])
    sheet.lay([*box.around, box.smoke(density, colour), *things])
    sheet.lay(things, SEEN_THROUGH)
    return sheet


def _blown(
    box: SpaceBox, sheet: Sheet, gusts: Sequence[smoke_panels.Gust], arrows: Sequence[Thing]
) -> np.ndarray:
    """The finished image, with where gusts blow, and their arrows."""
    sheet.lay([box.reach(gust) for gust in gusts], REACH)
    sheet.lay(arrows)
    return sheet.finished()


class _Stage:
    """The common parts of the frames of a movie of one run."""

    def __init__(self, bundle: SmokeBundle, panel: smoke_panels.SmokePanel, studio: Studio) -> None:
        self._bundle, self._panel, self._studio, self._box = bundle, panel, studio, SpaceBox(bundle)
        self._reference = bundle.shape.positions(bundle.track.states)
        self._strongest = max((gust.peak(bundle) for gust in panel.gusts), default=0.0)
        self._kept = max(int(TRAIL * bundle.steps), 1)

    def frame(self, step: int, density: np.ndarray) -> np.ndarray:
        """The image (height, width, 3) at a step with its density (cells)."""
        box, panel, towards = self._box, self._panel, self._studio.view.axes[2]
        things, young = [box.carried(leaf) for leaf in panel.leaves[step]], max(step - self._kept, 0)
        for particle in range(self._bundle.particles):
            path = panel.paths[: step + 1, particle]
            things += box.path(path[: young + 1], theme.paler(panel.line, OLD_PALER))
            things += [*box.path(path[young:], panel.line), box.steered(path[-1], panel.line)]
            things += box.reference(self._reference[: step + 1, particle], towards)
        sheet = _smoky(box, self._studio, density, panel.smoke, things)
        blowing = list(smoke_panels.blowing(self._bundle, panel.gusts, step))
        arrows = [thing for gust, force in blowing for thing in box.arrow(gust, force, self._strongest)]
        return _blown(box, sheet, [gust for gust, _ in blowing], arrows)
