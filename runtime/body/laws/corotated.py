"""Corotated linear elasticity: Hooke's law in a frame that turns with the element.

With the polar decomposition F = R Y, R a rotation, Y symmetric (as simulators of soft robots have it),

    W = mu |F - R|^2 + lambda/2 theta^2,     theta = tr(R^T F) - 3,     P = 2 mu (F - R) + lambda theta R

[Sifakis, Barbič, FEM Simulation of 3D Deformable Solids, SIGGRAPH 2012 courses, section 3.4], Lamé's own
constants. By singular values, with p = dW/dtheta,

    A_ij = lambda + (i = j ? 2 mu : 0)
    flip_ij = 2 mu,     twist_ij = 2 (mu (s_i + s_j - 2) + p) / (s_i + s_j)

The frame's own turning is in the twists: the tangent is exact.

Limits: resists inversion with a finite force, and the force is linear in the stretch, however large. Where
two singular values are opposite (an element turned inside out, as thin as it is thick) the frame jumps;
twists are those of a sum of SMALLEST there. What each kernel is says `runtime.body.laws.law`.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

from runtime.base.kernels import njit
from runtime.body.laws.spectral import compose, singular, spectral_tangent

SMALLEST = 1e-6  # sum of two singular values


@njit(cache=True)
def volume(G):
    """tr(R^T F) - 3 = sum of s_i - 1."""
    _, _, (x, y, z), _ = singular(G)
    return x + y + z


@njit(cache=True)
def volume_gradient(G, scale, out):
    """R."""
    u, _, _, v = singular(G)
    compose(u, v, (scale, scale, scale), out)


@njit(cache=True)
def volumetric(theta, lam, mu):
    """lambda/2 theta^2 and its derivatives."""
    return 0.5 * lam * theta * theta, lam * theta, lam


@njit(cache=True)
def energy(G, lam, mu):
    """mu |F - R|^2."""
    _, _, (x, y, z), _ = singular(G)
    return mu * (x * x + y * y + z * z)


@njit(cache=True)
def stress(G, lam, mu, pressure, P):
    """2 mu (F - R) + p R."""
    u, _, (x, y, z), v = singular(G)
    compose(u, v, (2.0 * mu * x + pressure, 2.0 * mu * y + pressure, 2.0 * mu * z + pressure), P)


@njit(cache=True)
def _twist(mu, pressure, s, t, x, y):
    return 2.0 * (mu * (x + y) + pressure) / max(s + t, SMALLEST)


@njit(cache=True)
def tangent(G, lam, mu, pressure, modulus, projected, D):
    """By singular values: see the module's docstring."""
    u, s, (x, y, z), v = singular(G)
    own, flip = 2.0 * mu + modulus, 2.0 * mu
    scaling = own, own, own, modulus, modulus, modulus
    twist = (
        _twist(mu, pressure, s[1], s[2], y, z),
        _twist(mu, pressure, s[0], s[2], x, z),
        _twist(mu, pressure, s[0], s[1], x, y),
    )
    spectral_tangent(u, v, scaling, (flip, flip, flip), twist, projected, D)
