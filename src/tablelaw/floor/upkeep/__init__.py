"""Creating, copying, rebuilding and upgrading a floor."""
