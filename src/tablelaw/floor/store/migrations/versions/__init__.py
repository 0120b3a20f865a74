"""One module per version. Once released, a step is never edited."""
