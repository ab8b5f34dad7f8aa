"""docs/reference/python.md: the interface for programs, from docstrings and the declarations of fields.

Members without a docstring are left out; inherited members are listed with the first class that has them.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import runtime
import softrein
import softrein.errors
from runtime.body.contact.contacts import Contacts, Touched
from runtime.body.handle.carrier import Carrier, Pose
from runtime.bundle.body import BodyBundle
from runtime.bundle.body_simulator import BodySimulator, Wrench
from runtime.bundle.record import Bundle
from runtime.bundle.smoke import SmokeBundle
from runtime.plant.plant import Plant
from runtime.plant.push import ActivePush
from runtime.rollouts import Rollouts
from runtime.run import Run
from runtime.simulator import Simulator
from softrein.errors import SoftreinError
from tests.house.pages.markdown import MADE, block, table
from tests.runtime.bundle.bundle_document import shape_of

CLASSES: dict[str, list[type]] = {
    "A bundle": [Bundle, BodyBundle, SmokeBundle],
    "A simulator": [Simulator, BodySimulator, ActivePush, Carrier, Pose, Touched, Wrench],
    "Runs": [Run, Rollouts, Contacts],
    "Models and plants, tracers and smoke": [Plant, *(getattr(runtime, name) for name in runtime.__all__)],
    "Errors": [each for each in vars(softrein.errors).values() if isinstance(each, type)],
}
CALLED = {*softrein.__all__, *runtime.__all__}  # classes that programs call, by their names
ONLY_SEE = re.compile(r"See `[\w.]+`\.?")  # a docstring that has nothing of its own
LISTS = {"Args:": "Arguments:", "Attributes:": "Attributes:", "Raises:": "Raises:"}
WIDTH = 100  # characters of a signature, before each parameter has a line of its own


def python_page() -> Iterator[str]:
    """The public names of `softrein`, and the classes of the objects that they return."""
    yield from ["# The Python interface", "", MADE, ""]
    yield "[From Python](../python.md) shows how it is used. A class has what its bases have as well, which"
    yield "stand above it. Shapes of arrays are in brackets. `Array` and `Floats` are arrays, and `B` is the"
    yield "class of the bundle itself. `Choice` is a controller: its name, its gains, or an object that has"
    yield "`control(step, deviation)`."
    covered: set[type] = {object}
    yield from ["", "## softrein", ""]
    for name in softrein.__all__:
        found = getattr(softrein, name)
        if isinstance(found, type):
            yield from class_lines(found, covered)
        elif callable(found):
            yield from [f"### `softrein.{name}`", "", *block(*signature(name, found))]
            yield from [*prose(found.__doc__), ""]
    for title, kinds in CLASSES.items():
        yield from [f"## {title}", ""]
        for kind in kinds:
            yield from class_lines(kind, covered)


def class_lines(kind: type, covered: set[type]) -> Iterator[str]:
    """A class with its fields, methods and properties; adds the classes that it lists to `covered`."""
    yield from [f"### `{place_of(kind)}`", ""]
    if kind.__name__ in CALLED:
        yield from block(*signature(kind.__name__, kind))
    yield from [*prose(kind.__doc__), ""]
    members = list(members_of(kind, covered))
    rows = [
        [f"`{name}`", *told] for base in new_bases(kind, covered) for name, told in fields_of(base).items()
    ]
    rows += [[f"`{each.name}`", type_cell(each.type), each.text] for each in members if each.type]
    yield from table(["field or property", "type", "meaning"], rows)
    for each in members:
        if not each.type:
            yield from [f"#### `{kind.__name__}.{each.name}`", "", *block(*each.code), *prose(each.text), ""]
    covered |= set(kind.__mro__)


def place_of(kind: type) -> str:
    """A class's name, with the package that programs import it from, if they do."""
    for package in (softrein, runtime):
        if kind.__name__ in package.__all__:
            return f"{package.__name__}.{kind.__name__}"
    return f"{'softrein.errors.' if issubclass(kind, SoftreinError) else ''}{kind.__name__}"


def new_bases(kind: type, covered: set[type]) -> list[type]:
    """The class and those of its bases that belong to softrein and are not covered yet."""
    ours = [each for each in kind.__mro__ if each.__module__.partition(".")[0] in {"runtime", "softrein"}]
    return [each for each in ours if each not in covered]


# --- methods and properties ---------------------------------------------------------------------------


class Member(NamedTuple):
    """A public method as it is called, or a property with its type; and its docstring."""

    name: str
    code: list[str]
    type: str
    text: str


def members_of(kind: type, covered: set[type]) -> Iterator[Member]:
    """Members of a class and its new bases with a docstring, unless it repeats that of a covered base."""
    new = new_bases(kind, covered)
    for name in dict.fromkeys(name for each in new for name in vars(each) if not name.startswith("_")):
        owners = [each for each in kind.__mro__ if name in vars(each)]
        texts = [doc_of(vars(each)[name]) for each in owners]
        told = [text for text in texts if text and not ONLY_SEE.fullmatch(text)]
        old = {text for text, each in zip(texts, owners, strict=True) if each in covered}
        if told and told[0] not in old:
            member = vars(owners[0])[name]
            function, is_property = function_of(member), isinstance(member, property | cached_property)
            gives = function.__annotations__.get("return", "Any") if is_property else ""
            yield Member(name, [] if is_property else signature(name, function), gives, told[0])


def function_of(member: Any) -> Any:
    """The function behind a method or property; None of anything else."""
    for behind in ("fget", "func", "__func__"):
        member = getattr(member, behind, member)
    return member if inspect.isfunction(member) else None


def doc_of(member: Any) -> str:
    """The docstring of a method or property; nothing where there is none."""
    return inspect.cleandoc(getattr(function_of(member), "__doc__", None) or "")


def signature(name: str, called: Any) -> list[str]:
    """How a function, method or class is called, without `self`."""
    found = inspect.signature(called)
    told = [each for each in found.parameters.values() if each.name not in {"self", "cls"}]
    words, kinds = [parameter_words(each) for each in told], [each.kind for each in told]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        words.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    end = "" if isinstance(called, type) else f" -> {found.return_annotation}"
    line = f"{name}({', '.join(words)}){end}"
    return [line] if len(line) <= WIDTH else [f"{name}(", *(f"    {each}," for each in words), f"){end}"]


def parameter_words(parameter: inspect.Parameter) -> str:
    """A parameter with its type and default; types are text, as the code postpones annotations."""
    stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}
    words = f"{stars.get(parameter.kind.name, '')}{parameter.name}"
    if parameter.annotation is not parameter.empty:
        words += f": {getattr(parameter.annotation, '__forward_arg__', parameter.annotation)}"
    return words if parameter.default is parameter.empty else f"{words} = {parameter.default!r}"


# --- fields and docstrings ----------------------------------------------------------------------------


def fields_of(kind: type) -> dict[str, list[str]]:
    """The public fields that a class declares: type with unit, and the text of the declaration or comment."""
    text = inspect.getsource(kind)
    [definition] = ast.parse(text).body
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for node in definition.body:
        if not isinstance(node, ast.AnnAssign) or ast.unparse(node.annotation).startswith("ClassVar"):
            continue
        told = {each.arg: getattr(each.value, "value", "") for each in getattr(node.value, "keywords", ())}
        comment = told.get("meaning") or comment_behind(node, text.splitlines())
        shape = [getattr(each, "value", "") for each in getattr(node.value, "args", ())]
        size = f" {shape_of(shape)}" if shape else ""
        unit = f", {told['unit']}" if told.get("unit") else ""
        found[ast.unparse(node.target)] = [
            type_cell(ast.unparse(node.annotation)) + size + unit,
            str(comment),
        ]
    return {name: told for name, told in found.items() if told[-1] and not name.startswith("_")}


def type_cell(code: str) -> str:
    """A type in a table, without bars, as not all readers of Markdown allow them escaped in code."""
    return f"`{code.replace(' | ', ' or ')}`"


def comment_behind(node: ast.AnnAssign, lines: Sequence[str]) -> str:
    """The comment at the end of a statement, or nothing."""
    line = lines[(node.end_lineno or 1) - 1].encode()[node.end_col_offset :].decode().strip()
    return line.removeprefix("# ") if line.startswith("# ") and not line.startswith("# fmt") else ""


def prose(text: str | None) -> Iterator[str]:
    """A docstring as Markdown, in which arguments, attributes and errors are lists."""
    inside = False
    for line in inspect.cleandoc(text or "").splitlines():
        inside = line in LISTS or (inside and (not line or line.startswith(" ")))
        if line in LISTS:
            yield from [LISTS[line], ""]
        elif inside and (item := re.fullmatch(r" {4}(\w+): (.*)", line)):
            yield f"- `{item[1]}`: {item[2]}"
        else:
            yield f"  {line.strip()}" if inside and line else line
