# Each target says what it runs; the work is in CMake presets (CMakePresets.json) and tools/.
.PHONY: help demo build test test-more test-times bench lab fuzz lint format install clean
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60

help:            ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | column -t -s "$$(printf '\t')"

build:           ## build the command: build/release/peel
	@tools/install-deps build
	@tools/build-release peel-cli

demo:            ## two databases of 1,000,000 rows: diff, sync and proof; two CSV files: diff and sketch
	@tools/install-deps build
	@tools/build-release peel-cli example_make_tables
	@tools/demo

test:            ## lint of what changed; GCC: every test but those that take long; Clang with sanitizers: unit tests, corpora
	@tools/install-deps build test bench
	@tools/run-tests

test-more:       ## the tests that take long, and the command with sanitizers
	@tools/install-deps build test bench
	@tools/run-tests more

test-times:      ## seconds by test and by label of the last run of the tests; fails where a label exceeds its budget
	@tools/test-times

bench:           ## ns/op beside the machine's limit for the same work; peel diff beside sort, comm, cmp, sqldiff, diff -rq and rsync, here and far away; peel count beside sort and awk
	@tools/install-deps build bench
	@tools/build-release peel-cli peel-bench example_make_tables
	@build/release/benchmarks/peel-bench
	@benchmarks/diff-files
	@benchmarks/diff-json
	@benchmarks/diff-databases
	@benchmarks/diff-trees
	@benchmarks/diff-far
	@benchmarks/count-log
	@benchmarks/filter-lines
	@benchmarks/top-lines

lab:             ## recompute the papers' numbers, about ten minutes; the report is lab-report/index.html
	@tools/install-deps build lab
	@tools/build-release peel-cli peel-lab
	@build/release/peel lab

fuzz:            ## run every fuzz target for FUZZ_SECONDS of processor time (default 60), then a table of executions and findings
	@tools/install-deps build test bench
	@tools/run-fuzzers $(FUZZ_SECONDS)

lint:            ## format, layer law and clang-tidy over the whole tree (tools/lint --changed: over what differs from main)
	@tools/install-deps build test bench
	@tools/lint

format:          ## clang-format in place
	@tools/install-deps test
	@tools/source-files | xargs clang-format -i

install:         ## install library, headers, CMake package, command, manual and completion under PREFIX
	@tools/install-deps build lab
	@tools/build-release peel-cli peel-lab peel-pages
	@cmake --install build/release --prefix "$(PREFIX)"

clean:           ## remove every build
	@rm -rf build
