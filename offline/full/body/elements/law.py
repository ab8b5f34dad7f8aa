"""Forces and blocks of elements of any law, and of patches of them that share their mean volume.

With P = dW/dF and D = dP/dF of `runtime.body.laws.law`, rest volume V and shape gradients g_a,

    f_a = V P g_a,        K_ab,ik = V sum_jl g_a,j D_ij,kl g_b,l

A patch of rest volume V_p and mean measure of volume m = sum V theta / V_p has the energy

    sum over its elements of V W_shape + V_p psi(m)

so its elements have P and D with the pressure psi'(m) of the patch and no modulus of their own; the modulus
couples all vertices a, b of the patch by the blocks V_p psi''(m) m_a m_b^T, m_a = dm/du_a. That is the mean
dilatation of [Nagtegaal, Parks, Rice, Comput. Methods Appl. Mech. Eng. 4 (1974) 153-177], over disjoint
patches of tetrahedra as in [de Souza Neto, Andrade Pires, Owen, Int. J. Numer. Meth. Eng. 62 (2005) 353-383];
derived from an energy, so that the stiffness is symmetric.

`data` is an `offline.full.body.assembly.ElementData`, `room` the result of `scratch`, one for each thread.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

import numpy as np

from offline.full.body.elements.parts import keep
from runtime.base.kernels import njit
from runtime.body.laws.law import (
    shape_energy,
    shape_stress,
    shape_tangent,
    volume,
    volume_gradient,
    volumetric,
)


@njit(cache=True)
def scratch():
    """Make room for G and a stress (3, 3), a tangent D (9, 9), and D contracted with one vector (9, 3)."""
    return np.empty((3, 3)), np.empty((3, 3)), np.empty((9, 9)), np.empty((9, 3))


@njit(cache=True)
def _gradient(data, element, G):
    G[:] = 0.0
    for a in range(data.slots.shape[1]):
        place, g = 3 * data.slots[element, a], data.gradients[element, a]
        for axis in range(3):
            u = data.displacement[place + axis]
            G[axis, 0] += u * g[0]
            G[axis, 1] += u * g[1]
            G[axis, 2] += u * g[2]


@njit(cache=True, inline="always")
def law_element(data, element, projected, with_blocks, adding, room):
    """Compute forces and blocks of an element that is in no patch."""
    G = room[0]
    _gradient(data, element, G)
    law, lam, mu = data.laws[element], data.lame[element, 0], data.lame[element, 1]
    _, pressure, modulus = volumetric(law, volume(law, G), lam, mu)
    _add_element(data, element, pressure, modulus, projected, with_blocks, adding, room)


@njit(cache=True)
def _add_element(data, element, pressure, modulus, projected, with_blocks, adding, room):
    """Add forces and blocks of an element whose G is in `room`, at a pressure and a modulus."""
    G, P, D, half = room
    law, lam, mu = data.laws[element], data.lame[element, 0], data.lame[element, 1]
    weight, g = data.volumes[element], data.gradients[element]
    shape_stress(law, G, lam, mu, pressure, P)
    nodes = data.slots.shape[1]
    for a in range(nodes):
        for i in range(3):
            force = P[i, 0] * g[a, 0] + P[i, 1] * g[a, 1] + P[i, 2] * g[a, 2]
            data.forces[nodes * element + a, i] = weight * force
    if not with_blocks:
        return
    shape_tangent(law, G, lam, mu, pressure, modulus, projected, D)
    first = nodes * (nodes + 1) // 2 * element
    for b in range(nodes):
        x, y, z = weight * g[b, 0], weight * g[b, 1], weight * g[b, 2]
        for row in range(9):
            for k in range(3):
                half[row, k] = D[row, 3 * k] * x + D[row, 3 * k + 1] * y + D[row, 3 * k + 2] * z
        for a in range(b, nodes):
            _keep_block(data, first + a * (a + 1) // 2 + b, g[a], half, adding)


@njit(cache=True)
def _keep_block(data, source, g, half, adding):
    x, y, z = g[0], g[1], g[2]
    values = (
        x * half[0, 0] + y * half[1, 0] + z * half[2, 0],
        x * half[3, 0] + y * half[4, 0] + z * half[5, 0],
        x * half[6, 0] + y * half[7, 0] + z * half[8, 0],
        x * half[0, 1] + y * half[1, 1] + z * half[2, 1],
        x * half[3, 1] + y * half[4, 1] + z * half[5, 1],
        x * half[6, 1] + y * half[7, 1] + z * half[8, 1],
        x * half[0, 2] + y * half[1, 2] + z * half[2, 2],
        x * half[3, 2] + y * half[4, 2] + z * half[5, 2],
        x * half[6, 2] + y * half[7, 2] + z * half[8, 2],
    )
    keep(data, source, values, adding)


@njit(cache=True)
def _mean_volume(data, patch, G):
    """Return the rest volume of a patch of elements, and the mean of theta, their measure of volume.

    Theta is defined by the elements' law and zero at rest; G is overwritten.
    """
    total = mean = 0.0
    for place in range(data.patch_starts[patch], data.patch_starts[patch + 1]):
        element = data.patch_elements[place]
        _gradient(data, element, G)
        total += data.volumes[element]
        mean += data.volumes[element] * volume(data.laws[element], G)
    return total, mean / total


@njit(cache=True, inline="always")
def law_patch(data, patch, projected, with_blocks, adding, room):
    """Compute forces and blocks of a patch: those of its elements, and those that couple them."""
    G, slope = room[0], room[1]
    total, mean = _mean_volume(data, patch, G)
    first = data.patch_elements[data.patch_starts[patch]]  # all elements of a patch have the same material
    _, pressure, modulus = volumetric(data.laws[first], mean, data.lame[first, 0], data.lame[first, 1])
    begin, end = data.corner_starts[patch], data.corner_starts[patch + 1]
    means = data.mean_gradients[begin:end]
    means[:] = 0.0
    for place in range(data.patch_starts[patch], data.patch_starts[patch + 1]):
        element = data.patch_elements[place]
        _gradient(data, element, G)
        _add_element(data, element, pressure, 0.0, projected, with_blocks, adding, room)
        if with_blocks:
            volume_gradient(data.laws[element], G, data.volumes[element] / total, slope)
            for a in range(data.slots.shape[1]):
                mean_gradient, g = means[data.patch_corners[place, a]], data.gradients[element, a]
                for i in range(3):
                    mean_gradient[i] += slope[i, 0] * g[0] + slope[i, 1] * g[1] + slope[i, 2] * g[2]
    if with_blocks:
        _couple(data, patch, means, total * (max(modulus, 0.0) if projected else modulus), adding)


@njit(cache=True)
def _couple(data, patch, means, weight, adding):
    source = data.patch_blocks[patch]
    for a in range(len(means)):
        for b in range(a + 1):
            m, x, y, z = means[b], weight * means[a, 0], weight * means[a, 1], weight * means[a, 2]
            values = (
                x * m[0], y * m[0], z * m[0], x * m[1], y * m[1], z * m[1], x * m[2], y * m[2], z * m[2],
            )  # fmt: skip
            keep(data, source, values, adding)
            source += 1


@njit(cache=True)
def law_energies(data, out):
    """Compute the energy of each element (m,) [J]; in a patch it includes a share of psi by volume."""
    G = np.empty((3, 3))
    for element in data.singles:
        _gradient(data, element, G)
        law, lam, mu = data.laws[element], data.lame[element, 0], data.lame[element, 1]
        psi, _, _ = volumetric(law, volume(law, G), lam, mu)
        out[element] = data.volumes[element] * (shape_energy(law, G, lam, mu) + psi)
    for patch in range(data.patch_starts.size - 1):
        _, mean = _mean_volume(data, patch, G)
        for place in range(data.patch_starts[patch], data.patch_starts[patch + 1]):
            element = data.patch_elements[place]
            _gradient(data, element, G)
            law, lam, mu = data.laws[element], data.lame[element, 0], data.lame[element, 1]
            psi, _, _ = volumetric(law, mean, lam, mu)
            out[element] = data.volumes[element] * (shape_energy(law, G, lam, mu) + psi)
