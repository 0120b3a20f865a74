"""What everything else relies on: differences, proofs, heads and the export."""
