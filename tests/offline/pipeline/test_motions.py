"""A model and its motions: one precompute, one basis, one bundle, and ways from each motion to the others."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import h5py
import numpy as np
import pytest
from typer.testing import CliRunner

from offline.full.body.full_body import build_full_body
from offline.pipeline.base.table import rows_of
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.reading import read_scene, scene_of_bundle
from offline.verification.study import verify
from runtime.bundle.body import BodyBundle
from runtime.bundle.file import load, save
from softrein.api.tuning import load_with
from softrein.cli import app
from softrein.errors import BundleError, ControllerError, SceneError
from softrein.facts.bundles import measured_figures


@pytest.fixture
def bundle(motions_bundle: BodyBundle) -> BodyBundle:
    return motions_bundle


@pytest.fixture
def file(bundle: BodyBundle, tmp_path: Path) -> Path:
    save(bundle, tmp_path / "b.softrein")
    return tmp_path / "b.softrein"


def test_all_motions_are_of_one_model(bundle: BodyBundle) -> None:
    assert list(bundle.motions) == ["tapped", "still", "raised"]
    for name, each in bundle.motions.items():
        assert each.motion_name == name
        assert each.vectors is bundle.vectors
        assert {"lqr", "pd"} <= each.gains.keys()
        assert each.plant().size == bundle.plant().size
    assert [each.steps for each in bundle.motions.values()] == [80, 60, 80]
    assert not bundle.motion("still").track.states.any()
    assert {"basis", "reduced model", "gains, tapped"} <= {row["stage"] for row in bundle.stages}
    for name, steps in zip(bundle.motions, (80, 60, 80), strict=True):
        own = bundle.motion(name)
        assert own.steps == steps
        assert measured_figures(own)["steps T"] == steps
        assert {"basis", "reduced model", "gains"} <= {row["stage"].partition(", ")[0] for row in own.stages}


def test_from_each_motion_one_comes_to_the_others(bundle: BodyBundle) -> None:
    raised = bundle.motion("raised")
    assert list(raised.motions) == ["raised", "tapped", "still"]
    np.testing.assert_array_equal(raised.motion("tapped").track.states, bundle.track.states)
    for wrong in ("lowered", 3, None):
        with pytest.raises(ControllerError, match="there are tapped, still, raised"):
            bundle.motion(wrong)  # type: ignore[arg-type]


def test_each_motion_holds_on_the_full_body(bundle: BodyBundle) -> None:
    """Without pushes at no effort, and pushed as the reduced body promises: one basis shows them all."""
    for name in bundle.motions:
        own = bundle.motion(name)
        full = build_full_body(scene_of_bundle(own, name))  # type: ignore[arg-type]
        assert full.scene.time.steps == own.steps
        rows = verify(full, replace(own, pushes=[]), runs=0).figures
        assert rows["full"]["effort"] < 1e-12, name
        rows = verify(full, own, runs=0).figures
        assert rows["full"]["effort"] < 2 * rows["reduced"]["effort"], name


def test_the_found_motion_comes_where_it_is_to(bundle: BodyBundle) -> None:
    own = bundle.motion("raised")
    region = own.regions["xmax"]
    middle = own.shape.positions(own.track.states[40])[region].mean(axis=0)
    rest = own.vertices[region].mean(axis=0)
    np.testing.assert_allclose(middle - rest, [0, 0, 0.02], atol=1e-3)


def test_a_simulator_enters_each_by_its_name(bundle: BodyBundle) -> None:
    simulator = bundle.simulator("lqr", rewind=True)
    assert simulator.motions == ["tapped", "still", "raised"]
    for _ in range(30):
        simulator.step()
    assert simulator.enter("raised", at=7) == 7
    assert (simulator.motion, simulator.reference, simulator.index) == ("raised", 2, 7)
    before = np.linalg.norm(simulator.state - simulator.reference_state)
    for _ in range(60):
        simulator.step()
    assert np.linalg.norm(simulator.state - simulator.reference_state) < 0.2 * before
    simulator.enter("still")
    for _ in range(200):
        simulator.step()
    assert np.abs(simulator.positions() - bundle.vertices).max() < 1e-4
    for wrong in ("gone", 3, -1):
        with pytest.raises(ControllerError, match="no motion"):
            simulator.enter(wrong)
    with pytest.raises(ControllerError, match="step of motion"):
        simulator.enter("still", at=60)


def test_a_user_s_policy_stays_in_charge(bundle: BodyBundle) -> None:
    class Nothing:
        def control(self, step: int, deviation: np.ndarray) -> np.ndarray:
            return np.zeros(bundle.actuators.shape[1])

    simulator = bundle.simulator(Nothing())
    simulator.enter("still", at=0)
    simulator.step()
    assert not simulator.control.any()


def test_a_file_keeps_them_and_the_model_once(bundle: BodyBundle, file: Path) -> None:
    found = load(file)
    assert list(found.motions) == list(bundle.motions)
    for name, each in bundle.motions.items():
        other = found.motion(name)
        np.testing.assert_array_equal(other.track.states, each.track.states)
        np.testing.assert_array_equal(other.gains["lqr"], each.gains["lqr"])
        assert other.rewind == each.rewind
        assert [push.at for push in other.pushes] == [push.at for push in each.pushes]
    with h5py.File(file) as stored:
        names = set(stored["motions"])
        header = json.loads(stored["header"][()].tobytes())
    assert "still%2Fgains%2Flqr" in names
    kept = {name.split("%2F")[1] for name in names}
    of_all = {"vectors", "model", "vertices", "tets", "surface", "regions", "handle", "free", "actuators"}
    assert not kept & of_all
    assert not header["motions"]["still"].keys() & {"scene", "name", "elastic"}
    scene = read_scene(file)
    assert [part.name for part in scene.motions] == list(bundle.motions)


@pytest.mark.parametrize("change", ["gone", "other", "nested", "renamed", "slash"])
def test_a_file_whose_motions_do_not_fit_is_refused(bundle: BodyBundle, tmp_path: Path, change: str) -> None:
    still = bundle.others["still"]
    wrong = {
        "gone": replace(bundle, motion_name=""),
        "other": replace(bundle, others={"still": replace(still, actuators=2 * still.actuators)}),
        "nested": replace(bundle, others={"still": replace(still, others={"tapped": bundle})}),
        "renamed": replace(bundle, others={"rest": still}),
        "slash": replace(bundle, others={"a/b": replace(still, motion_name="a/b")}),
    }[change]
    with pytest.raises(BundleError, match="motion"):
        save(wrong, tmp_path / "wrong.softrein")
    assert not (tmp_path / "wrong.softrein").exists()


def test_another_step_and_more_iterations_are_of_all(bundle: BodyBundle) -> None:
    finer = bundle.at_step(0.005)
    assert [each.steps for each in finer.motions.values()] == [160, 120, 160]
    assert {each.dt for each in finer.motions.values()} == {0.005}
    once = bundle.iterated(1, 1)
    assert {each.newton_iterations for each in once.motions.values()} == {1}
    once.check()


def test_bundles_of_their_own_precomputes_are_alike_but_for_round_off(bundle: BodyBundle) -> None:
    """As of two machines that sum in another order."""
    model = bundle.model._replace(damping=bundle.model.damping * (1 + 1e-13))
    other = replace(bundle, vectors=bundle.vectors * (1 + 1e-13), model=model, others={}, motion_name="again")
    simulator = bundle.simulator()
    assert simulator.add_reference(other) == 3
    assert simulator.motions[3] == "again"


def test_commands_know_them(file: Path) -> None:
    found = {}
    for name in ("tapped", "still"):
        told = CliRunner().invoke(app, ["run", str(file), "--motion", name, "--json"])
        assert told.exit_code == 0
        found[name] = json.loads(told.stdout)
    assert found["tapped"]["effort"] != found["still"]["effort"]
    assert {name: each["motion"] for name, each in found.items()} == {"tapped": "tapped", "still": "still"}
    told = CliRunner().invoke(app, ["inspect", str(file), "--motion", "still", "--json"])
    assert json.loads(told.stdout)["motion"] == "still"
    assert json.loads(told.stdout)["steps T"] == 60
    gone = CliRunner().invoke(app, ["run", str(file), "--motion", "gone"])
    assert isinstance(gone.exception, ControllerError)
    assert "there are tapped, still, raised" in str(gone.exception)


def test_another_step_is_that_of_the_chosen_motion(file: Path, bundle: BodyBundle) -> None:
    """The longest possible one is a motion's own, and of a step longer than a push one is told."""
    for name, longest in (("tapped", 0.8), ("still", 0.6)):
        words = ["run", str(file), "--motion", name, "--json", "--dt"]
        told = CliRunner().invoke(app, [*words, str(2 * longest)])
        assert f"longer than the motion, which lasts {longest:g} s" in str(told.exception)
        assert CliRunner().invoke(app, [*words, "0.02"]).exit_code == 0
    shortest = min(push.duration for push in bundle.pushes)
    with pytest.warns(UserWarning, match=rf"--dt: .* and a push of {shortest:g} s is over within one"):
        CliRunner().invoke(app, ["run", str(file), "--dt", str(1.5 * shortest)])


def test_a_bundle_is_shown_in_a_line(bundle: BodyBundle) -> None:
    assert repr(bundle.motion("still")) == "<BodyBundle beam, still: r = 10, 60 steps of 0.01 s>"
    assert len(str(bundle.motions)) < 300


def test_what_is_tuned_for_one_is_kept_with_all(file: Path) -> None:
    before = load(file)
    load_with(file, ["spd"], "still")
    after = load(file)
    assert list(after.motions) == list(before.motions)
    assert "spd" in after.motion("still").gains
    assert "spd" not in after.motion("raised").gains
    np.testing.assert_array_equal(after.track.states, before.track.states)


def test_each_is_an_environment_of_its_own(file: Path) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from softrein.gym import register

    env = gymnasium.make(register(file, motion="raised"), pushes="own")
    assert env.spec.id == "softrein/beam-raised-v0"
    env.reset(seed=0)
    steps = 0
    while not env.step(np.zeros(env.action_space.shape))[2]:
        steps += 1
    assert steps == 79
    assert env.unwrapped.bundle.motion_name == "raised"
    with pytest.raises(ControllerError, match="there are tapped, still, raised"):
        register(file, motion="gone")


def test_what_the_longest_motion_takes_is_counted() -> None:
    said: list[str] = []
    with pytest.raises(SceneError, match=r"time\.steps"):
        precompute_scene(
            read_scene("beam", ["motions=[{name='a'}, {name='b', time={steps=1000000000}}]"]),
            Places(Path("nowhere"), 0), say=said.append,
        )  # fmt: skip
    assert not said


def test_an_environment_of_a_motion_survives_json(file: Path) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.envs.registration import EnvSpec

    from softrein.gym import register

    name = register(file, id="softrein/json-v0", motion="raised")
    again = EnvSpec.from_json(gymnasium.spec(name).to_json())
    assert gymnasium.make(again).unwrapped.bundle.motion_name == "raised"


def test_what_is_wrong_with_a_motion_says_whose_it_is(tmp_path: Path) -> None:
    """A ball that hangs where nothing moves; and before that a warning of the time step."""
    motions = "motions=[{name='fast', time={steps=20}, targets=[]}, {name='still', loads=[]}]"
    scene = read_scene("beam", [motions, "time.step='30 ms'", "enrichment.runs=2", "basis.rank=3"])
    with pytest.warns(UserWarning, match="motion 'fast': time.step"), pytest.raises(SceneError) as refused:
        precompute_scene(scene, Places(tmp_path, 0))
    assert "motion 'still': targets: 'ball'" in str(refused.value)


def test_rows_of_a_motion_have_no_suffix_and_those_of_others_are_left_out() -> None:
    rows = [{"stage": name} for name in ("basis", "gains, rest", "gains, swing")]
    assert rows_of(rows, "swing") == [{"stage": "basis"}, {"stage": "gains"}]
    assert rows_of(rows[:1], "") == rows[:1]
