"""Notices: a word when it is somebody's turn, to browsers and by mail; news of a table since one looked."""
