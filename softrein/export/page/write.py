"""`softrein export FILE -o PAGE.html`: the page of `softrein view` in one file, with the body inside.

The file holds the page, what it draws, and the body's step and control as WebAssembly, which was compiled
from the C that `export --c` writes (`softrein.export.c.sized`). Its JavaScript
(`softrein/viewer/page/src/alone`) answers like the viewer's server. Functions that need Python are missing:
re-planning, other costs, key-frames, paths.
"""

from __future__ import annotations

import base64
import json
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from runtime.bundle.record import Bundle
from runtime.control.registry import LQR
from softrein.base.kinds import of_kind
from softrein.base.whole_file import check_writable, whole_file
from softrein.errors import BundleError, shown
from softrein.export.c.gains import Loss, in_json, loss_of
from softrein.export.page.held import Page

SUFFIX = ".html"
MOST = 64_000_000  # bytes, largest page


class Exported(NamedTuple):
    """The page that was written."""

    path: Path
    bytes: int
    controllers: list[str]
    losses: dict[str, Loss]  # loss of closed-loop cost for controllers with gains at key instants

    def data(self) -> dict[str, object]:
        """Return what was written, as plain data."""
        losses = {name: in_json(loss) for name, loss in self.losses.items()}
        return {**self._asdict(), "path": str(self.path), "losses": losses}


def export_page(bundle: Bundle, path: Path, controller: str = LQR.name) -> Exported:
    """Write the page, whole or not at all; `controller` is active at first.

    Raises BundleError for a bundle that a page cannot run, ControllerError for such a controller.
    """
    check_writable(path)
    kind = of_kind(bundle, "export.page")
    kind.check(bundle)
    page = kind.page_of(bundle, controller)
    text = _html(page)
    if len(text) > MOST:
        raise BundleError(
            f"{shown(bundle.name)}: the page would have {len(text) / 1e6:.0f} MB; take a smaller basis.rank, "
            "or a coarser skin"
        )
    losses = {name: loss_of(bundle, name, each) for name, each in page.keyed.items()}
    with whole_file(path) as temporary:
        temporary.write_text(text, "utf-8")
    return Exported(path, path.stat().st_size, list(page.scene["controllers"]), losses)


def _html(page: Page) -> str:
    """Return the page with all that it loads in it."""
    built = files("softrein.viewer").joinpath("page", "dist")
    part = {
        name: built.joinpath(name).read_text("utf-8")
        for name in ("index.html", "main.css", "main.js", "icon.svg")
    }
    wasm = files("softrein.export.c").joinpath("wasm", f"{page.variant}.wasm").read_bytes()
    scene = page.scene | {
        "arrays": {
            name: each | {"data": _text(page.arrays[name])} for name, each in page.scene["arrays"].items()
        },
        "alone": page.about | {"wasm": _text(wasm), "block": _text(page.block.data)},
    }
    data = json.dumps(scene, allow_nan=False).replace("<", "\\u003c")
    icon = f"data:image/svg+xml;base64,{_text(part['icon.svg'].encode())}"
    script = part["main.js"].replace("</script", "<\\/script")
    text = part["index.html"]
    for old, new in {
        '<link rel="stylesheet" href="main.css">': f"<style>{part['main.css']}</style>",
        'href="icon.svg"': f'href="{icon}"',
        '<script src="main.js" defer></script>': "",
        "</body>": f'<script type="application/json" id="scene">{data}</script>\n'
        f"<script>{script}</script>\n</body>",
    }.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
