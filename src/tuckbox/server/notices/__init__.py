"""A word when it is somebody's turn, to the browsers in which they asked for it."""
