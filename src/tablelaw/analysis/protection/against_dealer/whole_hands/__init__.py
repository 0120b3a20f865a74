"""What seen cards are worth where whole hands are compared with the dealer's."""
