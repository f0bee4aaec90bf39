"""The table as a scene, independent of any medium, and how to draw it."""
