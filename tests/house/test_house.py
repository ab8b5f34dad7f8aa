"""The rules of the code: which packages may import which, what an import loads, what a package must hold."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from softrein.base.kernel_cache import cache_folder

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]

# What each package may import of the house, besides itself and `softrein.errors`. Imports go one way.
MAY_IMPORT = {
    "softrein": {"offline", "characters", "reduce", "runtime", "meshes"},
    "offline": {"reduce", "runtime", "meshes"},
    "characters": {"reduce", "runtime", "meshes"},
    "reduce": {"runtime", "meshes"},
    "runtime": set(),
    "meshes": set(),
}
# `runtime` is what somebody ships inside a game or a simulator.
RUNTIME_MAY_IMPORT = {"numpy", "numba", "h5py", *sys.stdlib_module_names}
PACKAGES = [name for name in MAY_IMPORT if (ROOT / name).is_dir()]
MOST_CYCLES = 0  # between files
MOST_QUESTIONS = 0  # sites that ask for the kind of a plant, scene or bundle; `softrein.base.kinds` knows
MOST_NAMING = 0  # files that name a controller as a literal, beside their registry
MOST_UNTYPED = 0  # plants of no type
MOST_MODULES = 16  # in one folder, of tests as well
PARAMETERS, MOST_WIDE = 8, 10  # of a function, and how many have more
MOST_WORDS = 0  # of one plant in what all plants share
SHARED = {Path("runtime/bundle/record.py"), Path("softrein/viewer/live.py")}
ONE_PLANT = r"\b\w*(?:hand|handle|muscle|cable|chamber|tetra|particle)\w*\b"
BELOW_ALL = {Path("softrein/errors.py")}
KINDS = (
    r"isinstance\([^()]*(?:Fluid|Deformable|Body|Smoke|Solid)\w*"
    r"|(?:bundle|scene|plant)\.kind [!=]= |axes [!=]= [23]"
)
CONTROLLER = r"""["'](?:lqr|pd|spd|timed)["']"""
REGISTRY = ROOT / "runtime" / "control" / "registry.py"
HEAVY = ("numba", "scipy", "h5py", "meshio", "pyvista", "dask", "matplotlib", "pydantic", "sksparse")


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(source: str, package: str) -> Iterator[str]:
    """Whatever a source imports, anywhere in it: modules, and names from modules in full."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = ".".join(filter(None, (package if node.level else "", node.module)))
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from (argument.value for argument in node.args[:1] if isinstance(argument, ast.Constant))


def breaches(source: str, package: str) -> list[str]:
    """The imports in a source that the house does not allow in this package."""
    found = [name for name in imported(source, package) if not f"{name}.".startswith("softrein.errors.")]
    tops = {name.partition(".")[0] for name in found} - {package}
    forbidden = tops & (set(MAY_IMPORT) | {"tests", "benchmarks"}) - MAY_IMPORT[package]
    if package == "runtime":
        forbidden |= tops - RUNTIME_MAY_IMPORT
    return sorted(forbidden)


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_go_one_way(package):
    wrong = {str(path.relative_to(ROOT)): breaches(path.read_text(), package) for path in sources(package)}
    assert not {path: names for path, names in wrong.items() if names}


@pytest.mark.parametrize("package", [each for each in PACKAGES if each != "meshes"])
def test_kernels_say_how_exact_they_are(package):
    """By the run time's own decorator: numba lets them inherit that from whom they are compiled for first."""
    one = ROOT / "runtime" / "base" / "kernels.py"
    wrong = [
        str(path.relative_to(ROOT))
        for path in sources(package)
        if path != one and re.search(r"from numba import [^\n]*\bn?jit\b|\bnumba\.n?jit\b", path.read_text())
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("runtime", "import scipy.linalg"),
        ("runtime", "def f():\n    from meshes.tetmesh import TetMesh"),
        ("runtime", "from softrein import load"),
        ("meshes", "import runtime"),
        ("reduce", "from offline import stvk"),
        ("reduce", "from importlib import import_module\nimport_module('offline.full.body.stvk')"),
        ("offline", "import softrein.cli"),
        ("softrein", "from tests import conftest"),
    ],
)
def test_the_contract_sees_a_breach(package, source):
    assert breaches(source, package)


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("runtime", "import math, h5py\nfrom numba import njit\nfrom softrein.errors import BundleError"),
        ("meshes", "from . import tetmesh\nfrom softrein import errors"),
        ("offline", "from reduce.pod import pod"),
        ("softrein", "import offline"),
    ],
)
def test_the_contract_allows_what_it_should(package, source):
    assert not breaches(source, package)


def test_errors_import_nothing_of_the_project():
    found = set(imported((ROOT / "softrein" / "errors.py").read_text(), "softrein"))
    assert found <= {"sys", "warnings"}


@pytest.mark.parametrize("package", [name for name in PACKAGES if name != "softrein"])
def test_a_package_exports_only_its_own(package):
    exports = import_module(package)._EXPORTS
    assert exports
    assert all(module.partition(".")[0] == package for module in exports.values())


@pytest.mark.parametrize("package", PACKAGES)
def test_every_exported_name_is_there(package):
    module = import_module(package)
    for name in module.__all__:
        assert getattr(module, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        module.no_such_name  # noqa: B018 - the access is the test


def test_older_names_of_plants_and_models_are_told():
    runtime = import_module("runtime")
    for older, name in runtime._OLDER.items():
        with pytest.warns(DeprecationWarning, match=name):
            assert getattr(runtime, older) is getattr(runtime, name)


def run_python(code: str) -> str:
    """What a fresh interpreter prints."""
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("package", PACKAGES)
def test_importing_a_package_loads_nothing_heavy(package):
    loaded = run_python(f"import sys, {package}; print(*sys.modules)").split()
    assert not set(HEAVY) & set(loaded)


def test_the_run_time_needs_neither_scipy_nor_what_reads_meshes():
    """Every module of `runtime` imports on a machine that has only numpy, numba and h5py."""
    absent = "scipy sksparse meshio pyvista vtk dask distributed matplotlib pydantic typer rich"
    code = f"""
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys("{absent}".split()))  # None there makes an import fail
import runtime
for module in pkgutil.walk_packages(runtime.__path__, "runtime."):
    importlib.import_module(module.name)
    print(module.name)
"""
    assert run_python(code).split()


def test_what_is_not_installed_is_told_in_one_place():
    apart = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "MissingPackageError"
        and "install" in ast.unparse(node).lower()
    ]
    assert not apart, f"softrein.errors.missing, or missing_extra, says how to install what: {apart}"


def test_every_package_is_shipped_and_typed():
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert set(pyproject["tool"]["setuptools"]["packages"]["find"]["include"]) == {
        f"{name}*" for name in MAY_IMPORT
    }
    folders = {path.parent for name in PACKAGES for path in sources(name)}
    assert all((folder / "__init__.py").exists() for folder in folders)
    assert all((ROOT / name / "py.typed").exists() for name in PACKAGES)


def test_no_folder_is_a_heap():
    """Whoever looks for a file looks through sixteen at most, in the code and in its tests."""
    code = [path.parent for name in PACKAGES for path in sources(name) if path.name != "__init__.py"]
    tests = [path.parent for path in (ROOT / "tests").rglob("*.py")]
    fullest, files = Counter([*code, *tests]).most_common(1)[0]
    assert files <= 16, fullest


@pytest.mark.parametrize(
    "kernel", ["from numba import njit\n", "from runtime.base.kernels import njit\n@njit(cache=True)\n"]
)
def test_a_change_in_what_kernels_are_made_from_starts_a_new_cache(tmp_path, kernel):
    sources = {
        "kernels": f"from runtime.constants import GAIN\n{kernel}",
        "constants": "",
        "plain": "",
    }
    (tmp_path / "runtime").mkdir()
    folders = []
    for changed in (None, "kernels", "constants", "plain"):
        for name, source in sources.items():
            (tmp_path / "runtime" / f"{name}.py").write_text(source + "# changed\n" * (name == changed))
        folders.append(cache_folder(tmp_path))
    assert len(set(folders)) == 3
    assert folders[0] == folders[3]


def test_kinds_of_terms_come_in_one_order():
    """In scenes, on the full body, in projections and at run time: controls are counted by it."""
    from offline.full.body.terms.kinds import BUILDERS
    from offline.scenes.body.actuators import OF_KIND
    from reduce.terms.kinds import PROJECTIONS
    from runtime.body.terms.kinds import ACTUATOR_TERMS

    assert list(ACTUATOR_TERMS) == list(BUILDERS) == [each for each in OF_KIND if each != "force"]
    assert list(PROJECTIONS) == [*ACTUATOR_TERMS, "contact"]  # which nobody drives


@pytest.mark.parametrize("package", PACKAGES)
def test_every_function_is_annotated_unless_numba_compiles_it(package):
    """mypy sees to it that annotations are whole and right; this, that they are there."""
    functions = [(path, node) for path in sources(package) for node in functions_of(path.read_text())]
    bare = [(str(path.relative_to(ROOT)), node.name) for path, node in functions if not node.returns]
    kernels = [(str(path.relative_to(ROOT)), node.name) for path, node in functions if is_kernel(node)]
    assert not set(bare) - set(kernels)


def functions_of(source: str) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]


def is_kernel(function: ast.FunctionDef) -> bool:
    return any("jit" in ast.unparse(decorator) for decorator in function.decorator_list)


def all_sources() -> dict[Path, str]:
    """Every source of the packages, by its path from the root."""
    return {path.relative_to(ROOT): path.read_text() for name in PACKAGES for path in sources(name)}


def edges(texts: Mapping[Path, str]) -> set[tuple[Path, Path]]:
    """Which file imports which, imports for type checking included; packages do not count."""
    modules = {".".join(path.with_suffix("").parts): path for path in texts if path.name != "__init__.py"}
    return {
        (path, modules[module])
        for path in modules.values()
        for name in imported(texts[path], ".".join(path.parts[:-1]))
        for module in (name, name.rpartition(".")[0])
        if module in modules
    }


def circles(pairs: Iterable[tuple[Path, Path]]) -> list[list[str]]:
    """Groups of more than one that reach each other."""
    pairs = set(pairs)
    places = sorted({each for pair in pairs for each in pair})
    numbers = {place: number for number, place in enumerate(places)}
    rows, columns = zip(*((numbers[one], numbers[other]) for one, other in pairs), strict=True)
    graph = coo_array((np.ones(len(rows)), (rows, columns)), shape=(len(places), len(places)))
    count, labels = connected_components(graph, directed=True, connection="strong")
    found = [np.flatnonzero(labels == label) for label in range(count)]
    return [[str(places[i]) for i in circle] for circle in found if len(circle) > 1]


def cycles(texts: Mapping[Path, str]) -> list[list[str]]:
    """Files that import each other in a circle."""
    return circles(edges(texts))


def knots(texts: Mapping[Path, str]) -> list[list[str]]:
    """Folders that do; what imports nothing of the house, and is for all of it, counts as below them."""
    floors = {(one.parent, other.parent) for one, other in edges(texts) if other not in BELOW_ALL}
    return circles(floors)


def wide(texts: Mapping[Path, str]) -> list[str]:
    """Functions that take more parameters than anybody keeps in mind, itself not counted."""
    found = []
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                names = [each.arg for each in node.args.posonlyargs + node.args.args + node.args.kwonlyargs]
                if len(names) - (names[:1] in (["self"], ["cls"])) > PARAMETERS:
                    found.append(f"{path}:{node.name}")
    return found


def words_of_one_plant(texts: Mapping[Path, str]) -> list[str]:
    """Words of bodies or of smoke in what all plants share; comments and docstrings may have them."""
    shared = [path for path in texts if path.parent == Path("runtime") or path in SHARED]
    code = (re.sub(r'"""(?:.|\n)*?"""|#[^\n]*', "", texts[path]) for path in shared)
    return [word for text in code for word in re.findall(ONE_PLANT, text)]


def sites(texts: Mapping[Path, str], pattern: str) -> list[Path]:
    """The file of each place that matches, as often as there are places."""
    return [path for path, text in texts.items() for _ in re.findall(pattern, text)]


def fullest(paths: Iterable[Path]) -> int:
    """The number of modules of the folder that has most."""
    folders = [path.parent for path in paths]
    return max(folders.count(folder) for folder in set(folders))


def loaded_by(module: str, texts: Mapping[str, str]) -> set[str]:
    """The modules of the house that importing one loads: what it imports at its top, and packages above."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in texts and name not in found:
            found.add(name)
            waiting += [name.rpartition(".")[0], *imported_at_top(texts[name], name)]
    return found


@cache
def imported_at_top(source: str, module: str) -> list[str]:
    """What is imported as soon as a module is, names from modules in full and the modules themselves."""
    nodes = [node for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [name for node in nodes for name in imported(ast.unparse(node), module)]
    return [each for name in names for each in (name, name.rpartition(".")[0])]


@pytest.mark.parametrize("module", ["softrein.cli", "softrein.warm", "benchmarks.golden"])
def test_whoever_is_started_points_at_the_cache_before_numba_is_there(module: str):
    """Where numba then puts kernels: beside the sources they would be found again when they are stale."""
    asked = f"import {module}, numba; print(numba.config.CACHE_DIR)"
    plain = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    told = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env=plain, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == str(cache_folder())


def test_whoever_compiles_kernels_has_them_keep_their_copies():
    """Before numba compiles anything for the cache `runtime.base.kernels` is there, for the same bits.

    `meshes` may not import `runtime`; there it is whoever imports its kernels that must.
    """
    paths = {path.with_suffix("").as_posix().replace("/", "."): text for path, text in all_sources().items()}
    texts = {name.removesuffix(".__init__"): text for name, text in paths.items()}
    kernels = {name for name, text in texts.items() if re.search(r"\bnjit\(", text)}
    assert len(kernels) > 50
    loaded = {name: loaded_by(name, texts) for name in texts}
    without = {name for name in kernels if "runtime.base.kernels" not in loaded[name]}
    assert all(name.startswith("meshes.") for name in without), without
    users = {name for name in texts if without & loaded[name]} - without
    assert len(users) > 5
    assert not {name for name in users if "runtime.base.kernels" not in loaded[name]}


def test_files_do_not_import_each_other_in_a_circle():
    found = cycles(all_sources())
    assert len(found) <= MOST_CYCLES, found


def test_folders_do_not_import_each_other_in_a_circle():
    found = knots(all_sources())
    assert not found, found


@pytest.mark.parametrize("back", ["from a.low.one import x", "if TYPE_CHECKING:\n    from a.low import one"])
def test_a_knot_of_folders_is_seen(back: str):
    low, high, other = (Path(f"a/{name}.py") for name in ("low/one", "high/two", "high/three"))
    files = {low: "import a.high.two", high: "", other: ""}
    assert not knots(files)
    assert knots(files | {other: back}) == [["a/high", "a/low"]]


def test_few_functions_take_many_parameters():
    found = wide(all_sources())
    assert len(found) <= MOST_WIDE, found


def test_what_all_plants_share_has_few_words_of_one():
    found = words_of_one_plant(all_sources())
    assert len(found) <= MOST_WORDS, Counter(found)


def test_few_places_ask_for_a_kind():
    found = sites(all_sources(), KINDS)
    assert len(found) <= MOST_QUESTIONS, found


def test_few_files_name_a_controller():
    found = set(sites(all_sources(), CONTROLLER)) - {REGISTRY.relative_to(ROOT)}
    assert len(found) <= MOST_NAMING, found


def test_plants_are_typed():
    found = sites(all_sources(), r"plant: Any")
    assert len(found) <= MOST_UNTYPED, found


def test_no_folder_is_crowded():
    assert fullest(all_sources()) <= MOST_MODULES
    assert fullest((ROOT / "tests").rglob("*.py")) <= MOST_MODULES


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("from a.two import x", "import a.one"),
        ("from a import two", "def f():\n    from a.one import y"),
        ("if TYPE_CHECKING:\n    from a.two import X", "from .one import y"),
    ],
)
def test_a_circle_is_seen(one, other):
    texts = {Path("a/one.py"): one, Path("a/two.py"): other, Path("a/three.py"): "import a.one"}
    assert cycles(texts) == [["a/one.py", "a/two.py"]]
    assert not cycles(texts | {Path("a/two.py"): "import a.three.nothing, b.one"} | {Path("a/three.py"): ""})


@pytest.mark.parametrize(
    ("pattern", "source"),
    [
        (KINDS, "if isinstance(bundle, SmokeBundle):"),
        (KINDS, "if self.bundle.kind == 'fluid':"),
        (KINDS, "if plant.axes == 3:"),
        (CONTROLLER, "law('timed')"),
        (CONTROLLER, '{"lqr": 1}'),
        (r"plant: Any", "def f(plant: Any) -> None: ..."),
    ],
)
def test_a_site_is_seen(pattern, source):
    assert len(sites({Path("a.py"): f"{source}\n{source}"}, pattern)) == 2


def test_a_crowded_folder_is_seen():
    assert fullest(Path(name) for name in ("a/b.py", "a/c.py", "a/d/e.py", "f.py")) == 2
