"""Games by the thousand: who wins, how often, how long it takes."""
