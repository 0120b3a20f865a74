"""The regulations, typed again from their texts."""
