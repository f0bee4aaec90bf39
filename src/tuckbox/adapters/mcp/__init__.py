"""A server of the Model Context Protocol: matches that language models play."""
