# SPDX-License-Identifier: MIT
"""Creates an SDK for an Apple platform on Linux: Swift's own modules, the C headers, and stubs of frameworks."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
STUBS = HERE / "Stubs"
CACHE = ROOT / ".build-apple"
# A cache that all clones of the package share: downloads, and compiled modules of Swift itself. It may be deleted.
SHARED = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rex-package"
HEADERS = SHARED / "darwin/usr/include"
# The package on PyPI that contains Darwin's headers. Its compiler is not used.
HEADERS_PACKAGE = "ziglang"
DOWNLOAD = SHARED / "wheels"
DOWNLOADING = threading.Lock()
HEADERS_FOLDER = "ziglang/lib/libc/include/any-darwin-any/"
SWIFT_MODULES = ["Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "Observation"]
# All triples are for x86_64: the interface of the standard library is from this machine and uses Float80, which arm64 lacks.
TRIPLES = {
    "macOS": "x86_64-apple-macos13.0",
    "iOS": "x86_64-apple-ios16.0-simulator",
    "tvOS": "x86_64-apple-tvos16.0-simulator",
    "watchOS": "x86_64-apple-watchos9.0-simulator",
    "visionOS": "x86_64-apple-xros1.0-simulator",
}
# Maps versions of iOS in the interfaces to versions of visionOS.
VISION_VERSIONS = {f"{major}.{minor}": "1.0" for major in range(8, 18) for minor in range(10)}
VISION_VERSIONS |= {"17.4": "1.1", "17.5": "1.2", "18.0": "2.0", "18.1": "2.1", "18.2": "2.2", "18.4": "2.4", "26.0": "26.0"}
# Each framework after its imports, with the platforms that have it, or None for all platforms.
FRAMEWORKS = {
    "Darwin": None,
    "ObjectiveC": None,
    "Combine": None,
    "Dispatch": None,
    "os": None,
    "Foundation": None,
    "Network": None,
    "AppKit": ["macOS"],
    "UIKit": ["iOS", "tvOS", "watchOS", "visionOS"],
    "WatchKit": ["watchOS"],
    "SwiftUI": None,
}


class Unavailable(Exception):
    """The reason why nothing can be compiled on this machine."""


def toolchain():
    """Returns the folder `usr` of the toolchain."""
    compiler = shutil.which(os.environ.get("SWIFT", "swift") + "c")
    if compiler is None:
        raise Unavailable("there is no swiftc")
    return Path(os.path.realpath(compiler)).parents[1]


def version(usr):
    """Returns an id of the toolchain, so that toolchains don't share compiled modules."""
    interface = interface_of("Swift", usr)
    with open(interface, encoding="utf-8") as file:
        text = "".join(next(file) for _ in range(3))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def interface_of(module, usr):
    found = sorted((usr / f"lib/swift/linux/{module}.swiftmodule").glob("x86_64-unknown-linux-gnu.swiftinterface"))
    if not found:
        raise Unavailable("this toolchain has no interfaces for x86_64")
    return found[0]


def headers_wheel():
    """Returns the wheel with the headers of all platforms. Downloads it from PyPI unless it is cached."""
    with DOWNLOADING:
        if wheels := sorted(DOWNLOAD.glob("*.whl")):
            return wheels[0]
        DOWNLOAD.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:",
                   "--disable-pip-version-check", "-d", str(DOWNLOAD), HEADERS_PACKAGE]
        try:
            result = subprocess.run(command, capture_output=True, timeout=300)
        except subprocess.TimeoutExpired:
            raise Unavailable("the download of C headers timed out") from None
        wheels = sorted(DOWNLOAD.glob("*.whl"))
        if result.returncode != 0 or not wheels:
            raise Unavailable(f"C headers cannot be downloaded (pip download {HEADERS_PACKAGE})")
        return wheels[0]


def get_headers(headers=HEADERS, folders=(HEADERS_FOLDER,)):
    """Extracts the headers of a system to a folder. If several folders have a file, the first one wins."""
    if (headers / "pthread.h").exists():
        return
    wheel_path = headers_wheel()
    headers.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=headers.parent))
    with zipfile.ZipFile(wheel_path) as wheel:
        for folder in folders:
            for name in wheel.namelist():
                target = fresh / name.removeprefix(folder)
                if name.startswith(folder) and not name.endswith("/") and not target.exists():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(wheel.read(name))
    if not (fresh / "pthread.h").exists():
        raise Unavailable(f"{HEADERS_PACKAGE} has no headers in the expected folders")
    try:
        fresh.rename(headers)
    except OSError:
        # Another clone has created the folder meanwhile.
        shutil.rmtree(fresh)


def link(path, target):
    """Creates a symbolic link unless it exists."""
    try:
        path.symlink_to(target)
    except FileExistsError:
        pass


def write_if_changed(path, text):
    """Writes a file only if its text changes: its modification time tells the compiler whether a module is up to date."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            file.write(text)
        os.replace(file.name, path)


def shared_folder(usr, stubs):
    """Returns the folder for compiled modules that clones with the same toolchain and stubs share."""
    marks = hashlib.sha256(version(usr).encode())
    for file in [Path(__file__), *sorted(stubs.iterdir())]:
        marks.update(file.read_bytes())
    return SHARED / marks.hexdigest()[:12]


class Platform:
    """One of Apple's platforms, at its oldest supported version."""

    def __init__(self, name, usr):
        self.name = name
        self.triple = TRIPLES[name]
        self.usr = usr
        self.folder = CACHE / version(usr) / name
        self.modules = self.folder / "modules"
        self.shared = shared_folder(usr, STUBS) / name
        self.sdk = self.shared / "sdk"
        self.system = self.shared / "system"

    def prepare(self):
        """Writes the interfaces of Swift's own modules and of the frameworks for this platform."""
        file = re.sub(r"([a-z]+)[0-9.]+(-simulator)?$", r"\1\2", self.triple) + ".swiftinterface"
        for module in SWIFT_MODULES:
            text = interface_of(module, self.usr).read_text(encoding="utf-8")
            text = re.sub(r"-target \S+", f"-target {self.triple} -disable-availability-checking", text, count=1)
            text = re.sub(r"^ *@backDeployed.*\n", "", text, flags=re.M)
            text = re.sub(r"@backDeployed\([^)]*\) ", "", text)
            text = re.sub(r"^import Glibc\n", "", text, flags=re.M)
            write_if_changed(self.sdk / f"{module}.swiftmodule" / file, text)
        for module, platforms in FRAMEWORKS.items():
            if platforms is None or self.name in platforms:
                write_if_changed(self.sdk / f"{module}.swiftmodule" / file, self.stub(module))
        write_if_changed(self.sdk / "Darwin.h", (STUBS / "Darwin.h").read_text(encoding="utf-8"))
        write_if_changed(self.sdk / "module.modulemap",
                         'module Darwin [system] [extern_c] {\n    header "Darwin.h"\n    export *\n}\n')
        self.modules.mkdir(parents=True, exist_ok=True)
        if self.name == "visionOS":
            write_if_changed(self.system / "SDKSettings.json", json.dumps({
                "CanonicalName": "xros1.0", "Version": "1.0", "MaximumDeploymentTarget": "1.0.99",
                "VersionMap": {"iOS_xrOS": VISION_VERSIONS}}))
        self.system.mkdir(parents=True, exist_ok=True)
        link(self.system / "usr", HEADERS.parent)

    def stub(self, module):
        underlying = " -import-underlying-module" if module == "Darwin" else ""
        return ("// swift-interface-format-version: 1.0\n"
                f"// swift-module-flags: -target {self.triple} -disable-objc-interop -enable-library-evolution"
                f" -swift-version 6 -enable-upcoming-feature ExistentialAny -module-name {module}{underlying}\n"
                "import Swift\nimport _Concurrency\n"
                + (STUBS / f"{module}.swiftinterface").read_text(encoding="utf-8"))

    def clang(self):
        """Returns the command that checks a C header for this platform."""
        clang = str(self.usr / "bin/clang")
        own = subprocess.run([clang, "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
        return [clang, "-fsyntax-only", "-x", "c-header", "-target", self.triple, "-Wall", "-Wextra", "-Werror", "-nostdinc",
                "-isystem", f"{own}/include", "-isystem", str(HEADERS)]

    def options(self):
        """Returns the compiler options for this platform, which exclude the modules of this machine."""
        return ["-target", self.triple, "-disable-objc-interop", "-resource-dir", str(self.usr / "lib/swift"),
                "-sdk", str(self.system), "-plugin-path", str(self.usr / "lib/swift/host/plugins"),
                "-module-cache-path", str(self.shared / "cache"), "-I", str(self.sdk), "-I", str(self.modules)]
