"""One module a version; a step once released is never edited."""
