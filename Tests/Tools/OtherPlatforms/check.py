# SPDX-License-Identifier: MIT
"""Compiles the portable modules for platforms without a machine in CI: `make check PARTS=platforms`.

Runs the type checker and the checks on SIL with the C headers of each platform. Dispatch is not available, since some of
the platforms lack it. Nothing is linked or run. PLATFORMS="WASI" in the environment chooses some of the platforms.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "ApplePlatforms"))
import sdk  # noqa: E402
from sdk import ROOT, Unavailable, interface_of, write_if_changed  # noqa: E402

SWIFT = os.environ.get("SWIFT", "swift")
CACHE = ROOT / ".build-platforms"
STUBS = Path(__file__).resolve().parent / "Stubs"
FOLDER = "ziglang/lib/libc/include/"
# The triple and the folders of the headers of each platform.
PLATFORMS = {
    "Linux with musl": ("x86_64-unknown-linux-musl", ["x86_64-linux-musl", "generic-musl", "x86-linux-any", "any-linux-any"]),
    "Linux on arm64": ("aarch64-unknown-linux-gnu", ["aarch64-linux-gnu", "generic-glibc", "aarch64-linux-any", "any-linux-any"]),
    "WASI": ("wasm32-unknown-wasip1", ["wasm-wasi-musl", "generic-musl"]),
}
# Each module after its imports.
MODULES = [
    "RexCore", "ClockSleep", "StateComparison", "BridgeMiddleware", "GatedMiddleware", "EffectMiddleware", "RequestMiddleware", "PublisherKit",
    "PublisherMiddleware", "LoggerMiddleware", "RexNavigation", "RexObservation", "PersistenceMiddleware", "OutboxMiddleware",
    "RexTesting", "PublisherTesting", "ObservationTesting", "Prism", "RecorderMiddleware", "InspectorMiddleware",
]
# Warnings to ignore: the compiler has no C library for these platforms, and no macro plugin is passed.
EXPECTED = re.compile("libc not found|plugin for module 'PrismPlugin' not found")


def run(command):
    return subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True)


def settings(usr):
    """Returns the compiler options of each module in the manifest."""
    described = json.loads(run([SWIFT, "package", "dump-package"]).stdout)
    options = {}
    for target in described["targets"]:
        words = ["-swift-version", "6"]
        for setting in target["settings"]:
            kind, value = next(iter(setting["kind"].items()))
            if kind == "enableUpcomingFeature":
                words += ["-enable-upcoming-feature", value["_0"]]
            elif kind == "strictMemorySafety":
                words += ["-strict-memory-safety"]
        options[target["name"]] = words
    return options


class Platform:
    def __init__(self, triple, folders, usr):
        self.triple, self.folders, self.usr = triple, folders, usr
        self.folder = CACHE / sdk.version(usr) / triple
        self.shared = sdk.shared_folder(usr, STUBS) / triple
        self.headers = self.shared / "system/usr/include"

    def prepare(self):
        self.headers.parent.mkdir(parents=True, exist_ok=True)
        sdk.get_headers(self.headers, [f"{FOLDER}{name}/" for name in self.folders])
        interfaces = {module: interface_of(module, self.usr).read_text(encoding="utf-8") for module in sdk.SWIFT_MODULES}
        stub = (STUBS / "FoundationEssentials.swiftinterface").read_text(encoding="utf-8")
        interfaces["FoundationEssentials"] = (
            "// swift-interface-format-version: 1.0\n// swift-module-flags: -target x -enable-library-evolution -swift-version 6 "
            "-module-name FoundationEssentials\nimport Swift\n" + stub)
        for module, text in interfaces.items():
            text = re.sub(r"-target \S+", f"-target {self.triple} -disable-availability-checking", text, count=1)
            text = re.sub(r"^import Glibc\n", "", text, flags=re.M)
            if not self.triple.startswith("x86_64"):
                # These functions use Float80, which only x86 has.
                text = re.sub(r"^.*_stdlib_(?:remainderl|squareRootl)\(.*$", "", text, flags=re.M)
            write_if_changed(self.shared / f"sdk/{module}.swiftmodule/{self.triple}.swiftinterface", text)
        resources = self.shared / "resources"
        (resources / "linux").mkdir(parents=True, exist_ok=True)
        for name in ("clang", "shims"):
            sdk.link(resources / name, self.usr / "lib/swift" / name)
        (self.folder / "modules").mkdir(parents=True, exist_ok=True)

    def c_options(self):
        own = run([self.usr / "bin/clang", "-print-resource-dir"]).stdout.strip()
        return ["-D_GNU_SOURCE", "-nostdinc", "-isystem", f"{own}/include", "-isystem", str(self.headers)]

    def header(self, path):
        result = run([self.usr / "bin/clang", "-fsyntax-only", "-x", "c-header", "-target", self.triple, "-Wall", "-Wextra",
                      "-Werror", *self.c_options(), path])
        return result.stderr if result.returncode else None

    def module(self, name, options, changed=None):
        """Compiles a module, with some files replaced. Returns the errors, or None."""
        sources = [(changed or {}).get(file, file) for file in sorted((ROOT / "Sources" / name).rglob("*.swift"))]
        result = run([
            self.usr / "bin/swiftc", "-frontend", "-emit-sil", "-o", os.devnull, "-parse-as-library",
            "-emit-module-path", self.folder / f"modules/{name}.swiftmodule", "-target", self.triple,
            "-resource-dir", self.shared / "resources", "-plugin-path", self.usr / "lib/swift/host/plugins",
            "-sdk", self.shared / "system", "-module-cache-path", self.shared / "cache", "-I", self.shared / "sdk",
            "-I", self.folder / "modules", "-I", ROOT / "Sources/CRexSystem", "-package-name", "rex", "-module-name", name,
            "-diagnostic-style", "llvm", *options, *(word for option in self.c_options() for word in ("-Xcc", option)), *sources])
        said = [line for line in result.stderr.splitlines() if re.search("(error|warning):", line) and not EXPECTED.search(line)]
        return "\n".join(said) if said or result.returncode else None

    def check(self, options):
        self.prepare()
        problem = self.header(ROOT / "Sources/CRexSystem/CRexSystem.h")
        for name in MODULES if problem is None else []:
            problem = self.module(name, options[name])
            if problem is not None:
                break
        return problem


def digest():
    hashed = hashlib.sha256()
    paths = [*sorted(STUBS.iterdir()), Path(__file__), Path(sdk.__file__), ROOT / "Package.swift"]
    for name in ["CRexSystem", *MODULES]:
        paths += sorted(path for path in (ROOT / "Sources" / name).rglob("*") if path.is_file())
    for path in paths:
        hashed.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()


def problem_of(name, usr, options, mark):
    """Compiles all modules for a platform, unless the same sources passed before. Returns the errors, or None."""
    platform = Platform(*PLATFORMS[name], usr)
    good = platform.folder / "good"
    if good.exists() and good.read_text() == mark:
        return None
    good.unlink(missing_ok=True)
    problem = platform.check(options)
    if problem is None:
        good.write_text(mark)
    return problem


def chosen():
    """Returns the platforms whose last word is in the environment variable PLATFORMS, or all without it."""
    names = os.environ.get("PLATFORMS", "").split()
    return [name for name in PLATFORMS if not names or name.split()[-1] in names]


def main():
    try:
        usr = sdk.toolchain()
        options = settings(usr)
        mark = digest()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            problems = dict(zip(chosen(), pool.map(lambda name: problem_of(name, usr, options, mark), chosen())))
    except Unavailable as reason:
        print(f"Not compiled for other platforms: {reason}.")
        return 0
    for name, problem in problems.items():
        triple = PLATFORMS[name][0]
        if problem is not None:
            print(f"{name} ({triple}):\n{problem}", file=sys.stderr)
            return 1
        print(f"{name} ({triple}): {len(MODULES)} modules compile.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
