"""The command line."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tablelaw_verifier.not_checked import not_checked_text
from tablelaw_verifier.report import report_text
from tablelaw_verifier.trust.differences import Unreadable
from tablelaw_verifier.whole_log import verify

RULES_UNKNOWN = 3
"""The exit code if everything that was checked agrees but the rules of some tables are unknown."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks a log and prints the report; returns the exit code that stands for the result."""
    parser = argument_parser()
    chosen = parser.parse_args(arguments)
    if chosen.not_checked:
        return shown(not_checked_text(), 0)
    if chosen.log is None:
        parser.error("the following arguments are required: log")
    try:
        report = verify(chosen.log, chosen.head, chosen.key)
    except Unreadable as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    text = json.dumps(report.as_dict(), indent=2, default=str) if chosen.json else report_text(report)
    return shown(text, 1 if not report.agrees else 0 if report.is_verified else RULES_UNKNOWN)


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="verifier", description="Rebuilds and checks an exported Tablelaw log.")
    parser.add_argument("log", type=Path, nargs="?", help="the exported log")
    parser.add_argument(
        "--head", type=Path, action="append", default=[], help=("a signed head kept elsewhere; repeatable")
    )
    parser.add_argument("--key", default="", help="the property's public key (64 hex digits), if known from elsewhere")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    parser.add_argument("--not-checked", action="store_true", help="list what this verifier does not check, and stop")
    return parser


def shown(text: str, code: int) -> int:
    """Prints a text and returns the exit code, which shows whether the output was closed early."""
    try:
        print(text, flush=True)
    except BrokenPipeError:  # the reader has closed the output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141  # 128 plus the number of SIGPIPE, as a shell reports a program ended by that signal
    return code


if __name__ == "__main__":
    sys.exit(main())
