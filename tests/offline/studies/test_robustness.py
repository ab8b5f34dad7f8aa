"""Curves of robustness: where a controller loses the body, the strongest push, and the report's chapter."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from offline.verification import curves
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.smoke import SmokeBundle
from softrein.base import theme
from softrein.charts.robustness import AXES, axis_of, draw_curves, lost_regions
from softrein.errors import BundleError
from softrein.reports.comparing import COPY, FIGURES, PAGE
from softrein.reports.robustness import (
    CURVES,
    PICTURE,
    bears,
    losses,
    read_curves,
    robustness_part,
    where_lost,
)
from softrein.reports.verified import read_verified, verified_part
from tests.softrein.test_cli import call

YOUNG, DELAY = AXES["young"], AXES["delay"]
VALUES = {"young": [0.5, 0.8, 1.0, 1.25, 2.0], "delay": [0, 1, 2]}


def column(error: list[float | None], lost: list[int]) -> dict[str, Any]:
    half = [None if each is None else 0.5 * each for each in error]
    return {"error": error, "low": half, "high": error, "effort": error, "lost": lost}


@pytest.fixture
def data() -> dict[str, Any]:
    """Curves in which LQR loses the body at both ends, and MPC with a delay is given up."""
    steady, free = column([0.01] * 3, [0] * 3), column([0.5] * 5, [0] * 5)
    return {
        "runs": 10, "given": {"young": 1.0, "density": 1.0, "delay": 0, "noise": 0.0},
        "reduced": {"lqr": 0.005, "mpc": None},
        "curves": {
            "young": {
                "values": VALUES["young"], "none": free,
                "lqr": column([0.9, 0.015, 0.01, 0.03, 0.7], [9, 1, 0, 0, 5]),
                "mpc": column([0.02, 0.01, 0.01, 0.01, 0.02], [4, 0, 0, 0, 0]),
            },
            "delay": {
                "values": VALUES["delay"], "none": column([0.5] * 3, [0] * 3),
                "lqr": steady, "mpc": column([0.01, 0.04, None], [0, 0, 10]),
            },
        },
    }  # fmt: skip


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        ([0, 0, 0, 0, 0], "nowhere, and no run"),
        ([4, 0, 0, 0, 0], "nowhere; at most 4 of 10 runs"),
        ([5, 0, 0, 0, 0], "at 0.5×"),
        ([9, 7, 0, 0, 6], "from 0.8× down, at 2×"),
        ([0, 8, 0, 5, 9], "at 0.8×, from 1.25× up"),
        ([9, 9, 9, 9, 9], "from 0.8× down, from 1× up"),
        ([9, 0, 6, 9, 0], "at 0.5×, from 1× to 1.25×"),
    ],
)
def test_where_a_body_is_lost(lost: list[int], words: str) -> None:
    assert where_lost(YOUNG, VALUES["young"], lost, 10) == words
    lost_there = {value for each in lost_regions(VALUES["young"], lost, 10, 1.0) for value in each.values}
    assert lost_there == {v for v, count in zip(VALUES["young"], lost, strict=True) if count >= 5}


@pytest.mark.parametrize(
    ("errors", "words"),
    [
        ([0.2, 0.02, 0.01, 0.01, 0.02], "0.8× to 2×"),
        ([0.01, 0.03, 0.01, 0.03, 0.01], "at 1× alone"),
        ([None, 0.01, 0.01, None, 0.01], "0.8× to 1×"),
        ([0.01, 0.01, None, 0.01, 0.01], "nowhere"),
    ],
)
def test_what_a_controller_bears(errors: list[float | None], words: str) -> None:
    assert bears(YOUNG, VALUES["young"], errors) == words


def test_the_chapter_and_sentences_say_where(data: dict[str, Any], tmp_path: Path) -> None:
    page = robustness_part(data, lambda name: f"<{name}>")
    for words in ("<curves>", "10 random pushes", "at 0.5×, at 2×", "at 2 steps", "not finite", "0.8× to 1×"):
        assert words in page
    assert list(losses(data)) == [
        "LQR loses half of the runs, or more, with a stiffness at 0.5×, stiffness at 2×",
        "MPC loses half of the runs, or more, with a delay at 2 steps",
    ]
    assert "--curves" in robustness_part(None, lambda name: "")
    draw_curves(data, tmp_path / "curves.png")
    assert (tmp_path / "curves.png").stat().st_size > 10_000


def broken(data: dict[str, Any]) -> Any:
    return data["curves"]["young"].pop("values")


def unknown(data: dict[str, Any]) -> Any:
    return data["curves"].update({"\x1b[31m": data["curves"]["young"]})


def words(data: dict[str, Any]) -> Any:
    return data.update(runs="ten")


@pytest.mark.parametrize("change", [broken, unknown, words])
def test_other_files_are_refused(
    change: Callable[[dict[str, Any]], Any], data: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / CURVES
    assert read_curves(path) is None
    path.write_text(json.dumps(data))
    assert read_curves(path) == data
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(BundleError, match="remove it") as caught:
        read_curves(path)
    assert "\x1b" not in str(caught.value)


@pytest.mark.slow("curves of all controllers")
def test_one_command_makes_the_chapter(
    small_bundle: BodyBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the folder of a comparison `verify --curves` writes its page anew; `report` shows what is there."""
    few = {"young": (1.0, 2.0), "density": (0.8, 1.0), "delay": (0, 2), "noise": (0.0, 1e-3)}
    for entry, values in few.items():
        monkeypatch.setitem(curves.VALUES, entry, values)
    found = call("compare", path := saved(small_bundle, tmp_path), "--quick", "--no-pictures", "--runs", "3")
    assert found.exit_code == 0, found.output
    folder = path.with_name(path.name + ".compare")
    page = tmp_path / "page.html"
    assert call("report", folder, "-o", page).exit_code == 0
    assert "Not measured for this page" in page.read_text()
    found = call("verify", folder / COPY, "--curves", "--runs", "2", "--workers", "0", "-o", folder)
    assert found.exit_code == 0, found.output
    assert {FIGURES, CURVES, PICTURE, PAGE} <= {each.name for each in folder.iterdir()}
    assert "MPC" in found.output
    assert call("report", folder, "-o", page).exit_code == 0
    for each in (page, folder / PAGE):
        assert "same 2 random pushes" in each.read_text()
    verified = json.loads((folder / "verify.json").read_text())
    assert theme.number(verified["full"]["ensemble"]["error"]) in (folder / PAGE).read_text()
    found = call("compare", path, "--quick", "--no-pictures", "--runs", "3")
    assert (folder / CURVES).is_file()


def test_what_was_verified_is_a_chapter(tmp_path: Path) -> None:
    one = {"error": 0.1234, "effort": 2.0, "path rms": 2.1e-4, "path max": 3.7e-3}
    many = one | {"runs": 8, "lost": 1, "path max": None}
    data: dict[str, Any] = {name: one | {"ensemble": many} for name in ("uncontrolled", "reduced", "full")}
    data |= {"controller": "mpc", "given": {"sensors": True}}
    page = verified_part(data, lambda name: f"[{name}]")
    assert "the full model’s error is 1.0 times that without control" in page
    for words in (
        "[verified]",
        "full, MPC",
        "0.123",
        "3.7 mm",
        "not finite",
        "8 random",
        "estimated from sensors",
    ):
        assert words in page
    path = tmp_path / "verify.json"
    assert read_verified(path) is None
    path.write_text(json.dumps(data))
    assert read_verified(path) == data
    path.write_text(json.dumps(data | {"full": {"error": "much"}}))
    with pytest.raises(BundleError, match="remove it"):
        read_verified(path)
    assert page.count("<tr>") == 4
    assert not verified_part(None, lambda name: "")


def test_all_that_was_verified_is_in_its_chapter() -> None:
    """The finer clock, controllers beside the one verified, quartiles, and who is better."""

    def row(error: float, lost: int = 0) -> dict[str, Any]:
        many = {"error": error, "effort": 2 * error, "runs": 8, "lost": lost}
        quartiles = {f"{key} quartiles": [0.75 * many[key], 1.5 * many[key]] for key in ("error", "effort")}
        return {"error": error, "effort": 2 * error, "ensemble": many | quartiles}

    names = ("uncontrolled", "reduced", "full", "fine", "fine uncontrolled")
    data: dict[str, Any] = {name: row(0.4) for name in names}
    data |= {
        "beside": {"pd": {name: row(0.16, 1) for name in names[1:4]}},
        "clock": {"substeps": 4, "newton": 20},
    }
    page = verified_part(data, lambda name: "")
    rows = [re.sub(r"<[^>]+>", "|", each) for each in page.split("<tr>")[2:]]
    assert [re.findall(r"[^|]+", each)[0] for each in rows] == [
        "full, no control", "reduced, LQR", "full, LQR", "full, finer clock, no control",
        "full, finer clock, LQR", "reduced, PD", "full, PD", "full, finer clock, PD",
    ]  # fmt: skip
    assert "0.400 (0.30 to 0.60)" in rows[2]
    assert "0.320 (0.24 to 0.48)" in rows[6]
    assert "4 steps for one, of at most 20 iterations each" in page
    said = re.findall(r"<li>(Random pushes[^<]*)</li>", page)
    assert (
        "Random pushes, medians: PD has on the full model 0.40 times LQR’s error at 0.40 times its effort, "
        "1 of 8 lost against 0."
    ) in said
    assert (
        "Scene’s pushes: PD has on the full model 0.40 times LQR’s error at 0.40 times its effort: it is "
        in page
    )


def saved(bundle: BodyBundle, folder: Path) -> Path:
    path = folder / "beam.softrein"
    bundle_file.save(bundle, path)
    return path


def test_what_cannot_differ_is_refused_before_anything_is_said(
    small_smoke: SmokeBundle, tmp_path: Path
) -> None:
    bundle_file.save(small_smoke, tmp_path / "smoke.softrein")
    found = call("verify", tmp_path / "smoke.softrein", "--young", "0.8")
    assert found.exit_code == 1
    assert "smoke has no material" in str(found.exception)
    assert "runs of the full model" not in found.stderr


def test_what_all_curves_have_in_common_is_said_and_counts_as_the_middle(data: dict[str, Any]) -> None:
    assert "Throughout" not in robustness_part(data, lambda name: "")
    given = {"young": 1, "density": 1.1, "delay": 3, "noise": None, "sensors": True, "markers": 0}
    data |= {"given": given, "base": {"young": 2.0}}
    page = robustness_part(data, lambda name: "")
    assert "Throughout: state estimated from sensors by an observer, density 1.1×, delay 3 steps." in page
    assert axis_of(data, "young").as_made == 2.0
    assert axis_of(data, "delay").as_made == 0.0
