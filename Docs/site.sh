#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes the documentation's site: site.sh <folder of symbol graphs> <folder to make>
#
# The guide (Rex.docc) and each module become an archive, and the archives one site. Guide and modules link to each other,
# so the guide is converted twice: first for the modules to see its pages, with the links into modules that it cannot
# know yet, then with all of them, when every warning is an error.
set -euo pipefail
shopt -s nullglob
cd "$(dirname "$0")/.."
graphs=$1
output=$2
modules=(
    RexCore PublisherKit BridgeMiddleware EffectMiddleware RequestMiddleware PersistenceMiddleware OutboxMiddleware
    GatedMiddleware PublisherMiddleware LoggerMiddleware AppLifecycleMiddleware ReachabilityMiddleware RecorderMiddleware Prism RexObservation RexTesting
)

# docc wants links between pages, to pictures and to symbols of other archives in forms that no code host knows. The pages
# have plain links, and a copy gets those of docc. What lies outside of the site becomes plain text.
rm -rf "$output"
mkdir -p "$output"
cp -R Docs/Rex.docc "$output"
perl -i -0pe 's/\]\((\w+)\.md\)/](doc:$1)/g; s/\]\(Resources\//](/g; s/``(?=[A-Z])/``\//g; s/\[([^]]*)\]\(\.\.\/[^)]*\)/$1/g' \
    "$output"/Rex.docc/*.md
for module in "${modules[@]}"; do
    mkdir "$output/$module.docc"
    perl -0pe 's/\]\(\.\.\/Rex\.docc\/(\w+)\.md\)/](doc:\/Rex\/$1)/g' "Docs/Modules/$module.md" \
        >"$output/$module.docc/$module.md"
    cp "$graphs/$module".symbols.json "$graphs/$module"@*.symbols.json "$output/$module.docc"
done

convert() {
    local name=$1
    shift
    "${DOCC:-docc}" convert "$output/$name.docc" "$@" --output-path "$output/$name.doccarchive" \
        --fallback-display-name "$name" --fallback-bundle-identifier "$name" --fallback-default-module-kind Library \
        --transform-for-static-hosting --enable-experimental-external-link-support
}

# Fails at any warning but one: a parameter of which its name and its type say all needs no words.
convert_strictly() {
    local log="$output/$1.log" meant="^warning: Parameter '\w+' is missing documentation"
    convert "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
    if grep -E '^(warning|error): ' "$log" | grep -qvE "$meant"; then
        cat "$log" >&2
        exit 1
    fi
}

convert Rex --diagnostic-filter error
known=(--dependency "$output/Rex.doccarchive")
archives=()
for module in "${modules[@]}"; do
    convert_strictly "$module" "${known[@]}"
    known+=(--dependency "$output/$module.doccarchive")
    archives+=("$output/$module.doccarchive")
done
convert_strictly Rex "${known[@]:2}"

# The guide comes last: the navigator of a module is the first entry with its path, and the guide has entries for all.
"${DOCC:-docc}" merge "${archives[@]}" "$output/Rex.doccarchive" --output-path "$output/site" \
    --synthesized-landing-page-topics-style list

# The first page is the guide's. Without settings of a theme, every page would miss them.
printf '<!doctype html>\n<meta http-equiv="refresh" content="0; url=documentation/rex/">\n' >"$output/site/index.html"
echo '{}' >"$output/site/theme-settings.json"
echo "The site is in $output/site."
