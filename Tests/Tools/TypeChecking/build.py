# SPDX-License-Identifier: MIT
"""Runs a build command. Fails at warnings and at code that takes too long to type-check: build.py swift build ...

The command has the options -warn-long-function-bodies and -warn-long-expression-type-checking. They report candidates,
which may have been slow only because the machine was busy. So the file of a candidate is type-checked up to five more times,
each time right after Reference.swift. The candidate fails if it takes more than twice the time of the reference every time.
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
# Driver options that a type check does not allow, with the number of words of each.
DROPPED = {
    "-emit-dependencies": 1, "-emit-module": 1, "-emit-module-path": 2, "-output-file-map": 2, "-incremental": 1, "-c": 1,
    "-enable-batch-mode": 1, "-serialize-diagnostics": 1, "-index-store-path": 2, "-parseable-output": 1,
    "-wmo": 1, "-num-threads": 2, "-emit-objc-header": 1, "-emit-objc-header-path": 2, "-warnings-as-errors": 1, "-j2": 1,
}


class Slow:
    """A function or an expression, with the time that it took and its limit, in milliseconds."""

    def __init__(self, path, line, column, name, time):
        self.path, self.line, self.column, self.name = path, line, column, name
        self.time, self.limit = time, 0

    @property
    def key(self):
        return self.path, self.line, self.column, self.name


def slow_code(lines):
    """Returns the code that the compiler reports as slow, each with its shortest time."""
    found = {}
    for line in lines:
        diagnostic = DIAGNOSTIC.match(line)
        slow = diagnostic and SLOW.match(diagnostic[4])
        if slow:
            code = Slow(diagnostic[1], int(diagnostic[2]), int(diagnostic[3]), slow[1], int(slow[2]))
            found[code.key] = min(code, found.get(code.key, code), key=lambda each: each.time)
    return found


def run(command):
    """Runs a command. Returns its status and its distinct warnings. Prints its output without reports of slow code."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    diagnostics, is_shown = {}, True
    for line in process.stdout:
        diagnostic = DIAGNOSTIC.match(line)
        if diagnostic:
            diagnostics[line.rstrip("\n")] = True
            is_shown = not SLOW.match(diagnostic[4])
        elif not re.match(r" *(\d+)? \| |\n", line):
            # This is not a line of source code, so the report has ended.
            is_shown = True
        if is_shown:
            sys.stdout.write(line)
            sys.stdout.flush()
    return process.wait(), list(diagnostics)


# Type checks


def module_options(scratch):
    """Returns, for each file of the last build in a folder, the compiler options and the files of its module."""
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
    """Returns the command that type-checks one file of a module, and reports code that takes 1 ms or more."""
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
        sys.exit(f"build.py: the repeated type check failed:\n{result.stderr}")
    return found


def too_slow(candidates, scratch):
    """Returns the candidates that take more than twice the time of the reference every time."""
    options = module_options(scratch)
    compiler = next((words[0] for words, _ in options.values()), "swiftc")
    reference = frontend(str(REFERENCE), [compiler, "-parse-as-library", "-swift-version", "6"], [str(REFERENCE)])
    limit = 2 * max(code.time for code in type_check(reference).values())
    slow = [code for code in candidates if code.path in options and code.time > limit]
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
        print("Usage: build.py <build command>", file=sys.stderr)
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
        times = f"{code.time} ms to type-check, more than the limit of {code.limit} ms"
        print(f"error: {code.path}:{code.line}:{code.column}: {code.name} takes {times}", file=sys.stderr)
    # Touch these files, so that the next build compiles and reports them again.
    for path in {DIAGNOSTIC.match(line)[1] for line in warnings} | {code.path for code in slow}:
        os.utime(path)
    return 1 if warnings or slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
