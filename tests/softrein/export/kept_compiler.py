"""A compiler that keeps what it makes: `python kept_compiler.py gcc ... -o made ...`, in the sources' folder.

What was made is found again by a checksum of the command, of the compiler's version and of all C files in the
folder, whatever code wrote these. The oldest of what is kept goes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

KEPT = Path(__file__).resolve().parents[3] / ".cache" / "compiled"
MOST = 600  # files that are kept


def compiled(folder: Path, command: Sequence[str]) -> str:
    """Compile in a folder to the file after `-o`; return the complaints where that fails, "" where not."""
    made, kept = folder / command[list(command).index("-o") + 1], KEPT / f"{_checksum(folder, command):08x}"
    try:
        os.utime(kept)
        shutil.copy(kept, made)
        return ""
    except FileNotFoundError:
        pass  # never made, or removed meanwhile
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr or "it failed"
    KEPT.mkdir(parents=True, exist_ok=True)
    temporary = KEPT / f"{uuid.uuid4().hex}.part"
    shutil.copy(made, temporary)
    os.replace(temporary, kept)
    for older in sorted(KEPT.iterdir(), key=_age)[MOST:]:
        older.unlink(missing_ok=True)
    return ""


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # another worker has removed it
        return 0.0


def _checksum(folder: Path, command: Sequence[str]) -> int:
    version = subprocess.run([command[0], "--version"], capture_output=True, text=True, check=True).stdout
    total = crc32(repr([list(command), version]).encode())
    for path in sorted(folder.glob("*.[ch]")):
        total = crc32(path.read_bytes(), crc32(path.name.encode(), total))
    return total


if __name__ == "__main__":
    complaints = compiled(Path.cwd(), sys.argv[1:])
    sys.stderr.write(complaints)
    sys.exit(bool(complaints))
