"""Calls of compiled kernels by their addresses, so that a caller is compiled once for all kernels.

A kernel takes a NamedTuple of arrays of a class of its own, and numba compiles a caller anew for each such
class, together with all that the kernel calls. Here the arrays lie in memory as compiled code lays them out
(`laid_out`), a C function reads them there and calls the kernel (`entered`), and callers use two addresses
(`call`), which are of one type. The other arguments are passed in a tuple on the stack.

Limits: the memory does not own the arrays, so the NamedTuple must stay alive; the array of words that
`laid_out` returns keeps it. Arrays among the arguments are of float64 and C-ordered, those in NamedTuples are
C-ordered; nothing checks their shapes, or the number of arguments.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from types import FunctionType
from typing import NamedTuple

import numpy as np
from numba import cfunc, typeof, types
from numba.core import cgutils
from numba.core.cgutils import ir  # llvmlite's, which numba builds on
from numba.core.registry import cpu_target
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from runtime.base.kernels import ALIGNMENT, FASTMATH, Array, Internal, Kernel, njit

Arrays = tuple[object, ...]  # a NamedTuple of arrays

# a kernel, and the types of the arguments that follow its data
Hook = tuple[Kernel | None, tuple[Internal, ...]]

VECTOR, MATRIX = (types.Array(types.float64, ndim, "C") for ndim in (1, 2))
STATUS = types.int64  # the return type of all C functions whose addresses are kept


def entered(kernel: Kernel, data: Arrays, *arguments: Internal) -> int:
    """The address of a C function that calls a kernel with data of this class and arguments of these types.

    It is valid until the process ends. The compiled code is kept in numba's cache on disk where `is_kept`
    allows.
    """
    return int(_c_function(kernel, type_of(data), types.Tuple(arguments), is_kept(data)).address)


def type_of(data: Internal) -> Internal:
    """Numba's type of a NamedTuple, which takes numba a millisecond to find for fifty arrays, each time."""
    form = _form(data)
    if form not in _types:
        _types[form] = typeof(data)
    return _types[form]


_types: dict[Internal, Internal] = {}  # numba's types of forms


def _form(value: Internal) -> Internal:
    """All of a value on which its type depends."""
    if isinstance(value, np.ndarray):
        return value.dtype, value.ndim, value.flags.num
    if isinstance(value, tuple):
        return type(value), *map(_form, value)
    return typeof(value)


def is_kept(data: Arrays) -> bool:
    """Whether code that is compiled for the class of these data is kept on disk.

    Code for a user's own class is not kept: a process that cannot import the class could not read the cache.
    """
    return type(data).__module__.partition(".")[0] in (__name__.partition(".")[0], tuple.__module__)


@cache
def _c_function(kernel: Internal, kind: Internal, arguments: Internal, kept: bool) -> Internal:
    signature = STATUS(types.CPointer(kind), types.CPointer(arguments))
    return cfunc(signature, cache=kept, fastmath=FASTMATH, error_model="numpy")(_entry_of(kernel))


def _entry_of(kernel: Internal) -> FunctionType:
    """The Python function that is compiled to a kernel's C function: a copy of `_enter`.

    It is no closure, because numba does not find closures in its cache again.
    """
    name = f"{kernel.__module__}.{kernel.__name__}"
    entry = FunctionType(_enter.__code__, {"enter": enter, "_kernel": kernel, "__name__": __name__}, name)
    entry.__qualname__ = name
    return entry


_kernel: Internal = None  # overwritten in each generated instance


def _enter(data: Internal, arguments: Internal) -> int:
    return enter(_kernel, data, arguments)


def laid_out(data: Arrays) -> Array:
    """Return a NamedTuple of arrays as compiled code has it in memory (words,), int64, aligned.

    The words keep the arrays alive.
    """
    context = cpu_target.target_context
    size = context.get_abi_sizeof(context.get_value_type(type_of(data)))
    memory = (ctypes.c_int64 * (-(-size // 8) + ALIGNMENT // 8))()
    setattr(memory, HOLDS, data)
    words = np.frombuffer(memory, np.int64)
    block = words[(-words.ctypes.data % ALIGNMENT) // 8 :]
    (_lay_out if is_kept(data) else _lay_out_own)(data, block)
    return block


def laid(block: Array) -> Arrays:
    """The NamedTuple from which `laid_out` made a block."""
    found: Arrays = _held(block)
    return found


def _held(words: Array) -> Internal:
    """The object that an array of words keeps alive."""
    owner: Internal = words
    while not hasattr(owner, HOLDS):
        owner = owner.obj if isinstance(owner, memoryview) else owner.base
    return getattr(owner, HOLDS)


HOLDS = "holds"  # name of the attribute by which a block of memory keeps the laid-out arrays alive


class InMemory:
    """A NamedTuple of arrays that is laid out in memory, for calls of kernels from Python.

    Kernels see it as a `Laid`, as they do when compiled code calls them. Its type is kept for that.
    """

    def __init__(self, data: Arrays) -> None:
        self.data, self.block, self.type = data, laid_out(data), Laid(type_of(data))
        self.address = self.block.ctypes.data

    def __deepcopy__(self, memo: dict[int, object]) -> InMemory:
        """The same NamedTuple with copies of its arrays, in memory of its own."""
        return InMemory(deepcopy(self.data, memo))


@intrinsic
def _put(typingctx: Internal, data: Internal, block: Internal) -> Internal:
    """Store `data` in the memory of the array `block`, without references to the owners of its arrays."""

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        start = context.make_array(block)(context, builder, value=values[1]).data
        value = _unowned(context, builder, data, values[0])
        builder.store(value, builder.bitcast(start, value.type.as_pointer()))
        return context.get_dummy_value()

    return types.void(data, block), generate


def _unowned(context: Internal, builder: Internal, kind: Internal, value: Internal) -> Internal:
    """A value whose arrays have no owner, so that no references to them are counted."""
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


class Laid(types.Type):
    """The type of a NamedTuple in memory: a kernel gets one pointer instead of each array's data."""

    def __init__(self, kind: Internal) -> None:
        self.kind = kind
        cls = kind.instance_class
        super().__init__(name=f"Laid({cls.__module__}.{cls.__qualname__}: {kind})")

    @property
    def key(self) -> Internal:
        """The kind, which distinguishes this type: names of its class and fields would not suffice."""
        return self.kind

    def __hash__(self) -> int:
        """The name's hash, which is known at once; that of the kind is found anew from all its fields."""
        return hash(self.name)

    @property
    def instance_class(self) -> type:
        """The class of the NamedTuple, by which kernels are chosen."""
        found: type = self.kind.instance_class
        return found


@register_model(Laid)
class _LaidModel(models.PrimitiveModel):
    def __init__(self, dmm: Internal, kind: Internal) -> None:
        super().__init__(dmm, kind, dmm.lookup(kind.kind).get_value_type().as_pointer())


@infer_getattr
class _LaidFields(AttributeTemplate):
    key = Laid

    def generic_resolve(self, laid: Internal, name: str) -> Internal:
        """The type of a field; a NamedTuple in a field lies in memory, too."""
        if name not in laid.kind.fields:
            return None
        found = laid.kind.types[laid.kind.fields.index(name)]
        return Laid(found) if isinstance(found, types.BaseNamedTuple) else found


@lower_getattr_generic(Laid)
def _load_field(context: Internal, builder: Internal, laid: Internal, value: Internal, name: str) -> Internal:
    """Load a field. The memory never changes, so that compiled code need not load it twice."""
    index = laid.kind.fields.index(name)
    found, at = laid.kind.types[index], cgutils.gep_inbounds(builder, value, 0, index)
    return at if isinstance(found, types.BaseNamedTuple) else _load(context, builder, found, at)


def _load(context: Internal, builder: Internal, kind: Internal, at: Internal) -> Internal:
    """Load the value at a pointer, number by number; its arrays have no owner."""
    if isinstance(at.type.pointee, ir.LiteralStructType):
        found = ir.Constant(at.type.pointee, ir.Undefined)
        for index in range(len(at.type.pointee.elements)):
            part = _load(context, builder, None, cgutils.gep_inbounds(builder, at, 0, index))
            found = builder.insert_value(found, part, index)
        return _unowned(context, builder, kind, found) if kind is not None else found
    if isinstance(at.type.pointee, ir.ArrayType):
        found = ir.Constant(at.type.pointee, ir.Undefined)
        for index in range(at.type.pointee.count):
            part = _load(context, builder, None, cgutils.gep_inbounds(builder, at, 0, index))
            found = builder.insert_value(found, part, index)
        return _unowned(context, builder, kind, found) if kind is not None else found
    found = builder.load(at)
    found.set_metadata("invariant.load", builder.module.add_metadata([]))
    return found


@typeof_impl.register(InMemory)
def _type_of(value: InMemory, _: Internal) -> Laid:
    return value.type


@unbox(Laid)
def _unbox(laid: Internal, value: Internal, c: Internal) -> NativeValue:
    number = c.pyapi.object_getattr_string(value, "address")
    at = c.builder.inttoptr(c.pyapi.long_as_ulonglong(number), c.context.get_value_type(laid))
    c.pyapi.decref(number)
    return NativeValue(at)


@intrinsic
def enter(typingctx: Internal, kernel: Internal, data: Internal, arguments: Internal) -> Internal:
    """Call a kernel with the data and the tuple of arguments that lie at two pointers."""
    there = Laid(data.dtype)
    found = typingctx.resolve_function_type(kernel, (there, *arguments.dtype.types), {})

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        own = builder.bitcast(values[1], context.get_value_type(there))
        room = builder.bitcast(values[2], context.get_value_type(arguments.dtype).as_pointer())
        called = context.get_function(kernel, found)
        answer = called(builder, [own, *cgutils.unpack_tuple(builder, builder.load(room))])
        if found.return_type == types.none:
            return context.get_constant(STATUS, 0)
        if found.return_type == types.float64:  # a double is returned as the bits of an int64
            return builder.bitcast(answer, context.get_value_type(STATUS))
        return context.cast(builder, answer, found.return_type, STATUS)

    return STATUS(kernel, data, arguments), generate


@intrinsic
def call(typingctx: Internal, address: Internal, block: Internal, arguments: Internal) -> Internal:
    """Call the C function at an address with a block and a tuple of arguments.

    `block` is an array, whose memory is passed, or an address.
    """

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        bytes_, room = ir.IntType(8).as_pointer(), cgutils.alloca_once_value(builder, values[2])
        if isinstance(block, types.Array):
            own = builder.bitcast(context.make_array(block)(context, builder, value=values[1]).data, bytes_)
        else:
            own = builder.inttoptr(values[1], bytes_)
        form = ir.FunctionType(ir.IntType(64), [bytes_, bytes_])
        given = [own, builder.bitcast(room, bytes_)]
        return builder.call(builder.inttoptr(values[0], form.as_pointer()), given)

    arrays = [each for each in arguments.types if isinstance(each, types.Array)]
    if any(each.dtype != types.float64 for each in arrays) or not _in_order(arguments):
        return None
    return STATUS(address, block, arguments), generate


@intrinsic
def as_number(typingctx: Internal, bits: Internal) -> Internal:
    """The floating-point number whose bits a C function returned."""

    def generate(context: Internal, builder: Internal, signature: Internal, values: Internal) -> Internal:
        return builder.bitcast(values[0], context.get_value_type(types.float64))

    return types.float64(STATUS), generate


class Behind(NamedTuple):
    """A NamedTuple and the addresses of kernels of its class; it has one type, whatever the class is.

    It keeps the arrays alive, and is made by `put_behind`.
    """

    addresses: Array  # (k,) int64 of C functions
    data: Array  # (n,) int64, the NamedTuple's memory layout, word by word

    def __deepcopy__(self, memo: dict[int, object]) -> Behind:
        """The same functions, with a copy of the arrays."""
        return Behind(self.addresses.copy(), laid_out(deepcopy(laid(self.data), memo)))


def put_behind(data: Arrays, hooks: Sequence[Hook]) -> Behind:
    """Put a NamedTuple and the addresses of its kernels, compiled where needed, into a `Behind`."""
    there = [0 if kernel is None else entered(kernel, data, *arguments) for kernel, arguments in hooks]
    return Behind(np.array(there, np.int64), laid_out(data))


def by_address(index: int) -> Kernel:
    """A kernel (behind, *arguments) that calls the one at an index; its truth, or False without one."""

    @njit(cache=True)
    def called(behind: Behind, *arguments: Internal) -> bool:
        address = behind.addresses[index]
        return address != 0 and call(address, behind.data, arguments) != 0

    return called


def number_by_address(index: int) -> Kernel:
    """As `by_address`, for kernels that return a number; returns zero where there is none."""

    @njit(cache=True)
    def called(behind: Behind, *arguments: Internal) -> float:
        address = behind.addresses[index]
        return as_number(call(address, behind.data, arguments)) if address != 0 else 0.0

    return called


class Several(NamedTuple):
    """NamedTuples of any classes, and for each the addresses of its kernels: one type for compiled callers.

    It keeps the arrays alive, and is made by `put_several`.
    """

    # (n, k) int64, addresses of C functions, one row per object; 0 where it has no such function
    addresses: Array
    data: Array  # (n,) int64, addresses of the objects' data

    def __deepcopy__(self, memo: dict[int, object]) -> Several:
        """The same functions, with copies of the arrays."""
        blocks = [laid_out(deepcopy(laid(block), memo)) for block in _held(self.data)]
        return Several(self.addresses.copy(), _places(blocks))


def put_several(given: Sequence[tuple[Arrays, Sequence[Hook]]], kernels: int) -> Several:
    """Put NamedTuples and the addresses of so many kernels of each, compiled, into a `Several`."""
    found = [put_behind(data, hooks) for data, hooks in given]
    addresses = np.zeros((len(found), kernels), np.int64)
    for row, each in zip(addresses, found, strict=True):
        row[:] = each.addresses
    return Several(addresses, _places([each.data for each in found]))


def _places(blocks: list[Array]) -> Array:
    """The addresses (n,) of blocks of memory, int64; the result keeps the blocks alive."""
    memory: Internal = (ctypes.c_int64 * max(1, len(blocks)))(*(block.ctypes.data for block in blocks))
    setattr(memory, HOLDS, blocks)
    return np.frombuffer(memory, np.int64)[: len(blocks)]


def any_of(index: int) -> Kernel:
    """A kernel (several, *arguments) that calls the one at an index of each; returns whether any is true."""

    @njit(cache=True)
    def called(several: Several, *arguments: Internal) -> bool:
        found = False
        for k in range(several.data.size):
            address = several.addresses[k, index]
            if address != 0 and call(address, several.data[k], arguments) != 0:
                found = True
        return found

    return called


def total_of(index: int) -> Kernel:
    """A kernel (several, *arguments) that calls the one at an index of each; the sum of their numbers."""

    @njit(cache=True)
    def called(several: Several, *arguments: Internal) -> float:
        total = 0.0
        for k in range(several.data.size):
            address = several.addresses[k, index]
            if address != 0:
                total += as_number(call(address, several.data[k], arguments))
        return total

    return called


def _in_order(kind: Internal) -> bool:
    """Whether all arrays of a type are C-ordered."""
    if isinstance(kind, types.BaseTuple):
        return all(_in_order(each) for each in kind.types)
    return not isinstance(kind, types.Array) or kind.layout == "C"
