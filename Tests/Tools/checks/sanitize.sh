#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs the tests of multithreaded code under ThreadSanitizer, and the tests of modules with unsafe code under AddressSanitizer. A
# report fails them. LeakSanitizer is off, since it does not understand Swift's weak references; tests look for leaks. The argument
# is a list of modules with commas.
. "$(dirname "$0")/../build.sh"
fresh
single=" CompileTimeTests DocumentationTests PrismExpansionTests PrismTests StateComparisonTests
    LifecycleReachabilityExampleTests MonitorExampleTests TodoExampleTests "
if [ -n "${1:-}" ]; then
    chosen=$(Tests/Tools/tests-of.sh "$1")
else
    chosen=$(basename -a Tests/*Tests)
fi
threaded=()
unsafe=()
for tests in $chosen; do
    grep -qw "$tests" <<<"$single" || threaded+=("$tests")
    ! grep -rlqw unsafe "Sources/${tests%Tests}" --include='*.swift' 2>/dev/null || unsafe+=("$tests")
done
if [ ${#threaded[@]} -gt 0 ]; then
    REX_TESTS=${threaded[*]} $SWIFT test --sanitize=thread --scratch-path .build-thread -Xswiftc -DTHREAD_SANITIZER
fi
if [ ${#unsafe[@]} -gt 0 ]; then
    REX_TESTS=${unsafe[*]} ASAN_OPTIONS=detect_leaks=0 $SWIFT test --sanitize=address --scratch-path .build-address \
        -Xswiftc -DADDRESS_SANITIZER
fi
