"""Security of the viewer's server: admission of requests, and encryption.

Every request must name one of our own addresses as its Host, so that no other site can make its name point
here (DNS rebinding); requests by pages of other sites have another Origin, and are refused; all need the
token, which only the address printed by `softrein view` has. With it, requests that come too fast wait.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
import socket
import ssl
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from softrein.errors import SoftreinError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HTTP, HTTPS = "80", "443"
REQUESTS = 200.0  # requests per second, also the largest burst; a page loads about thirty files
LONGEST_WAIT = 1.0  # s, longest delay of a request beyond that rate
LARGEST_PEM = 1 << 20  # bytes
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Guard:
    """An ASGI application around another that passes only permitted requests."""

    def __init__(self, app: ASGIApp, host: str, port: int, token: str, secure: bool = False) -> None:
        """`host` and `port` are what the server listens on; `secure` whether it speaks TLS."""
        self._app, self._port, self._token = app, port, token.encode()
        self._scheme, self._usual_port = ("https://", HTTPS) if secure else ("http://", HTTP)
        self._live = "wss" if secure else "ws"
        self._any = host in ("0.0.0.0", "::")
        self._hosts = {*LOOPBACK, bracketed(host).lower()}
        if self._any:
            self._hosts |= {socket.gethostname().lower(), socket.getfqdn().lower()}
        self._due = 0.0  # clock time up to which requests are booked, see REQUESTS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or connection."""
        headers = _single(scope["headers"])
        host = headers.get("host", "")
        if not self._may(scope, headers, host):
            await _refuse(scope, receive, send, 403, b"not allowed: use the address that softrein printed\n")
        elif not await self._has_turn():
            await _refuse(scope, receive, send, 503, b"too many requests: try again\n")
        elif scope["type"] == "http":
            await self._app(scope, receive, _with_headers(send, f"{self._live}://{host}"))
        else:
            await self._app(scope, receive, send)

    def shows_token(self, line: bytes) -> bool:
        """Whether the first line of a request has the token in its address."""
        parts = line.split()
        return len(parts) == 3 and self._has_token(parts[1].partition(b"?")[2])

    async def _has_turn(self) -> bool:
        """Wait while there are too many requests; False where that would take too long."""
        now = time.monotonic()
        due = max(self._due, now - 1.0) + 1 / REQUESTS
        if due > now + LONGEST_WAIT:
            return False
        self._due = due
        if due > now:
            await asyncio.sleep(due - now)
        return True

    def _may(self, scope: Scope, headers: dict[str, str], host: str) -> bool:
        if not self.is_ours(host):
            return False
        origin = headers.get("origin")
        if origin is None:
            if scope["type"] == "websocket":
                return False
        elif not origin.startswith(self._scheme) or not self.is_ours(origin.removeprefix(self._scheme)):
            return False
        return self._has_token(scope["query_string"])

    def is_ours(self, host: str) -> bool:
        """Whether a Host header (name:port, or a name where the port is usual) is an address of ours."""
        name, colon, port = host.lower().rpartition(":")
        if not colon or host.endswith("]"):
            name, port = host.lower(), self._usual_port  # browsers omit the usual port
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
    """Return headers by name; a repeated one, which no browser sends, counts as empty."""
    found: dict[str, str] = {}
    for key, value in headers:
        name = key.decode("latin-1").lower()
        found[name] = "" if name in found else value.decode("latin-1")
    return found


def _with_headers(send: Send, live: str) -> Send:
    """Add to each answer what keeps a browser from doing more with it than showing it.

    `live` is where the page's WebSocket goes.
    """
    policy = (
        f"default-src 'self'; connect-src 'self' {live}; img-src 'self' data: blob:; "
        "style-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; "
        "form-action 'none'"
    )
    added = [
        (b"content-security-policy", policy.encode("latin-1")),
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"cache-control", b"no-store"),
    ]

    async def send_with(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return send_with


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, text: bytes) -> None:
    if scope["type"] == "websocket":
        await receive()
        # closing before accepting sends status 403
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = [
        (b"content-type", b"text/plain"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),  # the next request has to pass the gate again
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def tls_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """Return the TLS context of a certificate (PEM, with its chain) and its private key.

    Without `key` it is looked for in the certificate's file. Raises SoftreinError where a file cannot be
    read, holds something else, is encrypted, or where the two do not belong together.
    """
    _check_pem("--certificate", certificate, b"CERTIFICATE-----", "certificate")
    option, holder = ("--key", key) if key is not None else ("--certificate", certificate)
    hint = "" if key is not None else "; give it with --key"
    if b"ENCRYPTED" in _check_pem(option, holder, b"PRIVATE KEY-----", "private key", hint):
        raise SoftreinError(
            f"{option} {holder}: the key is encrypted; decrypt it: openssl pkey -in IT -out FILE"
        )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        # an empty password, otherwise OpenSSL would prompt for one
        context.load_cert_chain(certificate, key, password=lambda: "")
    except (OSError, ValueError) as error:  # includes ssl.SSLError
        if getattr(error, "reason", "") == "KEY_VALUES_MISMATCH":
            said = f"the private key in {holder} is not that of the certificate; give the two made together"
        else:
            said = (
                f"its content, or that of {holder}, is damaged or of a kind that TLS does not accept; "
                "make both anew"
            )
        raise SoftreinError(f"--certificate {certificate}: {said}") from error
    return context


def _check_pem(option: str, file: Path, mark: bytes, what: str, hint: str = "") -> bytes:
    """Read a file. Raises SoftreinError where it cannot be read, or has no part of that kind."""
    try:
        if not file.is_file():
            raise SoftreinError(f"{option} {file}: no file is there")
        with file.open("rb") as opened:
            text = opened.read(LARGEST_PEM)
    except OSError as error:
        raise SoftreinError(f"{option} {file}: cannot be read ({error.strerror})") from error
    if mark not in text:
        raise SoftreinError(f"{option} {file}: holds no {what} in PEM (-----BEGIN ...){hint}")
    return text
