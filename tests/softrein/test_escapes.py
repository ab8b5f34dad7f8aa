"""No escape sequence from a file or its name reaches the terminal: checked on each stream of commands."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text

from meshes import TetMesh, block, write_mesh
from offline.scenes.reading import read_scene, scene_text
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from softrein.cli import main
from softrein.commands.parts import print_json, show
from softrein.errors import LONGEST, SceneError, SoftreinError, one_line, printable, shown

EVIL = (
    "\x1b]0;title\x07",
    "\x1b[31mred",
    "\x9b31m",
    "\u202etxet",
    "a\r\nb",
    "\x08\x7f\x00",
    "[/red]",
    "\u2028",
    "\udcff",
)
Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    """A command's exit code, standard output and standard error; all printable except the ends of lines."""

    def run(*words: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["softrein", *map(str, words)])
        monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)  # which `main` puts another for
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        for text in (out, err):
            assert text.replace("\n", "").isprintable(), repr(text)
        return int(ended.value.code or 0), out, err

    return run


def refused(said: Said, *words: str | Path) -> str:
    """The one line with which a command is refused."""
    code, out, err = said(*words)
    assert (code, out) == (2, "")
    assert err.strip().count("\n") == 0
    assert len(err) < LONGEST + 100
    return err


def test_what_is_shown_keeps_its_lines_and_all_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    words = " ".join(f"word{k}" for k in range(60))
    table = Table(caption=Text(words))
    table.add_column("a")
    table.add_row("one\x1b[31m\ntwo")
    show(Text(f"first\n{words}\x1b[31m"), table)
    printed = capsys.readouterr().out
    assert printed.startswith("first\nword0 word1")
    assert r"word59\x1b[31m" in printed
    assert r"one\x1b[31m" in printed
    assert r"\n" not in printed
    assert " ".join(printed.split()).count("word59") == 2
    assert printed.replace("\n", "").isprintable()


def test_numbers_that_json_has_no_word_for_are_null(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"a": [1.0, float("inf"), (float("nan"), "inf")], "b": {"c": -float("inf")}, "d": 3})
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found == {"a": [1.0, None, [None, "inf"]], "b": {"c": None}, "d": 3}


def test_text_is_made_printable_and_short() -> None:
    for text in (*EVIL, "".join(map(chr, range(0x300))), "ok"):
        assert printable(text).isprintable()
        assert one_line(text, 50).isprintable()
    assert printable("größe 😀 日本") == "größe 😀 日本"
    assert one_line("a\n  b\x1b", 50) == r"a b\x1b"
    for length in (10, 49, 50, 51, 99, 101, 10**6):
        for letter in "x\x1b":
            assert len(one_line(letter * length, 50)) <= 50
    assert one_line("begin" + "x" * 500 + "end", 50).startswith("beginx")
    assert one_line("begin" + "x" * 500 + "end", 50).endswith("xend")


def test_every_error_is_one_printable_line() -> None:
    """Whoever raises it, and whatever it quotes; also when it is raised anew with more before it."""
    for evil in (*EVIL, "x" * 10**6, "\n" * 5000):
        error = SceneError(f"{evil}: not good")
        again = SceneError(f"a.toml: {error}")
        for text in (str(error), str(again)):
            assert text.isprintable()
            assert len(text) <= LONGEST
            assert text.endswith("not good")
    assert str(SoftreinError("größe: “x”")) == "größe: “x”"


@pytest.mark.parametrize("evil", [*EVIL, "x" * 300, "x" * 5000])
def test_words_of_a_command_are_shown_escaped(said: Said, evil: str) -> None:
    word = evil.replace("\0", "")
    for words in (
        ["precompute", word], ["precompute", f"{word}.toml"], ["inspect", word], [word], ["run", f"--{word}"],
        ["precompute", "beam", "--set", f"{word}=3"], ["precompute", "beam", "--set", f"time.step={word}"],
        ["precompute", "beam", "--set", word], ["precompute", "beam", "-o", f"{word}/x"], ["view", word],
        ["precompute", "beam", "--workers", word], ["precompute", "--mesh", word], ["scenes", "--show", word],
        ["scenes", "--template", f"{word}.vtu"], ["report", word], ["mesh", f"{word}.stl"],
        ["characters", word],
    ):  # fmt: skip
        refused(said, *words)


@pytest.mark.parametrize("evil", ["\x9b31m", "\u202etxet", "\x85", "[/red]", "x" * 5000])
def test_what_a_scene_says_is_shown_escaped(said: Said, evil: str, tmp_path: Path) -> None:
    """C1 and the like, which a TOML file may hold as they are; in keys, names, values and comments."""
    path = tmp_path / f"{evil[:40]}.toml".replace("/", "")
    beam = scene_text("beam")
    for text in (
        f'"{evil}" = 1\n{beam}', beam.replace("[mesh]", f'[mesh]\n"{evil}" = 1'), f"{beam}\n{evil} = 1",
        beam.replace("[mesh]", f'[mesh.regions."{evil}/"]\nlowest = 0.1\n[mesh]'), f'kind = "{evil}"\n{beam}',
        beam.replace('"xmax"', f'"{evil}"'), f'[materials."{evil}"]\nyoung = "{evil}"\n{beam}',
        f'["{evil}"]\n' * 2,
    ):  # fmt: skip
        path.write_text(text, encoding="utf-8")
        refused(said, "precompute", path, "-o", tmp_path / "a.softrein")
    described = beam.replace('description = "', f'description = "{evil}')
    path.write_text(f"# {evil}\n{described}", encoding="utf-8")
    code, out, _ = said("scenes", "--show", path)
    assert code == 0
    assert not list(tmp_path.glob("*.softrein*"))
    (tmp_path / "again.toml").write_text(out, encoding="utf-8")
    assert read_scene(tmp_path / "again.toml") == read_scene(path)


@pytest.mark.parametrize("evil", EVIL)
def test_what_a_bundle_says_is_shown_escaped(
    said: Said, evil: str, small_bundle: BodyBundle, tmp_path: Path
) -> None:
    text = evil.replace("\udcff", "")  # no text at all, which no file can hold
    stage = {"stage": f"s{text}", "seconds": 1.0, "result": text * 3}
    evil_bundle = replace(small_bundle, description=text * 500, stages=[*small_bundle.stages, stage])
    path = tmp_path / f"{evil}.softrein".replace("\0", "").replace("/", "")
    bundle_file.save(evil_bundle, path)
    for words in (["inspect"], ["inspect", "--json"], ["run"], ["run", "--dt", "5 ms"], ["run", "--json"]):
        code, out, err = said(words[0], path, *words[1:])
        assert code == 0, err
        assert len(max(out.split("\n"), key=len)) < 4 * LONGEST
    refused(said, "run", path, "--controller", evil)
    code, out, _ = said("scenes", "--show", path)
    assert code == 0
    (tmp_path / "again.toml").write_text(out, encoding="utf-8")
    assert read_scene(tmp_path / "again.toml") == read_scene(path)


@pytest.mark.parametrize("suffix", [".msh", ".vtu", ".veg"])
def test_what_a_mesh_calls_its_parts_is_shown_escaped(said: Said, suffix: str, tmp_path: Path) -> None:
    bar = block((2, 4, 2), (0.1, 0.3, 0.12))
    path = tmp_path / f"\x1b[31m{suffix}"
    for name in ("x" * 5000, "a/b", "\x1b]0;a\x07", "\u202ea", "\x9b31m"):
        write_mesh(path, TetMesh(bar.vertices, bar.tets, {}, {"Q" * len(name): [0, 1]}))
        path.write_bytes(path.read_bytes().replace(b"Q" * len(name), name.encode()))
        for words in (["scenes", "--template", path], ["mesh", path, "-o", tmp_path / "\x1b]0;a\x07.vtk"]):
            code, _, err = said(*words)
            assert code in (0, 2)
            assert code == 0 or err.strip().count("\n") == 0
        code, _, err = said("precompute", "tshape", "--mesh", path, "-o", tmp_path / "a.softrein")
        assert code == 2
        assert err.strip().count("\n") <= 2  # what it needs, the place of its bars, and the error


def test_a_quoted_text_is_bounded() -> None:
    assert len(shown("\x1b" * 1000)) <= 102
