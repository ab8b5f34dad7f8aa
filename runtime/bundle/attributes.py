"""Readers of the attributes of a bundle's file: format, version and checksum; texts are read without HDF5.

HDF5 (2.0.0) never returns from a heap of texts in which a free object has no size. So a text's place is
looked up here, in an object header of version 1 of HDF5's format, which HDF5 writes unless it is told to use
newer formats: 16 bytes, with the size of the rest at byte 8; then messages, each with a type, a size and,
from byte 8 on, as many bytes of data. The data of an attribute (type 12) begin with a version and, at byte 2,
the sizes of its name, type and space, each padded to a multiple of eight; then follows its value. The value
of a text is its length, the address of a heap, and a number there. A heap holds objects from byte 16 on: a
number, a size at byte 8, and from byte 16 on as many bytes, padded likewise; number 0 is the free rest. All
numbers are little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

import h5py
from h5py import h5a, h5o, h5s, h5t

LONGEST: Final = 200  # longest text attribute, in bytes
MOST: Final = 100  # most messages, blocks of messages and heap objects that are read; a bundle has about ten
BLOCK: Final = 1 << 16  # most bytes of messages read at once
ATTRIBUTE, CONTINUED = 12, 16  # HDF5 message types: an attribute, and a continuation of the header


def number(file: h5py.File, name: str) -> int | None:
    """The whole number in an attribute of the root; None if there is no such attribute, or it is none."""
    found = _attribute(file, name)
    is_number = found is not None and isinstance(found.get_type(), h5t.TypeIntegerID)
    return int(file.attrs[name]) if is_number else None


def text(file: h5py.File, path: Path, name: str) -> str | None:
    """The text in an attribute of the root; None if there is none, or it is not where HDF5 writes it."""
    found = _attribute(file, name)
    kind = None if found is None else found.get_type()
    if not isinstance(kind, h5t.TypeStringID) or not kind.is_variable_str():
        return None
    with path.open("rb") as raw:
        for body in islice(_messages(raw, h5o.get_info(file.id).addr), MOST):
            value = _value(body, name.encode())
            if value is not None:
                return _text(raw, *value)
    return None


def _attribute(file: h5py.File, name: str) -> h5a.AttrID | None:
    if not h5a.exists(file.id, name.encode()):
        return None
    found = h5a.open(file.id, name.encode())
    return found if found.get_space().get_simple_extent_type() == h5s.SCALAR else None


def _messages(raw: BinaryIO, address: int) -> Iterator[bytes]:
    """The raw attributes in an object's header."""
    head = _read(raw, address, 16)
    if head[:1] != b"\1" or len(head) < 16:
        return
    blocks = [(address + 16, int.from_bytes(head[8:12], "little"))]
    for place, size in islice(blocks, MOST):
        data, at = _read(raw, place, min(size, BLOCK)), 0
        while at + 8 <= len(data):
            kind, length = struct.unpack_from("<HH", data, at)
            body = data[at + 8 : at + 8 + length]
            at += 8 + length
            if kind == CONTINUED and length >= 16:
                blocks.append(struct.unpack_from("<QQ", body.ljust(16, b"\0")))
            elif kind == ATTRIBUTE:
                yield body


def _value(body: bytes, name: bytes) -> tuple[int, int, int] | None:
    """The length, the heap and the number there of a text, if an attribute has the name; None if not."""
    if len(body) < 8 or body[:1] != b"\1":
        return None
    sizes = struct.unpack_from("<3H", body, 2)
    start = 8 + sum(_whole_eights(size) for size in sizes)
    if body[8 : 8 + sizes[0]].rstrip(b"\0") != name or len(body) < start + 16:
        return None
    length, heap, index = struct.unpack_from("<IQI", body, start)
    return length, heap, index


def _text(raw: BinaryIO, length: int, heap: int, index: int) -> str | None:
    """The text of a number in a heap; None if it is not there, or not of the stated length."""
    head, at = _read(raw, heap, 16), heap + 16
    if head[:4] != b"GCOL":
        return None
    for _ in range(MOST):
        found, size = struct.unpack("<H6xQ", _read(raw, at, 16).ljust(16, b"\0"))
        if not found:
            return None
        if found == index:
            return (
                _read(raw, at + 16, length).decode(errors="replace") if length <= min(size, LONGEST) else None
            )
        at += 16 + _whole_eights(size)
    return None


def _whole_eights(size: int) -> int:
    return -(-size // 8) * 8


def _read(raw: BinaryIO, place: int, size: int) -> bytes:
    """Read `size` bytes at a place in a file; fewer at the file's end."""
    if place >= 1 << 62:
        return b""
    raw.seek(place)
    return raw.read(size)
