"""Warnings, while a controller is made, that its cost or its actuators leave it nearly without effect."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import pytest

from offline.pipeline.base.gains import add_gains
from offline.scenes.body.parts import BodyControlPart
from runtime.base.progress import silent
from runtime.bundle.body import BodyBundle
from runtime.rollouts import Rollouts


def with_cost(bundle: BodyBundle, factor: float) -> tuple[BodyBundle, BodyControlPart]:
    cost = factor * float(bundle.costs.control[0, 0])
    costs = bundle.costs._replace(control=factor * bundle.costs.control)
    return replace(bundle, costs=costs), BodyControlPart(control_cost=cost, discretisation="step")


def test_one_that_is_too_dear_is_told_of(small_bundle: BodyBundle) -> None:
    with pytest.warns(UserWarning, match=r"under LQR 100% is left.*smaller control\.control_cost"):
        add_gains(*with_cost(small_bundle, 1e9), silent)


@pytest.mark.parametrize(("times", "words"), [(3.0, "300% is .* a larger"), (1.0, "100% is .* a smaller")])
def test_one_that_does_harm_is_told_to_cost_more(
    small_bundle: BodyBundle, monkeypatch: pytest.MonkeyPatch, times: float, words: str
) -> None:
    real = BodyBundle.rollouts

    def worse(self: BodyBundle, pushes: Any, controller: Any = "lqr") -> Rollouts:
        free = real(self, pushes, "none")
        return free if controller == "none" else replace(free, error=times * free.error)

    monkeypatch.setattr(BodyBundle, "rollouts", worse)
    with pytest.warns(UserWarning, match=words):
        add_gains(*with_cost(small_bundle, 1.0), silent)


def test_one_that_steers_is_not(small_bundle: BodyBundle) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        add_gains(*with_cost(small_bundle, 1.0), silent)
