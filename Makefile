# make demo | test | test-all | test-browser | check | bench | docs | pages | rule-index | pictures | site | wheel | clean
# Everything runs in .venv, which make creates and keeps up to date with pyproject.toml. It needs Python 3.11 or newer.
#   make fuzz SECONDS=60   hostile inputs; SEED=1 gives the same ones again
#   make soak GAMES=100     random whole games, looked at after every action
#   make mutate N=60       small changes of the code, so many of each package (ONLY=rules): how many the tests notice
#   make test-each         the tests under every Python from 3.11 on that is installed, with -W error and with -O
#   make test-lowest       the tests with the lowest versions of what it needs
#   make test WHEEL=1      tests the built wheel in an environment of its own, with no source tree in sight
#   make PYTHON=python3.12 chooses the interpreter
SUITABLE := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11 python,\
	$(shell $(p) -c '$(SUITABLE)' 2>/dev/null && echo $(p))))
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# The library alone, without the tools of the tests.
PLAIN := $(VENV)/.plain
NODE_STAMP := site/node_modules/.installed
WHEEL_VENV := $(VENV)/wheel
PIP_FLAGS := --quiet --disable-pip-version-check
# The first pip that reads dependency groups; all that users may add to the library is tested, too.
PIP := 'pip>=25.1'
EXTRAS := cluster,mcp,png,serve
JOBS ?= auto
LONG := -m 'long or not long'
# Or each process of the tests makes the code of pytest's plugins again, a second each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all test-each test-lowest test-browser check lint fuzz soak mutate tested bench docs golden pages rule-index pictures site wheel release clean

$(PLAIN): pyproject.toml companions/pyproject.toml
	@test -n "$(PYTHON)" || { echo "titan-rules needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install $(PIP_FLAGS) --editable . --editable ./companions
	touch $@

$(STAMP): pyproject.toml companions/pyproject.toml
	@test -n "$(PYTHON)" || { echo "titan-rules needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install $(PIP_FLAGS) --upgrade $(PIP)
	$(BIN)/python -m pip install $(PIP_FLAGS) --editable '.[$(EXTRAS)]' --editable ./companions --group test --group lint
	touch $(STAMP)

demo: $(PLAIN)
	@sh docs/demo.sh $(BIN)/titan

ifdef WHEEL
test: wheel
	$(PYTHON) -m venv --clear $(WHEEL_VENV)
	$(WHEEL_VENV)/bin/python -m pip install $(PIP_FLAGS) --upgrade $(PIP)
	$(WHEEL_VENV)/bin/python -m pip install $(PIP_FLAGS) "$$(echo dist/titan_rules-*.whl)[$(EXTRAS)]" dist/titan_companions-*.whl --group test
	cd $(WHEEL_VENV) && bin/python -P -c 'import titan_rules, titan_cli, titan_companions; print("testing", titan_rules.__file__)'
	cd $(WHEEL_VENV) && bin/python -P -m pytest -n $(JOBS) -c "$(CURDIR)/pyproject.toml" --rootdir "$(CURDIR)" "$(CURDIR)/tests" "$(CURDIR)/companions/tests"
else
test: $(STAMP)
	$(BIN)/python -m pytest -n $(JOBS)
endif

test-all: $(STAMP)
	HYPOTHESIS_PROFILE=new $(BIN)/python -m pytest -n $(JOBS) $(LONG) --cov --cov-report=term-missing:skip-covered --cov-fail-under=95

# Each interpreter in an environment of its own; then warnings as errors in what the tests start, too, and no assert statements.
test-each: $(STAMP)
	@for version in 3.11 3.12 3.13 3.14; do if command -v python$$version >/dev/null; then \
		$(MAKE) test PYTHON=python$$version VENV=$(VENV)/$$version || exit 1; fi; done
	PYTHONWARNINGS=error $(BIN)/python -m pytest -n $(JOBS)
	PYTHONOPTIMIZE=1 $(BIN)/python -m pytest -n $(JOBS)

# What users need, at the lowest versions; the tools of the tests as they come.
LOWEST_VENV := $(VENV)/lowest
TESTS ?= tests companions/tests
test-lowest: $(STAMP)
	$(PYTHON) -m venv --clear $(LOWEST_VENV)
	$(BIN)/python tests/support/lowest.py > $(LOWEST_VENV)/lowest.txt
	$(LOWEST_VENV)/bin/python -m pip install $(PIP_FLAGS) --upgrade $(PIP)
	$(LOWEST_VENV)/bin/python -m pip install $(PIP_FLAGS) --constraint $(LOWEST_VENV)/lowest.txt --editable '.[$(EXTRAS)]' --editable ./companions --group test
	$(LOWEST_VENV)/bin/python -m pytest -n $(JOBS) $(TESTS)

test-browser: $(STAMP) $(NODE_STAMP)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/web $(LONG)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/mypy.ini
	$(BIN)/pyright
	$(BIN)/deptry titan_rules cli/titan_cli
	cd companions && ../$(BIN)/deptry titan_companions
	$(BIN)/vulture
	@if [ -d site/node_modules ]; then cd site && npm run --silent check; fi

check: lint test

SECONDS ?= 60
SEED ?=
SEARCH = $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal
fuzz: $(STAMP)
	@end=$$(($$(date +%s) + $(SECONDS))); seed=$(or $(SEED),$$(date +%s)); while [ $$(date +%s) -lt $$end ]; do \
		echo "seed $$seed"; HYPOTHESIS_PROFILE=search EXAMPLES=100 $(SEARCH) tests/properties/test_hostile_inputs.py \
			--hypothesis-seed=$$seed || { echo "to repeat this: make fuzz SECONDS=1 SEED=$$seed"; exit 1; }; \
			seed=$$((seed + 1)); done

GAMES ?= 100
soak: $(STAMP)
	HYPOTHESIS_PROFILE=search EXAMPLES=$$(($(GAMES) * 5)) $(BIN)/python -m pytest -q tests/properties/test_whole_games.py \
		$(if $(SEED),--hypothesis-seed=$(SEED))

N ?= 60
mutate: $(STAMP)
	$(BIN)/python -m pip install $(PIP_FLAGS) mutmut
	$(BIN)/python tests/support/mutants.py --count $(N) --seed $(or $(SEED),1) $(foreach package,$(ONLY),--only $(package)) $(foreach path,$(TESTS),--tests $(path)) $(foreach path,$(WIDER),--wider $(path))

# With the libraries that it is compared with; ROUNDS=1 is quick, and rough.
ROUNDS ?= 3
# Writes what test-all and mutate measured last into docs/testing.md.
tested: $(STAMP)
	$(BIN)/python tests/support/tested.py

bench: $(STAMP)
	$(BIN)/python -m pip install $(PIP_FLAGS) chess pokerkit
	$(BIN)/python benchmarks/report.py --rounds $(ROUNDS)

docs: $(VENV)/.docs
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -q -b html companions/docs companions/docs/_build/html
	@echo "docs/_build/html/index.html companions/docs/_build/html/index.html"

$(VENV)/.docs: $(STAMP)
	$(BIN)/python -m pip install $(PIP_FLAGS) --group docs
	touch $@

# What the commands in tests/golden and in the documentation's console blocks print now; FILES="tests/golden/strike.txt" asks less.
golden: $(STAMP)
	@$(BIN)/python tests/support/golden.py $(FILES)

pages: $(STAMP)
	$(BIN)/python docs/generated.py

rule-index: $(STAMP)
	$(BIN)/python tests/support/rule_index.py
	$(BIN)/python tests/support/where_rules_live.py

pictures: $(STAMP)
	$(BIN)/python docs/pictures/draw.py
	$(BIN)/python benchmarks/reliability.py > docs/pictures/reliability.svg
	@if command -v chromium >/dev/null; then $(BIN)/python docs/pictures/shoot.py; else \
		echo "no chromium: the pictures of the page stay as they are"; fi

site: $(STAMP) $(NODE_STAMP)
	$(BIN)/titan site dist/site --pyodide site/node_modules/pyodide
	$(BIN)/titan site --single dist/table.html --pyodide site/node_modules/pyodide
	@echo "dist/site (any web server), dist/table.html (opens from a disk)"

$(NODE_STAMP): site/package-lock.json
	cd site && npm ci --ignore-scripts --no-audit --no-fund --silent
	touch $@

wheel: $(STAMP)
	rm -rf dist
	$(BIN)/python -m pip wheel $(PIP_FLAGS) --no-deps --wheel-dir dist . ./companions

# Both distributions, for an index; refused while the project has no address.
release: wheel
	RELEASE=1 $(BIN)/python -m pytest -q tests/docs/test_distribution.py
	$(BIN)/python -m pip install $(PIP_FLAGS) build
	$(BIN)/python -m build --sdist --outdir dist .
	$(BIN)/python -m build --sdist --outdir dist companions

clean:
	rm -rf $(VENV) dist build site/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
