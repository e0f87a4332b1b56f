#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Finds breaks of the public API since the newest tag.
. "$(dirname "$0")/../build.sh"
if ! tag=$(git describe --tags --abbrev=0 2>/dev/null); then
    echo "There is no tag to compare the API with."
    exit 0
fi
$SWIFT package $DEBUG_BUILD diagnose-api-breaking-changes "$tag" --baseline-dir .build-api
