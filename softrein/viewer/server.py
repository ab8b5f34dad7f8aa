"""The viewer's server: pages and their connections, all in one asyncio loop that computes nothing.

Each page has a task that copies the newest frame out of shared memory, at most 120 times a second. A page
that has not taken its last frames is skipped over: by its socket, whose buffers are kept small, and, where it
says what it took, by the frames that are under way to it. Its messages are checked, counted and passed on:
where it sends too many that move its hand only the newest goes on, too many flicks and paths are dropped,
and too many of any others close its connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import ssl
import struct
import time
from collections import deque
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import PurePath
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from softrein.errors import SoftreinError
from softrein.viewer import messages
from softrein.viewer.gains import ENDED, GainsMaker, Made
from softrein.viewer.gate import Gate
from softrein.viewer.keyframes.session import Session
from softrein.viewer.keyframes.words import EDITS, say_saved
from softrein.viewer.log import bounded_log
from softrein.viewer.messages import Command, Malformed
from softrein.viewer.runs import Told
from softrein.viewer.scene import Scene
from softrein.viewer.security import Guard
from softrein.viewer.simulation import EVERYBODY, RELEASE, START, TELL, Simulation
from softrein.viewer.wire import POLICY, ROOM, Allowance, LiveProtocol, RequestProtocol

RATE = 120.0  # frames a second for a page, so that there is a new one whenever a screen is drawn
SMOKES = 30.0  # a second for a page, of what smoke's flow carries: some 20 kB each
TICK = 1 / 240  # s between two looks whether there is a newer one
UNDER_WAY = 8  # frames that a page which says what it took may not have taken yet
MOST_PAGES = 16
OPENINGS = 30.0  # of pages a second; each makes the simulation tell what is kept
MESSAGES = 400.0  # a second that a page may send, and so many at once
MOVES = 200.0  # of its hand a second that go on to the simulation
SLOW_ONES = 10.0  # a second, likewise: on a large body each takes as long as several steps
ERRORS = 1.0  # a second that a page is told
MOVING = {"grab", "blow"}
SLOW = {"push", "path", "save"}
SAYINGS = 16  # rare messages kept for a page that does not read
LONGEST_MESSAGE = 4096  # bytes that a WebSocket takes at all; of what is too long below that, a page is told
GOODBYE = 1  # s for pages to answer that the server ends
ALIVE = 20.0  # s between two questions whether a page is still there, and for its answer
TRY_LATER = 1013  # code of closing a WebSocket
log = logging.getLogger("softrein.viewer")
ECHO = struct.Struct("<I")
KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".json": "application/json",
    ".svg": "image/svg+xml",
}  # fmt: skip
OTHER = "application/octet-stream"
PLACEHOLDER = b"<!doctype html><title>softrein</title><p>The page was not built; see softrein/viewer/page.\n"


class Page:
    """One connection."""

    def __init__(self, number: int, socket: WebSocket) -> None:
        self.number, self.socket = number, socket
        self.sayings: deque[str] = deque(maxlen=SAYINGS)
        self.runs: dict[Any, str] = {}  # to be told; of each controller the newest only
        self.looks_at_keys = True  # whether it is to be told of key-frames
        self.shown = self.smoke = 0  # numbers of the frame, and of the smoke, sent last
        self._smoke_due = 0.0
        self.acknowledges = False
        self._under_way: deque[int] = deque()
        self._sent: deque[tuple[int, int]] = deque(maxlen=1024)  # (our number, the page's id) of its inputs
        self._echo = 0
        self._messages, self._slow = Allowance(MESSAGES), Allowance(SLOW_ONES)
        self._moves, self._errors = Allowance(MOVES), Allowance(ERRORS)
        self._held_back: Command | None = None  # the newest move of its hand, which has to wait
        self._error = ""  # that it is to be told

    def let_through(self, command: Command) -> bool:
        """Whether a message goes on now. Raises Malformed where too many came that cannot be left out."""
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
        """The newest move of its hand, if it had to wait and may go on now."""
        if self._held_back is None or not self._moves.take():
            return None
        command, self._held_back = self._held_back, None
        return command

    def complain(self, text: str) -> None:
        """An error for it to be told; of several within a second the newest."""
        self._error = text

    def words(self) -> Iterator[str]:
        """What it is to be told now."""
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
        """The page has dealt with a frame, and so with those before."""
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
        """The frame as this page gets it: with its own echo, and flags that the server knows."""
        (echo,) = ECHO.unpack_from(frame, messages.ECHO_AT)
        while self._sent and self._sent[0][0] <= echo:
            self._echo = self._sent.popleft()[1]
        ECHO.pack_into(frame, messages.ECHO_AT, self._echo)
        frame[messages.FLAGS_AT] |= flags
        self.shown = number
        if self.acknowledges:
            self._under_way.append(number & messages.LARGEST_ID)
        return bytes(frame)


class Viewer:
    """All that the server's requests share."""

    def __init__(self, scene: Scene, simulation: Simulation, gains: GainsMaker, saves: bool = False) -> None:
        """`saves` tells whether what is made of key-frames may become a file."""
        self._simulation, self._gains = simulation, gains
        self._session = None if scene.handles is None else Session(scene, gains, saves)
        self._known = messages.known_messages(scene.messages(), scene.controllers)
        self._pages: set[Page] = set()
        self._opened = self._inputs = 0
        self._openings = Allowance(OPENINGS, 2 * OPENINGS)
        self._seconds = 0.0  # that the gains took which come into use next
        self._decades = 0.0  # of the control cost of those in use
        self._runs: dict[str, str] = {}  # of each controller the run that is kept, in words
        self._paths: dict[int, str] = {}  # that lead elsewhere than the scene's own, in words
        self._plan = scene.plan.numbers
        self._scene_json, self._arrays = scene.content
        self._page_files = page_files()

    def app(self, host: str, port: int, token: str, secure: bool = False) -> Guard:
        """The application, guarded; `secure` where it is served by TLS."""
        self._index_html = with_token(
            self._page_files.get("index.html", PLACEHOLDER), self._page_files, token
        )
        routes = [
            Route("/", self._index),
            Route("/scene.json", self._scene),
            Route("/arrays/{name}.bin", self._array),
            Route("/{name}", self._file),
            WebSocketRoute("/live", self._live),
        ]
        return Guard(Starlette(routes=routes), host, port, token, secure)

    def hear(self) -> None:
        """Take up what the simulation has said."""
        for what, value in self._simulation.heard():
            if what == "error":
                self.complain(value)
            elif what == "run":
                self._tell_run(*value)
            elif what == "path":
                self._paths[value[0]] = messages.say_path(*value)
                self.say(self._paths[value[0]])
            elif what == "swapped":
                self._gains.done(used=True)
                if value["moved"] and self._session is not None:
                    self._session.followed()
                    self._tell_keys()
                elif value["decades"] != self._decades:
                    self.say(messages.say_gains(value["decades"], self._seconds))
                self._decades = value["decades"]

    def hear_gains(self) -> None:
        """Take up what is ready, if anything."""
        made = self._gains.made()
        if isinstance(made, Made) and not made.fault:
            self._seconds, moved = made.seconds, made.came is not None
            if self._session is not None:
                self._session.made(made)
            swap = {"slot": made.slot, "decades": made.decades, "moved": moved}
            self._simulation.send(0, Command("swap", 0, swap))
            return
        if made is None:
            return
        self._gains.done(used=False)
        if made.fault:
            self.complain(made.fault)
        if self._session is not None:
            self._session.hear(made)
            self._tell_keys()

    def hear_saved(self) -> None:
        """Take up what became of a file, if that is known."""
        saved = self._gains.saved()
        if saved is None or self._session is None:
            return
        self._session.saved()
        self._tell_keys()
        if saved.fault:
            self.complain(saved.fault)
        else:
            self.say(say_saved(saved.name))

    def gains_are_lost(self, why: str) -> None:
        """Their process was ended; pages are told why."""
        self.complain(why)
        if self._session is not None:
            self._session.lost(why)
            self._tell_keys()

    def _tell_keys(self) -> None:
        for page in self._pages:
            page.looks_at_keys = True

    def _edit(self, page: Page, command: Command) -> None:
        """Key-frames are the server's own; a page that asks for what cannot be is told so."""
        assert self._session is not None
        try:
            self._session.obey(page.number, command)
        except SoftreinError as error:
            page.complain(str(error))
        self._tell_keys()

    def _tell_run(self, number: int, run: Told) -> None:
        """A run that is kept is for all, also who comes later; that of now for the page that is new."""
        text = messages.say_run(run.fields(), number != EVERYBODY)
        if number == EVERYBODY:
            self._runs[run.controller] = text
        for page in self._pages:
            if number in (EVERYBODY, page.number):
                page.runs[run.controller, number] = text

    def say(self, text: str) -> None:
        """Tell every page."""
        for page in self._pages:
            page.sayings.append(text)

    def complain(self, text: str) -> None:
        """Tell every page of an error."""
        for page in self._pages:
            page.complain(text)

    async def _index(self, request: Request) -> Response:
        return InPieces(self._index_html, media_type=KINDS[".html"])

    async def _scene(self, request: Request) -> Response:
        return InPieces(self._scene_json, media_type=KINDS[".json"])

    async def _array(self, request: Request) -> Response:
        return _found(self._arrays.get(request.path_params["name"]), OTHER)

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        return _found(self._page_files.get(name), KINDS.get(PurePath(name).suffix, OTHER))

    async def _live(self, socket: WebSocket) -> None:
        await socket.accept()
        if len(self._pages) >= MOST_PAGES or not self._openings.take():
            await socket.close(TRY_LATER, "too many pages")
            return
        self._opened += 1
        page = Page(self._opened, socket)
        self._pages.add(page)
        if len(self._pages) == 1:
            self._simulation.send(page.number, START)
        page.runs.update(self._runs)
        page.sayings.extend(self._paths.values())
        self._simulation.send(page.number, TELL)
        sender = asyncio.create_task(self._show(page))
        try:
            await self._listen(page)
        except Malformed as error:
            sender.cancel()
            log.warning("closed a page: %s", error)
            await socket.close(POLICY, str(error)[:100])
        except WebSocketDisconnect:
            pass
        finally:
            sender.cancel()
            self._pages.discard(page)
            self._simulation.send(page.number, RELEASE)
            if self._session is not None:
                self._session.left(page.number)

    async def _listen(self, page: Page) -> None:
        """Pass on what a page sends. Raises Malformed, or WebSocketDisconnect when it leaves."""
        while True:
            message = await page.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            command = messages.parse(message.get("text"), self._known)
            if not page.let_through(command):
                continue
            if command.do == "took":
                page.took(command.values["frame"])
                continue
            if command.do in EDITS:
                self._edit(page, command)
                continue
            if command.do == "cost" and not self._gains.want(command.values["decades"]):
                page.complain(ENDED)
            self._pass_on(page, command)

    def _pass_on(self, page: Page, command: Command) -> None:
        self._inputs += 1
        self._simulation.send(page.number, page.numbered(command, self._inputs))

    async def _show(self, page: Page) -> None:
        """Send a page the newest frames for as long as it is there.

        What answers an input of its own may come a frame's time early, and the next one then comes later:
        frames fall into step with a hand that moves.
        """
        frames, smoke, due = self._simulation.frames, self._simulation.smoke, time.monotonic()
        try:
            while True:
                if (late := page.late_move()) is not None:
                    self._pass_on(page, late)
                for text in page.words():
                    await page.socket.send_text(text)
                if self._session is not None and page.looks_at_keys:
                    page.looks_at_keys = False
                    await page.socket.send_text(self._session.text())
                now = time.monotonic()
                if page.is_ready(frames.newest) and now >= due - page.is_asking / RATE:
                    read = frames.read()
                    if read is not None and (now >= due or page.is_answered(read[1])):
                        flags = messages.MAKING_GAINS if self._gains.making else 0
                        due = max(due + 1 / RATE, now)
                        frame = messages.without_room(page.stamped(*read, flags), self._plan)
                        await page.socket.send_bytes(frame)
                if smoke is not None and page.takes_smoke(smoke.newest, now) and (news := smoke.read()):
                    page.smoke = news[0]
                    await page.socket.send_bytes(bytes(news[1]))
                await asyncio.sleep(TICK)
        except (WebSocketDisconnect, RuntimeError):
            pass  # closed meanwhile


class Server(uvicorn.Server):
    """uvicorn behind a gate, silent, and ended by `end` instead of by signals of its own."""

    def __init__(self, app: Guard, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app, log_config=None, log_level=logging.ERROR, access_log=False, server_header=False,
                lifespan="off", http=RequestProtocol, ws=LiveProtocol, ws_max_size=LONGEST_MESSAGE,
                ws_ping_interval=ALIVE, ws_ping_timeout=ALIVE, timeout_graceful_shutdown=GOODBYE,
                ws_per_message_deflate=False,  # frames are numbers, and hardly get smaller
            )
        )  # fmt: skip
        self._guard, self._tls = app, tls

    async def listen(self, listener: socket.socket) -> None:
        """Serve who comes by a socket that listens, until `end`."""
        gc.collect()
        gc.freeze()  # what is there stays, and what connections leave behind is soon collected
        with bounded_log():
            self._gate = Gate(listener, self._guard.shows_token, self._make_protocol, self._tls)
            self._gate.open()
            try:
                await self.serve([])  # it listens nowhere by itself
            finally:
                self._gate.close()
                self._gate.end()
                gc.unfreeze()

    def end(self) -> None:
        """Stop serving soon."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # that pages are cut off is meant
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye to those who are there."""
        self._gate.close()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield

    def _make_protocol(self) -> RequestProtocol:
        return RequestProtocol(self.config, self.server_state, {})


class InPieces(Response):
    """An answer of which no more is copied than a client takes at once."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Send it."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for start in range(0, len(self.body) - ROOM, ROOM):
            body = self.body[start : start + ROOM]
            await send({"type": "http.response.body", "body": body, "more_body": True})
        rest = (len(self.body) - 1) // ROOM * ROOM if self.body else 0
        await send({"type": "http.response.body", "body": self.body[rest:]})


def page_files() -> dict[str, bytes]:
    """The built page's files by name."""
    folder = files("softrein.viewer") / "page" / "dist"
    if not folder.is_dir():
        return {}
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}


def with_token(page: bytes, names: Iterable[str], token: str) -> bytes:
    """The page's HTML with the token in the addresses of its own files, which are served to nobody else."""
    for name in names:
        page = page.replace(f'="{name}"'.encode(), f'="{name}?token={token}"'.encode())
    return page


def _found(body: bytes | None, kind: str) -> Response:
    return Response(status_code=404) if body is None else InPieces(body, media_type=kind)
