#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Counts the allocations of all rows of the benchmark, or of the core with the argument `core`, with the modules that `release` has
# built.
. "$(dirname "$0")/../build.sh"
${1:+env REX_CORE_ROWS=1} $SWIFT run --package-path Tests/Benchmarks $RELEASE Benchmarks --quick
