"""The viewer: the cost of a page to the simulation's steps, the delay of an input, and the effect of attacks.

The simulation steps by the wall clock in a process of its own, as under `softrein view`. In turns there is no
page, a page that reads every frame (in another process), and a page that reads nothing; the steps' figures
are read from the memory that the processes share. All processes share the two or more cores of this machine
with whatever else runs on it.

Attacks (`tests.softrein.viewer.serving.attackers`) come from another process upon `softrein view` itself,
one after the other and with quiet in between, while an honest page counts its frames.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from benchmarks.harness import Row
from offline.pipeline.stages import Places, precompute_scene
from offline.scenes.reading import read_scene
from runtime.bundle.file import load, save
from softrein.viewer.base.messages import FRAME, frame_size
from softrein.viewer.gains import GainsMaker
from softrein.viewer.scene import Scene, scene_of
from softrein.viewer.simulation import Simulation
from softrein.viewer.viewing import listen
from tests.softrein.viewer.serving import sieges
from tests.softrein.viewer.serving.attackers import ATTACKS, attacked
from tests.softrein.viewer.viewing import STARTING, Client, Frame, read_frame, viewer

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

    from websockets.sync.client import ClientConnection

TURNS = 5
TURN = 2.0  # s
SIEGES = 3  # by each attack
INPUTS = 60
KINDS = ("nobody", "a page", "a page that never reads")


def rows() -> list[Row]:
    """The bars: a step with a page and without, the rate of steps, the delay of an input, and attacks."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "beam.softrein"
        save(precompute_scene(read_scene("beam"), Places(Path(folder) / "runs", workers=0)), file)
        found, under = measure(file), besieged(file)
    alone, watched, deaf = (found[kind] for kind in KINDS)
    detail = "late: " + ", ".join(
        f"{found[kind]['late'][0]:.0f}/{found[kind]['late'][1]:.0f} us with {kind}" for kind in KINDS
    )
    return [
        Row("step with a page : without", watched["step"] / alone["step"], 1.1, "at most", detail=detail),
        Row("step with a page that never reads : without", deaf["step"] / alone["step"], 1.1, "at most"),
        Row("rate with a page : without", watched["rate"] / alone["rate"], 0.99, "at least"),
        Row("from an input to a frame that shows it", found["echo"][0], 0.050, "at most", "s"),
        *siege_rows(under),
        Row("a frame of rank 60", frame_size(60, 60), 1000, "at most", "bytes"),
    ]


def measure(file: Path) -> dict[str, Any]:
    """Figures for each of KINDS: median step s, late (50, 99, 99.9 %) us, rate 1/s.

    "echo" is the median and the 99 % point, s, from an input to the first frame that tells of its effect.
    """
    scene = scene_of(load(file))
    with serving(file, scene) as (simulation, address):
        timings: dict[str, list[np.ndarray]] = {kind: [] for kind in KINDS}
        rates: dict[str, list[float]] = {kind: [] for kind in KINDS}
        for _ in range(TURNS):
            for kind in KINDS:
                with watching(address, kind):
                    before, begun = simulation.timings.count, time.perf_counter()
                    time.sleep(TURN)
                    taken = simulation.timings.count - before
                    rates[kind].append(taken / (time.perf_counter() - begun))
                    timings[kind].append(simulation.timings.last(taken))
        found: dict[str, Any] = {
            kind: {
                "step": float(np.median(np.concatenate(parts)[:, 1])),
                "late": 1e6 * np.percentile(np.concatenate(parts)[:, 0], [50, 99, 99.9]),
                "rate": float(np.median(rates[kind])),
            }
            for kind, parts in timings.items()
        }
        found["echo"] = np.percentile(echoes(address, scene), [50, 99])
    return found


def siege_rows(under: dict[str, dict[str, float]]) -> list[Row]:
    """The bars under attack: the worst value of each figure, with the values of all attacks beside it."""

    def row(what: str, figure: str, bar: float, sense: Literal["at least", "at most"], unit: str) -> Row:
        values = [each[figure] for each in under.values()]
        detail = ", ".join(f"{attack} {value:.3g}" for attack, value in zip(under, values, strict=True))
        return Row(what, min(values) if sense == "at least" else max(values), bar, sense, unit, detail)

    return [
        row("an honest page under attack", "frames", 30, "at least", "frames/s"),
        row("rate under attack : without", "rate", 0.99, "at least", "x"),
        row("memory under attack, beyond that without", "memory", 100, "at most", "MB"),
    ]


def besieged(file: Path) -> dict[str, dict[str, float]]:
    """Figures under each attack: an honest page's frames a second, steps against quiet, MB beyond quiet."""
    scene, found = scene_of(load(file)), dict[str, list[dict[str, float]]]()
    with viewer(file) as watched, Client(watched, *scene.counts) as page:
        server = watched.process.pid
        page.until(lambda frame: frame.rate > 0, STARTING)
        sieges.measure(page, server, 3.0)  # the maker of gains has imported all that it needs
        first = sieges.measure(page, server, TURN)
        for attack in [*ATTACKS] * SIEGES:
            quiet = sieges.measure(page, server, TURN)
            with attacked(attack, watched.address):
                sieges.measure(page, server, 0.3)
                under = sieges.measure(page, server, TURN)
            found.setdefault(attack, []).append(
                {
                    "frames": under.frames,
                    "rate": under.steps / quiet.steps,
                    "memory": under.memory - first.memory,
                }
            )
    return {
        attack: {name: float(np.median([each[name] for each in turns])) for name in turns[0]}
        for attack, turns in found.items()
    }


@contextmanager
def serving(file: Path, scene: Scene) -> Iterator[tuple[Simulation, str]]:
    """Run a viewer whose server is a thread; yields its simulation and the address of its WebSocket."""
    from softrein.viewer.server import Viewer
    from softrein.viewer.serving.listening import Server

    listener, token = listen("127.0.0.1", 0), secrets.token_urlsafe()
    port = listener.getsockname()[1]
    with Simulation(file, scene) as simulation:
        simulation.wait(120.0)
        with closing(GainsMaker(file, simulation.gains.name)) as gains:
            server = Server(Viewer(scene, simulation, gains).app("127.0.0.1", port, token))
            thread = threading.Thread(target=lambda: asyncio.run(server.listen(listener)))
            thread.start()
            address = f"ws://127.0.0.1:{port}/live?token={token}"
            try:
                with connected(address) as page:
                    page.send(json.dumps({"do": "endless", "on": True}))
                    time.sleep(3.0)  # the maker of gains has imported all that it needs
                yield simulation, address
            finally:
                server.end()
                thread.join()


def connected(address: str) -> ClientConnection:
    """A page's connection."""
    from websockets.sync.client import connect

    origin: Any = address.replace("ws:", "http:").partition("/live")[0]
    return connect(address, origin=origin, compression=None, close_timeout=1)


@contextmanager
def watching(address: str, kind: str) -> Iterator[None]:
    """Keep a page of a kind connected, in a process of its own, for the length of the block."""
    if kind == "nobody":
        yield
        return
    context = get_context("spawn")
    ready = context.Event()
    process = context.Process(target=watch, args=(address, kind, ready), daemon=True)
    process.start()
    try:
        ready.wait(60)
        yield
    finally:
        process.kill()
        process.join()


def watch(address: str, kind: str, ready: Event) -> None:
    """Connect as a page that reads every frame, or none, until the process is killed."""
    with connected(address) as page:
        page.recv()
        ready.set()
        while True:
            if kind == "a page":
                page.recv()
            else:
                time.sleep(1.0)


def next_frame(page: ClientConnection, scene: Scene) -> Frame:
    """The next frame; other messages are skipped."""
    while True:
        data = page.recv()
        if isinstance(data, bytes) and data[0] == FRAME:
            return read_frame(data, *scene.counts)


def echoes(address: str, scene: Scene) -> np.ndarray:
    """Seconds (INPUTS,) from an input, at a random moment, to the first frame that carries its id."""
    rng, seconds = np.random.default_rng(0), []
    with connected(address) as page:
        for number in range(1, INPUTS + 1):
            end = time.perf_counter() + rng.uniform(0.03, 0.1)
            while time.perf_counter() < end:
                page.recv()
            begun = time.perf_counter()
            page.send(json.dumps({"do": "release", "id": number}))
            while next_frame(page, scene).echo != number:
                pass
            seconds.append(time.perf_counter() - begun)
    return np.array(seconds)
