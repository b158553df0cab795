# Every target is one or two plain commands; read them here and run them by hand.
.DEFAULT_GOAL := help
SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
FUZZTIME  ?= 10s
REPEAT    ?= 2
NPM_DIR   ?= .artifacts/npm
SUITE_DIR ?= .artifacts/conformance

.PHONY: help
help: ## show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: ## run the features in virtual time
	go run ./cmd/mcpsim run

.PHONY: test
test: ## run all tests that need nothing but Go
	go test ./...

.PHONY: race
race: ## run all tests under the race detector; without its second of sleep at the exit of every child
	GORACE=atexit_sleep_ms=0 go test -race ./...

.PHONY: determinism
determinism: ## run every scenario REPEAT times on 1 and on 2 processors and compare the traces
	GOMAXPROCS=1 go run ./cmd/mcpsim run --strict-determinism --repeat $(REPEAT) | tail -n 4
	GOMAXPROCS=2 go run ./cmd/mcpsim run --strict-determinism --repeat $(REPEAT) | tail -n 4

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME, such as 10s or 3000x
	@set -e; for file in $$(grep -rl --include='*_test.go' '^func Fuzz' .); do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/p' $$file); do \
			go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) ./$$(dirname $$file); \
		done; \
	done

.PHONY: realworld
realworld: ## test against npm's MCP servers, installed into NPM_DIR
	npm install --silent --no-audit --no-fund --prefix $(NPM_DIR) \
		@modelcontextprotocol/server-everything @modelcontextprotocol/server-memory @modelcontextprotocol/server-filesystem \
		@modelcontextprotocol/sdk
	MCPSIM_NPM=$(abspath $(NPM_DIR)) go test -count=1 -tags realworld -run RealWorld ./cmd/mcpsim ./runtime/host

.PHONY: conformance
conformance: ## compare with the official conformance suite, installed with its Node into SUITE_DIR
	npm install --silent --no-audit --no-fund --prefix $(SUITE_DIR) node@22 \
		conformance-0.1.16@npm:@modelcontextprotocol/conformance@0.1.16 \
		conformance-0.2.0-alpha.12@npm:@modelcontextprotocol/conformance@0.2.0-alpha.12
	cd conformance && MCPSIM_CONFORMANCE=$(abspath $(SUITE_DIR)) go test -count=1 -tags conformance -run TestSuite

.PHONY: bench
bench: ## run all benchmarks; compare ratios of one run, not runs
	go test -run '^$$' -bench . -benchmem ./...

.PHONY: peers
peers: ## measure our client against others on one neutral server (two minutes)
	cd interop && go run ./cmd/peers

.PHONY: interop
interop: ## test the nested module with real peers in it
	cd interop && go test ./...

.PHONY: mutations
mutations: ## break each guarantee on purpose and see its Rule fail (minutes)
	go test -timeout 1h -tags mutation ./features

.PHONY: guarantees
guarantees: ## show which guarantees have a passing Rule
	go run ./cmd/mcpsim guarantees

.PHONY: ci
ci: ## run what CI runs
	.ci/run
