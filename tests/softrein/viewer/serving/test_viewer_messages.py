"""The viewer's wire format: frames both ways, and a parser that refuses all that is malformed."""

from __future__ import annotations

import json
import time
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from softrein.viewer.base import messages
from softrein.viewer.base.frames import Frames, Timings
from softrein.viewer.base.messages import Malformed, known_messages, parse
from softrein.viewer.body import scene as body
from softrein.viewer.smoke import scene as smoke
from tests.softrein.viewer.viewing import read_frame

BODY = known_messages(body.messages(100, paths=2, places=7, steps=50), ("lqr", "none"))
PATHLESS = known_messages(body.messages(100), ("lqr", "none"))
SMOKE = known_messages(smoke.messages(), ("lqr", "none"))
LONG = 20_001  # bytes: long enough that reading and writing overlap
GOOD: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (BODY, {"do": "grab", "vertex": 99, "to": [0, 1.5, -2], "id": 7}),
    (BODY, {"do": "push", "vertex": 0, "force": [1, 2, 3], "duration": 0.1, "radius": 0.05}),
    (BODY, {"do": "path", "which": 1, "points": 12 * [[-0.1234, 12.34, 0]], "id": 9}),
    (BODY, {"do": "path", "which": 0, "points": []}),
    (BODY, {"do": "release", "id": 2**32 - 1}),
    (BODY, {"do": "controller", "name": "none"}),
    (BODY, {"do": "cost", "decades": -1.5}),
    (BODY, {"do": "pause", "on": True}),
    (BODY, {"do": "rewind"}),
    (BODY, {"do": "try", "id": 3}),
    (BODY, {"do": "jump"}),
    (BODY, {"do": "scale", "factor": 0.5}),
    (BODY, {"do": "endless", "on": False}),
    (BODY, {"do": "took", "frame": 12}),
    (BODY, {"do": "keys"}),
    (BODY, {"do": "key", "place": 6, "step": 50, "to": [0, 0.1, -0.2], "live": True}),
    (BODY, {"do": "rekey", "place": 0, "step": 1, "then": 50, "live": False}),
    (BODY, {"do": "unkey", "place": 0, "step": 1}),
    (BODY, {"do": "save", "what": "scene", "name": "../x"}),
    (BODY, {"do": "seek", "step": 0}),
    (SMOKE, {"do": "blow", "at": [0.1, 0.2], "force": [1, 0], "radius": 0.05, "id": 8}),
    (SMOKE, {"do": "push", "at": [0.1, 0.2], "force": [1, 0], "radius": 0.05, "duration": 1}),
]
BAD: list[Any] = [
    None, "", "{", "[]", "7", "null", '"grab"', b"\x01", "{}", '{"do": 1}', '{"do": ["grab"]}',
    '{"do": "quit"}', '{"do": "grab"}', '{"do": "rewind", "more": 1}', '{"do": "rewind", "id": 0}',
    '{"do": "rewind", "id": 1.0}', '{"do": "rewind", "id": 4294967296}', '{"do": "rewind", "id": true}',
    '{"do": "pause", "on": 1}', '{"do": "pause", "on": null}',
    '{"do": "blow", "at": [0, 0], "force": [1, 0], "radius": 0.05}', '{"do": "scale", "factor": 0}',
    '{"do": "scale", "factor": 2.1}', '{"do": "cost", "decades": 4.1}', '{"do": "controller", "name": "LQR"}',
    '{"do": "controller", "name": ["lqr"]}', '{"do": "rewind"}' + 512 * " ",
    '{"do": "push", "vertex": 0, "force": [1, 2, 3], "radius": -1, "duration": 0.1}',
    '{"do": "swap", "slot": 0, "decades": 0}', '{"do": "start"}', '{"do": "try", "on": true}',
    500 * "[", 250 * '{"a":', '{"do": "rewind\ud800"}',
    *(f'{{"do": "grab", "vertex": {vertex}, "to": [0, 0, 0]}}' for vertex in (100, -1, 1.0, "true", "null")),
    *(f'{{"do": "grab", "vertex": 1, "to": [0, 0, {last}]}}'
      for last in ("NaN", "Infinity", "1e999", '"1"', "true", "1" + 300 * "0", "1.1e9", "0, 0", "[0]")),
    *(f'{{"do": "path", "which": {which}, "points": {points}}}' for which, points in (
        (2, []), (-1, []), (0, "{}"), (0, "null"), (0, [[0, 0]]), (0, [0, 0, 0]), (0, 15 * [[0, 0, 0]]),
        (0, "[[0, 0, NaN]]"))),
    '{"do": "key", "place": 7, "step": 1, "to": [0, 0, 0], "live": true}',
    '{"do": "key", "place": 0, "step": 0, "to": [0, 0, 0], "live": true}',
    '{"do": "key", "place": 0, "step": 51, "to": [0, 0, 0], "live": true}',
    '{"do": "key", "place": 0, "step": 1, "to": [0, 0, NaN], "live": true}',
    '{"do": "key", "place": 0, "step": 1, "to": [0, 0, 0], "live": 1}',
    '{"do": "rekey", "place": 0, "step": 1, "then": 0, "live": true}', '{"do": "unkey", "place": 0}',
    '{"do": "save", "what": "all", "name": "x"}', '{"do": "save", "what": "scene", "name": ""}',
    '{"do": "save", "what": "scene", "name": 7}',
    '{"do": "save", "what": "scene", "name": "' + 101 * "x" + '"}', '{"do": "seek", "step": 51}',
    '{"do": "grab", "vertex": 1, "to": [0, 0]}', '{"do": "grab", "vertex": 1, "to": {}}',
]  # fmt: skip


@pytest.mark.parametrize(("known", "data"), GOOD)
def test_what_pages_send_is_understood(known: dict[str, Any], data: dict[str, Any]) -> None:
    command = parse(json.dumps(data), known)
    assert (command.do, command.id) == (data["do"], data.get("id", 0))
    wanted = {name: value for name, value in data.items() if name not in ("do", "id")}
    assert json.loads(json.dumps(command.values)) == wanted  # tuples become lists


@pytest.mark.parametrize("text", BAD)
def test_what_no_page_sends_is_refused(text: Any) -> None:
    with pytest.raises(Malformed):
        parse(text, BODY)


def test_of_a_body_without_paths_none_is_asked_for() -> None:
    with pytest.raises(Malformed):
        parse('{"do": "path", "which": 0, "points": []}', PATHLESS)


def test_a_frame_is_read_as_it_was_written(rng: np.random.Generator) -> None:
    shown, rank, targets = 5, 4, 2
    data = bytearray(messages.frame_size(shown, rank, targets))
    floats = rng.normal(size=14).astype("f4")
    arrays = rng.normal(size=2 * shown + rank + 5 * targets).astype("f4")
    messages.HEADER.pack_into(data, 0, 1, 2, 16 | 4, 104, 7, 8, 2**32 - 1, 12, 5, *floats.tolist())
    data[messages.HEADER.size :] = arrays.tobytes()
    frame = read_frame(bytes(data), shown, rank, targets)
    assert (frame.controller, frame.flags, frame.frame, frame.step, frame.echo) == (2, 20, 7, 8, 2**32 - 1)
    assert (frame.run, frame.marks, frame.factor) == (12, 5, 0.5)
    assert (frame.time, frame.cost_decades) == (floats[0], floats[7])
    np.testing.assert_array_equal([*frame.force, *frame.at], floats[8:])
    parts = [frame.state, frame.reference, frame.control, frame.targets.ravel()]
    np.testing.assert_array_equal(np.concatenate(parts), arrays)
    assert frame.targets.shape == (targets, 5)
    assert data[messages.FLAGS_AT] == 20
    assert data[messages.ECHO_AT : messages.ECHO_AT + 4] == 4 * b"\xff"
    assert messages.HEADER.size == 80
    with pytest.raises(Malformed):
        read_frame(bytes(data[:-1]), shown, rank, targets)


def write_frames(name: str) -> None:
    """Frames of which every byte is the same, a hundred times as fast as any simulation's."""
    frames = Frames(LONG, name)
    for number in range(1, 200_000):
        frames.write(np.full(LONG, number % 251, np.uint8))
        time.sleep(2e-5)


def test_a_reader_never_sees_half_a_frame() -> None:
    frames = Frames(LONG)
    writer = get_context("spawn").Process(target=write_frames, args=(frames.name,), daemon=True)
    try:
        assert frames.read() is None
        writer.start()
        seen = set()
        end = time.monotonic() + 30
        while len(seen) < 1000 and time.monotonic() < end:
            if read := frames.read():
                number, data = read
                assert set(data) == {number % 251}
                seen.add(number)
        assert len(seen) >= 1000
    finally:
        writer.kill()
        writer.join()
        frames.close()


def test_half_a_frame_is_known_by_its_check_alone(rng: np.random.Generator) -> None:
    """As on a processor on which a reader may see the words before the bytes between them."""
    frames = Frames(1000)
    try:
        for _ in range(20):
            frame = rng.integers(0, 256, 1000, dtype=np.uint8)
            frames.write(frame)
            assert frames.read() == (frames.newest, bytearray(frame.tobytes()))
            at = frames._slot(frames.newest)[1] + int(rng.integers(1000))
            frames._bytes[at] ^= 1
            assert frames.read() is None
            frames._bytes[at] ^= 1
            frames._words[0] += 1  # the newest, as it says, but a slot's last frame
            assert frames.read() is None
            frames._words[0] -= 1
    finally:
        frames.close()


def test_timings_are_those_of_the_last_steps() -> None:
    timings = Timings()
    try:
        for step in range(40_000):
            timings.add(step, 2 * step)
        np.testing.assert_array_equal(timings.last(3), [[39_997, 79_994], [39_998, 79_996], [39_999, 79_998]])
        assert len(timings.last(10**6)) == 1 << 15
    finally:
        timings.close()


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)
