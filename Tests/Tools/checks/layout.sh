#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Finds files at the top level that are not in this list and do not begin with a dot, and packages that the root depends on.
. "$(dirname "$0")/../build.sh"
known="Package.swift Sources Tests Examples Docs Makefile README.md LICENSE CHANGELOG.md CONTRIBUTING.md"
stray=$(git ls-files | cut -d/ -f1 | sort -u | grep -vxE '\..*' | grep -vxF -f <(tr ' ' '\n' <<<"$known") || true)
if [ -n "$stray" ]; then
    echo "Not allowed at the top level: $stray" >&2
    exit 1
fi
if $SWIFT package show-dependencies --format flatlist | grep . >&2; then
    echo "The root package must not depend on the packages above." >&2
    exit 1
fi
