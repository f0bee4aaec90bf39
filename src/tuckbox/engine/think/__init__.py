"""Deciding: playouts, tree search, regret minimisation and networks. Compiled for each game."""
