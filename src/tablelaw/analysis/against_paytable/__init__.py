"""Solvers for games without a dealer's hand, where a paytable pays the player's hand; one folder for each pattern of
decisions.
"""
