"""docs/gallery.md: every scene of the package, with a film or picture and the main tables of its file."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.house.pages.markdown import MADE, block

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[3]
DOCS, SCENES = ROOT / "docs", ROOT / "offline" / "scenes"
WIDTH = 110  # characters of a line
GALLERY = {
    "The paper’s figures": ("tshape", "flower", "dinosaur", "fluid", "leaves"),
    "Soft robots": ("finger", "trunk", "silicone", "reach", "press", "bat"),
    "Key-frames, motions, hands and limits": (
        "tshape-keys", "smoke-keys", "tshape-motions", "flower-shaken", "tshape-six",
    ),
    "Smoke in space": ("plume", "swirl-keys"),
    "Small ones, to try things out": ("beam", "smoke-small"),
}  # fmt: skip
MOST_LINES = 45  # of an excerpt
# What a longer scene is shown without, one table after the other until it fits: first how its model is made
# and judged, then what it is made of, and last all but the first of the tables by which something happens.
LEFT_OUT = (
    "ensemble", "enrichment", "basis", "damping", "time", "observer", "sensors", "control",
    "control.instants", "smoke", "materials.leaves", "materials.spine", "materials.body",
)  # fmt: skip
THINNED = ("control.actuators", "motions.keyframes", "loads", "targets", "pushes")
TABLE = re.compile(r"\n(?=\[+[a-z])")  # where one begins
IDLE = re.compile(r"^(?:description|seed|backend) = .*\n", re.MULTILINE)  # of what happens they say nothing
COMMENT = re.compile(r"""("[^"\n]*"|'[^'\n]*')|[ \t]*#.*""")


def gallery_page() -> Iterator[str]:
    """All scenes, group by group."""
    yield from ["# Gallery", "", MADE, ""]
    yield "`softrein precompute NAME` makes the bundle of a scene, `softrein view NAME.softrein` shows it;"
    yield "[what a scene may say](reference/scene.md) explains each entry."
    yield ""
    yield "The films of `flower` and `dinosaur` are of bases from 12 and 10 of their 50 training runs."
    yield ""
    yield "On the site that `./dev docs` builds, the T runs in a [page without a server](page.md); so do most"
    yield "bodies whose bundles lie in `out/`, which a fresh clone lacks."
    yield ""
    for title, names in GALLERY.items():
        yield from [f"## {title}", ""]
        for name in names:
            yield from scene_lines(name)


def scene_lines(name: str) -> Iterator[str]:
    """One scene: its film or else its picture, its description, and an excerpt."""
    text = (SCENES / f"{name}.toml").read_text("utf-8")
    yield from [f"### {name}", ""]
    pictures = [file for file in (f"{name}.webp", f"{name}.png") if (DOCS / file).exists()]
    for file in pictures[:1]:
        yield from [f"![the scene {name}]({file})", ""]
    yield from [*textwrap.wrap(tomllib.loads(text)["description"], WIDTH), ""]
    whole = tables_of(text)
    shown = excerpt(whole)
    yield from [*block(*lines_of(shown)), f"`softrein scenes --show {name}` prints it whole, with comments."]
    if left := list(left_out(whole, shown)):
        yield from textwrap.wrap(f"Left out here: {', '.join(left)}.", WIDTH, break_on_hyphens=False)
    yield ""


def tables_of(text: str) -> list[str]:
    """The entries at a scene's top, and then its tables, without comments and `IDLE` entries."""
    text = re.sub(r"\n{3,}", "\n\n", COMMENT.sub(lambda match: match[1] or "", text))
    top, *rest = TABLE.split(text)
    return [each.strip() for each in (IDLE.sub("", top), *rest)]


def excerpt(whole: Sequence[str]) -> list[str]:
    """As many of a scene's tables as there is room for."""
    named = {
        name: [each for each in whole if each.strip("[").startswith(f"{name}]")]
        for name in LEFT_OUT + THINNED
    }
    leave = [each for name in LEFT_OUT for each in reversed(named[name])]
    leave += [each for name in THINNED for each in reversed(named[name][1:])]
    shown = list(whole)
    while len(lines_of(shown)) > MOST_LINES and leave:
        shown.remove(leave.pop(0))
    return shown


def lines_of(tables: Sequence[str]) -> list[str]:
    """Tables one below the other."""
    return "\n\n".join(tables).splitlines()


def left_out(whole: Sequence[str], shown: Sequence[str]) -> Iterator[str]:
    """The headings of tables that are not shown, with their number where others of that name are."""
    for heading in dict.fromkeys(each.partition("\n")[0] for each in whole):
        count, rest = (sum(each.startswith(heading) for each in some) for some in (whole, shown))
        if rest < count:
            yield f"`{heading}`" if rest == 0 else f"{count - rest} of {count} `{heading}`"
