"""What a table's event does to money, meters, decks and bonus draws."""
