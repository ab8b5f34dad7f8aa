"""Messages between pages and server about key-frames.

A page asks for the list first (`keys`), and from then on for single edits: `key` sets one, `rekey` moves it
to another step, `unkey` removes it, each by the number of its place (`handles`) and its step; `live` while
a hand still drags. `seek` puts the motion at a step. All pages are told the list whenever it, or the
motion, changed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from softrein.viewer.base.messages import Checks, Fields, one_of, text, truth, vector, whole

SCENE, BUNDLE = "scene", "bundle"  # what is to be saved
LONGEST_NAME = 100  # most characters
# messages that the server handles itself
EDITS = frozenset({"keys", "key", "rekey", "unkey", "undo", "redo", "save"})


class Shown(NamedTuple):
    """A key-frame for pages."""

    place: int
    step: int
    to: list[float]  # m, displacement from rest, with y up
    came: list[float] | None  # displacement that the motion reaches; None: not known yet


def asked_for(places: int, steps: int) -> Fields:
    """The messages, of a body with so many places in a motion of so many steps."""
    which: Checks = {"place": whole(0, places - 1), "step": whole(1, steps)}
    return {
        "keys": {},
        "key": {**which, "to": vector(3), "live": truth},
        "rekey": {**which, "then": whole(1, steps), "live": truth},
        "unkey": which,
        "undo": {},
        "redo": {},
        "save": {"what": one_of((SCENE, BUNDLE)), "name": text(LONGEST_NAME)},
        "seek": {"step": whole(0, steps)},
    }


def say_keys(keys: Sequence[Shown], **about: object) -> str:
    """The list; `about` it: state, fault, undo, redo, and whether it is being saved."""
    return json.dumps({"say": "keys", "keys": [key._asdict() for key in keys], **about})


def say_unable(why: str) -> str:
    """No key-frames can be set now."""
    return say_keys([], state="unable", fault=why, undo=False, redo=False, saves=False, saving=False)


def say_saved(name: str) -> str:
    """A file is there."""
    return json.dumps({"say": "saved", "name": name})
