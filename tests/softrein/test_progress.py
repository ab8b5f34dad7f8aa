"""Progress of a command whose standard error is a file, not a terminal."""

from __future__ import annotations

import pytest

from softrein.base import progress


def tell(steps: list[tuple[str, int, int]]) -> None:
    with progress.progress_bars() as report:
        for step in steps:
            report(*step)


def test_a_line_for_each_step_that_took_a_while(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LONG", 5.0)
    clock = iter([0.0, 1.0, 9.0, 9.5, 30.0, 31.0])
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
    tell([("full runs", 0, 2), ("full runs", 2, 2), ("basis", 3, 3), ("gains", 1, 1), ("gains", 1, 1)])
    out, err = capfd.readouterr()
    assert not out
    assert err.splitlines() == ["full runs: 2 in 9 s", "gains: 1 in 20 s"]


def test_names_reach_no_terminal_as_they_are(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LONG", 0.0)
    tell([("a\x1b[31m", 1, 1)])
    assert "\x1b" not in capfd.readouterr().err
