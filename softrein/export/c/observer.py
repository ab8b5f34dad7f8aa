"""An observer of fixed gains for C: those of Kalman's filter in the motion's middle.

They are one matrix, whatever the bundle's own observer does: the filter is run along the motion once
(`runtime.observing.kalman`), and has almost converged in its middle.
"""

from __future__ import annotations

import numpy as np

from runtime.bundle.body import BodyBundle
from runtime.observing.kalman import kalman_gains
from runtime.observing.kinds import MARKER
from runtime.observing.sensors import steps_along
from softrein.export.c.text import Array, Constant


def hindrance(bundle: BodyBundle) -> str | None:
    """Return why C has no observer of a bundle's sensors; None where it has one, or there are none."""
    other = next((k for k, sensor in enumerate(bundle.sensors) if sensor.kind != MARKER), None)
    if other is not None:
        return f"sensors.{other}.kind: C knows markers alone; leave the others out"
    if len({sensor.every for sensor in bundle.sensors}) > 1:
        return "sensors: an observer of one gain has one `every`; give all the same"
    if bundle.sensors and bundle.sensors[0].every > bundle.steps:
        return "sensors: nothing is measured within the motion's steps"
    return None


def fixed_gains(bundle: BodyBundle) -> Array:
    """Return K (n + r, m) at the instant of a measurement next to the motion's middle."""
    knowledge, every = bundle.knowledge, bundle.sensors[0].every
    F, G = steps_along(bundle.plant(), bundle.track, bundle.rank)
    found = kalman_gains(F, G, knowledge.measurement, knowledge.unknown)
    # at the motion's beginning the state is known, and gains are zero
    return np.asarray(found.gains[max(bundle.steps // 2 // every, 1) * every])


def defined(bundle: BodyBundle) -> dict[str, tuple[object, str]]:
    """Return single numbers by name."""
    return {
        "DECAY": (
            bundle.knowledge.unknown.decay,
            ("share of the estimated unknown force that remains after a step"),
        )
    }


def constants(bundle: BodyBundle) -> list[Constant]:
    """Return the arrays of sensors and observer."""
    measurement = bundle.knowledge.measurement
    return [
        Constant("marker_rest", measurement.rest, "m, measurement at rest"),
        Constant("marker_modes", measurement.places, "C: change of the measurement by each coordinate"),
        Constant("observer_gains", fixed_gains(bundle), "gains for the state, and for the unknown force"),
    ]
