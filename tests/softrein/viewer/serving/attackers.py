"""Attacks on a viewer, each in a process of its own.

    python -m tests.softrein.viewer.serving.attackers ATTACK ADDRESS SEED

Those of `STRANGE` have no token, those of `KNOWING` use the one in the address. Each goes on until it is
killed, as quickly as one process can. They import only Python's own library, so that they start at once.
"""

from __future__ import annotations

import os
import random
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

ROOT = Path(__file__).parents[4]
MANY = 400  # connections at a time
PAGES = 12  # of sixteen
TEXT, MORE, PING = 0x1, 0x0, 0x9  # kinds of frames
LAST = 0x80  # of a message's frames


class Victim:
    """The viewer that is attacked: its address and token, and requests to it."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        assert parts.port is not None
        self.port, self.origin = parts.port, f"{parts.scheme}://127.0.0.1:{parts.port}"
        self.token = parse_qs(parts.query)["token"][0]
        self.encrypted = parts.scheme == "https"
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._tls.check_hostname, self._tls.verify_mode = False, ssl.CERT_NONE

    def connect(self, silent: bool = False) -> socket.socket:
        """A new connection; with `silent` without a TLS handshake."""
        made = socket.create_connection(("127.0.0.1", self.port), timeout=5)
        if not self.encrypted or silent:
            return made
        return self._tls.wrap_socket(made)

    def request(self, path: str, token: bool = True, more: str = "") -> bytes:
        """A request's header."""
        query = f"?token={self.token}" if token else ""
        return f"GET {path}{query} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{more}\r\n".encode()

    def page(self, reads: bool = True) -> socket.socket:
        """A page's WebSocket, opened."""
        made = self.connect()
        if not reads:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        made.sendall(self.request("/live", more=self.upgrade()))
        answer = b""
        while b"\r\n\r\n" not in answer:
            part = made.recv(4096)
            if not part:
                raise ConnectionResetError
            answer += part
        return made

    def upgrade(self) -> str:
        """The header lines that make a request one for a WebSocket."""
        return (
            f"Origin: {self.origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n"
        )


def frame(kind: int, data: bytes = b"") -> bytes:
    """A frame of a WebSocket, with the mask 0."""
    size = len(data)
    if size < 126:
        return bytes((kind, 0x80 | size)) + bytes(4) + data
    if size < 1 << 16:
        return bytes((kind, 0xFE)) + size.to_bytes(2, "big") + bytes(4) + data
    return bytes((kind, 0xFF)) + size.to_bytes(8, "big") + bytes(4) + data


def drain(made: socket.socket) -> None:
    """Read all bytes that have arrived."""
    made.setblocking(False)
    with suppress(BlockingIOError, ssl.SSLWantReadError):
        while made.recv(1 << 16):
            pass
    made.settimeout(5)


def half_open(victim: Victim, random: random.Random, count: int = 1500) -> Iterator[None]:
    """Begin requests that never end, as many as the system allows."""
    held: list[socket.socket] = []
    while True:
        made = victim.connect(silent=True)
        made.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        held.append(made)
        if len(held) >= count:
            held.pop(0).close()
        yield


def dripped(victim: Victim, random: random.Random) -> Iterator[None]:
    """Send headers a byte at a time (slow loris)."""
    held: list[socket.socket] = []
    header = victim.request("/", token=False, more="X-Nothing: " + "x" * 4000)
    while True:
        for index in range(MANY):
            if index >= len(held):
                held.append(victim.connect(silent=True))
            try:
                held[index].sendall(header[:1])
            except OSError:
                held[index].close()
                held[index] = victim.connect(silent=True)
        yield
        time.sleep(0.2)


def reconnecting(victim: Victim, random: random.Random) -> Iterator[None]:
    """Make connections and cut them."""
    while True:
        victim.connect(silent=True).close()
        yield


def refused(victim: Victim, random: random.Random) -> Iterator[None]:
    """Make requests without the token, and read the answers."""
    while True:
        with victim.connect() as made:
            made.sendall(victim.request(random.choice(["/", "/main.js", "/scene.json"]), token=False))
            made.recv(4096)
        yield


def noise(victim: Victim, random: random.Random) -> Iterator[None]:
    """Send bytes without meaning."""
    while True:
        with victim.connect(silent=True) as made:
            made.sendall(random.randbytes(random.randrange(1, 20_000)))
        yield


def asking(victim: Victim, random: random.Random) -> Iterator[None]:
    """Make requests with the token on many connections, without reading the answers."""
    held: list[socket.socket] = []
    while True:
        made = victim.connect()
        for path in ("/main.js", "/scene.json", "/"):
            made.sendall(victim.request(path))
        held.append(made)
        if len(held) > MANY:
            held.pop(0).close()
        yield


def frames(*parts: bytes, reads: bool = True) -> Callable[[Victim, random.Random], Iterator[None]]:
    """A page that sends these frames without end, and comes again when it is closed."""

    def attack(victim: Victim, random: random.Random) -> Iterator[None]:
        burst = parts[0] + b"".join(parts[1:]) * (60_000 // len(b"".join(parts[1:])))
        while True:
            with victim.page(reads) as page:
                while True:
                    page.sendall(burst)
                    if reads:
                        drain(page)
                    yield

    return attack


def many_pages(victim: Victim, random: random.Random) -> Iterator[None]:
    """Connect pages each of which sends as much as is allowed, and does not read."""
    held: list[socket.socket] = []
    message = frame(LAST | TEXT, b'{"do":"rewind"}') + 3 * frame(LAST | PING, 100 * b"x")
    while True:
        if len(held) < PAGES:
            held.append(victim.page(reads=False))
        for page in list(held):
            try:
                page.sendall(3 * message)
            except OSError:
                held.remove(page)
        yield
        time.sleep(0.01)


def opening(victim: Victim, random: random.Random) -> Iterator[None]:
    """Connect pages and close them, again and again."""
    while True:
        victim.page().close()
        yield


STRANGE = {
    "half-open requests": half_open,
    "dripped headers": dripped,
    "connections that are cut": reconnecting,
    "requests without the token": refused,
    "noise": noise,
}
KNOWING = {
    "answers that nobody reads": asking,
    "empty continuation frames": frames(frame(TEXT, b"{"), frame(MORE)),
    "pings": frames(b"", frame(LAST | PING)),
    "pings that nobody reads": frames(b"", frame(LAST | PING, 125 * b"x"), reads=False),
    "fragments of a byte": frames(frame(TEXT, b"{"), frame(MORE, b" ")),
    "moves of a hand": frames(b"", frame(LAST | TEXT, b'{"do":"grab","vertex":0,"to":[0,0,1]}')),
    "large messages": frames(b"", frame(LAST | TEXT, 4000 * b" ")),
    "messages that are too large": frames(b"", frame(LAST | TEXT, 100_000 * b" ")),
    "bad UTF-8": frames(b"", frame(LAST | TEXT, b"\xff\xfe\xfd")),
    "pages that come and go": opening,
    "pages that do what they may": many_pages,
}
ATTACKS = STRANGE | KNOWING


@contextmanager
def attacked(attack: str, address: str, seed: str = "0") -> Iterator[subprocess.Popen[str]]:
    """Run an attack in its own process for the length of the block, which begins after its first strike."""
    command = [sys.executable, "-m", "tests.softrein.viewer.serving.attackers", attack, address, seed]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def main(attack: str, address: str, seed: str) -> None:
    """Attack until killed."""
    victim, begun = Victim(address), False
    while True:
        try:
            for _ in ATTACKS[attack](victim, random.Random(seed)):
                if not begun:
                    print("begun", flush=True)
                    begun = True
        except OSError:
            time.sleep(0.001)


if __name__ == "__main__":
    main(*sys.argv[1:])
