"""What all solvers share: suits, kinds of cards, starting hands, threads."""
