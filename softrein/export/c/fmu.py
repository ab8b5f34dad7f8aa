"""`softrein export FILE --fmu FILE.fmu`: the same C as a unit for co-simulation, by FMI 3.0.

It holds its sources, which can be built for other platforms, and where there is a C compiler a library for
this one. Its step is the bundle's; a communication step consists of whole ones.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import tempfile
import zipfile
from itertools import accumulate
from pathlib import Path
from xml.sax.saxutils import quoteattr

from runtime.bundle.record import Bundle
from runtime.control.registry import LQR, NONE
from softrein.base.kinds import of_kind
from softrein.base.whole_file import check_writable, whole_file
from softrein.errors import SoftreinError, shown
from softrein.export.c.motion import FEEDBACK, Variable
from softrein.export.c.text import finished, template
from softrein.export.c.write import Exported, Made, make_c

UNITS = ("N", "m", "m/s2")
INTERFACE = "fmi-3.c"  # file name of the FMI interface; the hyphen keeps it apart from names of bundles
BUILD = """<?xml version="1.0" encoding="UTF-8"?>
<fmiBuildDescription fmiVersion="3.0">
  <BuildConfiguration modelIdentifier="{name}">
    <SourceFileSet language="C99">
      <SourceFile name="{name}.c"/>
      <SourceFile name="{interface}"/>
    </SourceFileSet>
    <Library name="m" external="true"/>
  </BuildConfiguration>
</fmiBuildDescription>
"""


def export_fmu(
    bundle: Bundle, path: Path, controller: str = LQR.name, single: bool = False, gains: str | None = None
) -> tuple[Exported, bool]:
    """Write the FMU, whole or not at all, and report whether there is a library in it.

    Raises what `export_c` does, and SoftreinError where the compiler fails.
    """
    if path.suffix != ".fmu":
        raise SoftreinError(f"{shown(path)}: a unit for co-simulation is a file FILE.fmu; give such a name")
    check_writable(path)
    made = make_c(bundle, controller, single, gains, observed=False)
    variables = of_kind(bundle, "export.c").variables(bundle)
    if controller == NONE.name:
        variables = [
            each._replace(start=0.0) if each.switches and each.name == FEEDBACK else each
            for each in variables
        ]
    blank = _interface(bundle, made, variables, "", single)
    token = hashlib.sha256((made.code + blank).encode()).hexdigest()
    sources = {
        f"{made.name}.c": made.code,
        f"{made.name}.h": made.header,
        INTERFACE: _interface(bundle, made, variables, token, single),
        "buildDescription.xml": BUILD.format(name=made.name, interface=INTERFACE),
    }
    library = _library(made.name, sources)
    with whole_file(path) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", _description(bundle, made.name, variables, token))
        for name, text in sources.items():
            archive.writestr(f"sources/{name}", text)
        if library:
            archive.writestr(f"binaries/{_system()}/{made.name}{_ending()}", library)
    return Exported([path], made.constants, made.keys, made.loss, made.ahead, made.wide), library is not None


def _interface(bundle: Bundle, made: Made, variables: list[Variable], token: str, single: bool) -> str:
    """Return the C of the unit's functions."""
    numbers = [each for each in variables if not each.switches]
    starts = list(accumulate((each.size for each in numbers), initial=1))
    words = made.words | {
        "name": made.name,
        "variables": 1 + len(numbers),
        "settable": 1 + sum(each.start is not None for each in numbers),
        "flags": len(variables) - len(numbers),
        "starts": ", ".join(map(str, [0, *starts])),
        "values": starts[-1],
        "step": repr(float(bundle.dt)),
        "token": token,
        "real": "float" if single else "double",
    }
    flags = made.flags | ({"smoke"} if words["kind"] == "smoke" else set())
    return finished(
        template("fmu.c", flags, words).replace('"model.h"', f'"{made.name}.h"'), made.name, False
    )


def _description(bundle: Bundle, name: str, variables: list[Variable], token: str) -> str:
    """Return the text of modelDescription.xml."""
    h, numbers = float(bundle.dt), [each for each in variables if not each.switches]
    ordered = [*numbers, *(each for each in variables if each.switches)]
    outputs = [k for k, each in enumerate(ordered, 1) if each.start is None]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<fmiModelDescription fmiVersion="3.0" modelName="{name}" '
            f'instantiationToken="{token}" generationTool="softrein">',
            f'  <CoSimulation modelIdentifier="{name}" canGetAndSetFMUState="true" '
            'canSerializeFMUState="true" canHandleVariableCommunicationStepSize="true" '
            'mightReturnEarlyFromDoStep="true" '
            f'fixedInternalStepSize="{h!r}"/>',
            "  <UnitDefinitions>",
            *(f'    <Unit name="{unit}"/>' for unit in UNITS),
            "  </UnitDefinitions>",
            f'  <DefaultExperiment startTime="0" stopTime="{bundle.steps * h!r}" stepSize="{h!r}"/>',
            "  <ModelVariables>",
            '    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>',
            *(_variable(k, each) for k, each in enumerate(ordered, 1)),
            "  </ModelVariables>",
            "  <ModelStructure>",
            *(f'    <Output valueReference="{k}"/>' for k in outputs),
            *(f'    <InitialUnknown valueReference="{k}"/>' for k in outputs),
            "  </ModelStructure>",
            "</fmiModelDescription>\n",
        ]
    )


def _variable(reference: int, each: Variable) -> str:
    kind, given = ("Boolean" if each.switches else "Float64"), each.start is not None
    start = ("true" if each.start else "false") if each.switches else f"{each.start!r}"
    words = [
        f'    <{kind} name={quoteattr(each.name)} valueReference="{reference}" variability="discrete"',
        f'causality="{"input" if given else "output"}" description={quoteattr(each.meaning)}',
        *([f'unit="{each.unit}"'] if each.unit else []),
        *([f'start="{" ".join([start] * each.size)}"'] if given else []),
    ]
    tail = f'><Dimension start="{each.size}"/></{kind}>' if each.size > 1 else "/>"
    return " ".join(words) + tail


def _library(name: str, sources: dict[str, str]) -> bytes | None:
    """Build the library for this platform; None where there is no compiler."""
    first, *own = shlex.split(os.environ.get("CC", "")) or ["cc"]
    compiler = shutil.which(first)
    if compiler is None or platform.system() == "Windows":
        return None
    with tempfile.TemporaryDirectory() as folder:
        for file, text in sources.items():
            (Path(folder) / file).write_text(text, "utf-8")
        words = [
            compiler,
            *own,
            "-O3",
            "-std=c99",
            "-shared",
            "-fPIC",
            "-o",
            "made",
            f"{name}.c",
            INTERFACE,
            "-lm",
        ]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            why = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
            raise SoftreinError(f"{compiler} failed: {shown(why)}; set CC to a compiler of C99")
        return (Path(folder) / "made").read_bytes()


def _system() -> str:
    """Return the name of this platform in FMI."""
    machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    return f"{machine}-{platform.system().lower()}"


def _ending() -> str:
    return ".dylib" if platform.system() == "Darwin" else ".so"
