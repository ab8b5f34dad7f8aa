"""Tools for compiled kernels: aligned memory, the choice of a kernel by type, and small linear algebra.

Kernels give the same bits whether they have just been compiled or come from numba's cache, and whatever the
order in which they were compiled: see `keep_copies`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import numba
import numpy as np
from numba import typeof, types
from numba.core import codegen
from numba.core.types import Function
from numba.core.typing.templates import infer_global, make_overload_template
from numba.extending import intrinsic, overload

FAST: Final = {"error_model": "numpy", "fastmath": {"reassoc", "contract", "nsz"}}

Array = np.ndarray
Kernel = Callable[..., Any]
Internal = Any  # types of numba and LLVM, which have no stubs

LINKED, OWN = "linkonce_odr", "internal"  # linkage of functions in LLVM


def keep_copies() -> None:
    """Make each module that numba compiles from now on call its own copies of other kernels.

    A second call does nothing. A kernel's module holds copies of all kernels that it calls, optimised
    together with it. Numba lets a function of the same name take the place of such a copy. Where kernels have
    just been compiled, that is the kernel as it was compiled by itself; where they come from the cache, there
    is no such function, and the copy runs. Both compute the same but for the order of sums, which FASTMATH
    leaves to the compiler: after 80 steps of the scene `beam` the last bits differed, and that changes the
    figures of a run that is nearly lost. So the copies become internal to a module once it is optimised;
    modules that link it later see them as numba has them, and merge them by name. Neither speed nor size
    changed by it.

    Limits: numba has no public way for this, and two of its private methods are replaced. Where a later numba
    does not have them kernels work as before, and `tests/runtime/body/test_same_bits.py` fails.
    """
    library: Internal = getattr(codegen, "CPUCodeLibrary", None)
    finish = getattr(library, "_finalize_final_module", None)
    share = getattr(library, "_get_module_for_linking", None)
    if finish is None or share is None or hasattr(finish, "__wrapped__"):
        return

    @wraps(finish)
    def finish_with_own(self: Internal) -> Internal:
        functions = [each for each in self._final_module.functions if not each.is_declaration]
        self._copies = [each.name for each in functions if each.linkage.name == LINKED]
        _link_as(self._final_module, self._copies, OWN)
        return finish(self)

    @wraps(share)
    def share_with_linked(self: Internal) -> Internal:
        if self._shared_module is None:
            shared = share(self)
            shared = shared.clone() if shared is self._final_module else shared
            _link_as(shared, self._copies, LINKED)
            self._shared_module = shared
        return self._shared_module

    library._finalize_final_module, library._get_module_for_linking = finish_with_own, share_with_linked


def _link_as(module: Internal, names: list[str], linkage: str) -> None:
    """Give the named functions of an LLVM module this linkage."""
    for name in names:
        module.get_function(name).linkage = linkage


keep_copies()  # before anything is compiled

FASTMATH = {"contract", "reassoc", "nsz", "arcp"}
# numba options of kernels that do not choose others
EXACT: Final = {"fastmath": False, "error_model": "numpy"}


def njit(*functions: Internal, **options: Internal) -> Internal:
    """Numba's decorator, with the same arithmetic for a kernel whichever function calls it.

    Numba takes arithmetic flags that a kernel does not set itself from the caller for which it happens to be
    compiled first: the laws of materials were exact where a full body came first, and fast where a reduced
    one did. The last bits then differ, which changes the figures of a run that is nearly lost. Calls by
    address have entries of their own (`runtime.base.addresses`), so that kernels need none as C functions.
    """
    return numba.njit(*functions, no_cfunc_wrapper=True, **EXACT | options)


BLOCK = 8  # doubles in the widest vector register
ALIGNMENT = 64  # bytes: a cache line, and the widest vector register


def padded(count: int) -> int:
    """`count` rounded up to whole blocks."""
    return -(-count // BLOCK) * BLOCK


def aligned(*shape: int) -> Array:
    """Zeros (float64) that start at a multiple of 64 bytes."""
    count = math.prod(shape)
    raw = np.zeros(count + ALIGNMENT // 8)
    first = (-raw.ctypes.data % ALIGNMENT) // 8
    return raw[first : first + count].reshape(shape)


def aligned_copy(array: Array) -> Array:
    """A copy that starts at a multiple of 64 bytes: int64 for whole numbers, float64 for others."""
    copy = aligned(*array.shape)
    if array.dtype.kind in "iu":
        copy = copy.view(np.int64)
    copy[...] = array
    return copy


def by_type(choose: Callable[[type], Kernel | None], otherwise: Kernel | None = None) -> Kernel:
    """A function that calls the kernel that `choose` returns for the class of its first argument.

    That argument is a NamedTuple of a class of its own. Compiled code makes the choice when it is compiled,
    at no cost while it runs; plain Python makes it at each call, and calls `otherwise` where there is none.

    A compiled caller calls the kernel itself. An `overload` would have to return a function that calls it,
    and numba would compile that one, too, with all that the kernel calls: seconds for each kind of step.
    """

    def call(*arguments: Any) -> Any:
        kernel = choose(type(arguments[0])) or otherwise
        if kernel is None:
            raise TypeError(f"there is no kernel for {type(arguments[0]).__name__}")
        return kernel(*arguments)

    def unused(*arguments: Any) -> None: ...

    class Chosen(make_overload_template(call, unused, {}, strict=False, inline="never")):  # type: ignore[misc]
        """The template by which numba types a call as a call of the chosen kernel."""

        def _get_impl(self, types: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Kernel | None, Any]:
            return choose(getattr(types[0], "instance_class", type(None))), types

    infer_global(call, Function(Chosen))
    return call


def bound(kernel: Any, *arguments: Any) -> Kernel:
    """The kernel compiled for arguments of just these types, which all calls must have.

    A call from Python does not look at types, which takes a kernel 0.3 us for each NamedTuple. A function
    that is no numba kernel is returned as it is.
    """
    if not hasattr(kernel, "get_overload"):
        return kernel
    types = tuple(typeof(each) for each in arguments)
    kernel.compile(types)
    return kernel.get_overload(types)


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def invert(lower: Array, upper: Array, inverse: Array) -> None:
    """Write A^-1 (r, r) into `inverse` (r or more, width), from A = L U of an elimination without pivoting.

    `upper` holds U, `lower` L with each column times its pivot: of a symmetric A that is U's transpose. Rows
    of A^-1 are padded with zeros to the width. Zeros of L^-1 are left out in blocks of eight.
    """
    r, width = upper.shape[0], inverse.shape[1]
    for i in range(r):
        row = inverse[i]
        for j in range(width):
            row[j] = 0.0
        row[i] = 1.0
        for k in range(0, i - 3, 4):
            m0, m1 = lower[i, k] / upper[k, k], lower[i, k + 1] / upper[k + 1, k + 1]
            m2, m3 = lower[i, k + 2] / upper[k + 2, k + 2], lower[i, k + 3] / upper[k + 3, k + 3]
            r0, r1, r2, r3 = inverse[k], inverse[k + 1], inverse[k + 2], inverse[k + 3]
            for j in range(min(width, (k + 11) & -8)):
                row[j] -= m0 * r0[j] + m1 * r1[j] + m2 * r2[j] + m3 * r3[j]
        for k in range(i & -4, i):
            m0, r0 = lower[i, k] / upper[k, k], inverse[k]
            for j in range(min(width, (k + 8) & -8)):
                row[j] -= m0 * r0[j]
    for i in range(r - 1, -1, -1):
        row, fours = inverse[i], i + 1 + ((r - 1 - i) & -4)
        for k in range(i + 1, fours, 4):
            m0, m1, m2, m3 = upper[i, k], upper[i, k + 1], upper[i, k + 2], upper[i, k + 3]
            r0, r1, r2, r3 = inverse[k], inverse[k + 1], inverse[k + 2], inverse[k + 3]
            for j in range(width):
                row[j] -= m0 * r0[j] + m1 * r1[j] + m2 * r2[j] + m3 * r3[j]
        for k in range(fours, r):
            m0, r0 = upper[i, k], inverse[k]
            for j in range(width):
                row[j] -= m0 * r0[j]
        scale = 1.0 / upper[i, i]
        for j in range(width):
            row[j] *= scale


def plain(value: Any) -> Any:
    """The same value, but typed as no literal: numba would compile a kernel once more for each literal."""
    return value


@overload(plain)
def _plain(value: Internal) -> Internal:
    def plain(value: Internal) -> Internal:
        return _unliteral(value)

    return plain


@intrinsic
def _unliteral(typingctx: Internal, value: Internal) -> Internal:
    kind = types.unliteral(value)

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        return context.cast(builder, values[0], value, kind)

    return kind(value), generate


@njit(cache=True)
def copy_to(source: Array, target: Array) -> None:
    """Copy `source` (n,) into `target`. An assignment of slices compiles to ten times as much code."""
    for i in range(target.size):
        target[i] = source[i]


@njit(cache=True)
def copy_rows(source: Array, target: Array) -> None:
    """Copy `source` (m, n) into `target`; see `copy_to`."""
    for i in range(target.shape[0]):
        for j in range(target.shape[1]):
            target[i, j] = source[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def add_matrix(share: float, matrix: Array, value: Array) -> None:
    """Add `share` times `matrix` to `value`."""
    for i in range(value.shape[0]):
        for j in range(value.shape[1]):
            value[i, j] += share * matrix[i, j]


@njit(cache=True, fastmath=FASTMATH, error_model="numpy")
def all_finite(a: Array) -> bool:
    """Whether the sum of the magnitudes in a C-ordered array is finite, and so all its numbers are."""
    total, flat = 0.0, a.reshape(-1)
    for i in range(flat.size):  # one long loop: a sum for each row takes five times as long
        total += abs(flat[i])
    return bool(np.isfinite(total))


@njit(cache=True, error_model="numpy", fastmath=FASTMATH)
def quadratic(matrix: Array, vector: Array) -> float:
    """`x^T M x` of a vector (n,)."""
    total = 0.0
    for i in range(vector.size):
        row = 0.0
        for j in range(vector.size):
            row += matrix[i, j] * vector[j]
        total += vector[i] * row
    return total


@njit(cache=True)
def mirror(a: Array) -> None:
    """Copy the upper triangle of `a` (r, r) below the diagonal."""
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] = a[j, i]
