"""How far the nominal motion is from that on a quarter of the step, as the table of stages says."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from offline.campaign.snapshots import made_from
from offline.full.body.full_body import simulate
from offline.pipeline.finer import FAR, ITERATIONS, beside_finer
from offline.pipeline.kinds import kind_of
from offline.pipeline.stages import Places, make_full_model, run_nominal
from offline.scenes.base.scene import Scene
from offline.scenes.reading import read_scene
from runtime.base.progress import silent
from runtime.bundle.body import BodyBundle
from tests.offline.verification.test_judged import scene_with

Array = np.ndarray


def far_of(scene: Scene, folder: Path, workers: int = 0) -> tuple[float, Any, list[str]]:
    """How far a scene's nominal motion is, that motion, and what was warned of."""
    kind = kind_of(scene)
    full = make_full_model(kind, scene).value
    nominal = run_nominal(kind, full, Places(folder, workers=0), silent).value
    own = kind.nominal_run(full, silent).fingerprint(0)
    with (
        warnings.catch_warnings(record=True) as heard,
        beside_finer(nominal, own, folder / "finer", workers) as finer,
    ):
        warnings.simplefilter("always")
        made = finer()
    assert made.value is not None
    return made.value, nominal, [str(each.message) for each in heard if "time.step" in str(each.message)]


def slow(step: float, steps: int, **time: Any) -> Scene:
    """A block that swings under a load that stays."""
    loads = [{"region": "xmax", "force": [0, 3, 0], "duration": 10.0}]
    return scene_with("stvk", cells=(2, 1, 1), time={"step": step, "steps": steps} | time, loads=loads)


def test_it_is_the_distance_from_a_run_on_a_quarter_of_the_step(tmp_path: Path) -> None:
    """By hand, from a scene whose own step is a quarter, under the same load that stays."""
    far, nominal, _ = far_of(slow(0.02, 12, newton_iterations=20), tmp_path)
    kind, scene = kind_of(slow(0.02, 12)), slow(0.005, 48, newton_iterations=20)
    fine = np.array([u for u, _ in simulate(kind.full_model(scene))])[::4]
    mass = nominal.full.body.mass
    apart = np.sqrt(((fine - nominal.u.T) ** 2 @ mass).max())
    reach = np.sqrt(((nominal.u.T - nominal.u[:, 0]) ** 2 @ mass).max())
    assert far == pytest.approx(apart / reach, rel=1e-9)
    assert far > 1e-3


@pytest.mark.parametrize("iterations", [1, ITERATIONS])
def test_the_step_that_is_told_would_do(iterations: int, tmp_path: Path) -> None:
    far, _, heard = far_of(slow(0.08, 6, newton_iterations=iterations), tmp_path / "long")
    assert far > FAR
    (words,) = heard
    assert f"{far:.2%}" in words
    assert ("newton_iterations" in words) == (iterations == 1)
    found = re.search(r"time.step = (\S+) s, with (\d+) steps", words)
    assert found is not None
    step, steps = float(found[1]), int(found[2])
    assert step * steps == pytest.approx(0.48, rel=1e-3)
    less, _, heard = far_of(slow(step, steps, newton_iterations=iterations), tmp_path / "short")
    assert less < FAR
    assert not heard


@pytest.mark.slow("a process beside the pipeline")
def test_a_process_beside_finds_the_same_and_it_is_taken_up(tmp_path: Path) -> None:
    scene = slow(0.02, 12)
    here, there = far_of(scene, tmp_path / "here")[0], far_of(scene, tmp_path / "there", workers=1)[0]
    assert here == there
    file = tmp_path / "here" / "finer" / "run_00000.h5"
    written = file.stat().st_mtime_ns
    assert far_of(scene, tmp_path / "here")[0] == here
    assert file.stat().st_mtime_ns == written
    before = made_from(file)
    far_of(slow(0.01, 24), tmp_path / "here")
    assert made_from(file) != before


def test_of_smoke_it_is_the_particles_distance(tmp_path: Path) -> None:
    scene = read_scene("smoke-small")
    far, nominal, _ = far_of(scene, tmp_path)
    full = nominal.full
    smoke, frame, most = full.finer(4).simulation(), full.start(), 0.0
    q, points = frame.q, frame.particles
    for step in range(scene.time.steps):
        for _ in range(4):
            after, _ = smoke.step(q, None, full.force(step))
            points, q = smoke.advect(points, 0.5 * (q + after)), after
        squares = ((points - nominal.particles[step + 1]) ** 2).sum(axis=1)
        most = max(most, float(np.sqrt(squares.mean())))
    way = np.sqrt(((nominal.particles - nominal.particles[0]) ** 2).sum(axis=2).mean(axis=1)).max()
    assert far == pytest.approx(most / way, rel=1e-9)


def test_the_table_of_stages_says_it(small_bundle: BodyBundle) -> None:
    rows = {row["stage"]: row for row in small_bundle.stages}
    assert re.search(
        r"\d+\.\d\d% of its reach from that on a quarter of the step", rows["finer clock"]["result"]
    )
