"""Damage to a bundle file by somebody who knows its format and can make a valid checksum."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from tests.runtime.bundle.bundle_files import arrays_of, checksum, header_of, put_header

NUMBERS = [
    0.0, -0.0, 1.0, -1.0, 0.5, 1e-320, 1e-30, 1e30, -1e99, 1e100, 1.1e100, 1e160, 1e308, np.inf, -np.inf,
    np.nan, 2.0**53, 2.0**63,
]  # fmt: skip
WHOLE = [0, 1, -1, 2, 7, 11, 12, 13, 1000, 2**31, 2**32, 2**62, 2**63 - 1, -(2**63)]
TEXTS = [
    "", "a", "lqr", "spd", "none", "top", "y", "step", "\x1b[31mred\x1b[0m", "two\nlines", "\u202eturned",
    "é", "/", ".", "..", "a/b", "%2F", "%", "n" * 300, "\ud800", "[bold]x[/bold]", "<b>", "\x00", "=1+1",
    "x" * 200_000,
]  # fmt: skip
PLAIN: list[Any] = [
    *NUMBERS, *WHOLE, *TEXTS, True, False, None, [], {}, [0], [[0]], {"a": 1},
    [1.0, 2.0], [0.1, 0.2, 0.3],
    2**64, 10**400, -(10**30), [None], ["a"] * 2000, [[[[[]]]]],
]  # fmt: skip
TYPES = [
    "<f8", ">f8", "<f4", "<f2", "<i8", ">i8", "<i4", "|u1", "<u8", "|b1", "<c16", "S4", "O",
    [("a", "<f8"), ("b", "<i4")],
]  # fmt: skip

# what HDF5, h5py or NumPy say where something cannot be done to a file any more
IMPOSSIBLE = (
    TypeError, ValueError, OSError, RuntimeError, LookupError, AttributeError, SystemError, MemoryError,
    ArithmeticError,
)  # fmt: skip

Rng = random.Random


def altered(rng: Rng, path: Path) -> str:
    """Alter a bundle's file on disk; returns a description of the change."""
    if rng.random() < 0.08:
        return garbled(rng, path)
    done = []
    with h5py.File(path, "a") as file:
        for change in rng.choices(CHANGES, k=rng.choice((1, 1, 1, 2, 3))):
            with contextlib.suppress(*IMPOSSIBLE):
                done.append(f"{change.__name__}: {change(rng, file)}")
        with contextlib.suppress(*IMPOSSIBLE):
            file.attrs["checksum"] = checksum(arrays_of(file))
        if rng.random() < 0.1:
            with contextlib.suppress(*IMPOSSIBLE):
                done.append(f"attribute: {attribute(rng, file)}")
    return "; ".join(done)


def garbled(rng: Rng, path: Path) -> str:
    """Alter, remove or insert bytes of the file."""
    data = bytearray(path.read_bytes())
    for _ in range(rng.choice((1, 1, 3, 30))):
        at = rng.randrange(len(data)) if rng.random() < 0.5 else rng.randrange(4096)
        what = rng.randrange(4)
        if what == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif what == 1:
            data[at : at + 8] = rng.randrange(2**64).to_bytes(8, "little")
        elif what == 2:
            del data[at : at + rng.choice((1, 8, 1000))]
        else:
            data[at:at] = rng.randbytes(rng.choice((1, 8, 512)))
    path.write_bytes(data)
    return "bytes"


def _any(rng: Rng, file: h5py.File) -> tuple[str, np.ndarray]:
    """One of the arrays, with its name."""
    return rng.choice(sorted(arrays_of(file).items(), key=lambda item: item[0]))


def _put(file: h5py.File, name: str, value: Any, **how: Any) -> None:
    """Put a data set in the place of another."""
    if name in file:
        del file[name]
    file.create_dataset(name, data=value, **how)


def values(rng: Rng, file: h5py.File) -> str:
    """Change some entries of an array, or all."""
    name, array = _any(rng, file)
    array, kind = array.copy(), array.dtype.kind
    value = rng.choice({"f": NUMBERS, "i": WHOLE}.get(kind, [0, 1]))
    with np.errstate(all="ignore"):
        if rng.random() < 0.3:
            array[...] = value
        elif rng.random() < 0.5 and kind == "f":
            array *= 10 ** rng.uniform(-120, 120) * rng.choice((1, -1))
        else:
            flat = array.reshape(-1)
            flat[[rng.randrange(flat.size) for _ in range(rng.choice((1, 1, 4)))]] = value
    _put(file, name, array)
    return f"{name} {value}"


def shapes(rng: Rng, file: h5py.File) -> str:
    """Give an array another shape: flattened, with an axis more, cut, empty, or doubled."""
    name, array = _any(rng, file)
    ways: list[Callable[[np.ndarray], Any]] = [
        np.ravel, np.transpose, np.sum, lambda a: a[None], lambda a: a[:-1], lambda a: a[:0], lambda a: a[:1],
        lambda a: np.concatenate([a, a]), lambda a: a[..., :1], lambda a: a[..., :0],
    ]  # fmt: skip
    which = rng.randrange(len(ways))
    _put(file, name, ways[which](array))
    return f"{name} {which}"


def types(rng: Rng, file: h5py.File) -> str:
    """Give an array another type: of numbers, texts or records."""
    (name, array), kind = _any(rng, file), rng.choice(TYPES)
    with np.errstate(all="ignore"):
        if kind == "O":
            _put(file, name, ["text"] * 3, dtype=h5py.string_dtype())
        elif isinstance(kind, list):
            _put(file, name, np.zeros(array.shape, kind))
        else:
            _put(file, name, array.astype(kind))
    return f"{name} {kind}"


def links(rng: Rng, file: h5py.File) -> str:
    """Add links to data sets that exist, or to missing ones."""
    name, _ = _any(rng, file)
    other = rng.choice(["x", "gains/x", "regions/x", "track", "vertices", "gains/lqr"])
    what = rng.randrange(6)
    thing = file[name]
    if what < 4 and other in file:
        del file[other]
    if what == 0:
        for k in range(rng.choice((1, 50))):
            file[f"{other}{k or ''}"] = thing
    elif what == 1:
        file[other] = h5py.SoftLink(rng.choice(["/", f"/{name}", "/nothing", f"/{other}"]))
    elif what == 2:
        file[other] = h5py.ExternalLink(rng.choice(["/etc/passwd", "other.h5", ""]), "/x")
    elif what == 3:
        file[other] = file[rng.choice(["/", "gains", "offsets"])]
    elif what == 4:
        file["gains/deep"] = file["gains"]
    else:
        file.create_group(rng.choice(["deep/er", "gains/more", "skin", "parts", "x" * 300]))
    return f"{what} {other} {name}"


def names(rng: Rng, file: h5py.File) -> str:
    """Remove, rename or add a data set."""
    (name, array), what = _any(rng, file), rng.randrange(3)
    group = rng.choice(["gains", "regions", "offsets", "parts", name.partition("/")[0]])
    other = rng.choice(
        [f"{group}/{rng.choice(TEXTS)}", f"{group}/{rng.choice(TEXTS)}", "x", "header", "limits"]
    )
    if what == 0:
        del file[name]
    elif what == 1:
        file.move(name, other)
    else:
        _put(file, other, array)
    return f"{what} {name} {other[:300]!r}"


def storage(rng: Rng, file: h5py.File) -> str:
    """Store an array otherwise: in chunks, with filters, in other files, without data, with attributes."""
    (name, array), what = _any(rng, file), rng.randrange(7)
    if what == 0:
        _put(file, name, array, chunks=True)
    elif what == 1:
        _put(file, name, array, compression=rng.choice(["gzip", "lzf"]), shuffle=rng.random() < 0.5)
    elif what == 6:
        file[name].attrs["note"] = rng.choice(["text", np.zeros(1000)])
    else:
        del file[name]
    if what == 2:
        shape = rng.choice([array.shape, (10**9,), (2**30, 8)])
        file.create_dataset(name, shape, array.dtype, external=[("/etc/passwd", 0, h5py.h5f.UNLIMITED)])
    elif what == 3:
        file.create_dataset(name, rng.choice([array.shape, (1 << 37,), (2**40, 0)]), array.dtype)
    elif what == 4:
        layout = h5py.VirtualLayout(array.shape, array.dtype)
        layout[...] = h5py.VirtualSource(".", "actuators", array.shape)
        file.create_virtual_dataset(name, layout)
    elif what == 5:
        sparse(file, name, rng.choice([array.size, 1 << 27, 1 << 30]))
    return f"{what} {name}"


def sparse(file: h5py.File, name: str, count: int) -> None:
    """A data set of `count` doubles that takes no room on disk."""
    plan = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plan.set_layout(h5py.h5d.CONTIGUOUS)
    plan.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    plan.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
    space = h5py.h5s.create_simple((count,))
    h5py.h5d.create(file.id, name.encode(), h5py.h5t.IEEE_F64LE, space, plan)


def header(rng: Rng, file: h5py.File) -> str:
    """Change a value in the header, at any depth."""
    found = header_of(file)
    place, way = found, []
    while True:
        key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        way.append(str(key))
        if not (isinstance(place[key], dict | list) and place[key] and rng.random() < 0.75):
            break
        place = place[key]
    inner, what = place[key], rng.randrange(6)
    if what == 0:
        del place[key]
    elif what == 1 and isinstance(place, dict):
        place[rng.choice(TEXTS)] = inner
    elif what == 2 and isinstance(inner, int | float):
        place[key] = rng.choice([inner * 10 ** rng.uniform(-60, 60), -inner, inner + 1])
    elif what == 3 and isinstance(inner, str):
        place[key] = rng.choice(TEXTS)
    else:
        place[key] = rng.choice(PLAIN)
    put_header(file, found)
    return f"{'.'.join(way)} {what}"


def header_text(rng: Rng, file: h5py.File) -> str:
    """Change the header's text."""
    text = bytearray(file["header"][()].tobytes())
    pieces = [b"", b"{", b"]", b'"', b",", b"9" * 5000, b"NaN", b"-Infinity", b"\xff", b"[" * 5000, b"1e999"]
    for _ in range(rng.choice((1, 3))):
        at = rng.randrange(len(text) + 1)
        text[at : at + rng.randrange(4)] = rng.choice(pieces)
    _put(file, "header", np.frombuffer(bytes(text), dtype=np.uint8))
    return "text"


def attribute(rng: Rng, file: h5py.File) -> str:
    """Change the file's own attributes."""
    name = rng.choice(["format", "version", "checksum", "more"])
    if rng.random() < 0.2:
        del file.attrs[name]
        return f"no {name}"
    value: Any = rng.choice(
        [
            "", "x" * 60_000, 5, 6, 7, 0, -1, 2**62, 6.0, np.zeros(3), np.arange(6), b"bytes", True,
            ["a", "b"],
            np.array(6), np.array([6]), h5py.Empty("f8"), np.void(b"abc"), np.array(6, ">i8"), np.uint8(6),
        ]
    )  # fmt: skip
    file.attrs[name] = value
    return f"{name} {str(value)[:40]!r}"


CHANGES = [values, values, values, header, header, header, shapes, types, links, names, storage, header_text]
