"""What a reduced model's correction does besides making it follow the full motion.

The response to the scene's pushes without control is compared with the correction and without it.

Near its reference a corrected model is as accurate as its basis. Far from it the correction acts as if
the model were still there: where it is as large as the body's own forces, because the basis represents the
motion badly, it drives a weakly controlled model further away. Gains do not suffer from this, but weak
controllers are judged too harshly. By its own forces alone the model leaves its reference, but the
change by a push is about right: so the two responses are compared.

Free things are corrected for what the reduced body's touch lacks of the full one's. That acts on them at the
same steps in every run in which the body is as near as to reach them, even if it then misses them: so the
share of their velocity that comes from it is told.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from offline.pipeline.base.table import Made
from runtime.base.fields import nothing
from runtime.bundle.body import BodyBundle
from runtime.bundle.record import Bundle
from runtime.control.registry import NONE
from softrein.errors import SimulationError, shown, warn

# ratio of the responses with and without the correction; larger ones (or smaller than its inverse) are warned
# of
MOST = 1.3
MUCH = 0.05  # share of a free thing's velocity that comes from the correction; a larger one is warned of


def push_alone(bundle: Bundle) -> Made[None]:
    """Return the ratio of the pushes' effects with and without the correction; warn where they differ."""
    forward = bundle.driving
    plain = replace(
        bundle,
        track=bundle.track._replace(feedforward=forward),
        uncontrolled=bundle.uncontrolled - bundle.correction,
        correction=nothing(),
    )
    try:
        ratio = _response(bundle) / _response(plain)
    except SimulationError as error:
        return Made(None, f"without control, the scene's pushes make the run fail: {error}")
    words = f"uncontrolled, the scene's pushes carry the model {ratio:.2f} times as far as by its own forces"
    if not 1 / MOST <= ratio <= MOST:
        warn(
            f"basis: {words} alone, without the correction that makes it follow the full motion: it does "
            "not predict weak controllers; take more modes (basis.rank) or a gentler motion, and let "
            "softrein verify -c all compare on the full model"
        )
    return Made(None, words)


def things_alone(bundle: BodyBundle) -> Made[None]:
    """Return how much of the velocity that free things gain the correction gives; warn where it is much."""
    r, told = bundle.rank, []
    speeds = bundle.track.states[:, r:] - bundle.track.states[0, r:]
    given = np.cumsum(bundle.dt * bundle.correction[:, :r], axis=0)
    for name in bundle.things:
        modes = bundle.shape.modes[bundle.regions[name][0]]  # (3, r) of its middle
        gained, lacked = (np.linalg.norm(each @ modes.T, axis=1).max() for each in (speeds, given))
        share = lacked / gained if gained > 0 else 0.0
        told.append(f"{name} {share:.0%}")
        if share > MUCH:
            warn(
                f"basis: the correction that makes the model follow the full motion gives {shown(name)} "
                f"{share:.0%} of the velocity that it gains, also where the body comes near and misses it; "
                "take more modes (basis.rank) or samples (contact.samples)"
            )
    return Made(None, f"of the velocity that things gain the correction gives: {', '.join(told)}")


def _response(bundle: Bundle) -> float:
    """Return the rms over time of the change of the uncontrolled model's places by the scene's pushes."""
    places = bundle.plant().coordinates
    pushed, alone = bundle.run(None, NONE.name).states, bundle.run([], NONE.name).states
    pushed, alone = pushed[:, places], alone[:, places]
    return max(float(np.sqrt(np.mean((pushed - alone) ** 2))), np.finfo(float).tiny)
