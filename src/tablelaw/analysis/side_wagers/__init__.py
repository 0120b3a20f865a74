"""Wagers beside the main game: which there are, and what each is worth."""
