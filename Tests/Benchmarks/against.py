# SPDX-License-Identifier: MIT
"""Compares rows of the benchmark with those of an older commit: `make benchmark AGAINST=69a328c`.

The programs of both commits run alternately on this machine. A row that takes more than 1.05 times as long fails, unless
against.txt allows a higher ratio and gives the reason.
"""

import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILDS = ROOT / ".build-against"
SWIFT = os.environ.get("SWIFT", "swift")
LIMIT = 1.05
TURNS = 7
# As long as a process has only one thread, the C library locks a mutex without atomic operations. Apps have several threads,
# but programs of older commits may not, so this library starts a second one.
SECOND_THREAD = """
#include <pthread.h>
#include <unistd.h>
static void *rest(void *none) { for (;;) pause(); }
__attribute__((constructor)) static void begin(void) { pthread_t thread; pthread_create(&thread, 0, rest, 0); }
"""


def complain(text):
    print(f"against.py: {text}", file=sys.stderr)


def allowed():
    """Reads the rows that may take longer: row | highest ratio | reason."""
    rows = {}
    for line in (HERE / "against.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split("|")]
        if len(fields) != 3 or not re.fullmatch(r"\d+(\.\d+)?", fields[1]) or not fields[2]:
            complain(f"against.txt: expected a row, a number and a reason: {line}")
            sys.exit(2)
        rows[fields[0]] = float(fields[1])
    return rows


def build(folder):
    """Builds the benchmark of the package in a folder, and returns the path of the program."""
    command = [SWIFT, "build", "-c", "release", "--package-path", "Tests/Benchmarks",
               "--scratch-path", ".build-benchmark"]
    subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr)
    shown = subprocess.run([*command, "--show-bin-path"], cwd=folder, check=True, capture_output=True, text=True)
    return Path(shown.stdout.strip()) / "Benchmarks"


def sources_of(commit):
    folder = BUILDS / commit
    if not folder.exists():
        folder.mkdir(parents=True)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


def second_thread():
    library = BUILDS / "thread.so"
    subprocess.run(["clang", "-x", "c", "-", "-shared", "-fPIC", "-o", str(library)], input=SECOND_THREAD, text=True,
                   check=True)
    return library


# Programs of older commits don't keep freed blocks by themselves.
KEPT_MEMORY = "glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=67108864"


def measure(program, rows, library):
    """Runs the program, and returns the nanoseconds of each row in its table. Unknown rows are left out."""
    result = subprocess.run([program, "--markdown", *rows], capture_output=True, text=True,
                            env={**os.environ, "LD_PRELOAD": str(library), "GLIBC_TUNABLES": KEPT_MEMORY})
    if result.returncode == 2:
        complain(result.stderr.strip())
        sys.exit(2)
    times = {}
    for line in result.stdout.splitlines():
        fields = [field.strip() for field in line.strip("| ").split(" | ")]
        if len(fields) > 2 and (number := re.match(r"\d+(\.\d+)?", fields[2])):
            times[fields[0]] = float(number.group())
    return times


def measure_apart(program, rows, library):
    """Measures rows in different processes, except for variants such as "W7 by id", which are measured with "W7".

    Programs of older commits measure all rows in one process, so that a row depends on the rows before it.
    """
    times = {}
    for row in sorted(rows):
        if row not in times:
            times |= measure(program, [row], library)
    return {row: times[row] for row in rows}


def main(commit, rows):
    found = subprocess.run(["git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"], cwd=ROOT,
                           capture_output=True, text=True)
    if found.returncode:
        complain(f"this clone has no commit {commit}")
        print("Usage: make benchmark AGAINST=COMMIT [ONLY='W1 W2']", file=sys.stderr)
        sys.exit(2)
    limits = allowed()
    older, newer = build(sources_of(found.stdout.strip())), build(ROOT)
    library = second_thread()
    # A first run, which is not counted, finds the rows that both programs have.
    both = set(measure(older, rows, library)) & set(measure(newer, rows, library))
    turns = [(measure_apart(older, both, library), measure_apart(newer, both, library)) for _ in range(TURNS)]
    failed = False
    for row in sorted(both, key=lambda name: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]):
        before = statistics.median(old[row] for old, _ in turns)
        now = statistics.median(new[row] for _, new in turns)
        ratio = statistics.median(new[row] / old[row] for old, new in turns)
        limit = limits.get(row, LIMIT)
        failed = failed or ratio > limit
        print(f"{row:22} {before:10.1f} ns {now:10.1f} ns {ratio:6.2f} {'>' if ratio > limit else '≤'} {limit:g}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
