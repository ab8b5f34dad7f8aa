"""The policies that a page can choose between, each made when it is needed first.

Controllers must be made and compiled before the clock runs, while pages already see the
motion's beginning: `Live.prepare` makes all of them. One that cannot be made reports its error whenever it is
chosen.

A planning controller gets SHARE of the time between two steps for a plan unless its scene sets a
budget: the simulation keeps its step, and plans that are cut short are counted.
"""

from __future__ import annotations

from runtime.control.base.policy import manner_of
from runtime.plant.track import Track
from softrein.errors import SoftreinError
from softrein.viewer.scene import Scene

# fraction of the time step available for planning; the rest is for the step itself and other processes
SHARE = 0.5


class Laws:
    """Policies and the motions that they follow, by the names of controllers."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._made: dict[str, tuple[object, Track] | SoftreinError] = {}

    def of(self, name: str, period: float) -> tuple[object, Track]:
        """The policy and the motion of a controller, for steps `period` s apart.

        Raises the error, if any, that kept the policy from being made.
        """
        if name not in self._made:
            self._made[name] = self._make(name)
        made = self._made[name]
        if isinstance(made, SoftreinError):
            raise made
        policy, track = made
        return manner_of(policy).with_budget(policy, SHARE * period), track

    def _make(self, name: str) -> tuple[object, Track] | SoftreinError:
        bundle, choice = self._scene.bundle, self._scene.choices[name]
        try:
            return bundle.law(choice), bundle.track_of(choice)
        except SoftreinError as error:
            return error

    def renewed(self, name: str) -> object:
        """A new policy of a controller, as the bundle has it, whatever `change` has put in its place."""
        made = self._make(name)
        if isinstance(made, SoftreinError):
            raise made
        return made[0]

    def forget(self, name: str) -> None:
        """Drop the policy made for a controller, so that `of` makes it anew."""
        self._made.pop(name, None)

    def change(self, name: str, policy: object) -> None:
        """Let another policy act under a controller's name, along the same motion."""
        self._made[name] = policy, self.of(name, float("inf"))[1]
