"""The paytables as printed, one module for each regulation."""
