"""Elastic body on tetrahedra: energy, internal force, stiffness and lumped mass.

With the displacement gradient G = sum_a u_a (grad N_a)^T and each element's law (`runtime.body.laws.law`):

    W(u) = sum over points V W_law(G),      f(u) = dW/du,     K(u) = df/du

with one point in a linear element, or four in a quadratic one (`meshes.quadratic`), each of its share V of
the volume. The force stands on the left of M a + f(u) = load. Each tetrahedron gives a quarter of its mass to
each vertex. Elements of nearly incompressible materials share their mean volume in patches
(`offline.full.body.elements.patches`): their matrix has entries for all pairs of vertices of a patch.

Layout: u, f and the mass are over the free degrees of freedom, in the order of `free`: three a vertex, x y z.

Limits: those of the laws. Linear tetrahedra are too stiff in bending on coarse meshes, whatever Poisson's
ratio; quadratic ones are not. A body has workspaces of its own: use it from one thread at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from meshes.quadratic import SHARES, Quadrature, quadrature
from meshes.tetmesh import TetMesh
from offline.full.body.assembly import element_data, element_energies, fill_lower
from offline.full.body.element_materials import element_constants
from offline.full.body.elements.patches import patches_of
from offline.full.body.elements.pattern import Mirror, corners_of, lower_pattern
from offline.full.body.material import Material
from reduce.protocols import Sparse
from runtime.body.laws.law import LAWS, law_number
from softrein.errors import MaterialError, MeshError, SimulationError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


# Strain step of the difference quotient of stiffness in `add_hessian`: truncation 1e-10, rounding 1e-11 of
# the largest entry. For quadratic polynomials any step is exact.
HESSIAN_STRAIN = 1e-5


class ElasticBody:
    """A soft body of a mesh at rest [m]; see the module's docstring for formulas and limits.

    The last of the mesh's vertices may belong to no element: `loose` [kg] are their masses. With `equal`
    all others have the same share of the mass.
    `material` is one material, or materials by region, or None for the mesh's own;
    `offline.full.body.element_materials` says which elements a region has. `fixed` are the vertices that
    never move.

    Attributes:
        fixed: (count,) fixed vertices, ascending.
        free: (n_free,) degrees of freedom 3 * vertex + axis that can move, ascending.
        mass: (n_free,) lumped mass of each [kg].
        total_mass: mass of the body's free vertices [kg].
        lame: (p, 2) Lamé's constants lambda, mu at each point of `meshes.quadratic.Quadrature` [Pa].
        density: (m,) mass per rest volume of each tetrahedron [kg/m^3].
        laws: (p,) number of each one's law, its place in `runtime.body.laws.law.LAWS`.
        patches: The points that share their mean volume.

    Raises MeshError where a fixed vertex is out of range or no vertex is free, MaterialError where a region
    is unknown or covers no element, or an element has no material, or two.
    """

    def __init__(
        self,
        mesh: TetMesh,
        material: Material | Mapping[str, Material] | None,
        fixed: ArrayLike,
        loose: ArrayLike = (),
        equal: bool = False,
    ) -> None:
        self.mesh = mesh
        self.fixed = _checked_fixed(fixed, len(mesh.vertices))
        free_vertices = np.setdiff1d(np.arange(len(mesh.vertices)), self.fixed)
        self.free = (3 * free_vertices[:, None] + np.arange(3)).ravel()
        lame, self.density, laws, sharing = element_constants(mesh, material)
        self._points = points = quadrature(mesh)
        self.lame, self.laws = lame[points.tets], laws[points.tets]
        self.patches = patches_of(mesh, sharing)
        lumped = _lumped_mass(mesh, self.density, equal)
        self.total_mass = float(lumped[free_vertices].sum())
        lumped[len(lumped) - mesh.loose :] = loose
        self.mass = np.repeat(lumped, 3)[self.free]
        weighing = lumped if equal else _weighing(points, self.density, lumped, mesh.loose)
        self.weighing = np.repeat(weighing, 3)[self.free]
        for array in (self.fixed, self.free, self.lame, self.density, self.laws, self.mass, self.weighing):
            array.setflags(write=False)
        slots = np.full(len(mesh.vertices), free_vertices.size)
        slots[free_vertices] = np.arange(free_vertices.size)
        order = np.argsort(slots[points.nodes], axis=1, kind="stable")
        ascending = np.ascontiguousarray(np.take_along_axis(slots[points.nodes], order, axis=1), np.int32)
        gradients = np.take_along_axis(points.gradients, order[:, :, None], axis=1)
        corners = corners_of(ascending, *self.patches)
        self._pattern = lower_pattern(corners, free_vertices.size)
        self._data = element_data(
            corners, self.patches, self._pattern, gradients, points.volumes, self.lame, self.laws, self.mass
        )
        self._values = np.empty(self._pattern.rows.size)  # workspace

    @property
    def projects(self) -> bool:
        """Whether steps replace an indefinite stiffness by the projected one: not where all is StVK's."""
        return bool((self.laws != law_number("stvk")).any())

    @cached_property
    def _mirror(self) -> Mirror:
        return Mirror(self._pattern)

    def energy(self, u: ArrayLike) -> float:
        """Return the strain energy [J] at u (n_free,) [m]. Raises SimulationError for a wrong u."""
        return float(element_energies(self._data, self._checked(u)).sum())

    def force(self, u: ArrayLike) -> Floats:
        """Return the internal force +dW/du (n_free,) [N] at u (n_free,) [m]. Raises SimulationError."""
        return fill_lower(self._data, self._checked(u), np.empty(0))

    def stiffness(self, u: ArrayLike) -> Sparse:
        """Return the exact tangent df/du [N/m] at u (n_free,) [m], a full csc matrix (n_free, n_free).

        Raises SimulationError for a wrong u.
        """
        return self.force_and_stiffness(u)[1]

    def force_and_stiffness(self, u: ArrayLike) -> tuple[Floats, Sparse]:
        """Return both, in little more than the time of the second alone."""
        force = fill_lower(self._data, self._checked(u), self._values)
        return force, self._mirror.matrix(self._values)

    def lower_matrix(self) -> Sparse:
        """Return a new lower triangular csc matrix of zeros of the stiffness's pattern, for `fill_system`."""
        return self._pattern.matrix(np.zeros(self._pattern.rows.size))

    def fill_system(
        self, u: Floats, lower: Sparse, stiffness_factor: float, mass_factor: float, projected: bool = False
    ) -> Floats:
        """Set `lower` to stiffness_factor K(u) + mass_factor M and return the internal force (n_free,) [N].

        `lower` is one of `lower_matrix`'s, and u a finite (n_free,) array [m]: nothing is checked here.
        `projected`: K is the sum of the elements' nearest positive semidefinite ones.
        """
        return fill_lower(self._data, u, lower.data, stiffness_factor, mass_factor, projected)

    def add_hessian(self, u: Floats, v: Floats, factor: float, lower: Sparse) -> None:
        """Add factor d(K(u) v)/du, symmetric, at u [m] along v (n_free,) to `lower`, which is as above.

        It is a central difference along v. Where K is a quadratic polynomial, as that of St.
        Venant-Kirchhoff's law, any length is exact; for other laws the difference strains elements by
        HESSIAN_STRAIN at most.
        """
        length = self._difference(v) if self.projects else 1.0
        for sign in (length, -length):
            fill_lower(self._data, u + sign * v, self._values, factor / (2 * sign))
            lower.data += self._values

    def _difference(self, v: Floats) -> float:
        """Return the length of the difference along v."""
        motion = np.zeros(self.mesh.vertices.size)
        motion[self.free] = v
        at_nodes = motion.reshape(-1, 3)[self._points.nodes]
        strain = np.abs(np.einsum("mac,mad->mcd", at_nodes, self._points.gradients)).max()
        return HESSIAN_STRAIN / float(strain) if strain > np.finfo(float).tiny else 1.0

    def gravity(self, acceleration: Sequence[float]) -> Floats:
        """Return the weight (n_free,) [N] under an acceleration (3,) [m/s^2], such as (0, 0, -9.81)."""
        return self.weighing * np.tile(np.asarray(acceleration, dtype=float), self.free.size // 3)

    def positions(self, u: ArrayLike) -> Floats:
        """Return the positions (n, 3) [m] of all vertices at the displacement u (n_free,) [m]."""
        positions = np.array(self.mesh.vertices, dtype=float)
        positions.reshape(-1)[self.free] += self._checked(u)
        return positions

    def _checked(self, u: ArrayLike) -> Floats:
        values = np.ascontiguousarray(u, dtype=float)
        if values.shape != self.free.shape:
            raise SimulationError(
                f"u has the shape {values.shape}; the body has {self.free.size} free degrees of freedom: "
                f"pass an array of shape {self.free.shape}"
            )
        if not np.isfinite(values).all():
            place = int(self.free[np.flatnonzero(~np.isfinite(values))[0]])
            raise SimulationError(f"u is not finite at vertex {place // 3}, axis {'xyz'[place % 3]}")
        return values


class StVK(ElasticBody):
    """An elastic body of St. Venant-Kirchhoff's law only. Raises MaterialError for another law."""

    def __init__(
        self, mesh: TetMesh, material: Material | Mapping[str, Material] | None, fixed: ArrayLike
    ) -> None:
        super().__init__(mesh, material, fixed)
        other = np.flatnonzero(self.laws != law_number("stvk"))
        if other.size:
            law = list(LAWS)[self.laws[other[0]]]
            raise MaterialError(f"StVK: element {other[0]} is of the law {law!r}; take offline.ElasticBody")


def _checked_fixed(fixed: ArrayLike, count: int) -> Integers:
    indices = np.asarray(fixed)
    if indices.size == 0:
        return np.empty(0, dtype=np.int64)
    if indices.ndim != 1 or indices.dtype.kind not in "iu":
        raise MeshError(
            f"fixed must be a list of vertex indices, not {indices.dtype} of shape {indices.shape}; "
            "np.flatnonzero turns a mask into indices"
        )
    outside = indices[(indices < 0) | (indices >= count)]
    if outside.size:
        raise MeshError(f"fixed vertex {outside[0]} is out of range: the vertices are 0 to {count - 1}")
    unique = np.unique(indices).astype(np.int64)
    if unique.size == count:
        raise MeshError(f"all {count} vertices are fixed: nothing can move; fix fewer")
    return unique


def _weighing(points: Quadrature, density: Floats, lumped: Floats, loose: int) -> Floats:
    """Return the mass (n,) [kg] by which each vertex bears a uniform acceleration; the last are `loose`."""
    masses = (density[points.tets] * points.volumes)[:, None] * SHARES[points.nodes.shape[1]]
    found = np.bincount(points.nodes.ravel(), masses.ravel(), len(lumped))
    return np.concatenate([found[: len(lumped) - loose], lumped[len(lumped) - loose :]])


def _lumped_mass(mesh: TetMesh, density: Floats, equal: bool) -> Floats:
    """Return the mass of each vertex (n,) [kg]: a quarter of each element around it, or equal shares.

    Loose vertices have none.
    """
    if equal:
        own = len(mesh.vertices) - mesh.loose
        shares = np.full(own, float(density @ mesh.volumes) / own)
        return np.concatenate([shares, np.zeros(mesh.loose)])
    quarters = np.repeat(density * mesh.volumes / 4, 4)
    return np.asarray(np.bincount(mesh.tets.ravel(), quarters, len(mesh.vertices)), dtype=float)
