"""The form of entries, and who may give which order."""
