#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Builds and tests an app in modules in a package of its own, as users have it.
. "$(dirname "$0")/../build.sh"
fresh
build --build-tests --package-path Examples/ShopExample --scratch-path .build
$SWIFT test --skip-build --package-path Examples/ShopExample $DEPENDENT
