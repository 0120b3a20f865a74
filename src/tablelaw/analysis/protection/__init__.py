"""Game protection: what cards are worth that a player sees although they should be hidden."""
