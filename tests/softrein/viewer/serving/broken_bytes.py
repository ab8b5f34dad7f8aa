"""Bytes of a broken or hostile client on a connection: faulty HTTP, handshakes and frames."""

from __future__ import annotations

import random
import socket
import struct
from contextlib import suppress

from tests.softrein.viewer.serving.attackers import LAST, TEXT, Victim, frame

WORDS = [
    b"Content-Length: 5", b"Content-Length: -1", b"Content-Length: 99999999999999999999",
    b"Content-Length: 1\r\nContent-Length: 2", b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: gzip, chunked", b"Expect: 100-continue", b"Connection: Upgrade",
    b"Connection: close", b"Upgrade: h2c", b"Upgrade: websocket", b"Host: evil.example", b"Host:",
    b"Host: 127.0.0.1\x00", b": nothing", b" folded", b"X" * 5000 + b": 1", b"X: " + b"x" * 9000,
    b"Sec-WebSocket-Key: x", b"Sec-WebSocket-Version: 99", b"Sec-WebSocket-Protocol: ,,,",
    b"Sec-WebSocket-Extensions: permessage-deflate", b"Origin: null", b"Cookie: \xff\xfe",
    b"Range: bytes=0-,",
]  # fmt: skip
BODIES = [
    b"", b"hello", b"5\r\nhello\r\n0\r\n\r\n", b"ffffffffffffffff\r\n", b"-1\r\n\r\n",
    b"0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
]  # fmt: skip
PATHS = [
    "/", "/main.js", "/scene.json", "/arrays/rest.bin", "/live", "/nothing", "/%00", "/%ff", "/../..", "*",
    "//", "http://evil.example/", "/" + "a" * 9000, "/\xe9",
]  # fmt: skip
METHODS = ["GET", "HEAD", "POST", "OPTIONS", "CONNECT", "PUT", "get", "G" * 300, ""]
VERSIONS = ["HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9.9", "HTTP", "", "HTTP/1.1 "]


def request(random: random.Random, victim: Victim) -> bytes:
    """A request, mostly valid, with the token or without."""
    path = random.choice(PATHS)
    query = random.choice(
        [f"?token={victim.token}"] * 4 + ["", "?token=", "?token=x&" * 9, "?token=%ff", "?"]
    )
    method, version = "GET", "HTTP/1.1"
    if random.random() < 0.3:
        method, version = random.choice(METHODS), random.choice(VERSIONS)
    lines = [f"{method} {path}{query} {version}".encode("latin-1")]
    if random.random() < 0.9:
        lines.append(f"Host: 127.0.0.1:{victim.port}".encode())
    lines += random.choices(WORDS, k=random.choice((0, 0, 1, 2, 5, 200)))
    text = random.choice([b"\r\n"] * 9 + [b"\n", b"\r"]).join([*lines, b"", b""])
    return mutated(random, text + random.choice(BODIES) * random.choice((1, 1, 3)))


def handshake(random: random.Random, victim: Victim) -> bytes:
    """A WebSocket's handshake, mostly valid."""
    lines = victim.request("/live", more=victim.upgrade()).split(b"\r\n")
    if random.random() < 0.3:
        lines.insert(random.randrange(1, len(lines) - 1), random.choice(WORDS))
    if random.random() < 0.2:
        lines.pop(random.randrange(1, len(lines) - 2))
    return mutated(random, b"\r\n".join(lines), 0.1)


def frames(random: random.Random) -> bytes:
    """Frames of a WebSocket, each with a fault."""
    return b"".join(one_frame(random) for _ in range(random.choice((1, 3, 10, 100))))


def one_frame(random: random.Random) -> bytes:
    kind = random.choice((0, 1, 2, 8, 9, 10, TEXT, TEXT, random.randrange(256)))
    kind |= random.choice((0, LAST, LAST, LAST))
    data = random.choice(
        [
            b"", b'{"do":"release"}', b'{"do":"took","frame":1}', b'{"do":', b"\xff\xfe", b"\xf0\x9f",
            struct.pack(">H", random.randrange(1 << 16)), random.randbytes(random.randrange(200)),
            bytes(random.choice((125, 126, 4096, 4097, 70_000))),
        ]
    )  # fmt: skip
    made = frame(kind, data)
    if random.random() < 0.2:  # masked, as browsers do
        mask, start = random.randbytes(4), len(made) - len(data)
        hidden = bytes(each ^ mask[index % 4] for index, each in enumerate(data))
        made = made[: start - 4] + mask + hidden
    if random.random() < 0.05:
        size = random.choice((1 << 63, (1 << 64) - 1, 1 << 32, 5000))
        made = bytes((kind, 0xFF)) + size.to_bytes(8, "big") + bytes(4)
    return mutated(random, made, 0.1)


def mutated(random: random.Random, data: bytes, share: float = 0.4) -> bytes:
    """The bytes, mostly unchanged, or with some replaced, missing or repeated."""
    if random.random() > share or not data:
        return data
    changed = bytearray(data)
    for _ in range(random.choice((1, 2, 10))):
        at = random.randrange(len(changed) + 1)
        what = random.randrange(3)
        if what == 0:
            changed[at : at + 1] = random.randbytes(random.randrange(1, 4))
        elif what == 1:
            del changed[at : at + random.randrange(1, 9)]
        else:
            changed[at:at] = changed[at : at + random.randrange(1, 50)]
    return bytes(changed)


def said(random: random.Random, victim: Victim) -> bytes:
    """All bytes that one client writes."""
    kind = random.randrange(6)
    if kind == 0:
        return random.randbytes(random.choice((1, 10, 1000, 20_000)))
    if kind <= 2:
        return b"".join(request(random, victim) for _ in range(random.choice((1, 1, 2, 5))))
    return handshake(random, victim) + b"".join(frames(random) for _ in range(random.choice((0, 1, 5))))


def write(random: random.Random, victim: Victim) -> None:
    """Connect, write such bytes in parts of random size, read or not, and close in a random way."""
    with suppress(OSError):
        made = victim.connect(silent=random.random() < 0.2)
        made.settimeout(0.05)
        data, reads = said(random, victim), random.random() < 0.7
        with suppress(OSError):
            while data:
                size = random.choice((1, 7, 500, len(data), len(data)))
                made.sendall(data[:size])
                data = data[size:]
                if reads and random.random() < 0.2:
                    made.recv(1 << 16)
            if reads:
                made.recv(1 << 16)
        way = random.randrange(4)
        if way == 0:
            made.shutdown(socket.SHUT_WR)
            made.recv(1 << 16)
        elif way == 1:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # cuts it
        made.close()
