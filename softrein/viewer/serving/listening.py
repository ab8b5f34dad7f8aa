"""Uvicorn behind the gate: it serves connections of a listening socket until it is ended."""

from __future__ import annotations

import contextlib
import gc
import logging
import socket
import ssl
from collections.abc import Iterator

import uvicorn

from softrein.viewer.serving.gate import Gate
from softrein.viewer.serving.log import bounded_log
from softrein.viewer.serving.security import Guard
from softrein.viewer.serving.wire import LiveProtocol, RequestProtocol

# bytes, largest WebSocket message that is read; messages too long for the protocol but below this get an
# answer
LONGEST_MESSAGE = 4096
GOODBYE = 1  # s for pages to acknowledge that the server ends
ALIVE = 20.0  # s between pings, and for their answers


class Server(uvicorn.Server):
    """uvicorn behind a gate, silent, and ended by `end` instead of by signals of its own."""

    def __init__(self, app: Guard, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                log_level=logging.ERROR,
                access_log=False,
                server_header=False,
                lifespan="off",
                http=RequestProtocol,
                ws=LiveProtocol,
                ws_max_size=LONGEST_MESSAGE,
                ws_ping_interval=ALIVE,
                ws_ping_timeout=ALIVE,
                timeout_graceful_shutdown=GOODBYE,
                ws_per_message_deflate=False,  # frames are numbers, which hardly compress
            )
        )
        self._guard, self._tls = app, tls

    async def listen(self, listener: socket.socket) -> None:
        """Serve the connections of a listening socket, until `end`."""
        gc.collect()
        gc.freeze()  # permanent objects are excluded, so collecting what connections leave behind is fast
        with bounded_log():
            self._gate = Gate(listener, self._guard.shows_token, self._make_protocol, self._tls)
            self._gate.open()
            try:
                await self.serve([])  # without sockets: connections come through the gate
            finally:
                self._gate.close()
                self._gate.end()
                gc.unfreeze()

    def end(self) -> None:
        """Stop serving soon."""
        # disconnecting pages at the end is intended
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
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
