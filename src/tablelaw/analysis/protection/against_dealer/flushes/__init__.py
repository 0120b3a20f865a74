"""What seen cards are worth where flushes are compared with the dealer's."""
