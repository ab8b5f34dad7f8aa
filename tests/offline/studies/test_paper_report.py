"""The page beside the paper: the run from scenes to page, the paper's own figures, memory, and mistakes."""

from __future__ import annotations

import json
import mmap
import re
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from offline.campaign.memory import KIB, largest_child_peak, peak, reset_peak
from offline.pipeline.base.table import FullRuns, Made, Table
from runtime.bundle import file as bundle_file
from softrein.base.theme import byte_words
from softrein.cli import app
from softrein.commands.tables import stage_table
from softrein.facts.published import FIGURES, PAPER
from softrein.reports import paper as paper_report
from softrein.reports.comparing import write_comparison
from softrein.reports.paper import QUICK, SCENES, opening_of, paper_figures, wanted_scenes
from tests.made_up import made_up_bundle

MEASURED = (8, 60, 1000, 2.5, 0.5, 0.01, 0.001, 5.0)  # r, T, n, s, MB, ms, ms, ms
MIB = 2**20


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def cells(page: str) -> list[list[str]]:
    """The text of every row of the page's tables."""
    rows = re.findall(r"<tr>(.*?)</tr>", page)
    return [[re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


# From scenes to the page -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quick")
    result = call(
        "report", "--quick", "--scenes", "beam,fluid", "--studies", "none", "-o", folder / "page.html"
    )
    assert result.exit_code == 0, result.output
    return folder


@pytest.mark.slow("the paper's page, from scenes to figures")
def test_the_quick_form_leaves_a_page_and_a_folder_for_each_scene(quick: Path) -> None:
    assert sorted(path.name for path in (quick / "page").iterdir()) == ["beam", "fluid", "runs"]
    for scene in ("beam", "fluid"):
        assert json.loads((quick / "page" / scene / "comparison.json").read_text())["scene"] == scene
    for picture in ("tunnel", "particle-paths", "equal-effort"):  # figures 3, 5 and 7
        assert (quick / "page" / "fluid" / f"{picture}.png").is_file()
    page = (quick / "page.html").read_text(encoding="utf-8")
    assert page.count("data:image/png;base64,") >= 9
    assert not re.search(r"https?://|<script|<link|url\(", page)
    for words in ("Quick form", "figure 3", "page/fluid/tunnel.png", ">beam</h1>", "full model"):
        assert words in page, words
    assert "taken up" not in page


@pytest.mark.slow("the paper's page, from scenes to figures")
def test_the_page_shows_what_its_bundles_measured(quick: Path) -> None:
    bundle = bundle_file.load(quick / "page" / "fluid" / "bundle.softrein")
    figures = next(stage["figures"] for stage in bundle.stages if "figures" in stage)
    second = next(row for row in cells((quick / "page.html").read_text()) if row[:2] == ["fluid", "131,584"])
    assert second[2] == f"{figures['degrees of freedom n']:,}"
    assert float(second[-2]) == 78 / 3.0  # the paper says "about 26x"
    ours = figures["full step [ms]"] / figures["reduced step without control [ms]"]
    assert float(second[-1].replace(",", "")) == pytest.approx(ours, rel=0.01)
    assert float(second[-3].replace(",", "")) == pytest.approx(78 / figures["full step [ms]"], rel=0.01)
    beam = bundle_file.load(quick / "page" / "beam" / "bundle.softrein")
    of_beam = next(stage["figures"] for stage in beam.stages if "figures" in stage)
    once = "reduced step of one iteration [ms]"
    assert once not in figures  # smoke has no iterations
    assert 0 < of_beam[once] < of_beam["reduced step without control [ms]"]


@pytest.mark.slow("the paper's page, from scenes to figures")
def test_every_stage_has_time_and_memory(quick: Path) -> None:
    if not reset_peak():
        pytest.skip("this system does not tell a process its peak")
    bundle = bundle_file.load(quick / "page" / "fluid" / "bundle.softrein")
    assert all(stage["seconds"] > 0 for stage in bundle.stages)
    assert all(stage["memory"] >= stage["memory before"] > 20 * MIB for stage in bundle.stages)
    console = Console(width=140, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(stage_table(bundle, Path("none")))
    shown = console.export_text()
    assert all(byte_words(stage["memory"]) in shown for stage in bundle.stages)


@pytest.mark.slow("precomputes scenes of the paper")
@pytest.mark.slow("the paper's page, from scenes to figures")
def test_a_scene_that_fails_leaves_those_before_it_and_runs_taken_up_are_named(
    quick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_pictures(
        bundle: Any, result: Any, folder: Path, _: bool, progress: Any, in_short: bool
    ) -> dict[str, Any]:
        assert in_short
        return write_comparison(bundle, result, folder, False, progress, in_short)

    monkeypatch.setattr(paper_report, "write_comparison", without_pictures)
    monkeypatch.setitem(QUICK, "smoke-small", ("basis.rank=1000",))
    page, runs = quick / "again.html", quick / "page" / "runs"
    result = call(
        "report", "--quick", "--scenes", "beam,smoke-small", "--studies", "none", "--runs", runs, "-o", page
    )
    assert result.exit_code == 1
    assert "smoke-small: " in str(result.exception)
    written = page.read_text(encoding="utf-8")
    assert ">beam</h1>" in written
    assert "were reused (beam)" in written
    stages = bundle_file.load(quick / "again" / "beam" / "bundle.softrein").stages
    assert [stage.get("taken up") for stage in stages[:3]] == [None, 1, 2]
    assert not (quick / "again" / "runs").exists()


# Beside the paper ------------------------------------------------------------------------------------------


def test_the_papers_own_figures_agree_with_its_text() -> None:
    assert tuple(PAPER) == SCENES
    particles = {"fluid": 3, "leaves": 1}
    for name, (r, steps, _, _, size, *_) in PAPER.items():  # table 1: r times the state's size times T
        state = r + 2 * particles[name] if name in particles else 2 * r
        assert size == pytest.approx(r * state * steps * 8 / MIB, abs=0.06), name
    dinosaur = paper_figures("dinosaur")
    assert dinosaur["full step [ms]"] / dinosaur["reduced step without control [ms]"] == pytest.approx(
        15_700, rel=0.01
    )  # section 6: "dinosaur: 15,700x"
    assert paper_figures("beam") == {}


def test_ratios_are_the_papers_figure_over_ours() -> None:
    stages = [{"stage": "all", "seconds": 1.0, "figures": dict(zip(FIGURES, MEASURED, strict=True))}]
    flower = replace(made_up_bundle(), name="flower", stages=stages)
    other = replace(flower, name="a T")
    page = opening_of([flower, other], [], False, 60.0)
    rows = [row for row in cells(page) if len(row) > 10 and row[0] in {"flower", "a T"}]
    first, own_first, second, own_second = rows
    assert first == ["flower", "24", "8", "1,281", "60", "46.9", "2.5", "18.8", "11.2", "0.5", "22.4"]
    assert second == [
        "flower", "12,705", "1,000", "0.8", "0.01", "80.0", "", "", "0.02", "0.001", "20.0", "2,300", "5",
        "460", "2,875", "500",
    ]  # fmt: skip
    assert own_first == ["a T", "", "8", "", "60", "", "2.5", "", "", "0.5", ""]
    assert own_second[-2:] == ["", "500"]
    stages[0]["figures"]["reduced step of one iteration [ms]"] = 0.002
    second = [row for row in cells(opening_of([flower], [], False, 60.0)) if row[0] == "flower"][1]
    assert second[3:8] == ["0.8", "0.01", "80.0", "0.002", "400"]


def test_the_quick_form_of_every_scene_of_the_paper_is_valid_and_smaller() -> None:
    assert set(QUICK) == set(SCENES)
    for small, full in zip(wanted_scenes(SCENES, True), wanted_scenes(SCENES, False), strict=True):
        assert small.name == full.name
        assert small.enrichment.runs * small.time.steps < full.enrichment.runs * full.time.steps / 5
        assert small.basis.wanted < full.basis.wanted


# Memory ----------------------------------------------------------------------------------------------------


def test_a_stage_knows_its_own_peak_and_not_that_of_the_one_before() -> None:
    if not reset_peak():
        pytest.skip("this system does not tell a process its peak")

    def hold(size: int) -> Made[None]:
        with mmap.mmap(-1, size) as pages:  # not from memory that earlier tests have left to this process
            for at in range(0, size, mmap.PAGESIZE):
                pages[at] = 1
        return Made(None, "held")

    stages = Table()
    stages.stage("large", hold, 200 * MIB)
    stages.stage("small", hold, MIB)
    large, small = (row["memory"] for row in stages.rows)
    assert large - small == pytest.approx(200 * MIB, rel=0.1)
    assert large - stages.rows[0]["memory before"] == pytest.approx(200 * MIB, rel=0.1)
    assert small <= peak() + 10 * MIB  # type: ignore[operator]


def _hold(size: int, ready: object, done: object) -> None:
    block = np.ones(size // 8)
    ready.set()  # type: ignore[attr-defined]
    done.wait(30)  # type: ignore[attr-defined]
    del block


def test_the_largest_of_the_children_is_known_while_they_live() -> None:
    if peak() is None:
        pytest.skip("this system does not tell a process its peak")
    context = get_context("spawn")
    ready, done = context.Event(), context.Event()
    child = context.Process(target=_hold, args=(300 * MIB, ready, done))
    child.start()
    assert ready.wait(30)
    runs, elsewhere = FullRuns(), FullRuns(own=False)
    for finished in (3, 4):
        runs(finished, 10)
        elsewhere(finished, 10)
    done.set()
    child.join()
    assert elsewhere.figures() == {"taken up": 3}
    assert runs.figures()["taken up"] == 3
    assert 300 * MIB < runs.figures()["memory of a worker"] < 3000 * MIB
    found = largest_child_peak()
    assert found is None or found < 300 * MIB  # those of other tests, and Python's own helpers
    assert KIB == 1024


# Mistakes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--scenes", "nonesuch"], "nonesuch"),
        (["--scenes", "beam,beam"], "more than once"),
        (["--scenes", ","], "at least one scene"),
        (["--scenes", "calm.toml"], r"\[\[pushes\]\]"),
        (["-o", "page.pdf"], "ends in .html"),
        (["-o", "missing/page.html"], "folder that exists"),
        (["--scenes", "beam", "--runs", "calm.toml"], "choose another"),
        (["somewhere", "--quick"], "cannot be used with FOLDERS"),
    ],
)
def test_a_mistake_is_known_before_anything_is_computed(
    words: list[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from offline.scenes.reading import scene_text

    def never(*_: object) -> None:
        raise AssertionError("computed")

    monkeypatch.setattr(paper_report, "_one_scene", never)
    monkeypatch.chdir(tmp_path)
    text = scene_text("beam")
    calm = text[: text.index("[[pushes]]")] + text[text.index("[enrichment]") :]
    Path("calm.toml").write_text(calm.replace('"beam"', '"calm"'), encoding="utf-8")
    result = call("report", *words)
    assert result.exit_code == 1
    assert re.search(expected, str(result.exception))
