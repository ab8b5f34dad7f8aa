"""Tests of the studies' output: charts, strips, films, page and folder, command line, missing programs."""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import closing
from dataclasses import replace
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from characters import studies
from characters.study import Curves, Recording, Study, Table
from softrein.charts import characters as character_charts
from softrein.charts.characters import diverges, draw_curves, limits_of
from softrein.cli import app
from softrein.errors import BundleError, MissingPackageError, SceneError, SoftreinError, install
from softrein.pictures import characters as character_pictures
from softrein.reports import characters as character_pages
from softrein.reports import characters as character_reports
from softrein.reports import paper as paper_report
from softrein.reports.characters import Written, cell_words, chapter, file_name, study_data

TIME = np.linspace(0, 4, 401)
WAVE = np.exp(-TIME) * np.cos(5 * TIME)
WILD = 1e-3 * np.exp(18 * TIME) * np.sin(60 * TIME)  # to 1e28
ARM = """
<mujoco><worldbody>
  <geom type="plane" size="5 5 .1" rgba=".9 .9 .9 1"/>
  <camera name="front" pos="0 -4 1" xyaxes="1 0 0 0 0 1"/>
  <camera name="away" pos="0 4 1" xyaxes="-1 0 0 0 0 1"/>
  <body pos="-1 0 1"><joint type="slide" axis="1 0 0"/>
    <geom type="sphere" size=".15" rgba="1 0 0 1"/></body>
</worldbody></mujoco>"""


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def made_up(**changes: Any) -> Study:
    table = Table(
        "Errors <of two>",
        ("controller", "error [rad]", "steps"),
        [["stable PD", np.float64(0.0123456), 1200.0], ["PD", np.nan, None]],
        "After 4 s.",
    )
    curves = Curves("Angle", "time [s]", "angle [rad]", {"stable PD": (TIME, WAVE), "PD": (TIME, WILD)})
    study = Study("made-up", "A made-up study", "somebody 2011, 5 & 6", "One.\n\nTwo.", [table], [curves])
    return replace(study, **changes)


def sliding() -> Recording:
    """A red ball that goes 2 m to the right in 2 s."""
    return Recording(ARM, TIME[:201], TIME[:201, None])


class Fake:
    """An entry of the registry that hands out a made-up study."""

    about, needs_mujoco = "nothing much", False

    def __init__(self, study: Study, needs_mujoco: bool = False) -> None:
        self.study, self.needs_mujoco = study, needs_mujoco
        self.asked: list[tuple[bool, int]] = []

    def run(self, quick: bool = False, seed: int = 0) -> Study:
        self.asked.append((quick, seed))
        return self.study


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> dict[str, Fake]:
    found = {
        "made-up": Fake(made_up()),
        "other": Fake(made_up(name="other", title="Another", curves=()), True),
    }
    monkeypatch.setattr(studies, "STUDIES", found)
    return found


@pytest.fixture
def no_mujoco(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)


# Charts ----------------------------------------------------------------------------------------------------


def drawn(curves: Curves, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[str]]:
    """The axes of a chart, and every name in it, without a file."""
    kept: list[Any] = []
    monkeypatch.setattr(character_charts, "save", lambda figure, path: kept.append(figure))
    draw_curves(curves, "none.png")
    figure = kept[0]
    figure.canvas.draw()  # lays it out
    names = [text.get_text() for legend in figure.legends for text in legend.get_texts()]
    return figure.axes[0], names + [text.get_text() for text in figure.axes[0].texts]


def test_a_line_that_grows_from_nothing_but_stays_inside_goes_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = {"large": (TIME, 100 * WAVE), "small": (TIME, 1e-6 * np.exp(4 * TIME))}
    assert diverges(lines["small"][1])
    _, names = drawn(Curves("Bend", "time (s)", "bend", lines), monkeypatch)
    assert not any("goes on" in name for name in names)


def test_a_line_that_diverges_leaves_the_chart_and_its_name_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    ax, names = drawn(made_up().curves[0], monkeypatch)
    low, high = ax.get_ylim()
    assert low < WAVE.min()
    assert WAVE.max() < high < 3
    wild = ax.lines[1].get_ydata()
    first = int(np.argmax((2 * low - high > WILD) | (2 * high - low < WILD)))  # a whole axis beyond it
    assert np.isfinite(wild[: first + 1]).all()
    assert np.isnan(wild[first + 1 :]).all()
    assert np.abs(wild[: first + 1]).max() < 10
    assert "stable PD" in names
    assert f"PD\n(goes on to {np.abs(WILD).max() * np.sign(WILD[np.abs(WILD).argmax()]):.0e})" in names


def test_what_is_large_without_diverging_is_shown_whole() -> None:
    spike = np.zeros(401)
    spike[200] = 5000.0  # a blow
    ramp = 1e-5 * np.ones(401), np.linspace(0, 1, 401)
    assert not diverges(spike)
    assert not any(map(diverges, ramp))
    assert limits_of([spike, WAVE])[1] > 5000  # type: ignore[index]
    assert limits_of(ramp)[1] > 1  # type: ignore[index]
    assert diverges(WILD)
    assert diverges(np.array([0.0, 1e30]))


def test_limits_without_a_calm_line_and_without_values() -> None:
    low, high = limits_of([WILD, 10 * WILD])  # type: ignore[misc]
    assert -1e4 < low < 0 < high < 1e4
    assert limits_of([np.full(3, np.nan)]) is None
    low, high = limits_of([np.geomspace(1e-9, 1e-3, 50)], log=True)  # type: ignore[misc]
    assert 1e-10 < low < 1e-9
    assert 1e-3 < high < 1e-2
    low, high = limits_of([np.array([2.0, 2.0])])  # type: ignore[misc]
    assert low < 2 < high


def test_nan_interrupts_a_line_and_infinity_too(monkeypatch: pytest.MonkeyPatch) -> None:
    y = WAVE.copy()
    y[100:110], y[200] = np.nan, np.inf
    ax, _ = drawn(Curves("t", "x", "y", {"a": (TIME, y)}), monkeypatch)
    assert np.flatnonzero(np.isnan(ax.lines[0].get_ydata())).tolist() == [*range(100, 110), 200]


def test_what_is_not_positive_is_left_out_of_a_logarithmic_axis(monkeypatch: pytest.MonkeyPatch) -> None:
    ax, _ = drawn(Curves("t", "x", "y", {"a": (TIME, WAVE)}, log="y"), monkeypatch)
    assert (ax.get_xscale(), ax.get_yscale()) == ("linear", "log")
    assert (np.isnan(ax.lines[0].get_ydata()) == (WAVE <= 0)).all()


def test_names_stand_at_the_ends_only_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    apart = {"one": (TIME, TIME), "two": (TIME, -TIME)}
    ax, names = drawn(Curves("t", "x", "y", apart), monkeypatch)
    assert not ax.figure.legends
    assert set(names) == {"one", "two"}
    close = {"low": (TIME, TIME), "high": (TIME, TIME + 0.01), "short": (TIME[:200], 9 - TIME[:200])}
    ax, names = drawn(Curves("t", "x", "y", close), monkeypatch)
    (legend,) = ax.figure.legends
    assert names == ["high", "low", "short"]  # as they end, from above; then what ends earlier
    box, axes = (part.get_window_extent() for part in (legend, ax))
    assert box.x0 >= axes.x1  # beside, not over the lines


def test_paths_are_drawn_to_scale_and_what_has_no_value_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    circle = {"round": (np.cos(TIME), np.sin(TIME)), "lost": (TIME, np.full(401, np.nan))}
    ax, names = drawn(Curves("t", "x (m)", "y (m)", circle), monkeypatch)
    assert ax.get_aspect() == 1
    assert "lost\n(no value to show)" in names
    ax, _ = drawn(Curves("t", "x (m)", "y (mm)", circle), monkeypatch)
    assert ax.get_aspect() == "auto"


def test_few_decades_have_plain_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = ({"a": (TIME, low + TIME)} for low in (1.0, 1e-9))
    ax, _ = drawn(Curves("t", "x", "y", few, log="y"), monkeypatch)
    assert {"1", "2", "5"} <= {label.get_text() for label in ax.get_yticklabels()}
    ax, _ = drawn(Curves("t", "x", "y", many, log="y"), monkeypatch)
    assert "2" not in {label.get_text() for label in ax.get_yticklabels()}


def test_points_have_their_lines_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {"one": (np.array([1.0]), np.array([0.5])), "paper": (np.array([2.0]), np.array([0.1]))}
    curves = Curves("t", "x", "y", {"one": (TIME, WAVE)}, marks=points)
    ax, names = drawn(curves, monkeypatch)
    line, own, other = ax.lines
    assert own.get_color() == line.get_color() != other.get_color()
    assert sorted(names) == ["one", "paper"]


# Pictures --------------------------------------------------------------------------------------------------


def red(image: np.ndarray) -> np.ndarray:
    """Where an image (h, w, 3) is red, as pixels (k, 2) down and to the right."""
    whole = image.astype(int)
    return np.argwhere(whole[..., 0] - whole[..., 1:].max(axis=2) > 60)


def test_a_strip_shows_where_the_ball_is_and_cuts_the_rest_away(tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    import matplotlib.image

    character_pictures.draw_recording(replace(sliding(), shown=(0.0, 1.0, 2.0)), tmp_path / "a.png", "A ball")
    strip = np.round(255 * matplotlib.image.imread(tmp_path / "a.png")[..., :3])
    width = (character_pictures.WIDTH - 2 * character_pictures.GAP) // 3
    panels = [strip[:, i * (width + character_pictures.GAP) :][:, :width] for i in range(3)]
    middles = [red(panel)[:, 1].mean() / width for panel in panels]
    assert np.diff(middles) == pytest.approx([0.36, 0.36], abs=0.05)  # 2 m of 2.3 m and margins
    assert middles[1] == pytest.approx(0.5, abs=0.03)
    assert (strip[-character_pictures.WORDS :] < 128).any()  # times beneath


def test_strips_beside_each_other_show_the_same_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mujoco")
    shapes: dict[str, tuple[int, ...]] = {}
    monkeypatch.setattr(
        character_pictures,
        "_write_strip",
        lambda path, images, *_: shapes.update({path.name: (len(images), *images[0].shape)}),
    )
    still = replace(sliding(), coordinates=np.zeros((201, 1)), shown=(0.0, 1.0))
    character_pages.write_study(made_up(curves=(), recordings={"still": still}), tmp_path / "a")
    both = {"still": still, "moves": replace(sliding(), shown=(0.0, 2.0))}
    assert shapes["still.png"][1] > 0.9 * shapes["still.png"][2]  # of a ball alone
    character_pages.write_study(made_up(curves=(), recordings=both), tmp_path / "b")
    assert shapes["still.png"] == shapes["moves.png"]
    assert shapes["still.png"][1] < 0.7 * shapes["still.png"][2]


def test_a_part_of_the_cameras_image_is_that_part() -> None:
    pytest.importorskip("mujoco")
    box = (-0.5, -0.25, 0.1, 0.2)
    with closing(character_pictures._Stage(sliding())) as stage:
        whole = stage.image(0, character_pictures.WHOLE, 400)
        part = stage.image(0, box, 180)  # as many pixels to a metre
        left, top = (round(300 * (box[axis] - character_pictures.WHOLE[axis])) for axis in (0, 1))
        cut = whole[top : top + part.shape[0], left : left + part.shape[1]]
        assert part.shape == cut.shape
        assert np.abs(red(part).mean(axis=0) - red(cut).mean(axis=0)).max() < 1
        assert len(red(part)) == pytest.approx(len(red(cut)), rel=0.1)


def test_the_camera_is_the_one_named() -> None:
    pytest.importorskip("mujoco")
    middles = []
    for camera in ("", "front", "away"):
        with closing(character_pictures._Stage(replace(sliding(), camera=camera))) as stage:
            middles.append(red(stage.image(0, character_pictures.WHOLE, 120))[:, 1].mean())
    assert middles[0] == middles[1] < 60 < middles[2]
    with pytest.raises(SoftreinError, match="no camera 'nonesuch'"):
        character_pictures._Stage(replace(sliding(), camera="nonesuch"))


def test_a_film_lasts_as_long_as_the_motion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mujoco")
    imageio = pytest.importorskip("imageio.v2")
    monkeypatch.setattr(character_pictures, "FILM_HEIGHT", 40)
    recording = replace(sliding(), times=TIME[:41], coordinates=TIME[:41, None])  # 0.4 s
    character_pictures.film_recording(recording, tmp_path / "a.gif")
    frames = imageio.mimread(tmp_path / "a.gif")
    assert len(frames) == 11
    assert red(frames[-1][..., :3])[:, 1].mean() > red(frames[0][..., :3])[:, 1].mean()


def test_frames_of_a_strip_are_the_nearest_to_the_times_wanted() -> None:
    assert character_pictures.shown_frames(replace(sliding(), shown=(0.003, 0.996, 9.0))) == [0, 100, 200]
    assert character_pictures.shown_frames(sliding()) == [0, 50, 100, 150, 200]
    with pytest.raises(SoftreinError, match="201 times"):
        character_pictures.shown_frames(replace(sliding(), coordinates=np.zeros((3, 1))))


def test_a_recording_of_another_model_is_refused() -> None:
    pytest.importorskip("mujoco")
    with pytest.raises(SoftreinError, match="3 coordinates a frame, its model 1"):
        character_pictures._Stage(replace(sliding(), coordinates=np.zeros((201, 3))))


# Page and folder -------------------------------------------------------------------------------------------


def test_a_folder_holds_figures_that_any_reader_of_json_takes(tmp_path: Path) -> None:
    written = character_pages.write_study(made_up(), tmp_path / "made-up")
    assert sorted(path.name for path in (tmp_path / "made-up").iterdir()) == ["angle.png", "study.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["made-up"]
    text = (tmp_path / "made-up" / "study.json").read_text()
    assert "NaN" not in text
    assert json.loads(text) == study_data(made_up()) | {"files": ["angle.png"]}
    assert json.loads(text)["tables"][0]["rows"] == [["stable PD", 0.0123456, 1200.0], ["PD", None, None]]
    assert written.pictures[0].path.read_bytes().startswith(b"\x89PNG")


def test_pictures_of_earlier_figures_do_not_stay_and_other_files_do(tmp_path: Path) -> None:
    folder = tmp_path / "made-up"
    character_pages.write_study(made_up(), folder)
    (folder / "mine.png").write_bytes(b"mine")
    character_pages.write_study(made_up(curves=()), folder)
    assert sorted(path.name for path in folder.iterdir()) == ["mine.png", "study.json"]


def test_a_chapter_holds_words_tables_and_pictures_in_itself(tmp_path: Path) -> None:
    written = character_pages.write_study(made_up(), tmp_path / "made-up")
    html = chapter([written], quick=True, missing=["impacts"])
    for words in ("A made-up study", "somebody 2011, 5 &amp; 6", "<p>One.</p><p>Two.</p>", "Quick form"):
        assert words in html, words
    assert "Errors &lt;of two&gt;" in html
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    cells = [re.findall(r"<td>(.*?)</td>", row) for row in rows]
    assert cells[1:3] == [["stable PD", "0.0123", "1,200"], ["PD", "not finite", ""]]
    assert html.count("data:image/png;base64,") == 1
    assert "not installed: impacts" in html
    assert "softrein[characters]" in html
    assert "not installed" not in chapter([written])


def test_the_chapter_goes_to_the_end_of_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<main><footer>none of this</footer> A <footer>last</footer></main>")
    character_pages.add_chapter(page, "<h1>B</h1>")
    assert page.read_text() == "<main><footer>none of this</footer> A <h1>B</h1><footer>last</footer></main>"


@pytest.mark.parametrize(
    ("cell", "words"),
    [(12.0, "12"), (0.123456, "0.123"), (12345.6, "12,346"), (None, ""), ("PD", "PD"), (3e8, "3.00 × 10⁸")],
)
def test_numbers_have_three_digits(cell: Any, words: str) -> None:
    assert cell_words(cell) == words


def test_zeros_are_numbers_and_nothing_is_none() -> None:
    assert [character_reports._is_number(cell) for cell in (0, 0.0, "0", None, "PD")] == [True] * 3 + [
        False
    ] * 2


def test_titles_make_names_of_files_that_differ() -> None:
    assert file_name("Angle of θ, [rad]", []) == "angle-of-rad"
    assert file_name("a / b", ["a-b", "a-b-2"]) == "a-b-3"
    assert file_name("θ", []) == "picture"


# Command line ----------------------------------------------------------------------------------------------


def test_studies_are_listed_with_what_they_need(fakes: dict[str, Fake]) -> None:
    pytest.importorskip("mujoco")
    shown = call("characters").output
    assert re.search(r"made-up +nothing much\n", shown)
    assert re.search(r"mujoco [\d.]+ is installed", shown)
    assert json.loads(call("characters", "--json").output)["other"]["needs mujoco"] is True


def test_the_list_says_that_mujoco_is_missing(fakes: dict[str, Fake], no_mujoco: None) -> None:
    shown = call("characters").output
    assert re.search(r"other +nothing much  \(needs mujoco\)\n", shown)
    assert not re.search(r"made-up.*needs", shown)
    assert install("characters") in shown
    assert json.loads(call("characters", "--json").output)["other"]["possible"] is False


def test_a_study_is_done_as_asked_printed_and_written(fakes: dict[str, Fake], tmp_path: Path) -> None:
    result = call("characters", "made-up", "--quick", "--seed", "7", "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert fakes["made-up"].asked == [(True, 7)]
    assert fakes["other"].asked == []
    for words in (
        "A made-up study",
        "somebody 2011",
        "Errors <of two>",
        "0.0123",
        "not finite",
        "After 4 s.",
    ):
        assert words in result.stdout, words
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["characters.html", "made-up"]
    page = (tmp_path / "out" / "characters.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert not re.search(r"https?://|<script|<link|url\(", page)
    assert "Quick form" in page


@pytest.mark.parametrize("there", ["made-up", "made-up/study.json", "made-up/errors.png"])
def test_what_cannot_be_replaced_is_seen_before_a_study(
    fakes: dict[str, Fake], tmp_path: Path, there: str
) -> None:
    (tmp_path / there).parent.mkdir(exist_ok=True)
    os.mkfifo(tmp_path / there)
    result = call("characters", "made-up", "-o", tmp_path)
    assert isinstance(result.exception, BundleError)
    assert there.rpartition("/")[2] in str(result.exception)
    assert fakes["made-up"].asked == []


def test_figures_go_to_standard_output_as_json(fakes: dict[str, Fake]) -> None:
    result = call("characters", "made-up", "--json")
    assert json.loads(result.stdout) == {"made-up": study_data(made_up())}


def test_all_means_each_study_once(fakes: dict[str, Fake]) -> None:
    pytest.importorskip("mujoco")
    assert call("characters", "made-up", "all").exit_code == 0
    assert [fake.asked for fake in fakes.values()] == [[(False, 0)], [(False, 0)]]


@pytest.mark.parametrize(
    ("words", "error", "expected"),
    [
        (["nonesuch"], SceneError, "no such study; there are made-up, other"),
        (["made-up", "--movie"], SceneError, "-o"),
        (["-o", "out"], SceneError, "names of studies"),
        (["made-up", "-o", "file/out"], SoftreinError, "another folder"),
    ],
)
def test_mistakes_are_told_before_anything_is_done(
    words: list[str], error: type, expected: str, fakes: dict[str, Fake], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    result = call("characters", *words)
    assert isinstance(result.exception, error)
    assert expected in str(result.exception)
    assert not fakes["made-up"].asked


def test_what_needs_mujoco_is_refused_in_one_line(fakes: dict[str, Fake], no_mujoco: None) -> None:
    for name in ("other", "all"):
        result = call("characters", name)
        assert isinstance(result.exception, MissingPackageError)  # softrein.cli.main: one line, exit code 2
        assert install("characters") in str(result.exception)
        assert "\n" not in str(result.exception)
    assert not fakes["made-up"].asked
    assert call("characters", "made-up").exit_code == 0
    with pytest.raises(MissingPackageError, match=r"'softrein\[characters\]'"):
        character_pictures.load_mujoco()


def test_the_pendulum_needs_no_mujoco(no_mujoco: None, tmp_path: Path) -> None:
    pytest.importorskip("characters.studies.pendulum")
    result = call("characters", "pendulum", "--quick", "-o", tmp_path)
    assert result.exit_code == 0, result.exception
    data = json.loads((tmp_path / "pendulum" / "study.json").read_text())
    assert data["tables"]
    assert list((tmp_path / "pendulum").glob("*.png"))


# The last chapter of a report ------------------------------------------------------------------------------


@pytest.fixture
def no_scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report whose scenes take no time."""
    monkeypatch.setattr(paper_report, "_one_scene", lambda *_: None)
    monkeypatch.setattr(paper_report, "opening_of", lambda *_: "<h1>Opening</h1>")
    monkeypatch.setattr(
        paper_report,
        "write_page",
        lambda folders, page, opening: page.write_text(f"<main>{opening}<footer>end</footer></main>"),
    )


def test_a_report_ends_with_the_studies(fakes: dict[str, Fake], no_scenes: None, tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    result = call("report", "--quick", "--scenes", "beam", "-o", tmp_path / "page.html")
    assert result.exit_code == 0, result.exception
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    places = [page.index(words) for words in ("Opening", ">Characters<", "A made-up", "Another", "<footer>")]
    assert places == sorted(places)
    assert page.count("<h1>Characters</h1>") == 1
    assert fakes["made-up"].asked == [(True, 0)]
    assert sorted(path.name for path in (tmp_path / "page" / "characters").iterdir()) == ["made-up", "other"]


def test_a_report_takes_the_studies_named_or_none(
    fakes: dict[str, Fake], no_scenes: None, tmp_path: Path
) -> None:
    call("report", "--scenes", "beam", "--studies", "made-up", "-o", tmp_path / "a.html")
    assert [len(fake.asked) for fake in fakes.values()] == [1, 0]
    call("report", "--scenes", "beam", "--studies", "none", "-o", tmp_path / "b.html")
    assert [len(fake.asked) for fake in fakes.values()] == [1, 0]
    assert "Characters" in (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "Characters" not in (tmp_path / "b.html").read_text(encoding="utf-8")
    for names in ("nonesuch", "none,pendulum"):
        given = call("report", "--quick", "--scenes", "beam", "--studies", names, "-o", tmp_path / "c.html")
        assert isinstance(given.exception, SceneError)
        assert not (tmp_path / "c").exists()


def test_a_report_without_mujoco_says_what_is_missing(
    fakes: dict[str, Fake], no_scenes: None, no_mujoco: None, tmp_path: Path
) -> None:
    call("report", "--scenes", "beam", "-o", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "A made-up study" in page
    assert "Another" not in page
    assert "not installed: other" in page
    result = call("report", "--scenes", "beam", "--studies", "other", "-o", tmp_path / "page.html")
    assert isinstance(result.exception, MissingPackageError)


class Hook:
    """An import hook that forbids mujoco, as some fake its absence."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] == "mujoco":
            raise ImportError(f"no {name} here")


@pytest.mark.parametrize("how", ["None", "hook", "no spec"])
def test_the_absence_of_mujoco_is_seen_however_it_is_faked(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "mujoco"]:
        monkeypatch.delitem(sys.modules, name)
    if how == "hook":
        monkeypatch.setattr(sys, "meta_path", [Hook(), *sys.meta_path])
    else:
        fake = ModuleType("mujoco")
        fake.__spec__ = None
        monkeypatch.setitem(sys.modules, "mujoco", None if how == "None" else fake)
    assert not character_pictures.has_mujoco()
    with pytest.raises(MissingPackageError, match=r"'softrein\[characters\]'"):
        character_pictures.load_mujoco()


@pytest.mark.slow("does a whole study")
@pytest.mark.filterwarnings("ignore:.*pictures of the motion need mujoco")
def test_the_helix_is_written_without_mujoco_and_says_what_is_missing(
    no_mujoco: None, tmp_path: Path
) -> None:
    result = call("characters", "helix", "--quick", "-o", tmp_path)
    assert result.exit_code == 0, result.exception
    page = (tmp_path / "characters.html").read_text(encoding="utf-8")
    assert page.count("ictures of the motion need mujoco") == 1
    assert escape(install("characters")) in page
    charts = {path.name for path in (tmp_path / "helix").glob("*.png")}
    assert charts == {"drift-of-both-constraints.png", "the-first-descent-from-above.png"}
    assert page.count("<img ") == 2


def test_a_report_without_mujoco_keeps_the_charts_of_a_study_with_recordings(
    fakes: dict[str, Fake], no_scenes: None, no_mujoco: None, tmp_path: Path
) -> None:
    fakes["made-up"].study = made_up(recordings={"A ball": sliding()})
    with pytest.warns(UserWarning, match="made-up: pictures of the motion need mujoco"):
        result = call("report", "--scenes", "beam", "-o", tmp_path / "page.html")
    assert result.exit_code == 0, result.exception
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Pictures of the motion need mujoco" in page
    assert page.count("<img ") == 1
    assert [path.name for path in (tmp_path / "page" / "characters" / "made-up").glob("*.png")] == [
        "angle.png"
    ]


def test_films_are_not_left_out_in_silence(fakes: dict[str, Fake], no_mujoco: None, tmp_path: Path) -> None:
    result = call("characters", "made-up", "--movie", "-o", tmp_path)
    assert isinstance(result.exception, MissingPackageError)
    assert not fakes["made-up"].asked


def test_a_page_of_written_studies_says_nothing_of_a_quick_form_unless_it_is(tmp_path: Path) -> None:
    character_pages.write_page(tmp_path / "a.html", [Written(made_up())])
    assert "Quick form" not in (tmp_path / "a.html").read_text(encoding="utf-8")
