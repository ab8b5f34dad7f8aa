"""`softrein view` in use: a process of its own, real sockets, well-behaved and other pages."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from itertools import pairwise
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from websockets.exceptions import ConnectionClosed, InvalidStatus

from runtime.bundle.body import BodyBundle
from runtime.bundle.file import load, save
from runtime.bundle.smoke import SmokeBundle
from softrein.viewer import connection, gains
from softrein.viewer.base import messages
from softrein.viewer.base.messages import Command
from softrein.viewer.scene import Scene, scene_of
from softrein.viewer.server import RATE
from softrein.viewer.serving import wire
from tests.made_up import without
from tests.softrein.viewer.serving.mutations import garbage, good, mutated
from tests.softrein.viewer.viewing import Client, Watched, admitted, viewer


@pytest.fixture(scope="module")
def watched(small_bundle: BodyBundle, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    path = tmp_path_factory.mktemp("view") / "beam.softrein"
    save(small_bundle, path)
    with viewer(path) as running:
        yield running


@pytest.fixture
def page(watched: Watched, scene: Scene) -> Iterator[Client]:
    """A page on a simulation that has been reset to its beginning, in an endless motion."""
    with admitted(watched, *scene.counts) as client:
        for do, values in (
            ("pause", {"on": False}),
            ("scale", {"factor": 1}),
            ("controller", {"name": "lqr"}),
            ("endless", {"on": True}),
            ("rewind", {"id": 1}),
        ):
            client.send(do, **values)
        client.until(lambda frame: frame.echo == 1)
        yield client


def get(watched: Watched, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """What an HTTP request is answered: "TOKEN" in the path is the right one."""
    connection = HTTPConnection("127.0.0.1", watched.port, timeout=10)
    try:
        connection.putrequest("GET", path.replace("TOKEN", watched.token), skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name, value.replace("PORT", str(watched.port)))
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_the_scene_and_its_arrays(watched: Watched, scene: Scene) -> None:
    status, headers, body = get(watched, "/scene.json?token=TOKEN")
    assert (status, headers["content-type"]) == (200, "application/json")
    described = json.loads(body)
    assert described == json.loads(json.dumps(scene.description()))
    for name, listed in described["arrays"].items():
        status, _, data = get(watched, f"/{listed['url']}?token=TOKEN")
        assert (status, data) == (200, scene.files()[name])
    assert get(watched, "/arrays/nothing.bin?token=TOKEN")[0] == 404


def test_the_page_is_served_and_may_do_little(watched: Watched) -> None:
    status, headers, body = get(watched, "/?token=TOKEN")
    assert status == 200
    assert b"<!doctype html>" in body.lower()
    assert "default-src 'self'" in headers["content-security-policy"]
    assert f"ws://127.0.0.1:{watched.port}" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


@pytest.mark.parametrize("path", ["/", "/scene.json", "/arrays/rest.bin", "/index.html", "/live", "/nothing"])
@pytest.mark.parametrize(
    "query",
    ["", "?token=", "?token=wrong", "?token=TOKEN&token=TOKEN", "?token=%ff", "?TOKEN", "?token=TOKENx"],
)
def test_nothing_without_the_token(watched: Watched, path: str, query: str) -> None:
    assert get(watched, path + query)[0] == 403


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "", "localhost:PORT.evil.example",
     "127.0.0.1:PORT@evil.example", "127.0.0.2:PORT", "localhost"],
)  # fmt: skip
def test_nothing_under_another_name(watched: Watched, host: str) -> None:
    assert get(watched, "/scene.json?token=TOKEN", Host=host)[0] == 403


@pytest.mark.parametrize("host", ["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT", "[::1]:PORT"])
def test_our_own_names_will_do(watched: Watched, host: str) -> None:
    assert get(watched, "/scene.json?token=TOKEN", Host=host)[0] == 200


def test_nothing_for_another_site(watched: Watched) -> None:
    assert get(watched, "/scene.json?token=TOKEN", Origin="http://evil.example")[0] == 403
    assert get(watched, "/scene.json?token=TOKEN", Origin="null")[0] == 403
    assert get(watched, "/scene.json?token=TOKEN", Origin="http://localhost:PORT")[0] == 200


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/%2e%2e/%2e%2e/pyproject.toml", "/..%2f..%2f..%2fcli.py", "//etc/passwd",
     "/arrays/../../cli.py", "/arrays/..%2frest.bin", "/arrays/%00.bin", "/__init__.py", "/server.py"],
)  # fmt: skip
def test_nothing_but_the_page_is_served(watched: Watched, path: str) -> None:
    assert get(watched, path)[0] == 403
    assert get(watched, path + "?token=TOKEN")[0] == 404


def test_nobody_may_post(watched: Watched) -> None:
    connection = HTTPConnection("127.0.0.1", watched.port, timeout=10)
    connection.request("POST", f"/scene.json?token={watched.token}", body=b"{}")
    assert connection.getresponse().status == 405
    connection.close()


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://127.0.0.1:PORT", "http://127.0.0.1"]
)
def test_a_connection_of_another_site_is_refused(watched: Watched, scene: Scene, origin: str | None) -> None:
    origin = origin and origin.replace("PORT", str(watched.port))
    with pytest.raises(InvalidStatus) as refused:
        Client(watched, *scene.counts, origin=origin)
    assert refused.value.response.status_code == 403


def test_a_connection_needs_the_token(watched: Watched, scene: Scene) -> None:
    other = Watched(watched.process, watched.address.replace("token=", "token=x"))
    with pytest.raises(InvalidStatus) as refused:
        Client(other, *scene.counts)
    assert refused.value.response.status_code == 403


def test_frames_come_at_their_rate_at_most(page: Client, scene: Scene) -> None:
    page.send("scale", factor=2, id=2)  # two hundred steps a second, so that they are not what limits it
    first, begun = page.until(lambda frame: frame.echo == 2), time.monotonic()
    assert first.factor == 2
    frames = [page.frame() for _ in range(180)]
    seconds = time.monotonic() - begun
    assert 178 / seconds <= RATE + 4
    assert frames[-1].time > first.time
    assert all(one.frame < next.frame for one, next in pairwise(frames))
    assert 0 < frames[-1].rate <= 2.2 / scene.bundle.dt
    assert frames[-1].frame - frames[0].frame > 1.1 * 179  # there were more than were sent
    assert 0 < frames[-1].step_us <= frames[-1].p99_us


def test_a_hand_that_moves_is_answered_at_once_and_not_more_often(page: Client) -> None:
    begun, frames, waited = time.monotonic(), 0, []
    for number in range(100, 200):
        page.send("release", id=number)
        asked = time.monotonic()
        while (frame := page.frame()).echo < number:
            frames += 1
        frames += 1
        waited.append(time.monotonic() - asked)
        assert frame.echo == number
    assert (frames - 2) / (time.monotonic() - begun) <= RATE + 2
    assert np.median(waited) < 0.05


def test_commands_go_through(page: Client, scene: Scene) -> None:
    page.send("controller", name="none", id=10)
    frame = page.until(lambda frame: frame.echo == 10)
    assert scene.controllers[frame.controller] == "none"
    page.send("pause", on=True, id=11)
    frame = page.until(lambda frame: frame.echo == 11)
    assert frame.flags & messages.PAUSED
    assert page.frame().time == frame.time
    page.send("rewind", id=12)
    assert page.until(lambda frame: frame.echo == 12).step == 0
    page.send("pause", on=False)
    page.send("scale", factor=0.05, id=13)
    slow = page.until(lambda frame: frame.echo == 13)
    begun = time.monotonic()
    later = page.until(lambda frame: frame.time >= slow.time + 3 * scene.bundle.dt)
    assert time.monotonic() - begun == pytest.approx((later.time - slow.time) / 0.05, abs=0.5)
    page.send("jump", id=14)
    page.until(lambda frame: frame.echo == 14)


def test_a_hand_is_followed_and_let_go(page: Client, scene: Scene) -> None:
    vertex = int(np.argmax(scene.give))
    to = (scene.body.rest[vertex] + [0.0, 0.0, 0.2 * scene.size]).tolist()
    page.send("controller", name="none")
    page.send("grab", vertex=vertex, to=to, id=20)
    frame = page.until(lambda frame: frame.echo == 20)
    assert frame.flags & messages.GRABBED
    assert np.linalg.norm(frame.force) > 0
    page.until(lambda frame: frame.deviation > 0.01)
    page.send("controller", name="lqr")
    page.send("release", id=21)
    frame = page.until(lambda frame: frame.echo == 21)
    assert not frame.flags & messages.GRABBED
    page.until(lambda frame: frame.deviation < 0.002)


def test_a_page_that_goes_lets_go(page: Client, watched: Watched, scene: Scene) -> None:
    with Client(watched, *scene.counts) as other:
        other.send("grab", vertex=int(np.argmax(scene.give)), to=[0, 0, 1])
        page.until(lambda frame: frame.flags & messages.GRABBED)
    page.until(lambda frame: not frame.flags & messages.GRABBED)


def test_each_page_gets_its_own_echo(page: Client, watched: Watched, scene: Scene) -> None:
    with Client(watched, *scene.counts) as other:
        other.send("jump", id=4_000_000_000)
        other.until(lambda frame: frame.echo == 4_000_000_000)
        page.send("jump", id=30)
        page.until(lambda frame: frame.echo == 30)
        assert other.frame().echo == 4_000_000_000


def test_the_slider_makes_gains_while_the_motion_goes_on(page: Client) -> None:
    page.send("cost", decades=1.0)
    page.send("cost", decades=2.0)
    page.send("cost", decades=1.5)
    before = page.frame()
    frame = page.until(lambda frame: frame.cost_decades == 1.5, 60.0)
    assert frame.time > before.time
    page.until(lambda frame: not frame.flags & messages.MAKING_GAINS)
    told = [said["decades"] for said in page.said if said["say"] == "gains"]
    assert told[-1] == 1.5
    assert 2.0 not in told  # there was a later wish
    page.said.clear()
    page.send("cost", decades=0)
    page.until(lambda frame: frame.cost_decades == 0, 60.0)


@pytest.mark.parametrize("text", ["{", '{"do": "scale", "factor": 3}', b"\x01\x02", 600 * "x", 5000 * "x"])
def test_a_malformed_message_closes_that_page_and_no_other(
    page: Client, watched: Watched, scene: Scene, text: Any
) -> None:
    with Client(watched, *scene.counts) as other:
        other.frame()
        other.socket.send(text)
        assert other.close_code() == (1009 if len(text) > 4096 else 1008)
    then = page.frame().time
    page.until(lambda frame: frame.time > then)


def test_a_page_that_sends_too_much_is_closed(page: Client, watched: Watched, scene: Scene) -> None:
    with Client(watched, *scene.counts) as other:
        with suppress(ConnectionClosed):
            for _ in range(2000):
                other.send("took", frame=1)
        assert other.close_code() == 1008
    page.frame()


def spread(page: Client, rate: float, seconds: float, do: str, **fields: Any) -> None:
    """A message so often, with ids from 1 up; frames are read meanwhile."""
    begun, sent = time.monotonic(), 0
    while sent < rate * seconds:
        while sent < min(rate * (time.monotonic() - begun), rate * seconds):
            sent += 1
            page.send(do, id=sent, **fields)
        page.frame()


def test_a_hand_may_move_more_often_than_it_is_looked_at(
    watched: Watched, page: Client, scene: Scene
) -> None:
    """Three hundred times a second, and then two thousand times at once: what counts is the last."""
    with Client(watched, *scene.counts) as other:
        spread(other, 300, 3.0, "grab", vertex=0, to=[0, 0, 0])
        for number in range(1, 2001):
            other.send("grab", vertex=0, to=[0, 0, number / 100], id=10_000 + number)
        other.until(lambda frame: frame.echo == 12_000)
        other.send("release", id=20_000)
        other.until(lambda frame: frame.echo == 20_000)
        time.sleep(0.05)
        other.until(lambda frame: not frame.flags & messages.GRABBED, 2.0)


def test_many_flicks_are_left_out(watched: Watched, page: Client, scene: Scene) -> None:
    push = {"vertex": 0, "force": [0, 0, 0.01], "duration": 0.1, "radius": 0.1}
    page.until(lambda frame: frame.rate > 0.8 / scene.bundle.dt)
    with Client(watched, *scene.counts) as other:
        spread(other, 200, 2.0, "push", **push)
        frame = other.frame()
        other.send("release", id=1000)
        other.until(lambda frame: frame.echo == 1000)
    assert frame.rate > 0.7 / scene.bundle.dt
    assert frame.step_us < 5000


def test_a_page_may_flick_ten_times_a_second_and_move_two_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(wire.time, "monotonic", lambda: now[0])
    page = connection.Page(1, None)  # type: ignore[arg-type]
    through = {"push": 0, "grab": 0, "release": 0}
    for number in range(6000):  # three seconds
        now[0] = number / 2000
        for do in ("push", "grab"):
            through[do] += page.let_through(Command(do, 0, {"number": number}))
        if number % 6 == 0:
            through["release"] += page.let_through(Command("release", 0, {}))
    assert 30 <= through["push"] <= 41
    assert 600 <= through["grab"] <= 801
    assert through["release"] == 1000
    assert page.late_move() is None
    now[0] += 0.001
    while page.let_through(Command("grab", 0, {"number": "old"})):
        pass
    assert not page.let_through(Command("grab", 0, {"number": "new"}))
    now[0] += 0.1
    late = page.late_move()
    assert late is not None
    assert late.values["number"] == "new"
    assert page.late_move() is None
    while page.let_through(Command("grab", 0, {})):
        pass
    assert page.let_through(Command("release", 0, {}))
    now[0] += 1.0
    assert page.late_move() is None  # it was let go of


def test_errors_are_told_to_a_page_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now, told = [0.0], []
    monkeypatch.setattr(wire.time, "monotonic", lambda: now[0])
    page = connection.Page(1, None)  # type: ignore[arg-type]
    for number in range(300):
        now[0] = number / 100
        page.complain(f"error {number}")
        told += [json.loads(text)["text"] for text in page.words()]
    assert told == ["error 0", "error 100", "error 200"]
    now[0] += 1.0
    assert [json.loads(text)["text"] for text in page.words()] == ["error 299"]
    assert list(page.words()) == []


def test_two_tries_cost_exactly_the_same(page: Client, scene: Scene) -> None:
    page.send("endless", on=False)
    efforts = []
    for number in (5, 7):
        page.send("grab", vertex=int(np.argmax(scene.give)), to=[0, 0, 1])
        page.send("pause", on=True)
        page.send("try", id=number)
        page.until(lambda frame, number=number: frame.echo == number)
        page.until(lambda frame: any(frame.force), 3.0)
        efforts.append(page.until(lambda frame: bool(frame.flags & messages.FINISHED)).effort)
    assert efforts[0] == efforts[1] == np.float32(scene.bundle.run().effort)


def test_while_nothing_moves_frames_are_few_but_answers_are_quick(page: Client) -> None:
    page.send("pause", on=True, id=5)
    page.until(lambda frame: frame.echo == 5)
    begun, frames = time.monotonic(), 0
    while time.monotonic() < begun + 1:
        page.frame()
        frames += 1
    assert 3 <= frames <= 13
    waited = []
    for number in range(50, 60):
        page.send("release", id=number)
        asked = time.monotonic()
        page.until(lambda frame, number=number: frame.echo == number)
        waited.append(time.monotonic() - asked)
    assert np.median(waited) < 0.07


@pytest.mark.slow("a viewer with its processes")
def test_the_motion_stands_until_somebody_looks_and_then_goes_on_by_itself(
    watched_file: Path, scene: Scene
) -> None:
    with viewer(watched_file) as running:
        time.sleep(scene.bundle.dt * scene.bundle.steps + 0.3)
        with Client(running, *scene.counts) as page:
            first = page.frame()
            assert first.step < 0.5 * scene.bundle.steps
            assert not first.flags & (messages.PAUSED | messages.FINISHED)
            page.until(lambda frame: frame.step > first.step)
        time.sleep(2.2 * scene.bundle.dt * scene.bundle.steps)
        with Client(running, *scene.counts) as page:
            late = page.frame()
            assert late.flags & messages.ENDLESS
            assert late.time > 2 * scene.bundle.dt * scene.bundle.steps
            page.until(lambda frame: frame.step > late.step)


def test_a_page_that_never_reads_holds_up_nobody(page: Client, watched: Watched, scene: Scene) -> None:
    deaf = deaf_page(watched)
    try:
        rest = [page.frame() for _ in range(30)][-1]
        begun, frames = time.monotonic(), 0
        while time.monotonic() < begun + 2:
            page.frame()
            frames += 1
        assert frames > 60  # of 120
        assert page.frame().rate > 0.8 * min(rest.rate, 1 / scene.bundle.dt)
    finally:
        deaf.close()


def deaf_page(watched: Watched) -> socket.socket:
    """A WebSocket that is opened and never read, with little room for what it is sent."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", watched.port))
    deaf.sendall(
        f"GET /live?token={watched.token} HTTP/1.1\r\nHost: 127.0.0.1:{watched.port}\r\n"
        f"Origin: http://127.0.0.1:{watched.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return deaf


def test_a_page_that_is_behind_gets_no_old_frames(page: Client, watched: Watched, scene: Scene) -> None:
    with Client(watched, *scene.counts) as other:
        other.send("took", frame=other.frame().frame)
        waiting = []
        with suppress(TimeoutError):
            while len(waiting) < 60:
                waiting.append(other.frame(1.0).frame)
        assert len(waiting) < 30  # some before the server heard that it must wait, and eight
        other.send("took", frame=waiting[-1])
        assert other.frame().frame > waiting[-1] + 50
        page.frame()


@pytest.mark.slow("sixteen connections that are waited for")
def test_there_are_not_too_many_pages(watched: Watched, scene: Scene) -> None:
    clients = [Client(watched, *scene.counts) for _ in range(16)]
    try:
        clients[0].frame()
        with Client(watched, *scene.counts) as extra:
            assert extra.close_code() == 1013
    finally:
        for client in clients:
            client.__exit__()


def test_strangers_messages_over_the_wire(page: Client, watched: Watched, scene: Scene) -> None:
    """Right and wrong messages from page after page; one page watches all the time."""
    rng = random.Random(9)
    for _ in range(60):
        with Client(watched, *scene.counts) as stranger, suppress(ConnectionClosed):
            for number in range(25):
                message = good(rng, 3, scene.vertices, scene.controllers)
                text = garbage(rng) if number % 9 == 8 else mutated(rng, message)
                stranger.socket.send(text.encode("utf-8", "replace").decode())
        frame = page.frame()
        assert np.isfinite([*frame[5:13], *frame.state, *frame.control]).all()
    page.send("pause", on=False)
    page.send("endless", on=True)
    page.send("rewind", id=40)
    then = page.until(lambda frame: frame.echo == 40).time
    page.until(lambda frame: frame.time > then)


def told_runs(page: Client, now: bool) -> list[dict[str, Any]]:
    return [said for said in page.said if said["say"] == "run" and said["now"] is now]


def test_who_comes_later_is_told_the_runs_that_were_kept(
    page: Client, watched: Watched, scene: Scene
) -> None:
    """As a page that is loaded again: what a run told is not lost with it."""
    tried = set()
    for number, controller in ((2, "none"), (3, "lqr")):
        page.send("controller", name=controller)
        page.send("try", id=number)
        run = page.until(lambda frame, number=number: frame.echo == number).run
        page.until(lambda frame, run=run: frame.run > run)
        tried.add(run)
    page.send("rewind", id=4)
    page.until(lambda frame: frame.echo == 4)
    page.until(lambda _: {said["number"] for said in told_runs(page, False)} >= tried)
    first = {said["controller"]: said for said in told_runs(page, False)}
    assert first["lqr"]["worth"] == first["none"]["worth"] == 5
    assert first["lqr"]["total"] > 0 == first["none"]["total"]
    page.until(lambda frame: frame.step > 20)
    page.send("pause", on=True, id=5)
    paused = page.until(lambda frame: frame.echo == 5)
    with Client(watched, *scene.counts) as late:
        late.until(lambda _: bool(told_runs(late, True)))
        kept = {said["controller"]: said for said in told_runs(late, False)}
        assert {name: kept[name] for name in first} == first
        [now] = told_runs(late, True)
        assert (now["number"], now["controller"]) == (paused.run, "lqr")
        assert now["step"] == list(range(paused.step + 1))
        assert now["error"] == pytest.approx(paused.error, rel=1e-3)


@pytest.mark.slow("a viewer with its processes")
def test_every_page_sees_the_same_smoke(small_smoke: SmokeBundle, tmp_path: Path) -> None:
    path = tmp_path / "smoke.softrein"
    save(small_smoke, path)
    scene = scene_of(small_smoke)
    with viewer(path) as running, Client(running, *scene.counts) as page:
        page.until(lambda frame: frame.step > 20, 120)  # kernels may have to be compiled first
        with Client(running, *scene.counts) as late:
            for _ in range(100):
                late.frame()
                page.frame()
            page.send("pause", on=True, id=1)
            for each in (late, page):
                each.until(lambda frame: bool(frame.flags & messages.PAUSED))
                for _ in range(5):
                    each.frame()
            early = {data[4:8]: data for data in page.smoke}
            both = [early[data[4:8]] == data for data in late.smoke if data[4:8] in early]
            assert len(both) > 5
            assert all(both)
            assert late.smoke[-1] == page.smoke[-1]
            assert late.smoke[0] not in page.smoke[:5]  # it came later, and saw what there was then
            assert all(len(data) == scene.smoke.size for data in page.smoke)  # type: ignore[union-attr]
        with Client(running, *scene.counts) as last:  # while nothing moves
            last.until(lambda _: bool(last.smoke))
            assert last.smoke == page.smoke[-1:]


def test_smoke_is_stirred(small_smoke: SmokeBundle, tmp_path: Path) -> None:
    path = tmp_path / "smoke.softrein"
    save(small_smoke, path)
    scene = scene_of(small_smoke)
    with viewer(path) as running, Client(running, *scene.counts) as page:
        page.send("endless", on=True)
        page.send("blow", at=[0.4, 0.5], force=[scene.force, 0.0], radius=0.1, id=1)
        frame = page.until(lambda frame: frame.echo == 1)
        assert frame.flags & messages.GRABBED
        assert frame.force[0] == pytest.approx(scene.force)
        page.until(lambda frame: frame.deviation > 1e-3)
        page.until(lambda frame: not frame.flags & messages.GRABBED)
        page.until(lambda frame: frame.deviation < 1e-3, 20.0)


def shared_memory_of(process: int) -> set[Path]:
    """The files of shared memory that a process has mapped: others run viewers on this machine, too."""
    maps = Path(f"/proc/{process}/maps").read_text(encoding="utf-8")
    return {Path(path) for path in re.findall(r"/dev/shm/psm_\w+", maps)}


@pytest.mark.slow("a viewer with its processes")
def test_ctrl_c_leaves_nothing_behind(watched_file: Path) -> None:
    with viewer(watched_file) as running:
        children = running.children()
        assert len(children) == 2
        shared = shared_memory_of(running.process.pid)
        assert shared
        deaf = deaf_page(running)
        os.killpg(running.process.pid, signal.SIGINT)  # as a terminal does: to all of them
        assert running.process.wait(10) == 0
        deaf.close()
        assert running.process.stderr is not None
        assert running.process.stderr.read() == ""
        gone(children)
    assert not any(path.exists() for path in shared)


@pytest.mark.slow("a viewer with its processes")
def test_making_gains_ends_where_nothing_comes_of_it(watched_file: Path, scene: Scene) -> None:
    """Their process hangs, and is ended in the middle of it."""
    with viewer(watched_file) as running, Client(running, *scene.counts) as page:
        page.frame()
        maker = sorted(running.children())[1]
        os.kill(maker, signal.SIGSTOP)
        page.send("cost", decades=1)
        page.send("cost", decades=2)
        page.until(lambda frame: bool(frame.flags & messages.MAKING_GAINS))
        os.kill(maker, signal.SIGKILL)
        page.until(lambda frame: not frame.flags & messages.MAKING_GAINS)
        page.until(lambda _: any(said["say"] == "error" for said in page.said))
        assert page.frame().cost_decades == 0


def test_gains_that_are_never_made_are_given_up(
    monkeypatch: pytest.MonkeyPatch, watched_file: Path, scene: Scene
) -> None:
    started, clock = [], [0.0]

    class Process:
        killed = False

        def kill(self) -> None:
            self.killed = True

        def is_alive(self) -> bool:
            return not self.killed

    def start(*_: Any) -> tuple[Process, Any]:
        ours, theirs = Pipe()
        started.append((Process(), theirs))
        return started[-1][0], ours

    monkeypatch.setattr(gains, "start_process", start)
    monkeypatch.setattr(gains, "end_process", lambda process, pipe: pipe.close())
    monkeypatch.setattr(gains.time, "monotonic", lambda: clock[0])
    maker = gains.GainsMaker(watched_file, "")
    assert maker.want(1.0)
    assert started[0][1].recv() == gains.Gains(0, 1.0, None, rough=False)
    maker.want(2.0)
    clock[0] = gains.PATIENCE - 1
    assert (maker.making, maker.overdue) == (True, False)
    clock[0] = gains.PATIENCE + 1
    assert maker.overdue
    maker.replace()
    assert started[0][0].killed
    assert started[1][1].recv() == gains.Gains(0, 2.0, None, rough=False)  # what was wanted meanwhile is made
    assert (maker.making, maker.overdue) == (True, False)
    maker.done(used=True)
    assert (maker.making, maker.overdue) == (False, False)
    clock[0] *= 3
    assert not maker.overdue
    assert maker.want(3.0)
    started[1][1].send(gains.Made(1, 3.0, 0.1, "", None))
    assert maker.made() is not None
    clock[0] *= 3
    assert (maker.making, maker.overdue) == (True, False)  # ready, but the simulation still compiles
    maker.close()


@pytest.mark.slow("a viewer with its processes")
def test_a_page_has_tuned_what_it_chooses_first(
    small_bundle: BodyBundle, tmp_path: Path, scene: Scene
) -> None:
    """A bundle ships PD alone; the motion goes on meanwhile, and the file keeps what was found."""
    file = tmp_path / "lean.softrein"
    save(without(small_bundle, "p", "spd", "timed"), file)
    with viewer(file) as running, Client(running, *scene.counts) as page:
        assert page.frame().controller == scene.controllers.index("lqr")
        page.send("controller", name="spd")
        page.until(lambda frame: scene.controllers[frame.controller] == "spd", timeout=120)
        said = [each["text"] for each in page.said if each["say"] == "error"]
        assert said[0] == "stable PD is tuned to LQR's effort, once; it takes charge when that is done"
        page.send("controller", name="lqr", id=7)
        page.until(lambda frame: frame.echo == 7)
        page.send("controller", name="spd", id=8)
        frame = page.until(lambda frame: frame.echo == 8)
        assert scene.controllers[frame.controller] == "spd"
    np.testing.assert_array_equal(load(file).gains["spd"], small_bundle.gains["spd"])


@pytest.mark.slow("a viewer with its processes")
@pytest.mark.parametrize("which", [0, 1])
def test_a_process_that_dies(watched_file: Path, scene: Scene, which: int) -> None:
    """Without its simulation a viewer ends and says why; without the maker of gains it goes on."""
    with viewer(watched_file) as running, Client(running, *scene.counts) as page:
        page.frame()
        children = sorted(running.children())
        os.kill(children[which], signal.SIGKILL)
        if which == 0:
            assert running.process.wait(10) == 2
            assert running.process.stderr is not None
            said = running.process.stderr.read()
            assert said.startswith("softrein: the simulation's process ended by itself (exit code -9)")
            assert said.count("\n") == 1
            gone(children)
            return
        time.sleep(0.5)
        page.send("cost", decades=1, id=5)
        page.until(lambda frame: frame.echo == 5)
        page.until(lambda frame: any(said["say"] == "error" for said in page.said))


@pytest.mark.slow("a viewer with its processes")
def test_a_viewer_that_is_killed_takes_its_processes_along(watched_file: Path) -> None:
    with viewer(watched_file) as running:
        children = running.children()
        running.process.kill()
        running.process.wait()
        gone(children)


def gone(numbers: list[int]) -> None:
    """Wait until these processes are no more."""
    end = time.monotonic() + 20  # one that still imports hears of it later
    while any(os.path.exists(f"/proc/{number}") for number in numbers):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture(scope="module")
def watched_file(small_bundle: BodyBundle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("view") / "beam.softrein"
    save(small_bundle, path)
    return path
