"""The key-frames of a motion as hands edit them: one list for all pages, with undo and redo.

A key-frame is identified by its place and its step. A drag is one edit, however long it takes: during it
(`live`), each message replaces the one before, and undo restores the list before the drag. Several pages may
drag at once, each with a drag of its own. Positions are in the bundle's axes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from softrein.errors import ControllerError

MOST = 32  # most key-frames
DEPTH = 200  # edits that can be undone

Vector = tuple[float, float, float]


class Key(NamedTuple):
    """The goal of a place of a body at a step."""

    place: str | int  # name of a region (meaning its centre), or index of a mesh vertex
    step: int
    to: Vector  # m, displacement from the rest position
    velocity: Vector | None = None  # m/s, goal of the velocity, as in the scene
    weight: float | None = None  # weight, as in the scene; None: raised until the goal is met


Keys = tuple[Key, ...]
Change = Callable[[Keys], Keys]


class Came(NamedTuple):
    """The position of a key-frame's place in a motion at its step: m, from its rest."""

    key: Key
    to: Vector


class Editor:
    """The list of key-frames, and its history."""

    def __init__(self, steps: int, farthest: float) -> None:
        """Begin, for a motion of `steps` steps; no goal may be farther than `farthest` m from its rest."""
        self._steps, self._farthest = steps, farthest
        self.keys: Keys = ()  # including unfinished drags
        self.ready = False  # whether the initial list has been received
        self._settled: Keys = ()  # without unfinished drags
        self._drags: dict[int, Change] = {}  # latest drag of each page
        self._past: list[Keys] = []
        self._future: list[Keys] = []

    def begin(self, keys: Keys) -> None:
        """The list to begin with."""
        self.keys = self._settled = _sorted(keys)
        self.ready = True

    @property
    def undoes(self) -> bool:
        """Whether there is an edit to undo."""
        return bool(self._past) or bool(self._drags)

    @property
    def redoes(self) -> bool:
        """Whether there is one to do again."""
        return bool(self._future) and not self._drags

    def put(self, page: int, place: str | int, step: int, to: Vector, live: bool) -> None:
        """A key-frame at a place and a step, or another position for the one that is there.

        Raises ControllerError where it is too far off, or there are too many.
        """
        if max(map(abs, to)) > self._farthest:
            raise ControllerError("a key-frame too far from the body; put it where the body can go")

        def change(keys: Keys) -> Keys:
            others = tuple(key for key in keys if (key.place, key.step) != (place, step))
            if len(others) == MOST:
                raise ControllerError(f"there are {MOST} key-frames, and no room for more; remove one first")
            had = next((key for key in keys if (key.place, key.step) == (place, step)), None)
            return (*others, Key(place, step, to) if had is None else had._replace(to=to))

        self._edit(page, change, live)

    def move(self, page: int, place: str | int, step: int, then: int, live: bool) -> None:
        """Move the key-frame of a place to another step, unless the place has one there, or it is no step."""

        def change(keys: Keys) -> Keys:
            taken = {key.step for key in keys if key.place == place} - {step}
            moves = 1 <= then <= self._steps and then not in taken
            return tuple(
                key._replace(step=then) if moves and (key.place, key.step) == (place, step) else key
                for key in keys
            )

        self._edit(page, change, live)

    def remove(self, page: int, place: str | int, step: int) -> None:
        """Remove the key-frame of a place at a step."""
        self._edit(
            page,
            lambda keys: tuple(key for key in keys if (key.place, key.step) != (place, step)),
            live=False,
        )

    def left(self, page: int) -> bool:
        """End the drag of a page that has gone as an edit; return whether there was one."""
        dragged = page in self._drags
        self._settle([page] if dragged else [])
        return dragged

    def undo(self) -> None:
        """Back to the list before the last edit, or before the drag that began last."""
        self._settle(list(self._drags))
        if self._past:
            self._future.append(self._settled)
            self.keys = self._settled = self._past.pop()

    def redo(self) -> None:
        """The edit that was undone last, once more."""
        if self.redoes:
            self._past.append(self._settled)
            self.keys = self._settled = self._future.pop()

    def _edit(self, page: int, change: Change, live: bool) -> None:
        drags = self._drags | {page: change}
        self.keys = _changed(self._settled, drags.values())
        self._drags = drags
        if not live:
            self._settle([page])

    def _settle(self, pages: list[int]) -> None:
        """The drags of these pages have ended: each is an edit, unless all is as it was."""
        for page in pages:
            after = _changed(self._settled, [self._drags.pop(page)])
            if after != self._settled:
                self._past = [*self._past[-(DEPTH - 1) :], self._settled]
                self._future.clear()
            self._settled = after
        self.keys = _changed(self._settled, self._drags.values())


def _changed(keys: Keys, changes: Iterable[Change]) -> Keys:
    for change in changes:
        keys = change(keys)
    return _sorted(keys)


def _sorted(keys: Keys) -> Keys:
    return tuple(sorted(keys, key=lambda key: (key.step, str(key.place))))
