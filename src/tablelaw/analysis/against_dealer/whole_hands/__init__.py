"""Exact best play of games in which whole hands of three to five cards are compared, with or without an upcard."""
