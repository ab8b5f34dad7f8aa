"""Tests of `benchmarks.harness`, by which all benchmarks are timed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.__main__ import available, main
from benchmarks.harness import FEWEST_SAMPLES, Row, compare_times, table, write_results


@pytest.mark.parametrize(
    ("sense", "measured", "met"),
    [
        ("at least", 3.0, True),
        ("at least", 2.0, False),
        ("at most", 2.0, True),
        ("at most", 3.0, False),
        ("at least", float("nan"), False),
        ("at most", float("nan"), False),
    ],
)
def test_a_row_knows_whether_its_bar_is_met(sense, measured, met):
    row = Row("speed", measured, 2.5, sense)
    assert row.met == met
    assert ("missed" in table([row])) == (not met)


class Clock:
    """A clock that only the functions it makes move on: what a busy machine does cannot fail a test."""

    def __init__(self) -> None:
        self.now = 0.0
        self.calls: list[str] = []

    def __call__(self) -> float:
        return self.now

    def taking(self, seconds: float, name: str = "") -> Callable[[], None]:
        """A function that takes so long."""

        def function() -> None:
            self.now += seconds
            self.calls.append(name)

        return function


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("benchmarks.harness.perf_counter", clock)
    return clock


@pytest.mark.parametrize("seconds", [2e-6, 0.002, 1.0])
def test_times_are_those_of_one_call(clock, seconds):
    one, three = compare_times(clock.taking(seconds), clock.taking(3 * seconds), repeats=7, budget_s=1e9)
    assert one == pytest.approx(seconds)
    assert three == pytest.approx(3 * seconds)


def test_a_hiccup_does_not_count(clock):
    def hiccup() -> None:
        clock.now += 5.0 if clock.calls.count("hiccup") == 6 else 0.002
        clock.calls.append("hiccup")

    other, steady = compare_times(hiccup, clock.taking(0.002), repeats=9, budget_s=1e9)
    assert clock.now > 5.0
    assert other == pytest.approx(steady)


def test_the_two_take_turns(clock):
    compare_times(clock.taking(0.002, "a"), clock.taking(0.002, "b"), repeats=6)
    assert "".join(clock.calls).endswith("ab" * 6)


def test_the_budget_is_kept_but_five_samples_are_always_taken(clock):
    compare_times(clock.taking(1.0, "a"), clock.taking(1.0, "b"), repeats=1000, budget_s=0.5)
    assert "".join(clock.calls).endswith("ab" * FEWEST_SAMPLES)
    assert len(clock.calls) < 20  # those, the warm-ups and the calls that find how long a sample is


def test_results_say_what_was_measured_and_on_what(tmp_path: Path):
    path = tmp_path / "RESULTS.md"
    rows = [Row("speed", 3.0, 2.5, "at least", "x", "r = 24"), Row("time", 2.0, 1.0, "at most", "s")]
    write_results(path, rows)
    page = path.read_text()
    assert "1 of 2 bars met" in page
    assert "| speed | at least 2.5 x | 3 x      | met        | r = 24 |" in page
    assert "BLAS" in page
    assert list(tmp_path.iterdir()) == [path]


def test_an_unknown_benchmark_is_an_error_that_lists_the_known(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["warp_drive"])
    assert stop.value.code == 2
    assert "warp_drive" in (message := capsys.readouterr().err)
    assert all(name in message for name in available())
