"""The command line: `tablelaw`. Bad input exits with code 2 and one clear line, never a traceback.

Nothing is imported here before Ctrl-C is handled, so that it ends the program quietly even while it is being loaded.
"""

from __future__ import annotations

import os
import sys

from tablelaw.cli.exit_codes import STOPPED


def main() -> None:
    """The console script."""
    try:
        ended = 0 if sys.argv[1:] == ["--version"] and _print_version() else _run()
    except KeyboardInterrupt:
        ended = STOPPED
    sys.exit(ended)


def _run() -> int:
    from tablelaw.cli.application import run

    return run()


def _print_version() -> bool:
    """Prints the version without loading the commands; returns whether it could be written."""
    from tablelaw.version import __version__

    try:
        os.write(sys.stdout.fileno(), f"{__version__}\n".encode())  # nothing is left in a buffer if this fails
    except (OSError, AttributeError):
        return False
    return True


if __name__ == "__main__":
    main()
