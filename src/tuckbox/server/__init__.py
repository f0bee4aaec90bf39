"""The tables in the browser: people, seats, storage, sockets and pages, for any game."""
