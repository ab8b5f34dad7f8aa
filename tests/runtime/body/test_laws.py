"""Hyperelastic laws alone: against formulas written down independently, derivatives, symmetries, limits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import polar
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation

from runtime.body.laws.corotated import FLAT
from runtime.body.laws.law import (
    LAWS,
    element_energy,
    element_stress,
    element_tangent,
    element_tangent_change,
    law_number,
    shape_tangent,
)
from runtime.body.laws.names import NAMES

Array = np.ndarray

LAM, MU = 3.0, 1.7  # Pa
ONE = np.eye(3)
IRREGULAR = [  # F: squeezed flat, to a line, to a point, inverted, with singular values that coincide
    np.diag(each)
    for each in ([1, 1, 0], [1, 0, 0], [0, 0, 0], [1, 1, -0.5], [2, 1, -1], [-1, -1, -1], [3, 3, 1])
]


def energy(law: str, F: Array) -> float:
    return float(element_energy(law_number(law), F - ONE, LAM, MU))


def stress(law: str, F: Array, lam: float = LAM, mu: float = MU) -> Array:
    P = np.empty((3, 3))
    element_stress(law_number(law), F - ONE, lam, mu, P)
    return P


def tangent(law: str, F: Array, projected: bool = False) -> Array:
    D = np.empty((9, 9))
    element_tangent(law_number(law), F - ONE, LAM, MU, projected, D)
    return D


def tangent_change(law: str, F: Array, change: Array, projected: bool = False) -> Array:
    D = np.empty((9, 9))
    element_tangent_change(law_number(law), F - ONE, change, LAM, MU, projected, np.empty((2, 9, 9)), D)
    return D


def gradients(count: int = 12, size: float = 0.4, seed: int = 0) -> Array:
    """Random F (count, 3, 3), none inverted or nearly flat."""
    rng = np.random.default_rng(seed)
    found = ONE + size * rng.standard_normal((20 * count, 3, 3))
    return found[np.linalg.det(found) > 0.2][:count]


def rotations(count: int = 3) -> Array:
    return Rotation.random(count, rng=1).as_matrix()


def difference(function, F: Array, step: float = 1e-5) -> Array:
    """Derivatives of a function of F by its nine entries, in front."""
    moves = step * np.eye(9).reshape(9, 3, 3)
    return np.array([(function(F + move) - function(F - move)) / (2 * step) for move in moves])


def by_hand(law: str, F: Array) -> float:
    """W of a law, from the literature's formula."""
    if law == "stvk":
        E = (F.T @ F - ONE) / 2
        return MU * np.sum(E * E) + LAM / 2 * np.trace(E) ** 2
    if law == "corotated":
        R, _ = polar(F)
        return MU * np.sum((F - R) ** 2) + LAM / 2 * np.trace(R.T @ F - ONE) ** 2
    m, k = 4 / 3 * MU, LAM + 5 / 6 * MU
    alpha = 1 + 3 * m / (4 * k)

    def smith(G: Array) -> float:
        square, volume = np.sum(G * G), np.linalg.det(G)
        return m / 2 * (square - 3) - m / 2 * np.log(square + 1) + k / 2 * (volume - alpha) ** 2

    return smith(F) - smith(ONE)


@pytest.mark.parametrize("law", NAMES)
def test_the_energy_is_the_literatures(law: str) -> None:
    for F in gradients():
        assert energy(law, F) == pytest.approx(by_hand(law, F), rel=1e-11)
    assert energy(law, ONE) == 0


@pytest.mark.parametrize("law", NAMES)
def test_stress_tangent_and_its_change_are_derivatives(law: str) -> None:
    for F in gradients():
        found = stress(law, F)
        np.testing.assert_allclose(
            found.ravel(), difference(lambda G: energy(law, G), F), atol=1e-8 * np.abs(found).max()
        )
        slope = difference(lambda G: stress(law, G), F).reshape(9, 9)
        np.testing.assert_allclose(tangent(law, F), slope, atol=1e-7 * np.abs(slope).max())
        along = np.random.default_rng(3).standard_normal((3, 3))
        step = 1e-4
        curve = (tangent(law, F + step * along) - tangent(law, F - step * along)) / (2 * step)
        np.testing.assert_allclose(tangent_change(law, F, along), curve, atol=1e-6 * np.abs(curve).max())
    assert not tangent_change(law, F, np.zeros((3, 3))).any()


@pytest.mark.parametrize("law", ["stvk", "neo-hookean"])
def test_derivatives_hold_in_inverted_and_flat_elements(law: str) -> None:
    for F in IRREGULAR:
        np.testing.assert_allclose(
            stress(law, F).ravel(), difference(lambda G: energy(law, G), F), atol=1e-8 * (1 + abs(F).max())
        )
        np.testing.assert_allclose(
            tangent(law, F), difference(lambda G: stress(law, G), F).reshape(9, 9), atol=1e-6
        )


@pytest.mark.parametrize("law", NAMES)
def test_laws_are_objective_and_isotropic(law: str) -> None:
    for Q in rotations():
        np.testing.assert_allclose(stress(law, Q), 0, atol=1e-13)
        for F in gradients(4):
            assert energy(law, Q @ F) == pytest.approx(energy(law, F), rel=1e-12)
            assert energy(law, F @ Q) == pytest.approx(energy(law, F), rel=1e-12)
            np.testing.assert_allclose(stress(law, Q @ F), Q @ stress(law, F), atol=1e-12)
            np.testing.assert_allclose(stress(law, F @ Q), stress(law, F) @ Q, atol=1e-12)


@pytest.mark.parametrize("law", NAMES)
def test_at_rest_a_law_is_hookes(law: str) -> None:
    identity = np.einsum("ik,jl->ijkl", ONE, ONE)
    swapped = np.einsum("il,jk->ijkl", ONE, ONE)
    hooke = MU * (identity + swapped) + LAM * np.einsum("ij,kl->ijkl", ONE, ONE)
    np.testing.assert_allclose(tangent(law, ONE), hooke.reshape(9, 9), atol=1e-13)
    alone = np.empty((9, 9))  # what elements of a patch keep to themselves
    shape_tangent(law_number(law), np.zeros((3, 3)), LAM, MU, 0.0, 0.0, False, alone)
    np.testing.assert_allclose(alone, MU * (identity + swapped).reshape(9, 9), atol=1e-13)


@pytest.mark.parametrize("law", NAMES)
@pytest.mark.parametrize("strain", [1e-6, 1e-9, 1e-12])
def test_small_strain_keeps_its_digits(law: str, strain: float) -> None:
    rng = np.random.default_rng(5)
    G = strain * rng.standard_normal((3, 3))
    P = np.empty((3, 3))
    element_stress(law_number(law), G, LAM, MU, P)
    linear = MU * (G + G.T) + LAM * np.trace(G) * ONE
    np.testing.assert_allclose(P, linear, rtol=0, atol=(1e-13 + 30 * strain) * np.abs(linear).max())


@pytest.mark.parametrize("law", ["neo-hookean", "corotated"])
def test_laws_agree_with_stvk_to_second_order(law: str) -> None:
    G = np.random.default_rng(2).standard_normal((3, 3))
    sizes = np.array([1e-2, 5e-3, 2.5e-3])
    apart = [np.abs(stress(law, ONE + size * G) - stress("stvk", ONE + size * G)).max() for size in sizes]
    np.testing.assert_allclose(np.log2(np.divide(apart[:-1], apart[1:])), 2, atol=0.05)


def principal(law: str, s: Array) -> Array:
    """Principal stresses P_i of the literature's formula at principal stretches (3,)."""
    if law == "stvk":
        strain = (s**2 - 1) / 2
        return s * (2 * MU * strain + LAM * strain.sum())
    if law == "corotated":
        return 2 * MU * (s - 1) + LAM * (s.sum() - 3)
    m, k = 4 / 3 * MU, LAM + 5 / 6 * MU
    volume = s.prod()
    return m * s * (1 - 1 / (s @ s + 1)) + k * (volume - 1 - 3 * m / (4 * k)) * volume / s


@pytest.mark.parametrize(
    ("law", "stretch"),
    [(law, stretch) for law in NAMES for stretch in (0.7, 1.2, 1.6) if law != "stvk" or stretch < 1.5],
)
@pytest.mark.parametrize("pulled", [1, 2], ids=["uniaxial", "equibiaxial"])
def test_stretches_with_free_sides(law: str, pulled: int, stretch: float) -> None:
    def all_stretches(side: float) -> Array:
        return np.array([stretch] * pulled + [side] * (3 - pulled))

    turn = rotations(1)[0]
    side = brentq(lambda s: principal(law, all_stretches(s))[2], 0.3, 1.6, xtol=1e-14)
    F = turn @ np.diag(all_stretches(side))
    expected = turn @ np.diag(principal(law, all_stretches(side)))
    np.testing.assert_allclose(stress(law, F), expected, atol=1e-11)


def test_neo_hookean_resists_compression_that_breaks_stvk() -> None:
    """Squeezed along one axis, sides held: StVK's force falls, neo-Hookean's rises until it is flat."""
    stretches = np.linspace(1.0, 0.05, 40)
    forces = {law: [-stress(law, np.diag([s, 1, 1]))[0, 0] for s in stretches] for law in NAMES}
    assert (np.diff(forces["neo-hookean"]) > 0).all()
    assert (np.diff(forces["corotated"]) > 0).all()
    assert (np.diff(forces["stvk"]) < 0).any()


@pytest.mark.parametrize("law", NAMES)
def test_projected_tangents_are_the_nearest_semidefinite_ones(law: str) -> None:
    for F in [*gradients(8, 0.8), *IRREGULAR, *(ONE + np.random.default_rng(4).standard_normal((30, 3, 3)))]:
        exact, projected = tangent(law, F), tangent(law, F, projected=True)
        values, vectors = np.linalg.eigh(exact)
        size = np.abs(values).max()
        expected = (vectors * np.maximum(values, 0)) @ vectors.T
        np.testing.assert_allclose(projected, expected, atol=1e-9 * max(size, 1))
        assert np.linalg.eigvalsh(projected)[0] > -1e-12 * max(size, 1)
    for turn in rotations():  # under tension nothing is to be projected
        F = turn @ np.diag([1.04, 1.05, 1.06])
        np.testing.assert_allclose(tangent(law, F, projected=True), tangent(law, F), atol=1e-12)


def test_corotated_frames_are_the_same_on_both_ways_to_them() -> None:
    """Nearly flat elements go by singular values, others by Newton's iteration: at the border both agree."""
    for turn, other in zip(rotations(), rotations()[::-1], strict=True):
        for long in (1.0, 3.0, 8.0):
            ends = [
                turn @ np.diag([long, 1.2, share * FLAT / (1.2 * long)]) @ other
                for share in (1 - 1e-9, 1 + 1e-9)
            ]
            for answer in (stress, tangent):
                below, above = (answer("corotated", F) for F in ends)
                np.testing.assert_allclose(above, below, atol=1e-8 * np.abs(below).max())
            R, _ = polar(ends[1])
            volume = np.trace(R.T @ ends[1]) - 3
            expected = 2 * MU * (ends[1] - R) + LAM * volume * R
            np.testing.assert_allclose(stress("corotated", ends[1]), expected, atol=1e-10)


def test_the_change_of_a_projected_tangent_is_its_derivative() -> None:
    F = np.diag([0.4, 1.1, 0.9]) @ rotations(1)[0]
    along = np.random.default_rng(6).standard_normal((3, 3))
    assert np.linalg.eigvalsh(tangent("neo-hookean", F))[0] < -0.1
    for law in ("neo-hookean", "stvk"):
        step = 1e-4
        ends = [tangent(law, F + sign * step * along, projected=True) for sign in (1, -1)]
        curve = (ends[0] - ends[1]) / (2 * step)
        found = tangent_change(law, F, along, projected=True)
        np.testing.assert_allclose(found, curve, atol=1e-6 * np.abs(curve).max())


def test_numbers_are_places_in_the_table() -> None:
    assert tuple(LAWS) == NAMES
    assert [law_number(name) for name in NAMES] == [0, 1, 2]
    with pytest.raises(KeyError):
        law_number("jelly")


HOOKE = '''
"""Hooke's law without its frame: W = mu e:e + lambda/2 theta^2 of the small strain e, theta = tr e."""
import numpy as np


def volume(G):
    return np.trace(G)


def volume_gradient(G, scale, out):
    out[:] = scale * np.eye(3)


def volumetric(theta, lam, mu):
    return lam / 2 * theta**2, lam * theta, lam


def energy(G, lam, mu):
    return mu * np.sum(((G + G.T) / 2) ** 2)


def stress(G, lam, mu, pressure, P):
    P[:] = mu * (G + G.T) + pressure * np.eye(3)


def tangent(G, lam, mu, pressure, modulus, projected, D):
    one = np.eye(3)
    for i, j, k, l in np.ndindex(3, 3, 3, 3):
        D[3 * i + j, 3 * k + l] = mu * (one[i, k] * one[j, l] + one[i, l] * one[j, k])
        D[3 * i + j, 3 * k + l] += modulus * one[i, j] * one[k, l]
'''
BODY = """
import runtime.body.laws.names as names
names.NAMES += ("hooke",)
import numpy as np
from meshes import block
from offline import ElasticBody, Material, natural_modes
from offline.scenes.reading import read_scene
mesh = block((1, 1, 1), (0.1, 0.1, 0.1))
assert read_scene("beam", ["materials.body.law=hooke"]).materials["body"].law == "hooke"
for poisson in (0.3, 0.49):
    body = ElasticBody(mesh, Material(1e5, poisson, 1000.0, "hooke"), mesh.regions["left"])
    assert (body.patches.elements.size > 0) == (poisson > 0.45)
    u = np.random.default_rng(0).standard_normal(body.free.size)
    force, stiffness = body.force_and_stiffness(u)
    np.testing.assert_allclose(stiffness @ u, force, rtol=1e-12)
    assert abs(body.energy(u) - u @ force / 2) < 1e-9 * body.energy(u)
    other = ElasticBody(mesh, Material(1e5, poisson, 1000.0), mesh.regions["left"])
    np.testing.assert_allclose(natural_modes(body, 3).frequencies, natural_modes(other, 3).frequencies)
"""


def test_a_law_arrives_as_one_file_and_a_name(tmp_path: Path) -> None:
    """Not compiled, so that it takes no minute: what is chosen by number is chosen alike."""
    (tmp_path / "hooke.py").write_text(HOOKE, "utf-8")
    adding = f"import runtime.body.laws\nruntime.body.laws.__path__.append({str(tmp_path)!r})\n"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", adding + BODY], check=True, env=environment)
