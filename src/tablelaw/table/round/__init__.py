"""What follows from the state of a round: its hands, its next step, meter shares and the payout limit."""
