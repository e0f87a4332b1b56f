#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Finds generated files that are old: the page of recordings as Swift strings, the dark forms of pictures, and .spi.yml. With the
# argument `renew`, makes them, as `make format` does.
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

# PublisherKit is no product, but its symbols are in the products of publishers.
modules=$(sed -n '/^let libraries = /,/^]/s/[^"]*"\([A-Za-z]*\)"[^"]*/\1 /gp' Package.swift | sed 's/RexCore/& PublisherKit/')
index=$(printf '%s\n' 'version: 1' 'builder:' '  configs:' '    - documentation_targets:' '        # From Package.swift.' \
    && printf '        - %s\n' Rex $modules)
if [ "${1:-}" = renew ]; then
    echo "$index" >.spi.yml
elif ! cmp -s .spi.yml <(echo "$index"); then
    echo "The products in .spi.yml are others than in Package.swift: run make format." >&2
    exit 1
fi
