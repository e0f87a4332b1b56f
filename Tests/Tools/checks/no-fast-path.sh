#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Tests the core without the fast path of its loop.
. "$(dirname "$0")/../build.sh"
fresh
REX_TESTS=RexCoreTests $SWIFT test $DEBUG_BUILD --scratch-path .build-plain -Xswiftc -DREX_NO_FAST_PATH
