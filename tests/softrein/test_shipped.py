"""The bundle that comes with softrein: small, found again, and made where it is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from offline.scenes.reading import read_scene
from runtime.bundle.file import load
from softrein.api import shipped
from softrein.cli import app
from softrein.errors import BundleError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

# A beam in the T's place: the same way, in a second.
QUICK = ("enrichment.runs=1", "basis.rank=3", "ensemble.tuning_runs=1", "ensemble.runs=2")


@pytest.fixture
def beam(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A package without the bundle, an empty cache, and a scene that takes no time."""
    monkeypatch.setattr(shipped, "SCENE", "beam")
    monkeypatch.setattr(shipped, "LEAN", QUICK)
    monkeypatch.setattr(shipped, "BUNDLES", tmp_path / "bundles")
    monkeypatch.setattr(shipped, "_cache", lambda: tmp_path / "cache")
    return tmp_path


def test_the_lean_scene_is_the_t_with_all_that_it_meets() -> None:
    lean, whole = read_scene(shipped.SCENE, shipped.LEAN), read_scene(shipped.SCENE)
    assert [target.name for target in lean.targets] == [target.name for target in whole.targets]  # type: ignore[union-attr]
    assert lean.pushes == whole.pushes
    last = max(target.time + target.tolerance for target in lean.targets)  # type: ignore[union-attr]
    assert last < lean.time.step * (lean.time.steps - 1)


@pytest.mark.skipif(not shipped.shipped_file().is_file(), reason="made by `python -m softrein.api.shipped`")
def test_the_bundle_in_the_package_loads_is_small_and_comes_home() -> None:
    path = shipped.shipped_file()
    assert path.stat().st_size < 5_000_000
    bundle = load(path)
    from softrein.facts.runs import hits

    assert not any(found["hit"] for found in hits(bundle, bundle.run(controller="none").states).values())
    for states in (bundle.track.states, bundle.run(controller="lqr").states):
        assert all(found["hit"] for found in hits(bundle, states).values())


def test_a_wheel_takes_the_bundle_along_and_git_does_not() -> None:
    root = Path(shipped.__file__).parents[2]
    data = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    inside = shipped.shipped_file().relative_to(root / "softrein")
    assert any(inside.match(pattern) for pattern in data["softrein"])
    assert "/softrein/bundles/" in (root / ".gitignore").read_text().splitlines()


def test_it_is_made_once_found_again_and_never_stale(beam: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shipped.find() is None
    made = shipped.make(shipped.cached_file())
    assert shipped.find() == made
    assert load(made).name == "beam"
    assert {"lqr", "pd"} <= set(load(made).gains)
    assert [path.name for path in made.parent.iterdir()] == ["beam.softrein"]  # no full runs, nothing halfway
    (packaged := shipped.shipped_file()).parent.mkdir(parents=True)
    packaged.write_bytes(b"")
    assert shipped.find() == packaged  # before what a cache holds
    monkeypatch.setattr(shipped, "LEAN", (*QUICK, "seed=3"))
    assert shipped.find() is None


def test_one_that_is_too_large_is_not_left_behind(beam: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "LARGEST", 1000)
    with pytest.raises(BundleError, match="more than 1000"):
        shipped.make(shipped.cached_file())
    assert shipped.find() is None


@pytest.mark.slow("makes the bundle that is shipped")
def test_view_without_a_file_makes_it_says_so_and_serves_it(
    beam: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewing = pytest.importorskip("softrein.viewer.viewing")
    served: list[Path] = []
    monkeypatch.setattr(viewing, "check_packages", lambda: None)
    monkeypatch.setattr(viewing, "view", lambda file, *_, **__: served.append(file))
    first, second = (CliRunner().invoke(app, ["view", "--no-open"]) for _ in range(2))
    assert first.exit_code == second.exit_code == 0, first.output
    assert served == [shipped.cached_file()] * 2
    assert "making the T" in first.output
    assert "making the T" not in second.output


def test_a_cache_that_cannot_be_written_is_told(beam: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (beam / "cache").write_bytes(b"")  # a file in its place
    with pytest.raises(BundleError, match="cannot be written"):
        shipped.make(shipped.cached_file())
