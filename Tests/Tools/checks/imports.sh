#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Finds imports that no manifest declares.
. "$(dirname "$0")/../build.sh"
python3 -B Tests/Client/imports.py . Tests/Client Tests/Benchmarks Examples/ShopExample Examples/NotesExample
