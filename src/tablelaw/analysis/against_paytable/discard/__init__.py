"""Exact best play of games in which a player discards one card before the board is seen."""
