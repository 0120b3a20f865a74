"""Game protection: what it is worth to a player to see cards that should be hidden."""
