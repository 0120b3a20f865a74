"""What seen cards are worth in games without a board, where hands are compared with the dealer's."""
