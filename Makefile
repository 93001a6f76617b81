# `make demo` and `make test` do all their own set-up; nothing needs to be run before them. `make help` lists the rest.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# The newest Python that is new enough; `make test PYTHON=...` picks another (used when .venv is made).
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	"$$p" -c '$(NEW_ENOUGH)' 2>/dev/null && { echo "$$p"; break; }; done)

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
MADE := .venv/.made
RUNTIME := .venv/.runtime
DEV := .venv/.dev
EXISTING = $(wildcard src tests scripts benchmarks)
UV := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url

.PHONY: help demo test check format lint types contracts unit prove lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

demo: $(RUNTIME) ## set up, then handle a sample shop's mailbox: no key, no network
	@$(BIN)/counterfoil demo

test: $(DEV) lint contracts types ## set up, then everything CI runs
	@echo "tests"
	@$(BIN)/python -m pytest

check: $(DEV) lint contracts types unit ## the fast loop: format, lint, types, contracts, unit tests

format: $(DEV) ## format and fix what can be fixed
	@$(BIN)/ruff check --quiet --fix-only $(EXISTING)
	@$(BIN)/ruff format $(EXISTING)

lint: $(DEV)
	@echo "format and lint"
	@$(BIN)/ruff format --check --quiet $(EXISTING) || { echo "not formatted: run make format" >&2; exit 1; }
	@$(BIN)/ruff check --quiet $(EXISTING)

contracts: $(DEV)
	@echo "import contracts"
	@$(BIN)/lint-imports --no-cache > .venv/contracts.log 2>&1 || { cat .venv/contracts.log >&2; exit 1; }

types: $(DEV)
	@echo "types"
	@$(BIN)/mypy --strict --no-error-summary $(EXISTING)

unit: $(DEV)
	@echo "unit tests"
	@$(BIN)/python -m pytest --quiet tests/unit

prove: $(DEV) ## the long proofs, and the shop tasks where their data is present
	@$(BIN)/python -m pytest -m slow || { code=$$?; [ $$code = 5 ] && echo "not run: no test is marked slow" || exit $$code; }
	@if [ ! -f benchmarks/shop_tasks.py ]; then echo "not run: benchmarks/shop_tasks.py is absent"; \
	elif [ ! -d "$${COUNTERFOIL_DATA:-../shared/data}" ]; then echo "not run: shop tasks, no data at $${COUNTERFOIL_DATA:-../shared/data}"; \
	else $(BIN)/python -m benchmarks.shop_tasks; fi

lock: $(MADE) ## write requirements/*.txt anew from pyproject.toml
	@$(PIP) install uv
	@$(UV) --upgrade --group build --output-file requirements/runtime.txt pyproject.toml
	@$(UV) --upgrade --group dev --constraints requirements/runtime.txt --output-file requirements/dev.txt pyproject.toml

clean: ## remove .venv and every cache
	@rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# One environment with two stamps: the demo needs only the first.
$(MADE):
	@[ -n "$(PYTHON)" ] || { echo "Counterfoil needs Python 3.11 or newer; name one with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c '$(NEW_ENOUGH)' 2>/dev/null || { echo "$(PYTHON) is absent or older than Python 3.11; name another with make PYTHON=..." >&2; exit 1; }
	@if ! $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "set-up: python3-venv"; \
			version="$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')"; \
			export DEBIAN_FRONTEND=noninteractive; \
			{ apt-get update -qq && { apt-get install -qq -y "python$$version-venv" || apt-get install -qq -y python3-venv; }; } > /dev/null; \
		else \
			echo "$(PYTHON) can't make virtual environments: install python3-venv (apt-get install python3-venv), then try again" >&2; exit 1; \
		fi; \
	fi
	@echo "set-up: .venv with $(PYTHON)"
	@$(PYTHON) -m venv --clear .venv
	@touch $@

$(RUNTIME): $(MADE) requirements/runtime.txt pyproject.toml
	@echo "set-up: packages"
	@$(PIP) install --require-hashes -r requirements/runtime.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(DEV): $(RUNTIME) requirements/dev.txt
	@echo "set-up: packages for development"
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@
