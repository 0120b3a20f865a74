"""What seen cards are worth in games without a dealer's hand, paid by a paytable."""
