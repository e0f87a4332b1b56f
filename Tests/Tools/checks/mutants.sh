#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Tests the rules for leaving mutants out, and finds outdated lines of equivalent.txt. Builds nothing.
. "$(dirname "$0")/../build.sh"
python3 -B -m unittest -q Tests/Tools/Mutants/test_forms.py
python3 -B Tests/Tools/Mutants/mutate.py --check
