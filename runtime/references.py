"""Several reference motions of one model, and which of their states is closest ([002], section 7).

Each reference comes as a bundle of its own, with its gains and targets; all share the reduced model, so that
a plant can leave one motion and go on along another. The distance of two states is the norm of the state with
what is not a place times the motions' own time scale,

    |z|^2 = |places|^2 + s^2 |rest|^2,     s = spread of the places / spread of the rest

both spreads about the mean over the states of all references: both parts count alike, and where the origin
of space lies does not matter. A reference's last state does not count, since nothing follows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from runtime.base.arguments import is_whole, said
from runtime.base.fields import declared
from runtime.plant.actuation import Actuation
from runtime.plant.track import Track
from runtime.steered import Steered
from softrein.errors import ControllerError


class Reference(NamedTuple):
    """A motion that can be followed, and how."""

    bundle: Steered
    policy: Any
    track: Track
    actuation: Actuation  # which knows what of the motion is the controls' own

    @classmethod
    def of(cls, bundle: Steered, policy: Any, track: Track) -> Reference:
        """A bundle's motion, under a policy."""
        return cls(bundle, policy, track, bundle.actuation)

    @property
    def steps(self) -> int:
        """T, the number of steps of the motion."""
        return len(self.track.feedforward)


class References:
    """The motions that a simulator may follow; they are numbered from 0, in the order in which they came."""

    def __init__(self, first: Reference, places: int) -> None:
        """One reference to begin with; `places` says how many entries of a state, its first, are places."""
        self._all, self._places = [first], places
        self._measure()

    def __len__(self) -> int:
        """Their number."""
        return len(self._all)

    def __iter__(self) -> Iterator[Reference]:
        """All of them."""
        return iter(self._all)

    def __getitem__(self, number: int) -> Reference:
        """One of them."""
        return self._all[number]

    def add(self, reference: Reference) -> int:
        """Take another one in, of the same model (see `check_alike`); returns its number."""
        self._all.append(reference)
        self._measure()
        return len(self._all) - 1

    def check(self, number: int) -> None:
        """Raise ControllerError where there is no reference of this number."""
        if not (is_whole(number) and 0 <= number < len(self._all)):
            raise ControllerError(
                f"there is no reference {said(number)}; they are numbered 0 to {len(self._all) - 1}"
            )

    def closest(self, state: np.ndarray, number: int | None = None) -> tuple[int, int]:
        """The number and the step of the reference state closest to `state` (n,): of all, or of one."""
        kept = slice(None) if number is None else slice(self._first[number], self._first[number + 1])
        distances = np.linalg.norm((self._states[kept] - state) * self._scale, axis=1)
        found = int(np.argmin(distances)) + (0 if number is None else int(self._first[number]))
        owner = int(np.searchsorted(self._first, found, side="right")) - 1
        return owner, found - int(self._first[owner])

    def _measure(self) -> None:
        """Put all states in one array, and find the norm's scale."""
        self._first = np.cumsum([0, *(each.steps for each in self._all)])
        self._states = np.concatenate([each.track.states[:-1] for each in self._all])
        about = self._states - self._states.mean(axis=0)
        spread = [np.linalg.norm(part) for part in (about[:, : self._places], about[:, self._places :])]
        self._scale = np.ones(self._states.shape[1])
        if spread[0] > 0 and spread[1] > 0:
            self._scale[self._places :] = spread[0] / spread[1]


def check_alike(one: Steered, other: Steered) -> None:
    """Raise ControllerError unless two bundles have the same plant and actuators, to the bit."""
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


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(each, other[name]) for name, each in one.items())
    return np.array_equal(one, other)
