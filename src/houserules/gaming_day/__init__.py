"""A gaming day: a seeded world that drives the production floor, and an auditor who must agree with its books."""
