"""The study of a game on one page: fair, long, wide, tense, skilled, what matters, how it ends."""
