"""Learning what rivals may hold: true worlds are told from others that look the same."""
