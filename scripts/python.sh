#!/bin/sh
# Prints the path of a Python interpreter, or says how to get one.
#   scripts/python.sh engine   Python 3.11 or newer, for the engine
#   scripts/python.sh rasa     Python 3.10, the newest that Rasa 3.6 runs on
set -eu

version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || true; }

first_of() {
    wanted=$1
    shift
    for candidate in "$@"; do
        path=$(command -v "$candidate" 2>/dev/null) || continue
        case " $wanted " in *" $(version_of "$path") "*) echo "$path"; exit 0 ;; esac
    done
}

pyenv=${PYENV_ROOT:-$HOME/.pyenv}/versions
case ${1:-} in
engine)
    first_of "3.11 3.12 3.13" python3.11 python3.12 python3.13 python3 python \
        "$pyenv"/3.11.*/bin/python "$pyenv"/3.12.*/bin/python "$pyenv"/3.13.*/bin/python
    echo "Whichever needs Python 3.11, 3.12 or 3.13, and none was found on PATH or in pyenv." >&2
    echo "Install it, for example:  apt-get install python3.11 python3.11-venv   or   pyenv install 3.11" >&2
    exit 69
    ;;
rasa)
    first_of "3.10" python3.10 "$pyenv"/3.10.*/bin/python python3 python
    uv=$(command -v uv 2>/dev/null || echo .venv/bin/uv)
    if [ -x "$uv" ]; then
        "$uv" python find --no-project 3.10 2>/dev/null && exit 0
        "$uv" python install -q 3.10 >&2 2>/dev/null && "$uv" python find --no-project 3.10 && exit 0
    fi
    echo "Rasa 3.6 needs Python 3.10, and none was found on PATH, in pyenv or through uv." >&2
    echo "Install it, for example:  pyenv install 3.10   or   uv python install 3.10   or   apt-get install python3.10 python3.10-venv" >&2
    exit 69
    ;;
*)
    echo "usage: scripts/python.sh engine|rasa" >&2
    exit 64
    ;;
esac
