"""Exact best play where a player who bets may put one card away and buy another."""
