"""The paytables as they are printed, one regulation a module."""
