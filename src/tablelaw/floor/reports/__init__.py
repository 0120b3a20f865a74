"""Reports of a gaming day."""
