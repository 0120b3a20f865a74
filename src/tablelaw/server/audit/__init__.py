"""Answers about the log."""
