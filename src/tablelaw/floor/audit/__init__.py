"""Checks of a log and of a property, and rounds rebuilt from the log."""
