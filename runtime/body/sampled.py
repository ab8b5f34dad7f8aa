"""The elastic operator of sampled elements, for any hyperelastic law, at the cost of a few hundred elements.

With m chosen elements of weights w_e >= 0 and rest volumes V_e, and a law W per rest volume
(`runtime.body.laws`), in r coordinates p of u = U p, the energy is the cubature [An, Kim, James, Optimizing
Cubature for Efficient Integration of Subspace Deformations, ACM TOG 27 (2008) 5; weights as in Farhat, Avery,
Chapman, Cortial, IJNME 98 (2014) 9]

    E(p) = sum_e w_e V_e W(G_e),   G_e = B_e p,   f = sum_e w_e V_e B_e^T P_e
    K = sum_e w_e V_e B_e^T D_e B_e

with B_e (9, r) the modes' displacement gradients in the element, P = dW/dF and D = d2W/dF2, over F's entries
row by row. K is symmetric. If each D_e is projected to the nearest positive semidefinite matrix, K is
positive semidefinite, too.

Nearly incompressible elements share the mean of their measure of volume theta over a patch q. W_shape is then
sampled by element and psi by patch, with weights of their own:

    E = sum_e w_e V_e W_shape(G_e) + sum_q w_q V_q psi(mean_q),   mean_q = sum_(e in q) V_e / V_q theta(G_e)

Memory: `gradients` holds B in panels of w modes, eight or sixteen, padded with zeros: entry [i, 9 e + 3 c +
d, j] is du_c/dx_d of mode w i + j in element e. K is made of w x w blocks on and above its diagonal, each one
product B_i^T (D B)_j by BLAS, which multiplies such narrow panels without repacking them: at r = 64, m = 250
in 45 us, where the whole square takes 240. Elements are evaluated CHUNK at a time, so that working memory is
small whatever m is.

Limits: only `check` checks the arrays. Forces are as smooth as the law.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from runtime.base.kernels import BLOCK, FASTMATH, Array, Kernel, aligned, njit, padded, plain
from runtime.body.laws.law import LAWS, Law, shape_energy, volume, volume_gradient, volumetric
from runtime.body.laws.names import NAMES
from runtime.body.tile import Tile, entry

ITS_OWN, NOT_COUNTED = (
    -1,
    -2,
)  # which volume an element uses: its own, or none because its patch was not sampled
CHUNK = 128  # elements evaluated together: D B of one panel then takes 74 kB
TINY = np.finfo(np.float64).tiny  # strain that counts as zero
STEP = 1e-5  # strain step of the difference quotient of stiffness: truncation error 1e-10, rounding 1e-11


class Sampled(NamedTuple):
    """The elastic operator of m sampled elements and q patches in r coordinates; see `runtime.body.elastic`.

    The package `reduce` makes it.
    """

    # (panels, 9 m, w) displacement gradients of the modes at the m sampled elements, see above
    gradients: np.ndarray
    weights: np.ndarray  # (m,) m^3, weight w_e times volume V_e
    lame: np.ndarray  # (m, 2) Lamé's constants, Pa
    laws: np.ndarray  # (m,) int, index of the elastic law in `runtime.body.laws.law.LAWS`
    # (m,) int, patch with which an element shares its volume change, or ITS_OWN or NOT_COUNTED
    patches: np.ndarray
    shares: np.ndarray  # (m,) V_e / V_q, the element's share of its patch's volume; 0 without a patch
    patch_weights: np.ndarray  # (q,) m^3, weight w_q times volume V_q of each patch
    # (m,) int, index of each element in the mesh, or of its integration point for quadratic elements
    elements: np.ndarray

    @property
    def minimises(self) -> bool:
        """Whether any law is not St. Venant-Kirchhoff's; the full stepper decides by the same rule."""
        return bool((self.laws != NAMES.index("stvk")).any())

    def shapes(self, rank: int) -> dict[str, tuple[int, ...]]:
        """The shape that each array must have for `rank` coordinates."""
        m = len(self.weights)
        own = dict.fromkeys(("weights", "laws", "patches", "shares", "elements"), (m,))
        patches = {"patch_weights": (self.patch_weights.size,)}
        width = panel_width(rank)
        return {"gradients": (-(-rank // width), 9 * m, width), "lame": (m, 2)} | own | patches

    def work_size(self, rank: int) -> int:
        """How many numbers of working memory its kernels need.

        They are a chunk's G, P, D and D B, a block of K, padded p and f, and the data of patches.
        """
        chunk, patches, width = min(CHUNK, len(self.weights)), self.patch_weights.size, panel_width(rank)
        wide = -(-rank // width) * width
        return chunk * (9 * wide + 81 + 27) + width * (width + 1) + 2 * wide + patches * (2 * wide + 3)

    def stiffness_at_rest(self, rank: int) -> Array:
        """K(0) (r, r) by Hooke's law, to which all laws reduce at rest."""
        (panels, _, width), m = self.gradients.shape, len(self.weights)
        modes = self.gradients.reshape(panels, m, 3, 3, width).transpose(1, 2, 3, 0, 4).reshape(m, 3, 3, -1)
        modes = modes[..., :rank]
        (lam, mu), dilation = self.lame.T, np.einsum("eccr->er", modes)
        shear = (modes + modes.transpose(0, 2, 1, 3)).reshape(m, 9, rank)
        stiffness = _gram(shear, 0.5 * mu * self.weights) + _gram(dilation[:, None], lam * self.weights)
        shared = np.flatnonzero(self.patches != ITS_OWN)
        if shared.size:  # the sums above include the volumetric stiffness of elements that share their volume
            laws = list(LAWS.values())
            pairs = zip(self.laws[shared], self.lame[shared], strict=True)
            modulus = np.array([laws[int(law)].volumetric(0.0, *constants)[2] for law, constants in pairs])
            stiffness -= _gram(dilation[shared][:, None], modulus * self.weights[shared])
            mean, of_patch = np.zeros((self.patch_weights.size, rank)), np.zeros(self.patch_weights.size)
            counted = self.patches[shared] >= 0
            places, members = self.patches[shared][counted].astype(int), shared[counted]
            np.add.at(mean, places, self.shares[members][:, None] * dilation[members])
            of_patch[places] = modulus[counted]
            stiffness += _gram(mean[:, None], of_patch * self.patch_weights)
        return stiffness

    def batch(self, rank: int) -> Callable[[Tile, int], None]:
        """A function that fills a tile's `system` with [K | f] at its positions, a lane at a time."""
        work, force, stiffness = aligned(self.work_size(rank)), aligned(rank), aligned(rank, padded(rank))

        def evaluate(tile: Tile, used: int) -> None:
            fill_tile(self, work, force, stiffness, tile.position[:, :used], tile.system)

        return evaluate


def panel_width(rank: int) -> int:
    """The number of modes in a panel: sixteen where that pads by less than eight, else eight."""
    return 2 * BLOCK if -rank % (2 * BLOCK) < BLOCK else BLOCK


def panels_of(gradients: Array) -> Array:
    """The panels (panels, 9 m, width) of the modes' gradients (9 m, r) or (m, 9, r)."""
    flat = gradients.reshape(-1, gradients.shape[-1])
    rank = flat.shape[1]
    width = panel_width(rank)
    panels = np.zeros((-(-rank // width), len(flat), width))
    for i, panel in enumerate(panels):
        part = flat[:, width * i : width * (i + 1)]
        panel[:, : part.shape[1]] = part
    return panels


def check(elastic: Sampled) -> None:
    """Raise ValueError where the values in the arrays make no valid operator."""
    names = list(LAWS)
    if not len(elastic.weights):
        raise ValueError("elements: there are none")
    if not (np.isin(elastic.laws, np.arange(len(names)))).all():
        known = ", ".join(f"{number} ({name})" for number, name in enumerate(names))
        raise ValueError(f"laws holds the number of a law that is not known; known are {known}")
    for name in ("weights", "patch_weights", "shares"):
        values = getattr(elastic, name)
        if not (np.isfinite(values).all() and (values >= 0).all()):
            raise ValueError(f"{name} must be finite and not negative")
    for name in ("gradients", "lame"):
        if not np.isfinite(getattr(elastic, name)).all():
            raise ValueError(f"{name} must be finite")
    count = elastic.patch_weights.size
    if not np.isin(elastic.patches, np.arange(NOT_COUNTED, count)).all():
        raise ValueError(f"patches holds a number outside {NOT_COUNTED} ... {count - 1}")


def _gram(features: Array, weights: Array) -> Array:
    """The matrix sum_e w_e X_e^T X_e of features X (m, k, r)."""
    flat = features.reshape(-1, features.shape[-1])
    return np.asarray(flat.T @ (flat * np.repeat(weights, features.shape[1])[:, None]))


class Work(NamedTuple):
    """The operator's working memory, cut into its parts, for panels of width w and a chunk of c elements."""

    product: np.ndarray  # (panels, 9 c, w) D B, tangents times mode gradients
    block: np.ndarray  # (w, w) block of K
    position: np.ndarray  # (panels, w) p, padded with zeros
    force: np.ndarray  # (panels, w) force f
    slope: np.ndarray  # (panels, q, w) dmean/dp, derivative of each patch's mean volume ratio
    scaled: np.ndarray  # (panels, q, w) the same times psi''
    sums: np.ndarray  # (w,) contribution of a chunk of elements to a panel's f
    tangent: np.ndarray  # (c, 9, 9) tangents D
    gradient: np.ndarray  # (c, 3, 3) displacement gradients G
    stress: np.ndarray  # (c, 3, 3) stresses P
    products: np.ndarray  # (9 c,) contribution of a panel to G
    mean: np.ndarray  # (q,) theta, mean volume ratio of each patch
    pressure: np.ndarray  # (q,) psi', pressure
    modulus: np.ndarray  # (q,) psi''; pressure, modulus, stresses and tangents include the weights


@njit(cache=True)
def _cut(elastic: Sampled, work: Array) -> Work:
    """Cut working memory into its parts; rows of panels come first, so that each starts at 64 bytes."""
    (panels, _, w), q, c = (
        elastic.gradients.shape,
        elastic.patch_weights.size,
        min(CHUNK, elastic.weights.size),
    )
    wide, a = panels * w, 9 * c * panels * w
    b = a + w * w
    d = b + 2 * wide
    g = d + 2 * wide * q
    h = g + w
    k = h + 81 * c
    vectors, slopes = work[b:d].reshape(2, panels, w), work[d:g].reshape(2, panels, q, w)
    elements, patches = work[k : k + 27 * c].reshape(3, c, 3, 3), work[k + 27 * c : k + 27 * c + 3 * q]
    return Work(
        work[:a].reshape(panels, 9 * c, w), work[a:b].reshape(w, w), vectors[0], vectors[1],
        slopes[0], slopes[1], work[g:h], work[h:k].reshape(c, 9, 9),
        elements[0], elements[1], elements[2].reshape(-1),
        patches[:q], patches[q : 2 * q], patches[2 * q :],
    )  # fmt: skip


@njit(cache=True)
def energy(elastic: Sampled, p: Array, work: Array) -> float:
    """The energy E(p)."""
    parts, total = _cut(elastic, work), 0.0
    _place(p, p, 0.0, parts)
    _share_volumes(elastic, parts)
    for e in range(elastic.weights.size):
        if e % CHUNK == 0:
            _deform(elastic, e, parts)
        number, lam, mu, q = (
            int(elastic.laws[e]),
            elastic.lame[e, 0],
            elastic.lame[e, 1],
            int(elastic.patches[e]),
        )
        G = parts.gradient[e % CHUNK]
        total += elastic.weights[e] * shape_energy(number, G, lam, mu)
        if q == ITS_OWN:
            total += elastic.weights[e] * volumetric(number, volume(number, G), lam, mu)[0]
        elif q >= 0:
            weight = elastic.shares[e] * elastic.patch_weights[q]
            total += weight * volumetric(number, parts.mean[q], lam, mu)[0]
    return total


@njit(cache=True)
def force_and_stiffness(elastic: Sampled, p: Array, work: Array, force: Array, stiffness: Array) -> None:
    """Write f(p) and the upper triangle of K(p) into the last two arguments."""
    parts = _cut(elastic, work)
    _place(p, p, 0.0, parts)
    _clear(stiffness)
    _add_stiffness(elastic, 1.0, plain(False), parts, stiffness)
    flat = parts.force.reshape(-1)
    for i in range(p.size):
        force[i] = flat[i]


@njit(cache=True)
def project(elastic: Sampled, p: Array, work: Array, stiffness: Array) -> bool:
    """Write the upper triangle of K(p) with each element's part projected; returns True, as it is known."""
    parts = _cut(elastic, work)
    _place(p, p, 0.0, parts)
    _clear(stiffness)
    _add_stiffness(elastic, 1.0, plain(True), parts, stiffness)
    return True


@njit(cache=True)
def add_hessian(elastic: Sampled, p: Array, v: Array, scale: float, work: Array, target: Array) -> None:
    """Add scale d(K(p) v)/dp to `target`, upper triangle.

    It is the change of K along v, since third derivatives commute.
    """
    parts = _cut(elastic, work)
    rate = _largest_strain(elastic, v, parts)
    if rate < TINY:
        return
    step = STEP / rate
    for sign in (1.0, -1.0):
        _place(p, v, sign * step, parts)
        _add_stiffness(elastic, sign * scale / (2.0 * step), plain(False), parts, target)


@njit(cache=True)
def add_projected_hessian(
    elastic: Sampled, p: Array, v: Array, scale: float, work: Array, stiffness: Array, target: Array
) -> None:
    """Add scale d(K(p) v)/dp of the projected K to `target`, the whole matrix, which is not symmetric.

    It is found by differences along each coordinate: the projected K is no second derivative, so that its
    change along v would be another matrix.
    """
    parts, r, width = _cut(elastic, work), p.size, elastic.gradients.shape[2]
    position = parts.position.reshape(-1)
    for i in range(r):
        panel, largest = elastic.gradients[i // width], TINY
        for at in range(panel.shape[0]):
            largest = max(largest, abs(panel[at, i % width]))
        step = STEP / largest
        for sign in (1.0, -1.0):
            _place(p, p, 0.0, parts)
            position[i] += sign * step
            _clear(stiffness)
            _add_stiffness(elastic, 1.0, plain(True), parts, stiffness)
            share = sign * scale / (2.0 * step)
            for a in range(r):
                target[a, i] += share * stiffness[a, a] * v[a]
                for b in range(a + 1, r):
                    target[a, i] += share * stiffness[a, b] * v[b]
                    target[b, i] += share * stiffness[a, b] * v[a]


@njit(cache=True)
def _clear(stiffness: Array) -> None:
    for i in range(stiffness.shape[0]):
        stiffness[i, i:] = 0.0


@njit(cache=True)
def _place(p: Array, v: Array, step: float, parts: Work) -> None:
    """Set the position to p + step v."""
    flat = parts.position.reshape(-1)
    flat[:] = 0.0
    for i in range(p.size):
        flat[i] = p[i] + step * v[i]


@njit(cache=True)
def _largest_strain(elastic: Sampled, v: Array, parts: Work) -> float:
    """The largest entry of B v."""
    _place(v, v, 0.0, parts)
    largest = 0.0
    for first in range(0, elastic.weights.size, CHUNK):
        _deform(elastic, first, parts)
        flat = parts.gradient.reshape(-1)
        for at in range(9 * min(CHUNK, elastic.weights.size - first)):
            largest = max(largest, abs(flat[at]))
    return largest


@njit(cache=True, fastmath=FASTMATH)
def _deform(elastic: Sampled, first: int, parts: Work) -> None:
    """Compute G of the chunk of elements that begins at element `first`."""
    rows = 9 * min(CHUNK, elastic.weights.size - first)
    gradient, products = parts.gradient.reshape(-1)[:rows], parts.products[:rows]
    gradient[:] = 0.0
    for i in range(parts.position.shape[0]):
        np.dot(elastic.gradients[i, 9 * first : 9 * first + rows], parts.position[i], products)
        for at in range(rows):
            gradient[at] += products[at]


@njit(cache=True)
def _share_volumes(elastic: Sampled, parts: Work) -> None:
    """Compute the mean of theta of each patch, and psi' and psi'' there."""
    if parts.mean.size == 0:
        return
    parts.mean[:] = 0.0
    for e in range(elastic.weights.size):
        if e % CHUNK == 0:
            _deform(elastic, e, parts)
        if elastic.patches[e] >= 0:
            G = parts.gradient[e % CHUNK]
            parts.mean[int(elastic.patches[e])] += elastic.shares[e] * volume(int(elastic.laws[e]), G)
    for e in range(elastic.weights.size):
        q = int(elastic.patches[e])
        if q >= 0:
            number, lam, mu = int(elastic.laws[e]), elastic.lame[e, 0], elastic.lame[e, 1]
            _, pressure, modulus = volumetric(number, parts.mean[q], lam, mu)
            parts.pressure[q] = elastic.patch_weights[q] * pressure
            parts.modulus[q] = elastic.patch_weights[q] * modulus


@njit(cache=True)
def _add_stiffness(elastic: Sampled, scale: float, projected: bool, parts: Work, target: Array) -> None:
    """Add scale K at `parts.position` to `target`, upper triangle, and write the force into `parts.force`."""
    _share_volumes(elastic, parts)
    parts.force[:] = 0.0
    parts.slope[:] = 0.0
    for first in range(0, elastic.weights.size, CHUNK):
        count = min(CHUNK, elastic.weights.size - first)
        _deform(elastic, first, parts)
        _set_elements(elastic, first, count, projected, parts)
        _add_force(elastic.gradients, first, count, parts.stress, parts.sums, parts.force)
        _multiply(elastic.gradients, first, count, parts.tangent, parts.product)
        _add_blocks(elastic.gradients, 9 * first, 9 * count, parts.product, scale, parts.block, target)
    if parts.mean.size > 0:
        for i in range(parts.slope.shape[0]):
            for q in range(parts.mean.size):
                for j in range(parts.slope.shape[2]):
                    parts.scaled[i, q, j] = parts.modulus[q] * parts.slope[i, q, j]
        _add_blocks(parts.slope, 0, parts.mean.size, parts.scaled, scale, parts.block, target)


def _answer_of(law: Law) -> Kernel:
    """A kernel that writes weighted P and D of an element of one law."""
    volume_of, volumetric_of, stress, tangent = law.volume, law.volumetric, law.stress, law.tangent

    @njit(error_model="numpy")
    def answer(
        own: bool, G: Array, lam: float, mu: float, pressure: float, projected: bool, P: Array, D: Array
    ) -> None:
        modulus = 0.0
        if own:
            _, pressure, modulus = volumetric_of(volume_of(G), lam, mu)
        stress(G, lam, mu, pressure, P)
        tangent(G, lam, mu, pressure, modulus, projected, D)

    return answer


ANSWERS = [_answer_of(law) for law in LAWS.values()]


def _answer(number: int, *arguments: Any) -> None:
    """Write weighted P and D of an element by its law's number.

    One choice for all of a law's kernels takes 60 ns less than one for each.
    """
    ANSWERS[number](*arguments)


@overload(_answer, strict=False)
def _compile_answer(number: Any, *arguments: Any) -> Any:
    names = ", ".join(f"argument_{i}" for i in range(len(arguments)))
    *others, last = (f"answer_{place}({names})" for place in range(len(ANSWERS)))
    chain = "".join(f"{each} if number == {place} else " for place, each in enumerate(others))
    kernels = {f"answer_{place}": answer for place, answer in enumerate(ANSWERS)}
    return eval(f"lambda number, {names}: {chain}{last}", kernels)


@njit(cache=True, error_model="numpy")
def _set_elements(elastic: Sampled, first: int, count: int, projected: bool, parts: Work) -> None:
    """Compute weighted P and D of a chunk's elements, and the slopes of their patches' mean volumes.

    Weights multiply Lamé's constants: a law has no other moduli, so its energy is homogeneous in them. The
    loop is in one function, as a call for each element would count references to all arrays, 0.3 us.
    """
    weights, lame, laws, patches = elastic.weights, elastic.lame, elastic.laws, elastic.patches
    gradient, stress, tangent = parts.gradient, parts.stress, parts.tangent
    for k in range(count):
        e = first + k
        number, q, G, P = int(laws[e]), int(patches[e]), gradient[k], stress[k]
        lam, mu, pressure = weights[e] * lame[e, 0], weights[e] * lame[e, 1], 0.0
        if q >= 0:
            volume_gradient(number, G, elastic.shares[e], P)
            _add_slope(elastic.gradients, e, q, P, parts.slope)
            pressure = elastic.shares[e] * parts.pressure[q]
        _answer(number, q == ITS_OWN, G, lam, mu, pressure, projected, P, tangent[k])


@njit(cache=True, fastmath=FASTMATH)
def _add_slope(gradients: Array, e: int, q: int, change: Array, slope: Array) -> None:
    """Add B_e^T dtheta/dF to `slope`."""
    for i in range(gradients.shape[0]):
        row = slope[i, q]
        for c in range(9):
            modes, factor = gradients[i, 9 * e + c], change[c // 3, c % 3]
            for j in range(modes.size):
                row[j] += modes[j] * factor


@njit(cache=True, fastmath=FASTMATH)
def _add_force(gradients: Array, first: int, count: int, stress: Array, sums: Array, force: Array) -> None:
    """Add B^T P to `force`."""
    flat = stress.reshape(-1)[: 9 * count]
    for i in range(force.shape[0]):
        np.dot(flat, gradients[i, 9 * first : 9 * (first + count)], sums)
        for j in range(sums.size):
            force[i, j] += sums[j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def _multiply(gradients: Array, first: int, count: int, tangent: Array, product: Array) -> None:
    """Compute D B. The innermost loop's length is unknown to the compiler: else it is not vectorised."""
    for i in range(gradients.shape[0]):
        for k in range(count):
            at, D = 9 * (first + k), tangent[k]
            b0, b1, b2 = gradients[i, at], gradients[i, at + 1], gradients[i, at + 2]
            b3, b4, b5 = gradients[i, at + 3], gradients[i, at + 4], gradients[i, at + 5]
            b6, b7, b8 = gradients[i, at + 6], gradients[i, at + 7], gradients[i, at + 8]
            for row in range(9):
                out = product[i, 9 * k + row]
                d0, d1, d2, d3, d4 = D[row, 0], D[row, 1], D[row, 2], D[row, 3], D[row, 4]
                d5, d6, d7, d8 = D[row, 5], D[row, 6], D[row, 7], D[row, 8]
                for j in range(b0.size):
                    low = d0 * b0[j] + d1 * b1[j] + d2 * b2[j] + d3 * b3[j]
                    high = d4 * b4[j] + d5 * b5[j] + d6 * b6[j] + d7 * b7[j]
                    out[j] = low + high + d8 * b8[j]


@njit(cache=True, fastmath=FASTMATH)
def _add_blocks(
    left: Array, first: int, count: int, right: Array, scale: float, block: Array, target: Array
) -> None:
    """Add scale L^T R to `target`, in blocks on and above the diagonal; L are rows from `first` on."""
    r, width = target.shape[0], left.shape[2]
    for i in range(left.shape[0]):
        transposed = left[i, first : first + count].T
        for j in range(i, left.shape[0]):
            np.dot(transposed, right[j, :count], block)
            for a in range(min(width, r - width * i)):
                row, added = target[width * i + a, width * j : min(r, width * (j + 1))], block[a]
                for b in range(row.size):
                    row[b] += scale * added[b]


@njit(cache=True)
def fill_tile(
    elastic: Sampled, work: Array, force: Array, stiffness: Array, position: Array, system: Array
) -> None:
    """Write [K | f] of each lane's position (r, lanes) into the tile's `system`."""
    r = position.shape[0]
    p = np.empty(r)
    for lane in range(position.shape[1]):
        for i in range(r):
            p[i] = position[i, lane]
        force_and_stiffness(elastic, p, work, force, stiffness)
        for i in range(r):
            for j in range(i, r):
                system[entry(r, i, j), lane] = stiffness[i, j]
            system[entry(r, i, r), lane] = force[i]
