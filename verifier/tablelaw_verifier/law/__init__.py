"""The regulations, written again from their texts."""
