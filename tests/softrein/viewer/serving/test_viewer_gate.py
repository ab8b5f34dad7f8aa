"""The viewer's gate: which requests it admits, the bytes that are sent, and the log; no simulation."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from softrein.viewer.serving import files, gate, log, wire
from softrein.viewer.serving.gate import Gate, Visitor, most_connections, network
from softrein.viewer.serving.log import bounded_log
from softrein.viewer.serving.security import Guard
from softrein.viewer.serving.wire import Allowance


async def nothing(*_: Any) -> None:
    """An application, or what is sent to nobody."""


class Clock:
    """Time that a test sets."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    for module in (wire, log):
        monkeypatch.setattr(module, "time", made)
    return made


def test_addresses_of_one_household_count_as_one() -> None:
    assert network("192.168.1.5") == "192.168.1.5"
    assert network("::ffff:192.168.1.5") == "192.168.1.5"
    assert network("2001:db8:1:2:3::5") == network("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert network("fe80::1%eth0") == network("fe80::2") != network("2001:db8::1")


@pytest.mark.parametrize(("limit", "least", "most"), [(1024, 64, 96), (200, 30, 80), (30, 8, 8)])
def test_there_are_fewer_connections_than_files(
    monkeypatch: pytest.MonkeyPatch, limit: int, least: int, most: int
) -> None:
    monkeypatch.setattr(gate.resource, "getrlimit", lambda _: (limit, limit))
    monkeypatch.setattr(gate.os, "listdir", lambda _: ["0"] * 40)
    strangers, known = most_connections()
    assert least <= strangers <= known <= most
    assert limit < 100 or strangers + known + gate.RESERVE + 40 <= limit


def test_without_a_limit_there_are_as_many_as_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    infinite = gate.resource.RLIM_INFINITY
    monkeypatch.setattr(gate.resource, "getrlimit", lambda _: (infinite, infinite))
    assert most_connections() == (gate.STRANGERS, gate.KNOWN)


class Someone(Visitor):
    """A visitor without a socket."""

    def __init__(self, address: str, stays: bool = False, stranger: bool = True) -> None:
        self.address, self.is_stranger, self.stays, self.ended = address, stranger, stays, False
        self.seconds = 1.0

    @property
    def age(self) -> float:
        return self.seconds

    @property
    def is_gone(self) -> bool:
        return self.ended

    @property
    def protocol(self) -> Any:
        return self

    def end(self) -> None:
        self.ended = True

    def hand_over(self, protocol: Any) -> None:
        self.is_stranger = False


@pytest.fixture
def empty() -> Iterator[Gate]:
    """A gate without any connection."""

    async def make() -> Gate:
        return Gate(listener, lambda _: True, asyncio.Protocol)

    with socket.socket() as listener:
        yield asyncio.run(make())


def test_who_floods_pushes_himself_out(empty: Gate) -> None:
    honest, others = Someone("honest"), [Someone("flood") for _ in range(5)]
    empty._visitors = [honest, *others]
    for _ in range(4):
        assert empty._make_room(empty._present_strangers(), 1.0) == 0.0
    assert [each.ended for each in (honest, *others)] == [False, True, True, True, True, False]


def test_everybody_has_a_moment(empty: Gate) -> None:
    """The oldest stays until it is old enough, and others wait so long."""
    old, young = Someone("flood"), Someone("flood")
    old.seconds, young.seconds = 0.75, 0.0
    empty._visitors = [old, young]
    assert empty._make_room(empty._present_strangers(), 1.0) == 0.25
    assert not old.ended
    assert empty._make_room(empty._present_strangers(), 0.75) == 0.0
    assert old.ended
    assert not young.ended


def test_who_shows_the_token_pushes_out_the_oldest_that_is_no_page(empty: Gate) -> None:
    page, old, late, new = (Someone("a", stranger=False, stays=i == 0) for i in range(4))
    new.is_stranger = True
    empty._known, empty._visitors = 3, [page, old, late, new]
    empty.admit(new)
    assert [each.ended for each in (page, old, late, new)] == [False, True, False, False]
    assert not new.is_stranger
    late.stays = new.stays = True
    last = Someone("a")
    empty._visitors.append(last)
    empty.admit(last)
    assert last.ended  # where only pages are left
    assert not page.ended


@pytest.mark.parametrize(
    ("line", "shows"),
    [
        (b"GET /?token=secret HTTP/1.1\r", True),
        (b"GET http://127.0.0.1:8000/live?a=1&token=secret HTTP/1.1\r", True),
        (b"GET /?token=secretx HTTP/1.1\r", False),
        (b"GET / HTTP/1.1?token=secret\r", False),
        (b"GET /?token=secret\r", False),
        (b"GET /?token=secret&token=secret HTTP/1.1\r", False),
        (b"GET /?TOKEN=secret HTTP/1.1\r", False),
        (b"\xff\xfe?token=\xff", False),
        (b"", False),
    ],
)
def test_only_the_token_itself_opens_the_gate(line: bytes, shows: bool) -> None:
    assert Guard(nothing, "127.0.0.1", 8000, "secret").shows_token(line) is shows


def test_requests_wait_for_their_turn_and_not_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    guard, slept = Guard(nothing, "127.0.0.1", 8000, "secret"), []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("softrein.viewer.serving.security.asyncio.sleep", sleep)
    monkeypatch.setattr("softrein.viewer.serving.security.time.monotonic", lambda: 1000.0)

    async def ask() -> list[bool]:
        return [await guard._has_turn() for _ in range(500)]

    assert sum(asyncio.run(ask())) == pytest.approx(400, abs=2)  # 200 at once, and those of a second
    assert len(slept) == pytest.approx(200, abs=2)
    assert max(slept) <= 1.0


def test_so_many_a_second_and_so_many_at_once(clock: Clock) -> None:
    allowance = Allowance(10, 100)
    assert allowance.take(60)
    assert not allowance.take(60)
    assert allowance.take(40)
    assert not allowance.take()
    clock.now = 2.0
    assert allowance.take(20)
    assert not allowance.take()
    clock.now = 1000.0
    assert not allowance.take(101)


def test_the_log_is_bounded_and_counts(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger("uvicorn.error")
    with bounded_log():
        for number in range(100_000):
            logger.error("the same")
            logger.error("number %d", number)
            clock.now += 0.001
    said = capsys.readouterr().err.splitlines()
    assert len(said) < 60
    assert said[0] == "softrein: viewer: the same"
    counted = [int(line.split()[2]) for line in said if " times more: " in line]
    assert sum(counted) + sum(" times more: " not in line for line in said) == 200_000


def test_a_message_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger("asyncio")
    with bounded_log():
        try:
            raise ValueError("over\nand \x1b[31mover")
        except ValueError:
            logger.exception("two\nlines %s", 10_000 * "x")
        logger.warning("that a client has gone")
        logger.error("%d arguments", "no")
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("softrein: viewer: two lines xxxx")
    assert len(first) < 400
    assert "ValueError: over\\nand \\x1b[31mover (test_viewer_gate.py:" in first
    assert second == "softrein: viewer: %d arguments"
    assert logging.getLogger("asyncio").propagate


@pytest.mark.parametrize("size", [0, 1, wire.ROOM - 1, wire.ROOM, wire.ROOM + 1, 3 * wire.ROOM])
def test_answers_come_in_pieces(size: int) -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    body = bytes(each % 251 for each in range(size))
    asyncio.run(files.InPieces(body)({}, nothing, send))
    head, *parts = sent
    assert (b"content-length", str(size).encode()) in head["headers"]
    assert b"".join(part["body"] for part in parts) == body
    assert [part.get("more_body", False) for part in parts] == [True] * (len(parts) - 1) + [False]
    assert max(len(part["body"]) for part in parts) <= wire.ROOM


def test_the_page_asks_for_its_files_with_the_token() -> None:
    page = files.with_token(b'<script src="main.js"></script><a href="other.js">', ["main.js"], "secret")
    assert page == b'<script src="main.js?token=secret"></script><a href="other.js">'
