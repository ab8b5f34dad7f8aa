"""The viewer's server: pages and their messages, all in one asyncio loop that computes nothing.

Each page has a task that copies the newest frame out of shared memory, at most 120 times a second. What it
sends is checked and passed on, to the simulation or to the process that makes gains and motions.
"""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from runtime.control.registry import CONTROLLERS
from softrein.api.tuning import missing
from softrein.errors import SoftreinError
from softrein.viewer.base import messages
from softrein.viewer.base.messages import Command, Malformed
from softrein.viewer.base.runs import Told
from softrein.viewer.connection import Page
from softrein.viewer.editing import Session
from softrein.viewer.gains import ENDED, GainsMaker, Made, Tuned
from softrein.viewer.keyframes.words import EDITS, say_saved, say_unable
from softrein.viewer.scene import Scene
from softrein.viewer.serving.files import found, page_files, with_token
from softrein.viewer.serving.security import Guard
from softrein.viewer.serving.wire import POLICY, Allowance
from softrein.viewer.simulation import EVERYBODY, RELEASE, START, TELL, Simulation

RATE = 120.0  # frames per second for a page, enough for each refresh of a screen
TICK = 1 / 240  # s between two checks for a new frame
MOST_PAGES = 16
OPENINGS = 30.0  # new pages per second; each makes the simulation send the runs that are kept
TRY_LATER = 1013  # WebSocket close code
log = logging.getLogger("softrein.viewer")
# messages that concern only the motion with which pages began
OF_THE_FIRST = {*EDITS, "cost", "seek"} - {"keys"}
INDEX, SCENE, ARRAY = "index.html", "scene.json", "array.bin"
PLACEHOLDER = b"<!doctype html><title>softrein</title><p>The page was not built; see softrein/viewer/page.\n"


class Viewer:
    """The state that the server's requests share."""

    def __init__(self, scene: Scene, simulation: Simulation, gains: GainsMaker, saves: bool = False) -> None:
        """Begin; `saves` says whether edited motions may be saved."""
        self._simulation, self._gains = simulation, gains
        self._session = None if scene.handles is None else Session(scene, gains, saves)
        self._motions = tuple(scene.bundle.motions) if scene.bundle.others else ()
        self._followed = ""  # message about the active motion, once it is not the first
        self._known = messages.known_messages(scene.messages(), scene.controllers, self._motions)
        # controllers that are offered, and that a motion lacks; the number is that of the active one
        self._untuned = [
            set(scene.controllers) & set(missing(each, scene.choices))
            for each in scene.bundle.motions.values()
        ]
        self._active = 0
        self._pages: set[Page] = set()
        self._opened = self._inputs = 0
        self._openings = Allowance(OPENINGS, 2 * OPENINGS)
        self._seconds = 0.0  # s, computing time of the gains that become active next
        self._decades = 0.0  # log10 of the control cost factor of the active gains
        self._runs: dict[str, str] = {}  # controller -> message about its kept run
        # number of a path -> message, for paths that differ from the scene's
        self._paths: dict[int, str] = {}
        self._plan = scene.plan.numbers
        self._scene_json, self._arrays = scene.content
        self._page_files = page_files()

    def app(self, host: str, port: int, token: str, secure: bool = False) -> Guard:
        """The application, guarded; `secure` where it is served by TLS."""
        self._index_html = with_token(self._page_files.get(INDEX, PLACEHOLDER), self._page_files, token)
        routes = [
            Route("/", self._index),
            Route(f"/{SCENE}", self._scene),
            Route("/arrays/{name}.bin", self._array),
            Route("/{name}", self._file),
            WebSocketRoute("/live", self._live),
        ]
        return Guard(Starlette(routes=routes), host, port, token, secure)

    def hear(self) -> None:
        """Process the simulation's messages."""
        for what, value in self._simulation.heard():
            if what == "error":
                self.complain(value)
            elif what == "run":
                self._tell_run(*value)
            elif what == "path":
                self._paths[value[0]] = messages.say_path(*value)
                self.say(self._paths[value[0]])
                if value[1] and not self._active:  # LQR has the shipped cost again, see `Live`
                    self._keep_cost(0.0)
            elif what == "moved":
                self._follow(*value)
            elif what == "swapped":
                self._gains.done(used=value["used"])
                if not value["used"]:
                    self._keep_cost(self._decades)
                    continue
                if value["moved"] and self._session is not None:
                    self._session.followed()
                    self._tell_keys()
                elif value["decades"] != self._decades:
                    self.say(messages.say_gains(value["decades"], self._seconds))
                self._decades = value["decades"]

    def _keep_cost(self, decades: float) -> None:
        """Record the control cost that LQR has, which that of the last wish was not, or is no longer."""
        self._decades = decades
        self._gains.keep_cost(decades)

    def hear_gains(self) -> None:
        """Process gains that are ready, if any."""
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
        """Process the result of saving, if it is known."""
        saved = self._gains.saved()
        if saved is None or self._session is None:
            return
        self._session.saved()
        self._tell_keys()
        if saved.fault:
            self.complain(saved.fault)
        else:
            self.say(say_saved(saved.name))

    def hear_tuned(self) -> None:
        """Process a comparator that was tuned, if any."""
        tuned = self._gains.tuned()
        if tuned is None:
            return
        if not isinstance(tuned, Tuned):
            self.complain(tuned.words)
        elif tuned.fault:
            self.complain(tuned.fault)
        else:
            self._untuned[0].discard(tuned.name)
            self._simulation.send(EVERYBODY, Command("take", 0, {"name": tuned.name, "choice": tuned.choice}))

    def _tune(self, page: Page, name: str) -> None:
        """Tune a comparator that the bundle lacks, for a page that chose it."""
        words = CONTROLLERS[name].words
        if self._gains.tune(name):
            self.complain(f"{words} is tuned to LQR's effort, once; it takes charge when that is done")
        else:
            page.complain(f"another controller is being tuned; choose {words} again afterwards")

    def gains_are_lost(self, why: str) -> None:
        """Tell pages why the process of gains was ended."""
        self.complain(why)
        if self._session is not None:
            self._session.lost(why)
            self._tell_keys()

    def _tell_keys(self) -> None:
        for page in self._pages:
            page.looks_at_keys = True

    def _edit(self, page: Page, command: Command) -> None:
        """Edit key-frames, which the server keeps; a page gets an error for an impossible edit."""
        assert self._session is not None
        try:
            self._session.obey(page.number, command)
        except SoftreinError as error:
            page.complain(str(error))
        self._tell_keys()

    def _tell_run(self, number: int, run: Told) -> None:
        """Send a finished run to all pages, also later ones; the present one to the new page."""
        text = messages.say_run(run.fields(), number != EVERYBODY)
        if number == EVERYBODY:
            self._runs[run.controller] = text
        for page in self._pages:
            if number in (EVERYBODY, page.number):
                page.runs[run.controller, number] = text

    def _follow(self, name: str, steps: int, pushes: int, decades: float, led: list[object]) -> None:
        """Another motion is followed, at a control cost; runs are of the one before."""
        self._runs.clear()
        for page in self._pages:
            page.runs.clear()
        before, self._active = self._active, (self._motions or (name,)).index(name)
        if before and not self._active:  # back in the first motion, whose gains are made here
            self._keep_cost(decades)
        self._followed = messages.say_moved(name, steps, pushes, not self._active, led)
        self._paths.clear()
        self._tell_keys()
        self.say(self._followed)

    def say(self, text: str) -> None:
        """Tell every page."""
        for page in self._pages:
            page.sayings.append(text)

    def complain(self, text: str) -> None:
        """Tell every page of an error."""
        for page in self._pages:
            page.complain(text)

    async def _index(self, request: Request) -> Response:
        return found(self._index_html, INDEX)

    async def _scene(self, request: Request) -> Response:
        return found(self._scene_json, SCENE)

    async def _array(self, request: Request) -> Response:
        return found(self._arrays.get(request.path_params["name"]), ARRAY)

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        return found(self._page_files.get(name), name)

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
        page.sayings.extend([self._followed] if self._followed else [])
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
            if self._active and (command.do in OF_THE_FIRST or self._has_to_tune(command)):
                page.complain(self._of_the_first)
                page.looks_at_keys = page.looks_at_keys or command.do in EDITS
                continue
            if command.do in EDITS:
                self._edit(page, command)
                continue
            if self._has_to_tune(command):
                self._tune(page, command.values["name"])
                continue
            if command.do == "cost" and not self._gains.want(command.values["decades"]):
                page.complain(ENDED)
            self._pass_on(page, command)

    @property
    def _of_the_first(self) -> str:
        """The message about what cannot be done while another motion is followed."""
        return f"that is possible only in {self._motions[0]!r}, the first motion: go back to it first"

    def _has_to_tune(self, command: Command) -> bool:
        """Whether a controller is asked for that the bundle lacks."""
        return command.do == "controller" and command.values["name"] in self._untuned[self._active]

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
                    text = say_unable(self._of_the_first) if self._active else self._session.text()
                    await page.socket.send_text(text)
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
            pass  # the page has disconnected
