# make play   opens the game          make test   runs the tests
# Both make the environment they need from nothing but Python 3.11 or newer.

VENV ?= .venv
PY ?= $(shell for p in python3.13 python3.12 python3.11 python3; do command -v $$p >/dev/null 2>&1 && $$p -c 'import sys,venv,ensurepip; sys.exit(sys.version_info < (3,11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
BIN = $(VENV)/bin
# one more than cores: while one test waits for a socket or a quiet screen, another runs
JOBS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((n + 1)))

.PHONY: play test check soak bench lint lan format words clean

play: $(VENV)/.stamp
	@$(BIN)/uno-lan $(ARGS)

test: $(VENV)/.stamp
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow and not lan and not soak" --durations=5 $(ARGS)

check: $(VENV)/.stamp lint
	@UNO_LAN_AMOUNT=check $(BIN)/python -m pytest -n $(JOBS) --dist worksteal --timeout=900 -m "not soak" --durations=15 $(ARGS)

# the networks of their own alone, with the times that people wait for as they stand
lan: $(VENV)/.stamp
	@$(BIN)/python -m pytest -m "lan and not soak" --durations=5 $(ARGS)

soak: $(VENV)/.stamp
	@UNO_LAN_AMOUNT=soak $(BIN)/python -m pytest -n $(JOBS) --dist worksteal --timeout=0 --durations=15 $(ARGS)

bench: $(VENV)/.stamp
	@$(BIN)/python -m bench $(ARGS)

lint: $(VENV)/.stamp
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

format: $(VENV)/.stamp
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

# what people read, collected from the code into the catalogs of uno_lan/languages
words: $(VENV)/.stamp
	@$(BIN)/python -m tests.languages

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist

$(VENV)/.stamp: pyproject.toml constraints.txt
	@test -n "$(PY)" || { echo "uno-lan needs Python 3.11 or newer with venv (Debian: apt install python3-venv; macOS: brew install python)" >&2; exit 1; }
	@$(PY) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
