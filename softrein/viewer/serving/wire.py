"""Limits on connections that have shown the token: on requests, and on a page's messages.

A client with the token may still be harmful. A request must be small, complete soon, and its answer taken in
time. Of a page's WebSocket every frame and byte is counted, also control frames and empty ones, and they are
processed in pieces, so that between two of them all other pages get their turn.
"""

from __future__ import annotations

import logging
import math
import time
from socket import SO_SNDBUF, SOL_SOCKET
from typing import TYPE_CHECKING, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from asyncio import BaseTransport, Transport

    from uvicorn._types import ASGISendEvent


LARGEST_REQUEST = 16 * 1024  # bytes of a request with headers and body
REQUEST = 5.0  # s from a connection's start, or its last answer, to the next request
ANSWER = 20.0  # s in which a client must read at least PIECE bytes
ROOM = 64 * 1024  # bytes of an answer that are buffered for a client
BUFFER = 16 * 1024  # bytes that are buffered for a page; a body's frame has less than 1 kB
BYTES, BYTES_AT_ONCE = 256 * 1024, 512 * 1024  # bytes per second from a page, and largest burst
# WebSocket frames per second from a page, and largest burst; a mouse moves up to 1000 times a second
FRAMES, FRAMES_AT_ONCE = 1000, 4000
FRAGMENTS = 64  # most fragments of a message; browsers never fragment
PIECE = 512  # bytes read before others are served: 85 empty frames
UNREAD = 256 * 1024  # bytes of unread answers to a page's pings
LINGER = 1.0  # s for which a closed page may read the reason; its further input is discarded
GREETING = 10.0  # s for a WebSocket to be accepted or refused
NO_TEXT, POLICY = 1007, 1008  # WebSocket close codes

log = logging.getLogger("softrein.viewer")


class Allowance:
    """A rate limit: so many a second, and so many at once."""

    def __init__(self, rate: float, at_once: float | None = None) -> None:
        self._rate = rate
        self._most = self._left = rate if at_once is None else at_once
        self._counted = time.monotonic()

    def take(self, amount: int = 1) -> bool:
        """Whether `amount` more are allowed; if so they are counted."""
        now = time.monotonic()
        self._left = min(self._left + self._rate * (now - self._counted), self._most)
        self._counted = now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class RequestProtocol(H11Protocol):
    """HTTP: one request after another. `due` is when it ends if nothing happens (s, `time.monotonic`)."""

    stays = False

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin to wait for the first request."""
        super().connection_made(cast("Transport", transport))
        self.transport.set_write_buffer_limits(ROOM)
        self._since, self._size = time.monotonic(), 0

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request."""
        self._size += len(data)
        if self._size > LARGEST_REQUEST:
            self.transport.abort()
        else:
            super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP; or end where another answer is on its way."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.transport.abort()
            return
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.abort()

    def resume_writing(self) -> None:
        """Continue after a client has taken the waiting data."""
        self._since = time.monotonic()
        super().resume_writing()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._since, self._size = time.monotonic(), 0
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of all that this connection had."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    @property
    def due(self) -> float:
        """When it ends."""
        asked = self.cycle is not None and not self.cycle.response_complete
        return self._since + (ANSWER if asked or self.transport.get_write_buffer_size() else REQUEST)


class LiveProtocol(WebSocketsSansIOProtocol):
    """A page's WebSocket, with small send buffers; it is closed if the page sends too much."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Narrow the connection's buffers; what pages load beforehand goes through wide ones."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(BUFFER)
        self._take_room(BUFFER)
        self._bytes, self._frames = Allowance(BYTES, BYTES_AT_ONCE), Allowance(FRAMES, FRAMES_AT_ONCE)
        self._waiting = bytearray()
        self._is_working = self._is_deaf = False
        self._end, self.close_timeout = time.monotonic() + GREETING, LINGER

    @property
    def stays(self) -> bool:
        """Whether the connection is the open WebSocket of a page, and so has no deadline."""
        return self.handshake_complete and not self.close_sent and not self.transport.is_closing()

    @property
    def due(self) -> float:
        """When the connection is closed if nothing happens (s, `time.monotonic`): never while it is open.

        Whether the client of an open one is still there is found out by uvicorn's pings.
        """
        return math.inf if self.stays else self._end

    def data_received(self, data: bytes) -> None:
        """Take in what came, now and in the loop's next turns."""
        if self._is_deaf:
            return
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:  # h11 handles HTTP until the WebSocket handshake
                self.transport.abort()
        elif not self._bytes.take(len(data)):
            self.refuse(f"more than {BYTES // 1024} kB a second")
        else:
            self._waiting += data
            self._work_soon()

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says; once it has accepted, what came meanwhile is taken in."""
        if message["type"] == "websocket.close":
            self._end = time.monotonic() + 2 * LINGER
        if message["type"] == "websocket.send" and (size := len(message.get("bytes") or b"")) > self._room:
            self._take_room(size)
        await super().send(message)
        if self._waiting:
            self._work_soon()

    def _take_room(self, size: int) -> None:
        """Let the system keep so many bytes: if that is less than a message, each piece of it waits."""
        self._room = size
        self.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, size)

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message on."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            self.refuse("text that is no UTF-8", NO_TEXT)
        else:
            super().send_receive_event_to_app()

    def refuse(self, reason: str, code: int = POLICY) -> None:
        """Close it for what it sent."""
        if self.close_sent or not self.handshake_complete:
            self.transport.abort()
            return
        self.conn.send_close(code, reason)
        self._part(reason, code)

    def _work_soon(self) -> None:
        if self.handshake_complete and not self._is_working:
            self._is_working = True
            self.loop.call_soon(self._work)

    def _work(self) -> None:
        """Take in one piece."""
        self._is_working = False
        if self._is_deaf or self.transport.is_closing():
            self._waiting.clear()
            return
        self.conn.receive_data(bytes(self._waiting[:PIECE]))
        del self._waiting[:PIECE]
        wrong, within = self.conn.parser_exc, self._frames.take(len(self.conn.events))
        if wrong is not None and self.conn.close_sent is not None and not self.close_sent:
            self._part(str(wrong), self.conn.close_sent.code)
        elif wrong is not None or self.transport.get_write_buffer_size() > UNREAD:
            self.transport.abort()
        elif not within:
            self.refuse(f"more than {FRAMES} frames a second")
        elif len(self.frames) > FRAGMENTS:
            self.refuse(f"a message of more than {FRAGMENTS} parts")
        else:
            self.handle_events()
            if self._waiting:
                self._work_soon()

    def _part(self, reason: str, code: int) -> None:
        """Send the last frame; a page that reads hears why, and is not listened to any more."""
        log.warning("closed a page: %s", reason)
        self._is_deaf = self.close_sent = True
        self._end = time.monotonic() + 2 * LINGER
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        # otherwise its further input would reset the connection before it has read the reason
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LINGER, self.transport.close)
