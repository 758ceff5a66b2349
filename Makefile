# make demo | test | test-all | check | bench | wheel | clean
# Everything runs in .venv, which make creates and keeps up to date with pyproject.toml.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
JOBS ?= auto

.PHONY: demo test test-all check lint bench wheel clean

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "titan-rules needs Python 3.11 or newer; try make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,lint]'
	touch $(STAMP)

demo: $(STAMP)
	@$(BIN)/titan recruit-options Jungle Gargoyle Gargoyle Ogre --format table

test: $(STAMP)
	$(BIN)/python -m pytest -n $(JOBS)

test-all: $(STAMP)
	$(BIN)/python -m pytest -n $(JOBS) -m 'long or not long' --cov --cov-report=term-missing:skip-covered --cov-fail-under=95

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: lint test

bench: $(STAMP)
	$(BIN)/python -m pytest benchmarks -m '' --benchmark-only

wheel: $(STAMP)
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .coverage*
