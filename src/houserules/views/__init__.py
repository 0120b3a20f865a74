"""What one person may see of a table, for every face of the floor."""
