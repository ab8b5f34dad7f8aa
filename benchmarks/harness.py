"""Rows of benchmarks, the timing of two functions against each other, and tables of results.

These machines are noisy, and a time alone says little. So two functions are timed in turns, a b a b ..., in
one process, and the medians of many turns are compared; whatever slows the machine down slows both.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Literal

from runtime.realtime import no_collections
from softrein.base.machine import describe_machine

NO_CROCODDYL = "crocoddyl is not installed: it comes with softrein[bench]"
WARM_UP_CALLS = 2  # the first compiles or loads a kernel, the second touches its memory
SHORTEST_SAMPLE = 1e-3  # s; ten thousand times the clock's resolution and the cost of a call
FEWEST_SAMPLES = 5


@dataclass(frozen=True)
class Row:
    """One line of the results: a measurement, and the bar that it has to reach.

    `measured` and `bar` are in `unit`: "x" for a ratio, "s" for seconds, or whatever it says.
    """

    what: str
    measured: float
    bar: float
    sense: Literal["at least", "at most"]
    unit: str = "x"
    detail: str = ""

    @property
    def met(self) -> bool:
        """Whether the bar is reached; a measurement that is not a number does not reach it."""
        return self.measured >= self.bar if self.sense == "at least" else self.measured <= self.bar

    def cells(self) -> tuple[str, str, str, str, str]:
        """The row as text: what, bar, measured, met, detail."""
        bar = f"{self.sense} {self.bar:g} {self.unit}"
        measured = f"{self.measured:.3g} {self.unit}"
        return self.what, bar, measured, "met" if self.met else "**missed**", self.detail


def unmeasured(what: str, bar: float, unit: str, why: str) -> Row:
    """A row without a measurement, which misses its bar; `why` says why nothing could be measured."""
    return Row(what, math.nan, bar, "at most", unit, why)


def compare_times(
    a: Callable[[], object], b: Callable[[], object], repeats: int = 200, budget_s: float = 5.0
) -> tuple[float, float]:
    """Median seconds of one call of `a` and of one call of `b`, timed in turns.

    Short functions are called many times a sample. There are `repeats` samples of each, fewer when
    `budget_s` seconds are over, but never fewer than five.
    """
    calls = [_calls_per_sample(function) for function in (a, b)]
    times: tuple[list[float], list[float]] = ([], [])
    end = perf_counter() + budget_s
    with no_collections():
        for sample in range(max(repeats, FEWEST_SAMPLES)):
            if sample >= FEWEST_SAMPLES and perf_counter() > end:
                break
            for function, count, seconds in zip((a, b), calls, times, strict=True):
                seconds.append(_time(function, count))
    return median(times[0]), median(times[1])


def _calls_per_sample(function: Callable[[], object]) -> int:
    """How many calls make a sample long enough for the clock; warms the function up."""
    for _ in range(WARM_UP_CALLS):
        function()
    calls = 1
    while (seconds := _time(function, calls) * calls) < SHORTEST_SAMPLE:
        calls = max(2 * calls, int(1.2 * calls * SHORTEST_SAMPLE / max(seconds, 1e-7)))
    return calls


def _time(function: Callable[[], object], calls: int) -> float:
    """Seconds a call, over `calls` calls in a row."""
    turns = range(calls)
    start = perf_counter()
    for _ in turns:
        function()
    return (perf_counter() - start) / calls


def table(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table with aligned columns, which can be read in a terminal as well."""
    lines = [("what", "bar", "measured", "", "detail"), *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    text = ["| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([text[0], rule, *text[1:]])


def machine() -> dict[str, str]:
    """The day, the machine and the software that the figures were measured on."""
    return {"date": date.today().isoformat(), **describe_machine()}


def write_results(path: Path, rows: Sequence[Row]) -> None:
    """Write the results as a Markdown page; it appears only when whole."""
    facts = "\n".join(f"- {name}: {value}" for name, value in machine().items())
    met = sum(row.met for row in rows)
    page = (
        "# Benchmarks\n\n"
        f"{met} of {len(rows)} bars met. `./dev bench` repeats all of this and rewrites this file;"
        " `./dev bench NAME` runs `bench_NAME.py` alone.\n\n"
        "Everything runs in one process on one thread. The two sides of a ratio are timed in turns, and their"
        " medians are compared.\n\n"
        f"{table(rows)}\n\n## Machine\n\n{facts}\n"
    )
    temporary = path.with_suffix(".partial")
    temporary.write_text(page, encoding="utf-8")
    os.replace(temporary, path)
