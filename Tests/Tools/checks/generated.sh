#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Finds generated files that are old: the page of recordings as Swift strings, and the dark forms of pictures. With the argument
# `renew`, makes them, as `make format` does.
. "$(dirname "$0")/../build.sh"
python3 -B Sources/RecorderMiddleware/Page/embed.py $([ "${1:-}" = renew ] || echo --check)
for light in $(ls Docs/Rex.docc/*.svg | grep -v '~dark'); do
    dark=${light%.svg}~dark.svg
    if [ "${1:-}" = renew ]; then
        sed -f Docs/dark.sed "$light" >"$dark"
    elif ! sed -f Docs/dark.sed "$light" | cmp -s - "$dark"; then
        echo "The dark form of $light is another one: run make format." >&2
        exit 1
    fi
done
