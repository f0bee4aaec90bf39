"""What lies where on a table, free of any medium, and how to draw it."""
