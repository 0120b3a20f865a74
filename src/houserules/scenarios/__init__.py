"""Rounds written down as TOML: read, played on a real table and settled."""
