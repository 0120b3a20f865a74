"""Simulated tables of games without a dealer's hand."""
