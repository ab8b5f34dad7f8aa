"""The kinds of terms of a full body that a scene may name, one entry each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from meshes.tetmesh import TetMesh
from offline.full.body.terms.cable import build_cables
from offline.full.body.terms.chamber import build_chambers
from offline.full.body.terms.contact import CONTACT, build_contact
from offline.full.body.terms.placing import Named
from offline.full.body.terms.sum import Terms
from offline.full.body.terms.term import FullTerm
from offline.scenes.body.scene import BodyScene
from reduce.protocols import Body
from runtime.body.terms.kinds import ACTUATOR_TERMS
from softrein.errors import SceneError

Builder = Callable[[Sequence[Named], BodyScene, TetMesh, Body], FullTerm]

BUILDERS: dict[str, Builder] = {
    "cable": build_cables,
    "pressure": build_chambers,
}
ROUND_OFF = 1e-9  # fraction of the largest force: smaller forces on free vertices count as none


def build_terms(scene: BodyScene, mesh: TetMesh, body: Body) -> Terms:
    """Build the terms of a scene: cables, chambers and contact; controls have the scene's order.

    Raises SceneError naming an actuator that is impossible, or that does nothing.
    """
    order = [part for kind in ACTUATOR_TERMS for part in scene.internal_actuators if part.kind == kind]
    assert order == scene.internal_actuators, "kinds of actuators and of terms come in one order"
    number = {part.name: i for i, part in enumerate(scene.control.actuators)}
    found: dict[str, FullTerm] = {}
    for kind in ACTUATOR_TERMS:
        parts = [Named(p, f"control.actuators.{number[p.name]}") for p in order if p.kind == kind]
        if not parts:
            continue
        found[kind] = BUILDERS[kind](parts, scene, mesh, body)
        for (part, field), force in zip(parts, found[kind].unit_forces(), strict=True):
            strength = np.abs(force) if part.stiffness is None else np.abs(force) / part.stiffness
            if not strength.max(initial=0.0) > (ROUND_OFF if part.unit != "Pa" else 0.0):
                raise SceneError(f"{field}: {part.name!r} moves nothing that is free to move")
    if scene.obstacles or scene.tools:
        found[CONTACT] = build_contact(scene, mesh, body)
    return Terms(found, body)
