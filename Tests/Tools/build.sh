# SPDX-License-Identifier: MIT
#
# What all checks share. Debug builds without debug information are faster. With CHECKED=1, they fail at warnings and at code that
# is slow to type-check, and build whole modules, which is a third faster from nothing. All commands that use .build have the same
# options, since others would rebuild everything.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export SWIFT=${SWIFT:-swift}

DEBUG_BUILD="-debug-info-format none"
if [ -n "${CHECKED:-}" ]; then
    for option in function-bodies expression-type-checking; do
        DEBUG_BUILD+=" -Xswiftc -Xfrontend -Xswiftc -warn-long-$option=150"
    done
    DEBUG_BUILD+=" -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2"
fi
export DEBUG_BUILD
# All release builds share one, also those of packages that depend on this one.
RELEASE="-c release --scratch-path .build-release -Xswiftc -warnings-as-errors -Xswiftc -enable-testing"
# Packages that depend on this one share its build, so that no module is built again. They could import modules there without
# declaring them; the check of imports rejects that.
DEPENDENT="--scratch-path .build $DEBUG_BUILD"
SWIFT_FOLDERS="Package.swift Sources Tests Examples"

build() {
    ${CHECKED:+python3 -B Tests/Tools/TypeChecking/build.py} $SWIFT build $DEBUG_BUILD "$@"
}

# An incremental build does not detect changes of a macro or a C header, so the files that use it are marked as changed too.
# Deleting a file makes its folder newer.
fresh() {
    mkdir -p .build
    # The headers come first: files of the macro import them too, and must not be newer than .build/expanded.
    if [ -n "$(find Sources/*/*.h -newer .build/included 2>/dev/null || echo new)" ]; then
        grep -rlE '^(public )?import C(Netlink|RexSystem)$' Sources --include='*.swift' | xargs touch .build/included
    fi
    if [ -n "$(find Sources/PrismExpansion Sources/PrismPlugin -newer .build/expanded 2>/dev/null || echo new)" ]; then
        grep -rlw '@Prism' Tests Examples --include='*.swift' | xargs touch .build/expanded
    fi
}

# Installs packages of PyPI into a folder: install .build/mcp --require-hashes -r requirements.txt
install() {
    local folder=$1
    shift
    PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install --quiet --target "$folder" "$@"
}
