"""A bundle file with any damage is refused in one line, or runs."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from softrein.commands.tables import facts_table, record_table, stage_table
from softrein.errors import BundleError, SoftreinError
from softrein.facts.bundles import bundle_facts
from softrein.facts.runs import run_facts
from tests.runtime.bundle.hostile_bundles import altered
from tests.tiny_bundles import tiny_body, tiny_smoke

LONGEST = 700  # characters of a message, without the file's name
SLOW = 20.0  # s, for a file of 32 kB on a machine that is busy with other things


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    path = tmp_path_factory.mktemp("tiny") / "tiny.softrein"
    found = []
    for bundle in (tiny_body(), tiny_smoke()):
        bundle_file.save(bundle, path)
        found.append(path.read_bytes())
        use(bundle_file.load(path), random.Random(0))  # compiles what there is to compile
    return found


def check_message(error: SoftreinError, path: Path) -> None:
    said = str(error).replace(str(path), "")
    assert said.isprintable(), said
    assert len(said) < LONGEST, said


def use(bundle: Bundle, rng: random.Random) -> None:
    """Whatever somebody does with a bundle who loads it; only a SoftreinError may come out of it."""
    controller = rng.choice(bundle.controllers)
    run = bundle.run(controller=controller)
    assert np.isfinite(run.states).all()
    simulator = bundle.simulator(controller, rewind=True)
    for _ in range(3):
        simulator.step()
    assert np.isfinite(simulator.state).all()
    if isinstance(bundle, BodyBundle) and bundle.sensors:
        seeing = bundle.simulator(rewind=True, sensors=True)
        for _ in range(3):
            seeing.step()
        assert np.isfinite(seeing.estimate).all()
    rolled = bundle.rollouts([bundle.pushes, []], controller, record=True)
    assert not np.isnan(rolled.error).any()
    shown(bundle, run)
    bundle.at_step(bundle.dt / 2).run(controller=controller)


def shown(bundle: Bundle, run: object) -> None:
    """What a terminal gets of it."""
    console = Console(file=StringIO(), width=200)
    facts = run_facts(bundle, run, "lqr")  # type: ignore[arg-type]
    for table in (facts_table(bundle), stage_table(bundle, Path("none")), record_table(facts, bundle)):
        console.print(table)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert text.replace("\n", "").isprintable()
    assert len(text) < 100_000
    assert bundle_facts(bundle)


def test_an_altered_file_is_refused_or_runs(
    originals: list[bytes], rounds: Iterator[random.Random], tmp_path: Path
) -> None:
    path, outcomes = tmp_path / "a.softrein", Counter[str]()
    for rng in rounds:
        path.write_bytes(rng.choice(originals))
        print(altered(rng, path))
        start = time.monotonic()
        try:
            bundle = bundle_file.load(path)
        except BundleError as error:
            check_message(error, path)
            outcomes["refused"] += 1
            continue
        try:
            with np.errstate(all="ignore"):
                use(bundle, rng)
            outcomes["ran"] += 1
        except SoftreinError as error:
            check_message(error, path)
            outcomes["failed"] += 1
        outcomes["slowest, ms"] = max(outcomes["slowest, ms"], int(1e3 * (time.monotonic() - start)))
        assert time.monotonic() - start < SLOW
    print(outcomes)
    assert outcomes["refused"]
    assert outcomes["ran"]
