"""Points over time from USD (.usd, .usda, .usdc), by Pixar's own library, where it is installed.

The points of each mesh, or other prim with points, are brought into the world by all transforms above it, at
each time for which the file has a sample of the points or of a transform. A file must be complete by itself:
one that refers to others (sublayers, references, payloads, clips) is refused.

Limits: motion by a skeleton or by blend shapes is not evaluated; the animating program must write it as
points.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from meshes.formats.other_files import only_this
from meshes.formats.reader_process import Arrays
from meshes.tetmesh import Floats
from softrein.errors import MeshError, missing_extra

if TYPE_CHECKING:
    from pxr import Sdf, Usd


def parse_usd(path: Path) -> Arrays:
    """Read the moving points of a USD file; called in the process that reads foreign files.

    Returns arrays by name: for each prim with points, by its path, `points/PATH` (frames, n, 3) and
    `times/PATH` (frames,) s; and where the file has them, `unit`, its metres per unit, and `up`, the number
    of its vertical axis. Raises MeshError.
    """
    os.environ["PXR_WORK_THREAD_LIMIT"] = "1"  # the stack of each thread counts as used memory
    try:
        from pxr import Sdf, Tf, Usd, UsdGeom
    except ImportError as error:
        raise missing_extra("usd", f"reading {path.suffix}", "usd-core") from error
    try:
        with only_this(path):
            layer = Sdf.Layer.FindOrOpen(str(path.absolute()))
        if layer is None:
            raise MeshError(f"{path}: malformed, truncated or unsupported {path.suffix} file")
        _check_alone(path, layer)
        stage = Usd.Stage.Open(layer, None, Usd.Stage.LoadNone)
    except Tf.ErrorException:
        raise MeshError(f"{path}: malformed, truncated or unsupported {path.suffix} file") from None
    found: Arrays = {}
    if UsdGeom.StageHasAuthoredMetersPerUnit(stage):
        found["unit"] = np.array([UsdGeom.GetStageMetersPerUnit(stage)])
    if stage.HasAuthoredMetadata(UsdGeom.Tokens.upAxis):
        found["up"] = np.array([{"Y": 1, "Z": 2}.get(str(UsdGeom.GetStageUpAxis(stage)), 1)])
    rate = stage.GetTimeCodesPerSecond()
    if not 0 < rate < np.inf:
        raise MeshError(f"{path}: says that a second has {rate:g} time codes")
    for prim in stage.Traverse():
        if prim.IsA(UsdGeom.PointBased):
            name = str(prim.GetPath())
            points, codes = _moving(path, prim)
            found |= {f"points/{name}": points, f"times/{name}": codes / rate}
    return found


def _check_alone(path: Path, layer: Sdf.Layer) -> None:
    """Raise MeshError where the layer, which was read from `path`, refers to other files."""
    clips: list[str] = []

    def look(place: Sdf.Path) -> None:
        spec = layer.GetPrimAtPath(place) if place.IsPrimPath() else None
        if spec is not None and spec.HasInfo("clips"):
            clips.append(str(place))

    layer.Traverse(layer.pseudoRoot.path, look)
    if clips or layer.GetCompositionAssetDependencies() or layer.GetExternalAssetDependencies():
        raise MeshError(
            f"{path}: refers to other files, which is not possible for an animation: write all of it into "
            "one file (usdcat --flatten)"
        )


def _moving(path: Path, prim: Usd.Prim) -> tuple[Floats, Floats]:
    """Return the points in the world (frames, n, 3), and the time codes (frames,) of the frames."""
    from pxr import Usd, UsdGeom

    attribute = UsdGeom.PointBased(prim).GetPointsAttr()
    codes = set(attribute.GetTimeSamples())
    above = prim
    while above and not above.IsPseudoRoot():
        if above.IsA(UsdGeom.Xformable):
            codes |= set(UsdGeom.Xformable(above).GetTimeSamples())
        above = above.GetParent()
    times = sorted(codes) or [0.0]
    frames: list[Floats] = []
    for code in times:
        here = attribute.Get(Usd.TimeCode(code))
        points = np.empty((0, 3)) if here is None else np.array(here, dtype=np.float64).reshape(-1, 3)
        if frames and len(points) != len(frames[0]):
            raise MeshError(
                f"{path}: at time code {code:g} there are {len(points)} points and {len(frames[0])} before: "
                "the number must not change"
            )
        turn = np.array(UsdGeom.XformCache(Usd.TimeCode(code)).GetLocalToWorldTransform(prim))
        frames.append(points @ turn[:3, :3] + turn[3, :3])
    return np.array(frames), np.array(times, dtype=np.float64)
