"""Commands that need no floor, one module each."""
