"""The store of all that must not be lost: one database, one writer, events that are only ever added."""
