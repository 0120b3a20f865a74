"""The exit codes of the commands, apart from 0 (success) and 1 (the command found a fault or a difference)."""

from __future__ import annotations

BAD_INPUT = 2
STOPPED = 130
"""The exit code that shells expect of an interrupted program."""
CLOSED_PIPE = 141
"""128 plus the number of SIGPIPE, as a shell reports a program ended by that signal."""
