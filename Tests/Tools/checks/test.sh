#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs all tests in a debug build: wrong behaviour, code of pages that does not compile or prints something else, and more.
. "$(dirname "$0")/../build.sh"
fresh
build --build-tests
$SWIFT test --skip-build $DEBUG_BUILD
echo "Known issues above are the failures that tests of failing tests expect."
