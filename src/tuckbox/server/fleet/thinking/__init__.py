"""Bots that think in processes of their own: asked by a queue in PostgreSQL, they know only what they are asked."""
