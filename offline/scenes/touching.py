"""The checks of a soft body's scene in which something touches: obstacles, tools and presses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from offline.scenes.contact import default_names
from offline.scenes.parts import twice
from softrein.errors import shown

if TYPE_CHECKING:
    from offline.scenes.body import BodyScene


def check_touching(scene: BodyScene) -> None:
    """Refuse entries that exclude contact with obstacles and tools; ValueError says what to change."""
    shapes = [*scene.obstacles, *scene.tools]
    names = default_names(shapes)
    for i, force in enumerate(scene.control.forces):
        if force.obstacle not in names:
            known = ", ".join(map(shown, names)) or "none: add [[obstacles]] or [[tools]]"
            raise ValueError(
                f"control.forces.{i}.obstacle: unknown {shown(force.obstacle)}; there are {known}"
            )
    if shapes or scene.enrichment.presses:
        _check_steps(scene, "contact" if shapes else "contact, which enrichment.presses makes,")
    elif scene.contact is not None:
        raise ValueError("contact: there is nothing to touch; add [[obstacles]] or [[tools]]")
    if not shapes:
        return
    if len(set(names)) < len(names):
        raise ValueError(f"obstacles, tools: two are called {shown(twice(names))}; rename one")
    if scene.handle is not None:
        raise ValueError(
            "handle: a body with a handle cannot have contact, as obstacles would move in its frame; "
            "leave out one of the two, or move the obstacles instead of the handle, as [[tools]]"
        )
    if scene.control.discretisation == "exponential":
        raise ValueError("obstacles: contact needs gains of the step: leave `discretisation` out")
    _check_free(scene)
    for i, tool in enumerate(scene.tools):
        if scene.endless and tool.moves and not tool.closed:
            raise ValueError(
                f"tools.{i}: an endless motion begins where it ends: give the first pose once more at "
                "its end, or `period` instead of `times`"
            )


def _check_steps(scene: BodyScene, contact: str) -> None:
    if scene.time.scheme == "euler":
        raise ValueError(f"time.scheme = 'euler': {contact} needs the midpoint rule: leave `scheme` out")
    if scene.time.newton_iterations == 1:
        raise ValueError(f"time.newton_iterations: {contact} needs steps that converge; leave it out")


def _check_free(scene: BodyScene) -> None:
    """Refuse what a tool that moves freely cannot do."""
    free = [part.name for part in scene.things]
    if not free:
        return
    if scene.endless:
        raise ValueError(
            f"tools: {shown(free[0])} moves freely and does not return to its initial "
            "state, which an endless motion requires; leave out `mass`, or `reference.rewind`"
        )
    for field, name in _acted_on(scene):
        if name in free:
            raise ValueError(
                f"{field}: {shown(name)} moves freely, so that only contact can hold or drive it; "
                "give another region"
            )
    for i, path in enumerate(scene.control.paths):
        if path.region in free:
            raise ValueError(
                f"control.paths.{i}.region: {shown(path.region)} moves freely, and no control holds it "
                "on a path; weigh where it is at a time by [[control.instants]]"
            )
    if scene.reference.is_found:
        raise ValueError(
            f"tools: {shown(free[0])} moves freely, and a motion for key-frames or an "
            "animation cannot be optimised with free bodies: move the body by [[loads]], or leave "
            "`mass` out"
        )


def _acted_on(scene: BodyScene) -> Iterator[tuple[str, str | None]]:
    """Yield regions that are held, driven, pushed or hit, each with its entry."""
    yield from ((f"mesh.fixed.{i}", name) for i, name in enumerate(scene.mesh.fixed))
    yield from ((f"loads.{i}.region", part.region) for i, part in enumerate(scene.loads))
    acting = enumerate(scene.control.actuators)
    yield from ((f"control.actuators.{i}.region", part.region) for i, part in acting)
    yield from ((f"targets.{i}.region", part.region) for i, part in enumerate(scene.targets))
    for i, part in enumerate(scene.pushes):
        yield f"pushes.{i}.at", part.at if isinstance(part.at, str) else None
