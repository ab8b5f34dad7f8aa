"""All that documents, docstrings and comments refer to exists: files, modules, names, sections, sources.

Sources are read as text, and nothing is imported, so that this takes a second.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("softrein", "offline", "characters", "reduce", "runtime", "meshes", "tests", "benchmarks")
FOLDERS = (*PACKAGES, "docs", "examples", r"\.ci", r"\.github")
MADE = ("dist", "node_modules", "__pycache__")  # what programs write
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")])
SOURCES = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder.replace("\\", "")).rglob("*")
    if path.suffix in {".py", ".toml", ".c", ".js", ".sh", ".yml"} and not set(path.parts) & set(MADE)
)
TEXTS = [*DOCUMENTS, *SOURCES, ROOT / "dev", ROOT / "pyproject.toml"]

PLACE = re.compile(rf"(?<![\w./-])(?:{'|'.join(FOLDERS)})/[\w./-]*\w")
ENVIRONMENT = re.compile(r"softrein/[\w-]+-v\d")  # Gymnasium's names look like files
DOCUMENT = re.compile(r"(?<![\w/.-])[\w./-]*\w\.md\b")
DOTTED = re.compile(rf"(?<![\w./-])(?:{'|'.join(PACKAGES)})(?:\.(?!html\b)[A-Za-z_]\w*)+(?![\w/-])")
CITED = re.compile(r'([\w/]+\.md),\s+section\s+"([^"]+)"')
LINK = re.compile(r"\]\(([^()\s]+)\)")
SOURCE = re.compile(r"\[((?:00\d|[A-Z][\w ]*? (?:19|20)\d\d|Pose Control|On the Beat))[\],:]")
COMMENT = re.compile(r"(?:^[ \t]*#.*\n)+|#[ ].*$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@cache
def text_of(path: Path) -> str:
    """A document as it stands; of a source in Python the docstrings and the comments."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return text
    nodes = (ast.Module, ast.ClassDef, ast.FunctionDef)
    texts = [ast.get_docstring(node) for node in ast.walk(ast.parse(text)) if isinstance(node, nodes)]
    return "\n\n".join([*filter(None, texts), *COMMENT.findall(text)])


def plain(text: str) -> str:
    """Text without line breaks, and without the # of comments, so that references may be wrapped."""
    return re.sub(r"\s*\n\s*(?:#\s+)?", " ", text)


def missing_files(text: str, folder: Path = ROOT) -> list[str]:
    """What looks like a file or a folder of the project, or a document anywhere, and is not there."""
    places = {place for place in PLACE.findall(text) if not ENVIRONMENT.fullmatch(place)}
    documents = {name for name in DOCUMENT.findall(text) if not name.startswith("//")}
    return sorted(
        name
        for name in places | documents
        if not ((ROOT / name).exists() or (folder / name).exists() or name.startswith(("out/", "/")))
    )


def missing_names(text: str) -> list[str]:
    """Dotted names of our packages that no module, and nothing in one, has."""
    return sorted({name for name in DOTTED.findall(text) if not is_there(name)})


def is_there(name: str) -> bool:
    """Whether a dotted name is a module, a name in one, or an attribute of a class in one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        path = module_path(parts[:count])
        if path is not None:
            return has(names_of(path), parts[count:])
    return False


def module_path(parts: list[str]) -> Path | None:
    """The file of a module or package, or None."""
    base = ROOT.joinpath(*parts)
    files = (base.with_suffix(".py"), base / "__init__.py")
    return next((path for path in files if path.is_file()), None)


def has(names: dict[str, set[str]], rest: list[str]) -> bool:
    """Whether a module's names hold the rest of a dotted name; of attributes of attributes only the first."""
    if not rest:
        return True
    attributes = names.get(rest[0])
    return attributes is not None and (len(rest) == 1 or not attributes or rest[1] in attributes)


@cache
def names_of(path: Path) -> dict[str, set[str]]:
    """The names that a module has, of classes with their attributes, of others with an empty set."""
    names: dict[str, set[str]] = {}
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.If):  # TYPE_CHECKING, versions of Python
            names |= {name: set() for part in (*node.body, *node.orelse) for name in bound_by(part)}
        names |= {name: set() for name in bound_by(node)}
        if isinstance(node, ast.ClassDef):
            names[node.name] = set(attributes_of(node))
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_EXPORTS":
            names |= {name: set() for name in ast.literal_eval(node.value)}
    return names


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a statement binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))


def attributes_of(node: ast.ClassDef) -> Iterator[str]:
    """What a class binds in its body, and what its methods set on `self`; nothing is known of its bases."""
    for part in node.body:
        yield from bound_by(part)
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
            yield part.attr


@cache
def headings(document: Path) -> dict[str, str]:
    """A document's headings: the anchor that GitHub gives each, and its text."""
    found: dict[str, str] = {}
    for line in FENCE.sub("", document.read_text("utf-8")).splitlines():
        if match := re.match(r"#+ (.*)", line):
            text = re.sub(r"[`*]", "", match[1]).strip()
            anchor = base = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            copies = 0
            while anchor in found:
                copies += 1
                anchor = f"{base}-{copies}"
            found[anchor] = text
    return found


def missing_sections(text: str) -> list[str]:
    """Citations of a document's section, by name, where there is no such heading."""
    return [
        f'{document}, section "{section}"'
        for document, section in CITED.findall(plain(text))
        if not (ROOT / document).is_file() or section not in headings(ROOT / document).values()
    ]


def broken_links(text: str, document: Path) -> list[str]:
    """Relative links in the text of a document, anchors included, that lead nowhere."""
    broken = []
    for link in LINK.findall(FENCE.sub("", text)):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        if not target.exists() or (anchor and (target.is_dir() or anchor not in headings(target))):
            broken.append(link)
    return broken


def unknown_sources(text: str) -> list[str]:
    """Short names of papers, as in [002, equation 5], that the table of references does not have."""
    table = (ROOT / "docs" / "theory.md").read_text("utf-8").partition("\n## References\n")[2]
    known = {
        name.strip(" []")
        for row in re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
        for name in row.split(",")
    }
    return sorted(set(SOURCE.findall(plain(text))) - known)


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_every_file_that_is_spoken_of_is_there():
    found = {relative(path): missing_files(text_of(path), path.parent) for path in TEXTS}
    assert not {path: names for path, names in found.items() if names}


def test_every_module_and_name_that_is_spoken_of_is_there():
    found = {relative(path): missing_names(text_of(path)) for path in TEXTS}
    assert not {path: names for path, names in found.items() if names}


def test_every_section_that_is_cited_is_there():
    found = {relative(path): missing_sections(text_of(path)) for path in TEXTS}
    assert not {path: names for path, names in found.items() if names}


def test_every_link_leads_somewhere():
    found = {relative(path): broken_links(text_of(path), path) for path in DOCUMENTS}
    assert not {path: links for path, links in found.items() if links}


def test_every_paper_that_is_cited_is_in_the_references():
    found = {relative(path): unknown_sources(text_of(path)) for path in TEXTS}
    assert not {path: names for path, names in found.items() if names}


@pytest.mark.parametrize("document", DOCUMENTS, ids=relative)
def test_inline_formulas_survive_markdown(document):
    """Dollars come in pairs, and nothing within is an escape of Markdown's, which GitHub would take away."""
    prose = re.sub(r"`[^`\n]*`", "", FENCE.sub("", document.read_text("utf-8")))
    for line in prose.splitlines():
        assert line.count("$") % 2 == 0, line
        assert not re.search(r"\\[^a-zA-Z]", "".join(line.split("$")[1::2])), line


def test_the_site_has_every_document() -> None:
    listed = re.findall(r"^ +- .*: ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    there = {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")}
    assert sorted(listed) == sorted(there | {"README.md", "NOTATION.md", "CHANGELOG.md"})


def test_the_readme_is_one_page() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 110
    assert len(text.split()) <= 900


NOWHERE = "nowhere"


def links_of_readme(text: str) -> list[str]:
    return broken_links(text, ROOT / "README.md")


@pytest.mark.parametrize(
    ("check", "text"),
    [
        (missing_files, f"see docs/{NOWHERE}.md"),
        (missing_files, f"(PLAN{NOWHERE}.md, section 2)"),
        (missing_files, f"`offline/{NOWHERE}/gains.py` has it"),
        (missing_names, f"see `offline.{NOWHERE}` for the arithmetic"),
        (missing_names, f"the rest is in `runtime.control.base.law.{NOWHERE}`"),
        (missing_names, f"`runtime.bundle.record.Bundle.{NOWHERE}` does it"),
        (missing_names, f"`softrein.{NOWHERE}`"),
        (missing_sections, f'a formula (docs/theory.md,\n# section "{NOWHERE}")'),
        (missing_sections, f'a formula (docs/{NOWHERE}.md, section "References")'),
        (unknown_sources, "after [009, equation 5]"),
        (unknown_sources, "after [Nobody 1999]"),
        (links_of_readme, f"[here](docs/theory.md#{NOWHERE})"),
        (links_of_readme, f"[here]({NOWHERE}.png)"),
    ],
)
def test_what_is_not_there_is_found(check, text):
    assert check(text)


@pytest.mark.parametrize(
    ("check", "text"),
    [
        (
            missing_files,
            "`offline/scenes/beam.toml`, `runtime/`, docs/theory.md, and your out/tshape.softrein",
        ),
        (
            missing_names,
            "`runtime.control.base.law.Law.gains`, `offline.StVK`, `softrein.load`, `characters.studies`",
        ),
        (missing_sections, 'as in docs/theory.md, section "One step\n    map"'),
        (unknown_sources, "[002], [000, eqs. 5, 10] and [Tan 2011, 4.3]; an array [0, 1], [2000, 3000]"),
        (links_of_readme, "[a](docs/bundle.md#the-file), [b](https://example.org/x.md)"),
    ],
)
def test_what_is_there_passes(check, text):
    assert not check(text)
