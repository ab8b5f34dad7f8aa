"""Parameters that may be identified: entries of a scene, mostly by their logarithm.

young, young.REGION     Young's modulus of all, or of a region; of several materials together a factor
density                 the same for densities
poisson, poisson.REGION by log(nu / (1/2 - nu)), which keeps it within 0 and 1/2
damping                 `damping.mass` and `damping.stiffness`, those that the scene has above zero
delay                   time in s by which loads are later; handles and tools are not delayed
gain, gain.ACTUATOR     a factor of the controls of cables and chambers: of all, or of one
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from offline.scenes.body.actuators import LoadPart
from offline.scenes.body.scene import BodyScene
from runtime.control.paths import SHARE_OF_STEP
from softrein.errors import SceneError, shown

_MATERIAL = "young, young.REGION, damping, damping.mass, damping.stiffness, density, poisson"
NAMES = f"{_MATERIAL}, delay, gain, gain.ACTUATOR"
UNIT = {"young": "Pa", "density": "kg/m^3", "damping.mass": "1/s", "damping.stiffness": "s", "delay": "s"}
MOST_POISSON = 0.4999
FACTOR = "times the scene's"  # stands for the unit of values that are relative to the scene's
STEPS_APART = 3.0  # steps in which the fastest motion changes
LARGEST = 600.0  # largest logarithm; beyond it numbers overflow
NEARLY = 1 - 1e-9  # fraction of the motion's duration: loads that start later are dropped


class Parameter(NamedTuple):
    """One number that is to be identified."""

    name: str
    value: float  # value in the scene
    unit: str  # FACTOR for factors, "" for Poisson's ratio
    put: Callable[[BodyScene, float], BodyScene]  # function that returns the scene with another value
    # changes of the coordinate that are as much as a factor of e is of others: as far as paths are linear in
    # it, and as far as its value matters
    linear: float = 1.0
    wide: float = 1.0

    @property
    def kind(self) -> str:
        """The kind of entry: the name without its region or actuator."""
        return self.name.split(".")[0]

    def inside(self, value: float) -> float:
        """Return the unbounded coordinate of a value."""
        if self.kind == "poisson":
            return math.log(value / (0.5 - value))
        return value if self.kind == "delay" else math.log(value)

    def outside(self, x: float) -> float:
        """Return the value of a coordinate."""
        if self.kind == "poisson":
            return min(0.5 / (1 + math.exp(min(-x, LARGEST))), MOST_POISSON)
        return x if self.kind == "delay" else math.exp(min(x, LARGEST))


def parameters_of(names: Sequence[str], scene: BodyScene) -> list[Parameter]:
    """Return the parameters with these names.

    Raises SceneError for one that the scene does not have, and for two that change the same entries.
    """
    wanted = list(dict.fromkeys(name.strip() for name in names))
    for name in wanted:
        kind, _, part = name.partition(".")
        if part and kind in wanted:
            raise SceneError(f"--fit {kind},{name}: {kind} changes what {name} does: leave one of them out")
    found = [each for name in wanted for each in _named(name, scene)]
    if not found:
        raise SceneError(f"--fit: name what is to be found, of {NAMES}")
    return found


def _named(name: str, scene: BodyScene) -> list[Parameter]:
    kind, _, region = name.partition(".")
    if kind in ("young", "density", "poisson"):
        return [_material(name, kind, region, scene)]
    if kind == "damping":
        there = {each: getattr(scene.damping, each) for each in ("mass", "stiffness")}
        wanted = [region] if region else [each for each, value in there.items() if value > 0]
        if not wanted or any(there.get(each, 0.0) <= 0 for each in wanted):
            raise SceneError(f"--fit {name}: [damping] must have a first guess of it above zero")
        return [_damping(each, there[each]) for each in wanted]
    if kind == "gain":
        return [_gain(name, region, scene)]
    if name == "delay":
        _check_delay(scene)
        step, steps = scene.time.step, scene.time.steps  # a body turns round in no less than a few steps
        return [Parameter(name, 0.0, UNIT[name], _delayed, STEPS_APART * step, step * steps)]
    raise SceneError(f"--fit {shown(name)}: what can be found is {NAMES}")


def _material(name: str, kind: str, region: str, scene: BodyScene) -> Parameter:
    if not scene.materials:
        raise SceneError(f"--fit {name}: the scene has no [materials] whose {kind} could be found")
    if region and region not in scene.materials:
        known = ", ".join(scene.materials)
        raise SceneError(f"--fit {name}: the scene has materials of {known}, and none of {shown(region)}")
    regions = [region] if region else list(scene.materials)
    alone = len(regions) == 1
    if kind == "poisson" and not alone:
        raise SceneError(f"--fit {name}: say of which material: {', '.join(f'poisson.{r}' for r in regions)}")
    own = float(getattr(scene.materials[regions[0]], kind))
    if kind == "poisson" and own <= 0:
        raise SceneError(f"--fit {name}: its first guess must be above zero")

    def put(scene: BodyScene, value: float) -> BodyScene:
        made = dict(scene.materials)
        for each in regions:
            new = value if alone else value * getattr(made[each], kind)
            made[each] = made[each].model_copy(update={kind: new})
        return scene.model_copy(update={"materials": made})

    return Parameter(name, own if alone else 1.0, UNIT.get(kind, "") if alone else FACTOR, put)


def _damping(entry: str, own: float) -> Parameter:
    def put(scene: BodyScene, value: float) -> BodyScene:
        return scene.model_copy(update={"damping": scene.damping.model_copy(update={entry: value})})

    return Parameter(f"damping.{entry}", own, UNIT[f"damping.{entry}"], put)


def _gain(name: str, actuator: str, scene: BodyScene) -> Parameter:
    driven = dict.fromkeys(load.actuator for load in scene.loads if load.actuator is not None)
    if not driven or (actuator and actuator not in driven):
        known = ", ".join(driven) or "none"
        raise SceneError(f"--fit {name}: nothing drives it; loads and inputs drive these actuators: {known}")

    def more(load: LoadPart, value: float) -> LoadPart:
        if load.actuator is None or (actuator and load.actuator != actuator):
            return load
        amounts = {key: getattr(load, key) for key in ("tension", "pressure", "wound")}
        return load.model_copy(update={k: value * v for k, v in amounts.items() if v is not None})

    def put(scene: BodyScene, value: float) -> BodyScene:
        return scene.model_copy(update={"loads": [more(load, value) for load in scene.loads]})

    return Parameter(name, 1.0, FACTOR, put)


def _check_delay(scene: BodyScene) -> None:
    moves = [*scene.moved, *([] if scene.handle is None else [scene.handle])]
    if not scene.loads or any(each.moves for each in moves):
        why = (
            "a handle or a tool moves, which it does not shift"
            if scene.loads
            else "the scene has no [[loads]]"
        )
        raise SceneError(f"--fit delay: {why}: leave it out; the recording's time shift is found anyway")


def _delayed(scene: BodyScene, value: float) -> BodyScene:
    """Delay a scene's loads by `value` s; those that then act only before or after its time are removed."""
    end, least = scene.time.step * scene.time.steps, SHARE_OF_STEP * scene.time.step
    moved = [_later(load, value) for load in scene.loads]
    acting = [each for each in moved if each.start + each.duration >= least and each.start < NEARLY * end]
    return scene.model_copy(update={"loads": acting})


def _later(load: LoadPart, value: float) -> LoadPart:
    """Delay a load by `value` s; one of constant shape is cut at time zero, others are not."""
    found = load.model_copy(update={"start": load.start + value})
    if load.factors:
        times, factors = np.array(load.factors).T
        kept = np.where(times + value < 0, np.interp(0.0, times + value, factors), factors)
        pairs = zip(np.maximum(times + value, 0.0).tolist(), kept.tolist(), strict=True)
        found = found.model_copy(update={"factors": list(pairs)})
    if found.start >= 0 or load.shape != "constant":
        return found
    left = load.duration + found.start
    impulse = load.impulse and tuple(each * left / load.duration for each in load.impulse)
    return found.model_copy(update={"start": 0.0, "duration": left, "impulse": impulse})
