"""What `law check` reports about a rulebook: its faults, rounds played by bots, and the parts of the system that
support its game.
"""
