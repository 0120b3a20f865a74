"""Solver of games without a dealer's hand: cards against a paytable, with a discard."""
