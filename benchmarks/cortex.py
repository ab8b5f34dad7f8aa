"""Exported C on an ARM Cortex-M7 that QEMU emulates: how many instructions a step takes.

With `-icount shift=0` each instruction takes 1 ns of the emulated time, and the processor's timer counts at
25 MHz: a tick is 40 instructions. A loop whose instructions are known is counted first, as a check. The board
has no operating system: the program prints through QEMU's semihosting.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

COMPILER, EMULATOR = "arm-none-eabi-gcc", "qemu-system-arm"
LIBRARY = "nosys.specs"  # of newlib
TICK = 40  # instructions
KNOWN = 2_000_000  # instructions of the loop that is counted first
MICRO = 1e-6  # in which places are printed, m

LAYOUT = """
MEMORY { code (rx) : ORIGIN = 0x0, LENGTH = 4M   ram (rwx) : ORIGIN = 0x20000000, LENGTH = 4M }
SECTIONS {
  .text : { KEEP(*(.vectors)) *(.text*) *(.rodata*) } > code
  .data : { *(.data*) } > ram
  .bss : { *(.bss*) *(COMMON) } > ram
  stack_end = ORIGIN(ram) + LENGTH(ram);
}
"""

PROGRAM = r"""
#include "NAME.c"

#define AT(address) (*(volatile unsigned *)address)
#define NOW AT(0xE000E018)

static NAME_body body;

static void host(int what, const void *with) {
    register int first __asm("r0") = what;
    register const void *second __asm("r1") = with;
    __asm volatile("bkpt 0xAB" : "+r"(first) : "r"(second) : "memory");
}

static void say(long long number) {
    char text[24], *at = text + 22;
    unsigned long long rest = number < 0 ? -(unsigned long long)number : (unsigned long long)number;
    text[22] = '\n', text[23] = 0;
    do *--at = (char)('0' + rest % 10); while (rest /= 10);
    if (number < 0) *--at = '-';
    host(4, at);
}

__attribute__((noinline)) static void known(int rounds) {
    __asm volatile("1: subs %0, #1\n bne 1b" : "+r"(rounds));
}

__attribute__((noinline)) static void run(void) {
    static const REAL none[UPPER_RANK], force[3] = {0, 0, 2};
    long long ticks = 0;
    unsigned before, took, most = 0;
    REAL place[3];

    AT(0xE000E014) = 0xFFFFFF, NOW = 0, AT(0xE000E010) = 5; /* the timer */
    before = NOW;
    known(KNOWN_ROUNDS);
    say((before - NOW) & 0xFFFFFF);
    NAME_reset(&body);
    for (;;) {
        before = NOW;
        if (NAME_step(&body) != UPPER_DONE) break;
        took = (before - NOW) & 0xFFFFFF;
        ticks += took;
        if (took > most) most = took;
        NAME_push(&body, none);
        if (body.step >= 30 && body.step < 40) NAME_push_at(&body, UPPER_AT_WHERE, force);
    }
    say(UPPER_STEPS), say(body.step), say(ticks), say(most);
    NAME_position(&body, UPPER_AT_WHERE, place);
    for (int i = 0; i < 3; i++) say((long long)(place[i] / MICRO));
    host(0x18, (const void *)0x20026); /* the end, and all is well */
}

void begin(void) {
    AT(0xE000ED88) |= 0xFu << 20; /* floating point */
    __asm volatile("dsb; isb");
    run();
}

extern unsigned stack_end[];
__attribute__((section(".vectors"), used)) static const void *const vectors[] = {stack_end, begin};
"""


class Counted(NamedTuple):
    """The instructions of a whole motion, which is pushed for ten steps."""

    steps: int
    instructions: float  # of a step, in the mean
    most: int  # of the longest step
    place: tuple[float, ...]  # (3,) m, where the region ends


def missing() -> str:
    """The name of the program or C library that is missing; empty if none is."""
    for program in (COMPILER, EMULATOR):
        if shutil.which(program) is None:
            return program
    found = subprocess.run(
        [COMPILER, f"-print-file-name={LIBRARY}"], capture_output=True, text=True, check=True
    )
    return "" if Path(found.stdout.strip()).is_file() else "newlib"


def count_instructions(source: Path, region: str, real: str = "float") -> Counted:
    """Count the instructions of a step of exported C; `region` is pushed, and its middle is reported."""
    name, folder = source.stem, source.parent
    text = PROGRAM.replace("KNOWN_ROUNDS", str(KNOWN // 2)).replace("MICRO", repr(MICRO))
    text = (
        text.replace("WHERE", region.upper())
        .replace("UPPER", name.upper())
        .replace("NAME", name)
        .replace("REAL", real)
    )
    (folder / "cortex.c").write_text(text, "utf-8")
    (folder / "cortex.ld").write_text(LAYOUT, "utf-8")
    machine = ["-mcpu=cortex-m7", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv5-d16"]
    linking = ["-nostartfiles", "-T", "cortex.ld", "--specs=nosys.specs"]
    command = [COMPILER, *machine, "-O3", "-std=gnu99", *linking, "-o", "cortex.elf", "cortex.c", "-lm"]
    subprocess.run(command, cwd=folder, check=True)
    board = ["-M", "mps2-an500", "-icount", "shift=0", "-nographic", "-monitor", "none", "-serial", "none"]
    command = [EMULATOR, *board, "-semihosting-config", "enable=on,target=native", "-kernel", "cortex.elf"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=True)
    loop, wanted, steps, ticks, most, *place = map(int, (done.stdout + done.stderr).split())
    assert abs(TICK * loop - KNOWN) < 0.01 * KNOWN
    assert steps == wanted  # else a step has failed
    return Counted(steps, TICK * ticks / steps, TICK * most, tuple(MICRO * each for each in place))
