"""Making, copying, rebuilding and upgrading a floor."""
