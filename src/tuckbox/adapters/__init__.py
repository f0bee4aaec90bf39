"""The games as environments for research: vectorised, PettingZoo, Gymnasium, OpenSpiel. Each is an extra of its own."""
