"""Exact best play of games in which community cards come one after the other, with a decision before each."""
