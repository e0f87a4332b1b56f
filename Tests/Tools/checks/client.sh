#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Builds packages as users have them: each depends only on the products that it uses.
. "$(dirname "$0")/../build.sh"
fresh
build --package-path Tests/Client --scratch-path .build
$SWIFT run --skip-build --package-path Tests/Client $DEPENDENT Client
