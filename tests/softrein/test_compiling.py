"""Compilation is announced on standard error as it begins, once, with the time that it took before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit
from typer.testing import CliRunner

from offline.campaign import compiling, memory, pool
from offline.campaign.campaign import run_campaign
from offline.campaign.compiling import read_times, telling, write_times
from offline.campaign.pool import processes
from offline.campaign.snapshots import SnapshotWriter
from offline.steering.mismatch import AS_MADE, Mismatch
from offline.verification import study
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import load, save
from softrein.cli import ALOUD, QUIET, aloud, app
from softrein.commands import verifying
from tests.tiny_bundles import tiny_body


def fresh() -> Any:
    """A kernel that calls another, neither of them compiled yet."""

    @njit
    def inner(x: float) -> float:
        return x + 1.0

    @njit
    def outer(x: float) -> float:
        return 2.0 * inner(x)

    return outer


OUTER = f"{__name__}.fresh.<locals>.outer"


def compile_in_worker(value: float) -> tuple[float, int]:
    """What a worker process does; long enough for the others to take part."""
    found = fresh()(value)
    time.sleep(0.3)
    return found, os.getpid()


@pytest.fixture
def times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of times, of this test's own."""
    monkeypatch.setattr(compiling, "times_file", lambda: tmp_path / "cache" / "times.json")
    return tmp_path / "cache" / "times.json"


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Announce compilations however short they are."""
    monkeypatch.setattr(compiling, "LONG", 0.0)


@pytest.mark.usefixtures("eager")
def test_a_kernel_is_told_as_it_begins_and_timed_with_what_it_calls(times: Path) -> None:
    said: list[str] = []
    start = time.perf_counter()
    with telling(said.append):
        fresh()(1.0)
    took = time.perf_counter() - start
    assert said[0] == f"compiling {OUTER}, once on this machine"
    assert said[-1].startswith("1 kernels were compiled in")
    assert list(read_times(times)) == [OUTER]
    assert 0.01 < read_times(times)[OUTER] < took


def test_how_long_it_took_last_time_is_said_beforehand(times: Path) -> None:
    write_times(times, {OUTER: 41.2, "another": 5.0})
    said: list[str] = []
    with telling(said.append):
        fresh()(1.0)
    assert said == [f"compiling {OUTER}, once on this machine; 41 s last time"]
    assert read_times(times)[OUTER] < 41
    assert read_times(times)["another"] == 5.0


def test_what_is_short_or_compiled_already_is_not_worth_a_line(times: Path) -> None:
    said: list[str] = []
    kernel = fresh()
    with telling(said.append):
        kernel(1.0)
    assert list(read_times(times)) == [OUTER]
    times.unlink()
    with telling(said.append):
        kernel(1.0)
    assert said == []
    assert not times.exists()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": "b"}', '{"a": -1}', '{"a": NaN}', "[" * 100_000])
def test_a_file_that_holds_no_times_is_as_none(times: Path, text: str) -> None:
    times.parent.mkdir()
    times.write_text(text)
    with telling(lambda words: None):
        fresh()(1.0)
    assert list(read_times(times)) == [OUTER]


@pytest.mark.slow("compiles anew in processes")
def test_workers_say_it_once(times: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write_times(times, {OUTER: 41.2})
    with telling(), processes(2) as each:
        found = list(each(compile_in_worker, [1.0, 2.0, 3.0, 4.0]))
    assert [value for value, _ in found] == [4.0, 6.0, 8.0, 10.0]
    assert len({process for _, process in found}) == 2
    assert capfd.readouterr().err.count(f"softrein: compiling {OUTER}, once") == 1


@pytest.mark.slow("compiles anew in processes")
def test_workers_of_who_says_nothing_say_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with processes(1) as each:
        assert next(iter(each(compile_in_worker, [1.0])))[0] == 4.0
    assert "compiling" not in capfd.readouterr().err


@pytest.mark.usefixtures("eager", "times")
@pytest.mark.parametrize("as_json", [False, True])
def test_a_command_says_it_on_standard_error_and_nothing_else_there(
    as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    def command(as_json: bool = False) -> None:
        with telling():  # as what a command calls may
            fresh()(1.0)
        print(json.dumps({"json": as_json}))

    aloud(command)(as_json=as_json)
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {"json": as_json}
    assert printed.err.count(f"softrein: compiling {OUTER}, once on this machine") == 1


@pytest.mark.usefixtures("eager", "times")
def test_commands_as_they_are_called_say_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each command, as registered, announces compilation; standard output has its figures alone."""
    commands = {
        each.callback: getattr(each.callback, "__wrapped__", None) for each in app.registered_commands
    }
    assert {inner for inner in commands.values() if inner in ALOUD} == set(ALOUD)
    assert {outer for outer, inner in commands.items() if inner not in ALOUD} == set(QUIET)
    save(tiny_body(), tmp_path / "a.softrein")

    def load_and_compile(file: Path) -> BodyBundle:
        fresh()(1.0)
        return load(file)

    monkeypatch.setattr("runtime.bundle.file.load", load_and_compile)
    found = CliRunner().invoke(app, ["inspect", str(tmp_path / "a.softrein"), "--json"])
    assert json.loads(found.stdout)["name"] == "tiny"
    assert f"softrein: compiling {OUTER}, once on this machine" in found.stderr


class Compiles:
    """Full runs that compile a kernel."""

    count = 2

    def fingerprint(self, index: int) -> str:
        return f"compiles {index}"

    def run(self, index: int, write: SnapshotWriter) -> None:
        write.append(np.full(3, fresh()(float(index))))


@pytest.mark.slow("compiles anew in processes")
def test_workers_of_a_campaign_say_it_once(
    times: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    write_times(times, {OUTER: 41.2})
    with telling():
        run_campaign(Compiles(), tmp_path / "runs", workers=1)
    assert capfd.readouterr().err.count(f"softrein: compiling {OUTER}, once") == 1


def test_the_latest_of_observers_is_warmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only it steps its estimate ahead; without its kernel timed runs would compile, as curves over delay."""
    warmed: list[study.Case] = []
    monkeypatch.setattr(study._Runs, "warm", lambda self, case: warmed.append(case))
    given = Mismatch(sensors=True)
    cases = [study.Case("lqr", given._replace(delay=delay)) for delay in (0, 3, 1)]
    told = study.Case("lqr", AS_MADE._replace(delay=2))
    study.warm(None, tiny_body(), [study.Case("lqr", None), *cases, study.Case("none", given), told])
    assert sorted(warmed, key=str) == sorted(
        [study.Case("lqr", None), cases[1], study.Case("none", AS_MADE), told], key=str
    )


STUDY = """
import gc, sys
from numba.core.dispatcher import Dispatcher
from offline.pipeline.stages import Places
from offline.scenes.reading import scene_of_bundle
from offline.verification.study import Case, cases_beside, full_model, verify, warm
from pathlib import Path
from runtime.bundle.file import load

def compiled():
    kernels = [each for each in gc.get_objects() if isinstance(each, Dispatcher)]
    return {(each.__module__, each.__qualname__): len(each.signatures) for each in kernels if each.signatures}

path = Path(sys.argv[1])
bundle, case = load(path), Case("pd")
full = full_model(scene_of_bundle(bundle, path), Places(path.parent, 0))
before = compiled()
warm(full, bundle, cases_beside(case).values())
warmed = compiled()
verify(full, bundle, case, 2)
after = compiled()
assert len(warmed) > len(before), "warm compiles nothing"
print(sorted(each for each in after if after[each] > warmed.get(each, 0)))
"""


def test_nothing_is_left_to_compile_once_verify_says_how_long_it_takes(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    save(small_bundle, tmp_path / "a.softrein")
    done = subprocess.run(
        [sys.executable, "-c", STUDY, str(tmp_path / "a.softrein")],
        capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_verify_reckons_with_the_start_of_its_processes(capsys: pytest.CaptureFixture[str]) -> None:
    bundle = tiny_body()

    def seconds(workers: int | None, start: float) -> float:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("softrein.facts.bundles.measured_figures", lambda _: {"full step [ms]": 100.0})
            patch.setattr("os.cpu_count", lambda: 2)
            verifying.say_time(bundle, 10, 400, workers, ["lqr"], start)
        return float(capsys.readouterr().err.split("about ")[1].split(" s")[0])

    assert seconds(2, 0.0) == 20.0
    assert seconds(2, 7.0) == 27.0
    assert seconds(4, 7.0) == 34.0  # four processes on two cores
    assert seconds(0, 7.0) == 40.0  # no process but this one


@pytest.mark.parametrize(("bears", "words"), [(1.5, "1 of 3 processes"), (0.5, "this one does it all")])
def test_there_are_no_more_processes_than_memory_bears(
    monkeypatch: pytest.MonkeyPatch, bears: float, words: str
) -> None:
    """Each takes what this one holds by now."""
    if memory.held() is None:
        pytest.skip("nobody knows how much memory a process takes")
    monkeypatch.setattr(pool, "available_memory", lambda: bears * (memory.held() or 0))
    with pytest.warns(RuntimeWarning, match=words), processes(3) as each:
        found = list(each(own_process, range(4)))
    assert len(set(found)) == 1
    assert (found[0] == os.getpid()) == (bears < 1)


def own_process(_: int) -> int:
    """Who calls it."""
    return os.getpid()
