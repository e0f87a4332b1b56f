#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Prints what a clean build of each product costs, as a ratio to an empty package.
. "$(dirname "$0")/../build.sh"
python3 -B Tests/Client/cost.py
