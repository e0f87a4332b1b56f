# SPDX-License-Identifier: MIT
"""Makes mistakes that only other platforms can find, and looks whether platforms-check does: `make platforms-mistakes`.

Each is made in a copy of one file, so the package stays as it is.
"""

import re
import sys
import tempfile
from pathlib import Path

from check import PLATFORMS, ROOT, Platform, Unavailable, sdk, settings

C = "Sources/CRexSystem/CRexSystem.h"
UNKNOWN = "cannot find|no such module"
UNDECLARED = "call to undeclared function|undeclared identifier"
# A platform, a file, what stands there, what stands there by mistake, and what the compiler has to say of it.
MISTAKES = [
    *((platform, "Sources/RexCore/Internal/Report.swift", "import CRexSystem\n", "import CRexSystem\nimport Dispatch\n", UNKNOWN)
      for platform in PLATFORMS),
    ("WASI", "Sources/RecorderMiddleware/File/FileClaim.swift", "rex_is_process($0)", "kill($0, 0) == 0", UNKNOWN),
    ("WASI", C, "nanosleep(", "nanosleeep(", UNDECLARED),
    ("WASI", C, "#if defined(__wasi__)\n    (void)descriptor;\n    return true;\n#else\n    return flock",
     "#if defined(__wasm__)\n    return flock(descriptor, LOCK_EX) == 0;\n#else\n    return flock", UNDECLARED),
    ("Linux with musl", C, "munmap(", "munmapp(", UNDECLARED),
    ("Linux on arm64", C, "SYS_memfd_create, ", "SYS_memfd_creat, ", UNDECLARED),
]


def flaw(platform, options, path, right, wrong, answer):
    """Why this mistake is not found; None if it is."""
    file = ROOT / path
    text = file.read_text(encoding="utf-8")
    if right not in text:
        return f"'{right}' does not stand there"
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / file.name
        copy.write_text(text.replace(right, wrong), encoding="utf-8")
        module = path.split("/")[1]
        said = platform.header(copy) if file.suffix == ".h" else platform.module(module, options[module], {file: copy})
    if said is None:
        return f"'{wrong}' is accepted"
    return None if re.search(answer, said) else f"'{wrong}' is refused for another reason:\n{said}"


def main():
    try:
        usr = sdk.toolchain()
        options = settings(usr)
        platforms = {name: Platform(*place, usr) for name, place in PLATFORMS.items()}
        for name, platform in platforms.items():
            problem = platform.check(options)
            if problem is not None:
                sys.exit(f"{name}:\n{problem}")
    except Unavailable as reason:
        print(f"No mistakes were made for other platforms: {reason}.")
        return
    found = [(path, flaw(platforms[name], options, path, *change)) for name, path, *change in MISTAKES]
    problems = [f"{path}: {why}" for path, why in found if why]
    if problems:
        sys.exit("\n".join(problems))
    print(f"Each of {len(found)} mistakes is found.")


if __name__ == "__main__":
    main()
