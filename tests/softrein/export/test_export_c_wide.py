"""Single precision that leaves elastic forces and what balances them in double; every warning is an error."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from runtime.bundle.body import BodyBundle
from runtime.control.base.law import AffineGains
from softrein.export.c import body
from softrein.export.c.precision import between, pushed
from softrein.export.c.text import finished, kept_double
from softrein.export.c.write import export_c
from tests.runtime.bundle.carried import carried
from tests.runtime.bundle.with_actuators import with_actuators
from tests.softrein.export.test_export_c import apart, compiled, sampled
from tests.softrein.export.test_export_c_contact import apart as apart_touching
from tests.softrein.export.test_export_c_contact import built, touching_bundle
from tests.softrein.export.test_export_c_plan import apart as apart_planning
from tests.softrein.export.test_export_c_plan import planning

SLOW = pytest.mark.slow("compiles one more body of a kind that is tried by default")
WIDE = "static const double {}["  # how an array begins that stays in double precision


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every body counts as one whose forces need double precision."""
    monkeypatch.setattr(body, "needs_double", lambda bundle, law: True)


def test_marked_text_stays_in_double_precision() -> None:
    text = "double x = sqrt(0.1); " + kept_double("double y = sqrt(0.1); narrow_double z;") + " double t;"
    expected = "float x = sqrtf(0.1f); double y = sqrt(0.1); float z; float t;"
    assert finished(text, "model", True) == expected


def test_it_is_asked_for_where_rounding_moves_the_body(small_bundle: BodyBundle, tmp_path: Path) -> None:
    for bundle, needed in ((small_bundle, False), (sampled(small_bundle, "neo-hookean", 0.4999999), True)):
        law = bundle.choice("lqr")
        assert isinstance(law, AffineGains)
        assert body.needs_double(bundle, law) == needed
        made = export_c(bundle, tmp_path / str(needed), single=True)
        text = made.files[0].read_text("utf-8")
        assert (WIDE.format("gradients" if needed else "panels") in text) == needed
        assert (WIDE.format("feedforward") in text) == needed == made.wide
        assert "static const float gains[" in text


def test_a_body_at_rest_is_judged_by_its_push_alone(small_bundle: BodyBundle) -> None:
    """Its own velocities are round-off, of which any push is a multiple, and any rounding as well."""
    states = np.zeros_like(small_bundle.track.states)
    states[:, 0] = 1e-2
    plant, rank = small_bundle.plant(), small_bundle.rank
    held = states[0].copy()
    w = np.zeros(small_bundle.forces)
    for _ in range(9):  # until this force holds it there
        w[:rank] -= (plant.step(held, w) - held)[rank:] / small_bundle.dt
    track = small_bundle.track._replace(states=states, feedforward=np.tile(w, (small_bundle.steps, 1)))
    bundle = replace(small_bundle, track=track, uncontrolled=track.feedforward)
    law = bundle.choice("lqr")
    assert isinstance(law, AffineGains)
    force, moved = pushed(bundle, law, 50, range(5, 10))
    assert (force > 0).all()
    assert np.abs(moved - states[:51]).max() > 1e-6
    assert not body.needs_double(bundle, law)


def test_what_never_moves_is_no_distance_off() -> None:
    still = np.zeros((4, 6))
    assert between(still, still, 3) == 0.0


def test_what_has_no_lqr_is_judged_under_its_own_gains(small_bundle: BodyBundle, tmp_path: Path) -> None:
    bundle = replace(small_bundle, gains={"pd": small_bundle.gains["pd"]})
    for name in ("pd", "none"):
        assert not export_c(bundle, tmp_path / name, name, single=True).wide


@pytest.mark.parametrize("iterations", [1, 20])
def test_polynomials(small_bundle: BodyBundle, tmp_path: Path, wide: None, iterations: int) -> None:
    bundle = replace(with_actuators(small_bundle), newton_iterations=iterations)
    assert apart(bundle, compiled(bundle, tmp_path, single=True), single=True) < 1e-5


@pytest.mark.parametrize(
    ("law", "poisson"),
    [pytest.param("stvk", 0.35, marks=SLOW), ("neo-hookean", 0.4999), ("corotated", 0.35)],
)
def test_sampled_elements(
    small_bundle: BodyBundle, tmp_path: Path, wide: None, law: str, poisson: float
) -> None:
    bundle = sampled(small_bundle, law, poisson)
    assert apart(bundle, compiled(bundle, tmp_path, single=True), False, 200.0, single=True) < 1e-5


def test_a_handle_that_moves(small_bundle: BodyBundle, tmp_path: Path, wide: None) -> None:
    bundle = carried(with_actuators(small_bundle))
    assert apart(bundle, compiled(bundle, tmp_path, single=True), single=True) < 1e-5


@pytest.mark.slow("compiles a body that touches once more")
def test_contact(tmp_path: Path, wide: None) -> None:
    bundle = touching_bundle()
    made = built(bundle, tmp_path, "xmax", "xmax", single=True)
    assert apart_touching(bundle, made, (0.3, -1.0, 0.2), "xmax", True) < 1e-4


@pytest.mark.slow("compiles plans once more")
@pytest.mark.parametrize("law", ["polynomial", "corotated"])
def test_plans(small_bundle: BodyBundle, tmp_path: Path, wide: None, law: str) -> None:
    bundle = small_bundle if law == "polynomial" else sampled(small_bundle, law, 0.35)
    assert apart_planning(planning(bundle, horizon=8), tmp_path, 20.0, single=True) < 1e-2
