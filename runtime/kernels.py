"""What compiled kernels share: memory as they like it, and the choice among them by type."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import typeof
from numba.extending import overload

Array = np.ndarray
Kernel = Callable[..., Any]

FASTMATH = {"contract", "reassoc", "nsz", "arcp"}
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
    """A copy that starts at a multiple of 64 bytes: of whole numbers int64, of others float64."""
    copy = aligned(*array.shape)
    if array.dtype.kind in "iu":
        copy = copy.view(np.int64)
    copy[...] = array
    return copy


def by_type(choose: Callable[[type], Kernel | None], otherwise: Kernel | None = None) -> Kernel:
    """A function that hands its arguments to the kernel that `choose` has for the class of the first one.

    That is a NamedTuple of a class of its own. Compiled code makes the choice when it is compiled, so that
    nothing is asked while it runs; plain Python makes it at each call, and calls `otherwise` where there is
    none. The kernel's call stands in the caller itself (`inline`): one more between compiled functions would
    count references to all arrays, 0.2 us of the seven that a step takes.
    """

    def call(*arguments: Any) -> Any:
        kernel = choose(type(arguments[0])) or otherwise
        if kernel is None:
            raise TypeError(f"there is no kernel for {type(arguments[0]).__name__}")
        return kernel(*arguments)

    @overload(call, strict=False, inline="always")
    def compile_call(*arguments: Any) -> Any:
        kernel = choose(getattr(arguments[0], "instance_class", type(None)))
        if kernel is None:
            return None
        names = ", ".join(f"argument_{i}" for i in range(len(arguments)))  # numba inlines no `*arguments`
        return eval(f"lambda {names}: kernel({names})", {"kernel": kernel})

    return call


def bound(kernel: Any, *arguments: Any) -> Kernel:
    """The kernel as it is for arguments of just these types, which then must always come.

    Called from Python it does not look at types, which takes a kernel 0.3 us for each NamedTuple. What is not
    compiled is returned as it is.
    """
    if not hasattr(kernel, "get_overload"):
        return kernel
    types = tuple(typeof(each) for each in arguments)
    kernel.compile(types)
    return kernel.get_overload(types)
