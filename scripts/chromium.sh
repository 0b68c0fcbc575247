#!/bin/sh
# Makes sure that a Chromium is there for the browser tests, and prints its path.
set -eu
find_it() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
find_it && exit 0
"$(dirname "$0")/apt.sh" chromium || true
find_it && exit 0
echo "The browser tests need Chromium. Install it, for example:  apt-get install chromium" >&2
exit 69
