"""Words in the text of a scene, whatever they hold."""

from __future__ import annotations

import json
import re

from softrein.errors import SceneError

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def quoted(text: str) -> str:
    """Text as a TOML string. Raises SceneError where no file can hold it (bytes that are no text)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        shown = text.encode(errors="replace").decode()
        raise SceneError(f"{shown}: a name that is no text, which no scene can say; rename it") from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    """A name as a TOML key, quoted where it must be."""
    return name if _BARE.fullmatch(name) else quoted(name)


def remark(text: str) -> str:
    """Text for a comment: on one line, and printable."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
