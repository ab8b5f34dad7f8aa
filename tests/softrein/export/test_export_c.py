"""Bodies as plain C: compiled with every warning an error, and run beside Python under pushes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from meshes.tetmesh import TetMesh
from offline import ElasticBody, Material
from offline.scenes.reading import read_scene, scene_of
from reduce.elements import Elements
from runtime.body.sampled import Sampled
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.control.base.law import AffineGains
from runtime.observing.kalman import KalmanGains
from runtime.observing.kinds import ACCELEROMETER
from runtime.observing.observer import Observer
from runtime.observing.sensors import Sensor
from runtime.plant.push import Push
from softrein.cli import app
from softrein.errors import BundleError, ControllerError
from softrein.export.c.gains import gains_for, interpolated, key_steps, loss_of
from softrein.export.c.observer import fixed_gains, hindrance
from softrein.export.c.text import finished, identifiers
from softrein.export.c.write import export_c, symbol
from softrein.facts.bundles import bundle_facts
from tests.runtime.bundle.carried import carried
from tests.runtime.bundle.few_actuators import few_actuators
from tests.runtime.bundle.with_actuators import with_actuators
from tests.runtime.control.test_path_following import following
from tests.shared_bundles import shared_bundle
from tests.softrein.export.c_programs import OPTIMISED, printed, program

SLOW = pytest.mark.slow("compiles one more body of a kind that is tried by default")
FIRST, LAST = 20, 25  # steps of the push
QUADRATIC = ("mesh.order=2", "mesh.cells=[3, 1, 1]", "basis.rank=4", "enrichment.runs=2", "targets=[]")
LINEAR = 8  # elements that a quadratic one is shown as
MAIN = """#include <stdio.h>
#include <stdlib.h>
#include "NAME.h"

int main(int count, char **words) {
    static NAME_body body, other;
    static REAL scaled[3], none[UPPER_RANK], x[UPPER_VERTICES][3], tip[3];
    for (int i = 0; i < 3; i++) scaled[i] = (REAL)atof(words[1 + i]);
    NAME_reset(&body);
    NAME_reset(&other);
    body.controlled = count == 5;
    for (int k = 0; k <= UPPER_STEPS; k++) {
        for (int i = 0; i < 2 * UPPER_RANK; i++) printf("%.17g ", (double)body.state[i]);
        NAME_position(&body, UPPER_AT_XMAX, tip);
        NAME_surface(&body, x);
        for (int a = 0; a < 3; a++) printf("%.17g %.17g ", (double)tip[a], (double)x[0][a]);
        printf("\\n");
        NAME_push(&body, none);
        if (k >= FIRST && k < LAST) NAME_push_at(&body, UPPER_AT_XMAX, scaled);
        if (NAME_step(&body) == UPPER_FAILED || NAME_step(&other) == UPPER_FAILED) return 1;
    }
    return 0;
}
"""


def compiled(bundle: BodyBundle, folder: Path, single: bool = False, gains: str | None = None) -> Path:
    """A program that runs the motion; it is told a force, and one word more where there is control."""
    return program(bundle, folder, MAIN, {"FIRST": FIRST, "LAST": LAST}, single, gains)


def ran(made: Path, force: tuple[float, ...], controlled: bool = True) -> np.ndarray:
    """States and two places (T + 1, 2r + 6) of a run in C."""
    return printed(made, *map(repr, force), *["controlled"] * controlled)


def apart(
    bundle: BodyBundle, made: Path, controlled: bool = True, strength: float = 2.0, single: bool = False
) -> float:
    """How far C is from Python, relative to the largest entry; the push must be there."""
    force = (0.3 * strength, -0.5 * strength, strength)
    found = ran(made, force, controlled)
    h, r, name = bundle.dt, bundle.rank, "lqr" if controlled else "none"
    pushes = [Push("xmax", force, FIRST * h, (LAST - FIRST) * h)]
    states, rest = bundle.run(pushes, name).states, bundle.run([], name).states
    assert np.abs(states - rest).max() > 1e-3 * np.abs(states).max()
    positions = bundle.shape.positions(bundle.in_space(states))
    tip, first = bundle.shape.vertex_of("xmax"), int(np.unique(bundle.surface)[0])
    np.testing.assert_allclose(found[:, -6::2], positions[:, tip], atol=1e-4 if single else 1e-9)
    np.testing.assert_allclose(found[:, -5::2], positions[:, first], atol=1e-4 if single else 1e-9)
    return float(np.abs(found[:, : 2 * r] - states).max() / np.abs(states).max())


@pytest.fixture(scope="module")
def beam(small_bundle: BodyBundle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beam's program."""
    return compiled(small_bundle, tmp_path_factory.mktemp("beam"))


@pytest.mark.parametrize(("controlled", "strength"), [(True, 2.0), (False, 400.0)])
def test_a_polynomial_body_runs_as_in_python(
    small_bundle: BodyBundle, beam: Path, controlled: bool, strength: float
) -> None:
    assert apart(small_bundle, beam, controlled, strength) < 1e-12


def test_steps_of_one_iteration_that_fail_are_halved(small_bundle: BodyBundle, tmp_path: Path) -> None:
    once = replace(small_bundle, newton_iterations=1)
    push = Push("xmax", (900.0, -1500.0, 3000.0), FIRST * once.dt, (LAST - FIRST) * once.dt)
    assert once.run([push], "none").counts["halved"] > 0
    assert apart(once, compiled(once, tmp_path), False, 3000.0) < 1e-12


def test_steps_of_backward_euler(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle = replace(with_actuators(small_bundle), scheme="euler")
    assert apart(bundle, compiled(bundle, tmp_path)) < 1e-12


def test_optimised_it_is_the_same_without_a_warning(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle = with_actuators(small_bundle)
    made = program(bundle, tmp_path, MAIN, {"FIRST": FIRST, "LAST": LAST}, checks=OPTIMISED)
    assert apart(bundle, made) < 1e-12


@pytest.mark.parametrize("law", [pytest.param("stvk", marks=SLOW), "neo-hookean"])
def test_quadratic_elements(tmp_path: Path, law: str) -> None:
    """As a polynomial, and sampled at points, of which each element has four."""
    scene = read_scene("beam", QUADRATIC).model_dump(mode="json", exclude_none=True)
    if law != "stvk":
        scene["materials"]["body"] |= {"law": law, "poisson": 0.48}
        scene["basis"] = {"rank": 4, "elements": {"tolerance": 0.05}}
    bundle = shared_bundle(scene_of(scene))
    assert isinstance(bundle, BodyBundle)
    elastic = bundle.model.elastic
    assert bundle_facts(bundle)["tetrahedra"] == len(bundle.tets) // LINEAR
    assert isinstance(elastic, Sampled) == (law != "stvk")
    if isinstance(elastic, Sampled):
        assert elastic.elements.max() >= len(bundle.tets) // LINEAR  # they are points, four of an element
    assert apart(bundle, compiled(bundle, tmp_path), False, 2.0) < 1e-11


@pytest.mark.slow("compiles a body once more, in single precision")
def test_single_precision_is_close(small_bundle: BodyBundle, tmp_path: Path) -> None:
    assert apart(small_bundle, compiled(small_bundle, tmp_path, single=True), single=True) < 1e-4


def test_cables_chambers_and_limits(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """By tension and by length; LQR meets limits."""
    bundle = with_actuators(small_bundle)
    assert apart(bundle, compiled(bundle, tmp_path)) < 1e-12


@pytest.mark.parametrize("corrected", [pytest.param(False, marks=SLOW), True])
def test_limits_loads_offsets_and_a_correction(
    small_bundle: BodyBundle, tmp_path: Path, corrected: bool
) -> None:
    """Limits leave what the motion's own controls do not take; the correction is none of those.

    Without control something else acts.
    """
    bundle = few_actuators(small_bundle)
    if corrected:
        own = 0.0099 * np.abs(np.sin(np.arange(3 * bundle.steps))).reshape(-1, 3)
        correction = 0.02 * np.random.default_rng(6).normal(size=own.shape) @ bundle.actuators.T
        forward = own @ bundle.actuators.T + correction
        track = bundle.track._replace(feedforward=forward)
        bundle = replace(bundle, track=track, uncontrolled=0.5 * forward, correction=correction, steered=True)
    assert bundle.run(bundle.pushes, "lqr").counts["clamped"] > 0
    made = compiled(bundle, tmp_path)
    assert apart(bundle, made) < 1e-12
    assert apart(bundle, made, controlled=False) < 1e-12


def sampled(bundle: BodyBundle, law: str, poisson: float) -> BodyBundle:
    """By half of the elements, patches among them, with made-up weights."""
    mesh = TetMesh(bundle.vertices, bundle.tets, bundle.regions)
    body = ElasticBody(mesh, Material(2e5, poisson, 1000.0, law), mesh.regions["xmin"])
    elements = Elements(body, bundle.vectors)
    patches = np.arange(0, body.patches.starts.size - 1, 2)
    chosen = np.union1d(np.arange(0, elements.count, 2), elements.members(patches)).astype(np.int64)
    weights = np.random.default_rng(0).uniform(0.0, 4.0, chosen.size)
    elastic = elements.operator(chosen, weights, patches, np.full(patches.size, 2.0))
    return replace(bundle, model=bundle.model._replace(elastic=elastic))


@pytest.mark.parametrize(
    ("law", "poisson"),
    [
        ("stvk", 0.35),
        pytest.param("neo-hookean", 0.35, marks=SLOW),
        ("neo-hookean", 0.48),
        ("corotated", 0.35),
    ],
)
def test_sampled_elements_of_each_law(
    small_bundle: BodyBundle, tmp_path: Path, law: str, poisson: float
) -> None:
    """Strongly pushed, so that stiffness is projected and lines are searched."""
    bundle = sampled(small_bundle, law, poisson)
    assert apart(bundle, compiled(bundle, tmp_path), False, 200.0) < 1e-10


def test_steps_in_single_precision_end_where_round_off_is_left(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    """That is more than the tolerance where elements are nearly incompressible; no step is halved for it."""
    bundle = sampled(small_bundle, "neo-hookean", 0.4999)
    made = compiled(bundle, tmp_path, single=True)
    assert apart(bundle, made, False, 200.0, single=True) < 1e-4


def test_squares_that_overflow_in_single_precision_halve_steps(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    """They do so long before numbers do; what is infinite has not converged, and is no end either."""
    force = (0.3e9, -0.5e9, 1e9)
    found = ran(compiled(small_bundle, tmp_path, single=True), force, False)
    push = Push("xmax", force, FIRST * small_bundle.dt, (LAST - FIRST) * small_bundle.dt)
    states = small_bundle.run([push], "none").states
    assert np.abs(found[:, :-6] - states).max() < 1e-3 * np.abs(states).max()


@pytest.mark.parametrize(
    ("number", "text"), [("0.1", "0.1f"), ("1e-50", "0.0f"), ("123456789.0", "1.2345679e+08f")]
)
def test_numbers_of_single_precision_are_the_nearest_ones(number: str, text: str) -> None:
    assert finished(f"double x = {number};", "model", True) == f"float x = {text};"
    with pytest.raises(BundleError, match="1e39 is too large for single precision"):
        finished("double x = 1e39;", "model", True)


def test_sums_of_what_nearly_cancels_stay_in_double_precision() -> None:
    assert finished("wide_double x = (wide_double)y;", "model", True) == "double x = (double)y;"


def test_a_handle_that_moves(small_bundle: BodyBundle, tmp_path: Path) -> None:
    """Its inputs come behind those of muscles; places and the push are in space."""
    bundle = carried(with_actuators(small_bundle))
    states, still = (each.run([], "none").states for each in (bundle, with_actuators(small_bundle)))
    assert np.abs(states - still).max() > 0.1 * np.abs(still).max()
    assert apart(bundle, compiled(bundle, tmp_path)) < 1e-12


def test_a_handle_that_moves_sampled_elements(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle = carried(sampled(small_bundle, "stvk", 0.35))
    assert apart(bundle, compiled(bundle, tmp_path), False, 20.0) < 1e-10


@pytest.mark.parametrize("kind", ["keyed", pytest.param("stationary", marks=SLOW)])
def test_fewer_gains_act_as_they_do_in_python(small_bundle: BodyBundle, tmp_path: Path, kind: str) -> None:
    gains = gains_for(small_bundle, "lqr", kind)
    found = ran(compiled(small_bundle, tmp_path, gains=kind), (0.6, -1.0, 2.0))
    push = Push("xmax", (0.6, -1.0, 2.0), FIRST * small_bundle.dt, (LAST - FIRST) * small_bundle.dt)
    states = small_bundle.run([push], AffineGains(gains.whole, gains.offset)).states
    np.testing.assert_allclose(found[:, :-6], states, rtol=0, atol=1e-12 * np.abs(states).max())


def test_a_loss_tells_what_it_was_measured_on_or_why_it_was_not(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    assert export_c(small_bundle, tmp_path).loss is None  # all gains are stored
    kept, alone = gains_for(small_bundle, "lqr", "keyed"), replace(small_bundle, ensemble=None)
    lost = [replace(push, force=(0.0, 0.0, 1e12)) for push in small_bundle.pushes]
    for bundle, part, why in (
        (small_bundle, True, "200 of the scene's ensemble"),
        (alone, True, "the scene's own push alone"),
        (replace(alone, pushes=2 * alone.pushes), True, "the scene's own pushes alone"),
        (replace(alone, pushes=[]), False, "the scene has no pushes"),
        (replace(alone, pushes=lost), False, "a run is lost under the gains of every step, too"),
    ):
        found = loss_of(bundle, "lqr", kept)
        assert (found.part is not None, found.why) == (part, why)


def test_one_matrix_weighs_paths_too_and_is_no_more_than_that(small_bundle: BodyBundle) -> None:
    aside = following(small_bundle, 40, period=40 * small_bundle.dt)
    with pytest.raises(ControllerError, match="--gains stationary: lqr also follows a path"):
        gains_for(aside, "lqr", "stationary")
    held = replace(aside, offsets={})
    assert np.abs(gains_for(held, "lqr", "stationary").values).max() > 0


def test_keys_are_where_gains_bend() -> None:
    steps = np.arange(101.0)
    gains = np.abs(steps - 40)[:, None, None] * np.ones((1, 2, 4))
    keys = key_steps(gains)
    assert list(keys) == [0, 40, 100]
    np.testing.assert_allclose(interpolated(gains[keys], keys, 101), gains)


def test_what_cannot_be_exported_says_which_part(small_bundle: BodyBundle, tmp_path: Path) -> None:
    with pytest.raises(ControllerError, match="spd"):
        export_c(small_bundle, tmp_path, "spd")
    assert not list(tmp_path.iterdir())


def test_names_are_names_of_c_and_differ() -> None:
    assert identifiers(["left hand", "left-hand", "3rd", "é"]) == ["left_hand", "left_hand_2", "n3rd", "n"]


def test_motions_of_a_model_do_not_share_a_name_nor_a_model_one_with_its_parts(
    small_bundle: BodyBundle,
) -> None:
    first, second = (replace(small_bundle, motion_name=name) for name in ("one", "two"))
    both = first.with_motions([second])
    names = {symbol(both.motion(name)) for name in both.motions}
    assert names == {f"{symbol(small_bundle)}_one", f"{symbol(small_bundle)}_two"}
    assert symbol(replace(second, others={})) in names  # as of a motion at another step
    # take_step is a function of the template's, and main.c a program beside the files
    for name in ("Take", "Main"):
        assert symbol(replace(small_bundle, name=name)) == f"{name.lower()}_model"


def test_the_command_writes_two_files(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle_file.save(small_bundle, tmp_path / "a.softrein")
    words = ["export", str(tmp_path / "a.softrein"), "--c", str(tmp_path / "out")]
    done = CliRunner().invoke(app, [*words, "--gains", "keyed", "--float"])
    assert done.exit_code == 0, done.output
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".c", ".h"}
    said = " ".join(done.output.split())
    assert re.search(r"pushes cost .* every step \(measured on 200 of the scene's ensemble\)", said)
    assert CliRunner().invoke(app, [*words, "--gains", "some"]).exit_code != 0
    bundle_file.save(replace(small_bundle, pushes=[], ensemble=None), tmp_path / "a.softrein")
    done = CliRunner().invoke(app, [*words, "--gains", "keyed"])
    assert "the cost of using fewer gains is not known: the scene has no pushes" in " ".join(
        done.output.split()
    )


OBSERVING = """#include <stdio.h>
#include "NAME.h"

int main(void) {
    static const REAL measured[UPPER_STEPS][UPPER_MARKERS] = MEASURED;
    static NAME_body body;
    NAME_reset(&body);
    for (int k = 0; k < UPPER_STEPS; k++) {
        if (NAME_step(&body) != UPPER_DONE) return 1;
        NAME_observe(&body, (k + 1) % EVERY == 0 ? measured[k] : 0);
        for (int i = 0; i < UPPER_STATE; i++) printf("%.17g ", (double)body.state[i]);
        for (int i = 0; i < UPPER_RANK; i++) printf("%.17g ", (double)body.push[i]);
        printf("\\n");
    }
    return 0;
}
"""


MISSING = """#include <math.h>
#include <stdio.h>
#include "NAME.h"

int main(void) {
    static const REAL measured[UPPER_MARKERS] = {NAN};
    static NAME_body one, other;
    int outcome;
    NAME_reset(&one);
    NAME_reset(&other);
    NAME_observe(&one, measured);
    for (int k = 0; k < 5; k++) {
        NAME_step(&one);
        NAME_step(&other);
        NAME_observe(&one, k == 2 ? measured : 0);
        NAME_observe(&other, 0);
    }
    one.given[0] = (REAL)NAN;
    outcome = NAME_step(&one);
    for (int i = 0; i < UPPER_STATE; i++) printf("%.17g ", (double)(one.state[i] - other.state[i]));
    printf("%d %d\\n", outcome == UPPER_FAILED, isnan(one.control[0]) != 0);
    return 0;
}
"""


def test_what_is_not_a_number_is_nothing_measured_and_no_limit(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    """A marker's is left out; a control's makes the step fail, and is not held to a limit."""
    sensor = Sensor([int(small_bundle.shape.vertex_of("xmax"))], 1e-3)
    bundle = replace(few_actuators(small_bundle), sensors=[sensor])
    *apart_, failed, told = printed(program(bundle, tmp_path, MISSING, {}))[0]
    assert not np.any(apart_)
    assert failed
    assert told


@pytest.mark.parametrize(("every", "moves"), [(1, False), (3, False), (1, True)])
def test_an_observer_by_markers(small_bundle: BodyBundle, tmp_path: Path, every: int, moves: bool) -> None:
    """Told what markers of a pushed body measure, it thinks what Python's filter of such gains does.

    Where the handle moves, they are told in its frame.
    """
    sensor = Sensor([int(small_bundle.shape.vertex_of(name)) for name in ("xmax", "zmax")], 1e-3, every)
    bundle = replace(carried(small_bundle) if moves else small_bundle, sensors=[sensor])
    model, gains = bundle.knowledge.measurement, fixed_gains(bundle)
    truth = bundle.run([Push("xmax", (0.3, -0.5, 1.0), FIRST * bundle.dt, 20 * bundle.dt)], "none").states[1:]
    noise = 1e-3 * np.random.default_rng(0).normal(size=(bundle.steps, len(model.rest)))
    measured = np.array([model.measured(state) for state in truth]) + noise
    instants = (np.arange(bundle.steps + 1) % every == 0)[:, None, None]
    one = KalmanGains(instants * gains, instants * np.eye(len(model.rest)))
    known = bundle.knowledge._replace(extended=False)
    filtered = Observer(bundle.plant(), bundle.actuation, bundle.track, known, one)
    expected, lqr = [], bundle.gains["lqr"]
    for k in range(bundle.steps):
        filtered.update(k, lqr[k] @ (filtered.state - bundle.track.states[k]), measured[k])
        expected.append(np.concatenate([filtered.state, filtered.disturbance[: bundle.rank]]))
    text = "{" + ", ".join("{" + ", ".join(map(repr, row)) + "}" for row in measured.tolist()) + "}"
    found = printed(program(bundle, tmp_path, OBSERVING, {"MEASURED": text, "EVERY": every}))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    assert np.abs(found[:, 2 * bundle.rank :]).max() > 1e-3  # it suspects something


def test_an_observer_whose_markers_are_seldom_measured_corrects_by_them(small_bundle: BodyBundle) -> None:
    """At the motion's beginning, where the state is known, gains are zero."""
    tip, steps = [int(small_bundle.shape.vertex_of("xmax"))], small_bundle.steps
    assert fixed_gains(replace(small_bundle, sensors=[Sensor(tip, 1e-3, steps // 2 + 2)])).any()
    seldom = hindrance(replace(small_bundle, sensors=[Sensor(tip, 1e-3, steps + 1)]))
    assert seldom is not None
    assert "nothing is measured" in seldom


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (Sensor([0], 0.1, kind=ACCELEROMETER), r"sensors\.1\.kind: C knows markers alone"),
        (Sensor([0], 1e-3, 2), "sensors: an observer of one gain"),
    ],
)
def test_an_observer_that_c_has_not_is_left_out(
    small_bundle: BodyBundle, tmp_path: Path, other: Sensor, words: str
) -> None:
    """The rest is there: LQR does not need it."""
    tip = [int(small_bundle.shape.vertex_of("xmax"))]
    with pytest.warns(UserWarning, match=f"_observe is left out: {words}"):
        found = export_c(replace(small_bundle, sensors=[Sensor(tip, 1e-3), other]), tmp_path)
    with_one = export_c(replace(small_bundle, sensors=[Sensor(tip, 1e-3)]), tmp_path / "one")
    assert not any("_observe(" in file.read_text() for file in found.files)
    assert all("_observe(" in file.read_text() for file in with_one.files)


def test_a_motion_is_chosen_by_its_name(motions_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle_file.save(motions_bundle, tmp_path / "a.softrein")
    for name, steps in (("tapped", 80), ("still", 60)):
        words = ["export", str(tmp_path / "a.softrein"), "--c", str(tmp_path / name), "--motion", name]
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
        assert f"_STEPS = {steps}," in next((tmp_path / name).glob("*.h")).read_text()


def test_motions_whose_names_are_alike_in_c_have_files_of_their_own(motions_bundle: BodyBundle) -> None:
    names = ["go 1", "go-1", "左", "右"]
    found = set[str]()
    for name in names:
        others = {each: motions_bundle for each in names if each != name}
        found.add(symbol(replace(motions_bundle, motion_name=name, others=others)))
    assert len(found) == len(names)
