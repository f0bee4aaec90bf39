"""Learning a game from play against itself: today a belief, later what else a network can say of a position.

`positions` plays and notes, `belief` learns from that, `command` is ``tuckbox train``; what has been learnt is kept as
`tuckbox.engine.weights` tells. A new head (a policy, a value) brings a module like `belief` and a file of its own.
"""
