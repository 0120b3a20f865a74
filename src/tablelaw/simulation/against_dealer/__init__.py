"""Simulated tables of games in which the player's hand is compared with the dealer's own."""
