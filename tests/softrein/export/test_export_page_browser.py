"""A page that runs by itself in Debian's Chromium, opened from disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from softrein.export.page.write import export_page
from tests.runtime.bundle.with_actuators import with_actuators
from tests.softrein.viewer import test_browser
from tests.softrein.viewer.test_browser import Visitor, visiting

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle

pytestmark = pytest.mark.live
browser = test_browser.browser

STEPS = """(() => {
    const { alone } = softrein;
    alone.obey("controller", { name: "lqr" });
    alone.obey("try", {});
    for (let k = 0; k < COUNT; k++) alone.step();
    return [...alone.model.state];
})()"""


@pytest.fixture
def visitor(browser: Any, small_bundle: BodyBundle, tmp_path: Path) -> Iterator[Visitor]:
    """A page of the beam with cables, in a quarter of its steps' length."""
    fine = with_actuators(small_bundle).at_step(small_bundle.dt / 4)
    export_page(fine, tmp_path / "beam.html")
    with visiting(browser, (tmp_path / "beam.html").as_uri()) as found:
        yield found


def test_it_steps_as_python_does(small_bundle: BodyBundle, visitor: Visitor) -> None:
    """300 steps under the scene's push, between two pictures."""
    fine = with_actuators(small_bundle).at_step(small_bundle.dt / 4)
    states = fine.run(fine.pushes, "lqr").states[:301]
    assert np.abs(states - fine.run([], "lqr").states[:301]).max() > 1e-3 * np.abs(states).max()
    found = visitor.ask(STEPS.replace("COUNT", "300"))
    np.testing.assert_allclose(found, states[300], rtol=0, atol=1e-9)


def test_it_is_pulled_paused_and_steered(visitor: Visitor) -> None:
    visitor.page.locator("#scale").select_option("0.1")  # this motion lasts 0.8 s
    x, y = visitor.ask("softrein.vertex(softrein.watched()[0])")
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 40, y - 30, steps=5)
    visitor.wait_for(lambda: visitor.frame()["flags"]["grabbed"], "the body to be held")
    visitor.wait_for(lambda: max(map(abs, visitor.frame()["force"])) > 0, "a force")
    visitor.wait_for(lambda: visitor.frame()["deviation"] > 2e-4, "the body to follow")
    visitor.page.mouse.up()
    visitor.wait_for(lambda: not visitor.frame()["flags"]["grabbed"], "the body to be let go")
    for name, words in (("none", "no control"), ("lqr", "LQR")):
        visitor.begin(words)
        assert visitor.frame()["controller"] == name
    visitor.press(" ")
    visitor.wait_for(lambda: visitor.frame()["flags"]["paused"], "a pause")
    step = visitor.frame()["step"]
    visitor.page.wait_for_timeout(200)
    assert visitor.frame()["step"] == step


def test_what_needs_the_server_is_not_shown(visitor: Visitor) -> None:
    for what in ("#jump", "#keys", "#draw", ".slider"):
        assert not visitor.page.locator(what).is_visible(), what
    assert visitor.page.locator("#muscles").is_visible()
    visitor.press("j")
    said = visitor.page.locator("#said")
    visitor.wait_for(lambda: "softrein view" in said.inner_text(), "words")
