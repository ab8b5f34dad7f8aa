"""Snapshots on disk: they are read back as written, in blocks; an incomplete file is never accepted."""

from __future__ import annotations

import os
from pathlib import Path

import h5py
import numpy as np
import pytest

from offline.campaign.snapshots import (
    NotWrittenError,
    Snapshots,
    SnapshotWriter,
    fingerprint,
    is_whole,
    remove_leftovers,
)
from reduce.pod import pod
from softrein.errors import BasisError, CampaignError


@pytest.fixture
def files(tmp_path):
    """Two runs of 10 and 4 states of 3 numbers, and all of them as columns."""
    states = np.arange(42.0).reshape(3, 14)
    for index, part in enumerate((states[:, :10], states[:, 10:])):
        with SnapshotWriter(tmp_path / f"{index}.h5", "print") as write:
            write.append(part[:, 0])
            write.append(part[:, 1:])
            write.record("figure", 3.5)
    return [tmp_path / "0.h5", tmp_path / "1.h5"], states


def test_snapshots_come_back_in_columns(files):
    paths, states = files
    snapshots = Snapshots(paths)
    assert (snapshots.size, snapshots.count, len(snapshots)) == (3, 14, 14)
    np.testing.assert_array_equal(np.hstack(list(snapshots)), states)
    np.testing.assert_array_equal(snapshots.run(1), states[:, 10:])
    assert snapshots.record(0, "figure") == 3.5
    blocks = list(snapshots.blocks(4))
    assert [block.shape[1] for block in blocks] == [4, 4, 2, 4]
    np.testing.assert_array_equal(np.hstack(blocks), states)


def test_every_third_state(files):
    paths, states = files
    wanted = np.hstack([states[:, :10:3], states[:, 10::3]])
    for columns in (None, 1, 2):
        blocks = list(Snapshots(paths, every=3).blocks(columns))
        np.testing.assert_array_equal(np.hstack(blocks), wanted)
    assert Snapshots(paths, every=3).count == 6


def test_the_basis_of_files_is_that_of_their_states(files):
    paths, states = files
    np.testing.assert_allclose(pod(Snapshots(paths), 2).vectors, pod(states, 2).vectors, atol=1e-12)
    with pytest.raises(BasisError, match="14 snapshots hold 2"):
        pod(Snapshots(paths), 3)


def test_a_run_larger_than_a_block_comes_in_parts(files, monkeypatch):
    paths, _ = files
    monkeypatch.setattr("offline.campaign.snapshots.BLOCK_BYTES", 2 * 3 * 8)
    assert [block.shape[1] for block in Snapshots(paths)] == [2] * 7


def test_a_file_appears_only_when_whole(tmp_path):
    path = tmp_path / "run.h5"

    def half_a_run():
        with SnapshotWriter(path, "print") as write:
            write.append(np.ones(3))
            assert not path.exists()
            raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 - the one raised above
        half_a_run()
    assert not list(tmp_path.iterdir())


def test_a_failed_run_leaves_the_file_before_it(files):
    path = files[0][0]
    with pytest.raises(CampaignError, match="no states"), SnapshotWriter(path, "other"):
        pass
    assert is_whole(path, "print")
    assert len(list(path.parent.iterdir())) == 2


def test_states_of_unequal_length(tmp_path):
    with SnapshotWriter(tmp_path / "run.h5", "") as write:
        write.append(np.ones(3))
        with pytest.raises(ValueError, match="3 numbers"):
            write.append(np.ones(4))


def test_leftovers_are_removed_and_nothing_else(files):
    folder = files[0][0].parent
    (folder / ".0.h5.cafe.part").touch()
    (folder / "notes.txt").touch()
    remove_leftovers(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["0.h5", "1.h5", "notes.txt"]


def without(name):
    def change(file):
        del file.attrs[name]

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without("format"), "not a file of snapshots"),
        (without("complete"), "was not finished"),
        (lambda file: file.attrs.update(version=99), "version 99 .* update it"),
        (
            lambda file: file.attrs.update(count=11),
            "holds 10 states of 3 numbers, but was written with 11 of 3",
        ),
        (lambda file: file["states"].resize(9, axis=0), "holds 9 states"),
        (lambda file: file.move("states", "other"), "was not finished"),
    ],
)
def test_a_file_that_was_tampered_with(files, change, says):
    path = files[0][0]
    with h5py.File(path, "r+", libver="earliest") as file:
        change(file)
    assert not is_whole(path, "print")
    with pytest.raises(CampaignError, match=f"0.h5: .*{says}"):
        Snapshots([path])


def without_sum(file):
    del file.attrs["checksum"]


def other_number(file):
    file["states"][3, 1] += 1e-9


def no_number(file):
    file["states"][3, 1] = np.nan


def another_record(file):
    file["more"] = [1.0, 2.0]


def link_to_another(file):
    file["more"] = h5py.ExternalLink("/etc/passwd", "/")


def virtual(file):
    layout = h5py.VirtualLayout(shape=(2,), dtype="f8")
    layout[:] = h5py.VirtualSource("1.h5", "states", shape=(2,))
    file.create_virtual_dataset("more", layout)


def endless(file):
    file.create_dataset("more", (10**12,), "f8", chunks=(1000,))


def replaced(name, change):
    """The same bytes as another array."""

    def make(file):
        data = change(file[name][()])
        del file[name]
        file[name] = data

    return make


def reshaped_states(file):
    replaced("states", lambda states: states.reshape(6, 5))(file)
    file.attrs.update(count=6, size=5)


def empty_record(file):
    file["more"] = h5py.Empty("f8")


@pytest.mark.parametrize(
    "change",
    [
        without_sum,
        other_number,
        no_number,
        another_record,
        link_to_another,
        virtual,
        endless,
        reshaped_states,
        empty_record,
        replaced("states", lambda states: states.view("i8")),
        replaced("figure", lambda figure: figure.reshape(1)),
        replaced("figure", lambda figure: np.float64(-1.0)),
        lambda file: file.attrs.update(version=[3, 3]),
        lambda file: file.attrs.update(version=h5py.Empty("i8")),
        lambda file: file.attrs.update(version=2),
        lambda file: file.attrs.update(format=["softrein-snapshots"] * 2),
        lambda file: file.attrs.update(complete=[1, 1]),
        lambda file: file.attrs.update(count=[10, 10]),
        lambda file: file.attrs.update(fingerprint="other"),
    ],
)
def test_a_file_with_other_contents_is_not_taken_up(files, change):
    path = files[0][0]
    with h5py.File(path, "r+", libver="earliest") as file:
        change(file)
    assert not is_whole(path, "print")
    assert not is_whole(path, "other")
    assert is_whole(files[0][1], "print")


@pytest.mark.parametrize(("state", "beside"), [(np.inf, 1.0), (1.0, np.nan)])
def test_what_is_no_number_is_not_taken_up_whoever_wrote_it(tmp_path, state, beside):
    with SnapshotWriter(tmp_path / "run.h5", "print") as write:
        write.append(np.array([1.0, state]))
        write.record("beside", beside)
    assert not is_whole(tmp_path / "run.h5", "print")


@pytest.mark.parametrize(
    "about", [{"version": [3, 3]}, {"version": h5py.Empty("i8")}, {"format": [1, 2]}, {"complete": [1, 1]}]
)
def test_attributes_of_any_kind_are_told_of_in_one_line(files, about):
    path = files[0][0]
    with h5py.File(path, "r+", libver="earliest") as file:
        file.attrs.update(about)
    with pytest.raises(CampaignError, match=r"0\.h5: "):
        Snapshots([path])


def test_states_and_records_have_the_shapes_that_the_model_has(files):
    paths, states = files
    snapshots = Snapshots(paths[:1], size=3, count=10)
    np.testing.assert_array_equal(snapshots.record(0, "states", (3, None)), states[:, :10])
    assert snapshots.at_least_0(0, "figure") == 3.5
    with pytest.raises(CampaignError, match=r"0.h5: states has the shape \(3, 10\), .* wants \(4, any\)"):
        Snapshots(paths, size=4)
    with pytest.raises(CampaignError, match=r"1.h5: states .*\(3, 4\), .* wants \(3, 10\)"):
        Snapshots(paths, size=3, count=10)
    with pytest.raises(CampaignError, match=r"0.h5: figure has the shape \(\), .* wants \(any,\)"):
        snapshots.record(0, "figure", (None,))


@pytest.mark.parametrize("value", [-1.0, np.nan, [1.0], b"text"])
def test_a_figure_that_no_run_can_have(tmp_path, value):
    with SnapshotWriter(tmp_path / "run.h5", "print") as write:
        write.append(np.ones(2))
        write.record("seconds", value)
    with pytest.raises(CampaignError, match=r"run.h5: seconds "):
        Snapshots([tmp_path / "run.h5"]).at_least_0(0, "seconds")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_neither_waited_for_nor_replaced(tmp_path, make):
    path = tmp_path / "run.h5"
    make(path)
    assert not is_whole(path, "print")
    with pytest.raises(CampaignError, match="is no regular file"):
        Snapshots([path])
    with pytest.raises(NotWrittenError, match="is no regular file"), SnapshotWriter(path, "print"):
        pass
    assert not path.is_file()
    assert [each.name for each in tmp_path.iterdir()] == ["run.h5"]


def test_what_is_no_file_by_the_end_of_a_run_stays(tmp_path):
    path = tmp_path / "run.h5"

    def made_meanwhile():
        with SnapshotWriter(path, "print") as write:
            write.append(np.ones(2))
            os.mkfifo(path)

    with pytest.raises(NotWrittenError, match="is no regular file"):
        made_meanwhile()
    assert path.is_fifo()


def test_every_kind_of_record_is_in_the_checksum(tmp_path):
    with SnapshotWriter(tmp_path / "run.h5", "print") as write:
        for _ in range(3):
            write.append(np.ones(2))
            write.append(np.ones((4, 2)), "blocks")
        write.record("names", np.array([b"one", b"three"]))
        write.record("number", 3)
        write.record("flag", True)
        write.record("none", np.zeros((0, 2)))
        write.record("columns", np.arange(6.0).reshape(2, 3).T)
    assert is_whole(tmp_path / "run.h5", "print")


def test_a_link_is_no_run_and_what_it_leads_to_stays(files, tmp_path):
    link = tmp_path / "link.h5"
    link.symlink_to(files[0][0])
    assert not is_whole(link, "print")
    with pytest.raises(CampaignError, match="is a link"):
        Snapshots([link])
    with SnapshotWriter(link, "other") as write:
        write.append(np.ones(3))
    assert is_whole(files[0][0], "print")
    assert not link.is_symlink()


def test_files_that_cannot_be_read(files, tmp_path):
    paths, _ = files
    with pytest.raises(CampaignError, match=r"absent.h5: no such file"):
        Snapshots([tmp_path / "absent.h5"])
    os.truncate(paths[1], 1500)
    with pytest.raises(CampaignError, match=r"1.h5: truncated"):
        Snapshots(paths)
    (tmp_path / "text.h5").write_text("hello")
    with pytest.raises(CampaignError, match=r"text.h5: .*not an HDF5 file"):
        Snapshots([tmp_path / "text.h5"])


def test_runs_of_different_meshes(files, tmp_path):
    with SnapshotWriter(tmp_path / "4.h5", "") as write:
        write.append(np.ones(4))
    with pytest.raises(CampaignError, match=r"4.h5: a state holds 4 numbers, in .*0.h5 it holds 3"):
        Snapshots([*files[0], tmp_path / "4.h5"])


def test_bad_questions(files):
    with pytest.raises(CampaignError, match="no files"):
        Snapshots([])
    with pytest.raises(CampaignError, match="every must be at least 1"):
        Snapshots(files[0], every=0)
    with pytest.raises(CampaignError, match=r"0.h5: no record 'speed'; there are figure, states"):
        Snapshots(files[0]).record(0, "speed")


def test_fingerprints():
    different = [
        1, 1.0, True, "1", b"1", None, [1], [[1]], {"a": 1}, {"a": 2}, {"b": 1}, np.ones(1), np.ones(2),
        np.ones((1, 1)), np.ones(1, int), ["ab", "c"], ["a", "bc"], np.float64(1), [], "", [[], 1], [[1], []],
    ]  # fmt: skip
    prints = [fingerprint(value) for value in different]
    assert len(set(prints)) == len(different)
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    assert fingerprint(np.arange(6).reshape(2, 3)) == fingerprint(np.arange(6).reshape(2, 3).copy("F"))
    assert fingerprint(Path("a/b")) == fingerprint("a/b")
    # The same on every machine and in every process, where Python's own hashes differ.
    assert fingerprint(1, "x", np.arange(3.0)).startswith("05c059669d664968")
    with pytest.raises(TypeError, match="no fingerprint of a object"):
        fingerprint(object())
