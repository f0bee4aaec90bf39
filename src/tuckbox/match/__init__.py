"""One play of a game: actions checked and played, views, undo, the record, deals one can trust."""
