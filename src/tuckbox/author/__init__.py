"""The author's day: a new game begun, changed while it is being played, looked through, and given away."""
