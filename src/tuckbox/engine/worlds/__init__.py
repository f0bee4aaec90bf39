"""Worlds that a seat cannot tell apart: hiding, dealing again, beliefs and observations. Compiled for each game."""
