"""Surfaces by fewer triangles, for pages."""

from __future__ import annotations

import numpy as np


def coarser(rest: np.ndarray, triangles: np.ndarray, most: int) -> np.ndarray:
    """Return at most `most` triangles (k, 3) for a surface, over some of its vertices (v, 3).

    Decimated by quadric errors; each vertex that is left then moves to the nearest one of the surface.
    """
    if len(triangles) <= most:
        return triangles
    from pyvista import PolyData
    from scipy.spatial import cKDTree

    surface = PolyData.from_regular_faces(rest.astype(float), triangles)
    left = surface.decimate(1 - most / len(triangles))
    found = cKDTree(rest).query(left.points)[1][left.regular_faces]
    flat = (found == np.roll(found, 1, axis=1)).any(axis=1)
    return np.asarray(found[~flat])
