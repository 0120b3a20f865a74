"""Answers about tables."""
