"""A new material is one file and an entry in a table; then everything steps, stores and runs it.

The file is written here: linear elasticity, whose stiffness is constant.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from runtime.body import elastic
from runtime.body.elastic import Operator
from runtime.body.plant import BodyPlant
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from softrein.errors import BasisError, BundleError

Array = np.ndarray

MATERIAL = """
from typing import NamedTuple

import numpy as np
from numba import njit

from runtime.body.tile import entry


class Linear(NamedTuple):
    constant: np.ndarray  # (r, r) K

    def shapes(self, rank):
        return {"constant": (rank, rank)}

    def work_size(self, rank):
        return 0

    def stiffness_at_rest(self, rank):
        return self.constant

    def batch(self, rank):
        rows, columns = np.triu_indices(rank)

        def evaluate(tile, used):
            tile.system[entry.py_func(rank, rows, columns)] = self.constant[rows, columns, None]
            tile.system[entry.py_func(rank, np.arange(rank), rank)] = self.constant @ tile.position

        return evaluate


@njit(cache=True)
def force_and_stiffness(linear, p, work, force, stiffness):
    for i in range(p.size):
        force[i] = 0.0
        for j in range(p.size):
            force[i] += linear.constant[i, j] * p[j]
            if j >= i:
                stiffness[i, j] = linear.constant[i, j]


@njit(cache=True)
def add_hessian(linear, p, v, scale, work, target):
    pass
"""


@pytest.fixture(scope="module")
def linear(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The new material's class, registered."""
    folder = tmp_path_factory.mktemp("material")
    (folder / "linear_material.py").write_text(MATERIAL)
    with pytest.MonkeyPatch.context() as patch:
        # Other sessions read the kernels that are kept, and know no such class.
        patch.setattr("numba.core.caching.IndexDataCacheFile.save", lambda *_: None)
        patch.syspath_prepend(folder)
        new = import_module("linear_material")
        kernels = Operator(new.Linear, new.force_and_stiffness, new.add_hessian)
        patch.setitem(elastic.OPERATORS, "linear", kernels)
        yield new.Linear
        sys.modules.pop("linear_material")


@pytest.fixture(scope="module")
def bundle(linear: Any, small_bundle: BodyBundle) -> BodyBundle:
    """The beam, whose stiffness is that at rest however far it bends."""
    constant = small_bundle.model.stiffness_at_rest()
    return replace(small_bundle, model=small_bundle.model._replace(elastic=linear(constant)))


def state_and_force(bundle: BodyBundle) -> tuple[Array, Array]:
    rng = np.random.default_rng(0)
    return 0.02 * rng.standard_normal(2 * bundle.rank), rng.standard_normal(bundle.rank)


def differences(function: Callable[[Array], Array], x: Array) -> Array:
    """Its Jacobian, where it is linear."""
    return np.stack([function(x + one) - function(x) for one in np.eye(len(x))], axis=1)


def test_it_answers_and_steps(bundle: BodyBundle) -> None:
    (z, w), r, h = state_and_force(bundle), bundle.rank, bundle.dt
    model, K = bundle.model, bundle.model.stiffness_at_rest()
    np.testing.assert_allclose(model.force(z[:r]), K @ z[:r], rtol=1e-12)
    np.testing.assert_array_equal(model.stiffness(z[:r]), K)
    np.testing.assert_array_equal(model.hessian(z[:r], z[r:]), np.zeros((r, r)))
    alpha, beta = model.damping
    S = (1 + h / 2 * alpha) * np.eye(r) + (h / 2 * beta + h**2 / 4) * K
    middle = np.linalg.solve(S, z[r:] + h / 2 * (w + model.standing - K @ z[:r]))
    expected = np.concatenate([z[:r] + h * middle, 2 * middle - z[r:]])
    for iterations in (1, 3):
        step = BodyPlant(model, h, iterations).step(z, w)
        np.testing.assert_allclose(step, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.slow("compiles a step for a material of its own")
@pytest.mark.parametrize("iterations", [1, 3])
def test_its_step_is_linearised(bundle: BodyBundle, iterations: int) -> None:
    (z, w), plant = state_and_force(bundle), BodyPlant(bundle.model, bundle.dt, iterations)
    F, G = plant.linearise(z, w)
    for found, wanted in (
        (F, differences(lambda x: plant.step(x, w), z)),
        (G, differences(lambda x: plant.step(z, x), w)),
    ):
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-9 * np.abs(wanted).max())


def test_it_is_stepped_in_batches(bundle: BodyBundle) -> None:
    plant, rng = bundle.plant(), np.random.default_rng(1)
    states, forces = 0.02 * rng.standard_normal((plant.size, 70)), rng.standard_normal((plant.forces, 70))
    out = np.empty_like(states)
    assert not plant.step_batch(states, forces, out).any()
    expected = np.stack([plant.step(z, w) for z, w in zip(states.T, forces.T, strict=True)], axis=1)
    np.testing.assert_allclose(out, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.slow("compiles a loop for a material of its own")
@pytest.mark.parametrize("controller", ["lqr", "spd"])
def test_its_bundle_runs_from_a_file(bundle: BodyBundle, tmp_path: Path, controller: str) -> None:
    path = tmp_path / "linear.softrein"
    bundle_file.save(bundle, path)
    with h5py.File(path) as file:
        assert set(file["model"]) == {"constant", "damping", "standing", "mass"}
        assert json.loads(file["header"][()].tobytes())["elastic"] == "linear"
    again = bundle_file.load(path)
    assert isinstance(again, BodyBundle)
    assert type(again.model.elastic) is type(bundle.model.elastic)
    run = again.run(controller=controller)
    np.testing.assert_array_equal(run.states, bundle.run(controller=controller).states)
    rolled = again.rollouts([again.pushes], controller)
    np.testing.assert_allclose(rolled.final[0], run.states[-1], atol=1e-10 * np.abs(run.states).max())


def test_what_does_not_fit_is_refused(
    bundle: BodyBundle, linear: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = bundle.model._replace(elastic=linear(np.eye(bundle.rank + 1)))
    with pytest.raises(BasisError, match="constant"):
        BodyPlant(wrong, bundle.dt)
    bundle_file.save(bundle, tmp_path / "linear.softrein")
    monkeypatch.delitem(elastic.OPERATORS, "linear")
    with pytest.raises(BundleError, match="unknown kind, 'linear'"):
        bundle_file.load(tmp_path / "linear.softrein")
