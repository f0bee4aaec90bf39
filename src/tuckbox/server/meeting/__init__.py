"""Meeting people: who looks for a game is led to others who want the same, on whichever process they are."""
