"""The content of the page of a soft body: what it draws, and the data of its step, control and hands."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from offline.targets import AIR, GRAVITY, RESTITUTION, fly, skin_of
from runtime.body.handle.hand import Way
from runtime.body.sampled import Sampled
from runtime.bundle.body import BodyBundle
from runtime.control.base.law import AffineGains
from runtime.control.registry import NONE
from runtime.plant.up_axis import upright_axes
from runtime.target import Target
from softrein.errors import BundleError, ControllerError, shown
from softrein.export.c import body, motion, sized
from softrein.export.c.gains import Gains, gains_for
from softrein.export.c.text import Array
from softrein.export.page.held import Page
from softrein.viewer.body.interaction import Grab, Interaction
from softrein.viewer.body.scene import Scene

# bytes, largest gains of one controller at every step; larger ones are stored at key instants only
MOST_GAINS = 3_000_000


def check(bundle: BodyBundle) -> None:
    """Raise BundleError where a page cannot run a part of the body."""
    if bundle.contact and not bundle.plant().data.scheme.minimises:
        raise BundleError(
            f"{shown(bundle.name)}: newton_iterations: contact in steps of one iteration cannot be "
            "exported to a page; precompute the scene with more"
        )


def page_of(bundle: BodyBundle, controller: str) -> Page:
    """Make the page of a body that `check` accepts. Raises ControllerError for a controller without gains."""
    gains = {name: _gains(bundle, name) for name in bundle.controllers if _is_affine(bundle, name)}
    scene = Scene(bundle)
    begins = [*gains, NONE.name]
    if controller not in begins:
        raise ControllerError(f"{shown(controller)} needs Python; a page begins with {', '.join(begins)}")
    scene.choices = {name: name for name in begins}
    extra, described = _others(bundle, scene, gains)
    block, variant = _block(bundle, gains, extra)
    about = described | {
        "begins": controller,
        "places": block.places,
        "sizes": {name: list(a.shape) for name, a in extra.items()},
    }
    told = scene.description() | {
        "plan": {"lines": 0, "points": 0, "axes": 3},
        "regions": None,
        "motions": [],
    }
    keyed = {name: each for name, each in gains.items() if each.keys is not None}
    return Page(variant, told, scene.files(), block, about, keyed)


def _is_affine(bundle: BodyBundle, name: str) -> bool:
    return name != NONE.name and isinstance(bundle.choice(name), AffineGains)


def _gains(bundle: BodyBundle, name: str) -> Gains:
    """Return the gains of every step, unless they are too many."""
    found = gains_for(bundle, name, None)
    return gains_for(bundle, name, "keyed") if found.values.nbytes > MOST_GAINS else found


def _block(
    bundle: BodyBundle, gains: Mapping[str, Gains], others: Mapping[str, Array]
) -> tuple[sized.Block, str]:
    """Return the block that C reads, and the variant of C that reads it."""
    first = next(iter(gains.values()))
    flags = (body.flags_of(bundle) | motion.flags_of(bundle, first)) - {"observer"}
    variant = "sampled" if isinstance(bundle.model.elastic, Sampled) else "polynomial"
    variant += "-searched" * ("minimises" in flags)
    sizes = body.sizes_of(bundle, flags) | motion.sizes_of(bundle, flags, first)
    numbers = {"FALL": 1.0, "MODEL_TOOLS": len(bundle.tools), "HANDLED": int(bool(bundle.way))} | {
        name: value for name, (value, _) in body.defined(bundle, flags, False).items()
    }
    found = [*body.constants(bundle, flags), *motion.constants(bundle, first)]
    constants = {each.name: each.values for each in found}
    controls = len(bundle.limits)
    constants.setdefault("own", bundle.actuation.own)
    constants.setdefault("uncontrolled", bundle.uncontrolled)
    constants.setdefault("rigidity", np.zeros(len(bundle.obstacles)))
    constants |= {"offset": np.zeros((bundle.steps, controls)), "key_steps": np.zeros(0, int)}
    return sized.block_of(sizes, numbers, constants, others), variant


def _others(
    bundle: BodyBundle, scene: Scene, gains: Mapping[str, Gains]
) -> tuple[dict[str, Array], dict[str, object]]:
    """Return the data for the page's JavaScript beside the model: arrays by name, and a dict for JSON.

    Each controller has gains and the steps to which they belong; constant ones are stored twice, for the
    first and the last step, so that the page always interpolates.
    """
    costs, events = bundle.costs, bundle.events(bundle.pushes)
    found: dict[str, Array] = {
        "states": bundle.track.states,
        "actuators": bundle.actuators[: bundle.rank],
        "bounds": scene.bounds,
        "running": costs.running,
        "schedule": costs.schedule,
        "instants": costs.instants,
        "places": costs.places,
        "goals": costs.goals,
        "weights": costs.weights,
        "ways": bundle.track.feedforward[:, bundle.inputs["tools"].start :],
        "events": events.force[:, : bundle.rank],
        "limits": bundle.limits,
        "hands": _hands(scene),
    }
    if bundle.way:
        found["way"] = np.hstack([np.asarray(each) for each in Way(**bundle.way)])
        found["carried"] = bundle.track.feedforward[:, bundle.inputs["handle"]]
    for number, target in enumerate(bundle.targets):
        found |= {f"target {number} {name}": each for name, each in _target(bundle, target).items()}
    keys = {}
    for name, each in gains.items():
        steady = len(each.values) == 1
        at = np.array([0, bundle.steps]) if steady else each.keys
        at = np.arange(bundle.steps) if at is None else at
        found |= {f"{name} gains": each.values[[0, 0]] if steady else each.values, f"{name} keys": at}
        offset = np.zeros((bundle.steps, len(bundle.limits))) if each.offset is None else each.offset
        found[f"{name} offset"] = offset
        keys[name] = len(at)
    return found, {
        "keys": keys,
        "instants": [int(step) for step in costs.steps],
        "startsOver": scene.starts_over,
        "events": [[int(first), int(last)] for first, last in zip(events.first, events.last, strict=True)],
        "script": [_script(bundle, scene, number) for number in range(len(bundle.pushes))],
        "targets": [{"window": each.window, "string": each.string} for each in bundle.targets],
        "swing": [GRAVITY, RESTITUTION, AIR],
        "muscles": _internal_actuators(scene),
        "turn": scene.turn.ravel().tolist(),
        "handle": {name: bundle.handle[name].tolist() for name in ("pivot", "gravity")}
        if bundle.way
        else None,
    }


def _target(bundle: BodyBundle, target: Target) -> dict[str, Array]:
    """Return, in the page's axes, the skin that may strike a ball, or the spot and the path of a bee."""
    shape, turn, region = bundle.shape, upright_axes(bundle.up), bundle.regions[target.region]
    triangles = skin_of(bundle.surface, region)
    vertices, numbers = np.unique(triangles, return_inverse=True)
    rest, modes, path = bundle.vertices[vertices], shape.modes[vertices], np.zeros((0, 3))
    if target.flight:
        rest, modes = (each[region].mean(axis=0)[None] for each in (bundle.vertices, shape.modes))
        # infinitely far away: there is nothing to land on
        path = fly(target, np.full((bundle.steps + 1, 3), np.inf))
    return {
        "rest": rest @ turn.T,
        "modes": np.einsum("ab,vbr->var", turn, modes),
        "path": path @ turn.T,
        "triangles": numbers.reshape(-1, 3).astype(float),
    }


def _internal_actuators(scene: Scene) -> list[dict[str, float]]:
    """Return the control of each cable and chamber, and the size of a control of one in SI units."""
    if scene.drives is None:
        return []
    return [{"control": control, "size": size} for control, size in scene.drives.sized()]


def _script(bundle: BodyBundle, scene: Scene, number: int) -> dict[str, object]:
    """Return the vertex of one of the scene's own pushes, its steps, and its force (N) in each."""
    push = bundle.pushes[number]
    events = bundle.events([push])
    first, last = (int(events.first[0]), int(events.last[-1])) if events.first.size else (0, 0)
    forces = [(scene.turn @ push.held(step, bundle.dt)).tolist() for step in range(last - first)]
    return {"vertex": scene.place(push), "first": first, "forces": forces}


def _hands(scene: Scene) -> Array:
    """Return stiffness (N/m) and damping (N s/m) of a hand at each drawn vertex, (v, 2)."""
    jacobian, dt = Interaction(scene).jacobian, scene.bundle.dt
    hands = [Grab(scene, vertex, jacobian, dt) for vertex in range(scene.vertices)]
    return np.array([(each.stiffness, each.damping) for each in hands])
