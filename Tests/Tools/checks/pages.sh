#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Compiles and runs the Swift blocks of the documentation, in modules on the main actor with and without approachable concurrency.
# PAGES=Docs/Rex.docc/Rex.md chooses a page or a folder.
. "$(dirname "$0")/../build.sh"
fresh
ISOLATIONS=all $SWIFT test $DEBUG_BUILD --filter DocumentationTests.PageTests
