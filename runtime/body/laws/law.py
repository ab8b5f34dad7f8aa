"""Hyperelastic laws by name and number, and the kernels that each law has.

A law is a strain energy per rest volume in two parts [J/m^3], as a function of the displacement gradient
G (3, 3), F = 1 + G (G, since F^T F - 1 and the like lose half the digits at small motion):

    W(G) = W_shape(G) + psi(theta(G))

theta is the law's measure of volume, zero at rest: J - 1, tr E or tr(R^T F) - 3. Nearly incompressible
elements share the mean of theta over a patch: psi is then a function of that mean, and nothing else changes.
So a law's kernels take psi's derivatives as arguments, p = psi'(theta) "pressure" and psi''(theta) "modulus":

    volume(G)                          theta
    volume_gradient(G, scale, out)     out (3, 3) = scale dtheta/dF
    volumetric(theta, lam, mu)         psi, psi', psi''
    energy(G, lam, mu)                 W_shape
    stress(G, lam, mu, p, P)           P (3, 3) = dW_shape/dF + p dtheta/dF
    tangent(G, lam, mu, p, modulus, projected, D)
        D (9, 9) = d2W_shape/dF2 + p d2theta/dF2 + modulus dtheta/dF dtheta/dF^T, over F's entries row by row;
        projected: the nearest positive semidefinite matrix to that

        W_shape alone is positive definite at rest (mu E:E there), as the elements of a patch need it.

        lam, mu are Lamé's constants [Pa] of the material at rest, whatever the law makes of them. All kernels
        are compiled, and allocate nothing. `LAWS` has the laws by name: a law's place in it is its number in
        compiled code (`shape_energy`, `volume` and so on here take that number first); files have its name. A
        new law is one file and one entry in `runtime.body.laws.names.NAMES`.

        For an element that shares its volume with no others there are `element_energy`, `element_stress`,
        `element_tangent`, and `element_tangent_change`, the derivative of the tangent along a change of F.

Limits: the change of the tangent is a central difference, to about 1e-9 of the tangent's size (STEP); exact
but for rounding where the tangent is a quadratic polynomial, as St. Venant-Kirchhoff's. Where a projected
tangent has a kink (an eigenvalue passes zero) it is the mean of both sides.
"""

# mypy: disable-error-code="no-untyped-def"
# Kernels carry no annotations: numba infers its own types.

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from numba.extending import overload

from runtime.base.kernels import Kernel, njit
from runtime.body.laws.names import NAMES

# strain step of the difference quotient of tangents: truncation error 1e-10, rounding 1e-11 of the tangent
STEP = 1e-5


class Law(NamedTuple):
    """The kernels of a law; the module's docstring describes them."""

    volume: Kernel
    volume_gradient: Kernel
    volumetric: Kernel
    energy: Kernel
    stress: Kernel
    tangent: Kernel


def _law(name: str) -> Law:
    module = import_module(f"runtime.body.laws.{name.replace('-', '_')}")
    return Law(*(getattr(module, kernel) for kernel in Law._fields))


LAWS: dict[str, Law] = {name: _law(name) for name in NAMES}


def law_number(name: str) -> int:
    """The place of a law in `LAWS`. Raises KeyError."""
    return {known: number for number, known in enumerate(LAWS)}[name]


def _by_number(name: str) -> Kernel:
    """A function that takes a law's number and a kernel's arguments, and calls that law's kernel."""

    def call(number: int, *arguments: Any) -> Any:
        return getattr(list(LAWS.values())[number], name)(*arguments)

    @overload(call, strict=False)
    def compile_call(number: Any, *arguments: Any) -> Any:
        kernels = {f"kernel_{place}": getattr(law, name) for place, law in enumerate(LAWS.values())}
        names = ", ".join(f"argument_{i}" for i in range(len(arguments)))
        *others, last = (f"{kernel}({names})" for kernel in kernels)
        chosen = "".join(f"{each} if number == {place} else " for place, each in enumerate(others))
        return eval(f"lambda number, {names}: {chosen}{last}", dict(kernels))

    return call


volume = _by_number("volume")
volume_gradient = _by_number("volume_gradient")
volumetric = _by_number("volumetric")
shape_energy = _by_number("energy")
shape_stress = _by_number("stress")
shape_tangent = _by_number("tangent")


@njit(cache=True)
def element_energy(number, G, lam, mu):
    """W [J/m^3] of an element that shares its volume with no others."""
    psi, _, _ = volumetric(number, volume(number, G), lam, mu)
    return shape_energy(number, G, lam, mu) + psi


@njit(cache=True)
def element_stress(number, G, lam, mu, P):
    """Write P (3, 3) = dW/dF [Pa]."""
    _, pressure, _ = volumetric(number, volume(number, G), lam, mu)
    shape_stress(number, G, lam, mu, pressure, P)


@njit(cache=True)
def element_tangent(number, G, lam, mu, projected, D):
    """Write D (9, 9) = d2W/dF2 [Pa] or, if `projected`, the nearest positive semidefinite matrix to it."""
    _, pressure, modulus = volumetric(number, volume(number, G), lam, mu)
    shape_tangent(number, G, lam, mu, pressure, modulus, projected, D)


@njit(cache=True)
def _move(G, step, change, there):
    for i in range(3):
        for j in range(3):
            there[i, j] = G[i, j] + step * change[i, j]


@njit(cache=True)
def element_tangent_change(number, G, change, lam, mu, projected, work, D):
    """Write D (9, 9) = d(d2W/dF2)/dt for F + t change; `work` is (2, 9, 9)."""
    size = 0.0
    for i in range(3):
        for j in range(3):
            size = max(size, abs(change[i, j]))
    if size == 0.0:
        D[:] = 0.0
        return
    step = STEP / size
    there = work[1, :3, :3]
    _move(G, step, change, there)
    element_tangent(number, there, lam, mu, projected, D)
    _move(G, -step, change, there)
    element_tangent(number, there, lam, mu, projected, work[0])
    for row in range(9):
        for column in range(9):
            D[row, column] = (D[row, column] - work[0, row, column]) / (2.0 * step)
