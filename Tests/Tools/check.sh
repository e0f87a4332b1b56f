#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs checks, which are the scripts in Tests/Tools/checks, and prints the seconds of each: check.sh lint platforms:WASI. What
# follows a colon is the argument of the script. Checks behind `beside` run at the same time as the others, since some use only one
# core, and print their output at the end. DONE="test docs" leaves checks out. With KEEP_GOING=1, all run although one fails.
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

first=()
beside=()
for part; do
    name=${part%%:*}
    if [ "$part" = beside ]; then
        list=beside
    elif [ ! -f "Tests/Tools/checks/$name.sh" ]; then
        echo "There is no check $name. The checks are: $(basename -s .sh -a Tests/Tools/checks/*.sh | paste -sd ' ')" >&2
        exit 2
    elif [ "${list:-}" = beside ]; then
        beside+=("$part")
    else
        first+=("$part")
    fi
done
status=0
run ${beside[@]+"${beside[@]}"} >"$folder/log" 2>&1 &
run ${first[@]+"${first[@]}"} || status=1
wait $! || status=1
cat "$folder/log"
[ ! -f "$folder/results" ] || cat "$folder/results"
exit $status
