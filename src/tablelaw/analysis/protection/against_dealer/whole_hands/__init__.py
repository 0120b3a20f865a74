"""What seen cards of the dealer are worth where whole hands are compared."""
