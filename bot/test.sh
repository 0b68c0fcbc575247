#!/usr/bin/env bash
# Tests the Rasa half: its own code, its data, and its test stories. What Rasa says is shown when it fails.
set -euo pipefail
cd "$(dirname "$0")/.."
export RASA_TELEMETRY_ENABLED=false PYTHONPATH=.

quietly() {
    echo "rasa $*"
    if ! log=$(bot/.venv/bin/python -m rasa "$@" 2>&1); then
        echo "$log" >&2
        exit 1
    fi
}

bot/.venv/bin/python -m pytest -c tests/bot/pytest.ini tests/bot
quietly data validate --fail-on-warnings
quietly test core --fail-on-prediction-errors --stories tests/bot/test_stories.yml --out results
