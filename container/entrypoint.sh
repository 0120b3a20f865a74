#!/bin/sh
# Runs `tablelaw` with the database password from a file, so that no image, compose file or command line contains it.
set -eu
if [ -n "${TABLELAW_DB_PASSWORD_FILE:-}" ]; then
    PGPASSWORD="$(cat "$TABLELAW_DB_PASSWORD_FILE")"
    export PGPASSWORD
fi
exec python -m tablelaw "$@"
