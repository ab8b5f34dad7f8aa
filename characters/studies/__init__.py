"""All studies of characters, by their names on the command line."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from characters.study import Study


class Entry(NamedTuple):
    """A study: its subject, its function, and whether it needs the package mujoco."""

    name: str  # of a module here with a function `study(quick=False, seed=0) -> Study`
    about: str
    needs_mujoco: bool = True

    def run(self, quick: bool = False, seed: int = 0) -> Study:
        """Run the study; `quick` makes it shorter, `seed` is for its random parts."""
        make: Callable[..., Study] = import_module(f"{__name__}.{self.name}").study
        return make(quick=quick, seed=seed)


_ENTRIES = (
    Entry("pendulum", "tables 1, 2 and figures 2 to 4 of Tan 2011", needs_mujoco=False),
    Entry("helix", "constraints by stable PD: a particle on a helix, a rod", needs_mujoco=False),
    Entry("impacts", "a humanoid kicks, volleys and catches, at 33 ms steps"),
    Entry("tail", "key-frames of a mouse, with secondary motion in its tail"),
    Entry("blocking", "an arm that blocks four balls in time"),
    Entry("conducting", "twelve poses on the beat"),
    Entry("ymca", "four poses of a song"),
    Entry("recovery", "a push, and back to the motion within a given time"),
)
STUDIES = {entry.name: entry for entry in _ENTRIES}
