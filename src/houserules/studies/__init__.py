"""Studies: a question of an operator or a lab, answered by simulation and held against the exact analysis."""
