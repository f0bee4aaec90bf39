"""The coach of a server: reviews of finished matches, made in a process that gives way to all others, and kept."""
