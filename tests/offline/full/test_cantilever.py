"""A cantilever against beam theory: deflection and natural frequencies as the mesh is refined.

Bars of Poisson's ratio 0, so that the clamp holds back no lateral contraction and beam theory is as good as
it gets. Linear tetrahedra are too stiff in bending, with an error of second order in the element size: theory
is the limit, found by Richardson's extrapolation from meshes of sizes h and h/2.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import brentq

from meshes import block
from offline import Material, StVK, natural_modes
from offline.full.factorisation import Factor
from softrein.errors import SimulationError

STEEL = Material(young=2e11, poisson=0.0, density=7800.0)
LENGTH, SIDE = 1.0, 0.125  # m
REFINEMENTS = (2, 4, 8)  # cells across the bar's side
AREA, INERTIA = SIDE**2, SIDE**4 / 12  # m^2, m^4


@pytest.fixture(scope="module")
def bars() -> list[StVK]:
    meshes = [block((8 * k, k, k), (LENGTH, SIDE, SIDE)) for k in REFINEMENTS]
    return [StVK(mesh, STEEL, mesh.regions["left"]) for mesh in meshes]


def end_load(body: StVK, force: float) -> np.ndarray:
    """The force [N] along z, spread over the free end's vertices by their mass."""
    load = np.zeros(body.free.size)
    at_end = np.isin(body.free, 3 * body.mesh.regions["right"] + 2)
    load[at_end] = force * body.mass[at_end] / body.mass[at_end].sum()
    return load


def linear_deflection(body: StVK, load: np.ndarray) -> np.ndarray:
    matrix = body.lower_matrix()
    body.fill_system(np.zeros(body.free.size), matrix, 1.0, 0.0)
    factor = Factor(matrix)
    factor.refactor(matrix)
    return factor.solve(load)


def orders(errors: np.ndarray) -> np.ndarray:
    """Order of convergence between each mesh and the next, of half the element size."""
    return np.log2(errors[:-1] / errors[1:])


def extrapolated(values: np.ndarray) -> float:
    return float((4 * values[-1] - values[-2]) / 3)


def test_tip_deflection(bars):
    force = 1e3
    tips = np.array([end_load(body, 1.0) @ linear_deflection(body, end_load(body, force)) for body in bars])
    shear = STEEL.lame[1]
    # Timoshenko's beam; his shear coefficient for a rectangle is 5/6 where Poisson's ratio is 0.
    theory = force * (LENGTH**3 / (3 * STEEL.young * INERTIA) + LENGTH / (5 / 6 * shear * AREA))
    assert (np.diff(tips) > 0).all()  # elements of low order are too stiff
    assert tips[-1] < theory
    assert tips[-1] == pytest.approx(theory, rel=0.04)
    # The clamp keeps its section plane, which theory does not ask for: worth (SIDE / LENGTH)^2 or so.
    assert extrapolated(tips) == pytest.approx(theory, rel=0.01)
    coarse, fine = orders(theory - tips)
    assert coarse < fine
    assert fine == pytest.approx(2.0, abs=0.2)


def test_large_deflection_costs_more_than_small(bars):
    """Where the linear solution bends a bar by a third of its length, the material resists with more."""
    body = bars[0]
    load = end_load(body, 1e3)
    u = linear_deflection(body, load)
    np.testing.assert_allclose(body.force(1e-6 * u) / 1e-6, load, rtol=0, atol=1e-4 * np.abs(load).max())
    large = u * LENGTH / 3 / np.abs(u).max()
    linear_energy = 0.5 * large @ (body.stiffness(np.zeros_like(u)) @ large)
    assert body.energy(large) > 2 * linear_energy


def timoshenko_mismatch(frequency: float) -> float:
    """Zero at the natural frequencies [rad/s] of Timoshenko's cantilever.

    Deflection w, rotation t, moment M and shear force Q obey w' = t + Q / kGA, t' = M / EI,
    M' = -Q - rho I omega^2 t, Q' = -rho A omega^2 w; w = t = 0 at the clamp, M = Q = 0 at the free end.
    """
    rigidity, shear = STEEL.young * INERTIA, 5 / 6 * STEEL.lame[1] * AREA
    turning, moving = STEEL.density * INERTIA * frequency**2, STEEL.density * AREA * frequency**2
    change = [[0, 1, 0, 1 / shear], [0, 0, 1 / rigidity, 0], [0, -turning, 0, -1], [-moving, 0, 0, 0]]
    return float(np.linalg.det(expm(LENGTH * np.array(change))[2:, 2:]))


def test_natural_frequencies(bars):
    modes = [natural_modes(body, 6).frequencies for body in bars]
    # First and second bending in Euler's and Bernoulli's simpler theory; each twice, the section is square.
    euler = np.array([1.8751, 4.6941]) ** 2 * np.sqrt(STEEL.young * INERTIA / (STEEL.density * AREA))
    for pair, simple in zip(((0, 1), (2, 3)), euler, strict=True):
        theory = brentq(timoshenko_mismatch, 0.8 * simple, simple)
        found = np.array([frequencies[list(pair)] for frequencies in modes])
        np.testing.assert_allclose(found[:, 0], found[:, 1], rtol=1e-6)
        assert (np.diff(found[:, 0]) < 0).all()
        assert found[-1, 0] > theory
        assert extrapolated(found[:, 0]) == pytest.approx(theory, rel=3e-3)
        assert orders(found[:, 0] - theory)[-1] == pytest.approx(2.0, abs=0.2)
    stretching = np.pi / 2 / LENGTH * np.sqrt(STEEL.young / STEEL.density)
    errors = np.array([np.abs(frequencies / stretching - 1).min() for frequencies in modes])
    # No locking here: the lumped mass alone errs, by (pi / 2 n)^2 / 24 on n elements along the bar.
    np.testing.assert_allclose(errors, (np.pi / 2 / (8 * np.array(REFINEMENTS))) ** 2 / 24, rtol=0.5)


def test_modes_diagonalise_mass_and_stiffness(bars):
    body = bars[0]
    frequencies, shapes = natural_modes(body, 10)
    np.testing.assert_allclose(shapes.T @ (body.mass[:, None] * shapes), np.eye(10), atol=1e-10)
    stiffness = body.stiffness(np.zeros(body.free.size))
    np.testing.assert_allclose(
        shapes.T @ (stiffness @ shapes), np.diag(frequencies**2), rtol=0, atol=1e-9 * frequencies[-1] ** 2
    )
    assert (np.diff(frequencies) >= 0).all()


def test_modes_are_the_same_every_time_and_with_either_backend(bars):
    first, again = natural_modes(bars[0], 6), natural_modes(bars[0], 6)
    np.testing.assert_array_equal(first.shapes, again.shapes)
    other = natural_modes(bars[0], 6, backend="splu")
    np.testing.assert_allclose(other.frequencies, first.frequencies, rtol=1e-8)


def test_a_floating_body_has_six_motions_without_stiffness():
    mesh = block((4, 2, 2), (0.4, 0.2, 0.2))
    frequencies, _ = natural_modes(StVK(mesh, STEEL, []), 8)
    assert (frequencies[:6] < 1e-4 * frequencies[6]).all()
    assert frequencies[6] > 1e3


@pytest.mark.parametrize("count", [0, 81, 200])
def test_an_impossible_number_of_modes_is_refused(count):
    mesh = block((2, 2, 2), (0.2, 0.2, 0.2))
    with pytest.raises(SimulationError, match="ask for 1 to 80"):
        natural_modes(StVK(mesh, STEEL, []), count)
