"""The results of a seeded gaming day: story, summary, coverage, and the shrinking of a failing day."""
