"""The size that a surface's grid of distances may have, and the error where it would be larger."""

from __future__ import annotations

import numpy as np
import pytest

from meshes import SignedDistance
from meshes.signed_distance import LEAST_CELLS
from softrein.errors import MeshError


def ball(radius: float) -> tuple[np.ndarray, np.ndarray]:
    import pyvista

    found = pyvista.Icosphere(radius=radius, nsub=2)
    return np.array(found.points, dtype=float), found.regular_faces


@pytest.mark.parametrize("scale", [1e-3, 1e-6, 1e-7, 1e-8])
def test_a_surface_much_smaller_than_the_layer_is_refused(scale: float) -> None:
    """A ball of 6 cm whose file is in another unit; at 1e-6 the number of nodes is beyond 2^63."""
    with pytest.raises(MeshError, match=r"check `scale`.*smaller contact.distance") as refused:
        SignedDistance.of(*ball(0.03 * scale), margin=3e-3)
    told = str(refused.value)
    assert float(told.split()[2]) == pytest.approx(0.06 * scale, rel=0.02)
    assert "would do" not in told


def test_fewer_cells_are_proposed_only_where_they_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    surface, most = ball(0.03), 40_000
    monkeypatch.setattr("meshes.signed_distance.MOST_NODES", most)
    with pytest.raises(MeshError, match=r"`cells` are too many beside 0.05 m.*; (\d+) would do") as refused:
        SignedDistance.of(*surface, margin=0.05, cells=200)
    fit = int(str(refused.value).split("; ")[1].split()[0])
    assert LEAST_CELLS <= fit < 200
    assert SignedDistance.of(*surface, margin=0.05, cells=fit).values.size <= most
    with pytest.raises(MeshError, match=f"; {fit} would do"):
        SignedDistance.of(*surface, margin=0.05, cells=fit + 1)
