"""Several motions of one model, and the choice of the one along which a state goes on ([002], section 7).

Each motion comes as a bundle of its own, with its gains and targets; all share the reduced model, so that a
plant can leave one motion and go on along another, from a step that `runtime.entering` chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from typing import NamedTuple

import numpy as np

from runtime.base.arguments import is_whole, said
from runtime.base.fields import declared
from runtime.control.base.policy import Policy
from runtime.entering import Entrance
from runtime.plant.actuation import Actuation
from runtime.plant.track import Track
from runtime.steered import Steered
from softrein.errors import ControllerError

ALIKE = 1e-9  # relative difference at which arrays of two bundles of one model count as equal


class Reference(NamedTuple):
    """A motion that can be followed, with its policy."""

    bundle: Steered
    policy: Policy
    track: Track
    actuation: Actuation  # includes the motion's own controls

    @classmethod
    def of(cls, bundle: Steered, policy: Policy, track: Track) -> Reference:
        """Make a reference of a bundle's motion, under a policy."""
        return cls(bundle, policy, track, bundle.actuation)

    @property
    def steps(self) -> int:
        """T, the number of steps of the motion."""
        return len(self.track.feedforward)

    @property
    def name(self) -> str:
        """The name of the motion; that of the scene if it is the only one."""
        return self.bundle.motion_name or self.bundle.name


class References:
    """The motions that a simulator may follow; they are numbered from 0, in the order of their addition."""

    def __init__(self, first: Reference) -> None:
        """Start with one motion."""
        self._all, self._entrances = [first], [Entrance(first.bundle)]

    def __len__(self) -> int:
        """The number of motions."""
        return len(self._all)

    def __iter__(self) -> Iterator[Reference]:
        """Iterate over all motions."""
        return iter(self._all)

    def __getitem__(self, number: int) -> Reference:
        """The motion of a number."""
        return self._all[number]

    def add(self, reference: Reference) -> int:
        """Add a motion of the same model (see `check_alike`); returns its number."""
        self._all.append(reference)
        self._entrances.append(Entrance(reference.bundle))
        return len(self._all) - 1

    @property
    def names(self) -> list[str]:
        """The names of all motions; if several have the same name, later ones get a number behind it."""
        found: list[str] = []
        for number, each in enumerate(self._all):
            numbered = (f"{each.name}-{free}" for free in count(number))
            found.append(next(name for name in chain([each.name], numbered) if name not in found))
        return found

    def number_of(self, motion: int | str) -> int:
        """The number of a motion that is given by number or name. Raises ControllerError if there is none."""
        names = self.names
        if isinstance(motion, str):
            if motion not in names:
                raise ControllerError(
                    f"there is no motion {said(motion)} for this controller; there are {', '.join(names)}"
                )
            return names.index(motion)
        if not (is_whole(motion) and 0 <= motion < len(names)):
            raise ControllerError(
                f"there is no motion {said(motion)}; they are numbered 0 to {len(names) - 1}"
            )
        return int(motion)

    def closest(self, state: np.ndarray, number: int | None = None) -> tuple[int, int]:
        """The best motion and step for a state (n,) to enter, among all motions or in one of them."""
        numbers = range(len(self._all)) if number is None else [number]
        found = [self._entrances[each].best(state) for each in numbers]
        best = int(np.argmin([cost for _, cost in found]))
        return numbers[best], found[best][0]


def check_alike(one: Steered, other: Steered) -> None:
    """Raise ControllerError unless two bundles have the same plant and actuators, but for round-off.

    Bundles that were made separately may differ by round-off, as other machines sum in another order.
    """
    if type(one) is not type(other):
        kind = getattr(other, "kind", type(other).__name__)
        raise ControllerError(f"a reference of kind {kind!r} does not fit a plant of kind {one.kind!r}")
    if one.dt != other.dt:
        raise ControllerError(
            f"a reference with a time step of {other.dt:g} s does not fit one of {one.dt:g} s; "
            f"take its bundle's at_step({one.dt:g})"
        )
    for name, each in declared(type(one)).items():
        if each.shared and not _same(getattr(one, name), getattr(other, name)):
            raise ControllerError(
                f"a reference must be of the same model, but {name!r} of {other.name!r} differs from that of "
                f"{one.name!r}"
            )


def _same(one: object, other: object) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(each, other[name]) for name, each in one.items())
    a, b = np.asarray(one), np.asarray(other)
    if a.shape != b.shape:
        return False
    if a.dtype.kind != "f" or not a.size:
        return bool(np.array_equal(a, b))
    return bool(np.abs(a - b).max() <= ALIKE * max(np.abs(a).max(), np.abs(b).max()))
