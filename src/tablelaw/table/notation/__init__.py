"""Writes and reads the one-line text forms of commands, events and values."""
