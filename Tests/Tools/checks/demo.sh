#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Compares the log of the example's script with the expected one, except for line numbers, which change.
. "$(dirname "$0")/../build.sh"
$SWIFT run $RELEASE LifecycleReachabilityExample --demo | sed -E 's/:[0-9]+$/:<line>/' |
    diff Tests/LifecycleReachabilityExampleTests/Expected/demo.txt -
echo "The demo is as expected."
