"""Messages that a page might send, and random faults in them."""

from __future__ import annotations

import json
import random
from typing import Any

NUMBERS: list[Any] = [
    0, 1, -1, 0.5, 1e9, -1e9, 1e300, 2**31, 2**63, 10**100, 1e-320, True, None, "1", [], {}, "NaN",
]  # fmt: skip
CHARACTERS = '{}[]",:0123456789eE+-.truefalsnN \\u\x00é\ud800'


def good(
    random: random.Random, axes: int, vertices: int, controllers: tuple[str, ...], paths: int = 0,
    places: int = 0, steps: int = 1,
) -> dict[str, Any]:  # fmt: skip
    """A message that our page may send; forces and places reach as far as is allowed."""

    def vector(count: int) -> list[float]:
        return [random.choice((-1, 1)) * 10 ** random.uniform(-3, 9) for _ in range(count)]

    place = {"vertex": random.randrange(vertices)} if axes == 3 else {"at": vector(2)}
    shove = {**place, "force": vector(axes), "radius": 10 ** random.uniform(-9, 9)}
    hand = {"do": "grab", **place, "to": vector(3)} if axes == 3 else {"do": "blow", **shove}
    close = [[random.uniform(-0.1, 0.1) for _ in range(3)] for _ in range(random.randrange(15))]
    stroke = {"do": "path", "which": 0, "points": random.choice([close, [], [vector(3) for _ in range(3)]])}
    here = {"place": random.randrange(max(places, 1)), "step": random.randint(1, steps)}
    to = random.choice([vector(3), [random.uniform(-0.1, 0.1) for _ in range(3)]])
    edits = [
        {"do": "key", **here, "to": to, "live": random.random() < 0.5},
        {"do": "rekey", **here, "then": random.randint(1, steps), "live": random.random() < 0.5},
        {"do": "unkey", **here},
        {"do": random.choice(["undo", "redo", "keys"])},
        {"do": "save", "what": random.choice(["scene", "bundle"]), "name": random.choice(["a", "../b", "é"])},
        {"do": "seek", "step": random.randint(0, steps)},
    ]  # fmt: skip
    return random.choice(
        [
            hand,
            hand,
            *(random.choice(edits) for _ in range(3) if places),
            *paths * [stroke],
            {"do": "push", **shove, "duration": random.uniform(0, 5)},
            {"do": "release"},
            {"do": "controller", "name": random.choice(controllers)},
            {"do": "pause", "on": random.random() < 0.2},
            {"do": "rewind"},
            {"do": "try"},
            {"do": "cost", "decades": random.uniform(-4, 4)},
            {"do": "jump"},
            {"do": "scale", "factor": random.uniform(0.05, 2)},
            {"do": "endless", "on": random.random() < 0.8},
            {"do": "took", "frame": random.randrange(2**32)},
        ]
    ) | random.choice([{}, {"id": random.randrange(1, 2**32)}])


def mutated(random: random.Random, message: dict[str, Any]) -> str:
    """The message, most of the time with a fault in it."""
    message = dict(message)
    for _ in range(random.choice((0, 1, 1, 2))):
        key = random.choice([*message, "id", "more"])
        what = random.randrange(4)
        if what == 0:
            message.pop(key, None)
        elif what == 1:
            message[key] = random.choice(NUMBERS)
        elif what == 2 and isinstance(message.get(key), list):
            message[key] = [*message[key][:-1], *random.choices(NUMBERS, k=random.randrange(3))]
        else:
            message[random.choice(["do", "vertex", "to", "name", key])] = message.get(key)
    text = json.dumps(message)
    for _ in range(random.choice((0, 0, 0, 1, 2, 20))):
        at, until = random.randrange(len(text) + 1), random.randrange(1, 12)
        text = text[:at] + "".join(random.choices(CHARACTERS, k=random.randrange(4))) + text[at + until - 1 :]
    return text


def garbage(random: random.Random) -> str:
    """Random text that is no message."""
    return "".join(random.choices(CHARACTERS, k=random.randrange(600)))
