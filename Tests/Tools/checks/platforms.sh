#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The same for modules that need no operating system: for Linux with musl, Linux on arm64 and WASI, without Dispatch. WASI has the
# fewest functions.
. "$(dirname "$0")/../build.sh"
if [ "${1:-}" = mistakes ]; then
    python3 -B Tests/Tools/OtherPlatforms/mistakes.py
else
    PLATFORMS="$*" python3 -B Tests/Tools/OtherPlatforms/check.py
fi
