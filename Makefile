# Needs only make and Python 3.11 or newer. Everything else goes into .venv, from the locks.

PYTHON ?= python3
UV ?= uv
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-input
DEV := $(VENV)/.dev-installed
BENCH := $(VENV)/.bench-installed

# Some machines are told to keep no bytecode; a program that is started often would then compile itself each time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help .venv run test lint static faults audit bench mutants balance clauses api lock clean

help:
	@echo "make run      start the program (ARGS=... is passed on)"
	@echo "make test     lint, then all tests: on all cores, then those that need the real clock (ARGS=... for pytest)"
	@echo "make lint     style, types, layers, documents"
	@echo "make static   style and types only"
	@echo "make faults   inject every fault there is and write docs/reliability.md (slow; ARGS=... names rows)"
	@echo "make bench    measure speed, next to other engines (ARGS=... names parts)"
	@echo "make mutants  break the engine in 200 small ways and see whether tests notice (slow)"
	@echo "make balance  play every official role set against itself and write docs/balance.md (slow)"
	@echo "make clauses  write docs/clauses.md; fails if a clause of a rule document has no line"
	@echo "make api      write docs/engine-api.md from the docstrings of the engine"
	@echo "make audit    look for known holes in the dependencies (needs PyPI itself)"
	@echo "make lock     compile the locks again from pyproject.toml (needs uv)"
	@echo "make .venv    install everything that the others need"
	@echo "make clean    remove everything the others made, .venv too"

run: $(DEV)
	@$(BIN)/omerta $(ARGS)

test: static
	@$(BIN)/python -m tests $(ARGS)

lint: static
	@$(BIN)/python -m pytest tests/architecture

static: $(DEV)
	@$(BIN)/ruff check --quiet --output-format=concise
	@$(BIN)/ruff format --check --quiet || { echo "Not formatted; run: $(BIN)/ruff format" >&2; exit 1; }
	@$(BIN)/mypy --no-error-summary

faults: $(DEV)
	@$(BIN)/python -m tests.faults $(ARGS)

# Asks PyPI about every version in the lock; a mirror that knows no advisories cannot answer.
audit:
	@$(PYTHON) -m venv .cache/audit
	@.cache/audit/bin/python -m pip install -qq --disable-pip-version-check pip-audit
	@.cache/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock

bench: $(BENCH)
	@$(BIN)/python -m tests.bench $(ARGS)

mutants: $(DEV)
	@$(BIN)/python -m tests.tools.mutants $(ARGS)

balance: $(DEV)
	@nice -n 10 $(BIN)/python -m bot.simulation.balance_report > docs/balance.md.new && mv docs/balance.md.new docs/balance.md

clauses: $(DEV)
	@$(BIN)/python -m tests.documents

api: $(DEV)
	@$(BIN)/python -m tests.documents.engine_api

.venv: $(DEV)

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Omertà needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
		echo "Name another one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(DEV): requirements-dev.lock pyproject.toml | $(VENV)/pyvenv.cfg
	@echo "Installing into $(VENV) ..."
	@$(PIP) --require-hashes -r requirements-dev.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(BENCH): requirements-bench.lock $(DEV)
	@echo "Installing the bench extra into $(VENV) ..."
	@$(PIP) --require-hashes -r requirements-bench.lock
	@touch $@

# Each lock takes over the versions of the one before, so that all fit into one environment.
# UPGRADE=--upgrade takes the newest versions instead of those already in the lock.
COMPILE = $(UV) pip compile -q --generate-hashes --no-header --universal --python-version 3.11 $(UPGRADE)
lock:
	@command -v $(UV) >/dev/null || { echo "make lock needs uv (pip install uv), or UV=path/to/uv" >&2; exit 1; }
	$(COMPILE) pyproject.toml -o requirements.lock
	$(COMPILE) pyproject.toml --extra dev -c requirements.lock -o requirements-dev.lock
	$(COMPILE) pyproject.toml --extra bench -c requirements-dev.lock -o requirements-bench.lock

clean:
	@rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
