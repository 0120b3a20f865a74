"""The regulations, one a module, in the order of their texts."""
