"""Practice: exercises that people made by their own mistakes, when each is due, and the deal of the day."""
