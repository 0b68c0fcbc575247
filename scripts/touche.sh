#!/bin/sh
# Touché as TIRA starts it: scripts/touche.sh -i INPUT -o OUTPUT; INDEX=DIR is the index of the collection.
exec "$(dirname "$0")/../.venv/bin/whichever" touche "$@" ${INDEX:+--index "$INDEX"}
