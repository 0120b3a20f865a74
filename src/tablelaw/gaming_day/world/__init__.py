"""The people, cards and mishaps of a seeded gaming day."""
