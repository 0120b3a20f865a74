"""Checks whether a state or a log of a table is possible."""
