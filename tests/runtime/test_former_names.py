"""Arguments, fields and options by their former names: they do the same, and a warning says the new name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from runtime.base.fields import header_of
from runtime.bundle.body import BodyBundle
from runtime.bundle.endless import seam_deviations
from runtime.bundle.file import load, save
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.control.planning.options import Replanning

PREVIEW = "foresees is called preview now"
BLOCK = "stride is called block now"


def test_the_former_name_of_preview_does_the_same(small_bundle: BodyBundle) -> None:
    wanted = small_bundle.run(controller="spd", preview=True)
    assert not np.array_equal(wanted.states, small_bundle.run(controller="spd").states)
    with pytest.warns(UserWarning, match=PREVIEW):
        found = small_bundle.run(controller="spd", foresees=True)
    np.testing.assert_array_equal(found.states, wanted.states)
    with pytest.warns(UserWarning, match=PREVIEW):
        batch = small_bundle.rollouts([small_bundle.pushes], "spd", foresees=True)
    assert batch.error[0] == pytest.approx(wanted.error, rel=1e-9)
    with pytest.warns(UserWarning, match=PREVIEW):
        small_bundle.simulator("spd", foresees=True).step()
    with pytest.warns(UserWarning, match=PREVIEW):
        assert small_bundle.law("spd", foresees=True).previews
    with pytest.warns(UserWarning, match=PREVIEW):
        batches = small_bundle.rollouts_under(["spd"], [[]], foresees=True)  # type: ignore[call-arg]
    assert len(batches) == 1
    with pytest.warns(UserWarning, match=PREVIEW):
        seam_deviations(small_bundle, 1, "spd", foresees=True)


def test_the_former_name_of_the_field_is_read_and_replaced(either_bundle: Bundle) -> None:
    with pytest.warns(UserWarning, match=PREVIEW):
        told = replace(either_bundle, foresees=True)  # type: ignore[call-arg]
    assert told.preview
    assert not either_bundle.preview
    with pytest.warns(UserWarning, match=PREVIEW):
        assert told.foresees
    with pytest.warns(UserWarning, match=PREVIEW):
        assert not replace(told, foresees=False).preview  # type: ignore[call-arg]


def test_the_former_name_of_what_controls_drive_is_read(small_bundle: BodyBundle) -> None:
    with pytest.warns(UserWarning, match="driven is called actuated now"):
        assert small_bundle.driven is small_bundle.actuated


def test_the_former_name_of_blocks_does_the_same(either_bundle: Bundle) -> None:
    with pytest.warns(UserWarning, match=BLOCK):
        found = either_bundle.choice("mpc", horizon=6, stride=3)
    assert found.options == either_bundle.choice("mpc", horizon=6, block=3).options
    assert found.options.block == 3


def test_files_have_blocks_by_the_name_that_they_had(small_smoke: SmokeBundle, tmp_path: Path) -> None:
    own = replace(small_smoke, replanning=Replanning(horizon=8, block=4))
    held = header_of(own)["replanning"]
    assert isinstance(held, dict)
    assert held["stride"] == 4
    assert "block" not in held
    save(own, tmp_path / "a.softrein")
    assert load(tmp_path / "a.softrein").replanning == own.replanning
