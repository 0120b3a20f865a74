"""What lets somebody else check a log: Merkle trees, signed heads, commitments to a deck."""
