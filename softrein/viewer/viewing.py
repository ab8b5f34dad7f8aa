"""`softrein view`: starts the processes, prints the address, serves until Ctrl-C, and clears up."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import secrets
import signal
import socket
import ssl
import threading
import webbrowser
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from runtime.bundle.file import load
from runtime.control.base.choice import Choice
from runtime.control.registry import LQR
from softrein.errors import (
    ControllerError,
    SimulationError,
    SoftreinError,
    missing_extra,
    warn,
)
from softrein.viewer.base.messages import say_error
from softrein.viewer.gains import ENDED, OVERDUE, GainsMaker
from softrein.viewer.scene import scene_of
from softrein.viewer.serving.security import bracketed, is_loopback
from softrein.viewer.simulation import Simulation

if TYPE_CHECKING:
    from softrein.viewer.server import Viewer

PACKAGES = ("starlette", "uvicorn", "websockets")
PREPARING = "Compiling the simulation, which takes a minute or two the first time; then it moves."
REMIND = 2.0  # s between two such messages to pages
LOOK = 1.0  # s between checks whether computing gains takes too long
LAST_WORDS = 0.1  # s for pages to receive the reason for the simulation's end
UNENCRYPTED = (
    "listening on {host} without encryption: anyone on the network path can read the token, and "
    "interfere; give --certificate and --key (`softrein view --help` says how to make them), or leave "
    "--host out and connect by ssh -L {port}:127.0.0.1:{port}"
)
# address of this machine itself if the server listens on all interfaces
HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


class Listening(NamedTuple):
    """The address and port of a viewer."""

    host: str
    port: int  # port number; 0: any free port
    # context from `softrein.viewer.serving.security`; then connections are encrypted
    tls: ssl.SSLContext | None = None


def check_packages() -> None:
    """Raise MissingPackageError where the server's packages are not installed."""
    lacking = [name for name in PACKAGES if find_spec(name) is None]
    if lacking:
        raise missing_extra("view", "the viewer", *lacking)


def view(
    file: Path,
    listening: Listening,
    announce: Callable[[str], None],
    open_page: bool,
    controller: Choice | None = None,
    save_to: Path | None = None,
    sensors: bool = False,
    motion: str | None = None,
) -> None:
    """Serve a bundle until Ctrl-C; `announce` is told the address once pages may come.

    `controller` is active at first: one of the bundle's, or any that `Bundle.simulator` takes and pickle
    can send to the simulation's process. Edited motions are saved in the folder `save_to`, and
    nowhere where that is None; the folder is made if missing. With `sensors` controllers act on
    the bundle's sensors, and pages show the estimated state. `motion` is that with which pages begin, and
    whose key-frames and gains they edit: the file's first by default.

    Pages may come before the simulation is ready where that takes long, and see the motion's beginning until
    then.

    Raises SoftreinError for a port or an address that cannot be listened on and for a folder that cannot be
    made, and SimulationError where the simulation's process ends by itself.
    """
    check_packages()
    host, port, tls = listening
    bundle = load(file)
    scene = scene_of(bundle if motion is None else bundle.motion(motion), controller, sensors)
    scene.offer(scene.bundle.comparators)
    for each in scene.bundle.motions.values():
        if LQR.name not in each.controllers:
            raise ControllerError(f"{file} has no LQR gains; make it again with `softrein precompute`")
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(listen(host, port)) as listener:
        host = canonical(host, listener)
        if tls is None and not is_loopback(host):
            warn(UNENCRYPTED.format(host=host, port=listener.getsockname()[1]))
        if save_to is not None:
            make_folder(save_to)
        with Simulation(file, scene) as simulation:
            # Slow imports, done while the simulation starts.
            from offline.campaign.prints import motion_print
            from softrein.viewer.server import Viewer

            _ = scene.content
            simulation.wait()
            motions = None if simulation.motions is None else simulation.motions.name
            begun = next(iter(scene.bundle.motions))
            own = motion_print(scene.bundle)
            made = GainsMaker(file, simulation.gains.name, motions, save_to, begun, own)
            with contextlib.closing(made) as gains:
                viewer = Viewer(scene, simulation, gains, save_to is not None)
                asyncio.run(_serve(viewer, simulation, gains, listener, host, tls, announce, open_page))


def canonical(host: str, listener: socket.socket) -> str:
    """A host as browsers write it: an address in its shortest form, as of the socket; a name as it is."""
    try:
        socket.inet_pton(socket.AF_INET6, host) if ":" in host else socket.inet_aton(host)
    except OSError:
        return host
    return str(listener.getsockname()[0])


def make_folder(folder: Path) -> None:
    """Make the folder in which pages save, but not its parents; an existing one stays.

    Raises SoftreinError where it cannot be made.
    """
    try:
        folder.mkdir(exist_ok=True)
    except FileNotFoundError as error:
        raise SoftreinError(
            f"--save-to {folder}: no such folder as {folder.parent}; make it first"
        ) from error
    except OSError as error:
        why = "is no folder" if isinstance(error, FileExistsError) else f"cannot be made ({error.strerror})"
        raise SoftreinError(f"--save-to {folder}: {why}; give another one") from error


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any that is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(64)
    except (OSError, OverflowError) as error:
        if isinstance(error, socket.gaierror) or getattr(error, "errno", 0) == errno.EADDRNOTAVAIL:
            raise SoftreinError(f"--host {host}: no address of this machine ({error})") from error
        raise SoftreinError(
            f"cannot listen on {bracketed(host)}:{port} ({error}); give another --port"
        ) from error
    return listener


async def _serve(
    viewer: Viewer,
    simulation: Simulation,
    gains: GainsMaker,
    listener: socket.socket,
    host: str,
    tls: ssl.SSLContext | None,
    announce: Callable[[str], None],
    open_page: bool,
) -> None:
    from softrein.viewer.serving.listening import Server

    token, port = secrets.token_urlsafe(24), listener.getsockname()[1]
    server = Server(viewer.app(host, port, token, tls is not None), tls)
    loop = asyncio.get_running_loop()
    ended: list[str] = []  # error with which the simulation ended, if any

    def forget(end: Simulation | GainsMaker) -> None:
        for source in (end.process.sentinel, end.pipe):
            loop.remove_reader(source)

    def bury() -> None:
        forget(simulation)
        ended.append(simulation.epitaph())
        viewer.say(say_error(ended[0]))
        loop.call_later(LAST_WORDS, server.end)

    def stop_asking() -> None:
        forget(gains)
        gains.stop()
        viewer.gains_are_lost(ENDED)

    def expect_gains() -> None:
        loop.add_reader(gains.pipe, viewer.hear_gains)
        loop.add_reader(gains.process.sentinel, stop_asking)

    def look_after_gains() -> None:
        if gains.overdue:
            forget(gains)
            gains.replace()
            expect_gains()
            viewer.gains_are_lost(OVERDUE)
        viewer.hear_saved()
        viewer.hear_tuned()
        loop.call_later(LOOK, look_after_gains)

    def remind() -> None:
        if not simulation.is_ready:
            viewer.complain(PREPARING)
            loop.call_later(REMIND, remind)

    loop.add_reader(simulation.pipe, viewer.hear)
    loop.add_reader(simulation.process.sentinel, bury)
    expect_gains()
    look_after_gains()
    remind()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.end)
    scheme = "http" if tls is None else "https"
    address = f"{scheme}://{bracketed(HERE.get(host, host))}:{port}/?token={token}"
    announce(address)
    if open_page:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    await server.listen(listener)
    forget(gains)
    forget(simulation)
    if ended:
        raise SimulationError(ended[0])
