#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes small changes to modules, one at a time, and prints those that their tests do not catch: mutate.sh RexCore,Prism 5 7 tests
# five of each with the seed 7. The seed is the number of commits if it is missing. VERBOSE=1 prints all.
. "$(dirname "$0")/../build.sh"
for module in $(tr , ' ' <<<"$1"); do
    VERBOSE=${VERBOSE:-} python3 -B Tests/Tools/Mutants/mutate.py "$module" "${2:-5}" "${3:-$(git rev-list --count HEAD)}"
done
