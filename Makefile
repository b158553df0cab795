# Every target is one or two plain commands; read them here and run them by hand.
.DEFAULT_GOAL := help
SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
FUZZTIME  ?= 10s
REPEAT    ?= 2
NPM_DIR   ?= .artifacts/npm
SUITE_DIR ?= .artifacts/conformance
RELEASE_DIR ?= .artifacts/release
SITE_DIR ?= .artifacts/site
NODE_DIR ?= .artifacts/node
WINE_DIR ?= .artifacts/wine
N         ?= 60
SEED      ?= 1
PKG       ?= ./runtime/...
# of its lines those of shard i/n
sharded    = awk -v shard='$(or $1,1/1)' 'BEGIN { split(shard, s, "/") } (NR - 1) % s[2] == s[1] - 1'

.PHONY: help
help: ## show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: ## run the features in virtual time
	go run ./cmd/mcpsim run

.PHONY: test
test: ## run all tests that need nothing but Go
	go test ./...

.PHONY: race
race: ## run the tests of what has goroutines or locks under the race detector, a third of the features each day, without turns; those of the fakes, of the whole command and of checks are left out; SHARD=i/n
	GORACE=atexit_sleep_ms=0 go test -short -race ./steps $$(grep -rlE '"sync(/atomic)?"|^\s*go |\.Go\(' --include='*.go' netem steps reports cmd/mcpsim/internal runtime internal | \
		xargs -n1 dirname | sort -u | grep -vE 'testdata|internal/(steps|mutate|schema|words|yamldoc)' | $(call sharded,$(SHARD)) | sed 's|^|./|')

.PHONY: real
real: ## run the scenarios of the real world: child processes, sockets, files and the wall clock
	scripts/real-world.sh

.PHONY: determinism
determinism: ## run every scenario REPEAT times on 1 and on 2 processors and compare the traces; once with another seed in another order
	GOMAXPROCS=1 go run ./cmd/mcpsim run --strict-determinism --repeat $(REPEAT) | tail -n 60
	GOMAXPROCS=2 go run ./cmd/mcpsim run --strict-determinism --repeat $(REPEAT) | tail -n 60
	go run ./cmd/mcpsim run --seed 2 --schedule-seed 1 | tail -n 60

.PHONY: racing
racing: ## run every scenario REPEAT times without turns, under the race detector
	GORACE=atexit_sleep_ms=0 go run -race ./cmd/mcpsim run --racing --repeat $(REPEAT) | tail -n 4

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME, such as 10s or 3000x; SHARD=i/n
	@grep -rHo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' . | sort | \
		$(call sharded,$(SHARD)) | \
		while IFS=: read -r file func; do \
			go test -run '^$$' -fuzz "^$${func#func }$$" -fuzztime $(FUZZTIME) "./$$(dirname "$$file")" </dev/null; \
		done

.PHONY: realworld
realworld: ## test against npm's MCP servers, installed into NPM_DIR
	npm install --silent --no-audit --no-fund --prefix $(NPM_DIR) \
		@modelcontextprotocol/server-everything@2026.8.31 @modelcontextprotocol/server-memory@2026.8.31 \
		@modelcontextprotocol/server-filesystem@2026.8.31 @modelcontextprotocol/server-sequential-thinking@2026.8.31 \
		@antv/mcp-server-chart@0.9.10 @eslint/mcp@0.3.13 @notionhq/notion-mcp-server@2.5.2 tavily-mcp@0.2.22 \
		@modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/server@2.4.0 \
		zod@4.6.7 esbuild@0.28.2 vitest@5.1.1 typescript@7.0.2 @types/node@26.6.6
	MCPSIM_NPM=$(abspath $(NPM_DIR)) go test -count=1 -timeout 20m -parallel 3 -tags realworld -run RealWorld . ./cmd/mcpsim ./runtime/host

.PHONY: judges
judges: ## measure the checks with every server and every client that has one defect, and every correct one; takes minutes
	go test -count=1 -timeout 60m ./internal/steps/server/... ./internal/steps/authority -part 1/1
	go test -count=1 -timeout 60m ./internal/steps/server/specimen/... -part 1/1 -run Defects -whole
	go test -count=1 -timeout 60m ./internal/steps/client/specimen -part 1/1

.PHONY: conformance
conformance: ## compare with the official conformance suite, installed with its Node into SUITE_DIR
	npm install --silent --no-audit --no-fund --prefix $(SUITE_DIR) node@22 \
		conformance-0.1.16@npm:@modelcontextprotocol/conformance@0.1.16 \
		conformance-0.2.0-alpha.12@npm:@modelcontextprotocol/conformance@0.2.0-alpha.12
	cd conformance && MCPSIM_CONFORMANCE=$(abspath $(SUITE_DIR)) go test -count=1 -tags conformance -run TestSuite

.PHONY: bench
bench: ## run all benchmarks, those with a goal beside it; compare ratios of one run, not runs
	go test -run '^$$' -bench . -benchmem ./...

.PHONY: peers
peers: ## measure our client against others on one neutral server (two minutes)
	cd interop && go run ./cmd/peers

.PHONY: proxies
proxies: ## measure what the proxy costs, beside a direct connection and toxiproxy, in one run
	cd interop && go build -o $(abspath .artifacts)/toxiproxy github.com/Shopify/toxiproxy/v2/cmd/server
	MCPSIM_TOXIPROXY=$(abspath .artifacts)/toxiproxy go test -run '^$$' -bench Proxy ./cmd/mcpsim

.PHONY: interop
interop: ## test the nested module with real peers in it
	cd interop && go test . ./cmd/... ./neutral

.PHONY: costs
costs: ## see that our client allocates, holds and starts no more than its goals say (minutes); make peers measures all
	cd interop && go test ./peers

.PHONY: modules
modules: ## test what is a module of its own: exploring on many machines, releases, and a godog suite of somebody else
	cd testdata/godog && go test -count=1 ./... && go tool godog run
	cd cmd/mcpsim/mcpsim-explore && go test ./...
	cd cmd/release && go test ./...

.PHONY: browser
browser: ## test the pages of mcpsim in headless Chromium, which apt-get installs if there is none; MCPSIM_BROWSER=path, MCPSIM_SHOTS=dir
	@if [ -z "$${MCPSIM_BROWSER:-}" ] && ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null && ! command -v google-chrome >/dev/null; then \
		echo "there is no Chromium: apt-get installs it"; \
		root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
		{ command -v apt-get >/dev/null && $$root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || \
			{ echo "make browser: no browser, and apt-get cannot install one here: install Chromium, or say MCPSIM_BROWSER=path" >&2; exit 1; }; \
	fi
	cd interop && go test -count=1 -tags browser -run Browser -v . | grep -v '^=== RUN'

.PHONY: mutations
mutations: ## break each guarantee by hand and see its Rule fail (minutes); ID=MOD-01 or MOD, FILE=startup, SHARD=i/n
	MUTATIONS_ID=$(ID) MUTATIONS_FILE=$(FILE) MUTATIONS_SHARD=$(SHARD) go test -count=1 -timeout 1h -tags mutation -run EveryMutation ./features

.PHONY: explore
explore: ## vary every scenario N times; plant 20 mistakes and see that exploring finds them (minutes)
	go run ./cmd/mcpsim run --explore $(N)
	go test -count=1 -timeout 1h -tags mutation -run PlantedMistakes -v ./features

.PHONY: mutate
mutate: ## make N random mutants of PKG and see which nothing notices; SEED, SHARD=i/n, P, ONLY, BY, BUDGET, DIR, LIST=1, REAL=false, FEATURES=false, TESTS=false, CHECK=1
	go run ./internal/mutate/cmd/mutate -n $(N) -seed $(SEED) $(if $(SHARD),-shard $(SHARD)) $(if $(P),-p $(P)) \
		$(if $(ONLY),-only '$(ONLY)') $(if $(BY),-by '$(BY)') $(if $(BUDGET),-budget $(BUDGET)) $(if $(DIR),-dir $(DIR)) $(if $(REAL),-real=$(REAL)) $(if $(FEATURES),-features=$(FEATURES)) $(if $(TESTS),-tests=$(TESTS)) $(if $(CHECK),-check) $(if $(LIST),-list) $(PKG)

.PHONY: guarantees
guarantees: ## show which guarantees have a passing Rule
	go run ./cmd/mcpsim guarantees

.PHONY: release-snapshot
release-snapshot: ## make the files of a release in RELEASE_DIR and publish nothing; PLATFORMS='linux/amd64 darwin/arm64', six without
	go -C cmd/release run . -o $(abspath $(RELEASE_DIR)) -version "$$(git describe --tags --always --dirty)" $(PLATFORMS)

.PHONY: node-try
node-try: ## put the image with Node together for this processor, and let it validate a server of npx; needs apt-get of Debian and root
	@[ "$$(id -u)" = 0 ] || { echo "make node-try: only root may give a program another root folder" >&2; exit 1; }
	scripts/node-parts.sh $(NODE_DIR) --try
	npm install --silent --no-audit --no-fund --prefix $(NODE_DIR)/npm @modelcontextprotocol/server-everything@2026.8.31
	cd cmd/release && MCPSIM_NODE_PARTS=$(abspath $(NODE_DIR)) MCPSIM_NPM=$(abspath $(NODE_DIR)/npm) go test -count=1 -v -run NodeImage .

.PHONY: node-image
node-image: node-try ## the same, and make the files of a release with that image for both processors
	scripts/node-parts.sh $(NODE_DIR)
	go -C cmd/release run . -o $(abspath $(RELEASE_DIR)) -node $(abspath $(NODE_DIR)) -version "$$(git describe --tags --always --dirty)" $(PLATFORMS)

.PHONY: wine
wine: ## try the program and its platform code for Windows with wine, which apt-get installs if there is none
	scripts/wine.sh $(WINE_DIR)
	WINEPREFIX=$(abspath $(WINE_DIR)) go test -count=1 -tags wine -run Wine -v . | grep -v '^=== '

.PHONY: vulnerabilities
vulnerabilities: ## ask the database of Go which known vulnerabilities the program can meet; needs the network
	go run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./...

.PHONY: site
site: ## write the documentation into SITE_DIR, to be read from files; apt-get installs Sphinx, MyST and Furo if they are not there
	@if ! command -v sphinx-build >/dev/null; then \
		root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
		{ command -v apt-get >/dev/null && $$root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq --no-install-recommends python3-sphinx python3-myst-parser furo >/dev/null; } || \
			{ echo "make site: there is no sphinx-build, and apt-get cannot install it here: install sphinx, myst-parser and furo" >&2; exit 1; }; \
	fi
	go run ./cmd/site -o $(SITE_DIR)

.PHONY: ci
ci: ## run what CI runs
	.ci/run
