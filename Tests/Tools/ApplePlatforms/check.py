# SPDX-License-Identifier: MIT
"""Compiles the package for Apple's platforms, as far as Linux can: `make check PARTS=apple`.

Runs the type checker and the checks on SIL, for the oldest supported versions, on each C header, each target that an app
links, each example, and the blocks of the documentation that only these platforms compile. Examples that are separate
packages are compiled for their platform without checking their minimum version, which is newer. Nothing is linked or run.
Code that passed is compiled again only after a change.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sdk
from pages import programs
from sdk import CACHE, ROOT, Platform, Unavailable

SWIFT = os.environ.get("SWIFT", "swift")
# The options of the existing build, so that the macro is not built again.
BUILD = [SWIFT, "build", *os.environ.get("DEBUG_BUILD", "").split()]
# Examples that are separate packages.
PACKAGES = [ROOT / "Examples/ShopExample", ROOT / "Examples/NotesExample"]
JOBS = max(1, min(2, os.cpu_count() or 1))


class Failed(Exception):
    """The errors of the compiler."""


class Target:
    """A target of a manifest, with its compiler options and its platforms."""

    def __init__(self, description, root=ROOT, platforms=tuple(sdk.TRIPLES)):
        self.platforms = platforms
        self.name = description["name"]
        self.kind = description["type"]
        self.folder = root / (description.get("path") or f"Sources/{self.name}")
        self.dependencies = [next(iter(each.values()))[0] for each in description["dependencies"]]
        self.options = ["-swift-version", "6", "-warnings-as-errors"]
        for setting in description["settings"]:
            kind, value = next(iter(setting["kind"].items()))
            if kind == "enableUpcomingFeature":
                self.options += ["-enable-upcoming-feature", value["_0"]]
            elif kind == "treatWarning" and value["_1"] == "error":
                self.options += ["-Werror", value["_0"]]
            elif kind == "strictMemorySafety":
                self.options += ["-strict-memory-safety"]
            elif kind == "defaultIsolation":
                self.options += ["-default-isolation", value["_0"]]

    @property
    def sources(self):
        return sorted(self.folder.rglob("*.swift"))


class Package:
    """The targets of this package and its examples that run on a user's device, each after its dependencies."""

    def __init__(self):
        described = described_package(ROOT)
        targets = {each["name"]: Target(each) for each in described["targets"]}
        products = [target for product in described["products"] for target in product["targets"]]
        examples = [target.name for target in targets.values() if target.folder.is_relative_to(ROOT / "Examples")]
        self.products = products
        self.targets = []
        self.systems = []
        self.plugins = []
        self.seen = set()
        for name in products + examples:
            self.add(targets[name], targets)
        for folder in PACKAGES:
            for target in described_package(folder)["targets"]:
                if target["type"] != "test":
                    targets[target["name"]] = Target(target, folder, ("macOS",))
                    targets[target["name"]].options.append("-disable-availability-checking")
        for target in targets.values():
            if target.platforms == ("macOS",):
                self.add(target, targets)

    def add(self, target, targets):
        if target.name in self.seen:
            return
        self.seen.add(target.name)
        if target.kind == "macro":
            self.plugins.append(target.name)
            return
        for name in target.dependencies:
            self.add(targets[name], targets)
        (self.systems if target.kind == "system" else self.targets).append(target)

    def options(self):
        """Builds the macros. Returns the compiler options that locate C modules and macros."""
        folder = Path(output([*BUILD, "--show-bin-path"]).strip())
        options = [part for target in self.systems for part in ("-I", str(target.folder))]
        for plugin in self.plugins:
            output([*BUILD, "--quiet", "--product", plugin])
            options += ["-load-plugin-executable", f"{folder / plugin}-tool#{plugin}"]
        return options


def described_package(folder):
    return json.loads(output([SWIFT, "package", "--package-path", str(folder), "dump-package"]))


def output(command):
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if result.returncode != 0:
        raise Failed(result.stdout + result.stderr)
    return result.stdout


def frontend(platform, arguments):
    """Calls the compiler. Returns its output if it fails, otherwise None."""
    command = [str(platform.usr / "bin/swiftc"), "-frontend", *arguments, *platform.options(),
               "-package-name", "rex", "-diagnostic-style", "llvm"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return None if result.returncode == 0 else result.stdout + result.stderr


class Check:
    """The compilation for one platform."""

    def __init__(self, platform, package, options):
        self.platform = platform
        self.package = package
        self.options = options
        self.digests = {}
        self.compiled = 0
        setup = [*sorted(sdk.STUBS.iterdir()), *sorted(sdk.HERE.glob("*.py"))]
        for target in package.systems:
            setup += sorted(target.folder.iterdir())
        if package.plugins:
            setup += sorted(path for path in (ROOT / "Sources").rglob("*.swift") if "Expansion" in str(path))
        self.setup = digest([platform.triple, *platform.options()], setup)

    def run(self):
        """Compiles changed code, and raises the first errors."""
        self.platform.prepare()
        for header in self.headers():
            name = str(header.relative_to(ROOT))
            self.once(name, digest([self.setup], [header]), lambda: self.header(header))
        for target in self.package.targets:
            if self.platform.name not in target.platforms:
                continue
            self.digests[target.name] = digest(
                [self.setup, *target.options, *(self.digests.get(each, "") for each in target.dependencies)],
                target.sources)
            self.once(target.name, self.digests[target.name], lambda: self.module(target))
        for program in programs(ROOT):
            mark = digest([self.setup, program.text, *program.options, *self.digests.values()], [])
            self.once(program.name, mark, lambda: self.program(program))
        return self

    def once(self, name, mark, compile):
        stamp = self.platform.folder / "good" / re.sub(r"\W", "-", name)
        if stamp.exists() and stamp.read_text() == mark:
            return
        stamp.unlink(missing_ok=True)
        problem = compile()
        if problem is not None:
            raise Failed(f"{name} for {self.platform.name}:\n{problem}")
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(mark)
        self.compiled += 1

    def headers(self):
        return sorted(path for target in self.package.systems for path in target.folder.glob("*.h"))

    def header(self, header):
        """Compiles a C header, and returns its errors. Swift's compiler treats it as a system header and hides them."""
        result = subprocess.run([*self.platform.clang(), str(header)], capture_output=True, text=True)
        return None if result.returncode == 0 else result.stderr

    def module(self, target, sources=None, only_types=False):
        """Compiles a target, with other sources if given. Returns the errors, or None."""
        module = self.platform.modules / f"{target.name}.swiftmodule"
        kind = ["-typecheck"] if only_types else ["-emit-sil", "-emit-module-path", str(module), "-o", os.devnull]
        if not any(path.name == "main.swift" for path in sources or target.sources):
            kind.append("-parse-as-library")
        return frontend(self.platform, [*kind, *target.options, *self.options, "-module-name", target.name,
                                        *map(str, sources or target.sources)])

    def program(self, program):
        """Compiles a program of the documentation like a reader. Returns the errors, or None."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "main.swift"
            # Programs that use Observation require newer versions than the package.
            newer = ["-disable-availability-checking"] if "import RexObservation" in program.text else []
            file.write_text(f'#sourceLocation(file: "{program.page}", line: 1)\n{program.text}', encoding="utf-8")
            return frontend(self.platform, ["-emit-sil", "-o", os.devnull, "-swift-version", "6", *program.warnings, *newer,
                                            *self.options, *program.options, "-module-name", "App", str(file)])


def digest(texts, files):
    result = hashlib.sha256()
    for text in texts:
        result.update(text.encode() + b"\0")
    for file in files:
        if file.is_file():
            result.update(str(file).encode() + b"\0" + file.read_bytes() + b"\0")
    return result.hexdigest()


def checks():
    """Returns a check for each platform."""
    if sys.platform == "darwin":
        raise Unavailable("this is a Mac, which compiles the package itself")
    usr = sdk.toolchain()
    platforms = [Platform(name, usr) for name in sdk.TRIPLES if name in (os.environ.get("PLATFORMS") or name).split()]
    sdk.get_headers()
    package = Package()
    options = package.options()
    return [Check(platform, package, options) for platform in platforms]


def main():
    start = time.monotonic()
    CACHE.mkdir(exist_ok=True)
    try:
        all_checks = checks()
    except Unavailable as reason:
        print(f"Not compiled for Apple's platforms: {reason}.")
        return
    with ThreadPoolExecutor(JOBS) as pool:
        futures = [pool.submit(check.run) for check in all_checks]
    problems = [str(future.exception()) for future in futures if future.exception()]
    if problems:
        sys.exit("\n".join(problems))
    names = ", ".join(check.platform.name for check in all_checks)
    compiled = sum(check.compiled for check in all_checks)
    print(f"Compiled for {names}: {compiled} new or changed modules and programs, {time.monotonic() - start:.0f} s.")


if __name__ == "__main__":
    main()
