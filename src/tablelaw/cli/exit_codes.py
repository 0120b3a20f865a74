"""The codes with which a command ends, apart from 0 for success and 1 for what it was asked to find."""

from __future__ import annotations

BAD_INPUT = 2
STOPPED = 130
"""The exit code that shells expect of an interrupted program."""
CLOSED_PIPE = 141
"""128 plus the number of SIGPIPE, as a shell reports a program ended by that signal."""
