#!/usr/bin/env bash
# Trains the Rasa model, unless there is one made from the same inputs: its name holds their hash.
set -euo pipefail
cd "$(dirname "$0")/.."
unset PYTHONDONTWRITEBYTECODE  # Rasa starts three times as fast from compiled modules, which this run leaves behind

python=bot/.venv/bin/python
hash='import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest()[:12])'
name=whichever-$(cat config.yml domain.yml data/*.yml bot/requirements.txt | "$python" -c "$hash")

[[ -e models/$name.tar.gz ]] && exit
echo "Training the Rasa model → models/$name.tar.gz"
if ! log=$(RASA_TELEMETRY_ENABLED=false PYTHONPATH=. "$python" -m rasa train --fixed-model-name "$name" 2>&1); then
    echo "$log" >&2
    exit 1
fi
find models -name 'whichever-*.tar.gz' ! -name "$name.tar.gz" -delete
