"""Solvers of games without a board in which hands are compared with the dealer's, one folder for each kind."""
