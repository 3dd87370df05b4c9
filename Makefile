# make play   opens the board            make test         every check, as CI runs it
# make fuzz   10,000 refereed games      make bench        speed, as ratios; GAME=petrograd for the other game
# make soak   games of every level       make test-latest  the checks with the newest packages
# make lock   renews the locked versions of every package, on purpose
# make audit  looks every package up in the public lists of known faults
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?= 10000
GAME ?= bautzen
KILLS ?= 200
CODE := src tests examples hatch_build.py web/build.py
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check install
# What is locked in locks/ and nothing else, whatever the day (tests/locking.py).
LOCKED := $(PIP) --require-hashes
# The client is built by `make web`, which shows what it does; pip would build it in silence.
OURSELVES := GROGNARD_SKIP_CLIENT=1 $(PIP) --no-build-isolation --no-deps -e .

.PHONY: play test test-latest lock wire reference web client browser lint types unit fuzz bench soak audit \
  golden clean

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "grognard needs Python 3.11 or newer: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Making an environment of $$($(PYTHON) --version) in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

# A stamp is remade when its locks change, so a pull that adds a package installs it.
$(VENV)/.play: pyproject.toml locks/play.txt | $(BIN)/python
	@echo "Installing what grognard needs into $(VENV) ..."
	@$(LOCKED) -r locks/play.txt
	@$(OURSELVES)
	@touch $@

$(VENV)/.test: $(VENV)/.play locks/test.txt
	@echo "Installing the test tools into $(VENV) (400 MB, some minutes) ..."
	@$(LOCKED) -r locks/test.txt
	@touch $@

# python-chess comes as source: it is built with the locked setuptools.
$(VENV)/.bench: $(VENV)/.test locks/bench.txt
	@$(LOCKED) --no-build-isolation --use-pep517 -r locks/bench.txt
	@touch $@

# The board in the browser; `grognard play bautzen` plays in the terminal.
play: $(VENV)/.play web
	@$(BIN)/grognard serve --open

test: lint types client browser unit

lint: $(VENV)/.test
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: $(VENV)/.test
	$(BIN)/mypy

unit: $(VENV)/.test
	$(BIN)/python -m pytest -n auto

# The same checks in an environment of its own, with the newest versions that the ranges of
# pyproject.toml allow today. CI never runs it.
test-latest:
	@rm -rf $(VENV)-latest
	@$(MAKE) --no-print-directory VENV=$(VENV)-latest $(VENV)-latest/bin/python
	@echo "Installing the newest packages into $(VENV)-latest (400 MB, some minutes) ..."
	@GROGNARD_SKIP_CLIENT=1 $(VENV)-latest/bin/python -m pip -qq --disable-pip-version-check \
	  install --upgrade --upgrade-strategy eager -e '.[test]'
	@touch $(VENV)-latest/.play $(VENV)-latest/.test
	@$(MAKE) --no-print-directory VENV=$(VENV)-latest test

fuzz: $(VENV)/.test
	$(BIN)/python -m tests.fuzz $(GAME) --games $(GAMES)

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_odds
	$(BIN)/python -m tests.bench_lab
	$(BIN)/python -m tests.bench_server
	$(BIN)/python tests/bench_board.py

# Whole games of every level, without an error; a longer run on a Ray cluster that loses a node;
# the server killed in the midst of play (KILLS=200), on PostgreSQL too: docs/hosting.md.
soak: GAMES = 500
soak: $(VENV)/.test
	$(BIN)/python tests/soak.py --games $(GAMES)
	$(BIN)/python -m tests.kills --kills $(KILLS)

# Known faults of the packages that are locked, in Python and in the client; asks public registries,
# and fails where they do not answer.
AUDIT := $(VENV)-audit
$(AUDIT)/bin/pip-audit: | $(BIN)/python
	@$(BIN)/python -m venv $(AUDIT)
	@$(AUDIT)/bin/python -m pip -qq --disable-pip-version-check install pip-audit

audit: $(AUDIT)/bin/pip-audit $(VENV)/.node
	$(BIN)/python -m tests.auditing $(AUDIT)/bin/pip-audit

# The browser client; wheels build it themselves (hatch_build.py).
web: $(VENV)/.node
	@$(BIN)/python web/build.py

client: $(VENV)/.node
	$(BIN)/python web/build.py --check

# A Node of our own, where none that is new enough is installed.
$(VENV)/.node: locks/node.txt | $(BIN)/python
	@cd web && ../$(BIN)/python -c 'import build, sys; sys.exit(not build.has_node())' || { \
	  cd .. && echo "Installing Node into $(VENV) ..." && $(LOCKED) -r locks/node.txt; }
	@touch $@

# The newest versions that the ranges of pyproject.toml allow; `git diff locks` shows what is new.
lock: $(VENV)/.test
	@$(LOCKED) -r locks/lock.txt
	@$(BIN)/python -m tests.locking

# The browser tests drive the system's Chromium: install it where that may be done.
browser: $(VENV)/.test
	@$(BIN)/python -m tests.browser.hosting

# What is made from the types of the contract: the client's types.ts and docs/wire.md.
wire: $(VENV)/.play
	$(BIN)/python -m grognard.wire

# docs/reference.md, made from the public names and what they say of themselves.
reference: $(VENV)/.test
	$(BIN)/python -m tests.reference

golden: $(VENV)/.test
	$(BIN)/python -m tests.golden --write

clean:
	rm -rf $(VENV) $(VENV)-latest $(VENV)-audit build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
