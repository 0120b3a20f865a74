"""Runs the command line as `python -m tablelaw`."""

from tablelaw.cli.main import main

main()
