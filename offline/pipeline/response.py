"""The response of an uncontrolled reduced model to the scene's pushes, with its correction and without.

Near its reference a corrected model is as accurate as its basis. Far from it the correction acts as if
the model were still there: where it is as large as the body's own forces, because the basis represents the
motion badly, it drives a weakly controlled model further away. Gains do not suffer from this, but weak
controllers are judged too harshly. By its own forces alone the model leaves its reference, but the
change by a push is about right: so the two responses are compared.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from offline.pipeline.base.table import Made
from runtime.base.fields import nothing
from runtime.bundle.record import Bundle
from runtime.control.registry import NONE
from softrein.errors import SimulationError, warn

# ratio of the responses with and without the correction; larger ones (or smaller than its inverse) are warned
# of
MOST = 1.3


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


def _response(bundle: Bundle) -> float:
    """Return the rms over time of the change of the uncontrolled model's places by the scene's pushes."""
    places = bundle.plant().coordinates
    pushed, alone = bundle.run(None, NONE.name).states, bundle.run([], NONE.name).states
    pushed, alone = pushed[:, places], alone[:, places]
    return max(float(np.sqrt(np.mean((pushed - alone) ** 2))), np.finfo(float).tiny)
