"""Games with two cards each and a board of five, for a player who sees some of the dealer's cards or of the board's."""
