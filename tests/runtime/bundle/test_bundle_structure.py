"""The structure of a bundle's file is checked before it is read: odd files are refused at no cost."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from runtime.bundle import file as bundle_file
from softrein.errors import BundleError
from tests.runtime.bundle.bundle_files import Change, resigned, stored
from tests.runtime.bundle.hostile_bundles import sparse
from tests.tiny_bundles import tiny_body

ROOT = Path(__file__).resolve().parents[3]
MOST = 40  # MiB that refusing may take; what is refused claims gigabytes
REFUSE = """
import sys
from offline.campaign.memory import peak, reset_peak
from runtime.bundle.file import load
load(sys.argv[1])
known = reset_peak()  # on Linux
before = peak()
for path in sys.argv[2:]:
    try:
        load(path)
    except Exception as error:
        print(type(error).__name__, error, file=sys.stderr)
        assert type(error).__name__ == "BundleError"
    else:
        raise SystemExit(f"{path} was read")
print((peak() - before) >> 20 if known else 0)
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("tiny") / "tiny.softrein"
    bundle_file.save(tiny_body(), path)
    return path.read_bytes()


@pytest.fixture
def path(data: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "a.softrein"
    path.write_bytes(data)
    return path


def refused(path: Path) -> str:
    with pytest.raises(BundleError) as caught:
        bundle_file.load(path)
    said = str(caught.value)
    assert said.startswith(f"{path}: ")
    assert said.isprintable()
    return said


def linked(file: h5py.File) -> None:
    file["gains/twin"] = file["gains/pd"]


def soft(file: h5py.File) -> None:
    file["gains/twin"] = h5py.SoftLink("/gains/pd")


def elsewhere(file: h5py.File) -> None:
    file["gains/twin"] = h5py.ExternalLink("/etc/passwd", "/x")


def in_circles(file: h5py.File) -> None:
    file["parts/deeper"] = file.create_group("parts")


def to_the_root(file: h5py.File) -> None:
    file["parts"] = file["/"]


def other_group(file: h5py.File) -> None:
    file.create_group("more")


def type_of_its_own(file: h5py.File) -> None:
    file["parts/kind"] = np.dtype("f8")


def not_text(file: h5py.File) -> None:
    file[b"gains/\xff\x1b"] = np.zeros(3)


def noted(file: h5py.File) -> None:
    file["gains/pd"].attrs["note"] = 1


def noted_group(file: h5py.File) -> None:
    file["gains"].attrs["note"] = 1


def made(name: str, value: Any, **how: Any) -> Change:
    def change(file: h5py.File) -> None:
        if name in file:
            del file[name]
        file.create_dataset(name, data=value, **how)

    return change


def kept_outside(file: h5py.File) -> None:
    del file["limits"]
    file.create_dataset("limits", (2,), "f8", external=[("/etc/passwd", 0, 16)])


def virtual(file: h5py.File) -> None:
    layout = h5py.VirtualLayout((2,), "f8")
    layout[...] = h5py.VirtualSource(".", "gains/pd", (2,))
    file.create_virtual_dataset("gains/twin", layout)


def compact(file: h5py.File) -> None:
    plan = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    plan.set_layout(h5py.h5d.COMPACT)
    del file["limits"]
    h5py.h5d.create(file.id, b"limits", h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple((2,)), plan)


def references(file: h5py.File) -> None:
    del file["limits"]
    file.create_dataset("limits", (2,), h5py.ref_dtype)[0] = file["tets"].ref


def unstored(file: h5py.File) -> None:
    file.create_dataset("gains/twin", (1 << 30,), "f8")


PAIRS = np.zeros(2, [("a", "<f8"), ("b", "<i4")])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (linked, "'gains/twin' is there under another name|'gains/pd' is there under another name"),
        (soft, "'gains/twin' points elsewhere"),
        (elsewhere, "'gains/twin' points elsewhere"),
        (in_circles, "'parts/deeper' is there under another name"),
        (to_the_root, "'parts' is there under another name"),
        (other_group, "'more' does not belong"),
        (type_of_its_own, "'parts/kind' does not belong"),
        (made("more", np.zeros(3)), "'more' does not belong"),
        (made("track/more", np.zeros(3)), "'track/more' does not belong"),
        (made("gains/deep/er", np.zeros(3)), "'gains/deep' does not belong"),
        (noted, "'gains/pd' has attributes"),
        (noted_group, "'gains' has attributes"),
        (made("limits", np.zeros(2), chunks=True), "'limits' is not a plain"),
        (made("limits", np.zeros(2), compression="gzip"), "'limits' is not a plain"),
        (made("limits", np.zeros(2), compression="lzf", shuffle=True), "'limits' is not a plain"),
        (made("limits", np.zeros(2, ">f8")), "'limits' is not a plain"),
        (made("limits", np.zeros(2, "f4")), "'limits' is not a plain"),
        (made("limits", np.zeros(2, "c16")), "'limits' is not a plain"),
        (made("limits", np.zeros(2, "S3")), "'limits' is not a plain"),
        (made("limits", ["a", "b"]), "'limits' is not a plain"),
        (made("limits", PAIRS), "'limits' is not a plain"),
        (references, "'limits' is not a plain"),
        (made("limits", 1.0), "'limits' is not a plain"),
        (made("limits", h5py.Empty("f8")), "'limits' is not a plain"),
        (made("tets", np.zeros((5, 4), "i4")), "'tets' is not a plain"),
        (made("tets", np.zeros((5, 4), ">i8")), "'tets' is not a plain"),
        (made("header", np.zeros(5)), "'header' is not a plain"),
        (made("header", np.zeros(5 << 20, "u1")), "header"),
        (kept_outside, "'limits' is not a plain"),
        (virtual, "'gains/twin' is not a plain"),
        (compact, "'limits' is not a plain"),
        (unstored, "'gains/twin' is not a plain, wholly stored"),
        (lambda file: file.__delitem__("header"), "no header"),
        (lambda file: sparse(file, "gains/twin", 7 << 27), "holes"),
    ],
)
def test_what_is_odd_is_refused(path: Path, change: Change, words: str) -> None:
    with h5py.File(path, "a") as file:
        change(file)
    said = refused(path)
    assert any(each in said for each in words.split("|")), said


def test_a_name_that_is_no_text_is_shown_escaped(path: Path) -> None:
    with h5py.File(path, "a") as file:
        not_text(file)
    assert "\\x1b" in refused(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("format", np.zeros(3)),
        ("format", h5py.Empty("f8")),
        ("version", np.array([6])),
        ("version", 6.0),
        ("version", 0),
        ("version", -1),
        ("version", "6"),
        ("checksum", np.zeros(1000)),
        ("checksum", ["a"]),
        ("checksum", np.bytes_(b"abc")),
        ("checksum", ""),
        ("more", 1),
    ],
)
def test_an_odd_attribute_is_refused(path: Path, name: str, value: Any) -> None:
    with h5py.File(path, "a") as file:
        file.attrs[name] = value
    refused(path)


@pytest.mark.parametrize("name", ["format", "version", "checksum"])
def test_no_attribute_may_be_missing(path: Path, name: str) -> None:
    with h5py.File(path, "a") as file:
        del file.attrs[name]
    refused(path)


def overlapping(path: Path) -> None:
    """Two arrays of a megabyte, the second's place in the file written over with the first's."""
    with h5py.File(path, "a") as file:
        for name in ("one", "two"):
            file[f"gains/{name}"] = np.zeros(1 << 17)
        one, two = (struct.pack("<Q", file[f"gains/{name}"].id.get_offset()) for name in ("one", "two"))
    data = path.read_bytes()
    assert data.count(two) == 1
    path.write_bytes(data.replace(two, one))


def test_arrays_do_not_lie_over_each_other(path: Path) -> None:
    overlapping(path)
    assert "lies where another one does" in refused(path)


def test_refusing_takes_no_memory(path: Path, data: bytes) -> None:
    """Thousands of names for one array, arrays in holes, compression: gigabytes, if believed."""
    bombs = [path.with_name(f"{k}.softrein") for k in range(5)]
    for bomb in bombs:
        bomb.write_bytes(data)
    with h5py.File(bombs[0], "a") as file:
        file["gains/a"] = np.zeros(1 << 20)
        for k in range(3000):
            file[f"gains/b{k}"] = file["gains/a"]
    with h5py.File(bombs[1], "a") as file:
        del file["limits"]
        sparse(file, "limits", 7 << 27)
    with h5py.File(bombs[2], "a") as file:
        for k in range(60):
            sparse(file, f"gains/b{k}", 1 << 23)
    with h5py.File(bombs[3], "a") as file:
        file.create_dataset("gains/a", data=np.zeros(1 << 22), compression="gzip")
    with h5py.File(bombs[4], "w", libver="latest") as file:
        file.attrs.update(format="softrein-bundle", version=6, checksum=np.zeros(1 << 20))
    names = [str(each) for each in (path, *bombs)]
    done = subprocess.run(
        [sys.executable, "-c", REFUSE, *names], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < MOST
    if not sys.platform.startswith("win"):
        assert os.stat(bombs[1]).st_size > 7 << 30


def test_a_damaged_heap_of_texts_does_not_hold_one_up(path: Path, data: bytes) -> None:
    """HDF5 (2.0.0) never comes back from a heap whose rest is said to have no bytes."""
    at = data.index(b"GCOL") + 16 + 2 * 16 + 16 + 64  # behind its head, "softrein-bundle" and the checksum
    assert data[at : at + 2] == b"\0\0"
    assert data[at + 8 : at + 16] != bytes(8)
    path.write_bytes(data[: at + 8] + bytes(8) + data[at + 16 :])
    bundle_file.load(path)  # the texts are whole


def test_empty_arrays_need_no_place(path: Path) -> None:
    """As smoke that carries nothing has: nothing lies where they are."""
    resigned(path, made("costs/steps", np.zeros(0, dtype=np.int64)))
    resigned(path, made("costs/instants", np.zeros((0, 4, 4))))
    assert not bundle_file.load(path).costs.steps.size
    assert stored(path)["costs/instants"].shape == (0, 4, 4)
