"""A new term, a magnet that pulls a region: the files that a developer writes, and all that then works.

The sections below are those files, one for each layer; `magnets` makes the entries that they need.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest
from scipy import sparse

from meshes.tetmesh import TetMesh
from offline.full.body.full_body import FullBody, build_full_body
from offline.full.body.loads import region_of
from offline.full.body.newmark import FullStepper
from offline.full.body.terms import kinds as full_kinds
from offline.full.body.terms.placing import Named
from offline.full.body.terms.term import block_pairs, through
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.body import actuators as scene_kinds
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import read_scene
from offline.verification.study import verify
from reduce.body import reduce_deformable
from reduce.protocols import Body
from reduce.terms import kinds as reduced_kinds
from runtime.base.fields import Stored
from runtime.base.kernels import Array, aligned, aligned_copy, mirror, njit
from runtime.body.plant import BodyPlant
from runtime.body.terms import kinds, measured
from runtime.body.terms.drawn import Drawn, Surface
from runtime.body.terms.term import Kernels, Slopes
from runtime.bundle import body_members
from runtime.bundle import file as bundle_file
from runtime.bundle.body import BodyBundle
from runtime.plant.stepping import CURVE, curve_plant
from softrein.errors import SceneError
from softrein.pictures import panels
from softrein.pictures.actuators import driven
from softrein.viewer.scene import scene_of
from tests.offline.full.test_cables_and_chambers import Basis

REACH = 0.05  # m: at this distance a control of 1 N pulls with 1 N, and with the inverse square of others


# A file in runtime/body/terms ---------------------------------------------------------------------------


class MagnetArrays(NamedTuple):
    """Magnets, each at a place in space, that pull the middle of a region x = X + D p."""

    magnet_anchors: Array  # (a, 3) m
    magnet_places: Array  # (a, 3) m, X
    magnet_modes: Array  # (a, 3, r) D


class Work(NamedTuple):
    control: Array
    force: Array
    gradient: Array
    columns: Array
    units: Array  # (a, 4) towards the region, and how far that is


class Data(NamedTuple):
    first: int
    anchors: Array
    places: Array
    modes: Array
    work: Work


@njit(cache=True)
def _evaluate(data: Any, p: Any) -> None:
    """m = -REACH^2 / d and its gradient."""
    for j in range(len(data.anchors)):
        unit, row = data.work.units[j], data.work.gradient[j]
        for c in range(3):
            unit[c] = data.places[j, c] - data.anchors[j, c] + data.modes[j, c] @ p
        unit[3] = np.sqrt(unit[0] ** 2 + unit[1] ** 2 + unit[2] ** 2)
        row[:] = 0.0
        for c in range(3):
            unit[c] /= unit[3]
            row += (REACH / unit[3]) ** 2 * unit[c] * data.modes[j, c]


@njit(cache=True)
def _add_force(data: Any, p: Any, v: Any, half: Any, residual: Any) -> float:
    _evaluate(data, p)
    return float(measured.pull(data.work.control, data.work.gradient, half, data.work.force, residual))


@njit(cache=True)
def _add_stiffness(data: Any, scale: Any, whole: Any, target: Any) -> None:
    r = data.work.force.size
    for j in range(len(data.anchors) if whole else 0):
        unit = data.work.units[j]
        share = scale * data.work.control[j] * REACH**2 / unit[3] ** 3
        for c in range(3):
            for d in range(3):
                entry = share * ((1.0 if c == d else 0.0) - 3.0 * unit[c] * unit[d])
                for i in range(r):
                    for k in range(i, r):
                        target[i, k] += entry * data.modes[j, c, i] * data.modes[j, d, k]


@njit(cache=True)
def _energy(data: Any, p: Any) -> float:
    _evaluate(data, p)
    return float(-(data.work.control * REACH**2 / data.work.units[:, 3]).sum())


@njit(cache=True)
def _vary(data: Any, half: Any, once: Any, projected: Any, velocity: Any, target: Any) -> None:
    _add_stiffness(data, -half, True, target)
    data.work.columns[:] = -half * data.work.gradient


class Magnets(MagnetArrays):
    actuated: ClassVar[bool] = True
    in_newtons: ClassVar[bool] = True
    kernels: ClassVar[Kernels] = measured.kernels(_add_force, _add_stiffness, _energy, _vary)
    stored: ClassVar[dict[str, Stored]] = {
        "magnet_anchors": Stored(("magnets", 3), optional=True, unit="m", meaning="where each magnet is"),
        "magnet_places": Stored(("magnets", 3), optional=True, unit="m", meaning="the middle of its region"),
        "magnet_modes": Stored(("magnets", 3, "rank"), optional=True, meaning="what moves that"),
    }

    @classmethod
    def none(cls, rank: int) -> Magnets:
        return cls(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3, rank)))

    @property
    def inputs(self) -> int:
        return len(self.magnet_anchors)

    def force(self, p: Array, v: Array, inputs: Array) -> Array:
        return -self._at(p, inputs).work.gradient.T @ inputs

    def slopes(self, p: Array, v: Array, inputs: Array) -> Slopes:
        data, found = self._at(p, inputs), np.zeros((p.size, p.size))
        _add_stiffness(data, -1.0, True, found)
        mirror(found)
        return Slopes(found, np.zeros_like(found), -data.work.gradient.T)

    def check(self, rank: int) -> None:
        if not np.linalg.norm(self.magnet_places - self.magnet_anchors, axis=1).all():
            raise ValueError("muscles/magnet_anchors: a magnet is where its region is")

    def drawn(self, surfaces: Sequence[Surface]) -> list[Drawn]:
        ends = np.stack([self.magnet_anchors, self.magnet_places], axis=1)
        modes = np.stack([0 * self.magnet_modes, self.magnet_modes], axis=1)
        return [Drawn("lines to it: magnets", "N", 1.0, *each) for each in zip(ends, modes, strict=True)]

    def data(self, first: int) -> Data:
        a, r = self.inputs, self.magnet_modes.shape[2]
        work = Work(aligned(a), aligned(r), aligned(a, r), aligned(a, r), aligned(a, 4))
        return Data(first, *map(aligned_copy, self), work)  # type: ignore[call-arg, arg-type]

    def _at(self, p: Array, inputs: Array) -> Data:
        data = self.data(0)
        data.work.control[:] = inputs
        _evaluate(data, np.ascontiguousarray(p))
        return data


# A file in offline/full/body/terms ----------------------------------------------------------------------


class FullMagnets:
    def __init__(self, anchors: Array, places: Array, middles: Sequence[Any]) -> None:
        self.anchors, self.places, self.middles = anchors, places, middles  # D (3, n_free) of each
        self.pieces = [through(D, *block_pairs(np.zeros(1, int), np.zeros(1, int))) for D in middles]

    @property
    def count(self) -> int:
        return len(self.middles)

    def acts(self, control: Array) -> bool:
        return bool(control.any())

    def energy(self, u: Array, control: Array) -> float:
        distances = np.linalg.norm(self._apart(u), axis=1)
        return float(-(control * REACH**2 / distances).sum())

    def force_and_stiffness(self, u: Array, control: Array, whole: bool) -> tuple[Array, Array]:
        force, values = np.zeros(u.size), []
        for c, D, e in zip(control, self.middles, self._apart(u), strict=True):
            d = np.linalg.norm(e)
            force -= c * REACH**2 / d**3 * (D.T @ e)
            values.append(whole * c * REACH**2 / d**3 * (np.eye(3) - 3 * np.outer(e, e) / d**2).ravel())
        return force, np.concatenate(values)

    def unit_forces(self) -> Array:
        n = self.middles[0].shape[1]
        return np.array([self.force_and_stiffness(np.zeros(n), each, True)[0] for each in np.eye(self.count)])

    def arrays(self) -> list[Array]:
        return [self.anchors, self.places, *(D.toarray() for D in self.middles)]

    def _apart(self, u: Array) -> list[Array]:
        places = zip(self.places, self.anchors, self.middles, strict=True)
        return [place - anchor + D @ u for place, anchor, D in places]


def build_magnets(parts: Sequence[Named], scene: BodyScene, mesh: TetMesh, body: Body) -> FullMagnets:
    slots, places, middles = np.full(mesh.vertices.size, -1), [], []
    slots[body.free] = np.arange(body.free.size)
    for part, field in parts:
        vertices = region_of(mesh, part.region or "", f"{field}.region")
        places.append(mesh.vertices[vertices].mean(axis=0))
        own, rows = slots[3 * vertices[:, None] + np.arange(3)].ravel(), np.tile(np.arange(3), len(vertices))
        free = own >= 0
        shares = np.full(int(free.sum()), 1 / len(vertices))
        middles.append(sparse.csr_matrix((shares, (rows[free], own[free])), shape=(3, body.free.size)))
    return FullMagnets(np.array([each.part.anchor for each in parts]), np.array(places), middles)


# A file in reduce/terms ---------------------------------------------------------------------------------


def reduce_magnets(magnets: Any, body: Any, vectors: Array) -> Magnets:
    return Magnets(magnets.anchors, magnets.places, np.array([D @ vectors for D in magnets.middles]))


# The entries --------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def magnets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kinds.ACTUATOR_TERMS, "magnet", Magnets)
    monkeypatch.setitem(full_kinds.BUILDERS, "magnet", build_magnets)
    monkeypatch.setitem(reduced_kinds.PROJECTIONS, "magnet", reduce_magnets)
    monkeypatch.setitem(scene_kinds.OF_KIND, "magnet", ("region", "anchor"))
    monkeypatch.setattr(bundle_file, "_names", bundle_file._names.__wrapped__)  # which are kept
    for name, each in Magnets.stored.items():  # which follow from the first where it is an entry in the file
        monkeypatch.setitem(body_members.MUSCLES, name, each)


MAGNET = 'name="m", kind="magnet", region="xmax", anchor=[0.32, 0.04, 0.12], limit=["-2 N", "2 N"]'
CABLE = 'name="c", kind="cable", points=[[0.02, 0.04, 0.06], [0.28, 0.04, 0.06]], limit=["0 N", "4 N"]'
LOAD = "actuator='m', tension='1 N', duration=0.3, shape='half-sine'"
SMALL = (
    "enrichment.kind='actuation'", "enrichment.runs=2", "basis.rank=8", "ensemble.runs=2",
    "ensemble.tuning_runs=1", "control.control_cost=1e-9",
)  # fmt: skip


def scene(magnet: str = MAGNET) -> BodyScene:
    found = read_scene(
        "beam", (f"control.actuators=[{{{magnet}}}, {{{CABLE}}}]", f"loads=[{{{LOAD}}}]", *SMALL)
    )
    assert isinstance(found, BodyScene)
    return found


@cache
def full() -> FullBody:
    return build_full_body(scene())


# What follows -------------------------------------------------------------------------------------------


def test_full_and_reduced_steps_agree_where_the_basis_is_all_there_is() -> None:
    few = scene().model_copy(update={"mesh": scene().mesh.model_copy(update={"cells": (3, 1, 1)})})
    coarse = build_full_body(few)
    body, terms = coarse.body, coarse.terms
    assert list(terms.by_kind) == ["cable", "magnet"]
    basis, control = Basis(body, body.mass.size), np.array([2.0, 5.0])
    stepper = FullStepper(coarse.moved, (0.5, 0.002), 0.005, 12, backend="direct")
    reduced = reduced_kinds.reduce_terms(terms.by_kind, body, basis.vectors)
    plant = BodyPlant(reduce_deformable(body, basis, (0.5, 0.002)), 0.005, 12, reduced)
    u, v, z = np.zeros(body.mass.size), np.zeros(body.mass.size), np.zeros(plant.size)
    w = np.concatenate([np.zeros(plant.model.rank), control])
    for _ in range(5):
        u, v = stepper.step(u, v, np.zeros_like(u), control)
        z = plant.step(z, w)
    found = basis.vectors @ z[: plant.model.rank]
    assert np.abs(u).max() > 1e-4
    np.testing.assert_allclose(found, u, atol=1e-8 * np.abs(u).max())


def test_a_scene_whose_magnet_has_what_others_have_is_refused() -> None:
    with pytest.raises(
        SceneError, match="`points` belongs to kind = 'cable', but this actuator has kind = 'mag"
    ):
        scene(MAGNET + ", points=[[0, 0, 0], [1, 0, 0]]")
    with pytest.raises(SceneError, match="is none of 'force', 'cable', 'pressure', 'magnet'"):
        scene(MAGNET.replace('"magnet"', '"magnets"'))


@pytest.mark.slow("a bundle of its own, verified on the full model")
def test_a_bundle_keeps_it_and_everybody_shows_it(tmp_path: Path) -> None:
    made = precompute_scene(scene(), Places(tmp_path / "m", 0))
    bundle_file.save(made, tmp_path / "m.softrein")
    bundle = bundle_file.load(tmp_path / "m.softrein")
    assert isinstance(bundle, BodyBundle)
    assert [type(term).__name__ for term in bundle.actuated.terms] == ["Cables", "Magnets"]
    for name in Magnets._fields:
        np.testing.assert_array_equal(bundle.muscles[name], made.muscles[name])  # type: ignore[attr-defined]

    rows = verify(full(), bundle, runs=0).figures
    assert rows["full"]["error"] < 0.5 * rows["uncontrolled"]["error"]
    run = bundle.run(bundle.pushes, "mpc")
    assert np.abs(run.controls[:, 0]).max() > 0, "it is steered with"

    page = scene_of(bundle)
    _, magnet = json.loads(json.dumps(page.description()))["muscles"]
    assert (magnet["name"], magnet["unit"], magnet["route"]) == ("m", "N", [2, 4])
    assert page.drives.arrays()["route_rest"].shape == (4, 3)  # type: ignore[union-attr]
    panel = panels.moving(bundle, bundle.track.states, "", "#000000", drives=driven(bundle))
    assert [each.drawn.words for each in panel.actuators[0]][1] == "lines to it: magnets"
    assert panel.actuators[0][1].places.shape == (2, 3)


def test_there_are_no_second_derivatives_where_a_term_has_none() -> None:
    body = full().body
    basis = Basis(body, 4)
    terms = reduced_kinds.reduce_terms(full().terms.by_kind, body, basis.vectors)
    plant = BodyPlant(reduce_deformable(body, basis, (0.5, 0.002)), 0.005, 12, terms)
    z, w = np.zeros(8), np.zeros(plant.forces)
    F, G = plant.linearise(z, w)
    found = np.zeros((8, 8)), np.zeros((plant.forces, 8))
    inputs = w, np.eye(plant.forces)
    assert not curve_plant(plant.calls(CURVE), (z, z), (z, z), inputs, (F, G), found)
    assert plant.uncurved == ["magnets"]
