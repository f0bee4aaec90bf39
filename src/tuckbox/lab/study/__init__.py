"""What a game is like, on one page: fair, long, wide, tense, skilled, what matters, how it ends."""
