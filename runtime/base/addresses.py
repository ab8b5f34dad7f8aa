"""Compiled code behind addresses, so that who calls it is compiled once, whatever it is.

A kernel takes a NamedTuple of arrays of a class of its own, and whoever calls it with that is compiled anew
for each class, together with all that the kernel calls. Here the arrays lie in memory as compiled code lays
them out (`laid_out`), a C function reads them there and calls the kernel (`entered`), and callers know two
addresses (`call`), which are of one type. The other arguments go as they are, in a tuple on the stack.

Limits: what lies in memory owns nothing, so that the NamedTuple must live on; the words keep it. Arrays that
are handed on are C-ordered, also those in NamedTuples; nothing checks their shapes, or how many arguments
there are.
"""

from __future__ import annotations

import ctypes
from functools import cache
from types import FunctionType

import numpy as np
from numba import cfunc, njit, typeof, types
from numba.core import cgutils
from numba.core.cgutils import ir  # llvmlite's, which numba builds on
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from runtime.base.kernels import ALIGNMENT, FASTMATH, Array, Internal, Kernel

Arrays = tuple[object, ...]  # a NamedTuple of arrays

STATUS = types.int64  # what all such functions return


def entered(kernel: Kernel, data: Arrays, *arguments: Internal) -> int:
    """The address of a C function: a compiled kernel for data of such a class, and arguments of these types.

    It stays for as long as the process does, and is kept in numba's cache on disk, as far as that `is_kept`.
    """
    return int(_c_function(kernel, typeof(data), types.Tuple(arguments), is_kept(data)).address)


def is_kept(data: Arrays) -> bool:
    """Whether what is compiled for the class of such data is kept on disk.

    Of somebody's own class it is not: another process, which need not have it, could not read the cache.
    """
    return type(data).__module__.partition(".")[0] in (__name__.partition(".")[0], tuple.__module__)


@cache
def _c_function(kernel: Internal, kind: Internal, arguments: Internal, kept: bool) -> Internal:
    signature = STATUS(types.CPointer(kind), types.CPointer(arguments))
    return cfunc(signature, cache=kept, fastmath=FASTMATH, error_model="numpy")(_entry_of(kernel))


def _entry_of(kernel: Internal) -> FunctionType:
    """What becomes the C function of a kernel: an `_enter` of its own; no closure is found on disk again."""
    name = f"{kernel.__module__}.{kernel.__name__}"
    entry = FunctionType(_enter.__code__, {"enter": enter, "_kernel": kernel, "__name__": __name__}, name)
    entry.__qualname__ = name
    return entry


_kernel: Internal = None  # each entry has another


def _enter(data: Internal, arguments: Internal) -> int:
    return enter(_kernel, data, arguments)


def laid_out(data: Arrays) -> Array:
    """A NamedTuple of arrays as compiled code has it (words,): int64, which keep the arrays alive."""
    context = cpu_target.target_context
    size = context.get_abi_sizeof(context.get_value_type(typeof(data)))
    memory = (ctypes.c_int64 * (-(-size // 8) + ALIGNMENT // 8))()
    setattr(memory, HOLDS, data)
    words = np.frombuffer(memory, np.int64)
    block = words[(-words.ctypes.data % ALIGNMENT) // 8 :]
    (_lay_out if is_kept(data) else _lay_out_own)(data, block)
    return block


def laid(block: Array) -> Arrays:
    """What `laid_out` has laid there."""
    owner: Internal = block
    while not hasattr(owner, HOLDS):
        owner = owner.obj if isinstance(owner, memoryview) else owner.base
    found: Arrays = getattr(owner, HOLDS)
    return found


HOLDS = "holds"  # an attribute of the memory


@intrinsic
def _put(typingctx: Internal, data: Internal, block: Internal) -> Internal:
    """Store `data` in the memory of an array, without a share in who owns its arrays."""

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        start = context.make_array(block)(context, builder, value=values[1]).data
        value = _unowned(context, builder, data, values[0])
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


def _laying(data: Arrays, block: Array) -> None:
    _put(data, block)


_lay_out, _lay_out_own = njit(cache=True)(_laying), njit(_laying)


@intrinsic
def enter(typingctx: Internal, kernel: Internal, data: Internal, arguments: Internal) -> Internal:
    """Call a kernel with what lies at the pointers `data` and `arguments`, a tuple."""
    found = typingctx.resolve_function_type(kernel, (data.dtype, *arguments.dtype.types), {})

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        kinds = [context.get_value_type(each.dtype).as_pointer() for each in (data, arguments)]
        own, given = (
            builder.load(builder.bitcast(at, kind)) for at, kind in zip(values[1:], kinds, strict=True)
        )
        called = context.get_function(kernel, found)
        answer = called(builder, [own, *cgutils.unpack_tuple(builder, given)])
        return context.cast(builder, answer, found.return_type, STATUS)

    return STATUS(kernel, data, arguments), generate


@intrinsic
def call(typingctx: Internal, address: Internal, block: Internal, arguments: Internal) -> Internal:
    """Call the C function at an address with the memory of `block`, and a tuple of arguments."""

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        bytes_, room = ir.IntType(8).as_pointer(), cgutils.alloca_once_value(builder, values[2])
        start = context.make_array(block)(context, builder, value=values[1]).data
        form = ir.FunctionType(ir.IntType(64), [bytes_, bytes_])
        given = [builder.bitcast(at, bytes_) for at in (start, room)]
        return builder.call(builder.inttoptr(values[0], form.as_pointer()), given)

    if not _in_order(arguments):
        return None
    return STATUS(address, block, arguments), generate


def _in_order(kind: Internal) -> bool:
    """Whether all arrays of a type are C-ordered."""
    if isinstance(kind, types.BaseTuple):
        return all(_in_order(each) for each in kind.types)
    return not isinstance(kind, types.Array) or kind.layout == "C"
