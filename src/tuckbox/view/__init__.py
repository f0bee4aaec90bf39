"""What a seat sees of a state, why it may not do something, and what must be true of every state."""
