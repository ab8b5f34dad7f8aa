"""A page's connection in the server: its messages to the simulation, and the frames sent back.

A page that has not received its last frames is skipped: this is known from its socket, whose buffers are
small, and, where it acknowledges frames, from those that are under way. Its messages are counted: of too many
moves of its hand only the newest is passed on, too many flicks and paths are dropped, and too many of any
others close its connection.
"""

from __future__ import annotations

import struct
from collections import deque
from collections.abc import Iterator

from starlette.websockets import WebSocket

from softrein.viewer.base import messages
from softrein.viewer.base.messages import Command, Malformed
from softrein.viewer.serving.wire import Allowance

SMOKES = 30.0  # most smoke messages per second and page: 20 kB each, in space up to 400 kB
UNDER_WAY = 8  # frames that may be unacknowledged by a page that acknowledges them
MESSAGES = 400.0  # messages per second that a page may send; also the largest burst
MOVES = 200.0  # pointer moves per second that are passed on to the simulation
SLOW_ONES = 10.0  # slow commands per second: on a large body each takes as long as several steps
ERRORS = 1.0  # error messages per second sent to a page
MOVING = {"grab", "blow"}
SLOW = {"push", "path", "save", "jump", "motion"}
SAYINGS = 16  # rare messages that are queued for a page that does not read
ECHO = struct.Struct("<I")


class Page:
    """The server's data of one browser page: its WebSocket, what waits to be sent, and its rate limits."""

    def __init__(self, number: int, socket: WebSocket) -> None:
        self.number, self.socket = number, socket
        self.sayings: deque[str] = deque(maxlen=SAYINGS)
        # messages about runs to be sent; only the newest of each controller
        self.runs: dict[object, str] = {}
        self.looks_at_keys = True  # whether it is sent messages about key-frames
        self.shown = self.smoke = 0  # numbers of the last frame and of the last smoke message sent
        self._smoke_due = 0.0
        self.acknowledges = False
        self._under_way: deque[int] = deque()
        # number of each input, and the page's own id for it
        self._sent: deque[tuple[int, int]] = deque(maxlen=1024)
        self._echo = 0
        self._messages, self._slow = Allowance(MESSAGES), Allowance(SLOW_ONES)
        self._moves, self._errors = Allowance(MOVES), Allowance(ERRORS)
        self._held_back: Command | None = None  # latest pointer move, deferred by the rate limit
        self._error = ""  # error message to be sent

    def let_through(self, command: Command) -> bool:
        """Whether a message is passed on now. Raises Malformed for too many that cannot be dropped."""
        if command.do in MOVING:
            through = self._moves.take()
            self._held_back = None if through else command
            return through
        if command.do in SLOW:
            return self._slow.take()
        if not self._messages.take():
            raise Malformed(f"more than {MESSAGES:g} messages a second")
        if command.do == "release":
            self._held_back = None
        return True

    def late_move(self) -> Command | None:
        """Return the newest move of its hand, if it had to wait and may be passed on now."""
        if self._held_back is None or not self._moves.take():
            return None
        command, self._held_back = self._held_back, None
        return command

    def complain(self, text: str) -> None:
        """Store an error to be sent; of several within a second the newest."""
        self._error = text

    def words(self) -> Iterator[str]:
        """Return the messages to be sent now."""
        while self.sayings:
            yield self.sayings.popleft()
        while self.runs:
            yield self.runs.pop(next(iter(self.runs)))
        if self._error and self._errors.take():
            text, self._error = self._error, ""
            yield messages.say_error(text)

    def numbered(self, command: Command, number: int) -> Command:
        """The command with our number for its id, which a frame will tell when it was acted on."""
        if not command.id:
            return command
        self._sent.append((number, command.id))
        return command._replace(id=number)

    def took(self, frame: int) -> None:
        """Record that the page has received a frame, and so those before."""
        self.acknowledges = True
        while self._under_way and self._under_way[0] <= frame:
            self._under_way.popleft()

    @property
    def is_behind(self) -> bool:
        """Whether it has yet to take what was sent."""
        return self.acknowledges and len(self._under_way) >= UNDER_WAY

    def is_ready(self, newest: int) -> bool:
        """Whether a frame is worth sending."""
        return newest != self.shown and not self.is_behind

    def takes_smoke(self, newest: int, now: float) -> bool:
        """Whether it is sent the newest smoke now."""
        if newest == self.smoke or self.is_behind or now < self._smoke_due:
            return False
        self._smoke_due = max(self._smoke_due + 1 / SMOKES, now)
        return True

    @property
    def is_asking(self) -> bool:
        """Whether it has sent an input that no frame has told of."""
        return bool(self._sent)

    def is_answered(self, frame: bytearray) -> bool:
        """Whether a frame tells of such an input."""
        return bool(self._sent) and self._sent[0][0] <= ECHO.unpack_from(frame, messages.ECHO_AT)[0]

    def stamped(self, number: int, frame: bytearray, flags: int) -> bytes:
        """Return the frame for this page: with its own echo, and the server's flags."""
        (echo,) = ECHO.unpack_from(frame, messages.ECHO_AT)
        while self._sent and self._sent[0][0] <= echo:
            self._echo = self._sent.popleft()[1]
        ECHO.pack_into(frame, messages.ECHO_AT, self._echo)
        frame[messages.FLAGS_AT] |= flags
        self.shown = number
        if self.acknowledges:
            self._under_way.append(number & messages.LARGEST_ID)
        return bytes(frame)
