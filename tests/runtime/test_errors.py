"""Text from outside, such as names in files, as messages show it."""

from __future__ import annotations

from softrein.errors import shown


def test_a_strangers_text_is_shown_on_one_bounded_line():
    for round_text in ("a\x1b[31mb", "two\nlines", "\u202ebackwards", "x" * 1000, "\x1b" * 1000, 7, ["\x07"]):
        line = shown(round_text)
        assert line.isprintable()
        assert len(line) <= 102  # with its quotes
    assert shown("Körper") == "'Körper'"
