"""Rivals. All are honest: they get a view and redeals of it, never the state."""
