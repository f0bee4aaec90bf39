"""Manners: people whom one does not hear or meet, reports to the host of the server, and the price of leaving."""
