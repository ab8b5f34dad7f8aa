"""The gallery of the site, made of pages in which bodies run: `./dev docs` calls it.

    python -m tests.house.pages.live_gallery FOLDER

gives each scene of the gallery in FOLDER, whose bundle is at hand, a page live/NAME.html there. Bundles are
those of out/, and the T that comes with the package. Pages are too large for version control, so that the
gallery in docs/ has films and pictures alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from softrein.base.kernel_cache import use_checkout_cache

use_checkout_cache()  # before anything imports numba

from runtime.bundle.file import load  # noqa: E402
from softrein.api import shipped  # noqa: E402
from softrein.base.theme import byte_words  # noqa: E402
from softrein.errors import SoftreinError  # noqa: E402
from softrein.export.page.write import export_page  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
FILM = re.compile(r"^!\[the scene ([\w-]+)\]\(.*\)$", re.MULTILINE)


def bundles_at_hand() -> dict[str, Path]:
    """The files of bundles by the names of their scenes."""
    found = {path.stem: path for path in sorted((ROOT / "out").glob("*.softrein"))}
    own = shipped.find()
    return ({shipped.SCENE: own} if own else {}) | found


def make_live(site: Path, bundles: Mapping[str, Path]) -> list[str]:
    """Write the pages and link them; returns a line for each scene that says what was done."""
    gallery, told = site / "gallery.md", list[str]()
    (site / "live").mkdir(exist_ok=True)

    def linked(found: re.Match[str]) -> str:
        film, name = found[0], found[1]
        if name not in bundles:
            return film
        try:
            page = export_page(load(bundles[name]), site / "live" / f"{name}.html")
        except SoftreinError as error:
            told.append(f"{name}: no page ({error})")
            return film
        told.append(f"{name}: {byte_words(page.bytes)}")
        link = f"live/{name}.html"
        return f"[{film}]({link})\n\n[Pull it yourself]({link}): a page of {byte_words(page.bytes)}."

    gallery.write_text(FILM.sub(linked, gallery.read_text("utf-8")), "utf-8")
    return told


if __name__ == "__main__":
    print("\n".join(make_live(Path(sys.argv[1]), bundles_at_hand())))
