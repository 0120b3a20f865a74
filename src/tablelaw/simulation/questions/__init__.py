"""What a simulation counts: hold, sessions, shifts, meters, payout limits."""
