"""How entries are written, and who may give which order."""
