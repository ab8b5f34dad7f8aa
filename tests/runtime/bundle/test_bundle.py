"""The bundle file: a round trip keeps every bit, and no broken, altered or foreign file gets through."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import fields
from pathlib import Path

import h5py
import numpy as np
import pytest

import softrein
from runtime.bundle import attributes
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from softrein.errors import BundleError, ControllerError
from tests.runtime.bundle.bundle_files import array, resigned


@pytest.fixture
def saved(small_bundle: BodyBundle, tmp_path: Path) -> Path:
    path = tmp_path / "beam.softrein"
    bundle_file.save(small_bundle, path)
    return path


def test_a_round_trip_keeps_everything(small_bundle: BodyBundle, saved: Path) -> None:
    again = softrein.load(saved)
    for field in fields(BodyBundle):
        one, other = getattr(small_bundle, field.name), getattr(again, field.name)
        if isinstance(one, tuple):
            for a, b in zip(one, other, strict=True):
                np.testing.assert_array_equal(a, b)
        elif isinstance(one, dict) and field.name in {"gains", "regions", "handle"}:
            assert one.keys() == other.keys()
            for name in one:
                np.testing.assert_array_equal(one[name], other[name])
        elif isinstance(one, np.ndarray):
            np.testing.assert_array_equal(one, other)
            assert one.dtype == other.dtype
        elif field.name in {"pushes", "targets", "stages", "scene"}:
            assert json.dumps(one, default=vars) == json.dumps(other, default=vars)
        else:
            assert one == other


def test_regions_may_be_called_anything(small_bundle: BodyBundle, tmp_path: Path) -> None:
    names = ["legs/left", "legs", "/", "a/", ".", "..", "%2F", "50% of it", "%25", "größe", "a.b c"]
    named = dataclasses.replace(
        small_bundle, regions={name: np.arange(k + 1) for k, name in enumerate(names)}, targets=[]
    )
    bundle_file.save(named, tmp_path / "a.softrein")
    again = softrein.load(tmp_path / "a.softrein")
    assert isinstance(again, BodyBundle)
    assert {name: len(region) for name, region in again.regions.items()} == {
        name: k + 1 for k, name in enumerate(names)
    }


def test_a_loaded_bundle_runs_alike_to_the_bit(small_bundle: BodyBundle, saved: Path) -> None:
    np.testing.assert_array_equal(softrein.load(saved).run().states, small_bundle.run().states)


def test_saving_leaves_no_part_file(saved: Path) -> None:
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


def test_saving_where_one_cannot_is_one_clear_error(small_bundle: BodyBundle, tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="cannot be written"):
        bundle_file.save(small_bundle, tmp_path / "no-such-folder" / "x.softrein")


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="softrein precompute"):
        softrein.load(tmp_path / "none.softrein")


@pytest.mark.parametrize("keep", [0, 7, 100, 0.3, 0.9, 0.9999])
def test_a_truncated_file_is_refused(saved: Path, keep: float) -> None:
    data = saved.read_bytes()
    saved.write_bytes(data[: int(keep if keep >= 1 else keep * len(data))])
    with pytest.raises(BundleError, match=saved.name):
        softrein.load(saved)


def test_any_flipped_byte_is_noticed(saved: Path) -> None:
    """Whatever part of the file it hits: the load fails clearly, or the byte held nothing."""
    data, whole = bytearray(saved.read_bytes()), softrein.load(saved)
    rng = np.random.default_rng(5)
    noticed = 0
    for place in rng.integers(0, len(data), 60):
        damaged = bytearray(data)
        damaged[place] ^= 1 << int(rng.integers(8))
        saved.write_bytes(damaged)
        try:
            again = softrein.load(saved)
        except BundleError:
            noticed += 1
        else:
            np.testing.assert_array_equal(again.track.states, whole.track.states)
            np.testing.assert_array_equal(again.gains["lqr"], whole.gains["lqr"])
    assert noticed > 50


def test_a_newer_version_asks_for_a_newer_softrein(saved: Path) -> None:
    with h5py.File(saved, "a") as file:
        file.attrs["version"] = bundle_file.VERSION + 1
    with pytest.raises(BundleError, match="newer"):
        softrein.load(saved)


def test_another_hdf5_file_is_no_bundle(tmp_path: Path) -> None:
    with h5py.File(tmp_path / "x.h5", "w") as file:
        file["a"] = 1
    with pytest.raises(BundleError, match="not a softrein bundle"):
        softrein.load(tmp_path / "x.h5")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda file: file.__delitem__("vectors"), "incomplete"),
        (array("limits", np.zeros(3)), "limits"),
        (array("tets", np.full((2, 4), 10**6)), "tets"),
        (array("free", np.array([-1])), "free"),
        (array("gains/lqr", np.zeros((80, 8, 3))), "gains/lqr"),
        (array("costs/running", np.full((16, 16), np.nan)), "NaN"),
        (array("model/panels", np.zeros(4)), "panels"),
        (lambda file: file.create_dataset("track/extra", data=1.0), "extra"),
        (lambda file: file.create_dataset("deep/er/still", data=1.0), "deep"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_even_when_signed(saved: Path, change, words: str) -> None:  # type: ignore[no-untyped-def]
    resigned(saved, change)
    with pytest.raises(BundleError, match=words):
        softrein.load(saved)


def test_what_is_not_wholly_stored_is_never_read(saved: Path) -> None:
    """A claim of a terabyte, a link to another file, and text are refused before they are read."""

    def terabyte(file: h5py.File) -> None:
        del file["limits"]
        file.create_dataset("limits", shape=(1 << 37,), dtype="f8")

    def link(file: h5py.File) -> None:
        del file["limits"]
        file["limits"] = h5py.ExternalLink("/etc/passwd", "/x")

    def text(file: h5py.File) -> None:
        del file["limits"]
        file["limits"] = "text"

    original = saved.read_bytes()
    for change in (terabyte, link, text):
        saved.write_bytes(original)
        with h5py.File(saved, "a") as file:
            change(file)
        with pytest.raises(BundleError, match="limits"):
            softrein.load(saved)


def test_saving_refuses_more_arrays_than_loading_takes(small_bundle: BodyBundle, tmp_path: Path) -> None:
    many = {f"point_{k}": np.array([k % 5]) for k in range(10_000)}
    with pytest.raises(BundleError, match="10000 at most; leave"):
        bundle_file.save(dataclasses.replace(small_bundle, regions=many, targets=[]), tmp_path / "a.softrein")
    assert not list(tmp_path.iterdir())


def test_further_motions_keep_those_that_are_there_and_scenes_of_their_own(
    small_bundle: BodyBundle, tmp_path: Path
) -> None:
    first, second, third = (dataclasses.replace(small_bundle, motion_name=name) for name in "abc")
    third = dataclasses.replace(third, scene={**third.scene, "description": "another"}, name="edited")
    both = first.with_motions([second])
    with pytest.raises(ControllerError, match="names of their own"):
        both.with_motions([second])
    bundle_file.save(both.with_motions([third]), tmp_path / "a.softrein")
    again = softrein.load(tmp_path / "a.softrein")
    assert list(again.motions) == ["a", "b", "c"]
    assert again.motion("c").scene["description"] == "another"
    assert again.motion("c").name == "edited"
    assert again.motion("b").scene == first.scene


def test_a_file_that_another_process_replaces_meanwhile_is_read_once_more(
    small_bundle: BodyBundle, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file's texts are read by its path, which names another file by then."""
    later, text = saved.with_name("later.softrein"), attributes.text
    bundle_file.save(dataclasses.replace(small_bundle, name="later"), later)

    def replaced(file: h5py.File, path: Path, name: str) -> str | None:
        if name == "checksum" and later.exists():
            later.replace(saved)
        return text(file, path, name)

    monkeypatch.setattr(attributes, "text", replaced)
    assert softrein.load(saved).name == "later"


def test_a_path_that_no_file_can_have_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="cannot be read: File name too long"):
        softrein.load(tmp_path / ("a" * 250))
