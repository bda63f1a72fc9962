# Kafeneio. Needs Python 3.11 or newer and make; everything else comes by itself. `make help` lists the targets.

# What is compiled once need not be compiled by each of the many processes that a test run starts.
unexport PYTHONDONTWRITEBYTECODE

SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.NOTPARALLEL:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
NODE := VENV=$(abspath $(VENV)) $(CURDIR)/tools/with-node.sh
ARGS ?=
SEED ?= 1
MINUTES ?= 5
SEEDS ?= 1-50
# Much of a test is waiting: four processes keep two cores busy, a tenth faster than three. A file's tests stay together,
# the longest come first.
WORKERS ?= 4
# What `check` has just run in the same call is not run again.
CHECKED := $(if $(filter check,$(MAKECMDGOALS)),--ignore=tests/architecture)
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(CHECKED)

WEB := clients/web
WEB_SOURCES := $(shell find $(WEB) clients/typescript \( -name node_modules -o -name dist \) -prune -o -type f -print 2>/dev/null)

# Files that say that a step has been done, and since when.
HAS_VENV := $(VENV)/.has-venv
HAS_RUN := $(VENV)/.has-run
HAS_DEV := $(VENV)/.has-dev
PEERS := var/peers
HAS_PEERS := $(PEERS)/.has-peers
SBOM := var/sbom
HAS_SBOM := $(SBOM)/.has-tools
MUTANTS := var/mutants
HAS_MUTANTS := $(MUTANTS)/.has-tools
DOCS := var/docs
HAS_DOCS := $(DOCS)/.has-tools
OPS := var/ops
HAS_OPS := $(OPS)/.has-ops
# Another interpreter than the one that develops: the next one that the image is built on.
NEXT ?= python3.13
NEXT_ENV := var/next
HAS_NEXT := $(NEXT_ENV)/.has-next
NEXT_TESTS := tests/kernel tests/games tests/contracts tests/platform/process
HAS_NODE_MODULES := $(WEB)/node_modules/.has-all
WEB_BUILT := $(WEB)/dist/index.html

.PHONY: help
help: ## Say what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# --- running -------------------------------------------------------------------------------------------------------

.PHONY: up
up: $(HAS_RUN) $(WEB_BUILT) ## Run the whole coffee house in one process; ARGS="--port 9000" are its own options
	@exec $(BIN)/kafeneio up $(ARGS)

.PHONY: web
web: $(WEB_BUILT) ## Build the web client

# --- checking ------------------------------------------------------------------------------------------------------

.PHONY: check
check: $(HAS_DEV) ## Everything that is seen without running the system: style, types, imports, shape
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	cd protos && $(abspath $(BIN))/buf lint && $(abspath $(BIN))/buf format --diff --exit-code
	cd protos && $(abspath $(BIN))/buf breaking --against published.bin
	@# Types beside the rest: each of the two keeps one core busy for as long as the other.
	$(BIN)/mypy & types=$$!; trap 'kill $$types 2>/dev/null || true' EXIT; \
	$(BIN)/lint-imports --no-logo; \
	$(BIN)/python -m pytest tests/architecture; \
	wait $$types

.PHONY: manifests
manifests: $(HAS_DEV) $(HAS_OPS) ## Validate what is deployed: every overlay by its schemas, alert rules by their tests
	$(NODE) $(BIN)/python -m deploy.validate

.PHONY: test
test: $(HAS_DEV) $(WEB_BUILT) servers ## All tests; ARGS="tests/wallet -k rake" chooses
	@# pytest rewrites the tests that it reads and keeps the result. Beside the checks of the web client it does so once;
	@# otherwise each of its processes would do so at the same time.
	$(BIN)/python -m pytest --collect-only -qq $(CHECKED) $(ARGS) </dev/null >/dev/null 2>&1 & reading=$$!; \
	trap 'kill $$reading 2>/dev/null || true' EXIT; \
	$(NODE) npm --prefix $(WEB) run --silent check; \
	$(NODE) npm --prefix $(WEB) run --silent test; \
	wait $$reading || true
	$(PYTEST) $(ARGS)

.PHONY: test-next
test-next: $(HAS_NEXT) ## Run the tests that need no server on a newer Python; NEXT=/path/to/python names it
	$(NEXT_ENV)/bin/python -m pytest -n $(WORKERS) --dist loadfile -m "not real and not browser" $(or $(ARGS),$(NEXT_TESTS))

.PHONY: test-slow-line
test-slow-line: $(HAS_DEV) $(WEB_BUILT) ## Run the browser's tests with every request 150 ms late: finds tests that do not wait
	KAFENEIO_SLOW_LINE_MS=150 $(PYTEST) $(or $(ARGS),tests/web --ignore=tests/web/laws)

.PHONY: engines
engines: $(HAS_DEV) $(WEB_BUILT) servers ## Try the page in Chromium, Firefox and WebKit, on the embedded default and on real servers
	KAFENEIO_ENGINES=all $(BIN)/python -m pytest -n 2 --dist loadfile $(or $(ARGS),tests/engines)

.PHONY: fmt
fmt: $(HAS_DEV) ## Format the code, and mend what can be mended by itself
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: bench
bench: $(HAS_DEV) servers ## Measure moves a second, delays and processor time
	$(BIN)/python -m bench.moves.bench $(ARGS)

.PHONY: bench-cycle
bench-cycle: $(HAS_DEV) ## Measure the processor time of a worker's own code for a move, alone
	$(BIN)/python -W ignore -m bench.moves.cycle_bench $(ARGS)

.PHONY: bench-games
bench-games: $(HAS_DEV) $(HAS_PEERS) ## Measure each game's engine on one core beside engines of other libraries
	$(BIN)/python -W ignore -m bench.games.game_speed --peers $(PEERS)/bin/python $(ARGS)

.PHONY: bench-bots
bench-bots: $(HAS_DEV) servers ## Measure how strong the computer players are, what they cost, and a crowd that practises
	$(BIN)/python -W ignore -m bench.computers $(ARGS)

.PHONY: bench-client
bench-client: $(HAS_DEV) $(WEB_BUILT) servers ## Measure presses, frames and an idle table in a slowed browser, and a first visit on a slow line
	$(BIN)/python -W ignore -m bench.clients.smooth_hands $(ARGS)

.PHONY: bench-lobby
bench-lobby: $(HAS_DEV) servers ## Measure a full room, a gateway's death, a storm of logins, clients that do not read, searches for games
	$(BIN)/python -W ignore -m bench.scale.lobby_bench $(ARGS)

.PHONY: bench-takeover
bench-takeover: $(HAS_DEV) servers ## Measure how long a worker needs to take over 25,000 tables, until the first move
	$(BIN)/python -W ignore -m bench.moves.takeover $(ARGS)

.PHONY: bench-scale
bench-scale: $(HAS_DEV) servers ## Measure whether costs stay flat: 20,000 sockets, 10,000 open tables, 25,000 taken over
	$(BIN)/python -W ignore -m bench.scale.scale_bench $(ARGS)

.PHONY: footprint
footprint: $(HAS_DEV) servers ## Measure processor and memory of every process, idle and at 100 paced tables
	$(BIN)/python -W ignore -m bench.scale.footprint $(ARGS)

.PHONY: capacity
capacity: $(HAS_DEV) ## Compute what 1,000 to 1,000,000 players cost and what breaks first; simulate a storm of reconnections
	$(BIN)/python -W ignore -m bench.scale.capacity

.PHONY: bench-competition
bench-competition: $(HAS_DEV) servers ## Play a crowded competition on the whole platform, and check every prize of it
	$(BIN)/python -W ignore -m bench.services.competition_bench $(ARGS)

.PHONY: bench-wallet
bench-wallet: $(HAS_DEV) servers ## Measure settlements a second that are durable, with eight callers
	$(BIN)/python -W ignore -m bench.services.wallet_bench $(ARGS)

.PHONY: bench-replays
bench-replays: $(HAS_DEV) servers ## Measure what a storm of replays costs a tables worker, beside it and apart
	$(BIN)/python -W ignore -m bench.moves.replay_bench $(ARGS)

.PHONY: bench-farm
bench-farm: $(HAS_DEV) ## Measure what made-up accounts earn a day with 100 addresses, with and without the limits
	$(BIN)/python -W ignore -m bench.services.farm_bench $(ARGS)

.PHONY: bench-odds
bench-odds: $(HAS_DEV) ## Compute what a perfect counter earns a shoe at baccarat, what a ticket returns, what the rake leaves; some minutes
	$(BIN)/python -W ignore -m bench.games.odds_bench $(ARGS)

.PHONY: bench-sanctions
bench-sanctions: $(HAS_DEV) servers ## Measure how soon red cards and blocks take effect, in a match and everywhere else
	$(BIN)/python -W ignore -m bench.services.sanction_bench $(ARGS)

.PHONY: desk-day
desk-day: $(HAS_DEV) $(WEB_BUILT) ## Decide a day of 200 reports in the staff console, and count how long it takes; ARGS="--seed 7"
	$(BIN)/python -W ignore -m bench.services.desk_day $(ARGS)

.PHONY: bench-push
bench-push: $(HAS_DEV) servers ## Measure how soon notices to browsers leave, and what a provider that stalls costs a move
	$(BIN)/python -W ignore -m bench.services.push_bench $(ARGS)

.PHONY: fuzz
fuzz: $(HAS_DEV) ## Parse a million inputs from outside: no crash, no answer without a code; ARGS="--inputs N --seed N"
	$(BIN)/python -W ignore -m bench.faults.fuzz $(ARGS)

.PHONY: bench-ranking
bench-ranking: $(HAS_DEV) servers ## Measure large leaderboards: pages, places, matches taken in, a period closed
	$(BIN)/python -W ignore -m bench.services.ranking_bench $(ARGS)

.PHONY: bench-grpc
bench-grpc: $(HAS_DEV) servers ## Measure the gRPC front: calls, delays, events of a stream, beside a bare server
	$(BIN)/python -W ignore -m bench.services.grpc_bench $(ARGS)

.PHONY: try-clients
try-clients: $(HAS_DEV) $(HAS_NODE_MODULES) servers ## Install the clients in an empty environment and try the platform from there; ARGS="--only NAME"
	$(BIN)/python -W ignore -m bench.clients.packages $(ARGS)

.PHONY: chaos
chaos: $(HAS_DEV) servers ## Play while processes are killed; SEED=7 MINUTES=20 choose which and how long
	$(BIN)/python -m bench.faults.chaos --seed $(SEED) --minutes $(MINUTES) $(ARGS)

.PHONY: rolling
rolling: $(HAS_DEV) servers ## Replace every process while 200 tables play
	$(BIN)/python -m bench.faults.rolling $(ARGS)

.PHONY: soak
soak: $(HAS_DEV) servers ## Let days pass within seconds while people play: what rises, what is lost; ARGS="--days 365 --minutes 90 --seed 7"
	$(BIN)/python -W ignore -m bench.soak $(ARGS)

.PHONY: kills
kills: $(HAS_DEV) servers ## Kill the owner of tables 50 times, and measure how soon play goes on
	$(BIN)/python -m bench.faults.kills $(ARGS)

.PHONY: splits
splits: $(HAS_DEV) servers ## Part three brokers and fail databases over while players play; ARGS="--seeds 1 2 --minutes 10 --only minority"
	$(BIN)/python -m bench.faults.splits $(ARGS)

.PHONY: drill
drill: $(HAS_DEV) $(HAS_OPS) servers ## Break things under a real Prometheus and see who is paged; lose and restore the database
	$(BIN)/python -W ignore -m bench.drill.drill $(ARGS)

.PHONY: image-drill
image-drill: $(HAS_DEV) $(HAS_OPS) servers ## Build the image without a registry, and run production's pods of it (root, buildah, podman)
	$(MAKE) web
	$(BIN)/python -W ignore -m bench.drill.image_drill $(ARGS)

.PHONY: server-drill
server-drill: $(HAS_DEV) packages ## Follow docs/one-server.md on a fresh Debian that boots: TLS, a match, a page, kill, restore (root, mmdebstrap)
	$(BIN)/python -W ignore -m bench.drill.server_drill $(ARGS)

.PHONY: compose-drill
compose-drill: $(HAS_DEV) $(HAS_OPS) $(WEB_BUILT) ## Follow docs/one-server-compose.md by podman, with images made here (root, podman, mmdebstrap)
	$(BIN)/python -W ignore -m bench.drill.containers.compose_drill $(ARGS)

.PHONY: simulate
simulate: $(HAS_DEV) ## Play whole days from seeds in one process, where everything goes wrong; SEEDS=1-500 chooses
	$(BIN)/python -W ignore -m tests.simulation --seeds $(SEEDS) $(ARGS)

.PHONY: mutants
mutants: $(HAS_MUTANTS) servers ## Make faults in the rules, and count those that tests notice; ARGS="--areas lobby --size 300 --seed 7"
	@$(MUTANTS)/env/bin/python -m bench.mutants $(ARGS)

.PHONY: sbom
sbom: $(HAS_SBOM) $(HAS_NODE_MODULES) ## List what the image is made of, as CycloneDX: var/sbom/python.cdx.json, web.cdx.json
	@$(SBOM)/env/bin/cyclonedx-py requirements requirements.txt --pyproject pyproject.toml --output-reproducible \
	  --output-format JSON --output-file $(SBOM)/python.cdx.json
	@cd $(WEB) && $(NODE) npm sbom --sbom-format cyclonedx --omit dev >$(abspath $(SBOM))/web.cdx.json
	@echo "$(SBOM)/python.cdx.json $(SBOM)/web.cdx.json"

.PHONY: docs
docs: $(HAS_DOCS) ## Make a site of all documents, and check every link: var/docs/site/index.html
	@$(DOCS)/env/bin/sphinx-build --quiet --fail-on-warning --keep-going --jobs auto --builder html \
	  --doctree-dir $(DOCS)/trees --conf-dir docs/site . $(DOCS)/site
	@echo "$(DOCS)/site/index.html"

# --- generated code ------------------------------------------------------------------------------------------------

.PHONY: protos
protos: $(HAS_DEV) ## Make the Python stubs of the gRPC API again, of the gateway and the client, after a change in protos/
	$(BIN)/python -m tools.protos

.PHONY: clients
clients: $(HAS_DEV) ## Make again what the Python client has of the contracts
	$(BIN)/python -W ignore -m tools.python_client

.PHONY: packages
packages: $(HAS_DEV) $(WEB_BUILT) ## Build Kafeneio with its page, and the client packages, to be installed elsewhere: var/packages
	@mkdir -p var/packages
	@$(PIP) wheel --no-index --no-deps --no-build-isolation --wheel-dir var/packages .
	@rm -rf build
	@cp requirements.txt var/packages
	@$(PIP) wheel --no-index --no-deps --no-build-isolation --wheel-dir var/packages clients/python
	@rm -rf clients/python/build
	@$(NODE) $(WEB)/node_modules/.bin/tsc --project clients/typescript
	@cd clients/typescript && $(NODE) npm pack --silent --pack-destination $(abspath var/packages)

.PHONY: walks
walks: $(HAS_DEV) ## Follow the traced use cases again: their pages in docs/walks, and their figures, which may only shrink
	$(BIN)/python -W ignore -m tests.architecture.walks --write
	$(BIN)/python -W ignore -m tests.architecture.walk_pages

.PHONY: release-api
release-api: $(HAS_DEV) ## Release the gRPC API as it is: from now on `check` refuses what would break its callers
	cd protos && $(abspath $(BIN))/buf breaking --against published.bin
	cd protos && $(abspath $(BIN))/buf build --output published.bin

.PHONY: types
types: $(HAS_DEV) $(HAS_NODE_MODULES) ## Make the TypeScript types again, after a change in contracts or games
	PYTHON=$(abspath $(BIN)/python) $(NODE) npm --prefix $(WEB) run --silent types

# --- set-up: each step once, and again when its pins change --------------------------------------------------------

$(HAS_VENV): tools/venv.sh
	@echo "making $(VENV)"
	@tools/venv.sh $(VENV)
	@touch $@

$(HAS_RUN): $(HAS_VENV) requirements.txt pyproject.toml
	@echo "installing what Kafeneio runs on"
	@$(PIP) install --require-hashes --requirement requirements.txt
	@$(PIP) install --no-deps --editable .
	@touch $@

$(HAS_DEV): $(HAS_RUN) requirements-dev.txt
	@echo "installing what its tests and checks need"
	@$(PIP) install --require-hashes --requirement requirements-dev.txt
	@touch $@

$(HAS_NEXT): requirements.txt requirements-dev.txt
	@echo "installing Kafeneio for $(NEXT)"
	@PYTHON="$(NEXT)" tools/venv.sh $(NEXT_ENV)
	@$(NEXT_ENV)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement requirements.txt
	@$(NEXT_ENV)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement requirements-dev.txt
	@$(NEXT_ENV)/bin/python -m pip --disable-pip-version-check --quiet install --no-deps --editable .
	@touch $@

$(HAS_PEERS): requirements-peers.txt | $(HAS_VENV)
	@echo "installing the engines of others"
	@tools/venv.sh $(PEERS)
	@$(PEERS)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement requirements-peers.txt
	@touch $@

$(HAS_OPS): requirements-ops.txt deploy/validate/package-lock.json tools/prometheus.sh | $(HAS_RUN)
	@echo "installing what validates manifests and alerts"
	@tools/venv.sh $(OPS)
	@$(OPS)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement requirements-ops.txt
	@cd deploy/validate && $(NODE) npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
	@tools/prometheus.sh $(OPS)/debian
	@touch $@

$(HAS_SBOM): requirements-sbom.txt | $(HAS_VENV)
	@echo "installing what lists packages"
	@mkdir -p $(SBOM)
	@tools/venv.sh $(SBOM)/env
	@$(SBOM)/env/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement $<
	@touch $@

$(HAS_MUTANTS): requirements-mutants.txt | $(HAS_VENV)
	@echo "installing what makes faults in the code"
	@mkdir -p $(MUTANTS)
	@tools/venv.sh $(MUTANTS)/env
	@$(MUTANTS)/env/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement $<
	@touch $@

$(HAS_DOCS): requirements-docs.txt | $(HAS_VENV)
	@echo "installing what makes the site of the documents"
	@mkdir -p $(DOCS)
	@tools/venv.sh $(DOCS)/env
	@$(DOCS)/env/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --requirement $<
	@touch $@

$(HAS_NODE_MODULES): $(WEB)/package.json $(WEB)/package-lock.json | $(HAS_RUN)
	@echo "installing what the web client is built with"
	@cd $(WEB) && $(NODE) npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

$(WEB_BUILT): $(HAS_NODE_MODULES) $(WEB_SOURCES)
	@echo "building the web client"
	@cd $(WEB) && $(NODE) npm run --silent build
	@touch $@

.PHONY: servers
servers: $(HAS_DEV)
	@$(BIN)/python -m tools.install_servers
