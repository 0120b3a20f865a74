"""Solvers of games without a dealer's hand: hands paid by a paytable, one folder for each pattern of decisions."""
