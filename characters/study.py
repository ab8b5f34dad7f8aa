"""The results of a study of characters: tables, curves and recorded motions.

Nothing here draws; `softrein` makes pages and pictures of the results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Cell = str | float | None  # None where there is nothing to say
Column = Callable[..., Cell]


@dataclass(frozen=True)
class Table:
    """A table: a title, the heads of its columns with units in them, its rows, and a remark."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    note: str = ""

    @classmethod
    def of(
        cls, title: str, cases: Iterable[tuple[object, ...]], columns: Mapping[str, Column], note: str = ""
    ) -> Table:
        """Make a table with a row for each case, by each column's function of the case's parts."""
        rows = [[cell(*case) for cell in columns.values()] for case in cases]
        return cls(title, tuple(columns), rows, note)


@dataclass(frozen=True)
class Curves:
    """Lines of one chart: name -> (x, y), arrays of one length; NaN in y interrupts a line."""

    title: str
    x: str  # what the axis shows, with its unit
    y: str
    lines: dict[str, tuple[np.ndarray, np.ndarray]]
    log: str = ""  # which axes are logarithmic: "", "x", "y" or "xy"
    marks: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)  # points, drawn as such


@dataclass(frozen=True)
class Recording:
    """A motion of a MuJoCo model, to be drawn: the model's text, and its coordinates at some times."""

    xml: str
    times: np.ndarray  # (frames,) s
    coordinates: np.ndarray  # (frames, nq)
    shown: Sequence[float] = ()  # the times (s) that a strip of pictures shows; evenly spaced if empty
    camera: str = ""  # of the model; its first where empty


@dataclass(frozen=True)
class Study:
    """A finished comparison: its question and its results."""

    name: str  # of the command line: "impacts"
    title: str
    source: str  # paper and section or figure
    text: str  # what was compared and what came out, in a few sentences, with the numbers
    tables: Sequence[Table] = ()
    curves: Sequence[Curves] = ()
    recordings: dict[str, Recording] = field(default_factory=dict)  # by words for a picture's title

    def as_data(self) -> dict[str, object]:
        """Plain data for JSON, without curves and recordings."""
        data: dict[str, object] = {name: getattr(self, name) for name in ("name", "title", "source", "text")}
        return data | {"tables": [asdict(table) for table in self.tables]}
