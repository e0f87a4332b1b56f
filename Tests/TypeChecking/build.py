# SPDX-License-Identifier: MIT
"""Runs a command that builds, and fails at any warning and at code that takes too long to type-check: build.py swift build ...

The command has the options -warn-long-function-bodies and -warn-long-expression-type-checking. What they report is only a
candidate: the machine may have been busy. Its file is type-checked up to five times more, each time right after
Reference.swift. It fails if it takes more than twice the time of the reference each time, so a busy machine fails nothing.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REFERENCE = HERE / "Reference.swift"
DIAGNOSTIC = re.compile(r"^(/.*\.swift):(\d+):(\d+): warning: (.*)$")
SLOW = re.compile(r"^(.*) took (\d+)ms to type-check")
RUNS = 5
# Options of the driver, and how many words each has, that a type check alone cannot have.
DROPPED = {
    "-emit-dependencies": 1, "-emit-module": 1, "-emit-module-path": 2, "-output-file-map": 2, "-incremental": 1, "-c": 1,
    "-enable-batch-mode": 1, "-serialize-diagnostics": 1, "-index-store-path": 2, "-parseable-output": 1,
    "-wmo": 1, "-num-threads": 2, "-emit-objc-header": 1, "-emit-objc-header-path": 2, "-warnings-as-errors": 1, "-j2": 1,
}


class Slow:
    """A function or an expression, the time that it took, and the time that it may take."""

    def __init__(self, path, line, column, name, time):
        self.path, self.line, self.column, self.name = path, line, column, name
        self.time, self.limit = time, 0

    @property
    def key(self):
        return self.path, self.line, self.column, self.name


def slow_code(lines):
    """What the compiler reports as slow, with the shortest time of each in milliseconds."""
    found = {}
    for line in lines:
        diagnostic = DIAGNOSTIC.match(line)
        slow = diagnostic and SLOW.match(diagnostic[4])
        if slow:
            code = Slow(diagnostic[1], int(diagnostic[2]), int(diagnostic[3]), slow[1], int(slow[2]))
            found[code.key] = min(code, found.get(code.key, code), key=lambda each: each.time)
    return found


def run(command):
    """The exit status of a command, and its warnings without repetitions; its output passes, without reports of slow code."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    diagnostics, is_shown = {}, True
    for line in process.stdout:
        diagnostic = DIAGNOSTIC.match(line)
        if diagnostic:
            diagnostics[line.rstrip("\n")] = True
            is_shown = not SLOW.match(diagnostic[4])
        elif not re.match(r" *(\d+)? \| |\n", line):
            # No line of the source, so the report has ended.
            is_shown = True
        if is_shown:
            sys.stdout.write(line)
            sys.stdout.flush()
    return process.wait(), list(diagnostics)


# Type checks


def module_options(scratch):
    """The options of the compiler for each file of the last build in a folder, and the files of its module."""
    options = {}
    for line in (scratch / "debug.yaml").read_text().splitlines():
        if line.startswith("    args: ["):
            words = json.loads(line[len("    args: "):])
            if not words[0].endswith("swiftc") or "-emit-module" not in words:
                continue
            response = next(word[1:] for word in words if word.startswith("@"))
            files = [shlex.split(each)[0] for each in Path(response).read_text().splitlines() if each]
            kept, index = [], 0
            while index < len(words):
                if words[index] in DROPPED:
                    index += DROPPED[words[index]]
                else:
                    if not words[index].startswith("@"):
                        kept.append(words[index])
                    index += 1
            for file in files:
                options[file] = (kept, files)
    return options


def frontend(file, options, files):
    """The command that type-checks one file of a module, and reports whatever takes a millisecond or more."""
    listed = subprocess.run([*options, "-c", *files, "-driver-print-jobs"], check=True, capture_output=True, text=True)
    jobs = [shlex.split(line) for line in listed.stdout.splitlines()]
    job = next(job for job in jobs if "-primary-file" in job and file in job)
    words, index = [], 0
    while index < len(job):
        word = job[index]
        if word == "-primary-file":
            words += [word, job[index + 1]] if job[index + 1] == file else [job[index + 1]]
            index += 2
        elif word in ("-o", "-num-threads") or word.startswith(("-emit-", "-serialize-diagnostics-path", "-index-")):
            index += 2
        elif word == "-c":
            words.append("-typecheck")
            index += 1
        else:
            if not re.match("-warn-long-", word):
                words.append(word)
            index += 1
    return [*words, "-warn-long-function-bodies=1", "-warn-long-expression-type-checking=1"]


def type_check(command):
    result = subprocess.run(command, capture_output=True, text=True)
    found = slow_code(result.stderr.splitlines())
    if result.returncode:
        sys.exit(f"build.py: a type check alone failed:\n{result.stderr}")
    return found


def too_slow(candidates, scratch):
    """What takes more than twice the time of the reference, each time."""
    options = module_options(scratch)
    compiler = next((words[0] for words, _ in options.values()), "swiftc")
    reference = frontend(str(REFERENCE), [compiler, "-parse-as-library", "-swift-version", "6"], [str(REFERENCE)])
    slow = [code for code in candidates if code.path in options]
    for _ in range(RUNS):
        for path in sorted({code.path for code in slow}):
            limit = 2 * max(code.time for code in type_check(reference).values())
            again = type_check(frontend(path, *options[path]))
            for code in [code for code in slow if code.path == path]:
                code.time, code.limit = again[code.key].time if code.key in again else 0, limit
                if code.time <= limit:
                    slow.remove(code)
    return slow


def main(command):
    if not command:
        print("Usage: build.py <command that builds>", file=sys.stderr)
        return 2
    scratch = Path(command[command.index("--scratch-path") + 1] if "--scratch-path" in command else ".build")
    status, diagnostics = run(command)
    if status:
        return status
    candidates = list(slow_code(diagnostics).values())
    slow = too_slow(candidates, scratch) if candidates else []
    warnings = [line for line in diagnostics if not SLOW.match(DIAGNOSTIC.match(line)[4])]
    for line in warnings:
        print(f"Warnings are errors: {line}", file=sys.stderr)
    for code in sorted(slow, key=lambda code: -code.time):
        times = f"{code.time} ms to type-check, and may take {code.limit} ms"
        print(f"error: {code.path}:{code.line}:{code.column}: {code.name} takes {times}", file=sys.stderr)
    # The next build compiles these files again, so that it reports them again.
    for path in {DIAGNOSTIC.match(line)[1] for line in warnings} | {code.path for code in slow}:
        os.utime(path)
    return 1 if warnings or slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
