"""A `softrein view` for tests, in a process of its own, and a client with the page's protocol."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import numpy as np

from runtime.bundle.record import Bundle
from runtime.control.base.law import AffineGains
from softrein.viewer.base.messages import (
    ACTUATOR,
    FLAGS_AT,
    FRAME,
    HANDLE,
    HEADER,
    OCTAVE,
    PLANNED,
    SAME,
    SMOKE,
    TARGET,
    TOUCH,
    Malformed,
    frame_size,
)

ROOT = Path(__file__).parents[3]
CHROMIUM = os.environ.get("SOFTREIN_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
IN_SOFTWARE = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"]  # no GPU; or as root
STARTING = 240.0  # s, where every kernel must be compiled first


def gain_buffers(bundle: Bundle, value: float) -> list[AffineGains]:
    """Two sets of gains for a `Live`, every entry the same; no offsets."""
    shape = bundle.gains["lqr"].shape
    return [AffineGains(np.full(shape, value), np.zeros(shape[:2])) for _ in range(2)]


class Frame(NamedTuple):
    """A frame as a page reads it."""

    controller: int
    flags: int
    frame: int
    step: int
    echo: int
    run: int
    marks: int
    time: float
    effort: float
    deviation: float
    error: float
    step_us: float
    p99_us: float
    rate: float
    cost_decades: float
    force: tuple[float, ...]  # (3,)
    at: tuple[float, ...]  # (3,)
    state: np.ndarray  # (m,)
    reference: np.ndarray  # (m,)
    control: np.ndarray  # (r,)
    targets: np.ndarray  # (k, 5)
    factor: float  # the time scale, to about 1.5 %
    muscles: np.ndarray  # (a, 2)
    plan: np.ndarray  # as `softrein.viewer.shown.plans` has it; empty without one
    pose: np.ndarray  # (12,) of a handle that can be moved, or empty
    estimate: np.ndarray  # (m,) where sensors are all that controllers see, or empty
    pressed: np.ndarray  # (o, 6) of obstacles and tools


def read_frame(
    data: bytes, shown: int, rank: int, targets: int = 0, plan: int = 0, muscles: int = 0, handles: int = 0,
    estimates: int = 0, touches: int = 0,
) -> Frame:  # fmt: skip
    """A frame's parts. Raises Malformed where it is no frame of this shape."""
    ahead = plan if data[FLAGS_AT] & PLANNED else 0
    size = frame_size(shown, rank, targets, ahead, muscles, handles, estimates, touches)
    if len(data) != size or data[0] != FRAME:
        raise Malformed(f"{len(data)} bytes are no frame of {size}")
    _, controller, flags, pace, frame, step, echo, run, marks, *floats = HEADER.unpack_from(data)
    arrays = np.frombuffer(data, "<f4", offset=HEADER.size)
    parts = [shown, shown, rank, TARGET * targets, ACTUATOR * muscles, HANDLE * handles, TOUCH * touches]
    parts += [estimates * shown]
    found = np.split(arrays, np.cumsum(parts))
    state, reference, control, met, driven, pose, pressed, estimate, planned = found
    return Frame(
        controller, flags, frame, step, echo, run, marks, *floats[:8],  # type: ignore[call-arg]
        tuple(floats[8:11]), tuple(floats[11:14]), state, reference, control,
        met.reshape(-1, TARGET), 2.0 ** ((pace - SAME) / OCTAVE),
        driven.reshape(-1, ACTUATOR), planned, pose, estimate, pressed.reshape(-1, TOUCH),
    )  # fmt: skip


class Watched:
    """A running viewer."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        parts = urlsplit(address)
        assert parts.port is not None
        self.process, self.address, self.port = process, address, parts.port
        self.token = parse_qs(parts.query)["token"][0]
        self.encrypted = parts.scheme == "https"

    def children(self) -> list[int]:
        """The process numbers of its two child processes; the second may just have been forked."""
        for _ in range(100):
            listed = subprocess.run(
                ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(self.process.pid)],
                capture_output=True, text=True, check=False,
            ).stdout  # fmt: skip
            found = [int(line.split()[0]) for line in listed.splitlines() if "spawn_main" in line]
            if len(found) >= 2:
                break
            time.sleep(0.05)
        return found


@contextmanager
def viewer(file: Path, *options: str, most_files: int = 0) -> Iterator[Watched]:
    """Run `softrein view FILE --no-open`, end it in any case; `most_files` limits open files, if not 0."""
    limit = f"import resource as r; r.setrlimit(r.RLIMIT_NOFILE, 2 * ({most_files},)); " if most_files else ""
    code = f"{limit}from softrein.cli import main; main()"
    command = [sys.executable, "-c", code, "view", str(file), "--no-open"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    process = subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"https?://\S+", line)
        if found is None:
            raise AssertionError(f"no address but {line!r}, {process.communicate(timeout=10)[1]!r}")
        yield Watched(process, found[0])
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None and not stream.closed:
                stream.close()


def trusting() -> ssl.SSLContext:
    """A client's TLS context that accepts any certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Client:
    """A client that takes the place of a page, without a browser."""

    def __init__(
        self, watched: Watched, shown: int, rank: int, targets: int, plan: int, muscles: int = 0,
        handles: int = 0, estimates: int = 0, touches: int = 0, **options: Any,
    ) -> None:  # fmt: skip
        from websockets.sync.client import connect

        web, live = ("https", "wss") if watched.encrypted else ("http", "ws")
        origin = f"{web}://127.0.0.1:{watched.port}"
        options = {"origin": origin, "compression": None, "close_timeout": 1} | options
        if watched.encrypted:
            options = {"ssl": trusting()} | options
        address = f"{live}://127.0.0.1:{watched.port}/live?token={watched.token}"
        self._connection = connect(address, **options)
        self.socket: Any = self._connection.__enter__()
        self.counts = shown, rank, targets, plan, muscles, handles, estimates, touches
        self.said = list[dict[str, Any]]()
        self.smoke: list[bytes] = []

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.__exit__(None, None, None)

    def send(self, do: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"do": do, **fields}))

    def frame(self, timeout: float = 5.0) -> Frame:
        """The next frame; messages before it are kept, and so is what the flow carries."""
        while True:
            data = self.socket.recv(timeout)
            if isinstance(data, str):
                self.said.append(json.loads(data))
            elif data[0] == SMOKE:
                self.smoke.append(data)
            else:
                return read_frame(data, *self.counts)

    def close_code(self) -> int:
        """The code with which the server closes the connection."""
        from websockets.exceptions import ConnectionClosed

        try:
            for _ in range(1000):
                self.frame()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0
        raise AssertionError("it was not closed")

    def until(self, wanted: Any, timeout: float = 10.0) -> Frame:
        """The first frame of which `wanted` is true."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            frame = self.frame()
            if wanted(frame):
                return frame
        raise AssertionError(f"not within {timeout:g} s; last {frame}")


@contextmanager
def admitted(watched: Watched, *counts: int) -> Iterator[Client]:
    """A page, once the viewer has room for one: many others may just have come."""
    from websockets.exceptions import ConnectionClosed

    end = time.monotonic() + 20
    while True:
        with Client(watched, *counts) as client:
            try:
                client.frame()
            except ConnectionClosed as closed:
                if closed.rcvd is None or closed.rcvd.code != 1013 or time.monotonic() > end:
                    raise
                time.sleep(0.2)
                continue
            yield client
            return
