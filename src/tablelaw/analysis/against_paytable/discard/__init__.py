"""Exact best play of games in which a player puts one card away before the board is seen."""
