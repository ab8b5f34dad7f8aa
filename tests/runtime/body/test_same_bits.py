"""Kernels that have just been compiled, and those from numba's cache, give the same bits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from offline.verification.stored_runs import KEPT
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from runtime.observing.sensors import Sensor

STEPS = """
import sys
from hashlib import sha256
from runtime.bundle.file import load
from numba.core.event import install_recorder

bundle = load(sys.argv[1])
with install_recorder("numba:compile") as compiled:
    plant, state = bundle.plant(), bundle.track.states[0].copy()
    for force in bundle.track.feedforward:
        state = plant.step(state, force)
    states = bundle.run().states
print(sha256(state.tobytes() + states.tobytes()).hexdigest(), len(compiled.buffer) > 0)
"""


def by_itself(code: str, cache: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """A program in a process of its own, whose kernels come from this cache."""
    own = os.environ | {"NUMBA_CACHE_DIR": str(cache), "OPENBLAS_NUM_THREADS": "1"}
    called = [sys.executable, "-c", code, *map(str, words)]
    return subprocess.run(called, env=own, check=True, capture_output=True, text=True)


def run_by_itself(file: Path, cache: Path) -> list[str]:
    """What steps and a run of a bundle come to, and whether it compiled."""
    return by_itself(STEPS, cache, file).stdout.split()


@pytest.mark.slow("compiles a step and a run anew")
def test_cold_and_warm_agree_bit_for_bit(small_bundle: BodyBundle, tmp_path: Path) -> None:
    save(small_bundle, tmp_path / "beam.softrein")
    cold, warm = (run_by_itself(tmp_path / "beam.softrein", tmp_path / "cache") for _ in range(2))
    assert cold[1] == "True"
    assert warm == [cold[0], "False"]


LAWS = """
import sys
from runtime.bundle.file import load

bundle = load(sys.argv[1])
bundle.model.force_and_stiffness(bundle.track.states[0][: bundle.rank])
"""


@pytest.mark.slow("compiles a step and a run anew, twice")
def test_bits_are_the_same_whatever_was_compiled_first(rubber: BodyBundle, tmp_path: Path) -> None:
    """A law may be compiled for a caller outside a loop, or for a step, whose arithmetic is faster."""
    save(rubber, tmp_path / "rubber.softrein")
    by_itself(LAWS, tmp_path / "one", tmp_path / "rubber.softrein")
    one, other = (run_by_itself(tmp_path / "rubber.softrein", tmp_path / name) for name in ("one", "other"))
    assert one == other


VERIFY = """
import sys
from softrein.cli import main

main()
"""


def outcomes(path: Path) -> list[list[object]]:
    """What each run of verify came to, in all digits."""
    runs = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [[run[name] for name in ("error", "effort", "places")] for run in runs]


@pytest.mark.slow("compiles most kernels anew: minutes")
def test_verify_gives_the_same_figures_cold_and_warm(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """With sensors and re-planning, through which last bits grow; what is printed, and all digits of runs."""
    markers = np.unique(small_bundle.free // 3)[-3:].tolist()
    save(replace(small_bundle, sensors=[Sensor(markers, 1e-4)]), tmp_path / "beam.softrein")
    words = ("verify", tmp_path / "beam.softrein", "-c", "mpc", "--sensors", "--runs", "2", "--workers", "0")
    cold, warm = (
        by_itself(VERIFY, tmp_path / "cache", *words, "--json", "-o", tmp_path / name)
        for name in ("cold", "warm")
    )
    assert "compiling" in cold.stderr
    assert "compiling" not in warm.stderr
    assert warm.stdout == cold.stdout
    assert outcomes(tmp_path / "warm" / KEPT) == outcomes(tmp_path / "cold" / KEPT) != []
    found = json.loads(warm.stdout)
    assert found["full"]["error"] != found["reduced"]["error"] > 0
