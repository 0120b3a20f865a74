#!/bin/sh
# The browser of the page tests: Debian's chromium, installed when it is not there.
set -eu
if command -v "${TABLELAW_CHROMIUM:-chromium}" >/dev/null 2>&1; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "no chromium here and no apt-get to install it; accepted: chromium on the PATH, or TABLELAW_CHROMIUM=FILE" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo"
fi
export DEBIAN_FRONTEND=noninteractive
if ! { $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends chromium; }; then
    echo "chromium could not be installed; accepted: chromium on the PATH, or TABLELAW_CHROMIUM=FILE" >&2
    exit 1
fi
