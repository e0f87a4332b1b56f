#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Type-checks the products, the examples and the documentation's code for macOS, iOS, tvOS, watchOS and visionOS, with the checks on
# SIL, in .build-apple. The arguments select some. The argument `mistakes` makes mistakes that only these platforms can find, and
# checks that each is found. All clones share ~/.cache/rex-package. Without network at the first run, reports that and succeeds.
. "$(dirname "$0")/../build.sh"
if [ "${1:-}" = mistakes ]; then
    python3 -B Tests/Tools/ApplePlatforms/mistakes.py
else
    PLATFORMS="$*" python3 -B Tests/Tools/ApplePlatforms/check.py
fi
