"""Learning to play: a network plays against itself, its former selves and others, and learns from what came of it."""
