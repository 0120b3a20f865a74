"""What may be ordered on a floor: validation, who may, and one handler for each order."""
