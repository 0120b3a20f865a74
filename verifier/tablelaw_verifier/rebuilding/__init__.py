"""Rounds, tables and the property, rebuilt from the log."""
