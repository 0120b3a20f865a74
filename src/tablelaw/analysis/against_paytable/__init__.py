"""Solvers of games without a dealer's hand: cards against a paytable, one folder for each way to decide."""
