"""What holds for every test, in whichever order and process they run."""

from __future__ import annotations

import os
import signal

os.environ.pop("COLUMNS", None)

import houserules.cli.show  # noqa: F401  The console keeps the width it finds when it is made: none, here.

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background, the tests would hand on to every process they start that Ctrl-C is not heard.
    signal.signal(signal.SIGINT, signal.default_int_handler)
