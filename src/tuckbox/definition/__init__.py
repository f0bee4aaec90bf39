"""Definition of a game: its declarations, texts, observations and the hash of its rules. Nothing here is compiled."""
