#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Asks NotesExample, with three bugs, by the Model Context Protocol with its own client from PyPI.
. "$(dirname "$0")/../build.sh"
fresh
[ .build/mcp -nt Tests/Tools/Assistants/requirements.txt ] || {
    rm -rf .build/mcp
    install .build/mcp --require-hashes -r Tests/Tools/Assistants/requirements.txt
}
python3 -B Tests/Tools/Assistants/check.py plant .build/planted
build --product NotesExample --package-path .build/planted --scratch-path .build
PYTHONPATH=$PWD/.build/mcp python3 -B Tests/Tools/Assistants/check.py find .build/debug/NotesExample
