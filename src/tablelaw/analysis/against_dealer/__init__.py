"""Solvers for games without a board, where the player's hand is compared with the dealer's; one folder for each
kind.
"""
