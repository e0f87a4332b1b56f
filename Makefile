# SPDX-License-Identifier: MIT

CHECK := bash Tests/Tools/check.sh
NAMES := $(basename $(notdir $(wildcard Tests/Tools/checks/*.sh)))
# The checks of each change. Each list behind `beside` runs at the same time as the others.
VERIFY := lint layout generated imports mutants test docs client shop notes:10 assistants \
	beside release:RexCore allocations:core beside apple:macOS platforms:WASI
# The rest, which seldom fails or takes long.
NIGHTLY := no-fast-path docs docs:browser many pages platforms platforms:mistakes apple apple:mistakes api release allocations \
	demo notes assistants sanitize fuzz long-run

.PHONY: help run test verify nightly check format docs benchmark mutate clean

help: # prints this list
	@sed -nE 's/^([a-z]+):[^#]*# (.*)/make \1|\2/p' Makefile | while IFS='|' read -r name text; \
	do printf '%-16s %s\n' "$$name" "$$text"; done

run: # runs the example: Ctrl-Z and the network are its input
	swift run LifecycleReachabilityExample

test: # runs all tests in a debug build
	@$(CHECK) test

verify: # runs the checks of each change; DONE="test docs" leaves some out
	@CHECKED=1 DONE='$(DONE)' $(CHECK) $(VERIFY)

nightly: # runs the rest; with MODULES=RexCore,Prism the release tests, sanitizers and mutants of these
	@CHECKED=1 KEEP_GOING=1 $(CHECK) $(if $(MODULES),release:$(MODULES) sanitize:$(MODULES) mutate:$(MODULES),$(NIGHTLY))

check: # runs some checks, as in make check PARTS="lint platforms:WASI", or lists them
	@$(if $(PARTS),$(CHECK) $(PARTS),for name in $(NAMES); do printf '%-13s' $$name; sed -n 's/^# //p' Tests/Tools/checks/$$name.sh \
	| sed -n 2p; done)

format: # formats the Swift files, and makes the generated ones
	swift format --in-place --recursive Package.swift Sources Tests Examples
	@bash Tests/Tools/checks/generated.sh renew

docs: # makes the site of the guide; SHOW=serve, browser, screenshots or pictures shows it
	@$(CHECK) docs$(SHOW:%=:%)

benchmark: # measures against code written by hand, also ROWS="W1 W3", AGAINST=a-commit, DEBUG=1
	@bash Tests/Tools/checks/benchmark.sh $(ROWS)

mutate: # makes small changes to a module and prints those that no test catches: MODULE=RexCore COUNT=50
	@bash Tests/Tools/checks/mutate.sh $(MODULE) $(or $(COUNT),50) $(or $(SEED),1)

clean: # removes all builds
	rm -rf .build .build-*
