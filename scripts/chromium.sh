#!/bin/sh
# Makes sure that a Chromium is there for the browser tests, and prints its path.
set -eu
find_it() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
find_it && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } >&2
    find_it && exit 0
fi
echo "The browser tests need Chromium. Install it, for example:  apt-get install chromium" >&2
exit 69
