"""The regulations, one module each, in the order of their texts."""
