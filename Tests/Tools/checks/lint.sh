#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Finds files that are not formatted.
. "$(dirname "$0")/../build.sh"
$SWIFT format lint --strict --parallel --recursive $SWIFT_FOLDERS
