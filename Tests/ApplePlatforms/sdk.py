# SPDX-License-Identifier: MIT
"""What an Apple platform's compiler needs, made on Linux: Swift's own modules, the C headers, and stubs of frameworks."""

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
ROOT = HERE.parents[1]
STUBS = HERE / "Stubs"
CACHE = ROOT / ".build-apple"
# What serves all clones of the package: what is downloaded, and what is compiled of Swift's own modules. It may be deleted.
SHARED = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rex-package"
HEADERS = SHARED / "darwin/usr/include"
# Darwin's headers are part of this package of PyPI, whose compiler is not used.
HEADERS_PACKAGE = "ziglang"
DOWNLOAD = SHARED / "wheels"
DOWNLOADING = threading.Lock()
HEADERS_FOLDER = "ziglang/lib/libc/include/any-darwin-any/"
SWIFT_MODULES = ["Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "Observation"]
# A triple for arm64 fails at Float80 in the interface of the standard library, which is that of this machine.
TRIPLES = {
    "macOS": "x86_64-apple-macos13.0",
    "iOS": "x86_64-apple-ios16.0-simulator",
    "tvOS": "x86_64-apple-tvos16.0-simulator",
    "watchOS": "x86_64-apple-watchos9.0-simulator",
    "visionOS": "x86_64-apple-xros1.0-simulator",
}
# By which visionOS knows since when it has what an interface names with a version of iOS.
VISION_VERSIONS = {f"{major}.{minor}": "1.0" for major in range(8, 18) for minor in range(10)}
VISION_VERSIONS |= {"17.4": "1.1", "17.5": "1.2", "18.0": "2.0", "18.1": "2.1", "18.2": "2.2", "18.4": "2.4", "26.0": "26.0"}
# Each after those that it imports, with the platforms that have it if not all have.
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
    """Why nothing can be compiled here."""


def toolchain():
    """The folder `usr` of the toolchain."""
    compiler = shutil.which(os.environ.get("SWIFT", "swift") + "c")
    if compiler is None:
        raise Unavailable("there is no swiftc")
    return Path(os.path.realpath(compiler)).parents[1]


def version(usr):
    """Names the toolchain, so that another one does not take what this one has made."""
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
    """The package that has the headers, from PyPI unless it is there; one download serves all platforms."""
    with DOWNLOADING:
        if wheels := sorted(DOWNLOAD.glob("*.whl")):
            return wheels[0]
        DOWNLOAD.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:",
                   "--disable-pip-version-check", "-d", str(DOWNLOAD), HEADERS_PACKAGE]
        try:
            result = subprocess.run(command, capture_output=True, timeout=300)
        except subprocess.TimeoutExpired:
            raise Unavailable("the download of C headers takes too long") from None
        wheels = sorted(DOWNLOAD.glob("*.whl"))
        if result.returncode != 0 or not wheels:
            raise Unavailable(f"C headers cannot be had (pip download {HEADERS_PACKAGE})")
        return wheels[0]


def get_headers(headers=HEADERS, folders=(HEADERS_FOLDER,)):
    """Puts the headers of a system into a folder; the first ones of a name count."""
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
        raise Unavailable(f"{HEADERS_PACKAGE} has other folders of headers now")
    try:
        fresh.rename(headers)
    except OSError:
        # Another clone was first.
        shutil.rmtree(fresh)


def link(path, target):
    """Makes a symbolic link, unless it is there."""
    try:
        path.symlink_to(target)
    except FileExistsError:
        pass


def write_if_changed(path, text):
    """Keeps the time of a file that stays as it is, by which the compiler knows that its module does."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            file.write(text)
        os.replace(file.name, path)


def shared_folder(usr, stubs):
    """Where the modules of a toolchain are compiled for platforms with these stubs, for all clones that have the same."""
    marks = hashlib.sha256(version(usr).encode())
    for file in [Path(__file__), *sorted(stubs.iterdir())]:
        marks.update(file.read_bytes())
    return SHARED / marks.hexdigest()[:12]


class Platform:
    """One of Apple's platforms, at the oldest version that the package supports."""

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
        """Writes interfaces of Swift's own modules and of the frameworks for this platform."""
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
        """The C compiler, which checks a header for this platform."""
        clang = str(self.usr / "bin/clang")
        own = subprocess.run([clang, "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
        return [clang, "-fsyntax-only", "-x", "c-header", "-target", self.triple, "-Wall", "-Wextra", "-Werror", "-nostdinc",
                "-isystem", f"{own}/include", "-isystem", str(HEADERS)]

    def options(self):
        """Those with which the compiler finds this platform and nothing of this machine."""
        return ["-target", self.triple, "-disable-objc-interop", "-resource-dir", str(self.usr / "lib/swift"),
                "-sdk", str(self.system), "-plugin-path", str(self.usr / "lib/swift/host/plugins"),
                "-module-cache-path", str(self.shared / "cache"), "-I", str(self.sdk), "-I", str(self.modules)]
