# make run    set up everything and serve http://localhost:8080   (PORT=…, INDEX=…, CONFIG=…)
# make test   set up everything and run every test of both halves
# make help   the rest
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

ENGINE := .venv/.installed
DEV := .venv/.installed-dev
TRAIN := .venv-train/.installed
RASA := bot/.venv/.installed
SAMPLE := var/index/sample/complete
SAMPLE_INPUTS := $(wildcard data/sample/*.jsonl) $(wildcard engine/retrieval/*.py) engine/text/tokens.py
UV_CACHE := $${UV_CACHE_DIR:-$${XDG_CACHE_HOME:-$$HOME/.cache}/uv}
UV := .venv/bin/uv $(shell mkdir -p "$(UV_CACHE)" 2>/dev/null && test -w "$(UV_CACHE)" || echo --no-cache)

