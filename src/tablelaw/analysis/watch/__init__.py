"""A test whether recorded decisions fit a hidden card better than chance allows."""
