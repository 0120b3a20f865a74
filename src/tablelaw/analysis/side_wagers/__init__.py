"""Side wagers: which ones there are, and what each is worth."""
