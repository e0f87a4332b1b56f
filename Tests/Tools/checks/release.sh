#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs tests in a release build: behaviour that only the optimiser breaks, such as values that are released too early. Without the
# tests that need only a debug build: the code of the pages, the output of the compiler, and recordings in a browser. The argument
# is a list of modules with commas; RexCore alone, the only module that the optimiser has broken so far, runs fewer rounds.
. "$(dirname "$0")/../build.sh"
fresh
if [ "${1:-}" = RexCore ]; then
    export REX_TESTS=RexCoreTests REX_TESTS_PLAIN=1 FEW_ROUNDS=1
elif [ -n "${1:-}" ]; then
    export REX_TESTS=$(Tests/Tools/tests-of.sh "$1")
fi
# SwiftPM would add a second -enable-testing, and the example and the benchmark could not use these modules.
$SWIFT test $RELEASE --disable-testable-imports --skip DocumentationTests --skip CompileTimeTests --skip TestSourceTests \
    --skip RecorderMiddlewareTests.Page --skip InspectorMiddlewareTests.Page
