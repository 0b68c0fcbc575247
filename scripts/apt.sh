#!/bin/sh
# Installs packages of Debian, where that takes no password: scripts/apt.sh PACKAGE...
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } >&2
fi
