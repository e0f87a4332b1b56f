# SPDX-License-Identifier: MIT
"""Mutation testing: makes small changes to a module, one at a time, and checks that its tests fail: `make mutate`.

With `--check` alone, it only checks that each entry of equivalent.txt still matches a mutant, and builds nothing.

It works in a copy of the package in .build-mutants, which has only the targets that the module's tests need.
"""

import fcntl
import glob
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import forms
from equivalent import EQUIVALENT, BadEntry, read_equivalent
from rules import enum_cases, mutants
from swift_source import SwiftSource

ROOT = Path(__file__).resolve().parents[3]
USAGE = "Usage: make mutate MODULE=RexCore COUNT=50 SEED=7"
# The test targets of a module besides the one with its name.
MORE_TESTS = {
    "PrismExpansion": ["PrismTests"],
    "PublisherKit": ["PublisherMiddlewareTests"],
    "StateComparison": ["LoggerMiddlewareTests"],
}
SWIFT = os.environ.get("SWIFT", "swift")
# Without source locations, the object files of equivalent mutants are identical.
OPTIONS = ["-debug-info-format", "none", "-Xswiftc", "-gnone"]
# A missing lock rarely makes a test fail, but ThreadSanitizer detects it.
SANITIZED_KINDS = ("lock",)
SANITIZED_OPTIONS = ["--sanitize=thread", "-Xswiftc", "-DTHREAD_SANITIZER"]
BUILD_SECONDS = 600
GIGABYTE = 1 << 30
BROKE_BUILD = "broke the tests' build"
CAUGHT = ("failed", "crashed", "hung", BROKE_BUILD)


class BadArguments(Exception):
    """The mistake in the arguments."""


class Stop(Exception):
    """The reason why there is no result."""


# Processes


def run(command, folder, seconds, limits=None):
    """Runs a command and kills what it leaves running. Returns its status, or None after a timeout, and its output."""
    with open(folder / "output.txt", "w+b") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=limits,
        )
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            end_session(process)
        output.seek(0)
        return status, output.read().decode(errors="replace")


def end_session(process):
    """Kills all remaining processes of a session, including other process groups."""
    members = {process.pid}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            fields = Path(path).read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == process.pid and fields[0] != "Z":
            members.add(int(path.split("/")[2]))
    if process.poll() is not None:
        members.discard(process.pid)
    else:
        os.killpg(process.pid, signal.SIGKILL)
    for member in members:
        try:
            os.kill(member, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()


def limit_tests():
    """Limits memory and file sizes. Address space is not limited, since a browser reserves a lot of it."""
    resource.setrlimit(resource.RLIMIT_DATA, (16 * GIGABYTE, 16 * GIGABYTE))
    resource.setrlimit(resource.RLIMIT_FSIZE, (GIGABYTE, GIGABYTE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# The copy of the package


class Copy:
    def __init__(self, module, targets, tests):
        self.module = module
        self.folder = ROOT / ".build-mutants" / module
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = open(self.folder / "lock", "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Stop(f"another run is mutating {module}") from None
        self.additions = {"Package.swift": manifest_end(needed(tests, targets))}
        self.clock = int(time.time())
        self.mirror()

    def mirror(self):
        """Copies changed files, so that the build stays incremental."""
        listed = subprocess.check_output(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True
        )
        paths = {path for path in listed.split("\0") if path and (ROOT / path).is_file()}
        for path in paths:
            if path.startswith("Sources/") and path.endswith("/Lock.swift"):
                self.additions[path] = unlocked_forms((ROOT / path).read_text())
            self.write(path, (ROOT / path).read_bytes())
        for top in ("Sources", "Tests", "Examples"):
            for old in (self.folder / top).rglob("*"):
                if old.is_file() and str(old.relative_to(self.folder)) not in paths:
                    old.unlink()

    def write(self, path, content):
        content += self.additions.get(path, "").encode()
        place = self.folder / path
        if not place.exists() or place.read_bytes() != content:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
            self.renew([place, *self.macro_users()])
            if (ROOT / path).exists():
                shutil.copymode(ROOT / path, place)

    def renew(self, places):
        """Gives files a later modification time. The build may miss a second change within a second."""
        self.clock = max(self.clock + 1, int(time.time()))
        for place in places:
            os.utime(place, (self.clock, self.clock))

    def macro_users(self):
        """Returns the files that use the macro. The build does not rebuild them when the macro changes."""
        if self.module != "PrismExpansion":
            return []
        return [p for p in (self.folder / "Tests" / "PrismTests").rglob("*.swift") if "@Prism" in p.read_text()]


class Build:
    """A build of the copy. Checks that its tests pass without a mutant."""

    def __init__(self, copy, is_sanitized):
        self.copy, self.is_sanitized = copy, is_sanitized
        self.scratch = ".build-thread" if is_sanitized else ".build"
        self.options = [*OPTIONS, "--scratch-path", self.scratch, *(SANITIZED_OPTIONS if is_sanitized else [])]
        status, output = self.make("--build-tests")
        if status != 0:
            raise Stop(f"the tests of {copy.module} do not build:\n{output[-2000:]}")
        self.code = self.read_code()
        start = time.monotonic()
        status, output = self.test(BUILD_SECONDS)
        if status != 0:
            raise Stop(f"the tests of {copy.module} fail without a mutant:\n{output[-2000:]}")
        self.test_seconds = 5 * (time.monotonic() - start) + 10

    def make(self, *what):
        return run([SWIFT, "build", *self.options, *what], self.copy.folder, BUILD_SECONDS)

    def test(self, seconds):
        bundle = self.copy.folder / self.scratch / "debug" / "RexPackageTests.xctest"
        if bundle.is_dir():  # as on macOS
            command = [SWIFT, "test", "--skip-build", *self.options]
        else:
            command = [bundle, "--testing-library", "swift-testing"]
        # ThreadSanitizer maps more memory than the limit allows.
        return run(command, self.copy.folder, seconds, None if self.is_sanitized else limit_tests)

    def read_code(self):
        """Returns the hashes of the module's object files."""
        folder = self.copy.folder / self.scratch / "debug"
        objects = sorted(o for end in ("", "-tool") for o in folder.glob(f"{self.copy.module}{end}.build/**/*.o"))
        return [hashlib.sha256(o.read_bytes()).digest() for o in objects]

    def judge(self, mutant, text):
        """Builds and tests a mutant, and returns the outcome."""
        try:
            self.copy.write(mutant.path, (text[: mutant.start] + mutant.new + text[mutant.end :]).encode())
            if self.make("--build-tests")[0] != 0:
                return BROKE_BUILD if self.make("--target", self.copy.module)[0] == 0 else "did not compile"
            if self.read_code() == self.code:
                return "compiled to the same code"
            status, _ = self.test(self.test_seconds)
            return "survived" if status == 0 else "hung" if status is None else "failed" if status > 0 else "crashed"
        finally:
            self.copy.write(mutant.path, text.encode())


def needed(names, targets):
    """Returns the targets with these names and all their dependencies."""
    found, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name in targets and name not in found:
            found.add(name)
            waiting += [(d.get("byName") or d.get("target") or [None])[0] for d in targets[name]["dependencies"]]
    return found


def manifest_end(kept):
    names = ", ".join(f'"{name}"' for name in sorted(kept))
    return f"\npackage.products = []\npackage.targets.removeAll {{ ![{names}].contains($0.name) }}\n"


def unlocked_forms(lock):
    """Returns copies of the `withLock` methods that don't lock, for mutants to call."""
    forms = re.findall(r"^    [^/\n]*\bfunc withLock\b.*?^    }\n", lock, re.DOTALL | re.MULTILINE)
    unlocked = [re.sub(r"^ *(un)?lock\(\)\n", "", form, flags=re.MULTILINE) for form in forms]
    body = "\n".join(unlocked).replace("func withLock", "func withoutLock")
    return f"\nextension Lock where Value: ~Copyable {{\n{body}}}\n"


# Mutants


def read_module(module):
    """Returns the sources of a module and their mutants."""
    paths = sorted((ROOT / "Sources" / module).rglob("*.swift"))
    sources = [SwiftSource(str(p.relative_to(ROOT)), p.read_text()) for p in paths]
    siblings = enum_cases(sources)
    return sources, {source.path: mutants(source, siblings) for source in sources}


def check_equivalent():
    """Checks that each entry still matches a mutant of its module that no form covers. Returns the exit status."""
    entries = read_equivalent()
    lost = []
    for module in {entry.module for entry in entries}:
        sources, found = read_module(module)
        candidates = [m for source in sources for m in found[source.path] if forms.reason(source, m) is None]
        lost += [e for e in entries if e.module == module and not any(e.covers(m) for m in candidates)]
    for entry in lost:
        print(f"{EQUIVALENT.name}: no mutant matches this entry any more: {entry}", file=sys.stderr)
    return 1 if lost else 0


def ranges_left_out(sources):
    """Returns the ranges of some sources that `#if` excludes on this platform, by path."""
    directives = [(source, token) for source in sources for token in source.tokens if token.kind == "directive"]
    skeleton = "".join(f'{token.text}\n#warning("<{n}>")\n' for n, (_, token) in enumerate(directives))
    command = [f"{SWIFT}c", "-typecheck", "-DDEBUG", "-"]
    said = subprocess.run(command, input=skeleton, capture_output=True, text=True, check=True).stderr
    ranges = {source.path: [] for source in sources}
    for number, (source, token) in enumerate(directives):
        if f"warning: <{number}>" not in said:
            following = directives[number + 1 :][:1]
            ranges[source.path].append(range(token.end, following[0][1].start))
    return ranges


def in_turn(candidates, generator):
    """Yields all candidates in random order, taking turns between the kinds."""
    kinds = {}
    for candidate in candidates:
        kinds.setdefault(candidate.kind, []).append(candidate)
    for kind in kinds.values():
        generator.shuffle(kind)
    order = list(kinds)
    generator.shuffle(order)
    while order:
        for kind in order:
            yield kinds[kind].pop()
        order = [kind for kind in order if kinds[kind]]


def mutate(module, tests, targets, count, seed):
    copy = Copy(module, targets, tests)
    sources, found = read_module(module)
    left_out = ranges_left_out(sources)
    candidates, by_path = [], {source.path: source for source in sources}
    for path, ranges in left_out.items():
        candidates += [m for m in found[path] if not any(m.start in left_out_range for left_out_range in ranges)]
    equivalent = read_equivalent()
    outcomes, builds = Counter(), {}
    start = time.monotonic()
    try:
        for mutant in in_turn(candidates, random.Random(f"{module} {seed}")):
            if tried(outcomes) == count:
                break
            source = by_path[mutant.path]
            if forms.reason(source, mutant):
                outcome = "equivalent by form"
            elif any(entry.covers(mutant) for entry in equivalent):
                outcome = "known to be equivalent"
            else:
                is_sanitized = mutant.kind in SANITIZED_KINDS
                builds[is_sanitized] = builds.get(is_sanitized) or Build(copy, is_sanitized)
                outcome = builds[is_sanitized].judge(mutant, source.text)
            outcomes[outcome] += 1
            if outcome == "survived":
                print(f"{mutant.path}:{mutant.line}: [{mutant.kind}] {mutant.name}: {mutant.change}", flush=True)
            elif os.environ.get("VERBOSE"):
                print(f"  {outcome}: {mutant.path}:{mutant.line}: [{mutant.kind}] {mutant.name}: {mutant.change}", flush=True)
    finally:
        print(summary(module, seed, outcomes, len(candidates), time.monotonic() - start), flush=True)


def tried(outcomes):
    return outcomes["survived"] + sum(outcomes[way] for way in CAUGHT)


def summary(module, seed, outcomes, candidates, seconds):
    def listed(kinds):
        return ", ".join(f"{n} {kind}" for kind, n in outcomes.items() if kind in kinds) or "none"

    total = tried(outcomes)
    caught = total - outcomes["survived"]
    return (
        f"{module} with seed {seed}: {caught} of {total} mutants caught ({100 * caught // max(total, 1)} %: "
        f"{listed(CAUGHT)}); not counted: {listed(outcomes.keys() - {*CAUGHT, 'survived'})}; "
        f"{candidates} candidates, {seconds:.0f} s."
    )


# The command


def arguments(words, targets):
    """Returns the module, its test targets, the number of mutants and the seed."""
    if len(words) != 3:
        raise BadArguments("MODULE, COUNT and SEED are needed.")
    module, count, seed = words
    modules = [n for n in sorted(targets) if f"{n}Tests" in targets and (ROOT / "Sources" / n).is_dir()]
    if module not in modules:
        raise BadArguments(f"MODULE is {module!r}, not one of {', '.join(modules)}.")
    if not re.fullmatch(r"[1-9][0-9]{0,5}", count):
        raise BadArguments(f"COUNT is {count!r}, not a whole number above zero.")
    if not re.fullmatch(r"[0-9]{1,18}", seed):
        raise BadArguments(f"SEED is {seed!r}, not a whole number.")
    return module, [f"{module}Tests", *MORE_TESTS.get(module, [])], int(count), int(seed)


def main():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        if sys.argv[1:] == ["--check"]:
            return check_equivalent()
        manifest = json.loads(subprocess.check_output([SWIFT, "package", "dump-package"], cwd=ROOT))
        targets = {target["name"]: target for target in manifest["targets"]}
        module, tests, count, seed = arguments(sys.argv[1:], targets)
        mutate(module, tests, targets, count, seed)
    except BadArguments as error:
        print(error, USAGE, file=sys.stderr)
        return 2
    except (Stop, BadEntry, subprocess.CalledProcessError) as error:
        print(f"No result: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
