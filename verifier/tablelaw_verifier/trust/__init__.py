"""What everything else rests on: differences, proofs, heads and the export."""
