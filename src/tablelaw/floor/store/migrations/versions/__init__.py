"""One module per version. Once released, a migration is never edited."""
