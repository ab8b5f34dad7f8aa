"""The gate: who is let in to the viewer's server, how many at a time, and for how long.

A connection is a stranger's until the first line of a request shows the token. Until then only this line
is read; the number and the time of strangers are limited. Where there are too many, the oldest of the
address with most connections is closed: a flooding client closes its own, and a client with the token shows
it before that. Each has a moment for it, however many come: until the oldest's is over the others wait to be
accepted.

The number of connections stays well below the number of files that a process may have open, so that there is
always room for an honest client, and for the files that the server itself needs.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import logging
import math
import os
import resource
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol, cast

STRANGERS = 64
# most connections that have shown the token; a browser opens up to six for a page, and one remains
KNOWN = 96
FEWEST = 8  # least number of known and of unknown connections, if the process may open few files
RESERVE = 32  # file descriptors reserved for the server
STRANGE = 5.0  # s for an unknown connection to show the token, including the TLS handshake
MOMENT = 0.05  # s that an unknown connection always has before it may be dropped
LONGEST_HEADER = 8192  # bytes, largest request header of an unknown connection
FLUSH = 5.0  # s for a closed connection to send its remaining bytes
ACCEPTED = 16  # connections accepted per turn of the event loop, so that pages are served in between
ENCRYPTED = 4  # the same with TLS, where each handshake takes some milliseconds
BACKLOG = 256  # length of the listen queue
PAUSE = 0.1  # s until accepting is tried again if the system is out of resources
LOOK = 0.25  # s between checks for expired connections
# closed connections after which garbage is collected; a TLS connection leaves 0.3 MB in a reference cycle
LITTER = 64
REFUSAL = b"not allowed: use the address that softrein printed\n"
FORBIDDEN = (
    b"HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\nx-content-type-options: nosniff\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%b" % (len(REFUSAL), REFUSAL)
)

log = logging.getLogger("softrein.viewer")


class Speaker(Protocol):
    """The protocol of a connection: one of `softrein.viewer.serving.wire`, or at first a `Visitor`."""

    @property
    def due(self) -> float:
        """When it ends if nothing happens (s, `time.monotonic`)."""

    @property
    def stays(self) -> bool:
        """Whether it is the open WebSocket of a page, which has no deadline and is not closed for others."""


class Visitor(asyncio.Protocol):
    """A connection, from when it is accepted; its own protocol for as long as it is a stranger's."""

    is_stranger = True  # it has not shown the token yet
    stays = False
    task: asyncio.Task[None]

    def __init__(self, gate: Gate, connection: socket.socket, address: str) -> None:
        self._gate, self._connection, self.address = gate, connection, address
        self._transport: asyncio.Transport | None = None
        self._heard = bytearray()
        self._came = time.monotonic()
        self.due = self._came + STRANGE
        self._flushed = math.inf  # time at which closing must be finished

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection stands, encrypted where it has to be."""
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Look for the token; a request without it is answered once it is whole."""
        assert self._transport is not None
        if self._transport.is_closing():
            return
        self._heard += data
        line, ended, _ = self._heard.partition(b"\n")
        if ended and self._gate.shows_token(bytes(line)):
            self._gate.admit(self)
        elif len(self._heard) > LONGEST_HEADER or b"\n\r\n" in self._heard or b"\n\n" in self._heard:
            self._transport.write(FORBIDDEN)
            self._transport.close()

    def hand_over(self, protocol: asyncio.Protocol) -> None:
        """Let a protocol go on, with what was heard until now."""
        assert self._transport is not None
        self.is_stranger = False
        heard, self._heard = bytes(self._heard), bytearray()
        self._transport.set_protocol(protocol)
        protocol.connection_made(self._transport)
        protocol.data_received(heard)

    @property
    def protocol(self) -> Speaker:
        """The present protocol of the connection."""
        return self if self._transport is None else cast(Speaker, self._transport.get_protocol())

    @property
    def age(self) -> float:
        """The time since it was accepted (s)."""
        return time.monotonic() - self._came

    @property
    def is_gone(self) -> bool:
        """Whether the system has its file back."""
        return self._connection.fileno() < 0

    def is_overdue(self, now: float) -> bool:
        """Whether its time is over, or that to take its last bytes."""
        if self._transport is None or not self._transport.is_closing():
            return now > self.protocol.due
        self._flushed = min(self._flushed, now + FLUSH)
        return now > self._flushed

    async def enter(self, tls: ssl.SSLContext | None) -> None:
        """Make the connection stand."""
        loop, patience = asyncio.get_running_loop(), None if tls is None else STRANGE
        with contextlib.suppress(OSError):  # it disconnected, or did not use TLS
            await loop.connect_accepted_socket(
                lambda: self, self._connection, ssl=tls, ssl_handshake_timeout=patience
            )

    def entered(self, _: object) -> None:
        """Clear up where it never stood."""
        if self._transport is None:
            self._connection.close()

    def end(self) -> None:
        """Cut it off."""
        if self._transport is None:
            self.task.cancel()
        else:
            self._transport.abort()


class Gate:
    """Accepts connections from a socket, and watches over all that are open."""

    def __init__(
        self,
        listener: socket.socket,
        shows_token: Callable[[bytes], bool],
        make_protocol: Callable[[], asyncio.Protocol],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`shows_token` looks at the first line of a request; `make_protocol` is for who shows it."""
        self._listener, self._tls, self._make_protocol = listener, tls, make_protocol
        self.shows_token = shows_token
        self._visitors: list[Visitor] = []  # unknown connections, oldest first
        self._strangers, self._known = most_connections()
        self._loop = asyncio.get_running_loop()
        self._look: asyncio.TimerHandle | None = None
        self._litter = 0  # closed connections since the last collection

    def open(self) -> None:
        """Begin to accept."""
        self._listener.setblocking(False)
        self._listener.listen(BACKLOG)
        self._resume()
        self._look_round()

    def close(self) -> None:
        """Accept nobody any more, and send strangers away."""
        if self._listener.fileno() >= 0:
            self._loop.remove_reader(self._listener)
            self._listener.close()
        for visitor in self._present():
            if visitor.is_stranger:
                visitor.end()

    def end(self) -> None:
        """Cut off whoever is left."""
        if self._look is not None:
            self._look.cancel()
        for visitor in self._present():
            visitor.end()

    def admit(self, visitor: Visitor) -> None:
        """Admit a visitor with the token; if there are too many, the oldest that is no page's is closed."""
        known = [each for each in self._present() if not each.is_stranger]
        if len(known) >= self._known:
            leaving = next((each for each in known if not each.protocol.stays), visitor)
            self._send_away(leaving)
            if leaving is visitor:
                return
        visitor.hand_over(self._make_protocol())

    def _accept(self) -> None:
        self._clear_up(LITTER)
        for _ in range(ACCEPTED if self._tls is None else ENCRYPTED):
            strangers = self._present_strangers()
            if len(strangers) >= self._strangers and (wait := self._make_room(strangers, MOMENT)):
                self._rest(wait)
                return
            try:
                connection, address = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # out of file descriptors or memory
                log.warning("cannot accept connections: %s", error.strerror)
                self._make_room(strangers, 0.0)
                self._rest(PAUSE)
                return
            connection.setblocking(False)
            visitor = Visitor(self, connection, network(address[0]))
            self._visitors.append(visitor)
            visitor.task = self._loop.create_task(visitor.enter(self._tls))
            visitor.task.add_done_callback(visitor.entered)

    def _resume(self) -> None:
        if self._listener.fileno() >= 0:
            self._loop.add_reader(self._listener, self._accept)

    def _rest(self, pause: float) -> None:
        """Accept nobody for a while."""
        self._loop.remove_reader(self._listener)
        self._loop.call_later(pause, self._resume)

    def _present_strangers(self) -> list[Visitor]:
        return [visitor for visitor in self._present() if visitor.is_stranger]

    def _make_room(self, strangers: list[Visitor], least_age: float) -> float:
        """Send away the oldest of those from the address that has most; 0, or the s until it is due."""
        counts = Counter(visitor.address for visitor in strangers)
        most = max(counts.values(), default=0)
        leaving = next((each for each in strangers if counts[each.address] == most), None)
        if leaving is None:
            return 0.0
        wait = least_age - leaving.age
        if wait > 0:
            return wait
        self._send_away(leaving)
        log.warning("too many connections without the token: the oldest are closed")
        return 0.0

    def _look_round(self) -> None:
        now = time.monotonic()
        for visitor in self._present():
            if visitor.is_overdue(now):
                self._send_away(visitor)
        self._clear_up(1)
        self._look = self._loop.call_later(LOOK, self._look_round)

    def _present(self) -> list[Visitor]:
        present = [visitor for visitor in self._visitors if not visitor.is_gone]
        self._litter += len(self._visitors) - len(present)
        self._visitors = present
        return present

    def _send_away(self, visitor: Visitor) -> None:
        visitor.end()
        self._visitors = [each for each in self._visitors if each is not visitor]
        self._litter += 1

    def _clear_up(self, most: int) -> None:
        if self._litter >= most:
            self._litter = 0
            gc.collect()


def most_connections() -> tuple[int, int]:
    """Return the most strangers, and the most connections that have shown the token."""
    open_files = len(os.listdir("/dev/fd"))
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if limit == resource.RLIM_INFINITY:
        return STRANGERS, KNOWN
    share = max((limit - open_files - RESERVE) // 2, FEWEST)
    return min(STRANGERS, share), min(KNOWN, share)


def network(address: str) -> str:
    """Return the part that counts as one address: for IPv6 the 64 bits of one household or machine."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if found.version == 6 and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found.packed[:8] + bytes(8), 64)))
    return str(getattr(found, "ipv4_mapped", None) or found)
