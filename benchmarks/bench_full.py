"""The full simulation at about 12,700 degrees of freedom: assembly against NumPy, a step against CHOLMOD."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmarks.harness import Row, compare_times
from meshes import block
from offline.full.body.material import Material
from offline.full.body.newmark import FullStepper
from offline.full.body.stvk import StVK
from offline.full.factorisation import default_backend

Floats = NDArray[np.float64]

CELLS, SIZE = (25, 12, 12), (0.5, 0.24, 0.24)  # 12,675 free degrees of freedom with one end held
MATERIAL = Material(young=3e5, poisson=0.4, density=1000.0)
STEP = 0.005  # s
DAMPING = (0.1, 1e-3)  # 1/s, s
BUDGET = 12.0  # s for a comparison; one factorisation takes about 0.1 s


def rows() -> list[Row]:
    """The two bars on the full simulation, both on one thread."""
    mesh = block(CELLS, SIZE)
    body = StVK(mesh, MATERIAL, mesh.regions["left"])
    with _one_thread():
        return [_assembly_row(body), _step_row(body)]


@contextmanager
def _one_thread() -> Iterator[None]:
    before = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        yield
    finally:
        numba.set_num_threads(before)


def _bent(body: StVK) -> Floats:
    """A displacement with a strain of a few per cent everywhere."""
    x = body.mesh.vertices / np.max(SIZE)
    bend = np.stack([0.01 * np.sin(3 * x[:, 1]), 0.04 * x[:, 0] ** 2, 0.02 * x[:, 0] * x[:, 1]], axis=1)
    return np.ascontiguousarray(bend.ravel()[body.free])


def _assembly_row(body: StVK) -> Row:
    reference, u = NumPyAssembly(body), _bent(body)
    _require_equal(reference, body, u)
    ours, theirs = compare_times(
        lambda: body.force_and_stiffness(u), lambda: reference.force_and_stiffness(u), budget_s=BUDGET
    )
    what = f"assembly of force and stiffness, {body.free.size:,} dofs, against NumPy"
    detail = f"{1e3 * ours:.1f} ms on one thread, NumPy {1e3 * theirs:.0f} ms"
    return Row(what, theirs / ours, 10.0, "at least", "x", detail)


def _step_row(body: StVK) -> Row:
    what = f"full implicit step, {body.free.size:,} dofs, against one CHOLMOD refactorisation and solve"
    if default_backend() != "cholmod":
        return Row(what, math.nan, 1.5, "at most", "x", "CHOLMOD is not installed")
    stepper, u, v = FullStepper(body, DAMPING, STEP), _bent(body), np.zeros(body.free.size)
    stepper.step(u, v, v)
    refactor_and_solve = _bare_cholmod(stepper.matrix.copy(), v + 1.0)
    ours, theirs = compare_times(lambda: stepper.step(u, v, v), refactor_and_solve, budget_s=BUDGET)
    detail = f"{1e3 * ours:.1f} ms on one thread, CHOLMOD {1e3 * theirs:.1f} ms"
    return Row(what, ours / theirs, 1.5, "at most", "x", detail)


def _bare_cholmod(matrix: Any, right: Floats) -> Any:
    """CHOLMOD alone, called as directly as scikit-sparse allows, with the best ordering it finds."""
    from sksparse.cholmod import analyze

    factor = analyze(matrix, mode="supernodal", ordering_method="best")

    def refactor_and_solve() -> Floats:
        factor.cholesky_inplace(matrix)
        return np.asarray(factor(right))

    return refactor_and_solve


class NumPyAssembly:
    """The same force and stiffness, computed by careful vectorised NumPy.

    All that can be prepared is prepared once: gradients, their products, and which entries of the element
    matrices belong to free degrees of freedom, and where. Each evaluation then makes the products over all
    elements, and calls the sparse constructor.
    """

    def __init__(self, body: StVK) -> None:
        mesh = body.mesh
        self.gradients, self.tets, self.free = mesh.shape_gradients, mesh.tets, body.free
        self.first, self.second = mesh.volumes * body.lame[:, 0], mesh.volumes * body.lame[:, 1]
        self.products = np.einsum("e,eai,ebi->eab", self.second, self.gradients, self.gradients)
        number = np.full(3 * len(mesh.vertices), -1)
        number[body.free] = np.arange(body.free.size)
        dofs = number[3 * mesh.tets[:, :, None] + np.arange(3)].reshape(-1, 12)
        rows, columns = np.repeat(dofs, 12, axis=1).ravel(), np.tile(dofs, (1, 12)).ravel()
        self.kept = np.flatnonzero((rows >= 0) & (columns >= 0))
        self.rows, self.columns = rows[self.kept].astype(np.int32), columns[self.kept].astype(np.int32)
        self.all_dofs = (3 * mesh.tets[:, :, None] + np.arange(3)).ravel()
        self.size = 3 * len(mesh.vertices)

    def force_and_stiffness(self, u: Floats) -> tuple[Floats, Any]:
        """Force (n_free,) and stiffness csc (n_free, n_free)."""
        g = self.gradients
        everywhere = np.zeros(self.size)
        everywhere[self.free] = u
        gradient = np.matmul(everywhere.reshape(-1, 3)[self.tets].transpose(0, 2, 1), g)
        turned = np.matmul(gradient.transpose(0, 2, 1), gradient)
        strain = 0.5 * (gradient + gradient.transpose(0, 2, 1) + turned)
        trace = np.einsum("eii->e", strain)
        stress = 2 * self.second[:, None, None] * strain  # times the volume
        stress += (self.first * trace)[:, None, None] * np.eye(3)
        deformation = gradient + np.eye(3)
        h = np.matmul(g, deformation.transpose(0, 2, 1))
        along = np.matmul(np.matmul(g, stress), g.transpose(0, 2, 1))
        forces = np.matmul(np.matmul(g, stress), deformation.transpose(0, 2, 1))
        force = np.bincount(self.all_dofs, forces.ravel(), self.size)[self.free]
        cross = np.matmul(deformation, deformation.transpose(0, 2, 1))
        blocks = np.einsum("e,eai,ebj->eaibj", self.first, h, h)
        blocks += np.einsum("e,ebi,eaj->eaibj", self.second, h, h)
        blocks += np.einsum("eab,eij->eaibj", self.products, cross)
        blocks += np.einsum("eab,ij->eaibj", along, np.eye(3))
        shape = (self.free.size, self.free.size)
        return force, sparse.csc_matrix((blocks.ravel()[self.kept], (self.rows, self.columns)), shape=shape)


def _require_equal(reference: NumPyAssembly, body: StVK, u: Floats) -> None:
    """Check that both compute the same, as the comparison means nothing otherwise."""
    force, stiffness = body.force_and_stiffness(u)
    their_force, their_stiffness = reference.force_and_stiffness(u)
    worst = abs(stiffness - their_stiffness).max() / abs(stiffness).max()
    if max(worst, np.abs(force - their_force).max() / np.abs(force).max()) > 1e-10:
        raise AssertionError("the two assemblies disagree")
