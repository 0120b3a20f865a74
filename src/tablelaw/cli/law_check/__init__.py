"""What `law check` reports about a rulebook: its faults, rounds played by bots, and the readers that can serve it."""
