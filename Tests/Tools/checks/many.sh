#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs more of what `test` runs a share of: 10,000 random programs of navigation, the inspector's page with 100,000 actions at full
# speed and with 500 a second for a minute, and type checks of 160 lifts of each form in one expression.
. "$(dirname "$0")/../build.sh"
fresh
REX_PROGRAMS=10000 $SWIFT test $DEBUG_BUILD --filter RexNavigationTests
REX_LOAD=full $SWIFT test $DEBUG_BUILD --filter PageLoadTests
REX_LIFTS=full $SWIFT test $DEBUG_BUILD --filter TypeCheckTests
