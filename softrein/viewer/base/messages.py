"""Messages over the viewer's WebSocket, both ways: pure functions, which trust nothing from outside.

A page sends JSON, at most 512 bytes a message, an object with "do" and that message's fields and no others
(an "id" may come with any). The server sends frames, little-endian:

    bytes  0  u8 type (1), u8 controller, u8 flags, u8 time scale: 128 + 24 log2 of the factor
           4  u32 frame, u32 step of the reference, u32 echo (id of the last input that a step has acted on)
          16  u32 run: the number of the run that is counted (`runs`), u32 its marks
          24  f32 time [s], effort, deviation, error so far, step_us, p99_us, rate [1/s], cost_decades
          56  f32 force (3) of the user [N, or m/s^2], f32 at (3) [m]
          80  f32 state (m), f32 reference (m), f32 control (r), then of each target
              f32 outcome (0 open, 1 hit, 2 missed), f32 when that was decided [s], f32 place (3) [m],
           then of each cable and chamber f32 its control [N, m or Pa], f32 1 where a hand holds it,
           then of a body whose handle can be moved f32 translation (3) [m] and rotation (3, 3), which take a
           place of the body, as its state has it, into space; or of each tool likewise, of its own frame,
           then of each obstacle and tool f32 force (3) with which it presses on the body [N], place (3) [m],
           then where sensors are all that controllers see f32 estimate (m)
        -  with the flag PLANNED only: f32 how many plans were cut short, then of each line that is drawn
           f32 places (points, axes) [m] that it is planned to go through from now on (`steering.plans`)

with m = r coordinates of a body, or the whole state (particles, z) of smoke; `control` is the reduced force
of the feedback, B w_fb. Offsets 2 and 12 are the server's to write, page by page. Effort and error
are of the run, the error as the cost weighs it; its marks say what disturbed it (`runs.Run`). Places and
forces of a body have y up both ways, whatever axis the scene has up (`Scene.turn`).
What the flow of smoke carries (`drift`) is sent separately, when it changes:

    bytes  0  u8 type (2), 3 unused
           4  u32 number, u32 points n of each trail, f32 time [s]
          16  u16 trails (N, most, axes), of which the first n points count
           -  u16 leaves (k, 3), u8 smoke (rows, columns) or, in space, (layers, rows, columns)

with places (x, y) or (x, y, z) from 0 to 65535 across the box, a leaf's third number, in a plane, its
direction in 65535ths of a turn, and smoke, a row along x, in 255ths of the densest at first; scene.json has
the numbers of each. Rare messages are JSON with "say": "gains" (in use now); "error" (in words); "run" (one
that has ended and is kept, or for a new page the one of now: now, number, controller, worth, marks, error,
total, met, which has what became of each target, and lists step, deviation, effort);
"path" (which of the paths leads elsewhere now, whether a page drew it, and places); "moved" (which motion is
followed now, its numbers of steps and pushes, whether it is the first, whose the targets are, and where it
leads: paths, or ways of particles); "keys" and "saved", of key-frames (`softrein.viewer.keyframes.words`).
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

HEADER = struct.Struct("<4B5I14f")
SMOKE_HEADER = struct.Struct("<B3x2If")
FLAGS_AT, ECHO_AT = 2, 12  # byte offsets of the fields that differ between pages
FRAME, SMOKE = 1, 2  # type numbers of binary messages
# numbers that a frame has for each target, actuator, handle and contact
TARGET, ACTUATOR, HANDLE, TOUCH = 5, 2, 12, 6
PAUSED, FINISHED, ENDLESS, GRABBED, MAKING_GAINS, PLANNED = 1, 2, 4, 8, 16, 32
LARGEST = 512  # bytes, largest message from a page
LARGEST_ID = 2**32 - 1
FARTHEST = 1e9  # largest number in a message: its square and cube are finite in single precision
LONGEST = 5.0  # s, longest flick (a push given by a short drag)
DECADES = (-4.0, 4.0)  # range of the control cost in powers of ten, relative to the shipped one
FACTORS = (0.05, 2.0)  # range of the time scale
SAME, OCTAVE = 128, 24  # time scale as a byte: value for no change, and increment for a factor of two


class Malformed(Exception):
    """Raised for a message that our pages never send."""


class Command(NamedTuple):
    """A message that has been checked."""

    do: str
    id: int  # 0 if the page gave none
    values: dict[str, Any]


def pace_of(factor: float) -> int:
    """Return the byte for a time scale in a frame."""
    return min(max(SAME + round(OCTAVE * math.log2(factor)), 0), 255)


def frame_size(
    shown: int,
    rank: int,
    targets: int = 0,
    plan: int = 0,
    actuators: int = 0,
    handles: int = 0,
    estimates: int = 0,
    touches: int = 0,
) -> int:
    """Return the number of bytes of a frame.

    It has `shown` entries of the state, `rank` coordinates, and `plan` numbers of a plan.
    """
    known = (2 + estimates) * shown + rank + TARGET * targets + ACTUATOR * actuators + HANDLE * handles
    return HEADER.size + 4 * (known + TOUCH * touches + plan)


def without_room(frame: bytes, plan: int) -> bytes:
    """Return a frame without the room for a plan of `plan` numbers, where there is no plan."""
    return frame if frame[FLAGS_AT] & PLANNED else frame[: len(frame) - 4 * plan]


T = TypeVar("T")
Check = Callable[[object], T]  # converts a JSON value, or raises Malformed
Checks = dict[str, Check[object]]  # converters of a message's fields, by name
Fields = dict[str, Checks]  # fields of messages, by type of message


def number(least: float = -FARTHEST, most: float = FARTHEST) -> Check[float]:
    """A finite number within bounds."""

    def check(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            value = math.nan
        if not least <= value <= most or not math.isfinite(value):
            raise Malformed(f"expected a number from {least:g} to {most:g}")
        return float(value)

    return check


def whole(least: int, most: int) -> Check[int]:
    """A whole number within bounds."""

    def check(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise Malformed(f"expected a whole number from {least} to {most}")
        return value

    return check


def vector(count: int) -> Check[tuple[float, ...]]:
    """Return a check for a list of `count` finite numbers."""
    entry = number()

    def check(value: object) -> tuple[float, ...]:
        if type(value) is not list or len(value) != count:
            raise Malformed(f"expected {count} numbers")
        return tuple(entry(each) for each in value)

    return check


def several(most: int, entry: Check[T]) -> Check[tuple[T, ...]]:
    """Return a check for a list of at most `most` values."""

    def check(value: object) -> tuple[T, ...]:
        if type(value) is not list or len(value) > most:
            raise Malformed(f"expected at most {most} values")
        return tuple(entry(each) for each in value)

    return check


def one_of(names: tuple[str, ...]) -> Check[str]:
    """One of some words."""

    def check(value: object) -> str:
        if type(value) is not str or value not in names:
            raise Malformed(f"expected one of {', '.join(names)}")
        return value

    return check


def text(most: int) -> Check[str]:
    """Return a check for text of one to `most` characters."""

    def check(value: object) -> str:
        if type(value) is not str or not 0 < len(value) <= most:
            raise Malformed(f"expected 1 to {most} characters")
        return value

    return check


def truth(value: object) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise Malformed("expected true or false")
    return value


def known_messages(hands: Fields, controllers: tuple[str, ...], motions: tuple[str, ...] = ()) -> Fields:
    """Return a page's possible messages, with fields: those of `hands` (`Scene.messages`), and others."""
    return {
        **hands,
        **({"motion": {"name": one_of(motions)}} if motions else {}),
        "release": {},
        "controller": {"name": one_of(controllers)},
        "cost": {"decades": number(*DECADES)},
        "pause": {"on": truth},
        "rewind": {},
        "try": {},
        "jump": {},
        "scale": {"factor": number(*FACTORS)},
        "endless": {"on": truth},
        "took": {"frame": whole(0, LARGEST_ID)},
    }


def parse(said: object, known: Fields) -> Command:
    """A page's message, checked; raises Malformed for anything else, and nothing but that."""
    if not isinstance(said, str) or len(said.encode("utf-8", "surrogatepass")) > LARGEST:
        raise Malformed(f"expected text of at most {LARGEST} bytes")
    try:
        data = json.loads(said)
    except (ValueError, RecursionError) as error:
        raise Malformed("not JSON") from error
    if not isinstance(data, dict) or not isinstance(data.get("do"), str) or data["do"] not in known:
        raise Malformed("not a message of this viewer")
    do = data.pop("do")
    checks = known[do]
    given = whole(1, LARGEST_ID)(data.pop("id")) if "id" in data else 0
    if data.keys() != checks.keys():
        raise Malformed(f"{do} takes {', '.join(checks) or 'nothing'}")
    return Command(do, given, {name: check(data[name]) for name, check in checks.items()})


def say_gains(decades: float, seconds: float) -> str:
    """Say that new gains are in use, and how long making them took."""
    return json.dumps({"say": "gains", "decades": decades, "seconds": round(seconds, 4)})


def say_run(fields: Mapping[str, object], now: bool) -> str:
    """Tell a run that has ended, or the present one."""
    return json.dumps({"say": "run", "now": now, **fields})


def say_moved(name: str, steps: int, pushes: int, first: bool, led: list[object]) -> str:
    """Say that another motion is followed: earlier runs belong to another one.

    It has `steps` steps and so many `pushes` of its own; the scene's targets are those of the `first` motion.
    `led` is what `softrein.viewer.scene.Scene.led` returns.
    """
    told = {"say": "moved", "name": name, "steps": steps, "pushes": pushes, "first": first, "led": led}
    return json.dumps(told)


def say_path(which: int, drawn: bool, places: list[list[float]]) -> str:
    """Tell a path's places (k, 3) m; whether a page drew it, or it is the scene's own."""
    return json.dumps({"say": "path", "which": which, "drawn": drawn, "places": places})


def say_error(text: str) -> str:
    """Tell an error in words."""
    return json.dumps({"say": "error", "text": text})
