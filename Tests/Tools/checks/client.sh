#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Builds and runs a package of a user that has all products, and links each product alone.
. "$(dirname "$0")/../build.sh"
fresh
build --package-path Tests/Client --scratch-path .build
$SWIFT run --skip-build --package-path Tests/Client $DEPENDENT Client
python3 -B Tests/Client/products.py .build/debug
