"""C3D files as the library c3d writes them."""

from __future__ import annotations

import numpy as np
import pytest

from offline.identification.recording import read_recording

c3d = pytest.importorskip("c3d", reason="the extra `c3d` is not installed")


@pytest.mark.filterwarnings("ignore:No analog data")
@pytest.mark.parametrize(("unit", "metre"), [("m", 1.0), ("mm", 1000.0)])
def test_markers_units_rates_and_gaps_are_read(tmp_path, unit, metre):
    points = np.random.default_rng(0).uniform(0.1, 0.9, (7, 3, 3))
    writer = c3d.Writer(point_rate=125.0, point_units=f"{unit:4}")
    writer.set_point_labels(["tip", "middle", "base"])
    for frame, places in enumerate(points):
        table = np.zeros((3, 5))
        table[:, :3] = metre * places
        if frame == 4:
            table[1, 3] = -1.0  # not seen
        writer.add_frames([(table, np.zeros((0, 0)))])
    path = tmp_path / "a.c3d"
    with path.open("wb") as file:
        writer.write(file)
    found = read_recording(path)
    assert [label.strip() for label in found.labels] == ["tip", "middle", "base"]
    np.testing.assert_allclose(np.diff(found.times), 1 / 125.0)
    points[4, 1] = np.nan
    np.testing.assert_allclose(found.points, points, atol=1e-4)
