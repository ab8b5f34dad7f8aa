"""Closed to strangers: who may talk to the viewer's server.

Every request must name one of our own addresses as its Host, so that no other site can make its name point
here (DNS rebinding); what a page of another site sends carries another Origin, and is refused; all but the
page's script and style need the token, which only the address printed by `softrein view` has.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any
from urllib.parse import parse_qs

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

HTTP = "80"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Guard:
    """An ASGI application around another, which only lets through whom it may."""

    def __init__(self, app: App, host: str, port: int, token: str, public: Collection[str]) -> None:
        """`host` and `port` are what the server listens on; paths in `public` need no token."""
        self._app, self._port, self._token, self._public = app, port, token.encode(), set(public)
        self._any = host in ("0.0.0.0", "::")
        self._hosts = {*LOOPBACK, bracketed(host).lower()}
        if self._any:
            self._hosts |= {socket.gethostname().lower(), socket.getfqdn().lower()}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One request or connection."""
        headers = _single(scope["headers"])
        host = headers.get("host", "")
        if not self._may(scope, headers, host):
            await _refuse(scope, receive, send)
        elif scope["type"] == "http":
            await self._app(scope, receive, _with_headers(send, host))
        else:
            await self._app(scope, receive, send)

    def _may(self, scope: Message, headers: dict[str, str], host: str) -> bool:
        if not self.is_ours(host):
            return False
        origin = headers.get("origin")
        if origin is None:
            if scope["type"] == "websocket":
                return False
        elif not origin.startswith("http://") or not self.is_ours(origin.removeprefix("http://")):
            return False
        return scope["path"] in self._public or self._has_token(scope["query_string"])

    def is_ours(self, host: str) -> bool:
        """Whether a Host header (name:port, or a name where the port is 80) is an address of this server."""
        name, colon, port = host.lower().rpartition(":")
        if not colon or host.endswith("]"):
            name, port = host.lower(), HTTP  # browsers leave it out where it is this one
        if not port.isascii() or not port.isdigit() or port != str(self._port):
            return False
        return name in self._hosts or (self._any and _is_address(name))

    def _has_token(self, query: bytes) -> bool:
        try:
            given = parse_qs(query.decode("ascii"), max_num_fields=4).get("token", [])
        except ValueError:
            return False
        return len(given) == 1 and secrets.compare_digest(given[0].encode(), self._token)


def bracketed(host: str) -> str:
    """A host as it stands in an address: those of IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_address(name: str) -> bool:
    """Whether a name is an address in numbers, which no stranger's name server can give out."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _single(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """Headers by name; one that comes twice is what nobody's browser sends, and counts as empty."""
    found: dict[str, str] = {}
    for key, value in headers:
        name = key.decode("latin-1").lower()
        found[name] = "" if name in found else value.decode("latin-1")
    return found


def _with_headers(send: Send, host: str) -> Send:
    """Add to each answer what keeps a browser from doing more with it than showing it."""
    policy = (
        f"default-src 'self'; connect-src 'self' ws://{host}; img-src 'self' data: blob:; "
        "style-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; "
        "form-action 'none'"
    )
    added = [
        (b"content-security-policy", policy.encode("latin-1")), (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"), (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"), (b"cross-origin-resource-policy", b"same-origin"),
        (b"cache-control", b"no-store"),
    ]  # fmt: skip

    async def send_with(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return send_with


async def _refuse(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": ""})  # before accepting it: 403
        return
    headers = [(b"content-type", b"text/plain"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send(
        {"type": "http.response.body", "body": b"not allowed: use the address that softrein printed\n"}
    )
