"""The page of a picture or movie of smoke: boxes side by side, and the words above and below them."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING, Literal

from softrein.base import theme
from softrein.pictures import captions, smoke_panels

if TYPE_CHECKING:
    from matplotlib.text import Text

    from runtime.bundle.smoke import SmokeBundle

# In pixels for a panel 500 wide, as in `softrein.pictures.captions`.
ABOVE, BELOW = 8, 34  # additional space over the boxes beyond BAND; distance from a box to the words under it
MOVIE_BAND, MOVIE_FOOT, MOVIE_LEGEND = 46, 40, 17


class SmokeSheet(captions.Paper):
    """A figure with room for boxes side by side, measured in pixels from the top left."""

    def __init__(self, panels: int, panel: int, box: tuple[float, float], band: float, foot: float) -> None:
        """A panel is `panel` pixels wide and a box is `box` pixels (width, height).

        `band` and `foot` are the room above and below, where a panel is 500 wide.
        """
        unit, self.panel, self.box = panel / captions.PANEL, panel, box
        self.top = round(band * unit)
        height = round(self.top + self.box[1] + foot * unit)
        super().__init__((panels * panel, height + height % 2), unit)  # video requires even sizes

    def corner(self, index: int) -> tuple[float, float]:
        """The lower left corner of a box, in pixels from the lower left of the figure."""
        return (index + 0.5) * self.panel - self.box[0] / 2, self.size[1] - self.top - self.box[1]

    def write(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: str,
        bold: bool = False,
        ha: Literal["left", "center", "right"] = "center",
    ) -> Text:
        """Write words, with the first line on y."""
        lower = y + self.unit * captions.LINE * words.count("\n")
        return super().write(x, lower, words, size, colour, bold, ha)


def page(
    bundle: SmokeBundle, panels: Sequence[smoke_panels.SmokePanel], panel: int, box: tuple[float, float]
) -> SmokeSheet:
    """A page with all its words, on which only the boxes are missing."""
    legend = _legend(bundle, panels)
    words = [smoke_panels.words_of(each.gusts, bundle.dt * bundle.steps) for each in panels]
    lines = max(0 if not each else 1 + each.count("\n") for each in words)
    foot = 10 + captions.LINE * lines + captions.LEGEND + captions.LINE * (1 + legend.count("\n"))
    sheet = SmokeSheet(len(panels), panel, box, captions.BAND + ABOVE, foot)
    for index, each in enumerate(panels):
        middle = (index + 0.5) * panel
        title = f"({ascii_lowercase[index]}) {each.title}"
        sheet.write_title(middle, title, each.outcome, each.verdict, each.figures)
        below = sheet.top + box[1] + BELOW * sheet.unit
        sheet.write(middle, below, words[index], captions.LABEL, theme.PUSH, bold=True)
    lowest = sheet.size[1] - (16 + captions.LINE * legend.count("\n")) * sheet.unit
    sheet.write(sheet.size[0] / 2, lowest, legend, captions.LEGEND, theme.FAINT_INK)
    return sheet


def movie(
    bundle: SmokeBundle, title: str, is_pushed: bool, panel: int, box: tuple[float, float]
) -> tuple[SmokeSheet, Text]:
    """A page for the frames of a movie, and where on it the time is written."""
    sheet = SmokeSheet(1, panel, box, MOVIE_BAND, MOVIE_FOOT)
    down, left = 33 * sheet.unit, (panel - box[0]) / 2
    sheet.write(left, down, title, captions.NOTE, theme.INK, bold=True, ha="left")
    entries = ["rings: the reference"] * (bundle.particles > 0)
    entries += ["green: pushes"] * is_pushed
    lowest = sheet.size[1] - 13 * sheet.unit
    sheet.write(panel / 2, lowest, captions.BETWEEN.join(entries), MOVIE_LEGEND, theme.FAINT_INK)
    return sheet, sheet.write(panel - left, down, "", captions.NOTE, theme.FAINT_INK, ha="right")


def _legend(bundle: SmokeBundle, panels: Sequence[smoke_panels.SmokePanel]) -> str:
    """Return the legend of the marks in the panels, in lines that fit."""
    steered, leaves = bundle.particles > 0, len(bundle.carried) > 0
    beside = steered and not all(panel.is_full for panel in panels)
    entries = {
        "curves: paths of what is steered": steered,
        "dashed: the reference’s": beside,
        "rings: where the reference ends": beside,
        "yellow leaves: only carried": leaves,
        "green: the pushes": any(panel.gusts for panel in panels),
        "smoke: at the end": True,
    }
    shown = [words for words, there in entries.items() if there]
    return captions.in_lines(shown, captions.PANEL * len(panels))
