"""examples/first.ipynb: all its cells run in a fresh kernel, and what it says and shows holds."""

from __future__ import annotations

import io
import json
import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.house.test_docs import broken_links

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "examples" / "first.ipynb"
MOST_CELLS = 16
MOST_BYTES = 300_000  # of the file; a page on the web shows no larger one at once
LARGEST_PICTURE = 100_000  # bytes of one that is kept in it
LONGEST = 300  # s of a cell, by which a kernel that hangs is ended; all take half a minute once compiled
FIGURES = """
import json
errors = {name: run.error for name, run in runs.items()}
print(json.dumps({"errors": errors, "verified": figures}))
"""  # a cell that is added behind the others


def stored() -> Any:
    """The notebook as its file has it."""
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))


def text_of(cell: Any) -> str:
    """Its source: Markdown or code."""
    return "".join(cell["source"])


def pictures_of(cells: list[Any]) -> Iterator[bytes]:
    """All pictures among the outputs of cells."""
    for cell in cells:
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                yield b64decode("".join(output["data"]["image/png"]))


def streams_of(cells: list[Any], name: str) -> str:
    """What cells print on `stdout` or `stderr`."""
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return "".join("".join(each["text"]) for each in outputs if each.get("name") == name)


def test_it_is_short_and_its_file_is_small() -> None:
    cells = stored()["cells"]
    assert {cell["cell_type"] for cell in cells} == {"markdown", "code"}
    assert len(cells) <= MOST_CELLS
    assert NOTEBOOK.stat().st_size < MOST_BYTES
    assert max(map(len, pictures_of(cells)), default=0) <= LARGEST_PICTURE


def test_its_links_lead_somewhere() -> None:
    text = "\n".join(text_of(cell) for cell in stored()["cells"] if cell["cell_type"] == "markdown")
    assert text.count("](") > 5
    assert not broken_links(text, NOTEBOOK)
    assert broken_links("[gone](../docs/nowhere.md)", NOTEBOOK)


@pytest.mark.slow("a notebook's cells, one after the other, with the full model's runs")
def test_its_cells_run_in_a_fresh_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat = pytest.importorskip("nbformat", reason="the extra `test` is not installed as a whole")
    nbclient = pytest.importorskip("nbclient", reason="the extra `test` is not installed as a whole")
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("imageio", reason="movies need the extra `movie`")
    monkeypatch.delenv("MPLBACKEND", raising=False)  # or matplotlib draws nothing into the notebook
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "jupyter"))  # nobody's own settings
    (work := tmp_path / "work").mkdir()
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    count = len(notebook.cells)
    notebook.cells.append(nbformat.v4.new_code_cell(FIGURES))
    where = {"metadata": {"path": str(work)}}
    nbclient.NotebookClient(notebook, timeout=LONGEST, kernel_name="python3", resources=where).execute()

    shown, printed = list(pictures_of(notebook.cells)), streams_of(notebook.cells[:count], "stdout")
    frames = [getattr(image.open(io.BytesIO(each)), "n_frames", 1) for each in shown]
    assert min(frames) == 1, "no plot"
    assert max(frames) > 20, "no movie"
    assert not re.search(r"\b(nan|inf)\b", printed)
    assert not streams_of(notebook.cells, "stderr")  # a first run warns of nothing

    found = json.loads(streams_of(notebook.cells[count:], "stdout"))
    assert_what_the_text_says(found["errors"], found["verified"])


def assert_what_the_text_says(errors: dict[str, float], verified: Any) -> None:
    """Its cells of Markdown put these in words: LQR beside PD, and beside what the reduced model promised."""
    assert 10 * errors["lqr"] < errors["pd"] < errors["none"]
    pd, lqr = verified, verified["beside"]["lqr"]
    assert 2 / 3 < lqr["full"]["error"] / lqr["reduced"]["error"] < 4 / 3  # "within a third"
    medians = {name: group["full"]["ensemble"] for name, group in {"pd": pd, "lqr": lqr}.items()}
    promised = lqr["reduced"]["ensemble"]
    assert 2 < medians["lqr"]["error"] / promised["error"] < 4  # "some three times"
    assert 1 / 6 < medians["lqr"]["error"] / medians["pd"]["error"] < 1 / 3  # "a quarter"
    assert 1.5 < medians["lqr"]["effort"] / medians["pd"]["effort"] < 2.5  # "twice"
    assert medians["lqr"]["lost"] == 0
    assert medians["lqr"]["error"] < pd["uncontrolled"]["ensemble"]["error"]
