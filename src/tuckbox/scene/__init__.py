"""The table as a scene, free of any medium, and how to draw it."""
