"""A simulator of a soft body, which can be carried by the region that is held."""

from __future__ import annotations

from runtime.body.handle.hand import Hand
from runtime.simulator import Simulator
from softrein.errors import ControllerError


class BodySimulator(Simulator):
    """A reduced soft body under feedback control, in real time."""

    @property
    def handle(self) -> Hand:
        """The hand that carries the body by the region that is held: `move`, `release`, `pose`.

        Raises ControllerError where that cannot be moved.
        """
        if isinstance(self.frame, Hand):
            return self.frame
        self.bundle.in_moving_frame()  # which says why, where nothing could
        raise ControllerError(
            "the handle of this simulator cannot be moved: make it by bundle.simulator(handle=True), or "
            "add a [handle] table to the scene"
        )
