"""The content of a page of any kind of bundle."""

from __future__ import annotations

from typing import Any, NamedTuple

from softrein.export.c.gains import Gains
from softrein.export.c.sized import Block


class Page(NamedTuple):
    """The content that `softrein.export.page.write` puts into one file."""

    variant: str  # of `softrein.export.c.sized`
    scene: dict[str, Any]  # scene.json of the viewer
    arrays: dict[str, bytes]  # of the scene
    block: Block
    about: dict[str, object]  # what JavaScript needs to know of the block, and of pushes
    keyed: dict[str, Gains]  # of controllers whose gains are not those of every step
