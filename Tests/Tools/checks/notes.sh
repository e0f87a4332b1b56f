#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Tests the notes, an app in a package of its own, also with a real server from PyPI. Clients and server are killed fifty times, or as often as the argument says. Without
# network, the test reports that it was skipped.
. "$(dirname "$0")/../build.sh"
fresh
[ -d .build/wsgidav ] || install .build/wsgidav wsgidav==4.4.0 || echo "There is no wsgidav."
build --build-tests --package-path Examples/NotesExample --scratch-path .build
NOTES_ROUNDS=${1:-50} PYTHONPATH=$PWD/.build/wsgidav $SWIFT test --skip-build --package-path Examples/NotesExample $DEPENDENT
