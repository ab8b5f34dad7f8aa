"""The documents' examples work as they stand: every fenced block is run, commands in the text are parsed.

Each Python block runs by itself, in a folder that holds small bundles under the names that the blocks use.
A scene must be whole, and its full model is built. Shell commands that take no time are run; the programs,
options and extras of the others must exist. A block in a language without a rule fails.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import typer.main

from meshes import TetMesh, block, write_mesh
from offline.campaign.campaign import run_campaign
from offline.pipeline.base import table
from offline.pipeline.kinds import kind_of
from offline.scenes.reading import read_scene
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from runtime.bundle.smoke import SmokeBundle
from softrein import load, precompute
from softrein.cli import app
from softrein.export.c.write import export_c

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
NOTHING_TO_RUN = {"text": "drawings of folders and of what is born where", "math": "formulas"}
TUTORIALS = "docs/tutorials"  # run as wholes, by `test_tutorials`
WHOLE = (TUTORIALS, "docs/real-robot.md")  # and by `test_real_robot`
FENCE = re.compile(r"^```(?P<language>\S*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"`(softrein [^`]+)`")
OPTION = re.compile(r"`(--[a-z-]+)")
MILLIMETRES = 1000.0  # a metre of the body in its file
QUICK = (  # the T's scene, so that it takes a second
    "time.steps=130", "loads=[{region = 'right', impulse = [0, 0, 1.8], duration = 0.05}]", "targets=[]",
    "control.instants=[]", "pushes.0.time=0.3", "enrichment.runs=2", "basis.rank=6",
    "ensemble.time=[0.1, 0.5]", "ensemble.tuning_runs=4",
)  # fmt: skip
SMALL = ("box.cells=[32, 32]",)  # of smoke that is only built


class Block(NamedTuple):
    """A fenced block; its id is the file and the line of the fence."""

    id: str
    language: str
    text: str


def blocks() -> list[Block]:
    found = []
    for path in DOCUMENTS:
        content = path.read_text(encoding="utf-8")
        for match in FENCE.finditer(content):
            line = content.count("\n", 0, match.start()) + 1
            found.append(Block(f"{path.relative_to(ROOT)}:{line}", match["language"], match["text"]))
    return found


BLOCKS = blocks()


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory, small_smoke: SmokeBundle) -> Path:
    """A folder with what the blocks ask for: bundles in out/, a body in millimetres, the examples."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "out").mkdir()
    (folder / "examples").symlink_to(ROOT / "examples")
    bundle = precompute(read_scene("tshape", QUICK), workers=0)
    assert isinstance(bundle, BodyBundle)
    save(bundle, folder / "out" / "tshape.softrein")
    save(small_smoke, folder / "out" / "smoke-small.softrein")
    assert {
        path.stem for path in (folder / "out").iterdir()
    } == demo_scenes()  # and nothing that no reader has
    bar = block((2, 8, 2), (0.1, 0.4, 0.1))
    middle = bar.vertices.mean(axis=0) * (1, 0, 1) + (0, bar.vertices[:, 1].min(), 0)
    body = TetMesh(MILLIMETRES * (bar.vertices - middle), bar.tets, {"foot": bar.regions["ymin"]})
    write_mesh(folder / "body.msh", body)
    beam = block((6, 2, 2), (0.3, 0.08, 0.08)).vertices
    frames = [f"{24 * k}: {[*map(tuple, (beam * (1, 1, 1 + 0.1 * k)).tolist())]}" for k in range(2)]
    samples = "point3f[] points.timeSamples = {" + ", ".join(frames) + "}"
    (folder / "walk.usda").write_text(f'#usda 1.0\ndef Mesh "a" {{\n{samples}\n}}\n', encoding="utf-8")
    skin = [f"v {x} {y} {z}" for x, y, z in body.vertices]
    skin += [f"f {a} {b} {c}" for a, b, c in body.surface + 1]
    (folder / "fine.obj").write_text("\n".join(skin), encoding="utf-8")
    return folder


def demo_scenes() -> set[str]:
    """Those whose bundles `./dev demo` leaves in out/."""
    script = (ROOT / "dev").read_text(encoding="utf-8")
    names = re.search(r"^demo\(\) \{.*?for scene in ([\w -]+); do\s+try_out", script, re.M | re.S)
    assert names
    return set(names[1].split())


@pytest.fixture
def place(furnished: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same as the current folder; full runs are computed in this process, which is quicker for so few."""

    def here(job: object, folder: Path, workers: int | None = None, **more: object) -> list[Path]:
        return run_campaign(job, folder, workers=0, **more)

    monkeypatch.chdir(furnished)
    monkeypatch.setattr(table, "run_campaign", here)
    return furnished


@pytest.fixture(autouse=True)
def registry() -> Iterator[None]:
    """Remove what a block registered with Gymnasium."""
    gymnasium = pytest.importorskip("gymnasium")
    before = dict(gymnasium.registry)
    yield
    gymnasium.registry.clear()
    gymnasium.registry.update(before)


def test_there_are_blocks_and_each_has_a_rule() -> None:
    known = {*RULES, *NOTHING_TO_RUN}
    assert not [each.id for each in BLOCKS if each.language not in known]
    assert {each.language for each in BLOCKS} == {*RULES, *NOTHING_TO_RUN}
    fences = sum(path.read_text(encoding="utf-8").count("```") for path in DOCUMENTS)
    assert fences == 2 * len(BLOCKS)


TO_RUN = [each for each in BLOCKS if each.language not in NOTHING_TO_RUN and not each.id.startswith(WHOLE)]


@pytest.mark.slow("a document's blocks, one after the other")
@pytest.mark.parametrize("shown", TO_RUN, ids=[each.id for each in TO_RUN])
def test_a_block_works_by_itself(shown: Block, place: Path) -> None:
    RULES[shown.language](shown)


def run_python(shown: Block) -> None:
    if "stable_baselines3" in shown.text:
        pytest.importorskip("stable_baselines3", reason="the extra `sb3` is not installed; it brings PyTorch")
        pytest.importorskip("torch").set_num_threads(1)  # the suite already has a process for each core
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(shown.text, shown.id, "exec"), {"__name__": "__main__"})
    assert not re.search(r"\b(nan|inf)\b", printed.getvalue())


def build_scene(shown: Block) -> None:
    whole = any(line.startswith("name") for line in shown.text.splitlines())
    rest = (
        "" if whole else (ROOT / "offline" / "scenes" / "beam.toml").read_text()
    )  # what is shown is a part of some scene
    if "animation" in shown.text:  # which takes the place of loads
        pytest.importorskip("pxr.Usd")
        rest = re.sub(r"(?ms)^\[\[(?:loads|targets|pushes)\]\]$.*?(?=^\[)", "", rest)
    Path("scene.toml").write_text(rest + shown.text, encoding="utf-8")
    scene = read_scene("scene.toml")
    if scene.kind == "fluid":
        scene = read_scene("scene.toml", SMALL)
    full = kind_of(scene).full_model(scene)
    assert full
    if scene.kind == "fluid":  # or its pictures show nothing
        assert full.start().density.max() > 0.5


def type_commands(shown: Block) -> None:
    """Parse each line."""
    lines = [shlex.split(line, comments=True) for line in shown.text.splitlines()]
    for words in filter(None, lines):
        if words[0] == "./dev":
            assert words[1] in verbs_of_dev()
        elif words[0] == "pip":
            assert words[1] == "install"
            assert_extras(words[2])
        elif words[0] == "softrein":
            parse(words[1:])
        elif words[0] in {"cc", "./main"} and "main.c" in shown.text:
            continue  # `compile_c` does that with the program itself
        else:
            pytest.fail(f"{shown.id}: there is no rule for {words[0]}")


def compile_c(shown: Block) -> None:
    """A program that includes what `softrein export --c` writes of the T, built without a warning and run."""
    if not shutil.which("cc"):
        pytest.skip("there is no C compiler")
    export_c(load(Path("out") / "tshape.softrein"), Path("c"))
    Path("c/main.c").write_text(shown.text, encoding="utf-8")
    strict = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
    subprocess.run(["cc", *strict, "-o", "c/main", "c/main.c", "c/tshape.c", "-lm"], check=True)
    done = subprocess.run(["c/main"], capture_output=True, text=True, check=True)
    heights = [float(line.split()[-1]) for line in done.stdout.splitlines()]
    assert len(heights) == 130
    assert np.ptp(heights) > 1e-4


RULES: dict[str, Callable[[Block], None]] = {
    "python": run_python, "toml": build_scene, "sh": type_commands, "c": compile_c,
}  # fmt: skip


def spans() -> list[tuple[str, str]]:
    return [
        (str(path.relative_to(ROOT)), span)
        for path in DOCUMENTS
        if path.name != "CHANGELOG.md"  # which speaks of the past
        for span in SPAN.findall(path.read_text(encoding="utf-8"))
    ]


def test_commands_in_the_text_exist_with_their_options() -> None:
    found = spans()
    assert len(found) > 10
    for _, span in found:
        words = shlex.split(span.partition(">")[0])[1:]
        if words[0].startswith("-"):
            continue
        parse([word for word in words if word != "..."])


def test_the_table_of_commands_names_all_of_them_and_options_that_they_have() -> None:
    rows = [
        (shlex.split(line.split("`")[1])[1], line)
        for line in (ROOT / "docs" / "commands.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `softrein ")
    ]
    assert {name for name, _ in rows} == set(commands())
    for name, line in rows:
        known = {each for one in commands()[name].params for each in (*one.opts, *one.secondary_opts)}
        assert set(OPTION.findall(line)) <= known, name


def test_what_is_not_there_is_seen() -> None:
    for wrong in (["fly"], ["run", "x.softrein", "--no-such-option"], ["run", "x", "--rounds", "many"]):
        with pytest.raises(Exception, match=r"no softrein fly|--no-such-option|valid integer"):
            parse(wrong)
    with pytest.raises(AssertionError):
        assert_extras("softrein[no-such-extra]")
    assert verbs_of_dev() >= {"demo", "test"}
    with pytest.raises(NameError):
        run_python(Block("here", "python", "print(bundle)"))
    with pytest.raises(pytest.fail.Exception, match="no rule for rm"):
        type_commands(Block("here", "sh", "rm -r out"))


@cache
def commands() -> dict[str, Any]:
    found: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    return found


def parse(words: list[str]) -> None:
    """See that a command has these options; arguments that a text leaves out may be missing."""
    assert words[0] in commands(), f"there is no softrein {words[0]}"
    try:
        commands()[words[0]].make_context(words[0], words[1:])
    except Exception as error:  # Typer's own, which it does not show; Exit is what --help ends with
        if type(error).__name__ not in {"MissingParameter", "Exit"}:
            raise


def verbs_of_dev() -> set[str]:
    """The cases of the script's last `case`."""
    cases = (ROOT / "dev").read_text(encoding="utf-8").rpartition("\ncase ")[2]
    labels = re.findall(r"^ *([\w |]+)\)", cases, re.MULTILINE)
    return {verb.strip() for label in labels for verb in label.split("|")}


def assert_extras(target: str) -> None:
    """`softrein[one,two]`, of this project's extras."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    match = re.fullmatch(r"softrein\[([\w,]+)\]", target)
    assert match, target
    assert set(match[1].split(",")) <= set(extras["optional-dependencies"])
