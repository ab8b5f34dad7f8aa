"""Charts, the page and the terminal's table: complete, self-contained, honest, and safe with any text."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread
from rich.console import Console

from runtime.bundle.body import BodyBundle
from softrein.base import theme
from softrein.base.machine import describe_machine
from softrein.base.whole_file import whole_file
from softrein.charts import fronts as charts
from softrein.charts.fronts import draw_fronts, draw_over_time
from softrein.commands.studying import say_summary
from softrein.errors import SoftreinError
from softrein.reports.page_parts import with_contents
from softrein.reports.page_style import STYLE
from softrein.reports.report import CAPTIONS, comparison_table, write_report
from softrein.reports.summary import summary
from tests.made_up import made_up_bundle, made_up_comparison, made_up_run, made_up_runs

EQUAL_COST = (
    "control_cost", "total_ratio", "error_lqr", "effort_lqr", "total_lqr", "error_other", "effort_other",
    "total_other",
)  # fmt: skip


@pytest.fixture(scope="module")
def bundle() -> BodyBundle:
    return made_up_bundle()


def text_of(table: object) -> str:
    console = Console(width=110, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(table)
    return console.export_text()


# Charts --------------------------------------------------------------------------------------------------


def test_fronts_fill_both_panels(tmp_path: Path) -> None:
    draw_fronts(made_up_comparison(), tmp_path / "fronts.png")
    image = imread(tmp_path / "fronts.png")[..., :3].mean(axis=2)
    assert image.shape == (800, 1840)
    assert all(half.std() > 0.08 for half in np.split(image, 2, axis=1))  # axes alone have 0.04


def test_fronts_of_what_diverges_without_control_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(charts, "explain", lambda _, entries: told.extend(words for words, _ in entries))
    data = made_up_comparison()
    data["uncontrolled"] = dict.fromkeys(data["uncontrolled"], float("inf"))
    draw_fronts(data, tmp_path / "fronts.png")
    image = imread(tmp_path / "fronts.png")[..., :3].mean(axis=2)
    assert all(half.std() > 0.08 for half in np.split(image, 2, axis=1))
    assert "no control, which diverges" in told


def test_a_front_of_fewer_pushes_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(charts, "explain", lambda _, entries: told.extend(words for words, _ in entries))
    data = made_up_comparison()
    for kind in ("one_push", "ensemble"):
        data[kind]["mpc"] = data[kind]["pd"]
    for met, words in ((60, "MPC, right on the first 60 of the pushes"), (200, "MPC")):
        told.clear()
        data["grid"]["mpc"] = {"members": 7, "refined": 0, "fresh_pushes": met}
        draw_fronts(data, tmp_path / "fronts.png")
        assert [each for each in told if "MPC" in each] == [words]
        assert told.index("LQR") < told.index(words) < told.index("PD")
    assert "as many as the legend says" in CAPTIONS["fronts"]


def test_fronts_without_readings_or_with_members_that_do_nothing_are_drawn(tmp_path: Path) -> None:
    data = made_up_comparison()
    data["readings"] = {}
    data["one_push"]["p"] = {"parameters": [{}], "effort": [0.0], "error": [1.0]}
    data["one_push"]["pd"] = {"parameters": [], "effort": [], "error": []}
    draw_fronts(data, tmp_path / "fronts.png")
    assert imread(tmp_path / "fronts.png").std() > 0.05


def test_what_has_no_logarithm_is_left_out_with_its_quartiles() -> None:
    front = {
        "effort": [3.0, 0.0, 1.0],
        "error": [0.1, 0.5, 0.2],
        "error_quartiles": [[0.05, 0.2], [1, 2], [0.1, 0.3]],
    }
    effort, error, low, high = charts._positive(front)
    np.testing.assert_array_equal([effort, error, low, high], [[1, 3], [0.2, 0.1], [0.1, 0.05], [0.3, 0.2]])


def test_members_of_which_some_runs_diverge_stay_with_a_band_beyond_the_axes() -> None:
    front = {"effort": [1.0, 2.0], "error": [0.2, 0.1], "error_quartiles": [[0.1, np.inf], [0.0, 0.2]]}
    effort, error, low, high = charts._positive(front)
    np.testing.assert_array_equal([effort, error], [[1, 2], [0.2, 0.1]])
    assert np.isfinite(high).all()
    assert high[0] > 1e3
    assert 0 < low[1] < 1e-3


def test_runs_over_time_with_and_without_pushes(bundle: BodyBundle, tmp_path: Path) -> None:
    draw_over_time(bundle, made_up_runs(bundle), tmp_path / "all.png")
    bare = replace(bundle, pushes=[], targets=[])
    draw_over_time(bare, {"none": made_up_run(bare, 0.9)}, tmp_path / "bare.png")
    for name in ("all.png", "bare.png"):
        image = imread(tmp_path / name)[..., :3].mean(axis=2)
        assert image.shape == (672, 1840)
        assert image.std() > 0.05


# The page ------------------------------------------------------------------------------------------------


def write_page(bundle: BodyBundle, folder: Path) -> str:
    draw_fronts(made_up_comparison(), folder / "fronts.png")
    write_report(folder / "page.html", [(bundle, made_up_comparison(), {"fronts": folder / "fronts.png"})])
    return (folder / "page.html").read_text(encoding="utf-8")


def test_the_page_needs_nothing_else(bundle: BodyBundle, tmp_path: Path) -> None:
    page = write_page(bundle, tmp_path)
    sources = re.findall(r"""(?:src|href)=['"]([^'"]{0,30})""", page)
    assert sources
    assert all(source.startswith(("data:image/png;base64,", "#")) for source in sources)
    assert not re.search(r"https?://|<script|<link|@import|url\(", page)
    assert "prefers-color-scheme: dark" in page


def test_the_page_shows_every_figure(bundle: BodyBundle, tmp_path: Path) -> None:
    page = write_page(bundle, tmp_path)
    for words in (
        "A T that nobody computed.", "an abacus", "344 vertices", "4.60&nbsp;MB", "steps T",  # how made
        "0.123", "5.68", "✓ hit", "✗ missed by 3.4 cm",  # the run
        "2.00×", "0.83×", "LQR worse", "in 3 of 4 readings", "400", "20 values",
        "nothing to read off", "N² s/kg",
    ):  # fmt: skip
        assert words in page, words


def test_the_page_escapes_what_it_is_given(bundle: BodyBundle, tmp_path: Path) -> None:
    evil = "<img src=x onerror=\"alert('!')\">"
    data = made_up_comparison()
    data["machine"] = {evil: evil}
    data["hits"]["lqr"] = {evil: {"hit": True, "gap": 0.0}}
    data["runs"][evil] = {"error": 1.0}
    data["grid"][evil] = {"members": evil, evil: {"values": 2, "least": evil, "largest": evil}}
    stages = [{"stage": evil, "seconds": 1.0, "result": evil, evil: evil, "more": {evil: evil}}]
    marked = replace(bundle, name=evil, description=evil, stages=stages, regions={evil: np.zeros(1)})
    write_report(tmp_path / "page.html", [(replace(marked, targets=[]), data, {})])
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert page.count("&lt;img src=x onerror=&quot;") >= 14


def test_a_page_of_several_comparisons(bundle: BodyBundle, tmp_path: Path) -> None:
    sections = [(replace(bundle, name=name), made_up_comparison(), {}) for name in ("first", "second")]
    write_report(tmp_path / "page.html", sections)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<h1 id='first'>first</h1>" in page
    assert "<h1 id='second'>second</h1>" in page


def test_a_page_begins_with_a_summary_and_contents_that_lead_somewhere(
    bundle: BodyBundle, tmp_path: Path
) -> None:
    data = made_up_comparison()
    data["runs"]["none"] = {"error": 1.5, "effort": 0.0}
    write_report(tmp_path / "page.html", [(replace(bundle, name=name), data, {}) for name in ("one", "one")])
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    beginning, contents, rest = re.split(r"<nav[^>]*>|</nav>", page)
    for sentence in summary(data):
        assert escape(sentence) in beginning
    linked, anchors = re.findall(r"href='#([^']+)'", contents), re.findall(r"<h[12] id='([^']+)'", rest)
    assert linked == anchors
    assert len(set(anchors)) == len(anchors) > 10
    assert with_contents(page) == page  # as often as one likes


def test_no_figure_on_a_page_is_longer_than_anybody_reads(bundle: BodyBundle, tmp_path: Path) -> None:
    """Whatever the figures come as: floats of any width, in lists, in words."""
    long = 0.1 + 0.2
    data = made_up_comparison()
    data["grid"]["pd"]["members"] = long
    data["grid"]["tuning_pushes"] = np.float32(0.1)
    data["machine"] = {
        "memory": long,
        "clock": np.float32(long),
        "pair": [long, 1 / 3],
        "words": f"{1 / 3} GHz",
    }
    data["longer_step"] = {"step": 1 / 3, "factor": 4, "reason": f"it left {2e8 / 3} m"}
    stages = [
        {"stage": "mesh", "seconds": 1 / 3, "result": f"off by {1 / 7}", "share": (1 / 3, np.float64(0.1))}
    ]
    write_report(tmp_path / "page.html", [(replace(bundle, stages=stages, dt=0.1 + 0.2), data, {})])
    page = re.sub(r"<style>.*?</style>", "", (tmp_path / "page.html").read_text("utf-8"), flags=re.DOTALL)
    assert "0.333 m" in page or "333 ms" in page
    assert not re.findall(r"\d*\.\d{7,}", page)


def test_text_has_the_pages_full_width() -> None:
    assert re.findall(r"max-width: [^;]+", STYLE) == ["max-width: 68rem"]  # of the page itself


# The summary ---------------------------------------------------------------------------------------------


def test_a_summary_tells_what_became_of_the_push_and_what_speaks_against_lqr() -> None:
    data = made_up_comparison()
    data["runs"]["none"] = {"error": 1.5, "effort": 0.0}
    own, fresh, readings = summary(data)
    assert "misses the ball without control" in own
    assert "hits the ball (error 0.12 instead of 1.5, effort 5.7" in own
    assert "PD spends 2.0× and P 2.0× what LQR does" in fresh
    assert "200 random pushes" in fresh
    assert "better one in 7 of 8 readings" in readings
    assert (
        "worst against PD on the scene’s own push, which has 0.83× its error at the same effort" in readings
    )


def test_ties_are_called_alike_and_count_for_nobody(bundle: BodyBundle, tmp_path: Path) -> None:
    data = made_up_comparison()
    tie = {"error_ratio": 0.995, "effort_ratio": 0.96}
    data["readings"] = {kind: [reading | tie for reading in each] for kind, each in data["readings"].items()}
    data["readings"]["one_push pd"].append(
        tie_and_loss := data["readings"]["one_push pd"][0] | {"error_ratio": 2}
    )
    assert tie_and_loss["effort_ratio"] == 0.96
    write_report(tmp_path / "page.html", [(bundle, data, {})])
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "LQR worse" not in page
    assert page.count("×</b> alike") == 9
    assert "LQR is the better of the two in 1 of 6 readings and as good in 5." in page
    assert summary(data)[-1].endswith(
        "in 1 of 10 readings and as good in 9, and nowhere worse than any of these rivals."
    )


def test_a_summary_begins_with_who_is_as_good_as_lqr() -> None:
    data = made_up_comparison()
    lqr = data["runs"]["lqr"]
    data["runs"]["pd"] = {"error": 0.92 * lqr["error"], "effort": 0.99 * lqr["effort"]}
    data["runs"]["p"] = {"error": 1.7 * lqr["error"], "effort": 0.5 * lqr["effort"]}
    assert summary(data)[0] == (
        "On the scene’s push PD (0.92× its error at 0.99× its effort) is at least as good as LQR."
    )
    data["runs"]["pd"]["effort"] = 2 * lqr["effort"]
    assert "as good" not in " ".join(summary(data))


@pytest.mark.parametrize(
    ("error", "effort", "words"),
    [
        (0.5, 0.5, "is better than LQR."), (0.96, 1.04, "is as good as LQR."),
        (0.5, 1.04, "is at least as good as LQR."),
        (0.5, 1.06, "gains more in one than it gives up in the other."), (0.98, 1.06, ""), (0.9, 1.25, ""),
        (1.2, 0.98, ""), (1.7, 0.5, ""), (1.06, 0.3, "gains more in one than it gives up in the other."),
    ],
)  # fmt: skip
def test_a_summary_says_how_near_a_rival_comes_to_lqr(error: float, effort: float, words: str) -> None:
    data = made_up_comparison()
    lqr = data["runs"]["lqr"]
    data["runs"]["pd"] = {"error": error * lqr["error"], "effort": effort * lqr["effort"]}
    first = summary(data)[0]
    assert first.startswith("On the scene’s push PD (") == bool(words)
    assert first.endswith(words)


def test_a_summary_names_the_best_rivals_first() -> None:
    data = made_up_comparison()
    lqr = data["runs"]["lqr"]
    for name, factor in (("pd", 1.0), ("p", 0.5), ("spd", 0.6)):
        data["runs"][name] = {key: factor * lqr[key] for key in ("error", "effort")}
    said = re.sub(r" \([^)]*\)", "", summary(data)[0])
    assert said == "On the scene’s push stable PD and P are better than LQR; PD is as good as LQR."


def test_a_summary_of_smoke_says_how_far_from_home_and_one_of_nothing_is_empty() -> None:
    data = made_up_comparison() | {"hits": {"none": {}, "lqr": {}}}
    for name, end in (("none", 0.15), ("lqr", 0.001)):
        data["runs"][name] = {"error": end, "effort": 0.1, "particles": [{"end": end, "largest": 1.0}] * 2}
    assert (
        "ends up to 15 cm from its reference without control, and up to 1.0 mm under LQR" in summary(data)[0]
    )
    assert summary({}) == []


def test_a_summary_does_not_hide_that_a_rival_cannot_be_read_off() -> None:
    data = made_up_comparison()
    data["readings"]["ensemble pd"] = []
    assert "for PD no ratio can be read off" in summary(data)[0]
    data["readings"]["ensemble p"] = [{"effort_ratio": None, "error_ratio": 0.5}]  # only efforts are shared
    assert "0.50× its error" in summary(data)[-1]


def test_a_summary_says_nothing_of_pushes_that_what_plans_did_not_meet() -> None:
    """It met the first few of 200: what it brings stands beside LQR at the same costs, told for itself."""
    data, planned = made_up_comparison(), made_up_comparison()
    for kind in ("one_push", "ensemble"):
        planned["readings"][f"{kind} mpc"] = [{"effort_ratio": 0.1, "error_ratio": 0.2}]
    assert "MPC" in " ".join(summary(planned))
    planned["equal_cost"] = {"mpc": [{"total_ratio": 0.9}]}
    planned["grid"]["mpc"] = {"fresh_pushes": 60}
    told = summary(planned)
    assert [sentence for sentence in told if "MPC" not in sentence] == summary(data)
    (sentence,) = set(told) - set(summary(data))
    assert "0.900 to 0.900 times LQR’s cost" in sentence
    assert "on the first 60 of these pushes" in sentence


def test_ensembles_of_different_pushes_have_headings_of_their_own(bundle: BodyBundle, tmp_path: Path) -> None:
    """LQR's effort at an error is another beside what met the first 60 pushes, at some of LQR's costs."""
    data = made_up_comparison()
    data["readings"]["ensemble mpc"] = data["readings"]["ensemble pd"]
    data["equal_cost"] = {"mpc": [dict.fromkeys(EQUAL_COST, 0.9)]}
    data["grid"]["mpc"] = {"members": 7, "refined": 0, "fresh_pushes": 60}
    write_report(tmp_path / "page.html", [(bundle, data, {})])
    page = (tmp_path / "page.html").read_text("utf-8")
    headings = re.findall(r"<h3[^>]*>([^<]*beside LQR: medians[^<]*)</h3>", page)
    assert any("PD" in each and "all 200 random pushes" in each for each in headings)
    (mpc,) = (each for each in headings if "MPC" in each)
    assert "the first 60 of the 200 random pushes" in mpc
    assert "LQR the same 7 control costs alone" in mpc
    table = text_of(comparison_table(data))
    assert "first 60" in table
    assert "random" in table


# The terminal --------------------------------------------------------------------------------------------


def test_the_table_holds_every_reading() -> None:
    text = text_of(comparison_table(made_up_comparison()))
    assert text.count("2.00x") == 4
    assert text.count("0.83x") == 1
    assert "no overlap" in text


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0.0, "0"),
        (5.0, "5.00"),
        (1234.5, "1,234"),
        (0.01234, "0.0123"),
        (1.5e9, "1.50 × 10⁹"),
        (np.inf, "inf"),
    ],
)
def test_numbers_are_short_and_plain(value: float, words: str) -> None:
    assert theme.number(value) == words


def test_a_target_that_is_struck_too_early_is_no_near_miss() -> None:
    assert theme.verdict_of({"hit": False, "gap": -0.01}) == "struck too soon"


# Files and machine -----------------------------------------------------------------------------------------


def test_a_file_that_fails_halfway_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")

    def interrupted() -> None:
        with whole_file(path) as temporary:
            temporary.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(SoftreinError, match=r"nowhere.page\.html: cannot be written"):
        write_report(tmp_path / "nowhere" / "page.html", [])


def test_the_machine_is_described() -> None:
    facts = describe_machine()
    assert {"processor", "memory", "system", "Python", "numpy", "BLAS"} <= set(facts)
    assert all(isinstance(value, str) and value for value in facts.values())
    assert re.search(r"\d+ cores?$", facts["processor"])


def test_compare_ends_with_three_lines_and_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = made_up_comparison()
    data["runs"]["none"] = {"error": 1.5, "effort": 0.0}
    say_summary(data, tmp_path)
    *sentences, last = capsys.readouterr().out.splitlines()
    assert [sentence.removeprefix("- ") for sentence in sentences] == summary(data)
    assert len(sentences) == 3
    assert last.endswith("comparison.json")
    (tmp_path / "motion.png").touch()
    say_summary(data, tmp_path)
    assert f"see {tmp_path / 'motion.png'}; all tables: " in capsys.readouterr().out
