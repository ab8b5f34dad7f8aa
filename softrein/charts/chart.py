"""The figure of a chart; it imports matplotlib, and is imported only where a chart is drawn."""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from softrein.base import theme


class Chart(Figure):
    """A figure whose words get their places once it is laid out (`softrein.charts.labels`).

    It does not use pyplot's global state, so that any program can draw it.
    """

    canvas: FigureCanvasAgg

    def __init__(self, size: tuple[float, float], dpi: float) -> None:
        """Make an empty figure of `size` inches."""
        layout = ConstrainedLayoutEngine(wspace=0.06)
        super().__init__(figsize=size, dpi=dpi, facecolor=theme.PAPER, layout=layout)
        FigureCanvasAgg(self)
        self.arrangements: list[Callable[[], None]] = []  # functions that place the labels
