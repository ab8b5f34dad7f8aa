"""A scene's needs of memory and disk: estimated beforehand, printed, refused, and against measurements."""

from __future__ import annotations

import dataclasses
import time
import tracemalloc
from contextlib import nullcontext
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import softrein
from meshes.memory import available_memory
from offline.campaign.machine import free_disk, in_words
from offline.campaign.memory import held, peak, reset_peak
from offline.full.body.full_body import build_full_body
from offline.full.factorisation import default_backend
from offline.full.smoke.full_smoke import build_full_smoke
from offline.pipeline.base.needs import (
    SLACK,
    check_fits,
    check_rank,
    columns_within,
    needs_of,
    processes_within,
    total,
)
from offline.pipeline.kinds import kind_of
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.base.scene import Scene
from offline.scenes.base.values import LARGEST
from offline.scenes.reading import read_scene, scene_names, scene_of_bundle
from runtime.bundle.record import Bundle
from softrein.errors import BasisError, CampaignError, SceneError
from tests.offline.pipeline.test_precompute import TINY


def needs(scene: Scene, processes: tuple[int, int] = (2, 2)) -> Any:
    return needs_of(scene, kind_of(scene).outline(scene), processes)


@pytest.mark.parametrize(
    ("name", "setting", "fields"),
    [
        ("beam", "time.steps=1e9", "time.steps, basis.rank"),
        ("beam", f"time.steps={LARGEST}", "time.steps"),
        ("beam", "mesh.cells=[200, 200, 200]", "mesh.cells"),
        ("beam", f"mesh.cells=[{LARGEST}, 1, 1]", "mesh.cells"),
        ("dinosaur", "basis.rank=3000", "time.steps, basis.rank"),
        ("flower", "time.steps=100_000_000", "mesh.body, time.steps"),
        ("smoke-small", "box.cells=[20000, 20000]", "box.cells"),
        ("smoke-small", "time.steps=1e9", "box.cells, time.steps"),
        ("fluid", "basis.rank=4000", "basis.rank"),
    ],
)
def test_what_is_too_large_is_refused_before_anything_is_there(
    name: str, setting: str, fields: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("offline.pipeline.base.needs.available_memory", lambda: 32 * 10**9)
    read_scene("beam")  # what is imported is no part of it
    tracemalloc.start()
    start = time.perf_counter()
    with pytest.raises(SceneError, match=f"^{fields}.*: about .* of memory would be needed.*--any-size"):
        softrein.precompute(read_scene(name, [setting]), tmp_path / "a.softrein")
    seconds, held = time.perf_counter() - start, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < 60e6
    assert seconds < 20  # 0.1 to 0.5 s on a quiet machine
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("rank", "most"), [(164, None), (190, 189), (LARGEST, 189)])
def test_more_modes_than_there_can_be_are_refused_before_the_first_run(
    rank: int, most: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("offline.pipeline.stages.run_nominal", stop)
    expected = pytest.raises(BasisError, match=rf"^basis\.rank: {rank} .* {most} independent")
    with expected if most else pytest.raises(KeyboardInterrupt):
        precompute_scene(read_scene("beam", [f"basis.rank={rank}"]), Places(tmp_path), any_size=True)


def test_still_air_at_the_start_of_each_run_is_no_direction() -> None:
    for rank, words in ((100, None), (101, "hold 100 independent directions")):  # 4 runs of 25 steps
        settings = ["time.step=0.08", "time.steps=25", "enrichment.runs=3", f"basis.rank={rank}"]
        scene = read_scene("smoke-small", settings)
        with pytest.raises(BasisError, match=words) if words else nullcontext():
            check_rank(scene, kind_of(scene).outline(scene))


def test_a_mesh_from_a_file_is_counted_once_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from meshes import block, write_mesh

    write_mesh(tmp_path / "a.vtu", block((3, 2, 2), (0.3, 0.1, 0.1)))
    scene = read_scene("beam", ['mesh.fixed=["low"]', "mesh.regions={low={lowest=0.2}}"], tmp_path / "a.vtu")
    outline = kind_of(scene).outline(scene)
    assert outline.source == ("mesh.file",)
    assert kind_of(scene).full_model(scene, outline.made).mesh is outline.made  # nothing is read twice
    monkeypatch.setattr("offline.pipeline.base.needs.available_memory", lambda: 10**9)
    large = dataclasses.replace(outline, model=1e12)
    with pytest.raises(SceneError, match=r"^mesh\.file, time\.steps"):
        check_fits(needs_of(scene, large, (2, 2)), tmp_path)


def test_scenes_of_the_package_fit_a_small_machine() -> None:
    for name in scene_names():
        assert total(needs(read_scene(name)).largest) < 8e9, name


def test_it_is_said_before_the_first_run_and_any_size_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    told: list[str] = []

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("offline.pipeline.stages.make_full_model", stop)
    with pytest.raises(KeyboardInterrupt):
        precompute_scene(read_scene("beam"), Places(tmp_path / "runs"), say=told.append)
    assert len(told) == 1
    assert told[0].startswith("needs about ")
    monkeypatch.setattr("offline.pipeline.base.needs.available_memory", lambda: 10**6)
    with pytest.raises(SceneError, match=r"of memory would be needed, .* and 1 MB are free"):
        softrein.precompute(TINY, workers=0)
    with pytest.raises(KeyboardInterrupt):
        softrein.precompute(TINY, workers=0, any_size=True, progress=True)
    assert "softrein: needs about " in capfd.readouterr().err


def test_memory_may_be_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SceneError, match=r"of memory would be needed, .* and 500 MB are allowed"):
        softrein.precompute(TINY, workers=0, memory="500 MB")
    for wrong in ("lots", "3", "1 kB", -1, True, float("nan")):
        with pytest.raises(CampaignError, match=r"^memory: expected a size such as"):
            softrein.precompute(TINY, memory=wrong)

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("offline.pipeline.stages.make_full_model", stop)
    monkeypatch.setattr("offline.pipeline.base.needs.available_memory", lambda: 64 * 10**9)
    scene = read_scene("plume")
    bound = (total(needs(scene, (2, 0)).memory["full runs"]) + 1.0) / SLACK
    with pytest.raises(KeyboardInterrupt):
        softrein.precompute(scene, workers=4, memory=bound, progress=True)
    words = capfd.readouterr().err
    assert f"({in_words(bound)} allowed)" in words
    assert "; memory is enough for 2 of 4 processes for full runs" in words
    monkeypatch.setattr("os.cpu_count", lambda: 32)
    for options in ({"memory": bound}, {}):
        with pytest.raises(KeyboardInterrupt):
            softrein.precompute(scene, workers=0, progress=True, **options)
        words = capfd.readouterr().err  # comparators alone would take 32 processes
        assert (" of 32 processes for comparators" in words) == bool(options)
    with pytest.raises(KeyboardInterrupt):  # more is allowed than there is
        softrein.precompute(scene, workers=0, memory="100 GB", progress=True)
    assert "(64 GB free)" in capfd.readouterr().err


def test_with_the_rank_stages_that_are_over_count_no_more() -> None:
    scene = read_scene("plume")
    outline = kind_of(scene).outline(scene)
    assert set(needs_of(scene, outline, (4, 2), 20).memory) == {"reduced model", "gains", "comparators"}


def test_a_basis_is_told_how_many_columns_it_may_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int | None] = []

    def noted(kind: Any, nominal: Any, training: Any, columns: int | None) -> None:
        told.append(columns)
        told.append(kind.basis(nominal, training, columns).singular_values.size)
        raise KeyboardInterrupt

    monkeypatch.setattr("offline.pipeline.stages.make_basis", noted)
    monkeypatch.setattr("offline.pipeline.stages.columns_within", lambda *given: 12)
    for memory in ("3 GB", None):
        with pytest.raises(KeyboardInterrupt):
            softrein.precompute(TINY, workers=0, memory=memory, runs=tmp_path)
    assert told[:3] == [12, 12, None]
    assert told[3] is not None
    assert told[3] > 12


def test_the_disk_counts_and_what_is_there_already_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = needs(read_scene("beam"))
    monkeypatch.setattr("offline.pipeline.base.needs.free_disk", lambda folder: 1000)
    with pytest.raises(SceneError, match=r"mesh\.cells, time\.steps.*of disk would be needed"):
        check_fits(wanted, tmp_path)
    (tmp_path / "centre").mkdir()
    (tmp_path / "centre" / "run_00000.h5").write_bytes(bytes(10_000_000))
    assert "10 MB free" in check_fits(wanted, tmp_path)


def test_an_energy_is_counted_anew_when_the_rank_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranks: list[int | None] = []

    def noted(*given: Any) -> Any:
        ranks.append(given[3])
        return needs_of(*given)

    monkeypatch.setattr("offline.pipeline.stages.needs_of", noted)
    bundle = softrein.precompute(TINY | {"basis": {"energy": 0.99}}, workers=0)
    assert ranks == [None, bundle.rank]


def test_the_matrix_of_faces_beside_solids_counts_whoever_asks_for_it() -> None:
    model = {}
    for settings in ((), ("backend='iteration'",), ("backend='splu'",), ("box.solids=[]",)):
        scene = read_scene("plume", list(settings))
        model[settings] = kind_of(scene).outline(scene).model
    assert model["backend='iteration'",] == model[()] > model["box.solids=[]",]
    assert model["backend='splu'",] > model[()]


def test_viscosity_in_a_plane_takes_two_factors_unless_it_iterates() -> None:
    def model(*settings: str) -> float:
        scene = read_scene("smoke-small", list(settings))
        return kind_of(scene).outline(scene).model

    factor = model(f"backend={default_backend()}") - model()  # in a box pressure takes none by itself
    for backend in ("", "backend=transform", f"backend={default_backend()}", "backend=iteration"):
        given = [backend] if backend else []
        viscous = model("box.viscosity=1e-3", *given) - model(*given)
        assert (2 * factor < viscous < 4 * factor) is (backend != "backend=iteration"), backend


def test_within_less_memory_there_are_fewer_processes() -> None:
    scene = read_scene("plume")
    outline = kind_of(scene).outline(scene)
    for stage, place in (("full runs", 0), ("comparators", 1)):
        wanted = [total(needs(scene, (count, count)).memory[stage]) for count in range(5)]
        for count in range(5):
            assert processes_within(scene, outline, (4, 4), wanted[count] + 1.0)[place] == count
    assert processes_within(scene, outline, (4, 2), 0.0) == (0, 0)  # and is refused


def test_within_less_memory_a_basis_keeps_fewer_columns() -> None:
    scene = read_scene("plume", ["box.cells=[96, 192, 96]", "enrichment.runs=64"])
    outline = kind_of(scene).outline(scene)
    free = needs(scene, (1, 2)).memory["basis"]
    assert columns_within(scene, outline, (1, 2), total(free) + 1.0) is None
    bound = 0.7 * total(free)
    columns = columns_within(scene, outline, (1, 2), bound)
    assert columns is not None
    assert columns > 2 * 64
    held = needs_of(scene, outline, (1, 2), None, columns)
    assert 0.99 * bound < total(held.memory["basis"]) <= bound
    assert columns_within(scene, outline, (1, 2), 1e9) == 2 * 64  # and is refused


@pytest.mark.parametrize(
    ("name", "small", "settings"),
    [
        ("beam", "backend=cg", ["mesh.cells=[16, 16, 16]"]),
        ("smoke-small", "box.cells=[24, 24]", ["box.cells=[512, 512]"]),
        ("plume", "box.cells=[20, 40, 20]", ["box.solids=[]", "box.cells=[40, 80, 40]"]),  # box, then balls
    ],
)
@pytest.mark.slow("full models, in processes of their own")
def test_full_models_take_less_than_counted_and_not_much_less(
    name: str, small: str, settings: list[str]
) -> None:
    """In a process of its own: what other tests have left here would be used again, and not be seen."""
    if not reset_peak():
        pytest.skip("nobody knows how much memory a process takes")
    with get_context("spawn").Pool(1) as pool:
        taken = pool.apply(taken_by_steps, (name, small, settings))
    for setting, found in zip(settings, taken, strict=True):
        scene = read_scene(name, [setting])
        counted = kind_of(scene).outline(scene).model
        assert counted / 5 < found < counted, setting


def taken_by_steps(name: str, small: str, settings: list[str]) -> list[int]:
    """Bytes at most, beside those of the code, under each setting."""
    stepped(read_scene(name, [small]))  # loads kernels
    taken = []
    for setting in settings:
        scene = read_scene(name, [setting])
        before = held() or 0
        reset_peak()
        stepped(scene)
        taken.append((peak() or 0) - before)
    return taken


def stepped(scene: Any) -> Any:
    """A full model after a step."""
    if scene.kind == "fluid":
        smoke = build_full_smoke(scene)
        start = smoke.start()
        density = start.density if smoke.is_buoyant else None
        return smoke, smoke.simulation().step(start.q, density, smoke.force(0))
    body = build_full_body(scene)
    return body, body.stepper().step(body.start(), body.start(), body.loads.at(0))


@pytest.mark.parametrize("fixture", ["small_bundle", "small_smoke", "small_plume"])
def test_files_take_as_much_as_counted(fixture: str, request: pytest.FixtureRequest) -> None:
    bundle: Bundle = request.getfixturevalue(fixture)
    rows = {row["stage"]: row for row in bundle.stages}
    nominal, training, _ = needs(scene_of_bundle(bundle, fixture)).disk
    assert 0.9 < nominal.size / rows["nominal motion"]["bytes"] < 3
    assert 0.9 < training.size / rows["enrichment"]["bytes"] < 3


def test_what_is_free_is_known_here(tmp_path: Path) -> None:
    assert (available_memory() or 0) > 10**6
    assert (free_disk(tmp_path / "not" / "there") or 0) > 0


def test_sizes_in_words() -> None:
    assert [in_words(size) for size in (0, 999, 999.7, 1.44e9, 1e40)] == [
        "0 bytes", "999 bytes", "1 kB", "1.44 GB", "1.0e+22 EB",
    ]  # fmt: skip
