"""docs/silicone-finger.md from its beginning to its end, coarsely: its own blocks, one after the other."""

from __future__ import annotations

import contextlib
import io
import shlex
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from scipy.io import loadmat
from typer.testing import CliRunner

from meshes import TetMesh, write_mesh
from meshes.formats.surfaces import read_surface
from meshes.shapes.procedural import fill
from meshes.tetmesh import boundary_volume
from offline.campaign.campaign import run_campaign
from offline.pipeline.base import table
from softrein import load
from softrein.cli import app
from tests.house.test_readme import BLOCKS, RUN_AS_A_WHOLE, Block

PAGE = [each for each in BLOCKS if each.id.startswith(RUN_AS_A_WHOLE)]
LINES = ((0.0, 5.0, 13.0, 16.0), (-10.0, -7.0, 0.0, 7.0, 10.0), (-80.0, -76.0, *range(-67, -4, 9), -4.0, 0.0))
FEWER = ("enrichment.runs=1", "ensemble.tuning_runs=1", "basis.rank=12")
COARSER = {
    "mesh": ["--edge", "0.008"],
    "precompute": [word for each in FEWER for word in ("--set", each)],
    "verify": ["--runs", "2"],
}


def mesh_instead(output: Path) -> None:
    """The same finger in cells, in metres, for machines without the mesher."""
    cells = np.stack(np.meshgrid(*(range(len(line) - 1) for line in LINES), indexing="ij"), -1).reshape(-1, 3)
    last = [len(line) - 2 for line in LINES]
    hollow = ((cells > 0) & (cells < last)).all(axis=1)
    grid, tets = fill(cells[~hollow])
    vertices = np.column_stack([np.array(line)[column] for line, column in zip(LINES, grid.T, strict=True)])
    write_mesh(output, TetMesh(0.001 * vertices, tets))


def run_line(line: str) -> None:
    words = shlex.split(line, comments=True)
    if words[:2] == ["pip", "install"]:
        return
    assert words[0] == "softrein"
    if words[1] == "mesh" and find_spec("pytetwild") is None:
        assert words[words.index("--scale") + 1] == "0.001"
        surface = read_surface(Path(words[2]), 0.001)
        mesh_instead(Path(words[words.index("-o") + 1]))
        assert boundary_volume(*surface) == pytest.approx(17.536e-6)  # m^3, hollow
        return
    made = CliRunner().invoke(app, [*words[1:], *COARSER.get(words[1], [])], catch_exceptions=False)
    assert made.exit_code == 0, made.output


def run_block(block: Block) -> str:
    printed = io.StringIO()
    if block.language == "python":
        with contextlib.redirect_stdout(printed):
            exec(compile(block.text, block.id, "exec"), {"__name__": "__main__"})
    elif block.language == "toml":
        Path("finger.toml").write_text(block.text, encoding="utf-8")
    elif block.language == "sh":
        for line in block.text.splitlines():
            run_line(line)
    return printed.getvalue()


@pytest.mark.slow("a document's blocks, one after the other")
@pytest.mark.filterwarnings("ignore::UserWarning")  # that it is coarse
def test_the_page_works_from_its_beginning_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(job: object, folder: Path, workers: int | None = None, **more: object) -> list[Path]:
        return run_campaign(job, folder, workers=0, **more)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(table, "run_campaign", here)
    said = [run_block(block) for block in PAGE]
    assert "left at the end" in said[[block.language for block in PAGE].index("text") - 1]
    bundle = load("finger.softrein")
    assert list(bundle.actuator_names) == ["air"]
    assert bundle.run(controller="lqr").error < 0.9 * bundle.run(controller="none").error
    tip = bundle.regions["tip"]
    bent = [bundle.shape.positions(z)[tip].mean(axis=0)[0] for z in bundle.track.states]
    assert min(bent) - bent[0] < -0.001, "towards the sole"
    file = loadmat("finger.mat")
    assert file["A"].shape == (24, 24, bundle.steps)
    assert file["P"].shape == (24, 24, bundle.steps + 1)
