"""docs/real-robot.md, from its beginning to its end."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from softrein import load
from softrein.cli import app
from tests.house.test_readme import BLOCKS, ROOT

PACE = ("--pace", "4")  # beside the tests of other processes
PAGE = "docs/real-robot.md"


@pytest.mark.slow("a document's blocks, one after the other")
@pytest.mark.filterwarnings("ignore::UserWarning")  # that twelve modes are few
def test_the_page_works_from_its_beginning_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = ""
    for block in (each for each in BLOCKS if each.id.startswith(PAGE)):
        if block.language == "toml":
            name = re.search(r'^name = "(\w+)"', block.text, re.M)
            assert name
            Path(f"{name[1]}.toml").write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            exec(compile(block.text, block.id, "exec"), {"__name__": "__main__"})
        elif block.language == "sh":
            printed += "".join(run(line) for line in block.text.splitlines())
    found = re.search(r"young\W+60000\W+(\d+)", printed)
    assert found
    assert float(found[1]) == pytest.approx(54e3, rel=0.01)
    bundle = load("arm.softrein")
    assert bundle.run(controller="lqr").error < 0.2 * bundle.run(controller="none").error
    off = re.search(r"the tip is ([\d.]+) mm", printed)
    assert off
    assert float(off[1]) < 2.0  # without control: 8 mm


def run(line: str) -> str:
    """What a line prints."""
    words = shlex.split(line)
    if words[0] == "python":
        command = [sys.executable, str(ROOT / words[1]), *words[2:], *PACE]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout
    assert words[0] == "softrein"
    made = CliRunner().invoke(app, words[1:], catch_exceptions=False)
    assert made.exit_code == 0, made.output
    return made.output
