# What there is to do here; `make help` lists it. Each target works from a clean clone and installs what it needs.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PREFIX ?= /usr/local
DESTDIR ?=
SECONDS_EACH := $(or $(if $(filter command line environment,$(origin SECONDS)),$(SECONDS)),60)
FORMAT ?=
# Tests against real clocks and servers, which have the machine to themselves, one after the other.
TIMED := AudioDevicesTests|OutputServerTests|OutputTests|SystemSoundServerTests|QueueServerTests|QueueSoakTests|RecorderTests|ExampleTests|InputServerTests|HardwareClientTests|AudioEngineTests.InputTests|PullSourceTests|RealtimeTests|AfplayTests|AfplayStreamTests

.PHONY: help demo test check check-long bench docs install fuzz clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

demo: ## convert a real sound, look at it, and play it
	@Scripts/demo

test: ## run the whole test suite
	@Scripts/bootstrap test
	@Fuzz/run --runs 10000
	swift build -c release --build-tests -Xswiftc -enable-testing
	swift test -c release --skip-build --disable-xctest --skip '$(TIMED)'
	Scripts/awake swift test -c release --skip-build --disable-xctest --no-parallel --filter '$(TIMED)'

check: ## what a change must pass: style, layers, budgets, links, then the tests
	@Scripts/bootstrap test
	@Scripts/validate
	@$(MAKE) test

check-long: check ## check, then sanitizers and a minute of fuzzing for each format
	@Scripts/check-long

bench: ## compare speed and memory with ffmpeg and sox
	@Scripts/bootstrap bench
	@Benchmarks/run

docs: ## build the documentation into .build/docs
	@Scripts/bootstrap docs
	@Scripts/make-docs

install: ## install under PREFIX (default /usr/local): tools, headers, library, man pages
	@Scripts/bootstrap build
	@Scripts/install "$(DESTDIR)" "$(PREFIX)"

fuzz: ## fuzz the readers: make fuzz SECONDS=600 FORMAT=CAF (default: each for 60 s)
	@Scripts/bootstrap build
	@Fuzz/run --seconds $(SECONDS_EACH) $(FORMAT)

clean: ## remove what was built
	rm -rf .build .build-* .cache
