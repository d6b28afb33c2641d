# Each target says what it runs; the work is in CMake presets (CMakePresets.json) and tools/.
.PHONY: help deps demo build test test-times bench lab fuzz lint format install clean
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60

help:            ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | column -t -s "$$(printf '\t')"

deps:
	@tools/install-deps

build: deps      ## build the release preset: build/release/peel
	@cmake --preset release >/dev/null && cmake --build --preset release

demo: build      ## two databases of 1,000,000 rows: diff, sync and proof; two CSV files: diff and sketch
	@tools/demo

test: deps       ## build with GCC and with Clang + ASan + UBSan, run every test and replay every corpus
	@tools/run-tests

test-times:      ## seconds by test and by label of the last run of the tests; fails where a label exceeds its budget
	@tools/test-times

bench: build     ## ns/op beside the machine's limit for the same work; peel diff beside sort, comm, cmp, sqldiff, diff -rq and rsync; peel count beside sort and awk
	@build/release/benchmarks/peel-bench
	@benchmarks/diff-files
	@benchmarks/diff-json
	@benchmarks/diff-databases
	@benchmarks/diff-trees
	@benchmarks/count-log
	@benchmarks/filter-lines
	@benchmarks/top-lines

lab: build       ## recompute the papers' numbers, about ten minutes; the report is lab-report/index.html
	@build/release/peel lab

fuzz: deps       ## run every fuzz target for FUZZ_SECONDS each (default 60)
	@tools/run-fuzzers $(FUZZ_SECONDS)

lint: deps       ## format, layer law and clang-tidy over the whole tree (tools/lint --changed: over what differs from main)
	@tools/lint

format: deps     ## clang-format in place
	@tools/source-files | xargs clang-format -i

install: build   ## install library, headers, CMake package, command, manual and completion under PREFIX
	@cmake --install build/release --prefix "$(PREFIX)"

clean:           ## remove every build
	@rm -rf build
