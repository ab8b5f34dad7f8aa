"""Sampled elements: their choice, their forces and stiffness, and steps with them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.optimize import nnls
from scipy.sparse.linalg import splu

from meshes import block
from offline import ElasticBody, Material
from offline.studies.comparison import compare
from offline.tuning.pushes import ensemble_of
from reduce import Basis, pod, reduce_deformable, sample_elements
from reduce.nonnegative import NonNegative
from reduce.sampling import Sampling
from runtime.body.elastic import evaluate
from runtime.body.model import BodyModel
from runtime.body.plant import BodyPlant
from runtime.body.sampled import Sampled, energy
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from softrein.errors import BasisError, BundleError
from softrein.export.run import export_run
from softrein.viewer.live import Live
from softrein.viewer.scene import scene_of

Array = np.ndarray
RANK, STEP, DAMPING = 6, 0.01, (0.2, 2e-3)
BODIES = [("stvk", 0.3), ("neo-hookean", 0.4), ("corotated", 0.3), ("neo-hookean", 0.49), ("stvk", 0.48)]


@cache
def body_of(law: str, poisson: float) -> ElasticBody:
    mesh = block((5, 2, 2), (0.3, 0.08, 0.08))
    return ElasticBody(mesh, Material(1e5, poisson, 1000.0, law), mesh.regions["xmin"])


@cache
def states_of(law: str, poisson: float) -> Array:
    """Linear responses (n, 40) to random loads, a twentieth of a metre large."""
    body = body_of(law, poisson)
    loads = np.random.default_rng(0).standard_normal((body.free.size, 40))
    found = splu(body.stiffness(np.zeros(body.free.size))).solve(loads)
    return np.asarray(0.05 * found / np.abs(found).max(axis=0))


@cache
def basis_of(law: str, poisson: float) -> Basis:
    return pod(states_of(law, poisson), RANK, mass=body_of(law, poisson).mass)


def model_of(law: str, poisson: float, sampling: Sampling | None = None) -> BodyModel:
    return reduce_deformable(body_of(law, poisson), basis_of(law, poisson), DAMPING, sampling=sampling)


def elements_of(law: str, poisson: float) -> BodyModel:
    """By all elements, St. Venant-Kirchhoff's as well."""
    body = body_of(law, poisson)
    count, patches = len(body.mesh.tets), body.patches.starts.size - 1
    all_of_them = Sampling(np.arange(count), np.ones(count), 0.0, np.arange(patches), np.ones(patches))
    return model_of(law, poisson, all_of_them)


def position(law: str, poisson: float, size: float = 0.06) -> Array:
    p = np.random.default_rng(1).standard_normal(RANK)
    return size * p / np.linalg.norm(p)


@pytest.mark.parametrize(("law", "poisson"), BODIES)
def test_all_elements_are_the_projected_body(law: str, poisson: float) -> None:
    body, U, p = body_of(law, poisson), basis_of(law, poisson).vectors, position(law, poisson)
    model = elements_of(law, poisson)
    force, stiffness = body.force_and_stiffness(U @ p)
    expected = U.T @ force, U.T @ (stiffness @ U)
    for found, wanted in zip(model.force_and_stiffness(p), expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-11 * np.abs(wanted).max())
    at_rest = U.T @ (body.stiffness(np.zeros(len(U))) @ U)
    np.testing.assert_allclose(model.stiffness_at_rest(), at_rest, rtol=0, atol=1e-11 * np.abs(at_rest).max())
    stored = energy(model.elastic, p, np.zeros(model.elastic.work_size(RANK)))
    assert stored == pytest.approx(body.energy(U @ p), rel=1e-11)
    projected = model.projected_stiffness(p)
    lower = body.lower_matrix()
    body.fill_system(U @ p, lower, 1.0, 0.0, True)
    whole = lower + lower.T
    whole.setdiag(lower.diagonal())
    wanted = U.T @ (whole @ U)
    np.testing.assert_allclose(projected, wanted, rtol=0, atol=1e-9 * np.abs(wanted).max())
    assert np.linalg.eigvalsh(projected)[0] >= -1e-9 * np.abs(projected).max()


def test_st_venant_kirchhoffs_polynomial_is_the_same() -> None:
    p, v = position("stvk", 0.3), position("stvk", 0.3)[::-1].copy()
    few, exact = elements_of("stvk", 0.3), model_of("stvk", 0.3)
    assert exact.operator == "polynomial"
    assert few.operator == "sampled"
    pairs = [*zip(few.force_and_stiffness(p), exact.force_and_stiffness(p), strict=True)]
    for found, wanted in [*pairs, (few.hessian(p, v), exact.hessian(p, v))]:
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-9 * np.abs(wanted).max())
    for iterations in (1, 8):
        z, w = np.concatenate([p, v]), np.ones(RANK)
        one, other = (BodyPlant(each, STEP, iterations).step(z, w) for each in (few, exact))
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-9 * np.abs(other).max())


@pytest.mark.parametrize(("law", "poisson"), BODIES[1:4])
def test_the_tangents_change_is_as_differences_have_it(law: str, poisson: float) -> None:
    model, p, h = elements_of(law, poisson), position(law, poisson), 1e-6
    v = np.random.default_rng(2).standard_normal(RANK)
    found = model.hessian(p, v)
    wanted = np.stack(
        [(model.stiffness(p + h * e) @ v - model.stiffness(p - h * e) @ v) / (2 * h) for e in np.eye(RANK)], 1
    )
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-6 * np.abs(wanted).max())


@pytest.mark.parametrize("size", [(30, 20), (60, 200), (40, 400)])
def test_the_solver_is_that_of_lawson_and_hanson(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(size[1])
    columns, target = rng.standard_normal(size), rng.standard_normal(size[0])
    if size[1] == 200:
        columns = np.abs(columns)
    weights, distance = nnls(columns, target)
    solver = NonNegative(columns, target)
    solver.grow(0.0)
    assert (solver.weights > 0).all()
    found = np.linalg.norm(columns[:, solver.chosen] @ solver.weights - target)
    assert found <= distance + 1e-9 * np.linalg.norm(target)
    assert found == pytest.approx(solver.error * np.linalg.norm(target), abs=1e-9)
    if distance > 1e-6:  # else there are many
        np.testing.assert_allclose(solver.weights, weights[solver.chosen], rtol=1e-7)


@pytest.mark.parametrize(("law", "poisson"), [BODIES[1], BODIES[3]])
def test_tolerance_and_most_are_kept(law: str, poisson: float) -> None:
    body, basis, states = body_of(law, poisson), basis_of(law, poisson), states_of(law, poisson)
    exact, errors = elements_of(law, poisson), []
    for tolerance, most in ((0.05, None), (0.002, None), (0.002, 20)):
        found = sample_elements(body, basis, states, tolerance, most)
        assert found.error <= tolerance if most is None else len(found.elements) <= most
        assert (found.weights >= 0).all()
        assert (found.patch_weights > 0).all()
        assert (np.diff(found.elements) > 0).all()
        model = model_of(law, poisson, found)
        pairs = [(model.force(p), exact.force(p)) for p in basis.project(states).T]
        errors.append(np.mean([np.linalg.norm(a - b) / np.linalg.norm(b) for a, b in pairs]))
    assert errors[0] < 0.1
    assert errors[1] < 0.005
    assert errors[1] < errors[2] < 1


def test_states_that_were_never_seen() -> None:
    body, basis, states = (
        body_of("neo-hookean", 0.4),
        basis_of("neo-hookean", 0.4),
        states_of("neo-hookean", 0.4),
    )
    found = sample_elements(body, basis, states[:, :30], most=6 * RANK, tolerance=0.0)
    few, exact = model_of("neo-hookean", 0.4, found), elements_of("neo-hookean", 0.4)
    assert len(found.elements) <= 6 * RANK
    pairs = [(few.stiffness(p), exact.stiffness(p)) for p in basis.project(states[:, 30:]).T]
    assert np.mean([np.linalg.norm(a - b) / np.linalg.norm(b) for a, b in pairs]) < 0.05


def test_fewer_elements_than_a_patch_has_may_be_asked_for() -> None:
    """A nearly incompressible body is sampled by patches, taken whole or not, and by single ones."""
    body, basis, states = (each("neo-hookean", 0.499) for each in (body_of, basis_of, states_of))
    assert np.diff(body.patches[0]).min() == 4
    for most in range(1, 9):
        found = sample_elements(body, basis, states[:, :30], most=most, tolerance=0.0)
        assert 0 < len(found.elements) <= most


def test_what_few_elements_get_wrong_moves_a_body_little() -> None:
    """Where soft and stiff modes meet, errors count by the displacement that they cause."""
    body, rng = body_of("neo-hookean", 0.4), np.random.default_rng(3)
    values, shapes = eigh(body.stiffness(np.zeros(body.free.size)).toarray(), np.diag(body.mass))
    mixed = [0, 1, 2, 3, *range(100, 108)]
    states = shapes[:, mixed] @ (rng.standard_normal((12, 40)) / np.sqrt(values[mixed])[:, None])
    states *= 0.05 / np.abs(states).max(axis=0)
    basis = pod(states, 12, mass=body.mass)
    found = sample_elements(body, basis, states[:, :30], tolerance=0.0, most=40)
    few = reduce_deformable(body, basis, DAMPING, sampling=found)
    stiffness, errors = few.stiffness(np.zeros(12)), []
    for p in basis.project(states[:, 30:]).T:
        wanted = basis.vectors.T @ body.force(basis.vectors @ p)
        off = few.force(p) - wanted
        errors.append(norm_of(off, stiffness) / norm_of(wanted, stiffness))
    assert np.mean(errors) < 0.04


def norm_of(force: Array, stiffness: Array) -> float:
    """How far a force moves a body at rest."""
    return float(np.linalg.norm(np.linalg.solve(stiffness, force)))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"states": np.zeros((3, 3))}, "states are"),
        ({"tolerance": -0.1}, "tolerance = -0.1"),
        ({"tolerance": float("nan")}, "tolerance = nan"),
        ({"tolerance": "much"}, "tolerance = 'much'"),
        ({"most": 0}, "most = 0"),
        ({"most": 2.5}, "most = 2.5"),
        ({"states": 0.0}, "do not strain"),
        ({"states": np.nan}, "not finite"),
    ],
)
def test_bad_arguments_are_named(change: dict[str, Any], words: str) -> None:
    states = states_of("neo-hookean", 0.4)
    if isinstance(change.get("states"), float):
        change = {"states": np.full_like(states, change["states"])}
    given = {"states": states} | change
    with pytest.raises(BasisError, match=words):
        sample_elements(body_of("neo-hookean", 0.4), basis_of("neo-hookean", 0.4), **given)


def test_a_sampling_of_another_body_is_refused() -> None:
    wrong = Sampling(np.array([10_000]), np.ones(1), 0.0, np.empty(0, int), np.empty(0))
    with pytest.raises(BasisError, match="10000"):
        model_of("neo-hookean", 0.4, wrong)


# Steps


def squeezed() -> tuple[BodyModel, Array]:
    """A state at which the exact matrix of a step is not positive definite."""
    model = elements_of("neo-hookean", 0.4)
    rng = np.random.default_rng(0)
    for _ in range(200):
        p = rng.standard_normal(RANK)
        p *= rng.uniform(0.1, 1.0) / np.linalg.norm(p)
        if np.linalg.eigvalsh(np.eye(RANK) + 2.5e-5 * model.stiffness(p))[0] < -0.1:
            return model, p
    raise AssertionError("no such state")


def differences(plant: BodyPlant, z: Array, w: Array, h: float, push: float) -> tuple[Array, Array]:
    F = [(plant.step(z + h * e, w) - plant.step(z - h * e, w)) / (2 * h) for e in np.eye(plant.size)]
    eye = push * np.eye(plant.forces)
    G = [(plant.step(z, w + e) - plant.step(z, w - e)) / (2 * push) for e in eye]
    return np.stack(F, 1), np.stack(G, 1)


@pytest.mark.parametrize("iterations", [1, 12])
@pytest.mark.parametrize(("law", "poisson"), [BODIES[1], BODIES[3]])
def test_steps_are_linearised(law: str, poisson: float, iterations: int) -> None:
    plant = BodyPlant(elements_of(law, poisson), STEP, iterations)
    z, w = np.concatenate([position(law, poisson), np.ones(RANK)]), np.ones(RANK)
    for found, wanted in zip(plant.linearise(z, w), differences(plant, z, w, 1e-6, 1e-3), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-6 * np.abs(wanted).max())
    assert plant.projected == 0


def test_an_indefinite_stiffness_does_not_halve_a_step() -> None:
    model, p = squeezed()
    plant = BodyPlant(model._replace(damping=np.zeros(2)), STEP)
    z, w = np.concatenate([p, np.zeros(RANK)]), np.zeros(RANK)
    out = np.empty(plant.size)
    assert plant._take_step(plant.calls(), z, w, out) == 0
    assert plant.projected == 1
    # one iteration is linear in the force, and the body so stiff that a small one drowns in rounding
    for found, wanted in zip(plant.linearise(z, w), differences(plant, z, w, 1e-7, 1e3), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-5 * np.abs(wanted).max())


def test_iterations_from_there_converge() -> None:
    model, p = squeezed()
    plant = BodyPlant(model, STEP, 40)
    z, w = np.concatenate([p, np.zeros(RANK)]), np.zeros(RANK)
    z_new = plant.step(z, w)
    assert plant.projected > 0
    middle, half, (alpha, beta) = (z_new[:RANK] - p) / STEP, STEP / 2, model.damping
    force = model.force(p + half * middle)
    residual = middle + half * (alpha * middle + beta * model.projected_stiffness(p) @ middle + force)
    assert np.linalg.norm(residual) < 1e-8 * (1 + half * np.linalg.norm(force))


def test_batches_are_the_same_steps() -> None:
    plant = BodyPlant(elements_of("neo-hookean", 0.49), STEP)
    rng = np.random.default_rng(3)
    states, forces = 0.05 * rng.standard_normal((plant.size, 70)), rng.standard_normal((plant.forces, 70))
    out = np.empty_like(states)
    assert not plant.step_batch(states, forces, out).any()
    expected = np.stack([plant.step(z, w) for z, w in zip(states.T, forces.T, strict=True)], axis=1)
    np.testing.assert_allclose(out, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


# The whole way


def test_stages_say_how_well_elements_stand_for_all(rubber: BodyBundle) -> None:
    row = next(each for each in rubber.stages if each["stage"] == "reduced model")
    assert f"{len(rubber.model.elastic.elements)} of {len(rubber.tets)} elements" in row["result"]
    assert "held out" in row["result"]


def test_it_runs_from_its_file(rubber: BodyBundle, tmp_path: Path) -> None:
    path = tmp_path / "rubber.softrein"
    bundle_file.save(rubber, path)
    again = bundle_file.load(path)
    assert isinstance(again, BodyBundle)
    assert isinstance(again.model.elastic, Sampled)
    for one, other in zip(again.model.elastic, rubber.model.elastic, strict=True):
        np.testing.assert_array_equal(one, other)
        assert one.dtype == other.dtype
    run = again.run(controller="lqr")
    np.testing.assert_array_equal(run.states, rubber.run(controller="lqr").states)
    rolled = again.rollouts([again.pushes], "lqr")
    np.testing.assert_allclose(rolled.final[0], run.states[-1], atol=1e-9 * np.abs(run.states).max())
    free = again.run(controller="none")
    errors = [np.linalg.norm(each.states - again.track.states) for each in (run, free)]
    assert errors[0] < 0.8 * errors[1]


def test_it_takes_another_step(rubber: BodyBundle) -> None:
    other = rubber.at_step(rubber.dt / 2)
    assert other.model.elastic is rubber.model.elastic
    assert np.isfinite(other.run(controller="lqr").states).all()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("weights", -1.0, "weights must be finite and not negative"),
        ("weights", np.inf, "weights must be finite"),
        ("gradients", np.inf, "gradients must be finite"),
        ("laws", 7, "laws holds"),
        ("patches", 10_000, "patches holds"),
        ("lame", np.inf, "lame must be finite"),
    ],
)
def test_what_makes_no_operator_is_refused(
    rubber: BodyBundle, tmp_path: Path, name: str, value: float, words: str
) -> None:
    """By the plant, and by the file."""
    array = getattr(rubber.model.elastic, name).copy()
    array.flat[0] = value
    broken = rubber.model._replace(elastic=rubber.model.elastic._replace(**{name: array}))
    with pytest.raises(BasisError, match=words):
        BodyPlant(broken, rubber.dt)
    with pytest.raises(BundleError, match=f"model.*{name}"):
        bundle_file.save(replace(rubber, model=broken), tmp_path / "broken.softrein")


def test_arrays_that_do_not_fit_are_refused(rubber: BodyBundle, tmp_path: Path) -> None:
    path = tmp_path / "short.softrein"
    bundle_file.save(rubber, path)
    elastic = rubber.model.elastic
    short = rubber.model._replace(elastic=elastic._replace(lame=elastic.lame[:-1]))
    with pytest.raises(BundleError, match="lame"):
        bundle_file.save(replace(rubber, model=short), path)
    with h5py.File(path) as file:
        assert set(file["model"]) == {*Sampled._fields, "damping", "standing", "mass"}


def test_python_callers_get_force_and_stiffness(rubber: BodyBundle) -> None:
    p = 0.01 * np.ones(rubber.rank)
    elastic = rubber.model.elastic
    force, stiffness = evaluate(elastic, p, elastic.work_size(rubber.rank))
    np.testing.assert_array_equal(force, rubber.model.force(p))
    np.testing.assert_array_equal(stiffness, stiffness.T)


@pytest.mark.slow("all that takes a body")
def test_whatever_takes_a_body_takes_this_one(rubber: BodyBundle, tmp_path: Path) -> None:
    """Every controller, the viewer's loop, an export, and a comparison."""
    for name in rubber.controllers:
        assert np.isfinite(rubber.run(controller=name).states).all(), name
    live = Live(scene_of(rubber))
    for _ in range(3):
        live.step()
    assert live.deviation < 1.0
    export_run(rubber, rubber.run(controller="lqr"), tmp_path / "run.vtkhdf")
    assert (tmp_path / "run.vtkhdf").stat().st_size > 10_000
    found = compare(rubber, ensemble_of(rubber, 4, 2), 3, 3, rounds=1)
    assert found
