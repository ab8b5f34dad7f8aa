"""Settings that every test runs under, whether `./dev test` or pytest itself starts it."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from softrein.kernel_cache import use_checkout_cache

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from runtime.bundle.record import Bundle
    from runtime.bundle.smoke import SmokeBundle

use_checkout_cache()  # before anything imports numba
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the suite already has a process for each core
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("PYVISTA_OFF_SCREEN", "true")

# No deadline, since the first example may compile a kernel; and a suite that fails must fail again.
settings.register_profile("softrein", deadline=None, derandomize=True)
settings.load_profile("softrein")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How long the fuzzers go on, with which random numbers, and whether kernels are compiled anew."""
    parser.addoption("--fuzz", type=float, default=3.0, metavar="SECONDS", help="how long a fuzzer goes on")
    parser.addoption("--fuzz-seed", default="0", metavar="SEED", help="the fuzzers' random numbers")
    parser.addoption("--cold", action="store_true", help="also what compiles most kernels anew: 200 s")


def pytest_configure(config: pytest.Config) -> None:
    """The mark of such tests."""
    config.addinivalue_line("markers", "cold: compiles most kernels anew; runs with --cold alone")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave them out unless they are asked for."""
    if not config.getoption("--cold"):
        for item in items:
            if item.get_closest_marker("cold"):
                item.add_marker(pytest.mark.skip(reason="takes minutes to compile: --cold"))


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> Iterator[random.Random]:
    """A fuzzer's rounds: each with random numbers of its own, by the seed and its index."""

    def one_by_one() -> Iterator[random.Random]:
        end, index = time.monotonic() + request.config.getoption("--fuzz"), 0
        while time.monotonic() < end:
            print(f"round {index}")  # shown where the test fails
            yield random.Random(f"{request.config.getoption('--fuzz-seed')} {index}")
            index += 1

    return one_by_one()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say next to pytest's summary which of the checks that `./dev test` runs first did not pass."""
    failed = os.environ.get("SOFTREIN_FAILED_CHECKS", "").splitlines()
    if failed:
        terminalreporter.section("linters", red=True)
        terminalreporter.line(f"did not pass: {', '.join(failed)}; see above, or run ./dev lint")


@pytest.fixture(scope="session")
def small_bundle(tmp_path_factory: pytest.TempPathFactory) -> BodyBundle:
    """The smallest scene of the package, precomputed, with all comparators."""
    return _precomputed("beam", tmp_path_factory)  # type: ignore[return-value]


@pytest.fixture(scope="session")
def small_smoke(tmp_path_factory: pytest.TempPathFactory) -> SmokeBundle:
    """The smallest scene of smoke, precomputed, with all comparators."""
    return _precomputed("smoke-small", tmp_path_factory)  # type: ignore[return-value]


def _precomputed(scene: str, tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    from offline.pipeline.stages import Places, precompute_scene
    from offline.scenes.reading import read_scene
    from softrein.tuning import tune

    return tune(precompute_scene(read_scene(scene), Places(tmp_path_factory.mktemp("runs"), workers=0)))


@pytest.fixture(params=["body", "smoke"])
def either_bundle(request: pytest.FixtureRequest) -> Bundle:
    """One after the other, for what must hold for every plant."""
    name = {"body": "small_bundle", "smoke": "small_smoke"}[request.param]
    found: Bundle = request.getfixturevalue(name)
    return found
