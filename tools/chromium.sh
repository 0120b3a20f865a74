#!/bin/sh
# The browser of the page tests: Debian's chromium without its windows, installed when there is no chromium of any kind.
set -eu
windowless=chromium-headless-shell
if [ -z "${TABLELAW_CHROMIUM:-}" ]; then
    set -- $windowless chromium chromium-browser google-chrome
else
    set -- "$TABLELAW_CHROMIUM"
fi
for name in "$@"; do
    if command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done
if ! command -v apt-get >/dev/null 2>&1; then
    echo "no chromium here and no apt-get to install it; accepted: chromium on the PATH, or TABLELAW_CHROMIUM=FILE" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo"
fi
export DEBIAN_FRONTEND=noninteractive
install="$as_root apt-get install -y -qq --no-install-recommends"
# Older systems have no package of the shell alone.
if ! { $as_root apt-get update -qq && { $install $windowless || $install chromium; }; }; then
    echo "chromium could not be installed; accepted: chromium on the PATH, or TABLELAW_CHROMIUM=FILE" >&2
    exit 1
fi
