"""Recordings are read, and bad ones are refused in one clear line with nothing executed."""

from __future__ import annotations

import struct
import sys
import warnings
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.io import savemat

from offline.identification import recording
from offline.identification.parsers import parse_c3d
from offline.identification.recording import read_columns, read_recording
from softrein.errors import SoftreinError

GOOD = np.arange(24.0).reshape(4, 2, 3) + 1
MOTIVE = (
    "Format Version,1.23,Take Name,beam,Capture Frame Rate,120\n\n,Type,Marker,Marker,Marker\n"
    ",Name,tip,tip,tip\n,,Position,Position,Position\nFrame,Time (Seconds),X,Y,Z\n0,0.0,1,2,3\n1,0.1,1,2,3\n"
)
VICON = "Trajectories\n100\n,,tip,,\nFrame,Sub Frame,X,Y,Z\n,,mm,mm,mm\n1,0,1,2,3\n2,0,1,2,3\n"


class Trap:
    """What writes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("suffix", ["csv", "npz", "mat"])
def test_the_same_recording_in_each_format(tmp_path: Path, suffix: str) -> None:
    path, times = tmp_path / f"good.{suffix}", 0.1 * np.arange(4)
    if suffix == "csv":
        rows = np.column_stack([times, GOOD.reshape(4, 6)])
        lines = ["time,a_x,a_y,a_z,b_x,b_y,b_z", *(",".join(map(str, row)) for row in rows)]
        path.write_text("\n".join(lines))
    elif suffix == "npz":
        np.savez(path, markers=GOOD, labels=["a", "b"], time=times)
    else:
        savemat(path, {"markers": GOOD, "labels": np.array(["a", "b"]), "time": times})
    found = read_recording(path, unit=1e-3)
    assert found.labels == ["a", "b"]
    np.testing.assert_allclose(found.times, times)
    np.testing.assert_allclose(found.points, 1e-3 * GOOD)


@pytest.mark.parametrize("suffix", ["npz", "mat"])
def test_a_single_marker_and_labels_of_bytes(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"one.{suffix}"
    arrays = {"markers": GOOD[:, :1], "labels": np.array([b"tip"]), "rate": 10.0}
    (np.savez(path, **arrays) if suffix == "npz" else savemat(path, arrays | {"labels": ["tip"]}))
    found = read_recording(path)
    assert found.labels == ["tip"]
    np.testing.assert_array_equal(found.points, GOOD[:, :1])


def test_columns_that_are_called_like_a_marker_s_are_columns_too(tmp_path: Path) -> None:
    """Three actuators may be called pull_x, pull_y and pull_z."""
    path = tmp_path / "inputs.csv"
    path.write_text("time,pull_x,pull_y,pull_z\n0,1,2,3\n1,4,5,6\n")
    found = read_columns(path)
    assert {name: each.tolist() for name, each in found.values.items()} == {
        "pull_x": [1, 4], "pull_y": [2, 5], "pull_z": [3, 6],
    }  # fmt: skip


@pytest.mark.parametrize("suffix", ["csv", "npz"])
def test_a_column_t_beside_times_is_an_input(tmp_path: Path, suffix: str) -> None:
    """A temperature or a tension, and no second clock, whichever comes first."""
    path, columns = tmp_path / f"a.{suffix}", {"time": [0.0, 1.0], "t": [0.0, 1.0], "T": [20.0, 21.5]}
    for names in (("T", "time"), ("time", "T"), ("T", "t")):
        if suffix == "csv":
            rows = zip(*(columns[name] for name in names), strict=True)
            path.write_text("\n".join([",".join(names), *(",".join(map(str, row)) for row in rows)]) + "\n")
        else:
            np.savez(path, **{name: np.array(columns[name]) for name in names})
        found = read_columns(path)
        assert found.times.tolist() == [0.0, 1.0]
        assert {name: each.tolist() for name, each in found.values.items()} == {"T": [20.0, 21.5]}


def test_zeros_are_gaps_only_where_a_marker_would_have_to_leap(tmp_path: Path) -> None:
    """One that begins at the origin, in a log without noise, is seen there."""
    way = 0.01 * np.clip(np.arange(120.0) - 3, 0.0, 10.0)
    begins = np.stack([way, 0 * way, 0.5 * way], axis=1)
    lost = begins + [0.3, 0.0, 0.0]
    lost[5:7] = 0.0
    gone = begins + [0.3, 0.0, 0.0]
    gone[10:60] = gone[80:] = 0.0  # in whose middle it would have had time enough
    np.savez(tmp_path / "a.npz", begins=begins, lost=lost, gone=gone, never=0 * lost, rate=100.0)
    found = read_recording(tmp_path / "a.npz")
    seen = np.isfinite(found.points).all(axis=2)
    assert seen[:, found.labels.index("begins")].all()
    assert np.flatnonzero(~seen[:, found.labels.index("lost")]).tolist() == [5, 6]
    assert np.flatnonzero(~seen[:, found.labels.index("gone")]).tolist() == [*range(10, 60), *range(80, 120)]
    assert not seen[:, found.labels.index("never")].any()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("time,a_x,a_y,a_z\n0,1,2,three\n1,1,2,3\n", "line 2: 'three' under 'a_z' is no number"),
        ("time;a_x;a_y;a_z\n0;1;2;3\n1;1;2;3\n", "must stand between cells, and here it is ';'"),
        ("time,tip_x,tip_y\n0,1,2\n1,1,2\n", "the marker 'tip' has no column 'tip_z'"),
        ("time,height,tip\n0,1,2\n1,1,2\n", "columns NAME_x, NAME_y and NAME_z of a table"),
        ("time,height,tip\n0,1,2\n1,1,2\n", "times there is 'height', 'tip'"),
        (MOTIVE, "one line of names must stand above the numbers"),
        (VICON, "one line of names must stand above the numbers"),
        ("0,1,2,3\n1,1,2,3\n", "one line of names must stand above the numbers"),
        (f"time,a_x,a_y,a_z\n{200_000 * '9'},1,2,3\n", "line 2: field larger than"),
        ("time,a_x,a_y,a_z\n0,1,2\n1,1,2,3\n", "3 cells, and the line of names has 4"),
        ("time,a_x,a_y,a_z\n0,1,2,3\n", "2 or more"),
        ("time,a_x,a_y,a_z\n1,1,2,3\n0,1,2,3\n", "rising"),
        ("time,a_x,a_y,a_z\n0,1,2,3\n1,1,2,1e9\n", "--unit mm"),
        ("a_x,a_y,a_z\n1,2,3\n1,2,3\n", "--rate"),
        ("# nothing\n", "there must be markers"),
        ("time,time,a_x,a_y,a_z\n0,0,1,2,3\n1,1,1,2,3\n", "twice"),
        ("time,a_x,a_y,a_z,a_x\n0,1,2,3,4\n1,1,2,3,4\n", "twice"),
        ("time,a_x,a_y,a_z,aX\n0,1,2,3,4\n1,1,2,3,4\n", "two columns are the x of the marker 'a'"),
    ],
)
def test_a_bad_table_is_refused(tmp_path: Path, text: str, expected: str) -> None:
    refused(tmp_path / "bad.csv", expected, text.encode())


@pytest.mark.parametrize("suffix", ["npz", "mat"])
@pytest.mark.parametrize(
    ("arrays", "expected"),
    [
        ({"markers": np.zeros((4, 6)), "rate": 100.0}, "not (frames, markers, 3): reshape it to (4, 2, 3)"),
        ({"markers": np.zeros((4, 7)), "rate": 100.0}, "not (frames, markers, 3)"),
        ({"markers": GOOD, "labels": ["a", "b", "c"], "rate": 100.0}, "3 labels for 2 markers"),
        ({"markers": GOOD, "labels": ["a", "a"], "rate": 100.0}, "twice"),
        ({"markers": GOOD, "rate": -1.0}, "one number above 0"),
        ({"markers": GOOD, "rate": np.inf}, "one number above 0"),
        ({"a": GOOD[:, 0], "b": GOOD[:3, 0], "rate": 100.0}, "same number of frames"),
        ({"markers": np.ones((2, 201, 3)), "rate": 100.0}, "201 markers"),
        ({"words": "text"}, "beside times there is nothing"),
        ({"tips": GOOD, "pull": np.ones(4)}, "there is 'pull', 'tips' of shape (4, 2, 3)"),
    ],
)
def test_bad_arrays_are_refused(tmp_path: Path, suffix: str, arrays: dict, expected: str) -> None:
    path = tmp_path / f"bad.{suffix}"
    (np.savez(path, **arrays) if suffix == "npz" else savemat(path, arrays))
    refused(path, expected)


def test_a_rate_that_contradicts_the_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    np.savez(path, markers=GOOD, rate=100.0)
    with pytest.warns(UserWarning, match="it has 100 frames a second: --rate 50 is not used"):
        assert np.diff(read_recording(path, rate=50.0).times) == pytest.approx(0.01)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.diff(read_recording(path, rate=100.0).times) == pytest.approx(0.01)


def test_a_struct_is_refused_unless_markers_stand_beside_it(tmp_path: Path) -> None:
    path, take = tmp_path / "a.mat", {"tip": GOOD[:, 0], "rate": 100.0}
    savemat(path, {"take": take})
    refused(path, "'take' is a struct or a cell array: save its fields as plain arrays")
    savemat(path, {"take": take, "tip": GOOD[:, 0], "rate": 100.0})
    assert read_recording(path).labels == ["tip"]


def test_a_marker_that_lacks_an_axis_is_told_beside_others(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("time,a_x,a_y,a_z,b_x,b_y\n0,1,2,3,4,5\n1,1,2,3,4,5\n")
    with pytest.warns(UserWarning, match=r"a.csv: 'b' has no column 'b_z', so it is no marker"):
        assert read_recording(path).labels == ["a"]


def test_objects_are_not_unpickled(tmp_path: Path) -> None:
    path, sprung = tmp_path / "trap.npz", tmp_path / "sprung"
    np.savez(path, markers=np.array([Trap(sprung)], dtype=object), rate=100.0)
    refused(path, "trap.npz")
    assert not sprung.exists()


def test_a_huge_size_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "huge.npz"
    np.savez(path, markers=GOOD, rate=100.0)
    data = path.read_bytes().replace(b"(4, 2, 3), }    ", b"(99999999,2,3),}")
    assert b"99999999" in data
    refused(path, "huge.npz", data)


@pytest.mark.parametrize("suffix", ["npz", "mat", "c3d"])
@pytest.mark.parametrize("data", [b"no such file", struct.pack("<256h", *range(256)), b"\x02P" + bytes(510)])
def test_rubbish_is_refused(tmp_path: Path, suffix: str, data: bytes) -> None:
    refused(tmp_path / f"bad.{suffix}", f"bad.{suffix}", data)


@pytest.mark.parametrize(
    ("said", "metres"), [("mm", 1e-3), ("MM\0\0", 1e-3), ("", 1.0), ("inch", None), ("furl", None)]
)
def test_a_unit_that_is_not_known_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, metres: float | None
) -> None:
    """The file is of a library that need not be there."""
    reader = SimpleNamespace(
        read_frames=lambda: [(i, np.ones((2, 5)), None) for i in range(3)],
        point_labels=["a", "b"], point_rate=100.0, get=lambda name: SimpleNamespace(string_value=said),
    )  # fmt: skip
    monkeypatch.setitem(sys.modules, "c3d", SimpleNamespace(Reader=lambda file: reader))
    monkeypatch.setattr(recording, "read_apart", lambda path, reader: parse_c3d(path))
    path = tmp_path / "a.c3d"
    path.write_bytes(b"something")
    unit = None
    if metres is None:
        refused(path, "POINT:UNITS is none of m, cm, mm: say the unit, such as --unit mm")
        unit = metres = 0.0254
    found = read_recording(path, unit)
    np.testing.assert_allclose(found.points, metres)
    if said:
        with pytest.warns(UserWarning, match="--unit is not used") if unit is None else nullcontext():
            found = read_recording(path, 0.0254)
        np.testing.assert_allclose(found.points, metres)  # what a file says itself counts


def refused(path: Path, expected: str, data: bytes | None = None) -> None:
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(SoftreinError) as caught:
        read_recording(path)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
