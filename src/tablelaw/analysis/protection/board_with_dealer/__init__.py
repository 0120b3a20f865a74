"""Games with two cards each and a board of five, for a player who sees cards of the dealer or of the board."""
