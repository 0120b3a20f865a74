"""Exact best play where a player who bets may discard one card and buy another."""
