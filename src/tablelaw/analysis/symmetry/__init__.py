"""What all solvers share: suit symmetry, kinds of cards, and starting hands."""
