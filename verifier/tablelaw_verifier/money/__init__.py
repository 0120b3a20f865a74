"""Meters, transfers and balances."""
