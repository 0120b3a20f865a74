"""What it is worth to see community cards before they are due, in games that a paytable pays."""
