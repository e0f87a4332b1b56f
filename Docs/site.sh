#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes the documentation's site: site.sh <folder of symbol graphs> <folder to make>. DOCS_BASE=rex makes it for a server that has
# it in the folder `rex`.
#
# The guide (Rex.docc) and each module become an archive, and the archives one site. The guide and the modules link each other,
# so the guide is converted twice: first alone, for the links of the modules to it, then with all modules. In the second run
# every warning is an error.
set -euo pipefail
shopt -s nullglob
cd "$(dirname "$0")/.."
graphs=$1
output=$2
# The list of .spi.yml, in which the guide comes first.
modules=($(sed -nE 's/^ +- ([A-Z][A-Za-z]+)$/\1/p' .spi.yml | tail -n +2))

rm -rf "$output"
mkdir -p "$output"
for catalog in Docs/*.docc Sources/*/*.docc; do
    module=$(basename "$catalog" .docc)
    cp -R "$catalog" "$output"
    perl Docs/links.pl "$output/$module.docc" "$catalog"
    cp "$graphs/$module".symbols.json "$graphs/$module"@*.symbols.json "$output/$module.docc"
done

convert() {
    local name=$1
    shift
    "${DOCC:-docc}" convert "$output/$name.docc" "$@" --output-path "$output/$name.doccarchive" \
        --fallback-display-name "$name" --fallback-bundle-identifier "$name" --fallback-default-module-kind Library \
        --transform-for-static-hosting ${DOCS_BASE:+--hosting-base-path "$DOCS_BASE"} --enable-experimental-external-link-support
}

# Fails at all warnings except one: a parameter needs no comment if its name and type are enough.
convert_strictly() {
    local log="$output/$1.log" meant="^warning: Parameter '\w+' is missing documentation"
    convert "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
    if grep -E '^(warning|error): ' "$log" | grep -qvE "$meant"; then
        cat "$log" >&2
        exit 1
    fi
}

alone=$(convert Rex 2>&1) || { echo "$alone" >&2; exit 1; }
others=$(IFS='|'; echo "${modules[*]}")
if grep -E "^(warning|error): " <<<"$alone" | grep -vE "^warning: ('($others)(/[^']*)?' doesn't exist|No module named '($others)'$)" >&2; then
    echo "The guide alone has these flaws." >&2
    exit 1
fi
# For docc, symbols of other archives begin with a slash. Only the name of the guide is not a symbol of another archive.
perl -i -pe 's/``(?=[A-Z])/``\//g unless /^# /' "$output"/Rex.docc/*.md
known=(--dependency "$output/Rex.doccarchive")
archives=()
for module in "${modules[@]}"; do
    convert_strictly "$module" "${known[@]}"
    known+=(--dependency "$output/$module.doccarchive")
    archives+=("$output/$module.doccarchive")
done
convert_strictly Rex "${known[@]:2}"

# The guide comes last: the first entry with the path of a module becomes its navigator, and the guide has entries for all modules.
"${DOCC:-docc}" merge "${archives[@]}" "$output/Rex.doccarchive" --output-path "$output/site" \
    --synthesized-landing-page-topics-style list

# The first page is the guide. Without settings of a theme, every page would report a missing file.
printf '<!doctype html>\n<meta http-equiv="refresh" content="0; url=documentation/rex/">\n' >"$output/site/index.html"
echo '{}' >"$output/site/theme-settings.json"
python3 -B Docs/llms.py "$output/site"
echo "The site is in $output/site."
