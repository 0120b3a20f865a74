"""Exact best play of games in which player and dealer hold seven cards each and compare flushes."""
