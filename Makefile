# SPDX-License-Identifier: MIT

SWIFT ?= swift
STRICT := -Xswiftc -warnings-as-errors
RELEASE := -c release --scratch-path .build-release
SWIFT_FOLDERS := Package.swift Sources Tests Examples
TOP_LEVEL := Package.swift Sources Tests Examples Docs Makefile README.md LICENSE CHANGELOG.md CONTRIBUTING.md

.PHONY: run test format verify lint layout no-dependencies build-release test-debug test-release demo

# Shows this machine's network and your Ctrl-Z as actions.
run:
	$(SWIFT) run LifecycleReachabilityExample

test:
	$(SWIFT) test

format:
	$(SWIFT) format --in-place --recursive $(SWIFT_FOLDERS)

# Everything that has to be true before a change lands.
verify: lint layout no-dependencies test-debug build-release test-release demo

lint:
	$(SWIFT) format lint --strict --recursive $(SWIFT_FOLDERS)

# The top level has nothing that is not in the list, files with a dot aside.
layout:
	@stray=$$(git ls-files | cut -d/ -f1 | sort -u | grep -vxE '\..*' $(foreach name,$(TOP_LEVEL),| grep -vxF '$(name)')); \
	if [ -n "$$stray" ]; then echo "Not allowed at the top level: $$stray" >&2; exit 1; fi

# The root package depends on no other package.
no-dependencies:
	@$(SWIFT) package show-dependencies --format flatlist | { ! grep . >&2; } \
	|| { echo "The root package must not depend on the packages above." >&2; exit 1; }

test-debug:
	$(SWIFT) test $(STRICT)

build-release:
	$(SWIFT) build $(RELEASE) $(STRICT)

test-release:
	$(SWIFT) test $(RELEASE) $(STRICT) -Xswiftc -enable-testing

# The example's script gives the same boxes each time.
demo:
	@$(SWIFT) run $(RELEASE) LifecycleReachabilityExample --demo \
	| diff Tests/LifecycleReachabilityExampleTests/Expected/demo.txt - && echo "The demo is as expected."
