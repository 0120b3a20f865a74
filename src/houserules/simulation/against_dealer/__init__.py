"""Simulated tables of games in which a hand of its own stands against the dealer's."""
