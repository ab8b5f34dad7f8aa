"""Files of results from unknown sources: each must be a regular file with possible figures, or is refused."""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from offline.campaign.compiling import read_times, write_times
from offline.campaign.prints import motion_print
from offline.campaign.regular_file import read_figures
from softrein.errors import BundleError
from softrein.reports import comparing
from softrein.reports.comparing import FIGURES, write_page
from softrein.reports.judging import read_judged
from softrein.reports.robustness import read_curves
from softrein.reports.verified import read_verified
from tests.made_up import made_up_bundle, made_up_comparison
from tests.tiny_bundles import tiny_body

ODD = ["[]", "5", "null", '"a"', "[" * 100_000, '{"a": ' * 100_000, "1" + 400 * "0",
       '{"a": 1' + 400 * "0" + "}", '{"a": 1e400}', '{"a": NaN}', "\xff",
       "", '{"error": -1}', '{"x": {"effort": [-1]}}']  # fmt: skip
ONE = {"error": 0.1, "effort": 2.0}


@pytest.mark.parametrize("content", ODD)
@pytest.mark.parametrize("read", [read_verified, read_curves, read_judged])
def test_odd_contents_end_in_one_line(read: Any, content: str, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(BundleError, match=r"figures\.json: "):
        read(path)
    assert read_times(path) == {}


@pytest.mark.parametrize("make", ["pipe", "symlink", "hard link", "folder", "nowhere"])
@pytest.mark.parametrize("read", [read_verified, read_curves, read_judged])
def test_what_is_no_file_of_its_own_is_neither_read_nor_waited_for(
    read: Any, make: str, tmp_path: Path
) -> None:
    path, other = tmp_path / "figures.json", tmp_path / "other.json"
    other.write_text("{}")
    makers: dict[str, Any] = {
        "pipe": lambda: os.mkfifo(path),
        "symlink": lambda: path.symlink_to(other),
        "hard link": lambda: path.hardlink_to(other),
        "folder": path.mkdir,
        "nowhere": lambda: path.symlink_to(tmp_path / "nowhere"),
    }
    makers[make]()
    with pytest.raises(BundleError, match=r"figures\.json: "):
        read(path)
    assert read_times(path) == {}
    before = path.lstat()
    write_times(path, {"kernel": 1.0})
    if make != "hard link":
        assert os.path.samestat(path.lstat(), before)
        assert {each.name for each in tmp_path.iterdir()} == {"figures.json", "other.json"}
    assert other.read_text() == "{}"


@pytest.mark.parametrize(("entry", "value"), [("error", -1.0), ("effort", -1e-9), ("error", "much")])
def test_verified_figures_are_such_as_some_run_may_come_to(entry: str, value: Any, tmp_path: Path) -> None:
    path, rows = tmp_path / "verify.json", ("uncontrolled", "reduced", "full")
    path.write_text(json.dumps(dict.fromkeys(rows, ONE)))
    assert read_verified(path) is not None
    path.write_text(json.dumps(dict.fromkeys(rows, ONE | {entry: value})))
    with pytest.raises(BundleError, match="remove it"):
        read_verified(path)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text("{}")
    os.truncate(path, 2**40)
    with pytest.raises(BundleError, match="larger than"):
        read_figures(path, lambda found: None, "no figures ({})")


def without(name: str) -> str:
    return json.dumps({key: value for key, value in made_up_comparison().items() if key != name})


@pytest.mark.parametrize(
    "content",
    [*ODD, "{}", without("runs"), without("ensemble"), json.dumps(made_up_comparison() | {"grid": 5}),
     json.dumps(made_up_comparison() | {"readings": {"one_push pd": [5]}}),
     json.dumps(made_up_comparison() | {"runs": {"lqr": ONE | {"error": -1.0, "largest deviation": 1.0}}})],
)  # fmt: skip
def test_no_page_is_written_of_what_is_no_comparison(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparing, "load", lambda path: made_up_bundle())
    page = tmp_path / "page.html"
    (tmp_path / FIGURES).write_text(content, encoding="latin-1")
    with pytest.raises(BundleError, match="holds no comparison"):
        write_page([tmp_path], page)
    assert not page.exists()
    (tmp_path / FIGURES).write_text(json.dumps(made_up_comparison()))
    write_page([tmp_path], page)
    assert page.exists()


@pytest.mark.parametrize("of", ["own", "before", "another"])
def test_a_page_shows_what_was_verified_of_its_own_bundle(
    of: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With further controllers a bundle is the same; files of before do not say of which they are."""
    bundle, row = tiny_body(), {"error": 0.25, "effort": 1.5}
    monkeypatch.setattr(
        comparing, "load", lambda path: bundle.with_controllers({"mine": bundle.gains["lqr"]})
    )
    other = replace(bundle, seed=bundle.seed + 1)
    printed = {"own": {"bundle": motion_print(bundle)}, "another": {"bundle": motion_print(other)}}.get(
        of, {}
    )
    (tmp_path / FIGURES).write_text(json.dumps(made_up_comparison()))
    rows = dict.fromkeys(("uncontrolled", "reduced", "full"), row)
    (tmp_path / "verify.json").write_text(json.dumps(rows | {"size": 1.0} | printed))
    with (
        nullcontext()
        if of != "another"
        else pytest.warns(UserWarning, match="verify.json is of another bundle")
    ):
        write_page([tmp_path], tmp_path / "page.html")
    assert ("full, LQR" in (tmp_path / "page.html").read_text()) == (of != "another")
