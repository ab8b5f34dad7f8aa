"""Key-frames in the server: the pages' list, the requests to the maker, and their results."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from softrein.errors import ControllerError, SoftreinError, one_line
from softrein.viewer.base.messages import Command
from softrein.viewer.gains import ENDED, Answer, Made, Prepared
from softrein.viewer.keyframes.editor import Came, Editor, Key, Keys
from softrein.viewer.keyframes.saving import checked_name
from softrein.viewer.keyframes.words import Shown, say_keys
from softrein.viewer.scene import Scene

FARTHEST = 3.0  # largest distance of a key-frame from its rest position, in body sizes
MOST_SAVED = 100  # most files saved by one viewer
LONGEST = 300  # most characters of an error message
CLOSED, PREPARING, READY, UNABLE = "closed", "preparing", "ready", "unable"


class Maker(Protocol):
    """The interface of a `softrein.viewer.gains.GainsMaker`."""

    def prepare(self) -> bool:
        """Request the scene's own key-frames."""

    def want_motion(self, keys: Keys, rough: bool) -> bool:
        """Request the motion through other key-frames."""

    def save(self, what: str, name: str, keys: Keys) -> bool:
        """A file."""


class Session:
    """The one list of key-frames, for all pages."""

    def __init__(self, scene: Scene, maker: Maker, saves: bool) -> None:
        """`saves` tells whether there is a folder for files."""
        assert scene.handles is not None
        self._editor, self._handles = Editor(scene.bundle.steps, FARTHEST * scene.size), scene.handles
        self._maker, self._saves = maker, saves
        self.state, self._fault, self._saved = CLOSED, "", 0
        self._saving = False
        self._came: dict[Key, Came] = {}
        self._coming: list[Came] = []  # distances from key-frames of a motion that is not active yet
        self._text: str | None = None  # message to pages; None: it must be built anew

    def obey(self, page: int, command: Command) -> None:
        """Do what a page asked for. Raises SoftreinError where that cannot be."""
        self._text = None
        editor, values = self._editor, command.values
        if command.do == "keys":
            self._open()
            return
        if self.state != READY:
            raise ControllerError(self._fault or "key-frames are not ready yet; wait a moment")
        if command.do == "save":
            self._save(**values)
            return
        if command.do in ("undo", "redo") and not (editor.undoes if command.do == "undo" else editor.redoes):
            return  # the motion and its runs stay
        before, live = editor.keys, values.get("live", False)
        place = self._handles.place(values["place"]) if "place" in values else ""
        if command.do == "key":
            editor.put(page, place, values["step"], self._handles.ours(values["to"]), live)
        elif command.do == "rekey":
            editor.move(page, place, values["step"], values["then"], live)
        elif command.do == "unkey":
            editor.remove(page, place, values["step"])
        elif command.do == "undo":
            editor.undo()
        else:
            editor.redo()
        self._fault = ""
        if (editor.keys != before or not live) and not self._maker.want_motion(editor.keys, live):
            self._fault = ENDED
            raise ControllerError(ENDED)

    def left(self, page: int) -> None:
        """End the drags of a page that has gone."""
        if self._editor.left(page):
            self._text = None
            self._maker.want_motion(self._editor.keys, rough=False)

    def hear(self, answer: Answer) -> None:
        """Take an answer of the maker that has no motion to follow."""
        self._text = None
        if not isinstance(answer, Prepared):
            self._fault = one_line(answer.fault, LONGEST)
            return
        if self.state != PREPARING:
            return
        try:
            for key in answer.keys:
                self._handles.number(key.place)
        except SoftreinError as error:
            answer = answer._replace(fault=str(error))
        self.state, self._fault = (UNABLE, one_line(answer.fault, LONGEST)) if answer.fault else (READY, "")
        if not answer.fault:
            self._editor.begin(answer.keys)
            self._came = {came.key: came for came in answer.came}

    def made(self, answer: Made) -> None:
        """Record that another motion is on its way to the simulation."""
        self._coming = answer.came or []

    def saved(self) -> None:
        """Record that a file was saved, or was not."""
        self._saving, self._text = False, None

    def followed(self) -> None:
        """Record that the motion is followed now."""
        self._fault = ""
        self._came, self._text = {came.key: came for came in self._coming}, None

    def lost(self, why: str) -> None:
        """Record that the maker's process was ended, with all its requests."""
        self._text, self._fault = None, why
        if self.state == PREPARING:
            self.state = UNABLE

    def text(self) -> str:
        """Return the message to pages about all this."""
        if self._text is None:
            self._text = say_keys(
                [self._shown(key) for key in self._editor.keys],
                state=self.state,
                fault=self._fault,
                undo=self._editor.undoes,
                redo=self._editor.redoes,
                saves=self._saves,
                saving=self._saving,
            )
        return self._text

    def _open(self) -> None:
        if self.state != CLOSED:
            return
        self.state = PREPARING
        if not self._maker.prepare():
            self.state, self._fault = UNABLE, ENDED

    def _save(self, what: str, name: str) -> None:
        """Have the process that makes motions write `what`, a scene or a bundle, as `name`."""
        if not self._saves:
            raise ControllerError("nothing is saved: start `softrein view` with --save-to FOLDER")
        if self._saving:
            raise ControllerError("a file is being written; wait for it")
        if self._saved == MOST_SAVED:
            raise ControllerError(f"{MOST_SAVED} files are enough; start `softrein view` again for more")
        checked_name(name)
        if not self._maker.save(what, name, self._editor.keys):
            raise ControllerError(ENDED)
        self._saving = True
        self._saved += 1

    def _shown(self, key: Key) -> Shown:
        handles, came = self._handles, self._came.get(key)
        here = None if came is None else handles.theirs(np.array(came.to))
        return Shown(handles.number(key.place), key.step, handles.theirs(np.array(key.to)), here)
