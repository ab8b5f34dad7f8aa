"""Pages to look things up in, made from the code: a scene's entries, commands, Python, and the gallery.

    python -m tests.house.pages.reference

writes them anew; a test holds each page against the code, line by line.
"""

from __future__ import annotations

from pathlib import Path

from tests.house.pages.commands_page import commands_page
from tests.house.pages.gallery_page import gallery_page
from tests.house.pages.python_page import python_page
from tests.house.pages.scene_page import scene_page

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGES = {
    "gallery.md": gallery_page,
    "reference/commands.md": commands_page,
    "reference/python.md": python_page,
    "reference/scene.md": scene_page,
}


def page(name: str) -> str:
    """The text that a page must have."""
    return "\n".join(PAGES[name]()).rstrip() + "\n"


if __name__ == "__main__":
    for name in PAGES:
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(page(name), "utf-8")
