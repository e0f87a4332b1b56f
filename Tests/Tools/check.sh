#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs checks, which are the scripts in Tests/Tools/checks, and prints the seconds of each: check.sh lint platforms:WASI. What
# follows a colon is the argument of the script. Each `beside` begins a list that runs at the same time as the others, since some
# checks use only one core, and prints its output at the end. DONE="test docs" leaves checks out. With KEEP_GOING=1, all run although
# one fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() {
    local part begin failed=0
    for part; do
        [[ " ${DONE:-} " == *" $part "* ]] && continue
        begin=$SECONDS
        if bash "Tests/Tools/checks/${part%%:*}.sh" $([[ $part == *:* ]] && tr : ' ' <<<"${part#*:}"); then
            echo "$part passed, $((SECONDS - begin)) s" >>"$folder/results"
        else
            echo "$part failed, $((SECONDS - begin)) s" >>"$folder/results"
            failed=1
            [ -n "${KEEP_GOING:-}" ] || return 1
        fi
    done
    return $failed
}

lists=("")
for part; do
    name=${part%%:*}
    if [ "$part" = beside ]; then
        lists+=("")
    elif [ ! -f "Tests/Tools/checks/$name.sh" ]; then
        echo "There is no check $name. The checks are: $(basename -s .sh -a Tests/Tools/checks/*.sh | paste -sd ' ')" >&2
        exit 2
    else
        lists[${#lists[@]} - 1]+=" $part"
    fi
done
status=0
running=()
# The parts have no spaces.
for ((list = 1; list < ${#lists[@]}; list++)); do
    run ${lists[list]} >"$folder/log-$list" 2>&1 &
    running+=($!)
done
run ${lists[0]} || status=1
for ((list = 1; list < ${#lists[@]}; list++)); do
    wait "${running[list - 1]}" || status=1
    cat "$folder/log-$list"
done
[ ! -f "$folder/results" ] || cat "$folder/results"
exit $status
