"""The site's gallery has a page of each body that can have one, and leaves its other pictures unchanged."""

from __future__ import annotations

from pathlib import Path

from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from runtime.bundle.smoke import SmokeBundle
from tests.house.pages.live_gallery import make_live

GALLERY = """### beam

![the scene beam](beam.png)

A beam.

### smoke-small

![the scene smoke-small](smoke-small.png)

### tshape

![the scene tshape](tshape.webp)
"""


def test_bodies_get_pages_and_smoke_keeps_its_picture(
    small_bundle: BodyBundle, small_smoke: SmokeBundle, tmp_path: Path
) -> None:
    files = {"beam": tmp_path / "beam.softrein", "smoke-small": tmp_path / "smoke.softrein"}
    save(small_bundle, files["beam"])
    save(small_smoke, files["smoke-small"])
    (tmp_path / "gallery.md").write_text(GALLERY, "utf-8")
    told = make_live(tmp_path, files)
    text = (tmp_path / "gallery.md").read_text("utf-8")
    assert "[![the scene beam](beam.png)](live/beam.html)" in text
    assert [path.name for path in (tmp_path / "live").iterdir()] == ["beam.html"]
    assert "\n![the scene smoke-small](smoke-small.png)\n" in text
    assert "\n![the scene tshape](tshape.webp)\n" in text
    assert [each.partition(":")[0] for each in told] == ["beam", "smoke-small"]
