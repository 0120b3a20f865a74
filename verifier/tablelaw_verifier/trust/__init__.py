"""What everything else depends on: differences, proofs, heads and the export."""
