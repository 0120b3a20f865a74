"""What a seeded gaming day came to: story, summary, coverage, and shrinking a failing one."""
