"""Gains and motions, made in a process of low priority while the simulation goes on.

It makes LQR gains for another control cost, or about another motion by key-frames, and saves
files of these. The server requests one thing at a time, and of requests made meanwhile only the newest is
granted. Gains, and the motion with them, are written into the one of two sets of shared memory that the
simulation does not use; it changes to that set between two steps and reports it, and only then is the other
set free. Each request ends: gains are used, or cannot be made, or the process ends, or exceeds its time, in
which case it is replaced.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import numpy as np

from runtime.control.registry import CONTROLLERS, LQR
from softrein.errors import BundleError, SoftreinError, one_line
from softrein.viewer.base.frames import GainBuffers
from softrein.viewer.keyframes.editor import Came, Keys
from softrein.viewer.keyframes.motion_buffers import MotionBuffers, put
from softrein.viewer.simulation import end_process, start_process

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from runtime.control.base.choice import Choice
    from runtime.control.base.law import AffineGains
    from softrein.viewer.keyframes.motions import Motions

A = TypeVar("A")  # type of an answer
Start = Callable[[], tuple[SpawnProcess, Connection]]  # starts a process, and returns it with the pipe to it

GENTLY = 10  # increment of its niceness (lower priority)
PATIENCE = 60.0  # s, time limit for computing gains; the T's take 0.12 s
LONGEST = 200  # most characters of an unexpected error's message
LONG = 600.0  # s, time limit if code is compiled or other controllers are tuned
LONGEST_TUNING = 7200.0  # s, time limit for large bodies with cables
SOON, OFTEN = 3.0, 10.0  # s until the first progress report of tuning, and between reports
FIRST, ROUGH, FINE = range(3)  # priority classes of queued wishes, in this order
ENDED = "gains cannot be computed any more: the process for it has ended"
UNSAVED = "not saved: the process that wrote the file has ended"
CHANGED = "the file has changed since it was opened; end `softrein view` and open it again"
OVERDUE = "gains were not ready in time; the motion goes on with those that it has"


class Gains(NamedTuple):
    """A wish: gains at 10^decades of the shipped control cost, about the motion through key-frames."""

    slot: int
    decades: float
    keys: Keys | None  # None: the bundle's own motion
    rough: bool  # whether the user is still dragging
    patience: float = PATIENCE

    def done(self, shop: Shop) -> Made:
        """Make them."""
        return shop.gains(self)


class Prepare(NamedTuple):
    """A wish: to read the scene's own key-frames, and to compile what a search for a motion needs."""

    patience: float = LONG

    def done(self, shop: Shop) -> Prepared:
        """Return the key-frames, and where the motion is at their times; or the error that prevents it."""
        try:
            keys = shop.motions.prepare()
            return Prepared(keys, shop.motions.came(keys), "")
        except Exception as error:  # for example of the file's content
            return Prepared((), [], f"no key-frames: {_error_line(error)}")


class Save(NamedTuple):
    """A wish: a file of what these key-frames make."""

    what: str
    name: str
    keys: Keys

    def done(self, shop: Shop) -> Saved:
        """Write it."""
        if shop.folder is None:
            return Saved("", "nothing is saved: start `softrein view` with --save-to FOLDER")
        try:
            return Saved(shop.motions.save(self.what, self.name, self.keys, shop.folder).name, "")
        except Exception as error:  # for example of the file's content
            return Saved("", f"not saved: {_error_line(error)}")


class Tune(NamedTuple):
    """A wish: a comparator that the bundle lacks, tuned, and kept in its file."""

    name: str

    def done(self, shop: Shop) -> Tuned:
        """Tune it, and say meanwhile how far that is."""
        try:
            return Tuned(self.name, shop.tuned(self.name), "")
        except Exception as error:  # for example of the file's content
            return Tuned(
                self.name, None, f"{CONTROLLERS[self.name].words} is not tuned: {_error_line(error)}"
            )


class Made(NamedTuple):
    """The answer that gains are in a slot, or the error."""

    slot: int
    decades: float
    seconds: float
    fault: str
    came: list[Came] | None  # distances of the motion from its key-frames; None: the motion has not changed


class Prepared(NamedTuple):
    """The scene's own key-frames, or why none can be set."""

    keys: Keys
    came: list[Came]
    fault: str


class Saved(NamedTuple):
    """The file's name, or why there is none."""

    name: str
    fault: str


class Tuned(NamedTuple):
    """A comparator's gains, or why there are none."""

    name: str
    choice: Choice | None
    fault: str


class Underway(NamedTuple):
    """The progress of a long request."""

    words: str


Wish = Gains | Prepare
Answer = Made | Prepared


class Shop:
    """The data and functions of the process."""

    def __init__(
        self, bundle: Bundle, file: Path, gains: str, motions: str | None, folder: Path | None
    ) -> None:
        """`gains` and `motions` are names of shared memory; files go into `folder`, if any."""
        self._bundle, self._file, self.folder = bundle, file, folder
        self._gains = GainBuffers(bundle.gains[LQR.name].shape, gains)
        self._buffers = None if motions is None else MotionBuffers(bundle, motions)  # type: ignore[arg-type]
        self._motions: Motions | None = None
        self.tell: Callable[[Underway], None] | None = None  # callback for the progress of long computations
        self.is_of_another = False  # whether the file no longer has the bundle that pages show

    def check_file(self) -> None:
        """Raise BundleError where the file no longer has the bundle that pages show."""
        if self.is_of_another:
            raise BundleError(CHANGED)

    @property
    def motions(self) -> Motions:
        """Made when they are asked for first. Raises as `check_file` does."""
        self.check_file()
        if self._motions is None:
            from softrein.viewer.keyframes.motions import Motions

            self._motions = Motions(self._bundle, self._file)  # type: ignore[arg-type]
        return self._motions

    def gains(self, wish: Gains) -> Made:
        """Write gains, and their motion, into a slot."""
        begun, out, came = time.perf_counter(), self._gains.sets[wish.slot], None
        if self.is_of_another:
            return Made(wish.slot, wish.decades, 0.0, CHANGED, None)
        try:
            if wish.keys is not None and self.motions.find(wish.keys, wish.rough):
                came = self.motions.came(wish.keys)
                assert self._buffers is not None
                put(self._buffers.sets[wish.slot], self.motions.bundle, self.motions.is_own)
        except Exception as error:  # the motion through the previous key-frames stays active
            if self._motions is not None:
                self._motions.forget()
            fault = f"no motion through these key-frames: {_error_line(error)}"
            return Made(wish.slot, wish.decades, time.perf_counter() - begun, fault, None)
        fault = self._fill(wish, out)
        if fault and self._motions is not None:
            self._motions.forget()
        return Made(wish.slot, wish.decades, time.perf_counter() - begun, fault, came)

    def _fill(self, wish: Gains, out: AffineGains) -> str:
        if self._motions is None:
            return fill(self._bundle, wish.decades, out)
        feedback = self._motions.feedback
        if feedback is None:
            return fill(self._motions.bundle, wish.decades, out)
        assert out.offset is not None
        out.gains[:], out.offset[:] = feedback.gains, 0.0
        return ""

    def tuned(self, name: str) -> Choice:
        """The gains of a comparator, which the bundle's file holds from now on."""
        from softrein.api.tuning import tuned_and_kept

        self.check_file()
        due = time.monotonic() + SOON

        def progress(what: str, done: int, total: int) -> None:
            nonlocal due
            if self.tell is not None and time.monotonic() > due:
                due = time.monotonic() + OFTEN
                self.tell(Underway(f"{CONTROLLERS[name].words} is being tuned: {what}, {done} of {total}"))

        self._bundle = tuned_and_kept(self._bundle, self._file, [name], progress)
        found: Choice = self._bundle.choice(name)
        return found

    def close(self) -> None:
        """Let go of the shared memory."""
        self._gains.close()
        if self._buffers is not None:
            self._buffers.close()


def _error_line(error: Exception) -> str:
    """An error in one line for the page: ours as it stands, any other with its type."""
    return str(error) if isinstance(error, SoftreinError) else one_line(repr(error), LONGEST)


def make_gains(
    file: Path,
    gains: str,
    motions: str | None,
    folder: Path | None,
    motion: str | None,
    own: str,
    pipe: Connection,
) -> None:
    """Run the process: answer one wish after the other, about one of the file's motions or its first.

    `own` is the `motion_print` of the bundle that pages show; all is refused where the file has another.
    """
    os.nice(GENTLY)
    import offline.gains.lqr  # noqa: F401 - now, so that the first gains do not wait for it
    from offline.campaign.prints import motion_print
    from offline.campaign.threads import one_blas_thread
    from runtime.bundle.file import load

    bundle = load(file)
    bundle = bundle.motions.get(motion or "", bundle)
    shop = Shop(bundle, file, gains, motions, folder)
    shop.is_of_another = own not in ("", motion_print(bundle))
    shop.tell = pipe.send
    with one_blas_thread():
        try:
            while True:
                pipe.send(pipe.recv().done(shop))
        except (EOFError, OSError):
            pass  # the server has ended
    shop.close()


def fill(bundle: Bundle, decades: float, out: AffineGains) -> str:
    """LQR gains at 10^decades of the shipped control cost into `out`; returns what went wrong, or ""."""
    from offline.gains.lqr import remade_lqr

    try:
        gains, offset = remade_lqr(bundle, 10.0**decades)
    except Exception as error:  # after any error the simulation continues with its present gains
        return f"no gains for this control cost: {error}"
    if gains.shape != out.gains.shape or not np.isfinite(gains).all():
        return "no gains for this control cost: they are not finite"
    assert out.offset is not None
    out.gains[:] = gains
    out.offset[:] = 0.0 if offset is None else offset
    return ""


class Aside(Generic[A]):
    """A process of its own that grants one wish, for which gains need not wait."""

    def __init__(self, start: Start, wish: object, lost: A, patience: float) -> None:
        """Ask a process that `start` starts; `lost` is the answer where it ends, or takes more than that."""
        (self._process, self._pipe), self._lost = start(), lost
        self._until, self.asked = time.monotonic() + patience, True
        try:
            self._pipe.send(wish)
        except OSError:
            self.asked = False

    def heard(self) -> A | Underway | None:
        """Return its answer, or its progress; None while there is nothing new."""
        overdue = time.monotonic() > self._until
        if not (overdue or self._pipe.poll()):
            return None
        try:
            answer: A | Underway = self._lost if overdue else self._pipe.recv()
        except (EOFError, OSError):
            answer = self._lost
        if not isinstance(answer, Underway):
            if overdue:
                self._process.kill()
            # ended in a thread, so that nobody waits for it
            Thread(target=end_process, args=(self._process, self._pipe)).start()
        return answer

    def close(self) -> None:
        """End it."""
        self._process.kill()
        end_process(self._process, self._pipe)


class GainsMaker:
    """The process, as the server holds it."""

    def __init__(
        self,
        file: Path,
        gains: str,
        motions: str | None = None,
        folder: Path | None = None,
        motion: str | None = None,
        own: str = "",
    ) -> None:
        """Start it, with the arguments of `Shop`, about a motion of the file: its first by default.

        `own` is the `motion_print` of the bundle that pages show, if the file may be replaced meanwhile.
        """
        self._start: Start = partial(start_process, make_gains, file, gains, motions, folder, motion, own)
        self.process, self.pipe = self._start()
        self._now: Wish | None = None  # the wish that is being worked on
        self._next_slot = 0
        self._wanted: dict[int, Wish] = {}  # the newest waiting wish of each priority class
        self._decades = 0.0
        self._keys: Keys | None = None
        self._asked = 0.0  # clock time of the last request to the process
        self._saver: Aside[Saved] | None = None
        self._tuner: Aside[Tuned] | None = None

    @property
    def making(self) -> bool:
        """Whether gains are being made, or motions."""
        return isinstance(self._now, Gains)

    def want(self, decades: float) -> bool:
        """Request gains for another control cost, after those being made; False if this is impossible."""
        self._decades = decades
        return self._wish(FINE, Gains(0, decades, self._keys, rough=False))

    def keep_cost(self, decades: float) -> None:
        """Make motions for this control cost from now on: the one that was wished for is not in use."""
        self._decades = decades

    def want_motion(self, keys: Keys, rough: bool) -> bool:
        """Request a rough motion through other key-frames, with gains, and unless `rough` then a fine one."""
        self._keys = keys
        self._wanted.pop(FINE, None)
        there = self._wish(ROUGH, Gains(0, self._decades, keys, rough=True))
        return there and (rough or self._wish(FINE, Gains(0, self._decades, keys, rough=False)))

    def prepare(self) -> bool:
        """Request the preparation of key-frames."""
        return self._wish(FIRST, Prepare())

    def save(self, what: str, name: str, keys: Keys) -> bool:
        """Request a file from another process, since gains for a bundle take long; False if impossible."""
        self._saver = Aside(self._start, Save(what, name, keys), Saved("", UNSAVED), LONG)
        return self._saver.asked

    def saved(self) -> Saved | None:
        """Return the result of saving, once it is known."""
        answer = self._saver.heard() if self._saver is not None else None
        if not isinstance(answer, Saved):
            return None
        self._saver = None
        return answer

    def tune(self, name: str) -> bool:
        """A comparator, which another process tunes; false while that one is busy."""
        if self._tuner is not None:
            return False
        lost = Tuned(name, None, f"{CONTROLLERS[name].words} is not tuned: the process that did it has ended")
        self._tuner = Aside(self._start, Tune(name), lost, LONGEST_TUNING)
        return True

    def tuned(self) -> Tuned | Underway | None:
        """Return the result of tuning, or its progress, if there is news."""
        answer = self._tuner.heard() if self._tuner is not None else None
        if isinstance(answer, Tuned):
            self._tuner = None
        return answer

    def made(self) -> Answer | None:
        """Return what is ready, if anything: see `Made`.

        Gains without a fault must be used and `done` called; for anything else only `done`.
        """
        try:
            answer: Answer | None = self.pipe.recv() if self.pipe.poll() else None
        except (EOFError, OSError):
            return None
        if answer is not None:
            self._asked = math.inf  # it is ready in time, whenever the simulation uses it
        return answer

    def done(self, used: bool) -> None:
        """Record that the simulation uses the last gains, or that there are none to use."""
        self._now = None
        if used:
            self._next_slot = 1 - self._next_slot
        self._ask()

    @property
    def overdue(self) -> bool:
        """Whether the present request exceeds its time."""
        return self._now is not None and time.monotonic() - self._asked > self._now.patience

    def replace(self) -> None:
        """End the process, and start another, which makes what was wanted last."""
        self.process.kill()
        end_process(self.process, self.pipe)
        self.process, self.pipe = self._start()
        self._now = None
        self._ask()

    def stop(self) -> None:
        """Stop making requests: the process has ended."""
        self._now = None
        self._wanted.clear()

    def close(self) -> None:
        """End the process, and what is being written."""
        for each in (self._saver, self._tuner):
            if each is not None:
                each.close()
        end_process(self.process, self.pipe)

    def _wish(self, turn: int, wish: Wish) -> bool:
        self._wanted[turn] = wish
        self._ask()
        return bool(self.process.is_alive())

    def _ask(self) -> None:
        if self._now is not None or not self._wanted:
            return
        wish = self._wanted.pop(min(self._wanted))
        if isinstance(wish, Gains):
            wish = wish._replace(slot=self._next_slot)
        try:
            self.pipe.send(wish)
            self._now, self._asked = wish, time.monotonic()
        except OSError:
            pass  # it has ended; `want` reports that
