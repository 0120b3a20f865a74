"""What follows from the state of a round: its hands, its next step, shares of meters and the payout limit."""
