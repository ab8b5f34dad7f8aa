"""The page's own files, and how they are sent: in pieces, with the token in the addresses of the others."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import PurePath
from typing import TYPE_CHECKING

from starlette.responses import Response

from softrein.viewer.serving.wire import ROOM

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
OTHER = "application/octet-stream"


class InPieces(Response):
    """A response that is copied only as fast as the client takes it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for start in range(0, len(self.body) - ROOM, ROOM):
            body = self.body[start : start + ROOM]
            await send({"type": "http.response.body", "body": body, "more_body": True})
        rest = (len(self.body) - 1) // ROOM * ROOM if self.body else 0
        await send({"type": "http.response.body", "body": self.body[rest:]})


def page_files() -> dict[str, bytes]:
    """The built page's files by name."""
    folder = files("softrein.viewer") / "page" / "dist"
    if not folder.is_dir():
        return {}
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}


def with_token(page: bytes, names: Iterable[str], token: str) -> bytes:
    """Return the page's HTML with the token in the addresses of its files, which need it."""
    for name in names:
        page = page.replace(f'="{name}"'.encode(), f'="{name}?token={token}"'.encode())
    return page


def found(body: bytes | None, name: str) -> Response:
    """Return the response with a file, or that there is none."""
    kind = KINDS.get(PurePath(name).suffix, OTHER)
    return Response(status_code=404) if body is None else InPieces(body, media_type=kind)
