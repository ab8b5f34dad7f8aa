"""A delay is found on a tiny body; mistakes of the command are one line and leave nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from offline.identification.identify import Options, identify
from softrein.cli import app
from softrein.errors import SoftreinError
from tests.offline.identification.test_identify import recorded, tiny

SMALL = {
    "mesh": {"body": "block", "cells": [3, 1, 1], "size": [0.3, 0.08, 0.08], "fixed": ["xmin"]},
    "time": {"step": 0.01, "steps": 60},
}


@pytest.mark.slow("fits a body by full runs")
def test_a_delay_is_found():
    scene = tiny(**SMALL)
    own = recorded(scene)
    own = own._replace(times=own.times[28:] - own.times[28], points=own.points[28:])
    found = identify(scene, own, ["delay"], Options())
    assert found["delay"] == pytest.approx(0.02, abs=5e-3)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--fit", "magic"], "what can be found is"),
        (["--fit", "gain"], "nothing drives it"),
        (["--fit", "young", "--inputs", "own.csv"], "no column is called as a cable or chamber of the scene"),
        (["--fit", "young", "--inputs", "none.csv"], "none.csv"),
        (["--fit", "young.nose"], "none of 'nose'"),
        (["--fit", "young", "--unit", "stone"], "--unit"),
        (["--fit", "young", "-o", "fitted.json"], "ends in .toml"),
    ],
)
def test_a_mistake_leaves_nothing(tmp_path: Path, monkeypatch, words, expected):
    monkeypatch.chdir(tmp_path)
    Path("own.csv").write_text("time,a_x,a_y,a_z\n0,1,2,3\n1,1,2,3\n")
    result = CliRunner().invoke(app, ["identify", "beam", "--recording", "own.csv", *words])
    assert isinstance(result.exception, SoftreinError)  # of which `main` makes one line and exit code 2
    assert expected in str(result.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["own.csv"]
