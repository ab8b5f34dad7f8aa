"""The outcome of a run in Python: the figures of `softrein run`, and pushes at the middle of a region."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import softrein
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from runtime.bundle.smoke import SmokeBundle
from softrein.cli import app
from softrein.errors import ControllerError


def test_it_is_what_the_command_prints(small_bundle: BodyBundle, tmp_path: Path) -> None:
    save(small_bundle, tmp_path / "small.softrein")
    printed = CliRunner().invoke(app, ["run", str(tmp_path / "small.softrein"), "--json"])
    told = softrein.outcome(small_bundle, small_bundle.run(small_bundle.pushes))
    assert json.loads(printed.stdout) == {"controller": "lqr", **json.loads(json.dumps(told))}


def test_the_states_of_a_simulator_tell_the_same(small_bundle: BodyBundle) -> None:
    run = small_bundle.run(small_bundle.pushes)
    simulator = small_bundle.simulator()
    states = [simulator.state]
    for step in range(small_bundle.steps):
        simulator.play(small_bundle.pushes, step)
        simulator.step()
        states.append(simulator.state)
    told, ours = softrein.outcome(small_bundle, run), softrein.outcome(small_bundle, np.array(states))
    assert ours["error"] == pytest.approx(told["error"], rel=1e-9)
    assert ours["targets"] == told["targets"]
    assert "effort" not in ours


def test_of_smoke_it_tells_where_particles_end(small_smoke: SmokeBundle) -> None:
    run = small_smoke.run(small_smoke.pushes)
    told = softrein.outcome(small_smoke, run)["particles"]
    ends = [small_smoke.shape.positions(motion[-1]) for motion in (run.states, small_smoke.track.states)]
    np.testing.assert_allclose([each["end"] for each in told], np.linalg.norm(ends[0] - ends[1], axis=1))


def test_what_is_no_run_is_refused(small_bundle: BodyBundle) -> None:
    for given in (np.zeros((3, 2)), "run", None):
        with pytest.raises(ControllerError, match=r"run: .*bundle\.run"):
            softrein.outcome(small_bundle, given)  # type: ignore[arg-type]


def test_a_push_amid_a_region_is_one_at_the_vertex_nearest_to_its_middle(small_bundle: BodyBundle) -> None:
    name, members = next(iter(small_bundle.regions.items()))
    middle = small_bundle.vertices[members].mean(axis=0)
    vertex = int(np.argmin(np.linalg.norm(small_bundle.vertices - middle, axis=1)))
    force, time = (0.0, 0.1, 0.2), 2 * small_bundle.dt
    runs = [small_bundle.run(softrein.Push(at, force, time, 0.05)) for at in (name, vertex)]
    np.testing.assert_array_equal(runs[0].states, runs[1].states)
    with pytest.raises(ControllerError, match=rf"no region 'nose'.*{name}"):
        small_bundle.simulator().push("nose", force)


def test_gains_of_what_has_none_are_refused_before_it_is_tuned(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    file = tmp_path / "small.softrein"
    save(small_bundle, file)
    before = file.read_bytes()
    answer = CliRunner().invoke(app, ["export", str(file), "--gains", str(tmp_path / "a.npz"), "-c", "spd"])
    assert isinstance(answer.exception, ControllerError)
    assert "'spd' is more than gains" in str(answer.exception)
    assert file.read_bytes() == before
