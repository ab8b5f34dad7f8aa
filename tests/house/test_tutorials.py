"""The tutorials work from beginning to end, each in a folder of its own, with coarser meshes and steps."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import pyvista
from scipy.io import loadmat
from typer.testing import CliRunner

from meshes import TetMesh, read_mesh, write_mesh
from meshes.formats.surfaces import read_surface
from meshes.shapes.procedural import fill
from meshes.tetmesh import boundary_volume
from offline.campaign.campaign import run_campaign
from offline.pipeline.base import table
from softrein import load
from softrein.cli import app
from tests.house.test_readme import BLOCKS, QUICK, ROOT, TUTORIALS, Block

LINES = ((0.0, 5.0, 13.0, 16.0), (-10.0, -7.0, 0.0, 7.0, 10.0), (-80.0, -76.0, *range(-67, -4, 9), -4.0, 0.0))
CELL = 12.0  # mm
FEW = ("ensemble.tuning_runs=1",)
COARSER: dict[str, tuple[str, ...]] = {  # a page's number, and what it sets of its scene
    "1": QUICK,
    "2": ("enrichment.runs=1", "ensemble.tuning_runs=2"),
    "3": ("mesh.cells=[2, 6, 2]", "enrichment.runs=2", "basis.rank=14", *FEW),
    "4": ("enrichment.runs=2", "ensemble.tuning_runs=2", "basis.rank=12"),
    "5": ("time.steps=60", "enrichment.runs=1", "ensemble.tuning_runs=1", "basis.rank=12"),
}  # fmt: skip
MORE = {"verify": ["--runs", "2"], "compare": ["--no-pictures"]}
NAMED = re.compile(r"This is `([\w.-]+\.toml)`")
PAGES = sorted(path.name for path in (ROOT / TUTORIALS).glob("*.md"))


def finger_instead(output: Path) -> None:
    """The finger in cells, in metres, for machines without the mesher."""
    cells = np.stack(np.meshgrid(*(range(len(line) - 1) for line in LINES), indexing="ij"), -1).reshape(-1, 3)
    last = [len(line) - 2 for line in LINES]
    hollow = ((cells > 0) & (cells < last)).all(axis=1)
    grid, tets = fill(cells[~hollow])
    vertices = np.column_stack([np.array(line)[column] for line, column in zip(LINES, grid.T, strict=True)])
    write_mesh(output, TetMesh(0.001 * vertices, tets))


def cells_instead(surface: Path, output: Path) -> None:
    """Any surface in millimetres, in cubes whose middle is inside, in metres."""
    read = pyvista.read(surface)
    low = np.array(read.bounds[::2])
    counts = np.ceil((np.array(read.bounds[1::2]) - low) / CELL).astype(int)
    cells = np.stack(np.meshgrid(*map(range, counts), indexing="ij"), -1).reshape(-1, 3)
    middles = pyvista.PolyData(low + CELL * (cells + 0.5))
    inside = middles.select_interior_points(read)["selected_points"].astype(bool)
    grid, tets = fill(cells[inside])
    write_mesh(output, TetMesh(0.001 * (low + CELL * grid), tets))


def mesh(words: list[str]) -> None:
    """`softrein mesh`, or what stands in for it."""
    assert words[words.index("--scale") + 1] == "0.001"
    surface, output = Path(words[2]), Path(words[words.index("-o") + 1])
    if surface.name == "finger.stl":
        assert boundary_volume(*read_surface(surface, 0.001)) == pytest.approx(17.536e-6)  # m^3, hollow
        finger_instead(output)
    else:
        cells_instead(surface, output)


def mesh_the_finger(words: list[str]) -> None:
    """The mesher's mesh is looked at; what follows takes the cells.

    The mesher makes another each time: LQR has 0.75 times the uncontrolled error on one, 0.92 on another.
    """
    assert CliRunner().invoke(app, words[1:], catch_exceptions=False).exit_code == 0
    made = read_mesh(Path(words[words.index("-o") + 1]))
    surface = boundary_volume(*read_surface(Path(words[2]), 0.001))
    assert made.volumes.sum() == pytest.approx(surface, rel=0.02), "the hollow stays hollow"
    mesh(words)


def run_line(line: str, settings: tuple[str, ...]) -> None:
    words = shlex.split(line, comments=True)
    if words[:2] == ["pip", "install"]:
        return
    assert words[0] == "softrein"
    if words[1] == "mesh" and find_spec("pytetwild") is None:
        mesh(words)
        return
    if words[1:3] == ["mesh", "finger.stl"]:
        mesh_the_finger(words)
        return
    words, into = (words[:-2], words[-1]) if ">" in words else (words, None)
    own = [word for each in settings for word in ("--set", each)] if words[1] == "precompute" else []
    made = CliRunner().invoke(app, [*words[1:], *own, *MORE.get(words[1], [])], catch_exceptions=False)
    assert made.exit_code == 0, made.output
    if into is not None:
        Path(into).write_text(made.stdout, encoding="utf-8")


def run_block(block: Block, page: str) -> str:
    printed = io.StringIO()
    if block.language == "python":
        with contextlib.redirect_stdout(printed):
            exec(compile(block.text, block.id, "exec"), {"__name__": "__main__"})
    elif block.language == "toml":
        named = NAMED.search((ROOT / TUTORIALS / page).read_text(encoding="utf-8"))
        assert named, page
        Path(named[1]).write_text(block.text, encoding="utf-8")
    elif block.language == "sh":
        for line in block.text.splitlines():
            run_line(line, COARSER[page[0]])
    return printed.getvalue()


def the_t() -> None:
    firm, gentle = load("t.softrein").run(controller="lqr"), load("gentle.softrein").run(controller="lqr")
    assert gentle.error > firm.error
    assert Path("pushed.png").stat().st_size > 10_000


def own_body() -> None:
    bundle, stiff = load("hook.softrein"), load("stiff.softrein")
    assert bundle.run(controller="lqr").error < 0.5 * bundle.run(controller="none").error
    rest = bundle.track.states[0, : bundle.rank]
    softest = [np.linalg.eigvalsh(each.model.stiffness(rest))[0] for each in (bundle, stiff)]
    assert softest[1] == pytest.approx(2 * softest[0], rel=0.01)


def arm() -> None:
    bundle = load("arm.softrein")
    assert list(bundle.actuator_names) == ["left", "right", "front", "back"]
    errors = [bundle.run(controller=name).error for name in ("mpc", "lqr", "none")]
    assert errors == sorted(errors)


def smoke() -> None:
    bundle = load("puff.softrein")
    assert bundle.run(controller="lqr").error < 0.5 * bundle.run(controller="none").error
    assert Path("puff.png").stat().st_size > 10_000


def finger() -> None:
    bundle = load("finger.softrein")
    assert list(bundle.actuator_names) == ["air"]
    assert bundle.run(controller="lqr").error < 0.9 * bundle.run(controller="none").error
    tip = bundle.regions["tip"]
    bent = [bundle.shape.positions(z)[tip].mean(axis=0)[0] for z in bundle.track.states]
    assert min(bent) - bent[0] < -0.001, "towards the sole"
    file = loadmat("finger.mat")
    assert file["A"].shape == (24, 24, bundle.steps)
    assert file["P"].shape == (24, 24, bundle.steps + 1)


LEFT: dict[str, Callable[[], None]] = {"1": the_t, "2": own_body, "3": arm, "4": smoke, "5": finger}


@pytest.mark.slow("a document's blocks, one after the other")
@pytest.mark.filterwarnings("ignore::UserWarning")  # that it is coarse
@pytest.mark.parametrize("page", PAGES)
def test_a_tutorial_works_from_its_beginning_to_its_end(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(job: object, folder: Path, workers: int | None = None, **more: object) -> list[Path]:
        return run_campaign(job, folder, workers=0, **more)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(table, "run_campaign", here)
    blocks = [each for each in BLOCKS if each.id.startswith(f"{TUTORIALS}/{page}:")]
    assert blocks
    for block in blocks:
        printed = run_block(block, page)
        assert not re.search(r"\b(nan|inf)\b", printed)
    LEFT[page[0]]()


def test_they_are_read_in_order() -> None:
    """Each leads to the next."""
    for page, following in pairwise(PAGES):
        assert f"]({following})" in (ROOT / TUTORIALS / page).read_text(encoding="utf-8")
