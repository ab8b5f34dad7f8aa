"""Checks before a full body with contact runs: where shapes begin, their width, and the speed of tools."""

from __future__ import annotations

from math import ceil

import numpy as np

from meshes.signed_distance import exact_distances
from meshes.tetmesh import TetMesh
from offline.full.body.terms.contact import Contact, fields_of
from offline.scenes.body.contact import MOST_SAMPLES
from offline.scenes.body.scene import BodyScene
from runtime.body.contact.data import BODYS, INPUTS, NOBODYS
from runtime.body.contact.shapes import BOX, CAPSULE, CYLINDER, GRID, PLANE, SPHERE
from runtime.body.midpoint import FINEST
from softrein.errors import MeshError, SceneError, warn

Array = np.ndarray
MOST_SPUN = 0.5  # rad: largest rotation in a step of a thing that strain keeps rigid
SPARE = 1.2  # oversampling of surfaces, since areas at the rim of the held region count half
# depth inside of a shape that counts as none, as a fraction of the largest coordinate of what touches: things
# that rest on each other as drawn overlap by round-off, and angles may be given to ten digits
ROUND_OFF = 1e-9
SLIGHT = 0.1  # fraction of its own speed at which a layer may throw off a thing without a warning
ACROSS = 9  # sample points along each axis of a shape when testing whether it lies in the body


def check_apart(contact: Contact, scene: BodyScene, u: Array, known: Array, settled: bool = False) -> None:
    """Raise SceneError where the body begins, at u (n_free,) m, inside of a shape.

    `known` has the tools' poses. A body that has `settled` lies on obstacles and tools, and is checked
    against free things alone. An overlap of the size of round-off is none.
    """
    free, gaps_of = contact.law.moving <= -2, contact.gaps(u, known)
    least = -ROUND_OFF * np.abs(contact.points.rest[contact.data.own != NOBODYS]).max(initial=0.0)
    for field, name, gaps, alone in zip(fields_of(scene), contact.names, gaps_of, free, strict=True):
        if gaps.size and gaps.min() < least and (alone or not settled):
            own = int(contact.data.own[gaps.argmin()])
            who = "the body" if own < 0 else repr(contact.names[own])
            raise SceneError(
                f"{field}: {who} begins {-gaps.min():.3g} m inside of {name!r}; move one of them away by "
                "at least that distance"
            )


def check_layers(contact: Contact, scene: BodyScene, u: Array, known: Array) -> None:
    """Warn of free things that begin so deep in a layer of contact that it throws them off.

    The body is at rest, u (n_free,) zero; `known` has the tools' poses. The energy of the layers counts
    by the height to which it lifts the thing, or without gravity by the speed that it gives.
    """
    data, law, layer = contact.data, contact.law, float(contact.law.law[0])
    deep = np.clip(layer - contact.gaps(u, known), 0.0, layer)
    if scene.start != "rest":  # where a body that sags begins is not known yet
        deep[:, data.own == BODYS] = 0.0
    energies = law.areas * law.stiffness[:, None] * deep**3 / (3.0 * layer)
    fields, weight = fields_of(scene), float(np.linalg.norm(scene.gravity))
    for part in scene.things:
        shape = contact.names.index(part.name)
        own = np.where(data.own == shape, energies, 0.0)
        own[shape] = energies[shape]
        speed = float(np.sqrt(2.0 * own.sum() / (part.mass or 1.0)))
        own_speed = float(np.linalg.norm(part.velocity))
        if speed**2 > 2.0 * weight * layer + float(law.law[1]) ** 2 + (SLIGHT * own_speed) ** 2:
            worst, sample = divmod(int(own.argmax()), own.shape[1])
            other = int(data.own[sample]) if worst == shape else worst
            beside = "the body" if other == BODYS else repr(contact.names[other])
            gap = layer - float(deep[worst, sample])
            gap = gap if gap > ROUND_OFF else 0.0
            warn(
                f"{fields[shape]}: {part.name!r} begins {gap:.2g} m from {beside}, and the layer of contact, "
                f"{layer:.2g} m thick, throws it off at up to {speed:.2g} m/s: leave a gap of {layer:.2g} m"
            )


def check_swallowed(contact: Contact, mesh: TetMesh, scene: BodyScene, u: Array, known: Array) -> None:
    """Raise SceneError where a shape begins inside of the body, or goes through it, between its samples.

    The body is at rest, u (n_free,) zero; `known` has the tools' poses. Shapes are checked at places
    within them; those from a file are not checked.
    With a `contact.region` nothing is checked, as the rest of the body may overlap shapes.
    """
    if scene.contact is not None and scene.contact.region is not None:
        return
    contact.gaps(u, known)  # it also places the tools
    poses, law = contact.data.work.poses[0], contact.law
    for shape, (pose, kind, size) in enumerate(zip(poses, law.kinds, law.sizes, strict=True)):
        places = pose[:3] + places_within(int(kind), size) @ pose[3:].reshape(3, 3).T
        near = (places > mesh.vertices.min(axis=0)).all(axis=1) & (places < mesh.vertices.max(axis=0)).all(
            axis=1
        )
        if not near.any():
            continue
        try:
            deep = -float(exact_distances(mesh.vertices, mesh.surface, places[near]).min())
        except MeshError:  # the surface touches itself, so that no distance to it has a sign
            return
        if deep > law.law[0]:
            field, name = fields_of(scene)[shape], contact.names[shape]
            raise SceneError(
                f"{field}: {name!r} begins {deep:.3g} m inside of the body; move one of them away, or set "
                "contact.region to the part of the body that touches"
            )


def places_within(kind: int, size: Array) -> Array:
    """Return places (k, 3) m in a shape, in its frame: on the axis of a round one, throughout a box."""
    line = np.linspace(-1.0, 1.0, ACROSS)
    if kind == BOX:
        return np.stack(np.meshgrid(line, line, line), axis=-1).reshape(-1, 3) * size
    if kind in (CAPSULE, CYLINDER):
        return line[:, None] * np.array([0.0, 0.0, size[1]])
    return np.zeros((int(kind == SPHERE), 3))


def check_spacing(contact: Contact, scene: BodyScene) -> None:
    """Warn of shapes that are narrower than the spacing of samples, and may slip through between these.

    The width of a surface from a file is unknown, so it is not checked.
    """
    law, areas = contact.law, contact.law.areas[contact.data.own == BODYS]
    spacing, area = float(np.sqrt(areas.mean())), float(areas.sum())
    width = 2 * np.where(law.kinds == BOX, np.median(law.sizes, axis=1), law.sizes[:, 0])
    for shape in np.flatnonzero((width < spacing) & (law.kinds != PLANE) & (law.kinds != GRID)):
        enough = ceil(SPARE * area / width[shape] ** 2)
        would = f"contact.samples = {enough} would do"
        warn(
            f"{fields_of(scene)[shape]}: {contact.names[shape]!r} is {width[shape]:.2g} m across, and the "
            f"places at which the body feels it are {spacing:.2g} m apart: it may pass through; "
            + (would if enough <= MOST_SAMPLES else "give a smaller contact.region, with contact.samples")
        )


def check_pace(tools: Array, contact: Contact, scene: BodyScene) -> None:
    """Raise SceneError for a tool so fast that it would pass through the body even in the shortest steps."""
    dt, data = scene.time.step, contact.data
    for part in scene.things:
        shape = contact.names.index(part.name)
        field, fast = f"tools.{scene.tools.index(part)}", float(np.linalg.norm(part.velocity))
        turning = float(np.linalg.norm(part.spin)) if data.rigidity[shape] > 0 else 0.0
        far, least = dt * (fast + turning * data.extent[shape]), FINEST * data.stride[shape]
        if far > least:
            raise SceneError(
                f"{field}.velocity: {part.name!r} goes {far:.3g} m in a step, and would pass through what "
                f"it meets; set time.step to {dt * least / far:.3g} s or less"
            )
        if turning * dt > MOST_SPUN:
            raise SceneError(
                f"{field}.spin: {part.name!r} turns by {turning * dt:.3g} rad in a step, more than "
                f"{MOST_SPUN:g}; set time.step to {MOST_SPUN / turning:.3g} s or less"
            )
    for k, part in enumerate(scene.moved):
        own = tools[:, INPUTS * k : INPUTS * (k + 1)]
        if not own.size:
            continue
        shape = len(contact.names) - len(scene.moved) + k
        turning = np.linalg.norm(own[:, 9:], axis=1) * data.extent[shape]
        fastest, least = np.linalg.norm(own[:, 6:9], axis=1) + turning, FINEST * data.stride[shape]
        if fastest.max() * dt <= least:
            continue
        raise SceneError(
            f"tools.{scene.tools.index(part)}: {part.name!r} goes {fastest.max() * dt:.3g} m in a step, "
            f"and would pass through what it meets; set time.step to {least / fastest.max():.3g} s or "
            "less, or take a slower tool"
        )
