# SPDX-License-Identifier: MIT

SWIFT ?= swift
STRICT := -Xswiftc -warnings-as-errors
# Debug builds without debug information are faster. With CHECKED=1, they fail at warnings and at code that is slow to type-check;
# the compiler reports expressions of 150 ms. All commands that use .build have the same options, since others would rebuild everything.
SLOW_CODE := $(foreach option,function-bodies expression-type-checking,-Xswiftc -Xfrontend -Xswiftc -warn-long-$(option)=150)
# A check builds from scratch, which is a third faster by modules than by files.
WHOLE_MODULES := -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2
export DEBUG_BUILD = -debug-info-format none $(if $(CHECKED),$(SLOW_CODE) $(WHOLE_MODULES))
BUILD = $(if $(CHECKED),python3 -B Tests/TypeChecking/build.py) $(SWIFT) build $(DEBUG_BUILD)
# All release builds have the same flags and share one build, also those of packages that depend on this one.
RELEASE := -c release --scratch-path .build-release $(STRICT) -Xswiftc -enable-testing
SWIFT_FOLDERS := Package.swift Sources Tests Examples
TOP_LEVEL := Package.swift Sources Tests Examples Docs Makefile README.md LICENSE CHANGELOG.md CONTRIBUTING.md

FRESH := .build/included .build/expanded

.PHONY: run nightly no-fast-path navigation-programs inspector-load many-lifts apple-check apple-check-some platforms-check-some platforms-check platforms-mistakes test-release-all apple-mistakes mutate-modules page page-check pictures inspector-pictures pictures-check test pages pages-isolated format docs docs-serve docs-browser docs-screenshots api-check verify lint layout no-dependencies imports test-release demo client finder notes benchmark benchmark-quick benchmark-core sanitize fuzz mutate mutants-check build-cost

# Runs an example that shows this machine's network and your Ctrl-Z as actions.
run:
	$(SWIFT) run LifecycleReachabilityExample

test: $(FRESH)
	$(BUILD) --build-tests
	$(SWIFT) test --skip-build $(DEBUG_BUILD)

# An incremental build does not detect changes of a macro or a C header, so the files that use it are marked as changed too.
# Deleting a file makes its folder newer.
# Files of the macro are among those that the other rule marks, so this rule comes after it.
.build/expanded: .build/included $(wildcard Sources/PrismExpansion/*/ Sources/PrismExpansion/*/*.swift Sources/PrismPlugin/*.swift)
	@mkdir -p $(@D)
	@touch $$(grep -rlw '@Prism' Tests Examples --include='*.swift') $@
.build/included: $(wildcard Sources/*/*.h)
	@mkdir -p $(@D)
	@touch $$(grep -rlE '^(public )?import C(Netlink|RexSystem)$$' Sources --include='*.swift') $@

# Compiles and runs the Swift blocks of the documentation; of one page or folder with PAGES=Docs/Rex.docc/Rex.md.
pages: $(FRESH)
	$(SWIFT) test $(DEBUG_BUILD) --filter DocumentationTests.PageTests

# The same in modules on the main actor without approachable concurrency. `make test` compiles them with it.
pages-isolated: $(FRESH)
	ISOLATIONS=all $(SWIFT) test $(DEBUG_BUILD) --filter DocumentationTests.PageTests

format:
	$(SWIFT) format --in-place --recursive $(SWIFT_FOLDERS)

# `make -n` would run $(MAKE) in a rule.
PART_MAKE = $(MAKE)

# Runs the checks of a change, without the parts in DONE, and prints the seconds of each. The parts of the second list run in
# parallel, since some of them use only one core, and print their output at the end.
VERIFY := lint layout page-check pictures-check no-dependencies imports mutants-check test docs client finder notes platforms-check-some
VERIFY_BESIDE := test-release benchmark-core apple-check-some
DONE ?=
verify:
	@folder=$$(mktemp -d); \
	run() { for part; do begin=$$(date +%s); $(PART_MAKE) $$part CHECKED=1 || return 1; \
	echo "$$part $$(( $$(date +%s) - begin )) s" >>$$folder/seconds; done; }; \
	run $(filter-out $(DONE),$(VERIFY_BESIDE)) >$$folder/log 2>&1 & \
	status=0; run $(filter-out $(DONE),$(VERIFY)) || status=1; wait $$! || status=1; cat $$folder/log; \
	if [ $$status = 0 ]; then echo "Verified: $$(paste -sd, $$folder/seconds)."; fi; rm -r $$folder; exit $$status

# Runs the checks that seldom fail or take long, and writes their results and seconds to .ci/nightly.txt. With
# MODULES="OutboxMiddleware RexTesting", runs release tests, sanitizers and some mutants of these modules, and appends the results.
MODULES ?=
NIGHTLY := no-fast-path docs navigation-programs inspector-load many-lifts docs-browser pages-isolated platforms-check apple-check apple-mistakes platforms-mistakes api-check test-release-all benchmark-quick demo notes sanitize fuzz
MODULES_NIGHTLY := test-release-all sanitize mutate-modules
nightly:
	@results=$$(mktemp); echo "$$(date -u +%F), $$(git rev-parse --short HEAD)$(if $(MODULES),: $(strip $(MODULES)))" >$$results; status=0; \
	for part in $(if $(MODULES),$(MODULES_NIGHTLY),$(NIGHTLY)); do begin=$$(date +%s); if $(PART_MAKE) $$part CHECKED=1 >&2; then result=passed; else result=failed status=1; fi; \
	echo "$$part $$result, $$(( $$(date +%s) - begin )) s" | tee -a $$results; done; \
	$(if $(MODULES),{ echo; cat $$results; } >>,cat $$results >).ci/nightly.txt; rm $$results; exit $$status

# The tests of each module, including those in other targets.
MODULE_TESTS = $(addsuffix Tests,$(MODULES)) $(if $(filter PrismExpansion,$(MODULES)),PrismTests) \
	$(if $(filter PublisherKit,$(MODULES)),PublisherMiddlewareTests) $(if $(filter StateComparison,$(MODULES)),LoggerMiddlewareTests)

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_FOLDERS)

# Checks that the top level contains only the files in the list and files with a dot.
layout:
	@stray=$$(git ls-files | cut -d/ -f1 | sort -u | grep -vxE '\..*' $(foreach name,$(TOP_LEVEL),| grep -vxF '$(name)')); \
	if [ -n "$$stray" ]; then echo "Not allowed at the top level: $$stray" >&2; exit 1; fi

# Checks that the root package depends on no other package.
no-dependencies:
	@$(SWIFT) package show-dependencies --format flatlist | { ! grep . >&2; } \
	|| { echo "The root package must not depend on the packages above." >&2; exit 1; }

# How often `verify` kills the real server; fifty times otherwise.
verify: export NOTES_ROUNDS := 10

# The only module that the optimiser has broken so far: values were released too early, and memory was read too late.
test-release: export REX_TESTS := RexCoreTests
test-release: export REX_TESTS_PLAIN := 1
test-release: export FEW_ROUNDS := 1
test-release: test-release-all

# SwiftPM would add a second -enable-testing, and `demo` and `benchmark-quick` could not use these modules.
# Without the tests that need only a debug build: the code of the pages, the output of the compiler, and recordings in a browser.
test-release-all: $(FRESH)
	$(if $(MODULES),REX_TESTS='$(MODULE_TESTS)') $(SWIFT) test $(RELEASE) --disable-testable-imports --skip DocumentationTests --skip CompileTimeTests --skip TestSourceTests \
	--skip RecorderMiddlewareTests.Page --skip InspectorMiddlewareTests.Page

# Tests the core without the fast path of its loop.
no-fast-path: $(FRESH)
	REX_TESTS=RexCoreTests $(SWIFT) test $(DEBUG_BUILD) --scratch-path .build-plain -Xswiftc -DREX_NO_FAST_PATH

# Runs more random programs of navigation in a debug build, which reports containers that count from 1 again.
navigation-programs: export REX_PROGRAMS := 10000
navigation-programs: $(FRESH)
	$(SWIFT) test $(DEBUG_BUILD) --filter RexNavigationTests

# Tests the page of the inspector with 100,000 actions at full speed, and with 500 actions a second for a minute.
inspector-load: export REX_LOAD := full
inspector-load: $(FRESH)
	$(SWIFT) test $(DEBUG_BUILD) --filter PageLoadTests

# Type-checks 160 lifts of each form in one expression, as a chain, a list and a builder, and prints the processor time of each.
many-lifts: export REX_LIFTS := full
many-lifts: $(FRESH)
	$(SWIFT) test $(DEBUG_BUILD) --filter TypeCheckTests

# Compares the log of the example's script with the expected one, except for line numbers, which change.
demo:
	@$(SWIFT) run $(RELEASE) LifecycleReachabilityExample --demo | sed -E 's/:[0-9]+$$/:<line>/' \
	| diff Tests/LifecycleReachabilityExampleTests/Expected/demo.txt - && echo "The demo is as expected."

# Packages that depend on this one share its build, so that no module is built again. They could import modules there without
# declaring them; `imports` rejects that.
DEPENDENT = --scratch-path .build $(DEBUG_BUILD)

# Checks that each target declares its imports.
imports:
	@SWIFT='$(SWIFT)' python3 -B Tests/Client/imports.py . Tests/Client Tests/Benchmarks Examples/FinderExample Examples/NotesExample

# Builds packages as users have them: each depends only on the products that it uses.
client: $(FRESH)
	$(BUILD) --package-path Tests/Client --scratch-path .build
	$(SWIFT) run --skip-build --package-path Tests/Client $(DEPENDENT) Client

# Builds and tests an app in a package of its own, as users have it.
finder: $(FRESH)
	$(BUILD) --build-tests --package-path Examples/FinderExample --scratch-path .build
	$(SWIFT) test --skip-build --package-path Examples/FinderExample $(DEPENDENT)

# The same with a real server from PyPI. Clients and server are killed. Without network, the test reports that it was skipped.
notes: $(FRESH) .build/wsgidav
	$(BUILD) --build-tests --package-path Examples/NotesExample --scratch-path .build
	PYTHONPATH=$(CURDIR)/.build/wsgidav $(SWIFT) test --skip-build --package-path Examples/NotesExample $(DEPENDENT)
.build/wsgidav:
	PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install --quiet --target $@ wsgidav==4.4.0 || echo "There is no wsgidav."

# Measures the time of an action, compared with code written by hand, and counts its allocations, each row in a process of its
# own. Fails above the limits in Tests/Benchmarks/limits.txt. ONLY="W1 W3" runs some rows. MARKDOWN=1 prints them for the
# documentation. AGAINST=69a328c also runs the program of that commit, alternating, and compares the times;
# Tests/Benchmarks/against.txt lists the rows that may be slower. CMO=no builds without optimising across modules. DEBUG=1 builds
# without optimising; the only limit then is the time of row W3, and without ONLY no other rows are measured.
BENCHMARKS := $(SWIFT) run --package-path Tests/Benchmarks
BENCHMARKS_BUILD := -c $(if $(DEBUG),debug,release) --scratch-path .build-benchmark$(CMO)$(if $(DEBUG),-debug) \
	$(if $(filter no,$(CMO)),-Xswiftc -Xfrontend -Xswiftc -disable-cmo)
BENCHMARK_OPTIONS := $(if $(MARKDOWN),--markdown) $(or $(ONLY),$(if $(DEBUG),W3))
benchmark:
	$(if $(AGAINST),SWIFT='$(SWIFT)' python3 -B Tests/Benchmarks/against.py '$(AGAINST)' $(ONLY),$(if $(DEBUG),$(if $(ONLY),,REX_CORE_ROWS=1 ))$(BENCHMARKS) $(BENCHMARKS_BUILD) Benchmarks $(BENCHMARK_OPTIONS))

# Counts only the allocations, of all rows or of the core, with the modules that `test-release` has built, so without CMO and DEBUG.
benchmark-core: export REX_CORE_ROWS := 1
benchmark-core: benchmark-quick
benchmark-quick:
	$(BENCHMARKS) $(RELEASE) Benchmarks --quick $(BENCHMARK_OPTIONS)

# Prints what a clean build of each product costs, as a ratio to an empty package.
build-cost:
	SWIFT='$(SWIFT)' python3 -B Tests/Client/cost.py

# Makes the documentation's site in .build-docs/site: the guide, and the public symbols of each module.
docs:
	$(BUILD) --build-tests
	$(SWIFT) package $(DEBUG_BUILD) dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
	--emit-extension-block-symbols
	Docs/site.sh .build/*/symbolgraph .build-docs

DOCS_PORT ?= 8080
docs-serve:
	@echo "http://127.0.0.1:$(DOCS_PORT)/"
	@python3 -m http.server --bind 127.0.0.1 --directory .build-docs/site $(DOCS_PORT)

# Opens every page of the site's navigation in Chromium. Without chromedriver, reports that and succeeds.
docs-browser:
	@command -v chromedriver >/dev/null || { echo "Not opened in a browser: there is no chromedriver."; exit 0; }; \
	SITE=.build-docs/site $(SWIFT) test $(DEBUG_BUILD) --filter SiteTests

# Takes screenshots of every page, light and dark, wide and narrow.
docs-screenshots:
	SITE=.build-docs/site SCREENSHOTS=.build-docs/screenshots $(SWIFT) test $(DEBUG_BUILD) --filter screenshotsOfAllPagesAreTaken

# Compares the public API with that of a commit. ACCEPTED lists the intended breaks, in the words of the check.
API_COMMIT := .ci/api-commit.txt
ACCEPTED := .ci/accepted-api-breakage.txt
api-check:
	@commit=$$(cat $(API_COMMIT)); git cat-file -e $$commit^{commit} || { echo "$(API_COMMIT) names no commit of this clone." >&2; exit 1; }; \
	echo "Comparing the API with $$commit."; \
	$(SWIFT) package $(DEBUG_BUILD) diagnose-api-breaking-changes $$commit --breakage-allowlist-path $(ACCEPTED) \
	--baseline-dir .build-api

# Type-checks the products, the examples and the documentation's code for macOS, iOS, tvOS, watchOS and visionOS, with the
# checks on SIL, in .build-apple. PLATFORMS="macOS iOS" selects some. All clones share ~/.cache/rex-package. Without network at the
# first run, reports that and succeeds.
apple-check-some: export PLATFORMS := macOS
apple-check-some: apple-check
apple-check:
	@SWIFT='$(SWIFT)' python3 -B Tests/ApplePlatforms/check.py

# The same for modules that need no operating system: for Linux with musl, Linux on arm64 and WASI, without Dispatch. WASI has the
# fewest functions.
platforms-check-some: export PLATFORMS := WASI
platforms-check-some: platforms-check
platforms-check:
	@SWIFT='$(SWIFT)' python3 -B Tests/OtherPlatforms/check.py

# Makes mistakes that only these platforms can find, and checks that apple-check finds each.
apple-mistakes:
	@SWIFT='$(SWIFT)' python3 -B Tests/ApplePlatforms/mistakes.py

# The same for platforms-check.
platforms-mistakes:
	@SWIFT='$(SWIFT)' python3 -B Tests/OtherPlatforms/mistakes.py

# Runs the tests of multithreaded code under ThreadSanitizer, and the tests of modules with unsafe code under AddressSanitizer. A
# report fails them. LeakSanitizer is off, since it does not understand Swift's weak references; tests look for leaks.
SINGLE_THREADED := CompileTimeTests DocumentationTests PrismExpansionTests PrismTests StateComparisonTests \
	LifecycleReachabilityExampleTests MonitorExampleTests TodoExampleTests
CHOSEN_TESTS = $(if $(MODULES),$(MODULE_TESTS),$(notdir $(wildcard Tests/*Tests)))
THREADED = $(filter-out $(SINGLE_THREADED),$(CHOSEN_TESTS))
UNSAFE = $(filter $(addsuffix Tests,$(notdir $(shell grep -rlw unsafe Sources --include='*.swift' | cut -d/ -f2 | sort -u))),$(CHOSEN_TESTS))
sanitize: $(FRESH)
	$(if $(THREADED),REX_TESTS='$(THREADED)' $(SWIFT) test --sanitize=thread --scratch-path .build-thread -Xswiftc -DTHREAD_SANITIZER)
	$(if $(UNSAFE),REX_TESTS='$(UNSAFE)' ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address --scratch-path .build-address -Xswiftc -DADDRESS_SANITIZER)

# Fuzzes each parser for a while.
FUZZ_SECONDS ?= 60
FUZZER := $(SWIFT)c -swift-version 6 -O -parse-as-library -sanitize=fuzzer,address -use-ld=lld -package-name rex \
	-enable-upcoming-feature InternalImportsByDefault -I Sources/CRexSystem
FUZZ := -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -artifact_prefix=.build/fuzz/ .build/fuzz
REACHABILITY := Sources/ReachabilityMiddleware
RECORDER := Sources/RecorderMiddleware
FUZZED_MODULE := $(SWIFT)c -swift-version 6 -package-name rex -enable-upcoming-feature InternalImportsByDefault \
	-enable-upcoming-feature ExistentialAny -I ../../Sources/CRexSystem -I .
fuzz:
	@mkdir -p $(addprefix .build/fuzz/,netlink-corpus prism-corpus recording-corpus inspector-corpus)
	$(FUZZER) -module-name NetlinkFuzz -I Sources/CNetlink $(REACHABILITY)/Path/NetworkPath.swift \
	$(REACHABILITY)/Path/NetworkSnapshot.swift $(addprefix $(REACHABILITY)/Netlink/,NetlinkBytes.swift \
	NetlinkError.swift NetlinkMessage.swift NetworkSnapshot+Netlink.swift) Tests/Fuzz/NetlinkFuzz.swift \
	-o .build/fuzz/netlink
	.build/fuzz/netlink $(FUZZ)/netlink-corpus
	$(FUZZER) -module-name PrismFuzz Sources/PrismExpansion/*/*.swift Tests/Fuzz/PrismFuzz.swift -o .build/fuzz/prism
	.build/fuzz/prism $(FUZZ)/prism-corpus
	cd .build/fuzz && for module in RexCore StateComparison; do $(FUZZED_MODULE) -module-name $$module -parse-as-library -O -wmo \
	-emit-module -c $$(find ../../Sources/$$module -name '*.swift') -o $$module.o || exit 1; done
	$(FUZZER) -module-name RecordingFuzz -I .build/fuzz $(RECORDER)/File/*.swift $(RECORDER)/JSON/*.swift \
	$(RECORDER)/Recording/*.swift $(RECORDER)/Recorder/*.swift \
	Tests/Fuzz/RecordingFuzz.swift .build/fuzz/RexCore.o .build/fuzz/StateComparison.o -o .build/fuzz/recording
	.build/fuzz/recording $(FUZZ)/recording-corpus
	$(FUZZER) -module-name InspectorFuzz Sources/InspectorMiddleware/HTTP/HTTPParser.swift \
	Sources/InspectorMiddleware/HTTP/HTTPRequest.swift Tests/Fuzz/InspectorFuzz.swift -o .build/fuzz/inspector
	.build/fuzz/inspector $(FUZZ)/inspector-corpus

# Makes small changes to a module, one at a time, and prints those that its tests do not catch; with VERBOSE=1 all.
COUNT ?= 50
SEED ?= 1
mutate:
	@SWIFT='$(SWIFT)' VERBOSE='$(VERBOSE)' python3 -B Tests/Mutants/mutate.py '$(MODULE)' '$(COUNT)' '$(SEED)'

# Tests some mutants of each module in MODULES, different ones for each commit.
NIGHTLY_MUTANTS ?= 5
mutate-modules:
	@for module in $(MODULES); do $(PART_MAKE) mutate MODULE=$$module COUNT=$(NIGHTLY_MUTANTS) SEED=$$(git rev-list --count HEAD) \
	|| exit 1; done

# Tests the rules for leaving mutants out, and finds outdated lines of equivalent.txt. Builds nothing.
mutants-check:
	@python3 -B -m unittest -q Tests/Mutants/test_forms.py
	@python3 -B Tests/Mutants/mutate.py --check

# Writes the files of a recording's page as Swift strings.
page:
	python3 -B Sources/RecorderMiddleware/Page/embed.py

page-check:
	@python3 -B Sources/RecorderMiddleware/Page/embed.py --check

# Makes the dark form of each picture of the guide from its light form.
PICTURES := Docs/Rex.docc
pictures:
	@for light in $$(ls $(PICTURES)/*.svg | grep -v '~dark'); do \
	sed -f Docs/dark.sed $$light > $${light%.svg}~dark.svg; done

# Takes the pictures of the inspector: Chromium shows a run of NotesExample that has no server.
inspector-pictures: $(FRESH)
	$(BUILD) --package-path Examples/NotesExample --scratch-path .build --product NotesExample
	python3 -B Docs/Pictures/inspector.py .build/debug/NotesExample $(PICTURES)

pictures-check:
	@for light in $$(ls $(PICTURES)/*.svg | grep -v '~dark'); do \
	sed -f Docs/dark.sed $$light | cmp -s - $${light%.svg}~dark.svg \
	|| { echo "The dark form of $$light is another one: run make pictures." >&2; exit 1; }; done
