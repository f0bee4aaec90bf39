"""Loops that play: whole games, batches, rollouts, environments, and threads that share them. Compiled for each game."""
