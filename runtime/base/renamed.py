"""Former names of arguments, fields and properties: each works for one release more, with a warning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TypeVar, cast

from softrein.errors import warn

F = TypeVar("F", bound=Callable[..., object])
V = TypeVar("V")


def current_name(former: str, current: str) -> str:
    """The current name; warns that somebody uses the former one."""
    warn(f"{former} is called {current} now; the old name goes with the next release")
    return current


def current_names(given: Mapping[str, V], **names: str) -> dict[str, V]:
    """Arguments by their current names, `former="current"`; a former one wins, as `replace` fills in both."""
    renamed = {current_name(each, names[each]): given[each] for each in names.keys() & given.keys()}
    return {name: value for name, value in given.items() if name not in names} | renamed


def renamed(**names: str) -> Callable[[F], F]:
    """A function, or a dataclass, that also takes arguments by their former names: `former="current"`."""

    def changed(called: F) -> F:
        if isinstance(called, type):
            called.__init__ = changed(called.__init__)  # type: ignore[misc]
            return called
        return cast(F, wraps(called)(lambda *given, **named: called(*given, **current_names(named, **names))))

    return changed


def renamed_property(former: str, current: str) -> property:
    """A property by its former name."""
    doc = f"The former name of `{current}`."
    return property(lambda self: getattr(self, current_name(former, current)), doc=doc)
