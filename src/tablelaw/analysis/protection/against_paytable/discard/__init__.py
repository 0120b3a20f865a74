"""What seen cards are worth in games in which a card is discarded and a paytable pays the hand."""
