"""Endless motion: runs of a reference round after round, and the deviation at each end ([002], section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from runtime.base.arguments import function, refused, whole
from runtime.base.renamed import renamed
from runtime.control.registry import LQR
from runtime.plant.push import Push, pushes_in

if TYPE_CHECKING:
    from runtime.base.progress import Progress
    from runtime.bundle.record import Bundle
    from runtime.control.base.choice import Choice


MOST_ROUNDS = 10_000  # about minutes of computing


@renamed(foresees="preview")
def seam_deviations(
    bundle: Bundle,
    rounds: int,
    controller: Choice = LQR.name,
    pushes: Push | Sequence[Push] = (),
    preview: bool = False,
    progress: Progress | None = None,
    **options: Any,
) -> np.ndarray:
    """The distance (rounds,) of the state from the reference's end when each round is over.

    It is measured as `Run.deviation` is. The pushes act in the first round. From the second on a round begins
    with the gap between the reference's last and first state, so that the result shows how well the motion
    closes. `preview` and the controller's own `options` are those of `Bundle.simulator`; `progress`, if
    given, is called after each round.
    """
    if not callable(getattr(bundle, "simulator", None)):
        raise refused("bundle", bundle, "a bundle, as softrein.load returns it")
    rounds = whole("rounds", rounds, least=1, most=MOST_ROUNDS)
    if progress is not None:
        function("progress", progress, "a function (what, done, total) that reports progress")
    simulator = bundle.simulator(controller, True, preview, **options)
    places = bundle.plant().positions
    places = places if places.stop else slice(None)
    end, found, pushes = bundle.track.states[-1][places], np.empty(rounds), pushes_in(pushes)
    for number in range(rounds):
        for index in range(bundle.steps):
            if number == 0:
                simulator.play(pushes, index)
            simulator.step()
        found[number] = np.linalg.norm(simulator.state[places] - end)
        if progress is not None:
            progress("rounds", number + 1, rounds)
    return found
