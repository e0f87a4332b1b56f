#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Compiles the modules that need no operating system for Linux with musl, Linux on arm64 and WASI, without Dispatch. The arguments
# select some. The argument `mistakes` makes mistakes that only these platforms can find, and checks that each is found.
. "$(dirname "$0")/../build.sh"
if [ "${1:-}" = mistakes ]; then
    python3 -B Tests/Tools/OtherPlatforms/mistakes.py
else
    PLATFORMS="$*" python3 -B Tests/Tools/OtherPlatforms/check.py
fi
