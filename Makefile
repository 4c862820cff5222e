# What there is to do here; `make help` lists it. Each target works from a clean clone and installs what it needs.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PREFIX ?= /usr/local
LIB ?= lib
DESTDIR ?=
SECONDS_EACH := $(or $(if $(filter command line environment,$(origin SECONDS)),$(SECONDS)),60)
FORMAT ?=
PLOT ?= .build/bench

.PHONY: help demo test check threads check-long bench docs install install-music-player deb rpm flatpak release fuzz clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 22

demo: ## convert beside ffmpeg, record, render effects, and play
	@Scripts/demo

test: ## run the tests that other programs on this machine cannot disturb
	@Scripts/bootstrap test install-test
	@Scripts/stages test

check: ## what a change must pass: form, what is installed, the documentation, the tests
	@Scripts/bootstrap test install-test docs packaging check
	@Scripts/stages check

threads: ## run the suites in which threads meet under ThreadSanitizer
	@Scripts/bootstrap test
	@Scripts/stages threads

check-long: check threads ## check, then sanitizers and a minute of fuzzing for each format
	@Scripts/check-long

bench: ## compare speed and memory with ffmpeg, sox and mpv
	@Scripts/bootstrap bench
	@mkdir -p .build/bench
	@Benchmarks/run | tee .build/bench/table.md
	@Benchmarks/plot .build/bench/table.md $(PLOT) "sounds of ten minutes"
	@Benchmarks/player

docs: ## build the documentation into .build/docs
	@Scripts/bootstrap docs
	@Scripts/make-docs

install: ## install under PREFIX (default /usr/local): tools, headers, library, man pages
	@Scripts/bootstrap build
	@Scripts/install "$(DESTDIR)" "$(PREFIX)" "$(LIB)"

install-music-player: ## install the example with a window under PREFIX, with its desktop file and icon
	@Scripts/bootstrap build install-test
	@Scripts/install-music-player "$(DESTDIR)$(PREFIX)"

deb: ## build packages for Debian into .build/packages
	@Scripts/make-deb

rpm: ## build RPM packages into .build/rpms
	@Scripts/make-rpm

flatpak: ## build the music player's package for Flatpak into .build/flatpak
	@Scripts/make-flatpak

release: ## make the archive of the sources, packages of both kinds and the notes of a release in .build/published
	@Scripts/make-release

fuzz: ## fuzz the readers: make fuzz SECONDS=600 FORMAT=CAF (default: each for 60 s)
	@Scripts/bootstrap build
	@Fuzz/run --seconds $(SECONDS_EACH) $(FORMAT)

clean: ## remove what was built
	rm -rf .build .build-* .cache
