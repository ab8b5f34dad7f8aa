"""Robots and their tasks, as scenes: two that others built and published, and two of the package.

    diamond     four legs and four cables (Alora, Cenedese, Lorenzetti, Pavone and others,
                "soft-robot-control"); its equilibrium, and a log of what was pulled and where its top went,
                both by SOFA. Its task here is a figure of eight of 15 mm
    trunk-10    their trunk with eight cables: its tip draws a figure of eight of 10 mm in 10 s
    trunk-30    the same of 30 mm
    own-trunk   the scene `trunk`, of its tip alone
    own-finger  the scene `finger`, whose two chambers bend its tip to and fro

The first two are read from a folder: `diamond.npz` and `trunk.vtk`, lengths in mm. Settings that are not in
these files are as published with them: corotated elements, backward Euler, Rayleigh damping, all vertices of
equal mass. All controllers know only the place of the followed point, at 100 Hz.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast
from zipfile import BadZipFile, ZipFile

import numpy as np

from meshes import TetMesh, read_mesh, write_mesh
from offline.full.body.full_body import build_mesh
from offline.full.body.step_solver import DIRECT
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import scene_entries, scene_of
from softrein.errors import SceneError

Array = np.ndarray
Entries = dict[str, Any]

MM = 1e-3
# m, amplitude of the finger's tip: both chambers at their limit bend it by 22 mm, always to the same side
BENT = 0.016
ROUND = 10.0  # s, duration of a figure of eight
POINTS = 64  # points of a path
STEPS = 1000  # number of steps of 10 ms
MOST_PULL = 0.4  # N, largest tension used for the trunk's cables: half their limit, at which it buckles
RUNS = 4  # training runs for a basis, each a whole round
LARGEST = 10_000_000  # bytes, largest size of diamond.npz when unpacked
TOP, TIP = 1354, 51  # indices of the followed vertices
ARRAYS = {"X": 3, "T": 4, "q0": 3, "u": 4, "z": 6}  # arrays of diamond.npz and their numbers of columns
PUSH = {
    "at": "followed",
    "force": [0.02, 0.01, 0.0],
    "time": 1.0,
    "duration": 0.2,
    "radius": 0.01,
}
# standard deviation of unknown forces for the observer, as a fraction of the actuators' range
UNMODELLED = 0.1
HORIZON = 1  # steps of MPC's horizon: as many as allow 99 of 100 answers within a step of 10 ms
NOISE = "0.1 mm"  # noise of the measured position for the observer


class Log(NamedTuple):
    """A log that others recorded of a robot."""

    equilibrium: Array  # (n, 3) m, positions of all vertices under gravity alone
    pulled: Array  # (T, s) N, cable tensions, constant over each step
    places: Array  # (T, 3) m, positions of the followed vertex at the beginning of each step
    vertex: int


class Robot(NamedTuple):
    """A robot with its task."""

    name: str
    words: str
    scene: BodyScene
    log: Log | None = None


def robots(names: list[str], data: Path | None, folder: Path) -> list[Robot]:
    """Return robots by name, all without `names`; meshes that have to be made are written into `folder`.

    Raises SceneError for an unknown name, or where `data` lacks the files of a robot.
    """
    unknown = [name for name in names if name not in ROBOTS]
    if unknown:
        raise SceneError(f"there is no robot {unknown[0]!r}; there are {', '.join(ROBOTS)}")
    wanted = [name for name in ROBOTS if not names or name in names]
    missing = [name for name in wanted if name in FILES and not (data and (data / FILES[name]).is_file())]
    if missing:
        where = "give the folder that has it, --data FOLDER" if data is None else f"it is not in {data}"
        raise SceneError(f"{missing[0]} needs {FILES[missing[0]]}: {where} (docs/robots.md says whence)")
    return [ROBOTS[name](data, folder) for name in wanted]


def eight(amplitude: float) -> list[list[float]]:
    """Return points in m on a figure of eight (-A sin t, A sin 2 t), of an amplitude in m."""
    turn = 2 * np.pi * np.arange(POINTS) / POINTS
    return (amplitude * np.column_stack([-np.sin(turn), np.sin(2 * turn)])).tolist()


def _of_others(name: str, mesh: Entries, mass: float, volume: float, more: Entries) -> Entries:
    """Return the entries that both robots share; lengths in m."""
    return {
        "name": name,
        "seed": 1,
        "up": "z",
        "start": "equilibrium",
        "backend": DIRECT,
        "mesh": {"fixed": ["base"], "masses": "equal", "scale": MM, **mesh},
        "materials": {
            "body": {
                "young": more["young"],
                "poisson": 0.45,
                "density": mass / volume,
                "law": "corotated",
                "mean_volume": False,
            }
        },
        "damping": {"mass": 2.5, "stiffness": 0.01},
        "time": {"step": 0.01, "steps": STEPS, "scheme": "euler"},
        "gravity": more["gravity"],
        "watch": "followed",
        "enrichment": {
            "kind": "actuation",
            "runs": RUNS,
            "radius": [0.01, 0.04],
            "duration": 0.3,
            "keep_every": 5,
        },
        "basis": {"rank": more["rank"], "elements": {"tolerance": 0.01, "most": 200}},
        "control": {
            "control_cost": more["control_cost"],
            "discretisation": "step",
            "mpc": {"horizon": HORIZON},
            "actuators": more["actuators"],
            "paths": [_path(eight(more["amplitude"]))],
        },
        "sensors": [{"region": "followed", "noise": NOISE}],
        "observer": {"force": UNMODELLED * max(each["limit"][1] for each in more["actuators"])},
        # not part of the task: from these pushes an observer learns what the reduced model lacks
        "pushes": [PUSH],
    }


def _path(points: list[list[float]], axes: str = "xy", period: float = ROUND) -> Entries:
    return {
        "region": "followed",
        "axes": axes,
        "absolute": False,
        "points": points,
        "period": period,
        "weight": 1.0,
    }


def _diamond(data: Path | None, folder: Path) -> Robot:
    assert data is not None
    arrays = _arrays(data / FILES["diamond"])
    tets, places = arrays["T"].astype(np.int64), MM * arrays["X"]
    first = places[tets[:, :1]]
    turned = np.linalg.det(places[tets[:, 1:]] - first) < 0
    tets[turned] = tets[turned][:, [0, 2, 1, 3]]
    mesh = TetMesh(places, tets)
    write_mesh(folder / "diamond.vtu", mesh)
    corners = [(0, 97), (-97, 0), (0, -97), (97, 0)]
    actuators = [
        {
            "name": f"cable {i}",
            "kind": "cable",
            "limit": [0.0, 1.5],
            "anchor": [MM * 10 * np.sign(x), MM * 10 * np.sign(y), MM * 30],
            "points": [[MM * x, MM * y, MM * 45]],
        }
        for i, (x, y) in enumerate(corners, 1)
    ]
    regions = {
        "base": {"box": [[-0.015, -0.015, -0.04], [0.015, 0.015, 0.01]]},
        "followed": {"vertices": [TOP]},
    }
    entries = _of_others(
        "diamond",
        {"file": "diamond.vtu", "scale": 1.0, "regions": regions},
        0.45,
        float(mesh.volumes.sum()),
        {
            "young": 175e3,
            "gravity": [0.0, 0.0, -9.81],
            "rank": 24,
            "control_cost": 1e-6,
            "actuators": actuators,
            "amplitude": 0.015,
        },
    )
    log = Log(MM * arrays["q0"], 1e-3 * arrays["u"], MM * arrays["z"][:, 3:], TOP)
    return Robot(
        "diamond", "four legs and four cables; its top draws an eight of 15 mm", _made(entries, folder), log
    )


def _arrays(path: Path) -> Mapping[str, Array]:
    """Read the arrays of diamond.npz. Raises SceneError for any other file."""
    try:
        with ZipFile(path) as archive:
            size = sum(each.file_size for each in archive.infolist())
        if size > LARGEST:
            raise SceneError(f"{path}: {size / 1e6:.0f} MB is too large for what it should be")
        with np.load(path, allow_pickle=False) as file:
            found = {name: np.array(file[name]) for name in ARRAYS}
    # RuntimeError: it is encrypted; NotImplementedError: compressed in another way
    except (OSError, ValueError, KeyError, EOFError, RuntimeError, BadZipFile, zlib.error) as error:
        raise SceneError(f"{path}: it lacks the arrays {', '.join(ARRAYS)}: {error}") from error
    for name, columns in ARRAYS.items():
        own = found[name]
        numbers = own.dtype.kind in "iuf" and own.ndim == 2 and own.shape[1] == columns
        if not numbers or not np.isfinite(own).all():
            raise SceneError(f"{path}: {name} has to be finite numbers in {columns} columns")
    tets = found["T"]
    whole = tets.size and (tets == np.round(tets)).all() and tets.min() >= 0
    if not whole or tets.max() >= len(found["X"]) or len(found["X"]) <= TOP:
        raise SceneError(f"{path}: T has to be numbers of vertices, of which X has more than {TOP}")
    if found["q0"].shape != found["X"].shape or len(found["u"]) != len(found["z"]) or len(found["u"]) < STEPS:
        raise SceneError(f"{path}: q0 goes with X, and u and z are {STEPS} steps or more")
    return found


def _trunk(amplitude: float) -> Callable[[Path | None, Path], Robot]:
    name = f"trunk-{1e3 * amplitude:.0f}"

    def made(data: Path | None, folder: Path) -> Robot:
        assert data is not None
        mesh = read_mesh(data / FILES[name], MM)
        if len(mesh.vertices) <= TIP:
            raise SceneError(f"{data / FILES[name]}: it has no vertex {TIP}, the tip")
        regions = {
            "base": {"box": [[-0.02, -0.02, 0.0], [0.02, 0.02, 0.02]]},
            "followed": {"vertices": [TIP]},
        }
        entries = _of_others(
            name,
            {"file": str((data / FILES[name]).absolute()), "regions": regions},
            0.042,
            float(mesh.volumes.sum()),
            {
                "young": 450e3,
                "gravity": [0.0, 0.0, 9.81],
                "rank": 24,
                "control_cost": 1e-6,
                "actuators": _trunk_cables(),
                "amplitude": amplitude,
            },
        )
        words = f"a trunk with eight cables; its tip draws an eight of {1e3 * amplitude:.0f} mm"
        return Robot(name, words, _made(entries, folder))

    return made


def _trunk_cables() -> list[Entries]:
    """Return scene entries of eight cables: at each quarter turn one to the tip and one to the middle.

    A cable passes through pairs of points, 6 mm from each other. There is a pair every 17.5 mm, along a line
    that slopes towards the trunk's axis.
    """
    along = np.array([0.0, -8.0, 195.0]) / math.hypot(8.0, 195.0)
    found: list[Entries] = []
    for which, pairs in (("long", 10), ("short", 5)):
        for quarter in range(4):
            sine, cosine = math.sin(quarter * math.pi / 2), math.cos(quarter * math.pi / 2)
            turn = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
            far = [17.5 * pair + more for pair in range(pairs) for more in (0.0, 6.0)]
            points = (np.array([0.0, 10.0, 21.0]) + np.outer(far, along)) @ turn.T
            found.append(
                {
                    "name": f"{which} {quarter + 1}",
                    "kind": "cable",
                    "limit": [0.0, MOST_PULL],
                    "points": (MM * points).tolist(),
                }
            )
    return found


def _own_trunk(data: Path | None, folder: Path) -> Robot:
    entries = scene_entries("trunk")
    entries["mesh"] |= {"cells": [4, 4, 22]}
    entries["control"] |= {"mpc": {"horizon": HORIZON}}
    entries |= {"name": "own-trunk"}
    entries.pop("ensemble", None)
    words = "the package's trunk; its tip draws an eight of 20 mm"
    return Robot("own-trunk", words, _seen_at(entries, entries["control"]["paths"][0]["region"], folder))


def _own_finger(data: Path | None, folder: Path) -> Robot:
    entries = scene_entries("finger")
    turn = 2 * np.pi * np.arange(16) / 16
    entries |= {
        "name": "own-finger",
        "loads": [],
        "start": "equilibrium",
        "time": entries["time"] | {"steps": 400},
        "enrichment": {
            "kind": "actuation",
            "runs": RUNS,
            "radius": [0.01, 0.03],
            "duration": 0.3,
            "keep_every": 5,
        },
    }
    path = _path((-BENT * np.sin(turn / 2) ** 2)[:, None].tolist(), "x", 4.0) | {"region": "tip"}
    own = {"paths": [path], "running": 0.0, "final": 0.0, "control_cost": 1e-14}
    entries["control"] |= own | {"mpc": {"horizon": HORIZON}}
    entries.pop("ensemble", None)
    words = f"the package's finger; its chambers bend its tip to and fro by {1e3 * BENT:.0f} mm"
    return Robot("own-finger", words, _seen_at(entries, "tip", folder))


def _seen_at(entries: Entries, region: str, folder: Path) -> BodyScene:
    """Return the scene with one marker: the vertex nearest to the middle of a region."""
    scene = _made(entries | {"sensors": []}, folder)
    mesh = build_mesh(scene.mesh, scene.up)
    own, places = mesh.regions[region], mesh.vertices[mesh.regions[region]]
    nearest = int(own[np.linalg.norm(places - places.mean(axis=0), axis=1).argmin()])
    return _made(entries | {"sensors": [{"vertices": [nearest], "noise": NOISE}]}, folder)


def _made(entries: Entries, folder: Path) -> BodyScene:
    return cast(BodyScene, scene_of(entries, entries["name"], folder))


FILES = {
    "diamond": "diamond.npz",
    "trunk-10": "trunk.vtk",
    "trunk-30": "trunk.vtk",
}  # in which data of others are stored
ROBOTS: Mapping[str, Callable[[Path | None, Path], Robot]] = {
    "diamond": _diamond,
    "trunk-10": _trunk(0.01),
    "trunk-30": _trunk(0.03),
    "own-trunk": _own_trunk,
    "own-finger": _own_finger,
}
