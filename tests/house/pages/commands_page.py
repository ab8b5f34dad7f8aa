"""docs/reference/commands.md: every command with its arguments and options, as its function declares them.

Typer makes its own objects of these, which are not the same in all its versions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from typer.models import ArgumentInfo

from softrein.cli import app
from tests.house.pages.markdown import MADE, block, bounds, table

WORDS = {str: "text", int: "whole number", float: "number", Path: "path", bool: ""}


class Declared(NamedTuple):
    """An argument or an option: its name, its declaration for Typer, its type and its default."""

    name: str
    told: Any
    type: Any
    default: Any

    @property
    def is_argument(self) -> bool:
        """Whether it is an argument, which has a position and no name."""
        return isinstance(self.told, ArgumentInfo)

    @property
    def is_list(self) -> bool:
        """Whether it may be given more than once."""
        return get_origin(self.type) is list


def commands_page() -> Iterator[str]:
    """Every command, in the order in which the help lists them."""
    yield from ["# Every command and option", "", MADE, ""]
    yield "[Commands](../commands.md) says in a line each what they are for; all have `--help` as well."
    yield ""
    for command in app.registered_commands:
        assert command.callback is not None
        yield from command_lines(command.callback)


def command_lines(command: Callable[..., Any]) -> Iterator[str]:
    """A command: its help, how it is used, and tables of its arguments and options."""
    declared = list(declared_by(command))
    arguments = [each for each in declared if each.is_argument]
    options = [each for each in declared if not each.is_argument and not each.told.hidden]
    yield from [
        f"## `softrein {command.__name__}`",
        "",
        *inspect.cleandoc(command.__doc__ or "").splitlines(),
        "",
    ]
    yield from block(" ".join(["softrein", command.__name__, *map(usage, arguments), "[OPTIONS]"]))
    yield from table(["argument", "meaning"], ([f"`{called(each)}`", each.told.help] for each in arguments))
    yield from table(["option", "value", "default", "meaning"], map(option_cells, options))


def declared_by(command: Callable[..., Any]) -> Iterator[Declared]:
    """The arguments and options that the parameters of a command's function declare."""
    hints = get_type_hints(command, include_extras=True)
    for name, parameter in inspect.signature(command).parameters.items():
        kind, told = get_args(hints[name])
        parts = [each for each in get_args(kind) if each is not NoneType]
        is_union = get_origin(kind) not in (None, list, Literal)
        yield Declared(name, told, parts[0] if is_union else kind, parameter.default)


def called(argument: Declared) -> str:
    """An argument's name."""
    return str(argument.told.metavar or argument.name.upper())


def usage(argument: Declared) -> str:
    """An argument as the usage line of a command shows it."""
    words = f"{called(argument)}{' ...' if argument.is_list else ''}"
    return words if argument.default in (inspect.Parameter.empty, ...) else f"[{words}]"


def option_cells(option: Declared) -> list[str]:
    """An option's names, value, default and help."""
    declared = [option.told.default, *(option.told.param_decls or ())]  # where Annotated has the first name
    names = [each for each in declared if isinstance(each, str)] or [f"--{option.name.replace('_', '-')}"]
    told = option.told.show_default if isinstance(option.told.show_default, str) else ""
    none = option.default is None or option.type is bool
    default = (
        "required" if option.default is inspect.Parameter.empty else "" if none else f"`{option.default}`"
    )
    return [", ".join(f"`{each}`" for each in names), value_words(option), told or default, option.told.help]


def value_words(option: Declared) -> str:
    """The value that an option takes, in words; empty for a flag."""
    again = ", more than once" if option.is_list else ""
    if option.told.metavar:
        return f"`{option.told.metavar}`{again}"
    kind = get_args(option.type)[0] if option.is_list else option.type
    if get_origin(kind) is Literal:
        return " or ".join(f"`{each}`" for each in get_args(kind)) + again
    range_of = {"minimum": option.told.min, "maximum": option.told.max}
    return WORDS[kind] + bounds({key: each for key, each in range_of.items() if each is not None}) + again
