"""Exact analysis: what each wager is worth under best play, asked of the rulebook's own settlement functions."""
