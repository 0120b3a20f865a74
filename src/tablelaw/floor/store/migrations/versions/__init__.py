"""One module for each version; once released, a step is never edited."""
