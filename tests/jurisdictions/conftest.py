"""Floors of the command line, for tests of what a property prints."""

from tests.cli.conftest import folder as folder
