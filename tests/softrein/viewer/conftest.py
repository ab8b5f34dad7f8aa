"""Fixtures that tests of the viewer share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from softrein.viewer.scene import Scene


@pytest.fixture(scope="module")
def scene(small_bundle: BodyBundle) -> Scene:
    """The smallest body's scene for pages."""
    from softrein.viewer.scene import scene_of

    return scene_of(small_bundle)
