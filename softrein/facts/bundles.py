"""The content of a bundle, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

import numpy as np

from meshes.tetmesh import PARTS
from runtime.body.contact.data import BODYS
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.observing.kinds import MARKER, SENSOR_KINDS
from softrein.base.theme import name_of
from softrein.errors import BundleError
from softrein.facts.plans import Facts, plan_facts
from softrein.facts.runs import motion_named


def bundle_facts(bundle: Bundle) -> Facts:
    """Return the facts of a bundle."""
    return {
        "name": bundle.name,
        **motion_named(bundle),
        "kind": bundle.kind,
        "motions": ", ".join(bundle.motions),
        **about(bundle),
        "reduced coordinates r": bundle.rank,
        "controls s": bundle.actuators.shape[1],
        "steps T": bundle.steps,
        "time step [s]": bundle.dt,
        "duration [s]": bundle.dt * bundle.steps,
        "endless": bundle.rewind,
        "controllers": ", ".join(bundle.controllers),
        "discretisation of LQR": bundle.discretisation,
        "pushes": len(bundle.pushes),
        **plan_facts(bundle),
    }


@singledispatch
def about(bundle: Bundle) -> Facts:
    """Return the facts that only this kind of bundle has; none by default."""
    return {}


@about.register
def _about_body(bundle: BodyBundle) -> Facts:
    mesh = bundle.scene.get("mesh", {})
    quadratic = isinstance(mesh, dict) and mesh.get("order") == 2
    return {
        "vertices": len(bundle.own_vertices),
        "tetrahedra": len(bundle.tets) // (len(PARTS) if quadratic else 1),
        "nodes of each": 10 if quadratic else 4,
        "skin": f"{len(bundle.skin['weights'])} vertices" if bundle.skin else "none",
        "degrees of freedom n": len(bundle.free),
        "Newton iterations": bundle.newton_iterations,
        "time step's scheme": bundle.scheme,
        "up": bundle.up,
        "regions": ", ".join(sorted(bundle.regions)),
        "targets": ", ".join(target.name for target in bundle.targets) or "none",
        "paths": ", ".join(f"{path.region} ({path.axes})" for path in bundle.paths) or "none",
        **{
            f"{kind}s": sum(len(each.vertices) for each in bundle.sensors if each.kind == kind)
            for kind in SENSOR_KINDS
        },
        **_touching_facts(bundle),
    }


def _touching_facts(bundle: BodyBundle) -> Facts:
    """Return the shapes that a body may touch, and the law of contact; nothing without contact."""
    law = bundle.touching
    if law is None:
        return {}
    named = {"tools": bundle.tools, "free things": bundle.things}
    still = [name for name in bundle.obstacles if not any(name in names for names in named.values())]

    def of_each(values: np.ndarray) -> str:
        found = [f"{value:.3g}" for value in values]
        each = (f"{name} {value}" for name, value in zip(bundle.obstacles, found, strict=True))
        return found[0] if len(set(found)) == 1 else ", ".join(each)

    return {
        **{what: ", ".join(names) or "none" for what, names in ({"obstacles": still} | named).items()},
        "contact samples": int(np.count_nonzero(law.data(0).own == BODYS)),
        "contact distance [m]": float(law.law[0]),
        "contact stiffness [Pa/m]": of_each(law.stiffness),
        "friction": of_each(law.friction),
        "force goals": ", ".join(_force_goals(bundle.scene)) or "none",
    }


def _force_goals(scene: Facts) -> Iterator[str]:
    """Yield the contact forces that have a cost, with their weights; the scene's text may hold anything."""
    control = scene.get("control")
    goals = control.get("forces") if isinstance(control, dict) else None
    for goal in goals if isinstance(goals, list) else []:
        if isinstance(goal, dict):
            yield f"{goal.get('obstacle')} (weight {goal.get('weight')})"


@singledispatch
def markers_of(bundle: Bundle, count: int) -> list[Facts]:
    """Return proposed places of markers, the most useful first, with the noise of the bundle's sensors."""
    raise BundleError(f"{bundle.name}: only soft bodies have markers; leave out --markers")


@markers_of.register
def _markers_of_body(bundle: BodyBundle, count: int) -> list[Facts]:
    from offline.gains.placement import NOISE, place_markers

    noise = min((sensor.noise for sensor in bundle.sensors if sensor.kind == MARKER), default=NOISE)
    found = place_markers(bundle, count, noise)
    return [
        {"vertex": vertex, "position": bundle.vertices[vertex].tolist(), "cost": cost}
        for vertex, cost in zip(found.vertices, found.costs[1:], strict=True)
    ]


@about.register
def _about_smoke(bundle: SmokeBundle) -> Facts:
    return {
        "cells": " x ".join(map(str, bundle.solid.shape)),
        "box [m]": " x ".join(f"{side:g}" for side in bundle.extent),
        "degrees of freedom n": len(bundle.vectors),
        "solid cells": int(bundle.solid.sum()),
        "steered particles": bundle.particles,
        "particles only carried": len(bundle.carried),
        "viscosity [m^2/s]": float(bundle.model.viscosity[0]),
        "time step's scheme": bundle.scheme,
    }


def measured_figures(bundle: Bundle) -> dict[str, float]:
    """Return the pipeline's figures for tables 1 and 2 of the paper, by the names in `FIGURES`, if any."""
    return next((stage["figures"] for stage in bundle.stages if "figures" in stage), {})


def tuned_words(bundle: Bundle) -> str:
    """Whether the comparators that a bundle ships spend LQR's effort, or why not; empty if not known."""
    from offline.tuning.fronts import EQUAL

    found: dict[str, float] = next((stage["tuned"] for stage in bundle.stages if "tuned" in stage), {})
    efforts = {name: found.get(f"{name}, effort over LQR's") for name in bundle.gains}
    known = {name: effort for name, effort in efforts.items() if effort is not None}
    alike = [name_of(name) for name, effort in known.items() if EQUAL <= effort <= 1]
    words = [f"Tuned to LQR’s effort: {', '.join(alike)}."] if alike else []
    for name, effort in known.items():
        if effort < EQUAL:
            why = f"spends {effort:.2g} times LQR’s effort, as spending more takes it farther off"
        elif effort > 1:
            why = f"spends {effort:.2g} times LQR’s effort, the least that any of its family spends"
        else:
            continue
        words.append(f"{name_of(name)[:1].upper()}{name_of(name)[1:]} {why}.")
    return " ".join(words)
