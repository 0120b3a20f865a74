"""The questions a simulation answers: hold, sessions, shifts, meters, payout limits."""
