"""The content of a page of any kind of bundle."""

from __future__ import annotations

from typing import Any, NamedTuple

from softrein.export.c.gains import Gains
from softrein.export.c.sized import Block


class Page(NamedTuple):
    """The content of an exported HTML page, all of which `softrein.export.page.write` puts into one file."""

    variant: str  # variant of the C code, see `softrein.export.c.sized`
    scene: dict[str, Any]  # scene.json of the viewer's page
    arrays: dict[str, bytes]  # arrays that belong to scene.json
    block: Block
    about: dict[str, object]  # layout of the memory block, and pushes, for JavaScript
    keyed: dict[str, Gains]  # gains of controllers that are stored at key instants only
