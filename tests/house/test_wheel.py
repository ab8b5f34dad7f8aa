"""The published packages: the contents of the wheel and of the source distribution, and an installed wheel.

Both are built from a copy of the files under version control and of the bundle that `./dev` makes: no other
file of the checkout gets in, and none is left there. Then the wheel is installed, with the extra `view`, in
an empty environment; all other tests run in the checkout, with all its extras.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest

import softrein
from softrein.api import shipped
from softrein.errors import install
from softrein.viewer.base.messages import HEADER

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"softrein", "offline", "characters", "reduce", "runtime", "meshes"}
DATA = {  # some of each kind, and all without which nothing works
    *(f"{name}/py.typed" for name in PACKAGES),
    "offline/scenes/tshape.toml",
    "meshes/built/flower.vtu",
    "softrein/export/c/templates/step.c",
    "softrein/export/c/wasm/polynomial.wasm",
    *(f"softrein/viewer/page/dist/{name}" for name in ("index.html", "main.js", "main.css", "LICENSES.txt")),
}
FOR_GIT = {"softrein/viewer/page/.gitignore"}  # of no use to others; that in the root is what a test reads
BY_SETUPTOOLS = {"PKG-INFO", "setup.cfg"}  # and a folder of its own
LARGEST_WHEEL, LARGEST_SOURCES = 8e6, 18e6  # bytes; the bundle may be 5e6 of them, the pictures are 9e6
HOOK = "import sys; from setuptools import build_meta; build_meta.build_{}(sys.argv[1])"
LARGEST_ENVIRONMENT = 2e9  # bytes; VTK is half of what there is
LONGEST = 240.0  # s for a page to move, kernels compiled, on two cores that others use
STOPPING = 20.0  # s
# What modules of the package import that only extras bring.
LACKED = {"gymnasium", "imageio", "mujoco", "pxr", "pytetwild", "sksparse", "stable_baselines3"}
IMPORT_ALL = """
import importlib, pkgutil, sys
for name in sys.argv[1:]:
    package = importlib.import_module(name)
    assert package.__file__.startswith(sys.prefix), package.__file__
    for module in pkgutil.walk_packages(package.__path__, f"{name}.", lambda _: None):
        try:
            importlib.import_module(module.name)
        except Exception as error:
            print(module.name, getattr(error.__cause__ or error, "name", error), sep=": ")
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is under version control, and of the bundle where it was made."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone: which files belong to it is not known")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [*map(ROOT.joinpath, listed.stdout.split("\0")[:-1]), shipped.shipped_file()]
    folder = tmp_path_factory.mktemp("tree")
    for path in filter(Path.is_file, paths):
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    return folder


@pytest.fixture(scope="module")
def wheel(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built from the copy."""
    return built("wheel", tree, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sources(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy's source distribution."""
    return built("sdist", tree, tmp_path_factory.mktemp("sources"))


def built(kind: str, tree: Path, folder: Path) -> Path:
    """A wheel or an sdist, as any front end has it built; the tree stays as it is. None may be warned of."""
    shutil.copytree(tree, folder / "work")
    done = subprocess.run(
        [sys.executable, "-c", HOOK.format(kind), str(folder / "made")],
        cwd=folder / "work", env=plain_environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr, done.stderr
    shutil.rmtree(folder / "work")
    [made] = (folder / "made").iterdir()
    return made


def plain_environment() -> dict[str, str]:
    """The environment without what points at the checkout, its virtual environment or its kernels."""
    own = ("PYTHON", "VIRTUAL_ENV", "NUMBA", "SOFTREIN")
    return {name: value for name, value in os.environ.items() if not name.startswith(own)}


def files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def contents(wheel: Path) -> dict[str, bytes]:
    """What is in each file of a wheel."""
    with ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def metadata_of(wheel: Path) -> Message:
    [found] = [text for name, text in contents(wheel).items() if name.endswith(".dist-info/METADATA")]
    return message_from_bytes(found)


def unpacked(sources: Path, folder: Path) -> Path:
    """The one folder that is in a source distribution."""
    with tarfile.open(sources) as opened:
        if hasattr(tarfile, "data_filter"):  # since 3.10.12
            opened.extraction_filter = tarfile.data_filter
        opened.extractall(folder)
    [made] = folder.iterdir()
    return made


def test_a_wheel_has_the_packages_with_their_data_and_nothing_else(wheel: Path, tree: Path) -> None:
    inside = {name for name in contents(wheel) if ".dist-info/" not in name}
    assert {name.partition("/")[0] for name in inside} == PACKAGES
    assert inside == {name for name in files_of(tree) if name.partition("/")[0] in PACKAGES} - FOR_GIT
    assert inside >= DATA
    assert wheel.name.endswith("-py3-none-any.whl")
    assert wheel.stat().st_size < LARGEST_WHEEL


def test_a_source_distribution_is_all_that_is_under_version_control(
    sources: Path, tree: Path, tmp_path: Path
) -> None:
    folder = unpacked(sources, tmp_path)
    inside = {name for name in files_of(folder) if not name.startswith("softrein.egg-info/")}
    assert inside - BY_SETUPTOOLS == files_of(tree) - FOR_GIT
    assert all(os.access(folder / name, os.X_OK) for name in ("dev", ".ci/run"))
    assert sources.stat().st_size < LARGEST_SOURCES


def test_a_wheel_is_the_same_from_a_source_distribution(wheel: Path, sources: Path, tmp_path: Path) -> None:
    (tmp_path / "unpacked").mkdir()
    again = built("wheel", unpacked(sources, tmp_path / "unpacked"), tmp_path)
    assert again.name == wheel.name
    assert contents(again) == contents(wheel)


def test_one_place_says_the_version(wheel: Path, sources: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" in project["dynamic"]
    version = softrein.__version__
    assert metadata_of(wheel)["Version"] == version
    assert wheel.name.startswith(f"softrein-{version}-")
    assert sources.name == f"softrein-{version}.tar.gz"
    assert re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[0] == version
    cited = re.findall(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert [each.strip("\"'") for each in cited] in ([], [version])


def test_a_wheel_says_what_it_is_and_needs(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found, inside = metadata_of(wheel), contents(wheel)
    [info] = {name.partition("/")[0] for name in inside if ".dist-info/" in name}
    assert found["Name"] == "softrein"
    assert found["License-Expression"] == "MIT"
    assert inside[f"{info}/licenses/LICENSE"] == (ROOT / "LICENSE").read_bytes()
    assert set(found.get_all("Provides-Extra", [])) == set(project["optional-dependencies"])
    assert found["Description-Content-Type"] == "text/markdown"
    assert b"softrein = softrein.cli:main" in inside[f"{info}/entry_points.txt"]


class Alone(NamedTuple):
    """A virtual environment with nothing but a wheel and what it needs, and an empty folder for its user."""

    environment: Path
    home: Path

    def program(self, name: str) -> str:
        return str(self.environment / "bin" / name)

    @property
    def variables(self) -> dict[str, str]:
        """Caches and the like go to the user's folder, which is empty."""
        named = {name: value for name, value in plain_environment().items() if not name.startswith("XDG_")}
        return named | {"HOME": str(self.home)}

    def run(self, name: str, *words: str) -> str:
        """What a program of the environment says, in the user's folder."""
        done = subprocess.run(
            [self.program(name), *words], cwd=self.home, env=self.variables, capture_output=True, text=True,
            timeout=LONGEST, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone]:
    """The wheel with the extra `view`, in an environment that is removed at the end: it is large."""
    folder = tmp_path_factory.mktemp("alone")
    made = Alone(folder / "environment", folder / "home")
    made.home.mkdir()
    try:
        subprocess.run([sys.executable, "-m", "venv", str(made.environment)], check=True)
        pip = [made.program("python"), "-m", "pip", "install", "--quiet", "--no-compile", f"{wheel}[view]"]
        done = subprocess.run(
            pip, cwd=made.home, env=plain_environment(), capture_output=True, text=True, check=False
        )
        if done.returncode and "connection broken by" in done.stderr and "CI" not in os.environ:
            pytest.skip("packages cannot be downloaded: the index does not answer")
        assert done.returncode == 0, done.stderr
        yield made
    finally:
        shutil.rmtree(folder)


@pytest.mark.slow("installs all that the package needs where nothing is")
def test_a_wheel_needs_nothing_that_it_does_not_name(alone: Alone) -> None:
    alone.run("python", "-m", "pip", "check")
    size = sum(path.lstat().st_size for path in alone.environment.rglob("*"))
    print(f"the environment has {size / 1e6:.0f} MB")
    assert size < LARGEST_ENVIRONMENT
    failed = alone.run("python", "-c", IMPORT_ALL, *sorted(PACKAGES)).splitlines()
    assert {line.partition(": ")[2].partition(".")[0] for line in failed} <= LACKED, failed


@pytest.mark.slow("installs all that the package needs where nothing is")
def test_commands_of_an_installed_wheel_work(alone: Alone) -> None:
    assert alone.run("softrein", "--version") == f"softrein {softrein.__version__}\n"
    listed = alone.run("softrein", "scenes")
    assert all(path.stem in listed for path in (ROOT / "offline" / "scenes").glob("*.toml"))
    beam = (ROOT / "offline" / "scenes" / "beam.toml").read_text("utf-8")
    assert alone.run("softrein", "scenes", "--show", "beam").strip() == beam.strip()


@pytest.mark.slow("installs all that the package needs where nothing is")
def test_what_messages_say_of_extras_is_true_of_an_installed_wheel(alone: Alone) -> None:
    """It adds to the softrein that is there, wherever that came from."""
    words = shlex.split(install("view"))
    assert words[0] == "pip"
    said = alone.run("python", "-m", *words, "--no-index", "--no-input")
    assert "Requirement already satisfied: softrein[view]" in said


@contextmanager
def viewer(alone: Alone) -> Iterator[str]:
    """The address that `softrein view` prints; it must end when it is told to, without a complaint."""
    words = [alone.program("softrein"), "view", "--no-open", "--port", "0"]
    with (alone.home / "said.txt").open("w+") as said:
        process = subprocess.Popen(
            words, cwd=alone.home, env=alone.variables, stdout=subprocess.PIPE, stderr=said, text=True,
            start_new_session=True,
        )  # fmt: skip
        hurry = Timer(LONGEST, os.killpg, (process.pid, signal.SIGKILL))
        hurry.start()
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, Path(said.name).read_text()
            yield found[0]
            process.send_signal(signal.SIGINT)
            assert process.wait(STOPPING) == 0, Path(said.name).read_text()
            assert "Traceback" not in Path(said.name).read_text()
        finally:
            hurry.cancel()
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            process.stdout.close()


def get(address: str, name: str = "") -> bytes:
    """A file of the page."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=10)
    connection.request("GET", f"/{name}?{parts.query}")
    answer = connection.getresponse()
    assert answer.status == 200, name
    return answer.read()


def steps_to(address: str, wanted: int) -> set[int]:
    """The steps of the motion that a page is sent; it ends with so many."""
    from websockets.sync.client import connect
    from websockets.typing import Origin

    parts, found = urlsplit(address), set[int]()
    live = f"ws://{parts.netloc}/live?{parts.query}"
    with connect(live, origin=Origin(f"http://{parts.netloc}"), compression=None) as socket:
        end = time.monotonic() + LONGEST
        while len(found) < wanted:
            assert time.monotonic() < end, found
            data = socket.recv(LONGEST)
            if isinstance(data, bytes):
                found.add(HEADER.unpack_from(data)[5])
    return found


@pytest.mark.slow("compiles what the viewer needs where nothing is compiled yet")
def test_the_viewer_of_an_installed_wheel_shows_a_motion(alone: Alone, wheel: Path) -> None:
    inside = contents(wheel)
    with viewer(alone) as address:
        page = get(address).decode()
        files = set(re.findall(r'(?:src|href)="([\w.]+)\?token=', page))
        assert files == {"main.js", "main.css", "icon.svg"}
        assert all(get(address, name) == inside[f"softrein/viewer/page/dist/{name}"] for name in files)
        assert json.loads(get(address, "scene.json"))["name"] == "tshape"
        assert len(steps_to(address, 10)) == 10
    kernels = [path for path in alone.environment.rglob("*.nbi") if "site-packages" in path.parts]
    assert kernels, "beside the sources, for the next time"
