"""Commands about a floor."""
