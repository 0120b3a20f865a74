"""Solvers of games without a board in which the player's hand is compared with the dealer's, by what is compared."""
