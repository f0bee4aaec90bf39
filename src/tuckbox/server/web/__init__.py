"""The front door: routes, sockets, limits, metrics."""
