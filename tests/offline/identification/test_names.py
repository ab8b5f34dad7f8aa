"""A delay is found on a tiny body; mistakes by command or in Python give one line, and leave no file."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import softrein
from offline.identification import identify as stages
from offline.identification.identify import Options, identify
from offline.identification.parameters import parameters_of
from softrein.cli import app
from softrein.errors import SceneError, SoftreinError
from tests.house.test_arguments import check
from tests.offline.identification.test_identify import recorded, tiny

SMALL = {
    "mesh": {"body": "block", "cells": [3, 2, 2], "size": [0.3, 0.08, 0.08], "fixed": ["xmin"]},
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
        (
            ["--fit", "young", "--inputs", "own.csv"],
            "no column has the name of a cable or chamber of the scene, a named load",
        ),
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


def test_arguments_in_python_are_checked(tmp_path: Path, monkeypatch) -> None:
    """Fed with what they are not, before anything is simulated."""
    path = tmp_path / "own.csv"
    path.write_text("time,m0_x,m0_y,m0_z\n0,1,2,3\n1,1,2,3\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        stages, "identify", lambda scene, recording, names, *_: parameters_of(names, scene)[0].value
    )
    check({"identify": (softrein.identify, {"scene": tiny(), "recording": path, "fit": "young"})})
    for given, words in (
        ({"held_out": "two.csv"}, "held_out: wanted a list of files, not 'two.csv'"),
        ({"held_out": [5]}, r"held_out\[0\]: wanted the path of a file, not 5"),
        ({"fit": 5}, "fit: wanted names of what is to be found, such as 'young,damping', not 5"),
        ({"fit": ["young", 5]}, "fit: wanted text, names"),
        ({"unit": "mm"}, "unit: wanted a number above 0, not 'mm'"),
        ({"speed": 1}, "'speed': the possible arguments are placed, inputs, unit and rate"),
    ):
        with pytest.raises(SceneError, match=words):
            softrein.identify(**{"scene": tiny(), "recording": path, "fit": "young", **given})
