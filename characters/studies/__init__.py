"""Every study of characters, by the name that the command line gives it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from characters.study import Study


class Entry(NamedTuple):
    """Where a study is, and whether it needs the package mujoco."""

    module: str  # with a function `study(quick=False, seed=0) -> Study`
    about: str
    needs_mujoco: bool = True

    def run(self, quick: bool = False, seed: int = 0) -> Study:
        """Do the study; `quick` cuts it down, `seed` is for what is random in it."""
        make: Callable[..., Study] = import_module(self.module).study
        return make(quick=quick, seed=seed)


STUDIES = {
    "pendulum": Entry("characters.studies.pendulum", "tables 1, 2 and figures 2 to 4 of Tan 2011", False),
    "helix": Entry(
        "characters.studies.helix", "constraints by stable PD: a particle on a helix, a rod", False
    ),
    "impacts": Entry("characters.studies.impacts", "a humanoid kicks, volleys and catches, at 33 ms steps"),
    "tail": Entry("characters.studies.tail", "key-frames of a mouse, with secondary motion in its tail"),
    "blocking": Entry("characters.studies.blocking", "an arm that blocks four balls in time"),
    "conducting": Entry("characters.studies.conducting", "twelve poses on the beat"),
    "ymca": Entry("characters.studies.ymca", "four poses of a song"),
    "recovery": Entry("characters.studies.recovery", "a push, and back to the motion within a given time"),
}
