#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Fuzzes each parser of bytes from outside, for a minute or as many seconds as the argument says.
. "$(dirname "$0")/../build.sh"
options="-swift-version 6 -package-name rex -enable-upcoming-feature InternalImportsByDefault -parse-as-library -O"
fuzzer="${SWIFT}c $options -sanitize=fuzzer,address -use-ld=lld -I Sources/CRexSystem"
fuzz() {
    mkdir -p ".build/fuzz/$1-corpus"
    ".build/fuzz/$1" -max_total_time="$seconds" -max_len=4096 -artifact_prefix=.build/fuzz/ ".build/fuzz/$1-corpus"
}
seconds=${1:-60}
mkdir -p .build/fuzz
reachability=Sources/ReachabilityMiddleware
$fuzzer -module-name NetlinkFuzz -I Sources/CNetlink $reachability/Path/{NetworkPath,NetworkSnapshot}.swift \
    $reachability/Netlink/{NetlinkBytes,NetlinkError,NetlinkMessage,NetworkSnapshot+Netlink}.swift \
    Tests/Tools/Fuzz/NetlinkFuzz.swift -o .build/fuzz/netlink
fuzz netlink
$fuzzer -module-name PrismFuzz Sources/PrismExpansion/*/*.swift Tests/Tools/Fuzz/PrismFuzz.swift -o .build/fuzz/prism
fuzz prism
for module in RexCore StateComparison RecorderMiddleware; do
    (cd .build/fuzz && ${SWIFT}c $options -enable-upcoming-feature ExistentialAny -I ../../Sources/CRexSystem -I . -module-name $module \
        -wmo -emit-module -c $(find ../../Sources/$module -name '*.swift') -o $module.o)
done
recorder=Sources/RecorderMiddleware
$fuzzer -module-name RecordingFuzz -I .build/fuzz $recorder/*/*.swift Tests/Tools/Fuzz/RecordingFuzz.swift \
    .build/fuzz/RexCore.o .build/fuzz/StateComparison.o -o .build/fuzz/recording
fuzz recording
$fuzzer -module-name InspectorFuzz Sources/InspectorMiddleware/HTTP/{HTTPParser,HTTPRequest}.swift \
    Tests/Tools/Fuzz/InspectorFuzz.swift -o .build/fuzz/inspector
fuzz inspector
inspector=Sources/InspectorMiddleware
$fuzzer -module-name AssistantFuzz -I .build/fuzz $inspector/HTTP/{HTTPRequest,HTTPResponse}.swift \
    $inspector/{Assistants,Live}/*.swift Tests/Tools/Fuzz/AssistantFuzz.swift \
    .build/fuzz/{RexCore,StateComparison,RecorderMiddleware}.o -o .build/fuzz/assistant
fuzz assistant
