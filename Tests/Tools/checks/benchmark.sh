#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Measures the time of an action, compared with code written by hand, and counts its allocations, each row in a process of its
# own. Fails above the limits in Tests/Benchmarks/limits.txt. The arguments are rows, such as W1 W3. MARKDOWN=1 prints them for the
# documentation. AGAINST=69a328c also runs the program of that commit, alternating, and compares the times;
# Tests/Benchmarks/against.txt lists the rows that may be slower. CMO=no builds without optimising across modules. DEBUG=1 builds
# without optimising; the only limit then is the time of row W3, and without rows no other ones are measured.
. "$(dirname "$0")/../build.sh"
if [ -n "${AGAINST:-}" ]; then
    exec python3 -B Tests/Benchmarks/against.py "$AGAINST" "$@"
fi
if [ -n "${DEBUG:-}" ] && [ $# = 0 ]; then
    export REX_CORE_ROWS=1
    set -- W3
fi
mode=release
[ -z "${DEBUG:-}" ] || mode=debug
plain=()
[ "${CMO:-}" != no ] || plain=(-Xswiftc -Xfrontend -Xswiftc -disable-cmo)
$SWIFT run --package-path Tests/Benchmarks -c $mode --scratch-path .build-benchmark${CMO:-}${DEBUG:+-debug} \
    ${plain[@]+"${plain[@]}"} Benchmarks ${MARKDOWN:+--markdown} "$@"
