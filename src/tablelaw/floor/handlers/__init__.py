"""Orders to a floor: how they are validated, who may give them, and one handler for each."""
