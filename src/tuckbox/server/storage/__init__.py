"""Where the server keeps what must not be lost: one database, one writer, events that are only ever added."""
