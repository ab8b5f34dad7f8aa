"""The command line as users see it: figures, JSON, one-line errors, exit codes, no half-written files."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import h5py
import pytest
import tomllib
from typer import Option, Typer
from typer.main import get_command
from typer.testing import CliRunner, Result

from meshes.formats.files import write_mesh
from meshes.shapes.procedural import block
from offline.studies import comparison
from offline.studies.comparison import Comparison
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.control.registry import CONTROLLERS
from softrein.cli import app, main
from softrein.commands import running
from softrein.commands.parts import grouped
from softrein.errors import SimulationError, SoftreinError
from softrein.reports import comparing
from tests.made_up import made_up_comparison

QUICK = [
    "--set", "enrichment.runs=2", "--set", "time.steps=60", "--set", "basis.rank=5", "--workers", "0",
]  # fmt: skip


MOTION = comparing.PICTURES["motion"]
ROOT = Path(__file__).resolve().parents[2]


def call(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def shell(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from softrein.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, str(ROOT), *map(str, words)],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("precompute beam", True),
        ("verify a.softrein", False),
        ("verify a.softrein -oout", True),
        ("verify a.softrein --output=out", True),
        ("verify a.softrein --curves", True),
        ("compare a.softrein -o out", False),
        ("report", True),
        ("", False),
    ],
)
def test_an_interrupted_command_promises_only_what_it_keeps(
    words: str, kept: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(**_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("softrein.cli.app", interrupted)
    monkeypatch.setattr(sys, "argv", ["softrein", *words.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    told = capsys.readouterr().err
    assert (ended.value.code, told.count("\n")) == (130, 1)
    assert told.startswith("softrein: interrupted")
    assert ("full runs are kept" in told) == kept


@pytest.fixture
def bundle_path(small_bundle: BodyBundle, tmp_path: Path) -> Path:
    path = tmp_path / "beam.softrein"
    bundle_file.save(small_bundle, path)
    return path


@pytest.mark.parametrize(
    ("words", "names"),
    [(["--foresees"], "--foresees is called --preview"), (["--stride=2"], "--stride is called --block")],
)
def test_former_names_of_options_do_the_same_with_a_warning(
    bundle_path: Path, words: list[str], names: str
) -> None:
    own = ["run", bundle_path, "-c", "mpc", "--horizon", "4", "--json"]
    current = words[0].replace("foresees", "preview").replace("stride", "block")
    with pytest.warns(UserWarning, match=f"{names} now"):
        older = call(*own, *words)
    assert older.exit_code == 0, older.output
    assert json.loads(older.stdout)["error"] == json.loads(call(*own, current).stdout)["error"]
    for name in ("foresees", "stride"):
        assert f"--{name}" not in call("run", "--help").output


def test_help_is_quick_and_names_every_command() -> None:
    spans = []
    for _ in range(3):
        start = time.perf_counter()
        result = shell("--help")
        spans.append(time.perf_counter() - start)
    assert result.returncode == 0
    for command in (
        "scenes",
        "mesh",
        "precompute",
        "inspect",
        "run",
        "compare",
        "verify",
        "judge",
        "report",
        "characters",
        "export",
    ):
        assert command in result.stdout
    assert min(spans) < 1.0  # 0.7 s alone on a core; heavy imports would cost seconds


@pytest.mark.parametrize(
    "command",
    ["scenes", "mesh", "precompute", "inspect", "run", "compare", "verify", "judge", "report", "characters"]
    + ["export"],
)
def test_every_command_has_help_without_loading_the_engine(command: str) -> None:
    result = call(command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.output


def test_help_and_docs_say_which_digit_is_which_controller() -> None:
    names = [each.words for each in CONTROLLERS.values()]
    plain = ", ".join(f"{digit} {name}" for digit, name in enumerate(names, 1))
    assert f"{plain}." in " ".join(call("view", "--help").output.split())
    shown = " ".join((ROOT / "docs" / "viewer.md").read_text("utf-8").split())
    assert ", ".join(f"`{digit}` {name}" for digit, name in enumerate(names, 1)) in shown


def test_the_version_is_told() -> None:
    from softrein import __version__

    assert call("--version").output.strip() == f"softrein {__version__}"
    assert call().output.startswith("Usage")


def test_scenes_lists_shows_and_describes(tmp_path: Path) -> None:
    assert "tshape" in call("scenes").output
    assert "beam" in json.loads(call("scenes", "--json").output)
    assert json.loads(call("scenes", "--schema").output)["title"] == "Scene"
    shown = call("scenes", "--show", "beam").output
    assert json.loads(call("scenes", "--show", "beam", "--json").output) == tomllib.loads(shown)
    (tmp_path / "mine.toml").write_text(shown)
    assert 'body = "block"' in shown


def test_a_draft_of_a_scene_is_printed_as_json_too(tmp_path: Path) -> None:
    write_mesh(tmp_path / "block.vtu", block((4, 2, 2), (0.2, 0.1, 0.1)))
    words = "scenes", "--template", tmp_path / "block.vtu"
    text, data = call(*words).stdout, json.loads(call(*words, "--json").stdout)
    assert data == tomllib.loads(text)


@pytest.mark.parametrize("name", ["scene.toml", "body.node", "body.med"])
def test_a_bundle_replaces_no_file_of_another_kind(tmp_path: Path, name: str) -> None:
    if name == "body.med":
        with h5py.File(tmp_path / name, "w") as file:  # meshes may be HDF5 as well
            file["x"] = [1.0]
    else:
        (tmp_path / name).write_text("mine")
    before = (tmp_path / name).read_bytes()
    found = call("precompute", "beam", "-o", tmp_path / name, "--workers", 0)
    assert "is no bundle, and would be replaced" in str(found.exception)
    assert (tmp_path / name).read_bytes() == before


def test_a_mesh_of_two_files_is_replaced_by_neither_of_them(tmp_path: Path) -> None:
    write_mesh(tmp_path / "body.node", block((2, 1, 1), (0.2, 0.1, 0.1)))
    before = {path: path.read_text() for path in tmp_path.iterdir()}
    for source, output in (("body.node", "body.ele"), ("body.ele", "body.node")):
        found = call("mesh", tmp_path / source, "-o", tmp_path / output, "--scale", 0.001)
        assert "would be replaced by the output" in str(found.exception)
    assert {path: path.read_text() for path in tmp_path.iterdir()} == before


def test_a_quick_report_replaces_no_full_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("softrein.pictures.offscreen.load_pyvista", lambda: None)
    folder = tmp_path / "page" / "beam"
    folder.mkdir(parents=True)
    full = json.dumps(made_up_comparison() | {"quick": False})
    (folder / comparing.FIGURES).write_text(full)
    words = "--scenes", "beam", "--studies", "none", "--quick", "-o", tmp_path / "page.html"
    assert "holds a full comparison" in str(call("report", *words).exception)
    assert (folder / comparing.FIGURES).read_text() == full


def test_precompute_writes_a_bundle_and_says_what_each_stage_took(tmp_path: Path) -> None:
    output = tmp_path / "b.softrein"
    result = call("precompute", "beam", "-o", output, "--json", *QUICK)
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["bundle"] == str(output)
    assert [stage["stage"] for stage in data["stages"]][-1] == "measurement"
    assert bundle_file.load(output).steps == 60
    table = call("precompute", "beam", "-o", output, *QUICK)
    assert "enrichment" in table.stdout
    assert "wrote" in table.stdout


def test_inspect_run_and_realtime(bundle_path: Path) -> None:
    facts = json.loads(call("inspect", bundle_path, "--json").stdout)
    assert facts["steps T"] == 80
    assert facts["MPC, horizon [steps]"] == 20
    assert facts["MPC, horizon [s]"] == pytest.approx(20 * facts["time step [s]"])
    assert "lqr" in call("inspect", bundle_path).stdout
    measured = json.loads(call("inspect", bundle_path, "--measure", "--json").stdout)
    assert 0 < measured["step under LQR, median [us]"] < measured["step under MPC, median [us]"]
    assert measured["MPC, plans cut short"] == 0
    assert 0 < measured["MPC, cost over LQR's"] < 1.01
    assert measured["MPC, memory [MB]"] > 0
    run = json.loads(call("run", bundle_path, "--json").stdout)
    assert run["targets"]["ball"]["hit"]
    quiet = json.loads(call("run", bundle_path, "--undisturbed", "--json").stdout)
    both = call("run", bundle_path, "--undisturbed", "--seed", "1")
    assert "--undisturbed leaves out" in str(both.exception)
    assert quiet["effort"] < 1e-12
    paced = json.loads(call("run", bundle_path, "--realtime", "--rate", "1000", "--json").stdout)
    assert paced["steps"] == 80
    assert "latency, 99.9 % [us]" in paced
    words = ("run", bundle_path, "--realtime", "--rate", "1000", "--lasting", "0.2", "--json")
    assert json.loads(call(*words).stdout)["steps"] == 200  # two rounds and a half
    assert "hit" in call("run", bundle_path).stdout


def test_a_comparison_is_of_this_code(small_bundle: BodyBundle, tmp_path: Path) -> None:
    (tmp_path / "softrein").mkdir()
    (tmp_path / "softrein" / "chart.py").write_text("one = 1")
    before = comparing.source_of(small_bundle, root=tmp_path)
    assert before == comparing.source_of(small_bundle, root=tmp_path) != comparing.source_of(small_bundle)
    (tmp_path / "softrein" / "chart.py").write_text("one = 2")
    assert before != comparing.source_of(small_bundle, root=tmp_path)


class Size(NamedTuple):
    width: Annotated[int, Option(help="Across.")]
    height: Annotated[int, Option(help="Up.")] = 3


def test_options_that_belong_together_are_options_like_others() -> None:
    given = []

    def draw(name: str, *, size: Size, twice: Annotated[bool, Option("--twice")] = False) -> None:
        given.append((name, size, twice))

    own = Typer()
    own.command()(grouped(draw))
    assert CliRunner().invoke(own, ["a", "--width", "2"]).exit_code == 0
    assert CliRunner().invoke(own, ["b", "--height", "5", "--twice", "--width", "1"]).exit_code == 0
    assert given == [("a", Size(2, 3), False), ("b", Size(1, 5), True)]
    assert CliRunner().invoke(own, ["a"]).exit_code == 2
    names = [each.name for each in get_command(own).params]
    assert [name for name in names if name in {"name", "width", "height", "twice"}] == [
        "name", "width", "height", "twice",
    ]  # fmt: skip


@pytest.mark.slow("a whole comparison")
def test_compare_writes_figures_and_keeps_what_else_is_in_the_folder(
    bundle_path: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "compared"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    result = call(
        "compare", bundle_path, "-o", folder, "--grid", "3", "--runs", "5", "--no-pictures", "--json"
    )
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["grid"]["pd"]["members"] == 9
    assert json.loads((folder / "comparison.json").read_text())["grid"] == data["grid"]
    assert (folder / "mine.txt").read_text() == "mine"
    page = tmp_path / "page.html"
    said = call("report", folder, "-o", page)
    assert said.exit_code == 0
    assert said.stdout.startswith("beam: After the scene’s push it")
    assert "<html" in page.read_text()


def test_a_bundle_is_found_without_its_ending(bundle_path: Path) -> None:
    found = call("inspect", bundle_path.with_suffix(""))
    assert found.exit_code == 0
    assert found.stdout == call("inspect", bundle_path).stdout
    assert bundle_path.name in found.stdout
    for folder in (".", "/", ".."):
        assert "is a folder" in str(call("inspect", folder).exception)


def test_a_run_that_diverges_loses_no_comparison(
    small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(self: BodyBundle, controller: str) -> str:
        if controller == "pd":
            raise SimulationError("no longer finite")
        return controller

    monkeypatch.setattr(BodyBundle, "run", run)
    assert list(comparing._runs_of(small_bundle, {})) == [
        "none",
        *(name for name in small_bundle.gains if name != "pd"),
    ]


def test_a_comparison_that_a_folder_holds_is_not_made_again(
    bundle_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is, after what it was made from, or how, has changed; what else it lacks is only drawn anew."""
    made = []

    def counted(bundle: BodyBundle, *how: Any) -> Comparison:
        made.append(how)
        return nothing

    nothing = Comparison({}, {}, {"one_push": 0.25}, {}, {}, {}, {}, {}, {})
    monkeypatch.setattr(comparison, "compare", counted)
    monkeypatch.setattr(comparing, "more_data", lambda *_: {"margins": [float("inf"), 1 / 3]})
    monkeypatch.setattr(comparing, "draw", lambda *given: (given[3] / MOTION).write_bytes(b"drawn"))
    monkeypatch.setattr(comparing, "write_page", lambda _, path: path.write_text("page"))
    folder = tmp_path / "compared"
    figures, copy, page = (folder / name for name in (comparing.FIGURES, comparing.COPY, comparing.PAGE))
    words = ["compare", bundle_path, "-o", folder, "--json"]

    def times(*more: str) -> int:
        before = len(made)
        result = call(*words, *more)
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["uncontrolled"] == {"one_push": 0.25}
        return len(made) - before

    assert [times(), times(), times("--runs", "5"), times("--runs", "5")] == [1, 0, 1, 0]
    for option in (["--preview"], ["--planned-runs", "3"], ["--grid", "5"], ["--tuning", "2"], ["--quick"]):
        assert [times(*option), times(*option)] == [1, 0], option
    assert [times(), times()] == [1, 0]
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(comparing, "describe_machine", lambda: {"processor": "another", "memory": "1 GiB"})
        assert [times(), times()] == [1, 0]
    assert [times(), times()] == [1, 0]
    (folder / MOTION).write_bytes(b"drawn over")
    page.unlink()
    assert [times("--no-pictures"), times()] == [0, 0]
    assert ((folder / MOTION).read_bytes(), page.read_text()) == (b"drawn", "page")
    text = figures.read_text()
    figures.write_text(text.replace("0.25", "0.125"))
    assert [times(), times()] == [1, 0]
    figures.write_text("{")
    assert [times(), times()] == [1, 0]
    copy.unlink()
    assert [times(), copy.is_file()] == [0, True]
    (folder / comparing.OF_OTHERS[0]).write_text("{}")
    kept = [times("--no-pictures", "--runs", "7"), (folder / MOTION).exists(), page.exists()]
    assert kept == [1, False, False]  # they were of other figures
    assert (folder / comparing.OF_OTHERS[0]).exists()
    assert [times(), times()] == [1, 0]
    copy.rename(tmp_path / "elsewhere")
    copy.symlink_to(tmp_path / "elsewhere")
    assert [times(), copy.is_symlink()] == [0, False]
    bundle = bundle_file.load(bundle_path)
    bundle_file.save(replace(bundle, stages=[]), bundle_path)
    assert times() == 0
    stronger = bundle.gains | {"lqr": 1.01 * bundle.gains["lqr"]}
    bundle_file.save(replace(bundle, gains=stronger), bundle_path)
    assert [times(), times()] == [1, 0]
    full = json.dumps(json.loads(figures.read_text()) | {"quick": False})
    figures.write_text(full)
    measured, refused = len(made), call(*words, "--quick")
    assert (refused.exit_code, figures.read_text(), len(made)) == (1, full, measured)
    assert "holds a full comparison" in str(refused.exception)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["precompute", "nonesuch"], "tshape"),
        (["precompute", "beam", "--set", "basis.rank=0"], "basis.rank"),
        (["precompute", "beam", "--memory", "3kg"], "softrein: --memory: expected a size such as"),
        (["precompute", "beam", "--set", "time.step=3 kg"], "time.step"),
        (["precompute", "beam", "-o", "missing-folder/x.softrein"], "missing-folder"),
        (["inspect", "none.softrein"], "softrein precompute"),
        (["inspect", "bad.softrein"], "not a bundle"),
        (["run", "beam.softrein", "--controller", "magic"], "lqr, p, pd, spd, timed, mpc, none"),
        (["run", "beam.softrein", "--realtime", "--rate", "0"], "--rate"),
        (
            ["run", "beam.softrein", "--realtime", "--rate", "1e-300"],
            "--rate: wanted steps a second, from 1/60 up",
        ),
        (
            ["run", "beam.softrein", "--realtime", "--rate", "1e-6"],
            "--rate: wanted steps a second, from 1/60 up",
        ),
        (["run", "beam.softrein", "--rate", "10"], "--realtime"),
        (["run", "beam.softrein", "--lasting", "10"], "--realtime"),
        (["run", "beam.softrein", "--realtime", "--lasting", "-1"], "--lasting"),
        (["run", "beam.softrein", "--realtime", "--lasting", "nan"], "--lasting"),
        (
            ["run", "beam.softrein", "-c", "mpc", "--horizon", "0"],
            "softrein: --horizon: wanted a whole number",
        ),
        (["run", "beam.softrein", "--dt=0"], "softrein: --dt: wanted a time step"),
        (["run", "beam.softrein", "--picture", "x.foo"], ".png"),
        (["run", "beam.softrein", "--picture", "/proc/x.png"], "takes files"),
        (["run", "beam.softrein", "--realtime", "--picture", "x.png"], "--realtime"),
        (["compare", "beam.softrein", "-o", "bad.softrein"], "another folder"),
        (["compare", "none.softrein"], "softrein precompute"),
        (["report", "."], "softrein compare"),
        (["frobnicate"], "no such command 'frobnicate' (see softrein --help)"),
        (["run", "beam.softrein", "--qqq"], "no such option: --qqq (see softrein run --help)"),
        (["run"], "missing argument"),
        (["precompute", "beam", "--workers", "few"], "--workers': expected a whole number, got 'few'"),
        (["compare", "beam.softrein", "--grid", "2"], "--grid': must be at least 3, got '2'"),
        (["scenes", "--up", "z"], "--template"),
        (["scenes", "--schema", "--show", "beam"], "give one of them"),
        (["precompute", "beam", "--up", "z"], "--mesh"),
        (["run", "beam.softrein", "--realtime", "--rounds", "2"], "--rounds"),
        (["inspect", "mine.toml"], "a scene becomes one with `softrein precompute mine.toml"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(
    bundle_path: Path,
    words: list[str],
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Here, where all is imported already; the next test starts a process, as users do."""
    folder = bundle_path.parent
    (folder / "bad.softrein").write_bytes(b"no HDF5")
    (folder / "mine.toml").write_text("")
    before = sorted(path.name for path in folder.iterdir())
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["softrein", *words])
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    capfd.readouterr()
    with pytest.raises(SystemExit) as left:
        main()
    said, errors = capfd.readouterr()
    assert left.value.code == 2
    assert expected in errors
    assert "Traceback" not in errors
    assert errors.strip().count("\n") == 0
    assert said == ""
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "expected"),
    [(["inspect", "none.softrein"], "softrein precompute"), (["run"], "missing argument")],
)
def test_a_process_ends_with_that_code(tmp_path: Path, words: list[str], expected: str) -> None:
    result = shell(*words, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert expected in result.stderr
    assert result.stderr.strip().count("\n") == 0


def test_nothing_is_written_when_a_late_stage_fails(tmp_path: Path) -> None:
    result = call("precompute", "beam", "-o", tmp_path / "x.softrein", *QUICK, "--set", "basis.rank=400")
    assert isinstance(result.exception, SoftreinError)
    assert not (tmp_path / "x.softrein").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["x.softrein.runs"]


def test_the_window_of_before_is_the_page(
    small_bundle: BodyBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, asked = tmp_path / "beam.softrein", list[Path]()
    bundle_file.save(small_bundle, file)
    monkeypatch.setattr(running, "view", asked.append)
    with pytest.warns(UserWarning, match="--window is gone"):
        done = CliRunner().invoke(app, ["run", str(file), "--window"])
    assert done.exit_code == 0
    assert asked == [file]
