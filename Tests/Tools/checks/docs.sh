#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes the documentation's site in .build-docs/site: the guide, and the public symbols of each module. Fails at warnings of docc,
# such as a link to a symbol that is not there. The argument `serve` shows it on port 8080 or DOCS_PORT, `browser` opens every page in
# Chromium, `screenshots` takes pictures of every page, light and dark, wide and narrow, and `pictures` takes those of the inspector.
. "$(dirname "$0")/../build.sh"
case "${1:-}" in
"")
    build --build-tests
    $SWIFT package $DEBUG_BUILD dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
        --emit-extension-block-symbols
    Docs/site.sh .build/*/symbolgraph .build-docs
    ;;
serve)
    echo "http://127.0.0.1:${DOCS_PORT:-8080}/"
    python3 -m http.server --bind 127.0.0.1 --directory .build-docs/site "${DOCS_PORT:-8080}"
    ;;
browser)
    command -v chromedriver >/dev/null || {
        echo "Not opened in a browser: there is no chromedriver."
        exit 0
    }
    SITE=.build-docs/site $SWIFT test $DEBUG_BUILD --filter SiteTests
    ;;
screenshots)
    SITE=.build-docs/site SCREENSHOTS=.build-docs/screenshots $SWIFT test $DEBUG_BUILD --filter screenshotsOfAllPagesAreTaken
    ;;
pictures)
    fresh
    build --package-path Examples/NotesExample --scratch-path .build --product NotesExample
    python3 -B Docs/Pictures/inspector.py .build/debug/NotesExample Docs/Rex.docc
    ;;
*)
    echo "docs has the arguments serve, browser, screenshots and pictures." >&2
    exit 2
    ;;
esac
