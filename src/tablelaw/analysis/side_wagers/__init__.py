"""Side wagers: which ones a game has, and what each is worth."""
