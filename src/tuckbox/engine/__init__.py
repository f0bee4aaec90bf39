"""Runs rules: loads them in both modes, redeals, plays out, searches. Knows no game, no screen."""
