"""Settings that every test runs under, whether `./dev test` or pytest itself starts it."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from softrein.base.kernel_cache import use_checkout_cache

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from runtime.bundle.record import Bundle
    from runtime.bundle.smoke import SmokeBundle

use_checkout_cache()  # before anything imports numba
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the suite already has a process for each core
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("PYVISTA_OFF_SCREEN", "true")
# A shell lets what it starts in the background ignore Ctrl-C; processes that tests start would inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadline, since the first example may compile a kernel; and a suite that fails must fail again.
settings.register_profile("softrein", deadline=None, derandomize=True)
settings.load_profile("softrein")


LEAST = 16  # rounds of a fuzzer
LONG = 5.0  # s of a test that wants a mark which says why


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for slow tests, for the fuzzers' time, and for their random numbers."""
    parser.addoption("--all", action="store_true", help="slow tests, too; fuzzers go on for 3 s")
    parser.addoption("--fuzz", type=float, default=None, metavar="SECONDS", help="how long a fuzzer goes on")
    parser.addoption("--fuzz-seed", default="0", metavar="SEED", help="the fuzzers' random numbers")


def pytest_configure(config: pytest.Config) -> None:
    """Set the fuzzers' default time, and declare the mark of slow tests."""
    config.addinivalue_line("markers", "slow(why): takes long and seldom finds what others do not; --all")
    if config.option.fuzz is None:
        config.option.fuzz = 3.0 if config.option.all else 0.3


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow tests unless `--all` is given."""
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    if not config.getoption("--all"):
        config.hook.pytest_deselected(items=slow)
        items[:] = quick


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> Iterator[random.Random]:
    """A fuzzer's rounds: the random numbers of each depend on the seed and its index.

    There are as many as the fuzzer's time allows, but at least a few, however slow the machine is.
    """

    def one_by_one() -> Iterator[random.Random]:
        end, index = time.monotonic() + request.config.getoption("--fuzz"), 0
        while index < LEAST or time.monotonic() < end:
            print(f"round {index}")  # shown where the test fails
            yield random.Random(f"{request.config.getoption('--fuzz-seed')} {index}")
            index += 1

    return one_by_one()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print which tests are slow without a mark that says why, and which checks of `./dev test` failed."""
    long = [
        f"{report.duration:.1f} s {report.when} {report.nodeid}"
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "duration", 0.0) > LONG and not {"slow", "live"} & set(report.keywords)
    ]
    if long:
        terminalreporter.section(f"longer than {LONG:g} s without a mark that says why")
        terminalreporter.write("".join(f"{line}\n" for line in sorted(long)))
    failed = os.environ.get("SOFTREIN_FAILED_CHECKS", "").splitlines()
    if failed:
        terminalreporter.section("linters", red=True)
        terminalreporter.line(f"did not pass: {', '.join(failed)}; see above, or run ./dev lint")


@pytest.fixture(scope="session")
def small_bundle() -> BodyBundle:
    """The smallest scene of the package, precomputed, with all comparators."""
    return _made("beam")  # type: ignore[return-value]


@pytest.fixture(scope="session")
def small_smoke() -> SmokeBundle:
    """The smallest scene of smoke, with fewer modes, precomputed, with all comparators."""
    return _made("smoke-small", "basis.rank=16")  # type: ignore[return-value]


@pytest.fixture(scope="session")
def small_plume() -> SmokeBundle:
    """Smoke in space that rises past a ball, in eight modes."""
    from offline.scenes.reading import scene_of
    from tests.offline.pipeline.test_smoke_in_space import PLUME
    from tests.shared_bundles import shared_bundle

    return shared_bundle(scene_of(PLUME))  # type: ignore[return-value]


@pytest.fixture(scope="session")
def motions_bundle() -> BodyBundle:
    """A beam with three motions: tapped, still and, as key-frames have it, raised again and again."""
    from offline.scenes.reading import read_scene
    from tests.shared_bundles import shared_bundle

    raised = (
        "{name='raised', loads=[], targets=[], reference={source='keyframes', rewind=true}, "
        "keyframes=[{region='xmax', time=0.4, position=[0, 0, 0.02]}]}"
    )
    still = "{name='still', loads=[], targets=[], time={steps=60}}"
    settings = f"motions=[{{name='tapped'}}, {still}, {raised}]", "enrichment.runs=6", "basis.rank=10"
    return shared_bundle(read_scene("beam", settings))  # type: ignore[return-value]


def _made(name: str, *settings: str) -> Bundle:
    from offline.scenes.reading import read_scene
    from tests.shared_bundles import shared_bundle

    return shared_bundle(read_scene(name, settings), rivals=True)


@pytest.fixture(params=["body", "smoke"])
def either_bundle(request: pytest.FixtureRequest) -> Bundle:
    """The small bundles of a body and of smoke in turn, for tests that must hold for every plant."""
    name = {"body": "small_bundle", "smoke": "small_smoke"}[request.param]
    found: Bundle = request.getfixturevalue(name)
    return found


@pytest.fixture(scope="session")
def rubber() -> BodyBundle:
    """A beam of a nearly incompressible neo-Hookean material, with sampled elements."""
    from offline.scenes.reading import read_scene
    from runtime.bundle.body import BodyBundle
    from tests.shared_bundles import shared_bundle

    beam = read_scene("beam")
    scene = beam.model_dump(mode="json", exclude_none=True)
    scene["materials"]["body"] |= {"law": "neo-hookean", "poisson": 0.48}
    scene["basis"] = {"rank": 6, "elements": {"tolerance": 0.02}}
    scene["targets"] = []
    made = shared_bundle(type(beam).model_validate(scene))
    assert isinstance(made, BodyBundle)
    return made
