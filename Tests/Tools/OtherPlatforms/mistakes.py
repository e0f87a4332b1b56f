# SPDX-License-Identifier: MIT
"""Checks that `make check PARTS=platforms` finds mistakes that only other platforms reveal: `make check PARTS=platforms:mistakes`.

Each mistake is made in a copy of one file, so the package is not changed.
"""

import sys

from check import PLATFORMS, ROOT, Platform, Unavailable, sdk, settings
from mistake import flaw

C = "Sources/CRexSystem/CRexSystem.h"
UNKNOWN = "cannot find|no such module"
UNDECLARED = "call to undeclared function|undeclared identifier"
# The platform, the file, the correct text, the wrong text, and a pattern of the expected error.
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


def problem(platform, options, path, *change):
    """Returns why this mistake is not found, or None if it is."""
    file = ROOT / path
    module = path.split("/")[1]

    def compiled(copy):
        return platform.header(copy) if file.suffix == ".h" else platform.module(module, options[module], {file: copy})

    return flaw(file, *change, compiled)


def main():
    try:
        usr = sdk.toolchain()
        options = settings(usr)
        platforms = {name: Platform(*place, usr) for name, place in PLATFORMS.items()}
        for name, platform in platforms.items():
            said = platform.check(options)
            if said is not None:
                sys.exit(f"{name}:\n{said}")
    except Unavailable as reason:
        print(f"Mistakes for other platforms were not checked: {reason}.")
        return
    found = [(path, problem(platforms[name], options, path, *change)) for name, path, *change in MISTAKES]
    problems = [f"{path}: {why}" for path, why in found if why]
    if problems:
        sys.exit("\n".join(problems))
    print(f"All {len(found)} mistakes are found.")


if __name__ == "__main__":
    main()
