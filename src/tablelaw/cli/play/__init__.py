"""The practice table in the terminal."""
