"""Compiled code behind addresses, so that who calls it is compiled once, whatever it is.

A kernel takes a NamedTuple of arrays of a class of its own, and whoever calls it with that is compiled anew
for each class, together with all that the kernel calls. Here the arrays lie in memory as compiled code lays
them out (`laid_out`), a C function reads them there and calls the kernel (`entered`), and callers know two
addresses (`call`): they are of one type, and compile in a sixth of the time.

Limits: what lies in memory owns nothing, so that the NamedTuple must live on; the words keep it. Callers
hand on C-ordered arrays of float64, whole numbers and truths; nothing checks their shapes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import cfunc, njit, typeof, types
from numba.core import cgutils
from numba.core.cgutils import ir  # llvmlite's, which numba builds on
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from runtime.base.kernels import ALIGNMENT, FASTMATH, Array

Internal = Any  # of numba and LLVM

NUMBERS = types.CPointer(types.float64)
WHOLE = types.int64


def entered(function: Callable[..., int], data: tuple[Any, ...], *arguments: Internal) -> int:
    """The address of a C function: `function` for data of such a class, and arguments of these types.

    It stays for as long as the process does, and is kept in numba's cache on disk.
    """
    return _entered(function, typeof(data), arguments)


@cache
def _entered(function: Callable[..., int], kind: Internal, arguments: tuple[Internal, ...]) -> int:
    made = cfunc(WHOLE(types.CPointer(kind), *arguments), cache=True, fastmath=FASTMATH, error_model="numpy")(
        function
    )
    _KEPT.append(made)
    return int(made.address)


_KEPT: list[Any] = []  # C functions, whose code goes with them


class _Memory(ctypes.Structure):
    """Whose instances can hold what their bytes point to."""

    data: tuple[Any, ...]


def laid_out(data: tuple[Any, ...]) -> Array:
    """A NamedTuple of arrays as compiled code has it (words,): int64, which keep the arrays alive."""
    context = cpu_target.target_context
    size = context.get_abi_sizeof(context.get_value_type(typeof(data)))
    words = -(-size // 8) + ALIGNMENT // 8

    class Memory(_Memory):
        _fields_ = (("words", ctypes.c_int64 * words),)

    memory = Memory()
    memory.data = data
    raw: Array = np.frombuffer(memory, np.int64)  # type: ignore[call-overload]  # it is a buffer
    block = raw[(-raw.ctypes.data % ALIGNMENT) // 8 :]
    _lay_out(data, block)
    return block


def laid(block: Array) -> tuple[Any, ...]:
    """What `laid_out` has laid there."""
    owner: Any = block
    while not isinstance(owner, _Memory):
        owner = owner.obj if isinstance(owner, memoryview) else owner.base
    return owner.data


@intrinsic
def _put(typingctx: Internal, data: Internal, block: Internal) -> Internal:
    """Store `data` in the memory of an array, without a share in who owns its arrays."""

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        kind, place = signature.args
        start = context.make_array(place)(context, builder, value=values[1]).data
        value = _unowned(context, builder, kind, values[0])
        builder.store(value, builder.bitcast(start, value.type.as_pointer()))
        return context.get_dummy_value()

    return types.void(data, block), generate


def _unowned(context: Internal, builder: Internal, kind: Internal, value: Internal) -> Internal:
    """A value whose arrays nobody counts the users of."""
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value=value)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        array.parent = cgutils.get_null_value(array.parent.type)
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        for index, each in enumerate(kind.types):
            own = _unowned(context, builder, each, builder.extract_value(value, index))
            value = builder.insert_value(value, own, index)
    return value


@njit(cache=True)
def _lay_out(data: Any, block: Array) -> None:
    _put(data, block)


@intrinsic
def enter(typingctx: Internal, kernel: Internal, data: Internal, arguments: Internal) -> Internal:
    """Call a kernel with what lies at the pointer `data`, and a tuple of arguments: in a C function."""
    found = typingctx.resolve_function_type(kernel, (data.dtype, *arguments.types), {})

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        value_type = context.get_value_type(data.dtype)
        value = builder.load(builder.bitcast(values[1], value_type.as_pointer()))
        called = context.get_function(kernel, found)
        return called(builder, [value, *cgutils.unpack_tuple(builder, values[2])])

    return found.return_type(kernel, data, arguments), generate


@intrinsic
def call(typingctx: Internal, address: Internal, block: Internal, arguments: Internal) -> Internal:
    """Call the C function at an address with the memory of `block`, and a tuple of arguments."""

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        whole = ir.IntType(64)
        given = [context.make_array(block)(context, builder, value=values[1]).data]
        for kind, value in zip(arguments.types, cgutils.unpack_tuple(builder, values[2]), strict=True):
            if isinstance(kind, types.Array):
                given.append(context.make_array(kind)(context, builder, value=value).data)
            elif isinstance(kind, types.Boolean):
                given.append(builder.zext(value, whole))
            else:
                given.append(context.cast(builder, value, kind, WHOLE))
        form = ir.FunctionType(whole, [each.type for each in given])
        return builder.call(builder.inttoptr(values[0], form.as_pointer()), given)

    for each in arguments.types:
        if isinstance(each, types.Array) and (each.dtype != types.float64 or each.layout != "C"):
            return None
    return WHOLE(address, block, arguments), generate
