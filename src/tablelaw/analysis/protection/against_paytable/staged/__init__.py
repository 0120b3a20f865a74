"""What community cards are worth that are seen before they are due, in games that a paytable pays."""
