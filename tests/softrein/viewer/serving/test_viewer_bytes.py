"""Broken bytes against a real server, by http and https: honest pages go on, the log has expected lines."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import psutil
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from runtime.bundle.body import BodyBundle
from runtime.bundle.file import save
from softrein.viewer.scene import Scene
from tests.softrein.viewer.serving.attackers import Victim
from tests.softrein.viewer.serving.broken_bytes import write
from tests.softrein.viewer.serving.certificates import make
from tests.softrein.viewer.viewing import Client, Watched, viewer

BURST = 20  # clients
EXPECTED = r"softrein: viewer: (\d+ times more: )?(closed a page: |too many connections |other messages)"


class Siege:
    """A server, and what it says."""

    def __init__(self, watched: Watched) -> None:
        self.watched, self.said = watched, list[str]()
        assert watched.process.stderr is not None
        self._reader = threading.Thread(target=self.said.extend, args=(watched.process.stderr,), daemon=True)
        self._reader.start()

    def ended(self) -> list[str]:
        """All that it said, once it has ended."""
        self.watched.process.terminate()
        self.watched.process.wait(30)
        self._reader.join(10)
        return self.said


@pytest.fixture(scope="module", params=["http", "https"])
def siege(
    request: pytest.FixtureRequest, small_bundle: BodyBundle, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Siege]:
    folder: Path = tmp_path_factory.mktemp("view")
    save(small_bundle, folder / "beam.softrein")
    options: list[str] = []
    if request.param == "https":
        certificate, key = make(folder)
        options = ["--certificate", str(certificate), "--key", str(key)]
    with viewer(folder / "beam.softrein", *options) as running:
        made = Siege(running)
        yield made
        said = made.ended()
    assert [line for line in said if not re.match(EXPECTED, line)] == []
    assert running.process.returncode == 0


@pytest.mark.slow("bytes by the thousand against a server")
def test_broken_bytes_disturb_nobody(siege: Siege, scene: Scene, rounds: Iterable[random.Random]) -> None:
    victim, began = Victim(siege.watched.address), time.monotonic()
    server, count = psutil.Process(siege.watched.process.pid), 0
    with Client(siege.watched, *scene.counts) as honest:
        honest.frame(30.0)
        files, memory = server.num_fds(), server.memory_info().rss
        for numbers in rounds:
            for _ in range(BURST):
                write(numbers, victim)
            count += 1
            for _ in range(3):
                honest.frame(30.0)
            honest.send("release", id=count)
            honest.until(lambda frame, count=count: frame.echo == count, 30.0)
            assert [line for line in siege.said if not re.match(EXPECTED, line)] == []
        assert len(siege.said) < 20 + (time.monotonic() - began) / 2
        end = time.monotonic() + 40
        while server.num_fds() > files + 2:
            assert time.monotonic() < end, "connections stay open"
            honest.frame(30.0)
        assert server.memory_info().rss < memory + 50e6
    print(f"{BURST * count} clients")
